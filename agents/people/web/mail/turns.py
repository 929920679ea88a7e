"""Letters to players whose turn it is: ordered at the table, confirmed by a letter, and one for each turn.

An address belongs to a seat, is shown to nobody, and is deleted when the game is over. A letter says who plays and
links to the seat; it says nothing about the game.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from agents.people.web.limits import Buckets
from agents.people.web.mail.outbox import MailServer, Outbox, is_address, letter_to
from agents.people.web.pages.rendering import Renderer, language_of
from agents.people.web.phrases import Words
from agents.people.web.requests import address_of, form_of
from agents.people.web.store import players
from agents.people.web.store.tokens import derived, digest, looks_like_token
from agents.people.web.tables.hub import Hub
from agents.people.web.tables.table import Table
from dynasty_env.kit.phrases import _

LOOK, TIDY = 5.0, 3600.0
"""Seconds between checks of who is asked, and between checks of which games are over."""
UNSEEN = 60.0
"""Seconds for which a player is asked without an open page before a letter is sent."""
LEAST = 600.0
"""Minimum number of seconds between two letters to a seat."""
ASKING, ADDRESSED = 1 / 60, 3 / 86_400
"""Average rates per second: of addresses that one browser may give, and of letters that ask an address to confirm."""
NO_ADDRESS = _("This is not an email address.")
_log = logging.getLogger(__name__)


def secret_of(seat: str) -> str:
    """The secret for subscribing a seat to letters; it follows from the seat's secret, but not the other way round."""
    return derived(seat, "letters")


class TurnMail:
    """The letters of a server, and the pages for subscribing to them. Without a mail server, no letters are sent."""

    def __init__(self, hub: Hub, renderer: Renderer, server: MailServer | None) -> None:
        self._hub, self._renderer = hub, renderer
        self.outbox = None if server is None else Outbox(server)
        self._asking, self._addressed = Buckets(ASKING, 5), Buckets(ADDRESSED, 3)
        self._looked: dict[tuple[str, int], int] = {}

    def offered(self, table: Table) -> bool:
        """Whether letters are offered at a table: among several people who come and go."""
        return self.outbox is not None and table.control.is_of_days and len(table.persons) > 1

    async def state(self, table: Table, seat: int) -> str:
        """Whether a seat gets letters: ``on``, ``asked`` (not confirmed yet) or ``off``."""
        row = await self._hub.services.store.ask(players.address_at, table.id, seat)
        return "off" if row is None else "on" if row["wanted"] else "asked"

    # -- at the table --------------------------------------------------------------------------------------------

    async def order(self, request: Request, table: Table, seat: int) -> Response:
        """A player gives an address, or an empty one to get no more letters."""
        if self.outbox is None or not self.offered(table):
            raise HTTPException(404)
        address, language = (await form_of(request)).get("address", "").strip(), language_of(request)
        words, store = Words(language), self._hub.services.store
        if not address:
            await store.change(players.forget_address, table.id, seat)
            return JSONResponse({"state": "off", "text": words("No more emails about this table.")})
        if not is_address(address):
            return JSONResponse({"state": "off", "text": words(NO_ADDRESS)}, 400)
        if not self._asking.take(address_of(request)) or not self._addressed.take(digest(address.lower())):
            raise HTTPException(429)
        place = str(request.path_params["token"])
        row = {
            "table_id": table.id, "seat": seat, "address": address, "language": language, "place": place,
            "token": digest(secret_of(place)),
        }  # fmt: skip
        await store.change(players.keep_address, row)
        self._ask(row, table, words)
        return JSONResponse({"state": "asked", "text": words("An email is on its way. Follow the link in it.")})

    def _ask(self, row: dict[str, Any], table: Table, words: Words) -> None:
        """Ask the owner of an address whether mail is wanted: anybody can give any address."""
        called = words(table.board.called())
        text = words(
            "Somebody at a table of {game} would like to be emailed here when it is their turn.", game=called,
        )  # fmt: skip
        text += "\n\n" + words("If that is you, confirm it here:") + f"\n{self._link(row)}\n\n"
        text += words("If not, do nothing: you will get no more emails.") + "\n"
        self._send(row, words("Emails from the table: is that you?"), text)

    def _link(self, row: dict[str, Any]) -> str:
        assert self.outbox is not None
        return f"{self.outbox.server.site}/mail/{secret_of(row['place'])}/"

    def _send(self, row: dict[str, Any], subject: str, text: str) -> None:
        assert self.outbox is not None
        self.outbox.put(letter_to(row["address"], subject, text, self.outbox.server, self._link(row) + "stop"))

    # -- by the links in letters ---------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """The page that asks whether letters are wanted. Opening it changes nothing: mail programs follow links."""
        row = await self._row(request)
        return self._renderer.page(request, "mail.html", state="on" if row["wanted"] else "asked")

    async def confirm(self, request: Request) -> Response:
        """Letters are wanted."""
        row = await self._row(request)
        await self._hub.services.store.change(players.confirm_address, row["token"])
        return self._renderer.page(request, "mail.html", state="on")

    async def stop(self, request: Request) -> Response:
        """Letters are not wanted, says the page, or the mail program itself, perhaps again."""
        with suppress(HTTPException):
            row = await self._row(request)
            await self._hub.services.store.change(players.forget_address, row["table_id"], row["seat"])
        return self._renderer.page(request, "mail.html", state="off")

    async def _row(self, request: Request) -> dict[str, Any]:
        token = request.path_params["token"]
        row = None
        if looks_like_token(token):
            row = await self._hub.services.store.ask(players.address_of, digest(token))
        if row is None:
            raise HTTPException(404, "letters")
        return row

    # -- turns ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Write to players who are asked and do not see it. Raises asyncio.CancelledError when stopped."""
        tidied = 0.0
        while self.outbox is not None:
            try:
                if time.monotonic() - tidied > TIDY:
                    await self._hub.services.store.change(players.forget_finished)
                    tidied = time.monotonic()
                    self._looked.clear()
                for table in list(self._hub.tables.values()):
                    await self._look(table, time.monotonic())
            except SQLAlchemyError:
                _log.exception("letters cannot be sent")
            await asyncio.sleep(LOOK)

    async def _look(self, table: Table, now: float) -> None:
        if table.moved or table.over or not table.begun or not self.offered(table):
            return
        seat = table.seats[table.state.seat]
        if not table.asks(seat.number) or seat.pages or now - seat.asked_since < UNSEEN:
            return
        key, decided, store = (table.id, seat.number), seat.decided, self._hub.services.store
        if self._looked.get(key) == decided:
            return
        row = await store.ask(players.address_at, *key)
        if row is None or not row["wanted"]:
            return
        if await store.change(players.begin_letter, *key, decided, LEAST):
            self._tell(row, table, seat.number)
        elif row["told"] != decided:
            return  # too soon after the last letter: try again later
        self._looked[key] = decided

    def _tell(self, row: dict[str, Any], table: Table, seat: int) -> None:
        assert self.outbox is not None
        words = Words(row["language"])
        others = [each.name or "" for each in table.persons if each.number != seat]
        text = words("It is your turn. {names} and you play {game}.", names=words.listed(others),
                     game=words(table.board.called()))  # fmt: skip
        text += f"\n\n{self.outbox.server.site}/s/{row['place']}/\n\n"
        text += words("This link is your seat: do not share it.") + "\n\n"
        text += words("No more emails about this table:") + f"\n{self._link(row)}\n"
        self._send(row, words("Your turn: {game}", game=words(table.board.called())), text)
