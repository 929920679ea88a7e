"""What a move did, in words: the part of the trace that a seat may know, as sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from dynasty_env.dynasty.actions import ACTION_NAMES
from dynasty_env.dynasty.display.names import NEUROI, agent, card, country_of, event, with_article
from dynasty_env.dynasty.display.words import DECLARES
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
from dynasty_env.dynasty.rules.score import CHILDLESS_KING, EMPTY_DECK, NO_TERRITORY
from dynasty_env.dynasty.rules.stats import governance, life
from dynasty_env.dynasty.steps import Trace
from dynasty_env.europe.chronicle import SENTENCES, policed
from dynasty_env.europe.rules.ending import has_country
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.seats.chronicle import Group, gathered
from dynasty_env.kit.state import Entry, State

_FOLLOWED_BY = {
    Trace.DRAWN: (Trace.DRAWN, Trace.DREW),
    Trace.SUPPLIED: (Trace.SUPPLIED,),
    Trace.NEEDS: (Trace.DIE, Trace.OUTCOME),
    Trace.DIE: (Trace.DIE, Trace.OUTCOME),
    Trace.CHECKED: (Trace.DIED,),
    Trace.REVOLTED: (Trace.DIED,),
    Trace.POLICED: (Trace.DIED,),
    Trace.SUPPRESSED: (Trace.DIED,),
    Trace.EXECUTED: (Trace.DIED,),
    Trace.TURNED_UP: (Trace.BORN,),
    Trace.FOUND: (Trace.TURNED_UP,),
    Trace.EVENT_TAKEN: (Trace.EVENT_SEEN,),
    Trace.EVENT_PLAYED: (Trace.EVENT_ATTACHED,),
    Trace.JUDGED: (Trace.OCCUPIED,),
    Trace.SLASHED: (Trace.OUTCOME, Trace.DIED),
}
"""For a kind of trace entry, the kinds that share its sentence when they follow it."""


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, in short sentences, as far as `seat` (None: everybody) may know."""
    entries = state.trace(seat)
    then = Then(state, entries)
    return [_sentence(group, then) for group in gathered(entries, _FOLLOWED_BY)]


def _why_over(t: Any, reasons: int) -> str:
    """§07-01: which dynasties have ended the game, and how; or that a deck is empty. `reasons`: its bits."""
    childless = [seat for seat in range(t.num_players) if reasons & CHILDLESS_KING and t.childless[seat]]
    landless = [
        seat for seat in range(t.num_players)
        if reasons & NO_TERRITORY and (t.fallen[seat] or not has_country(t, seat))
    ]  # fmt: skip
    told = [f"the king of {agent(seat)} has died childless" for seat in childless]
    told += [f"{agent(seat)} has no territory" for seat in landless]
    return ", ".join([*told, *["a person deck is empty"] * bool(reasons & EMPTY_DECK)])


class Then:
    """The persons to whom events were attached while a move went on, as a table for the rules of rules/stats.py;
    and why the game is over, if it is.

    An event that was discarded right after a death was attached to the person who died.
    """

    def __init__(self, state: State, entries: Sequence[Entry]) -> None:
        self.event_person = list(map(int, state.record["event_person"]))
        self.why_over = ", ".join(
            _why_over(state.tables[0], entry.value) for entry in entries if entry.kind == Trace.ENDED
        )
        gone = NOBODY
        for entry in entries:
            if entry.kind in (Trace.DIED, Trace.TAKEN):
                gone = entry.subject
            elif entry.kind != Trace.EVENT_GONE:
                gone = NOBODY
            elif gone != NOBODY:
                self.event_person[entry.subject] = gone


def _sentence(group: Group, then: Then) -> str:
    entry = group[0]
    kind = Trace(entry.kind)
    if kind in _GROUPS:
        return _GROUPS[kind](group, then)
    person = "the pope" if entry.subject == POPE else PERSON_NAMES[entry.subject % POPE]
    country = with_article(entry.subject % (COUNTRIES + 1))
    return _SENTENCES[kind].format(
        who=agent(entry.seat),
        person=person,
        country=country,
        entry=entry,
        value=entry.value,
        reasons=then.why_over,
        **_rest(entry),
    )


def _rest(entry: Entry) -> dict[str, str]:
    """Words that only some kinds of entries need."""
    card_name = CARD_NAMES[entry.subject] if entry.subject < len(CARD_NAMES) else "JOKER"
    played = f"the joker as {entry.value}" if card_name == "JOKER" and entry.value else card(card_name)
    action = ACTION_NAMES[entry.subject] if entry.kind == Trace.DECLARED else ""
    return {
        "card": played,
        "cards": "no card" if not entry.value else "1 card" if entry.value == 1 else f"{entry.value} cards",
        "event": event(entry.subject % EVENTS),
        "deck": DECK_NAMES[entry.subject % DECKS],
        "under": DECK_NAMES[entry.object % DECKS],
        "fate": "executed" if entry.object else "spared",
        "success": _success(entry),
        "other": _other(entry.object),
        "held": country_of(entry.subject, entry.object) if entry.kind in (Trace.ATTACKED, Trace.OCCUPIED) else "",
        "declared": DECLARES.get(action, action),
        "target": PERSON_NAMES[entry.object % POPE],
        "side": "the defence" if entry.value else "the attack",
    }


def _other(holder: int) -> str:
    """From whom a country is taken. `holder`: a seat or a `Holder`."""
    return agent(holder) if holder >= 0 else NEUROI if holder == Holder.OCCUPIED else "independence"


_SENTENCES = {
    **{Trace[name]: said for name, said in SENTENCES.items()},
    Trace.FIRST_PLAYER: "{who} is the first player and holds the pope",
    Trace.REBUILT: "the discards are shuffled into a new pack ({cards})",
    Trace.DREW: "{who} draws {cards}",
    Trace.UNDEFENDED: "{who} sends no one to defend",
    Trace.RECRUITS: "{person} recruits for {who}",
    Trace.PLAYED: "{who} plays {card}",
    Trace.JOKER_NAMED: "{who} lets the joker be {value}",
    Trace.MARRIED: "{person} marries the king of {who}",
    Trace.BORN: "{person} is born to {who}",
    Trace.CHILDLESS_BIRTH: "no deck has a card left for the child of {who}",
    Trace.CONQUERED: "{who} takes {country} from {other}",
    Trace.HIRED: "{person} becomes a courtier of {who}",
    Trace.INCITED: "{person} deserts {other} and becomes a courtier of {who}",
    Trace.SUCCEEDED: "{person} becomes king of {who}",
    Trace.EXTINCT: "the king of {who} has died childless: the dynasty is ruined",
    Trace.POPE_MOVED: "the pope goes to {who}",
    Trace.COUNTRY_MOVED: "{country} comes to {who}",
    Trace.COUNTRY_GONE: "{country} leaves play",
    Trace.DISCARDED: "{who} discards {card}",
    Trace.PLUNDERED: "{who} plunders {country}",
    Trace.SUPPRESSED: "{who} rolls {value} to suppress {person}: {fate}",
    Trace.MATCHED: "{who} rolls {value} for the match of {person}: {success}",
    Trace.BY_ITSELF: "{who} succeeds by itself, without cards and dice",
    Trace.EVENT_UNDER: "{who} turns up {event}, which goes under the {under} deck",
    Trace.EVENT_SEEN: "{who} has taken the event {event}",
    Trace.EVENT_ATTACHED: "{who} attaches {event} to {target}",
    Trace.EVENT_GONE: "the event {event} is discarded",
    Trace.EVENT_BACK: "{event} lies face down before {who} again",
    Trace.PEEKED: "{who} sees the top of the pack: {card}",
    Trace.KEPT: "{who} keeps the top card of the {deck} deck",
    Trace.RESHUFFLED: "the {deck} deck is shuffled",
    Trace.SEARCHED: "{who} looks through the {deck} deck",
    Trace.FOUND: "{who} takes {person} out of it as courtier",
    Trace.OCCUPIED: "the Neuroi occupy {held}",
    Trace.TAKEN: "{person} of {who} goes under the Neuroi card",
    Trace.EXILED: "{who} finds refuge in {country}",
    Trace.FALLEN: "no country is left for {who}: the dynasty is ruined",
    Trace.LIBERATED: "{who} beats the Neuroi",
    Trace.NEUROI_WON: "the Neuroi win with a power of {value}: all dynasties lose",
    Trace.CANCELLED: "{who} discards {card} and cancels the action",
    Trace.BEFRIENDED: "{who} forces {person} to come along as friend",
    Trace.SENT: "{who} sends {person}",
    Trace.SLASHED: "a 6: gale slash kills {person} of {who}, and the action fails",
    Trace.CHANGED: "{who} turns a {entry.subject} into a {entry.object}",
    Trace.HEALED: "{person} of {who} is healed and lives",
    Trace.WED_DOLL: "{person}, king of {who}, marries the doll",
    Trace.ACTS_AGAIN: "{person} acts once more for {who}",
}


def _drawn(group: Group, then: Then) -> str:
    cards = " ".join(card(CARD_NAMES[entry.subject]) for entry in group if entry.kind == Trace.DRAWN)
    return f"{agent(group[0].seat)} draws {cards}"


def _supplied(group: Group, then: Then) -> str:
    return "the pack supplies " + " ".join(card(CARD_NAMES[entry.subject]) for entry in group)


def _rolled(group: Group, then: Then) -> str:
    """The dice, what they count and what comes of it.

    Where dice were changed after the roll, the outcome is a sentence of its own.
    """
    faces = [entry.value for entry in group if entry.kind == Trace.DIE]
    needed = [entry.value for entry in group if entry.kind == Trace.NEEDS]
    outcomes = [entry for entry in group if entry.kind == Trace.OUTCOME]
    who = agent(group[0].seat)
    if group[0].kind == Trace.OUTCOME:
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


def _checked(group: Group, then: Then) -> str:
    check = group[0]
    if check.subject == POPE:
        return f"{agent(check.seat)} rolls {check.value} against the pope's life {POPE_LIFE}: he {_fate(check)}"
    name, number = PERSON_NAMES[check.subject], life(then, check.subject)
    return f"{agent(check.seat)} rolls {check.value} against life {number}: {name} {_fate(check)}"


def _fate(check: Entry) -> str:
    return "dies" if check.object else "lives"


def _revolted(group: Group, then: Then) -> str:
    revolt = group[0]
    new, died = PERSON_NAMES[revolt.subject], f": {PERSON_NAMES[revolt.object]} dies" if revolt.object >= 0 else ""
    return f"{new} makes a revolution and becomes king of {agent(revolt.seat)}{died}"


def _policed(group: Group, then: Then) -> str:
    return policed(group[0], agent, PERSON_NAMES, governance(then, group[0].subject))


def _turned_up(group: Group, then: Then) -> str:
    entry = group[0]
    name, deck, who = PERSON_NAMES[entry.subject], DECK_NAMES[entry.object], agent(entry.seat)
    if entry.value == Place.CHILD:
        return f"{name} of the {deck} deck is born to {who}"
    joins = "the wanderers" if entry.value == Place.WANDERER else who
    return f"{who} turns up {name} from the {deck} deck, who joins {joins}"


def _foreseen(group: Group, then: Then) -> str:
    entry = group[0]
    top = entry.subject
    card_seen = f"the event {event(top - EVENT_CARD)}" if top >= EVENT_CARD else PERSON_NAMES[top]
    return f"{agent(entry.seat)} sees the top of the {DECK_NAMES[entry.object]} deck: {card_seen}"


def _event_taken(group: Group, then: Then) -> str:
    """SW02-04: only the seat that takes the event is told which it is."""
    entry = group[0]
    which = "".join(f": {event(seen.subject)}" for seen in group[1:])
    return f"{agent(entry.seat)} takes an event from the {DECK_NAMES[entry.subject]} deck, face down{which}"


def _event_played(group: Group, then: Then) -> str:
    """SW02-08-01, SW02-08-05: Neuroi and doll are not played, but turned up and resolved at once."""
    entry = group[0]
    verb = "turns up" if entry.subject in (Event.NEUROI, Event.DOLL) else "plays"
    on = "".join(f" on {PERSON_NAMES[attached.object]}" for attached in group[1:])
    return f"{agent(entry.seat)} {verb} the event {event(entry.subject)}{on}"


def _judged(group: Group, then: Then) -> str:
    judged, taken = group[0], group[1:]
    rolled = f"{agent(judged.seat)} rolls {judged.value} for {with_article(judged.subject)}"
    if not taken:
        return f"{rolled}: not occupied"
    return f"{rolled}: the Neuroi take it from {_other(taken[0].object)}"


_GROUPS: dict[Trace, Callable[[Group, Then], str]] = {
    Trace.DRAWN: _drawn,
    Trace.SUPPLIED: _supplied,
    Trace.NEEDS: _rolled,
    Trace.DIE: _rolled,
    Trace.OUTCOME: _rolled,
    Trace.CHECKED: _checked,
    Trace.REVOLTED: _revolted,
    Trace.POLICED: _policed,
    Trace.TURNED_UP: _turned_up,
    Trace.FORESEEN: _foreseen,
    Trace.EVENT_TAKEN: _event_taken,
    Trace.EVENT_PLAYED: _event_played,
    Trace.JUDGED: _judged,
}
