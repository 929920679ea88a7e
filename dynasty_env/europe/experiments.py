"""What experiments want to know of persons and countries, in Dynasty and Kingdoms alike."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dynasty_env.europe.material import POWER, STATS, Table
from dynasty_env.kit.experiments import Cards


def person_cards(persons: Table, sizes: Sequence[int], **fields: Any) -> Cards:
    """Persons, for networks.

    Args:
        persons: (P, 6 + labels): the six numbers on each person's card, then labels.
        sizes: how many values the first labels have; further ones are left out.
        **fields: what else `Cards` wants.
    """
    kinds = [persons[:, [len(STATS) + i]] == np.arange(size) for i, size in enumerate(sizes)]
    numbers = persons[:, : len(STATS)] / 5.0
    printed = np.concatenate([numbers, *kinds], axis=1, dtype=np.float32)
    return Cards(printed=printed, states=("places", "owners"), **fields)


def country_cards(**fields: Any) -> Cards:
    """Countries, for networks: their power. `fields`: what else `Cards` wants."""
    return Cards(printed=(POWER[:, None] / 10.0).astype(np.float32), **fields)


def parts_of(scores: Sequence[Mapping[str, Any]], parts: Sequence[str], lost: str) -> list[dict[str, float]]:
    """Where each seat's points come from: some columns of a score table, 0 where `lost` says that there are none."""
    return [{part: 0.0 if line[lost] else float(line[part]) for part in parts} for line in scores]
