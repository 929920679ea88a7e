"""What the words of Dynasty's positions mean (tests/positions.py, tests/position_play.py).

`given`: dynasties and what else lies on the table, between bars. ``Henry IV (spouse Anne Boleyn; courtiers Duke of
Sully; holds France, Spain; hand SA CK; events cancel)``, then ``pack S2 H2-H10``, ``wanderers Anne of Cleves``,
``deck red James I``, ``attached doll on Henry IV``, ``neuroi Milan``, ``turn 1``, ``witches``, ``no kin_marriage``,
and any other field of a save file as ``name=JSON``. What is left out is as `conftest.table` says; what is laid twice
is as laid last. ``dealt 3`` is a game that has just been dealt by that seed, ``top red James I, doll`` what lies on
top of a deck then. ``printed James I war=0 ability=POLICE`` is another card than his; the oracle does not judge then.

`when`: as tests/position_play.py says; chance ``succeeds``, ``fails``, ``rolls 3 4``, ``rolls exactly 3``, ``checks
6``, ``throws 2``, ``judges 4 5``. With the expansion, decisions in which there is nothing but to pass go by themselves
until the next action is legal.

`then`: ``James I: 0 courtiers`` says where somebody is, ``Milan: 0`` who has a country; ``odds James I is removed by
pass`` over all orders of the cards and rolls of the dice, ``about 1/3 of …`` over many games.

Every move is judged by the engine and by the oracle (`tests.dynasty.oracle`): they must agree on what is legal before
and after it, and on what has come of it.
"""

import json
from collections.abc import Callable
from typing import Any, ClassVar

from dynasty_env.dynasty import material
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import BASE_PERSONS, COUNTRY_NAMES, EVENT_NAMES, PERSON_NAMES
from dynasty_env.dynasty.views.public_table import PERSON_CARDS
from dynasty_env.kit.engine.cards import CARD_NAMES, RANKS
from dynasty_env.kit.state import State
from tests import position_play
from tests.dynasty.oracle.agreement import Agreement
from tests.dynasty.puzzles.odds import about, odds
from tests.position_play import Fact, Judge, Play, Unjudged, Value, value_at
from tests.positions import Position
from tests.rule_testing import as_printed, check_restored, names, told
from tests.saved import table_of

from . import conftest as base
from . import trace_fields

MANY = {word: word for word in ("spouses", "children", "courtiers")} | {"spouse": "spouses", "holds": "territories"}
REPRINTED = "printed "
PRINTED = ("WAR", "GOVERNANCE", "PRESTIGE", "FERTILITY", "LIFE", "AMBITION", "ABILITY", "BEARER", "WITCH_WITH")
NUMBERS = {"pope": "pope", "scythe": "scythe", "turn": "turn_player", "seed": "seed", "dealt": "dealt"}


def lay(text: str) -> State:
    """A table as `given` says."""
    seats: dict[str, dict[str, Any]] = {}
    fields: dict[str, Any] = {}
    for item in text.split(" | "):
        name = item.partition(" (")[0]
        if item.startswith(REPRINTED):
            _reprint(item.removeprefix(REPRINTED))
        elif name in PERSON_NAMES:
            seats[name] = _seat(name, item.removeprefix(name)[2:-1])
        else:
            _lay(fields, item)
    _lay_rest(fields, list(seats.values()))
    if "dealt" in fields:
        return _dealt(fields.pop("dealt"), fields.pop("top", {}), fields.pop("person_decks", {}), **fields)
    return base.table(*seats.values(), **fields)


def _lay_rest(fields: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    """``rest`` in a pile or a hand is every card that is mentioned nowhere."""
    piles = [
        *((place, "hand") for place in seats),
        *((fields, pile) for pile in ("pack", "discards") if pile in fields),
    ]
    for place, pile in piles:
        if place[pile] == ["rest"]:
            elsewhere = [card for other, name in piles if (other, name) != (place, pile) for card in other[name]]
            place[pile] = base.every_card(" ".join(elsewhere))


def _reprint(text: str) -> None:
    """``James I war=0 ability=POLICE``: the interpreted rules read the printed tables as they are."""
    check_restored(material)
    numbers = [word for word in text.split(" ") if "=" in word]
    person = PERSON_NAMES.index(text.removesuffix(" " + " ".join(numbers)))
    for stat, _, number in (word.partition("=") for word in numbers):
        if stat == "ability":
            ability = material.Ability[number]
            material.BEARER[ability, 0] = material.WITCH_WITH[ability] = person
            material.ABILITY[person] = ability
        else:
            getattr(material, stat.upper())[person] = int(number)


def _dealt(seed: int, top: dict[str, list[str]], alone: dict[str, list[str]], **options: Any) -> State:
    """A dealt game with these cards on top of its person decks and the events low in the others, or `alone` in them."""
    state = GAME.new(seed, backend="interpreted", **{"ask_forced": True} | options)
    if not top and not alone:
        return state
    saved = state.to_dict()
    decks = saved["person_decks"]
    for colour, wanted in top.items():
        for other in decks.keys() - top.keys():
            decks[other].sort(key=lambda card: card.startswith("event:"))
        for card in reversed(wanted):
            home = next(deck for deck in decks.values() if card in deck)
            if home is not decks[colour]:  # one for the other, so that the decks stay as large as they are
                event = next(each for each in decks[colour][::-1] if each.startswith("event:") and each not in wanted)
                home[home.index(card)], decks[colour][decks[colour].index(event)] = event, card
            decks[colour].insert(0, decks[colour].pop(decks[colour].index(card)))
    for colour, left in alone.items():
        saved["removed"] += [card for card in decks[colour] if card not in left]
        decks[colour] = left
    return GAME.from_dict(saved, backend="interpreted")


def _cards(text: str) -> list[str]:
    """``SA H2-H10``: an ace and nine hearts, in their order."""
    suits = [CARD_NAMES[suit * RANKS : (suit + 1) * RANKS] for suit in range(len(CARD_NAMES) // RANKS)]
    cards: list[str] = []
    for word in text.split():
        first, _, last = word.partition("-")
        suit = next((names_ for names_ in suits if last in names_), ())
        cards += suit[suit.index(first) : suit.index(last) + 1] if last else [word]
    return cards


def _listed(text: str) -> list[str]:
    return [] if text in ("nobody", "nothing") else text.split(", ")


def _seat(king: str, text: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for part in text.split("; ") if text else ():
        word, _, rest = part.partition(" ")
        if word in MANY:
            fields.setdefault(MANY[word], []).extend(_listed(rest))
        elif word == "hand":
            fields[word] = _cards(rest)
        elif word == "events":
            fields[word] = [{"event": event, "deck": "red", "shown": False} for event in _listed(rest)]
        else:
            name, _, value = part.partition("=")
            fields[name] = json.loads(value)
    return base.seat(king, **fields)


def _lay(fields: dict[str, Any], item: str) -> None:
    word, _, rest = item.partition(" ")
    if word in base.OPTIONS and not rest:
        fields[word] = True
    elif word == "no":
        fields[rest] = False
    elif word in NUMBERS:
        fields[NUMBERS[word]] = int(rest)
    elif word in ("pack", "discards"):
        fields[word] = _cards(rest)
    elif word == "phase":
        fields[word] = rest
    elif word in ("wanderers", "independent", "removed"):
        fields[word] = _listed(rest)
    elif word in ("deck", "top"):
        colour, _, who = rest.partition(" ")
        fields.setdefault("person_decks" if word == "deck" else word, {})[colour] = _listed(who)
    elif word == "attached":
        pairs = [pair.split(" on ") for pair in _listed(rest)]
        fields[word] = [{"event": event, "person": person, "seat": None} for event, person in pairs]
    elif word == "neuroi":
        fields |= {"events_on_table": ["neuroi"], "occupied": _listed(rest)}
    else:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"given: {item!r} is neither a king nor a field")
        fields[name] = json.loads(value)


def _checked(play: Play) -> list[str]:
    return [f"{entry.seat} {trace_fields.NAMES['named'][entry.subject]}" for entry in told(play.told, Trace.CHECKED)]


FACTS: dict[str, Fact] = {
    "events": lambda play, of: (
        sorted(value_at(table_of(play.state), f"seats.{of}.events.*.event"))
        if of
        else play.in_order({name for name in names(play.state) if name.startswith("event:")})
    ),
    "ace": lambda play, of: any(card.endswith("A") for card in base.hand(play.state, int(of))),
    "hand": lambda play, of: base.hand(play.state, int(of)),
    "supplied": lambda play, _: base.supplied(play.told),
    "needs": lambda play, _: base.success_value(play.told),
    "dice": lambda play, _: base.dice_rolled(play.told),
    "faces": lambda play, _: [e.value for e in told(play.told, Trace.DIE, Trace.CHECKED)],
    "succeeded": lambda play, _: base.succeeded(play.told),
    "checks": lambda play, _: base.check_dice(play.told),
    "checked": lambda play, _: _checked(play),
    "judged": lambda play, _: [f"{COUNTRY_NAMES[e.subject]} {e.value}" for e in told(play.told, Trace.JUDGED)],
    "occupied": lambda play, _: sorted(table_of(play.state)["occupied"]),
    "bearer": lambda play, event: next(
        (each["person"] for each in table_of(play.state)["attached"] if each["event"] == event), None
    ),
    "odds": odds,
    "about": about,
    "discarded": lambda play, event: event in table_of(play.state)["removed_events"],
}
"""What can be asked about a table of Dynasty besides."""


THROWN = set(map(Trace, GAME.wording.dice)) - {Trace.DIE, Trace.CHECKED, Trace.JUDGED}
"""Dice of special abilities."""


class Table(Play):
    """A table of Dynasty."""

    game = GAME
    trace_fields: ClassVar = trace_fields
    families: ClassVar = {"persons": ("person:", "pope"), "countries": ("country:",)}
    whole = ("joker",)
    facts = position_play.FACTS | FACTS
    window = "interrupt"
    lists = PERSON_CARDS, COUNTRY_NAMES, EVENT_NAMES, CARD_NAMES
    enums: ClassVar = (material.Place, material.Holder, material.CardPlace, material.EventPlace)
    chances: ClassVar = {
        "rolls": lambda after, dice: base.faces(after)[: len(dice)] == dice,
        "rolls exactly": lambda after, dice: base.dice_rolled(after) == dice,
        "checks": lambda after, dice: base.check_dice(after)[: len(dice)] == dice,
        "judges": lambda after, dice: [entry.value for entry in told(after, Trace.JUDGED)] == dice,
        "throws": lambda after, dice: [entry.value for entry in told(after, *THROWN)] == dice,
        "succeeds": lambda after, _: any(entry.object == 1 for entry in told(after, Trace.OUTCOME)),
        "fails": lambda after, _: any(entry.object == 0 for entry in told(after, Trace.OUTCOME)),
    }

    def lay(self, given: str) -> State:
        return lay(given)

    def judged(self, given: str) -> Judge:
        """The oracle plays with the printed cards."""
        return Unjudged() if REPRINTED in given else Agreement(self.state, given, dealt=False)

    def until_legal(self, action: str) -> None:
        self._pass_until(lambda: action in names(self.state))

    def until_chance(self) -> None:
        self._pass_until(lambda: self.state.phase == self.window)

    def _pass_until(self, wanted: Callable[[], bool]) -> None:
        quick = bool(self.state.options["witches"])
        while quick and not wanted() and not self.state.done and names(self.state) == {"pass"}:
            self.play("pass")

    def thing(self, key: str) -> Value:
        if key in PERSON_NAMES:
            place = base.where(self.state, key)
            return " ".join(map(str, place)) if isinstance(place, tuple) else place
        return base.holder(self.state, key) if key in COUNTRY_NAMES else super().thing(key)

    def number(self, field: str, text: str) -> float:
        number = super().number(field, text)
        return number - BASE_PERSONS if field in ("seen", "seen_after") and not text.isdigit() else number


def check_position(position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    with as_printed(material, PRINTED):
        position_play.check_position(Table, position)
