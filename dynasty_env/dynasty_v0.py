"""Dynasty: two to six royal houses of 16th-century Europe marry, bear heirs, hire, incite, make war and die.

One table after PettingZoo's AEC interface, for any number of seats and any option the same spaces::

    from dynasty_env import dynasty_v0

    env = dynasty_v0.env(num_players=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Thousands of tables at once: `vec_env`. One seat against bots, as a Gymnasium environment: `single_env`. The rules
themselves, to play, clone, save and resample: `game.new(seed=7, num_players=4)`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import card_table
from dynasty_env.kit.aec import TableEnv
from dynasty_env.kit.device import vector_env
from dynasty_env.kit.single import SingleSeatEnv
from dynasty_env.kit.turn import Bot

if TYPE_CHECKING:
    from dynasty_env.kit.cuda_vector import CudaVectorEnv
    from dynasty_env.kit.seat_vector import BatchBot, SeatVectorEnv
    from dynasty_env.kit.vector import VectorEnv

__all__ = ["card_table", "env", "game", "layout", "raw_env", "seat_vec_env", "single_env", "vec_env"]

game = GAME
"""The rulebook. `game.new(seed, **options)` deals a `State`; `game.options` says what can be chosen;
`game.action_names` names every action id."""

layout = GAME.layout
"""What stands where in a raw observation: `layout["hand"].place` is its slice, `.of(observation)` cuts it out, and
`.meaning` says what it holds. The cards' printed numbers are not repeated there: see `card_table`."""


def env(
    num_players: int = 4, render_mode: str | None = None, **options: Any
) -> OrderEnforcingWrapper[str, dict[str, Any], int | None]:
    """One table as a PettingZoo AEC environment, agents ``dynasty_0`` … .

    Args:
        num_players: 2 … 6.
        render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
        **options: rule options (`packs`, `adjacency`, `abilities`, `kin_marriage`, `ask_forced`: `game.options`), and
            `reward`, `features`, `render_seat`, `backend` of `kit.aec.TableEnv`, which also tells what is observed.

    Raises:
        OptionError: an unknown or out-of-range argument; the message lists what is valid.
    """
    return OrderEnforcingWrapper(raw_env(num_players, render_mode, **options))


def raw_env(num_players: int = 4, render_mode: str | None = None, **options: Any) -> TableEnv:
    """`env` without the wrapper that watches over the order of calls."""
    return TableEnv(GAME, num_players=num_players, render_mode=render_mode, **options)


def vec_env(num_envs: int, device: str = "cpu", **options: Any) -> "VectorEnv | CudaVectorEnv":
    """Many tables stepped by one call: the way to train.

    Args:
        num_envs: tables.
        device: ``cpu``, or ``cuda`` for the same games as tensors on a GPU (`kit.cuda_vector.CudaVectorEnv`).
        **options: as for `env`, and those of `kit.vector.VectorEnv`, which also tells what a step returns.

    Raises:
        OptionError: an unknown or out-of-range argument; the message lists what is valid.
    """
    return vector_env(device)(GAME, num_envs, **options)


def seat_vec_env(num_envs: int, bots: "str | BatchBot" = "random", **options: Any) -> "SeatVectorEnv":
    """Many tables with one learning seat each, as a Gymnasium `VectorEnv`; bots play the others, batched.

    Args:
        num_envs: tables.
        bots: a compiled bot by its name, or a function of observations, masks and dice.
        **options: as for `env`, and those of `kit.seat_vector.SeatVectorEnv`, which also tells what a step returns.

    Raises:
        OptionError: an unknown or out-of-range argument; the message lists what is valid.
    """
    from dynasty_env.kit.seat_vector import SeatVectorEnv

    return SeatVectorEnv(GAME, num_envs, bots, **options)


def single_env(
    bots: Sequence[Bot], num_players: int = 4, render_mode: str | None = None, **options: Any
) -> SingleSeatEnv:
    """One seat as a Gymnasium environment with `action_masks()`; bots play the others.

    Args:
        bots: ``bots[i]`` sits ``i + 1`` places after the learner; a single one plays all other seats.
        num_players: 2 … 6.
        render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
        **options: as for `env`, and `seat`: the learner's, or None to go round the table game by game.

    Raises:
        OptionError: an unknown or out-of-range argument; the message lists what is valid.
    """
    return SingleSeatEnv(GAME, bots, num_players=num_players, render_mode=render_mode, **options)
