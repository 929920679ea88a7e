"""What the words of Kingdoms' positions mean (tests/positions.py, tests/position_play.py).

`given`: dynasties and what else lies on the table, between bars. ``Charles V (Spain, Naples; spouse Mary Stuart;
children Philip II), Ferdinand I (Austria), nobles Duke of Alba, home Spain`` are the kings of a dynasty, each with his
countries and his family, its nobles, and its home country, if that is not the strongest one. **Everybody is Catholic
and has no ability, unless something else is said behind a name**, whatever is printed on the card: ``Charles V war=3
ability=plunder religion=P``, and so of a country: ``Spain power=3``. Then ``rebels``, ``pool``, ``exhausted``,
``removed``, ``removed_countries`` with names; ``gone yellow but Charles V``: of that colour these alone are in play;
``deck blue Suleiman I``; ``phase recruit``; and any other field of a save file or option as ``name=JSON``. Seat 0 is on
turn and the first seat's kings rule what they are given; what is left out lies in the decks, or is independent.
``dealt 3`` is a game that has just been dealt by that seed, with ``deck`` on top. **Forced decisions are asked**.

`when`: as tests/position_play.py says; ``Philip II (rolls 3 4)``: the dice begin so.

`then`: ``Charles V: 0 king of Spain, Naples; spouse Mary Stuart`` says where somebody is, as does ``0 noble``, ``spouse
of Charles V``, ``pool``, ``removed`` or ``yellow``; ``Spain: Charles V`` who rules a country; ``kings 0`` a dynasty's
families as `given` has them.

Every move is judged by the engine and by the oracle (`tests.kingdoms.oracle`), which reads the same cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar
from unittest.mock import patch

from dynasty_env.europe import material as europe
from dynasty_env.kingdoms import material
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import COUNTRY_NAMES, DECK_NAMES, PERSON_NAMES, Ability, Religion
from dynasty_env.kit.state import State
from tests import position_play
from tests.kingdoms.oracle import board
from tests.kingdoms.oracle.compare import Agreement
from tests.position_play import Judge, Play, Value
from tests.positions import Position
from tests.rule_testing import as_printed, check_restored, loaded, told
from tests.saved import table_of

from . import trace_fields

DICE = tuple(GAME.wording.dice)
"""Entries whose value is a die, in the order in which they fall."""
LISTS = ("pool", "removed", "removed_countries", "exhausted", "rebels", "independent")
NUMBERS = ("turn", "turn_player", "first_player", "scythe")
OPTIONS = {option.name for option in GAME.options}
PRINTED = ("WAR", "GOVERNANCE", "PRESTIGE", "FERTILITY", "LIFE", "AMBITION", "RELIGION", "ABILITY", "POWER")
PARTS = re.compile(r", (?![^(]*\))")
"""Commas between a dynasty's parts, not those between brackets."""


def _reprint(person: str, stat: str, value: Any) -> None:
    """For as long as the position lasts the person's card says this."""
    check_restored(material)
    number = PERSON_NAMES.index(person)
    board.PERSONS[person] = replace(board.PERSONS[person], **{stat: value})
    if stat == "religion":
        material.RELIGION[number] = Religion[value]
    elif stat != "ability":
        getattr(material, stat.upper())[number] = value
    else:
        ability = material.ABILITY[number] = europe.ABILITY[number] = Ability[value.upper()]
        bearers = [each for each in range(material.PERSONS) if europe.ABILITY[each] == ability]
        europe.BEARER[ability, : len(bearers)] = bearers


def _named(text: str) -> str:
    """A name without what its card says, which is printed on it for as long as the position lasts."""
    name, *stats = re.split(r" (?=\w+=)", text)
    if name not in (*COUNTRY_NAMES, *PERSON_NAMES):
        raise ValueError(f"given: {text!r} is nobody and nothing")
    for stat, _, value in (each.partition("=") for each in stats):
        said: Any = int(value) if value.isdigit() else value
        if name in COUNTRY_NAMES:
            material.POWER[COUNTRY_NAMES.index(name)] = said
            board.COUNTRIES[name] = replace(board.COUNTRIES[name], power=said)
        else:
            _reprint(name, stat, said)
    return name


def _listed(text: str) -> list[str]:
    return [_named(each) for each in text.split(", ")] if text not in ("nobody", "nothing") else []


def _seat(text: str) -> dict[str, Any]:
    """``Charles V (Spain; spouse V; children E, W), nobles F, Y, home Spain``."""
    kings, fields = [], dict[str, Any]()
    for part in PARTS.split(text):
        word, _, rest = part.partition(" ")
        if part.endswith(")"):
            name, _, inside = part[:-1].partition(" (")
            ruled, *family = inside.split("; ")
            members = {key: rest for key, _, rest in (each.partition(" ") for each in family)}
            spouse, children = members.get("spouse"), _listed(members.get("children", "nobody"))
            king = {"king": _named(name), "countries": _listed(ruled), "spouse": spouse and _named(spouse)}
            kings.append(king | {"children": children})
        elif word == "home":
            fields[word] = rest
        else:
            fields.setdefault("nobles", []).append(_named(rest if word == "nobles" else part))
    return {"kings": kings, **fields}


def lay(text: str) -> State:
    """A table as `given` says."""
    seats, fields, decks = [], dict[str, Any](), dict[str, list[str]]()
    options: dict[str, Any] = {"ask_forced": True}
    for item in text.split(" | "):
        word, _, rest = item.partition(" ")
        if word in LISTS:
            fields[word] = _listed(rest)
        elif word == "deck":
            colour, _, who = rest.partition(" ")
            decks[colour] = _listed(who)
        elif word == "gone":
            colour, _, who = rest.partition(" but ")
            of_it = [name for name in PERSON_NAMES if material.COLOUR[PERSON_NAMES.index(name)] == _deck(colour)]
            fields["removed"] = [name for name in of_it if name not in who.split(", ")]
        elif word in ("phase", "dealt"):
            fields[word] = rest
        elif " (" in item:
            seats.append(_seat(item))
        elif item.partition("=")[0] in (*OPTIONS, *NUMBERS):
            name, _, value = item.partition("=")
            (options if name in OPTIONS else fields)[name] = json.loads(value)
        else:
            _named(item)
    if "dealt" in fields:
        return _dealt(int(fields["dealt"]), decks, options)
    fields |= {"game": GAME.name, "options": {"num_players": len(seats)} | options, "seats": seats}
    state = loaded(GAME, fields | ({"person_decks": decks} if decks else {}))
    trace_fields.check(state)
    return state


def _deck(colour: str) -> int:
    return DECK_NAMES.index(colour)


def _dealt(seed: int, top: dict[str, list[str]], options: dict[str, Any]) -> State:
    """A dealt game, with these cards on top of its decks."""
    state = GAME.new(seed, backend="interpreted", **options)
    if not top:
        return state
    saved = state.to_dict()
    for colour, first in top.items():
        saved["person_decks"][colour].sort(key=lambda card, first=first: first.index(card) if card in first else 99)
    return GAME.from_dict(saved, backend="interpreted")


def _family(realm: dict[str, Any]) -> str:
    """``Spain, Naples; spouse Mary Stuart; children Philip II``."""
    parts = [", ".join(realm["countries"])]
    parts += [f"spouse {realm['spouse']}"] if realm["spouse"] else []
    parts += [f"children {', '.join(realm['children'])}"] if realm["children"] else []
    return "; ".join(parts)


def _person(saved: dict[str, Any], person: str) -> str:
    """Where somebody is."""
    for number, seat in enumerate(saved["seats"]):
        for realm in seat["kings"]:
            if person == realm["king"]:
                return f"{number} king of {_family(realm)}"
            if person == realm["spouse"] or person in realm["children"]:
                return f"{'spouse' if person == realm['spouse'] else 'child'} of {realm['king']}"
        if person in seat["nobles"]:
            return f"{number} noble"
    places = {"pool": saved["pool"], "removed": saved["removed"], **saved["person_decks"]}
    return str(next(place for place, persons in places.items() if person in persons))


def _country(saved: dict[str, Any], country: str) -> str:
    """Who rules a country."""
    for number, seat in enumerate(saved["seats"]):
        if country in seat["unruled"]:
            return f"{number}, nobody"
        for realm in seat["kings"]:
            if country in realm["countries"]:
                return str(realm["king"])
    return "independent" if country in saved["independent"] else "out"


def _kings(play: Table, number: str) -> list[str]:
    realms = table_of(play.state)["seats"][int(number)]["kings"]
    return [f"{realm['king']} ({_family(realm)})" for realm in realms]


class Table(Play):
    """A table of Kingdoms."""

    game = GAME
    trace_fields: ClassVar = trace_fields
    families: ClassVar = {"persons": "person:", "countries": "country:", "decks": "deck:"}
    whole = ("aid_",)
    lists = PERSON_NAMES, COUNTRY_NAMES
    enums: ClassVar = (material.Place, material.Side, europe.Holder)
    facts = position_play.FACTS | {
        "kings": _kings,
        "dice": lambda play, _: [entry.value for entry in told(play.told, *DICE)],
    }
    chances: ClassVar = {
        "rolls": lambda after, dice: [entry.value for entry in told(after, *DICE)][: len(dice)] == dice
    }

    def lay(self, given: str) -> State:
        return lay(given)

    def judged(self, given: str) -> Judge:
        return Agreement(self.state)

    def thing(self, key: str) -> Value:
        if key in PERSON_NAMES:
            return _person(table_of(self.state), key)
        return _country(table_of(self.state), key) if key in COUNTRY_NAMES else super().thing(key)


@contextmanager
def plain_cards() -> Iterator[None]:
    """Everybody is Catholic and without ability, for the oracle too; afterwards cards say what is printed on them."""
    plain = {name: replace(card, religion="C", ability="none") for name, card in board.PERSONS.items()}
    with (
        as_printed(material, PRINTED),
        as_printed(europe, ("ABILITY", "BEARER")),
        patch.dict(board.PERSONS, plain),
        patch.dict(board.COUNTRIES),
    ):
        material.ABILITY[:] = Ability.NONE
        europe.ABILITY[europe.ABILITY != Ability.ADVENT] = Ability.NONE
        europe.BEARER[:] = material.NOBODY
        material.RELIGION[:] = Religion.C
        material.RELIGION[material.SULEIMAN] = material.NOBODY
        yield
    assert (europe.POWER == material.POWER).all()


def check_position(position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    with plain_cards():
        position_play.check_position(Table, position)
