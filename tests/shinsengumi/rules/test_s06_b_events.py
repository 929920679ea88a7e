"""§06-01 B and the table of events: what is turned up is placed, attached or kept."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import CELL_NAMES, EVENT_NAMES
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    all_but,
    cell,
    cells,
    faces,
    lying,
    moving,
    on,
    one,
    persons,
    play,
    table,
    told,
    under,
)
from tests.shinsengumi.rules.trace_fields import story

A, B, C = "Kondo Isami", "Okita Soji", "Ichimura Tetsunosuke"
LEFT, RIGHT, ANY = range(1, 4), range(4, 7), range(1, 7)
LIMITS = [
    ("EV-01", "Aizu guardian", RIGHT, range(1, 6)),
    ("EV-02", "Aburanokoji", ANY, ANY),
    ("EV-04", "Ikedaya ronin", LEFT, range(1, 6)),
    ("EV-06", "Ee ja nai ka", ANY, ANY),
    ("EV-07", "Osaka wrestlers", ANY, range(1, 6)),
    ("EV-08", "Kaientai", LEFT, range(2, 7)),
    ("EV-09", "Kyoto deputy", RIGHT, range(1, 6)),
    ("EV-10", "Forbidden gate", ANY, ANY),
    ("EV-13", "Choshu elders", LEFT, range(1, 6)),
    ("EV-14", "Pleasure quarter", ANY, range(2, 7)),
    ("EV-15", "Mimawarigumi", RIGHT, range(2, 7)),
    ("EV-16", "Satsuma riflemen", LEFT, range(1, 6)),
]


def drawing(event: str, *people: dict[str, object], turn_player: int = 0, **fields: object) -> State:
    """A turn begins with this event on top of its pile."""
    given = people or (on(A, "1.1"), one(B, "6.6"))
    seats = fields.pop("seats", [given[0]["person"], given[-1]["person"]])
    return table(*given, seats=seats, phase="turn", event_pile=[event], turn_player=turn_player, **fields)


@pytest.mark.parametrize(("event", "columns", "rows"), [
    pytest.param(*row[1:], marks=pytest.mark.rule(row[0], "EV-00")) for row in LIMITS
])  # fmt: skip
def test_ev_where_it_may_be_placed(event: str, columns: range, rows: range) -> None:
    """The table: on which columns and rows it may be placed; only on an empty cell."""
    state = drawing(
        event,
        on(A, "1.1"),
        on(B, "6.6"),
        on(C, "3.3"),
        events={} if event == "Forbidden gate" else {"Forbidden gate": "4.4"},
    )
    wanted = {f"{column}.{row}" for column in columns for row in rows} - {"1.1", "6.6", "3.3"}
    assert (state.phase, cells(state)) == ("event_cell", wanted - ({"4.4"} if event != "Forbidden gate" else set()))


@pytest.mark.rule("§06-01-B", "EV-00")
@pytest.mark.parametrize("turn_player", [0, 1])
@pytest.mark.parametrize("where", ["2.1", "5.6"])
def test_s06_01_b_the_turn_player_places_the_top_event(turn_player: int, where: str) -> None:
    """§06-01 B: the turn player turns up the top event and places it at once on a cell of his choice."""
    state = drawing("Aburanokoji", turn_player=turn_player)
    assert (state.phase, state.seat, state.to_dict()["turned_up"]) == ("event_cell", turn_player, "Aburanokoji")
    assert len(state.to_dict()["event_pile"]) == 15
    assert story(state.trace(), Trace.TURNED_UP) == [("TURNED_UP", turn_player, "Aburanokoji")]
    entries = play(state, f"cell:{where}")
    assert (lying(state, "Aburanokoji"), state.to_dict()["turned_up"]) == (where, None)
    assert story(entries)[0] == ("EVENT_PLACED", turn_player, "Aburanokoji", where)


@pytest.mark.rule("§06-01-B")
@pytest.mark.parametrize("event", ["Aizu guardian", "Satsuma riflemen", "Sniper", "Fiancee"])
def test_s06_01_b_the_top_one(event: str) -> None:
    """§06-01 B: the one on top of the pile, just one; it is in the pile no more."""
    state = table(on(A, "1.1"), on(B, "6.6"), phase="turn", event_pile=[event, "Kaientai"])
    laid = state.to_dict()
    assert (laid["turned_up"], laid["event_pile"][0], event in laid["event_pile"]) == (event, "Kaientai", False)


@pytest.mark.rule("EV-00")
def test_ev_00_placing_starts_no_fight() -> None:
    """★: placed right above, beside and among persons it starts no fight."""
    state = drawing("Aburanokoji", on(A, "2.3"), on(B, "4.3"), one(C, "3.2"), IDLE, events={"Pleasure quarter": "6.5"})
    play(state, "cell:3.3")
    assert (state.phase, faces(state), lying(state, "Aburanokoji")) == ("move", [], "3.3")
    below = drawing("Ikedaya ronin", on(A, "2.3"), IDLE)
    play(below, "cell:2.2")
    assert (below.phase, faces(below), cell(below, A)) == ("move", [], "2.3")


@pytest.mark.rule("§06-00")
def test_s06_00_a_placed_event_fills_its_cell() -> None:
    """§06-00: where an event has been placed nobody goes."""
    state = drawing("Pleasure quarter", one(A, "3.3", arrows="up right down left"), IDLE, seats=["Shimada Kai"])
    play(state, "cell:3.2")
    assert cell(moving(state, A), A) == "4.3"


# --------------------------------------------------------------------------------------------------- EV-12: the sniper


@pytest.mark.rule("EV-12")
def test_ev_12_in_row_1_of_a_column_with_no_piece_at_all() -> None:
    """Sniper (狙撃): row 1 of a column where no piece lies, neither person nor event."""
    state = drawing("Sniper", on(A, "1.1"), on(B, "3.6"), on(C, "5.3"), events={"Forbidden gate": "6.4"})
    assert cells(state) == {"2.1", "4.1"}


@pytest.mark.rule("EV-12", "S-R6")
def test_ev_12_without_such_a_column_it_is_removed() -> None:
    """Sniper, S-R6: with a piece in every column it leaves play at once, and the turn goes on."""
    names = [A, B, C, "Niimi Nishiki", "Todo Heisuke"]
    people = [on(name, f"{n + 1}.{n + 1}") for n, name in enumerate(names)]
    state = drawing("Sniper", *people, IDLE, seats=[A])
    assert (state.phase, lying(state, "Sniper"), state.to_dict()["turned_up"]) == ("move", "gone", None)
    assert story(state.trace(), Trace.TURNED_UP, Trace.EVENT_GONE) == [
        ("TURNED_UP", 0, "Sniper"),
        ("EVENT_GONE", "Sniper"),
    ]


# ------------------------------------------------------------------------------------------- attached and kept events


@pytest.mark.rule("EV-03", "EV-11", "EV-00")
@pytest.mark.parametrize("event", ["Fiancee", "Unworthy of bushido"])
@pytest.mark.parametrize("turn_player", [0, 1])
@pytest.mark.parametrize("person", [A, C])
def test_ev_attached_under_a_person_on_the_board(event: str, turn_player: int, person: str) -> None:
    """Fiancée, Unworthy: laid under a person on the board of the turn player's choice."""
    state = drawing(event, on(A, "1.1"), one(B, "3.3"), on(C, "6.6"), turn_player=turn_player)
    assert (state.phase, state.seat, persons(state)) == ("event_person", turn_player, {A, B, C})
    entries = play(state, f"person:{person}")
    assert (under(state, person), lying(state, event), state.to_dict()["turned_up"]) == (event, "attached", None)
    assert [under(state, each) for each in {A, B, C} - {person}] == [None, None]
    assert story(entries)[0] == ("ATTACHED", turn_player, event, person)


@pytest.mark.rule("EV-00")
@pytest.mark.parametrize(("event", "other"), [("Fiancee", "Unworthy of bushido"), ("Unworthy of bushido", "Fiancee")])
def test_ev_00_one_attached_event_a_person(event: str, other: str) -> None:
    """A person can have one attached event at most."""
    state = drawing(event, one(A, "1.1", under=other), one(B, "3.3"), on(C, "6.6"))
    assert persons(state) == {B, C}


@pytest.mark.rule("S-R6")
@pytest.mark.parametrize(("event", "other"), [("Fiancee", "Unworthy of bushido"), ("Unworthy of bushido", "Fiancee")])
def test_s_r6_nobody_to_attach_it_to(event: str, other: str) -> None:
    """S-R6: nowhere to place it: it leaves play."""
    state = drawing(event, one(A, "3.3", under=other), seats=[A])
    assert (state.phase, lying(state, event), state.to_dict()["turned_up"]) == ("move", "gone", None)


@pytest.mark.rule("S-R6")
def test_s_r6_no_room_on_the_board() -> None:
    """S-R6: … on the board too: with every cell of its columns and rows taken it leaves play."""
    taken = [f"{column}.{row}" for row in range(1, 6) for column in (1, 2, 3)]
    people = [on(name, where) for name, where in zip(all_but("Shimada Kai"), taken, strict=False)]
    full = drawing("Ikedaya ronin", *people, IDLE, seats=["Shimada Kai"])
    assert (full.phase, lying(full, "Ikedaya ronin")) == ("move", "gone")
    for left in (0, 14):
        rest = [each for n, each in enumerate(people) if n != left]
        room = drawing("Ikedaya ronin", *rest, IDLE, seats=["Shimada Kai"])
        assert (room.phase, cells(room)) == ("event_cell", {taken[left]})


@pytest.mark.rule("EV-03")
def test_ev_03_she_moves_with_him() -> None:
    """Fiancée: from then on she moves along with him, and fills no cell."""
    state = drawing(
        "Fiancee", one(A, "3.3", arrows="up right down left"), one(B, "2.3", arrows="right up down left"), IDLE
    )
    play(state, f"person:{A}")
    after = moving(moving(state, A), B)
    assert (cell(after, A), under(after, A), cell(after, B)) == ("3.2", "Fiancee", "3.3")


@pytest.mark.rule("EV-05")
@pytest.mark.parametrize("turn_player", [0, 1])
def test_ev_05_kept_by_whoever_turns_it_up(turn_player: int) -> None:
    """Ishida powder (石田散葉): the turn player who turns it up keeps it; nothing is to be decided."""
    state = drawing("Ishida powder", one(A, "1.1"), one(B, "6.6"), turn_player=turn_player)
    assert (state.phase, state.to_dict()["powder"], lying(state, "Ishida powder")) == ("move", turn_player, "kept")
    assert story(state.trace(), Trace.KEPT) == [("KEPT", turn_player, "Ishida powder")]
    assert state.to_dict()["turned_up"] is None


@pytest.mark.rule("§06-01-B")
def test_s06_01_b_an_empty_pile() -> None:
    """§06-01 B: with no event left none is turned up (the book has sixteen for twelve turns)."""
    state = table(one(A, "1.1"), one(B, "6.6"), phase="turn", gone=list(EVENT_NAMES))
    assert (state.phase, told(state, Trace.TURNED_UP), state.to_dict()["event_pile"]) == ("move", [], [])
    one_left = [name for name in EVENT_NAMES if name != "Kaientai"]
    state = table(one(A, "1.1"), one(B, "6.6"), phase="turn", gone=one_left)
    assert (state.phase, state.to_dict()["event_pile"]) == ("event_cell", [])


@pytest.mark.rule("§06-01")
def test_s06_01_the_order_of_a_turn() -> None:
    """§06-01: stones, event, Ee ja nai ka, movement."""
    state = drawing("Aburanokoji", one(A, "1.1"), one(B, "6.6"), events={"Ee ja nai ka": "4.4"})
    first = [each[0] for each in story(state.trace())]
    assert (first, state.phase) == (["TURN", "DREW", "DRAWN", "DREW", "DRAWN", "TURNED_UP"], "event_cell")
    assert len(cells(state)) == len(CELL_NAMES) - 3
    entries = play(state, "cell:2.5")
    assert {each[0] for each in story(entries)} == {"EVENT_PLACED", "DANCED"}
    assert story(entries)[0][0] == "EVENT_PLACED" and state.phase == "move"
