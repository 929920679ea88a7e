"""`dynasty balance`: how often each special ability and event of Dynasty comes into play, and what it is worth.

A seat's share of the victories is compared with an equal one among games in which the thing was there: for an ability,
of the seats by the part of the game's turns in which they had somebody with it; for an event, of the seat that played
it. That is no experiment: who leads has more persons, and so more abilities. The difference that remains is told with
its standard error.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from agents.arguments import options_of
from agents.registry import make_bot
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import ABILITY, EVENT_NAMES, NOBODY, PERSONS, Ability
from dynasty_env.dynasty.steps import Told
from dynasty_env.kit.seats.turn import Bot, Turn, dice_of
from dynasty_env.kit.state import State
from training.arena.match import wilson

EFFECTS: dict[Told, str] = {
    Told.SUPPRESSED: "suppression",
    Told.PLUNDERED: "plunder",
    Told.REVOLTED: "revolution",
    Told.POLICED: "police",
    Told.EXECUTED: "execution",
    Told.MATCHED: "waste",
    Told.BY_ITSELF: "alchemy, new faith, warrior's way",
    Told.HEALED: "healing",
    Told.PEEKED: "spatial sense",
    Told.FORESEEN: "foresight",
    Told.SEARCHED: "wide search",
    Told.CHANGED: "deflection",
    Told.ACTS_AGAIN: "hyper-speed",
    Told.CANCELLED: "cancel",
    Told.SLASHED: "gale slash",
    Told.BEFRIENDED: "so what",
    Told.SENT: "all-out attack",
}
"""What tells that something has worked."""


@dataclass
class Tally:
    """What was seen of one ability or event: games, and shares of the victory against expectation."""

    games: int = 0
    gains: list[float] = field(default_factory=list)

    def row(self, name: str, games: int, effects: float | None) -> dict[str, Any]:
        """Share of games, and the mean gain in victories with its standard error."""
        gain = float(np.mean(self.gains)) if self.gains else 0.0
        error = float(np.std(self.gains) / np.sqrt(len(self.gains))) if self.gains else 0.0
        return {"name": name, "games": self.games / games, "gain": gain, "error": error, "effects": effects}


class Watch:
    """Follows one game."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.held = np.zeros((len(Ability), state.num_players))
        self.turns = 0
        self.turn = 0
        self.played: dict[int, int] = {}
        self.effects: Counter[str] = Counter()

    def look(self) -> None:
        """After a move: what it told, and at a new turn who has whom."""
        record = self.state.record
        for kind, seat, subject, *_ in record["trace"][: record["trace_length"]].tolist():
            if kind == Told.EVENT_PLAYED:
                self.played[subject] = seat
            elif kind in EFFECTS:
                self.effects[EFFECTS[Told(kind)]] += 1
        if record["turn"] != self.turn:
            self.turn = int(record["turn"])
            self.turns += 1
            owners = record["owner"]
            for person in np.flatnonzero((owners != NOBODY) & (ABILITY != Ability.NONE)):
                self.held[ABILITY[person], owners[person]] += 1


def play(seed: int, bots: list[Bot], options: dict[str, Any]) -> tuple[Watch, npt.NDArray[np.float64], int]:
    """One game: what was seen, the shares of the victory, who began."""
    state = GAME.new(seed, **options)
    first = int(state.record["first_player"])
    watch = Watch(state)
    dice = [dice_of(seed, seat) for seat in range(len(bots))]
    while not state.done:
        seat = state.seat
        state.play(bots[seat].act(Turn(state, dice[seat])))
        watch.look()
    return watch, state.win_shares(), first


def balance(
    games: Annotated[int, typer.Option(help="how many games")] = 1000,
    bot: Annotated[str, typer.Option(help="who plays every seat")] = "greedy",
    seats: Annotated[int, typer.Option(help="players at the table")] = 4,
    option: Annotated[list[str], typer.Option(help="NAME=VALUE")] = ["witches=true"],  # noqa: B006
    seed: Annotated[int, typer.Option(help="of the first game")] = 0,
    out: Annotated[Path | None, typer.Option(help="JSON file for the result")] = None,
) -> None:
    """How often abilities and events of Dynasty come into play, and what they are worth."""
    options = options_of(GAME, option, seats)
    bots = [make_bot(bot, GAME) for _ in range(seats)]
    abilities = [Tally() for _ in Ability]
    events = [Tally() for _ in EVENT_NAMES]
    effects: Counter[str] = Counter()
    order = np.zeros(seats)
    for number in track(range(games), "games", transient=True):
        watch, shares, first = play(seed + number, bots, options)
        order += np.roll(shares, -first)
        effects.update(watch.effects)
        for ability in range(1, len(Ability)):
            weight = watch.held[ability] / max(watch.turns, 1)
            if weight.sum() > 0:
                abilities[ability].games += 1
                abilities[ability].gains.append(float(weight @ (shares - shares.mean()) / weight.sum()))
        for event, seat in watch.played.items():
            events[event].games += 1
            events[event].gains.append(float(shares[seat] - shares.mean()))
    rows = [
        tally.row(Ability(i).name.lower().replace("_", " "), games, None)
        for i, tally in enumerate(abilities)
        if i and (ABILITY[:PERSONS] == i).any()
    ] + [tally.row(f"event: {EVENT_NAMES[i]}", games, None) for i, tally in enumerate(events)]
    for row in rows:
        row["effects"] = effects[row["name"].removeprefix("event: ")] / games
    seats_won = {f"{i + 1}.": str(wilson(float(won), games)) for i, won in enumerate(order)}
    show(rows, seats_won)
    if out is not None:
        found = {"games": games, "bot": bot, "options": options, "seats": seats_won, "things": rows}
        out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def show(rows: list[dict[str, Any]], seats_won: dict[str, str]) -> None:
    """Print the tables."""
    console = Console()
    table = Table("ability or event", "in play in", "worked a game", "victories more than an equal share")
    for row in rows:
        worked = f"{row['effects']:.2f}" if row["effects"] else "–"
        table.add_row(row["name"], f"{row['games']:.0%}", worked, f"{row['gain']:+.1%} ± {row['error']:.1%}")
    console.print(table)
    console.print("by order of play: " + ", ".join(f"{place} {won}" for place, won in seats_won.items()))
