"""A game's public module: the environments that every game has, made from its rulebook."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.envs.device import vector_env
from dynasty_env.kit.envs.hybrid import HybridSeatEnv, HybridSeatVectorEnv, HybridTableEnv, HybridVectorEnv
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.single import SingleSeatEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot

if TYPE_CHECKING:
    from dynasty_env.kit.envs.cuda_vector import CudaVectorEnv
    from dynasty_env.kit.envs.seat_vector import BatchBot, TableBot
    from dynasty_env.kit.envs.vector import VectorEnv


Kind = TypeVar("Kind")


class OrderedEnv(OrderEnforcingWrapper[str, dict[str, Any], int | None]):  # type: ignore[misc]  # PettingZoo ships no types
    """PettingZoo's check of the order of calls.

    Libraries that know older versions of PettingZoo take an attribute `seed` for a method that seeds the environment.
    So it has none: the seed of the current game is ``env.unwrapped.seed``, and `reset` takes a new one.
    """

    def __getattr__(self, name: str) -> Any:
        if name == "seed":
            raise AttributeError("the seed of the game is env.unwrapped.seed; give a new one to reset(seed=…)")
        return super().__getattr__(name)

    def __str__(self) -> str:
        return str(self.env)


class GameModule:
    """The environments of one game. `options` of each are the game's rule options (`game.options`: their names,
    values, defaults and meaning) and those of the environment itself.

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

    Attributes:
        game: the rulebook. `game.new(seed, **options)` deals a `State`; `game.action_names` names every action id.
        layout: what stands where in a raw observation: `layout[name].place` is a slice, `.of(observation)` cuts it out,
            `.meaning` says what it holds. What is printed on cards and pieces is not repeated there.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = game.layout

    def env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> OrderedEnv:
        """One table as a PettingZoo AEC environment, agents ``<game>_0`` … .

        Args:
            num_players: seats, as the game has them; None: its default.
            render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
            **options: rule options, and `reward` (one of `game.rewards`), `features`, `render_seat`, `backend` of
                `kit.envs.aec.TableEnv`, which also tells what is observed; ``parameters="continuous"``, where the game
                has such: hybrid actions, see `kit.envs.hybrid`.

        Raises:
            OptionError: an unknown or out-of-range argument; the message lists what is valid.
        """
        return OrderedEnv(self.raw_env(num_players, render_mode, **options))

    def raw_env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> TableEnv:
        """`env` without the wrapper that checks the order of calls."""
        made = kind_of(options.pop("parameters", "discrete"), TableEnv, HybridTableEnv)
        return made(self.game, render_mode=render_mode, **seated(num_players), **options)

    def vec_env(self, num_envs: int, device: str = "cpu", **options: Any) -> "VectorEnv | CudaVectorEnv":
        """Many tables stepped by one call: the way to train.

        Args:
            num_envs: tables.
            device: ``cpu``, or ``cuda``: tables, observations and masks as torch tensors on a GPU.
            **options: as for `env` (`backend` on the CPU alone), and those of `kit.envs.vector.VectorEnv` or
                `kit.envs.cuda_vector.CudaVectorEnv`, which also tell what a step returns.

        Raises:
            OptionError: an unknown or out-of-range argument; the message lists what is valid.
        """
        plain = vector_env(device)
        made = kind_of(options.pop("parameters", "discrete"), plain, HybridVectorEnv)
        if made is not plain and device != "cpu":
            raise OptionError(f"parameters='continuous' is not offered with device={device!r}: use 'cpu'")
        return made(self.game, num_envs, **options)

    def seat_vec_env(
        self, num_envs: int, bots: "str | BatchBot | TableBot" = "random", **options: Any
    ) -> "SeatVectorEnv":
        """Many tables with one learning seat each, as a Gymnasium `VectorEnv`; bots play the others, batched.

        Args:
            num_envs: tables.
            bots: a compiled bot by its name, a function of observations, masks and dice, or what
                `agents.at_tables.opponents` makes of any bot's name.
            **options: as for `env`, and those of `kit.envs.seat_vector.SeatVectorEnv`, which also tells what a step
                returns.

        Raises:
            OptionError: an unknown or out-of-range argument; the message lists what is valid.
        """
        made = kind_of(options.pop("parameters", "discrete"), SeatVectorEnv, HybridSeatVectorEnv)
        return made(self.game, num_envs, bots, **options)

    def single_env(
        self, bots: Sequence[Bot], num_players: int | None = None, render_mode: str | None = None, **options: Any
    ) -> SingleSeatEnv:
        """One seat as a Gymnasium environment with `action_masks()`; bots play the others.

        Args:
            bots: ``bots[i]`` sits ``i + 1`` places after the learner; a single one plays all other seats.
            num_players: seats, as the game has them; None: its default.
            render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
            **options: as for `env`, and `seat`: the learner's, or None to go round the table game by game.

        Raises:
            OptionError: an unknown or out-of-range argument; the message lists what is valid.
        """
        made = kind_of(options.pop("parameters", "discrete"), SingleSeatEnv, HybridSeatEnv)
        return made(self.game, bots, render_mode=render_mode, **seated(num_players), **options)


PARAMETERS = ("discrete", "continuous")


def kind_of(parameters: str, discrete: type[Kind], continuous: type[Kind]) -> type[Kind]:
    """The environment for an option `parameters`. Raises OptionError if it is unknown."""
    check_choice("parameters", parameters, PARAMETERS)
    return discrete if parameters == PARAMETERS[0] else continuous


def seated(num_players: int | None) -> dict[str, Any]:
    """The option, where it is given."""
    return {} if num_players is None else {"num_players": num_players}
