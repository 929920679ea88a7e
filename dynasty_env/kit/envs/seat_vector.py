"""One learning seat at each of many tables, as a Gymnasium `VectorEnv`; bots play the other seats, in batches."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, runtime_checkable

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dynasty_env.kit.engine.threads.team import ThreadTeam
from dynasty_env.kit.envs.base import (
    FEATURES,
    FeatureName,
    check_choice,
    check_seat,
    checked_options,
    observation_box,
    options_for_reset,
)
from dynasty_env.kit.envs.vector import (
    Floats,
    ManyTables,
    autoreset_named,
    batch_backend,
    check_faults,
    checked_sizes,
    first_seeds,
    whole_actions,
)
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.game import BackendName, Game, RewardName
from dynasty_env.kit.seats.decision import first_illegal
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State

Ints = npt.NDArray[np.int64]

WORTH_A_THREAD = 128
"""Fewest tables for which another thread is worth its call: stepping them takes about as long as two handovers."""

BatchBot = Callable[[Bytes, Bytes, np.random.Generator], npt.ArrayLike]
"""`bot(observation (k, D), action_mask (k, A), rng)` returns k actions. Each row is what the deciding seat of one table
sees (raw, int8); the bot gets nothing else. `rng` belongs to the bots. Both arrays are overwritten after the call."""


@runtime_checkable
class TableBot(Protocol):
    """Bots that are asked table by table and may remember their games."""

    def begin(self, tables: Sequence[int] | Ints) -> None:
        """New games have been dealt at these tables."""

    def decide(self, state: Callable[[int], State], tables: Ints, seats: Ints, rng: np.random.Generator) -> Ints:
        """The actions (k,) of the seats (k,) that decide at the tables (k,); `state` returns a table by its number."""


MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)


class SeatVectorEnv(ManyTables, VectorEnv[npt.NDArray[Any], Any, npt.NDArray[Any]]):
    """Many tables with a learner in one seat of each.

    A step plays the learner's actions, and then the bots' actions up to the learner's next decisions.
    ``infos["action_mask"]`` (n, A) int8 says what is legal then, as does `action_masks()`; an illegal action raises an
    error. The reward comes at the end of a game, and nothing is truncated. If a game ends before the learner has had a
    decision, it is skipped and another one is dealt.

    Args:
        game: the rulebook.
        num_envs: number of tables n.
        bots: the bots that play all other seats: the name of a compiled bot (``random`` or ``greedy``, see
            `game.policies`), a function that decides for many seats at once (`BatchBot`), or bots that are asked table
            by table (`TableBot`).
        seat: the learner's seat. None: seat i at table i, then the next seat with each later game of that table.
        reward: ``win``, ``rank`` or ``points``.
        features: ``raw`` (int8) or ``onehot`` (float32).
        threads: threads for rules and compiled bots, used as long as each has at least 128 tables.
        autoreset_mode: SAME_STEP (default): a table whose game ends gets a new game within the step, and
            ``infos["final_obs"]`` has what the learner saw last. NEXT_STEP: the next step deals the new game and
            ignores the action; until then the mask allows only action 0.
        copy: False returns the environment's own buffers, which the next step overwrites.
        backend: ``auto`` and ``compiled`` compile the rules; ``interpreted`` runs them as Python, slowly.
        **options: the game's own options, see `game.options`.

    Attributes:
        learner: (n,) int64: the learner's seats.
        final_returns: (n, rewards, seat_rows) float32: returns of all seats in each table's last game.

    Raises:
        OptionError: if an argument is unknown or out of range; the message lists what is valid.
    """

    metadata: dict[str, Any]
    _kept = ("learner", "final_returns", "_observation", "_mask", "_draws", "_ended")
    _carried = (
        "_dealt", "_reset_only", "_warned", "_key", "_dice", "_np_random", "_np_random_seed",
        "action_space", "single_action_space", "spec",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913
        self,
        game: Game,
        num_envs: int,
        bots: str | BatchBot | TableBot = "random",
        *,
        seat: int | None = None,
        reward: RewardName = "win",
        features: FeatureName = "raw",
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        backend: BackendName | None = None,
        **options: Any,
    ) -> None:
        num_envs, threads = checked_sizes(num_envs, threads)
        check_choice("reward", reward, game.rewards)
        check_choice("features", features, FEATURES)
        self.autoreset_mode = autoreset_named(autoreset_mode, MODES)
        self.game = game
        self.num_envs = num_envs
        self.options = checked_options(type(self), game, options)
        self.num_players = int(self.options["num_players"])
        check_seat("seat", seat, self.num_players)
        if not (isinstance(bots, str | TableBot) or callable(bots)):
            raise OptionError(
                f"bots={in_short(bots)} cannot play at many tables: give the name of a compiled bot, a function of "
                "observations, masks and a random generator, or agents.at_tables.opponents(name, game)"
            )
        self._policy = game.policy(bots) if isinstance(bots, str) else None
        self._bots = bots
        self.metadata = {"name": game.name, "autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.features = features
        self.copy = copy
        self.single_observation_space = observation_box(game, features)
        self.single_action_space = spaces.Discrete(len(game.action_names))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.tables = game.blank(num_envs, self.options)
        self._kind = game.rewards.index(reward)
        self._turning = seat is None
        self._first_seats: Ints = (np.arange(num_envs) if seat is None else np.full(num_envs, seat)) % self.num_players
        self.learner = self._first_seats.copy()
        self.final_returns: Floats = np.zeros((num_envs, len(game.rewards), game.seat_rows), np.float32)
        self._every: Ints = np.arange(num_envs, dtype=np.int64)
        self._observation: Bytes = np.zeros((num_envs, game.layout.size), np.int8)
        self._mask: Bytes = np.zeros((num_envs, len(game.action_names)), np.int8)
        self._bots_see: Bytes = np.zeros_like(self._observation)
        self._bots_may: Bytes = np.zeros_like(self._mask)
        self._records, self._bots_records = map(game.layout.records, (self._observation, self._bots_see))
        self._draws: Ints = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)
        self._backend = batch_backend(game, backend)
        self._check = partial(self._backend.call, "batch_check", self.tables)
        self._threads = ThreadTeam(min(threads, max(num_envs // WORTH_A_THREAD, 1)), WORTH_A_THREAD)
        self._dealt = False
        self._warned: set[str] = set()
        self._reset_only = False
        self._given = {
            "num_envs": num_envs,
            "bots": bots,
            "seat": seat,
            "reward": reward,
            "features": features,
            "threads": threads,
            "autoreset_mode": self.autoreset_mode,
            "copy": copy,
            "backend": self._backend.name,
            **self.options,
        }

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Deal a new game at every table and let the bots play up to the learner's first decisions.

        Args:
            seed: table i takes `seed + i`, or the i-th of n seeds. The same seed repeats the whole stream of games from
                here on, including the bots' random draws. None: fresh seeds from the stream that the last seeded reset
                began.
            options: options of the game that override the environment's own for the games that this reset deals; games
                dealt by later steps use the environment's own again. `num_players` cannot be changed. Keys that are not
                options of the game are ignored, with a warning the first time.

        Returns:
            observation (n, D) and infos.

        Raises:
            OptionError: if an option or a seed is out of range, or there are not n seeds; the tables are unchanged.
        """
        chosen = options_for_reset(self.game, self.options, options, self._warned)
        if seed is None:
            seeds = first_seeds(int(self.np_random.integers(2**61)), self.num_envs)
        else:
            seeds = first_seeds(seed, self.num_envs)
            self._np_random = np.random.default_rng(seeds)
            self._np_random_seed = int(seeds[0])
        self._key = int(self.np_random.integers(2**61))
        self._dice = np.random.default_rng(self._key)
        self._draws[:] = 0
        self.learner[:] = self._first_seats
        self._dealt = False  # until the learner is asked at every table
        self._lay_options(self._every, chosen)
        self._reset_only = chosen != self.options
        shown = self._records, self._mask, np.zeros(self.num_envs, np.int8)
        check_faults(self.game, self.tables, [self._call("batch_deal", 0, self.num_envs, seeds, *shown)])
        self._ended[:] = False
        self._tell_of_deals(self._every)
        self._play_bots(self._every)
        self._deal_again(np.flatnonzero(self.tables.array["done"]))
        self._dealt = True
        return self._seen(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play the learner's actions (n,), then the bots' actions.

        Returns:
            observation (n, D), rewards (n,) float64, terminations and truncations (n,) bool, and infos: ``action_mask``
            and, where games have ended with SAME_STEP, ``final_obs`` (n,) of objects and ``_final_obs`` (n,) bool.

        Raises:
            IllegalActionError: names the first table whose action is not legal; no table has moved.
        """
        if not self._dealt:
            raise gymnasium.error.ResetNeeded(f"{self.game.name}: call reset() first")
        wanted = self._taken(actions)
        going = self._every if not self._ended.any() else np.flatnonzero(~self._ended)
        self._dealt = False  # until no table waits for a new game
        self._rule("some_play", going, wanted[going])
        self._play_bots(going)
        rewards = np.zeros(self.num_envs)
        over = going[self.tables.array["done"][going] == 1]
        ended = np.zeros(self.num_envs, np.bool_)
        ended[over] = True
        infos: dict[str, Any] = {}
        if len(over):
            self._call("some_returns", over, 0, len(over), self.final_returns)
            rewards[over] = self.final_returns[over, self._kind, self.learner[over]]
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._deal_next(np.flatnonzero(self._ended))
            self._ended = ended
        elif len(over):
            infos = self._final(over, ended)
            self._deal_next(over)
        self._dealt = True
        seen = self._seen()
        return seen, rewards, ended.copy(), np.zeros(self.num_envs, np.bool_), infos | self._infos()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(n, A) bool: the learner's legal actions; only action 0 where the game is over."""
        return self._mask.astype(np.bool_)

    @property
    def bot_decisions(self) -> int:
        """Number of decisions by compiled bots since the last reset, at all tables together; 0 for other bots."""
        return int(self._draws.sum())

    def close_extras(self, **_: Any) -> None:
        """Stop the threads."""
        self._threads.close()

    # -- the tables ----------------------------------------------------------------------------------------------

    def _call(self, entry: str, *arguments: Any) -> Any:
        return self._backend.call(entry, self.tables, *arguments)

    def _share(self, entry: str, which: Ints, *arguments: Any) -> list[int]:
        """Call an entry on the tables `which`, split among all threads."""
        call = self._backend.bound(entry, self.tables)
        return self._threads.share(lambda first, last: call(which, first, last, *arguments), len(which), entry)

    def _rule(self, entry: str, which: Ints, *arguments: Any) -> None:
        """`_share` for an entry that runs rules, which may fail."""
        check_faults(self.game, self.tables, self._share(entry, which, *arguments))

    def _play_bots(self, which: Ints) -> None:
        """Let the bots play the tables `which` up to the learner's decision or the end."""
        if self._policy is not None:
            drawn = self._key, self._draws
            self._rule(f"{self._policy}_bots", which, self.learner, *drawn, self._bots_records)
            return
        assert not isinstance(self._bots, str)
        done, seat = self.tables.array["done"], self.tables.array["seat"]
        while len(which := which[(done[which] == 0) & (seat[which] != self.learner[which])]):
            seats = seat[which].astype(np.int64)
            self._share("some_observe", which, seats, self._bots_records, self._bots_may)
            may = self._bots_may[: len(which)]
            if isinstance(self._bots, TableBot):
                given: npt.ArrayLike = self._bots.decide(self.state, which, seats, self._dice)
            else:
                given = self._bots(self._bots_see[: len(which)], may.copy(), self._dice)
            actions = whole_actions(given, len(which))
            k = first_illegal(actions, may)
            if k is not None:
                phase = self.state(int(which[k])).phase
                raise IllegalActionError(f"the bots chose {actions[k]} in phase {phase}, which is illegal there")
            self._rule("some_play", which, actions)

    def _tell_of_deals(self, which: Ints) -> None:
        if isinstance(self._bots, TableBot):
            self._bots.begin(which)

    def _lay_options(self, which: Ints, options: dict[str, int | bool]) -> None:
        for name, value in options.items():
            self.tables.array[name][which] = value

    def _deal_next(self, which: Ints) -> None:
        """Deal the games that begin within a step, with the environment's own options, not those of the last reset."""
        if self._reset_only:
            self._lay_options(which, self.options)
        self._deal_again(which)

    def _deal_again(self, which: Ints) -> None:
        """Deal new games at ended tables until the learner has a decision at each; the learner's seat may change."""
        while len(which):
            if self._turning:
                self.learner[which] = (self.learner[which] + 1) % self.num_players
            self._rule("some_redeal", which)
            self._tell_of_deals(which)
            self._play_bots(which)
            which = which[self.tables.array["done"][which] == 1]

    # -- what is told --------------------------------------------------------------------------------------------

    def _seen(self) -> npt.NDArray[Any]:
        self._share("some_observe", self._every, self.learner, self._records, self._mask)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._mask[self._ended, 0] = 1
        if self.features == "onehot":
            return self.game.layout.onehot(self._observation)
        return self._observation.copy() if self.copy else self._observation

    def _infos(self) -> dict[str, Any]:
        mask = self._mask.copy() if self.copy else self._mask
        return {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final(self, over: Ints, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """The infos of tables that have just ended, as Gymnasium's own vector environments give them."""
        self._share("some_observe", over, self.learner[over], self._records, self._mask)
        rows: Any = self._observation[: len(over)].copy()
        final = np.full(self.num_envs, None, object)
        for i, row in zip(over, self.game.layout.onehot(rows) if self.features == "onehot" else rows, strict=True):
            final[i] = row
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
