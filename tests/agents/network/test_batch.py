"""A packaged network asked about many decisions at once says what it says about each."""

from pathlib import Path

import numpy as np
import pytest

from agents.network.batch import BatchPolicy
from agents.network.player import Trained, champion, champion_file
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from tests.games import ALL
from tests.tiny import nim
from training.learn.export import export
from training.learn.network import for_game

SHIPPED = [game for game in ALL if champion_file(game).is_file()]


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_many_decisions_at_once(game: Game) -> None:
    agree(game, champion(game))


@pytest.mark.parametrize("advice", [0, 1])
def test_many_decisions_of_a_game_without_cards(tmp_path: Path, advice: int) -> None:
    export(tmp_path / "nim.safetensors", nim.GAME, for_game(nim.GAME, 16, advice=advice), {})
    agree(nim.GAME, Trained.load(nim.GAME, str(tmp_path / "nim.safetensors")))


def agree(game: Game, bot: Trained) -> None:
    """Two games, decision by decision and all decisions together."""
    rng = np.random.default_rng(4)
    seen, masks, logits, values, best = [], [], [], [], []
    for seed in range(2):
        state = game.new(seed, backend="interpreted")
        for _ in range(15):
            if state.done:
                break
            decision = Decision(state, rng)
            found, value = bot.logits(decision)
            seen.append(decision.observation)
            masks.append(decision.mask)
            logits.append(found)
            values.append(value)
            best.append(found.max())
            state.play(int(rng.choice(decision.legal)))
    batch = BatchPolicy(bot.policy, game, "interpreted")
    rows = np.array(seen), np.array(masks)
    assert batch.best_and_value(*rows)[1] == pytest.approx(np.array(values), abs=1e-4)
    chosen = batch.best(*rows)
    for action, mask, found, most in zip(chosen, masks, logits, best, strict=True):
        legal = mask.nonzero()[0]
        assert found[int(np.flatnonzero(legal == action)[0])] == pytest.approx(most, abs=1e-4)


def test_seats_that_do_not_decide_have_a_value_too() -> None:
    game = next(game for game in ALL if game.name == "shinsengumi_v0")
    state = game.new(3, backend="interpreted")
    batch = BatchPolicy(champion(game).policy, game, "interpreted")
    seen = np.stack([state.observe(seat) for seat in range(4)])
    mask = np.zeros((4, len(game.action_names)), np.int8)
    mask[state.seat] = state.mask
    _, found = batch.best_and_value(seen, mask)
    assert found.shape == (4,) and np.abs(found).max() < 1.5
    _, alone = batch.best_and_value(seen[[state.seat]], mask[[state.seat]])
    assert found[state.seat] == pytest.approx(alone[0], abs=1e-5)
