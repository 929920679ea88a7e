"""Lines that go with offers at a table: to the person asked, to nobody else, and for good."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.people.web.store.export import finished_games
from dynasty_env.kit.seats.notes import LONGEST
from tests.agents.people.web.asking import asked
from tests.agents.people.web.live import Guest, Live, live, save_in
from tests.tiny import asking
from tests.waiting import until

GAMES = {"asking_v0": "tests.tiny.asking:GAME"}
ONE, TWO = asking.ONE, asking.ONE + 1
LINE = 'leave me the last one, <b>"friend"</b>'
SHOWN = "leave me the last one, &lt;b&gt;"


@pytest.fixture
def here() -> Iterator[Live]:
    with live(games=GAMES) as found:
        yield found


def three(here: Live) -> list[Guest]:
    """Three persons at a table, and one who watches."""
    path, invitation = here.open("asking_v0", "me", "guest", "guest")
    guests = [Guest(here, path), *(Guest(here, here.join(invitation, seat, f"P{seat}")) for seat in (1, 2))]
    until(lambda: here.table().begun)
    guests.append(Guest(here, f"/w/{here.table().id}/"))
    asked(guests[0])
    for guest in guests:
        guest.hear_all()
    return guests


def write(guest: Guest, action: int, note: str) -> None:
    """Take an action, with a line, and wait for what comes of it."""
    guest.refused.clear()
    guest.say({"type": "act", "version": guest.version, "action": action, "note": note})
    before = guest.version
    while guest.version == before and not guest.refused:
        guest.hear()


def moves_told(guest: Guest, moves: int) -> None:
    """Wait until a page tells of so many moves."""
    while sum("takes" in line for line in guest.lines) < moves:
        guest.hear()


def test_a_line_reaches_the_person_asked_alone_and_is_escaped(here: Live) -> None:
    guests = three(here)
    anna, ben, *others = guests
    assert 'id="note"' in anna.parts["prompt"]
    assert "data-asks" in anna.parts["prompt"]
    write(anna, ONE, LINE)
    for guest in guests:
        moves_told(guest, 1)
    assert SHOWN in ben.parts["prompt"]
    assert "<b>&#34;friend" not in ben.parts["prompt"]
    for guest in (anna, *others):
        assert "leave me" not in "".join(guest.traffic)
    assert here.table().play.notes[0].text == LINE


def test_what_is_no_offer_or_too_long_is_refused_and_changes_nothing(here: Live) -> None:
    anna, *_ = three(here)
    write(anna, TWO, "listen")
    assert anna.refused == ["no proposal"]
    write(anna, ONE, "x" * (LONGEST + 1))
    assert anna.refused == ["malformed"]
    assert not here.table().actions
    write(anna, ONE, " \n ")
    assert here.table().actions == [ONE]
    assert not here.table().play.notes


def test_no_line_is_offered_to_a_bot(here: Live) -> None:
    path, _ = here.open("asking_v0", "me", "greedy")
    guest = asked(Guest(here, path))
    assert "data-asks" in guest.parts["prompt"]
    assert 'id="note"' not in guest.parts["prompt"]


def test_lines_are_kept_with_the_game(tmp_path: Path) -> None:
    database = save_in(tmp_path)
    with live(database, games=GAMES) as here:
        anna, ben, carl, _ = three(here)
        write(anna, ONE, LINE)
        path, table = ben.path, here.table().id
    with live(database, games=GAMES) as here:
        again = asked(Guest(here, path))
        assert SHOWN in again.parts["prompt"]
        others = {seat: Guest(here, guest.path) for seat, guest in ((0, anna), (2, carl))}
        players = {**others, 1: again}
        going_on = here.server.hub.tables[table]
        while not going_on.over:
            guest = players[going_on.state.seat]
            if guest.asked and guest.actions:
                guest.act_or_look(max(guest.actions))
            else:
                guest.hear_all(0.1)
        replay = here.http.get(anna.path + "replay.json").json()
        assert replay["notes"] == {"0": LINE}
    games, _ = finished_games(database, GAMES)
    assert [game.notes for game in games] == [{0: LINE}]


def test_an_offer_that_is_taken_back_takes_its_line_with_it(here: Live) -> None:
    anna, ben, *_ = three(here)
    write(anna, ONE, LINE)
    assert "back_to" in anna.parts["prompt"]
    anna.say({"type": "back_to", "version": anna.version, "to": "decision"})
    asked(anna)
    assert not here.table().actions
    assert not here.table().play.notes
    write(anna, ONE, "")
    while "leave me" in ben.parts["prompt"] or not ben.asked:
        ben.hear()  # raises TimeoutError if that never comes
    assert ben.actions
    assert not here.table().play.notes
