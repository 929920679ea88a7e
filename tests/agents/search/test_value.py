"""The value network of the searches: whole numbers everywhere, and nothing taken on trust from its file."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from agents.search.value import FINE, UNIT, Network, judged, load_network, places, save_network
from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.game import Game
from tests.agents.search.networks import random_network
from tests.tiny import cut_in, nim


def expected(network: Network, flat: np.ndarray) -> float:
    """What the network says, by matrix products."""
    first = network.rows[network.place + flat].astype(np.int64).sum(axis=0) + network.bias
    second = (network.hidden.astype(np.int64) @ first.clip(0, UNIT)) // FINE + network.hidden_bias
    x = (network.out[:-1].astype(np.int64) @ second.clip(0, UNIT) + int(network.out[-1]) * FINE) / (FINE * UNIT)
    return float(x / (1 + abs(x)))


@pytest.mark.parametrize("game", [nim.GAME, GAME], ids=lambda game: game.name)
def test_it_says_what_matrix_products_say(game: Game) -> None:
    for seed in range(5):
        network, state = random_network(game, seed), game.new(seed)
        flat = state.observe(0)
        assert judged(network, flat, np.zeros(8, np.int32)) == expected(network, flat)
        assert -1 < expected(network, flat) < 1


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "nim.safetensors"
    save_network(path, nim.GAME, random_network(nim.GAME), {"seed": "0"})
    return path


def test_what_was_saved_is_loaded(saved: Path) -> None:
    found, made = load_network(saved, nim.GAME), random_network(nim.GAME)
    assert all(np.array_equal(one, other) for one, other in zip(found, made, strict=True))


def test_a_network_of_another_game_is_refused(saved: Path) -> None:
    with pytest.raises(SaveError, match=r"for nim_v0, not for cut_in_v0"):
        load_network(saved, cut_in.GAME)


def test_a_network_for_other_observations_is_refused(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nim.Nim, "layout", cut_in.GAME.layout)
    with pytest.raises(SaveError, match=r"^/.*another version of nim_v0: its observations included 'heap'"):
        load_network(saved, nim.GAME)
    arrays = load_file(saved)
    save_file(arrays, saved, {"game": "nim_v0", "layout": "0000", "made_by": "dynasty-env 0.0.9"})
    with pytest.raises(SaveError, match=r"^written by dynasty-env 0\.0\.9 before it named the rules; this is .*: /"):
        load_network(saved, nim.GAME)


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"\xff" * 200])
def test_what_is_no_network_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.safetensors"
    path.write_bytes(content)
    with pytest.raises(SaveError, match="not a value network"):
        load_network(path, nim.GAME)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="absent"):
        load_network(tmp_path / "absent.safetensors", nim.GAME)


@pytest.mark.parametrize("name", Network._fields)
def test_an_array_of_another_shape_is_named(saved: Path, tmp_path: Path, name: str) -> None:
    arrays = load_file(saved)
    arrays[name] = np.concatenate([arrays[name], arrays[name][:1]])
    stamps = {"game": "nim_v0"}
    from safetensors import safe_open

    with safe_open(saved, "np") as file:
        stamps = file.metadata()
    path = tmp_path / "longer.safetensors"
    save_file(arrays, path, metadata=stamps)
    with pytest.raises(SaveError):
        load_network(path, nim.GAME)


def test_places_that_lead_to_other_rows_are_refused(tmp_path: Path) -> None:
    network, path = random_network(nim.GAME), tmp_path / "moved.safetensors"
    save_network(path, nim.GAME, network._replace(place=network.place + 1), {})
    with pytest.raises(SaveError, match="place is not that of the observations of nim_v0"):
        load_network(path, nim.GAME)


def test_rows_begin_where_the_last_number_ends() -> None:
    place, rows = places(GAME)
    low, high = GAME.layout.low.astype(int), GAME.layout.high.astype(int)
    assert place[0] + low[0] == 0
    assert np.array_equal((place + high + 1)[:-1], (place + low)[1:])
    assert rows == int((high - low + 1).sum())
