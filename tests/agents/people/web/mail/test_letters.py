"""Letters to players whose turn it is: to whom they were promised, one a turn, and never about the game."""

import asyncio
import re
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import select

from agents.people.web.mail import turns
from agents.people.web.mail.outbox import MailServer, is_address, letter_to
from agents.people.web.store.players import forget_finished
from agents.people.web.store.schema import ADDRESSES
from dynasty_env.kit.errors import OptionError
from tests.agents.people.web.asking import within
from tests.agents.people.web.live import Guest, Live, live, play_out, save_in
from tests.waiting import until

ADDRESS = "anna@example.org"


class Letters:
    """What a mail server has taken that listens at a port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.taken: list[EmailMessage] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.taken.append(letter)
        return "250 taken"

    def text(self, number: int) -> str:
        """The text of a letter, once it is there."""
        until(lambda: len(self.taken) > number)
        return str(self.taken[number].get_content()).replace("\r\n", "\n")

    def link(self, number: int) -> str:
        """The path by which the letters of a letter are ordered or not."""
        found = re.search(r"https://table\.example(/mail/[\w-]+/)", self.text(number))
        assert found is not None
        return found[1]


@pytest.fixture
def letters() -> Iterator[Letters]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        here = Letters(free.getsockname()[1])
    controller = Controller(here, hostname="127.0.0.1", port=here.port)
    controller.start()
    yield here
    controller.stop()


@pytest.fixture
def here(letters: Letters, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    for name, seconds in (("LOOK", 0.05), ("UNSEEN", 0.0)):
        monkeypatch.setattr(turns, name, seconds)
    with live(save_in(tmp_path), mail=server_at(letters)) as found:
        yield found


def server_at(letters: Letters) -> MailServer:
    return MailServer.parse(f"smtp://127.0.0.1:{letters.port}?from=table@example.org&site=https://table.example")


def two(here: Live, **more: str) -> tuple[Guest, Guest]:
    """Anna and Ben at a table of days; Anna is asked."""
    anna, ben = here.seated("nim_v0", "me", "guest", **{"away": "86400", **more})
    return anna.until_asked(), ben


def order(here: Live, guest: Guest, address: str) -> Any:
    return here.http.post(guest.path + "mail", data={"address": address})


def move(here: Live, guest: Guest) -> None:
    """Take one, on a page that may be behind."""
    table = here.table()
    before = len(table.actions)
    while len(table.actions) == before:
        guest.hear_all(0.1)
        if guest.asked and guest.actions:
            guest.act_or_look(min(guest.actions))


def test_one_letter_goes_out_for_each_turn_that_is_not_seen(here: Live, letters: Letters, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(turns, "LEAST", 0.0)
    anna, ben = two(here)
    assert order(here, ben, ADDRESS).json()["state"] == "asked"
    link = letters.link(0)
    assert letters.taken[0]["To"] == ADDRESS and "Nim" in letters.text(0)
    ben.close()
    until(lambda: not here.table().seats[1].pages)
    move(here, anna)  # nobody has said yet that letters are wanted
    until(lambda: here.table().asks(1))
    assert "Yes, email me" in here.http.get(link).text  # a look changes nothing
    assert here.http.get(ben.path + "turn").json() == {"asked": True, "over": False, "resigned": False}
    assert "Emails are on" in here.http.post(link).text
    told = letters.text(1)
    assert told.split("\n\n") == [
        "It is your turn. Anna and you play Nim.", f"https://table.example{ben.path}",
        "This link is your seat: do not share it.",
        f"No more emails about this table:\nhttps://table.example{link}\n",
    ]  # fmt: skip
    assert letters.taken[1]["List-Unsubscribe"].strip() == f"<https://table.example{link}stop>"
    ben = Guest(here, ben.path).until_asked()
    move(here, ben)
    ben.close()
    move(here, anna)
    assert "Your turn" in str(letters.text(2) and letters.taken[2]["Subject"])
    assert len(letters.taken) == 3
    stopped = here.http.post(link + "stop", content="List-Unsubscribe=One-Click")
    assert stopped.status_code == 200 and here.http.get(link).status_code == 404


def test_an_address_is_shown_to_nobody_and_forgotten_at_the_end(here: Live, letters: Letters) -> None:
    anna, ben = two(here)
    watcher = Guest(here, f"/w/{here.table().id}/")
    assert order(here, ben, ADDRESS).status_code == 200
    letters.text(0)
    play_out(here.table(), (anna, ben, watcher), max)
    for guest in (anna, ben, watcher):
        guest.hear_all()
        assert ADDRESS not in "".join(guest.traffic)
        for end in ("", "state", "after", "replay.json"):
            assert ADDRESS not in here.http.get(guest.path + end).text
    store = here.server.hub.services.store
    assert len(within(here, store.ask(lambda c: c.execute(select(ADDRESSES)).all()))) == 1
    within(here, store.change(forget_finished))
    assert within(here, store.ask(lambda c: c.execute(select(ADDRESSES)).all())) == []


def test_letters_are_for_seats_of_games_of_days(here: Live, letters: Letters) -> None:
    anna, ben = two(here)
    assert 'id="letters"' in here.http.get(anna.path).text
    assert order(here, anna, "no address").status_code == 400
    assert here.http.post(f"/w/{here.table().id}/mail", data={"address": ADDRESS}).status_code == 404
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert here.http.post(anna.path + "mail", data={"address": ADDRESS}, headers=elsewhere).status_code == 403
    answers = [order(here, guest, ADDRESS).status_code for guest in (anna, ben, anna, ben)]
    assert answers == [200, 200, 200, 429]  # nobody's box is filled by this server
    quick, _ = two(here, away="60")
    assert 'id="letters"' not in here.http.get(quick.path).text
    assert order(here, quick, "ben@example.org").status_code == 404


def test_a_second_letter_waits(here: Live, letters: Letters) -> None:
    anna, ben = two(here)
    order(here, ben, ADDRESS)
    here.http.post(letters.link(0))
    ben.close()
    move(here, anna)
    letters.text(1)
    ben = Guest(here, ben.path).until_asked()
    move(here, ben)
    ben.close()
    move(here, anna)
    until(lambda: here.table().asks(1))
    within(here, asyncio.sleep(20 * turns.LOOK))
    assert len(letters.taken) == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("mail.example.org", "smtps"), ("smtp://mail.example.org", "`from`"), ("http://x?from=a@b.c", "smtps"),
        ("smtp://mail.example.org?from=a@b.example", "`site`"), ("smtp://h:port?from=a@b.example", "smtps"),
    ],
)  # fmt: skip
def test_a_wrong_mail_server_is_named(text: str, wrong: str) -> None:
    with pytest.raises(OptionError, match=wrong):
        MailServer.parse(text)


def test_addresses_and_servers_are_read() -> None:
    server = MailServer.parse("smtps://a%40b:p%3Aw@mail.example:2465?from=t@example.org&site=https://t.example/x/")
    assert (server.host, server.port, server.encrypted, server.user, server.password) == (
        "mail.example", 2465, True, "a@b", "p:w",
    )  # fmt: skip
    assert server.site == "https://t.example/x"
    assert all(map(is_address, ("a@b.example", "a.b+c@x-y.example.org")))
    wrong = ("", "a", "a@b", "a@b.example\nBcc: c@d.example", "a b@c.example", "a@b.example, c@d.example", "a" * 300)
    assert not any(map(is_address, (*wrong, "=?utf-8?q?a=40b.example=2Cc?=@d.example")))
    letter = letter_to("a@b.example", "あ" * 40, "", server, f"{server.site}/{'long/' * 20}stop")
    assert f"\nList-Unsubscribe: <{server.site}/{'long/' * 20}stop>\n" in letter.as_string()
