"""Dynasty in words: what is declared and at stake, points, and actions."""

from typing import Any

import numpy as np

from dynasty_env.dynasty.actions import (
    ACTION_NAMES,
    ASSASSINATION,
    CARD,
    COUNTRY,
    DECK,
    DECLARE,
    EVENT,
    JOKER_AS,
    KEEP,
    MARRIAGE,
    PASS,
    PERSON,
    RESHUFFLE,
    TYPE_NAMES,
)
from dynasty_env.dynasty.display.names import (
    EFFECTS,
    NEUROI,
    ability_now,
    agent,
    card,
    country_of,
    event,
    stats,
    with_article,
)
from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    DECK_NAMES,
    EVENT_CARD,
    NOBODY,
    PERSON_NAMES,
    POPE,
    POPE_LIFE,
    POWER,
    Event,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.interrupts import red_counts
from dynasty_env.dynasty.rules.person_decks import top_of
from dynasty_env.dynasty.rules.resolution import cards_wanted, dice_allowed, dice_value, success_value
from dynasty_env.dynasty.rules.score import points, royal_score, ruined, witch_score
from dynasty_env.dynasty.rules.territories import occupied_power
from dynasty_env.europe.rules.ending import country_score
from dynasty_env.europe.words import Said, colour, religion, sex
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.seats.views import by_seat
from dynasty_env.kit.state import State

DECLARES = {
    "marriage": "a marriage",
    "hire": "a hiring",
    "incite": "an incitement",
    "reaper": "the reaper",
    "assassination": "an assassination",
    "suppression": "a suppression",
    "matchmaking": "a match-making",
    "execution": "an execution",
    "search": "a wide search",
}
_ACTOR_DOES = {"hire": "recruits", "matchmaking": "is offered"}


def declaration(view: dict[str, Any]) -> str:
    """The declared action of a view in a sentence; empty while none is declared."""
    declared = view["declared"]
    if declared["action"] is None:
        return ""
    said = f"{agent(view['turn_player'])} declares {DECLARES.get(declared['action'], declared['action'])}"
    if declared["country"] == NEUROI and view["occupied"]:
        said += f" on {NEUROI} (power {sum(POWER[COUNTRY_NAMES.index(name)] for name in view['occupied'])})"
    elif declared["country"]:
        said += f" on {declared['country']}"
    if declared["actor"]:
        said += f", {declared['actor']} {_ACTOR_DOES.get(declared['action'], 'commands')}"
    if declared["defender"]:
        said += f", {declared['defender']} defends"
    if declared.get("friend"):
        said += f", {declared['friend']} comes along as friend"
    if declared["target"]:
        said += f": {'the pope' if declared['target'] == 'pope' else declared['target']}"
    return said


def waiting(view: dict[str, Any]) -> str:
    """What the table waits for, in short: the phase, and who decides.

    Where the view may not tell who decides, it tells what may happen.
    """
    phase = str(view["phase"]).replace("_", " ")
    if view["phase"] == "end":
        return "the game is over"
    if view["deciding"] is None:
        return f"{phase}: {_WAITED_FOR.get(view['phase'], 'somebody decides')}"
    return f"{phase}: {agent(view['deciding'])} decides"


_WAITED_FOR = {
    "interrupt": "whoever wishes plays a card",
    "event": "whoever may plays an event",
    "cancel": "the action may be cancelled",
    "warrior": "somebody may go warrior's way",
}


SAID = Said("DYNASTY", agent, waiting, declaration)


def stakes(state: State) -> str:
    """What the open decision is about, for the seat that decides; empty where its phase says enough."""
    t, record, phase = state.tables[0], state.record, state.phase
    if phase == "event" and record["b"] > 0:
        return f"The king of {agent(record['b'] - 1)} has married or procreated."
    if phase == "event_target":
        return f"{event(record['a'])}: {EFFECTS[Event(record['a'])]}."
    if phase == "foresight":
        return f"On top of the {DECK_NAMES[record['a']]} deck: {_top_card(state)}."
    if phase not in _CONTESTED:
        return ""
    said = declaration(state.view(state.seat))
    if phase == "dice":
        faces = " ".join(str(face) for face in record["dice"][: record["dice_size"]])
        return f"{said}. Dice {faces}, which count {dice_value(t)}; success value {record['needed']}"
    if phase not in ("interrupt", "joker"):
        return said
    wanted, laid = cards_wanted(t), int(record["laid_size"])
    missing = f" (the pack lays {wanted - laid} more)" if laid < wanted else ""
    dice = int(dice_allowed(t))
    return (
        f"{said}. Called for {wanted} {'card' if wanted == 1 else 'cards'}, laid {laid}{missing}; "
        f"{'red' if red_counts(t) else 'black'} counts; success value {success_value(t)} so far; "
        f"{dice} {'die' if dice == 1 else 'dice'}"
    )


_CONTESTED = (
    "interrupt", "joker", "dice", "veto", "cancel", "warrior", "war_defender", "friend", "sortie", "check_order",
    "plunder", "police",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ points


def score_table(state: State) -> list[dict[str, Any]]:
    """Every seat's points as they stand (§07-02).

    Returns:
        A dict for each seat: ``royals`` (A, the pope counted), ``countries`` (B), ``witches`` (SW02-05), ``ruined``
        (§07-01), and ``points``: the sum of the first three, 0 for a ruined dynasty.
    """
    return by_seat(
        state, points=points, royals=royal_score, countries=country_score, witches=witch_score, ruined=ruined
    )


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
    "lightning": "strike somebody with lightning",
    "search": "search a person deck",
}
_PASS = {
    "action": "take no action",
    "war_defender": "send no one",
    "veto": "allow",
    "interrupt": "pass: play no card",
    "plunder": "do not plunder: take the country",
    "police": "leave the police out of it",
    "search_person": "take nobody",
    "dice": "leave the dice as they are",
    "cancel": "let the action stand",
    "event": "play no event",
    "warrior": "let nobody go warrior's way",
    "friend": "call no friend",
    "sortie": "send nobody else",
    "check_order": "nobody is left to check",
}
_ALL = ("sex", "stats", "religion", "ability")
_TO_PERSON = {
    "setup_king": ("crown {}", _ALL),
    "marriage_target": ("propose to {}", ("sex", "prestige", "religion", "ability", "where")),
    "procreation_spouse": ("have a child with {}", ("fertility", "colour")),
    "war_commander": ("let {} command the attack", ("war", "life", "ability", "where")),
    "war_defender": ("let {} command the defence", ("war", "life", "ability", "where")),
    "hire_recruiter": ("send {} to recruit", ("governance", "colour", "ability")),
    "hire_candidate": ("hire {}", ("ambition", "colour", "ability")),
    "incite_target": ("incite {}", ("ambition", "ability", "where")),
    "reaper_target": ("send the reaper to {}", ("life", "where")),
    "suppression_target": ("suppress {}", ("ability", "where")),
    "execution_target": ("have {} executed", ("prestige", "where")),
    "matchmaking_child": ("make a match for {}", ("sex", "where")),
    "matchmaking_target": ("offer the child to {}", ("sex", "prestige", "where")),
    "lightning_target": ("strike {} with lightning", ("life", "prestige", "where")),
    "search_person": ("take {} out of the deck", _ALL),
    "warrior": ("let {} go warrior's way", ("war", "life", "ability", "where")),
    "friend": ("force {} to come along", ("war", "life", "where")),
    "sortie": ("send {}", ("life", "where")),
    "check_order": ("let {} take the next death check", ("life", "where")),
    "discard_wanderer": ("dismiss {}", _ALL),
}
_CARRIES = {
    Event.ADMIRATION: ("fertility", "where"),
    Event.GROUNDED: ("war", "where"),
    Event.SPLENDID: ("ambition", "where"),
    Event.SO_WHAT: ("war", "where"),
    Event.NOT_JEALOUS: ("stats", "where"),
}
_TO_DECK = {
    "setup_deck": "turn up a card of the {} deck",
    "recruit": "turn up a card of the {} deck",
    "birth_deck": "take the child from the {} deck",
    "search_deck": "look through the {} deck",
}
_TO_COUNTRY = {
    "war_target": "attack {}",
    "neuroi_country": "let the Neuroi occupy {}",
    "exile": "find refuge in {}",
}
_TO_CARD = {
    "interrupt": "play {}",
    "discard_card": "discard {}",
    "cancel": "discard {}: the action is cancelled",
    "search_ace": "discard {} for the search",
}


def describe(state: State, action: int) -> str:
    """`action` in words, as the deciding seat would say it. An action that is not legal in the phase has words, too."""
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
        return _describe_foresight(state, phase, action)
    if action < COUNTRY:
        return _describe_person(state, phase, action - PERSON)
    if action < CARD:
        country = action - COUNTRY
        return _TO_COUNTRY.get(phase, "name {}").format(country_of(country, int(record["holder"][country])))
    if action < JOKER_AS:
        return _describe_card(phase, CARD_NAMES[action - CARD])
    what, _, value = ACTION_NAMES[action].partition(":")
    if what == "joker":
        return f"play the joker as {value}" if phase == "interrupt" else f"let the joker be {value}"
    return (
        _describe_event(state, phase, action - EVENT)
        if what == "event"
        else "turn a {} into a {}".format(*value.split("->"))
    )


def _describe_right(state: State, phase: str) -> str:
    if phase == "plunder":
        country = int(state.record["country"])
        return f"plunder {with_article(country)}: it leaves play, and its power is drawn in cards ({POWER[country]})"
    if phase == "police":
        officer, target = int(state.record["a"]), int(state.record["target"])
        governance = stats(state.tables[0], officer)["G"]
        return f"let {PERSON_NAMES[officer]} (governance {governance}) arrest {PERSON_NAMES[target]}"
    return "refuse" if phase == "veto" else "declare it"


def _describe_foresight(state: State, phase: str, action: int) -> str:
    card_seen = _top_card(state) if phase == "foresight" else "the card"
    return f"put {card_seen} back and reshuffle the deck" if action == RESHUFFLE else f"keep {card_seen}"


def _top_card(state: State) -> str:
    """The card that foresight shows (SW02-07-10)."""
    top = int(top_of(state.tables[0], int(state.record["a"])))
    if top >= EVENT_CARD:
        return f"the event {event(top - EVENT_CARD)}"
    return f"{PERSON_NAMES[top]} ({_facts(state, top, _ALL)})"


def _describe_person(state: State, phase: str, person: int) -> str:
    wish, facts = _TO_PERSON.get(phase, ("name {}", ("where",)))
    if phase == "reaper_target" and state.record["action"] == ASSASSINATION:
        wish = "have {} assassinated"
    if phase == "event_target":
        number = Event(state.record["a"])
        wish, facts = f"attach {event(number)} to {{}}", _CARRIES.get(number, ("where",))
    if person == POPE:
        held = f"held by {agent(int(state.record['pope']))}"
        return wish.format(f"the pope (life {POPE_LIFE}, {held})" if "life" in facts else f"the pope ({held})")
    return wish.format(f"{PERSON_NAMES[person]} ({_facts(state, person, facts)})")


def _facts(state: State, person: int, facts: tuple[str, ...]) -> str:
    return ", ".join(filter(None, (_fact(state, person, fact) for fact in facts)))


def _fact(state: State, person: int, fact: str) -> str:
    t = state.tables[0]
    if fact == "ability":
        return ability_now(t, person)
    if fact == "where":
        return _where(state, person)
    numbers = stats(t, person)
    if fact == "stats":
        return " ".join(f"{letter}{value}" for letter, value in numbers.items())
    printed = {"sex": sex, "religion": religion, "colour": colour}
    return printed[fact](person) if fact in printed else f"{fact} {numbers[fact[0].upper()]}"


def _where(state: State, person: int) -> str:
    """Where a person is. In which deck a card of the expansion lies is hidden (SW02-01)."""
    place, owner = Place(state.record["place"][person]), int(state.record["owner"][person])
    if owner != NOBODY:
        return f"{place.name.lower()} of {agent(owner)}"
    if place == Place.DECK:
        return f"in the {COLOUR_NAMES[COLOUR[person]]} deck" if person < BASE_PERSONS else "in some deck"
    others = {Place.WANDERER: "wanderer", Place.GONE: "has left play", Place.OCCUPIED: "under the Neuroi card"}
    return others.get(place, "not in this game")


def _describe_event(state: State, phase: str, number: int) -> str:
    if phase == "war_target" and number == Event.NEUROI:
        return f"attack {NEUROI} (power {occupied_power(state.tables[0])}: {', '.join(occupied(state.record))})"
    if phase == "execution_target" and number == Event.DOLL:
        return "have the doll executed"
    return f"play {event(number)}: {EFFECTS[Event(number)]}"


def occupied(record: Any) -> list[str]:
    """The countries under the Neuroi card."""
    return [COUNTRY_NAMES[country] for country in np.flatnonzero(record["holder"] == Holder.OCCUPIED)]


def _describe_card(phase: str, name: str) -> str:
    number = {"A": " (1)", "J": " (11)", "Q": " (12)", "K": " (13)"}.get(name[1:], "")
    said = "the joker" if name == "JOKER" else card(name) + (number if phase == "interrupt" else "")
    return _TO_CARD.get(phase, "use {}").format(said)
