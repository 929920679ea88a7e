"""One seat of a game for an external player that reads text and replies in text; bots play the other seats.

The servers (MCP, OpenEnv) and the verifiers environment are thin wrappers around this.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from agents.language.dialogue import Account, check_fallback, count_wrong
from agents.language.prompt import Prompt, prompt_of
from agents.language.reply import ReplyError, move_named, note_in
from agents.language.style import DEFAULT, style_named
from agents.registry import make_bot, runs_a_program
from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Bot, Decision, begun, decided_unseen, dice_of
from dynasty_env.kit.seats.hearing import Listeners
from dynasty_env.kit.seats.notes import Note, note_of


@dataclass(frozen=True)
class Told:
    """The answer to a reply.

    Attributes:
        text: the next decision, the result of the game, or what was wrong.
        legal: the reply named a legal move, which has been played.
        done: the game is over for the seat.
        reward: the reward of this reply; all of it comes at the end.
    """

    text: str
    legal: bool
    done: bool
    reward: float


class _Outside:
    """Receives events for the external seat."""

    name = "outside"

    def __init__(self) -> None:
        self.happened: list[str] = []

    def reset(self, seed: int) -> None:
        self.happened.clear()

    def act(self, decision: Decision) -> int:
        raise AssertionError("its decisions come from outside")

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        self.happened += lines


@dataclass(frozen=True)
class SeatSettings:
    """The settings of an external seat.

    Attributes:
        opponents: names of the bots in the other seats, in the order of the seats; one name plays them all.
        reward: one of the game's rewards.
        verbosity: how much is told: one of `STYLES`.
        corrections: how many successive replies that name no legal move are answered with what was wrong; after the
            next one comes the fallback.
        fallback: ``forfeit`` ends the game for this seat with the reward −1; ``random`` draws the move uniformly, and
            the text says so.
        allow_programs: opponents may be bots that run programs or call servers (``llm:…``).
        backend: see `Game.new`.
        options: options of the game; missing ones have its defaults.

    Raises:
        OptionError: an attribute is out of range.
    """

    seat: int = 0
    opponents: Sequence[str] = ("random",)
    reward: str = "win"
    verbosity: str = DEFAULT
    corrections: int = 2
    fallback: str = "forfeit"
    allow_programs: bool = False
    backend: BackendName | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_fallback(self.corrections, self.fallback)


class Session:
    """A game in which one seat is played externally.

    Args:
        settings: the seat, its opponents, and other settings.
        seed: determines deals and dice. None: from fresh entropy. The player must not be able to choose it: the same
            deal from another seat reveals what is hidden.

    Attributes:
        done: the game is over, or this seat has forfeited.
        account: counts of how the decisions were made.

    Raises:
        OptionError: an argument is out of range; the message says what would be right.
    """

    def __init__(self, game: Game, settings: SeatSettings | None = None, *, seed: int | None = None) -> None:
        settings = settings or SeatSettings()
        check_choice("reward", settings.reward, tuple(game.rewards))
        programs = [] if settings.allow_programs else [name for name in settings.opponents if runs_a_program(name)]
        if programs:
            raise OptionError(f"{in_short(programs[0])} runs a program or calls a server, which is not allowed here")
        self._style = style_named(settings.verbosity)
        checked: dict[str, Any] = game.check_options(settings.options)
        seats = int(checked["num_players"])
        seat = settings.seat
        if not 0 <= seat < seats:
            raise OptionError(f"seat={in_short(seat)} is out of range: this table has seats 0 … {seats - 1}")
        self.game, self.seat = game, seat
        self._outside = _Outside()
        self._bots = _seated(game, seat, settings.opponents, seats, self._outside)
        self._settings = settings
        self._state = game.new(secrets.randbelow(2**63) if seed is None else seed, backend=settings.backend, **checked)
        self._dice = [dice_of(self._state.seed, each) for each in range(seats)]
        for bot, dice in zip(self._bots, self._dice, strict=True):
            begun(bot, int(dice.integers(2**63)))
        self._listeners = Listeners(self._bots)
        self._listeners.tell(self._state)
        self._wrong = 0
        self._drawn = ""
        self.forfeited = False
        self.account = Account()
        self._prompt: Prompt | None = None
        self._go_on()

    @property
    def done(self) -> bool:
        return self.forfeited or self._state.done

    @property
    def prompt(self) -> Prompt:
        """The open decision. Raises OptionError once the game is over, or since an opponent has failed."""
        self._check_open()
        assert self._prompt is not None
        return self._prompt

    def decision(self) -> Decision:
        """The open decision in the form that bots get. Raises OptionError as `prompt` does."""
        self._check_open()
        return Decision(self._state, np.random.default_rng(0))

    def _check_open(self) -> None:
        if self._prompt is None:
            why = "the game is over" if self.done else "an opponent has failed"
            raise OptionError(f"{why}: start a new game")

    def text(self) -> str:
        """The open decision, or the result of the game."""
        return self._conclusion() if self.done else self._drawn + self.prompt.user

    def reply(self, text: str) -> Told:
        """Play the move that a reply names.

        A reply that names none changes nothing at the table and is answered with what was wrong, up to `corrections`
        times in a row.

        Raises:
            OptionError: the game is over, or an opponent has failed.
        """
        prompt = self.prompt
        self.account.replies += 1
        self.account.characters_received += len(text)
        try:
            action = move_named(text, prompt.moves).action
        except ReplyError as error:
            count_wrong(self.account, error)
            self._wrong += 1
            if self._wrong <= self._settings.corrections:
                left = self._settings.corrections - self._wrong
                more = f"{left} more such replies are answered" if left else "the next such reply is not answered"
                return Told(f"This could not be played: {error}. ({more}.)", False, False, 0.0)
            return self._give_up(str(error))
        self._drawn = ""
        asked = self.decision().addressee(action)
        written = note_in(text) if asked is not None else ""
        self._play(action, None if asked is None or not written else Note(self.seat, asked, written))
        return self._told(legal=True)

    def result(self) -> dict[str, Any]:
        """The result of the game: returns of this seat, everybody's points and shares of the victory, and the account.

        While the game is running, and after a forfeit, the others' points are left out.
        """
        result: dict[str, Any] = {
            "game": self.game.name, "seat": self.seat, "done": self.done, "forfeited": self.forfeited,
            "reward": self._returns(), "account": self.account.numbers(),
        }  # fmt: skip
        if self._state.done:
            result |= {"points": self._state.scores(), "shares": self._state.win_shares().tolist()}
        return result

    def _give_up(self, error: str) -> Told:
        """Apply the fallback after too many replies that name no legal move."""
        if self._settings.fallback == "forfeit":
            self.account.forfeits += 1
            self.forfeited = True
            self._prompt = None
            return self._told(legal=False)
        legal = self._state.legal()
        action = int(legal[self._dice[self.seat].integers(len(legal))])
        self.account.fallbacks += 1
        words = self._state.describe(action)
        self._play(action)
        self._drawn = f"Your last reply could not be played ({error}), so a random move was played: {words}.\n\n"
        return self._told(legal=False)

    def _told(self, *, legal: bool) -> Told:
        return Told(self.text(), legal, self.done, self._returns() if self.done else 0.0)

    def _returns(self) -> float:
        if self.forfeited:
            return -1.0
        return float(self._state.returns(self._settings.reward)[self.seat]) if self._state.done else 0.0

    def _play(self, action: int, note: Note | None = None) -> None:
        self._wrong = 0
        self._prompt = None  # until the seat is asked again
        self._state.play(action)
        self._listeners.tell(self._state, note)
        self._go_on()

    def _go_on(self) -> None:
        """Let the bots play up to the seat's next decision that offers a choice."""
        state = self._state
        while not state.done:
            decision = Decision(state, self._dice[state.seat])
            note = None
            if state.seat != self.seat:
                bot = self._bots[state.seat]
                action = decided_unseen(bot, decision)
                note = note_of(bot, decision, action)
                state.play(action)
            elif len(decision.legal) == 1:
                state.play(int(decision.legal[0]))
            else:
                self._prompt = prompt_of(decision, self._outside.happened, self._style)
                self._outside.happened.clear()
                self.account.decisions += 1
                self.account.characters_sent += len(self._prompt.system) + len(self._prompt.user)
                return
            self._listeners.tell(state, note)
        self._prompt = None

    def _conclusion(self) -> str:
        """The result of the game in words."""
        if self.forfeited:
            return "You have forfeited this game: too many replies in a row named no legal move. Your reward is -1."
        state = self._state
        agents = self.game.agents(state.num_players)
        shares, points = state.win_shares(), state.scores()
        winners = [agents[seat] for seat in range(state.num_players) if shares[seat]]
        won = " and ".join(winners or ["nobody"]) + (" share the victory" if len(winners) > 1 else " wins")
        listed = ", ".join(f"{agent} {number:g}" for agent, number in zip(agents, points, strict=True))
        ended = "\n".join(self._outside.happened[-self._style.happened :])
        return (
            f"{self._drawn}{ended}\n\nThe game is over: {won}. Points: {listed}. You are {agents[self.seat]}; "
            f"your reward is {self._returns():g}."
        ).lstrip()


def _seated(game: Game, seat: int, opponents: Sequence[str], seats: int, outside: _Outside) -> list[Bot]:
    """The players of all seats: a separate bot in each seat but one."""
    others = seats - 1
    if len(opponents) not in (1, others) and others:
        raise OptionError(f"{len(opponents)} opponents for {others} seats: give {others}, or one to fill them all")
    names = list(opponents) * others if len(opponents) == 1 else list(opponents)
    bots: list[Bot] = [make_bot(name, game) for name in names[:others]]
    bots.insert(seat, outside)
    return bots


def options_text(game: Game) -> Mapping[str, str]:
    """The options of a game: the meaning, values and default of each."""
    return {
        each.name: f"{each.meaning}; {', '.join(map(str, each.values))}; {each.default} by default"
        for each in game.options
    }
