"""Asking a model for a move: what is wrong with a reply is said, and asked again; nothing is decided silently."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Protocol

from agents.language.moves import Move
from agents.language.prompt import Message, Prompt
from agents.language.reply import ReplyError, move_named
from dynasty_env.kit.errors import DynastyEnvError

FALLBACKS = ("random", "forfeit")
"""What happens when no reply names a legal move: the move is drawn uniformly, or the seat forfeits the game."""


class ModelError(DynastyEnvError, RuntimeError):
    """A model that has not answered: it failed, or took too long. The message says which and why."""


class UnreachableError(ModelError):
    """A model that is not there at all: to ask it again, or at the next decision, would be no use."""


class Model(Protocol):
    """Anything that continues a conversation."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def answer(self, messages: Sequence[Message]) -> str:
        """The next message of the assistant. Raises ModelError; UnreachableError ends the game that is being played."""
        ...


@dataclass
class Account:
    """What has come of the decisions that a model was asked for.

    Attributes:
        decisions: how many it was asked for; those with a single legal move are played without asking.
        replies: how many replies came.
        illegal: replies of the right form that named a move which was not legal.
        unreadable: replies without the right form.
        unanswered: times that no reply came, after all attempts.
        fallbacks: decisions that were drawn uniformly because no reply named a legal move.
        forfeits: games given up for the same reason.
        characters_sent: of all prompts, each time that they were sent.
        characters_received: of all replies.
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

    def add(self, other: "Account") -> None:
        """Add another account to this one."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def numbers(self) -> dict[str, int]:
        """All counts by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass
class Exchange:
    """One time that a model was asked.

    Attributes:
        sent: the messages.
        reply: what came; None: nothing.
        error: what was wrong with it; empty: it named a legal move.
    """

    sent: list[Message]
    reply: str | None
    error: str = ""


@dataclass
class Answer:
    """What came of asking for one decision.

    Attributes:
        move: the move that was named; None: no reply named one.
        exchanges: all attempts.
        account: their counts.
    """

    move: Move | None = None
    exchanges: list[Exchange] = field(default_factory=list)
    account: Account = field(default_factory=Account)


def ask(model: Model, prompt: Prompt, corrections: int) -> Answer:
    """Ask a model for a move.

    Args:
        model: who is asked.
        prompt: the decision.
        corrections: how often it may be asked again after a reply that names no legal move. It is then sent the whole
            conversation with what was wrong.

    Raises:
        UnreachableError: the model is not there.
    """
    answer = Answer()
    account = answer.account
    account.decisions = 1
    messages = prompt.messages()
    for _ in range(corrections + 1):
        account.characters_sent += sum(len(message["content"]) for message in messages)
        try:
            reply = model.answer(messages)
        except UnreachableError:
            raise
        except ModelError as error:
            account.unanswered += 1
            answer.exchanges.append(Exchange(list(messages), None, str(error)))
            break
        account.replies += 1
        account.characters_received += len(reply)
        try:
            answer.move = move_named(reply, prompt.moves)
        except ReplyError as error:
            count_wrong(account, error)
            answer.exchanges.append(Exchange(list(messages), reply, str(error)))
            messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": correction(error)}]
        else:
            answer.exchanges.append(Exchange(list(messages), reply))
            break
    return answer


def count_wrong(account: Account, error: ReplyError) -> None:
    """Count a reply that names no legal move."""
    if error.illegal:
        account.illegal += 1
    else:
        account.unreadable += 1


def correction(error: ReplyError) -> str:
    """What a model is told after a reply that names no legal move."""
    return f"This could not be played: {error}."
