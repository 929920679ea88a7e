"""Chance that is listed: it is what the generator could have drawn, all of it, with the right probabilities."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dynasty_env import kingdoms_v0
from dynasty_env.kit.engine import rng
from dynasty_env.kit.engine.backend import Interpreted, Tables
from dynasty_env.kit.engine.rng import below, shuffle, threefry
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.errors import IllegalActionError, OptionError, RuleFault
from dynasty_env.kit.game import Game
from dynasty_env.kit.outcomes import Drawing, deal_of, deals, outcomes
from dynasty_env.kit.state import State
from dynasty_env.reference import leduc
from tests.games import ALL
from tests.tiny import cut_in, dice, nim


class Recorder:
    """Draws as the generator does, and remembers what it has drawn."""

    def __init__(self) -> None:
        self.drawn: list[int] = []

    def __call__(self, t: object, n: int) -> int:
        number = below(t, n)
        if n > 1:
            self.drawn.append(number)
        return int(number)


def recorded(game: Game, tables: Tables, entry: str, *arguments: int) -> list[int]:
    """What the generator draws in a deal or a move, which is carried out."""
    recorder = Recorder()
    rules = Interpreted(game._replaced, instead={below: recorder})
    rules.call(entry, tables, 0, *arguments)
    return recorder.drawn


@pytest.mark.parametrize("game", [*ALL, dice.GAME, leduc.GAME], ids=lambda game: game.name)
def test_with_the_generators_draws_it_is_the_generators_game(game: Game) -> None:
    """The forced rules come to the same bytes, deal and moves, if they are given what the generator has drawn."""
    tables = game.blank(1, game.check_options({}))
    forced = tables.copy()
    draws = recorded(game, tables, "deal", 5)
    game.forced.call("deal", forced, draws, 5)
    assert forced.array.tobytes() == tables.array.tobytes()
    dice_ = np.random.default_rng(5)
    chance = len(draws)
    for _ in range(40):
        state = State(game, tables, game.interpreted)
        if state.done:
            break
        action = int(dice_.choice(state.legal()))
        draws = recorded(game, tables, "step", action)
        chance += len(draws)
        game.forced.call("step", forced, draws, action)
        assert forced.array.tobytes() == tables.array.tobytes()
    assert chance


def test_a_die_has_six_outcomes_and_the_lower_of_two_fewer() -> None:
    state = dice.GAME.new(1, backend="interpreted", num_players=2)
    before = state.tables.array.tobytes()
    own = outcomes(state, 0)
    assert [o.probability for o in own] == [Fraction(1, 6)] * 6
    assert sorted(int(o.state.record["sums"][0]) for o in own) == [1, 2, 3, 4, 5, 6]
    lower = {}
    for o in outcomes(state, 1):
        lost = -int(o.state.record["sums"][1])
        lower[lost] = lower.get(lost, 0) + o.probability
    assert lower == {k: Fraction(2 * (6 - k) + 1, 36) for k in range(1, 7)}
    assert state.tables.array.tobytes() == before
    with pytest.raises(IllegalActionError):
        outcomes(state, 2)


def test_a_drawing_stops_before_each_draw() -> None:
    drawing = deal_of(leduc.GAME, num_players=2)
    assert drawing.choices == 6
    assert drawing.drawn(0).choices == 5
    dealt = drawing.drawn(0).drawn(0)
    assert (dealt.choices, dealt.state.seed) == (0, -1)
    assert dealt.state.record["card"][:2].tolist() == [0, 0]  # the pack is in order, and holds two of each rank
    with pytest.raises(AssertionError):
        _ = drawing.state
    with pytest.raises(ValueError, match="out of range"):
        drawing.drawn(6)
    with pytest.raises(ValueError, match="left over"):
        dealt.drawn(0)


def test_moves_without_chance_lead_to_one_table() -> None:
    state = nim.GAME.new(1, backend="interpreted")
    (only,) = outcomes(state, 0)
    state.play(0)
    assert (only.probability, only.state.tables.array.tobytes()) == (1, state.tables.array.tobytes())
    heaps = {int(o.state.record["heap"]): o.probability for o in deals(nim.GAME)}
    assert heaps == {heap: Fraction(1, 8) for heap in range(12, 20)}


@rule
def shuffled_deal(t):
    """A shuffle of three, of which the last is kept: six orders, three tables."""
    for i in range(3):
        t.stack[0, i] = i
    pile = [0, 1, 2]
    shuffle(t, pile, 0, 3)
    t.heap = pile[2] + 1
    nim.push(t, nim.Step.TAKE, 0, 0, 0)


@rule
def secretive_deal(t):
    t.heap = threefry(t.key0, t.key1, 0, 0)[0] % 8
    nim.push(t, nim.Step.TAKE, 0, 0, 0)


@rule
def roundabout_deal(t):
    t.heap = rng.below(t, 8)
    nim.push(t, nim.Step.TAKE, 0, 0, 0)


def variant(deal_rule: Any, called: str) -> Game:
    made = type("Variant", (nim.Nim,), {"name": called, "rules": {**nim.Nim.rules, "deal": deal_rule}})
    game: Game = made()
    return game


def test_a_pack_of_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dynasty_env.kit.outcomes.MAX_SEQUENCES", 1_000)
    with pytest.raises(OptionError, match="the deal of cut_in_v0 draws in more than 1,000 ways"):
        deals(cut_in.GAME)


def test_orders_that_come_to_the_same_are_one_outcome() -> None:
    found = deals(variant(shuffled_deal, "shuffled_v0"))
    assert [o.probability for o in found] == [Fraction(1, 3)] * 3


@pytest.mark.parametrize("deal", [secretive_deal, roundabout_deal])
def test_rules_that_draw_past_what_is_listed_are_refused(deal: object) -> None:
    with pytest.raises((ValueError, RuleFault), match="draws what cannot be enumerated"):
        deals(variant(deal, "secretive_v0"))


@rule
def eight_dice_deal(t):
    for _ in range(8):
        t.heap = 1 + below(t, 6)
    nim.push(t, nim.Step.TAKE, 0, 0, 0)


def test_many_dice_are_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long before 50,000 sequences have been played."""
    played = []
    drawn = Drawing.drawn
    monkeypatch.setattr(Drawing, "drawn", lambda self, number: (played.append(number), drawn(self, number))[1])
    with pytest.raises(OptionError, match="the deal of eight_v0 draws in more than 50,000 ways"):
        deals(variant(eight_dice_deal, "eight_v0"))
    assert len(played) < 1_000


def test_what_only_dice_tell_apart_is_one_table_if_the_trace_does_not_count() -> None:
    """Kingdoms: two dice incite somebody, or they do not."""
    game, random = kingdoms_v0.game, np.random.default_rng(3)
    state, found = game.new(0, num_players=3), None
    while found is None:
        if state.phase == "incite_target" and len(outcomes(state, int(state.legal()[0]))) == 36:
            found = [outcomes(state, int(state.legal()[0]), trace=trace) for trace in (True, False)]
        state = game.new(state.seed + 1, num_players=3) if state.done else state
        state.play(int(random.choice(state.legal())))
    apart, together = found
    assert (len(apart), len(together)) == (36, 2)
    assert sum(each.probability for each in together) == 1
