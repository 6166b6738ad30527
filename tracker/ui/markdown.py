"""Texts that people wrote, where Streamlit reads Markdown: shown as they stand.

Knows which signs Markdown and Streamlit give a meaning; it knows nothing of what is shown.
"""

from __future__ import annotations

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&^=\"'])")


def plain(text: str) -> str:
    """Return a text for a label or a paragraph in which nothing of it becomes markup."""
    return _SIGNS.sub(r"\\\1", text)
