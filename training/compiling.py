"""What training calls of a game's rules is compiled before its clock runs."""

from collections.abc import Sequence

from rich.console import Console

from agents.compiling import compile_entries
from dynasty_env.kit.game import Game

ENTRIES = (
    "deal", "batch_check", "batch_deal", "batch_step", "observe", "hide", "step", "returns",
)  # fmt: skip
"""Entry points of the rules that training, and the bots that it is measured against, call."""


def compile_rules(game: Game, console: Console, bots: Sequence[str] = ()) -> None:
    """Compile what training calls, or load it; and what these bots do that play along or are played against."""
    actions = ("greedy_actions",) if "greedy" in bots and "greedy" in game.policies else ()
    compile_entries(game, (*ENTRIES, *actions, *(("advise",) if game.values_actions else ())), console)
