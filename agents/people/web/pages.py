"""Pieces of the page around a board: headline, prompt, chronicle, end; and a page put together from a glimpse."""

import re
from collections.abc import Sequence

from markupsafe import Markup

from agents.people.web.boards import Board
from agents.people.web.boards.board import Parts
from agents.people.web.boards.pieces import NOTHING, joined
from agents.people.web.phrases import Words
from agents.people.web.shown import Choice, Glimpse, Question

FEW = 14
"""Up to so many choices are listed at once; more can be unfolded."""
PASS = "pass"
_NUMBERS = re.compile(r"\b[A-Z]\d+\*?(?: [A-Z]\d+\*?){3,}")
"""Numbers of a person by their letters, in the words of a choice."""
ENDS = "the game ends"
"""How the sentence begins that says why a game is over."""
NOT_ON_THE_BOARD = ("person", "country", "deck", "card", "cell", "arrow")
"""Kinds of actions that the board shows where they belong."""


def words_for(board: Board, glimpse: Glimpse, language: str) -> Words:
    """The words of a viewer's page."""
    own = Words(language)
    names = [
        own("free seat {n}", n=i + 1) if seat.kind == "free"
        else own("{bot} {n}", bot=own(seat.name.partition(":")[0]).capitalize(), n=i + 1) if seat.kind == "bot"
        else seat.name
        for i, seat in enumerate(glimpse.seats)
    ]  # fmt: skip
    return Words(language, board.game.name, board.game.agent, names)


def page_parts(board: Board, glimpse: Glimpse, told: Sequence[str], begun: bool, language: str) -> Parts:
    """A whole page in pieces: a pure function of what the viewer is shown.

    Args:
        board: of the game.
        glimpse: what the viewer is shown.
        told: what the last move did, in words.
        begun: the game goes on; else people are still sitting down.
        language: of the page.
    """
    words = words_for(board, glimpse, language)
    if not begun:
        return {"status": _gathering(glimpse, words), "prompt": _seats(glimpse, words)}
    return {
        "status": _status(board, glimpse, words),
        "prompt": _end(board, glimpse, told, words) if glimpse.phase == "end" else _prompt(board, glimpse, words),
        **board.parts(glimpse, told, words),
    }


def chronicle_lines(board: Board, glimpse: Glimpse, lines: Sequence[str], language: str) -> list[str]:
    """Lines of the chronicle, as HTML."""
    words = words_for(board, glimpse, language)
    passes = board.passes
    return [
        str(Markup('<li class="{}">{}</li>').format("pale" if passes and passes.search(line) else "", words.rich(line)))
        for line in lines
    ]


# -------------------------------------------------------------------------------------------------------- before a game


def _gathering(glimpse: Glimpse, words: Words) -> Markup:
    free = sum(seat.kind == "free" for seat in glimpse.seats)
    return Markup("<b>{}</b>").format(words("Waiting for {n} more", n=free))


def _seats(glimpse: Glimpse, words: Words) -> Markup:
    rows = joined(
        Markup('<li class="s{} seat-{}"><b class="who s{}">{}</b> <small>{}</small></li>').format(
            i, seat.kind, i, words.name(i), words("free") if seat.kind == "free" else "✓"
        )
        for i, seat in enumerate(glimpse.seats)
    )
    return Markup('<h2>{}</h2><ul class="sitting">{}</ul><p class="quiet">{}</p>').format(
        words("At the table"), rows, words("The game begins as soon as every seat is taken.")
    )


# ------------------------------------------------------------------------------------------------------------ in a game


def _status(board: Board, glimpse: Glimpse, words: Words) -> Markup:
    mine = " mine" if glimpse.question is not None else ""
    return Markup('<span class="turn">{}</span> <b class="wait{}">{}</b>').format(
        board.headline(glimpse.view, words), mine, board.waiting(glimpse, words)
    )


def _prompt(board: Board, glimpse: Glimpse, words: Words) -> Markup:
    question = glimpse.question
    away = glimpse.viewer is not None and glimpse.seats[glimpse.viewer].kind == "away"
    if away:
        return Markup('<h2>{}</h2><button type="button" class="main" data-say="back">{}</button>').format(
            words("A bot plays for you"), words("I am back")
        )
    if question is None:
        waiting = board.waiting(glimpse, words)
        return Markup('<p class="quiet">{}</p>{}').format(waiting, _advance(glimpse, words))
    asked, why = board.asks(glimpse, words)
    told = [words.rich(text) for text in (question.stakes, question.prospects) if text]
    facts = joined(Markup("<p>{}</p>").format(text) for text in told)
    may_pass = glimpse.advance != "off" or any(choice.name == PASS for choice in question.choices)
    return Markup('<h2 id="asked" tabindex="-1">{}</h2><p class="why">{}</p><div class="facts">{}</div>{}{}{}').format(
        asked, why, facts, _choices(board, question.choices, words), _legend(board, question, words),
        _advance(glimpse, words) if may_pass else NOTHING,
    )  # fmt: skip


def _legend(board: Board, question: Question, words: Words) -> Markup:
    """What the letters of numbers mean, where a question uses them."""
    said = (question.stakes, *(choice.words for choice in question.choices))
    if not board.letters or not any(map(_NUMBERS.search, said)):
        return NOTHING
    letters = " · ".join(f"{letter} {words.term(name)}" for letter, name in board.letters.items())
    return Markup('<p class="quiet letters">{}</p>').format(letters)


def _choices(board: Board, choices: Sequence[Choice], words: Words) -> Markup:
    """All choices as a list; those that the board shows are folded away where they are many."""
    plain = [choice for choice in choices if choice.name.partition(":")[0] not in NOT_ON_THE_BOARD]
    placed = [choice for choice in choices if choice.name.partition(":")[0] in NOT_ON_THE_BOARD]
    plain.sort(key=lambda choice: choice.name == PASS)
    head = Markup('<ul class="choices plain">{}</ul>').format(joined(_row(board, each, words) for each in plain))
    if not placed:
        return head
    rows = Markup('<ul class="choices">{}</ul>').format(joined(_row(board, each, words) for each in placed))
    if len(choices) <= FEW:
        return rows + head if plain else rows
    return Markup('<details class="more"><summary>{}</summary>{}</details>{}').format(
        words("Choose on the board, or from this list of {n}", n=len(placed)), rows, head
    )


def _row(board: Board, choice: Choice, words: Words) -> Markup:
    purpose = board.purposes.get(choice.name, "")
    told = [words(purpose)] if purpose else []
    told += [words.rich(choice.prospects)] if choice.prospects else []
    small = joined(Markup("<small>{}</small>").format(text) for text in told)
    style = "choice pass" if choice.name == PASS else "choice"
    return Markup('<li><button type="button" class="{}" data-act="{}">{} {}</button></li>').format(
        style, choice.action, words.rich(choice.words), small
    )


def _advance(glimpse: Glimpse, words: Words) -> Markup:
    """Passing in advance."""
    if glimpse.viewer is None:
        return NOTHING
    if glimpse.advance != "off":
        said = {
            "declared": words("You pass until something else is declared"),
            "turn": words("You pass until your turn"),
        }
        return Markup(
            '<p class="advance on">{} <button type="button" data-say="advance" data-until="off">{}</button></p>'
        ).format(said[glimpse.advance], words("Ask me again"))
    return Markup(
        '<p class="advance"><span>{}</span> <button type="button" data-say="advance" data-until="declared">{}</button> '
        '<button type="button" data-say="advance" data-until="turn">{}</button></p>'
    ).format(words("Pass in advance:"), words("until something else is declared"), words("until my turn"))


def _end(board: Board, glimpse: Glimpse, told: Sequence[str], words: Words) -> Markup:
    """Who has won, why the game is over, and how the points came about."""
    rows = board.account_rows(glimpse, words)
    winners = [words.name(seat) for seat, share, _, _ in rows if share > 0]
    if not winners:
        said = words("Nobody wins.")
    elif len(winners) == 1:
        said = words("{name} wins.", name=winners[0])
    else:
        said = words("{names} share the victory.", names=words(", ").join(winners))
    lines = joined(
        Markup('<tr class="{}"><th scope="row">{}</th><td class="points">{:g}</td><td>{}</td></tr>').format(
            "won" if share else "", words.tag(seat), points, " · ".join(items)
        )
        for seat, share, points, items in rows
    )
    why = joined(Markup('<p class="why">{}</p>').format(words.rich(line)) for line in told if line.startswith(ENDS))
    return Markup(
        '<h2 id="asked" tabindex="-1">{}</h2>{}<table class="account"><thead><tr><th>{}</th><th>{}</th><th>{}</th></tr>'
        '</thead><tbody>{}</tbody></table><p><a class="button" href="replay.json" download>{}</a></p>'
    ).format(said, why, words("player"), words("points"), words("made of"), lines, words("Download the replay"))
