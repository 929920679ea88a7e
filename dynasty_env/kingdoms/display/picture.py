"""The table as a picture, drawn only from a view dict: it can show no more than the view contains."""

from collections.abc import Mapping
from typing import Any

from dynasty_env.europe.drawing.palette import ALARM, GOLD, INK
from dynasty_env.europe.drawing.picture import Persons, Picture, centre
from dynasty_env.europe.drawing.portraits import Portrait, draw_portrait
from dynasty_env.europe.words import religion
from dynasty_env.kingdoms.display.words import SAID, declaration
from dynasty_env.kingdoms.material import COUNTRY_NAMES, PERSON_NAMES, POWER
from dynasty_env.kingdoms.rules.nouns import stats, tag
from dynasty_env.kingdoms.rules.war import war_dice
from dynasty_env.kit.canvas import Box

ACTION: Box = (14, 540, 480, 116)


class KingdomsPicture(Picture):
    """The table of Kingdoms."""

    said = SAID
    pool = ("Pool", "pool")
    pool_box = (14, 664, 480, 180)
    roles = ("king", "target", "actor", "defender")

    def owner(self, country: str) -> int | None:
        """The seat that holds the country, or held it before it became contested."""
        for seat, place in enumerate(self.view["seats"]):
            if country in place["unruled"] or any(country in king["countries"] for king in place["kings"]):
                return seat
        contest = self.view["contest"]
        return contest["seat"] if contest and country in contest["countries"] else None

    def framed(self, country: str) -> str | None:
        """Red if the country is named or contested, gold if it is used in the war."""
        contest = self.view["contest"]
        if country == self.view["declared"]["country"] or (contest and country in contest["countries"]):
            return ALARM
        return GOLD if country in self.view["committed"] else None

    def draw_country(self, country: int) -> None:
        """Draw a country in its dynasty's colour: a star for a home country, `zzz` if it is exhausted."""
        super().draw_country(country)
        name = COUNTRY_NAMES[country]
        x, y = centre(country)
        owner = self.owner(name)
        if owner is not None and self.view["seats"][owner]["home"] == name:
            self.canvas.star(x - 30, y + 11, 8, GOLD)
        if name in self.view["exhausted"]:
            self.canvas.text(x + 26, y + 11, "zzz", 12, "#ffffff", "mm")

    def draw_middle(self) -> None:
        """Draw the declared action, the state of a war, and the succession contest."""
        left, top, width, _ = ACTION
        declared, _, named = declaration(self.view).partition(", ")
        self.draw_section(ACTION, "Action" if declared else "Action: none declared")
        lines = [(declared, INK), (named, INK), *((line, ALARM) for line in self._asides())]
        for row, (words, colour) in enumerate([line for line in lines if line[0]][:4]):
            self.canvas.text(left + 12, top + 36 + 20 * row, words, 14, colour, "lm", width - 24)

    def _asides(self) -> list[str]:
        asides = []
        if war := self.view["war"]:
            asides.append(f"{war_dice(war)}, power {war['power']}")
        if contest := self.view["contest"]:
            asides.append(f"{contest['dead']} is dead: contest for {', '.join(contest['countries'])}")
            named = (f"{each['person']}{' in arms' if each['arms'] else ''}" for each in contest["candidates"])
            asides.append("candidates: " + ", ".join(named) if contest["candidates"] else "")
        if self.view["refused"]:
            asides.append(f"refused: {', '.join(self.view['refused'])}")
        return asides

    def draw_person(self, box: Box, name: str, role: str) -> None:
        """Draw a person's card, with stripes for a rebel."""
        person = PERSON_NAMES.index(name)
        special = tag(person, bool(self.view["options"]["abilities"]))
        shown = Portrait(person, role, stats(person), religion(person), special, name in self.view["rebels"])
        draw_portrait(self.canvas, box, shown)

    def points(self, seat: int) -> tuple[str, bool]:
        """The points as text, and whether the dynasty has fallen."""
        place = self.view["seats"][seat]
        return "without a king" if place["fallen"] else f"{place['points']} points", place["fallen"]

    def draw_seat(self, seat: int, box: Box) -> None:
        """Draw kings with their families, and nobles."""
        left, top, width, height = box
        place = self.view["seats"][seat]
        groups: dict[str, Persons] = {_realm(king): _royals(king) for king in place["kings"]}
        if place["nobles"]:
            groups["nobles"] = [(name, "") for name in place["nobles"]]
        self.draw_persons((left + 10, top + 40, width - 20, height - 48), groups)


picture = KingdomsPicture.of


def _realm(king: Mapping[str, Any]) -> str:
    """The countries that a king rules, each with its power."""
    countries = [f"{name} {POWER[COUNTRY_NAMES.index(name)]}" for name in king["countries"]]
    return f"{king['king']}: {', '.join(countries)}"


def _royals(king: Mapping[str, Any]) -> Persons:
    spouse = [(king["spouse"], "spouse")] if king["spouse"] else []
    return [(king["king"], "king"), *spouse, *((name, str(1 + order)) for order, name in enumerate(king["children"]))]
