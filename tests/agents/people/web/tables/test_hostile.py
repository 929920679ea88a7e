"""Thousands of messages that have no right to change anything change nothing."""

import json
import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from agents.people.web.viewers.shown import takes_by_itself
from tests.agents.people.web.live import Guest, Live, live
from tests.waiting import until

STRANGE: list[Any] = [None, True, -1, 2**64, 1.5, "", "0", [], {}, "\u0000", "💣", "x" * 900, [[]] * 50]


def hostile(rng: random.Random, old: list[dict[str, Any]], illegal: int, version: int) -> str | bytes:
    """A message that must be refused, or do nothing."""
    act = {"type": "act", "version": version, "action": illegal}
    makers: list[Callable[[], str | bytes]] = [
        lambda: rng.randbytes(rng.randrange(200)),
        lambda: json.dumps(act),
        lambda: json.dumps(rng.choice(old)),
        lambda: json.dumps(act | {"version": version + rng.randrange(1, 99)}),
        lambda: json.dumps(act | {rng.choice(["seat", "viewer", "token", "by", "number"]): rng.randrange(5)}),
        lambda: json.dumps(act | {rng.choice(["type", "version", "action"]): rng.choice(STRANGE)}),
        lambda: json.dumps(rng.choice(STRANGE)),
        lambda: json.dumps(act)[: rng.randrange(1, 30)],
        lambda: json.dumps(act) + " " * rng.randrange(1000, 3000),
        lambda: "[" * rng.randrange(1, 1000),
        lambda: json.dumps({"type": rng.choice(["begin", "back"])}),
        lambda: json.dumps({"type": "seen", "version": rng.randrange(2**50)}),
        lambda: json.dumps(act) + " " * 70_000,
    ]
    return rng.choice(makers)()


async def stored(here: Live, table: str) -> tuple[int, ...]:
    """The decisions that the database has."""
    saved = await here.server.hub.services.store.load(table)
    assert saved is not None
    return saved.actions


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_hostile_messages_change_nothing(count: int) -> None:
    rng = random.Random(count)
    with live() as here:
        path, invitation = here.open("dynasty_v0", "me", "guest", "random", away="0")  # nobody decides meanwhile
        ben_path = here.join(invitation, 1, "Ben")
        ben = Guest(here, ben_path)
        anna = Guest(here, path)
        until(lambda: here.table().begun)
        table, old = here.table(), []
        guests = {0: anna, 1: ben}

        def settled() -> bool:
            """A person is asked, and nothing goes on by itself."""
            state = table.state
            return table.seats[state.seat].bot is None and not takes_by_itself(state)

        for _ in range(4):
            until(settled)
            guest = guests[table.state.seat]
            guest.until_asked()
            old.append({"type": "act", "version": guest.version, "action": guest.actions[0]})
            guest.act(guest.actions[0])
        until(settled)
        asked = table.state.seat
        guests[asked].hear_all()
        version = guests[asked].version
        illegal = next(i for i in range(1, 400) if i not in table.state.legal())
        before = table.state.tables.array.tobytes(), list(table.actions), [seat.name for seat in table.seats]
        sent = closed = out_of_turn = 0
        pages = [path, ben_path, f"/w/{table.id}/"]
        legal = [int(action) for action in table.state.legal()]
        while sent < count:
            page = Guest(here, rng.choice(pages))
            try:
                page.hear()
                if page.path != pages[asked]:  # what would be legal, from a seat that is not asked
                    refused = page.refusal({"type": "act", "version": page.version, "action": rng.choice(legal)})
                    assert refused == ("spectator" if page.path == pages[2] else "not asked")
                    out_of_turn += 1
                for _ in range(rng.randrange(20, 120)):
                    page.say(hostile(rng, old, illegal, version))
                    sent += 1
                page.hear_all(0.02)
            except ConnectionClosed:
                closed += 1
            page.close()
            for _ in range(3):
                body = hostile(rng, old, illegal, version)
                answer = here.http.post(rng.choice(pages) + "say", content=body)
                assert answer.status_code in (200, 409, 413)
                wrong = f"/{rng.choice('sw')}/{secrets.token_urlsafe(rng.choice([8, 24]))}/"
                assert here.http.post(wrong + "say", content=body).status_code in (404, 413)
                assert here.http.get(wrong + rng.choice(["", "state", "replay.json"])).status_code == 404
                form = {"seat": str(rng.randrange(5)), "name": rng.choice(["", "Eve"])}
                assert here.http.post(f"/join/{rng.choice([invitation, wrong[3:-1]])}", data=form).status_code in (
                    404,
                    409,
                )
                sent += 4
        assert not table.broken
        assert (table.state.tables.array.tobytes(), list(table.actions), [s.name for s in table.seats]) == before
        assert closed > 0
        assert out_of_turn > 0
        assert list(here.run(stored(here, table.id))) == before[1]
        guests[asked] = Guest(here, [path, ben_path][asked])
        guests[asked].until_asked()
        guests[asked].act(guests[asked].actions[0])
        assert len(table.actions) > len(before[1])
