"""What experiments need to know about persons and countries, for both Dynasty and Kingdoms."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dynasty_env.europe.material import POWER, STATS, Table
from dynasty_env.kit.experiments import Cards


def person_cards(persons: Table, sizes: Sequence[int], **fields: Any) -> Cards:
    """Persons, for networks.

    Args:
        persons: (P, 6 + labels): the six stats on each person's card, then labels.
        sizes: the number of values of each of the first labels; further labels are left out.
        **fields: the other arguments of `Cards`.
    """
    kinds = [persons[:, [len(STATS) + i]] == np.arange(size) for i, size in enumerate(sizes)]
    numbers = persons[:, : len(STATS)] / 5.0
    printed = np.concatenate([numbers, *kinds], axis=1, dtype=np.float32)
    return Cards(printed=printed, states=("places", "owners"), **fields)


def country_cards(**fields: Any) -> Cards:
    """Countries, for networks: their power. `fields`: the other arguments of `Cards`."""
    return Cards(printed=(POWER[:, None] / 10.0).astype(np.float32), **fields)


def parts_of(scores: Sequence[Mapping[str, Any]], parts: Sequence[str], lost: str) -> list[dict[str, float]]:
    """Where each seat's points come from: some columns of a score table, 0 if `lost` says that the seat has none."""
    return [{part: 0.0 if line[lost] else float(line[part]) for part in parts} for line in scores]
