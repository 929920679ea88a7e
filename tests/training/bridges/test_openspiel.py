"""Games as OpenSpiel's: its own checks, what seats are told, resampling, and its searches."""

import pickle
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.rl_environment import Environment

from dynasty_env.kit.errors import IllegalActionError, OptionError
from tests.tiny import cut_in, nim
from training.bridges import openspiel

openspiel.register(cut_in.GAME, "dynasty_env_cut_in")
openspiel.register(nim.GAME, "dynasty_env_nim")
CUT_IN = "dynasty_env_cut_in"
GAMES = [CUT_IN, "dynasty_env_nim(num_players=3,reward=rank)", "dynasty_env_shinsengumi(num_players=2)"]
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
    for name, actions in (("dynasty", 2), ("shinsengumi", 2), ("kingdoms", 2)):
        game = pyspiel.load_game(f"dynasty_env_{name}(num_players=3)")
        assert game.num_players() == 3
        assert game.num_distinct_actions() > actions
        assert game.max_game_length() > 100
    openspiel.register(nim.GAME, "dynasty_env_nim")  # twice is once
    with pytest.raises(OptionError, match="num_players"):
        pyspiel.load_game("dynasty_env_nim(num_players=7)")


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
