"""Plays deals of the benchmark: all their games side by side, and the luck in them; and the file of a task's games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np

from agents.network.batch import one_thread
from dynasty_env.kit.errors import IllegalActionError
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.seats.decision import first_illegal
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.seats.notes import Note
from training.arena.deals import Deal, Played, Setting, places_of
from training.arena.ladder_file import LadderFile
from training.arena.players import AnyPlayer, Asked, Dice, Player, player_of
from training.arena.tables import Ids, Many
from training.benchmark.playing.coupling import Coupling
from training.benchmark.playing.luck import Luck
from training.benchmark.playing.values import stamp, value_of


@dataclass(frozen=True)
class Protocol:
    """How games are played and measured.

    Attributes:
        coupled: games of a deal draw the same chance for the same purposes (`coupling`).
        redraws: copies of a table for each decision with chance, by which luck is measured (`luck`); 0: it is not.
    """

    coupled: bool = True
    redraws: int = 3

    def content(self) -> Mapping[str, int | bool]:
        """As files keep it."""
        return asdict(self)


@dataclass(frozen=True)
class Measured(Setting):
    """What all games of a task have in common, and how they are measured."""

    task: str = ""
    protocol: Protocol = Protocol()

    @property
    def luck(self) -> str:
        """The hash of the values by which luck is measured; empty if it is not measured."""
        return stamp(self.task) if self.protocol.redraws else ""


class BenchmarkFile(LadderFile):
    """The games of a task played so far, in memory and on disk: a ladder file, with the luck in each game and how it
    was measured."""

    format: ClassVar[str] = "benchmark"
    called: ClassVar[str] = "a benchmark"
    setting: Measured

    def about(self) -> dict[str, Any]:
        protocol = {**self.setting.protocol.content(), "value": self.setting.luck}
        return {**super().about(), "protocol": protocol}


Guest = Callable[[Many, Dice], Player]
"""Makes a player of the games that are played together: from their tables and the dice of its seats."""


def play_deals(
    setting: Measured, deals: Sequence[Deal], backend: BackendName | None = "compiled",
    watch: Callable[[Many, Ids], None] = lambda tables, going: None, guests: Mapping[str, Guest] | None = None,
) -> list[Played]:  # fmt: skip
    """Play deals, each in all rotations, side by side.

    With chance as it is (not coupled) the games are those of `training.arena.deals.play_deal`.

    Args:
        setting: game, options, seed and protocol.
        deals: which; each has an outcome of its own, whatever it is played beside.
        backend: see `Game.new`.
        watch: is shown the tables before each decision, with the numbers of those that go on; the n-th is game
            n mod seats of deal n // seats.
        guests: who plays under a name that is no bot's, made anew for these games.

    Raises:
        OptionError: there is no such bot.
        IllegalActionError: a bot took an action that is not legal; the message names it.
    """
    guests = guests or {}
    seats = setting.seats
    rows = [(deal, row) for deal in deals for row in deal.seatings(seats)]
    seeds = np.array([setting.deal_seed(deal.number) for deal, _ in rows], np.int64)
    many = Many(setting.game, setting.game.blank(len(rows), setting.options), backend)
    many.deal(seeds)
    names = sorted({name for _, row in rows for name in row})
    sitting = np.array([[names.index(name) for name in row] for _, row in rows])
    players: list[Player] = []
    for number, name in enumerate(names):
        games, there = (sitting == number).nonzero()
        places = list(zip(games.tolist(), there.tolist(), strict=True))
        dice = Dice(seeds, places)
        player = guests[name](many, dice) if name in guests else player_of(name, many, dice, backend)
        players.append(player)
    listeners = [player for player in players if isinstance(player, AnyPlayer) and player.listens]
    coupling = Coupling(many, seeds) if setting.protocol.coupled else None
    going: Ids = np.arange(len(rows))
    for listener in listeners:
        listener.hear(going, {})
    with one_thread():
        luck = _luck(setting, many, rows, seeds, backend)
        while len(going):
            watch(many, going)
            deciding = many.array["seat"][going].astype(np.int64)
            seen, mask = many.look(going, deciding)
            actions = np.zeros(len(going), np.int64)
            drawn = np.zeros(len(going), np.bool_)
            notes: dict[int, Note] = {}
            for number, (name, player) in enumerate(zip(names, players, strict=True)):
                own = np.flatnonzero(sitting[going, deciding] == number)
                if len(own):
                    actions[own] = player.choose(Asked(going[own], deciding[own], seen[own], mask[own]))
                    _check(name, actions[own], mask[own])
                    drawn[own] = player.draws
                    if isinstance(player, AnyPlayer):
                        notes |= player.notes
            if coupling is not None:
                coupling.before(going)
            if luck is not None:
                luck.before(going)
            many.play(going, actions)
            if luck is not None:
                luck.after(going, actions, mask, drawn)
            for listener in listeners:
                listener.hear(going, notes)
            going = going[many.array["done"][going] == 0]
    shares = many.shares(np.arange(len(rows)))
    result = []
    for first in range(0, len(rows), seats):
        games = range(first, first + seats)
        finished = tuple(places_of(many.state(game)) for game in games)
        winners = tuple(tuple(int(seat) for seat in np.flatnonzero(shares[game])) for game in games)
        totals = () if luck is None else tuple(round(float(total), 6) for total in luck.total[first : first + seats])
        result.append(Played(finished, winners, totals))
    return result


def _luck(
    setting: Measured, many: Many, rows: Sequence[tuple[Deal, tuple[str, ...]]], seeds: Ids, backend: BackendName | None
) -> Luck | None:
    """What measures luck; None where there is no value to judge by, or none is wanted."""
    protocol = setting.protocol
    values = value_of(setting.task, many.game.name, backend) if protocol.redraws else None
    if values is None:
        return None
    of_a = np.array([[name == deal.a for name in row] for deal, row in rows])
    seats = of_a.shape[1]
    salt = np.array([deal.seats_of_a * seats + game % seats for game, (deal, _) in enumerate(rows)], np.int64)
    luck = Luck(many, values, of_a, seeds, protocol.redraws, salt)
    luck.of_the_deal()
    return luck


def _check(name: str, actions: Ids, mask: Bytes) -> None:
    wrong = first_illegal(actions, mask)
    if wrong is not None:
        raise IllegalActionError(f"the bot {name}: action {actions[wrong]} is not legal there")
