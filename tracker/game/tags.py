"""The tags of a record: which names have a meaning, and which values each of those can have.

Knows single tags, not the record around them; what a grid or a map id stands for is the record's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tracker.game.announcements import Side
from tracker.game.cells import MAX_SIDE, cell_name, parse_cell
from tracker.game.sentences import Sentence, say
from tracker.game.words import fold

_NAME = r"[^\s\"\[\]#=]+"
_TAG = re.compile(rf"\[\s*({_NAME})\s*\"((?:\\.|[^\"\\])*)\"\s*\]")
_SIDES = {"y": Side.YELLOW, "yellow": Side.YELLOW, "b": Side.BLUE, "blue": Side.BLUE}
TAG_EXPECTED = say("expected-tag", 'a tag such as [Map "alpha"]')
END_EXPECTED = say("expected-line-end", "the end of the line, or # and a comment")
ONCE_EXPECTED = say("expected-tag-once", "this tag once in a record")


def read_tag(text: str, start: int) -> tuple[re.Match[str], str, str] | None:
    """Return the tag that begins at ``start`` as its match, name and value, or None where none does."""
    found = _TAG.match(text, start)
    if found is None:
        return None
    return found, found[1], re.sub(r"\\([\"\\])", r"\1", found[2])


def format_tag(name: str, value: str) -> str:
    """Return a tag as the writer prints it."""
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{quoted}"]'


def tag_key(name: str) -> str:
    """Return what two spellings of one tag's name share."""
    return fold(name)


def in_tag(value: str, name: str) -> Sentence:
    """Return what was found in a tag."""
    return say("found-in-tag", "{value} in [{tag}]", value=value, tag=name)


def has_meaning(name: str) -> bool:
    """Tell whether the tracker reads anything from a tag of this name; it may then stand once only."""
    return tag_key(name) in _KNOWN


def tidy_tag(name: str, value: str) -> tuple[str, str]:
    """Return a tag in its canonical spelling; free tags keep theirs.

    Raises ValueError, saying what was expected, where the name or the value cannot be.
    """
    if re.fullmatch(_NAME, name) is None:
        raise ValueError(say("expected-tag-name", "a tag's name without spaces, quotes, brackets, '=' and '#'"))
    value = re.sub(r"[\r\n]+", " ", value)
    known = _KNOWN.get(tag_key(name))
    if known is None:
        return name, value
    canonical, tidy = known
    return canonical, tidy(value)


def _map(value: str) -> str:
    value = value.strip()
    if not value:
        raise ValueError(say("expected-map-id", "the id of a map, such as alpha"))
    # A path keeps its case: file names may differ in nothing else.
    return value if value.lower().endswith(".txt") else fold(value)


def _us(value: str) -> str:
    side = _SIDES.get(fold(value.strip()))
    if side is None:
        raise ValueError(say("expected-side", "yellow or blue"))
    return side.value


def _torpedo(value: str) -> str:
    reading = fold(value.strip())
    if reading not in ("manhattan", "path"):
        raise ValueError(say("expected-torpedo", "manhattan or path"))
    return reading


def _mines(value: str) -> str:
    if value.strip() not in ("4", "8"):
        raise ValueError(say("expected-mines", "8 or 4"))
    return value.strip()


def _sector(value: str) -> str:
    value = value.strip()
    if re.fullmatch("0*[1-9][0-9]?", value) is None or int(value) > MAX_SIDE:
        raise ValueError(say("expected-sector-side", "the cells along a sector's side, 1 to {most}", most=MAX_SIDE))
    return str(int(value))


def _cell(value: str) -> str:
    try:
        return cell_name(parse_cell(fold(value)))
    except ValueError:
        raise ValueError(say("expected-start", "a cell such as G7")) from None


def _as_it_is(value: str) -> str:
    return value


_KNOWN: dict[str, tuple[str, Callable[[str], str]]] = {
    "map": ("Map", _map),
    "grid": ("Grid", _as_it_is),  # judged with the map, where each of its symbols has a place
    "sector": ("Sector", _sector),
    "us": ("Us", _us),
    "torpedo": ("Torpedo", _torpedo),
    "mines": ("Mines", _mines),
    "bluestart": ("BlueStart", _cell),
    "yellowstart": ("YellowStart", _cell),
}
