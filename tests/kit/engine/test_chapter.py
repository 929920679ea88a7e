"""Chapters: what they declare becomes the game's chains and audit, and what does not fit is refused by name."""

from enum import IntEnum
from typing import Any, ClassVar

import pytest

from dynasty_env.kit.engine.chapter import Chapter, Column, DeclarationError, Kind, Truth
from dynasty_env.kit.engine.loop import Automatic, Listing, Phase, has_list, is_listed
from dynasty_env.kit.engine.rule import given_by_the_game, rule
from dynasty_env.kit.engine.table import offer, push
from dynasty_env.kit.engine.truths import truth
from tests.tiny import nim

game_weight = game_carry_out = given_by_the_game
game_missing = given_by_the_game


class Step(IntEnum):
    CHOOSE = 1
    WEIGH = 2
    END = 64


class Load(Kind):
    """What can be taken: how heavy it is, and what follows."""

    columns: ClassVar = {"weight": Column(0, "t, more"), "carry_out": Column()}


@rule
def legal_choose(t):
    for n in range(3):
        offer(t, n)


@rule
def play_choose(t, action):
    t.heap = game_weight(t, 10, action)
    push(t, Step.END, t.seat, 0, 0)
    game_carry_out(t, action)


@rule
def legal_weigh(t):
    offer(t, 0)
    offer(t, 1)


@rule
def play_weigh(t, action):
    t.last = action


@rule
def light(t, more):
    return 1 + more


@rule
def heavy(t, more):
    return 5 + more


@rule
def note(t):
    t.last = 7


@rule
def end(t):
    t.done = 1
    t.step = 0


@rule
def heap_is_small(t):
    return t.heap < 100


@truth("the heap is positive")
def heap_is_positive(t):
    return t.heap >= 0


@rule
def asks_for_more(t):
    game_missing(t)


PHASES = (Phase(Step.CHOOSE), Phase(Step.WEIGH))
AUTOMATIC = (Automatic(Step.END, end),)
KINDS = (Load(0, weight=light, carry_out=note), Load(1, weight=heavy, carry_out=Step.WEIGH))
TRUTHS = (Truth("the heap is small", heap_is_small), heap_is_positive)
CHAPTER = Chapter(__name__, phases=PHASES, automatic=AUTOMATIC, kinds=KINDS, truths=TRUTHS)


@rule
def deal(t):
    t.heap = 0
    t.last = -1
    push(t, Step.CHOOSE, 0, 0, 0)


def game_of(*chapters: Chapter, **rules: Any) -> Any:
    """A game of these chapters; all else is Nim's."""
    given = {**{name: found for name, found in nim.GAME.rules.items() if name != "audit"}, "deal": deal, **rules}
    body = {"name": "loads_v0", "chapters": chapters, "rules": given, "bindings": {}, "__module__": __name__}
    return type("Loads", (type(nim.GAME),), body)()


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
def test_kinds_are_sent_to_their_rules(backend: Any) -> None:
    """A rule, a step in place of one, and a kind that gives nothing."""
    game = game_of(CHAPTER)
    found = []
    for action in range(3):
        state = game.new(1, backend=backend)
        state.play(action)
        found.append((int(state.record["heap"]), int(state.record["last"]), state.phase))
    assert found == [(11, 7, "end"), (15, -1, "weigh"), (0, -1, "end")]


def test_the_rules_of_its_own_chapters_are_plain_functions_too() -> None:
    """Words, save files and tests call them; and a game that leaves a name open is refused all the same."""
    state = game_of(CHAPTER).new(1, backend="interpreted")
    play_choose(state.tables[0], 1)
    assert (state.record["heap"], state.record["depth"]) == (15, 2)
    with pytest.raises(DeclarationError, match="calls game_carry_out, which the game does not bind"):
        game_of(Chapter(__name__, phases=PHASES, automatic=AUTOMATIC))


@rule
def is_lighter(t, number, a):
    return number < t.heap + a


@rule
def observe_the_list(t, me, seen):
    seen.heap = 0
    seen.deciding = 0
    if has_list(t.step):
        for number in range(20):
            seen.heap += is_listed(t, number)


def test_a_phase_says_who_is_on_its_list() -> None:
    """Rules ask for it in the open decision; where a decision has none, nobody is on it."""
    phases = (Phase(Step.CHOOSE), Phase(Step.WEIGH, lists=Listing(is_lighter)))
    game = game_of(Chapter(__name__, phases=phases, automatic=AUTOMATIC, kinds=KINDS), observe=observe_the_list)
    state = game.new(1, backend="interpreted")
    assert game.layout["heap"].of(state.observe(0)).tolist() == [0]
    state.play(1)
    assert state.phase == "weigh" and game.layout["heap"].of(state.observe(0)).tolist() == [15]


def test_the_audit_names_the_first_truth_that_does_not_hold() -> None:
    state = game_of(CHAPTER).new(1, backend="interpreted")
    for heap, number in ((0, 0), (100, 1), (-1, 2)):
        state.tables.array["heap"] = heap
        assert state.call("audit") == number
    assert [each.words for each in state.game.truths] == ["the heap is small", "the heap is positive"]


@truth("a heap is not the seat after next", each=3)
def heaps_differ(t, one):
    return t.heap != one + 1


@truth("there are fewer seats than the heap has", each="num_players")
def seats_are_few(t, one):
    return one < t.heap


def test_a_truth_holds_of_every_one() -> None:
    """Of a number of them, or of as many as a field says."""
    both = (heaps_differ, seats_are_few)
    chapter = Chapter(__name__, phases=PHASES, automatic=AUTOMATIC, kinds=KINDS, truths=both)
    state = game_of(chapter).new(1, backend="interpreted")
    for heap, number in ((4, 0), (1, 1), (3, 1), (0, 2)):
        state.tables.array["heap"] = heap
        assert state.call("audit") == number


@rule
def play_choose_again(t, action):
    t.heap = 1


def test_two_rules_of_one_name_are_refused() -> None:
    """The later one would play for both."""
    other = rule(type(play_choose_again)(play_choose_again.__code__, globals(), "play_choose"))
    twice = Chapter(__name__, phases=(Phase(Step.CHOOSE), Phase(Step.WEIGH, legal_weigh, other)), automatic=AUTOMATIC)
    with pytest.raises(DeclarationError, match=r"two rules are called play_choose, in .*test_chapter.*: play_step"):
        game_of(twice, audit=heap_is_small)


class Deed(Kind):
    columns: ClassVar = {"may": Column(0, "t, seat"), "weight": Column(0)}


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"phases": PHASES[:1]}, "no chapter has rules for WEIGH"),
        ({"phases": (*PHASES, Phase(Step.CHOOSE))}, "legal_step: 1 is declared 2 times"),
        (
            {"automatic": (Automatic(Step.END, asks_for_more),)},
            r"asks_for_more calls game_missing, which the game does not bind",
        ),
        ({"kinds": (*KINDS, Load(1))}, "Load 1 is declared 2 times"),
        ({"kinds": ()}, "play_choose calls game_carry_out, which the game does not bind"),
        ({"kinds": (Deed(4),)}, "nobody offers Deed 4: it has no rule `may`"),
        ({"kinds": (*KINDS, Deed(4, may=light))}, "two tables of rules have the column 'weight'"),
        ({"truths": (heap_is_small,)}, "test_chapter.heap_is_small is listed as a truth, but does not say"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(declared: dict[str, Any], message: str) -> None:
    whole = {"phases": PHASES, "automatic": AUTOMATIC, "kinds": KINDS, "truths": TRUTHS}
    with pytest.raises(DeclarationError, match=message):
        game_of(Chapter(__name__, **(whole | declared)))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"wait": note}, "Load 3 has no column 'wait': choose from weight, carry_out"),
        ({"weight": Step.WEIGH}, "Load 3: weight needs a rule, not the step"),
    ],
)
def test_a_wrong_row_is_refused_where_it_stands(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        Load(3, **rules)


def test_a_phase_without_rules_is_refused_where_it_is_declared() -> None:
    with pytest.raises(DeclarationError, match=r"test_chapter declares the phase END, but has no rule legal_end"):
        Chapter(__name__, phases=(Phase(Step.END),))
