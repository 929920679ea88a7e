"""Hybrid actions: a choice among ids, plus a point for continuous parameters such as an angle, a length or a place.

An action is ``{"choice": id, "point": (k,)}``. There is one id more than the game has actions; the last one means “as
the point says”. In a decision with continuous parameters it is the only legal choice. In all other decisions the ids
have their usual meaning, and the point is ignored.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from gymnasium.vector.utils import batch_space

from dynasty_env.kit.engine.backend import Compiled, Interpreted, Tables
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.base import mask_of, observation_box, observation_of
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.single import SingleSeatEnv
from dynasty_env.kit.envs.vector import Batch, VectorEnv, refuse, whole_actions
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.seats.points import Floats, PointLayout
from dynasty_env.kit.state import State, whole

CHOICE, POINT = "choice", "point"


def layout_of(game: Game) -> PointLayout:
    """The layout of the game's points. Raises OptionError for a game without continuous parameters."""
    if game.point is None:
        raise OptionError(f"{game.name} has no continuous parameters: parameters is 'discrete'")
    return game.point


def hybrid_space(game: Game) -> spaces.Dict:
    """The space of one hybrid action."""
    point = spaces.Box(-1.0, 1.0, (layout_of(game).size,), np.float32)
    return spaces.Dict({CHOICE: spaces.Discrete(len(game.action_names) + 1), POINT: point})


def choice_mask(state: State) -> Bytes:
    """(A + 1,) int8: 1 for each legal choice of the deciding seat; once the game is over, 1 for id 0 only."""
    mask = np.append(mask_of(state), np.int8(0))
    if state.takes_point:
        mask[:] = 0
        mask[-1] = 1
    return mask


def parts_of(action: Any) -> tuple[Any, Any]:
    """The choice and the point of an action. Raises IllegalActionError if one of them is missing."""
    if not isinstance(action, Mapping) or CHOICE not in action or POINT not in action:
        raise IllegalActionError(f"an action {{'{CHOICE}': id, '{POINT}': array}} is expected, not {in_short(action)}")
    return action[CHOICE], action[POINT]


def play_hybrid(state: State, action: Any) -> Floats | None:
    """Play a hybrid action. Returns the point that was taken, or None where the choice is an id of the game. Raises
    IllegalActionError if the action is not legal now, or its point is invalid; nothing has changed."""
    choice, point = parts_of(action)
    beyond = len(state.game.action_names)
    number = whole(choice)
    if number == beyond:
        return state.play_point(point)
    if state.takes_point:
        raise IllegalActionError(
            f"choice {in_short(choice)} given in phase {state.phase}, which needs a point: choose {beyond}"
        )
    layout_of(state.game).checked(point, 1)
    state.play(number)
    return None


def info_of(mask: npt.NDArray[Any], used: Floats | None) -> dict[str, Any]:
    """A seat's info: its legal choices and, if it has just taken a point, that point."""
    info: dict[str, Any] = {"action_mask": {CHOICE: mask, POINT: None}}
    return info if used is None else info | {"point_used": used}


class HybridTableEnv(TableEnv):
    """`TableEnv` with hybrid actions.

    Each agent observes a plain array. Its mask is ``infos[agent]["action_mask"] = {"choice": (A + 1,) int8, "point":
    None}``, as the action space's `sample` takes it. If the agent's last action since the reset was a point,
    ``infos[agent]["point_used"]`` (k,) float32 is the point that was actually taken: clipped, and moved to the nearest
    legal one.
    """

    def __init__(self, game: Game, **options: Any) -> None:
        space: Any = hybrid_space(game)
        super().__init__(game, **options)
        self._used: dict[str, Floats | None] = {}
        seen: Any = observation_box(game, self.features)
        self.action_spaces = dict.fromkeys(self.possible_agents, space)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game, as `TableEnv.reset` does."""
        before, self._used = self._used, {}
        try:
            super().reset(seed, options)
        except OptionError:
            self._used = before
            raise

    def _begin(self) -> None:
        super()._begin()
        self._tell()

    def step(self, action: Any) -> None:
        """Play `action` for the agent that decides: ``{"choice": id, "point": (k,)}``, or None once the game is over.

        Raises:
            IllegalActionError: if the action is not legal now (the message names action, phase and seat), or the point
                has a NaN or another shape; nothing has changed.
            ValueError: if an action is given after the end.
        """
        super().step(action)
        self._tell()

    def _play(self, action: Any) -> None:
        self._used[self.agent_selection] = play_hybrid(self.game_state, action)

    def _tell(self) -> None:
        """Put every agent's mask and its own last point into its info."""
        state = self.game_state
        for agent in self.infos:
            asked = self._seats[agent] == state.seat and not state.done
            mask = choice_mask(state) if asked else np.zeros(len(self.game.action_names) + 1, np.int8)
            self.infos[agent] = info_of(mask, self._used.get(agent))

    def observe(self, agent: str) -> Any:
        """What `agent` sees now, also after the end: a point of its observation space."""
        return observation_of(self.game_state, self._seats[agent], self.features)


class HybridSeatEnv(SingleSeatEnv):
    """`SingleSeatEnv` with hybrid actions.

    ``info["action_mask"]`` and ``info["point_used"]`` are as in `HybridTableEnv`; `action_masks()` is the mask of the
    choice.
    """

    def __init__(self, game: Game, bots: Sequence[Any], **options: Any) -> None:
        space = hybrid_space(game)
        super().__init__(game, bots, **options)
        self.action_space: Any = space
        self._used: Floats | None = None

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(A + 1,) bool: the learner's legal choices; only id 0 once the game is over."""
        return choice_mask(self.game_state).astype(np.bool_)

    def _play(self, action: Any) -> None:
        self._used = play_hybrid(self.game_state, action)

    def _begin(self, state: State) -> None:
        self._used = None
        super()._begin(state)

    def _info(self) -> dict[str, Any]:
        return info_of(choice_mask(self.game_state), self._used)


class HybridTables:
    """The hybrid actions of many tables.

    Attributes:
        mask: (n, A + 1) int8: the legal choices.
        used: (n, k) float32: the points that the last actions took; zeros where the choice was an id of the game.
    """

    def __init__(self, game: Game, tables: Tables, backend: Compiled | Interpreted) -> None:
        self.game = game
        self.tables = tables
        self.layout = layout_of(game)
        self.beyond = len(game.action_names)
        self.mask: Bytes = np.zeros((len(tables), self.beyond + 1), np.int8)
        self.used: Floats = np.zeros((len(tables), self.layout.size), np.float32)
        self._uses: Bytes = np.zeros((128, self.layout.size), np.int8)
        for phase in game.phases:
            for name in phase.point:
                self._uses[int(phase.step), self.layout.places[name]] = 1
        self._settle = game.settler(backend).bound("settle", tables)
        self._backend = backend

    @property
    def uses(self) -> Bytes:
        """(n, k) int8: 1 for each coordinate that a table's open decision uses."""
        uses: Bytes = self._uses[self.tables.array["step"]] * (1 - self.tables.array["done"][:, None])
        return uses

    def show(self, mask: Bytes) -> Bytes:
        """The legal choices, made from the tables' own masks (n, A); the same array at each call."""
        asked = self.uses.any(axis=1)
        self.mask[:, :-1] = mask
        self.mask[asked, :-1] = 0
        self.mask[:, -1] = asked
        return self.mask

    def take(self, actions: Any) -> npt.NDArray[np.int64]:
        """Write the points of hybrid actions ``{"choice": (n,), "point": (n, k)}`` to the tables and return the ids
        (n,).

        Raises:
            IllegalActionError: names the first table whose action is not legal; no table has moved.
        """
        choice, points = parts_of(actions)
        count = len(self.tables)
        wanted = whole_actions(choice, count)
        settled = self.layout.checked(points, count)
        known = (wanted >= 0) & (wanted <= self.beyond)
        legal = known & (self.mask[np.arange(count), np.where(known, wanted, 0)] == 1)
        legal |= self.tables.array["done"] == 1
        if not legal.all():
            i = int(np.argmin(legal))
            state = State(self.game, Tables(self.tables.array[i : i + 1]).copy(), self._backend)
            refuse_choice(state, i, int(wanted[i]))
        self._settle(0, count, wanted, settled)
        self.used[:] = settled
        return wanted

    def clear(self) -> None:
        """Remove the points from the tables."""
        self.tables.array["point"] = 0


def refuse_choice(state: State, i: int, choice: int) -> None:
    """Raise the IllegalActionError of an illegal choice at a copy of table `i`."""
    try:
        play_hybrid(state, {CHOICE: choice, POINT: np.zeros(layout_of(state.game).size, np.float32)})
    except IllegalActionError as error:
        raise IllegalActionError(f"table {i}: {error}; no table has moved") from None
    refuse(state, i, choice)


class HybridVectors:
    """What the vector environments with hybrid actions share."""

    _hybrid: HybridTables
    _mask: Bytes

    @property
    def point_uses(self) -> Bytes:
        """(n, k) int8: 1 for each coordinate of a point that the open decision uses."""
        return self._hybrid.uses

    def __getstate__(self) -> dict[str, Any]:
        kept: Any = super().__getstate__()
        return {**kept, "used": self._hybrid.used.copy()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        super().__setstate__(kept)  # type: ignore[misc]
        self._hybrid.used[:] = kept["used"]
        self._hybrid.show(self._mask)

    def _taken(self, actions: Any) -> npt.NDArray[np.int64]:
        return self._hybrid.take(actions)


class HybridVectorEnv(HybridVectors, VectorEnv):
    """`VectorEnv` with hybrid actions.

    `step` takes ``{"choice": (n,), "point": (n, k)}``, and `Batch.action_mask` is (n, A + 1). `point_used` holds the
    points that the last step took, and `point_uses` says which coordinates count.
    """

    def __init__(self, game: Game, num_envs: int, **options: Any) -> None:
        layout_of(game)
        super().__init__(game, num_envs, **options)
        self._hybrid = HybridTables(game, self.tables, self._backend)

    def reset(self, seed: int | Sequence[int] | None = None) -> Batch:
        """Deal a new game at every table, as `VectorEnv.reset` does."""
        batch = super().reset(seed)
        self._hybrid.used[:] = 0
        return batch

    @property
    def num_actions(self) -> int:
        """A + 1, the width of a mask: the game's own ids, and one for a point."""
        return super().num_actions + 1

    @cached_property
    def single_action_space(self) -> spaces.Dict:
        """The choice and the point of one table."""
        return hybrid_space(self.game)

    @property
    def point_used(self) -> Floats:
        """(n, k) float32: the points taken, clipped and moved to the nearest legal ones; zeros where no point was
        taken. The next step overwrites the array."""
        return self._hybrid.used

    def _seen(self) -> Batch:
        self._hybrid.clear()
        return super()._seen()._replace(action_mask=self._hybrid.show(self._mask))


class HybridSeatVectorEnv(HybridVectors, SeatVectorEnv):
    """`SeatVectorEnv` with hybrid actions.

    ``infos["action_mask"]`` and `action_masks()` are (n, A + 1). ``infos["point_used"]`` (n, k) holds the points that
    the last step took, and `point_uses` says which coordinates count.
    """

    def __init__(self, game: Game, num_envs: int, bots: Any = "random", **options: Any) -> None:
        space = hybrid_space(game)
        super().__init__(game, num_envs, bots, **options)
        self.single_action_space: Any = space
        self.action_space: Any = batch_space(space, self.num_envs)
        self._hybrid = HybridTables(game, self.tables, self._backend)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Deal a new game at every table, as `SeatVectorEnv.reset` does."""
        seen, infos = super().reset(seed=seed, options=options)
        for none_yet in (self._hybrid.used, infos["point_used"], infos["_point_used"]):
            none_yet[:] = 0
        return seen, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(n, A + 1) bool: the learner's legal choices; only id 0 where the game is over."""
        return self._hybrid.mask.astype(np.bool_)

    def _infos(self) -> dict[str, Any]:
        self._hybrid.clear()
        mask, used = self._hybrid.show(self._mask), self._hybrid.used
        shown = super()._infos()
        return shown | {
            "action_mask": mask.copy() if self.copy else mask,
            "point_used": used.copy() if self.copy else used,
            "_point_used": used.any(axis=1),
        }


class Discretise(gymnasium.ActionWrapper[Any, Any, Any], RecordConstructorArgs):
    """Give points ids of their own, for learners with one categorical action, such as MaskablePPO.

    The game's own ids come first. After them come points spread evenly over the parts that a decision uses: `count`
    directions round the circle, both signs, and `count` values of each number, in all combinations. `action_masks()`
    says which of them exist in the open decision.

    Args:
        env: a `HybridSeatEnv`.
        count: number of directions, and of values of a number; at least 2.

    Raises:
        OptionError: if `count` is not a whole number of at least 2.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], count: int) -> None:
        if whole(count) < 2:
            raise OptionError(f"count={in_short(count)} is out of range: count is a whole number of at least 2")
        RecordConstructorArgs.__init__(self, count=count)
        gymnasium.ActionWrapper.__init__(self, env)
        inner: Any = env.unwrapped
        layout = layout_of(inner.game)
        self._first = len(inner.game.action_names)
        self._points = {phase: layout.levels(names, count) for phase, names in inner.game.point_phases.items()}
        self._none = np.zeros(layout.size, np.float32)
        most = max(map(len, self._points.values()))
        self.action_space: Any = spaces.Discrete(self._first + most)

    @property
    def _here(self) -> Floats:
        """(m, k): the points of the open decision."""
        inner: Any = self.env.unwrapped
        return self._points.get(inner.game_state.phase, np.zeros((0, len(self._none)), np.float32))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: the learner's legal actions; only id 0 once the game is over."""
        mask = np.zeros(self.action_space.n, np.bool_)
        mask[: self._first] = self.env.get_wrapper_attr("action_masks")()[: self._first]
        mask[self._first : self._first + len(self._here)] = True
        return mask

    def action(self, action: int) -> dict[str, Any]:
        """The hybrid action of an id. Raises IllegalActionError if the id names no point of the open decision."""
        number, here = whole(action), self._here
        if 0 <= number < self._first:
            return {CHOICE: number, POINT: self._none}
        if not self._first <= number < self._first + len(here):
            raise IllegalActionError(
                f"action {in_short(action)} is not one of {self._first} actions and {len(here)} points"
            )
        return {CHOICE: self._first, POINT: here[number - self._first]}
