"""Parts shared by the boards of Dynasty and Kingdoms."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.board import Board
from agents.people.web.boards.europe import arms
from agents.people.web.boards.europe.map import shapes
from agents.people.web.boards.europe.persons import RELIGIONS, about
from agents.people.web.boards.pieces import NOTHING, pile
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.europe.material import STATS
from dynasty_env.kit.phrases import _


class EuropeBoard(Board):
    """The board of a game that uses these persons and countries."""

    weight: ClassVar[int] = 2
    meanings: ClassVar[Mapping[str, str]] = {
        "deck:yellow": _("Habsburg, that is the Empire and Spain: half of them Catholic, nobody Protestant"),
        "deck:blue": _("France: half of them between the religions, few Protestants"),
        "deck:red": _("England and the Dutch: more than half Protestant, few Catholics"),
        "deck:green": _("The North and the German princes: mostly Protestant, hardly a Catholic"),
    }
    letters: ClassVar[Mapping[str, str]] = {name[0].upper(): name for name in STATS}
    signs: ClassVar[Mapping[str, str]] = RELIGIONS
    persons: ClassVar[Sequence[str]]
    """Names of the persons of the game."""

    def ability(self, person: int) -> str:
        """The special ability on a person's card, or an empty string."""
        raise NotImplementedError

    def sprite(self) -> Markup:
        """All coats of arms, and the shapes of the map."""
        return arms.sprite() + shapes()

    def person_piles(self, view: Mapping[str, Any], decks: Mapping[str, Choice], words: Words) -> list[Markup]:
        """The decks of persons."""
        return [
            pile(size, words.term(name), f"c-{name}", decks.get(name), words)
            for name, size in view["person_decks"].items()
        ]

    def ability_of(self, choice: Choice, words: Words) -> str:
        """The ability of a person who is chosen permanently, if the choice names one."""
        able = self.ability(self.persons.index(choice.subject))
        return self.named("ability", able, words) if able and able in choice.words else ""

    def occasion(self, view: Mapping[str, Any]) -> Any:
        """The declared action, regardless of the cards played on it."""
        return view["turn"], view["turn_player"], view["declared"]["action"]

    def has_occasion(self, view: Mapping[str, Any]) -> bool:
        """Whether an action is declared."""
        return view["declared"]["action"] is not None

    def explain(self, name: str, words: Words) -> tuple[str, Markup] | None:
        """Explain a term; persons have a page of their own."""
        if name not in self.persons:
            return super().explain(name, words)
        person = self.persons.index(name)
        able = self.ability(person)
        explained = super().explain(able, words) if able else None
        return words.term(name), about(person, words) + (
            Markup("<h4>{}</h4>{}").format(*explained) if explained else NOTHING
        )
