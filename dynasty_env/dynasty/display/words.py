"""Dynasty in words: the declared action, and what the table is waiting for."""

from typing import Any

from dynasty_env.dynasty.chapters import CHAPTERS
from dynasty_env.dynasty.ids import MARRIAGE, TYPE_NAMES
from dynasty_env.dynasty.material import COUNTRY_NAMES, POWER
from dynasty_env.dynasty.rules.nouns import NEUROI, THE_POPE, agent
from dynasty_env.europe.words import LEGEND, Said
from dynasty_env.kit.words import Message, _, joined

CALLED = {
    TYPE_NAMES[kind.number - MARRIAGE]: kind.called for chapter in CHAPTERS for kind in chapter.kinds if kind.called
}
"""What each kind of action is called in a sentence once it has been declared, by its name."""
ACTS = {"hire": _("{person} recruits"), "matchmaking": _("{person} is offered")}


def declaration(view: dict[str, Any]) -> str:
    """The declared action of a view as a sentence; empty if there is none."""
    declared = view["declared"]
    if declared["action"] is None:
        return ""
    who, called, country = agent(view["turn_player"]), CALLED[declared["action"]], declared["country"]
    if country == NEUROI and view["occupied"]:
        power = sum(POWER[COUNTRY_NAMES.index(name)] for name in view["occupied"])
        text = _("{who} declares {declared} on {country} (power {power})")
        result: str = Message(text, who=who, declared=called, country=NEUROI, power=int(power))
    elif country:
        result = Message(_("{who} declares {declared} on {country}"), who=who, declared=called, country=country)
    else:
        result = Message(_("{who} declares {declared}"), who=who, declared=called)
    acts = ACTS.get(declared["action"], _("{person} commands"))
    details = joined(
        ", ",
        Message(acts, person=declared["actor"]) if declared["actor"] else "",
        Message(_("{person} defends"), person=declared["defender"]) if declared["defender"] else "",
        Message(_("{person} comes along as a friend"), person=declared["friend"]) if declared.get("friend") else "",
    )
    if details:
        result = Message(_("{action}, {details}"), action=result, details=details)
    if declared["target"]:
        target = THE_POPE if declared["target"] == "pope" else declared["target"]
        result = Message(_("{action}: {target}"), action=result, target=target)
    return result


SAID = Said(
    "DYNASTY",
    agent,
    declaration,
    legend=(*LEGEND, "pope and events counted"),
    instead={
        "interrupt": _("anyone may play a card"),
        "event": _("anyone with an event may play it"),
        "cancel": _("the action may be cancelled"),
        "warrior": _("somebody may use warrior's way"),
    },
)
