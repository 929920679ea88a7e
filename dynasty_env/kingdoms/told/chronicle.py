"""What a move did, in words: the part of the trace that a seat may know, as sentences."""

from collections.abc import Callable, Sequence

from dynasty_env.kingdoms.actions import ACTION_NAMES
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
from dynasty_env.kingdoms.steps import Told
from dynasty_env.kingdoms.told.names import agent, country_of, with_article
from dynasty_env.kingdoms.told.words import DECLARES
from dynasty_env.kit.state import Entry, State

_FOLLOWED_BY = {
    Told.NEEDS: (Told.DIE, Told.OUTCOME),
    Told.FORCE: (Told.DIE,),
    Told.CHECKED: (Told.DIED,),
    Told.REVOLTED: (Told.DIED,),
    Told.POLICED: (Told.DIED,),
    Told.EXECUTED: (Told.DIED,),
    Told.TURNED_UP: (Told.BORN,),
    Told.EXHAUSTED: (Told.EXHAUSTED,),
    Told.GRANTED: (Told.RULES,),
    Told.ENNOBLED: (Told.ENNOBLED,),
}
"""Trace entries that share a sentence with those before them."""

_ENDINGS = {1: "a dynasty is without a king", 2: "a person deck is empty", 4: "the last round is over"}


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, in short sentences, as far as `seat` (None: everybody) may know."""
    entries = state.trace(seat)
    sentences = []
    start = 0
    while start < len(entries):
        first = entries[start]
        joined = _FOLLOWED_BY.get(Told(first.kind), ())
        end = start + 1
        while end < len(entries) and entries[end].kind in joined and _belongs(first, entries[end]):
            end += 1
        sentences.append(_sentence(entries[start:end]))
        start = end
    return sentences


def _belongs(first: Entry, entry: Entry) -> bool:
    """Entries of one sentence are about one seat, except for the dice and countries of a war."""
    return entry.seat == first.seat or first.kind in (Told.FORCE, Told.EXHAUSTED)


def _sentence(group: Sequence[Entry]) -> str:
    entry = group[0]
    kind = Told(entry.kind)
    if kind in _GROUPS:
        return _GROUPS[kind](group)
    action = ACTION_NAMES[entry.subject] if kind == Told.DECLARED else ""
    return _SENTENCES[kind].format(
        who=agent(entry.seat),
        person=PERSON_NAMES[entry.subject % PERSONS],
        other=PERSON_NAMES[entry.object % PERSONS],
        country=with_article(entry.subject % COUNTRIES),
        realm=with_article(entry.object % COUNTRIES),
        value=entry.value,
        declared=DECLARES.get(action, action),
        held=country_of(entry.subject, entry.object) if kind == Told.ATTACKED else "",
        loser=agent(entry.object) if entry.object >= 0 else "independence",
        side="the defence" if entry.value else "the attack",
        reasons=", ".join(words for bit, words in _ENDINGS.items() if entry.value & bit),
    )


_SENTENCES = {
    Told.FIRST_PLAYER: "{who} is the first player",
    Told.TURN: "turn {value}: {who}",
    Told.CROWNED: "{who} crowns {person}",
    Told.HOME: "{country} is the home country of {who}",
    Told.PASSED: "{who} takes no action",
    Told.DECLARED: "{who} declares {declared}",
    Told.ACTS: "{person} acts for {who}",
    Told.NAMED: "{who} names {person}",
    Told.AGREED: "{who} agrees: {person} may marry",
    Told.DECLINED: "{who} does not agree to the marriage of {person}",
    Told.OUTCOME: "{who} is done",
    Told.BY_ITSELF: "{who} succeeds by itself, without dice",
    Told.MARRIED: "{person} marries King {other} of {who}",
    Told.BORN: "{person} is born to King {other} of {who}",
    Told.ATTACKED: "{who} attacks {held}",
    Told.WITHDREW: "{who} withdraws from {country}",
    Told.COMMANDS: "{person} commands {side} for {who}",
    Told.CONQUERED: "{who} takes {country} from {loser}",
    Told.PLUNDERED: "{who} plunders {country}, which leaves play",
    Told.RULES: "{person} of {who} is king of {realm}",
    Told.COUNTRY_ENTERS: "{country} comes into play for {who}",
    Told.DIED: "{person} of {who} dies",
    Told.SUCCEEDED: "{person} of {who} becomes king in place of {other}",
    Told.VACANT: "King {person} of {who} leaves no child: his countries are contested",
    Told.ARMED: "{person} takes up arms, says {who}",
    Told.TIED: "a tie: those with the highest total roll again ({value})",
    Told.FREED: "{country} becomes independent",
    Told.RECOVERED: "{country} of {who} recovers",
    Told.REBELS: "{person} of {who} is a rebel now",
    Told.PACIFIED: "{person} of {who} is a rebel no more",
    Told.REFUSED: "{who} refuses: the reaper may not have {person}",
    Told.SCYTHE_MOVED: "the scythe goes to {who}",
    Told.DISMISSED: "{who} dismisses {person}",
    Told.ENDED: "the game ends: {reasons}",
}


def _turned_up(group: Sequence[Entry]) -> str:
    entry = group[0]
    name, deck, who = PERSON_NAMES[entry.subject], DECK_NAMES[entry.object % DECKS], agent(entry.seat)
    if entry.value == Place.CHILD:
        born = "".join(f" as child of King {PERSON_NAMES[child.object]}" for child in group[1:])
        return f"{name} of the {deck} deck is born to {who}{born}"
    joins = {Place.POOL: "who joins the pool", Place.KING: f"a king of {who} at once"}
    return f"{who} turns up {name} from the {deck} deck, {joins.get(Place(entry.value), f'who joins {who}')}"


def _rolled(group: Sequence[Entry]) -> str:
    """The dice of an action, what they are rolled against and what comes of it."""
    needs = group[0]
    faces = " ".join(str(entry.value) for entry in group if entry.kind == Told.DIE)
    outcome = "".join(f": {'success' if entry.object else 'failure'}" for entry in group if entry.kind == Told.OUTCOME)
    return f"{agent(needs.seat)} {f'rolls {faces}' if faces else 'rolls no dice'} against {needs.value}{outcome}"


def _force(group: Sequence[Entry]) -> str:
    """The dice of one side of a war."""
    force = group[0]
    faces = " ".join(str(entry.value) for entry in group[1:])
    side = "the defence" if force.subject else "the attack"
    return f"{side} {f'rolls {faces}' if faces else 'rolls no dice'} against war {force.value}"


def _battle(group: Sequence[Entry]) -> str:
    entry = group[0]
    outcome = "victory" if entry.subject - entry.object > entry.value else "no victory"
    counted = f"{entry.subject} successes less {entry.object}, against power {entry.value}"
    return f"{counted}: {outcome} for {agent(entry.seat)}"


def _exhausted(group: Sequence[Entry]) -> str:
    names = ", ".join(COUNTRY_NAMES[entry.subject] for entry in group)
    return f"exhausted now: {names}"


def _ennobled(group: Sequence[Entry]) -> str:
    names = ", ".join(PERSON_NAMES[entry.subject] for entry in group)
    return f"{names}: {'a noble' if len(group) == 1 else 'nobles'} of {agent(group[0].seat)} now"


def _committed(group: Sequence[Entry]) -> str:
    entry = group[0]
    how = {
        Side.ATTACK: "for the attack",
        Side.DEFENCE: "for the defence",
        Side.AIDS_ATTACK: "to help the attacker",
        Side.AIDS_DEFENCE: "to help the defender",
    }[Side(entry.value)]
    return f"{agent(entry.seat)} uses {with_article(entry.subject)} {how}"


def _checked(group: Sequence[Entry]) -> str:
    check = group[0]
    name, life = PERSON_NAMES[check.subject], int(LIFE[check.subject])
    less = " - 1" if check.object & 2 else ""
    fate = "dies" if check.object & 1 else "lives"
    return f"{agent(check.seat)} rolls {check.value} against life {life}{less}: {name} {fate}"


def _stands(group: Sequence[Entry]) -> str:
    entry = group[0]
    whose = "" if entry.seat == entry.object else f" of {agent(entry.object)}"
    return f"{agent(entry.seat)} names {PERSON_NAMES[entry.subject]}{whose} as candidate"


def _stood(group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"{agent(entry.seat)} rolls {entry.value} for {PERSON_NAMES[entry.subject]}: {entry.object} in all"


def _policed(group: Sequence[Entry]) -> str:
    police, officer, target = group[0], PERSON_NAMES[group[0].subject], PERSON_NAMES[group[0].object]
    number = int(GOVERNANCE[police.subject])
    fate = "is executed" if police.value <= number else "gets away"
    return f"{agent(police.seat)} rolls {police.value} against {officer}'s governance {number}: {target} {fate}"


def _revolted(group: Sequence[Entry]) -> str:
    entry = group[0]
    new, old = PERSON_NAMES[entry.subject], PERSON_NAMES[entry.object]
    return f"{new} of {agent(entry.seat)} makes a revolution: King {old} dies"


def _executed(group: Sequence[Entry]) -> str:
    return f"{agent(group[0].seat)} has {PERSON_NAMES[group[0].subject]} executed"


def _granted(group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"{agent(entry.seat)} grants {with_article(entry.object)} to {PERSON_NAMES[entry.subject]}"


_GROUPS: dict[Told, Callable[[Sequence[Entry]], str]] = {
    Told.TURNED_UP: _turned_up,
    Told.NEEDS: _rolled,
    Told.FORCE: _force,
    Told.BATTLE: _battle,
    Told.EXHAUSTED: _exhausted,
    Told.ENNOBLED: _ennobled,
    Told.COMMITTED: _committed,
    Told.CHECKED: _checked,
    Told.STANDS: _stands,
    Told.ROLLED: _stood,
    Told.POLICED: _policed,
    Told.REVOLTED: _revolted,
    Told.EXECUTED: _executed,
    Told.GRANTED: _granted,
}
