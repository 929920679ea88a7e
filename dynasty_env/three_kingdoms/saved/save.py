"""Save files of Three Kingdoms: a readable dict that is complete at any decision and is validated when it is read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dynasty_env.kit.files.frames import Stack
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import Loader
from dynasty_env.kit.seats.views import name_of
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.ids import SIDES_NAMED, Step
from dynasty_env.three_kingdoms.material import (
    AREA_NAMES,
    AREAS,
    CARDS,
    CARDS_OF_TURN,
    CLANS,
    COUNTRIES,
    COUNTRY_NAMES,
    ENDS,
    GENERAL_NAMES,
    GENERALS,
    MOST_HEIRS,
    NEUTRAL,
    NO_ONE,
    NOWHERE,
    OPEN_SIDE,
    RULER,
    TURNS,
    TURNS_OF_PERIOD,
    UNITS_OF,
    Place,
    Status,
    Work,
)
from dynasty_env.three_kingdoms.rules import setup
from dynasty_env.three_kingdoms.rules.action.alliances import MOST_BANS
from dynasty_env.three_kingdoms.rules.rulers import heir_of
from dynasty_env.three_kingdoms.rules.score import points
from dynasty_env.three_kingdoms.rules.turn import allow_work
from dynasty_env.three_kingdoms.table import FIELDS as TABLE_FIELDS
from dynasty_env.three_kingdoms.table import MARKERS
from dynasty_env.three_kingdoms.views.public_table import bans_of, owner_name

COUNTRY_FIELDS = ("status", "ruler", "start_points", "taken_by", "asked", "asked_last")
AREA_FIELDS = ("control", "troops")
GENERAL_FIELDS = ("place", "country", "area", "unit")
GOING_ON = (
    "tired", "acted", "points", "allied", "invaded", "ally_troops", "ally_generals", "directed", "directed_size",
    "clan_group", "clans_invaded", "barred", "role", "picked", "goal", "target", "force", "asked", "battle", "army",
    "defender", "across_rivers", "player", "rounds", "method", "number", "duellist", "ahead", "had_troops", "hurt",
    "fled", "split", "split_with", "free_moves", "sent", "moved_in",
)  # fmt: skip
"""Fields of the table about what is in progress in a phase; they are empty at its start. `reach` is computed when it is
needed."""
EMPTY = {name: more[1] if len(more) > 1 else 0 for name, _type, *more in TABLE_FIELDS}
MOST_TROOPS = 20_000
"""The most troops on a table in all: a number of troops has 16 bits, wherever they gather."""
MOST_POINTS = 127
ANSWERS = ("none", "no", "yes")
PLACES = [place.name.lower() for place in Place]
STATUS = [status.name.lower() for status in Status]
MARKERS_NAMED = [owner_name(marker) for marker in range(MARKERS)]
OWNERS_NAMED = [*COUNTRY_NAMES, owner_name(CLANS), owner_name(NEUTRAL)]
"""Countries, the clans, and last nobody."""


def table(state: State) -> dict[str, Any]:
    """Everything on the table."""
    record = Plain(state.record)
    absent, unborn = Status.ABSENT, Place.UNBORN
    return {
        "turn": record["turn"],
        "power": name_of(COUNTRY_NAMES, record["power"]),
        "turned": [card + 1 for card in range(CARDS) if record["turned"][card]],
        "cup": [name for name, there in zip(MARKERS_NAMED, record["cup"], strict=True) if there],
        "seats": [{"country": _country_of(record, seat)} for seat in range(state.num_players)],
        "countries": {
            name: _country(record, country)
            for country, name in enumerate(COUNTRY_NAMES)
            if record["status"][country] != absent
        },
        "areas": {
            name: {"control": owner_name(record["control"][area]), "troops": record["troops"][area]}
            for area, name in enumerate(AREA_NAMES)
        },
        "bans": bans_of(record),
        "generals": {
            name: _general(record, general)
            for general, name in enumerate(GENERAL_NAMES)
            if record["place"][general] != unborn
        },
        "doing": {name: state.record[name].tolist() for name in _going_on(state.record)},
    }


def _going_on(record: Any) -> Iterator[str]:
    """The fields that differ from the start of a power's phase, in the order in which a phase uses them."""
    fresh = np.where(record["control"] == record["power"], Work.FREE, Work.NOTHING)
    if record["power"] != NO_ONE and (record["work"] != fresh).any():
        yield "work"
    yield from (name for name in GOING_ON if np.any(record[name] != EMPTY[name]))


class Plain(dict[str, Any]):
    """The fields of a record as numbers and lists, which are faster to read one by one."""

    def __init__(self, record: Any) -> None:
        super().__init__()
        self._record = record

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._record[name].tolist()
        return value


def _country_of(record: Any, seat: int) -> str | None:
    return name_of(COUNTRY_NAMES, record["seat_country"][seat])


def _country(record: Any, country: int) -> dict[str, Any]:
    taker = record["taken_by"][country]
    return {
        "status": STATUS[record["status"][country]],
        "ruler": GENERAL_NAMES[record["ruler"][country]],
        "start_points": record["start_points"][country],
        "taken_by": None if taker == NO_ONE else owner_name(taker),
        "asked": _answers(record["answer"][country]),
        "asked_last": _answers(record["last_answer"][country]),
    }


def _answers(row: Any) -> dict[str, str]:
    return {COUNTRY_NAMES[other]: ANSWERS[answer] for other, answer in enumerate(row) if answer}


def _general(record: Any, general: int) -> dict[str, Any]:
    result: dict[str, Any] = {"place": PLACES[record["place"][general]]}
    if record["country"][general] != NO_ONE:
        result["country"] = COUNTRY_NAMES[record["country"][general]]
    if record["area"][general] != NOWHERE:
        result["area"] = AREA_NAMES[record["area"][general]]
    if record["unit"][general]:
        result["unit"] = record["unit"][general] + 1
    return result


class KingdomLoader(Loader):
    """Lays a table of Three Kingdoms as described in a save file.

    A dict without ``stack`` may leave things out, so it can be written by hand: what it does not mention is as in the
    scenario of its options, and its ``turn`` begins.
    """

    fields = ("turn", "power", "turned", "cup", "seats", "countries", "areas", "bans", "generals", "doing")
    idle = ("doing",)
    steps = Step
    table = staticmethod(table)

    @staticmethod
    def beginnings(t: Any) -> Sequence[Stack]:
        """A power begins its phase."""
        seat = int(t.country_seat[t.power]) if t.power != NO_ONE else 0
        waiting = [(Step.MARKER, 0, 0, 0), (Step.PHASE_END, 0, 0, 0), (Step.REDEPLOYMENT, 0, -1, 0),
                   (Step.DUTY, 0, 0, 0)]  # fmt: skip
        return ([*waiting, (Step.ACT, seat, 0, 0)],)

    @classmethod
    def is_beginning(cls, state: State) -> bool:
        """Whether a power is beginning its phase, with nothing done in it yet."""
        return state.record["step"] == Step.ACT and super().is_beginning(state) and not any(_going_on(state.record))

    @staticmethod
    def starts(t: Any) -> Mapping[str, Stack]:
        """A turn begins."""
        return {"turn": [(Step.TURN, 0, 0, 0)]}

    # ---------------------------------------------------------------------------------------------------------- laying

    def place_everything(self) -> None:
        """Lay everything on the table; what the file leaves out is as in the scenario."""
        t, reader = self.t, self.reader
        setup.deal(t)
        t.depth = t.trace_length = t.told = 0
        first, last = int(t.first_turn), TURNS_OF_PERIOD * int(t.last_period)
        t.turn = reader.get("turn", first).whole(first, min(last, TURNS)) - (0 if self.is_running else 1)
        self.place_seats()
        self.place_countries()
        self.place_areas()
        self.place_generals()
        for side in OPEN_SIDE:
            t.bans[side] = 0
        for name, item in self.named("bans", SIDES_NAMED):
            t.bans[OPEN_SIDE[name]] = item.whole(0, MOST_BANS)
        self.place_cards()
        if self.is_running:
            t.power = self.reader["power"].one_of(COUNTRY_NAMES, "country")
            allow_work(t)

    def named(self, field: str, names: Sequence[str]) -> list[tuple[int, Reader]]:
        """The items of a field that describes things by name: the number of each, and its description."""
        return entries(self.reader.get(field, {}), names)

    def complete(self, field: str, names: Sequence[str], numbers: Sequence[int]) -> None:
        """Raise a SaveError if a file of a running game leaves out one of these things."""
        lacking = [name for number, name in enumerate(names) if number not in numbers]
        if lacking and self.is_running:
            raise self.reader.get(field, {}).wrong(f"{lacking[0]} is missing; only a save without 'stack' may do that")

    def place_seats(self) -> None:
        """Set the country that each seat plays."""
        t = self.t
        for seat, reader in enumerate(self.seat_readers):
            reader.fields(("country",))
            usual = _country_of(self.state.record, seat)
            item = reader["country"] if self.is_running or usual is None else reader.get("country", usual)
            country = item.one_of(COUNTRY_NAMES, "country")
            if RULER[setup.list_of(t), country] == NO_ONE:
                raise item.wrong(f"{COUNTRY_NAMES[country]} is not in this scenario")
            t.seat_country[seat] = self.placed.once("country", item, country)
        for country in range(COUNTRIES):
            t.country_seat[country] = NO_ONE
        for seat in range(self.n):
            t.country_seat[t.seat_country[seat]] = seat

    def place_countries(self) -> None:
        """Set rulers, the starting points, and who asked whom for an alliance."""
        t = self.t
        there = [country for country in range(COUNTRIES) if t.status[country] != Status.ABSENT]
        for country in there:
            t.start_points[country] = points(t, country)
        values = self.named("countries", COUNTRY_NAMES)
        self.complete("countries", COUNTRY_NAMES, [*(c for c, _ in values), *(set(range(COUNTRIES)) - set(there))])
        for country, reader in values:
            reader.fields(COUNTRY_FIELDS)
            if country not in there:
                raise reader.wrong(f"{COUNTRY_NAMES[country]} is not in this scenario")
            self.place_country(country, reader)

    def place_country(self, country: int, reader: Reader) -> None:
        """Set one of them."""
        t = self.t
        t.status[country] = reader.get("status", "playing").one_of(STATUS, "status")
        if t.status[country] == Status.ABSENT:
            raise reader["status"].wrong("a country of the scenario is playing, or has fallen")
        if reader.has("ruler"):
            ruler = reader["ruler"].one_of(GENERAL_NAMES, "general")
            line = [heir_of(t, country, place) for place in range(MOST_HEIRS)]
            if ruler not in line:
                heirs = ", ".join(GENERAL_NAMES[heir] for heir in line if heir != NO_ONE)
                raise reader["ruler"].wrong(f"{COUNTRY_NAMES[country]} is ruled by one of {heirs}")
            t.ruler[country], t.heir[country] = ruler, line.index(ruler)
        if reader.has("start_points"):
            t.start_points[country] = reader["start_points"].whole(0, MOST_POINTS)
        if reader.has("taken_by"):
            t.taken_by[country] = reader["taken_by"].one_of(OWNERS_NAMED[:-1], "owner")
        for name, row in (("asked", t.answer), ("asked_last", t.last_answer)):
            for other, item in entries(reader.get(name, {}), COUNTRY_NAMES):
                row[country, other] = item.one_of(ANSWERS, "answer")

    def place_areas(self) -> None:
        """Set who controls each area, with how many troops."""
        t = self.t
        values = self.named("areas", AREA_NAMES)
        self.complete("areas", AREA_NAMES, [area for area, _ in values])
        for area, reader in values:
            reader.fields(AREA_FIELDS)
            owner = reader["control"].one_of(OWNERS_NAMED, "owner")
            t.control[area] = NEUTRAL if owner == len(OWNERS_NAMED) - 1 else owner
            t.troops[area] = reader["troops"].whole(0, MOST_TROOPS)

    def place_generals(self) -> None:
        """Set where each general is, and whom he serves; a running game leaves out those who have not entered yet."""
        t = self.t
        if self.is_running:
            for general in range(GENERALS):
                self.place_general(general, Place.UNBORN, NO_ONE, NOWHERE, 0)
        for general, reader in self.named("generals", GENERAL_NAMES):
            reader.fields(GENERAL_FIELDS)
            place = reader.get("place", "serving").one_of(PLACES, "place")
            country = reader["country"].one_of(COUNTRY_NAMES, "country") if reader.has("country") else NO_ONE
            area = reader["area"].one_of(AREA_NAMES, "area") if reader.has("area") else NOWHERE
            unit = reader.get("unit", int(t.unit[general]) + 1).whole(1, int(UNITS_OF[general])) - 1
            self.place_general(general, place, country, area, unit)

    def place_general(self, general: int, place: int, country: int, area: int, unit: int) -> None:
        """Place a general."""
        t = self.t
        t.place[general], t.country[general], t.area[general], t.unit[general] = place, country, area, unit

    def place_cards(self) -> None:
        """Set the destiny cards that have been turned up, and the markers in the cup."""
        t, reader = self.t, self.reader
        for item in reader.get("turned", []).each():
            t.turned[item.whole(1, CARDS) - 1] = 1
        for item in reader.get("cup", []).each():
            marker = item.one_of(MARKERS_NAMED, "marker")
            t.cup[self.placed.once("marker", item, marker)] = 1

    # ------------------------------------------------------------------------------------------------------- going on

    def check(self, phase: str) -> None:
        """Raise a SaveError if numbers do not fit, or if the power whose phase it is cannot have one."""
        t, reader = self.t, self.reader
        if sum(int(t.troops[area]) for area in range(AREAS)) > MOST_TROOPS:
            raise reader["areas"].wrong(f"no more than {MOST_TROOPS} troops are at a table")
        turned = sum(int(t.turned[card]) for card in range(CARDS))
        turns = (int(t.turn) - 1) % TURNS_OF_PERIOD + 1 if self.is_running else int(t.turn) % TURNS_OF_PERIOD
        if reader.has("turned") and turned != CARDS_OF_TURN * turns:
            raise reader["turned"].wrong(f"{CARDS_OF_TURN * turns} cards of the period lie open here, not {turned}")
        if t.turned[ENDS] and int(t.turn) > TURNS_OF_PERIOD * (int(t.last_period) - 1):
            raise reader["turned"].wrong("the last card of this period ends the game")
        if max(t.max_turns, 0) and t.turn - t.first_turn >= t.max_turns:
            raise reader["turn"].wrong(f"the game ends after {t.max_turns} turns")
        for marker in np.flatnonzero(np.array(t.cup)):
            if marker < COUNTRIES and t.status[marker] != Status.PLAYING:
                raise reader["cup"].wrong(f"{MARKERS_NAMED[marker]} is not in the game")
        if self.is_running:
            self.check_power()

    def check_power(self) -> None:
        """Raise a SaveError unless a seat plays the power, and its marker has been drawn."""
        t, reader = self.t, self.reader
        name = COUNTRY_NAMES[t.power]
        if t.country_seat[t.power] == NO_ONE or t.status[t.power] != Status.PLAYING:
            raise reader["power"].wrong(f"{name} has no phase: a seat plays it, and it has not fallen")
        if t.cup[t.power]:
            raise reader["cup"].wrong(f"the marker of {name} has been drawn: its phase is on")


def entries(reader: Reader, names: Sequence[str]) -> list[tuple[int, Reader]]:
    """The fields of a dict of things by name: the number of each, and its description."""
    reader.fields(names)
    return [(names.index(name), reader[name]) for name in reader.mapping()]
