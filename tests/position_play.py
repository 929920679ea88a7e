"""How a position (tests/positions.py) of any game is played and looked at; each game adds how its tables are laid.

`when`: actions by their names, without the family where that leaves no doubt, and chance by a name of `Play.chances`,
as ``rolls 3 4``, or ``until FACT``: the dice are tried until it holds. Chance comes with a pass, for which all but the
last pass first where a window is open, or with the action before it: ``James I (rolls 6)``. ``all pass but one`` leaves
the window open by a pass, ``saved`` goes on from a save file, ``asked anew`` opens the decision again, and ``wrong
place.James I=CHILD & owner.James I=0`` writes into the table by force, after which the oracle does not judge.

`then`: facts between bars, see `FACTS` and the game's own; what is none of them is a path in the save file, as ``pope:
1`` or ``seats.*.king``. ``has`` and ``lacks`` ask for a part, ``count`` for a number, which may be ``over`` another.
What was `told` is what the last line of play has told all, ``told to 1`` what the last move has told a seat. ``view 1
PATH`` and ``observed 1 PIECE.ENTRY`` are what a seat sees; ``possible 1 FACT`` are all answers among tables on which
all is drawn anew that it does not know, ``always`` and ``sometimes 1 FACT`` what is in each or in some of them, and
``outcomes FACT by ACTION`` all that chance makes of a move; ``noted FIELD`` are the numbers in a field that are not 0.
``words ACTION``, ``prospects``, with an action or without, and ``stakes`` are what a
player reads. ``same to`` are the seats, and the public, that cannot tell this table from the one it lies `beside`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from enum import IntEnum
from itertools import repeat
from types import ModuleType
from typing import Any, ClassVar, Protocol, Self, cast

import numpy as np

from dynasty_env.kit.game import Game
from dynasty_env.kit.state import Entry, State
from tests.positions import Position
from tests.rule_testing import come_true, compiled, names, played, with_key
from tests.saved import table_of

Value = str | int | bool | None | Sequence[Any]
Fact = Callable[[Any, str], Value]
"""From the table in play, and the rest of what stands before the colon."""
Wanted = Callable[[State, Sequence[int]], bool]
"""Whether chance has come out as wanted: the table after it, and the numbers behind the word."""

KEYS = range(32)
"""Other tables and other dice that questions of what may be look at."""
OWN = 4
"""So many of them by the table's own rules."""
UNTIL = "until"


class Judge(Protocol):
    """The book's second reading, which says of every move whether it is right."""

    def copy(self) -> Judge:
        """The same table, from which play goes on in another way."""

    def follow(self, action: Any, state: State) -> object:
        """`action`, a name or a point, has led to `state`; an AssertionError where the book would have it otherwise."""


class Unjudged:
    """In the place of the oracle, where a table is one that the book does not know."""

    def copy(self) -> Self:
        """Nothing to copy."""
        return self

    def follow(self, action: str, state: State) -> None:
        """Nothing is compared."""


def value_at(value: Any, path: str) -> Any:
    """What stands at ``seats.1.hand`` of a save file or view; ``seats.*.hand`` is each seat's."""
    step, _, rest = path.partition(".")
    if step == "*":
        values = value.values() if isinstance(value, dict) else value
        return [value_at(each, rest) if rest else each for each in values]
    value = value[int(step)] if isinstance(value, list) else value[step]
    return value_at(value, rest) if rest else value


def in_text(value: Value) -> str:
    """A fact's value as it is written."""
    if value is None or value in ([], ()):
        return "nobody" if value is None else "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) or (isinstance(value, Sequence) and any(isinstance(each, dict) for each in value)):
        return json.dumps(value, ensure_ascii=False)
    return ", ".join(map(in_text, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def _of_family(prefix: str | tuple[str, ...]) -> Fact:
    """The fact that lists the legal actions of a family."""
    return lambda play, _: play.in_order({name for name in names(play.state) if name.startswith(prefix)})


def _told(play: Play, of: str) -> list[str]:
    if not of.startswith("to "):
        return play.story(play.told, of)
    _, viewer, *kinds = of.split(" ")
    return play.story(play.state.trace(int(viewer)), " ".join(kinds))


def _view(play: Play, of: str) -> Any:
    viewer, _, path = of.partition(" ")
    return value_at(play.state.view(None if viewer == "public" else int(viewer)), path)


def _observed(play: Play, of: str) -> Any:
    viewer, _, name = of.partition(" ")
    name, _, entry = name.partition(".")
    piece = play.game.layout[name]
    row = piece.of(play.state.observe(int(viewer)))
    if not entry:
        return row.ravel().tolist()
    number = row[int(entry) if entry.isdigit() else piece.entries.index(entry)].tolist()
    return piece.labels[number - piece.low] if piece.labels else number


def _imagined(play: Play, of: str) -> list[str]:
    """Answers to a question at tables on which is drawn anew what a seat does not know."""
    viewer, _, fact = of.partition(" ")
    states = (table.hide(int(viewer), key) for key, table in zip(KEYS, by_turns(play.state), strict=False))
    return [in_text(play.at(state).look(fact)) for state in states]


def by_turns(state: State) -> Iterator[State]:
    """The table again and again: a few times as its own rules play on it, then as compiled ones do."""
    yield from repeat(state, OWN)
    yield from repeat(compiled(state))


def _different(answers: Sequence[str]) -> list[str]:
    return sorted({answer.replace(", ", " and ") for answer in answers})


def _always(play: Play, of: str) -> list[str]:
    first, *others = (text.split(", ") for text in _imagined(play, of))
    return [word for word in first if all(word in each for each in others)]


def _sometimes(play: Play, of: str) -> list[str]:
    return sorted({word for text in _imagined(play, of) for word in text.split(", ")})


def _outcomes(play: Play, of: str) -> list[str]:
    fact, _, text = of.rpartition(" by ")
    action = play.action(text)
    *_, before = play.closed(action)

    def after() -> Iterator[State]:
        for key, table in zip(range(2 * len(KEYS)), by_turns(before), strict=False):
            state = with_key(table, key)
            state.play(action)
            yield state

    return _different([in_text(play.at(state).look(fact)) for state in after()])


def _same(play: Play, how: str) -> list[int | str]:
    """The seats, and the public, that see the same at this table and at the one beside it and were told the same."""
    assert play.beside is not None, "`same to` compares with the table before `beside`"
    one, other = play.state, play.beside.state
    seats = [
        seat
        for seat in range(one.num_players)
        if one.view(seat) == other.view(seat)
        and np.array_equal(one.observe(seat), other.observe(seat))
        and (how == "sight to" or one.trace(seat) == other.trace(seat))
        and (how == "sight to" or one.chronicle(seat) == other.chronicle(seat))
    ]
    return [*seats, *(["public"] if one.view(None) == other.view(None) else [])]


FACTS: dict[str, Fact] = {
    "phase": lambda play, _: play.state.phase,
    "seat": lambda play, _: play.state.seat,
    "asked": lambda play, _: f"{play.state.seat} {play.state.phase}",
    "done": lambda play, _: play.state.done,
    "legal": lambda play, _: play.in_order(names(play.state)),
    "scores": lambda play, _: [f"{points:g}" for points in play.state.scores()],
    "shares": lambda play, _: [f"{share:.4g}" for share in play.state.win_shares()],
    "returns": lambda play, how: [f"{each:.4g}" for each in play.state.returns(how or "win").tolist()],
    "told": _told,
    "chronicle": lambda play, _: [line.replace(", ", " and ") for line in play.state.chronicle()],
    "view": _view,
    "observed": _observed,
    "possible": lambda play, of: _different(_imagined(play, of)),
    "always": _always,
    "sometimes": _sometimes,
    "outcomes": _outcomes,
    "same": _same,
    "noted": lambda play, field: [each for each in np.asarray(play.state.record[field]).ravel().tolist() if each],
    "words": lambda play, of: play.state.describe(play.action(of)),
    "prospects": lambda play, of: play.game.prospects(
        play.state, play.game.action_ids[play.action(of)] if of else None
    ),
    "stakes": lambda play, _: play.game.stakes(play.state),
    "audit": lambda play, _: int(play.state.call("audit")),
}
"""What can be asked about a table of any game: a name, and the rest of what stands before the colon."""


class Play:
    """A table of a position, while it is played on. A game's own class says how it is laid, judged and named.

    Attributes:
        game: whose tables they are.
        trace_fields: the module beside the rule tests that says what entries of the trace mean: check, story.
        families: the facts that list the legal actions of a family, by its prefix, as ``persons`` of ``person:``.
        whole: families of actions whose names are written with the family.
        facts: `FACTS`, and what else can be asked about a table of the game.
        chances: how chance can be wanted to come out.
        window: the phase in which all may pass; empty where there is none.
        lists, enums: names of numbers, see `number`.
        short: names of actions by how positions write them; `named` is the other way.
    """

    game: ClassVar[Game]
    trace_fields: ClassVar[ModuleType]
    families: ClassVar[dict[str, str | tuple[str, ...]]] = {}
    whole: ClassVar[tuple[str, ...]] = ()
    facts: ClassVar[dict[str, Fact]] = FACTS
    chances: ClassVar[dict[str, Wanted]] = {}
    window: ClassVar[str] = ""
    lists: ClassVar[Sequence[Sequence[str]]] = ()
    enums: ClassVar[Sequence[type[IntEnum]]] = ()
    short: ClassVar[dict[str, str]]
    named: ClassVar[dict[str, str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.short = {
            name if name.startswith(cls.whole) else name.rpartition(":")[2]: name for name in cls.game.action_names
        }
        cls.named = {name: short for short, name in cls.short.items()}
        cls.facts = {word: _of_family(prefix) for word, prefix in cls.families.items()} | cls.facts

    def __init__(self, given: str) -> None:
        self.state = self.lay(given)
        self.judge = self.judged(given)
        self.before = self.state, self.judge
        self.told: list[Entry] = []
        self.lines: list[str] = []
        self.beside: Play | None = None

    def lay(self, given: str) -> State:
        """A table as `given` says."""
        raise NotImplementedError

    def judged(self, given: str) -> Judge:
        """Who judges what is played on the table."""
        raise NotImplementedError

    def number(self, field: str, text: str) -> float:
        """What is written into a field of the table by force: a number, or what it stands for by its name.

        The name is one of `lists`, or a member of an enum, as ``Place HAND``, or ``HAND`` of `enums`' first.
        """
        if text.lstrip("+-").isdigit():
            return int(text)
        for listed in self.lists:
            if text in listed:
                return listed.index(text)
        name, _, member = text.rpartition(" ")
        enum = next(each for each in self.enums if name in ("", each.__name__))
        return int(enum[member])

    def thing(self, key: str) -> Value:
        """Where a person is, who has a country …; what it does not know is a path in the save file."""
        return cast("Value", value_at(table_of(self.state), key))

    def closes(self, after: State) -> bool:
        """Whether the pass that has led there was the last one of the window."""
        return after.phase != self.window

    def until_legal(self, action: str) -> None:
        """Play what goes by itself until an action is legal."""

    def until_chance(self) -> None:
        """Play what goes by itself until a pass brings chance about."""

    def line(self, text: str) -> None:
        """A line of play."""
        self.told = []
        self.lines.append(text)
        for token in text.split(", ") if text else ():
            self.token(token)

    def token(self, token: str) -> None:
        """One thing of a line: an action, or chance."""
        if token == "all pass but one":
            self._pass(self.closed("pass")[1:])
        elif token == "saved":
            self._save_and_load()
        elif token == "asked anew":
            self.state.call("reopen")
        elif token.startswith("wrong "):
            self._force(token.removeprefix("wrong "))
        elif token.split(" ")[0] in (UNTIL, *self.chances):
            self.until_chance()
            self._chance("pass", token)
        elif token.endswith(")"):
            action, _, chance = token[:-1].partition(" (")
            self.until_legal(self.action(action))
            self._chance(self.action(action), chance)
        else:
            self.until_legal(self.action(token))
            self.play(self.action(token))

    def action(self, text: str) -> str:
        """The full name of an action."""
        return self.short[text]

    def again(self) -> None:
        """Back to the table before the last chance."""
        self.state, self.judge = self.before

    def play(self, action: str) -> None:
        """Play an action, and let it be judged."""
        self.told += played(self.trace_fields.check, self.state, (action,))
        self.judge.follow(action, self.state)

    def closed(self, by: str) -> list[State]:
        """The table, and copies on which one after another has passed, until one more pass closes the window."""
        states = [self.state]
        while by == "pass" and self.state.phase == self.window:
            after = states[-1].clone()
            after.play("pass")
            if self.closes(after):
                break
            states.append(after)
        return states

    def _chance(self, by: str, token: str) -> None:
        how, *rest = token.split(" ")
        if how == UNTIL:
            fact = token.removeprefix(f"{UNTIL} ").replace(" and ", ", ")
            wanted: Callable[[State], bool] = lambda after: self.at(after).holds(fact)  # noqa: E731
        else:
            how, rest = (f"{how} {rest[0]}", rest[1:]) if rest and not rest[0].isdigit() else (how, rest)
            numbers, outcome = [int(each) for each in rest], self.chances[how]
            wanted = lambda after: outcome(after, numbers)  # noqa: E731
        states = self.closed(by)
        after = come_true(self.trace_fields.check, states[-1], by, wanted)
        self._pass(states[1:])
        self.judge.follow(by, after)
        self.state, self.told = after, [*self.told, *(after.trace() if after.record["told"] else [])]

    def _pass(self, states: Sequence[State]) -> None:
        """Go on with the last of the tables to which passes have led; to this table `or` goes back."""
        self.before = self.state, self.judge
        self.judge = self.judge.copy()
        for self.state in states:
            self.judge.follow("pass", self.state)

    def _save_and_load(self) -> None:
        saved = self.state.to_dict()
        self.state = self.game.from_dict(saved, backend="interpreted")
        assert self.state.to_dict() == saved, "the save is read as another table"

    def _force(self, text: str) -> None:
        """Write into the table: ``place.James I=CHILD & hand.0.SA=-1``; ``+1`` is one more than there is."""
        self.judge = Unjudged()
        for part in text.split(" & "):
            name, _, value = part.partition("=")
            field, *at = name.split(".")
            table = self.state.tables[0]
            where: Any = tuple(self._index(field, each) for each in at)
            where = where[0] if len(where) == 1 else where
            old = getattr(table, field)
            new = self.number("", value) + (int(old[where] if at else old) if value[:1] == "+" else 0)
            if at:
                np.asarray(old)[where] = new
            else:
                setattr(table, field, new)

    def _index(self, field: str, text: str) -> int | slice:
        first, colon, last = text.partition(":")
        if colon and set(first + last) <= set("-0123456789"):
            return slice(int(first) if first else None, int(last) if last else None)
        return int(self.number(field, text))

    def at(self, state: State) -> Self:
        """The same at another table."""
        other = copy(self)
        other.state, other.told = state, state.trace()
        return other

    def in_order(self, legal: set[str]) -> list[str]:
        """Actions as positions write them, in the order of their numbers."""
        return [self.named[name] for name in self.game.action_names if name in legal]

    def story(self, entries: Sequence[Entry], kinds: str) -> list[str]:
        """What entries of some kinds say, or all; of one kind without its name."""
        wanted = [type(self).kind(kind) for kind in kinds.split()]
        lines = self.trace_fields.story(entries, *wanted)
        return [" ".join(str(part) for part in each[len(wanted) == 1 :]) for each in lines] or ["nothing"]

    @classmethod
    def kind(cls, name: str) -> Any:
        """A kind of trace entry by its name."""
        return cls.trace_fields.Trace[name]

    def look(self, key: str) -> Value:
        """The value of a fact."""
        word, _, rest = key.partition(" ")
        if word == "count":
            found = cast("Sequence[Any]", self.look(rest))
            return 0 if found == ["nothing"] else len(found)
        try:
            return self.facts[word](self, rest) if word in self.facts else self.thing(key)
        except (KeyError, IndexError, TypeError) as error:
            short = f"write {word} {self.named[rest]}" if rest in self.named else ""
            raise ValueError(f"{key!r} is no fact: {short or f'nothing of that name is there: {error}'}") from error

    def holds(self, fact: str) -> bool:
        """Whether a fact is so."""
        try:
            self.check(fact)
        except AssertionError:
            return False
        return True

    def check(self, fact: str) -> None:
        """Fail where a fact is not so."""
        key, _, wanted = fact.partition(": ")
        key, _, how = key.rpartition(" ") if key.endswith((" has", " lacks", " over")) else (key, "", "")
        value = self.look(key)
        if how == "over":
            assert isinstance(value, int) and value > int(wanted), f"{fact}; it is {value}"
        elif how and isinstance(value, str):
            assert (wanted in value) == (how == "has"), f"{fact}; it is {value}"
        elif how:
            assert isinstance(value, Sequence)
            those = set(wanted.split(", ")) & {str(each) for each in value}
            assert those == (set(wanted.split(", ")) if how == "has" else set()), f"{fact}; it is {in_text(value)}"
        else:
            assert in_text(value) == wanted, f"{key} should be {wanted}, is {in_text(value)}"


def check_position(game: Callable[[str], Play], position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    play: Play | None = None
    alike = False
    for line in position.lines:
        if line.keyword in ("given", "beside"):
            before, play = play, game(line.text)
            play.beside, alike = before, line.keyword == "beside"
            continue
        assert play is not None, "a position begins with `given`"
        if alike and line.keyword == "then" and play.beside is not None:
            for text in play.beside.lines:
                play.line(text)
        alike = False
        if line.keyword == "or":
            play.again()
        if line.keyword == "then":
            for fact in line.text.split(" | "):
                play.check(fact)
        else:
            play.line(line.text)
