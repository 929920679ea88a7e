"""What browsers ask and send: never changed by what has no right to, and no more than is allowed."""

import json
import re
import secrets
import time

import httpx
import pytest

from agents.people.web.app import Limits
from tests.agents.people.web.live import Guest, Live, live
from tests.waiting import until


def test_messages_that_have_no_right_to_change_anything(here: Live) -> None:
    anna = here.seat("dynasty_v0", "me", "random", "random").until_asked()
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
        (act | {"action": illegal}, "illegal"), (act | {"action": 60_000}, "illegal"),
    ]  # fmt: skip
    for message, code in bad:
        assert anna.refusal(message) == code, message
    anna.say({"type": "begin"})
    assert (table.state.tables.array.tobytes(), list(table.actions)) == before
    anna.say(act)
    assert anna.refusal(act) in ("stale", "not asked")
    assert sum(1 for seat in table.seats if seat.number == 0 and seat.decided == 1)


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


def test_what_a_finished_game_offers_is_refused_before_with_the_reason(here: Live) -> None:
    """A game that waits for somebody has not begun; one that is played is not over."""
    waiting, _ = here.open("cut_in_v0", "me", "guest", "random")
    running, _ = here.open("cut_in_v0", "me", "random", "random", away="0")
    for path, reason in ((waiting, "has not begun yet"), (running, "is not over yet")):
        answer = here.http.get(path + "after")
        assert answer.status_code == 409
        assert reason in answer.text


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
    for change in ({"game": "x" * 5000}, {"seat1": "x" * 5000}):
        assert "x" * 200 not in here.http.post("/tables", data=good | change).text
    part = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    strange = part.format("game", "dynasty_v0") + part.format("name", r"\ud800") + "--x--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=x; charset=unicode_escape"}
    assert here.http.post("/tables", content=strange, headers=kind).status_code == 400
    assert here.http.post("/tables", data=good | {"name": "x" * 20_000}).status_code == 413
    assert here.http.post("/tables", data=good, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert len(here.server.hub.tables) == tables


def test_a_refused_form_stands_as_it_was_filled_in_and_says_what_is_wrong(here: Live) -> None:
    """At its own place, open, in the reader's language; nothing of it stands in the other games' forms."""
    form = {"game": "kingdoms_v0", "name": "<Anna>", "seat3": "me", "seat0": "-", "pace": "slow", "seed": "77"}
    wrong = {"en": "The game needs 2 to 6 seats; you have filled 1.", "ja": "席は2〜6席必要です。いまは1席です。"}
    for language, said in wrong.items():
        answer = here.http.post("/tables", data=form, headers={"Accept-Language": language})
        assert answer.status_code == 400
        before, mark, after = answer.text.partition(" data-refused>")
        refused, _, others = after.partition("</form>")
        assert mark
        assert re.search(rf"<b>[^<]+[:：]</b> {re.escape(said)}", refused), refused[:400]
        assert refused.count("<details") == refused.count(" open>") == 2
        assert 'value="&lt;Anna&gt;"' in refused
        assert refused.count('value="me" selected') == 1
        assert '<option value="slow" selected' in refused
        assert 'value="77"' in refused
        assert 'name="listed" checked' not in refused
        for elsewhere in (before, others):
            assert "Anna&gt;" not in elsewhere
            assert 'role="alert"' not in elsewhere
            assert 'value="slow" selected' not in elsewhere
    many = {"game": "three_kingdoms_v0", "name": "Anna", "option-scenario": "1"} | {f"seat{i}": "me" for i in range(11)}
    many |= {f"seat{i}": "guest" for i in range(1, 11)}
    answer = here.http.post("/tables", data=many, headers={"Accept-Language": "ja"})
    assert answer.status_code == 400
    assert re.search(r"11席は多すぎます。シナリオ1の勢力は\d+つです。", answer.text)


def test_where_a_refused_form_stood_the_lobby_is_found_in_the_language_asked_for(here: Live) -> None:
    assert here.http.get("/tables").headers["location"] == "/"
    answer = httpx.get(f"{here.address}/tables?lang=ja", follow_redirects=True)
    assert answer.status_code == 200
    assert answer.url.path == "/"
    assert '<html lang="ja">' in answer.text


def test_who_comes_late_is_told_that_alone_and_everybody_can_read_the_rules(here: Live) -> None:
    _, invitation = here.open("dynasty_v0", "me", "guest")
    page = here.http.get(f"/join/{invitation}").text
    assert 'href="/rules/dynasty_v0"' in page
    assert 'href="/glossary/dynasty_v0"' in page
    here.join(invitation, 1, "Ben")
    until(lambda: here.table().begun)
    for name in ("Eve", ""):
        answer = here.http.post(f"/join/{invitation}", data={"seat": "1", "name": name})
        assert answer.status_code == 409
        assert "The game has begun without a free seat." in answer.text
        assert 'role="alert"' not in answer.text
    _, waiting = here.open("dynasty_v0", "me", "guest", "guest")
    here.join(waiting, 1, "Ben")
    answer = here.http.post(f"/join/{waiting}", data={"seat": "1", "name": "Eve"})
    assert "That seat is already taken." in answer.text


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
        first, _ = Guest(here, path), Guest(here, path)
        with pytest.raises(Exception, match=r"HTTP 403|rejected"):
            Guest(here, path)
        for _ in range(20):
            first.say({"type": "back"})
        while "too many" not in first.refused:
            first.hear()
        statuses = {here.http.get("/healthz").status_code for _ in range(3)}
        assert statuses == {200}
        assert 429 in {here.http.get("/").status_code for _ in range(30)}


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
