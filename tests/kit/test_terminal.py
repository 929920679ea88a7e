"""Drawings for a terminal have colours where there is a terminal, and only there."""

import sys

import pytest

from dynasty_env.kit.terminal import BOLD, drawn, paint


@pytest.mark.parametrize(
    ("is_terminal", "forced", "refused", "coloured"),
    [(True, "", "", True), (False, "", "", False), (False, "1", "", True), (True, "1", "1", False)],
)
def test_colours(is_terminal: bool, forced: str, refused: str, coloured: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", forced)
    monkeypatch.setenv("NO_COLOR", refused)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    assert ("\x1b" in drawn([paint("bold", BOLD)])) == coloured
