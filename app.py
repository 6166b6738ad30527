"""The entry that ``streamlit run app.py`` starts: the page and the table's routes on one port.

Knows how the parts are put together, nothing of what they do.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

import tracker.ui
from tracker.table.routes import lifespan, routes

PAGE = Path(tracker.ui.__file__).with_name("page.py")

app = st.App(PAGE, routes=routes(), lifespan=lifespan)
