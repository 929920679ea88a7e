"""Scripted models: good, stubborn, verbose, with broken JSON, and one that never answers."""

from collections.abc import Callable, Sequence

from agents.language.dialogue import ModelError
from agents.language.prompt import Message

Reply = Callable[[Sequence[Message]], str]


class Scripted:
    """Answers by a function; remembers what it was sent."""

    def __init__(self, name: str, reply: Reply) -> None:
        self.name = name
        self._reply = reply
        self.sent: list[list[Message]] = []

    def answer(self, messages: Sequence[Message]) -> str:
        self.sent.append(list(messages))
        return self._reply(messages)


def good() -> Scripted:
    return Scripted("good", lambda messages: "MOVE: 1")


def stubborn() -> Scripted:
    return Scripted("stubborn", lambda messages: "MOVE: 999")


def verbose() -> Scripted:
    long = "Let me think. <think>MOVE: 2 would be bad, MOVE: 77 worse</think>\n" + "I weigh every move. " * 500
    return Scripted("verbose", lambda messages: f"{long}\n\n**MOVE: 1**\n")


def broken_json() -> Scripted:
    return Scripted("broken JSON", lambda messages: '{"move": 1')


def corrigible() -> Scripted:
    """Understands what was wrong."""
    return Scripted("corrigible", lambda messages: "MOVE: 1" if len(messages) > 2 else '{"move": "one"}')


def fading() -> Scripted:
    """Answers once, and then no more."""
    answers = ["MOVE: 1"]

    def once(messages: Sequence[Message]) -> str:
        if not answers:
            raise ModelError("fading has not answered within 1 s")
        return answers.pop()

    return Scripted("fading", once)


def silent() -> Scripted:
    def never(messages: Sequence[Message]) -> str:
        raise ModelError("silent has not answered within 1 s")

    return Scripted("silent", never)
