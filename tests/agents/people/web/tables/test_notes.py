"""Lines that go with offers at a table: to the person asked, to nobody else, and for good."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from agents.people.web.store.export import finished_games
from agents.people.web.tables.table import Table
from agents.people.web.tables.taking_back import MOST_OFFERS
from dynasty_env.kit.seats.notes import LONGEST
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
    guests = here.seated("asking_v0", "me", "guest", "guest")
    guests.append(Guest(here, f"/w/{here.table().id}/"))
    guests[0].until_asked()
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
    guest = here.seat("asking_v0", "me", "greedy").until_asked()
    assert "data-asks" in guest.parts["prompt"]
    assert 'id="note"' not in guest.parts["prompt"]


def test_lines_are_kept_with_the_game(tmp_path: Path) -> None:
    database = save_in(tmp_path)
    with live(database, games=GAMES) as here:
        anna, ben, carl, _ = three(here)
        write(anna, ONE, LINE)
        path, table = ben.path, here.table().id
    with live(database, games=GAMES) as here:
        again = Guest(here, path).until_asked()
        assert SHOWN in again.parts["prompt"]
        others = {seat: Guest(here, guest.path) for seat, guest in ((0, anna), (2, carl))}
        players = {**others, 1: again}
        play_out(here.server.hub.tables[table], players)
        replay = here.http.get(anna.path + "replay.json").json()
        assert replay["notes"] == {"0": LINE}
    games, _ = finished_games(database, GAMES)
    assert [game.notes for game in games] == [{0: LINE}]


def play_out(table: Table, guests: Mapping[int, Guest]) -> None:
    """Play to the end, everybody the last action that is offered."""
    while not table.over:
        guest = guests[table.state.seat]
        if guest.asked and guest.actions:
            guest.act_or_look(max(guest.actions))
        else:
            guest.hear_all(0.1)


def take_back(guest: Guest) -> None:
    """Take the last decision back, and wait until the question is there again."""
    guest.take_back()
    guest.until_asked()


def shown(guest: Guest, text: str) -> None:
    """Wait until a page's prompt has a text. Raises TimeoutError if that never comes."""
    while text not in guest.parts["prompt"]:
        guest.hear()


def test_a_line_that_was_read_stays_with_its_reader_when_the_offer_is_taken_back(tmp_path: Path) -> None:
    database = save_in(tmp_path)
    with live(database, games=GAMES) as here:
        guests = three(here)
        anna, ben, *others = guests
        write(anna, ONE, LINE)
        shown(ben, SHOWN)
        take_back(anna)
        assert not here.table().actions and not here.table().play.notes
        shown(ben, "This offer has been taken back.")
        assert SHOWN in ben.parts["prompt"]
        write(anna, ONE, "or not")
        shown(ben, "or not")
        assert "leave me" not in ben.parts["prompt"]
        assert [note.text for note in here.table().play.notes_to(1)] == [LINE, "or not"]
        for viewer, guest in ((0, anna), (2, others[0]), (None, others[1])):
            assert not here.table().play.notes_to(viewer)
            assert "leave me" not in "".join(guest.traffic)
        path, table = ben.path, here.table().id
    with live(database, games=GAMES) as here:
        seats = {0: Guest(here, anna.path), 1: Guest(here, path).until_asked(), 2: Guest(here, others[0].path)}
        going_on = here.server.hub.tables[table]
        assert [(note.text, note.withdrawn) for note in going_on.play.notes_to(1)] == [(LINE, True), ("or not", False)]
        play_out(going_on, seats)
        replay = here.http.get(anna.path + "replay.json").json()
    assert replay["notes"] == {"0": "or not"}
    assert replay["withdrawn"] == [{"number": 0, "sender": 0, "addressee": 1, "text": LINE}]
    games, _ = finished_games(database, GAMES)
    assert [game.to_dict()["withdrawn"] for game in games] == [replay["withdrawn"]]


def test_a_line_that_nobody_has_read_goes_with_its_offer(here: Live) -> None:
    anna, ben, *_ = three(here)
    ben.close()
    until(lambda: not here.table().seats[1].pages)
    anna.hear_all()
    write(anna, ONE, LINE)
    assert here.table().play.notes[0].text == LINE
    take_back(anna)
    assert not here.table().actions and not here.table().play.withdrawn
    again = Guest(here, ben.path)
    again.hear_all()
    assert "leave me" not in "".join(again.traffic)


def test_offers_that_are_taken_back_are_few(here: Live) -> None:
    anna, ben, *_ = three(here)
    for number in range(MOST_OFFERS):
        write(anna, ONE, f"offer {number}")
        shown(ben, f"offer {number}")
        take_back(anna)
    write(anna, ONE, "the last one")
    assert "back_to" not in anna.parts["prompt"]
    assert anna.refusal({"type": "back_to", "version": anna.version, "to": "decision"}) == "told"
    assert here.table().actions == [ONE]
    assert len(here.table().play.withdrawn) == MOST_OFFERS
    shown(ben, "the last one")
