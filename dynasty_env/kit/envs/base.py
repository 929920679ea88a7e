"""What all standard APIs over a game share: options, spaces, observations, pictures and copies."""

from collections.abc import Mapping
from functools import cached_property
from inspect import signature
from itertools import chain
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import BackendName, Game, RewardName, no_option
from dynasty_env.kit.printing import print_drawing
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State, is_one_of, the_game, whole

FeatureName = Literal["raw", "onehot"]
FEATURES: tuple[FeatureName, ...] = ("raw", "onehot")
RENDER_MODES = ("ansi", "human", "rgb_array")


def check_choice(name: str, value: object, valid: tuple[str, ...]) -> None:
    """Raise OptionError unless `value` is one of `valid`; the message lists them."""
    if not is_one_of(value, valid):
        raise OptionError(f"{name}={in_short(value)} is unknown: {name} is one of {', '.join(valid)}")


def check_seat(name: str, seat: object, num_players: int) -> None:
    """Raise OptionError unless `seat` is None or a seat at a table of this size."""
    if seat is not None and not 0 <= whole(seat) < num_players:
        raise OptionError(f"{name}={in_short(seat)} is out of range: {name} is None or 0 … {num_players - 1}")


def checked_options(made: type, game: Game, given: Mapping[str, Any]) -> dict[str, int | bool]:
    """The rule options of an environment of this class; for an unknown one the error also names its other arguments.

    Raises:
        OptionError: if an option is unknown or its value is out of range.
    """
    known = {option.name for option in game.options}
    for name in given:
        if name not in known:
            own = [
                signature(vars(each)["__init__"]).parameters.values()
                for each in made.__mro__
                if "__init__" in vars(each)
            ]
            others = [each.name for each in chain(*own) if each.kind == each.KEYWORD_ONLY and each.name not in known]
            raise OptionError(no_option(game, name, list(dict.fromkeys(others))))
    return game.check_options(given)


def options_for_reset(
    game: Game, fixed: Mapping[str, int | bool], given: Any, warned: set[str]
) -> dict[str, int | bool]:
    """All options of the next game, with their values.

    Args:
        fixed: the environment's options, which apply where `given` does not override them.
        given: the argument `options` of `reset`; None changes nothing. Keys that are not options of the game may be
            meant for a wrapper: they are ignored, with a warning the first time.
        warned: the keys that have been warned about; new ones are added.

    Raises:
        OptionError: if `given` is not a dict, a value is out of range, or the number of seats differs from the one that
            spaces and agents were made for; nothing has changed.
    """
    if given is None:
        return dict(fixed)
    names = [option.name for option in game.options]
    if not isinstance(given, Mapping):
        raise OptionError(f"options={in_short(given)} is not a dict of options; the options are {', '.join(names)}")
    options = game.check_options({**fixed, **{name: given[name] for name in names if name in given}})
    if options["num_players"] != fixed["num_players"]:
        raise OptionError(
            f"num_players={options['num_players']} cannot be given to reset: this environment has "
            f"{fixed['num_players']} seats; create another one"
        )
    for key in [in_short(key) for key in given if key not in names]:
        if key not in warned:
            warned.add(key)
            gymnasium.logger.warn(
                f"reset ignores {key}, which is not an option of {game.name}; its options are {', '.join(names)} "
                "(this warning appears once)"
            )
    return options


def observation_box(game: Game, features: FeatureName) -> spaces.Box:
    """One seat's observation space: (D,) int8 within the layout's bounds, or (onehot_size,) float32 in [-1, 1]."""
    if features == "raw":
        return spaces.Box(game.layout.low, game.layout.high, dtype=np.int8)
    return spaces.Box(-1.0, 1.0, (game.layout.onehot_size,), np.float32)


class OfOneTable:
    """The spaces of one table of a vector environment, under Gymnasium's names."""

    game: Game
    features: FeatureName = "raw"

    @property
    def num_actions(self) -> int:
        """A, the number of action ids: the width of a mask."""
        return len(self.game.action_names)

    @cached_property
    def single_observation_space(self) -> spaces.Box:
        """What the deciding seat of one table sees: (D,) int8, or (onehot_size,) float32."""
        return observation_box(self.game, self.features)

    @cached_property
    def single_action_space(self) -> spaces.Space[Any]:
        """The actions of one table: ``Discrete(A)``, of which the mask says which are legal."""
        return spaces.Discrete(self.num_actions)


def mask_of(state: State) -> Bytes:
    """(A,) int8: 1 for each legal action of the deciding seat; once the game is over, 1 for action 0 only.

    That action has no effect, but vector environments that reset in the next step still ask for one, and a softmax over
    an empty mask would be NaN.
    """
    mask = state.mask
    if state.done:
        mask[0] = 1
    return mask


def observation_of(state: State, seat: int, features: FeatureName) -> npt.NDArray[Any]:
    """What `seat` sees, as a point of `observation_box`."""
    seen = state.observe(seat)
    return seen if features == "raw" else state.game.layout.onehot(seen)


class BaseEnv:
    """One table behind a standard API. Arguments and errors are those of `kit.envs.aec.TableEnv`."""

    def __init__(
        self,
        game: Game,
        render_mode: str | None,
        render_seat: int | None,
        reward: RewardName,
        features: FeatureName,
        backend: BackendName | None,
        options: dict[str, Any],
    ) -> None:
        check_choice("reward", reward, game.rewards)
        check_choice("features", features, FEATURES)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        game.backend(backend)
        self.game = game
        self.options = checked_options(type(self), game, options)
        self.num_players = int(self.options["num_players"])
        check_seat("render_seat", render_seat, self.num_players)
        self.reward: RewardName = reward
        self.features: FeatureName = features
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.metadata = {
            "name": game.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._backend = backend
        self._warned: set[str] = set()
        self._state: State | None = None

    def _deal(self, seed: int, options: dict[str, int | bool]) -> State:
        return self.game.new(seed, backend=self._backend, **options)

    @property
    def game_state(self) -> State:
        """The table itself, hidden cards included. Privileged: never show it to a seat.

        Raises:
            gymnasium.error.ResetNeeded: before the first `reset`.
        """
        if self._state is None:
            raise gymnasium.error.ResetNeeded(f"{self.game.name}: call reset() first")
        return self._state

    def lay(self, state: State) -> None:
        """Continue from another table, for example one that was loaded, or resampled by `State.hide`.

        Raises:
            OptionError: if the table is of another game, its options differ from those of this environment and its
                current game, or its game is over; nothing has changed.
        """
        if type(state.game) is not type(self.game):
            raise OptionError(f"a table of {state.game.name} cannot be loaded into an environment of {self.game.name}")
        current = self.options if self._state is None else self._state.options
        if state.options not in (self.options, current):
            raise OptionError(f"a table with {state.options} cannot be loaded: this environment has {self.options}")
        if state.done:
            raise OptionError("the game of this table is over: it cannot be continued")
        self._state = state

    @property
    def seed(self) -> int | None:
        """The seed of the current game; None before the first one. Privileged: it determines every card to come."""
        return None if self._state is None else self._state.seed

    def render(self, seat: int | None = None) -> Any:
        """Draw the table as `render_mode` says.

        Args:
            seat: the seat whose view is drawn. None takes `render_seat`; if that is None too, only public information
                is drawn.

        Returns:
            ``ansi``: str; ``rgb_array``: (h, w, 3) uint8; ``human`` (prints) or no mode: None.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(f"render() draws nothing without a render_mode: one of {', '.join(RENDER_MODES)}")
            return None
        check_seat("seat", seat, self.num_players)
        who = self.render_seat if seat is None else seat
        if self.render_mode == "rgb_array":
            return self.game.picture(self.game_state, who)
        drawn = self.game.ansi(self.game_state, who)
        if self.render_mode == "ansi":
            return drawn
        print_drawing(drawn)
        return None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"game": type(self.game)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.game = the_game(kept["game"])
