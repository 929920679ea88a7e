"""Sides in Shinsengumi: whose self is about to move, and what its way means for the seat that is asked."""

from collections.abc import Mapping
from typing import Any

from agents.people.web.sides.aims import with_choices
from agents.people.web.viewers.shown import Choice, Question
from dynasty_env.kit.message import Message, joined, parts_of
from dynasty_env.kit.phrases import _
from dynasty_env.shinsengumi.material import CELL_NAMES, PERSON_NAMES
from dynasty_env.shinsengumi.rules.nouns import side, stats

ANSWERS = ("wait", "ishida", "fight_order", "assassinate_target", "bully_target")
"""Phases in which it matters whose self a person is."""
STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


MINE, OF_ANOTHER, NOBODYS = (
    _("The mover is your own self."), _("The mover is the self of {name}."), _("The mover is no player's self."),
)  # fmt: skip


def aim(view: Mapping[str, Any], me: int) -> tuple[str, int | None]:
    """Whose self the mover is: a sentence, and the seat that it names; empty if nobody is about to move."""
    if view["mover"] is None:
        return "", None
    owner = next((seat for seat, place in enumerate(view["seats"]) if place["self"] == view["mover"]), None)
    if owner is None:
        return NOBODYS, None
    return (MINE, None) if owner == me else (OF_ANOTHER, owner)


def from_own_side(question: Question, view: Mapping[str, Any], me: int) -> Question:
    """The same question, in which each way says what it means for the self of the seat that is asked."""
    if question.phase == "move":
        return with_choices(question, lambda each: _meant(each, view, me, each.subject, each.prospects))
    if question.phase == "wait":
        ways = question.prospects
        return with_choices(question, lambda each: _meant(each, view, me, view["mover"], each.prospects or ways))
    return question


def _meant(choice: Choice, view: Mapping[str, Any], me: int, person: str, ways: str) -> Choice:
    way = next(
        (part.fields["way"] for part in parts_of(ways) if isinstance(part, Message) and "way" in part.fields), ""
    )
    meaning = means(view, me, person, way) if way else ""
    return choice._replace(prospects=joined("; ", choice.prospects, meaning))


def means(view: Mapping[str, Any], me: int, person: str, way: str) -> str:
    """What a step ``up``, ``right``, ``down`` or ``left`` of a person means for a seat; empty if nothing.

    §08: a person's esteem counts for the half of the board where the person stands; among the selves of the better
    half, the highest wins.
    """
    standing = {each["person"]: each for each in view["persons"]}
    mine = standing.get(view["seats"][me]["self"])
    if mine is None or person not in standing:
        return ""
    at = standing[person]["cell"]
    column, row = map(int, at.split("."))
    along, down = STEPS[way]
    to = f"{column + along}.{row + down}"
    here, there, own = (side(CELL_NAMES.index(cell)) for cell in (at, to, mine["cell"]))
    if person == mine["person"]:
        return _("you change sides") if here != there else _YOU[down]
    if here != there:
        esteem = stats(PERSON_NAMES.index(person), standing[person]["attached"])["E"]
        text = _("comes to your side with esteem {esteem}")
        return Message(text if there == own else _("leaves your side with esteem {esteem}"), esteem=esteem)
    rivals = [place["self"] for seat, place in enumerate(view["seats"]) if seat != me]
    return _A_RIVAL[down] if person in rivals and here == own else ""


_YOU = {0: "", 1: _("you stand lower"), -1: _("you stand higher")}
_A_RIVAL = {0: "", 1: _("a rival stands lower"), -1: _("a rival stands higher")}
