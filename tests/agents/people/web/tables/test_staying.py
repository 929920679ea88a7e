"""A table one stays at: decisions taken back, bots that play on for somebody, their pace, and playing again."""

import asyncio
import random
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from agents.people.web.review import hints
from agents.people.web.store.players import player_at
from agents.people.web.store.records import decided_by, hinted
from agents.people.web.tables import automatic
from agents.people.web.tables.clock import CONTROLS
from agents.people.web.tables.messages import Act
from agents.people.web.tables.table import Table
from agents.people.web.viewers.untold import tells_nothing
from agents.people.web.workers import bots
from dynasty_env import dynasty_v0
from tests.agents.people.web.asking import few_playouts, hint, say_unstored, within
from tests.agents.people.web.live import Guest, Live, live, play_out, save_in
from tests.waiting import until


def choosing(here: Live, guest: Guest, phase: str) -> Guest:
    """Play at random until this is asked with something to choose."""
    rng = random.Random(1)
    for _ in range(400):
        guest.until_asked()
        if here.table().state.phase == phase:
            return guest
        guest.act(rng.choice(guest.actions))
    raise AssertionError(phase)


def at_war(here: Live, guest: Guest) -> int:
    """The own action of a turn: declare war, which tells nothing; how many actions came before."""
    for _ in range(40):
        choosing(here, guest, "action")
        table = here.table()
        war = table.game.action_ids["war"]
        before = len(table.actions)
        if war in guest.actions:
            guest.act(war)
            if table.state.phase == "war_target":
                return before
        else:
            guest.act(guest.actions[-1])
    raise AssertionError("no war")


def test_a_decision_that_told_nothing_is_taken_back(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with live(save_in(tmp_path)) as here:
        path, _ = here.open("dynasty_v0", "me", "random", "random", seed="5")
        anna, watcher = Guest(here, path), Guest(here, f"/w/{here.table().id}/")
        number = at_war(here, anna)
        table = here.table()
        watcher.hear_all()
        anna.hear_all()
        assert "Take back my last decision" in anna.parts["prompt"]
        assert "Start this turn again" not in anna.parts["prompt"]
        before_country = table.state.tables.array.tobytes(), len(anna.lines)
        anna.act(anna.actions[0])
        if table.state.phase != "war_commander":
            pytest.skip("an only commander")
        anna.hear_all()
        assert "Start this turn again" in anna.parts["prompt"]
        anna.take_back()
        until(lambda: len(table.actions) == number + 1)
        anna.hear_all()
        watcher.hear_all()
        assert (table.state.tables.array.tobytes(), len(anna.lines)) == before_country
        assert table.state.phase == "war_target"
        anna.act(anna.actions[-1])
        anna.hear_all()
        anna.take_back("turn")
        until(lambda: len(table.actions) == number)
        anna.hear_all()
        watcher.hear_all()
        assert table.state.phase == "action"
        assert "Take back" not in anna.parts["prompt"]
        assert watcher.lines == [line for line in watcher.lines if "declares war" not in line] or number > 20
        anna.until_asked().act(anna.actions[0])
        decided, actions = table.seats[0].decided, list(table.actions)
    with live(save_in(tmp_path)) as again:
        Guest(again, path).hear()
        assert again.table().actions[: len(actions)] == actions
        assert again.table().seats[0].decided >= decided


def test_taking_back_again_and_again_gives_no_time(here: Live) -> None:
    """Under every clock, at the decision taken back and at the next one: time that is used stays used."""
    anna, ben = here.seated("dynasty_v0", "me", "guest", "random", seed="5", away="300+10")
    ben.say({"type": "resign"})
    number = at_war(here, anna)
    table, clock, seat = here.table(), here.table()._clock, here.table().seats[0]

    def left() -> float:
        end = clock.deadline(seat)
        assert end is not None
        return end - time.monotonic()

    for clock.control in [each for each in CONTROLS.values() if each.seconds]:
        clock.settle()
        clock.set_left(0, 200.0)
        seat.asked_since = time.monotonic()
        times = [left()]
        for _ in range(2):
            for phase in ("war_target", "action"):
                assert table.state.phase == phase
                seat.asked_since -= 5
                anna.hear_all(0.05)
                if phase == "action":
                    anna.act(table.game.action_ids["war"])
                else:
                    anna.take_back()
                until(lambda phase=phase: table.state.phase != phase)
                here.run(asyncio.sleep(0))  # until all of it is done
                times.append(left())
        both, one = (20, 10) if clock.control.increment else (10, 5)
        assert times[0] - 12 - both < times[-1] <= times[0] - both, (str(clock.control), times)
        assert times[3] <= times[1] - one, (str(clock.control), times)
    assert len(table.actions) == number + 1


def test_what_has_come_up_cannot_be_taken_back(here: Live) -> None:
    """The deck's top person has been seen; the version is an old one; somebody else has acted."""
    anna = here.seat("dynasty_v0", "me", "random", "random", seed="5")
    choosing(here, anna, "setup_deck")
    anna.act(anna.actions[0])
    for _ in range(3):
        anna.until_asked()
        assert "Take back" not in anna.parts["prompt"]
        assert anna.refusal({"type": "back_to", "version": anna.version, "to": "decision"}) == "told"
        anna.refused.clear()
        anna.act(anna.actions[0])
    at_war(here, anna)
    anna.hear_all()
    assert anna.refusal({"type": "back_to", "version": anna.version - 1, "to": "decision"}) == "stale"


def test_nothing_is_learned_by_what_can_be_taken_back() -> None:
    """Whatever can be taken back shows the same on every table that the seat could be at."""
    rng = random.Random(7)
    told, silent = 0, 0
    for seed in range(3):
        state = dynasty_v0.game.new(seed, backend="compiled", num_players=3)
        while not state.done:
            before, seat, action = state.clone(), state.seat, int(rng.choice(state.legal().tolist()))
            state.play(action)
            if state.done or rng.random() > 0.1:
                continue
            if tells_nothing(before, state, seat, action):
                silent += 1
                for key in range(100, 105):
                    other = before.hide(seat, key)
                    other.play(action)
                    assert other.view(seat) == state.view(seat)
                    assert other.view(None) == state.view(None)
            else:
                told += 1
                assert before.phase not in ("hire_recruiter", "war_target")
    assert told > 10
    assert silent > 10


def test_what_a_hint_was_about_stays(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = here.seat("dynasty_v0", "me", "random", "random", hints="on", seed="5")
    at_war(here, anna)
    anna.hear_all()
    table, store = here.table(), here.server.hub.services.store
    assert 'data-say="back_to"' in anna.parts["prompt"]
    before = anna.version
    assert hint(here, anna).status_code == 200
    anna.hear_all()
    assert anna.version == before + 1
    assert anna.asked
    assert "back_to" not in anna.parts["prompt"]
    anna.take_back()
    assert anna.refused == ["told"]
    assert table.state.phase == "war_target"
    assert within(here, store.trouble()) == ""


def test_a_hint_being_worked_out_goes_with_what_is_taken_back(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is neither given nor kept, and who chooses otherwise gets a hint of what is asked then."""
    begun, goes_on, opine = threading.Event(), threading.Event(), hints.opine
    wishes: list[Table] = []

    def held(*arguments: Any) -> dict[str, Any]:
        begun.set()
        assert goes_on.wait(20)
        return opine(*arguments)

    async def allowed(table: Table) -> bool:
        wishes.append(table)
        return True

    few_playouts(monkeypatch)
    monkeypatch.setattr(hints, "opine", held)
    monkeypatch.setattr(here.server.site.hints, "allowed", allowed)
    anna = here.seat("dynasty_v0", "me", "random", "random", seed="5")
    number = at_war(here, anna)
    anna.hear_all()
    table, store = here.table(), here.server.hub.services.store
    with ThreadPoolExecutor(2) as pages:
        first = pages.submit(hint, here, anna)
        assert begun.wait(20)
        anna.take_back()
        until(lambda: len(table.actions) == number)
        anna.hear_all()
        anna.act(table.game.action_ids["marriage"])
        anna.hear_all()
        assert (len(table.actions), table.state.phase) == (number + 1, "marriage_target")
        second = pages.submit(hint, here, anna)
        until(lambda: len(wishes) == 2)
        goes_on.set()
        said = second.result().json()["html"]
        assert {int(each) for each in re.findall(r'id="option-(\d+)"', said)} == set(anna.actions)
        assert first.result().json()["code"] == "stale"
    assert within(here, store.ask(hinted, table.id)) == [(number + 1, 0)]


def test_a_take_back_that_cannot_be_stored_lets_the_game_go_on(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's move that was on its way still comes."""
    begun, goes_on, think = threading.Event(), threading.Event(), bots.think

    def held(*arguments: Any) -> int:
        begun.set()
        assert goes_on.wait(20)
        return think(*arguments)

    anna = here.seat("nim_v0", "me", "random").until_asked()
    table = here.table()
    monkeypatch.setattr(bots, "think", held)
    anna.act(min(anna.actions))
    assert begun.wait(20)
    number = len(table.actions)
    say_unstored(anna, here, "take_back", type="back_to", to="decision")
    assert (len(table.actions), table.state.seat) == (number, 1)
    goes_on.set()
    until(lambda: len(table.actions) > number)


def test_a_decision_that_cannot_be_stored_leaves_the_standing_pass(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody who has passed in advance decides after all."""
    monkeypatch.setattr(automatic, "PASS_DELAY", (5.0, 5.0))
    anna, ben = here.seated("cut_in_v0", "me", "guest", "random", pace="calm")
    table = here.table()
    anna.until_asked().act(anna.actions[0])
    ben.say({"type": "advance", "until": "declared"})
    until(lambda: table.seats[1].advance == "declared" and table.state.seat == 1)
    ben.until_asked().hear_all()
    number = len(table.actions)
    say_unstored(ben, here, "decide", type="act", action=ben.actions[0])
    assert len(table.actions) == number
    until(lambda: len(table.actions) > number)
    assert table.actions[number] == table.game.action_ids["pass"]


def test_a_bots_move_is_not_made_at_another_position(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody takes a decision back and makes another one before the page has heard of it."""
    begun, goes_on, moves = threading.Event(), threading.Event(), iter((2, 0))

    def held(*_: Any) -> int:
        begun.set()
        assert goes_on.wait(20)
        return next(moves)

    anna = here.seat("nim_v0", "me", "random").until_asked()
    table, store = here.table(), here.server.hub.services.store
    take_back, others = store.take_back, []

    async def slowly(*given: Any) -> bool:
        taken = await take_back(*given)
        act = Act(table.play.feeds[0].version + 1, 1)
        others.append(asyncio.create_task(table.say(0, act)))
        goes_on.set()
        await asyncio.sleep(0.3)
        return taken

    monkeypatch.setattr(bots, "think", held)
    monkeypatch.setattr(store, "take_back", slowly)
    anna.act(0)
    assert begun.wait(20)
    number = len(table.actions)
    anna.hear_all()
    anna.take_back()
    until(lambda: len(table.actions) > number)
    assert table.actions[number - 1 : number + 1] == [1, 0]


def test_nobody_delays_a_pass_by_passing_again_and_again(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "PASS_DELAY", (0.5, 0.5))
    anna, ben = here.seated("cut_in_v0", "me", "guest", "random", pace="calm")
    table = here.table()
    anna.until_asked().act(anna.actions[0])
    until(lambda: table.state.seat == 1)
    number = len(table.actions)
    for _ in range(20):
        ben.say({"type": "advance", "until": "declared"})
        time.sleep(0.1)
    assert len(table.actions) > number


def test_a_bot_plays_on_for_whoever_wishes_it_until_the_person_is_back(here: Live) -> None:
    anna = here.seat("dynasty_v0", "me", "random", pace="brisk").until_asked()
    table = here.table()
    anna.say({"type": "leave"})
    until(lambda: table.seats[0].stand_in == "wish")
    Guest(here, anna.path)  # a reload is no wish to be back
    until(lambda: table.seats[0].decided > 3, 120)
    assert table.seats[0].stand_in == "wish"
    anna.hear_all()
    assert "A bot plays for you" in anna.parts["prompt"]
    anna.say({"type": "back"})
    until(lambda: not table.seats[0].stand_in)
    anna.until_asked()
    decided = table.seats[0].decided
    anna.say({"type": "leave"})
    until(lambda: table.over or table.seats[0].decided > decided + 3, 120)


def test_who_leaves_for_good_cannot_come_back_and_a_bot_plays_to_the_end(tmp_path: Path) -> None:
    with live(save_in(tmp_path)) as here:
        path, invitation = here.open("nim_v0", "me", "guest", seed="5")
        guest = here.join(invitation, 1, "Ben")
        anna, ben = Guest(here, path).until_asked(), Guest(here, guest)
        table = here.table()
        anna.say({"type": "resign"})
        until(lambda: table.seats[0].stand_in == "resigned")
        assert table.seats[0].shown.kind == "left"
        anna.hear_all()
        assert "You have left this game for good" in anna.parts["prompt"]
        back_to = {"type": "back_to", "version": anna.version, "to": "decision"}
        advance = {"type": "advance", "until": "turn"}  # it would make the bot begin again and again
        for message in ({"type": "back"}, {"type": "resign"}, back_to, advance):
            assert anna.refusal(message) == "resigned"
        assert here.http.get(f"{path}turn").json() == {"asked": False, "over": False, "resigned": True}
        name = table.id
        ben.until_asked()
        anna.close()
        ben.close()
    with live(save_in(tmp_path)) as here:
        ben = Guest(here, guest).until_asked()
        table = here.table()
        assert (table.id, table.seats[0].stand_in) == (name, "resigned")
        ben.play(min)
        until(lambda: table.over)
        assert {"person", "stand-in"} <= {*here.run(here.server.hub.services.store.ask(decided_by, name))}
        ben.close()


def test_who_has_left_for_good_is_not_asked_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question was open when the person left, and the bot had not answered it when the server ended."""

    async def choose(*_: Any) -> int:
        await asyncio.sleep(60)
        return 0

    monkeypatch.setattr(bots.BotPool, "choose", choose)
    with live(save_in(tmp_path)) as here:
        path, invitation = here.open("nim_v0", "me", "guest", seed="5")
        here.join(invitation, 1, "Ben")
        anna = Guest(here, path).until_asked()
        anna.say({"type": "resign"})
        until(lambda: here.table().seats[0].stand_in == "resigned")
        anna.close()
    with live(save_in(tmp_path)) as here:
        assert here.http.get(f"{path}turn").json() == {"asked": False, "over": False, "resigned": True}


def test_who_plays_alone_skips_ahead_and_chooses_the_pace(here: Live) -> None:
    path, _ = here.open("cut_in_v0", "me", "random", "random", pace="slow")
    anna, table = Guest(here, path), here.table()
    begun = time.monotonic()
    anna.hear()
    anna.say({"type": "pace", "pace": "brisk"})
    until(lambda: table.pace == 0.5)
    while time.monotonic() - begun < 30 and not table.over:
        anna.hear_all(0.05)
        if anna.asked and anna.actions:
            anna.act(anna.actions[0])
        elif not table._automatic.skipping and not table.over:
            assert "Skip ahead" in anna.parts["prompt"]
            anna.refused.clear()
            anna.say({"type": "skip"})
    assert table.over
    assert time.monotonic() - begun < 25


def test_among_several_nobody_hurries_the_others(here: Live) -> None:
    anna, ben = here.seated("cut_in_v0", "me", "guest", "random")
    anna.hear_all()
    ben.hear_all()
    for message in ({"type": "skip"}, {"type": "pace", "pace": "fast"}):
        assert ben.refusal(message) == "several"
    anna.say({"type": "pace", "pace": "calm"})
    until(lambda: here.table().pace == 1.0)


def test_the_same_people_play_again_each_a_seat_further_on(here: Live) -> None:
    anna, ben = here.seated("nim_v0", "me", "guest", "random", listed="on")
    first = here.table()
    assert here.http.post(anna.path + "rematch").status_code == 409
    play_out(first, (anna, ben), min)
    assert first.id not in here.http.get("/").text
    assert here.http.post(f"/w/{first.id}/rematch").status_code == 403
    ben_place = here.http.post(ben.path + "rematch").json()["place"]
    anna.hear_all()
    ben.hear_all()
    assert "Ben wants to play again." in anna.parts["prompt"]
    assert "You play again: a seat is kept for you." not in anna.parts["prompt"]
    assert "Ben wants to play again." not in ben.parts["prompt"]
    assert "You play again: a seat is kept for you." in ben.parts["prompt"]
    assert "To the new table" in ben.parts["prompt"]
    second = here.table()
    assert second is not first
    assert [(seat.bot, seat.name, seat.host) for seat in second.seats] == [
        ("random", None, False), (None, None, False), (None, "Ben", True),
    ]  # fmt: skip
    assert not second.begun
    ben_again = here.http.post(ben.path + "rematch").json()["place"]
    assert ben_again == ben_place  # a second click is not too much
    anna_place = here.http.post(anna.path + "rematch").json()["place"]
    until(lambda: second.begun)
    assert second.seed != first.seed
    players = [Guest(here, anna_place), Guest(here, ben_again)]
    for guest in players:
        guest.hear_all()
    assert [seat.name for seat in second.seats] == [None, "Anna", "Ben"]


def test_whoever_wants_to_play_again_is_told_that_a_bot_has_the_seat_by_now(here: Live) -> None:
    path, invitation = here.open("nim_v0", "me", "guest", "random")
    seat = {"seat": "1", "name": "Ben", "rated": "on"}
    joined = httpx.post(f"{here.address}/join/{invitation}", data=seat)
    anna, ben = Guest(here, path), Guest(here, joined.headers["location"])
    first, store = here.table(), here.server.hub.services.store
    play_out(first, (anna, ben), min)
    again = Guest(here, here.http.post(path + "rematch").json()["place"])
    second = here.table()
    again.say({"type": "begin"})
    until(lambda: second.begun)
    answer = here.http.post(ben.path + "rematch")
    assert (answer.status_code, answer.json()["code"]) == (409, "begun")
    assert "a bot has your seat" in answer.json()["text"]
    assert [(seat.bot, seat.name) for seat in second.seats] == [("random", None), (None, "Anna"), ("greedy", None)]
    assert within(here, store.ask(player_at, first.id, 1)) is not None
    assert within(here, store.ask(player_at, second.id, 2)) is None


def test_who_has_played_alone_plays_again_at_once(here: Live) -> None:
    anna = here.seat("nim_v0", "me", "random")
    anna.play(max)
    place = here.http.post(anna.path + "rematch").json()["place"]
    second = here.table()
    assert second.begun
    assert [(seat.bot, seat.name) for seat in second.seats] == [("random", None), (None, "Anna")]
    again = Guest(here, place)
    again.play(max)
