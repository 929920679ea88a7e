"""A small policy in whole numbers: the same wherever it is evaluated, and nothing taken on trust from its file."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from agents.network.batch import BatchPolicy
from agents.network.player import champion
from agents.registry import make_bot
from agents.search.distilled.file import distilled_file, is_small, load_small, save_small
from agents.search.distilled.loops import DISTILLED
from agents.search.distilled.network import CHOSEN, FINE, HIGHEST, OUT_OF_QUESTION, STEPS, UNIT, SmallPolicy, rank_of
from agents.search.distilled.player import Distilled
from agents.search.looked import buffers
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.figures.game import GAME as FIGURES
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.experiments import experiments_of
from dynasty_env.kit.game import Game
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from tests.agents.search.looks import turn_of
from tests.agents.search.networks import random_small
from tests.tiny import cut_in, nim, weighed_nim
from training.arena.policies import network_of

Arrays = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def positions(game: Game, count: int) -> Arrays:
    """Observations and masks of decisions with a choice, of a few random games."""
    rng, seen, masks, seed = np.random.default_rng(1), [], [], 0
    while len(seen) < count:
        state = game.new(seed)
        seed += 1
        while not state.done and len(seen) < count:
            if len(state.legal()) > 1 and rng.random() < 0.5:
                seen.append(state.observe(state.seat).copy())
                masks.append(state.mask.copy())
            state.play(int(rng.choice(state.legal())))
    return np.array(seen), np.array(masks)


def of_card(game: Game, net: SmallPolicy, seen: Any, action: int) -> Any:
    """What the card that an action names adds to its row: found by the names of pieces."""
    above = 0
    for kind in experiments_of(game).cards():
        pieces = [game.layout[name] for name in kind.states]
        shape = [len(kind.printed), *(piece.high - piece.low + 1 for piece in pieces)]
        card = action - kind.first_action
        if 0 <= card < len(kind.printed):
            states = [int(piece.of(seen)[card]) - piece.low for piece in pieces]
            return net.cards[above + np.ravel_multi_index((card, *states), shape)].astype(np.int64)
        above += int(np.prod(shape))
    return np.zeros(len(net.bias), np.int64)


def by_matrices(game: Game, net: SmallPolicy, seen: Any, mask: Any, worths: Any) -> int:
    """What the policy does, worked out another way."""
    legal = np.flatnonzero(mask)
    order = np.sort(worths[legal].astype(float))[::-1]

    def rank(worth: float) -> int:
        """How far behind the bot's choice, in steps."""
        if worth < -1e6:
            return OUT_OF_QUESTION
        return CHOSEN if worth == order[0] else 1 + int((order[0] - worth > STEPS).sum())

    ranks = [rank(worth) for worth in worths[legal].astype(float)]
    second = rank(order[1])
    level = int(sum(order[0] > step for step in np.linspace(-0.95, 0.95, 20, dtype=np.float32).astype(float)))
    wide = {name: getattr(net, name).astype(np.int64) for name in net._fields}
    spoken = seen != net.usual
    summed = wide["rows"][wide["first"][spoken] + seen[spoken]].sum(axis=0) + wide["bias"]
    hidden = (summed + wide["level"][level] + wide["second"][second]).clip(0, HIGHEST)
    scores = (wide["action"][legal] + wide["rank"][ranks]) @ hidden + wide["rank_bias"][ranks]
    scores = scores + np.array([of_card(game, net, seen, action) for action in legal]) @ hidden
    return int(legal[scores.argmax()])


@pytest.mark.parametrize("number", [200, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", [weighed_nim.GAME, SHINSENGUMI], ids=lambda game: game.name)
def test_many_positions_bit_for_bit(game: Game, number: int) -> None:
    """Compiled, interpreted (a part of them), and by matrix products."""
    seen, mask = positions(game, number)
    worths = game.advice(seen, mask)
    for seed in range(3):
        net = random_small(game, seed, width=16)
        looked, none = buffers(game, 16), game._no_tables
        compiled, interpreted = np.zeros(number, np.int64), np.zeros(number, np.int64)
        game.compile(DISTILLED).call("distilled_actions", none, 0, number, net, looked, seen, mask, compiled)
        assert compiled.tolist() == [by_matrices(game, net, *row) for row in zip(seen, mask, worths, strict=True)]
        game.interpret(DISTILLED).call("distilled_actions", none, 0, 40, net, looked, seen, mask, interpreted)
        assert interpreted[:40].tolist() == compiled[:40].tolist()


def test_ranks() -> None:
    """The rank of an action says how far behind the bot's choice it is, in steps."""
    assert rank_of(0.5, 0.5) == CHOSEN
    assert rank_of(0.4999, 0.5) == 1
    assert rank_of(-9.0, 0.5) == len(STEPS) + 1
    assert rank_of(-1e7, 0.5) == OUT_OF_QUESTION


def follower(game: Game) -> SmallPolicy:
    """A policy that does what the game's own bot does."""
    net = random_small(game)._asdict()
    blank = {name: np.zeros_like(array) for name, array in net.items() if name not in ("usual", "first", "card")}
    blank["rank_bias"][CHOSEN] = UNIT * FINE
    return SmallPolicy(**{**net, **blank})


def test_the_bot_plays_it() -> None:
    game = weighed_nim.GAME
    bot = Distilled(game, follower(game), "follower")
    for seed in range(40):
        decision = turn_of(game.new(seed))
        assert bot.act(decision) == game.greedy_actions(decision.observation[None], decision.mask[None])[0]


def test_a_game_whose_bot_values_nothing_has_none(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no bot that values actions"):
        Distilled(nim.GAME, random_small(nim.GAME), "odd")


def test_the_one_that_comes_with_the_package_does_mostly_what_the_champion_does() -> None:
    seen, mask = positions(DYNASTY, 60)
    bot = make_bot("distilled", DYNASTY)
    assert isinstance(bot, Distilled)
    taught = BatchPolicy(champion(DYNASTY).policy, DYNASTY, backend="interpreted").best(seen, mask)
    assert (bot.act_many(seen, mask) == taught).mean() > 0.6
    assert make_bot("champion+search:9:distilled", DYNASTY).name == "champion+search:9:distilled"
    assert network_of("distilled", DYNASTY) == distilled_file(DYNASTY)


def test_a_game_without_one_says_so() -> None:
    with pytest.raises(OptionError, match="there is no bot 'distilled'"):
        make_bot("distilled", FIGURES)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "small.safetensors"
    save_small(path, weighed_nim.GAME, random_small(weighed_nim.GAME), {"teacher": "nobody"})
    return path


def test_what_was_saved_is_loaded_and_plays(saved: Path) -> None:
    assert is_small(saved)
    found, made = load_small(saved, weighed_nim.GAME), random_small(weighed_nim.GAME)
    assert all(np.array_equal(one, other) for one, other in zip(found, made, strict=True))
    assert make_bot(f"net:{saved}", weighed_nim.GAME).name == f"net:{saved}"
    assert make_bot(f"mc:9:distilled={saved}", weighed_nim.GAME).name == f"mc:9:distilled={saved}"


def test_a_small_policy_of_another_game_is_refused(saved: Path) -> None:
    with pytest.raises(SaveError, match="plays weighed_nim_v0, not cut_in_v0"):
        load_small(saved, cut_in.GAME)


@pytest.mark.parametrize("where", [40, -1, -300])
def test_a_damaged_small_policy_is_refused(saved: Path, where: int) -> None:
    content = bytearray(saved.read_bytes())
    content[where] ^= 0x10
    saved.write_bytes(content)
    with pytest.raises(SaveError):
        load_small(saved, weighed_nim.GAME)


def test_arrays_of_other_shapes_are_refused(saved: Path) -> None:
    for change in ({"rows": np.zeros((3, 8), np.int8)}, {"first": np.zeros(2, np.int64)}, {"bias": None}):
        net = random_small(weighed_nim.GAME)._asdict() | change
        arrays = {name: array for name, array in net.items() if array is not None}
        _resave(saved, arrays)
        with pytest.raises(SaveError, match=r"rows|first|bias"):
            load_small.__wrapped__(saved, weighed_nim.GAME)


@pytest.mark.parametrize("name", ["usual", "first", "card"])
def test_arrays_that_lead_to_other_rows_are_refused(saved: Path, name: str) -> None:
    net = random_small(weighed_nim.GAME)._asdict()
    _resave(saved, net | {name: net[name] + np.ones_like(net[name])})
    with pytest.raises(SaveError, match=r"its (rows|cards) are not those of"):
        load_small.__wrapped__(saved, weighed_nim.GAME)


def _resave(path: Path, arrays: dict[str, Any]) -> None:
    """Write a file with a right checksum and whatever arrays."""
    from agents.search.distilled.file import FORMAT
    from agents.stamps import checksum, stamps

    about = {"format": FORMAT, **stamps(weighed_nim.GAME)}
    save_file(arrays, path, metadata=about | {"checksum": checksum(arrays, about)})
    assert load_file(path).keys() == arrays.keys()
