"""Prospects in words: the chances of bushido checks, fights and assassinations, exactly."""

from collections.abc import Callable
from typing import Any

from dynasty_env.kit.chances import percent
from dynasty_env.kit.engine.odds import at_most, highest_above
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

# ------------------------------------------------------------------------------------------------------------ chances


def failure(state: State, person: int, arrow: int) -> float:
    """§06-01 D: the chance that a person's bushido check fails if he moves by this arrow (from 0); 0 by a white one."""
    if ARROW_COLOUR[person, arrow] != Colour.BLACK:
        return 0.0
    moved = state.clone()
    t = moved.tables[0]
    stand(t, person, int(NEIGHBOUR[t.cell[person], ARROW[person, arrow]]))
    return 1 - at_most(int(bushido(t, person)))


def fight(t: Any, person: int, event: int) -> tuple[float, float]:
    """§10: the chances that this event wounds the person, and that it removes him.

    §10-4: a wounded person dies if the cell in row 6 of his column is occupied by another.
    """
    dice, kind = int(DICE[event]), FIGHT[event]
    too_strong = highest_above(int(combat(t, person)), dice)
    if kind == Fight.SWORD:
        return 0.0, too_strong
    killed = highest_above(KILLED_FROM - 1, dice) if kind == Fight.GUNFIRE else 0.0
    wounded = highest_above(WOUNDED_FROM - 1, dice) - killed if kind == Fight.GUNFIRE else too_strong
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
    return f"dies {percent(at_most(int(combat(state.tables[0], int(state.record['mover'])))))}"


_OF_PHASE: dict[str, Callable[[State, int], str]] = {
    "move": _move,
    "wait": _stone,
    "fight_order": _fight,
    "assassinate_target": _assassination,
}
