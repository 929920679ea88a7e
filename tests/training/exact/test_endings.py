"""Endings of large games, walked through exactly: all tables that are possible, and from them on every move."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dynasty_env
from agents.registry import make_bot
from dynasty_env.kit.engine.rng import below
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.errors import OptionError, RuleFault
from dynasty_env.kit.files.replays import Replay, SavedGame
from dynasty_env.kit.game import Game
from dynasty_env.kit.outcomes import deals, possible_tables
from dynasty_env.reference import kuhn, leduc
from tests.command_line import dynasty
from tests.tiny import nim
from training.exact.command import position
from training.exact.policy import policy_of
from training.exact.solve import solve
from training.exact.tree import build
from training.exact.value import exploited


@pytest.mark.parametrize(("game", "seats"), [(kuhn.GAME, 2), (kuhn.GAME, 3), (leduc.GAME, 2), (leduc.GAME, 3)])
def test_at_the_deal_all_deals_are_possible(game: Game, seats: int) -> None:
    def cards(outcomes: Any) -> dict[bytes, Fraction]:
        return {each.state.record["card"].tobytes(): each.probability for each in outcomes}

    state = game.new(3, backend="interpreted", num_players=seats)
    assert cards(possible_tables(state)) == cards(deals(game, num_players=seats))


@pytest.mark.parametrize(("game", "seats"), [(kuhn.GAME, 2), (kuhn.GAME, 3), (leduc.GAME, 2)])
def test_from_the_deal_on_the_tree_is_the_whole_games(game: Game, seats: int) -> None:
    whole = build(game, backend="interpreted", num_players=seats)
    ending = build(game, backend="interpreted", ending=game.new(3, backend="interpreted", num_players=seats))
    assert (len(ending.parent), len(ending.seat)) == (len(whole.parent), len(whole.seat))
    for policy in (lambda tree: tree.uniform(), lambda tree: solve(tree, 30)):
        assert exploited(ending, policy(ending)).best == pytest.approx(exploited(whole, policy(whole)).best)


def test_cards_that_are_out_are_no_longer_possible() -> None:
    """Both have checked, and a king lies on the table: one king and two of each other card are left."""
    game = leduc.GAME
    seed = next(seed for seed in range(99) if _second_round(game, seed).record["board"] == 2)
    tables = possible_tables(_second_round(game, seed))
    likely = {tuple(each.state.record["card"][:2].tolist()): each.probability for each in tables}
    left = (2, 2, 1)
    assert likely == {
        (a, b): Fraction(left[a] * (left[b] - (a == b)), 20) for a in range(3) for b in range(3) if (a, b) != (2, 2)
    }


def _second_round(game: Game, seed: int) -> Any:
    state = game.new(seed, backend="interpreted", num_players=2)
    for _ in range(2):
        state.play(int(state.legal()[0]))
    return state


@rule
def forgetful_hide(t, me):
    """Each seat takes another heap for the true one."""
    t.heap = 3 + me


@rule
def biased_hide(t, me):
    """The first seat holds a heap of 3 twice as likely as one of 4, the second one half as likely."""
    t.heap = 3 if below(t, 3) <= (me == 0) else 4


@pytest.mark.parametrize(
    ("hide", "message"),
    [
        (forgetful_hide, "hiding from seat 1 never leads to the actual table"),
        (biased_hide, "what seats probably hold after hiding is none of its deals"),
    ],
)
def test_hiding_that_contradicts_itself_is_named(hide: Any, message: str) -> None:
    made: Any = type("Variant", (nim.Nim,), {"name": "variant_v0", "rules": {**nim.Nim.rules, "hide": hide}})
    state = made().new(3, backend="interpreted")
    with pytest.raises(RuleFault, match=message):
        possible_tables(state)


def test_what_cannot_be_listed_is_refused() -> None:
    with pytest.raises(OptionError, match="dynasty_v0: what seat 0 does not know draws in more than 50,000 ways"):
        build(dynasty_env.game("dynasty_v0"), ending=dynasty_env.game("dynasty_v0").new(1))


def test_the_duels_last_blow() -> None:
    """With the queen of hearts, one card of four, the fencer strikes first; else both stay out of reach."""
    game = dynasty_env.game("figures_v0")
    ending = position(game, "last_blow")
    assert [each.probability for each in possible_tables(ending)] == [Fraction(1, 24)] * 24  # orders of four cards
    tree = build(game, ending=ending)
    solved = exploited(tree, solve(tree, 60))
    assert solved.values == pytest.approx([0.25, -0.25], abs=1e-3) and solved.nash_conv < 1e-3
    greedy = exploited(tree, policy_of(make_bot("greedy", game), tree, samples=1).policy)
    assert greedy.best == pytest.approx([0.25, 0.5]), "a best response waits, or strikes whoever has come near"


def test_a_saved_game_is_an_ending_as_a_bare_table_is(tmp_path: Path) -> None:
    state = leduc.GAME.new(3, backend="interpreted", num_players=2)
    game = SavedGame(Replay.of(state, ["greedy", "greedy"], dealt=True), state)
    game.write(tmp_path / "game.json")
    (tmp_path / "table.json").write_text(json.dumps(state.to_dict()), encoding="utf-8")
    for name in ("game.json", "table.json"):
        assert position(leduc.GAME, str(tmp_path / name)).to_dict() == state.to_dict()


def test_a_wrong_ending_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"game": "figures_v0", "phase": "lunch"}', encoding="utf-8")
    for arguments, message in (
        (
            ["figures_v0", "random", "--exact", "--ending", "nowhere"],
            "--ending nowhere is neither a save file nor one of",
        ),
        (["figures_v0", "random", "--exact", "--ending", str(broken)], "broken.json: "),
        (["kuhn_v0", "random", "--exact", "--ending", "last_blow"], "last_blow.json: "),
        (["figures_v0", "random", "--ending", "last_blow"], "--ending needs --exact"),
        (["figures_v0", "random", "--exact", "--ending", "last_blow", "--seats", "2"], "omit --option and --seats"),
    ):
        code, text = dynasty("exploit", *arguments)
        assert (code, message in text.replace("'", "")) == (2, True), text
