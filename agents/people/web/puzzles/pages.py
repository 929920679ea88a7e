"""The pages of puzzles: a position as its seat knew it, one question, and then the opinion of a long search.

A puzzle's table contains nothing that its seat did not know, and is drawn by the same code as the page of any seat. The
solution is sent only after an answer.
"""

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from agents.network.search import habit_of
from agents.people.puzzles.puzzle import Puzzle, by_rule, decision_of, following, preferred, shipped
from agents.people.web.boards.pieces import joined
from agents.people.web.markup import Markup
from agents.people.web.pages.lobby import NAMELESS
from agents.people.web.pages.parts import page_parts, words_for
from agents.people.web.pages.profiles import Profiles, rating_in_words
from agents.people.web.pages.rating import ladder_of
from agents.people.web.pages.rendering import Renderer, language_of
from agents.people.web.phrases import Words
from agents.people.web.puzzles.standing import Standing, daily, difficulty, standing
from agents.people.web.requests import form_of, redirected
from agents.people.web.review.judging import ready_judge
from agents.people.web.review.opinions import how_sure, options_list
from agents.people.web.store.players import attempts_of, keep_attempt
from agents.people.web.store.tokens import token_of
from agents.people.web.tables.hub import Hub, tidy_name
from agents.people.web.tables.messages import Act, RefusedError, read
from agents.people.web.viewers.feed import glance
from agents.people.web.viewers.shown import Glimpse, SeatShown
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import capital
from dynasty_env.kit.state import State

VERSION = 1
"""The only version of a puzzle's page."""


def seen(state: State, puzzle: Puzzle, you: str) -> tuple[Glimpse, list[str]]:
    """What the seat of a puzzle, called `you`, sees, and what it had learned from the last move."""
    seats = tuple(
        SeatShown(you, "person", True) if seat == puzzle.seat else SeatShown("champion", "bot", True)
        for seat in range(state.num_players)
    )
    return glance(state, puzzle.seat, seats)


def seat_called(seat: int, words: Words) -> str:
    """The name of the reader's seat: sentences say what it does, so it cannot be called “you”."""
    return capital(words("seat {n}", n=seat + 1))


def _then(game: Game, puzzle: Puzzle) -> list[str]:
    """The choices after the right one, as the player of the search makes them."""
    judge = ready_judge(game)
    habit = None if judge is None else habit_of(game, judge)
    if habit is None:
        return following(game, puzzle, by_rule)
    return following(game, puzzle, lambda decision: int(decision.legal[habit.log_probs(decision).argmax()]))


class PuzzlePages:
    """The handlers of puzzles."""

    def __init__(self, hub: Hub, renderer: Renderer, profiles: Profiles) -> None:
        self._hub, self._renderer, self._profiles = hub, renderer, profiles

    # -- the list ------------------------------------------------------------------------------------------------

    async def overview(self, request: Request) -> Response:
        """All games with puzzles: the puzzle of the day, and the reader's results."""
        return await self._overview(request, "")

    async def keep(self, request: Request) -> Response:
        """Store the answers of this browser from now on."""
        form = await form_of(request)
        name = tidy_name(form.get("name", ""))
        if not name:
            return await self._overview(request, NAMELESS, 400)
        response = redirected(request, "puzzles/")
        await self._profiles.become(request, response, name, token_of(form))
        return response

    async def _overview(self, request: Request, wrong: str, status: int = 200) -> Response:
        player, words = await self._profiles.player(request), Words(language_of(request))
        games = []
        for name, game in self._hub.games.items():
            puzzles = shipped(game)
            if not puzzles:
                continue
            how = await self._standing(player, game)
            first = await asyncio.to_thread(preferred, game)
            today = daily(first)
            done = how.solved | how.missed
            games.append({
                "game": game, "board": self._hub.boards[name], "count": len(puzzles), "today": today, "how": how,
                "mark": "right" if today.id in how.solved else "wrong" if today.id in how.missed else "",
                "next": next((each for each in (*first, *puzzles) if each.id not in done and each is not today), None),
                "rating": rating_in_words(how.rating, words),
            })  # fmt: skip
        return self._renderer.page(request, "puzzles.html", status, games=games, known=player is not None, wrong=wrong)

    async def _standing(self, player: str | None, game: Game) -> Standing:
        store = self._hub.services.store
        mine = [] if player is None else await store.ask(attempts_of, player, game.name)
        return await asyncio.to_thread(standing, mine, shipped(game), game.name)

    # -- one puzzle ----------------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """A puzzle; its contents come from `state`, as at a table."""
        game, puzzle = self._asked(request)
        board, puzzles = self._hub.boards[game.name], shipped(game)
        seats = puzzle.state(game).num_players
        how = await self._standing(await self._profiles.player(request), game)
        nth = [each.id for each in puzzles].index(puzzle.id)
        return self._renderer.page(
            request, "puzzle.html", game=game, board=board, puzzle=puzzle, seats=seats, nth=nth + 1, of=len(puzzles),
            columns=board.columns(seats, puzzle.seat), sprite=board.sprite(),
            is_today=puzzle is daily(await asyncio.to_thread(preferred, game)),
            following=puzzles[(nth + 1) % len(puzzles)], done=puzzle.id in how.solved | how.missed,
            points=difficulty(puzzle, ladder_of(game.name)), ladder=ladder_of(game.name),
        )  # fmt: skip

    async def state(self, request: Request) -> Response:
        """The position, in the form of a page at a table."""
        game, puzzle = self._asked(request)
        if request.query_params.get("since") == str(VERSION):
            return Response(status_code=204)
        language = language_of(request)
        glimpse, lines = seen(puzzle.state(game), puzzle, seat_called(puzzle.seat, Words(language)))
        parts = page_parts(self._hub.boards[game.name], glimpse, lines, True, language)
        return JSONResponse({
            "type": "state", "version": VERSION, "parts": {name: str(part) for name, part in parts.items()},
            "lines": [], "first": 0, "afresh": False, "asked": True, "begun": True, "broken": False, "clock": None,
        })  # fmt: skip

    async def answer(self, request: Request) -> Response:
        """Receive an answer and comment on it; the first answer of a known player is stored."""
        game, puzzle = self._asked(request)
        message, state = read(await request.body()), puzzle.state(game)
        if not isinstance(message, Act) or message.action not in state.legal():
            raise RefusedError("illegal")
        right, player = message.action == puzzle.best, await self._profiles.player(request)
        if player is not None:
            await self._hub.services.store.change(keep_attempt, player, game.name, puzzle.id, right)
        then = await asyncio.to_thread(_then, game, puzzle)
        html = self._verdict(request, game, puzzle, state, message.action, then)
        return JSONResponse({"type": "verdict", "right": right, "html": str(html)})

    def _verdict(
        self, request: Request, game: Game, puzzle: Puzzle, state: State, taken: int, then: list[str]
    ) -> Markup:
        language = language_of(request)
        glimpse, _ = seen(state, puzzle, seat_called(puzzle.seat, Words(language)))
        words, met = words_for(self._hub.boards[game.name], glimpse, language), decision_of(state)
        named = {int(action): met.describe(int(action)) for action in met.legal}
        right = taken == puzzle.best
        title = words("Right!") if right else words("Not the best.")
        head = Markup(
            '<h3 id="hinted" class="{}" tabindex="-1">{}</h3><p class="advised"><small>{}</small> {}</p>'
        ).format("right" if right else "wrong-answer", title, words("The best choice:"), words.rich(named[puzzle.best]))
        if then:
            steps = joined(Markup("<li>{}</li>").format(words.rich(text)) for text in then)
            head += Markup('<p class="quiet">{}</p><ol class="then">{}</ol>').format(
                words("The bot that plays on in the search continues, for instance:"), steps
            )
        return head + options_list(puzzle.opinion, named, words, taken) + how_sure(puzzle.opinion, words)

    def _asked(self, request: Request) -> tuple[Game, Puzzle]:
        game = self._hub.games.get(request.path_params["game"])
        wanted: Any = request.path_params["puzzle"]
        puzzles = () if game is None else shipped(game)
        puzzle = next((each for each in puzzles if each.id == wanted), None)
        if wanted == "today" and puzzles:
            puzzle = daily(preferred(game))
        if game is None or puzzle is None:
            raise HTTPException(404, "puzzle")
        return game, puzzle
