"""A few words between people: to those who play, to nobody else, and beside the game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from agents.people.web.store.export import finished_games
from agents.people.web.tables import talk
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.seats.notes import LONGEST, Said
from tests.agents.people.web.live import GAMES, Guest, Live, live, play_out, save_in
from tests.tiny.nim import GAME as NIM
from tests.waiting import until

LINE = 'well <b>played</b>, "friend" & co'


@pytest.fixture
def here() -> Iterator[Live]:
    with live() as found:
        yield found


def three(here: Live, game: str = "cut_in_v0", **more: str) -> tuple[Guest, Guest, Guest]:
    """Anna and Ben beside a bot, and somebody who watches."""
    guests = here.seated(game, "me", "guest", "random", **{"away": "0", **more})
    watcher = Guest(here, f"/w/{here.table().id}/")
    for guest in (*guests, watcher):
        guest.hear_all()
    return guests[0], guests[1], watcher


def talked(guest: Guest) -> list[str]:
    """What a page has been told of talk."""
    return [text for text in guest.traffic if '"type":"talk"' in text]


def test_words_reach_those_who_play_and_nobody_else(here: Live) -> None:
    anna, ben, watcher = three(here)
    table = here.table()
    until(lambda: table.state.seat != 2)
    for guest in (anna, ben, watcher):
        guest.hear_all()

    def state() -> tuple[object, ...]:
        versions = [guest.version for guest in (anna, ben, watcher)]
        return versions, table.state.tables.array.tobytes(), len(table.actions)

    before = state()
    anna.say({"type": "words", "text": f" {LINE}\n"})
    for guest in (anna, ben):
        while not talked(guest):
            guest.hear()
    watcher.hear_all(0.5)
    assert state() == before
    for guest, own in ((anna, True), (ben, False)):
        (message,) = talked(guest)
        assert f'"own":{str(own).lower()}' in message and "well <b>played" in message and '"name":"Anna"' in message
    assert not any("played" in text for text in watcher.traffic)
    assert here.http.get(ben.path + "talk").json()["lines"][0]["text"] == LINE
    assert here.http.get(ben.path + "talk?since=1").status_code == 204
    assert here.http.get(watcher.path + "talk").status_code == 204
    assert 'id="talk"' not in here.http.get(watcher.path).text and 'id="talk"' in here.http.get(ben.path).text
    for seat in range(table.state.num_players):  # what bots, views and pages are made of knows nothing of it
        assert "played" not in str(table.state.view(seat)) + str(anna.parts) + str(anna.lines)


def test_what_cannot_be_said_is_refused(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben, watcher = three(here)

    def refusal(guest: Guest, text: str) -> str:
        return guest.refusal({"type": "words", "text": text})

    assert refusal(watcher, "hello") == "spectator"
    assert refusal(anna, "x" * (LONGEST + 1)) == "malformed"
    assert refusal(anna, " \n\t ") == "malformed"
    for _ in range(talk.AT_ONCE):
        anna.say({"type": "words", "text": "a"})
    assert refusal(anna, "b") == "too many"
    assert len(talked(ben)) <= talk.AT_ONCE

    async def fail(*_: object) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    monkeypatch.setattr(here.server.hub.services.store, "change", fail)
    assert refusal(ben, "lost") == "storage"
    assert here.table().talk.heard(0)[1][-1].text == "a"


@pytest.mark.parametrize(("rule", "open_"), [("on", True), ("kept", True), ("off", False)])
def test_a_host_chooses_whether_people_talk(here: Live, rule: str, open_: bool) -> None:
    anna, ben, _ = three(here, talk=rule)
    assert ('id="talk"' in here.http.get(anna.path).text) == open_
    ben.say({"type": "words", "text": "hello"})
    ben.hear_all()
    assert (ben.refused == ["no talk"]) != open_
    alone, _ = here.open("nim_v0", "me", "random")
    assert 'id="talk"' not in here.http.get(alone).text


@pytest.mark.parametrize(("rule", "kept"), [("on", False), ("kept", True)])
def test_replays_keep_it_only_where_that_is_wished(tmp_path: Path, rule: str, kept: bool) -> None:
    database = save_in(tmp_path)
    with live(database) as here:
        anna, ben = here.seated("nim_v0", "me", "guest", talk=rule, away="0")
        anna.until_asked()
        anna.say({"type": "words", "text": LINE})
        until(lambda: here.table().talk.heard(0)[0:2] == (0, [Said(0, 0, LINE)]))
    with live(database) as here:
        anna, ben = Guest(here, anna.path), Guest(here, ben.path)
        anna.hear_all()
        assert LINE.split(",")[0] in "".join(talked(anna))  # after a restart
        table = here.table()
        play_out(table, (anna, ben), max)
        replay = here.http.get(anna.path + "replay.json").json()
        expected = [{"number": 0, "sender": 0, "text": LINE}] if kept else None
        assert replay.get("talk") == expected
        read = Replay.from_dict(NIM, replay)
        assert read.talk == ([Said(0, 0, LINE)] if kept else []) and read.to_dict() == replay
        wrong = replay | {"talk": [{"number": 99, "sender": 0, "text": "x"}]}
        with pytest.raises(SaveError, match="talk"):
            Replay.from_dict(NIM, wrong)
    games, _ = finished_games(database, GAMES)
    assert [game.talk for game in games] == [read.talk]
