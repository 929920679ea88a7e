"""What experiments need from Shinsengumi beyond its rules."""

import numpy as np

from dynasty_env.kit.experiments import Cards, Experiments, Measures, Pile
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi import ids, material
from dynasty_env.shinsengumi.material import DEBATE, NOBODY, Place
from dynasty_env.shinsengumi.views import view


def cards() -> tuple[Cards, ...]:
    """The tables of persons and events. The trunk skips those in the pile or dead."""
    table = material.card_table()
    persons, events = table["persons"], table["events"]
    ways, colours = persons[:, 5:9], persons[:, 9:13]
    rank = (ways[:, :, None] == np.arange(4)).argmax(axis=1)  # by direction: the number of the arrow, from 0
    numbers = [persons[:, :4] / 5.0, rank / 3.0, np.take_along_axis(colours, rank, axis=1)]
    special = [persons[:, 3:4] == material.COLUMN, persons[:, [4]] == np.arange(len(material.Failure))]
    of_event = [events[:, 1:5] / 5.0, events[:, 7:9] / 4.0]
    sorts = [events[:, [i]] == np.arange(len(kind)) for i, kind in ((0, material.Lies), (5, material.Trigger),
                                                                    (6, material.Fight))]  # fmt: skip
    return (
        Cards(
            printed=np.concatenate([*numbers, *special], axis=1, dtype=np.float32),
            states=("cells", "owners"),
            first_action=ids.PERSON,
            named=("mover", "doomed"),
            unseen={"cells": (view.IN_PILE, view.OUT_OF_PLAY)},
        ),
        Cards(
            printed=np.concatenate([*of_event, *sorts], axis=1, dtype=np.float32),
            states=("event_cells",),
            first_action=ids.EVENT,
            named=("turned_up", "fighting"),
        ),
    )


def first_debates(state: State) -> list[str] | None:
    """The debate of each seat's first self."""
    record = state.record
    if record["turn"] == 0:  # during set-up some seats have no self yet
        return None
    return [str(DEBATE[person]) for person in record["chip"][: state.num_players]]


def counts(state: State) -> dict[str, float]:
    """How many persons have died, how many players are out, and the winners' lead in esteem."""
    record = state.record
    esteem = state.view(None)["esteem"]
    return {
        "deaths": float((record["place"] == Place.DEAD).sum()),
        "players out": float((record["chip"][: state.num_players] == NOBODY).sum()),
        "winners' lead in esteem": float(abs(esteem["shogunate"] - esteem["imperial"])),
    }


EXPERIMENTS = Experiments(
    cards=cards,
    measures=Measures("debate of the first self", first_debates, counts=counts),
    piles=lambda tables: [Pile.whole(tables, name) for name in ("person_pile", "event_pile")],
)
