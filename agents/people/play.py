"""`dynasty play`, `dynasty watch` and `dynasty replay`: games at the terminal.

Saved games and replays contain every hidden card: they are for the owner of the table. Everything that these commands
print has passed through the view of a seat, or of the public.
"""

import secrets
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, NoReturn

import numpy as np
import typer
from rich.table import Table
from rich.text import Text

from agents.accounts import accounts, has_forfeited, in_one_line
from agents.arguments import (
    INTERRUPTED,
    GameOptions,
    OwnGame,
    ViewOfSeat,
    check_seat,
    check_seats,
    game_in_file,
    named_options,
    options_of,
    place_of,
    replay_in,
    rulebook,
)
from agents.people.choices import in_words, seat_in_words
from agents.people.terminal import PERSON, Left, Person, TakenBack, Terminal
from agents.people.web.viewers.untold import tells_nothing
from agents.people.words import how_to_play
from agents.registry import make_bot, names_in, playable, runs_a_program, strongest
from dynasty_env.kit.errors import DynastyEnvError, IllegalActionError, OptionError, SaveError
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import SAVE, Replay, SavedGame, naming, read_json
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.decision import Bot, Decision, asked, begun, dice_of
from dynasty_env.kit.seats.hearing import Listener, Listeners
from dynasty_env.kit.seats.notes import Note, note_of
from dynasty_env.kit.state import State

SAVES = Path("saves")
"""The folder for saved games, below the working directory."""

_DELAY = 0.5
_RECENT = 8
_BOTS = "champion, or greedy if there is none"

GameName = Annotated[str | None, typer.Argument(help="Game by name, or file.py:Class.", show_default="dynasty_v0")]
Seats = Annotated[
    int | None,
    typer.Option(help="Number of seats.", show_default="as many as players are named, or the game's default"),
]
Bots = Annotated[
    str | None,
    typer.Option(help="Bots in the other seats, in order: random,greedy …; a single name fills them all.",
                 show_default=_BOTS),
]  # fmt: skip
AllBots = Annotated[
    str | None,
    typer.Option(help="Bots, one per seat, in order: random,greedy …; a single name fills all seats.",
                 show_default=_BOTS),
]  # fmt: skip
Seed = Annotated[
    int | None, typer.Option(help="Random seed for the deal and dice.", show_default="random, shown at the end")
]
Delay = Annotated[float | None, typer.Option(min=0, help="Seconds to pause after each move.", show_default="0.5")]


# --------------------------------------------------------------------------------------------------- options asked for


def seats_of_persons(given: str, seats: int) -> list[int]:
    """The seats named by ``0``, ``0,2`` or ``none``. Raises OptionError."""
    if given.strip().lower() == "none":
        return []
    words = [word.strip() for word in given.split(",")]
    if not all(word.isdecimal() and len(word) < 4 and int(word) < seats for word in words):
        raise OptionError(
            f"--seat {given!r}: this table has seats 0 … {seats - 1}; give one, several as 0,2, or none; "
            "set their number with --seats"
        )
    return sorted({int(word) for word in words})


def players_of(game: Game, bots: str, persons: Sequence[int], seats: int) -> list[str]:
    """The player in each seat: persons in the seats that they chose, and bots in the other seats, in order."""
    names = names_in(bots)
    others = seats - len(persons)
    if len(names) == 1:
        names *= others
    if len(names) != others:
        raise OptionError(f"--bots names {len(names)} bots for {others} seats: give {others}, or one to fill them all")
    left = iter([playable(name, game) for name in names])
    return [PERSON if seat in persons else next(left) for seat in range(seats)]


def seats_asked(game: Game, seats: int | None, bots: str | None, seat: str, option: Sequence[str]) -> int:
    """The number of seats: as given, also as an option, else that of the players named, else the game's default.

    Raises:
        OptionError: the game cannot be played by as many players as are asked for or named.
    """
    given: int | None = named_options(game, option).get("num_players") if seats is None else seats
    if given is not None:
        check_seats(game, given)
        return given
    persons = len(seats_of_persons(seat, game.seats[1]))
    named = len(bots.split(",")) if bots else 1
    if named > 1:
        check_seats(game, named + persons, f"--bots names {named} bots, plus {persons} human, but")
        return named + persons
    return int(options_of(game, option)["num_players"])


def new_seed(seed: int | None) -> int:
    """The given seed, or a fresh one that nobody can guess."""
    return secrets.randbelow(2**63) if seed is None else seed


def new_file(wanted: Path | None, stem: str) -> Path:
    """The file for a new game. Raises SaveError if it exists already."""
    if wanted is None:
        name = f"{stem}-{datetime.now():%Y%m%d-%H%M%S}"
        free = (SAVES / f"{name}{tail}.json" for tail in ("", *(f"-{number}" for number in range(2, 1000))))
        return next(path for path in free if not path.exists())
    if wanted.exists():
        raise SaveError(
            f"{wanted}: this file already exists; choose another name (`dynasty play --load` continues a saved game)"
        )
    return wanted


def newest(game: Game) -> Path:
    """The most recently saved unfinished game. Raises SaveError if there is none."""
    with suppress(OSError):
        for path in sorted(SAVES.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True):
            with suppress(SaveError):
                content = read_json(path)
                recorded = content.get("record")
                if content.get("format") == SAVE and isinstance(recorded, dict) and recorded.get("game") == game.name:
                    return path
    raise SaveError(f"{SAVES}: no unfinished game of {game.name} is saved here; start one with: dynasty play")


# ------------------------------------------------------------------------------------------------------------ a sitting


@dataclass
class Sitting:
    """A game that is being played."""

    replay: Replay  # the decisions so far
    state: State
    bots: list[Bot]  # who decides in each seat, persons included
    file: Path | None = None  # where it is saved before and after every decision of a person; None: it is not saved
    place: str = ""  # file and class of the game, if it is not known by its name
    unsaved: bool = False  # the last attempt to save it failed
    steps: list[tuple[int, State]] = field(default_factory=list)
    """The decisions that a person who plays alone against bots can take back: the number of decisions before each one,
    and the table there."""

    @property
    def going_on(self) -> str:
        """The command that resumes the game."""
        programs = any(map(runs_a_program, self.replay.players))
        words = ["play", *filter(None, [self.place]), "--load", str(self.file)]
        return shlex.join(["dynasty", *words, *["--allow-programs"] * programs])

    def afterwards(self, command: str, seat: int | None = None) -> str:
        """The command ``replay`` or ``review`` for the game, for one seat or for all (None)."""
        only = [] if seat is None else ["--seat", str(seat)]
        game = ["--game", self.place] if self.place else []
        return shlex.join(["dynasty", command, str(self.file), *only, *game])

    def sit_down(self) -> None:
        """Reset every bot, with a seed derived from the game's."""
        for seat, bot in enumerate(self.bots):
            begun(bot, int(self._dice(seat, 0).integers(2**63)))

    def moves(self) -> Iterator[State]:
        """Play on to the end, and yield the table after each action."""
        listeners = Listeners(self.bots)
        listeners.tell(self.state)
        while not self.state.done:
            seat = self.state.seat
            bot = self.bots[seat]
            if isinstance(bot, Person):
                self._keep(bot.terminal)
                bot.can_take_back = bool(self.steps)
            decision = Decision(self.state, self._dice(seat, 1 + len(self.replay.actions)))
            try:
                action = asked(bot, decision)
            except TakenBack:
                self._go_back()
                continue
            before = self.state.clone()
            note = note_of(bot, decision, action)
            try:
                self.replay.add(self.state, action, note.text if note else "")
            except IllegalActionError as error:
                raise IllegalActionError(f"the bot {bot.name}: {error}") from error
            self._remember(bot, before, action)
            if isinstance(bot, Person):
                self._keep(bot.terminal)
            listeners.tell(self.state, note)
            if note is not None:
                self._show(note)
            yield self.state

    def _remember(self, bot: Bot, before: State, action: int) -> None:
        """Note after a decision whether it can be taken back.

        The rule is that of the table in the browser: it can, until somebody else has decided or something has been
        revealed. Nothing from before a hint can be taken back.
        """
        number = len(self.replay.actions) - 1
        if isinstance(bot, Person) and bot.hinted:
            self.replay.hints = [*(self.replay.hints or ()), number]
            self.steps.clear()
        secret = int(self.state.record["step"]) in self.state.game.secret_phases
        listens = any(isinstance(each, Listener) for each in self.bots)
        own = isinstance(bot, Person) and bot.alone and not (self.state.done or secret or listens)
        if own and tells_nothing(before, self.state, before.seat, action):
            self.steps.append((number, before))
        else:
            self.steps.clear()

    def _go_back(self) -> None:
        """Undo the last decision."""
        number, self.state = self.steps.pop()
        del self.replay.actions[number:]
        self.replay.notes = {at: text for at, text in self.replay.notes.items() if at < number}
        self.replay.hints = [at for at in self.replay.hints or () if at < number] or None

    def _show(self, note: Note) -> None:
        """Show a note only to the person who is asked."""
        asked = self.bots[note.addressee]
        if isinstance(asked, Person):
            asked.terminal.tell([note.told(self.state.game.agent)])

    def save(self) -> None:
        """Save the game in its present state: as a saved game while it runs, as a replay when it is over."""
        if self.file is not None:
            self.unsaved = True
            kept = self.replay if self.state.done else SavedGame(self.replay, self.state)
            kept.write(self.file)
            self.unsaved = False

    def _keep(self, terminal: Terminal) -> None:
        """Save the game, or say why that failed; the next decision tries again, when the disk may have room."""
        try:
            self.save()
        except SaveError as error:
            terminal.say(f"Not saved: {error}", "red")

    def _dice(self, seat: int, number: int) -> np.random.Generator:
        """A bot's random generator for one decision. It follows from seed, seat and number, also in a resumed game."""
        return dice_of(max(self.replay.seed, 0), seat, number)


class Onlooker:
    """Shows a game that others play, as a seat or the public sees it."""

    def __init__(
        self, terminal: Terminal, seat: int | None, *, delay: float, tables: bool = True, step: bool = False
    ) -> None:
        self.terminal = terminal
        self.seat = seat  # whose view; None: the public's
        self.delay = delay  # seconds to wait after each move with a visible effect
        self.tables = tables  # draw the table at the beginning of each turn
        self.step = step  # wait for Enter instead of a delay
        self._turn: object = 0
        terminal.holder = seat

    def see(self, state: State) -> None:
        """Print the visible effects of the last move, if there are any. Raises Left."""
        lines = state.chronicle(self.seat) if state.told else []
        if not lines:
            return
        self.terminal.tell(lines)
        turn = state.view(self.seat).get("turn")
        if self.tables and turn != self._turn and not state.done:
            self.terminal.draw(state.game.ansi(state, self.seat))
        self._turn = turn
        if self.step and not state.done:
            if self.terminal.ask("(Enter: continue, q: quit)").lower() in ("q", "quit"):
                raise Left
        elif self.delay:
            time.sleep(self.delay)


def introduce(terminal: Terminal, state: State, players: Sequence[str]) -> None:
    """Print the game, its options, who sits where, and how to win."""
    changed = [option for option in state.game.options if state.options[option.name] != option.default]
    text = ", ".join(f"{o.name} {state.options[o.name]}" for o in changed if o.name != "num_players")
    terminal.say(f"{state.game.name}, {state.num_players} seats{f' ({text})' if text else ''}", "bold")
    agents = state.game.agents(state.num_players)
    terminal.tell([f"{agents[seat]} (seat {seat}): {player}" for seat, player in enumerate(players)])
    if state.game.goal:
        terminal.say(state.game.goal, "dim")


def conclude(terminal: Terminal, state: State, players: Sequence[str], seat: int | None) -> None:
    """Print the final table, everybody's points, and the winner; each seat with its name in the API, too."""
    agents = state.game.agents(state.num_players)
    terminal.draw(state.game.ansi(state, seat))
    shares, scores = state.win_shares(), state.scores()
    table = Table(title="The game is over", title_style="bold", title_justify="left")
    table.add_column("seat")
    table.add_column("player")
    table.add_column("points", justify="right")
    made_of = state.game.account(state)
    if any(made_of):
        table.add_column("breakdown", overflow="fold")
    table.add_column("")
    for number in sorted(range(state.num_players), key=lambda number: (-shares[number], -scores[number])):
        won = "" if not shares[number] else "wins" if shares[number] == 1 else "shares the victory"
        style = "bold" if shares[number] else ""
        table.add_row(
            f"{seat_in_words(state.game.agent, number)} ({agents[number]})",
            Text(visible(players[number])),
            f"{scores[number]:g}",
            *([", ".join(in_words(text, state.game.agent) for text in made_of[number])] if any(made_of) else []),
            won,
            style=style,
        )
    terminal.console.print()
    terminal.console.print(table)
    winners = [f"{seat_in_words(state.game.agent, n)} ({players[n]})" for n in range(state.num_players) if shares[n]]
    ends = "wins" if len(winners) == 1 else "share the victory"
    tied = len(winners) == 1 and scores.count(scores[int(shares.argmax())]) > 1
    by = f": {state.game.tie_break}" if tied and state.game.tie_break else ""
    terminal.say(f"{' and '.join(winners)} {ends}{by}." if winners else "Nobody wins.", "bold")


# ------------------------------------------------------------------------------------------------------------- commands


def play(  # noqa: PLR0913
    game: GameName = None,
    seats: Seats = None,
    bots: Bots = None,
    seat: Annotated[
        str | None,
        typer.Option(help="Your seat. For several people at one screen: 0,2; for bots only: none.", show_default="0"),
    ] = None,
    seed: Seed = None,
    option: GameOptions = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved game, or start from a table's save file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the game that was saved last.")] = False,
    save: Annotated[
        Path | None, typer.Option(help="File to save the game in.", show_default="saves/<game>-<time>.json")
    ] = None,
    allow_programs: Annotated[
        bool, typer.Option("--allow-programs", help="Let a loaded game start its players llm:… and file.py:….")
    ] = False,
) -> None:  # fmt: skip
    """Play against bots. The game is saved at every decision, so quitting or Ctrl-C loses nothing."""
    if load is not None and resume:
        raise OptionError("give --load or --resume, not both")
    rules = rulebook(game)
    if resume:
        load = newest(rules)
    if load is None:
        sitting = _new(rules, game, seats, bots, seat or "0", seed, option or [], new_file(save, rules.name))
    else:
        given: dict[str, Any] = {"--seats": seats, "--seed": seed, "--option": option or None}
        sitting = _loaded(load, given, bots, seat, save, trusted=allow_programs, place=place_of(game, rules))
        if game is not None and sitting.replay.game is not rules:
            raise OptionError(f"{load} is a game of {sitting.replay.game.name}, not of {rules.name}: omit {game}")
    assert sitting.file is not None
    with Lock(sitting.file, "choose another --save"):
        _sit(sitting, resumed=load is not None)


def watch(
    game: GameName = None,
    bots: AllBots = None,
    seats: Seats = None,
    seed: Seed = None,
    option: GameOptions = None,
    delay: Delay = None,
    fast: Annotated[bool, typer.Option("--fast", help="Do not pause, and draw only the final table.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the replay to this file.")] = None,
) -> None:
    """Watch bots play each other, with public information only."""
    rules = rulebook(game)
    file = None if save is None else new_file(save, rules.name)
    _watch(_new(rules, game, seats, bots, "none", seed, option or [], file), delay=delay, fast=fast)


def replay(
    file: Annotated[Path, typer.Argument(help="Replay or saved game.")],
    delay: Delay = None,
    seat: ViewOfSeat = None,
    game: OwnGame = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
    fast: Annotated[bool, typer.Option("--fast", help="Do not pause, and draw only the final table.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Only replay the game and compare the results; show nothing.")
    ] = False,
) -> None:
    """Replay a recorded game, or verify it."""
    recorded = replay_in(file, game)
    terminal = Terminal(recorded.game)
    persons = [number for number, player in enumerate(recorded.players) if player == PERSON]
    check_seat(seat, int(recorded.options["num_players"]))
    if seat is not None and recorded.result is None and persons and seat not in persons:
        raise OptionError(f"--seat {seat}: this game is not over, so you can only view the seats of people: {persons}")
    try:
        with naming(file):
            state = recorded.verify()
            if verify:
                result = "the result matches the record" if state.done else "the game is not over"
                terminal.say(f"{file}: {len(recorded.actions)} actions, all legal; {result}")
                return
            shown = Onlooker(terminal, seat, delay=_pause(terminal, delay, fast), tables=not fast, step=step)
            introduce(terminal, state, recorded.players)
            for state in recorded.play():
                shown.see(state)
    except Left:
        return
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if state.done:
        conclude(terminal, state, recorded.players, seat)
    else:
        terminal.draw(state.game.ansi(state, seat))
        terminal.say("The recording ends here; the game is not over.")


def _new(
    rules: Game, game: str | None, seats: int | None, bots: str | None, seat: str, seed: int | None,
    option: Sequence[str], file: Path | None,
) -> Sitting:  # fmt: skip
    """Deal a new game, as the options of `play` and `watch` ask for it."""
    wanted = seats_asked(rules, seats, bots, seat, option)
    persons = seats_of_persons(seat, wanted)
    asked = any(each.partition("=")[0].strip() == "ask_forced" for each in option)
    if len(persons) > 1 and not asked and any(each.name == "ask_forced" for each in rules.options):
        option = [*option, "ask_forced=true"]  # otherwise a change of the screen would show who has cards to play
    options = options_of(rules, option, wanted)
    players = players_of(rules, bots or strongest(rules), persons, wanted)
    state = rules.new(new_seed(seed), **options)
    return _seat(Replay.of(state, players), state, file, place_of(game, rules))


def _seat(recorded: Replay, state: State, file: Path | None, place: str) -> Sitting:
    """Seat persons and bots at a table, as the replay names them."""
    terminal = Terminal(recorded.game)
    alone = recorded.players.count(PERSON) == 1
    sitting = Sitting(recorded, state, [], file, place)
    kept = f"Every decision is saved in {file}; continue later with: {sitting.going_on}"
    sitting.bots += [
        Person(terminal, alone=alone, kept=kept)
        if player == PERSON
        else make_bot(playable(player, recorded.game), recorded.game)
        for player in recorded.players
    ]
    return sitting


def _loaded(
    path: Path, given: dict[str, Any], bots: str | None, seat: str | None, save: Path | None, *,
    trusted: bool, place: str,
) -> Sitting:  # fmt: skip
    """The game in a file: a saved game with its own players, or a bare table with the players named in the command."""
    how = shlex.join(["dynasty", "play", "file.py:Class", "--load", str(path)])
    saved = SavedGame.read(path, game_in_file(how))
    bare = not any(saved.replay.players)
    settled = given if bare else given | {"--bots": bots, "--seat": seat}
    named = [name for name, value in settled.items() if value is not None]
    if named:
        raise OptionError(f"{', '.join(named)}: a loaded game keeps its own settings; omit this")
    game, table = saved.replay.game, saved.table
    programs = [name for name in dict.fromkeys(saved.replay.players) if runs_a_program(name)]
    if programs and not trusted:
        listed = ", ".join(map(visible, programs))
        raise OptionError(
            f"{path} names players that run a program or a file, or call a server: {listed}; if you trust it, add "
            "--allow-programs"
        )
    if bare:
        persons = seats_of_persons(seat or "0", table.num_players)
        saved.replay.players = players_of(game, bots or strongest(game), persons, table.num_players)
    file = new_file(save, game.name) if bare or save is not None else path
    return _seat(saved.replay, table, file, place)


def _sit(sitting: Sitting, *, resumed: bool) -> None:
    """Play with the persons at the table, or watch if there are none."""
    persons = {seat: bot for seat, bot in enumerate(sitting.bots) if isinstance(bot, Person)}
    if not persons:
        _watch(sitting, delay=None, fast=False)
        return
    terminal = next(iter(persons.values())).terminal
    recorded, state = sitting.replay, sitting.state
    alone = next(iter(persons)) if len(persons) == 1 else None
    terminal.holder = alone
    sitting.sit_down()
    sitting.save()
    players = ["you" if seat == alone else name for seat, name in enumerate(recorded.players)]
    introduce(terminal, state, players)
    rules = ", ? rules for how to play" if how_to_play(state.game) else ""
    terminal.say(f"Saved at every decision in {sitting.file}.", "dim", whole=True)
    terminal.say(f"Type ? for help, ? and a word or a name to look it up{rules}.", "dim")
    _bring_up_to_date(persons, recorded, resumed=resumed)
    try:
        for table in sitting.moves():
            for seat, person in persons.items() if table.told else ():
                person.hear(table.chronicle(seat))
    except Left:
        _leave(terminal, sitting, 0)
    except KeyboardInterrupt:
        _leave(terminal, sitting, INTERRUPTED)
    if alone is None:
        terminal.console.clear()
        terminal.tell(sitting.state.chronicle(None))
    conclude(terminal, sitting.state, players, alone)
    _account(terminal, sitting)
    sitting.save()
    terminal.say(f"Seed {recorded.seed}. Watch it again: {sitting.afterwards('replay')}", "dim", whole=True)
    reviewing = sitting.afterwards("review", alone)
    terminal.say(f"What a bot would have done, and your mistakes: {reviewing}", "dim", whole=True)


def _bring_up_to_date(persons: dict[int, Person], recorded: Replay, *, resumed: bool) -> None:
    """Print the deal; for a resumed game, store everything that happened and print the last part."""
    for table in recorded.play():
        for seat, person in persons.items() if table.told else ():
            lines = table.chronicle(seat)
            if resumed:
                person.recall(lines)
            else:
                person.hear(lines)
    for person in persons.values() if resumed else ():
        if person.alone:
            person.recent(_RECENT, "What happened last:")


def _leave(terminal: Terminal, sitting: Sitting, code: int) -> NoReturn:
    """Say where the game is saved: it was saved when the person was asked, and after each answer."""
    if sitting.unsaved:
        sitting.save()
    terminal.say(f"\nSaved in {sitting.file}. Continue with: {sitting.going_on}", whole=True)
    raise typer.Exit(code)


def _watch(sitting: Sitting, *, delay: float | None, fast: bool) -> None:
    terminal = Terminal(sitting.replay.game)
    shown = Onlooker(terminal, None, delay=_pause(terminal, delay, fast), tables=not fast)
    introduce(terminal, sitting.state, sitting.replay.players)
    sitting.sit_down()
    try:
        for state in chain([sitting.state], sitting.moves()):
            shown.see(state)
    except KeyboardInterrupt:
        if _keep(sitting):
            _leave(terminal, sitting, INTERRUPTED)
        raise typer.Exit(INTERRUPTED) from None
    except DynastyEnvError:
        if _keep(sitting):
            terminal.say(f"Saved in {sitting.file}. Continue with: {sitting.going_on}", whole=True)
        raise
    conclude(terminal, sitting.state, sitting.replay.players, None)
    _account(terminal, sitting)
    sitting.save()
    kept = f" Replay: {sitting.file}" if sitting.file else ""
    terminal.say(f"Seed {sitting.replay.seed}.{kept}", "dim")


def _keep(sitting: Sitting) -> bool:
    """Save a watched game as far as it went, wherever it was stopped; returns False if no file is wanted."""
    if sitting.file is not None:
        *_, sitting.state = sitting.replay.play()
        sitting.save()
    return sitting.file is not None


def _account(terminal: Terminal, sitting: Sitting) -> None:
    """Print the statistics of bots that keep any, and who has forfeited the game."""
    for name, counts in accounts(sitting.bots).items():
        terminal.say(f"{name}: {in_one_line(counts)}")
    for seat, bot in enumerate(sitting.bots):
        if has_forfeited(bot, seat):
            who = seat_in_words(sitting.state.game.agent, seat)
            terminal.say(f"{who} has forfeited this game; its remaining moves were random.", "bold")


def _pause(terminal: Terminal, delay: float | None, fast: bool) -> float:
    """Seconds to wait: as asked for, else none if nobody is watching."""
    return 0.0 if fast else delay if delay is not None else _DELAY if terminal.console.is_terminal else 0.0
