"""What a viewer is shown depends on nothing that it does not know."""

import random
import time

import pytest

from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables
from tests.agents.people.web.live import Guest, Live, live


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


ENOUGH = 60
"""So often is compared what is heard, and what is seen, where the game does not end before."""


@pytest.mark.parametrize("game", ["dynasty_v0", "shinsengumi_v0", "cut_in_v0"])
def test_whatever_is_shown_does_not_depend_on_what_is_hidden(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that two people and a spectator hear and see is worked out a second time, from a table on which everything
    that they do not know has been redrawn."""
    hear, update = Feed.hear, Feed.update
    checked = {"heard": 0, "seen": 0}

    def redrawn(self: Feed, tables: KnownTables, key: int) -> KnownTables:
        state = tables._state
        for seat in range(state.num_players) if self.viewer is None else (self.viewer,):
            state = state.hide(seat, key)
        state.record["told"] = tables._state.record["told"]
        return KnownTables(state)

    def hear_twice(self: Feed, tables: KnownTables) -> bool:
        twin = Feed(self.viewer, 0)
        heard = hear(self, tables)
        if tables.told:
            assert hear(twin, redrawn(self, tables, 1 + checked["heard"])) == heard
            if heard:
                assert (twin.lines, twin.happened) == (self.lines[-self.latest :] if self.latest else [], self.happened)
            checked["heard"] += 1
        return heard

    def update_twice(self: Feed, tables: KnownTables, *more):  # type: ignore[no-untyped-def]
        shown = update(self, tables, *more)
        if checked["seen"] < 150:
            twin = Feed(self.viewer, 0, story=self.story, lines=self.lines, happened=self.happened)
            assert update(twin, redrawn(self, tables, 7 + checked["seen"]), *more) == shown
            checked["seen"] += 1
        return shown

    monkeypatch.setattr(Feed, "hear", hear_twice)
    monkeypatch.setattr(Feed, "update", update_twice)
    option = {"option-hidden_stones": "on"} if game == "shinsengumi_v0" else {}
    with live() as here:
        guests = here.seated(game, "me", "guest", "random", **option)
        watcher = Guest(here, f"/w/{here.table().id}/")
        table, rng = here.table(), random.Random(2)
        end = time.monotonic() + 25
        while not table.over and time.monotonic() < end and not table.broken and min(checked.values()) < ENOUGH:
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
    guests = here.seated("cut_in_v0", "me", "guest", "guest")
    table = here.table()
    noticed = 0
    for _ in range(40):
        for guest in guests:
            guest.hear_all(0.08)
        asked = next((guest for guest in guests if guest.asked and guest.actions), None)
        if asked is None or table.over or noticed > 6:
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
