"""The names with which chapters write their words: the declarations that consist mostly of words, texts and their
parts, the mark for texts to be translated, and what a sentence of the chronicle is made from."""

from dynasty_env.kit.engine.chapter import EntryKind
from dynasty_env.kit.engine.loop import SEAT_ASKED, Chances, Facts, Phase
from dynasty_env.kit.message import Chance, Joined, Message, PlayingCard, Seat, Signs, Tone, joined, sentence
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import State
from dynasty_env.kit.wording import (
    CHANCES,
    Chosen,
    Context,
    Family,
    Group,
    InGame,
    Noun,
    facts_of,
    is_of_any_seat,
    nothing,
)

__all__ = [
    "CHANCES", "SEAT_ASKED", "Chance", "Chances", "Chosen", "Context", "EntryKind", "Facts", "Family", "Group",
    "InGame", "Joined", "Message", "Noun", "Phase", "PlayingCard", "Seat", "Signs", "State", "Tone", "_", "facts_of",
    "is_of_any_seat", "joined", "nothing", "sentence",
]  # fmt: skip
