"""People at the terminal: draws the table, reports what happened, and reads choices by number or name.

Everything shown comes from the person's own `Decision` and the chronicle of the seat, and the table is drawn from a
resampled one that contains only what the seat knows. No hidden information can reach the screen.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from io import TextIOWrapper
from itertools import groupby
from typing import Any

from rich.ansi import AnsiDecoder
from rich.console import Console
from rich.text import Text

from agents.people.advising import advice, advice_in_words
from agents.people.choices import Choice, choices_of, in_ranges, in_words, matching, range_in_words, seat_in_words
from agents.people.folding import fold, joined
from agents.people.web.sides import own_side
from agents.people.words import how_to_play, look_up
from dynasty_env.kit.game import Game
from dynasty_env.kit.glossary import MOST_FOUND, Term, heading, names
from dynasty_env.kit.message import PlayingCard, Seat, Tone, segments, tone_of
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.decision import PASS, Decision

PERSON = "person"
"""Name of the player that stands for a person."""

_SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "blue", "red")
_TONES: dict[Tone, str] = {"": "", "good": "green", "bad": "red", "quiet": "dim", "head": "bold"}
_HELP = """\
 a number   chooses that option
 a name     or part of one chooses the matching option: {examples}
 Enter      passes, where cards or events may be played
 t  table   draws the table
 h  history shows the last 40 events (h 100: the last 100)
 b  bot     shows what a bot would do, and why (only if you play alone against bots)
 u  undo    takes back your last decision, if it revealed nothing
 s  save    shows where the game is saved
 q  quit    quits; the game stays saved, as it does after Ctrl-C
 ? a word   explains a term of the game, a sign, a person or a place: ? {phase}
 ?? a word  quotes the exact rules, with rulings
 ?  help    shows this help"""
_HELP_RULES = " ? rules    shows how to play, part by part"
_HELP_INDENT = 12
_THINGS = "? and a name explains persons, places and more, such as ? {name}"
MOST_NAMED = 20
"""Names of terms that are listed at most if a word is part of many."""


class Left(Exception):  # noqa: N818 (not an error)
    """The person has left the table."""


class TakenBack(Exception):  # noqa: N818 (not an error)
    """The person takes back their last decision."""


class Terminal:
    """The screen and the keyboard, shared by all who play at them; by default, the standard output."""

    def __init__(self, game: Game, console: Console | None = None) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):  # a letter that cannot be read or written must not end a game
                stream.reconfigure(errors="replace")
        self.game = game
        self.console = console or Console(highlight=False, emoji=False)
        self.holder: int | None = None
        """The seat of the person who sits at the screen."""

    # -- writing -------------------------------------------------------------------------------------------------

    def say(self, words: str, style: str = "", *, whole: bool = False) -> None:
        """Print a message of the program, of one or more lines; with `whole`, only the screen breaks lines, and
        commands in them can be copied."""
        lines = "\n".join(map(visible, words.split("\n")))
        self.console.print(Text(lines, style), highlight=False, soft_wrap=whole)

    def tell(self, lines: Sequence[str]) -> None:
        """Print what happened, one sentence per line."""
        for line in lines:
            if tone_of(line) == "head":
                self.console.print()
            text = self._coloured(line)
            text.stylize(_TONES[tone_of(line)])
            self._print([text if tone_of(line) == "head" else Text("  ").append_text(text)], 4)

    def say_in_columns(self, lines: str) -> None:
        """Print lines that each consist of a label and its explanation."""
        self._print(map(Text, lines.splitlines()), _HELP_INDENT)

    def note(self, words: str, style: str = "") -> None:
        """Print a sentence about the decision, indented."""
        text = self._coloured(words)
        text.stylize(style)
        self._print([Text("  ").append_text(text)], 2)

    def draw(self, drawing: str) -> None:
        """Print a table drawn by `game.ansi`; lines that are too long for the screen are broken between cells."""
        self.console.print()
        lines = [AnsiDecoder().decode_line(line) for line in drawing.splitlines()]
        for line in lines:
            line.plain = in_words(line.plain, self.game.agent)
        width = self.console.width  # queries the screen
        if any(line.cell_len > width for line in lines):
            lines = joined(lines)
        self._print(lines)

    def explain(
        self, word: str, things: Sequence[Term] = (), options: Mapping[str, int | bool] | None = None, *,
        exact: bool = False,
    ) -> None:  # fmt: skip
        """Explain a word: something at the table, or a term of the game. For a word that fits several things or none,
        list similar terms; arguments are those of `words.look_up`."""
        answer = look_up(self.game, word, things, options, exact=exact)
        if len(answer.terms) > MOST_FOUND:
            found = names(answer.terms[:MOST_NAMED]) + (" …" if len(answer.terms) > MOST_NAMED else "")
            self.say(f"“{word}” is part of several terms: {found}.")
        elif answer.terms:
            for term, needs in zip(answer.terms, answer.needs, strict=True):
                self._print([Text(heading(term), "bold")], 2)
                if needs:
                    self.say(f"  Only with the option {needs}, which is off at this table.", "dim")
                if not (needs and answer.is_exact):
                    lines = (in_words(line, self.game.agent) for line in term.text.splitlines())
                    self._print([Text(f"  {line}") for line in lines], 4)
            if not answer.is_exact:
                self.say(f"  The exact rules: ?? {word}", "dim")
        else:
            like = self.game.glossary.suggest(word)
            more = f"Similar: {', '.join(like)}." if like else "Type ? alone for help."
            self.say(f"No term of this game is called “{word[:60]}”. {more}")

    def show_rules(self) -> None:
        """Print how to play, part by part. Raises Left at the end of the input."""
        parts = how_to_play(self.game)
        for number, (title, *lines) in enumerate(parts, 1):
            self._print([Text(title, "bold")])
            for line in lines:
                self._print([Text(f"  {line}")], 4)
            if number < len(parts) and self.ask("(Enter: continue, q: back to the game)").lower() in ("q", "quit"):
                return

    def _print(self, lines: Iterable[Text], indent: int | None = None) -> None:
        """Print all lines in one go: separate prints cost several times as much."""
        width = self.console.width
        rows = [row for line in lines for row in fold(line, width, indent)]
        if rows:
            self.console.print(Text("\n").join(rows), no_wrap=True, overflow="ignore", crop=False)

    def _coloured(self, words: str) -> Text:
        text = Text()
        for part in segments(in_words(words, self.game.agent)):
            text.append(visible(str(part)), self._style(part))
        return text

    def _style(self, part: Any) -> str:
        """The style of a part of a text: a seat in its colour, a card in the colour of its suit."""
        if isinstance(part, Seat):
            own = " bold underline" if part.seat == self.holder else " bold"
            return _SEAT_STYLES[part.seat % len(_SEAT_STYLES)] + own
        if isinstance(part, PlayingCard):
            return "bold red" if part.suit in "♥♦" else "bold"
        return ""

    def offer(self, groups: Sequence[Sequence[Choice]]) -> None:
        """Print choices with their numbers: one block per kind, with long blocks in columns."""
        ranged = [in_ranges(group) for group in groups]
        wide = max(len(_numbers(run)) for runs in ranged for run in runs)
        for runs in ranged:
            cells = [(f"{_numbers(run):>{wide + 1}}", self._choice(run)) for run in runs]
            width = max(words.cell_len for _, words in cells) + wide + 4
            fitting = max(1, (self.console.width + 1) // width)
            rows = len(cells) if len(cells) <= 6 else max(4, -(-len(cells) // fitting))
            lines = []
            for row in range(rows):
                line = Text()
                for number, words in cells[row::rows]:
                    line.append(number, "bold").append("  ").append_text(words)
                    line.append(" " * (width - wide - 3 - words.cell_len))
                line.rstrip()
                lines.append(line)
            self._print(lines, wide + 3)

    def _choice(self, run: Sequence[Choice]) -> Text:
        words = self._coloured(range_in_words(run))
        return words.append(f" → {run[0].prospects}", "italic") if run[0].prospects else words

    # -- reading -------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """Read a line from the keyboard. Raises Left at the end of the input; Ctrl-C is left to the caller."""
        self.console.print(Text(prompt, "bold"), end=" ")
        try:
            answer = input().strip()
        except EOFError:
            self.console.print()
            raise Left from None
        if not sys.stdin.isatty():
            self.console.print(Text(answer))
        return answer


class Person:
    """A person in a seat at the terminal: a bot that asks.

    Persons who share a terminal, and so are not `alone`, learn what happened when their turn comes, after the screen
    has been handed over.
    """

    name = PERSON

    def __init__(self, terminal: Terminal, *, alone: bool = True, kept: str = "") -> None:
        self.terminal = terminal
        self.alone = alone
        self.kept = kept  # a sentence that says where the game is saved
        self._history: list[str] = []
        self._unheard: list[str] = []
        self._drawn: object = None
        self._told: set[str] = set()
        self._about: list[str] = []
        self.hinted = False  # a hint was given at the open decision
        self.can_take_back = False  # the last decision can be taken back

    def reset(self, seed: int) -> None:
        """Forget the last game."""
        self._history.clear()
        self._unheard.clear()
        self._drawn = None

    def recall(self, lines: Sequence[str]) -> None:
        """Store what happened before without printing it."""
        self._history += lines

    def recent(self, count: int, heading: str = "") -> None:
        """Print the latest events again, if there are any."""
        if heading and self._history:
            self.terminal.say(heading, "dim")
        self.terminal.tell(self._history[-count:])

    def hear(self, lines: Sequence[str]) -> None:
        """Receive what the seat may know of a move; it is printed now, or when this person has the screen."""
        self._history += lines
        if self.alone:
            self.terminal.tell(lines)
        else:
            self._unheard += lines

    def act(self, decision: Decision) -> int:
        """Ask for an action. Raises Left when the person leaves, TakenBack when they take back their last decision."""
        self.hinted = False
        self._sit_down(decision)
        side, question = own_side(decision)
        prospects = None if question is None else {each.action: each.prospects for each in question.choices}
        choices = choices_of(decision, prospects)
        about = (side, decision.stakes(), decision.prospects() if question is None else question.prospects)
        self._about = [in_words(text, decision.game.agent) for text in about if text]
        self._show_table_once_a_turn(decision)
        self._show(decision, choices)
        while True:
            typed = self.terminal.ask(">")
            command, _, rest = typed.partition(" ")
            word = rest if command.lower() == "help" else typed.lstrip("?") if typed.startswith("?") else ""
            if word.strip():
                self._explain(word.strip(), decision, exact=typed.startswith("??"))
                continue
            if command.lower() in _COMMANDS and (not rest or command.lower() in ("h", "history")):
                self._obey(_COMMANDS[command.lower()], rest, decision, choices)
                continue
            choice = self._choice(typed, decision, choices)
            if choice is not None:
                self.terminal.note(f"→ {choice.words}", "dim")
                return choice.action

    def _choice(self, typed: str, decision: Decision, choices: Sequence[Choice]) -> Choice | None:
        """The choice that was typed, or None, after a message, if it does not fit exactly one."""
        if not typed and choices[0].name == PASS and _may_interrupt(decision):
            return choices[0]
        result = matching(typed, choices)
        if len(result) == 1:
            return result[0]
        if result:
            self.terminal.say(f"“{typed}” matches several options; which one?")
            self.terminal.offer([result])
        elif typed.isdecimal():
            self.terminal.say(
                f"There is no option {typed[:9]}: choose {choices[0].number} … {choices[-1].number}, or ? for help."
            )
        else:
            about = f"Nothing here matches “{typed[:60]}”. " if typed else ""
            self.terminal.say(f"{about}Type a number or part of a name, or ? for help.")
        return None

    def _explain(self, word: str, decision: Decision, *, exact: bool) -> None:
        """Explain a word from what this seat knows of the table, and from the rules."""
        if word.lower() == "rules" and how_to_play(decision.game):
            self.terminal.show_rules()
            return
        things = () if exact else decision.game.things(decision.imagine(key=0), decision.seat)
        self.terminal.explain(word, things, decision.view().get("options"), exact=exact)

    def _obey(self, command: str, rest: str, decision: Decision, choices: Sequence[Choice]) -> None:
        if command == "quit":
            raise Left
        if command == "help":
            phase = decision.phase.replace("_", " ")
            self.terminal.say_in_columns(_HELP.format(examples=self.terminal.game.examples, phase=phase))
            if how_to_play(decision.game):
                self.terminal.say_in_columns(_HELP_RULES)
        elif command == "table":
            self._draw(decision)
            self._show(decision, choices)
        elif command == "history":
            many = int(rest) if rest.isdecimal() and 0 < len(rest) < 9 else 40
            self.recent(many)
            self._show(decision, choices)
        elif command == "save":
            self.terminal.say(self.kept or "This game is not being saved.", whole=True)
        elif command == "bot":
            self._advise(decision, choices)
        elif self.can_take_back:
            raise TakenBack
        else:
            self.terminal.say("Nothing can be taken back: what was revealed or rolled stays so.")

    def _advise(self, decision: Decision, choices: Sequence[Choice]) -> None:
        """Print a bot's opinion, if the game allows hints here."""
        if not self.alone:
            self.terminal.say("Hints are available only if you play alone against bots.")
            return
        self.terminal.say("A bot is thinking …", "dim")
        opinion = advice(decision)
        self.hinted = True
        named = {choice.action: choice.words for choice in choices}
        for number, line in enumerate(advice_in_words(opinion, named, self.terminal.game.agent)):
            self.terminal.note(line, "bold" if not number else "")

    def _show(self, decision: Decision, choices: Sequence[Choice]) -> None:
        enter = "  (Enter: pass)" if choices[0].name == PASS and _may_interrupt(decision) else ""
        asked, why = decision.game.questions.get(decision.phase, (decision.phase.replace("_", " "), ""))
        self.terminal.console.print()
        self.terminal.say(f"{seat_in_words(decision.game.agent, decision.seat)}, your choice: {asked}{enter}", "bold")
        if why and decision.phase not in self._told:  # explained once per kind of decision
            self._told.add(decision.phase)
            self.terminal.note(why, "dim")
        for line in self._about:
            self.terminal.note(line)
        self.terminal.offer([list(group) for _, group in groupby(choices, lambda choice: choice.kind)])

    def _sit_down(self, decision: Decision) -> None:
        """Hand the screen over without showing anybody another person's hand."""
        if not self.alone:
            if self.terminal.holder != decision.seat:
                self.terminal.console.clear()
                seat = seat_in_words(self.terminal.game.agent, decision.seat)
                self.terminal.ask(f"{seat}, take the screen and press Enter:")
            self.terminal.holder = decision.seat
            self.terminal.tell(self._unheard)
            self._unheard.clear()
        self.terminal.holder = decision.seat

    def _show_table_once_a_turn(self, decision: Decision) -> None:
        """Draw the table before the first decision, and before the first one of each of the person's own turns; if the
        view has no turns, before each decision."""
        view = decision.view()
        number = view.get("turn")
        if (
            self._drawn is None
            or number is None
            or (view.get("turn_player") == decision.seat and self._drawn != (number,))
        ):
            self._drawn = (number,)
            self._draw(decision)

    def _draw(self, decision: Decision) -> None:
        """Draw the table as the seat sees it, from a resampled one that contains only what the seat knows."""
        table = decision.imagine(key=0)
        self.terminal.draw(decision.game.ansi(table, decision.seat))
        things = decision.game.things(table, decision.seat)
        if things and _THINGS not in self._told:
            self._told.add(_THINGS)
            self.terminal.note(_THINGS.format(name=things[0].name), "dim")


def _numbers(run: Sequence[Choice]) -> str:
    """The numbers to type for the choices of a range."""
    return f"{run[0].number}" if len(run) == 1 else f"{run[0].number}–{run[-1].number}"


def _may_interrupt(decision: Decision) -> bool:
    """Whether this is a chance to interrupt, where one usually passes: who is asked is secret."""
    return decision.phase in {decision.game.phase_names[step] for step in decision.game.secret_phases}


_COMMANDS = {
    "?": "help", "help": "help", "t": "table", "table": "table", "h": "history", "history": "history",
    "b": "bot", "bot": "bot", "hint": "bot",
    "s": "save", "save": "save", "q": "quit", "quit": "quit", "exit": "quit", "u": "undo", "undo": "undo",
}  # fmt: skip
