"""A game's public module: the environments that every game has, built from its rulebook."""

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

    Libraries written for older versions of PettingZoo take an attribute `seed` for a method that seeds the environment,
    so this wrapper hides that attribute. Read the seed of the current game from ``env.unwrapped.seed``; `reset` takes a
    new one.
    """

    def __getattr__(self, name: str) -> Any:
        if name == "seed":
            raise AttributeError("the seed of the game is env.unwrapped.seed; give a new one to reset(seed=…)")
        return super().__getattr__(name)

    def __str__(self) -> str:
        return str(self.env)


class GameModule:
    """The environments of one game.

    Each takes the game's rule options (`game.options` has their names, values, defaults and meaning) and options of its
    own.

    One table as a PettingZoo AEC environment, with the same spaces for any number of seats and any option::

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
        layout: the pieces of a raw observation: `layout[name].place` is a slice, `.of(observation)` cuts it out, and
            `.meaning` describes what it holds. The printed values of cards and pieces are not part of the observation.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = game.layout

    def env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> OrderedEnv:
        """One table as a PettingZoo AEC environment, with agents ``<game>_0``, ``<game>_1`` ….

        Args:
            num_players: number of seats; None: the game's default.
            render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
            **options: rule options, and `reward` (one of `game.rewards`), `features`, `render_seat` and `backend` of
                `kit.envs.aec.TableEnv`, which also describes the observations. ``parameters="continuous"`` gives hybrid
                actions in games with continuous parameters, see `kit.envs.hybrid`.

        Raises:
            OptionError: if an argument is unknown or out of range; the message lists what is valid.
        """
        return OrderedEnv(self.raw_env(num_players, render_mode, **options))

    def raw_env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> TableEnv:
        """`env` without the wrapper that checks the order of calls."""
        made = kind_of(options.pop("parameters", "discrete"), TableEnv, HybridTableEnv)
        return made(self.game, render_mode=render_mode, **seated(num_players), **options)

    def vec_env(self, num_envs: int, device: str = "cpu", **options: Any) -> "VectorEnv | CudaVectorEnv":
        """Many tables stepped by one call: use this for training.

        Args:
            num_envs: number of tables.
            device: ``cpu``, or ``cuda`` for tables, observations and masks as torch tensors on a GPU.
            **options: as for `env` (`backend` on the CPU only), and those of `kit.envs.vector.VectorEnv` or
                `kit.envs.cuda_vector.CudaVectorEnv`, which also describe what a step returns.

        Raises:
            OptionError: if an argument is unknown or out of range; the message lists what is valid.
        """
        plain = vector_env(device)
        made = kind_of(options.pop("parameters", "discrete"), plain, HybridVectorEnv)
        if made is not plain and device != "cpu":
            raise OptionError(f"parameters='continuous' is not offered with device={device!r}: use 'cpu'")
        return made(self.game, num_envs, **options)

    def seat_vec_env(
        self, num_envs: int, bots: "str | BatchBot | TableBot" = "random", **options: Any
    ) -> "SeatVectorEnv":
        """Many tables with one learning seat each, as a Gymnasium `VectorEnv`; bots play the other seats, in batches.

        Args:
            num_envs: number of tables.
            bots: the name of a compiled bot, a function of observations, masks and a random generator, or the result of
                `agents.at_tables.opponents`, which takes the name of any bot.
            **options: as for `env`, and those of `kit.envs.seat_vector.SeatVectorEnv`, which also describes what a step
                returns.

        Raises:
            OptionError: if an argument is unknown or out of range; the message lists what is valid.
        """
        made = kind_of(options.pop("parameters", "discrete"), SeatVectorEnv, HybridSeatVectorEnv)
        return made(self.game, num_envs, bots, **options)

    def single_env(
        self, bots: Sequence[Bot], num_players: int | None = None, render_mode: str | None = None, **options: Any
    ) -> SingleSeatEnv:
        """One seat as a Gymnasium environment with `action_masks()`; bots play the other seats.

        Args:
            bots: ``bots[i]`` sits ``i + 1`` places after the learner; a single bot plays all other seats.
            num_players: number of seats; None: the game's default.
            render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
            **options: as for `env`, and `seat`: the learner's seat, or None to move to the next seat with each game.

        Raises:
            OptionError: if an argument is unknown or out of range; the message lists what is valid.
        """
        made = kind_of(options.pop("parameters", "discrete"), SingleSeatEnv, HybridSeatEnv)
        return made(self.game, bots, render_mode=render_mode, **seated(num_players), **options)


PARAMETERS = ("discrete", "continuous")


def kind_of(parameters: str, discrete: type[Kind], continuous: type[Kind]) -> type[Kind]:
    """The environment class for a value of the option `parameters`. Raises OptionError if the value is unknown."""
    check_choice("parameters", parameters, PARAMETERS)
    return discrete if parameters == PARAMETERS[0] else continuous


def seated(num_players: int | None) -> dict[str, Any]:
    """`num_players` as an option, if it is given."""
    return {} if num_players is None else {"num_players": num_players}
