"""What the terminal answers to “? word”: the table itself, the words for players, and the exact rules."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from agents.people.sentences import explained, text_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.glossary import Glossary, Term, plain


@cache
def words_of(game: Game) -> Glossary:
    """The words that players meet, in plain sentences, and the parts of the page that list terms of the glossary."""
    terms = []
    for each in explained(game.name):
        names = [_spoken(name) for name in each.names]
        terms.append(Term(" / ".join(names), "", "", (*names, *each.also), each.text))
    for title in _kinds_listed(game):
        names = [_spoken(each.names[0]) for each in explained(game.name) if each.part == title and each.kind]
        terms.append(Term(title, "", "", (), f"{', '.join(names)}. Type ? and a name for what it does."))
    return Glossary(terms=terms)


def _kinds_listed(game: Game) -> dict[str, str]:
    """For each part of the words for players that explains a kind of terms, this kind."""
    return {each.part: each.kind for each in explained(game.name) if each.kind and each.part}


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def options_off(game: Game, options: Mapping[str, int | bool]) -> dict[str, str]:
    """The chapters of the exact rules that this table does not use, each with the option that it belongs to."""
    found: dict[str, str] = {}
    for term in game.glossary.terms:
        if term.kind == "option" and term.name != "ask_forced" and options.get(term.name) is False:
            chapter = re.search(r"[(;] ?(ch\. \d+)\)", term.text)  # a whole chapter; single sections have a point
            found |= {chapter[1]: term.name} if chapter else {}
    return found


def of_option(term: Term, off: Mapping[str, str]) -> str:
    """The option that a term needs and that is off, or an empty string."""
    needed = (option for chapter, option in off.items() if re.match(rf"{re.escape(chapter)}(?!\d)", term.chapter))
    return next(needed, "")


class Answer(NamedTuple):
    """What is found for a word.

    Attributes:
        terms: what explains it, best first.
        needs: for each of them the option that it needs and that is off at this table, or an empty string.
        is_exact: it quotes the exact rules, which have nothing to add.
    """

    terms: Sequence[Term]
    needs: Sequence[str]
    is_exact: bool


def look_up(
    game: Game, word: str, things: Sequence[Term] = (), options: Mapping[str, int | bool] | None = None, *,
    exact: bool = False,
) -> Answer:  # fmt: skip
    """What there is to say about a word: of the table itself, in words for players, else from the exact rules.

    Args:
        word: what somebody has typed.
        things: what can be looked up of the table (`Game.things`).
        options: the options of the table; None: they do not matter.
        exact: quote the exact rules alone.
    """
    off = options_off(game, options or {})
    by_rules = game.glossary.find(word)
    found = [] if exact else _for_players(game, word, things)
    if found:
        listed = _kinds_listed(game)
        by_name = {term.name: of_option(term, off) for term in reversed(game.glossary.terms)}
        by_kind = {term.kind: of_option(term, off) for term in game.glossary.terms if term.kind in listed.values()}
        needs = [
            "" if term.kind else by_name.get(term.name, by_kind.get(listed.get(term.name, ""), "")) for term in found
        ]
        return Answer(found, needs, is_exact=all(term.kind == "choice" for term in by_rules))
    return Answer(by_rules, [of_option(term, off) for term in by_rules], is_exact=True)


def _for_players(game: Game, word: str, things: Sequence[Term]) -> list[Term]:
    """What is called exactly that, of the table and of the words for players; else what a part of its name says."""
    sought = {plain(word), plain(word).removesuffix("s")}
    found = [term for terms in (words_of(game), Glossary(terms=things)) for term in terms.find(word)]
    return [term for term in found if sought & {plain(name) for name in (term.name, *term.also)}] or found


@cache
def how_to_play(game: Game) -> list[list[str]]:
    """The rules for players, part by part, as lines of plain text; the first line of a part is its title."""
    text = re.sub(r"^```\w+\n((?:(?!```).*\n)*)```$", _caption, text_of(game.name, "en.md"), flags=re.MULTILINE)
    parts = []
    for section in re.split(r"^##? ", text, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        blocks = re.split(r"\n(?:[ \t]*\n)+|\n(?=- |\d+\. |\||  - )", body.strip())
        lines = [_plain_block(block) for block in blocks]
        parts.append([re.sub(r"\*+", "", title), *filter(None, lines)])
    return parts


def _caption(fence: re.Match[str]) -> str:
    """What is written below a picture, which a terminal does not show."""
    caption = tomllib.loads(fence[1]).get("caption", "")
    return f"[{caption}]" if caption else ""


def _plain_block(block: str) -> str:
    """A paragraph, a point of a list or a row of a table in one line."""
    line = re.sub(r"\*+|^> ?", "", " ".join(line.removeprefix("> ") for line in block.split("\n")))
    line = " ".join(re.sub(r"\[([^][]+)\]\([^()]*\)", r"\1", line).split())
    if not line.startswith("|"):
        return line
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    return "" if set(line) <= set("|-: ") else "- " + " | ".join(filter(None, cells))
