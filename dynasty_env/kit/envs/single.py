"""One seat of any game as a Gymnasium environment; bots play the other seats."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from dynasty_env.kit.envs.base import (
    BaseEnv,
    FeatureName,
    check_seat,
    mask_of,
    observation_box,
    observation_of,
    options_for_reset,
)
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import BackendName, Game, RewardName
from dynasty_env.kit.seats.decision import Bot, Decision, begun, check_bots, decided_unseen, dice_of
from dynasty_env.kit.seats.hearing import Listeners
from dynasty_env.kit.seats.notes import note_of
from dynasty_env.kit.state import State


class SingleSeatEnv(BaseEnv, gymnasium.Env[npt.NDArray[Any], Any]):
    """One learning seat at a table of bots.

    Each step plays the learner's action and then lets the bots play up to its next decision. Observations are the
    learner's only: (D,) int8, or float32 with ``features="onehot"``. `action_masks` says what is legal (as
    sb3-contrib's MaskablePPO asks for it), and so does ``info["action_mask"]``. The reward comes at the end of the
    game, and nothing is truncated. If a game ends before the learner has had a decision, it is skipped and another one
    is dealt.

    Args:
        game: the rulebook.
        bots: ``bots[i]`` sits ``i + 1`` places after the learner; a single bot plays all other seats.
        seat: the learner's seat; None: the next seat with each game.
        render_mode: None, ``ansi`` (`render` returns text), ``human`` (every step is printed) or ``rgb_array``.
        render_seat: the seat whose view is drawn; None draws public information only.
        reward: one of `game.rewards`: see `kit.envs.aec.TableEnv`.
        features: ``raw`` or ``onehot``.
        backend: ``auto`` (default), ``interpreted`` or ``compiled``; it affects speed only.
        **options: the game's own options, see `game.options`.

    Attributes:
        seat: the learner's seat in the current game.

    Raises:
        OptionError: if an argument is unknown or out of range; the message lists what is valid.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot],
        *,
        seat: int | None = None,
        render_mode: str | None = None,
        render_seat: int | None = None,
        reward: RewardName = "win",
        features: FeatureName = "raw",
        backend: BackendName | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, render_mode, render_seat, reward, features, backend, options)
        check_seat("seat", seat, self.num_players)
        others = self.num_players - 1
        check_bots(bots)
        if len(bots) not in (1, others):
            raise OptionError(f"{len(bots)} bots for {others} seats: give {others}, or 1 to fill them all")
        self.bots = tuple(bots)
        self._rotating = seat is None
        self.seat = seat or 0
        self._players: dict[int, tuple[Bot, np.random.Generator]] = {}
        self._listeners = Listeners({})
        self.observation_space = observation_box(game, features)
        self.action_space = spaces.Discrete(len(game.action_names))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Deal a new game and let the bots play up to the learner's first decision.

        Args:
            seed: 0 … 2**63-1: repeats the whole stream of games from here on, including the bots' random draws. None
                continues the stream of the last seed.
            options: options of the game that override the environment's own for this one game. `num_players` cannot be
                changed. Keys that are not options of the game are ignored, with a warning the first time.

        Returns:
            The learner's observation, and ``{"action_mask": (A,) int8}``.

        Raises:
            OptionError: if the seed or an option is out of range; the table is unchanged.
        """
        chosen = options_for_reset(self.game, self.options, options, self._warned)
        first = seed is not None or self._state is None
        if seed is None:
            state = self._next(chosen)
        else:
            state = self._deal(seed, chosen)
            super().reset(seed=state.seed)
        if self._rotating:
            self.seat = state.seed % self.num_players if first else (self.seat + 1) % self.num_players
        self._begin(state)
        while self.game_state.done:
            self._begin(self._next(chosen))
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play `action`, then let the bots play up to the learner's next decision or the end.

        Args:
            action: one of the legal ids, of any integer type.

        Returns:
            observation, reward (0 until the end), terminated, truncated (always False) and info (``{"action_mask": (A,)
            int8}``). Once the game is over, the mask allows only action 0; vector environments that reset in the next
            step ignore that action.

        Raises:
            IllegalActionError: if the action is not legal now (the message names action, phase and seat); nothing has
                changed.
            gymnasium.error.ResetNeeded: before the first `reset`, or since a bot has failed.
        """
        self._play(action)
        state, self._state = self.game_state, None  # until the learner is asked
        self._listeners.tell(state)
        self._play_bots(state)
        reward = float(state.returns(self.reward)[self.seat]) if state.done else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, state.done, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(A,) bool: the learner's legal actions; only action 0 once the game is over."""
        return mask_of(self.game_state).astype(np.bool_)

    def _play(self, action: Any) -> None:
        """Play the learner's action at the table."""
        self.game_state.play(action)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self.game_state)}

    def _next(self, options: dict[str, int | bool]) -> State:
        return self._deal(int(self.np_random.integers(2**63)), options)

    def _begin(self, state: State) -> None:
        """Seat the bots, each with its own random generator derived from the game's seed, and let them play."""
        self._state = None  # until the learner is asked
        for place, bot in enumerate(self.bots):
            begun(bot, int(dice_of(state.seed, place).integers(2**63)))
        for place in range(self.num_players - 1):
            seat = (self.seat + 1 + place) % self.num_players
            rng = dice_of(state.seed, self.num_players + seat)
            self._players[seat] = self.bots[place % len(self.bots)], rng
        self._listeners = Listeners({seat: bot for seat, (bot, _) in self._players.items()})
        self._listeners.tell(state)
        self._play_bots(state)

    def lay(self, state: State) -> None:
        """Continue from another table: seat the bots anew and play up to the learner's next decision.

        Raises:
            OptionError: if the table is of another game, has other options, or its game is over; nothing has changed.
        """
        super().lay(state)
        self._begin(state)

    def _play_bots(self, state: State) -> None:
        while not state.done and state.seat != self.seat:
            bot, rng = self._players[state.seat]
            decision = Decision(state, rng)
            action = decided_unseen(bot, decision)  # listing what would be legal would reveal its hand
            note = note_of(bot, decision, action)
            state.play(action)
            self._listeners.tell(state, note)
        self._state = state

    def _observation(self) -> npt.NDArray[Any]:
        return observation_of(self.game_state, self.seat, self.features)


class NearestLegal(gymnasium.ActionWrapper[Any, Any, Any], RecordConstructorArgs):
    """For checkers and learners without masks: an illegal action becomes the next legal id, wrapping around."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.ActionWrapper.__init__(self, env)
        self._masks = env.get_wrapper_attr("action_masks")

    def action(self, action: int) -> int:
        """`action` if it is legal, otherwise the next legal id."""
        legal = np.flatnonzero(self._masks())
        return int(legal[np.searchsorted(legal, action) % len(legal)]) if len(legal) else action


class MaskInObservation(
    gymnasium.ObservationWrapper[dict[str, npt.NDArray[Any]], Any, npt.NDArray[Any]], RecordConstructorArgs
):
    """For learners that expect the mask in the observation, under the names of the PettingZoo environment.

    Observations are ``{"observation": (D,), "action_mask": (A,) int8}``; once the game is over, the mask allows only
    action 0. Raises OptionError if the environment has hybrid actions.
    """

    def __init__(self, env: gymnasium.Env[npt.NDArray[Any], Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.ObservationWrapper.__init__(self, env)
        self._masks = env.get_wrapper_attr("action_masks")
        if not isinstance(env.action_space, spaces.Discrete):
            raise OptionError("MaskInObservation needs discrete actions: hybrid actions have their mask in the info")
        mask = spaces.Box(0, 1, (int(env.action_space.n),), np.int8)
        space: Any = spaces.Dict({"observation": env.observation_space, "action_mask": mask})
        self.observation_space = space

    def observation(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """`observation` and the current action mask."""
        return {"observation": observation, "action_mask": self._masks().astype(np.int8)}
