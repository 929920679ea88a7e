"""What the words of Dynasty's positions mean (tests/positions.py): how a table is laid, played on, and looked at.

`given`: dynasties and what else lies on the table, between bars. ``Henry IV (spouse Anne Boleyn; courtiers Duke of
Sully; holds France, Spain; hand SA CK; events cancel)``, then ``pack S2 H2-H10``, ``wanderers Anne of Cleves``, ``deck
red James I``, ``attached doll on Henry IV``, ``neuroi Milan``, ``turn 1``, ``witches``, ``no kin_marriage``, and any
other field of a save file as ``name=JSON``. What is left out is as `conftest.table` says.

`when`: actions by their names, without the family (``war, Milan, Henry IV``), and chance: ``succeeds``, ``fails``,
``rolls 3 4``, ``rolls exactly 3``, ``checks 6``, ``throws 2``, ``judges 4 5``; all have passed then, unless it says
which action brings it about: ``James I (rolls 6)``. ``all pass but one`` leaves the window open by a pass. With the
expansion, decisions in which there is nothing but to pass go by themselves until the next action is legal.

`then`: facts between bars, see `FACTS`; ``James I: 0 courtiers`` says where somebody is, ``Milan: 0`` who has a
country, and ``pope: 1`` what a save file says; ``has`` and ``lacks`` ask for a part, ``count`` for a number. What was
`told` is what the last line of play has told.

Every move is judged by the engine and by the oracle (`tests.dynasty.oracle`): they must agree on what is legal before
and after it, and on what has come of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, cast

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.engine.cards import CARD_NAMES, RANKS
from dynasty_env.kit.state import Entry, State
from tests.dynasty.oracle.agreement import Agreement
from tests.positions import Position
from tests.rule_testing import come_true, names, told

from . import conftest as base
from . import events, trace_fields
from .trace_fields import story

SHORT = {name.rpartition(":")[2] if not name.startswith("joker") else name: name for name in GAME.action_names}
NAMED = {name: short for short, name in SHORT.items()}
ONE, MANY = ("spouse",), ("spouses", "children", "courtiers", "holds")
NUMBERS = {"pope": "pope", "scythe": "scythe", "turn": "turn_player", "seed": "seed"}


# ------------------------------------------------------------------------------------------------------- laying a table


def lay(text: str) -> State:
    """A table as `given` says."""
    seats: list[dict[str, Any]] = []
    fields: dict[str, Any] = {}
    for item in text.split(" | "):
        name = item.partition(" (")[0]
        if name in PERSON_NAMES:
            seats.append(_seat(name, item.removeprefix(name)[2:-1]))
        else:
            _lay(fields, item)
    return base.table(*seats, **fields)


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
        if word in ONE:
            fields[word] = rest
        elif word in MANY:
            fields["territories" if word == "holds" else word] = _listed(rest)
        elif word == "hand":
            fields[word] = _cards(rest)
        elif word == "events":
            fields[word] = events.held(*rest.split(", "))
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
    elif word == "deck":
        colour, _, who = rest.partition(" ")
        fields.setdefault("person_decks", {})[colour] = _listed(who)
    elif word == "attached":
        pairs = [pair.split(" on ") for pair in rest.split(", ")]
        fields[word] = [{"event": event, "person": person, "seat": None} for event, person in pairs]
    elif word == "neuroi":
        fields |= events.under_the_neuroi(*_listed(rest))
    else:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"given: {item!r} is neither a king nor a field")
        fields[name] = json.loads(value)


# -------------------------------------------------------------------------------------------------------------- playing


class Play:
    """A table of a position, while it is played on."""

    def __init__(self, given: str) -> None:
        self.state = lay(given)
        self.quick = bool(self.state.options["witches"])
        self.judge = Agreement(self.state, given, dealt=False)
        self.before = self.state, self.judge
        self.told: list[Entry] = []

    def line(self, text: str) -> None:
        """A line of play."""
        self.told = []
        for token in text.split(", ") if text else ():
            if token == "all pass but one":
                self._come_true(base.quiet(self.state), "pass")
            elif token.split(" ")[0] in CHANCE:
                self._chance("pass", token)
            elif token.endswith(")"):
                action, _, chance = token[:-1].partition(" (")
                self._until_legal(SHORT[action])
                self._chance(SHORT[action], chance)
            else:
                self._until_legal(SHORT[token])
                self._play(SHORT[token])

    def again(self) -> None:
        """Back to the table before the last chance."""
        self.state, self.judge = self.before

    def _play(self, action: str) -> None:
        self.told += base.play(self.state, action)
        self.judge.follow(action, self.state)

    def _until_legal(self, action: str) -> None:
        if self.quick:
            self._pass_until(lambda: action in names(self.state))

    def _pass_until(self, wanted: Callable[[], bool]) -> None:
        while not wanted() and events.forced(self.state):
            self._play("pass")

    def _chance(self, by: str, token: str) -> None:
        how, *faces = token.split(" ")
        if by == "pass" and self.quick:
            self._pass_until(lambda: self.state.phase == "interrupt")
        exactly = faces[:1] == ["exactly"]
        dice = [int(face) for face in faces[exactly:]]
        self._come_true(CHANCE["exactly" if exactly else how](self.state, dice, by), by)

    def _come_true(self, after: State, by: str) -> None:
        """Go on with a copy on which all have passed and `by` was played."""
        self.before = self.state, self.judge
        self.judge = self.judge.copy()
        self.judge.catch_up(base.quiet(self.state) if self.state.phase == "interrupt" and by == "pass" else self.state)
        self.state = after
        if after.record["told"]:
            self.told += after.trace()
        self.judge.follow(by, after)


CHANCE: dict[str, Callable[[State, Sequence[int], str], State]] = {
    "rolls": lambda state, dice, by: base.rolling(state, *dice, by=by),
    "exactly": lambda state, dice, by: come_true(
        trace_fields.check,
        base.quiet(state) if by == "pass" and state.phase == "interrupt" else state,
        by,
        lambda after: base.dice_rolled(after) == list(dice),
    ),
    "checks": lambda state, dice, by: base.checking(state, *dice, by=by),
    "judges": lambda state, dice, by: come_true(
        trace_fields.check, state, by, lambda after: [face for _, face in events.judged(after)] == list(dice)
    ),
    "throws": lambda state, dice, by: base.throwing(state, dice[0], by),
    "succeeds": lambda state, _, by: base.succeeding(state, by),
    "fails": lambda state, _, by: base.failing(state, by),
}


# -------------------------------------------------------------------------------------------------------------- looking


def _in_order(legal: set[str]) -> list[str]:
    return [NAMED[name] for name in GAME.action_names if name in legal]


def _checked(play: Play) -> list[str]:
    return [f"{entry.seat} {trace_fields.NAMES['named'][entry.subject]}" for entry in told(play.told, Trace.CHECKED)]


def _story(entries: Sequence[Entry], kinds: str) -> list[str]:
    lines = story(entries, *(Trace[kind] for kind in kinds.split()))
    only = len(kinds.split()) == 1  # then nobody needs to be told which it is
    return [" ".join(str(part) for part in each[only:]) for each in lines] or ["nothing"]


Value = str | int | bool | None | Sequence[Any]
FACTS: dict[str, Callable[[Play, str], Value]] = {
    "phase": lambda play, _: play.state.phase,
    "seat": lambda play, _: play.state.seat,
    "asked": lambda play, _: f"{play.state.seat} {play.state.phase}",
    "done": lambda play, _: play.state.done,
    "legal": lambda play, _: _in_order(names(play.state)),
    "persons": lambda play, _: _in_order({SHORT[name] for name in base.persons(play.state)}),
    "countries": lambda play, _: _in_order({f"country:{name}" for name in events.countries(play.state)}),
    "events": lambda play, of: (
        events.events_of(play.state, int(of)) if of else _in_order({f"event:{e}" for e in events.events(play.state)})
    ),
    "hand": lambda play, of: base.hand(play.state, int(of)),
    "supplied": lambda play, _: base.supplied(play.told),
    "needs": lambda play, _: base.success_value(play.told),
    "dice": lambda play, _: base.dice_rolled(play.told),
    "faces": lambda play, _: [e.value for e in told(play.told, Trace.DIE, Trace.CHECKED)],
    "succeeded": lambda play, _: base.succeeded(play.told),
    "checks": lambda play, _: base.check_dice(play.told),
    "checked": lambda play, _: _checked(play),
    "judged": lambda play, _: [f"{country} {face}" for country, face in events.judged(play.told)],
    "occupied": lambda play, _: sorted(events.occupied(play.state)),
    "bearer": lambda play, event: events.bearer(play.state, event),
    "discarded": lambda play, event: events.is_discarded(play.state, event),
    "scores": lambda play, _: [f"{points:g}" for points in play.state.scores()],
    "returns": lambda play, how: [f"{each:.4g}" for each in play.state.returns(how or "win").tolist()],
    "told": lambda play, kinds: _story(play.told, kinds),
}
"""What can be asked about a table: a name, and the rest of what stands before the colon."""


def _look(play: Play, key: str) -> Value:
    if key in PERSON_NAMES:
        place = base.where(play.state, key)
        return " ".join(map(str, place)) if isinstance(place, tuple) else place
    if key in COUNTRY_NAMES:
        holder: Value = base.holder(play.state, key)
        return holder
    word, _, rest = key.partition(" ")
    if word in FACTS:
        return FACTS[word](play, rest)
    value: Any = play.state.to_dict()
    for step in key.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return cast("Value", value)


def in_text(value: Value) -> str:
    """A fact's value as it is written."""
    if value is None or value in ([], ()):
        return "nobody" if value is None else "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) or (isinstance(value, Sequence) and any(isinstance(each, dict) for each in value)):
        return json.dumps(value, ensure_ascii=False)
    return ", ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def check_fact(play: Play, fact: str) -> None:
    """Fail where a fact is not so."""
    key, _, wanted = fact.partition(": ")
    key, _, how = key.rpartition(" ") if key.endswith((" has", " lacks")) else (key, "", "")
    count = key.startswith("count ")
    value = _look(play, key.removeprefix("count "))
    if how:
        assert isinstance(value, Sequence)
        those = set(wanted.split(", ")) & {str(each) for each in value}
        assert those == (set(wanted.split(", ")) if how == "has" else set()), f"{fact}; it is {in_text(value)}"
    else:
        is_so = str(len(value)) if count else in_text(value)  # type: ignore[arg-type]
        assert is_so == wanted, f"{key} should be {wanted}, is {is_so}"


def check_position(position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    play: Play | None = None
    for line in position.lines:
        if line.keyword == "given":
            play = Play(line.text)
            continue
        assert play is not None, "a position begins with `given`"
        if line.keyword == "or":
            play.again()
        if line.keyword == "then":
            for fact in line.text.split(" | "):
                check_fact(play, fact)
        else:
            play.line(line.text)
