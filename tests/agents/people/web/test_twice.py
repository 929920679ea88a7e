"""Forms that are sent twice, by a double click or after a lost answer: both answers lead to the same."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import httpx
import pytest
from sqlalchemy import func, select

from agents.people.web.limits import Buckets
from agents.people.web.mail.outbox import MailServer
from agents.people.web.mail.turns import secret_of
from agents.people.web.store.schema import (
    ADDRESSES,
    ATTEMPTS,
    GAME_LINKS,
    PLAYERS,
    REVIEW_LINKS,
    SEATS,
    SITTINGS,
    TABLES,
)
from tests.agents.people.web.asking import finished
from tests.agents.people.web.live import Live, live

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture(scope="module")
def shared() -> Iterator[Live]:
    with live(mail=MailServer.parse("smtp://127.0.0.1:9?from=table@example.org&site=https://table.example")) as found:
        site = found.server.site
        site.letters._asking = site.letters._addressed = site.reviews._orders = site.replays._orders = Buckets(1e4, 1e4)
        yield found


class Form(NamedTuple):
    """A form that a page shows."""

    page: str  # the path of the page, which contains the form
    action: str  # where it is sent to
    filled: dict[str, str]
    as_json: bool = False


def an_invitation(here: Live) -> str:
    return f"/join/{here.open('nim_v0', 'me', 'guest', 'guest')[1]}"


def over(here: Live) -> str:
    return finished(here, "nim_v0", "me", "random").path


def with_mail(here: Live) -> str:
    return here.open("nim_v0", "me", "guest", away="86400")[0]


def subscribing(here: Live) -> str:
    path = with_mail(here)
    assert here.http.post(path + "mail", data={"address": "anna@example.org"}).status_code == 200
    return f"/mail/{secret_of(path.split('/')[2])}/"


def known(here: Live) -> str:
    with here.browser() as browser:
        browser.post("/puzzles/keep", data={"name": "Anna"})
        return f"/p/{browser.cookies['player']}/"


HOST = {"game": "nim_v0", "name": "Anna", "seat0": "me", "seat1": "guest", "hints": "on", "rated": "on"}
WATCH = {"game": "nim_v0", "seat0": "random", "seat1": "random"}
LESSON = {"game": "shinsengumi_v0", "lesson": "on", "name": "Guest"}
FORMS: dict[str, Callable[[Live], Form]] = {
    "/tables": lambda here: Form("/", "/tables", HOST),
    "/tables, watching": lambda here: Form("/", "/tables", WATCH),
    "/tables, a lesson": lambda here: Form("/rules/shinsengumi_v0", "/tables", LESSON),
    "/join/{token}": lambda here: Form(place := an_invitation(here), place, {"seat": "1", "name": "Ben"}),
    "/join/{token}, rated": lambda here: Form(
        place := an_invitation(here), place, {"seat": "1", "name": "Ben", "rated": "on"}
    ),
    "/s/{token}/rematch": lambda here: Form(path := over(here), path + "rematch", {}, as_json=True),
    "/s/{token}/review": lambda here: Form((path := over(here)) + "after", path + "review", {}),
    "/s/{token}/look": lambda here: Form((path := over(here)) + "after", path + "look", {}),
    "/s/{token}/mail": lambda here: Form(path := with_mail(here), path + "mail", {"address": "anna@example.org"}),
    "/game/{token}/review": lambda here: Form(
        path := here.http.post(over(here) + "look").headers["location"], path + "review", {}
    ),
    "/p/{token}/": lambda here: Form(path := known(here), path, {}),
    "/mail/{token}/": lambda here: Form(path := subscribing(here), path, {}),
    "/mail/{token}/stop": lambda here: Form(path := subscribing(here), path + "stop", {}),
    "/puzzles/keep": lambda here: Form("/puzzles/", "/puzzles/keep", {"name": "Anna"}),
    "/me/forget": lambda here: Form("/me/", "/me/forget", {}),
}
ELSEWHERE = {"/s/{token}/say", "/s/{token}/hint", "/puzzles/{game}/{puzzle}/say", "/me/game"}
"""Messages to a table, which have a version; the answer to a puzzle; and what orders a link as other forms do."""
MADE = (TABLES, SEATS, PLAYERS, SITTINGS, ADDRESSES, ATTEMPTS, REVIEW_LINKS, GAME_LINKS)
"""What forms create."""


def counted(here: Live) -> list[int]:
    def count(connection):  # type: ignore[no-untyped-def]
        return [connection.execute(select(func.count()).select_from(each)).scalar() for each in MADE]

    found: list[int] = here.run(here.server.hub.services.store.ask(count))
    return found


def answers(here: Live, form: Form, times: int, *, together: bool) -> list[httpx.Response]:
    """The answers to a form that a new browser sends several times, before it has an answer."""
    with here.browser() as browser:
        shown = browser.get(form.page).text
        hidden = re.search(r'name="once" value="([\w-]+)"', shown)
        once = {"once": hidden[1]} if hidden else {}

    def send(_: int) -> httpx.Response:
        with here.browser() as browser:
            return browser.post(form.action, data=None if form.as_json else form.filled | once)

    with ThreadPoolExecutor(times if together else 1) as pool:
        return list(pool.map(send, range(times)))


@pytest.mark.parametrize("together", [False, True], ids=["one by one", "together"])
@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_is_sent_twice_does_what_it_does_once(here: Live, name: str, together: bool) -> None:
    once, more = FORMS[name](here), FORMS[name](here)
    before = counted(here)
    (first,) = answers(here, once, 1, together=False)
    after = counted(here)
    assert first.status_code in (200, 303), first.text
    several = answers(here, more, 3, together=together)
    assert [each.status_code for each in several] == [first.status_code] * 3
    assert [b - a for a, b in zip(after, counted(here), strict=True)] == [
        b - a for a, b in zip(before, after, strict=True)
    ]
    assert len({each.headers.get("location") or each.text for each in several}) == 1
    assert len({each.cookies.get("player") for each in several}) == 1
    for each in several:
        place = each.headers.get("location") or ("json" in each.headers["content-type"] and each.json().get("place"))
        assert not place or here.http.get(place).status_code == 200


def test_no_form_is_forgotten(here: Live) -> None:
    routes = here.server.app._app._app._app.routes
    forms = {route.path for route in routes if "POST" in (getattr(route, "methods", None) or ())}
    assert {path for path in forms if not path.startswith("/w/")} == {name.split(",")[0] for name in FORMS} | ELSEWHERE
