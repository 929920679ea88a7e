"""Bots that decide at many tables at once: the same games as they would play at one table after the other.

A bot's dice belong to its seat of its game (`dice_of`), and are asked for the same numbers as in `play_game`. Networks
add numbers up in another order, which can tip a decision between two actions that they find equally good.
"""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np

from agents.compiling import ADVISED
from agents.greedy import Greedy
from agents.network.batch import BatchPolicy
from agents.network.player import Sampled, Trained, sampled
from agents.registry import make_bot
from agents.search.players import Search
from agents.uniform import Random
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Batched, Bot, Decision, actions_of, begun, decided, dice_of
from dynasty_env.kit.seats.hearing import Listener, Listeners
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.seats.notes import Note, note_of
from training.arena import policies
from training.arena.tables import Ids, Many

TOGETHER = 192
"""The largest number of games played side by side by bots that decide at many tables in one call."""
Seat = tuple[int, int]
"""A game by its number among those played together, and a seat in it."""


@dataclass(frozen=True)
class Asked:
    """Decisions of one bot.

    Attributes:
        games: (k,) at which tables. seats: (k,) who decides there.
        seen: (k, D) what they see. mask: (k, A) what they may do.
    """

    games: Ids
    seats: Ids
    seen: Bytes
    mask: Bytes

    @property
    def places(self) -> list[Seat]:
        """The k games and seats."""
        return list(zip(self.games.tolist(), self.seats.tolist(), strict=True))


class Player(Protocol):
    """One bot in all its seats of all games."""

    draws: bool
    """Whether it draws its actions uniformly from the legal ones."""

    def choose(self, asked: Asked) -> Ids:
        """(k,) the actions."""
        ...


@dataclass
class QuickPlayer:
    """A bot that decides at many tables in one call; see `Player`."""

    choose: Callable[[Asked], Ids]
    draws: bool = False


class Dice:
    """The dice of every seat, as `play_game` hands them out."""

    def __init__(self, seeds: Ids, seats: Sequence[Seat]) -> None:
        self.of = {(game, seat): dice_of(int(seeds[game]), seat) for game, seat in seats}
        self.resets = {place: int(dice.integers(2**63)) for place, dice in self.of.items()}


def _at_random(dice: Dice, asked: Asked) -> Ids:
    """Every legal action with the same chance."""
    actions = np.zeros(len(asked.games), np.int64)
    for k, place in enumerate(asked.places):
        legal = asked.mask[k].nonzero()[0]
        actions[k] = legal[dice.of[place].integers(len(legal))]
    return actions


def _greedily(game: Game, dice: Dice, backend: BackendName | None, asked: Asked) -> Ids:
    """What the game's own compiled bot does."""
    if game.values_actions:  # it draws nothing
        return game.greedy_actions(asked.seen, asked.mask, backend=backend)
    actions = np.zeros(len(asked.games), np.int64)
    for k, place in enumerate(asked.places):
        key = int(dice.of[place].integers(2**63))
        rows = asked.seen[k : k + 1], asked.mask[k : k + 1]
        actions[k] = game.greedy_actions(*rows, key=key, backend=backend)[0]
    return actions


def _by_the_best(best: Callable[[Bytes, Bytes], Ids]) -> QuickPlayer:
    """Takes the actions (k,) that `best` finds in what is seen (k, D) and legal (k, A)."""
    return QuickPlayer(lambda asked: best(asked.seen, asked.mask))


def _sampled(log_probs: Callable[[Bytes, Bytes], Any], dice: Dice, asked: Asked) -> Ids:
    """Actions drawn by their probabilities.

    Args:
        log_probs: (k, A) of the actions in k decisions, from what is seen (k, D) and legal (k, A); to all of a row the
            same number may be added, and what stands at actions that are not legal is not looked at.
    """
    likely = log_probs(asked.seen, asked.mask).astype(np.float64)
    actions = np.zeros(len(asked.games), np.int64)
    for k, place in enumerate(asked.places):
        legal = asked.mask[k].nonzero()[0]
        actions[k] = sampled(legal, likely[k, legal], dice.of[place])
    return actions


def _by_checkpoint(network: Any, seen: Bytes, mask: Bytes) -> Any:
    """(k, A) log-probabilities by a network of torch."""
    torch = sys.modules["torch"]
    with torch.no_grad():
        return network.policy(torch.from_numpy(seen), torch.from_numpy(mask))[0].numpy()


def _best_by_checkpoint(network: Any, seen: Bytes, mask: Bytes) -> Any:
    """(k,) the best actions by a network of torch."""
    torch = sys.modules["torch"]
    with torch.no_grad():
        return network.choices(torch.from_numpy(seen), torch.from_numpy(mask)).best().numpy()


class AnyPlayer:
    """Asks any bot, decision by decision.

    Searches, which remember nothing, are one instance for all seats. Of any other bot each seat has its own, which is
    told what its seat may hear if it listens.

    Attributes:
        notes: what went with the actions that were chosen last, by the numbers of the games.
    """

    draws = False

    def __init__(self, name: str, first: Bot, tables: Many, dice: Dice) -> None:
        shared = isinstance(first, Search)
        self.bots = {place: first if shared else make_bot(name, tables.game) for place in dice.of}
        for place, seed in dice.resets.items():
            begun(self.bots[place], seed)
        self.listens = isinstance(first, Listener)
        at_tables: dict[int, dict[int, Bot]] = {}
        for (game, seat), bot in self.bots.items():
            at_tables.setdefault(game, {})[seat] = bot
        self._listeners = {game: Listeners(bots) for game, bots in at_tables.items()}
        self.notes: dict[int, Note] = {}
        self._tables, self._dice = tables, dice.of

    def choose(self, asked: Asked) -> Ids:
        actions = np.zeros(len(asked.games), np.int64)
        self.notes = {}
        for k, place in enumerate(asked.places):
            bot, decision = self.bots[place], Decision(self._tables.state(place[0]), self._dice[place])
            actions[k] = decided(bot, decision)
            note = note_of(bot, decision, int(actions[k]))
            if note is not None:
                self.notes[place[0]] = note
        return actions

    def hear(self, games: Ids, notes: Mapping[int, Note]) -> None:
        """Tell those who listen what the last move at `games` (k,) has told, if anything, and who was asked by it what
        was written to that seat: `notes`, by the numbers of the games."""
        for game in sorted(self._listeners.keys() & games.tolist()):
            self._listeners[game].tell(self._tables.state(game), notes.get(game))


def player_of(name: str, tables: Many, dice: Dice, backend: BackendName | None = "compiled") -> Player:
    """The bot of a name (`agents.registry`), at many tables. Raises OptionError if there is none."""
    bot = make_bot(name, tables.game)
    if isinstance(bot, Random):
        return QuickPlayer(partial(_at_random, dice), draws=True)
    if isinstance(bot, Greedy):
        return QuickPlayer(partial(_greedily, tables.game, dice, backend))
    if isinstance(bot, Trained):
        return _by_the_best(BatchPolicy(bot.policy, tables.game, backend).best)
    if isinstance(bot, Sampled):
        return QuickPlayer(partial(_sampled, BatchPolicy(bot.policy, tables.game, backend).logit_table, dice))
    if isinstance(bot, Batched):
        return _by_the_best(partial(actions_of, bot))
    if policies.checkpoint_of(name):
        sys.modules["torch"].set_num_threads(1)  # what it plays may hang on the number of threads
        if not isinstance(bot, Search):
            network: Any = getattr(bot, "network")  # noqa: B009  (of a `PolicyBot`, which imports torch)
            if getattr(bot, "best"):  # noqa: B009
                return _by_the_best(partial(_best_by_checkpoint, network))
            return QuickPlayer(partial(_sampled, partial(_by_checkpoint, network), dice))
    return AnyPlayer(name, bot, tables, dice)


def is_quick(name: str, game: Game) -> bool:
    """Whether a bot decides about many tables in one call."""
    bot = make_bot(name, game)
    return isinstance(bot, Random | Greedy | Trained | Sampled | Batched) or bool(
        policies.checkpoint_of(name) and not isinstance(bot, Search)
    )


def entries_of(names: Collection[str], game: Game) -> list[str]:
    """The entry points of the rules that games of these bots at many tables use, but for their results; searches
    compile their own, with a message."""
    slow = [] if all(is_quick(name, game) for name in names) else ["observe", "hide", "step"]
    greedy = ["greedy_actions"] if "greedy" in names else []
    advice = ["advise"] if game.values_actions and any(name.startswith(ADVISED) for name in names) else []
    return ["batch_deal", "some_observe", "some_play", *slow, *greedy, *advice]
