"""The entry that ``streamlit run app.py`` starts: the page and the table's routes on one port.

Knows how the parts are put together, nothing of what they do.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

import tracker.ui
from tracker.table.guards import OurPagesOnly
from tracker.table.routes import lifespan, routes
from tracker.ui.addresses import with_greeting

PAGE = Path(tracker.ui.__file__).with_name("page.py")

app = st.App(PAGE, routes=routes(), middleware=[Middleware(OurPagesOnly)], lifespan=with_greeting(lifespan))
