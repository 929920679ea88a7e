"""A second reading of the book: what is allowed at each decision, out of a save file alone."""

from collections.abc import Callable

from .board import (
    BOARD,
    EVENTS,
    PERSONS,
    SNIPER,
    Cell,
    Save,
    attached,
    empty,
    name,
    named,
    neighbour,
    possible,
    side,
    standing,
    triggered,
)


def pick_self(save: Save) -> set[str]:
    """§05-03: a person on the board whom nobody else has picked."""
    return named(standing(save).keys() - {seat["self"] for seat in save["seats"]})


def room_for(save: Save, event: str) -> set[Cell]:
    """ "The events": the empty cells where an event may be laid; the sniper needs a column without a piece."""
    cells = {(c, r) for c, r in empty(save) if c in EVENTS[event].columns and r in EVENTS[event].rows}
    if event == SNIPER:
        used = {column for column, _ in BOARD - empty(save)}
        cells = {cell for cell in cells if cell[0] not in used}
    return cells


def event_cell(save: Save) -> set[str]:
    """§06-01 B: where the event turned up may be laid."""
    return {f"cell:{name(cell)}" for cell in room_for(save, save["turned_up"])}


def event_person(save: Save) -> set[str]:
    """ "The events": any person on the board, but one event a person."""
    return named(person for person in standing(save) if attached(save, person) is None)


def move(save: Save) -> set[str]:
    """§06-01 D: a person without a stone on him who can go anywhere."""
    unmarked = [item["person"] for item in save["persons"] if not item["white"] and not item["black"]]
    return named(person for person in unmarked if possible(save, person))


def wait(save: Save) -> set[str]:
    """§06-01 D: an arrow that can be gone, with a stone of its colour; or no more of it."""
    hand, arrows = save["seats"][save["seat"]], PERSONS[save["mover"]].arrows
    return {"pass"} | {f"arrow:{k}" for k in possible(save, save["mover"]) if hand[arrows[k - 1][1]]}


def fight_order(save: Save) -> set[str]:
    """§10 (5): any of the fights that are due; at Aburanokoji any of those who have still to fight."""
    if save["fighting"] is not None:
        return named(save["facing"])
    return {f"event:{event}" for event in save["due"] if triggered(save, event)}


def assassinate_target(save: Save) -> set[str]:
    """Failure actions: somebody on the other side than the assassin."""
    cells = standing(save)
    return named(person for person, cell in cells.items() if side(cell) != side(cells[save["mover"]]))


def bully_target(save: Save) -> set[str]:
    """Failure actions: somebody else who can be moved one cell down."""
    free = empty(save)
    driven = {person for person, cell in standing(save).items() if neighbour(cell, "down") in free}
    return named(driven - {save["mover"]})


def ishida(save: Save) -> set[str]:
    """ "The events": the powder's owner decides when to use it."""
    return {"pass", "use"}


def end(save: Save) -> set[str]:
    """§07: the game is over."""
    return set()


PHASES: dict[str, Callable[[Save], set[str]]] = {
    "pick_self": pick_self,
    "event_cell": event_cell,
    "event_person": event_person,
    "move": move,
    "wait": wait,
    "fight_order": fight_order,
    "assassinate_target": assassinate_target,
    "bully_target": bully_target,
    "ishida": ishida,
    "end": end,
}


def legal(save: Save) -> set[str]:
    """The names of the actions that the book allows at the open decision."""
    return PHASES[save["phase"]](save)


def asked(save: Save) -> set[int]:
    """Ch. 9: whose decision it can be. Set-up goes in the order of the seats."""
    phase, seats = save["phase"], save["seats"]
    if phase == "pick_self":
        return {next(number for number, seat in enumerate(seats) if seat["self"] is None)}
    if phase == "wait":
        return {number for number, seat in enumerate(seats) if seat["self"] is not None}
    if phase == "ishida":
        return {save["powder"]}
    return {save["turn_player"]}
