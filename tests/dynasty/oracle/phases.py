"""A second reading of the rulebook: what may be chosen in each phase, and which phases belong together (ch. 7)."""

from collections.abc import Callable

from .saves import BLACK, RED, Book, Save

Choices = Callable[[Save, Book], set[str]]

COUNTING_SUITS = {  # §09: "the suits used" of each action that is tried with cards
    "marriage": RED,
    "procreation": RED,
    "war": BLACK,
    "hire": BLACK,
    "incite": BLACK,
}
PHASES: dict[str, Choices] = {}
DECLARED_IN: dict[str, frozenset[str]] = {}
"""D-R8: what has been declared when one of these questions is asked."""
SETUP = set[str]()
CARDS = set[str]()  # there may be cards on the table
IN_WINDOW = set[str]()  # an event has been played, it may be in a window
ROLLED = set[str]()  # after the roll, before its cards are discarded
REAPER = set[str]()
AFTERMATH = set[str]()
DRAWN = set[str]()  # SW02-06-01: it goes on at once
WAR = set[str]()
MUSTER = set[str]()  # nobody commands the attack yet
OTHERS = set[str]()  # not the turn player alone is asked
DONE = set[str]()  # the action is no longer open to the turn player


def phase(*groups: set[str], declared: str = "") -> Callable[[Choices], Choices]:
    """The function says what may be chosen in the phase of its name, which belongs to these groups."""

    def noted(choices: Choices) -> Choices:
        name = choices.__name__
        PHASES[name] = choices
        if declared:
            DECLARED_IN[name] = frozenset(declared.split())
        for group in groups:
            group.add(name)
        return choices

    return noted
