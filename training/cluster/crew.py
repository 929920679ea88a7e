"""The actors of a run on a Ray cluster: what each one plays, which have died, and which rollouts are ready
to learn from."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from dynasty_env.kit.errors import DynastyEnvError, OptionError
from dynasty_env.kit.game import Game
from training.cluster.connect import cause_of
from training.cluster.parcel import Parcel
from training.cluster.player import About, Orders, Player, Weights, rules_of
from training.learn.settings import Settings

TRIES = 3
"""How often in a row an actor may die before it finishes a rollout; then the run stops."""
PATIENCE = 20.0
"""Seconds without any rollout after which a message gives the reason."""


class Crew(Protocol):
    """The actors that play for a learner."""

    def publish(self, orders: Orders, weights: Weights) -> None:
        """Set what they play with from now on; a rollout in progress is finished with the old weights."""

    def tend(self) -> None:
        """Collect finished rollouts and assign new ones, without waiting."""

    def take(self, count: int) -> list[Parcel]:
        """The next `count` rollouts; waits for them."""

    def account(self) -> dict[str, float]:
        """Curves."""


@dataclass
class Place:
    """One of the actors, with the replacements that are started when it dies.

    Attributes:
        births: how many actors have been started here.
        plays: whether it is playing a rollout; otherwise it is joining or idle.
        deaths: consecutive deaths, without a rollout in between.
    """

    tables: int
    handle: Any = None
    births: int = 0
    plays: bool = False
    deaths: int = 0
    about: About | None = None


class RayCrew:
    """Actors in processes of a Ray cluster, one core each. Raises OptionError if there are fewer tables than actors.

    Each plays one rollout at a time with the newest weights, which it gets by reference. Finished rollouts are fetched
    in the order in which they were started, at most `ready` of them ahead of the learner. All others stay on the
    machines of the actors that played them, which then wait, so that nothing piles up here.

    If an actor dies, its current rollout is lost: another one is started in its place, wherever the cluster has room,
    and deals its own games. Actors for which the cluster has no room yet join when it has.

    Args:
        settings: the settings of the run. The `envs` tables are distributed over the actors.
        ready: how many rollouts may wait here; at least the number that is taken at the same time.
        salt: a number that no other start of the same run has, so that its games differ.
        tell: called with messages about the actors.
    """

    def __init__(
        self, ray: Any, game: Game, settings: Settings, actors: int, ready: int, salt: int, tell: Callable[[str], None]
    ) -> None:
        if not 1 <= actors <= settings.envs:
            raise OptionError(f"actors={actors} is out of range: 1 … {settings.envs}, the number of tables (envs)")
        self.game = game
        self.settings = settings
        self.lost = 0
        self.played = 0
        self._ray = ray
        self._ready = ready
        self._salt = salt
        self._tell = tell
        self._make = ray.remote(Player).options(num_cpus=1, max_restarts=0)
        self._parcels: deque[Parcel] = deque()
        self._orders = Orders(0)
        self._weights: Any = None  # Ray's reference to the newest weights
        bounds = np.linspace(0, settings.envs, 1 + actors).astype(int)
        self.places = [Place(int(count)) for count in np.diff(bounds)]
        self._doing: dict[Any, int] = {}  # pending calls, oldest first, and their places
        self._idle: deque[int] = deque()
        for number in range(actors):
            self._start(number)

    # -- what a learner asks for ---------------------------------------------------------------------------------

    def publish(self, orders: Orders, weights: Weights) -> None:
        self._orders, self._weights = orders, self._ray.put(weights)

    def tend(self) -> None:
        self._look(0.0)
        self._give_out()

    def take(self, count: int) -> list[Parcel]:
        self._ready = max(self._ready, count)
        reported = waited = time.monotonic()
        while len(self._parcels) < count:
            self._give_out()
            before = len(self._parcels)
            self._look(1.0)
            now = time.monotonic()
            if len(self._parcels) > before:
                waited = now
            elif min(now - waited, now - reported) > PATIENCE:
                self._tell(f"waiting for rollouts: {self._doings()}")
                reported = now
        result = [self._parcels.popleft() for _ in range(count)]
        self.tend()
        return result

    def account(self) -> dict[str, float]:
        return {
            "actors": float(sum(place.about is not None for place in self.places)),
            "rollouts lost": float(self.lost),
            "rollouts ready": float(len(self._parcels)),
        }

    def wait_for(self, count: int) -> None:
        """Wait until this many actors have joined."""
        reported = time.monotonic()
        while sum(place.about is not None for place in self.places) < count:
            self._look(1.0)
            if time.monotonic() - reported > PATIENCE:
                self._tell(f"waiting for actors: {self._doings()}")
                reported = time.monotonic()

    def close(self) -> None:
        """Stop all actors."""
        for place in self.places:
            self._ray.kill(place.handle)

    # -- actors --------------------------------------------------------------------------------------------------

    def _start(self, number: int) -> None:
        place = self.places[number]
        dice = np.random.SeedSequence([self.settings.seed, self._salt, number, place.births])
        seed = int(dice.generate_state(1, np.uint64)[0]) >> 3  # leaves room for a run's games below 2**62
        place.handle = self._make.remote(self.game, self.settings, place.tables, seed)
        place.births += 1
        place.plays, place.about = False, None
        self._doing[place.handle.join.remote()] = number

    def _give_out(self) -> None:
        """Assign a rollout to every idle actor, unless enough rollouts are ready."""
        while self._idle and len(self._parcels) < self._ready:
            number = self._idle.popleft()
            place = self.places[number]
            place.plays = True
            self._doing[place.handle.play.remote(self._orders, self._weights)] = number

    def _look(self, seconds: float) -> None:
        """Collect what is finished, as far as there is room; wait at most this many seconds for something to finish."""
        finished = self._finished(list(self._doing), seconds, fetch_local=False)
        rollouts = [each for each in finished if self.places[self._doing[each]].plays]
        others = [each for each in finished if not self.places[self._doing[each]].plays]
        wanted = others + rollouts[: max(self._ready - len(self._parcels), 0)]
        for each in self._finished(wanted, seconds, fetch_local=True):
            self._take_in(self._doing.pop(each), each)

    def _finished(self, asked: list[Any], seconds: float, *, fetch_local: bool) -> list[Any]:
        """Those that are finished, and fetched if requested; waits at most this many seconds for a first one."""
        if not asked:
            return []
        done, _ = self._ray.wait(asked, num_returns=1, timeout=seconds, fetch_local=fetch_local)
        if done and len(asked) > 1:
            done, _ = self._ray.wait(asked, num_returns=len(asked), timeout=0, fetch_local=fetch_local)
        return list(done)

    def _take_in(self, number: int, done: Any) -> None:
        place, errors = self.places[number], self._ray.exceptions
        try:
            results = self._ray.get(done)
        except errors.RayTaskError as error:  # it would fail again
            raise cause_of(self._ray, error) from error
        except errors.RayError as error:
            self._bury(number, error)
            return
        self._idle.append(number)
        if place.plays:
            place.plays, place.deaths = False, 0
            self.played += 1
            self._parcels.append(results)
        else:
            self._welcome(place, results)

    def _welcome(self, place: Place, about: About) -> None:
        own = rules_of(self.game)
        for part, version in about.game.items():
            if own[part] != version:
                raise DynastyEnvError(
                    f"{about.node} has other rules of {self.game.name} (its {part} differ; version {about.package} "
                    "there): all machines need the same version of this package"
                )
        place.about = about

    def _bury(self, number: int, error: Exception) -> None:
        place = self.places[number]
        where = f" on {place.about.node}" if place.about else ""
        why = str(cause_of(self._ray, error))
        place.deaths += 1
        self.lost += place.plays
        if place.deaths >= TRIES:
            raise DynastyEnvError(f"actor {number}{where} has died {TRIES} times before it finished a rollout: {why}")
        costs = "its rollout is lost" if place.plays else "it had not started to play"
        self._tell(f"actor {number}{where} has died, {costs}; a new one replaces it ({why})")
        self._ray.kill(place.handle)  # if it cannot be reached, it may still be alive
        self._start(number)

    def _doings(self) -> str:
        joining = sum(not place.about for place in self.places)
        cores = int(self._ray.cluster_resources().get("CPU", 0))
        return (
            f"{joining} of {len(self.places)} actors are starting; each needs a core (the cluster has {cores}) and "
            f"compiles the rules of {self.game.name} if needed, up to three minutes of CPU "
            "time (Ctrl-C twice stops)"
        )
