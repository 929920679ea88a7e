"""Games of the benchmark: many side by side are the games that bots play one after the other."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from agents.registry import register
from agents.search.distilled.file import save_small
from dynasty_env.kit.errors import IllegalActionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from tests.agents.search.networks import random_small
from tests.tiny import asking, cut_in, dice, nim, weighed_nim
from tests.training.arena.test_match import Wrong
from training.arena.deals import Deal, all_deals, play_deal
from training.arena.players import is_quick
from training.arena.tables import Many
from training.benchmark.playing.coupling import Coupling
from training.benchmark.playing.play import Measured, Protocol, play_deals

AS_IT_IS = Protocol(coupled=False, redraws=0)


def setting(game: Game, protocol: Protocol = AS_IT_IS, seats: int = 3) -> Measured:
    return Measured(game, game.check_options({"num_players": seats}), 5, "", protocol)


def deals(*bots: str, count: int = 3, seats: int = 3) -> list[Deal]:
    return list(all_deals(bots, seats, count))


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME, dice.GAME], ids=lambda game: game.name)
def test_the_games_are_those_of_a_ladder(game: Game) -> None:
    bots = ["random", "mc:4:random", *(["greedy"] if "greedy" in game.policies else [])]
    wanted = deals(*bots)
    found = play_deals(setting(game), wanted, "interpreted")
    assert found == [play_deal(setting(game), deal) for deal in wanted]


def test_a_small_policy_plays_as_it_does_at_one_table(tmp_path: Path) -> None:
    path = tmp_path / "small.safetensors"
    save_small(path, weighed_nim.GAME, random_small(weighed_nim.GAME), {"teacher": "nobody"})
    bots = (f"net:{path}", "random")
    assert is_quick(bots[0], weighed_nim.GAME)
    found = play_deals(setting(weighed_nim.GAME, seats=2), deals(*bots, seats=2), "interpreted")
    assert found == [play_deal(setting(weighed_nim.GAME, seats=2), deal) for deal in deals(*bots, seats=2)]


@pytest.mark.parametrize("coupled", [False, True])
def test_a_deal_goes_as_it_goes_whatever_it_is_played_beside(coupled: bool) -> None:
    chosen = setting(dice.GAME, Protocol(coupled, 0))
    wanted = deals("random", "greedy")
    together = play_deals(chosen, wanted, "interpreted")
    assert together == [play_deals(chosen, [deal], "interpreted")[0] for deal in wanted]


class Memory:
    """Remembers what it heard in this game, and breaks the rules if another seat or game was told."""

    name = "memory"

    def reset(self, seed: int) -> None:
        self.heard: list[tuple[int, Sequence[str]]] = []
        self.acted = 0

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        self.heard.append((seat, lines))

    def act(self, decision: Decision) -> int:
        assert {seat for seat, _ in self.heard} <= {decision.seat}
        assert self.acted <= len(self.heard)
        self.acted += 1
        return int(decision.legal[0])


class Writes:
    """Takes as few as it may, with a note, but as many as it may after a note to itself. What all are told is kept."""

    name = "writes"
    told: ClassVar[list[tuple[int, int, str]]] = []

    def reset(self, seed: int) -> None:
        self.asked, self.times = False, 0

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        self.times += 1
        self.told += [(seat, self.times, line) for line in lines]
        self.asked |= any("leave me one" in line for line in lines)

    def act(self, decision: Decision) -> int:
        asked, self.asked = self.asked, False
        return int(decision.legal[-1 if asked else 0])

    def note(self, decision: Decision, action: int) -> str:
        return f"leave me one of {len(decision.legal)}"


register("writes", lambda game, _: Writes())
register("answers", lambda game, _: Writes())
register("memory", lambda game, _: Memory())
register("wrong", lambda game, _: Wrong())


def test_bots_with_a_memory_have_one_for_each_seat_of_each_game() -> None:
    wanted = deals("memory", "random")
    found = play_deals(setting(nim.GAME), wanted, "interpreted")
    assert len({outcome.places for outcome in found}) > 1


def test_a_note_is_told_to_the_seat_asked_as_it_is_at_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever bot sits there, and to nobody else."""
    wanted = deals("answers", "random", "writes")
    monkeypatch.setattr(Writes, "told", [])
    together, heard = play_deals(setting(asking.GAME), wanted, "interpreted"), sorted(Writes.told)
    monkeypatch.setattr(Writes, "told", [])
    assert together == [play_deal(setting(asking.GAME), deal) for deal in wanted]
    assert heard == sorted(Writes.told)
    letters = {(seat, line.split()[0]) for seat, _, line in heard if "leave me one" in line}
    assert letters == {(0, "taker_2"), (1, "taker_0"), (2, "taker_1")}


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(IllegalActionError, match="the bot wrong: action 3, which is not one of this game's 3 actions"):
        play_deals(setting(nim.GAME), deals("random", "wrong"), "interpreted")


def rolled(coupled: bool, first: int) -> list[int]:
    """Sums of a game of two seats in which seat 0 begins with `first`; everything else is rolled for oneself."""
    many = Many(dice.GAME, dice.GAME.blank(1, dice.GAME.check_options({})), "interpreted")
    seeds = np.array([11], np.int64)
    many.deal(seeds)
    coupling, here, actions = Coupling(many, seeds), np.zeros(1, np.int64), [first, 0, 0, 0, 0, 0]
    faces = []
    for action in actions:
        if coupled:
            coupling.before(here)
        before = int(many.array["sums"][0].sum())
        many.play(here, np.array([action]))
        faces.append(int(many.array["sums"][0].sum()) - before)
    return faces[1:]


def test_coupled_games_go_on_rolling_the_same_dice() -> None:
    """The second action rolls two dice instead of one, which moves all later dice where they are drawn by count."""
    assert rolled(True, 0) == rolled(True, 1)
    assert rolled(False, 0) != rolled(False, 1)


def test_no_key_is_used_twice_where_turns_are_numbers_of_seats() -> None:
    many = Many(dice.GAME, dice.GAME.blank(1, dice.GAME.check_options({})), "interpreted")
    seeds, here = np.array([11], np.int64), np.zeros(1, np.int64)
    many.deal(seeds)
    coupling, keys = Coupling(many, seeds), set()
    for decision in range(6):
        many.array["turn"] = decision % 2
        coupling.before(here)
        keys.add((int(many.array["key0"][0]), int(many.array["key1"][0])))
    assert len(keys) == 6


def test_coupled_dice_are_fair_and_independent() -> None:
    count = 600
    many = Many(dice.GAME, dice.GAME.blank(count, dice.GAME.check_options({})), "interpreted")
    seeds = np.random.default_rng(1).integers(2**63, size=count)
    many.deal(seeds)
    coupling, every = Coupling(many, seeds), np.arange(count)
    faces = []
    for _ in range(6):
        coupling.before(every)
        before = many.array["sums"].sum(axis=1)
        many.play(every, np.zeros(count, np.int64))
        faces.append(many.array["sums"].sum(axis=1) - before)
    rolls: Any = np.array(faces)
    counts = np.bincount(rolls.ravel(), minlength=7)[1:]
    assert ((counts - 600) ** 2 / 600).sum() < 25.7  # chi square with 5 degrees of freedom: 1 in 10,000
    correlations = np.corrcoef(rolls)[~np.eye(6, dtype=bool)]
    assert np.abs(correlations).max() < 4.5 / np.sqrt(count)
