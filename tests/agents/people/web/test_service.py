"""Tables as a service: opened, joined, played, stored, resumed, and never changed by what has no right to."""

import json
import random
import secrets
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from agents.people.web.app import Limits
from agents.people.web.export import finished_games, write_lines
from agents.people.web.shown import Audience
from dynasty_env.kit.files.replays import Replay
from tests.agents.people.web.live import GAMES, Guest, Live, live, save_in, until
from tests.tiny import nim


@pytest.fixture(scope="module")
def here() -> Iterator[Live]:
    with live() as found:
        yield found


# ----------------------------------------------------------------------------------------------------- playing and time


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
    anna.close()


def test_a_game_without_a_board_of_its_own(here: Live) -> None:
    path, _ = here.open("nim_v0", "me", "greedy")
    guest = Guest(here, path)
    guest.hear()
    assert "<dt>heap</dt>" in guest.parts["facts"]
    guest.play(max)
    assert here.table().over
    guest.close()


def test_several_people_join_by_an_invitation(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "guest")
    anna = Guest(here, path)
    anna.hear()
    assert "Waiting for 2 more" in anna.parts["status"]
    assert "free seat" in here.http.get(f"/join/{invitation}").text or "free" in anna.parts["prompt"]
    ben = Guest(here, here.join(invitation, 1, "Ben"))
    taken = here.http.post(f"/join/{invitation}", data={"seat": "1", "name": "Carl"})
    assert taken.status_code == 409
    assert "sits there already" in taken.text
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
    ben.say({"type": "begin"})
    while not ben.refused:
        ben.hear()
    assert ben.refused == ["host"]
    anna.say({"type": "begin"})
    until(lambda: here.table().begun)
    assert [seat.bot for seat in here.table().seats] == [None, None, "random"]
    assert here.http.get(f"/join/{invitation}").status_code == 200
    late = here.http.post(f"/join/{invitation}", data={"seat": "2", "name": "Late"})
    assert late.status_code == 409
    anna.close()
    ben.close()


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    """The server is not told that it ends: what counts is what the database has."""
    with live(save_in(tmp_path)) as first:
        path, _ = first.open("dynasty_v0", "me", "random", "random", seed="12")
        anna = Guest(first, path)
        rng = random.Random(3)
        for _ in range(9):
            while not (anna.asked and anna.actions):
                anna.hear()
            anna.act(rng.choice(anna.actions))
        while not (anna.asked and anna.actions):
            anna.hear()
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
        again.play(rng.choice)
        again.close()


def test_seeds_are_drawn_and_shown_to_nobody(here: Live) -> None:
    here.open("nim_v0", "random", "random")
    one = here.table().seed
    path, _ = here.open("dynasty_v0", "me", "random")
    table = here.table()
    assert one != table.seed
    assert table.seed > 2**40
    guest = Guest(here, path)
    guest.hear()
    for text in (guest.traffic[0], here.http.get(path).text, here.http.get(path + "state").text):
        assert str(table.seed) not in text
    assert here.http.get(path + "replay.json").status_code == 409
    assert "chosen by its host" not in here.http.get(path).text
    chosen, _ = here.open("nim_v0", "me", "random", seed="7")
    assert here.table().seed == 7
    assert "chosen by its host" in here.http.get(chosen).text
    guest.close()


def test_finished_games_are_exported_as_replays(tmp_path: Path) -> None:
    with live(save_in(tmp_path)) as here:
        path, _ = here.open("nim_v0", "me", "random")
        guest = Guest(here, path)
        guest.play(max)
        here.open("dynasty_v0", "me", "random")  # goes on
        until(lambda: here.table().begun)
        lines = StringIO()
    assert write_lines(finished_games(save_in(tmp_path), GAMES), lines) == 1
    replay = Replay.from_dict(nim.GAME, json.loads(lines.getvalue()))
    replay.verify()
    assert replay.players == ["person", "random"]
    assert replay.decided_by is not None
    assert set(replay.decided_by) == {"person", "bot"} or set(replay.decided_by) == {"person", "bot", "rule"}
    assert replay.hints == []
    assert "Anna" not in lines.getvalue()


# ------------------------------------------------------------------------------------------------------------- hiding


@pytest.mark.parametrize("game", ["dynasty_v0", "shinsengumi_v0", "cut_in_v0"])
def test_whatever_is_shown_does_not_depend_on_what_is_hidden(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that two people and a spectator hear and see is worked out a second time, from a table on which everything
    that they do not know has been redrawn."""
    hear, look = Audience.hear, Audience.look
    checked = {"heard": 0, "seen": 0}

    def hear_twice(self: Audience, state, *more):  # type: ignore[no-untyped-def]
        if self.viewer is not None and state.told:
            other = state.hide(self.viewer, 1 + checked["heard"])
            assert other.chronicle(self.viewer) == state.chronicle(self.viewer)
            assert other.trace(self.viewer) == state.trace(self.viewer)
            checked["heard"] += 1
        return hear(self, state, *more)

    def look_twice(self: Audience, state, *more):  # type: ignore[no-untyped-def]
        shown = look(self, state, *more)
        if self.viewer is not None and checked["seen"] < 150:
            twin = Audience(self.viewer, 0, story=self.story, lines=self.lines, happened=self.happened)
            assert look(twin, state.hide(self.viewer, 7 + checked["seen"]), *more) == shown
            checked["seen"] += 1
        return shown

    monkeypatch.setattr(Audience, "hear", hear_twice)
    monkeypatch.setattr(Audience, "look", look_twice)
    option = {"option-hidden_stones": "on"} if game == "shinsengumi_v0" else {}
    with live() as here:
        path, invitation = here.open(game, "me", "guest", "random", **option)
        guests = [Guest(here, path), Guest(here, here.join(invitation, 1, "Ben"))]
        until(lambda: here.table().begun)
        watcher = Guest(here, f"/w/{here.table().id}/")
        table, rng = here.table(), random.Random(2)
        end = time.monotonic() + 25
        while not table.over and time.monotonic() < end and not table.broken:
            for guest in guests:
                if guest.asked and guest.actions:
                    guest.act(rng.choice(guest.actions))
                guest.hear_all(0.003)
            watcher.hear_all(0.002)
        assert not table.broken
        assert checked["heard"] > 20
        assert checked["seen"] > 20
        assert not any("data-act" in text for text in watcher.traffic)
        for guest in [*guests, watcher]:
            assert not any(str(table.seed) in text for text in guest.traffic)
            guest.close()


def test_nobody_notices_a_silent_pass(here: Live) -> None:
    """Who is asked in a window, and passes, changes nothing on any other page: no version, no message."""
    path, invitation = here.open("cut_in_v0", "me", "guest", "guest")
    guests = [Guest(here, path), *(Guest(here, here.join(invitation, i, name)) for i, name in ((1, "B"), (2, "C")))]
    until(lambda: here.table().begun)
    table = here.table()
    noticed = 0
    for _ in range(40):
        for guest in guests:
            guest.hear_all(0.08)
        asked = next((guest for guest in guests if guest.asked and guest.actions), None)
        if asked is None or table.over:
            break
        action = 0 if 0 in asked.actions else max(asked.actions)
        silent = table.state.phase == "cut" and action == 0
        before = [guest.version for guest in guests]
        asked.act(action)
        if silent and not table.state.told and table.state.phase == "cut":
            for guest, version in zip(guests, before, strict=True):
                guest.hear_all(0.08)
                if guest is not asked and not guest.asked:
                    assert guest.version == version
                    noticed += 1
    assert noticed > 3
    for guest in guests:
        guest.close()


def test_with_several_persons_everybody_is_asked_in_every_window(here: Live) -> None:
    here.open("dynasty_v0", "me", "guest", "random")
    assert here.table().options["ask_forced"] is True
    here.open("dynasty_v0", "me", "random", "random")
    assert here.table().options["ask_forced"] is False


# --------------------------------------------------------------------------------------------------- passes and absence


def test_passes_in_advance_hold_until_something_else_is_declared(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "guest")
    guests = [Guest(here, path), *(Guest(here, here.join(invitation, i, name)) for i, name in ((1, "B"), (2, "C")))]
    until(lambda: here.table().begun)
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
    guests[absent].say({"type": "advance", "until": "turn"})
    until(lambda: table.seats[absent].advance == "turn")
    guests[absent].say({"type": "advance", "until": "off"})
    until(lambda: table.seats[absent].advance == "off")
    for guest in guests:
        guest.close()


def test_a_bot_stands_in_for_who_is_away_and_gives_the_seat_back(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "random", away="60")
    anna, ben = Guest(here, path), Guest(here, here.join(invitation, 1, "Ben"))
    until(lambda: here.table().begun)
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
    for guest in (anna, back):
        guest.close()


def test_a_seat_that_does_not_answer_is_played_by_a_bot_until_its_person_is_back(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "random", away="60")
    guests = [Guest(here, path), Guest(here, here.join(invitation, 1, "Ben"))]
    until(lambda: here.table().begun)
    table = here.table()
    until(lambda: any(seat.asked_since > 0 for seat in table.seats))
    seat = next(seat for seat in table.seats if seat.asked_since > 0)  # whoever leads: the deal says
    asked = guests[seat.number]
    seat.asked_since -= 61
    until(lambda: seat.stand_in, 5)
    until(lambda: seat.decided > 0)
    asked.hear_all()
    assert "A bot plays for you" in asked.parts["prompt"]
    asked.say({"type": "act", "version": asked.version, "action": 1})
    while not asked.refused:
        asked.hear()
    assert asked.refused[0] in ("not asked", "stale")
    asked.say({"type": "back"})
    until(lambda: not seat.stand_in)
    for guest in guests:
        guest.close()


# ------------------------------------------------------------------------------------------------------------ bad input


def test_messages_that_have_no_right_to_change_anything(here: Live) -> None:
    path, _ = here.open("dynasty_v0", "me", "random", "random")
    anna = Guest(here, path)
    while not (anna.asked and anna.actions):
        anna.hear()
    table = here.table()
    before = table.state.tables.array.tobytes(), list(table.actions)
    legal = anna.actions[0]
    illegal = next(i for i in range(400) if i not in anna.actions)
    act = {"type": "act", "version": anna.version, "action": legal}
    bad: list[tuple[object, str]] = [
        ("{", "malformed"), ("", "malformed"), (b"\xff\xfe", "malformed"), ("[]", "malformed"), ("null", "malformed"),
        (act | {"seat": 1}, "malformed"), (act | {"action": "1"}, "malformed"), (act | {"action": 1.5}, "malformed"),
        (act | {"action": -1}, "malformed"), (act | {"action": 2**70}, "malformed"),
        (act | {"version": True}, "malformed"),
        ({"type": "act"}, "malformed"), ({"type": "cheat"}, "malformed"),
        ({"type": "advance", "until": "x"}, "malformed"),
        ("[" * 900, "malformed"), (json.dumps(act) + " " * 2000, "oversized"),
        (act | {"version": anna.version + 1}, "stale"), (act | {"version": 0}, "stale"),
        (act | {"action": illegal}, "illegal"), (act | {"action": 60_000}, "illegal"), ({"type": "begin"}, ""),
    ]  # fmt: skip
    for message, code in bad:
        anna.refused.clear()
        anna.say(message)
        if code:
            while not anna.refused:
                anna.hear()
            assert anna.refused == [code], message
    assert (table.state.tables.array.tobytes(), list(table.actions)) == before
    anna.refused.clear()
    anna.say(act)
    anna.say(act)
    while not anna.refused:
        anna.hear()
    assert anna.refused[0] in ("stale", "not asked")
    assert sum(1 for seat in table.seats if seat.number == 0 and seat.decided == 1)
    anna.close()


def test_spectators_and_wrong_links(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "random")
    table = here.table()
    watcher = Guest(here, f"/w/{table.id}/")
    watcher.hear()
    watcher.say({"type": "act", "version": watcher.version, "action": 1})
    watcher.hear()
    assert watcher.refused == ["spectator"]
    wrong = path[:-6] + ("aaaaa/" if not path.endswith("aaaaa/") else "bbbbb/")
    for bad in (wrong, "/s/short/", f"/s/{secrets.token_urlsafe(24)}/", "/w/0123456789/", "/w/..%2f/", "/nowhere"):
        answer = here.http.get(bad, headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert "<h1>404</h1>" in answer.text
    for bad in (wrong, "/w/0123456789/"):
        assert here.http.get(bad + "state").status_code == 404
        assert here.http.post(bad + "say", content=b'{"type":"begin"}').status_code == 404
        gone = Guest(here, bad)
        assert gone.hear()["type"] == "gone"
    assert here.http.get(f"/join/{secrets.token_urlsafe(24)}").status_code == 404
    assert here.http.get(f"/s/{invitation}/").status_code == 404  # an invitation is no seat
    watcher.close()


def test_forms_that_ask_for_what_cannot_be(here: Live) -> None:
    good = {"game": "dynasty_v0", "name": "Anna", "seat0": "me", "seat1": "greedy", "pace": "calm", "away": "120"}
    tables = len(here.server.hub.tables)
    for change in (
        {"game": "chess"}, {"seat1": "-"}, {"seat1": "policy:/etc/passwd"}, {"seat1": "me"}, {"name": "  "},
        {"pace": "x"}, {"away": "61"}, {"away": "x"}, {"seed": "-1"}, {"seed": "9" * 19}, {"option-packs": "3"},
    ):  # fmt: skip
        answer = here.http.post("/tables", data=good | change)
        assert answer.status_code == 400, change
        assert 'role="alert"' in answer.text
    assert here.http.post("/tables", data=good | {"name": "x" * 20_000}).status_code == 413
    assert here.http.post("/tables", data=good, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert here.http.get("/tables").status_code == 405
    assert len(here.server.hub.tables) == tables


def test_a_browser_without_sockets_polls(here: Live) -> None:
    path, _ = here.open("nim_v0", "me", "random")
    asked = False
    last = time.monotonic() + 60
    while time.monotonic() < last:
        time.sleep(0.05)  # bots think meanwhile
        answer = here.http.get(path + "state", headers={"Accept-Language": "en"})
        state = answer.json()
        if 'class="account"' in state["parts"]["prompt"]:
            break
        if state["asked"]:
            asked = True
            assert here.http.get(path + f"state?since={state['version']}").status_code == 204
            action = here.table().state.legal()[0]
            act = {"type": "act", "version": state["version"], "action": int(action)}
            assert here.http.post(path + "say", json=act).json() == {"type": "done"}
            again = here.http.post(path + "say", json=act)
            assert again.status_code == 409
            assert again.json()["code"] in ("stale", "over")
    else:
        raise AssertionError("the game does not end")
    assert asked
    assert here.table().seats[0].pages == 1
    assert here.http.post(path + "say", content=b"x" * 5000).status_code == 413


def test_limits_on_one_address() -> None:
    with live(limits=Limits(requests=2, tables=3600, pages=2, messages=2)) as here:
        path, _ = here.open("nim_v0", "me", "random")
        first, second = Guest(here, path), Guest(here, path)
        with pytest.raises(Exception, match=r"HTTP 403|rejected"):
            Guest(here, path)
        for _ in range(20):
            first.say({"type": "back"})
        while "too many" not in first.refused:
            first.hear()
        statuses = {here.http.get("/healthz").status_code for _ in range(3)}
        assert statuses == {200}
        assert 429 in {here.http.get("/").status_code for _ in range(30)}
        first.close()
        second.close()


def test_headers_keep_a_page_to_itself(here: Live) -> None:
    path, _ = here.open("nim_v0", "me", "random")
    for address in ("/", path, "/static/table.js", "/nowhere"):
        headers = here.http.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    text = here.http.get(path).text
    assert " style=" not in text
    assert "<script>" not in text
    assert "http://" not in text.replace(here.address, "")


def test_a_failing_database_makes_no_decision(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    path, _ = here.open("nim_v0", "me", "random")
    anna = Guest(here, path)
    while not anna.asked:
        anna.hear()
    table = here.table()
    store = here.server.hub.around.store
    before = table.state.tables.array.tobytes()

    async def fail(*_: object) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    with monkeypatch.context() as broken:
        broken.setattr(store, "decide", fail)
        anna.say({"type": "act", "version": anna.version, "action": anna.actions[0]})
        while not anna.refused:
            anna.hear()
        assert anna.refused == ["storage"]
        assert table.state.tables.array.tobytes() == before
    anna.refused.clear()
    anna.act(anna.actions[0])
    assert table.seats[0].decided == 1
    anna.close()


def test_bots_that_fail_are_replaced_by_lots(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> int:
        raise RuntimeError("no idea")

    monkeypatch.setattr("agents.people.web.bots.think", explode)
    here.open("nim_v0", "random", "greedy", "random")
    table = here.table()
    until(lambda: table.over)
    assert here.server.hub.around.thinkers.failures > 0


def test_bots_think_in_processes_of_their_own() -> None:
    with live(processes=True) as here:
        here.open("dynasty_v0", "greedy", "random")
        table = here.table()
        until(lambda: len(table.actions) > 12, 60)
        for process in here.server.hub.around.thinkers._pool._processes.values():  # type: ignore[attr-defined]
            process.kill()
        now = len(table.actions)
        until(lambda: len(table.actions) > now + 10 or table.over, 60)
        assert table.state.game is not nim.GAME
