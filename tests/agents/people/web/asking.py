"""What the tests of hints, reviews and ratings ask of a server."""

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from agents.people.web.review import hints, reviewer
from tests.agents.people.web.live import Guest, Live
from tests.waiting import until


def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few playouts, and by random moves: what they say is not the matter here."""
    for module in (hints, reviewer):
        monkeypatch.setattr(module, "COMPILED", "40")
        monkeypatch.setattr(module, "INTERPRETED", "40")
        monkeypatch.setattr(module, "ready_judge", lambda game, name="": None)


def say_unstored(guest: Guest, here: Live, change: str, **message: Any) -> None:
    """Say something while the database cannot keep this `change` of the store: that alone is refused."""

    async def fail(*_: object) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(here.server.hub.services.store, change, fail)
        assert guest.refusal({"version": guest.version, **message}) == "storage"


def hint(here: Live, guest: Guest, **more: Any) -> Any:
    return here.http.post(guest.path + "hint", json={"version": guest.version} | more)


def finished(here: Live, game: str, *seats: str, **more: str) -> Guest:
    """The page of a game that a person has played to its end."""
    guest = here.seat(game, *seats, **more)
    guest.play(random.Random(4).choice)
    return guest


def review(here: Live, path: str) -> str:
    """The path of a game's review, once that is complete."""
    answer = here.http.post(path + "review")
    assert answer.status_code == 303, answer.text
    place = answer.headers["location"]
    until(lambda: here.http.get(place + "progress").json()["done"], 60)
    return place


def within(here: Live, work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of some work in the server's own loop."""
    task = here.table()._task
    assert task is not None
    return asyncio.run_coroutine_threadsafe(work, task.get_loop()).result(10)
