"""The settings of a run. Python, the command line, its help and checkpoints all read this one declaration."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, get_type_hints

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game, RewardName

HALF = 0.5
"""The default share of games in which greedy has seats: docs/training.md describes its effect."""

LARGEST = 10**9
"""The largest value of a setting that states no bound of its own."""

GAME, OPPONENTS, PPO, CONTROL = "The game", "Opponents", "PPO", "Controls"
"""Groups of options in `dynasty train --help`."""


@dataclass(frozen=True)
class Setting:
    """The meaning of a setting, its heading in the help, and its bounds, which also exclude infinity."""

    text: str
    group: str = ""
    least: float | None = None
    above: float | None = None
    most: int | None = None

    def check(self, name: str, number: Any) -> None:
        """Raise OptionError unless a number is within the bounds."""
        if self.least is not None and self.most is not None:
            fits, range_ = self.least <= number <= self.most, f"{self.least:g} … {self.most}"
        elif self.least is not None:
            fits = self.least <= number <= LARGEST
            range_ = f"at most {LARGEST}" if number > LARGEST else f"at least {self.least:g}"
        elif self.above is not None:
            fits, range_ = self.above < number < float("inf"), f"above {self.above:g}"
        else:
            return
        if not fits:
            raise OptionError(f"{name}={number} is out of range: {range_}")


class OfGame:
    """What the settings of all learners have in common: bounds, and options of their game."""

    seats: int | None
    options: Mapping[str, int]

    def __post_init__(self) -> None:
        for name, setting in declared(type(self)).items():
            number = getattr(self, name)
            if number is not None:
                setting.check(name, number)

    @property
    def game_options(self) -> dict[str, Any]:
        """The options of the game; `num_players` is among them once `of_game` has filled it in."""
        return {**self.options, **({} if self.seats is None else {"num_players": self.seats})}


@dataclass(frozen=True)
class Settings(OfGame):
    """The settings that, with the number of threads, determine a run; each one's meaning is beside its type. Raises
    OptionError if a number is out of range."""

    seats: Annotated[int | None, Setting("Number of seats.  [default: the game's default]")] = None
    options: Annotated[dict[str, int], "The game's other options, by name."] = field(default_factory=dict)
    reward: Annotated[RewardName, Setting("Reward: one of the game's.", GAME)] = "win"
    vary: Annotated[
        tuple[str, ...],
        Setting("Game option to vary over all its values across tables, e.g. num_players; may be repeated.", GAME),
    ] = ()
    seed: Annotated[
        int, Setting("Random seed for deals, dice, initial weights and minibatches.", GAME, least=0, most=2**32 - 1)
    ] = 1
    greedy_share: Annotated[
        float | None,
        Setting(
            "Share of games in which greedy takes some of the seats.  [default: 0.5 if the game has greedy]",
            OPPONENTS, least=0, most=1,
        ),
    ] = None  # fmt: skip
    greedy_seats: Annotated[
        int, Setting("Seats that greedy takes, at most all but one; 0: a random number.", OPPONENTS, least=0)
    ] = 0
    random_share: Annotated[
        float, Setting("Share of these games in which random players replace greedy.", OPPONENTS, least=0, most=1)
    ] = 0.0
    champion_share: Annotated[
        float, Setting("Share of these games in which the game's champion replaces greedy.", OPPONENTS, least=0, most=1)
    ] = 0.0
    champion_seats: Annotated[
        int, Setting("Seats that the champion takes, at most all but one; 0: a random number.", OPPONENTS, least=0)
    ] = 0
    opponent: Annotated[
        str | None, Setting("Another bot to train against: net:FILE, sb3:FILE, file.py:Class …", OPPONENTS)
    ] = None
    opponent_share: Annotated[
        float | None,
        Setting(
            "Share of these games in which it replaces greedy.  [default: all that remain]",
            OPPONENTS, least=0, most=1,
        ),
    ] = None  # fmt: skip
    warm_start: Annotated[
        int, Setting("Number of initial decisions in which greedy plays and is imitated.", OPPONENTS, least=0)
    ] = 0
    sharpness: Annotated[
        float,
        Setting("How often a new network follows greedy's advice: 1 mostly, 2 nearly always.", OPPONENTS, least=0),
    ] = 1.0
    envs: Annotated[int, Setting("Number of parallel tables.", PPO, least=1)] = 512
    rollout: Annotated[int, Setting("Decisions per table between two updates.", PPO, least=1)] = 64
    epochs: Annotated[int, Setting("Passes over the decisions of an update.", PPO, least=1)] = 1
    minibatch: Annotated[int, Setting("Decisions per gradient step.", PPO, least=1)] = 4096
    learning_rate: Annotated[
        float, Setting("Initial learning rate; it falls linearly to a tenth by the end.", PPO, above=0)
    ] = 5e-4
    discount: Annotated[float, Setting("γ, applied per own decision of a seat.", PPO, least=0, most=1)] = 1.0
    trace_decay: Annotated[float, Setting("λ, likewise; 1: no bootstrapping.", PPO, least=0, most=1)] = 0.95
    clip: Annotated[float, Setting("Clipping range ε.", PPO, above=0)] = 0.2
    entropy: Annotated[float, Setting("Weight of the entropy bonus.", PPO, least=0)] = 0.01
    entropy_end: Annotated[
        float | None, Setting("Entropy weight at the end, reached linearly.  [default: the same]", PPO, least=0)
    ] = None
    value: Annotated[float, Setting("Weight of the value loss.", PPO, least=0)] = 0.5
    gradient: Annotated[float, Setting("Maximum norm of the gradient.", PPO, above=0)] = 0.5
    shuffle_rewards: Annotated[
        bool, Setting("Control: shuffle each game's final rewards among its seats, so nothing can be learned.", CONTROL)
    ] = False
    network: Annotated[dict[str, int], "Arguments of `network.for_game`."] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.opponent_share and not self.opponent:
            raise OptionError(f"opponent_share={self.opponent_share:g}: name the bot with opponent")
        if self.random_share + self.champion_share + (self.opponent_share or 0.0) > 1:
            raise OptionError(
                f"random_share={self.random_share:g}, champion_share={self.champion_share:g} and opponent_share="
                f"{self.opponent_share or 0:g} are shares of the same games: their sum must be at most 1"
            )

    def entropy_at(self, done: float) -> float:
        """The weight of the entropy bonus when a part `done` of the run is completed, 0 … 1."""
        end = self.entropy if self.entropy_end is None else self.entropy_end
        return self.entropy + (end - self.entropy) * min(done, 1.0)

    def of_game(self, game: Game) -> "Settings":
        """These settings with defaults that depend on the game filled in: the number of seats, and the share of games
        with greedy. Raises OptionError if an option of the game is out of range, or two options contradict each other.

        A control with shuffled rewards is played among equals: there is nobody to learn anything from.
        """
        others = {name: value for name, value in self.options.items() if name != "num_players"}
        seats = self.options.get("num_players", self.seats)
        if self.seats not in (None, seats):
            raise OptionError(f"num_players={seats} among the options contradicts seats={self.seats}")
        if seats is None:
            seats = int(game.check_options(others)["num_players"])
        share = self.greedy_share
        if share is None:
            somebody = "greedy" in game.policies or bool(self.opponent)
            share = HALF if somebody and not self.shuffle_rewards else 0.0
        left = 1.0 - self.random_share - self.champion_share if self.opponent else 0.0
        own = left if self.opponent_share is None else self.opponent_share
        return replace(self, seats=seats, options=others, greedy_share=share, opponent_share=own)

    @property
    def meets_greedy(self) -> bool:
        """Whether the game's own bot plays in some games; known once `of_game` has filled in the defaults."""
        others = self.random_share + self.champion_share + (self.opponent_share or 0.0)
        return bool(self.warm_start or (self.greedy_share and others < 1))

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "Settings":
        """Settings from a checkpoint, possibly one of an older version.

        Raises:
            TypeError: if this version does not know one of them, or the game's options are not names with numbers.
            OptionError: if they ask for something that this version no longer does.
        """
        for name, off in GONE.items():
            if given.get(name, off) != off:
                raise OptionError(f"{name}={given[name]} was removed: {INSTEAD}")
        kept = {RENAMED.get(name, name): value for name, value in given.items() if name not in (*GONE, *UNUSED)}
        if not isinstance(kept.get("options", {}), Mapping):
            raise TypeError(f"options is {in_short(kept['options'])}: it must map names to numbers")
        return cls(**{**kept, "vary": tuple(kept["vary"])})


RENAMED = {"among_greedy": "greedy_share", "among_seats": "greedy_seats"}
"""Settings of older versions → their present names."""
GONE = {"action_values": 0.0, "all_actions": False, "largest": 1.0, "magnet": 0.0, "average": 0.0, "among_past": 0.0}
"""Removed settings that did not help → the value with which they had no effect."""
UNUSED = ("magnet_speed", "past_every")
"""Removed settings that only had a meaning together with those."""
INSTEAD = (
    "it did not help (docs/training-log.md, “Settings that did not help”). A new run can begin with the network of an "
    "older one: dynasty train --from"
)


def declared(kind: type[OfGame] = Settings) -> Mapping[str, Setting]:
    """The settings of a dataclass that the command line knows, by name, in order."""
    hints = get_type_hints(kind, include_extras=True)
    metadata = {name: getattr(hint, "__metadata__", (None,))[0] for name, hint in hints.items()}
    return {name: setting for name, setting in metadata.items() if isinstance(setting, Setting)}
