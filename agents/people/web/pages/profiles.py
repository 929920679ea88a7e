"""Ratings without accounts: a person who wants one gets a secret in a cookie, and a link that restores it.

The server stores the hash of the secret, a name, and the seats in which that person sat. It stores nothing about people
who do not ask for a rating, and deletes everything about a person on request.
"""

import asyncio
import time

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from agents.people.web.pages.rating import Rating, history, in_points, ratings_among
from agents.people.web.pages.rendering import Renderer, language_of
from agents.people.web.phrases import Words
from agents.people.web.requests import cookie, redirected
from agents.people.web.store import players
from agents.people.web.store.records import hinted
from agents.people.web.store.tokens import derived, digest, looks_like_token
from agents.people.web.tables.hub import Hub
from dynasty_env.kit.phrases import _

COOKIE = "player"
YEARS = 2 * 31_536_000


REASONS = {
    "": _("counts"),
    "hints": _("does not count: with hints"),
    "stand-in": _("does not count: a bot played a part of it"),
    "unrated": _("does not count against bots: somebody without a fixed rating played"),
    "seed": _("does not count: its host chose the seed"),
    "unknown": _("does not count: its result is not known"),
}
"""Whether a game counts, in words."""


class Profiles:
    """The handlers of ratings."""

    def __init__(self, hub: Hub, renderer: Renderer) -> None:
        self._hub, self._renderer, self._store = hub, renderer, hub.services.store

    # -- sitting down --------------------------------------------------------------------------------------------

    async def seated(
        self, request: Request, response: Response, table: str, seat: int, name: str, token: str
    ) -> None:  # fmt: skip
        """A person sits down by the form of this token and wants the game to count."""
        await self._store.change(players.sit, table, seat, await self.become(request, response, name, token))

    async def player(self, request: Request) -> str | None:
        """The id of this browser's person, or None if there is none."""
        token = self._token(request)
        return digest(token) if token is not None and await self._name(token) is not None else None

    async def has_played(self, request: Request, table: str) -> bool:
        """Whether this browser's person has played a finished game there."""
        player = await self.player(request)
        games = [] if player is None else await self._store.ask(players.games_of, player)
        return any(game["table"] == table for game in games)

    async def become(self, request: Request, response: Response, name: str, form: str) -> str:
        """Register a person from now on; returns the person's id.

        Those without a secret get one that follows from the token of the form.
        """
        token = self._token(request) or derived(form, "player")
        await self._store.change(players.know_player, digest(token), name)
        self._remember(request, response, token)
        return digest(token)

    async def carry_on(self, table: str, seat: int, following: str, seat_there: int) -> None:
        """If a person wanted one game to count, make the next one count as well."""
        player = await self._store.ask(players.player_at, table, seat)
        if player is not None:
            await self._store.change(players.sit, following, seat_there, player)

    def _token(self, request: Request) -> str | None:
        token = cookie(request, COOKIE)
        return token if looks_like_token(token) else None

    def _remember(self, request: Request, response: Response, token: str) -> None:
        secure = request.url.scheme == "https"
        path = request.scope.get("root_path", "") or "/"
        response.set_cookie(COOKIE, token, max_age=YEARS, httponly=True, samesite="lax", secure=secure, path=path)

    # -- pages ---------------------------------------------------------------------------------------------------

    async def mine(self, request: Request) -> Response:
        """The games and ratings of this browser's person."""
        token = self._token(request)
        name = None if token is None else await self._name(token)
        if token is None or name is None:
            return self._renderer.page(request, "player.html", name=None, link="", histories=[], reasons=REASONS)
        words, histories = Words(language_of(request)), []
        games = await self._store.ask(players.games_of, digest(token))
        for rulebook in self._hub.games:
            past = await asyncio.to_thread(history, games, rulebook)
            if past.games:
                among = (await self._among(rulebook)).get(digest(token))
                histories.append({
                    "called": self._hub.boards[rulebook].called(), "history": past,
                    "said": rating_in_words(past.rating, words), "among": rating_in_words(among, words),
                })  # fmt: skip
        return self._renderer.page(
            request, "player.html", name=name, link=f"{request.scope.get('root_path', '')}/p/{token}/",
            histories=histories, reasons=REASONS, day=lambda at: time.strftime("%Y-%m-%d", time.gmtime(at)),
        )  # fmt: skip

    async def link(self, request: Request) -> Response:
        """The page of a secret link, which asks whether this browser shall be that person's.

        Opening it changes nothing: otherwise somebody could send a link to make other people play for the sender's
        rating.
        """
        name = await self._name_of_link(request)
        return self._renderer.page(request, "player_link.html", name=name)

    async def back(self, request: Request) -> Response:
        """Make this browser that person's from now on."""
        await self._name_of_link(request)
        response = redirected(request, "me/")
        self._remember(request, response, request.path_params["token"])
        return response

    async def _name_of_link(self, request: Request) -> str:
        """The name of the person with a secret link. Raises HTTPException if there is none."""
        token = request.path_params["token"]
        name = await self._name(token) if looks_like_token(token) else None
        if name is None:
            raise HTTPException(404, "player")
        return name

    async def forget(self, request: Request) -> Response:
        """Forget this browser's person, here and in the database."""
        token = self._token(request)
        if token is not None:
            await self._store.change(players.forget_player, digest(token))
        response = redirected(request, "me/")
        response.delete_cookie(COOKIE, path=request.scope.get("root_path", "") or "/")
        return response

    async def _among(self, game: str) -> dict[str, Rating]:
        """The ratings among persons in a game, by player."""
        return await asyncio.to_thread(ratings_among, await self._store.ask(players.games_among, game))

    async def _name(self, token: str) -> str | None:
        return await self._store.ask(players.player_name, digest(token))

    async def loses_by_a_hint(self, table: str, seat: int) -> bool:
        """Whether the game counts for the person in a seat and no hint has been given yet."""
        is_rated = await self._store.ask(players.player_at, table, seat) is not None
        return is_rated and not await self._store.ask(hinted, table)

    # -- the end of a game ---------------------------------------------------------------------------------------

    async def after(self, table: str, seat: int, game: str, words: Words) -> dict[str, str] | None:
        """The effect of a game on the rating of the person in a seat, in words, or None if it is not rated."""
        player = await self._store.ask(players.player_at, table, seat)
        if player is None:
            return None
        result = await asyncio.to_thread(history, await self._store.ask(players.games_of, player), game)
        persons = (await self._among(game)).get(player)
        this = next((each for each in result.games if each["table"] == table), None)
        if this is None:
            return None
        said, among_persons = rating_in_words(result.rating, words), rating_in_words(persons, words)
        return {"said": said, "reason": REASONS[this["why_not"]], "among": among_persons}


def rating_in_words(rating: Rating | None, words: Words) -> str:
    """A rating with its interval; empty if there is none."""
    if rating is None:
        return ""
    return words(
        "{points} points ({low} to {high}, from {n} games)", points=in_points(rating.points), low=in_points(rating.low),
        high=in_points(rating.high), n=rating.games,
    )  # fmt: skip
