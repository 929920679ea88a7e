"""The printed cards of each game, which a network joins with what an observation says about them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Cards:
    """One kind of card of a game, n of them, and where an observation speaks of them.

    Attributes:
        printed: (n, f) float32, what is printed on each card, in numbers of about -1 … 1.
        states: category pieces of shape (n,) that together tell where a card is and whose.
        first_action: id of the action that names card 0; the next ones follow.
        named: category pieces whose values are card ids; any other value names no card.
        unseen: values of a piece of `states` for which a card adds nothing to the trunk; that is faster.
    """

    printed: npt.NDArray[np.float32]
    states: tuple[str, ...]
    first_action: int
    named: tuple[str, ...] = ()
    unseen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def dynasty_cards() -> tuple[Cards, ...]:
    """Dynasty's persons and countries. Persons who are in a deck or have left play are passed over by the trunk."""
    from dynasty_env.dynasty import actions, material

    table = material.card_table()
    stats, labels = table["persons"][:, :6] / 5.0, table["persons"][:, 6:]
    sizes = len(material.Colour), 2, len(material.Religion), len(material.Ability), 2
    kinds = [labels[:, [i]] == np.arange(size) for i, size in enumerate(sizes)]
    off_table = (int(material.Place.OUT), int(material.Place.DECK), int(material.Place.GONE))
    persons = Cards(
        printed=np.concatenate([stats, *kinds], axis=1, dtype=np.float32),
        states=("places", "owners"),
        first_action=actions.PERSON,
        named=("named",),
        unseen={"places": off_table},
    )
    countries = Cards(
        printed=(table["countries"][:, :1] / 10.0).astype(np.float32),
        states=("holders",),
        first_action=actions.COUNTRY,
        named=("attacked",),
    )
    return persons, countries


def shinsengumi_cards() -> tuple[Cards, ...]:
    """Shinsengumi's persons and events. Who is in the pile or dead is passed over by the trunk."""
    from dynasty_env.shinsengumi import actions, material
    from dynasty_env.shinsengumi.seen import view

    table = material.card_table()
    persons, events = table["persons"], table["events"]
    ways, colours = persons[:, 5:9], persons[:, 9:13]
    rank = (ways[:, :, None] == np.arange(4)).argmax(axis=1)  # by direction: which arrow it is, from 0
    numbers = [persons[:, :4] / 5.0, rank / 3.0, np.take_along_axis(colours, rank, axis=1)]
    special = [persons[:, 3:4] == material.COLUMN, persons[:, [4]] == np.arange(len(material.Failure))]
    of_event = [events[:, 1:5] / 5.0, events[:, 7:9] / 4.0]
    sorts = [events[:, [i]] == np.arange(len(kind)) for i, kind in ((0, material.Lies), (5, material.Trigger),
                                                                    (6, material.Fight))]  # fmt: skip
    return (
        Cards(
            printed=np.concatenate([*numbers, *special], axis=1, dtype=np.float32),
            states=("cells", "owners"),
            first_action=actions.PERSON,
            named=("mover", "doomed"),
            unseen={"cells": (view.IN_PILE, view.OUT_OF_PLAY)},
        ),
        Cards(
            printed=np.concatenate([*of_event, *sorts], axis=1, dtype=np.float32),
            states=("event_cells",),
            first_action=actions.EVENT,
            named=("turned_up", "fighting"),
        ),
    )


def kingdoms_cards() -> tuple[Cards, ...]:
    """Kingdoms' persons and countries. Persons who are in a deck or have left play are passed over by the trunk."""
    from dynasty_env.kingdoms import actions, material

    table = material.card_table()
    stats, labels = table["persons"][:, :6] / 5.0, table["persons"][:, 6:]
    sizes = len(material.DECK_NAMES), 2, len(material.Religion), int(material.Ability.ADVENT)
    kinds = [labels[:, [i]] == np.arange(size) for i, size in enumerate(sizes)]
    persons = Cards(
        printed=np.concatenate([stats, *kinds], axis=1, dtype=np.float32),
        states=("places", "owners"),
        first_action=actions.PERSON,
        named=("named", "throne", "candidates", "police"),
        unseen={"places": (int(material.Place.DECK), int(material.Place.GONE))},
    )
    countries = Cards(
        printed=(table["countries"][:, :1] / 10.0).astype(np.float32),
        states=("holders", "committed"),
        first_action=actions.COUNTRY,
        named=("battlefield", "homes"),
    )
    return persons, countries


LEFT_OUT: dict[str, tuple[str, ...]] = {"dynasty_v0": ("born", "marks", "event_hands", "seen")}
"""Pieces of a game that its `CardNetwork` does not read: what masks tell anyway, or matters little."""

CARDS: dict[str, Callable[[], tuple[Cards, ...]]] = {
    "dynasty_v0": dynasty_cards,
    "shinsengumi_v0": shinsengumi_cards,
    "kingdoms_v0": kingdoms_cards,
}
"""Games whose cards a network can join with what is printed on them."""
