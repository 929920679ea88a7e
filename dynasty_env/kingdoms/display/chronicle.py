"""What a move did, in words: the part of the trace that a seat may know, as sentences."""

from collections.abc import Callable
from typing import Any

from dynasty_env.europe.chronicle import SENTENCES, policed
from dynasty_env.europe.words import with_article
from dynasty_env.kingdoms.actions import ACTION_NAMES
from dynasty_env.kingdoms.display.names import agent, country_of
from dynasty_env.kingdoms.display.words import DECLARES
from dynasty_env.kingdoms.material import (
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECKS,
    GOVERNANCE,
    LIFE,
    PERSON_NAMES,
    PERSONS,
    Place,
    Side,
)
from dynasty_env.kingdoms.rules.score import EMPTY_DECK, LAST_ROUND, NO_KING, is_fallen
from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.seats.chronicle import Group, gathered, is_of_its_seat
from dynasty_env.kit.state import Entry, State

_FOLLOWED_BY = {
    Trace.NEEDS: (Trace.DIE, Trace.OUTCOME),
    Trace.FORCE: (Trace.DIE,),
    Trace.CHECKED: (Trace.DIED,),
    Trace.REVOLTED: (Trace.DIED,),
    Trace.POLICED: (Trace.DIED,),
    Trace.EXECUTED: (Trace.DIED,),
    Trace.TURNED_UP: (Trace.BORN,),
    Trace.EXHAUSTED: (Trace.EXHAUSTED,),
    Trace.GRANTED: (Trace.RULES,),
    Trace.ENNOBLED: (Trace.ENNOBLED,),
}
"""Trace entries that share a sentence with those before them."""


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, in short sentences, as far as `seat` (None: everybody) may know."""
    return [_sentence(group, state.tables[0]) for group in gathered(state.trace(seat), _FOLLOWED_BY, _belongs)]


def _why_over(t: Any, reasons: int) -> str:
    """K7: which dynasties have ended the game; or what else is over. `reasons`: its bits."""
    fallen = [seat for seat in range(t.num_players) if reasons & NO_KING and is_fallen(t, seat)]
    told = [f"{agent(seat)} is without a king" for seat in fallen]
    told += [said for bit, said in _ENDINGS.items() if reasons & bit]
    return ", ".join(told)


_ENDINGS = {EMPTY_DECK: "a person deck is empty", LAST_ROUND: "the last round is over"}


def _belongs(group: Group, entry: Entry) -> bool:
    """Entries of one sentence are about one seat, except for the dice and countries of a war."""
    return is_of_its_seat(group, entry) or group[0].kind in (Trace.FORCE, Trace.EXHAUSTED)


def _sentence(group: Group, t: Any) -> str:
    entry = group[0]
    kind = Trace(entry.kind)
    if kind in _GROUPS:
        return _GROUPS[kind](group)
    action = ACTION_NAMES[entry.subject] if kind == Trace.DECLARED else ""
    return _SENTENCES[kind].format(
        who=agent(entry.seat),
        person=PERSON_NAMES[entry.subject % PERSONS],
        other=PERSON_NAMES[entry.object % PERSONS],
        country=with_article(entry.subject % COUNTRIES),
        realm=with_article(entry.object % COUNTRIES),
        value=entry.value,
        total=entry.object,
        declared=DECLARES.get(action, action),
        held=country_of(entry.subject, entry.object) if kind == Trace.ATTACKED else "",
        loser=agent(entry.object) if entry.object >= 0 else "independence",
        side="the defence" if entry.value else "the attack",
        reasons=_why_over(t, entry.value) if kind == Trace.ENDED else "",
    )


_SENTENCES = {
    **{Trace[name]: said for name, said in SENTENCES.items()},
    Trace.FIRST_PLAYER: "{who} is the first player",
    Trace.HOME: "{country} is the home country of {who}",
    Trace.ACTS: "{person} acts for {who}",
    Trace.AGREED: "{who} agrees: {person} may marry",
    Trace.DECLINED: "{who} does not agree to the marriage of {person}",
    Trace.OUTCOME: "{who} is done",
    Trace.BY_ITSELF: "{who} succeeds by itself, without dice",
    Trace.MARRIED: "{person} marries King {other} of {who}",
    Trace.BORN: "{person} is born to King {other} of {who}",
    Trace.WITHDREW: "{who} withdraws from {country}",
    Trace.CONQUERED: "{who} takes {country} from {loser}",
    Trace.PLUNDERED: "{who} plunders {country}, which leaves play",
    Trace.RULES: "{person} of {who} is king of {realm}",
    Trace.COUNTRY_ENTERS: "{country} comes into play for {who}",
    Trace.SUCCEEDED: "{person} of {who} becomes king in place of {other}",
    Trace.VACANT: "King {person} of {who} leaves no child: his countries are contested",
    Trace.ARMED: "{person} takes up arms, says {who}",
    Trace.ROLLED: "{who} rolls {value} for {person}: {total} in all",
    Trace.TIED: "a tie: those with the highest total roll again ({value})",
    Trace.FREED: "{country} becomes independent",
    Trace.RECOVERED: "{country} of {who} recovers",
    Trace.REVOLTED: "{person} of {who} makes a revolution: King {other} dies",
    Trace.REBELS: "{person} of {who} is a rebel now",
    Trace.PACIFIED: "{person} of {who} is a rebel no more",
    Trace.GRANTED: "{who} grants {realm} to {person}",
}


def _turned_up(group: Group) -> str:
    entry = group[0]
    name, deck, who = PERSON_NAMES[entry.subject], DECK_NAMES[entry.object % DECKS], agent(entry.seat)
    if entry.value == Place.CHILD:
        born = "".join(f" as child of King {PERSON_NAMES[child.object]}" for child in group[1:])
        return f"{name} of the {deck} deck is born to {who}{born}"
    joins = {Place.POOL: "who joins the pool", Place.KING: f"a king of {who} at once"}
    return f"{who} turns up {name} from the {deck} deck, {joins.get(Place(entry.value), f'who joins {who}')}"


def _rolled(group: Group) -> str:
    """The dice of an action, what they are rolled against and what comes of it."""
    needs = group[0]
    faces = " ".join(str(entry.value) for entry in group if entry.kind == Trace.DIE)
    outcome = "".join(f": {'success' if entry.object else 'failure'}" for entry in group if entry.kind == Trace.OUTCOME)
    return f"{agent(needs.seat)} {f'rolls {faces}' if faces else 'rolls no dice'} against {needs.value}{outcome}"


def _force(group: Group) -> str:
    """The dice of one side of a war."""
    force = group[0]
    faces = " ".join(str(entry.value) for entry in group[1:])
    side = "the defence" if force.subject else "the attack"
    return f"{side} {f'rolls {faces}' if faces else 'rolls no dice'} against war {force.value}"


def _battle(group: Group) -> str:
    entry = group[0]
    outcome = "victory" if entry.subject - entry.object > entry.value else "no victory"
    won = "1 success" if entry.subject == 1 else f"{entry.subject} successes"
    counted = f"{won} less {entry.object}, against power {entry.value}"
    return f"{counted}: {outcome} for {agent(entry.seat)}"


def _exhausted(group: Group) -> str:
    names = ", ".join(COUNTRY_NAMES[entry.subject] for entry in group)
    return f"exhausted now: {names}"


def _ennobled(group: Group) -> str:
    names = ", ".join(PERSON_NAMES[entry.subject] for entry in group)
    return f"{names}: {'a noble' if len(group) == 1 else 'nobles'} of {agent(group[0].seat)} now"


def _committed(group: Group) -> str:
    entry = group[0]
    how = {
        Side.ATTACK: "for the attack",
        Side.DEFENCE: "for the defence",
        Side.AIDS_ATTACK: "to help the attacker",
        Side.AIDS_DEFENCE: "to help the defender",
    }[Side(entry.value)]
    return f"{agent(entry.seat)} uses {with_article(entry.subject)} {how}"


def _checked(group: Group) -> str:
    check = group[0]
    name, life = PERSON_NAMES[check.subject], int(LIFE[check.subject])
    less = " - 1" if check.object & 2 else ""
    fate = "dies" if check.object & 1 else "lives"
    return f"{agent(check.seat)} rolls {check.value} against life {life}{less}: {name} {fate}"


def _stands(group: Group) -> str:
    entry = group[0]
    whose = "" if entry.seat == entry.object else f" of {agent(entry.object)}"
    return f"{agent(entry.seat)} names {PERSON_NAMES[entry.subject]}{whose} as candidate"


def _policed(group: Group) -> str:
    return policed(group[0], agent, PERSON_NAMES, int(GOVERNANCE[group[0].subject]))


_GROUPS: dict[Trace, Callable[[Group], str]] = {
    Trace.TURNED_UP: _turned_up,
    Trace.NEEDS: _rolled,
    Trace.FORCE: _force,
    Trace.BATTLE: _battle,
    Trace.EXHAUSTED: _exhausted,
    Trace.ENNOBLED: _ennobled,
    Trace.COMMITTED: _committed,
    Trace.CHECKED: _checked,
    Trace.STANDS: _stands,
    Trace.POLICED: _policed,
}
