"""The deals of a ladder: which bots sit where, and the results of the games of one deal.

A deal is one seed. Two bots A and B play it in one composition, k seats of A and all others of B, once for each
rotation of the seats, so that both meet the same cards in every seat.
"""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from agents.registry import make_bot, playable, runs_a_program
from agents.search.players import Search
from agents.vocabulary import OutgrownError
from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot, dice_of
from dynasty_env.kit.state import State
from training.arena import policies
from training.arena.match import play_game


@dataclass(frozen=True)
class Setting:
    """What all games of a ladder have in common.

    Attributes:
        options: all of them, `num_players` included.
    """

    game: Game
    options: Mapping[str, Any]
    seed: int

    @property
    def seats(self) -> int:
        return int(self.options["num_players"])

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal: the same for all bots and compositions."""
        return int(dice_of(self.seed, deal).integers(2**63))


@dataclass(frozen=True, order=True)
class Deal:
    """One deal that two bots play.

    Attributes:
        number: the number of the deal, from 0.
        a, b: the bots by name, in alphabetical order.
        seats_of_a: 1 … seats - 1; the other seats are b's.
    """

    number: int
    a: str
    b: str
    seats_of_a: int

    def seatings(self, seats: int) -> list[tuple[str, ...]]:
        """Who sits in each seat, in each rotation."""
        row = (self.a,) * self.seats_of_a + (self.b,) * (seats - self.seats_of_a)
        return [row[seats - decision :] + row[: seats - decision] for decision in range(seats)]


@dataclass(frozen=True)
class Played:
    """The results of a deal's games, a row for each rotation.

    Attributes:
        places: (rotations, seats) 1 for the best seat; tied seats share a place, and the following places are skipped.
        winners: the seats that share the victory of each game; none where nobody wins.
        luck: the part of A's share of the victory that was luck in each game, as the benchmark measures it; empty: it
            has not been measured.
    """

    places: tuple[tuple[int, ...], ...]
    winners: tuple[tuple[int, ...], ...]
    luck: tuple[float, ...] = ()


def pairs_of(bots: Sequence[str], opponents: Sequence[str]) -> list[tuple[str, str]]:
    """All pairs that meet, each in alphabetical order: every bot meets the opponents, which also meet each other."""
    result = {tuple(sorted((bot, other))) for bot in [*bots, *opponents] for other in opponents if bot != other}
    return sorted((a, b) for a, b in result)


def all_deals(bots: Sequence[str], seats: int, deals: int, opponents: Sequence[str] | None = None) -> Iterator[Deal]:
    """Every deal of a round robin or, with `opponents`, of all `pairs_of` them, deal by deal, so that all pairs have
    progressed equally whenever it is stopped."""
    pairs = pairs_of(bots, bots if opponents is None else opponents)
    for number in range(deals):
        for a, b in pairs:
            for seats_of_a in range(1, seats):
                yield Deal(number, a, b, seats_of_a)


def play_deal(setting: Setting, deal: Deal) -> Played:
    """Play a deal in all rotations. Raises OptionError if there is no such bot, IllegalActionError if a bot takes an
    action that is not legal; the message names the bot."""
    places, winners = [], []
    for row in deal.seatings(setting.seats):
        state = setting.game.new(setting.deal_seed(deal.number), **setting.options)
        play_game(state, [_seated(setting.game, name, seat) for seat, name in enumerate(row)])
        places.append(places_of(state))
        winners.append(tuple(int(seat) for seat in np.flatnonzero(state.win_shares())))
    return Played(tuple(places), tuple(winners))


@cache
def _seated(game: Game, name: str, seat: int) -> Bot:
    """A separate bot for each seat, because it may have a memory."""
    bot = make_bot(name, game)
    if policies.checkpoint_of(name):  # the order of additions, and so its play, may depend on the number of threads
        sys.modules["torch"].set_num_threads(1)
    return bot


def places_of(state: State) -> tuple[int, ...]:
    """The place of each seat at the end of a game, 1 for the best; equal returns give equal places.

    Seats are ranked by the return ``rank``; in a game without it by the first of its rewards, with ties broken by the
    next ones.
    """
    rewards = ("rank",) if "rank" in state.game.rewards else state.game.rewards
    rows = list(zip(*(state.returns(reward).tolist() for reward in rewards), strict=True))
    return tuple(1 + sum(other > row for other in rows) for row in rows)


def full_name(name: str, game: Game) -> str:
    """A bot's name with its defaults filled in, such as the judge of ``mc:200``; if the game has outgrown its network,
    the name of greedy. Raises OptionError."""
    name = playable(name, game)
    bot = make_bot(name, game)
    return bot.name if isinstance(bot, Search) else name


def fingerprint(name: str, game: Game) -> str:
    """A hash of the files that a bot plays by: a network, the network of its playouts, its own program; empty for a bot
    that is determined by its name. Raises OptionError if there is no such bot."""
    try:
        bot: Bot | None = make_bot(name, game)
    except OutgrownError:
        bot = None
    reference = named.reference_in(name) if runs_a_program(name) else None
    own = Path(reference.place).expanduser() if reference is not None and reference.is_file else None
    files = [own or policies.network_of(name, game), bot.judge.file if isinstance(bot, Search) else None]
    return hash_of(*dict.fromkeys(filter(None, files)))


def hash_of(*files: Path) -> str:
    """A hash of the contents of files, 32 hexadecimal digits; empty for no files."""
    return blake2b(b"".join(file.read_bytes() for file in files), digest_size=16).hexdigest() if files else ""


def two_of(names: Collection[str], game: Game) -> None:
    """Raise OptionError unless there are at least two bots to play each other."""
    if len(set(names)) < 2:
        raise OptionError(f"{', '.join(names) or 'nobody'}: {game.name} needs at least two bots: name more with --bots")


def bots_of(names: str, game: Game) -> list[str]:
    """The bots named in ``random,greedy``, by their full names. Raises OptionError if one of them does not exist, or is
    named twice."""
    result: dict[str, str] = {}
    for given in (part.strip() for part in names.split(",")):
        name = full_name(given, game)
        if name in result and playable(given, game) != given:
            continue  # greedy, which replaces it, plays already
        if name in result:
            raise OptionError(
                f"--bots names {given!r} twice" + (f", as {result[name]!r}" if result[name] != given else "")
            )
        result[name] = given
    return list(result)
