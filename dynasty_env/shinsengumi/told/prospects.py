"""Prospects in words: the chances of bushido checks, fights and assassinations, exactly."""

from collections.abc import Callable
from typing import Any

from dynasty_env.kit.chances import percent
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.actions import EVENT, PASS, PERSON, STONE
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    DICE,
    DIRECTION_NAMES,
    FIGHT,
    KILLED_FROM,
    NEIGHBOUR,
    NOBODY,
    SIDE,
    WOUNDED_FROM,
    Colour,
    Fight,
)
from dynasty_env.shinsengumi.rules.movement import arrow_taken, default_arrow
from dynasty_env.shinsengumi.rules.persons import bushido, combat, is_free, stand

FACES = 6

# ------------------------------------------------------------------------------------------------------------ chances


def at_least(number: int, dice: int) -> float:
    """The chance that the highest of some dice (“n dice” in the book) is at least `number`."""
    return 1 - (min(max(number - 1, 0), FACES) / FACES) ** dice


def failure(state: State, person: int, arrow: int) -> float:
    """§06-01 D: the chance that a person's bushido check fails if he moves by this arrow (from 0); 0 by a white one."""
    if ARROW_COLOUR[person, arrow] != Colour.BLACK:
        return 0.0
    moved = state.clone()
    t = moved.tables[0]
    stand(t, person, int(NEIGHBOUR[t.cell[person], ARROW[person, arrow]]))
    return at_least(int(bushido(t, person)) + 1, 1)


def fight(t: Any, person: int, event: int) -> tuple[float, float]:
    """§10: the chances that this event wounds the person, and that it removes him.

    §10-4: a wounded person dies if the cell in row 6 of his column is occupied by another.
    """
    dice, kind = int(DICE[event]), FIGHT[event]
    too_strong = at_least(int(combat(t, person)) + 1, dice)
    if kind == Fight.SWORD:
        return 0.0, too_strong
    killed = at_least(KILLED_FROM, dice) if kind == Fight.GUNFIRE else 0.0
    wounded = at_least(WOUNDED_FROM, dice) - killed if kind == Fight.GUNFIRE else too_strong
    bottom = (SIDE - 1) * SIDE + int(t.cell[person]) % SIDE
    if not is_free(t, bottom) and t.cell[person] != bottom:
        return 0.0, killed + wounded
    return wounded, killed


# -------------------------------------------------------------------------------------------------------------- words


def of_decision(state: State) -> str:
    """What chance says about the open decision as it stands, or on what condition the chances of its actions hold.

    Empty where it says nothing.
    """
    if state.phase == "wait":
        mover = int(state.record["mover"])
        return f"If nobody lays any more, he goes {_way(state, mover, int(arrow_taken(state.tables[0], mover)))}."
    if state.phase == "move":
        return "Ways and chances hold if nobody lays a stone."
    return ""


def of_action(state: State, action: int) -> str:
    """What chance says about a legal action; empty where it says nothing."""
    told = _OF_PHASE.get(state.phase)
    return told(state, action) if told else ""


def _way(state: State, person: int, arrow: int) -> str:
    direction = DIRECTION_NAMES[ARROW[person, arrow]]
    if ARROW_COLOUR[person, arrow] != Colour.BLACK:
        return f"{direction} by a white arrow"
    return f"{direction} by a black arrow: his check fails {percent(failure(state, person, arrow))}"


def _move(state: State, action: int) -> str:
    person = action - PERSON
    return f"goes {_way(state, person, int(default_arrow(state.tables[0], person)))}"


def _stone(state: State, action: int) -> str:
    """Where the mover goes with this stone."""
    if action == PASS:
        return ""
    mover = int(state.record["mover"])
    laid = state.clone()
    laid.record["laid"][action - STONE] += 1
    return f"then he goes {_way(state, mover, int(arrow_taken(laid.tables[0], mover)))}"


def _fight(state: State, action: int) -> str:
    """The outcome for the person named at Aburanokoji, elsewhere for the person who has moved there."""
    t, fighting = state.tables[0], int(state.record["fighting"])
    if fighting != NOBODY:
        return _outcome(*fight(t, action - PERSON, fighting))
    return _outcome(*fight(t, int(state.record["mover"]), action - EVENT))


def _outcome(wounded: float, removed: float) -> str:
    told = [f"wounded {percent(wounded)}"] if wounded else []
    return ", ".join([*told, f"dies {percent(removed)}"])


def _assassination(state: State, action: int) -> str:
    """S-R26: the assassin's combat counts as it is now."""
    return f"dies {percent(1 - at_least(int(combat(state.tables[0], int(state.record['mover']))) + 1, 1))}"


_OF_PHASE: dict[str, Callable[[State, int], str]] = {
    "move": _move,
    "wait": _stone,
    "fight_order": _fight,
    "assassinate_target": _assassination,
}
