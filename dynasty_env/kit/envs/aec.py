"""Any game as a PettingZoo AEC environment: the seats act one after another, as at a table."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from dynasty_env.kit.envs.base import BaseEnv, FeatureName, observation_box, observation_of, options_for_reset
from dynasty_env.kit.game import BackendName, Game, RewardName
from dynasty_env.kit.printing import print_drawing
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State


class TableEnv(BaseEnv, AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]  # PettingZoo ships no types
    """One table as a PettingZoo AEC environment. Its seats are the agents ``<game>_0``, ``<game>_1`` …, in seating
    order.

    Each agent observes ``{"observation": (D,), "action_mask": (A,) int8}``. The mask holds 1 for each legal action of
    the deciding agent; it is all zeros for the other agents. All agents terminate together and receive their rewards
    then. Nothing is ever truncated, and infos are empty.

    Args:
        game: the rulebook.
        render_mode: None, ``ansi`` (`render` returns text), ``human`` (every move is printed) or ``rgb_array``.
        render_seat: the seat whose view is drawn; None draws public information only.
        reward: one of `game.rewards`. Most games have ``win``: winners share +1, the others share −1, and everybody
            gets 0 if all or none win; ``rank``: +1 … −1 by place, ties averaged; ``points``: own score minus the mean
            of the others' scores, scaled into [−1, 1].
        features: ``raw``: (D,) int8, divided into pieces by `game.layout`; ``onehot``: (onehot_size,) float32, for a
            plain MLP.
        backend: ``auto`` (default), ``interpreted`` or ``compiled``; it affects speed only.
        **options: the game's own options, see `game.options`.

    Raises:
        OptionError: if an argument is unknown or out of range; the message lists what is valid.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        render_seat: int | None = None,
        reward: RewardName = "win",
        features: FeatureName = "raw",
        backend: BackendName | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, render_mode, render_seat, reward, features, backend, options)
        self.possible_agents = game.agents(self.num_players)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._shown = ""
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds: np.random.Generator | None = None
        actions = len(game.action_names)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": observation_box(game, features), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(
            np.tile(np.minimum(game.layout.low, 0), game.seat_rows),
            np.tile(np.maximum(game.layout.high, 0), game.seat_rows),
            dtype=np.int8,
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation space of `agent`: the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action space of `agent`: the same object at each call. An id means the same in every phase."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: 0 … 2**63-1: the game that ``game.new(seed)`` deals. None takes the next seed of the stream that the
                last seeded reset began; without one, a stream with an unpredictable seed is begun.
            options: options of the game that override the environment's own for this one game. `num_players` cannot be
                changed. Keys that are not options of the game are ignored, with a warning the first time.

        Raises:
            OptionError: if the seed or an option is out of range; the table is unchanged.
        """
        chosen = options_for_reset(self.game, self.options, options, self._warned)
        if seed is None:
            self._seeds = self._seeds or np.random.default_rng()
            self._state = self._deal(int(self._seeds.integers(2**63)), chosen)
        else:
            self._state = self._deal(seed, chosen)
            self._seeds = np.random.default_rng(self._state.seed)
        self._begin()
        self._show()

    def _begin(self) -> None:
        """Make all agents present again and select the one that decides."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game_state.seat]

    def step(self, action: int | None) -> None:
        """Play `action` for the agent that decides: an id of any integer type, or None once the game is over.

        Raises:
            IllegalActionError: if the action is not legal now (the message names action, phase and seat); nothing has
                changed.
            ValueError: if an action is given after the end.
        """
        state = self.game_state
        agent = self.agent_selection
        if self.agents and self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._play(action)
        self._cumulative_rewards[agent] = 0.0
        if state.done:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[state.seat]
        self._show()

    def _play(self, action: Any) -> None:
        """Play the action at the table; None raises the same error as any other illegal action."""
        self.game_state.play(action)

    def lay(self, state: State) -> None:
        """Continue from another table, with all rewards at zero."""
        super().lay(state)
        self._begin()

    def _show(self) -> None:
        """In human mode, print the table if what it shows has changed; a silent pass changes nothing."""
        if self.render_mode == "human":
            drawn = self.game.ansi(self.game_state, self.render_seat)
            if drawn != self._shown:
                print_drawing(drawn)
            self._shown = drawn

    def _finish(self) -> None:
        """Pay every seat its reward; from now on the agents terminate one after another, in order."""
        returns = self.game_state.returns(self.reward)
        for agent in self.agents:
            self.rewards[agent] = float(returns[self._seats[agent]])
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        """What `agent` sees now, also after the end: its observation and its mask (all zeros while it waits)."""
        state, seat = self.game_state, self._seats[agent]
        asked = seat == state.seat and not state.done
        return {
            "observation": observation_of(state, seat, self.features),
            "action_mask": state.mask if asked else np.zeros(len(self.game.action_names), np.int8),
        }

    def state(self) -> Bytes:
        """(`Game.seat_rows`·D,) int8: every seat's raw observation in order, with zeros for seats that this table does
        not have.

        This is privileged information for centralised critics: it joins all hands. Cards face down in a pile are in no
        observation, and are not in here either.
        """
        rows = np.zeros((self.game.seat_rows, self.game.layout.size), np.int8)
        for seat in range(self.num_players):
            rows[seat] = self.game_state.observe(seat)
        return rows.ravel()
