"""The persons and events of a view, as fields that the rules can read like those of a table."""

from typing import Any

from dynasty_env.dynasty.material import EVENT_NAMES, EVENTS, NOBODY, PERSON_NAMES, PERSONS, Event, Place


class OpenTable:
    """The persons and events of a view as fields of a table, so that rules such as `prestige` can be called on a view.

    Args:
        view: the view of a seat, or the public view.
    """

    def __init__(self, view: dict[str, Any]) -> None:
        vars(self).update(view["options"])
        self.pope: int = view["pope"]
        self.king = [NOBODY] * len(view["seats"])
        self.place: list[int] = [Place.OUT] * PERSONS
        self.owner = [NOBODY] * PERSONS
        self.event_person = [NOBODY] * EVENTS
        for seat, place in enumerate(view["seats"]):
            kings = [place["king"]] if place["king"] else []
            for where, names in (
                (Place.KING, kings),
                (Place.SPOUSE, place["spouses"]),
                (Place.CHILD, place["children"]),
                (Place.COURTIER, place["courtiers"]),
            ):
                for name in names:
                    self.place[PERSON_NAMES.index(name)] = where
                    self.owner[PERSON_NAMES.index(name)] = seat
            if kings:
                self.king[seat] = PERSON_NAMES.index(kings[0])
        for attached in view.get("attached", ()):
            self.event_person[EVENT_NAMES.index(attached["event"])] = PERSON_NAMES.index(attached["person"])

    def attached_to(self, seat: int) -> list[tuple[str, str]]:
        """The attached events by name, each with the person who carries it, for the persons of one dynasty.

        With `NOBODY` as the seat: for the persons who belong to no dynasty (D-R59). The doll counts as a spouse and is
        left out.
        """
        return [
            (EVENT_NAMES[event], PERSON_NAMES[person])
            for event, person in enumerate(self.event_person)
            if person != NOBODY and self.owner[person] == seat and event != Event.DOLL
        ]

    def doll_of(self, seat: int) -> bool:
        """Whether this dynasty's king has the doll as spouse (SW02-08-05)."""
        king = self.king[seat]
        return king != NOBODY and self.event_person[Event.DOLL] == king
