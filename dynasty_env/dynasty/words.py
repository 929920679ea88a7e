"""Dynasty in words: points, actions, and what a move did."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dynasty_env.dynasty.actions import (
    ACTION_NAMES,
    ASSASSINATION,
    CARD,
    COUNTRY,
    DECK,
    DECLARE,
    JOKER_AS,
    KEEP,
    MARRIAGE,
    PASS,
    PERSON,
    RESHUFFLE,
    TYPE_NAMES,
)
from dynasty_env.dynasty.material import (
    ABILITY,
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    DECK_NAMES,
    GOVERNANCE,
    LIFE,
    NOBODY,
    OTTOMAN,
    PERSON_NAMES,
    POPE,
    POPE_LIFE,
    POPE_PRESTIGE,
    POWER,
    PRESTIGE,
    RELIGION,
    SEX,
    SEXES,
    STATS,
    Ability,
    Holder,
    Place,
    Religion,
    card_table,
)
from dynasty_env.dynasty.steps import Told
from dynasty_env.kit.cards import CARD_NAMES
from dynasty_env.kit.game import Entry, State

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LEGEND = "W war  G governance  P prestige (pope counted)  F fertility  L life  A ambition"
_NUMBERS = card_table()["persons"]
_ROYAL = (Place.KING, Place.SPOUSE, Place.CHILD)


def agent(seat: int) -> str:
    """A seat's name, as PettingZoo has it."""
    return f"dynasty_{seat}"


def card(name: str) -> str:
    """A playing card by its name in the save file: ``S10`` is 10♠."""
    return "joker" if name == "JOKER" else name[1:] + SUITS[name[0]]


def religion(person: int) -> str:
    """``CC``, ``C``, ``CP``, ``P``, or ``–`` for who has none."""
    return Religion(RELIGION[person]).name if RELIGION[person] >= 0 else "–"


def ability(person: int) -> str:
    """A person's special ability (§11-03), or an empty string."""
    return Ability(ABILITY[person]).name.lower().replace("_", " ") if ABILITY[person] else ""


def tag(person: int) -> str:
    """The same in eight letters at most."""
    return _TAGS.get(ability(person), ability(person))


_TAGS = {
    "suppression": "suppress",
    "assassination": "assassin",
    "revolution": "revolt",
    "execution": "execute",
    "new faith": "faith",
}


def stats(person: int, blessed: bool) -> dict[str, int]:
    """The six stats by their letters; `blessed`: the pope's +2 counts for the dynasty (§11-01)."""
    pope = POPE_PRESTIGE if blessed and RELIGION[person] in (Religion.CC, Religion.C) else 0
    return {
        stat[0].upper(): int(_NUMBERS[person, column]) + (pope if stat == "prestige" else 0)
        for column, stat in enumerate(STATS)
    }


def declaration(view: dict[str, Any]) -> str:
    """The action that a view has as declared, in a sentence; empty while none is."""
    declared = view["declared"]
    if declared["action"] is None:
        return ""
    said = f"{agent(view['turn_player'])} declares {_DECLARES.get(declared['action'], declared['action'])}"
    if declared["country"]:
        said += f" on {declared['country']}"
    if declared["actor"]:
        said += f", {declared['actor']} {_ACTOR_DOES.get(declared['action'], 'commands')}"
    if declared["defender"]:
        said += f", {declared['defender']} defends"
    if declared["target"]:
        said += f": {'the pope' if declared['target'] == 'pope' else declared['target']}"
    return said


# ------------------------------------------------------------------------------------------------------------ points


def score_table(state: State) -> list[dict[str, Any]]:
    """Every seat's points as they stand (§07-02).

    Returns:
        A dict a seat: ``royals`` (A, the pope counted), ``countries`` (B), ``ruined`` (§07-01), and ``points``:
        A + B, 0 for a ruined dynasty.
    """
    record = state.record
    catholic = (RELIGION == Religion.CC) | (RELIGION == Religion.C)
    prestige = PRESTIGE + POPE_PRESTIGE * (catholic & (record["owner"] == record["pope"]))
    lines = []
    for seat in range(state.num_players):
        royals = int(prestige[(record["owner"] == seat) & np.isin(record["place"], _ROYAL)].sum())
        territories = record["holder"] == seat
        countries = int(POWER[territories].sum())
        ruined = bool(record["childless"][seat]) or not territories.any()
        points = 0 if ruined else royals + countries
        lines.append({"points": points, "royals": royals, "countries": countries, "ruined": ruined})
    return lines


# ----------------------------------------------------------------------------------------------------------- actions

_TYPES = {
    "marriage": "declare a marriage",
    "hire": "hire a wanderer",
    "incite": "incite a person of another dynasty",
    "reaper": "wield the reaper's scythe",
    "assassination": "have somebody assassinated",
    "suppression": "suppress a person of the own dynasty",
    "matchmaking": "make a match for a child",
    "execution": "have a spouse executed",
}
_PASS = {
    "action": "take no action",
    "war_defender": "send no one",
    "veto": "allow",
    "interrupt": "pass: play no card",
    "plunder": "do not plunder: take the country",
    "police": "leave the police out of it",
}
_TO_PERSON = {
    "setup_king": ("crown {}", ("sex", "stats", "religion", "ability")),
    "marriage_target": ("propose to {}", ("sex", "prestige", "religion", "ability", "where")),
    "war_commander": ("let {} command the attack", ("war", "life", "ability", "where")),
    "war_defender": ("let {} command the defence", ("war", "life", "ability", "where")),
    "hire_recruiter": ("send {} to recruit", ("governance", "colour")),
    "hire_candidate": ("hire {}", ("ambition", "colour", "ability")),
    "incite_target": ("incite {}", ("ambition", "ability", "where")),
    "reaper_target": ("send the reaper to {}", ("life", "where")),
    "suppression_target": ("suppress {}", ("ability", "where")),
    "execution_target": ("have {} executed", ("prestige", "where")),
    "matchmaking_child": ("make a match for {}", ("sex", "where")),
    "matchmaking_target": ("offer the child to {}", ("sex", "prestige", "where")),
    "discard_wanderer": ("dismiss {}", ("sex", "stats", "religion", "ability")),
}
_TO_DECK = {
    "setup_deck": "turn up a card of the {} deck",
    "recruit": "turn up a card of the {} deck",
    "birth_deck": "take the child from the {} deck",
}


def describe(state: State, action: int) -> str:
    """`action` in words, as the deciding seat would say it; an id that is illegal in the phase too."""
    phase, record = state.phase, state.record
    if action == PASS:
        return _PASS.get(phase, "pass")
    if action == DECLARE:
        return _describe_right(state, phase)
    if action < DECK:
        name = TYPE_NAMES[action - MARRIAGE]
        return _TYPES.get(name, f"declare {name}")
    if action < KEEP:
        left = int(record["deck_size"][action - DECK])
        return f"{_TO_DECK.get(phase, 'choose the {} deck').format(DECK_NAMES[action - DECK])} ({left} left)"
    if action < PERSON:
        return "put the card back and reshuffle the deck" if action == RESHUFFLE else "keep the card"
    if action < COUNTRY:
        return _describe_person(state, phase, action - PERSON)
    if action < CARD:
        country = action - COUNTRY
        wish = "attack {}" if phase == "war_target" else "name {}"
        return wish.format(_country(country, int(record["holder"][country])))
    if action < JOKER_AS:
        return _describe_card(phase, CARD_NAMES[action - CARD])
    what, _, value = ACTION_NAMES[action].partition(":")
    if what == "joker":
        return f"play the joker as {value}" if phase == "interrupt" else f"let the joker be {value}"
    return f"use the event “{value}”" if what == "event" else "turn a {} into a {}".format(*value.split("->"))


def _describe_right(state: State, phase: str) -> str:
    if phase == "plunder":
        country = int(state.record["country"])
        return f"plunder {_the(country)}: it leaves play, and its power is drawn in cards ({POWER[country]})"
    if phase == "police":
        officer, target = int(state.record["a"]), int(state.record["target"])
        return f"let {PERSON_NAMES[officer]} (governance {GOVERNANCE[officer]}) arrest {PERSON_NAMES[target]}"
    return "refuse" if phase == "veto" else "declare it"


def _describe_person(state: State, phase: str, person: int) -> str:
    wish, facts = _TO_PERSON.get(phase, ("name {}", ("where",)))
    if phase == "reaper_target" and state.record["action"] == ASSASSINATION:
        wish = "have {} assassinated"
    if person == POPE:
        held = f"held by {agent(int(state.record['pope']))}"
        return wish.format(f"the pope (life {POPE_LIFE}, {held})" if "life" in facts else f"the pope ({held})")
    told = ", ".join(filter(None, (_fact(state, person, fact) for fact in facts)))
    return wish.format(f"{PERSON_NAMES[person]} ({told})")


def _fact(state: State, person: int, fact: str) -> str:
    blessed = state.record["owner"][person] == state.record["pope"]
    if fact == "sex":
        return SEXES[SEX[person]] if SEX[person] >= 0 else "?"
    if fact == "religion":
        return religion(person)
    if fact == "colour":
        return COLOUR_NAMES[COLOUR[person]] if COLOUR[person] >= 0 else "no bloodline"
    if fact == "stats":
        return " ".join(f"{letter}{value}" for letter, value in stats(person, bool(blessed)).items())
    if fact == "ability":
        return ability(person) if state.options["abilities"] else ""
    if fact == "where":
        return _where(state, person)
    return f"{fact} {stats(person, bool(blessed))[fact[0].upper()]}"


def _where(state: State, person: int) -> str:
    place, owner = Place(state.record["place"][person]), int(state.record["owner"][person])
    if owner != NOBODY:
        return f"{place.name.lower()} of {agent(owner)}"
    if place == Place.DECK:
        return f"in the {COLOUR_NAMES[COLOUR[person]]} deck"
    return {Place.WANDERER: "wanderer", Place.GONE: "has left play"}.get(place, "not in this game")


def _the(country: int) -> str:
    return f"the {COUNTRY_NAMES[country]}" if country == OTTOMAN else COUNTRY_NAMES[country]


def _country(country: int, holder: int) -> str:
    others = {Holder.INDEPENDENT: "independent", Holder.OUT: "not in play", Holder.OCCUPIED: "occupied"}
    held = f"held by {agent(holder)}" if holder >= 0 else others[Holder(holder)]
    return f"{COUNTRY_NAMES[country]} (power {POWER[country]}, {held})"


def _describe_card(phase: str, name: str) -> str:
    verb = {"interrupt": "play", "discard_card": "discard"}.get(phase, "use")
    if name == "JOKER":
        return f"{verb} the joker"
    number = {"A": " (1)", "J": " (11)", "Q": " (12)", "K": " (13)"}.get(name[1:], "")
    return verb + f" {card(name)}" + (number if phase == "interrupt" else "")


# --------------------------------------------------------------------------------------------------------- chronicle

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

_DECLARES = {
    "marriage": "a marriage",
    "hire": "a hiring",
    "incite": "an incitement",
    "reaper": "the reaper",
    "assassination": "an assassination",
    "suppression": "a suppression",
    "matchmaking": "a match-making",
    "execution": "an execution",
}
_ACTOR_DOES = {"hire": "recruits", "matchmaking": "is offered"}
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
    country = _the(entry.subject % len(COUNTRY_NAMES))
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
        "held": _country(entry.subject, entry.object) if entry.kind == Told.ATTACKED else "",
        "declared": _DECLARES.get(action, action),
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
