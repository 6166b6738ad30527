"""A press counts once: where Streamlit calls back, and where it only tells that the button was pressed."""

from __future__ import annotations

import pytest
import streamlit as st

from tracker.ui.buttons import acting_button


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    kept: dict[str, object] = {}
    monkeypatch.setattr(st, "session_state", kept)
    return kept


class Drawn:
    """Stands in for Streamlit: whether the button is pressed, and whether it calls back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pressed, self.calls_back, self.reruns = False, True, 0
        self.acted: list[str] = []
        monkeypatch.setattr(st, "button", self._button)
        monkeypatch.setattr(st, "rerun", self._rerun)

    def _button(self, label: str, key: str, on_click: object, **looks: object) -> bool:
        if self.pressed and self.calls_back:
            assert callable(on_click)
            on_click()
        return self.pressed

    def _rerun(self) -> None:
        self.reruns += 1

    def draw(self, *, pressed: bool, calls_back: bool = True) -> int:
        """Draw the page once and return how often the button has acted by then."""
        self.pressed, self.calls_back = pressed, calls_back
        acting_button("Go", "go", self.acted.append, ("it",), type="primary")
        return len(self.acted)


@pytest.mark.usefixtures("state")
def test_every_press_acts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Drawn(monkeypatch)
    assert page.draw(pressed=False) == 0
    assert page.draw(pressed=True) == 1
    assert page.reruns == 0
    assert page.draw(pressed=False) == 1
    assert page.draw(pressed=True, calls_back=False) == 2
    assert page.reruns == 1
    assert page.draw(pressed=True) == 3
    assert page.draw(pressed=True, calls_back=False) == 4
