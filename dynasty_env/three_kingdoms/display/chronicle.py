"""What a move did, in words, from the trace alone."""

from collections.abc import Callable

from dynasty_env.kit.state import Entry, State
from dynasty_env.three_kingdoms.display import names
from dynasty_env.three_kingdoms.material import FIRST_YEAR, Check, Method, Stat
from dynasty_env.three_kingdoms.steps import Trace
from dynasty_env.three_kingdoms.table import THAW

CHECKS = {
    Check.NOTHING: "gets away",
    Check.DEATH: "dies",
    Check.CAPTURED: "is captured",
    Check.SUBMITS: "submits",
    Check.EXILE: "goes into exile",
}
ENDS = {1: "the card that ends it is turned up", 2: "only one is left", 3: "the last turn is over"}


def _entered(e: Entry) -> str:
    where = names.area(e.object)
    if e.value < 0:
        return f"{names.general(e.subject)} enters in {where}, and serves nobody yet"
    return f"{names.general(e.subject)} enters in {where} for {names.country(e.value)}"


def _marker(e: Entry) -> str:
    return "the thaw marker is drawn" if e.value == THAW else f"the marker of {names.country(e.value)} is drawn"


def _thawed(e: Entry) -> str:
    if not e.value:
        return "there is no ban marker to take away"
    return "1 ban marker thaws" if e.value == 1 else f"{e.value} ban markers thaw"


def _rolled(e: Entry) -> str:
    came = "a success" if e.value <= e.object else "in vain"
    return f"{Stat(e.subject).name.lower()} {e.object}, the die shows {e.value}: {came}"


def _points(e: Entry) -> str:
    return f"{names.country(e.subject)} has {names.points(e.value)} of diplomacy"


def _allowed(e: Entry) -> str:
    what = f"{e.value} troops" if e.value > 0 else f"{-e.value} generals"
    return f"{names.country(e.object)} may use {what} more for {names.country(e.subject)}"


def _marched(e: Entry) -> str:
    return f"{names.does(e.subject, 'march')} from {names.area(e.object)} with {names.soldiers(e.value)}"


def _stayed(e: Entry) -> str:
    return f"{names.does(e.subject, 'stay')} at home, too weak to attack {names.area(e.object)}"


def _round(e: Entry) -> str:
    return f"round {e.subject}: {Method(e.value).name.lower()}, with up to {names.generals(e.object)} a side"


def _duel(e: Entry) -> str:
    one, other = names.general(e.subject), names.general(e.object)
    if e.value == 0:
        return f"{one} fights {other}: nobody is ahead"
    return f"{one} fights {other}: {one if e.value > 0 else other} is ahead by {abs(e.value)}"


def _walkover(e: Entry) -> str:
    return f"{names.general(e.subject)} finds no opponent: the enemy loses {names.soldiers(e.value)}"


def _lost(e: Entry) -> str:
    return f"{names.ARMIES[e.subject]} {'lose' if e.subject == 0 else 'loses'} {names.soldiers(e.value)}"


def _troops_went(e: Entry) -> str:
    goes = "goes" if e.value == 1 else "go"
    return f"{names.soldiers(e.value)} of {names.country(e.subject)} {goes} to {names.area(e.object)}"


def _controls(e: Entry) -> str:
    return f"{names.does(e.subject, 'control')} {names.area(e.object)}"


def _redeployed(e: Entry) -> str:
    return f"{names.does(e.subject, 'move')} units from {names.area(e.object)} to {names.area(e.value)}"


def _fell(e: Entry) -> str:
    return f"{names.country(e.subject)} falls" + (f" to {names.country(e.value)}" if e.value >= 0 else "")


TOLD: dict[Trace, Callable[[Entry], str]] = {
    Trace.PLAYS: lambda e: f"{names.agent(e.seat)} plays {names.country(e.subject)}",
    Trace.TURN: lambda e: f"turn {e.value}, the year {FIRST_YEAR + e.value - 1}",
    Trace.CARD: lambda e: f"destiny card {e.value + 1} of period {e.subject + 1} is turned up",
    Trace.ENTERED: _entered,
    Trace.REPLACED: lambda e: f"{names.general(e.subject)} has grown with the years: his numbers are new",
    Trace.LEFT: lambda e: f"{names.general(e.subject)} leaves the game",
    Trace.VOID: lambda e: f"what the card says of {names.general(e.subject)} is void",
    Trace.MARKER: _marker,
    Trace.THAWED: _thawed,
    Trace.GREW: lambda e: f"{names.does(e.subject, 'grow')} by {names.soldiers(e.value)}",
    Trace.LEVIED: lambda e: f"{names.does(e.subject, 'raise')} {names.soldiers(e.value)} in {names.area(e.object)}",
    Trace.ROLLED: _rolled,
    Trace.RAISED: lambda e: f"one more soldier in {names.area(e.object)}",
    Trace.POINTS: _points,
    Trace.ASKED: lambda e: f"{names.country(e.subject)} asks {names.country(e.object)} for an alliance",
    Trace.ANSWERED: lambda e: f"{names.country(e.subject)} {'agrees' if e.value else 'refuses'}",
    Trace.ALLIED: lambda e: f"{names.country(e.subject)} directs {names.country(e.object)} in this phase",
    Trace.BANNED: lambda e: f"a ban marker is {'put on' if e.value > 0 else 'taken from'} {names.side(e.object)}",
    Trace.ALLOWED: _allowed,
    Trace.INVADED: lambda e: f"{names.country(e.value)} {names.is_or_are(e.value)} attacked in {names.area(e.object)}",
    Trace.MARCHED: _marched,
    Trace.STAYED: _stayed,
    Trace.PROXY: lambda e: f"{names.agent(e.seat)} plays the defender, {names.country(e.value)}",
    Trace.ROUND: _round,
    Trace.SPLIT: lambda e: f"losses are borne by {'the power' if e.value == 1 else names.country(e.subject)} first",
    Trace.NAMED: lambda e: f"for {names.ARMIES[e.object]}: {names.general(e.subject)}",
    Trace.DUEL: _duel,
    Trace.WALKOVER: _walkover,
    Trace.TOTALS: lambda e: f"the attackers reach {e.subject}, the defender {e.object}",
    Trace.LOST: _lost,
    Trace.CHECKED: lambda e: f"{names.general(e.subject)} {CHECKS[Check(e.value)]}",
    Trace.RETREATS: lambda e: f"{names.ARMIES[e.subject]} {'retreat' if e.subject == 0 else 'retreats'}",
    Trace.PURSUED: lambda e: f"the pursuit costs {names.soldiers(e.value)}",
    Trace.DESTROYED: lambda e: f"the army of {names.ARMIES[e.subject]} is destroyed",
    Trace.WENT: lambda e: f"{names.general(e.subject)} goes to {names.area(e.object)}",
    Trace.TROOPS_WENT: _troops_went,
    Trace.CONTROLS: _controls,
    Trace.RULER: lambda e: f"{names.general(e.object)} now rules the country of {names.country(e.subject)}",
    Trace.FELL: _fell,
    Trace.EXILED: lambda e: f"{names.general(e.subject)} goes into exile with {names.country(e.value)}",
    Trace.REDEPLOYED: lambda e: (
        f"{names.does(e.subject, 'move')} units from {names.area(e.object)} to {names.area(e.value)}"
    ),
    Trace.ENDED: lambda e: f"the game ends: {ENDS[e.value]}",
}


def chronicle(state: State, seat: int | None) -> list[str]:
    """The entries of the trace that `seat` may know (None: everybody), a line each."""
    return [TOLD[Trace(entry.kind)](entry) for entry in state.trace(seat)]
