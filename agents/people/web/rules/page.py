"""The page of a text: Markdown with embedded pictures."""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from agents.people.sentences import folder_of
from agents.people.web.boards.pieces import joined
from agents.people.web.markup import Markup
from agents.people.web.phrases import LANGUAGES, Words
from agents.people.web.rules.moments import TextError, moment
from agents.people.web.rules.pictures import drawn, row
from dynasty_env.kit.game import Game
from dynasty_env.kit.named import stem_of

PICTURE = "picture"
"""The name of a fence for a picture."""
BOLD = ("\ue000", "\ue001")
"""Marks around bold text until the page is made."""
MARK = re.compile(r"\{([^{}|]+)\|(?:([\w-]+): )?([^{}]+)\}")
"""A checked number in a text: the text shown, the position's name (by default the last picture's), and the fact."""
STRONG = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


def languages_of(game: Game) -> list[str]:
    """Languages in which a game has rules for players."""
    return [code for code in LANGUAGES if (folder_of(game.name) / f"{code}.md").is_file()]


@cache
def rules_for_players(game: Game, language: str) -> Markup:
    """The rules of a game as HTML, in one of its `languages_of`. Raises TextError if a picture cannot be drawn."""
    return _rendered(game, f"{language}.md", language)


@cache
def words_for_players(game: Game, language: str) -> Markup:
    """The words of a game that players meet, as HTML, like `rules_for_players`."""
    return _rendered(game, f"words.{language}.md", language)


def _rendered(game: Game, name: str, language: str) -> Markup:
    """A text as HTML, with the contents of its fences."""
    text = (folder_of(game.name) / name).read_text(encoding="utf-8")
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(_without_marks(text))
    for token in tokens:
        if token.type == "fence" and token.info in FENCES:
            drawn_from = FENCES[token.info]
            token.type, token.content = "html_block", str(drawn_from(game, tomllib.loads(token.content), language))
    _head_cells(tokens)
    ways = _ways(tokens)
    html = str(reader.renderer.render(tokens, reader.options, {})).replace(BOLD[0], "<b>").replace(BOLD[1], "</b>")
    beginning, end, rest = html.partition("</blockquote>\n" if "</blockquote>" in html else "</h1>\n")
    return Markup("{}{}{}").format(Markup(beginning + end), ways, Markup(rest))


def _ways(tokens: list[Token]) -> Markup:
    """Links to all sections of a page; their headings get ids."""
    links: list[Markup] = []
    for token, heading in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            token.attrSet("id", f"part-{len(links) + 1}")
            links.append(Markup('<a href="#part-{}">{}</a>').format(len(links) + 1, heading.content))
    return Markup('<nav class="contents">{}</nav>\n').format(Markup(" ").join(links))


def _without_marks(text: str) -> str:
    """Replace the checked numbers of a text by what they show, in bold except in captions of pictures.

    Bold text has special marks here, since those of Markdown do not work next to Japanese brackets and letters.
    """
    pieces = re.split(rf"^(```{PICTURE}$.*?^```)$", text, flags=re.MULTILINE | re.DOTALL)
    for number, piece in enumerate(pieces):
        bold = rf"{BOLD[0]}\1{BOLD[1]}"
        in_picture = piece.startswith("```")
        pieces[number] = MARK.sub(r"\1" if in_picture else bold, piece if in_picture else STRONG.sub(bold, piece))
    return "".join(pieces)


def _figure(game: Game, wanted: dict[str, Any], language: str) -> Markup:
    """A picture with its caption."""
    if "moment" in wanted:
        shown = moment(game, wanted["moment"])
        picture = drawn(shown, wanted, language)
    else:
        picture = row(wanted, Words(language, game.name))
    return Markup(
        '<figure class="shown {}"><div class="pieces board board-{}" role="img" aria-label="{}">{}</div>'
        "<figcaption>{}</figcaption></figure>\n"
    ).format(wanted.get("style", ""), stem_of(game.name), wanted["caption"], picture, wanted["caption"])


def _terms(game: Game, wanted: dict[str, Any], language: str) -> Markup:
    """All terms of a kind in the game's glossary, in the words of the fence, else in those for players."""
    words, kind = Words(language, game.name), wanted["kind"]
    rows = []
    for term in game.glossary.terms:
        if term.kind == kind:
            text = wanted.get(term.name) or words.explanation(kind, term.name)
            if not text:
                raise TextError(f"{game.name}: nobody says what {term.name!r} is in {LANGUAGES[language]}")
            rows.append(Markup("<dt>{}</dt><dd>{}</dd>").format(words.term(term.name.replace("_", " ")), text))
    return Markup("<dl>{}</dl>\n").format(joined(rows))


FENCES: Mapping[str, Callable[[Game, dict[str, Any], str], Markup]] = {PICTURE: _figure, "terms": _terms}
"""The functions that produce the contents of fences, by name."""


def _head_cells(tokens: list[Token]) -> None:
    """Give cells the heading of their column, so that a narrow screen can show a row as a list."""
    heads: list[str] = []
    column = 0
    for token, after in pairwise(tokens):
        if token.type == "thead_open":
            heads = []
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open":
            heads.append(after.content)
        elif token.type == "td_open":
            token.attrSet("data-head", heads[column])
            inside = after.children or []
            after.children = [Token("html_inline", "", 0, content="<span>"), *inside,
                              Token("html_inline", "", 0, content="</span>")]  # fmt: skip
            column += 1
        if token.type in ("th_open", "td_open"):
            token.attrs.pop("style", None)  # the pages' policy does not allow inline styles
