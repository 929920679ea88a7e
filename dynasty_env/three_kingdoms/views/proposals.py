"""Who is asked by whom: offers of an alliance, and invitations to an invasion."""

from typing import Any

from dynasty_env.three_kingdoms.ids import COUNTRY, MORE_TROOPS, Step
from dynasty_env.three_kingdoms.material import NO_ONE


def addressee(record: Any, action: int) -> int | None:
    """The seat to which a legal action puts a question (§12.1, §17.2); None: it puts none to another seat."""
    if record["done"] or record["step"] not in (Step.ACT, Step.INVADE_AREA) or not COUNTRY <= action < MORE_TROOPS:
        return None
    seat = int(record["country_seat"][action - COUNTRY])
    return None if seat == NO_ONE else seat
