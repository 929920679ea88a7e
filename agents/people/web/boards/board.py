"""The general board, for games without a board of their own, and the interface of all boards."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.lesson import Lesson
from agents.people.web.boards.pieces import NOTHING, joined, story_lines
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.sides import aimed
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.kit.game import Game
from dynasty_env.kit.glossary import heading
from dynasty_env.kit.named import stem_of
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry

LONGEST_LINE = 240
"""Maximum length of an explanation shown on a choice."""
_RULING = re.compile(r"\. [A-Z]-R\d+: ")
_REFERENCE = re.compile(r"^Row \d+: |(?<!\d,) (?:[A-Z](?:-R)?\d+(?:, |\b))+(?=\.|$)|\b[A-Z]-R\d+,? ?")
TURN_PLAYER = "turn_player"
"""The key of a view that says whose turn it is, in games with turns in which others may be asked."""
Drawing = Callable[[Entry, int, Words], Markup]
"""Draws an entry as the n-th moment of a story; empty if there is nothing to see."""
Parts = dict[str, Markup]
"""Pieces of a page by name; each is redrawn only when it has changed."""


class Board:
    """Draws the table of a game from what one viewer is shown.

    The board of a particular game overrides what it can show better. Everything is a pure function of its arguments.
    """

    title: ClassVar[str] = ""
    """The displayed name of the game; empty: it follows from the game's name."""
    summary: ClassVar[str] = ""
    """The subject of the game in a sentence."""
    weight: ClassVar[int] = 0
    """How much there is to learn, 1 … 3; 0: not rated."""
    card: ClassVar[str] = ""
    """File name of the lobby's picture, in the folder `static/games/` of each language."""
    meanings: ClassVar[Mapping[str, str]] = {}
    """One-line explanations of things that a choice names, such as ``deck:yellow``."""
    lesson: ClassVar[Lesson | None] = None
    """A first game that explains itself, or None."""
    placed: ClassVar[Collection[str]] = ("person", "country", "deck", "card", "cell", "arrow")
    """Kinds of actions that the board shows where they belong."""
    last: ClassVar[Collection[str]] = ("pass",)
    """Actions that end something or do nothing; they are shown below all others."""
    choosers: ClassVar[Mapping[str, str]] = {"joker": _("The joker as")}
    """Kinds of actions that name a number, with the text in front of the numbers."""
    windows: ClassVar[Collection[str]] = ("map", "grid", "room", "picture")
    """Parts that are the board itself: each is in a window of its own, which shows what the question is about."""
    shown: ClassVar[Mapping[Any, Drawing]] = {}
    """How entries are drawn that people need time to see, by kind: cards turned up, dice rolled."""
    happens: ClassVar[str] = "happening"
    """Classes of the element with what the last move has turned up and rolled."""
    style: ClassVar[str] = ""
    """File name of the game's own style sheet, in addition to the site's."""
    letters: ClassVar[Mapping[str, str]] = {}
    """The letters that stand for a person's numbers, and their names."""
    signs: ClassVar[Mapping[str, str]] = {}
    """Signs in the words of choices, such as those of religions, with their meanings."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def name(self) -> str:
        """The board's name in style sheets."""
        return stem_of(self.game.name)

    def called(self) -> str:
        """The name of the game for people."""
        return self.title or self.name.replace("_", " ").capitalize()

    def around(self, seats: int, viewer: int | None) -> list[str]:
        """Names of the seats' parts, the viewer's own first, then clockwise."""
        return [f"seat{((viewer or 0) + i) % seats}" for i in range(seats)]

    def sprite(self) -> Markup:
        """Drawings that the parts refer to; they are in a page only once."""
        return NOTHING

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """Names of the parts, in the columns of a wide screen; ``prompt`` and ``chronicle`` are among them."""
        return [["picture", "facts"], ["prompt", "story", "chronicle"]]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """Draw the table from what the viewer is shown; `lines` say what the last move did."""
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
        moments: list[Markup] = []
        for entry in glimpse.happened:
            if entry.kind in self.shown and (moment := self.shown[entry.kind](entry, len(moments), words)):
                moments.append(moment)
        drawn = Markup('<div class="{}">{}</div>').format(self.happens, joined(moments)) if moments else NOTHING
        told = story_lines(lines, words, len(moments) if len(moments) > 1 else 0)
        return Markup('<h2>{}</h2>{}<ol class="told">{}</ol>').format(words("What happened last"), drawn, told)

    def headline(self, view: Mapping[str, Any], words: Words) -> str:
        """The state of the game in short."""
        if "turn" not in view:
            return ""
        return words("turn {n}", n=view["turn"]) if view["turn"] else words("set-up")

    def waiting(self, glimpse: Glimpse, words: Words) -> str:
        """Who or what the game is waiting for; names the deciding seat only if that is public."""
        view = glimpse.view
        if glimpse.phase == "end":
            return words("The game is over")
        if glimpse.question is not None:
            return words("You decide")
        if view.get("deciding") is None:
            return self.secret_wait(glimpse.phase, words)
        return words("{name} decides", name=words.name(view["deciding"]))

    def secret_wait(self, phase: str, words: Words) -> str:
        """What the game is waiting for, when the others must not know who is asked."""
        return words("Anyone may act now")

    def asks(self, glimpse: Glimpse, words: Words) -> tuple[str, str]:
        """What the open decision asks, and why, in plain language."""
        if glimpse.question is None:
            return "", ""
        question = self.game.questions.get(glimpse.question.phase)
        if question is None:
            return words("{phase}: what do you do?", phase=words.term(glimpse.question.phase.replace("_", " "))), ""
        return words.term(question[0]), words.term(question[1])

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """A one-line explanation of a choice; empty if its own words say everything."""
        purpose = self.game.purpose(glimpse.phase, choice.action) or self.meanings.get(choice.name, "")
        return words.term(purpose) if purpose else ""

    def brief(self, kind: str, name: str, words: Words) -> str:
        """A one-line explanation of a term of the glossary; empty if one line is not enough."""
        text = words.explanation(kind, name)
        if not text:
            match = next((term for term in self.game.glossary.find(name) if term.kind == kind), None)
            text = "" if match is None else _REFERENCE.sub("", _RULING.sub("; ", match.text.partition("\n")[0]))
            if len(text) > LONGEST_LINE:
                text = text[: text.rfind(". ", 0, LONGEST_LINE) + 1]
        return text

    def named(self, kind: str, name: str, words: Words) -> str:
        """The same with the term in front; empty if there is no explanation."""
        text = self.brief(kind, name, words)
        return f"{words.term(name)}: {text}" if text else ""

    def is_own(self, person: str, glimpse: Glimpse) -> bool:
        """Whether a person belongs to the viewer."""
        return False

    def side(self, glimpse: Glimpse, words: Words) -> str:
        """Whom the open action is aimed at; empty if that does not matter."""
        viewer, question = glimpse.viewer, glimpse.question
        if viewer is None or question is None:
            return ""
        return words.plain(aimed(self.game, question.phase, glimpse.view, viewer))

    def occasion(self, view: Mapping[str, Any]) -> Any:
        """What a pass “until something else is declared” refers to; None: everything until the next open decision."""
        return None

    hostile: ClassVar[Collection[str]] = ()
    """Phases that also allow persons of the player's own to be named, which is rarely intended."""
    until: ClassVar[str] = _("until something else is declared")
    """How long a pass on an occasion lasts."""

    def has_occasion(self, view: Mapping[str, Any]) -> bool:
        """Whether there is something to pass on until something else is declared."""
        return True

    def moments(self, happened: Sequence[Entry]) -> int:
        """How many of a move's entries are `shown`."""
        return sum(entry.kind in self.shown for entry in happened)

    def account_rows(self, glimpse: Glimpse, words: Words) -> list[tuple[int, float, float, list[str]]]:
        """The origin of the points, best first: seat, share of the win, points, and what they consist of, in words."""
        assert glimpse.account is not None
        rows = [
            (seat, share, points, [words.plain(text) for text in items])
            for seat, (share, points, items) in enumerate(glimpse.account)
        ]
        return sorted(rows, key=lambda row: (-row[1], -row[2]))

    def explain(self, name: str, words: Words) -> tuple[str, Markup] | None:
        """A term and its explanation, or None if there is no such term."""
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
    """Any value of a view, as a list of names and values."""
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
