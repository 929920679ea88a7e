"""The table of Kingdoms drawn for a terminal.

`ansi` draws only from a view dict: it can show no more than the view contains.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from dynasty_env.europe.drawing.terminal import Drawing
from dynasty_env.kingdoms.display.words import SAID
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.rules.contest import candidate
from dynasty_env.kingdoms.rules.nouns import stats, tag
from dynasty_env.kingdoms.rules.war import war_dice
from dynasty_env.kit.terminal import RED, optional_rows, paint, rows_of

POINTS = ("prestige of kings, spouses, children", "+ power of countries")
"""K7: what the points consist of."""


class KingdomsDrawing(Drawing):
    """The table of Kingdoms."""

    said = SAID
    signs = (*Drawing.signs, "! rebel", "[country] exhausted")

    def card(self, name: str) -> tuple[str, Mapping[str, int], str]:
        """`!` marks a rebel."""
        person = PERSON_NAMES.index(name)
        rebel = paint("!", RED) if name in self.view["rebels"] else " "
        return rebel, stats(person), tag(person, bool(self.view["options"]["abilities"]))

    def countries(self, names: Iterable[str]) -> list[str]:
        """Countries with their power, in brackets if exhausted, followed by their use in the war."""
        names = list(names)
        cells = []
        for name, cell in zip(names, super().countries(names), strict=True):
            used = self.view["committed"].get(name)
            text = f"[{cell}]" if name in self.view["exhausted"] else cell
            cells.append(f"{text} {paint(used.replace('_', ' '), RED)}" if used else text)
        return cells

    def standing(self, place: dict[str, Any]) -> list[str]:
        """The seat's home country."""
        return [f"home {place['home']}"] if place["home"] else []

    def losses(self, place: dict[str, Any]) -> list[str]:
        """Why the seat has no points (K7 a)."""
        return ["WITHOUT A KING"] if place["fallen"] else []

    def seat(self, seat: int, place: dict[str, Any]) -> list[str]:
        """Kings with their countries and families, and nobles."""
        lines = []
        for king in place["kings"]:
            lines += self.persons("king", [king["king"]])
            lines += rows_of("rules", self.countries(king["countries"]))
            lines += self.persons("spouse", [king["spouse"]] if king["spouse"] else [])
            lines += self.persons("children", king["children"])
        lines += self.persons("nobles", place["nobles"])
        return lines + optional_rows("no king yet", self.countries(place["unruled"]))

    def middle(self) -> list[str]:
        """The state of a war and of a succession contest, and everything that belongs to no seat."""
        view = self.view
        lines = []
        if war := view["war"]:
            lines += rows_of("war", [war_dice(war), f"power {war['power']}"])
        if contest := view["contest"]:
            lines += rows_of("contest", [f"for what {contest['dead']} ruled:", *self.countries(contest["countries"])])
            lines += optional_rows("candidates", [candidate(each) for each in contest["candidates"]])
        lines += optional_rows("refused", view["refused"])
        lines += self.persons("pool", view["pool"])
        lines += rows_of("independent", self.countries(view["independent"]) or ["none"])
        return lines + rows_of("decks", [*self.deck_sizes(), f"left play {len(view['removed'])}"])

    def _legend(self) -> list[str]:
        return [*super()._legend(), *rows_of("points", POINTS)]


ansi = KingdomsDrawing.of
