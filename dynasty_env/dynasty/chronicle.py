"""What a move did, in words: the trace told as far as a seat may know."""

from collections.abc import Callable, Sequence

from dynasty_env.dynasty.actions import (
    ACTION_NAMES,
)
from dynasty_env.dynasty.material import (
    COUNTRY_NAMES,
    DECK_NAMES,
    GOVERNANCE,
    LIFE,
    PERSON_NAMES,
    POPE,
    POPE_LIFE,
    Place,
)
from dynasty_env.dynasty.steps import Told
from dynasty_env.dynasty.words import DECLARES, agent, card, country_of, with_article
from dynasty_env.kit.cards import CARD_NAMES
from dynasty_env.kit.game import Entry, State

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
}
"""Happenings that share a sentence."""

_ENDINGS = {1: "a king has died childless", 2: "a dynasty has no territory", 4: "a person deck is empty"}


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, a short sentence a happening, as far as `seat` (None: everybody) may know."""
    entries = state.trace(seat)
    sentences = []
    start = 0
    while start < len(entries):
        first = entries[start]
        joined = _FOLLOWED_BY.get(Told(first.kind), ())
        end = start + 1
        while end < len(entries) and entries[end].kind in joined and entries[end].seat == first.seat:
            end += 1
        sentences.append(_sentence(entries[start:end]))
        start = end
    return sentences


def _sentence(group: Sequence[Entry]) -> str:
    entry = group[0]
    kind = Told(entry.kind)
    if kind in _GROUPS:
        return _GROUPS[kind](group)
    person = "the pope" if entry.subject == POPE else PERSON_NAMES[entry.subject % POPE]
    country = with_article(entry.subject % len(COUNTRY_NAMES))
    return _SENTENCES[kind].format(
        who=agent(entry.seat), person=person, country=country, entry=entry, value=entry.value, **_rest(entry)
    )


def _rest(entry: Entry) -> dict[str, str]:
    """Words that only some kinds of entries have a use for."""
    card_name = CARD_NAMES[entry.subject] if entry.subject < len(CARD_NAMES) else "JOKER"
    played = f"the joker as {entry.value}" if card_name == "JOKER" and entry.value else card(card_name)
    action = ACTION_NAMES[entry.subject] if entry.kind == Told.DECLARED else ""
    return {
        "card": played,
        "cards": "no card" if not entry.value else "1 card" if entry.value == 1 else f"{entry.value} cards",
        "other": agent(entry.object) if entry.object >= 0 else "independence",
        "held": country_of(entry.subject, entry.object) if entry.kind == Told.ATTACKED else "",
        "declared": DECLARES.get(action, action),
        "side": "the defence" if entry.value else "the attack",
        "reasons": ", ".join(words for bit, words in _ENDINGS.items() if entry.value & bit),
    }


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
    Told.BY_ITSELF: "the action of {who} succeeds by itself",
    Told.ENDED: "the game ends: {reasons}",
}


def _drawn(group: Sequence[Entry]) -> str:
    cards = " ".join(card(CARD_NAMES[entry.subject]) for entry in group if entry.kind == Told.DRAWN)
    return f"{agent(group[0].seat)} draws {cards}"


def _supplied(group: Sequence[Entry]) -> str:
    return "the pack supplies " + " ".join(card(CARD_NAMES[entry.subject]) for entry in group)


def _rolled(group: Sequence[Entry]) -> str:
    faces = [entry.value for entry in group if entry.kind == Told.DIE]
    needed = [f" against {entry.value}" for entry in group if entry.kind == Told.NEEDS]
    outcome = ["success" if entry.object else "failure" for entry in group if entry.kind == Told.OUTCOME]
    rolled = f"rolls {' '.join(map(str, faces))}" if faces else "rolls no dice"
    total = f" = {sum(faces)}" if len(faces) != 1 else ""
    return f"{agent(group[0].seat)} {rolled}{total}{''.join(needed)}{''.join(f': {word}' for word in outcome)}"


def _checked(group: Sequence[Entry]) -> str:
    check = group[0]
    if check.subject == POPE:
        return f"{agent(check.seat)} rolls {check.value} against the pope's life {POPE_LIFE}: he {_fate(check)}"
    name, life = PERSON_NAMES[check.subject], LIFE[check.subject]
    return f"{agent(check.seat)} rolls {check.value} against life {life}: {name} {_fate(check)}"


def _fate(check: Entry) -> str:
    return "dies" if check.object else "lives"


def _revolted(group: Sequence[Entry]) -> str:
    revolt = group[0]
    new, died = PERSON_NAMES[revolt.subject], f": {PERSON_NAMES[revolt.object]} dies" if revolt.object >= 0 else ""
    return f"{new} makes a revolution and becomes king of {agent(revolt.seat)}{died}"


def _policed(group: Sequence[Entry]) -> str:
    police, officer, target = group[0], PERSON_NAMES[group[0].subject], PERSON_NAMES[group[0].object]
    governance = GOVERNANCE[police.subject]
    fate = "is executed" if police.value <= governance else "gets away"
    return f"{agent(police.seat)} rolls {police.value} against {officer}'s governance {governance}: {target} {fate}"


def _suppressed(group: Sequence[Entry]) -> str:
    entry = group[0]
    fate = "executed" if entry.object else "spared"
    return f"{agent(entry.seat)} rolls {entry.value} to suppress {PERSON_NAMES[entry.subject]}: {fate}"


def _matched(group: Sequence[Entry]) -> str:
    entry = group[0]
    outcome = "success" if entry.object else "failure"
    return f"{agent(entry.seat)} rolls {entry.value} for the match of {PERSON_NAMES[entry.subject]}: {outcome}"


def _turned_up(group: Sequence[Entry]) -> str:
    entry = group[0]
    name, deck, who = PERSON_NAMES[entry.subject], DECK_NAMES[entry.object], agent(entry.seat)
    if entry.value == Place.CHILD:
        return f"{name} of the {deck} deck is born to {who}"
    joins = "the wanderers" if entry.value == Place.WANDERER else who
    return f"{who} turns up {name} from the {deck} deck, who joins {joins}"


_GROUPS: dict[Told, Callable[[Sequence[Entry]], str]] = {
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
}
