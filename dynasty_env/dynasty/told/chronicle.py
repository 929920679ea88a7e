"""What a move did, in words: the part of the trace that a seat may know, as sentences."""

from collections.abc import Callable, Sequence

from dynasty_env.dynasty.actions import ACTION_NAMES
from dynasty_env.dynasty.material import (
    COUNTRIES,
    DECK_NAMES,
    DECKS,
    EVENT_CARD,
    EVENTS,
    NOBODY,
    PERSON_NAMES,
    POPE,
    POPE_LIFE,
    Event,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.stats import governance, life
from dynasty_env.dynasty.steps import Told
from dynasty_env.dynasty.told.names import NEUROI, agent, card, country_of, event, with_article
from dynasty_env.dynasty.told.words import DECLARES
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.state import Entry, State

_FOLLOWED_BY = {
    Told.DRAWN: (Told.DRAWN, Told.DREW),
    Told.SUPPLIED: (Told.SUPPLIED,),
    Told.NEEDS: (Told.DIE, Told.OUTCOME),
    Told.DIE: (Told.DIE, Told.OUTCOME),
    Told.CHECKED: (Told.DIED,),
    Told.REVOLTED: (Told.DIED,),
    Told.POLICED: (Told.DIED,),
    Told.SUPPRESSED: (Told.DIED,),
    Told.EXECUTED: (Told.DIED,),
    Told.TURNED_UP: (Told.BORN,),
    Told.FOUND: (Told.TURNED_UP,),
    Told.EVENT_TAKEN: (Told.EVENT_SEEN,),
    Told.EVENT_PLAYED: (Told.EVENT_ATTACHED,),
    Told.JUDGED: (Told.OCCUPIED,),
    Told.SLASHED: (Told.OUTCOME, Told.DIED),
}
"""For a kind of trace entry, the kinds that share its sentence when they follow it."""

_ENDINGS = {1: "a king has died childless", 2: "a dynasty has no territory", 4: "a person deck is empty"}


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, in short sentences, as far as `seat` (None: everybody) may know."""
    entries = state.trace(seat)
    then = Then(state, entries)
    sentences = []
    start = 0
    while start < len(entries):
        first = entries[start]
        joined = _FOLLOWED_BY.get(Told(first.kind), ())
        end = start + 1
        while end < len(entries) and entries[end].kind in joined and entries[end].seat == first.seat:
            end += 1
        sentences.append(_sentence(entries[start:end], then))
        start = end
    return sentences


class Then:
    """The persons to whom events were attached while a move went on, as a table for the rules of rules/stats.py.

    An event that was discarded right after a death was attached to the person who died.
    """

    def __init__(self, state: State, entries: Sequence[Entry]) -> None:
        self.event_person = list(map(int, state.record["event_person"]))
        gone = NOBODY
        for entry in entries:
            if entry.kind in (Told.DIED, Told.TAKEN):
                gone = entry.subject
            elif entry.kind != Told.EVENT_GONE:
                gone = NOBODY
            elif gone != NOBODY:
                self.event_person[entry.subject] = gone


def _sentence(group: Sequence[Entry], then: Then) -> str:
    entry = group[0]
    kind = Told(entry.kind)
    if kind in _GROUPS:
        return _GROUPS[kind](group, then)
    person = "the pope" if entry.subject == POPE else PERSON_NAMES[entry.subject % POPE]
    country = with_article(entry.subject % (COUNTRIES + 1))
    return _SENTENCES[kind].format(
        who=agent(entry.seat), person=person, country=country, entry=entry, value=entry.value, **_rest(entry)
    )


def _rest(entry: Entry) -> dict[str, str]:
    """Words that only some kinds of entries need."""
    card_name = CARD_NAMES[entry.subject] if entry.subject < len(CARD_NAMES) else "JOKER"
    played = f"the joker as {entry.value}" if card_name == "JOKER" and entry.value else card(card_name)
    action = ACTION_NAMES[entry.subject] if entry.kind == Told.DECLARED else ""
    return {
        "card": played,
        "cards": "no card" if not entry.value else "1 card" if entry.value == 1 else f"{entry.value} cards",
        "event": event(entry.subject % EVENTS),
        "deck": DECK_NAMES[entry.subject % DECKS],
        "other": _other(entry.object),
        "held": country_of(entry.subject, entry.object) if entry.kind in (Told.ATTACKED, Told.OCCUPIED) else "",
        "declared": DECLARES.get(action, action),
        "target": PERSON_NAMES[entry.object % POPE],
        "side": "the defence" if entry.value else "the attack",
        "reasons": ", ".join(words for bit, words in _ENDINGS.items() if entry.value & bit),
    }


def _other(holder: int) -> str:
    """From whom a country is taken. `holder`: a seat or a `Holder`."""
    return agent(holder) if holder >= 0 else NEUROI if holder == Holder.OCCUPIED else "independence"


_SENTENCES = {
    Told.FIRST_PLAYER: "{who} is the first player and holds the pope",
    Told.TURN: "turn {value}: {who}",
    Told.REBUILT: "the discards are shuffled into a new pack ({cards})",
    Told.DREW: "{who} draws {cards}",
    Told.CROWNED: "{who} crowns {person}",
    Told.DECLARED: "{who} declares {declared}",
    Told.NAMED: "{who} names {person}",
    Told.ATTACKED: "{who} attacks {held}",
    Told.COMMANDS: "{person} commands {side} for {who}",
    Told.UNDEFENDED: "{who} sends no one to defend",
    Told.RECRUITS: "{person} recruits for {who}",
    Told.REFUSED: "{who} refuses: the reaper may not have {person}",
    Told.PLAYED: "{who} plays {card}",
    Told.JOKER_NAMED: "{who} lets the joker be {value}",
    Told.MARRIED: "{person} marries the king of {who}",
    Told.BORN: "{person} is born to {who}",
    Told.CHILDLESS_BIRTH: "no deck has a card left for the child of {who}",
    Told.CONQUERED: "{who} takes {country} from {other}",
    Told.HIRED: "{person} becomes a courtier of {who}",
    Told.INCITED: "{person} deserts {other} and becomes a courtier of {who}",
    Told.DIED: "{person} of {who} dies",
    Told.SUCCEEDED: "{person} becomes king of {who}",
    Told.EXTINCT: "the king of {who} has died childless: the dynasty is ruined",
    Told.POPE_MOVED: "the pope goes to {who}",
    Told.SCYTHE_MOVED: "the scythe goes to {who}",
    Told.COUNTRY_MOVED: "{country} comes to {who}",
    Told.COUNTRY_GONE: "{country} leaves play",
    Told.DISMISSED: "{who} dismisses {person}",
    Told.DISCARDED: "{who} discards {card}",
    Told.PASSED: "{who} takes no action",
    Told.PLUNDERED: "{who} plunders {country}",
    Told.EXECUTED: "{who} has {person} executed",
    Told.BY_ITSELF: "{who} succeeds by itself, without cards and dice",
    Told.ENDED: "the game ends: {reasons}",
    Told.EVENT_SEEN: "{who} has taken the event {event}",
    Told.EVENT_ATTACHED: "{who} attaches {event} to {target}",
    Told.EVENT_GONE: "the event {event} is discarded",
    Told.EVENT_BACK: "{event} lies face down before {who} again",
    Told.PEEKED: "{who} sees the top of the pack: {card}",
    Told.KEPT: "{who} keeps the top card of the {deck} deck",
    Told.RESHUFFLED: "the {deck} deck is shuffled",
    Told.SEARCHED: "{who} looks through the {deck} deck",
    Told.OCCUPIED: "the Neuroi occupy {held}",
    Told.TAKEN: "{person} of {who} goes under the Neuroi card",
    Told.EXILED: "{who} finds refuge in {country}",
    Told.FALLEN: "no country is left for {who}: the dynasty is ruined",
    Told.LIBERATED: "{who} beats the Neuroi",
    Told.NEUROI_WON: "the Neuroi win with a power of {value}: all dynasties lose",
    Told.CANCELLED: "{who} discards {card} and cancels the action",
    Told.BEFRIENDED: "{who} forces {person} to come along as friend",
    Told.SENT: "{who} sends {person}",
    Told.CHANGED: "{who} turns a {entry.subject} into a {entry.object}",
    Told.HEALED: "{person} of {who} is healed and lives",
    Told.WED_DOLL: "{person}, king of {who}, marries the doll",
    Told.ACTS_AGAIN: "{person} acts once more for {who}",
}


def _drawn(group: Sequence[Entry], then: Then) -> str:
    cards = " ".join(card(CARD_NAMES[entry.subject]) for entry in group if entry.kind == Told.DRAWN)
    return f"{agent(group[0].seat)} draws {cards}"


def _supplied(group: Sequence[Entry], then: Then) -> str:
    return "the pack supplies " + " ".join(card(CARD_NAMES[entry.subject]) for entry in group)


def _rolled(group: Sequence[Entry], then: Then) -> str:
    """The dice, what they count and what comes of it.

    Where dice were changed after the roll, the outcome is a sentence of its own.
    """
    faces = [entry.value for entry in group if entry.kind == Told.DIE]
    needed = [entry.value for entry in group if entry.kind == Told.NEEDS]
    outcomes = [entry for entry in group if entry.kind == Told.OUTCOME]
    who = agent(group[0].seat)
    if group[0].kind == Told.OUTCOME:
        return f"the dice of {who} count {group[0].value}: {_success(group[0])}"
    rolled = f"rolls {' '.join(map(str, faces))}" if faces else "rolls no dice"
    total = outcomes[0].value if outcomes else sum(faces)
    if total != sum(faces):
        rolled += f", which count {total},"  # SW02-07-06 gale, SW02-07-07 might, SW02-08-06 gale slash
    elif len(faces) != 1:
        rolled += f" = {total}"
    against = "".join(f" against {value}" for value in needed)
    success = "".join(f": {_success(outcome)}" for outcome in outcomes)
    by_one = outcomes and outcomes[0].object and needed and total < needed[0]  # SW02-07-04 ballistics
    return f"{who} {rolled}{against}{success}{' by a 1' if by_one else ''}"


def _success(outcome: Entry) -> str:
    return "success" if outcome.object else "failure"


def _checked(group: Sequence[Entry], then: Then) -> str:
    check = group[0]
    if check.subject == POPE:
        return f"{agent(check.seat)} rolls {check.value} against the pope's life {POPE_LIFE}: he {_fate(check)}"
    name, number = PERSON_NAMES[check.subject], life(then, check.subject)
    return f"{agent(check.seat)} rolls {check.value} against life {number}: {name} {_fate(check)}"


def _fate(check: Entry) -> str:
    return "dies" if check.object else "lives"


def _revolted(group: Sequence[Entry], then: Then) -> str:
    revolt = group[0]
    new, died = PERSON_NAMES[revolt.subject], f": {PERSON_NAMES[revolt.object]} dies" if revolt.object >= 0 else ""
    return f"{new} makes a revolution and becomes king of {agent(revolt.seat)}{died}"


def _policed(group: Sequence[Entry], then: Then) -> str:
    police, officer, target = group[0], PERSON_NAMES[group[0].subject], PERSON_NAMES[group[0].object]
    number = governance(then, police.subject)
    fate = "is executed" if police.value <= number else "gets away"
    return f"{agent(police.seat)} rolls {police.value} against {officer}'s governance {number}: {target} {fate}"


def _suppressed(group: Sequence[Entry], then: Then) -> str:
    entry = group[0]
    fate = "executed" if entry.object else "spared"
    return f"{agent(entry.seat)} rolls {entry.value} to suppress {PERSON_NAMES[entry.subject]}: {fate}"


def _matched(group: Sequence[Entry], then: Then) -> str:
    entry = group[0]
    outcome = "success" if entry.object else "failure"
    return f"{agent(entry.seat)} rolls {entry.value} for the match of {PERSON_NAMES[entry.subject]}: {outcome}"


def _turned_up(group: Sequence[Entry], then: Then) -> str:
    entry = group[0]
    name, deck, who = PERSON_NAMES[entry.subject], DECK_NAMES[entry.object], agent(entry.seat)
    if entry.value == Place.CHILD:
        return f"{name} of the {deck} deck is born to {who}"
    joins = "the wanderers" if entry.value == Place.WANDERER else who
    return f"{who} turns up {name} from the {deck} deck, who joins {joins}"


def _found(group: Sequence[Entry], then: Then) -> str:
    entry = group[0]
    return f"{agent(entry.seat)} takes {PERSON_NAMES[entry.subject]} out of it as courtier"


def _foreseen(group: Sequence[Entry], then: Then) -> str:
    entry = group[0]
    top = entry.subject
    card_seen = f"the event {event(top - EVENT_CARD)}" if top >= EVENT_CARD else PERSON_NAMES[top]
    return f"{agent(entry.seat)} sees the top of the {DECK_NAMES[entry.object]} deck: {card_seen}"


def _event_taken(group: Sequence[Entry], then: Then) -> str:
    """SW02-04: only the seat that takes the event is told which it is."""
    entry = group[0]
    which = "".join(f": {event(seen.subject)}" for seen in group[1:])
    return f"{agent(entry.seat)} takes an event from the {DECK_NAMES[entry.subject]} deck, face down{which}"


def _event_under(group: Sequence[Entry], then: Then) -> str:
    entry = group[0]
    return f"{agent(entry.seat)} turns up {event(entry.subject)}, which goes under the {DECK_NAMES[entry.object]} deck"


def _event_played(group: Sequence[Entry], then: Then) -> str:
    """SW02-08-01, SW02-08-05: Neuroi and doll are not played, but turned up and resolved at once."""
    entry = group[0]
    verb = "turns up" if entry.subject in (Event.NEUROI, Event.DOLL) else "plays"
    on = "".join(f" on {PERSON_NAMES[attached.object]}" for attached in group[1:])
    return f"{agent(entry.seat)} {verb} the event {event(entry.subject)}{on}"


def _judged(group: Sequence[Entry], then: Then) -> str:
    judged, taken = group[0], group[1:]
    rolled = f"{agent(judged.seat)} rolls {judged.value} for {with_article(judged.subject)}"
    if not taken:
        return f"{rolled}: not occupied"
    return f"{rolled}: the Neuroi take it from {_other(taken[0].object)}"


def _slashed(group: Sequence[Entry], then: Then) -> str:
    slashed = group[0]
    return f"a 6: gale slash kills {PERSON_NAMES[slashed.subject]} of {agent(slashed.seat)}, and the action fails"


_GROUPS: dict[Told, Callable[[Sequence[Entry], Then], str]] = {
    Told.DRAWN: _drawn,
    Told.SUPPLIED: _supplied,
    Told.NEEDS: _rolled,
    Told.DIE: _rolled,
    Told.OUTCOME: _rolled,
    Told.CHECKED: _checked,
    Told.REVOLTED: _revolted,
    Told.POLICED: _policed,
    Told.SUPPRESSED: _suppressed,
    Told.MATCHED: _matched,
    Told.TURNED_UP: _turned_up,
    Told.FOUND: _found,
    Told.FORESEEN: _foreseen,
    Told.EVENT_TAKEN: _event_taken,
    Told.EVENT_UNDER: _event_under,
    Told.EVENT_PLAYED: _event_played,
    Told.JUDGED: _judged,
    Told.SLASHED: _slashed,
}
