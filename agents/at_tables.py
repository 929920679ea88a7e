"""Any bot at many tables at once, for learners and measurements.

A bot may remember the game that it plays, and every seat of every table therefore has its own instance.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.language.player import LanguagePlayer
from agents.network.batch import BatchPolicy
from agents.network.player import Trained
from agents.registry import known_as, make_bot
from agents.search.players import Search
from dynasty_env.kit.envs.seat_vector import BatchBot
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Batched, Bot, Decision, actions_of, begun, decided
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State

Ints = npt.NDArray[np.int64]


class TableBots:
    """Instances of one bot, one for each seat in which it has been asked.

    Searches and language models keep no memory beyond what they are told, and one instance is enough for them. Bots
    here are informed only of their own decisions.

    Attributes:
        bots: all instances so far, at least one.

    Raises:
        OptionError: the bot may forfeit, which is not counted here.
    """

    def __init__(self, make: Callable[[], Bot]) -> None:
        self.bots = [make()]
        if getattr(self.bots[0], "fallback", "") == "forfeit":
            raise OptionError(f"{self.bots[0].name}: forfeits are not counted here; use fallback=random")
        self._make = make
        self._shared = isinstance(self.bots[0], Search | LanguagePlayer)
        self._idle = self.bots.copy()
        self._seated: dict[int, dict[int, Bot]] = {}

    def begin(self, tables: Iterable[int]) -> None:
        """New games have been dealt at these tables: their bots start afresh."""
        for table in tables:
            self._idle += self._seated.pop(int(table), {}).values()

    def decide(self, state: Callable[[int], State], tables: Ints, seats: Ints, rng: np.random.Generator) -> Ints:
        """The actions (k,) of the seats (k,) that decide at the tables (k,).

        Args:
            state: returns a table by its number.

        Raises:
            BotError: a user's own bot fails.
            IllegalActionError: it returns an illegal action; the message names it.
        """
        actions = np.zeros(len(tables), np.int64)
        for k, (table, seat) in enumerate(zip(tables.tolist(), seats.tolist(), strict=True)):
            actions[k] = decided(self._at(table, seat, rng), Decision(state(table), rng))
        return actions

    def _at(self, table: int, seat: int, rng: np.random.Generator) -> Bot:
        around = self._seated.setdefault(0 if self._shared else table, {})
        place = 0 if self._shared else seat
        if place not in around:
            if not self._idle:
                self._idle.append(self._make())
                self.bots += self._idle
            around[place] = self._idle.pop()
            begun(around[place], int(rng.integers(2**63)))
        return around[place]


class Opponents(TableBots):
    """A bot by its name in the other seats of a `SeatVectorEnv`.

    It is sent to other processes by its name, without the memory of its instances. Raises OptionError if there is no
    such bot, or asking it costs too much.
    """

    def __init__(self, name: str, game: Game) -> None:
        check_cost(name, game)
        super().__init__(partial(make_bot, name, game))
        self._given = name, game

    def __reduce__(self) -> tuple[type, tuple[str, Game]]:
        return Opponents, self._given


def check_cost(name: str, game: Game) -> None:
    """Raise OptionError for a bot that does not exist, or that is too slow for the number of decisions of a learner."""
    if isinstance(make_bot(name, game), LanguagePlayer):
        raise OptionError(
            f"{name}: a learner asks its opponents for more than a hundred thousand decisions, each of them a call of "
            "a language model here; train against another bot, and evaluate against this one with dynasty match"
        )


class AllAtOnce:
    """A bot that decides at many tables in one call, as a `BatchBot` that is sent to other processes by its name."""

    def __init__(self, name: str, game: Game) -> None:
        self._given = name, game
        bot: Any = make_bot(name, game)
        self._decide: Callable[[Bytes, Bytes], Ints] = (
            BatchPolicy(bot.policy, game).best if isinstance(bot, Trained) else partial(actions_of, bot)
        )

    def __call__(self, observation: Bytes, mask: Bytes, rng: np.random.Generator) -> Ints:
        return self._decide(observation, mask)

    def __reduce__(self) -> tuple[type, tuple[str, Game]]:
        return AllAtOnce, self._given


def opponents(name: str, game: Game) -> str | BatchBot | Opponents:
    """The player for the other seats of a `SeatVectorEnv`: the fastest kind that the named bot allows.

    It runs inside the compiled rules, or is called for all tables together, or decision by decision. Raises OptionError
    if there is no such bot, or asking it costs too much.
    """
    name = known_as(name)
    if name == "random" or name in game.policies:
        return name
    at_once = isinstance(make_bot(name, game), Trained | Batched)
    return AllAtOnce(name, game) if at_once else Opponents(name, game)
