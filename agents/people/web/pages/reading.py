"""Pages to read at every table: the rules for players, the full specification, and a glossary."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from agents.people.web.boards import Board
from agents.people.web.markup import Markup
from agents.people.web.pages.rendering import Renderer, language_of
from agents.people.web.phrases import Words
from agents.people.web.rules import languages_of, rules_for_players, words_for_players
from agents.people.web.tables.hub import Hub
from dynasty_env.kit.game import Game

FOLDERS = (Path(__file__).parent / "rules", Path(__file__).parents[4] / "docs" / "rules")
"""Folders of specifications: in the package, else in the repository."""
COMMENT = re.compile(r"^<!--.*-->\n", re.MULTILINE)
"""Markers of generated tables (`tests/pages.py`)."""
OPTION = "option"
"""Kind of the terms for options of a game: they are listed below the terms that everybody meets."""


class Reading:
    """The handlers of these pages."""

    def __init__(self, hub: Hub, renderer: Renderer) -> None:
        self._hub, self._renderer = hub, renderer

    async def rules(self, request: Request) -> Response:
        """The rules for players, or the specification if there are none."""
        board = self._asked(request)
        if not languages_of(board.game):
            return await self.specification(request)
        exact = rules_page(board.name) is not None
        return await self._text(request, board, "rules.html", rules_for_players, exact=exact)

    async def specification(self, request: Request) -> Response:
        """The rules as the engine plays them, with all rulings."""
        board = self._asked(request)
        text = rules_page(board.name)
        if text is None:
            raise HTTPException(404)
        return self._renderer.page(request, "specification.html", game=board.game, board=board, text=text)

    async def glossary(self, request: Request) -> Response:
        """The words that players meet; if there is no such text, all terms by kind, with options last."""
        board = self._asked(request)
        game = board.game
        if languages_of(game):
            return await self._text(request, board, "words.html", words_for_players)
        words = Words(language_of(request), game.name)
        kinds: dict[str, dict[str, tuple[str, Markup]]] = {}
        for term in sorted(game.glossary.terms, key=lambda each: each.kind == OPTION):
            explained = board.explain(term.name, words)
            if explained is not None:
                kinds.setdefault(term.kind, {}).setdefault(term.name, explained)
        if not kinds:
            raise HTTPException(404)
        return self._renderer.page(request, "glossary.html", game=game, board=board, kinds=kinds, words=words)

    async def _text(
        self, request: Request, board: Board, page: str, read: Callable[[Game, str], Markup], **more: Any
    ) -> Response:
        """A text in the reader's language, else in the first one that it has been written in."""
        languages, wanted = languages_of(board.game), language_of(request)
        written = wanted if wanted in languages else languages[0]
        text = await asyncio.to_thread(read, board.game, written)
        return self._renderer.page(request, page, game=board.game, board=board, text=text, written=written, **more)

    def _asked(self, request: Request) -> Board:
        board = self._hub.boards.get(request.path_params["game"])
        if board is None:
            raise HTTPException(404)
        return board


def has_rules(board: Board) -> bool:
    """Whether there are rules of a board's game to read."""
    return bool(languages_of(board.game)) or rules_page(board.name) is not None


@cache
def rules_page(name: str) -> Markup | None:
    """The specification of a game as HTML, or None if there is none."""
    file = next((folder / f"{name}.md" for folder in FOLDERS if (folder / f"{name}.md").is_file()), None)
    if file is None:
        return None
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(COMMENT.sub("", file.read_text(encoding="utf-8")))
    for token, text in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(text.content))
    for token in tokens:
        if token.type == "table_open":  # it scrolls if it is wider than the screen
            token.attrSet("tabindex", "0")
        if token.attrs.pop("style", None):  # the pages' policy does not allow inline styles
            token.attrSet("class", "number")
        if token.children:
            token.children = list(_without_ways_out(token.children))
    return Markup(reader.renderer.render(tokens, reader.options, {}))


def anchor(heading: str) -> str:
    """The anchor of a heading, as in the page's own links."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _without_ways_out(tokens: list[Token]) -> Iterator[Token]:
    """The tokens without pictures and links to other files of the documentation, which are not served here."""
    leads_away = False
    for token in tokens:
        if token.type == "link_open":
            leads_away = not str(token.attrs["href"]).startswith("#")
        if token.type != "image" and not (leads_away and token.type in ("link_open", "link_close")):
            yield token
