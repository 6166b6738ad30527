"""The live game behind the page: shared tables, their journal, crews and routes; no Streamlit.

Import the routes from ``tracker.table.routes``; pages use ``tables()``.
"""

from __future__ import annotations

from tracker.table.table import Table
from tracker.table.tables import Tables, tables

__all__ = ["Table", "Tables", "tables"]
