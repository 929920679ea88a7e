"""Clocks: how much time there is, who sees it, and that it goes on after a restart."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from agents.people.web.pages.terms import CLOCKS
from agents.people.web.store.records import clock_of, keep_asked
from agents.people.web.tables.clock import CONTROLS, GRACE, Clock, Control, control_of
from agents.people.web.tables.seat import Seat
from dynasty_env.kit.errors import OptionError
from tests.agents.people.web.asking import within
from tests.agents.people.web.live import Guest, Live, live, play_out, save_in
from tests.waiting import until

NOW = 1000.0


def sitting(*names: str) -> list[Seat]:
    return [Seat(number, None, name, heard_at=NOW) for number, name in enumerate(names)]


def test_the_lobby_offers_all_clocks_that_there_are() -> None:
    assert [name for _, group in CLOCKS for name in group] == list(CONTROLS)
    assert control_of("900+15") == Control(900, 15)
    for wrong in ("61", "", "300+11", "x"):
        with pytest.raises(OptionError, match="away="):
            control_of(wrong)


def test_the_silent_do_not_let_a_table_stand_once_each() -> None:
    seats = sitting("A", "B", "C")
    clock = Clock(Control(120), seats)
    seats[0].asked_since = NOW
    assert clock.run_out(NOW + 119) == []
    assert clock.run_out(NOW + 121) == [(seats[0], "silent")]
    seats[0].stand_in, seats[0].asked_since, seats[1].asked_since = "silent", 0.0, NOW + 121
    assert clock.run_out(NOW + 121 + GRACE - 1) == []
    assert clock.run_out(NOW + 121 + GRACE + 1) == [(seats[1], "silent")]
    seats[1].heard_at = NOW + 100  # but who has just done something has all the time
    assert clock.run_out(NOW + 121 + GRACE + 1) == []
    assert clock.run_out(NOW + 242) == [(seats[1], "silent")]
    for none in (Clock(Control(0), seats), Clock(Control(120), seats[:1])):
        assert none.run_out(NOW * 9) == []


@pytest.mark.parametrize(
    ("control", "since", "end"),
    [
        (Control(120), NOW, NOW + 120),
        (Control(86_400), NOW + 100_000, NOW + 186_400),  # nobody need be there while others think for days
        (Control(300, 10), NOW + 500, NOW + 800),
        (Control(120), NOW + 500, NOW + 500 + GRACE),
    ],
)
def test_when_a_bot_stands_in_is_what_the_page_counts_down_to(control: Control, since: float, end: float) -> None:
    seats = sitting("A", "B")
    clock = Clock(control, seats)
    assert clock.deadline(seats[0]) is None
    seats[0].asked_since = since
    assert clock.deadline(seats[0]) == end
    assert (clock.run_out(end - 1), clock.run_out(end + 1)) == ([], [(seats[0], "silent")])


def test_one_clock_for_the_whole_game_runs_while_one_is_asked_and_gains_with_each_decision() -> None:
    seats = sitting("A", "B")
    clock = Clock(Control(300, 10), seats)
    assert clock.after(seats[0], NOW) is None
    for used, left in ((100, 210), (205, 15), (3, 22), (500, 10)):
        seats[0].asked_since = NOW
        found = clock.after(seats[0], NOW + used)
        assert found == left
        clock.set_left(0, found)
    assert (clock.allowance(seats[0]), clock.allowance(seats[1])) == (10, 300)
    clock.set_left(0, 100)
    assert clock.given_back(seats[0], 2, NOW + 7) == 73  # taking decisions back is no way to more time
    assert clock.given_back(seats[0], 20, NOW) == 0
    assert Clock(Control(120), seats).given_back(seats[0], 1, NOW) is None


def test_each_sees_its_own_time_and_that_of_others_where_it_is_public(here: Live) -> None:
    anna, ben = here.seated("cut_in_v0", "me", "guest", "random", away="600")
    watcher = Guest(here, f"/w/{here.table().id}/")
    table, seen = here.table(), set()

    async def now() -> tuple[list[Any], int | None, bool]:
        """Everybody's clock, who is asked, and whether that is public, at one moment."""
        asked_seat = next((seat for seat in (0, 1) if table.asks(seat)), None)
        public = int(table.state.record["step"]) not in table.game.secret_phases
        return [table.clock(seat) for seat in (0, 1, None)], asked_seat, public

    for _ in range(30):
        for guest in (anna, ben, watcher):
            guest.hear_all(0.05)
        clocks, asked_seat, public = here.run(now())
        if None in clocks:  # the game is over
            break
        for seat, clock in zip((0, 1, None), clocks, strict=True):
            assert clock is not None
            if seat is not None and seat == asked_seat:
                assert clock["own"] and clock["runs"] and 500 < clock["left"] <= 600
                seen.add("own")
            elif not public:
                assert clock["name"] == "" and not clock["runs"]
                seen.add("secret")
            elif asked_seat is not None:
                assert clock["name"] == ("Anna", "Ben")[asked_seat] and clock["left"] <= 600
                seen.add("other")
        mover = {0: anna, 1: ben}.get(table.state.seat)
        if mover is not None and mover.asked and mover.actions:
            mover.act_or_look(mover.actions[-1])  # passing stands first
    assert seen == {"own", "secret", "other"}
    assert '"clock":{"name":' in "".join(anna.traffic)


def test_nobody_alone_has_a_clock(here: Live) -> None:
    guest = here.seat("nim_v0", "me", "random", away="60").until_asked()
    assert here.table().clock(0) is None
    assert 'id="clock"' not in here.http.get(guest.path).text


def test_when_time_has_run_out_a_bot_decides_until_one_is_back(here: Live) -> None:
    anna, _ = here.seated("nim_v0", "me", "guest", away="300+10")
    table = here.table()
    anna.until_asked()
    assert 'id="clock"' in here.http.get(anna.path).text
    before = len(table.actions)
    table.seats[0].asked_since -= 301
    until(lambda: len(table.actions) > before)
    assert table.seats[0].stand_in == "silent"
    anna.say({"type": "back"})
    until(lambda: not table.seats[0].stand_in)
    assert table._clock.allowance(table.seats[0]) == 10


@pytest.mark.parametrize("away", ["600", "300+10"])
def test_nobody_gains_time_by_leaving_and_coming_back(away: str, here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    async def for_ever(*_: Any) -> None:
        await asyncio.sleep(600)

    anna, _ = here.seated("nim_v0", "me", "guest", away=away)
    table = here.table()
    monkeypatch.setattr(table._automatic, "_let_bot_decide", for_ever)
    until(lambda: table.asks(0))
    seat, whole = table.seats[0], int(away.partition("+")[0])
    for past, waits in ((100, True), (whole, False)):
        if past == whole:
            seat.asked_since -= whole - 100
            until(lambda: seat.stand_in == "silent")
        else:
            seat.asked_since -= past
            anna.say({"type": "leave"})
            until(lambda: seat.stand_in == "wish")
        anna.say({"type": "back"})
        until(lambda: not seat.stand_in)
        assert table.asks(0) == waits
        assert not waits or table._clock.deadline(seat) - time.monotonic() < whole - past
        assert waits or table._automatic.running


def test_a_clock_runs_out_while_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.people.web.tables.clock.GRACE", 0.0)
    with live(save_in(tmp_path), lease=1.0) as here:
        guests = here.seated("nim_v0", "me", "guest", away="86400")
        hub, table = here.server.hub, here.table()
        until(lambda: table.asks(0))
        for guest in guests:
            guest.close()
        here.run(hub._let_rest(table))
        here.run(asyncio.sleep(1.0))
        assert not hub.tables
        here.run(hub.services.store.change(keep_asked, table.id, 0, time.time() - 86_500))
        until(lambda: hub.tables and here.table().actions)


def test_a_clock_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = save_in(tmp_path)
    with live(database) as here:
        anna, ben = here.seated("nim_v0", "me", "guest", away="300+10")
        table, name = here.table(), here.table().id
        anna.until_asked()
        table.seats[0].asked_since -= 100
        anna.act(min(anna.actions))
        ben.until_asked()
        store = here.server.hub.services.store
        until(lambda: within(here, store.ask(clock_of, name)).number == 1)
        kept = within(here, store.ask(clock_of, name))
        assert kept.asked is not None and abs(kept.asked - time.time()) < 5
        assert kept.left is not None and 205 < kept.left[0] <= 210
        wait = 2.0
        time.sleep(wait)
    with live(database) as here:
        Guest(here, ben.path).hear()
        table = here.table()
        shown = table.clock(1)
        assert shown is not None and shown["runs"] and 250 < shown["left"] <= 300 - wait
        assert 205 < table._clock.allowance(table.seats[0]) <= 210
        table._clock.go_on(table.seats[1], time.time() - 5000)
        end = table._clock.deadline(table.seats[1])
        assert end is not None and abs(end - time.monotonic() - GRACE) < 1
        again, other = Guest(here, anna.path), Guest(here, ben.path)
        play_out(table, (other, again), max)
        here.http.post(anna.path + "rematch")
        assert list(here.server.hub.tables.values())[-1].control == Control(300, 10)
