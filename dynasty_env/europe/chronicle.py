"""What a move did, in the words that Dynasty and Kingdoms have in common."""

from collections.abc import Callable, Sequence

from dynasty_env.kit.state import Entry

SENTENCES = {
    "TURN": "turn {value}: {who}",
    "CROWNED": "{who} crowns {person}",
    "PASSED": "{who} takes no action",
    "DECLARED": "{who} declares {declared}",
    "NAMED": "{who} names {person}",
    "ATTACKED": "{who} attacks {held}",
    "COMMANDS": "{person} commands {side} for {who}",
    "DIED": "{person} of {who} dies",
    "REFUSED": "{who} refuses: the reaper may not have {person}",
    "SCYTHE_MOVED": "the scythe goes to {who}",
    "DISMISSED": "{who} dismisses {person}",
    "EXECUTED": "{who} has {person} executed",
    "ENDED": "the game ends: {reasons}",
}
"""The sentences of entries of a trace, by the names of their kinds."""


def policed(entry: Entry, agent: Callable[[int], str], persons: Sequence[str], governance: int) -> str:
    """What came of the police (§11-03-06, K29), whose person has this governance."""
    officer, target = persons[entry.subject], persons[entry.object]
    fate = "is executed" if entry.value <= governance else "gets away"
    return f"{agent(entry.seat)} rolls {entry.value} against {officer}'s governance {governance}: {target} {fate}"
