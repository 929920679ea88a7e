"""Hand-laid tables for each decision of the expansion, and the actions that lead to it."""

from typing import Any

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

NEUROI = {"events_on_table": ["neuroi"], "occupied": ["Hungary", "Austria"]}


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


NEUROI_ON_TOP = {"blue": ["event:neuroi", "Anne of Brittany", "Jeanne d'Albret", "Duke of Sully", "Renée of France"]}
BOOKISH = dynasty("Elizabeth I", "the Seeker", "Henry VII", hand=["HA", "SA", "D9"])
WARLIKE = dynasty("Elizabeth I", "Duke of Alba", "Henry VII", "Charles I", "Mary I")
RIVAL = dynasty("Henry IV", "Francis I", "Henry II", "Nostradamus", "Catherine de' Medici", "Louis XIII")

LAID: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "foresight": (laid(dynasty("Elizabeth I", "the Seer"), RIVAL, phase="recruit"), ("deck:blue",)),
    "procreation_spouse": (
        laid(dynasty("Elizabeth I", spouses=["Charles I", "Philip III"]), RIVAL, **attached("polygamy", "Elizabeth I")),
        ("procreation",),
    ),
    "lightning_target": (laid(dynasty("Elizabeth I", "the Thunderer"), RIVAL), ("lightning",)),
    "search_ace": (laid(BOOKISH, RIVAL), ("search",)),
    "search_deck": (laid(BOOKISH, RIVAL), ("search", "card:SA")),
    "search_person": (laid(BOOKISH, RIVAL), ("search", "card:SA", "deck:green")),
    "dice": (
        laid(dynasty("Elizabeth I", "the Deflector"), RIVAL, wanderers=["Mary I", "Henry VIII"]),
        ("hire", "person:the Deflector", "person:Henry VIII"),
    ),
    "cancel": (laid(BOOKISH, RIVAL | {"hand": ["H7", "D3", "S4"]}, **attached("cancel", "Francis I")), ("incite",)),
    "event": (laid(WARLIKE | face_down("grounded", "splendid", "warrior's way"), RIVAL), ()),
    "event_target": (laid(WARLIKE | face_down("grounded", "so what"), RIVAL), ("event:grounded",)),
    "warrior": (laid(WARLIKE | face_down("warrior's way"), RIVAL), ("war", "country:France")),
    "friend": (laid(WARLIKE, RIVAL, **attached("so what", "Mary I")), ("war", "country:France")),
    "sortie": (
        laid(WARLIKE | face_down("all-out attack"), RIVAL, **NEUROI),
        ("war", "event:neuroi", "person:Mary I", "event:all-out attack"),
    ),
    "check_order": (
        laid(WARLIKE | face_down("all-out attack"), RIVAL, **NEUROI),
        (
            "war",
            "event:neuroi",
            "person:Mary I",
            "event:all-out attack",
            "person:Henry VII",
            "person:Charles I",
            "pass",
            "person:Henry II",
            "person:Francis I",
            "person:Louis XIII",
            "pass",
        ),
    ),
    "neuroi_country": (laid(WARLIKE, RIVAL, phase="recruit", person_decks=NEUROI_ON_TOP), ("deck:blue",)),
    "exile": (
        laid(WARLIKE, RIVAL, phase="recruit", person_decks=NEUROI_ON_TOP, independent=["Ireland", "Norway"]),
        ("deck:blue", "country:Spain"),
    ),
}
"""Each decision of the expansion: a table of two dynasties, and what is played there before it is asked."""


def asked_for(phase: str, seed: int = 1, **options: Any) -> State:
    """A game in which a decision of the expansion is open."""
    table, actions = LAID[phase]
    saved = table | {"seed": seed, "options": table["options"] | options}
    state = GAME.from_dict(saved, backend="interpreted")
    for action in actions:
        while GAME.action_ids[action] not in state.legal():
            play_forced(state)
        state.play(action)
    while state.phase != phase:
        play_forced(state)
    return state


def play_forced(state: State) -> None:
    """The one action that is legal, where `ask_forced` asks for it."""
    (only,) = state.legal()
    state.play(int(only))
