"""Hand-laid tables on which little is hidden, or much is to be seen."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import BASE_PERSONS, COLOUR, DECK_NAMES, PERSON_NAMES
from dynasty_env.dynasty.views.public_table import CARDS
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI

REST = ("the rest",)
KINGS = ("Henry IV", "Elizabeth I", "Christina of Sweden")
LANDS = ("France", "England", "Sweden")
MORE = ("Naples", "Ireland", "Norway")


def table(hands: Sequence[Sequence[str]], pack: Sequence[str], discards: Sequence[str], **fields: Any) -> State:
    """A hand-laid table; `REST` stands for all cards that lie nowhere else."""
    used = Counter(card for heap in (*hands, pack, discards) if heap != REST for card in heap)
    rest = list((Counter({name: 2 if name == "JOKER" else 1 for name in CARD_NAMES}) - used).elements())
    laid = [rest if hand == REST else list(hand) for hand in hands]
    seats = [{"king": k, "territories": [land], "hand": h} for k, land, h in zip(KINGS, LANDS, laid, strict=False)]
    for seat, more in fields.pop("more", {}).items():
        seats[seat] |= more
    heap = rest if discards == REST else list(discards)
    saved = {"game": "dynasty_v0", "seed": 5, "seats": seats, "pack": list(pack), "discards": heap, "turn": 7}
    return GAME.from_dict(saved | fields, backend="compiled")


def expansion_table(own: dict[str, Any], decks: dict[str, list[str]], seed: int, **fields: Any) -> State:
    """Two dynasties; all cards of the expansion that are in none of the decks have left play."""
    seats = [
        {"king": "Henry IV", "territories": ["France"]} | own,
        {"king": "Elizabeth I", "territories": ["England"], "hand": []} | fields.pop("rival", {}),
    ]
    used = {card for deck in decks.values() for card in deck} | set(own.get("courtiers", ()))
    used |= {f"event:{event['event']}" for seat in seats for event in seat.get("events", ())}
    away = [card for card in CARDS if card not in used]
    filled = {"yellow": ["Charles V"], "blue": ["Louis XIII"], "red": ["Henry VIII"], "green": ["Gustav Vasa"]} | decks
    saved = {
        "game": "dynasty_v0",
        "seed": seed,
        "options": {"witches": True},
        "seats": seats,
        "turn": 7,
        "person_decks": filled,
        "removed": [card for card in away if not card.startswith("event:")],
        "removed_events": [card.removeprefix("event:") for card in away if card.startswith("event:")],
    }
    return GAME.from_dict(saved | fields, backend="compiled")


def movement(*hands: tuple[int, int], seed: int = 1, **fields: Any) -> State:
    """A hand-laid turn in its movement: three players, each with white and black stones; the rest is in the bag."""
    selves = ("Okita Soji", "Ito Kashitaro", "Kondo Isami")
    seats = [{"self": name, "white": w, "black": b} for name, (w, b) in zip(selves, hands, strict=True)]
    persons = [{"person": name, "cell": cell} for name, cell in zip(selves, ("2.3", "5.4", "3.5"), strict=True)]
    options = {"hidden_stones": True, "num_players": 3}
    saved = {"game": SHINSENGUMI.name, "seed": seed, "options": options, "seats": seats, "persons": persons, "turn": 3}
    return SHINSENGUMI.from_dict(saved | fields, backend="compiled")


SIGHTED: tuple[dict[str, Any], ...] = (
    {"king": "Henry IV", "courtiers": ["the Seeker", "Nostradamus"], "hand": ["SA", "HA", "DA"], "events": {}},
    {
        "king": "Elizabeth I",
        "courtiers": ["the Seer", "Henry VIII"],
        "hand": ["S2", "H2", "CA"],
        "events": {"so what": "yellow", "grounded": "red"},
    },
    {
        "king": "Christina of Sweden",
        "courtiers": ["the Watcher", "Gustav Vasa"],
        "hand": ["S3", "H3", "D3"],
        "events": {"splendid": "blue", "gale slash": "green"},
    },
)
CANCELS = {"event": "cancel", "person": "Gustav Vasa"}
"""With it the third dynasty may put an end to a search that has been declared (SW02-08-02)."""


def sighted(tables: int, seed: int = 0) -> Iterator[State]:
    """Three dynasties who look into the pack and the decks again and again; the rest of the expansion is in these."""
    placed = {name for seat in SIGHTED for name in (seat["king"], *seat["courtiers"])} | {"event:cancel"}
    placed |= {f"event:{event}" for seat in SIGHTED for event in seat["events"]}
    for n in range(tables):
        rng = np.random.default_rng([seed, n])
        decks = [[p for p in PERSON_NAMES[:BASE_PERSONS] if p not in placed] for _ in DECK_NAMES]
        decks = [[p for p in deck if COLOUR[PERSON_NAMES.index(p)] == d] for d, deck in enumerate(decks)]
        for place, card in enumerate(rng.permutation([card for card in CARDS if card not in placed])):
            decks[place % len(decks)].append(str(card))
        seats = [
            seat | {"territories": lands, "events": [{"event": e, "deck": d} for e, d in seat["events"].items()]}
            for seat, *lands in zip(SIGHTED, LANDS, MORE, strict=True)
        ]
        shuffled = [[str(card) for card in rng.permutation(deck)] for deck in decks]
        saved = {
            "game": "dynasty_v0",
            "seed": seed + n,
            "options": {"witches": True, "packs": 1 + n % 2, "ask_forced": n % 3 == 2},
            "seats": seats,
            "attached": [CANCELS],
            "phase": "recruit",
            "person_decks": dict(zip(DECK_NAMES, shuffled, strict=True)),
        }
        yield GAME.from_dict(saved, backend="compiled")
