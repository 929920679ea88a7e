"""A language model in a seat: a bot like any other."""

from collections.abc import Mapping, Sequence

from agents.language.dialogue import Account, Model, ModelError, ask, check_fallback
from agents.language.prompt import prompt_of
from agents.language.reply import note_in
from agents.language.style import Style
from agents.language.transcripts import Transcripts
from agents.language.waiting import Announced
from dynasty_env.kit.seats.decision import Decision

SILENT = 3
"""Number of first decisions without any answer after which a model counts as unreachable."""


class LanguagePlayer:
    """Plays the moves that a language model names.

    A decision with a single legal move is played without asking. `account` counts illegal and unreadable replies, and
    every decision that the model did not make itself.

    Args:
        style: how much it is told.
        corrections: how often it is asked again after a reply that names no legal move.
        fallback: what happens if that does not help either: ``random`` draws the move uniformly; ``forfeit`` forfeits
            the game: from there on the seat's moves are drawn uniformly, and matches award it no share of a victory.
        transcripts: where to record messages and replies; None: nowhere.

    Attributes:
        forfeited: the seats that have forfeited the current game.

    Raises:
        OptionError: an argument is out of range.
    """

    def __init__(
        self, model: Model, style: Style, *, corrections: int = 2, fallback: str = "random",
        transcripts: Transcripts | None = None,
    ) -> None:  # fmt: skip
        check_fallback(corrections, fallback)
        self.name = f"llm:{model.name}"
        self.fallback = fallback
        self.forfeited: set[int] = set()
        self._model = Announced(model)
        self._style = style
        self._corrections = corrections
        self._transcripts = transcripts
        self._account = Account()
        self._heard: dict[int, list[str]] = {}
        self._written: dict[int, str] = {}

    @property
    def account(self) -> Mapping[str, int]:
        """Counts over all games so far: see `Account`."""
        return self._account.numbers()

    def reset(self, seed: int) -> None:
        """Begin a new game."""
        self._heard.clear()
        self._written.clear()
        self.forfeited.clear()
        if self._transcripts is not None:
            self._transcripts.begin()

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        """Receive the effects of a move that the seat may know."""
        self._heard.setdefault(seat, []).extend(lines)

    def note(self, decision: Decision, action: int) -> str:
        """The model's message to the seat that its move asks."""
        return self._written.pop(decision.seat, "")

    def act(self, decision: Decision) -> int:
        """The model's move, or that of the fallback.

        Raises:
            ModelError: it has answered none of the first decisions, or cannot be reached.
        """
        self._written.pop(decision.seat, None)
        if len(decision.legal) == 1:
            return int(decision.legal[0])
        if decision.seat not in self.forfeited:
            prompt = prompt_of(decision, self._heard.pop(decision.seat, ()), self._style)
            answer = ask(self._model, prompt, self._corrections, self._account)
            if answer.move is None:
                self._give_up(decision.seat)
            if self._account.replies == 0 and self._account.unanswered >= SILENT:
                raise ModelError(
                    f"{self.name} has answered none of the first {SILENT} decisions: {answer.exchanges[-1].error}"
                )
            if self._transcripts is not None:
                self._transcripts.write(decision, answer)
            if answer.move is not None:
                self._written[decision.seat] = note_in(answer.exchanges[-1].reply or "")
                return answer.move.action
        return int(decision.legal[decision.rng.integers(len(decision.legal))])

    def _give_up(self, seat: int) -> None:
        """Handle a decision for which no reply has named a legal move."""
        if self.fallback == "forfeit":
            self.forfeited.add(seat)
            self._account.forfeits += 1
        else:
            self._account.fallbacks += 1
