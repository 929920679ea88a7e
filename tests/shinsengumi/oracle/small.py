"""Small tables laid by hand, for the tests of the oracle itself."""

from __future__ import annotations

from typing import Any

from .board import EVENTS, PERSONS, Save

KONDO, OKITA, SAITO, ITO, NIIMI, SERIZAWA = (
    "Kondo Isami",
    "Okita Soji",
    "Saito Hajime",
    "Ito Kashitaro",
    "Niimi Nishiki",
    "Serizawa Kamo",
)


def person(name: str, cell: str, white: int = 0, black: int = 0, attached: str | None = None) -> dict[str, Any]:
    """One item of `persons`."""
    return {"person": name, "cell": cell, "white": white, "black": black, "attached": attached}


def seat(self: str | None, white: int = 0, black: int = 0) -> dict[str, Any]:
    """One item of `seats`."""
    return {"self": self, "white": white, "black": black, "lost": {"white": 0, "black": 0}}


def table(phase: str = "move", **changes: Any) -> Save:
    """Two seats and three persons, in the middle of turn 3; all that is not on the board is in a pile."""
    save: Save = {
        "game": "shinsengumi_v0",
        "options": {"num_players": 2, "hidden_stones": False, "ask_forced": False},
        "phase": phase,
        "seat": 0,
        "frame": {"a": 0, "b": 0},
        "turn": 3,
        "turn_player": 0,
        "namings": 0,
        "seats": [seat(OKITA), seat(ITO)],
        "persons": [person(OKITA, "2.3"), person(ITO, "5.4"), person(KONDO, "4.1")],
        "events": [],
        "powder": None,
        "dead": [],
        "gone": [],
        "laid": [0, 0, 0, 0],
        "returned": {"white": 0, "black": 0},
        "turned_up": None,
        "mover": None,
        "origin": None,
        "due": [],
        "fighting": None,
        "facing": [],
    }
    save |= changes
    on_board = {item["person"] for item in save["persons"]}
    save.setdefault("person_pile", [name for name in PERSONS if name not in on_board and name not in save["dead"]])
    return save


def lying(**cells: str) -> list[dict[str, str]]:
    """Items of `events`, an underscore for a blank."""
    return [{"event": event.replace("_", " "), "cell": cell} for event, cell in cells.items()]


def whole(**changes: Any) -> Save:
    """A table with nothing wrong."""
    save = table(**changes)
    save.setdefault("spares", {"white": 0, "black": 0})
    under = [item["attached"] for item in save["persons"]]
    laid = {item["event"] for item in save["events"]} | {*under, save["turned_up"]}
    save.setdefault("event_pile", [event for event in EVENTS if event not in laid | {*save["gone"]}])
    for colour in ("white", "black"):
        used = sum(item[colour] for item in [*save["persons"], *save["seats"]]) - save["spares"][colour]
        save.setdefault("bag", {})[colour] = 16 - used
    return save
