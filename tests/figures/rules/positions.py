"""What the words of the figure duel's positions mean (tests/positions.py, tests/position_play.py).

`given`: figures and what else lies on the table, between bars. ``Fencer 4 8 looks 30 plots SQ S9 sabre 0 damage 7`` is
a figure with its place (card widths from the left and the upper wall; ``2@60`` is 2 w from the first figure, at 60°
clockwise from the right), where it looks (0, the right, unless it is said), its plots from the left, its weapons in
degrees from ahead (lowered, unless it is said) and damage; ``feels C8 D9`` are its emotion cards, ``left S2`` what it
has discarded unseen, ``skill 3`` an ability that its sheet has otherwise, and ``out 1`` says that it went out at the
first moment at which figures did. A figure of whose plots nothing is said has one that acts late. Then ``pack`` from
the top, ``discards`` (``rest``: all cards that lie nowhere else), ``round 30``, ``phase round`` (a round begins, and
nobody has plots; else these are turned up), and options: ``emotions``, ``figures 2``. Seats have the figures in their
order. The room is 16 w wide for two, 20 for three. ``dealt 3`` is a game that has just been dealt by that seed. At
tables that were laid **forced decisions are asked**. ``not judged``, at the end: by the oracle, whose own geometry may
decide otherwise where the last bit decides.

`when`: actions, as ``6 w``, ``+90°``, ``S4``, ``number 7``, ``figure 1``; or a point (F63): ``turn 17.3``, ``turn 17.3
sense -1``, ``turn 17.3 long 0.5`` by a direction of another length, ``go 0.3`` of what is left, ``stand 9.1 7.3``.
``anything until pose`` plays at random until that phase comes. `or` goes back to the table before the last line.

`then`: ``Fencer: 5.6 8`` is where it stands, or ``out``; ``gone Fencer: 2@60`` the way from where it stood when the
table was laid; ``looks Fencer``, ``Fencer.damage`` and other fields of a save file; ``sees 1 Fencer.hand`` what a seat
sees of it, ``weapons 1 Fencer`` where its weapons point; ``touches: sabre Lancer`` the weapon and the target in
question; ``legal: 0 w … 6 w`` are all of the grid between these; ``taken: 30°`` what was made of a point. Numbers are
rounded to four places.

Every move is judged by the engine and by the oracle (`tests.figures.oracle`).
"""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from math import atan2, cos, degrees, hypot, radians, sin
from random import Random
from typing import Any, ClassVar

import numpy as np

from dynasty_env.figures.game import GAME
from dynasty_env.figures.ids import Step
from dynasty_env.figures.material import (
    CARDS_NAMED,
    FIGURES,
    NOBODY,
    PACK_SIZE,
    SHEET_NAMES,
    STAT_NAMES,
    WEAPON_NAMES,
    At,
    Stat,
)
from dynasty_env.figures.rules.cards import knows
from dynasty_env.kit.state import State
from tests import position_play
from tests.figures.oracle import compare, laid
from tests.position_play import Judge, Play, Value
from tests.positions import Position
from tests.rule_testing import names
from tests.rule_testing import played as play_on

from . import trace_fields

OPTIONS = {option.name: option.default for option in GAME.options}
LATE = ("H9", "H7", "H6", "D9", "D7", "D6")
"""Plots of figures that a position is not about; the last of all has `LAST`."""
LAST = "D2"
LOW = "lowered"
NOT_JUDGED = " | not judged"
CARDS_OF = {"plots": "row", "feels": "emotion_cards", "left": "left_over"}
HEADS = ("looks", "damage", "out")
GRID = ("length", "angle", "number")


def direction(angle: float) -> list[float]:
    """Of length 1; along the walls without a rest."""
    return [0.0 if abs(part) < 1e-15 else part for part in (cos(radians(angle)), sin(radians(angle)))]


def _figure(text: str, first: Mapping[str, Any]) -> dict[str, Any]:
    """A figure of a save file; without ``row``, where nothing is said of its plots."""
    sheet, *words = text.split()
    weapons = WEAPON_NAMES[SHEET_NAMES.index(sheet)]
    figure: dict[str, Any] = {"sheet": sheet, "standing": True, "fell": 0, "damage": 0, "base": [1.0, 0.0], "steps": 0,
              "poses": [0 if weapon == "stone" else LOW for weapon in weapons], "used_up": [False, False],
              "emotion_cards": [], "left_over": [], "abilities": {}}  # fmt: skip
    place = words.pop(0)
    far, at, angle = place.partition("@")
    if at:
        ahead = direction(float(angle))
        figure |= {"x": first["x"] + float(far) * ahead[0], "y": first["y"] + float(far) * ahead[1]}
    else:
        figure |= {"x": float(place), "y": float(words.pop(0))}
    while words:
        word, said = words.pop(0), list[str]()
        while words and words[0] not in (*CARDS_OF, *HEADS, *weapons, *STAT_NAMES):
            said.append(words.pop(0))
        number = float(said[0]) if said and word not in CARDS_OF else 0.0
        if word in CARDS_OF:
            figure[CARDS_OF[word]] = said
        elif word == "looks":
            figure |= {"steps": int(number // 15) % 24} if number % 15 == 0 else {"base": direction(number)}
        elif word == "damage":
            figure["damage"] = int(number)
        elif word == "out":
            figure |= {"standing": False, "fell": int(number), "row": [], "damage": 10}
        elif word in weapons:
            figure["poses"][weapons.index(word)] = int(number // 15) if number % 15 == 0 else direction(number)
        else:
            figure["abilities"][word] = int(number)
    return figure


def read(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A save file in which every card has its place, and the options of its game, as `given` says."""
    fields: dict[str, Any] = {"figures": [], "pack": [], "discards": [], "phase": "acting"}
    options: dict[str, Any] = {"ask_forced": True}
    figures: list[dict[str, Any]] = fields["figures"]
    for item in text.split(" | "):
        word, _, rest = item.partition(" ")
        if word in OPTIONS:
            options[word] = json.loads(rest or "true")
        elif word in SHEET_NAMES:
            figures.append(_figure(item, figures[0] if figures else {}))
        elif word in ("pack", "discards"):
            fields[word] = rest.split()
        elif word in ("phase", "round"):
            fields[word] = rest if word == "phase" else int(rest)
        else:
            raise ValueError(f"given: {item!r} is nothing that can be laid")
    each = options.get("figures", 1)
    options["num_players"] = len(figures) // each
    late = iter(LATE)
    for figure in figures:
        plots = [LAST if figure is figures[-1] else next(late)] if fields["phase"] == "acting" else []
        figure.setdefault("row", plots)
    _lay_rest(fields, PACK_SIZE * (1 if len(figures) <= FIGURES // 2 else 2))
    fields.setdefault("round", int(fields["phase"] == "acting"))
    fields["falls"] = max(figure["fell"] for figure in figures)
    fields["seats"] = [{"places": n, **({"leader": n * each} if each > 1 else {})} for n in range(len(figures) // each)]
    return fields, OPTIONS | options


def _lay_rest(fields: dict[str, Any], cards: int) -> None:
    """Every card that lies nowhere goes under the pack, or among the discards."""
    gone = {*fields["pack"], *fields["discards"]}
    for figure in fields["figures"]:
        gone |= {*figure["row"], *figure["emotion_cards"], *figure["left_over"]}
    rest = [card for card in CARDS_NAMED[:cards] if card not in gone]
    Random(1).shuffle(rest)
    if fields["discards"] == ["rest"]:
        fields["discards"] = rest
    else:
        fields["pack"] += rest


def lay(text: str) -> State:
    """A table at its first decision, as `given` says."""
    text = text.removesuffix(NOT_JUDGED)
    if text.startswith("dealt "):
        seed, *items = text.removeprefix("dealt ").split(" | ")
        options = {name: json.loads(value or "true") for name, _, value in (item.partition(" ") for item in items)}
        state = GAME.new(int(seed), backend="interpreted", **options)
    else:
        fields, options = read(text)
        state = GAME.from_dict({"game": GAME.name, "options": options, **fields}, backend="interpreted")
    trace_fields.check(state)
    return state


def played(state: State, *actions: str) -> State:
    """A copy on which actions have been played by their names."""
    after = state.clone()
    play_on(trace_fields.check, after, actions)
    return after


def short(value: float) -> str:
    """A number to four places."""
    return f"{round(value, 4) + 0.0:.8g}"


def _angle(x: float, y: float) -> float:
    return round(degrees(atan2(y, x)), 4) % 360


class Duel(Play):
    """A table of the figure duel."""

    game = GAME
    trace_fields: ClassVar = trace_fields

    def __init__(self, given: str) -> None:
        super().__init__(given)
        self.given, self.taken = given, np.zeros(6, np.float32)
        self.laid = self.state.record.copy()

    def lay(self, given: str) -> State:
        return lay(given)

    def judged(self, given: str) -> Judge:
        if given.endswith(NOT_JUDGED):
            return position_play.Unjudged()
        if given.startswith("dealt "):
            dealt = self.state.clone()
            return compare.Agreement(self.state, lambda: compare.account_of(dealt))
        fields, options = read(given)
        return compare.Agreement(self.state, lambda: laid.account_of(fields, options), fields["phase"])

    def line(self, text: str) -> None:
        """A line of play, which another one may come to stand for."""
        self.before = self.state.clone(), self.judge.copy()
        super().line(text)

    def token(self, token: str) -> None:
        """An action, or a point."""
        word, *numbers = token.split(" ")
        if word in ("turn", "go", "stand"):
            self._point(word, numbers)
        elif token.startswith("anything until "):
            chance = Random(self.given)
            while self.state.phase != token.removeprefix("anything until "):
                self.play(GAME.action_names[chance.choice(self.state.legal().tolist())])
        else:
            super().token(token)

    def _point(self, word: str, numbers: Sequence[str]) -> None:
        point, side = np.array([1, 0, 1, 1, 0, 0], np.float32), float(self.state.record["side"])
        if word == "turn":
            more = {name: float(number) for name, number in zip(numbers[1::2], numbers[2::2], strict=True)}
            if numbers[0] != "nowhere":
                point[:2] = np.multiply(direction(float(numbers[0])), more.get("long", 1.0))
            else:
                point[:2] = 0
            point[2] = more.get("sense", 1)
        elif word == "go":
            point[3] = float(numbers[0])
        else:
            point[4:] = [2 * float(each) / side - 1 for each in numbers]
        self.taken = self.state.play_point(point)
        self.trace_fields.check(self.state)
        self.told += self.state.trace() if self.state.record["told"] else []
        self.judge.follow(tuple(np.clip(point, -1, 1).tolist()), self.state)

    def number(self, field: str, text: str) -> float:
        """A number, the cosine or sine of an angle, a card, a figure, or a member of an enum, as ``HAND+1``."""
        member, _, more = text.partition("+")
        for enum in (At, Stat, Step):
            if member in enum.__members__:
                return enum[member] + int(more or 0)
        if text in CARDS_NAMED:
            return CARDS_NAMED.index(text)
        if text in SHEET_NAMES:
            return self._number(text)
        word, _, angle = text.rpartition(" ")
        if word:
            return direction(float(angle))[word == "sin"]
        return float(text) if "." in text or "e" in text else int(text)

    def in_order(self, legal: set[str]) -> list[str]:
        """Actions in the order of their numbers; a whole piece of the grid by its ends."""
        listed = [name for name in GAME.action_names if name in legal]
        found: list[str] = []
        for (family, _), run in groupby(
            listed, lambda name: (name.partition(":")[0], GAME.action_ids[name] - listed.index(name))
        ):
            names = [self.named[name] for name in run]
            found += [f"{names[0]} … {names[-1]}"] if len(names) > 2 and family in GRID else names
        return found

    def _number(self, sheet: str) -> int:
        """A figure's number."""
        return [SHEET_NAMES[each] for each in self.state.record["sheet"].tolist()].index(sheet)

    def place(self, sheet: str, record: Any) -> tuple[float, float]:
        """Where a figure stands in a table's record."""
        number = self._number(sheet)
        return float(record["x"][number]), float(record["y"][number])

    def thing(self, key: str) -> Value:
        """Where a figure stands, or a field of its save file."""
        sheet, _, path = key.partition(".")
        if sheet not in SHEET_NAMES:
            return super().thing(key)
        if path:
            return super().thing(f"figures.{self._number(sheet)}.{path}")
        if not self.state.record["standing"][self._number(sheet)]:
            return "out"
        return " ".join(map(short, self.place(sheet, self.state.record)))


def _name(state: State, figure: int) -> str:
    return SHEET_NAMES[state.record["sheet"][figure]] if figure != NOBODY else "nobody"


def _gone(play: Duel, sheet: str) -> str:
    (x, y), (from_x, from_y) = (play.place(sheet, record) for record in (play.state.record, play.laid))
    far = hypot(x - from_x, y - from_y)
    return f"{short(far)}@{short(_angle(x - from_x, y - from_y))}" if far > 1e-9 else "0"


def _touches(play: Duel, _: str) -> str:
    """Which weapon, and which target; how, where it touched from the start."""
    record = play.state.record
    assert play.state.phase in ("attack", "shoot")
    weapon = WEAPON_NAMES[record["sheet"][record["actor"]]][record["weapon" if play.state.phase == "attack" else "b"]]
    begun = " from the start" if play.state.phase == "attack" and record["b"] else ""
    return f"{weapon} {_name(play.state, int(record['target']))}{begun}"


def _looks(play: Duel, sheet: str) -> str:
    return short(_angle(*play.state.view(None)["figures"][play._number(sheet)]["heading"]))


def _sees(play: Duel, of: str) -> Any:
    viewer, _, figure = of.partition(" ")
    sheet, _, path = figure.partition(".")
    return play.look(f"view {viewer} figures.{play._number(sheet)}.{path}")


def _weapons(play: Duel, of: str) -> list[str | None]:
    return [None if angle is None else short(angle) for angle in _sees(play, f"{of}.weapons.*.angle")]


def _taken(play: Duel, _: str) -> list[str]:
    """What is not 0 in a point: a direction, a sense, a share, a place."""
    x, y, sense, length, across, down = (float(each) for each in play.taken)
    side = float(play.state.record["side"])
    parts = [f"{short(degrees(atan2(y, x)))}°"] if x or y else []
    parts += [f"sense {short(sense)}"] if sense else []
    parts += [f"share {short(length)}"] if length else []
    return parts + ([f"{short((1 + across) * side / 2)} {short((1 + down) * side / 2)}"] if across or down else [])


def _redrawn(play: Duel, seat: str) -> str:
    """Whether this table and the one that it lies beside are redrawn for a seat to the same bytes."""
    assert play.beside is not None
    one, other = (each.state.hide(int(seat), 5).tables.array.tobytes() for each in (play, play.beside))
    return "alike" if one == other else "otherwise"


Duel.facts = position_play.FACTS | {
    "actor": lambda play, _: _name(play.state, int(play.state.record["actor"])),
    "gone": _gone,
    "knows": lambda play, card: [
        seat for seat in range(play.state.num_players) if knows(play.state.tables[0], seat, CARDS_NAMED.index(card))
    ],
    "looks": _looks,
    "sees": _sees,
    "touches": _touches,
    "weapons": _weapons,
    "taken": _taken,
    "farthest": lambda play, _: play.in_order(names(play.state))[-1].rpartition(" … ")[2],
    "redrawn": _redrawn,
}  # fmt: skip
Duel.named = {
    name: f"{rest} w" if family == "length" else f"{rest}°" if family == "angle" else rest or family
    for name in GAME.action_names
    for family, _, rest in [name.partition(":")]
} | {name: name.replace(":", " ") for name in GAME.action_names if name.startswith(("number:", "figure:"))}
Duel.short = {short: name for name, short in Duel.named.items()}


def check_position(position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    position_play.check_position(Duel, position)
