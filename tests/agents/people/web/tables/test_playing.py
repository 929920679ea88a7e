"""Tables: opened, joined, played, stored and resumed; passing in advance, and being away."""

import random
from pathlib import Path

import pytest

from agents.people.web.store.tokens import new_token
from dynasty_env.kit.files.replays import Replay
from tests.agents.people.web.asking import say_unstored
from tests.agents.people.web.live import Guest, Live, live, save_in
from tests.tiny import nim
from tests.waiting import until


def test_a_person_plays_a_whole_game_against_bots(here: Live) -> None:
    path, invitation = here.open("dynasty_v0", "me", "random", "random")
    assert not invitation
    anna = Guest(here, path)
    rng = random.Random(1)
    anna.play(rng.choice)
    table = here.table()
    assert table.over
    assert len(anna.lines) > 30
    replay = here.http.get(path + "replay.json").json()
    assert replay["players"] == ["person", "random", "random"]
    Replay.from_dict(table.game, replay).verify()


def test_a_game_without_a_board_of_its_own(here: Live) -> None:
    guest = here.seat("nim_v0", "me", "greedy")
    guest.hear()
    assert "<dt>heap</dt>" in guest.parts["facts"]
    guest.play(max)
    assert here.table().over


def test_the_host_of_a_table_without_a_seed_is_asked_first(here: Live) -> None:
    """In 1 of 300 deals of cut_in seat 0 never decides: a test that waited for its question failed then."""
    for _ in range(8):
        here.open("cut_in_v0", "me", "guest", "guest")
        table = here.table()
        assert not table.seed_chosen
        assert table.game.new(table.seed, backend="interpreted").seat == 0


def test_several_people_join_by_an_invitation(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "guest")
    anna = Guest(here, path)
    anna.hear()
    assert "Waiting for 2 more" in anna.parts["status"]
    assert "free seat 2" in anna.parts["prompt"]
    assert "free seat 2</b> <small>free" not in anna.parts["prompt"], "once is enough"
    ben = Guest(here, here.join(invitation, 1, "Ben"))
    taken = here.http.post(f"/join/{invitation}", data={"seat": "1", "name": "Carl"})
    assert taken.status_code == 409
    assert "already taken" in taken.text
    carl = Guest(here, here.join(invitation, 2, "<b>Carl</b>"))
    until(lambda: here.table().begun)
    guests = [anna, ben, carl]
    for guest in guests:
        guest.hear_all()
    assert sum(guest.asked for guest in guests) == 1
    assert all("&lt;b&gt;Carl" in line or "<b>Carl" not in line for guest in guests for line in guest.lines)
    while not here.table().over:
        for guest in guests:
            if guest.asked and guest.actions:
                guest.act(guest.actions[0])
            guest.hear_all(0.02)
    for guest in guests:
        until(lambda guest=guest: guest.over or guest.hear_all(0.05))
        guest.close()


def test_the_host_may_begin_before_everybody_is_here(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "guest")
    anna, ben = Guest(here, path), Guest(here, here.join(invitation, 1, "Ben"))
    assert ben.refusal({"type": "begin"}) == "host"
    anna.say({"type": "begin"})
    until(lambda: here.table().begun)
    assert [seat.bot for seat in here.table().seats] == [None, None, "random"]
    assert here.http.get(f"/join/{invitation}").status_code == 200
    late = here.http.post(f"/join/{invitation}", data={"seat": "2", "name": "Late"})
    assert late.status_code == 409


def test_nothing_begins_before_everybody_is_here(here: Live) -> None:
    host = here.seat("nim_v0", "me", "guest")
    assert host.refusal({"type": "freely"}) == "not begun"
    assert not here.table().seats[0].asked_since


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    """The server is not told that it ends: what counts is what the database has."""
    with live(save_in(tmp_path)) as first:
        path, _ = first.open("dynasty_v0", "me", "random", "random", seed="12")
        anna = Guest(first, path)
        rng = random.Random(3)
        for _ in range(9):
            anna.until_asked()
            anna.act(rng.choice(anna.actions))
        anna.until_asked()
        before, lines, actions = anna.parts, anna.lines, list(first.table().actions)
        version = anna.version
    with live(save_in(tmp_path)) as second:
        again = Guest(second, path)
        again.hear()
        assert second.table().actions == actions
        assert again.lines == lines
        assert again.parts == before
        assert again.version != version
        again.act(again.actions[0])
        again.until_asked()


def test_with_several_persons_everybody_is_asked_in_every_window(here: Live) -> None:
    here.open("dynasty_v0", "me", "guest", "random")
    assert here.table().options["ask_forced"] is True
    here.open("dynasty_v0", "me", "random", "random")
    assert here.table().options["ask_forced"] is False


def test_passes_in_advance_hold_until_something_else_is_declared(here: Live) -> None:
    guests = here.seated("cut_in_v0", "me", "guest", "guest")
    table = here.table()
    for guest in guests:
        guest.hear_all()
    leader = table.state.seat
    guests[leader].act(guests[leader].actions[0])
    absent = (leader + 1) % 3
    guests[absent].say({"type": "advance", "until": "declared"})
    until(lambda: table.seats[absent].decided == 1)  # its first pass
    guests[absent].hear_all()
    assert "You pass until something else is declared" in guests[absent].parts["prompt"]
    while table.state.phase == "cut":
        for seat, guest in enumerate(guests):
            guest.hear_all(0.05)
            if seat != absent and guest.asked and 0 in guest.actions:
                guest.act(0)
    guests[table.state.seat].hear_all()
    guests[table.state.seat].act(guests[table.state.seat].actions[0])
    guests[absent].hear_all()
    assert table.seats[absent].advance == "off"
    guests[absent].say({"type": "advance", "until": "turn"})  # this game's view says nothing of turns
    guests[absent].say({"type": "advance", "until": "declared"})
    until(lambda: table.seats[absent].advance == "declared")
    guests[absent].say({"type": "advance", "until": "off"})
    until(lambda: table.seats[absent].advance == "off")


def test_a_bot_stands_in_for_who_is_away_and_gives_the_seat_back(here: Live) -> None:
    anna, ben = here.seated("cut_in_v0", "me", "guest", "random", away="60")
    table = here.table()
    anna.hear_all()
    ben.hear_all()
    ben_path = ben.path
    ben.close()
    until(lambda: table.seats[1].pages == 0)
    anna.hear_all()
    assert not table.seats[1].stand_in
    table.seats[1].gone_since -= 61
    until(lambda: table.seats[1].stand_in, 5)
    anna.hear_all()
    assert table.people()[1].kind == "away"
    back = Guest(here, ben_path)
    until(lambda: not table.seats[1].stand_in)
    back.hear_all()
    assert table.people()[1].kind == "person"


def test_a_seat_that_does_not_answer_is_played_by_a_bot_until_its_person_is_back(here: Live) -> None:
    guests = here.seated("cut_in_v0", "me", "guest", "random", away="60")
    table = here.table()
    until(lambda: any(seat.asked_since > 0 for seat in table.seats))
    seat = next(seat for seat in table.seats if seat.asked_since > 0)  # whoever leads: the deal says
    asked = guests[seat.number]
    seat.asked_since -= 61
    until(lambda: seat.stand_in, 5)
    until(lambda: seat.decided > 0)
    asked.hear_all()
    assert "A bot plays for you" in asked.parts["prompt"]
    assert asked.refusal({"type": "act", "version": asked.version, "action": 1}) in ("not asked", "stale")
    asked.say({"type": "back"})
    until(lambda: not seat.stand_in)


def test_a_failing_database_makes_no_decision(here: Live) -> None:
    anna = here.seat("nim_v0", "me", "random")
    while not anna.asked:
        anna.hear()
    table = here.table()
    before = table.state.tables.array.tobytes()
    say_unstored(anna, here, "decide", type="act", action=anna.actions[0])
    assert table.state.tables.array.tobytes() == before
    anna.refused.clear()
    anna.act(anna.actions[0])
    assert table.seats[0].decided == 1


def test_bots_that_fail_are_replaced_by_lots(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> int:
        raise RuntimeError("no idea")

    monkeypatch.setattr("agents.people.web.workers.bots.think", explode)
    here.open("nim_v0", "random", "greedy", "random")
    table = here.table()
    until(lambda: table.over)
    assert here.server.hub.services.bots.failures > 0
    assert all(seat.failed and seat.shown.failed for seat in table.seats)


def test_bots_think_in_processes_of_their_own() -> None:
    with live(processes=True) as here:
        here.open("dynasty_v0", "greedy", "random")
        table = here.table()
        until(lambda: len(table.actions) > 12, 60)
        for process in here.server.hub.services.bots._pool._processes.values():  # type: ignore[attr-defined]
            process.kill()
        now = len(table.actions)
        until(lambda: len(table.actions) > now + 10 or table.over, 60)
        assert table.state.game is not nim.GAME


def test_who_sits_down_while_the_host_begins_keeps_the_seat(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guest's seat is in the database already when the host's wish to begin is carried out."""
    path, invitation = here.open("cut_in_v0", "me", "guest", "guest")
    anna, table, store = Guest(here, path), here.table(), here.server.hub.services.store
    begin = store.begin

    async def begin_a_moment_later(*arguments):  # type: ignore[no-untyped-def]
        token = new_token()
        assert await here.server.hub.take_seat(table, 1, "Ben", token)
        links.append(f"/s/{token}/")
        return await begin(*arguments)

    links: list[str] = []
    monkeypatch.setattr(store, "begin", begin_a_moment_later)
    anna.say({"type": "begin"})
    until(lambda: table.begun)
    assert [(seat.bot, seat.name) for seat in table.seats] == [(None, "Anna"), (None, "Ben"), ("random", None)]
    assert here.http.get(links[0] + "state").status_code == 200
    late = here.http.post(f"/join/{invitation}", data={"seat": "2", "name": "Late"})
    assert late.status_code == 409
    assert here.run(store.take_seat(table.lease, 2, "Late", "x" * 64)) is False
