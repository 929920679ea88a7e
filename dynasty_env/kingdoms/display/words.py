"""Kingdoms in words: the declared action, and what the table is waiting for."""

from typing import Any

from dynasty_env.europe.words import Said
from dynasty_env.kingdoms.chapters import CHAPTERS
from dynasty_env.kingdoms.ids import MARRIAGE, TYPE_NAMES
from dynasty_env.kingdoms.rules.nouns import agent
from dynasty_env.kit.words import Message, _, joined

KINDS: dict[str, Any] = {TYPE_NAMES[kind.number - MARRIAGE]: kind for chapter in CHAPTERS for kind in chapter.kinds}
"""Kinds of action by name."""


def declaration(view: dict[str, Any]) -> str:
    """The declared action of a view as a sentence; empty if there is none."""
    declared = view["declared"]
    if declared["action"] is None:
        return ""
    kind = KINDS[declared["action"]]
    text = kind.upon if declared["country"] else _("{who} declares {declared}")
    result: str = Message(text, who=agent(view["turn_player"]), declared=kind.called, country=declared["country"])
    details = joined(
        ", ",
        Message(_("for {king}"), king=declared["king"]) if declared["king"] else "",
        Message(kind.acts, person=declared["actor"]) if declared["actor"] else "",
        Message(_("{person} defends"), person=declared["defender"]) if declared["defender"] else "",
    )
    if details:
        result = Message(_("{action}, {details}"), action=result, details=details)
    if declared["target"]:
        result = Message(_("{action}: {target}"), action=result, target=declared["target"])
    return result


SAID = Said("KINGDOMS", agent, declaration)
