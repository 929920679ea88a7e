"""Games as OpenSpiel's: its own checks, what seats are told, resampling, and its searches."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.rl_environment import Environment

import dynasty_env
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.game import Game, ListedChance
from dynasty_env.reference import kuhn, leduc
from tests.own import nothing_loaded as nothing_loaded
from tests.tiny import cut_in, nim
from training.bridges import openspiel
from training.exact.tree import build

openspiel.register(cut_in.GAME, "dynasty_env_cut_in")
openspiel.register(nim.GAME)
CUT_IN = "dynasty_env_cut_in"
GAMES = [
    CUT_IN,
    "dynasty_env_nim(num_players=3,reward=rank)",
    "dynasty_env_shinsengumi(num_players=2)",
    "dynasty_env_leduc(num_players=3)",
]
SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")


def dealt(name: str, seed: int = 1) -> pyspiel.State:
    state = pyspiel.load_game(name).new_initial_state()
    rng = np.random.default_rng(seed)
    while state.is_chance_node():
        state.apply_action(int(rng.integers(openspiel.OUTCOMES)))
    return state


def played(name: str, seed: int = 1) -> Iterator[pyspiel.State]:
    """Every decision of a random game: the same state object, moved on."""
    state = dealt(name, seed)
    rng = np.random.default_rng(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_checks_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_every_game_is_registered_with_its_options() -> None:
    for name, actions in (("dynasty", 2), ("shinsengumi", 2), ("kingdoms", 2), ("figures", 2), ("three_kingdoms", 2)):
        game = pyspiel.load_game(f"dynasty_env_{name}(num_players=3)")
        assert game.num_players() == 3
        assert game.num_distinct_actions() > actions
        assert game.max_game_length() > 100
    assert openspiel.register(nim.GAME) == "dynasty_env_nim"  # twice is once
    with pytest.raises(OptionError, match="num_players"):
        pyspiel.load_game("dynasty_env_nim(num_players=7)")
    with pytest.raises(OptionError, match="reward='foo' is unknown: reward is one of win"):
        pyspiel.load_game("dynasty_env_nim(reward=foo)")


def test_the_digits_of_the_seed_deal_the_game() -> None:
    state = dealt(CUT_IN)
    digits = state.history()
    assert len(digits) == openspiel.DIGITS
    twin = cut_in.GAME.new(sum(digit << 9 * place for place, digit in enumerate(digits)))
    assert [*state.table.record["hand"].ravel()] == [*twin.record["hand"].ravel()]


def test_a_game_is_that_of_the_state_api() -> None:
    for state in played(CUT_IN):
        table = state.table
        seat = state.current_player()
        assert (seat, state.legal_actions()) == (table.seat, table.legal().tolist())
        expected = cut_in.GAME.layout.onehot(table.observe(seat))
        assert np.array_equal(np.array(state.observation_tensor(seat), np.float32), expected)
        assert state.legal_actions((seat + 1) % 3) == []
    assert state.returns() == pytest.approx([float(won) for won in state.table.returns("win")])
    assert sum(state.returns()) == 0


def test_clones_and_pickles_go_on_alike() -> None:
    for number, state in enumerate(played(CUT_IN)):
        if number % 5 == 0:
            action = state.legal_actions()[-1]
            copies = [state.clone(), pickle.loads(pickle.dumps(state))]
            copies.append(state.get_game().deserialize_state(state.serialize()))
            before = str(state)
            for copy in copies:
                assert str(copy) == before
                copy.apply_action(action)
            assert str(state) == before
            assert len({str(copy) for copy in copies}) == 1
            for seat in range(3):
                assert len({copy.information_state_string(seat) for copy in copies}) == 1


def test_information_states_grow_and_remember_own_choices() -> None:
    before = ["", "", ""]
    for state in played(CUT_IN):
        for seat in range(3):
            memory = state.information_state_string(seat).splitlines()
            assert memory[0] == f"seat {seat}"
            kept = "\n".join(memory[:-1])  # the last line is what it sees now
            assert kept.startswith(before[seat])
            before[seat] = kept
    assert ", chose " in before[0]


def test_a_seat_is_told_nothing_that_it_cannot_know() -> None:
    """Two tables that a seat cannot tell apart tell it the same, and nothing of the truth is left in the other."""
    kept = 0
    for state in played(CUT_IN, seed=3):
        for seat in range(3):
            other = state.resample_from_infostate(seat, SAMPLER)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            if state.current_player() == seat:
                assert (other.current_player(), other.legal_actions()) == (seat, state.legal_actions())
            assert other.history() == []
            assert other.table.seed == -1
            kept += sum(
                other.information_state_string(each) == state.information_state_string(each) for each in range(3)
            )
    assert kept == 3 * sum(1 for _ in played(CUT_IN, seed=3))  # what the others remember is never carried over


def test_silent_passes_are_told_to_nobody() -> None:
    """Nim's moves are all told; in the interrupting game a pass is not."""
    for state in played(CUT_IN):
        if state.legal_actions()[0] == 0:  # may pass
            seat = state.current_player()
            others = [(each, state.clone().information_state_string(each)) for each in range(3) if each != seat]
            after = state.clone()
            after.apply_action(0)
            if not after.table.told:
                for each, memory in others:
                    assert after.information_state_string(each).splitlines()[:-1] == memory.splitlines()[:-1]
                return
    pytest.fail("nobody passed in silence")


def test_illegal_actions_and_observers_are_refused() -> None:
    state = dealt(CUT_IN)
    illegal = next(a for a in range(7) if a not in state.legal_actions())
    before = str(state)
    with pytest.raises(IllegalActionError):
        state.apply_action(illegal)
    assert str(state) == before
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(ValueError, match="by a seat"):
        state.get_game().make_py_observer(public)


def test_ismcts_finds_the_winning_move_of_nim_and_plays_the_hidden_game() -> None:
    game = pyspiel.load_game("dynasty_env_nim")
    found = 0
    for seed in range(4):
        state = dealt("dynasty_env_nim", seed)
        while state.table.record["heap"] > 7 or state.table.record["heap"] % 4 == 0:
            state.apply_action(0)
        best = int(state.table.record["heap"]) % 4 - 1
        found += openspiel.ismcts_bot(game, 200, seed).step(state) == best
    assert found == 4
    state = dealt(CUT_IN)
    bot = openspiel.ismcts_bot(state.get_game(), 8, 0)
    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_mcts_plays_although_it_sees_everything() -> None:
    state = dealt(CUT_IN)
    dice = np.random.RandomState(0)
    bot = MCTSBot(state.get_game(), 1.4, 6, RandomRolloutEvaluator(1, dice), random_state=dice)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert len(state.returns()) == 3


def test_openspiels_environment_for_learners() -> None:
    env = Environment(pyspiel.load_game(CUT_IN))
    step = env.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == cut_in.GAME.layout.onehot_size
        step = env.step([step.observations["legal_actions"][seat][0]])
    assert len(step.rewards) == 3


def test_python_ends_in_peace() -> None:
    """Games that OpenSpiel holds are freed after Python has gone; a function among them would take it along."""
    code = "import pyspiel, training.bridges.openspiel; pyspiel.load_game('dynasty_env_kingdoms')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    openspiel.main(CUT_IN, simulations=3, games=2, seed=1)
    assert capsys.readouterr().out.count("returns") == 2


HIGH_CARD = """
from enum import IntEnum

from dynasty_env.kit.engine.loop import Phase
from dynasty_env.kit.engine.rng import below, shuffle
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import SEATS, header, offer, push, table_dtype
from dynasty_env.kit.game import ListedChance
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.seats.layout import Layout, Piece


class Step(IntEnum):
    BET = 1


@rule
def deal(t):
    t.card[0] = below(t, 6)
    t.card[1] = below(t, 5)
    t.card[1] += t.card[1] >= t.card[0]
    t.bet = 0
    push(t, Step.BET, 0, 0, 0)


@rule
def legal_bet(t):
    offer(t, 0)
    offer(t, 1)


@rule
def play_bet(t, action):
    t.bet = action
    t.done = 1
    t.step = 0


@rule
def observe(t, me, seen):
    seen.card = t.card[me]


@rule
def hide(t, me):
    t.card[1 - me] = below(t, 5)
    t.card[1 - me] += t.card[1 - me] >= t.card[me]


@rule
def returns(t, out):
    won = (1.0 if t.card[0] > t.card[1] else -1.0) if t.bet else 0.0
    out[0, 0] = won
    out[0, 1] = -won


@rule
def audit(t):
    return 0


class HighCard(PlainGame):
    name = "high_card_v0"
    dtype = table_dtype(header(2, 2, 2), [("card", "i1", (2,)), ("bet", "i1")])
    seats = (2, 2)
    longest = 1
    chance = ListedChance(outcomes=6, draws=2)
    action_names = ("stay", "bet")
    layout = Layout([Piece("card", (1,), 0, 5, True, "mine", private=True)])
    rules = {"deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit}
    phases = (Phase(Step.BET, legal_bet, play_bet),)
"""


def test_a_card_game_of_ones_own_lists_its_cards(tmp_path: Path, nothing_loaded: None) -> None:
    """Six cards, then five; the best response bets on the three upper ones: (1 + 3 + 5) / 5 / 6 a game. All of it, and
    its pickles, in a process that has registered nothing."""
    (tmp_path / "high.py").write_text(HIGH_CARD, encoding="utf-8")
    name = openspiel.register(dynasty_env.load_game(f"{tmp_path / 'high.py'}:HighCard"))
    game = pyspiel.load_game(name)
    assert game.max_chance_outcomes() == 6
    state = game.new_initial_state()
    for count in (6, 5):
        assert state.chance_outcomes() == [(k, pytest.approx(1 / count)) for k in range(count)]
        state.apply_action(count - 1)
    assert state.current_player() == 0
    uniform = policies.UniformRandomPolicy(game)
    response = best_response.BestResponsePolicy(game, 0, uniform)
    assert response.value(game.new_initial_state()) == pytest.approx(0.3)
    kept = tmp_path / "kept.pickle"
    kept.write_bytes(pickle.dumps((game, state, game.new_initial_state().child(2))))
    code = (
        f"import pickle; game, state, dealing = pickle.load(open({str(kept)!r}, 'rb'));"
        "print(game, str(state.legal_actions()), dealing.chance_outcomes()[-1][0], state)"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == f"{game} [0, 1] 4 {state}"


def test_more_outcomes_than_declared_are_refused() -> None:
    rules = type("Understated", (leduc.Leduc,), {"chance": ListedChance(outcomes=4, draws=4), "name": "under_v0"})()
    state = pyspiel.load_game(openspiel.register(rules)).new_initial_state()
    with pytest.raises(OptionError, match="under_v0: a draw has 6 outcomes, and its `chance` declares 4"):
        state.chance_outcomes()


def test_openspiels_cfr_solves_kuhn_poker_and_leduc_draws_its_board() -> None:
    game, chips = pyspiel.load_game("dynasty_env_kuhn(reward=points)"), kuhn.BOUND
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [solved, solved])
    assert values[0] * chips == pytest.approx(-1 / 18, abs=2e-3)
    assert exploitability.nash_conv(game, solved) * chips < 0.02
    uniform = policies.UniformRandomPolicy(game)
    assert exploitability.nash_conv(game, uniform) * chips == pytest.approx(11 / 12, abs=1e-6)
    flops = pyspiel.load_game("dynasty_env_leduc(reward=points)").new_initial_state()
    for action in (0, 0, 1, 1):  # two cards, call, call: the board is drawn among the four cards that are left
        flops.apply_action(action)
    assert len(flops.chance_outcomes()) == 4


@pytest.mark.parametrize("game", [kuhn.GAME, pytest.param(leduc.GAME, marks=pytest.mark.slow)])
def test_seats_know_as_much_as_in_the_exact_tree(game: Game) -> None:
    known = information_states(pyspiel.load_game(f"dynasty_env_{game.name.removesuffix('_v0')}"))
    assert len(build(game).seat) == len(known)


def information_states(game: pyspiel.Game) -> set[str]:
    """All that seats can know when they decide."""
    found, open_ = set(), [game.new_initial_state()]
    while open_:
        state = open_.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            found.add(state.information_state_string())
        open_ += [state.child(action) for action in state.legal_actions()]
    return found
