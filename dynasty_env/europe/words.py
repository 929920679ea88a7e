"""Persons and countries in words, shared by Dynasty and Kingdoms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from dynasty_env.europe.material import (
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    OTTOMAN,
    PERSON_NAMES,
    POWER,
    RELIGION,
    SEX,
    SEXES,
    WITCH,
    Holder,
    Religion,
)
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Message, Seat, Signs, State, Tone, _, joined

LEGEND = ("W war", "G governance", "P prestige", "F fertility", "L life", "A ambition")
TAGS = {
    "suppression": "suppr.",
    "assassination": "assass.",
    "revolution": "revol.",
    "execution": "exec.",
    "new faith": "faith",
}
"""Short forms, shown on the screen, of abilities whose names are too long for a tag."""


class Said(NamedTuple):
    """The words for a game, for both its pictures and its terminal drawings.

    Attributes:
        title: its name.
        agent: the name of a seat.
        declaration: the declared action of a view.
        legend: the names of the six stats.
        instead: for phases in which a view must not reveal who decides, what may happen.
    """

    title: str
    agent: Callable[[int], str]
    declaration: Callable[[dict[str, Any]], str]
    legend: Sequence[str] = LEGEND
    instead: Mapping[str, str] = {}

    def waiting(self, view: dict[str, Any]) -> str:
        """What the table of a view is waiting for, in short: the phase, and who decides."""
        if view["phase"] == "end":
            return _("the game is over")
        phase = str(view["phase"]).replace("_", " ")
        if view["deciding"] is None:
            return joined(": ", phase, self.instead[view["phase"]])
        return Message(_("{phase}: {who} decides"), phase=phase, who=self.agent(view["deciding"]))

    def seen(self, view: dict[str, Any]) -> str:
        """Whose view it is."""
        return "as everybody sees it" if view["seat"] is None else f"as {self.agent(view['seat'])} sees it"


def religion(person: int) -> str:
    """``CC``, ``C``, ``CP`` or ``P``, followed by a ``W`` for a witch (SW02-02); ``–`` if there is none."""
    if RELIGION[person] < 0:
        return "–"
    name = Religion(RELIGION[person]).name
    return Signs(name + "W" * int(WITCH[person]), (name,))


WAR, GOVERNANCE, PRESTIGE = _("war {n}"), _("governance {n}"), _("prestige {n}")
FERTILITY, LIFE, AMBITION = _("fertility {n}"), _("life {n}"), _("ambition {n}")
"""The stats on a card, in words."""


def sex(person: int) -> str:
    """``m`` or ``f``."""
    return str(SEXES[SEX[person]])


def colour(person: int) -> str:
    """The colour of the person's bloodline."""
    return str(COLOUR_NAMES[COLOUR[person]])


def printed(said: Callable[[int], str]) -> Callable[[State, int], str]:
    """A fact printed on persons' cards, in the form that chapters use (`kit.words.Facts`)."""
    return lambda state, person: said(person)


def all_stats(numbers: Mapping[str, int]) -> str:
    """The six stats, each with its letter."""
    return Signs(" ".join(f"{letter}{value}" for letter, value in numbers.items()), numbers, numbered=True)


def with_article(country: int) -> str:
    """A country as it appears in a sentence."""
    return f"the {COUNTRY_NAMES[country]}" if country == OTTOMAN else COUNTRY_NAMES[country]


def country_of(country: int, seat: Seat | None, holder: int, exhausted: bool = False) -> str:
    """A country with its power, who holds it, and its state.

    Args:
        seat: the name of the seat that holds it; None: no seat does.
        holder: that seat, or a `Holder`.
        exhausted: whether it is exhausted.
    """
    held = Message(_("held by {who}"), who=seat) if seat is not None else nobody(holder)
    text = _("{country} (power {power}, {held}, exhausted)") if exhausted else _("{country} (power {power}, {held})")
    return Message(text, country=COUNTRY_NAMES[country], power=int(POWER[country]), held=held)


def nobody(holder: int) -> str:
    """The state of a country that no seat holds."""
    names = {Holder.INDEPENDENT: _("independent"), Holder.OUT: _("not in play"), Holder.OCCUPIED: _("occupied")}
    return names[Holder(holder)]


def police(governance: Callable[[Any, int], Any]) -> dict[str, Any]:
    """The words of the decision whether to send the police (§11-03-06, K29).

    Args:
        governance: that of a person on a table; a roll of at most that of the person with the ability executes the
            target.
    """

    def arrests(state: State, _number: int) -> str:
        officer, target = int(state.record["a"]), int(state.record["target"])
        return Message(
            _("let {person} (governance {governance}) arrest {target}"),
            person=PERSON_NAMES[officer],
            governance=int(governance(state.tables[0], officer)),
            target=PERSON_NAMES[target],
        )

    def arrest(state: State, _number: int) -> Chance:
        return Chance(at_most(int(governance(state.tables[0], int(state.record["a"])))), seat=state.seat)

    return {
        "asks": _("Do you send the police?"),
        "says": {"declare": arrests, "pass": _("do not send the police")},
        "chance": {"declare": arrest},
    }


POLICED: dict[bool, tuple[str, Tone]] = {
    True: (_("{who} rolls {face} against {person}'s governance {governance}: {target} is executed"), "bad"),
    False: (_("{who} rolls {face} against {person}'s governance {governance}: {target} gets away"), ""),
}
"""The result of sending the police (§11-03-06, K29): whether the roll is at most the governance of the person with the
ability."""

REAPER: dict[str, Any] = {
    "says": _("wield the reaper's scythe"),
    "called": _("the reaper"),
    "purpose": _("Somebody takes a death check, and may die."),
}
ASSASSINATION: dict[str, Any] = {
    "says": _("have somebody assassinated"),
    "called": _("an assassination"),
    "purpose": _("Like the reaper, but without the scythe: somebody takes a death check, and may die."),
}
"""The words of these two kinds of action."""
NAMING: dict[str, Any] = {
    "asks": _("Whom does the reaper call?"),
    "why": _(
        "The person you name takes a death check, and dies if the die is higher than their life. Each other "
        "player may refuse once per turn when one of their persons is named."
    ),
}
"""The words of the decision whom the reaper, or an assassin, visits."""
VETO: dict[str, Any] = {
    "asks": _("Do you refuse?"),
    "why": _("One of your persons has been named. You may refuse once this turn; then somebody else must be named."),
    "says": {"declare": _("refuse"), "pass": _("allow")},
}
"""The words of the decision whether to refuse the reaper."""
REFUSED, SCYTHE_MOVED = _("{who} refuses: the reaper may not take {person}"), _("the scythe goes to {who}")
"""Sentences for trace entries."""
