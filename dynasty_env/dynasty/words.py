"""Dynasty in words: persons, cards, points and actions."""

from typing import Any

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
    NOBODY,
    OTTOMAN,
    PERSON_NAMES,
    POPE,
    POPE_LIFE,
    POPE_PRESTIGE,
    POWER,
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
from dynasty_env.dynasty.rules.score import country_score, points, royal_score, ruined, witch_score
from dynasty_env.kit.cards import CARD_NAMES
from dynasty_env.kit.game import State

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LEGEND = "W war  G governance  P prestige (pope counted)  F fertility  L life  A ambition"
_NUMBERS = card_table()["persons"]
_ROYAL = (Place.KING, Place.SPOUSE, Place.CHILD)

DECLARES = {
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
    said = f"{agent(view['turn_player'])} declares {DECLARES.get(declared['action'], declared['action'])}"
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
        A dict a seat: ``royals`` (A, the pope counted), ``countries`` (B), ``witches`` (SW02-05), ``ruined``
        (§07-01), and ``points``: their sum, 0 for a ruined dynasty.
    """
    t = state.tables[0]
    return [
        {
            "points": int(points(t, seat)),
            "royals": int(royal_score(t, seat)),
            "countries": int(country_score(t, seat)),
            "witches": int(witch_score(t, seat)),
            "ruined": bool(ruined(t, seat)),
        }
        for seat in range(state.num_players)
    ]


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
        return wish.format(country_of(country, int(record["holder"][country])))
    if action < JOKER_AS:
        return _describe_card(phase, CARD_NAMES[action - CARD])
    what, _, value = ACTION_NAMES[action].partition(":")
    if what == "joker":
        return f"play the joker as {value}" if phase == "interrupt" else f"let the joker be {value}"
    return f"use the event “{value}”" if what == "event" else "turn a {} into a {}".format(*value.split("->"))


def _describe_right(state: State, phase: str) -> str:
    if phase == "plunder":
        country = int(state.record["country"])
        return f"plunder {with_article(country)}: it leaves play, and its power is drawn in cards ({POWER[country]})"
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


def with_article(country: int) -> str:
    """A country in a sentence."""
    return f"the {COUNTRY_NAMES[country]}" if country == OTTOMAN else COUNTRY_NAMES[country]


def country_of(country: int, holder: int) -> str:
    """A country with its power and whose it is."""
    others = {Holder.INDEPENDENT: "independent", Holder.OUT: "not in play", Holder.OCCUPIED: "occupied"}
    held = f"held by {agent(holder)}" if holder >= 0 else others[Holder(holder)]
    return f"{COUNTRY_NAMES[country]} (power {POWER[country]}, {held})"


def _describe_card(phase: str, name: str) -> str:
    verb = {"interrupt": "play", "discard_card": "discard"}.get(phase, "use")
    if name == "JOKER":
        return f"{verb} the joker"
    number = {"A": " (1)", "J": " (11)", "Q": " (12)", "K": " (13)"}.get(name[1:], "")
    return verb + f" {card(name)}" + (number if phase == "interrupt" else "")
