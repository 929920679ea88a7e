"""Actors: who plays which seat, and what of it is learned from."""

from pathlib import Path

import numpy as np
import pytest

from agents.network.batch import BatchPolicy
from agents.network.player import champion
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.kit.errors import OptionError
from dynasty_env.shinsengumi.game import GAME
from tests.own import bot_of_nim
from tests.tiny import cut_in, nim
from training.learn.actor import CHAMPION, GREEDY, ITSELF, OPPONENT, RANDOM, Actor, Among
from training.learn.collect import NOBODY, Rollout, credit
from training.learn.network import for_game
from training.learn.ppo import Learner
from training.learn.settings import Settings

SEATS, TABLES, STEPS = 4, 24, 40
NETWORK = for_game(GAME, 16, 8).eval()


def actor(share: float, seats: int = 0, random: float = 0.0) -> Actor:
    rollout = Rollout.empty(STEPS, TABLES, SEATS, GAME.layout.size, len(GAME.action_names), NETWORK.advised)
    return Actor(GAME, rollout, 7, "win", Among(share, seats, random), {"num_players": SEATS})


def test_without_bots_every_decision_is_the_networks() -> None:
    alone = actor(0.0)
    alone.play(NETWORK)
    assert (alone.players == ITSELF).all()
    assert (alone.rollout.seat[SEATS:] != NOBODY).all()


def test_a_game_keeps_its_players_and_those_of_the_next_one_are_drawn() -> None:
    among = actor(0.5)
    seated = [among.players.copy()]
    step = among.env.step

    def watched(actions: np.ndarray) -> object:  # type: ignore[type-arg]
        seated.append(among.players.copy())
        return step(actions)

    among.env.step = watched  # type: ignore[method-assign, assignment]
    for _ in range(12):
        among.play(NETWORK)
        ended = among.rollout.ended[SEATS:]
        before, now = np.array(seated[1:]), np.array([*seated[2:], among.players])
        assert (before[~ended] == now[~ended]).all()
        bots = (now == GREEDY).sum(axis=2)
        assert bots.max() <= SEATS - 1
        seated = [among.players.copy()]
    drawn = np.concatenate([among._seat_players(np.arange(TABLES)) or among.players.copy() for _ in range(200)])
    bots = (drawn == GREEDY).sum(axis=1)
    assert np.bincount(bots, minlength=4) / len(bots) == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6], abs=0.03)
    assert (drawn == GREEDY).mean(axis=0) == pytest.approx([1 / 4] * SEATS, abs=0.03)


def test_bots_have_as_many_seats_as_asked_for_but_never_all() -> None:
    for asked, found in ((1, 1), (3, 3), (9, SEATS - 1)):
        among = actor(1.0, asked)
        assert ((among.players == GREEDY).sum(axis=1) == found).all()


def test_bots_do_what_greedy_does_and_nothing_is_learned_from_it() -> None:
    among = actor(1.0)
    before = among.players.copy()
    among.play(NETWORK)
    rollout = among.rollout
    table = np.arange(TABLES)[~rollout.ended.any(axis=0)]
    greedys = game_actions(rollout, slice(SEATS, None))
    nobodys = rollout.seat[SEATS:] == NOBODY
    assert nobodys.any()
    assert not nobodys.all()
    assert (rollout.action[SEATS:] == greedys)[nobodys].all()
    assert not (rollout.action[SEATS:] == greedys)[~nobodys].all()
    for t in table:
        seats = rollout.seat[SEATS:, t]
        assert (before[t, seats[seats != NOBODY]] == ITSELF).all()
    assert not credit(rollout, 1.0, 0.95).settled[rollout.seat == NOBODY].any()


def test_in_some_games_with_bots_these_are_random_ones() -> None:
    among = actor(0.8, 2, 0.25)
    drawn = np.concatenate([among._seat_players(np.arange(TABLES)) or among.players.copy() for _ in range(400)])
    for bot, share in ((GREEDY, 0.6), (RANDOM, 0.2)):
        theirs = (drawn == bot).sum(axis=1)
        assert set(theirs) == {0, 2}
        assert (theirs > 0).mean() == pytest.approx(share, abs=0.02)
        assert (drawn == bot).mean(axis=0) == pytest.approx([share / 2] * SEATS, abs=0.02)

    among = actor(1.0, 3, 1.0)
    among.play(NETWORK)
    rollout = among.rollout
    theirs = rollout.seat[SEATS:] == NOBODY
    legal = rollout.action_mask[SEATS:]
    done = np.take_along_axis(legal, rollout.action[SEATS:, :, None], axis=2)[..., 0]
    assert done.all()
    choices = legal[theirs].sum(axis=1)
    as_greedy = (rollout.action[SEATS:] == game_actions(rollout, slice(SEATS, None)))[theirs]
    at_random = (1 / choices).mean()  # how often somebody who takes anything would do as greedy does
    assert at_random < 0.6
    assert as_greedy.mean() == pytest.approx(at_random, abs=0.06)
    assert not credit(rollout, 1.0, 0.95).settled[rollout.seat == NOBODY].any()


def test_in_some_games_with_bots_these_are_the_champion() -> None:
    rollout = Rollout.empty(STEPS, TABLES, SEATS, GAME.layout.size, len(GAME.action_names), NETWORK.advised)
    settled = Among(0.8, 3, 0.25, champion=0.5, champion_seats=1)
    among = Actor(GAME, rollout, 7, "win", settled, {"num_players": SEATS})
    drawn = np.concatenate([among._seat_players(np.arange(TABLES)) or among.players.copy() for _ in range(400)])
    for bot, share, seats in ((GREEDY, 0.2, 3), (RANDOM, 0.2, 3), (CHAMPION, 0.4, 1)):
        theirs = (drawn == bot).sum(axis=1)
        assert set(theirs) == {0, seats}
        assert (theirs > 0).mean() == pytest.approx(share, abs=0.02)
    among._seat_players(np.arange(TABLES))
    before = among.players.copy()
    among.play(NETWORK)
    best = BatchPolicy(champion(GAME).policy, GAME)
    for t in np.arange(TABLES)[~rollout.ended.any(axis=0)]:
        where = np.flatnonzero(rollout.seat[SEATS:, t] == NOBODY) + SEATS
        if (before[t] == CHAMPION).any() and len(where):
            assert (best.best(rollout.observation[where, t], rollout.action_mask[where, t])
                    == rollout.action[where, t]).all()  # fmt: skip
    assert not credit(rollout, 1.0, 0.95).settled[rollout.seat == NOBODY].any()


def test_shares_of_the_same_games_are_at_most_all() -> None:
    with pytest.raises(OptionError, match=r"random_share=0.6, champion_share=0.5 and"):
        Settings(random_share=0.6, champion_share=0.5)
    with pytest.raises(OptionError, match="no champion for nim_v0"):
        Learner(nim.GAME, Settings(seats=2, envs=4, greedy_share=0.5, champion_share=0.5))


def test_a_bot_that_is_named_plays_along(tmp_path: Path) -> None:
    """One with a memory of its game, which has seats in all games here."""
    settings = Settings(
        seats=3, envs=12, rollout=48, greedy_share=1.0, opponent=bot_of_nim("Remembers", tmp_path), network={"width": 8}
    )
    learner = Learner(nim.GAME, settings)
    for _ in range(2):
        learner.collect()
    (actor,) = learner.actors
    assert set(np.unique(actor.players)) == {ITSELF, OPPONENT}
    rollout = learner.rollout
    played = slice(rollout.steps.start, None)
    theirs = rollout.seat[played] == NOBODY
    assert (rollout.action[played][theirs] == 0).all() and theirs.any()


def test_who_else_plays_needs_no_greedy() -> None:
    """A game without greedy has opponents, too; what others leave of the games is the named bot's."""
    settings = Settings(seats=3, envs=4, opponent="random", random_share=0.25).of_game(cut_in.GAME)
    assert (settings.greedy_share, settings.opponent_share, settings.meets_greedy) == (0.5, 0.75, False)
    Learner(cut_in.GAME, settings)
    with pytest.raises(OptionError, match="llm:cat: a learner asks its opponents"):
        Learner(cut_in.GAME, Settings(seats=3, envs=4, opponent="llm:cat"))
    with pytest.raises(OptionError, match=r"opponent_share=0\.5: name the bot with opponent"):
        Settings(opponent_share=0.5)


def game_actions(rollout: Rollout, rows: slice) -> np.ndarray:  # type: ignore[type-arg]
    seen, mask = rollout.observation[rows], rollout.action_mask[rows]
    found = GAME.greedy_actions(seen.reshape(-1, seen.shape[-1]), mask.reshape(-1, mask.shape[-1]), backend="compiled")
    return found.reshape(mask.shape[:2])


def test_in_a_warm_start_greedy_decides_and_is_imitated() -> None:
    alone = actor(0.0)
    alone.play(NETWORK, as_greedy=True)
    assert (alone.rollout.action[SEATS:] == game_actions(alone.rollout, slice(SEATS, None))).all()

    settings = Settings(reward="side", envs=64, rollout=32, minibatch=256, warm_start=30_000, greedy_share=0.0,
                        network={"width": 64, "card_width": 16, "advice": 0})  # fmt: skip
    learner = Learner(GAME, settings)
    losses = []
    while learner.cloning:
        learner.collect()
        losses.append(learner.learn(0.0)["policy loss"])
    assert len(losses) == 15
    assert losses[-1] < 0.8 * losses[0]


def test_options_vary_from_table_to_table() -> None:
    settings = Settings(envs=40, rollout=60, vary=("num_players", "witches"), greedy_share=0.5, shuffle_rewards=True,
                        network={"width": 16, "card_width": 8})  # fmt: skip
    learner = Learner(DYNASTY, settings)
    (only,) = learner.actors
    tables = only.env.tables.array
    kinds = {
        (int(players), int(witches)) for players, witches in zip(tables["num_players"], tables["witches"], strict=True)
    }
    assert kinds == {(players, witches) for players in range(2, 7) for witches in (0, 1)}
    assert (tables["abilities"] == 1).all()
    seats = tables["num_players"][:, None]
    absent = np.arange(6) >= seats
    games = 0
    for _ in range(8):
        learner.collect()
        rollout = learner.rollout
        assert not rollout.rewards.transpose(0, 2, 1)[:, absent.T].any()
        assert (rollout.seat < seats[:, 0]).all()
        assert not only.players[absent].any()
        assert (only.players[~absent].reshape(-1) == GREEDY).any()
        assert ((only.players == ITSELF) & ~absent).any(axis=1).all()
        games += int(rollout.ended.sum())
        assert all(np.isfinite(value) for value in learner.learn(0.0).values())
    assert games > 20
    again = Learner(DYNASTY, Settings.from_dict(learner.content()["settings"]))
    assert again.restore(learner.content())
    assert again.actors[0].env.tables.array.tobytes() == tables.tobytes()


def test_what_varies_is_an_option() -> None:
    with pytest.raises(OptionError, match="vary='moons' is unknown: vary is one of num_players, packs"):
        Learner(DYNASTY, Settings(envs=4, vary=("moons",)))


def test_a_reward_is_one_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said at once, not after a minute in which greedy is compiled."""
    monkeypatch.setattr(type(DYNASTY), "policy", None)
    with pytest.raises(OptionError, match="reward='stones' is unknown: reward is one of win, "):
        Learner(DYNASTY, Settings(envs=4, reward="stones"))  # type: ignore[arg-type]


def test_a_game_without_greedy_cannot_imitate_it() -> None:
    for wrong in ({"warm_start": 1}, {"greedy_share": 0.5}):
        with pytest.raises(OptionError, match="has no compiled bot 'greedy'"):
            Learner(cut_in.GAME, Settings(seats=3, envs=4, **wrong))  # type: ignore[arg-type]
