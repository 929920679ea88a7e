"""What the words of Three Kingdoms' positions mean; those of every game are told in tests/position_play.py.

`given`: who controls which areas, with how many troops and which generals, between bars: ``Dong Zhuo: Luoyang 12 Li Ru
+ Hua Xiong; Changan 5``, ``clans: Bingzhou 10``, ``nobody: Youzhou Zhao Yun``. What is laid twice is as laid last. It
is the phase of the country that is named first, and other countries, areas and generals are out of the game; a ruler
whom nothing names is in the first area that is left to his country. When the phase is over, ``phase`` is
``ally_answer``: the last seat is asked something that has no end. ``turn 3`` begins a turn instead, ``turn 3 (card has:
0 7)`` one with such chance, and ``dealt`` is the scenario as it is dealt, in which the rest is laid. ``seed``,
``scenario``, ``seats``, ``powers``, ``max_turns``: with which options; ``dead``, ``gone``, ``unborn Guan Yu + Liu
Bei``: who is not on the map; ``fallen Sun``; ``cards 1 2 3 4 5``: those that are left of the period; ``not judged``:
the page does not know such a table. Any other field of the table is ``field=value`` or ``field.whose=value``:
``points=3``, ``acted.Li Ru=1``.

`when`: actions by their names (``levy:Luoyang``, ``invade:Xuchang``, ``done``); areas, countries, sides, generals and
numbers of troops without the family; and those with a question mark only if they are legal. What an action is to lead
to stands behind it: ``all (duel 2)``: the kind of the next round, ``done (phase: retreat)``, ``all (lost: defenders 3
and checked has: Li Ru duel-3 death)``: any facts. ``lay`` alters the table as `given` does, with ``&`` between what is
laid. `or` plays on from the table before the last line instead.

`then`: ``Xuchang: Dong Zhuo 10`` says whose an area is, with how many troops, ``Li Ru: Dong Zhuo in Xuchang`` where a
general is, ``legal area`` or ``legal general`` what can be named of a family, ``asked: Yuan Shao retreat`` whose seat
is asked what; kinds of the trace by their names, as ``checked: Li Ru duel-3 death``; and fields of the table, as in
`given`. ``outcomes FACT by ACTION`` are all that chance makes of it; ``holds TRUTH`` asks the audit, also of tables
into which something is written by ``wrong``, or on whose stack a step ``waits``.

Every move is judged by the page's own account, too (`tests.three_kingdoms.oracle`).
"""

import re
from collections.abc import Sequence
from typing import Any, ClassVar, cast

import numpy as np

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.options import own_options
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Step, Trace
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.turn import begin_phase
from dynasty_env.three_kingdoms.table import MARKERS
from tests.position_play import Judge, Play, Unjudged, Value, by_turns, in_text
from tests.position_play import check_position as check
from tests.positions import Position
from tests.rule_testing import come_true, names, with_key
from tests.three_kingdoms.oracle.laid import Agreement

from . import trace_fields
from .conftest import empty, put
from .trace_fields import OWNERS, SIDES

OPTIONS = {"seats": "num_players"} | {option.name: option.name for option in own_options(GAME.options)}
OFF = {word: m.Place[word.upper()] for word in ("dead", "gone", "unborn")}
ENUMS = {"status": m.Status, "allied": m.Pact, "work": m.Work, "place": m.Place, "role": m.Role, "method": m.Method}
NAMES = (
    dict.fromkeys(("control", "country", "power", "defender", "first_attacker", "taken_by", "split_with",
                   "seat_country", "directed"), OWNERS)
    | dict.fromkeys(("area", "goal", "target", "battle", "reach"), (*m.AREA_NAMES, "nowhere"))
    | {"ruler": (*m.GENERAL_NAMES, "nobody"), "duellist": (*m.GENERAL_NAMES, "clansman")}
)  # fmt: skip
"""What the numbers of a field of the table are called; the last name is -1's."""
ROWS = {m.AREAS: m.AREA_NAMES, m.GENERALS: m.GENERAL_NAMES, m.SIDES: SIDES, m.COUNTRIES: OWNERS, m.OWNERS: OWNERS,
        MARKERS: OWNERS}  # fmt: skip
"""What the places of a row are called, by its length."""
HERE = re.compile(r"(\S+)(?: (\d+))?(?: (.+))?")
APART = re.compile(r", (?![^(]*\))")
BEGINS = re.compile(r"turn \d+ \((.*?)\)")
ROUND = re.compile(r"(duel|battle|stratagem) (\d)")
TRIES = 120
"""Dice that `outcomes` tries."""


def lay(given: str) -> tuple[State, str, Any]:
    """A table as `given` says, what begins there, and its record before that."""
    options, items, seed = dict[str, int](), list[str](), 1
    for item in given.split(" | "):
        word, _, number = item.partition(" ")
        if word in OPTIONS or word == "seed":
            options[OPTIONS.get(word, word)] = int(number)
        elif item == "ask_forced":
            options[item] = 1
        else:
            items.append(item)
    state = GAME.new(options.pop("seed", seed), backend="interpreted", **{"scenario": 1} | options)
    t, dealt = state.tables[0], "dealt" in items
    laid = [item for item in items if item not in ("dealt", "not judged") and not item.startswith(("turn ", "phase "))]
    owners = dict.fromkeys(item.partition(": ")[0] for item in laid if ": " in item)
    if not dealt:
        empty(state, *owners)
        for owner in owners.keys() & set(m.COUNTRY_NAMES):
            t.status[OWNERS.index(owner)] = m.Status.PLAYING
    elif len(items) == 1:
        fresh = state.record.copy()
        fresh["turn"] = 0
        return state, "deal", fresh
    for item in laid:
        lay_item(state, item)
    for owner in owners if not dealt else ():
        _ruler_somewhere(state, owner, laid)
    turn = next((item.split(" ")[1] for item in items if item.startswith("turn ")), "")
    if turn:
        t.turn, t.depth, t.free_moves, t.told, t.trace_length = int(turn) - 1, 0, 0, 0, 0
        return state, "turn", state.record.copy()
    power = next((item.partition(" ")[2] for item in items if item.startswith("phase ")), "") or next(iter(owners))
    _begin_phase(t, OWNERS.index(power))
    state.call("proceed")
    for item in laid:
        if "=" in item:
            lay_item(state, item)
    state.call("reopen")
    return state, "act", None


def _ruler_somewhere(state: State, owner: str, laid: list[str]) -> None:
    """A ruler whom nothing names is in the first area that is left to his country; ValueError if there is none."""
    t, country = state.tables[0], OWNERS.index(owner)
    if country >= m.COUNTRIES or t.ruler[country] == m.NO_ONE:
        return
    ruler = m.GENERAL_NAMES[t.ruler[country]]
    off = [name for item in laid if item.split(" ")[0] in OFF for name in item.partition(" ")[2].split(" + ")]
    if t.place[t.ruler[country]] in (m.Place.GONE, m.Place.UNBORN) and ruler not in off:
        items = (item.removeprefix(f"{owner}: ") for item in laid if item.startswith(f"{owner}: "))
        areas = (each.split(" ")[0] for item in items for each in item.split("; "))
        first = next((area for area in areas if t.control[m.AREA_NAMES.index(area)] == country), "")
        if not first:
            raise ValueError(f"{owner} has no area left for its ruler {ruler}: name him, or leave it one")
        put(state, first, owner, int(t.troops[m.AREA_NAMES.index(first)]), ruler)


def _begin_phase(t: Any, power: int) -> None:
    """When it is over, the last seat is asked something that has no end."""
    t.depth = t.free_moves = 0
    t.turn = max(t.turn, t.first_turn)
    for marker in range(MARKERS):
        t.cup[marker] = 0
    last = max(seat for seat in range(t.num_players) if t.status[t.seat_country[seat]] == m.Status.PLAYING)
    push(t, Step.ALLY_ANSWER, last, power, power)
    begin_phase(t, power)
    t.told = t.trace_length = 0


def lay_item(state: State, item: str) -> None:
    """One thing of a table."""
    t = state.tables[0]
    word, _, rest = item.partition(" ")
    if word in OFF:
        for name in rest.split(" + "):
            take_off(t, m.GENERAL_NAMES.index(name), OFF[word])
    elif word == "fallen":
        for name in rest.split(" + "):
            t.status[OWNERS.index(name)] = m.Status.FALLEN
    elif word == "cards":
        for card in range(m.CARDS):
            t.turned[card] = str(card + 1) not in rest.split()
    elif "=" in item:
        write(t, item)
    else:
        owner, colon, areas = item.partition(": ")
        if not colon or owner not in OWNERS:
            raise ValueError(f"{item!r} is neither somebody's area nor a field")
        for each in areas.split("; "):
            _control(state, owner, each)


def _control(state: State, owner: str, here: str) -> None:
    match = HERE.fullmatch(here)
    assert match, here
    where, troops, generals = match.groups()
    put(state, where, owner, int(troops or 0), *(generals.split(" + ") if generals else ()))


def write(t: Any, item: str) -> None:
    """``points=3``, ``acted.Li Ru=1``, ``control.Luoyang=nobody``; ``+1`` is one more than there is."""
    path, _, text = item.partition("=")
    field, *at = path.split(".")
    row = getattr(t, field)
    if field in ENUMS and not text.lstrip("-").isdigit():
        new = int(ENUMS[field][text.upper()])
    else:
        new = _number(NAMES.get(field, ()), text)
    if at:
        where = _number(ROWS.get(len(row), ()), at[0])
        row[where] = new + (int(row[where]) if text[0] == "+" else 0)
    else:
        setattr(t, field, new)


def _number(among: Sequence[str], text: str) -> int:
    if text.lstrip("+-").isdigit():
        return int(text)
    return -1 if text in ("nobody", "nowhere") else among.index(text)


class KingdomsPlay(Play):
    """A table of Three Kingdoms."""

    game = GAME
    trace_fields: ClassVar = trace_fields
    whole = ("levy:", "invade:", "clans:", "troops of:", "generals of:", "general:")

    def __init__(self, given: str) -> None:
        self.begun: list[Any] = []
        super().__init__(given)
        self.told = self.state.trace() if self.state.record["told"] else []

    def lay(self, given: str) -> State:
        """A table as `given` says; a turn that is to begin with certain cards and markers is begun until it does."""
        state, *self.begun = lay(given)
        wanted = BEGINS.search(given)
        for key in range(1000 if self.begun[0] == "turn" else 0):
            turn = state.clone()
            turn.tables.array["key0"] = key
            push(turn.tables[0], Step.TURN, 0, 0, 0)
            turn.call("proceed")
            if not wanted or all(self.at(turn).holds(fact) for fact in wanted[1].split(" and ")):
                trace_fields.check_fields(turn)
                return turn
        assert self.begun[0] != "turn", f"no turn begins so: {given}"
        return state

    def judged(self, given: str) -> Judge:
        """The page's own account, unless it does not know the table."""
        return Unjudged() if "not judged" in given else Agreement(self.state, *self.begun)

    def token(self, token: str) -> None:
        """Also what may not be legal, what is laid, and what an action is to lead to."""
        if token.startswith("lay "):
            for item in token.removeprefix("lay ").split(" & "):
                lay_item(self.state, item)
            self.state.call("reopen")
            if isinstance(self.judge, Agreement):
                self.judge.lay(self.state)
        elif token.endswith("?"):
            if self.action(token[:-1]) in names(self.state):
                self.play(self.action(token[:-1]))
        elif token.endswith(")"):
            text, _, facts = token[:-1].partition(" (")
            self._lead_to(self.action(text), facts)
        elif token == "saved" or token.startswith("wrong "):
            super().token(token)
        else:
            self.play(self.action(token))

    def line(self, text: str) -> None:
        """A line of play, which another one may come to stand for."""
        self.before = self.state.clone(), self.judge
        self.judge = self.judge.copy()
        self.told = []
        self.lines.append(text)
        for token in APART.split(text) if text else ():
            self.token(token)

    def again(self) -> None:
        """Back to the table before the last line."""
        self.state, self.judge = self.before

    def _lead_to(self, action: str, facts: str) -> None:
        wanted = [ROUND.sub(r"fights: \1 \2", fact) for fact in facts.split(" and ")]
        self.state = come_true(trace_fields.check, self.state, action,
                               lambda after: all(self.at(after).holds(fact) for fact in wanted), 3_000)  # fmt: skip
        self.told = [*self.told, *(self.state.trace() if self.state.record["told"] else [])]
        self.judge.follow(action, self.state)

    def action(self, text: str) -> str:
        """The full name of an action; a general's is that of his slot."""
        legal = names(self.state)
        for family in ("", "country:", "area:", "side:", "troops:"):
            if family + text in legal:
                return family + text
        if text in m.GENERAL_NAMES:
            slots = [m.GENERAL_NAMES[each] for each in nouns.listed(self.state)]
            return f"general:{slots.index(text) + 1}" if text in slots else "general:80"
        return self.short.get(text, text)

    def _force(self, text: str) -> None:
        self.judge = Unjudged()
        for item in text.split(" & "):
            if item.startswith("waits "):
                step, country = item.removeprefix("waits ").split(" ", 1)
                push(self.state.tables[0], Step[step], 0, OWNERS.index(country), 0)
            else:
                write(self.state.tables[0], item)

    def in_order(self, legal: set[str]) -> list[str]:
        """Actions in the order of their numbers: generals by their names, and troops from the fewest to the most."""
        slots = nouns.listed(self.state)
        found, troops = list[str](), [int(name[7:]) for name in legal if name.startswith("troops:")]
        for name in super().in_order({each for each in legal if not each.startswith("troops:")}):
            family, _, slot = name.partition(":")
            found.append(m.GENERAL_NAMES[slots[int(slot) - 1]] if family == "general" else name)
        if troops:
            assert sorted(troops) == [*range(1, max(troops) + 1)]
            found.append(f"1-{max(troops)}")
        return found

    def thing(self, key: str) -> Value:
        """Where a general is, whose an area is, or what a field of the table holds."""
        r = self.state.record
        if key in m.GENERAL_NAMES:
            number = m.GENERAL_NAMES.index(key)
            place, area = m.Place(int(r["place"][number])), int(r["area"][number])
            whose = OWNERS[r["country"][number]] if place == m.Place.SERVING else place.name.lower()
            return (
                whose
                if place not in (m.Place.SERVING, m.Place.FREE)
                else (f"{whose} in {m.AREA_NAMES[area]}" if area >= 0 else f"{whose} on the way")
            )
        if key in m.AREA_NAMES:
            number = m.AREA_NAMES.index(key)
            return f"{OWNERS[r['control'][number]]} {r['troops'][number]}"
        field, *at = key.split(".")
        row = r[field]
        return _named(field, row[_number(ROWS.get(len(row), ()), at[0])] if at else row)

    @classmethod
    def kind(cls, name: str) -> Trace:
        """A kind of trace entry by its name."""
        return Trace[name.upper()]


def _named(field: str, value: Any) -> Value:
    if np.ndim(value):
        return [cast("str", _named(field, each)) for each in value]
    if field in ENUMS:
        return ENUMS[field](int(value)).name.lower()
    called = NAMES.get(field, ())
    return called[int(value)] if called and int(value) < len(called) else int(value)


def _outcomes(play: KingdomsPlay, of: str) -> list[str]:
    fact, _, text = of.rpartition(" by ")
    answers, action = set[str](), play.action(text)
    for key, table in zip(range(TRIES), by_turns(play.state), strict=False):
        after = with_key(table, key)
        after.play(action)
        answers.add(in_text(play.at(after).look(fact)).replace(", ", " and "))
    return sorted(answers)


def _holds(play: KingdomsPlay, name: str) -> bool:
    """Whether a truth, by the name of its rule, holds."""
    (truth,) = (truth for truth in GAME.truths if truth.holds.__name__ == name)
    return bool(truth.holds(play.state.tables[0]))


def _legal(play: KingdomsPlay, family: str) -> list[str]:
    legal = names(play.state)
    if not family:
        return play.in_order(legal)
    return [name.removeprefix(f"{family}:") for name in play.in_order({n for n in legal if n.startswith(f"{family}:")})]


KINDS = {kind.name.lower(): kind for kind in Trace if kind.name.lower() not in ("points", "turn", "split", "asked")}
KingdomsPlay.facts = (
    KingdomsPlay.facts
    | {word: (lambda play, _, kind=word: play.story(play.told, kind)) for word in KINDS}
    | {"first": lambda play, kind: play.story(play.told, kind)[0],
       "fights": lambda play, _: f"{_named('method', play.state.record['method'])} {play.state.record['number']}",
       "legal": _legal, "outcomes": _outcomes, "holds": _holds,
       "asked": lambda play, _: f"{OWNERS[play.state.record['seat_country'][play.state.seat]]} {play.state.phase}"}
)  # fmt: skip


def check_position(position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    check(KingdomsPlay, position)
