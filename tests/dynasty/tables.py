"""Hand-laid tables of two dynasties."""

from typing import Any

from dynasty_env.kit.state import State


def dynasty(king: str, *courtiers: str, **more: Any) -> dict[str, Any]:
    """A dynasty that has a territory, whatever else it has."""
    return {"king": king, "courtiers": list(courtiers), "territories": ["Spain"], "hand": []} | more


def laid(own: dict[str, Any], rival: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A save file of two dynasties in which `own` is to act."""
    rival = rival | ({"territories": ["France"]} if rival["territories"] == ["Spain"] else {})
    table = {"game": "dynasty_v0", "options": {"witches": True}, "seats": [own, rival], "turn": 7, "pope": 1}
    return table | {"pack": ["H2", "S3", "H4", "S5"], "independent": ["Naples"]} | fields


def face_down(*events: str) -> dict[str, Any]:
    """Events before a dynasty, as a field of its seat."""
    return {"events": [{"event": event, "deck": "red"} for event in events]}


def attached(event: str, person: str) -> dict[str, Any]:
    """An event at its person, as a field of the table."""
    return {"attached": [{"event": event, "person": person}]}


WARLIKE = dynasty("Elizabeth I", "Duke of Alba", "Henry VII", "Charles I", "Mary I")
RIVAL = dynasty("Henry IV", "Francis I", "Henry II", "Nostradamus", "Catherine de' Medici", "Louis XIII")


def play_forced(state: State) -> None:
    """The one action that is legal, where `ask_forced` asks for it."""
    (only,) = state.legal()
    state.play(int(only))
