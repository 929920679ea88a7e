"""Compiles the parts of a game's rules that training calls, before its clock starts."""

from collections.abc import Sequence

from rich.console import Console

from agents.compiling import compile_entries
from dynasty_env.kit.game import Game

ENTRIES = (
    "deal", "batch_check", "batch_deal", "batch_step", "observe", "hide", "step", "returns",
)  # fmt: skip
"""Entry points of the rules that are called by training, and by the bots that it is measured against."""


def compile_rules(game: Game, console: Console, bots: Sequence[str] = ()) -> None:
    """Compile, or load, what training calls and what these bots do when they play along or as opponents."""
    actions = ("greedy_actions",) if "greedy" in bots and "greedy" in game.policies else ()
    compile_entries(game, (*ENTRIES, *actions, *(("advise",) if game.values_actions else ())), console)
