"""A true table with something of everything, and ways to put one thing by force where the book does not let it be."""

from __future__ import annotations

from typing import Any

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import CELL_NAMES, EVENT_NAMES, PERSON_NAMES
from tests.false_tables import Wrong
from tests.shinsengumi.rules.conftest import IDLE, on, one, seat, table

KONDO, OKITA, HIJIKATA, ICHIMURA, SHIMADA, SERIZAWA = (
    PERSON_NAMES.index(name)
    for name in (
        "Kondo Isami",
        "Okita Soji",
        "Hijikata Toshizo",
        "Ichimura Tetsunosuke",
        "Shimada Kai",
        "Serizawa Kamo",
    )
)
GATE, AIZU, FIANCEE, POWDER, RIFLES, UNWORTHY, KYOTO = (
    EVENT_NAMES.index(name)
    for name in ("Forbidden gate", "Aizu guardian", "Fiancee", "Ishida powder", "Satsuma riflemen",
                 "Unworthy of bushido", "Kyoto deputy")
)  # fmt: skip


def laid(**fields: Any) -> State:
    """A table with something of everything: seats of which one is out, events on the board, attached, kept and gone,
    markers of both colours, somebody dead."""
    given: dict[str, Any] = {
        "seats": [seat("Kondo Isami", 2, 1), None, seat("Okita Soji", 1, 3)],
        "events": {"Aizu guardian": "5.3", "Ee ja nai ka": "1.5", "Forbidden gate": "6.1"},
        "powder": 0,
        "dead": ["Serizawa Kamo"],
        "gone": ["Kyoto deputy"],
    }
    people = [
        one("Kondo Isami", "1.1", under="Fiancee", arrows="right up* down left"),
        on("Okita Soji", "2.3"),
        on("Ichimura Tetsunosuke", "4.4", white=0, black=2),
        IDLE,
    ]
    return table(*people, **(given | fields))


def add(field: str, at: int | tuple[int, ...], more: int) -> Wrong:
    def wrong(t: Any) -> None:
        getattr(t, field)[at] += more

    return wrong


def cell(name: str) -> int:
    return CELL_NAMES.index(name)


def found(wrong: Wrong, state: State | None = None) -> int:
    """What the audit says after something has been put in a wrong place."""
    copy = state.clone() if state else laid()
    assert copy.call("audit") == 0
    wrong(copy.tables[0])
    number = copy.call("audit")
    assert 0 <= number <= len(copy.game.truths)
    return int(number)
