"""People at the terminal: the table drawn, what happened told, and every choice by number or name.

What is shown comes from the person's own `Turn` and from the chronicle of its seat, and the table is drawn from one
that was imagined anew from what the seat knows: nothing hidden can get onto the screen.
"""

import re
import sys
import unicodedata
from collections.abc import Sequence
from io import TextIOWrapper
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.turn import Turn

PERSON = "person"
"""Name of the player who is a human being."""

PASS = "pass"
_SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "blue", "red")
_HELP = """\
 a number   takes that choice
 a name     or part of it takes the choice that it fits: {examples}
 Enter      passes, where cards or events may be played
 t  table   draws the table
 h  history tells the last 40 things that happened (h 100: the last 100)
 s  save    says where the game is saved
 q  quit    leaves; the game is kept, as it is after Ctrl-C
 ?  help    tells this"""


class Left(Exception):  # noqa: N818 (no error)
    """The person has left the table."""


class Terminal:
    """The screen and the keyboard, shared by all who play at them.

    Args:
        game: what is played.
        console: where to write; None: the standard output.
    """

    def __init__(self, game: Game, console: Console | None = None) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):  # a letter that cannot be read or written must not end a game
                stream.reconfigure(errors="replace")
        self.game = game
        self.console = console or Console(highlight=False)
        self.holder: int | None = None
        """The seat of the person who sits at the screen."""

    # -- writing -------------------------------------------------------------------------------------------------

    def say(self, words: str, style: str = "") -> None:
        """A line or more of the program's own."""
        lines = "\n".join(map(visible, words.split("\n")))
        self.console.print(Text(lines, style), highlight=False)

    def tell(self, lines: Sequence[str]) -> None:
        """What happened, a sentence a line."""
        for line in map(visible, lines):
            if re.match(r"turn \d+\b", line):
                self.console.print()
                text = self._coloured(line)
                text.stylize("bold")
            else:
                text = self._coloured(f"  {line}")
            self._print(text, 4)

    def draw(self, drawing: str) -> None:
        """A table as `game.ansi` draws it, its lines broken between cells where the screen is narrower."""
        self.console.print()
        lines = [Text.from_ansi(line) for line in drawing.splitlines()]
        if any(line.cell_len > self.console.width for line in lines):
            lines = _joined(lines)
        for line in lines:
            self._print(line)

    def _print(self, line: Text, indent: int | None = None) -> None:
        for row in fold(line, self.console.width, indent):
            self.console.print(row, no_wrap=True, overflow="ignore", crop=False)

    def _coloured(self, words: str) -> Text:
        text = Text(words)
        for pattern, style in self.game.highlights:
            text.highlight_regex(pattern, style)
        for seat, style in enumerate(_SEAT_STYLES):
            own = " bold underline" if seat == self.holder else " bold"
            text.highlight_regex(rf"\b{re.escape(self.game.agent)}_{seat}\b", style + own)
        return text

    def offer(self, groups: Sequence[Sequence["Choice"]]) -> None:
        """Choices with their numbers: each kind a block of its own, long ones in columns."""
        wide = max(len(str(choice.number)) for group in groups for choice in group)
        for group in groups:
            cells = [(f"{choice.number:>{wide + 1}}", choice.words) for choice in group]
            width = max(cell_len(words) for _, words in cells) + wide + 4
            fitting = max(1, (self.console.width + 1) // width)
            rows = len(cells) if len(cells) <= 6 else max(4, -(-len(cells) // fitting))
            for row in range(rows):
                line = Text()
                for number, words in cells[row::rows]:
                    line.append(number, "bold").append("  ").append_text(self._coloured(words))
                    line.append(" " * (width - wide - 3 - cell_len(words)))
                line.rstrip()
                self._print(line, wide + 3)

    # -- reading -------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """A line from the keyboard. Raises Left at the end of the input; Ctrl-C is the caller's affair."""
        self.console.print(Text(prompt, "bold"), end=" ")
        try:
            answer = input().strip()
        except EOFError:
            self.console.print()
            raise Left from None
        if not sys.stdin.isatty():
            self.console.print(Text(answer))
        return answer


class Choice:
    """A legal action with its number on the screen.

    Attributes:
        number: what to type for it.
        action: its id.
        name: the action's name, e.g. ``person:Charles V``.
        words: what it does.
    """

    def __init__(self, number: int, action: int, name: str, words: str) -> None:
        self.number = number
        self.action = action
        self.name = name
        self.words = words
        self.plain = plain(f"{words} {name}")
        self.parts = set(re.findall(r"\w+", self.plain))

    @property
    def kind(self) -> str:
        """What the action's name begins with."""
        return self.name.partition(":")[0] if ":" in self.name else ""


def choices_of(turn: Turn) -> list[Choice]:
    """The legal actions: passing is number 0, the others are counted from 1 in the order of their ids."""
    names = turn.action_names
    first = 0 if any(names[action] == PASS for action in turn.legal) else 1
    return [
        Choice(number, int(action), names[action], turn.describe(int(action)))
        for number, action in enumerate(sorted(turn.legal, key=lambda action: names[action] != PASS), first)
    ]


def matching(typed: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that what was typed may mean: its words as whole words, else as beginnings, else anywhere; of these
    the one that says just that, else those that say it in one piece, if there are any."""
    if typed.isdecimal() and len(typed) < 9:
        return [choice for choice in choices if choice.number == int(typed)]
    sought = re.findall(r"\w+", plain(typed))
    if not sought:
        signs = [choice for choice in choices if typed in choice.words]
        return signs if typed else []
    for fits in (_as_word, _as_beginning, _anywhere):
        found = [choice for choice in choices if all(fits(part, choice) for part in sought)]
        if found:
            whole = [choice for choice in found if plain(typed) in (plain(choice.words), plain(choice.name))]
            return whole or [choice for choice in found if plain(typed) in choice.plain] or found
    return []


def _as_word(part: str, choice: Choice) -> bool:
    return part in choice.parts


def _as_beginning(part: str, choice: Choice) -> bool:
    return any(own.startswith(part) for own in choice.parts)


def _anywhere(part: str, choice: Choice) -> bool:
    return part in choice.plain


def plain(words: str) -> str:
    """In small letters and without accents, as people type."""
    spread = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


class Person:
    """A human being in a seat, at the terminal: a bot that asks.

    Args:
        terminal: where it sits.
        alone: no other person plays at this terminal. Those who share one hear what happened when their turn comes,
            after the screen has been handed over.
        kept: what to say about where the game is saved.
    """

    name = PERSON

    def __init__(self, terminal: Terminal, *, alone: bool = True, kept: str = "") -> None:
        self.terminal = terminal
        self.alone = alone
        self.kept = kept
        self._history: list[str] = []
        self._unheard: list[str] = []
        self._drawn: object = None

    def reset(self, seed: int) -> None:
        """Forget the last game."""
        self._history.clear()
        self._unheard.clear()
        self._drawn = None

    def recall(self, lines: Sequence[str]) -> None:
        """Remember what happened before, without telling it."""
        self._history += lines

    def recent(self, count: int, heading: str = "") -> None:
        """Tell the last things that happened once more, if there are any."""
        if heading and self._history:
            self.terminal.say(heading, "dim")
        self.terminal.tell(self._history[-count:])

    def hear(self, lines: Sequence[str]) -> None:
        """What a move did, as far as the seat may know: told at once, or when the screen is this person's."""
        self._history += lines
        if self.alone:
            self.terminal.tell(lines)
        else:
            self._unheard += lines

    def act(self, turn: Turn) -> int:
        """Ask for an action. Raises Left when the person leaves."""
        self._sit_down(turn)
        choices = choices_of(turn)
        self._show_table_once_a_turn(turn)
        self._show(turn, choices)
        while True:
            typed = self.terminal.ask(">")
            command, _, rest = typed.partition(" ")
            if command.lower() in _COMMANDS and (not rest or command.lower() in ("h", "history")):
                self._obey(_COMMANDS[command.lower()], rest, turn, choices)
                continue
            choice = self._choice(typed, turn, choices)
            if choice is not None:
                self.terminal.say(f"  → {choice.words}", "dim")
                return choice.action

    def _choice(self, typed: str, turn: Turn, choices: Sequence[Choice]) -> Choice | None:
        """What was typed as a choice; None, and a word about it, if it is none."""
        if not typed and choices[0].name == PASS and _may_interrupt(turn):
            return choices[0]
        found = matching(typed, choices)
        if len(found) == 1:
            return found[0]
        if found:
            self.terminal.say(f"“{typed}” fits several; which one?")
            self.terminal.offer([found])
        elif typed.isdecimal():
            self.terminal.say(
                f"There is no choice {typed[:9]}: {choices[0].number} … {choices[-1].number}, or ? for help."
            )
        else:
            about = f"Nothing here fits “{typed[:60]}”. " if typed else ""
            self.terminal.say(f"{about}Type a number or part of a name; ? helps.")
        return None

    def _obey(self, command: str, rest: str, turn: Turn, choices: Sequence[Choice]) -> None:
        if command == "quit":
            raise Left
        if command == "help":
            self.terminal.say(_HELP.format(examples=self.terminal.game.examples))
        elif command == "table":
            self._draw(turn)
            self._show(turn, choices)
        elif command == "history":
            many = int(rest) if rest.isdecimal() and 0 < len(rest) < 9 else 40
            self.recent(many)
            self._show(turn, choices)
        elif command == "save":
            self.terminal.say(self.kept or "This game is not being saved.")
        else:
            self.terminal.say("There is no undo: what has been turned up or rolled cannot be unseen.")

    def _show(self, turn: Turn, choices: Sequence[Choice]) -> None:
        seat = f"{self.terminal.game.agent}_{turn.seat}"
        enter = "  (Enter: pass)" if choices[0].name == PASS and _may_interrupt(turn) else ""
        self.terminal.console.print()
        self.terminal.say(f"{seat}, your choice: {turn.phase.replace('_', ' ')}{enter}", "bold")
        if stakes := turn.stakes():
            self.terminal.say(f"  {stakes}")
        self.terminal.offer([list(group) for _, group in groupby(choices, lambda choice: choice.kind)])

    def _sit_down(self, turn: Turn) -> None:
        """Hand the screen over, so that nobody sees the hand of another."""
        if not self.alone:
            if self.terminal.holder != turn.seat:
                self.terminal.console.clear()
                self.terminal.ask(f"{self.terminal.game.agent}_{turn.seat}, take the screen and press Enter:")
            self.terminal.holder = turn.seat
            self.terminal.tell(self._unheard)
            self._unheard.clear()
        self.terminal.holder = turn.seat

    def _show_table_once_a_turn(self, turn: Turn) -> None:
        """Draw the table before the first decision, and before the first one of each turn of the person's own."""
        view = turn.view()
        number = view.get("turn")
        if self._drawn is None or (view.get("turn_player") == turn.seat and self._drawn != (number,)):
            self._drawn = (number,)
            self._draw(turn)

    def _draw(self, turn: Turn) -> None:
        """The table as the seat sees it, drawn from one imagined from what it knows."""
        self.terminal.draw(turn.game.ansi(turn.imagine(key=0), turn.seat))


def _may_interrupt(turn: Turn) -> bool:
    """Whether this is one of the many decisions in which one mostly passes: who holds cards for it is secret."""
    return turn.phase in {turn.game.phase_names[step] for step in turn.game.secret_phases}


_COMMANDS = {
    "?": "help", "help": "help", "t": "table", "table": "table", "h": "history", "history": "history",
    "s": "save", "save": "save", "q": "quit", "quit": "quit", "exit": "quit", "u": "undo", "undo": "undo",
}  # fmt: skip


def _joined(lines: Sequence[Text]) -> list[Text]:
    """Lines that had been broken under their label, whole again."""
    whole: list[Text] = []
    for line in lines:
        cells = line.plain.lstrip(" ")
        blanks = len(line.plain) - len(cells)
        if whole and cells and blanks > 8:
            whole[-1].append("  ").append_text(line[blanks:])
        else:
            whole.append(line)
    return whole


_GAPS = (r"(?<=[^\sA-Za-z])  (?! )", r"(?<! )  (?! )", r" (?! )")
"""Where a line may be broken, the best first: behind a cell, which mostly ends in a number or a sign."""


def fold(line: Text, width: int, indent: int | None = None) -> list[Text]:
    """A line broken into rows of at most `width` columns: at gaps of two blanks, which part cells, else at blanks.

    The further rows are indented by `indent`, or to where the cells behind the line's label begin.
    """
    if cell_len(line.plain) <= width:
        return [line]
    if not line.plain.strip("─"):
        return [Text("─" * width, line.get_style_at_offset(Console(), 0))]
    indent = _indent(line.plain, width) if indent is None else indent
    rows = []
    while cell_len(line.plain) > width:
        gaps = (
            [found.end() for found in re.finditer(gap, line.plain) if indent < found.end() and found.start() <= width]
            for gap in _GAPS
        )
        at = next((places[-1] for places in gaps if places), width)
        first, rest = line.divide([at])
        first.rstrip()
        rows.append(first)
        line = Text(" " * indent).append_text(rest)
    return [*rows, line]


def _indent(line: str, width: int) -> int:
    """Where the cells behind a line's label begin."""
    blanks = len(line) - len(line.lstrip(" "))
    label = re.match(r" {1,3}\S+(?: \S+)* {2,}", line)
    found = label.end() if label else blanks or 2
    return found if found < width // 2 else 2
