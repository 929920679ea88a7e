"""One seat of a game for a learner, with bots by name in the others: called by `gymnasium.make`."""

from collections.abc import Sequence
from typing import Any

from agents.arguments import rulebook
from agents.at_tables import opponents
from agents.registry import make_bot, names_in
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.envs.seat_vector import BatchBot, SeatVectorEnv
from dynasty_env.kit.envs.single import SingleSeatEnv
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot

Opponents = str | Bot | Sequence[str | Bot]
"""A bot for all other seats, or one for each of them; by name (``greedy``, ``mc:200``, ``greedy,random``) or as an
object."""


def single_env(game: str | Game, bots: Opponents = "random", **options: Any) -> SingleSeatEnv:
    """One learning seat among bots.

    Args:
        game: its name, e.g. ``dynasty_v0``, or the rulebook.
        bots: the players of the other seats: one bot for all of them, or one for each, in order after the learner;
            names separated by commas, or a list of names and bots.
        **options: as for `GameModule.single_env`; `SingleSeatEnv` describes what a step returns.

    Raises:
        OptionError: an argument is unknown or out of range; the message lists what is valid.
    """
    rules = game if isinstance(game, Game) else rulebook(game)
    return GameModule(rules).single_env(seated(bots, rules), **options)


def seat_vec_env(game: str | Game, num_envs: int = 1, bots: str | BatchBot = "random", **options: Any) -> SeatVectorEnv:
    """Many tables with one learning seat each, stepped by one call.

    Args:
        game: its name, or the rulebook.
        bots: the player of all other seats: any bot by its name, or a function of observations, masks and dice.
            Compiled bots (``random``, ``greedy``) are the fastest; networks and bots with `act_many` decide for all
            tables in one call, and any other is asked decision by decision.
        **options: as for `GameModule.seat_vec_env`; `SeatVectorEnv` describes what a step returns.

    Raises:
        OptionError: an argument is unknown or out of range; the message lists what is valid.
    """
    rules = game if isinstance(game, Game) else rulebook(game)
    players = opponents(bots, rules) if isinstance(bots, str) else bots
    return GameModule(rules).seat_vec_env(num_envs, players, **options)


def seated(bots: Opponents, game: Game) -> list[Bot]:
    """The bots described by an argument. Raises OptionError for anything that is neither a bot nor the name of one."""
    if isinstance(bots, str):
        return [make_bot(name, game) for name in names_in(bots)]
    listed = list(bots) if isinstance(bots, Sequence) else [bots]
    for bot in listed:
        if not isinstance(bot, str | Bot):
            raise OptionError(f"bots={in_short(bot)} is not a bot: give names such as 'greedy', or bots")
    return [make_bot(bot, game) if isinstance(bot, str) else bot for bot in listed]
