"""Asks a model for a move. After a faulty reply it is told the fault and asked again; no move is chosen silently."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agents.language.moves import Move
from agents.language.prompt import Message, Prompt
from agents.language.reply import ReplyError, move_named
from dynasty_env.kit.errors import DynastyEnvError, OptionError, in_short

FALLBACKS = ("random", "forfeit")
"""What happens if no reply names a legal move: the move is drawn uniformly, or the seat forfeits the game."""


def check_fallback(corrections: int, fallback: str) -> None:
    """Raise OptionError unless these are a number of corrections and one of `FALLBACKS`."""
    if corrections < 0:
        raise OptionError(f"corrections={corrections} is out of range: at least 0")
    if fallback not in FALLBACKS:
        raise OptionError(f"fallback={in_short(fallback)} is unknown: choose {' or '.join(FALLBACKS)}")


class ModelError(DynastyEnvError, RuntimeError):
    """A model has not answered: it failed, or took too long. The message says which and why."""


class UnreachableError(ModelError):
    """A model cannot be reached: asking it again now or at the next decision would be useless."""


class Model(Protocol):
    """Anything that continues a conversation."""

    @property
    def name(self) -> str:
        """The displayed name."""

    def answer(self, messages: Sequence[Message]) -> str:
        """The assistant's next message. Raises ModelError; UnreachableError ends the current game."""


@dataclass
class Account:
    """Counts of the decisions that a model was asked for.

    Attributes:
        decisions: decisions asked for; those with a single legal move are played without asking.
        replies: replies received.
        illegal: replies of the right form that named an illegal move.
        unreadable: replies without the right form.
        unanswered: requests without a reply, after all attempts.
        fallbacks: decisions that were drawn uniformly because no reply named a legal move.
        forfeits: games forfeited for the same reason.
        characters_sent: characters of all prompts, counted each time they were sent.
        characters_received: characters of all replies.
    """

    decisions: int = 0
    replies: int = 0
    illegal: int = 0
    unreadable: int = 0
    unanswered: int = 0
    fallbacks: int = 0
    forfeits: int = 0
    characters_sent: int = 0
    characters_received: int = 0

    def numbers(self) -> dict[str, int]:
        """All counts by name."""
        return dict(vars(self))


@dataclass
class Exchange:
    """One request to a model.

    Attributes:
        reply: the reply; None: there was none.
        error: what was wrong with it; empty: it named a legal move.
    """

    sent: list[Message]
    reply: str | None
    error: str = ""


@dataclass
class Answer:
    """The result of asking for one decision: the move that was named, if any, and all attempts."""

    move: Move | None = None
    exchanges: list[Exchange] = field(default_factory=list)


def ask(model: Model, prompt: Prompt, corrections: int, account: Account) -> Answer:
    """Ask a model for a move.

    Args:
        corrections: how often the model may be asked again after a reply that names no legal move. It then gets the
            whole conversation and what was wrong.
        account: counts the decision and its replies.

    Raises:
        UnreachableError: the model cannot be reached.
    """
    answer, messages = Answer(), prompt.messages()
    account.decisions += 1
    for _ in range(corrections + 1):
        account.characters_sent += sum(len(message["content"]) for message in messages)
        exchange = Exchange(list(messages), None)
        answer.exchanges.append(exchange)
        try:
            exchange.reply = reply = model.answer(messages)
        except UnreachableError:
            raise
        except ModelError as error:
            account.unanswered += 1
            exchange.error = str(error)
            break
        account.replies += 1
        account.characters_received += len(reply)
        try:
            answer.move = move_named(reply, prompt.moves)
            break
        except ReplyError as error:
            count_wrong(account, error)
            exchange.error = str(error)
            messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": correction(error)}]
    return answer


def count_wrong(account: Account, error: ReplyError) -> None:
    """Count a reply that names no legal move."""
    if error.illegal:
        account.illegal += 1
    else:
        account.unreadable += 1


def correction(error: ReplyError) -> str:
    """The message to a model after a reply that names no legal move."""
    return f"This could not be played: {error}."
