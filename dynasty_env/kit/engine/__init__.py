"""The tools for writing chapters of a rulebook: markers of rules, operations on a table, and chapter declarations."""

from dynasty_env.kit.engine.chapter import Chapter, Column, EntryKind, Kind, Truth
from dynasty_env.kit.engine.each import best, offers, some
from dynasty_env.kit.engine.loop import Automatic, Listing, Phase
from dynasty_env.kit.engine.rng import below, die, shuffle
from dynasty_env.kit.engine.rule import GameEnum, given_by_the_game, rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell
from dynasty_env.kit.engine.truths import mask_is_counted, truth

__all__ = [
    "EVERYBODY", "Automatic", "Chapter", "Column", "EntryKind", "GameEnum", "Kind", "Listing", "Phase", "Truth",
    "below", "best", "die", "given_by_the_game", "mask_is_counted", "offer", "offers", "push", "rule", "shuffle",
    "some", "tell", "truth",
]  # fmt: skip
