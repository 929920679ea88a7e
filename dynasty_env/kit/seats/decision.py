"""What a bot is, and the decisions that it is asked to make.

A bot never gets the real table. A `Decision` tells it what its seat sees, and imagines tables in which everything that
the seat does not know has been resampled.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.errors import BotError, DynastyEnvError, IllegalActionError, OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import Prospect
from dynasty_env.kit.named import their_line
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State, whole

PASS = "pass"
"""The name of the action of doing nothing, and of its family."""


class Decision:
    """One decision of one seat: what it sees, its legal actions, and the tables that it can imagine.

    Everything except `seat` and `phase` is computed when first asked for, so a bot pays only for what it uses. A
    decision is valid until the bot has answered it; after that the table moves on.

    Attributes:
        seat: the deciding seat (0-based), which is the bot's own.
        phase: name of the open decision's phase.
        rng: the bot's own random generator. Use no other source of randomness, so that games can be repeated from their
            seeds.
    """

    def __init__(self, state: State, rng: np.random.Generator) -> None:
        self._state = state.hide(state.seat, 0)  # not the real table; all that is asked of it is the same on both
        self.seat = state.seat
        self.phase = state.phase
        self.rng = rng

    @property
    def game(self) -> Game:
        """The rulebook: its layout, options and phases."""
        return self._state.game

    @property
    def num_players(self) -> int:
        """Number of seats at the table."""
        return self._state.num_players

    @property
    def action_names(self) -> tuple[str, ...]:
        """(A,) the name of every action id; an id means the same in every phase."""
        return self._state.game.action_names

    @cached_property
    def observation(self) -> Bytes:
        """(D,) int8: what the seat sees, laid out as `game.layout`."""
        return self._state.observe(self.seat)

    @cached_property
    def mask(self) -> Bytes:
        """(A,) int8: 1 for each legal action."""
        return self._state.mask

    @cached_property
    def legal(self) -> npt.NDArray[np.int64]:
        """The legal action ids in ascending order; never empty."""
        return self._state.legal()

    def view(self) -> dict[str, Any]:
        """What the seat knows, as a readable dict."""
        return self._state.view(self.seat)

    def describe(self, action: int) -> str:
        """An action id in words."""
        return self._state.describe(action)

    def chosen(self, answer: int | str) -> int:
        """The id of a legal action, given by id or name. Raises IllegalActionError for anything else."""
        number = self.game.action_ids.get(answer, -1) if isinstance(answer, str) else whole(answer)
        if not (0 <= number < len(self.mask) and self.mask[number]):
            raise IllegalActionError(self._state.refusal(answer, number))
        return number

    def stakes(self) -> str:
        """What the decision is about, in words; empty if the phase name says enough."""
        return self._state.game.stakes(self._state)

    def prospects(self, action: int | None = None) -> str:
        """The chances of a legal action in words (None: of the decision as it stands); empty if there are none."""
        return self._state.game.prospects(self._state, action)

    def chances(self, action: int | None = None) -> list[Prospect]:
        """The same chances as numbers: what each is the chance of, its value 0 … 1, and whose it is.

        Several chances of one action are in the order of the text: “succeeds 40 %, then dies 17 %” gives two. The list
        is empty if nothing is left to chance, or the rules give no probability.
        """
        return self._state.game.chances(self._state, action)

    def addressee(self, action: int) -> int | None:
        """The seat to which a legal action addresses a proposal; None: the action is not a proposal."""
        return self._state.game.addressee(self._state, action)

    def chronicle(self) -> list[str]:
        """What the last move did, in words, as far as the seat may know."""
        return self._state.chronicle(self.seat)

    def imagine(self, key: int | None = None) -> State:
        """A new table to play on, with everything that the seat does not know resampled uniformly given what it knows.

        Args:
            key: 0 … 2**63-1, the seed of the resampling and of all later dice of that table; None draws one from `rng`.
        """
        return self._state.hide(self.seat, int(self.rng.integers(2**63)) if key is None else key)


def dice_of(seed: int, *parts: int) -> np.random.Generator:
    """A bot's own random generator, derived from the game's seed and further parts such as its seat.

    The seed cannot be computed from the generator's output, but a small one can be found by trial: anybody who sees the
    output can compare it with that of the seeds 0, 1, 2 …. If bots must not be able to find the seed, deal games from
    63 bits of entropy, not from small numbers.
    """
    words = "/".join(map(str, (seed, *parts))).encode()
    return np.random.default_rng(int.from_bytes(hashlib.blake2b(words, digest_size=16).digest()))


@runtime_checkable
class Bot(Protocol):
    """Anything that picks an action.

    A bot that remembers nothing can play several seats with one instance; a bot with memory needs one instance per
    seat.
    """

    @property
    def name(self) -> str:
        """The name shown to people."""

    def reset(self, seed: int) -> None:
        """Begin a new game and forget the last one; `seed` (0 … 2**63-1) is for the bot's own randomness."""

    def act(self, decision: Decision) -> int:
        """The action to take: one of `decision.legal`."""


def check_bots(bots: Sequence[object]) -> None:
    """Raise OptionError unless all of these are bots, and not, for example, names or classes of bots."""
    if not isinstance(bots, Sequence):
        raise OptionError(f"bots={in_short(bots)} is not a list of bots")
    for bot in [bots] if isinstance(bots, str) else bots:
        if isinstance(bot, type) or not isinstance(bot, Bot):
            hint = f": create one with agents.registry.make_bot({bot!r}, game)" if isinstance(bot, str) else ""
            what = f"the class {bot.__name__}, not an instance of it" if isinstance(bot, type) else in_short(bot)
            raise OptionError(f"a bot needs a name, reset(seed) and act(decision); this is {what}{hint}")


@contextmanager
def blaming(bot: object, where: str) -> Iterator[None]:
    """Report an error in a user's bot with the bot, the file and the line, instead of a traceback through this package.

    Args:
        where: what the bot was asked, in words.

    Raises:
        BotError: if a line of the user's own code has failed.
    """
    try:
        yield
    except DynastyEnvError:
        raise
    except (Exception, SystemExit) as error:  # a bot must not end a match
        line = their_line(error)
        if not line:
            raise
        raise BotError(f"the bot {_name(bot)} failed {where}: {line}: {type(error).__name__}: {error}") from error


def asked(bot: Bot, decision: Decision) -> int:
    """A bot's answer to a decision, legal or not. Raises BotError if a user's own bot fails."""
    with blaming(bot, f"in seat {decision.seat}, phase {decision.phase}"):
        return bot.act(decision)


def decided(bot: Bot, decision: Decision) -> int:
    """The id of the legal action that a bot takes. Raises BotError if a user's own bot fails, and IllegalActionError if
    the bot's answer is not a legal action; the message names the answer."""
    answer = asked(bot, decision)
    try:
        return decision.chosen(answer)
    except IllegalActionError as error:
        raise IllegalActionError(f"the bot {_name(bot)}: {error}") from None


def decided_unseen(bot: Bot, decision: Decision) -> int:
    """As `decided`, for callers that may not know the legal actions of the bot's seat: the error does not list them."""
    answer = asked(bot, decision)
    try:
        return decision.chosen(answer)
    except IllegalActionError:
        text = f"the bot {_name(bot)} chose {in_short(answer)} in phase {decision.phase}, which is illegal there"
        raise IllegalActionError(text) from None


def begun(bot: Bot, seed: int) -> None:
    """Tell a bot that a game begins. Raises BotError if a user's own bot fails."""
    with blaming(bot, "as a game began"):
        bot.reset(seed)


def _name(bot: object) -> str:
    return str(getattr(bot, "name", type(bot).__name__))


@runtime_checkable
class Batched(Protocol):
    """A bot that decides at many tables in one call, as networks do; evaluations and benchmarks then use that call.

    It needs only what seats see and their legal actions, remembers nothing, and draws nothing at random.
    """

    def act_many(self, observation: Bytes, mask: Bytes) -> npt.NDArray[np.int64]:
        """(k,) actions for k seats, from what they see (k, D) int8 and their legal actions (k, A) int8."""


@runtime_checkable
class Stochastic(Protocol):
    """A bot that gives its action probabilities, so that exact measures need not ask it many times (`training.exact`).

    It remembers nothing of earlier decisions.
    """

    @property
    def name(self) -> str:
        """The name shown to people."""

    def reset(self, seed: int) -> None:
        """See `Bot`."""

    def probabilities(self, decision: Decision) -> npt.NDArray[np.float64]:
        """(A,) the probability of each action at a decision: 0 for illegal ones, summing to 1."""


def actions_of(bot: Batched, observation: Bytes, mask: Bytes) -> npt.NDArray[np.int64]:
    """(k,) a bot's actions at k decisions with observations (k, D) and masks (k, A).

    Raises:
        BotError: if a user's own bot fails.
        IllegalActionError: if one of its actions is not legal.
        OptionError: if its answer is not k whole numbers.
    """
    with blaming(bot, f"at {len(mask)} decisions"):
        given = np.asarray(bot.act_many(observation, mask))
    if given.shape != (len(mask),) or not np.issubdtype(given.dtype, np.integer):
        raise OptionError(
            f"{in_short(_name(bot))}: act_many gave {given.dtype} of shape {given.shape} for {len(mask)} decisions: "
            f"whole numbers of shape ({len(mask)},) are expected"
        )
    actions = given.astype(np.int64)
    wrong = first_illegal(actions, mask)
    if wrong is not None:
        raise IllegalActionError(
            f"{in_short(_name(bot))}: act_many gave {actions[wrong]} for decision {wrong} of {len(mask)}, where "
            f"{in_short(mask[wrong].nonzero()[0].tolist())} are legal"
        )
    return actions


def first_illegal(actions: npt.NDArray[np.int64], mask: Bytes) -> int | None:
    """The index of the first of k actions (k,) that `mask` (k, A) does not allow; None: all are legal."""
    legal = (actions >= 0) & (actions < mask.shape[1])
    legal[legal] = mask[legal, actions[legal]] != 0
    return None if legal.all() else int(legal.argmin())
