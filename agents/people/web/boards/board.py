"""The general board, for games without one of their own, and what every board has."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.lesson import Lesson
from agents.people.web.boards.pieces import NOTHING, joined, story_lines
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.kit.game import Game
from dynasty_env.kit.glossary import heading
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry, State

LONGEST_LINE = 240
"""Letters of an explanation that stands on a choice."""
_RULING = re.compile(r"\. [A-Z]-R\d+: ")
_REFERENCE = re.compile(r"^Row \d+: |(?<!\d,) (?:[A-Z](?:-R)?\d+(?:, |\b))+(?=\.|$)|\b[A-Z]-R\d+,? ?")
TURN_PLAYER = "turn_player"
"""Where a view says whose turn it is, in games with turns in which others may be asked."""
Parts = dict[str, Markup]
"""Pieces of a page by name: each is drawn anew only when it has changed."""


class Board:
    """Draws the table of a game from what one viewer is shown.

    A board of a game of its own overrides what it knows better. Everything is a pure function of its arguments.

    Args:
        game: the rulebook.
    """

    title: ClassVar[str] = ""
    """What the game is called; empty: as in its name."""
    summary: ClassVar[str] = ""
    """What it is about, in a sentence."""
    weight: ClassVar[int] = 0
    """How much there is to learn, 1 … 3; 0: nobody has said."""
    card: ClassVar[str] = ""
    """File name of the lobby's picture, in the folder `static/games/` of each language."""
    passes: ClassVar[re.Pattern[str] | None] = None
    """Sentences of the chronicle that say no more than that somebody does nothing."""
    meanings: ClassVar[Mapping[str, str]] = {}
    """What things are of which a choice names one, such as ``deck:yellow``, in a line."""
    lesson: ClassVar[Lesson | None] = None
    """A first game that explains itself; None: there is none yet."""
    placed: ClassVar[Collection[str]] = ("person", "country", "deck", "card", "cell", "arrow")
    """Kinds of actions that the board shows where they belong."""
    last: ClassVar[Collection[str]] = ("pass",)
    """Actions that end something or do nothing: they stand below all others."""
    choosers: ClassVar[Mapping[str, str]] = {"joker": _("The joker as")}
    """Kinds of actions that name a number, and what stands before all numbers."""
    windows: ClassVar[Collection[str]] = ("map", "grid", "room", "picture")
    """Parts that are the board itself: each lies in a window of its own, which shows what the question is about."""
    shown: ClassVar[Collection[int]] = ()
    """Kinds of entries that people need time to see: cards turned, dice rolled."""
    style: ClassVar[str] = ""
    """File name of a style sheet of its own, beside the site's."""
    called_options: ClassVar[Mapping[str, str]] = {}
    """What the lobby calls options whose meaning is not for newcomers; their values go by their names alone."""
    called_values: ClassVar[Mapping[str, Sequence[str]]] = {}
    """For options whose values have names: what each value is called."""
    letters: ClassVar[Mapping[str, str]] = {}
    """The letters that stand for a person's numbers, and their names."""
    signs: ClassVar[Mapping[str, str]] = {}
    """Signs in the words of choices, such as those of religions, and what they mean."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def name(self) -> str:
        """The board's own name, as style sheets have it."""
        return self.game.name.rpartition("_v")[0]

    def called(self) -> str:
        """The name of the game for people."""
        return self.title or self.name.replace("_", " ").capitalize()

    def around(self, seats: int, viewer: int | None) -> list[str]:
        """Names of the seats' parts, the viewer's own first, then clockwise."""
        return [f"seat{((viewer or 0) + i) % seats}" for i in range(seats)]

    def sprite(self) -> Markup:
        """Drawings that the parts refer to; they stand once in a page."""
        return NOTHING

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """Names of the parts, in the columns of a wide screen; ``prompt`` and ``chronicle`` are among them."""
        return [["picture", "facts"], ["prompt", "story", "chronicle"]]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table.

        Args:
            glimpse: what the viewer is shown.
            lines: what the last move did, in words.
            words: the viewer's language.
        """
        return {
            "picture": Markup('<img class="picture" alt="" src="picture.png?v={}">').format(glimpse.story),
            "facts": self._facts(glimpse, words),
            "story": self.story(glimpse, lines, words) if lines else NOTHING,
        }

    def _facts(self, glimpse: Glimpse, words: Words) -> Markup:
        hidden = ("legal", "game", "options", "seat", "phase", "deciding")
        facts = {name: value for name, value in glimpse.view.items() if name not in hidden}
        return Markup('<h2>{}</h2><div class="facts">{}</div>').format(words("The table"), as_list(facts, words))

    def story(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Markup:
        """What the last move did, in pictures and in words."""
        drawn, count = self.happening(glimpse.happened, words)
        lines_shown = story_lines(lines, words, count if count > 1 else 0)
        return Markup('<h2>{}</h2>{}<ol class="told">{}</ol>').format(words("What happened last"), drawn, lines_shown)

    def happening(self, happened: Sequence[Entry], words: Words) -> tuple[Markup, int]:
        """Cards turned and dice rolled in a move, one after another; and how many moments that takes."""
        return NOTHING, 0

    def headline(self, view: Mapping[str, Any], words: Words) -> str:
        """Where the game stands, in short."""
        if "turn" not in view:
            return ""
        return words("turn {n}", n=view["turn"]) if view["turn"] else words("set-up")

    def waiting(self, glimpse: Glimpse, words: Words) -> str:
        """What is waited for; who is asked only where everybody may know."""
        view = glimpse.view
        if glimpse.phase == "end":
            return words("The game is over")
        if glimpse.question is not None:
            return words("You decide")
        if view.get("deciding") is None:
            return self.secret_wait(glimpse.phase, words)
        return words("{name} decides", name=words.name(view["deciding"]))

    def secret_wait(self, phase: str, words: Words) -> str:
        """What is waited for where nobody else may know who is asked."""
        return words("Whoever wishes may act now")

    def asks(self, glimpse: Glimpse, words: Words) -> tuple[str, str]:
        """What the open decision asks, and why, in plain language."""
        if glimpse.question is None:
            return "", ""
        question = self.game.questions.get(glimpse.question.phase)
        if question is None:
            return words("{phase}: what do you do?", phase=words.term(glimpse.question.phase.replace("_", " "))), ""
        return words.term(question[0]), words.term(question[1])

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """What a choice means, in a line; empty where its own words say all."""
        purpose = self.game.purpose(glimpse.phase, choice.action) or self.meanings.get(choice.name, "")
        return words.term(purpose) if purpose else ""

    def brief(self, kind: str, name: str, words: Words) -> str:
        """What a term of the glossary is, in a line; empty where that takes longer."""
        text = words.explanation(kind, name)
        if not text:
            match = next((term for term in self.game.glossary.find(name) if term.kind == kind), None)
            text = "" if match is None else _REFERENCE.sub("", _RULING.sub("; ", match.text.partition("\n")[0]))
            if len(text) > LONGEST_LINE:
                text = text[: text.rfind(". ", 0, LONGEST_LINE) + 1]
        return text

    def named(self, kind: str, name: str, words: Words) -> str:
        """The same with the term before it; empty where nothing is said."""
        text = self.brief(kind, name, words)
        return f"{words.term(name)}: {text}" if text else ""

    def from_own_side(self, glimpse: Glimpse) -> Glimpse:
        """The same question with its chances told from the side of whoever is asked."""
        return glimpse

    def is_own(self, person: str, glimpse: Glimpse) -> bool:
        """Whether a person belongs to the viewer."""
        return False

    def side(self, glimpse: Glimpse, words: Words) -> str:
        """Whom the open action is aimed at; empty where that is no matter."""
        viewer, question = glimpse.viewer, glimpse.question
        if viewer is None or question is None or question.phase not in self.answers:
            return ""
        text, seat = self.aim(glimpse.view, viewer)
        return words(text, name=words.name(seat)) if seat is not None else words(text) if text else ""

    def aim(self, view: Mapping[str, Any], me: int) -> tuple[str, int | None]:
        """Where one of `answers` is wanted, what it is about: a sentence, and the seat that it names."""
        return "", None

    def occasion(self, view: Mapping[str, Any]) -> Any:
        """What a pass “until something else is declared” is about; None: all until the next open decision."""
        return None

    hostile: ClassVar[Collection[str]] = ()
    """Phases in which a person of one's own may be named, too, and is hardly meant."""
    answers: ClassVar[tuple[str, ...]] = ()
    """Phases in which one answers what somebody does, in one's own turn as well."""

    until: ClassVar[str] = _("until something else is declared")
    """How long a pass on an occasion lasts."""

    def has_occasion(self, view: Mapping[str, Any]) -> bool:
        """Whether there is something to pass on now, until something else comes."""
        return True

    def moments(self, happened: Sequence[Entry]) -> int:
        """How many of a move's entries are `shown`."""
        return sum(entry.kind in self.shown for entry in happened)

    def account(self, state: State) -> Any:
        """Where the points of a finished game come from: for each seat its share of the win, points, and items."""
        shares, scores, made_of = state.win_shares(), state.scores(), self.game.account(state)
        return tuple(zip(map(float, shares), map(float, scores), made_of, strict=True))

    def account_rows(self, glimpse: Glimpse, words: Words) -> list[tuple[int, float, float, list[str]]]:
        """The same in words, the best first: seat, share of the win, points, and what they are made of."""
        rows = [
            (seat, share, points, [words.plain(text) for text in items])
            for seat, (share, points, items) in enumerate(glimpse.account)
        ]
        return sorted(rows, key=lambda row: (-row[1], -row[2]))

    def explain(self, name: str, words: Words) -> tuple[str, Markup] | None:
        """A term with its explanation; None: there is no such term."""
        terms = self.game.glossary.find(name)
        if not terms:
            return None
        same = [term for term in terms if term.name.casefold() == terms[0].name.casefold()]
        known = (term for term in same if words.explanation(term.kind, term.name))
        best = next(known, next((term for term in same if term.kind == "ability"), same[0]))
        body = words.explanation(best.kind, best.name)
        if body:
            return words.term(best.name.replace("_", " ")), Markup("<p>{}</p>").format(body)
        text = joined(Markup("<p>{}</p>").format(words.term(line)) for line in best.text.split("\n"))
        return words.term(best.name) if words.language != "en" else heading(best), text


def as_list(value: Any, words: Words) -> Markup:
    """Anything that a view holds, as a list of names and values."""
    if isinstance(value, Mapping):
        rows = joined(
            Markup("<dt>{}</dt><dd>{}</dd>").format(words.term(str(name).replace("_", " ")), as_list(each, words))
            for name, each in value.items()
        )
        return Markup("<dl>{}</dl>").format(rows)
    if isinstance(value, list | tuple):
        if all(not isinstance(each, Mapping | list | tuple) for each in value):
            return Markup("{}").format(words.listed(str(each) for each in value) or "–")
        return Markup("<ul>{}</ul>").format(joined(Markup("<li>{}</li>").format(as_list(e, words)) for e in value))
    return Markup("{}").format("–" if value is None else words.plain(str(value)))
