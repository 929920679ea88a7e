"""Kingdoms in words: what is declared and at stake, points, and actions."""

from collections.abc import Mapping
from typing import Any

from dynasty_env.europe.rules.ending import country_score
from dynasty_env.europe.words import Said, fact_of, with_article
from dynasty_env.kingdoms.actions import (
    AID_ATTACK,
    AID_DEFENCE,
    ASSASSINATION,
    COUNTRY,
    DECK,
    DECLARE,
    MARRIAGE,
    PASS,
    PERSON,
    TYPE_NAMES,
)
from dynasty_env.kingdoms.display.names import ability, agent, country_of, stats
from dynasty_env.kingdoms.material import (
    COLOUR,
    COLOUR_NAMES,
    DECK_NAMES,
    NOBODY,
    PERSON_NAMES,
    POWER,
    SUPPRESSION,
    Place,
)
from dynasty_env.kingdoms.rules.score import country_count, is_fallen, points, royal_score
from dynasty_env.kingdoms.views.view import war_so_far
from dynasty_env.kit.seats.views import by_seat
from dynasty_env.kit.state import State

DECLARES = {
    "marriage": "a marriage",
    "recovery": "a recovery",
    "incite": "an incitement",
    "suppress": "the suppression of a rebel",
    "grant": "the grant of a kingdom",
    "reaper": "the reaper",
    "assassination": "an assassination",
    "execution": "an execution",
}


def declaration(view: dict[str, Any]) -> str:
    """The declared action of a view in a sentence; empty while none is declared."""
    declared = view["declared"]
    if declared["action"] is None:
        return ""
    said = f"{agent(view['turn_player'])} declares {DECLARES.get(declared['action'], declared['action'])}"
    if declared["country"]:
        said += f" {'of' if declared['action'] == 'grant' else 'on'} {declared['country']}"
    if declared["king"]:
        said += f", King {declared['king']}"
    if declared["actor"]:
        said += f", {declared['actor']} {'commands' if declared['action'] == 'war' else 'acts'}"
    if declared["defender"]:
        said += f", {declared['defender']} defends"
    if declared["target"]:
        said += f": {declared['target']}"
    return said


def waiting(view: dict[str, Any]) -> str:
    """Who decides what, in short."""
    if view["phase"] == "end":
        return "the game is over"
    return f"{str(view['phase']).replace('_', ' ')}: {agent(view['deciding'])} decides"


SAID = Said("KINGDOMS", agent, waiting, declaration)


def stakes(state: State) -> str:
    """What the open decision is about, for the seat that decides; empty where its phase says enough."""
    said = declaration(state.view(state.seat))
    war = war_so_far(state)
    if war:
        dice = war_dice(war)
        return f"{said}. {dice[0].upper()}{dice[1:]}; power {war['power']} to be exceeded"
    if state.phase in ("candidate", "arms"):
        dead = PERSON_NAMES[state.record["throne"]]
        countries = ", ".join(state.view(state.seat)["contest"]["countries"])
        return f"{dead} has died without a child: who shall rule {countries}?"
    if state.phase == "recovery_country":
        left = int(state.record["a"])
        return (
            f"{said}. {left} {'country' if left == 1 else 'countries'} may recover" if left else f"{said}. No success"
        )
    if state.phase in ("consent", "veto", "plunder", "conquest", "police", "suppress_outcome", "suppress_ability"):
        return said
    return ""


def war_dice(war: Mapping[str, Any]) -> str:
    """The dice of both sides, from a view's ``war``."""
    sea = " by sea" if war["sea"] else ""
    return f"attack{sea} {war['attack']} {'die' if war['attack'] == 1 else 'dice'}, defence {war['defence']}"


def candidate(named: Mapping[str, Any]) -> str:
    """A naming in a succession contest, from a view."""
    return f"{named['person']} by {agent(named['seat'])}{' in arms' if named['arms'] else ''}"


# ------------------------------------------------------------------------------------------------------------ points


def score_table(state: State) -> list[dict[str, Any]]:
    """Every seat's points as they stand (K7).

    Returns:
        A dict a seat: ``royals`` (prestige of kings, spouses, children), ``countries`` (power), ``count`` (of
        countries), ``fallen`` (without a king), and ``points``: the sum of the first two, 0 without a king.
    """
    return by_seat(
        state, points=points, royals=royal_score, countries=country_score, count=country_count, fallen=has_fallen
    )


def has_fallen(t: Any, seat: int) -> bool:
    """Whether a dynasty is without a king; in set-up nobody is said to be."""
    return bool(is_fallen(t, seat)) and t.turn > 0


# ----------------------------------------------------------------------------------------------------------- actions

_TYPES = {
    "marriage": "declare a marriage",
    "procreation": "have a child",
    "war": "declare war",
    "recovery": "let countries recover",
    "incite": "incite somebody to rebellion",
    "suppress": "suppress a rebel",
    "grant": "grant a kingdom",
    "reaper": "wield the reaper's scythe",
    "assassination": "have somebody assassinated",
    "execution": "have a spouse executed",
}
_PASS = {
    "action": "take no action",
    "consent": "refuse the marriage",
    "withdraw": "fight",
    "war_commit": "use no more countries",
    "defend_commit": "use no more countries",
    "aid": "help nobody",
    "plunder": "do not plunder: take the country",
    "recovery_country": "let no country recover",
    "police": "leave the police out of it",
    "suppress_ability": "do without the ability",
    "suppress_outcome": "forgive the rebel",
    "veto": "allow",
    "arms": "keep the peace",
}
_DECLARE = {
    "consent": "agree to the marriage",
    "withdraw": "withdraw: the country is lost without a fight",
    "suppress_ability": f"use suppression: +{SUPPRESSION} in place of his prestige, and the rebel is executed",
    "suppress_outcome": "execute the rebel",
    "veto": "refuse",
    "arms": "take up arms: +1, and a death check if he loses",
}
_ALL = ("sex", "stats", "religion", "ability")
_TO_PERSON = {
    "setup_king": ("crown {}", _ALL),
    "marriage_king": ("let King {} marry", ("sex", "prestige", "religion")),
    "marriage_target": ("propose to {}", ("sex", "prestige", "fertility", "religion", "ability", "where")),
    "procreation_king": ("let King {} have a child", ("fertility", "colour")),
    "war_commander": ("let {} command the attack", ("war", "life", "ability", "where")),
    "defend_commander": ("let {} command the defence", ("war", "life", "ability", "where")),
    "recovery_king": ("let King {} order it", ("prestige",)),
    "recovery_agent": ("let {} carry it out", ("governance", "where")),
    "incite_target": ("incite {}", ("ambition", "religion", "ability", "where")),
    "suppress_agent": ("send {}", ("governance", "prestige", "ability", "where")),
    "suppress_target": ("suppress {}", ("prestige", "where")),
    "grant_person": ("give it to {}", ("prestige", "life", "where")),
    "reaper_target": ("send the reaper to {}", ("life", "where")),
    "execution_king": ("let King {} have his spouse executed", ()),
    "candidate": ("name {}", ("prestige", "life", "where")),
    "discard": ("dismiss {}", _ALL),
}
_ABLE = {
    "war_commander": ("plunder", "sea-4"),
    "defend_commander": ("sea-4",),
    "suppress_agent": ("suppression",),
    "incite_target": ("revolution",),
}
"""Special abilities that are of use for whom a phase names; all of them in other phases."""
_TO_DECK = {
    "setup_deck": "turn up a person of the {} deck",
    "recruit": "turn up a person of the {} deck",
    "birth_deck": "take the child from the {} deck",
}
_TO_COUNTRY = {
    "setup_home": "make {} the home country",
    "war_target": "attack {}",
    "war_commit": "use {}",
    "defend_commit": "use {}",
    "recovery_country": "let {} recover",
    "grant_country": "grant {}",
    "home": "make {} the home country",
}


def describe(state: State, action: int) -> str:
    """`action` in words, as the deciding seat would say it; an id that is illegal in the phase too."""
    phase, record = state.phase, state.record
    if action == PASS:
        return _PASS.get(phase, "pass")
    if action == DECLARE:
        return _describe_right(state, phase)
    if action < DECK:
        return _TYPES[TYPE_NAMES[action - MARRIAGE]]
    if action < PERSON:
        left = int(record["deck_size"][action - DECK])
        ends = ": the game ends with this turn" if left == 1 and phase in ("recruit", "birth_deck") else ""
        return f"{_TO_DECK.get(phase, 'choose the {} deck').format(DECK_NAMES[action - DECK])} ({left} left{ends})"
    if action < COUNTRY:
        return _describe_person(state, phase, action - PERSON)
    if action < AID_ATTACK:
        return _TO_COUNTRY.get(phase, "name {}").format(_country(record, action - COUNTRY))
    if action < AID_DEFENCE:
        return f"help the attacker with {_country(record, action - AID_ATTACK)}"
    return f"help the defender with {_country(record, action - AID_DEFENCE)}"


def _country(record: Any, country: int) -> str:
    return country_of(country, int(record["holder"][country]), bool(record["exhausted"][country]))


def _describe_right(state: State, phase: str) -> str:
    if phase == "plunder":
        country = int(state.record["country"])
        return f"plunder {with_article(country)} (power {POWER[country]}): it leaves play"
    if phase == "police":
        officer, target = int(state.record["a"]), int(state.record["target"])
        return f"let {PERSON_NAMES[officer]} (governance {stats(officer)['G']}) arrest {PERSON_NAMES[target]}"
    return _DECLARE.get(phase, "declare it")


def _describe_person(state: State, phase: str, person: int) -> str:
    wish, facts = _TO_PERSON.get(phase, ("name {}", ("where",)))
    if phase == "reaper_target" and state.record["action"] == ASSASSINATION:
        wish = "have {} assassinated"
    if phase == "conquest":
        is_king = state.record["place"][person] == Place.KING
        wish = "unite it with the countries of King {}" if is_king else "send {} as its king"
        facts = ("prestige",) if is_king else ("prestige", "life", "where")
    told = ", ".join(filter(None, (_fact(state, person, fact) for fact in facts)))
    return wish.format(PERSON_NAMES[person]) + (f" ({told})" if told else "")


def _fact(state: State, person: int, fact: str) -> str:
    if fact == "ability":
        found = ability(person, bool(state.record["abilities"]))
        return found if found in _ABLE.get(state.phase, (found,)) else ""
    if fact == "where":
        return where(state.record, person)
    return fact_of(person, fact, stats(person))


def where(record: Any, person: int) -> str:
    """Where a person is, and whether he rebels."""
    place, owner = Place(record["place"][person]), int(record["owner"][person])
    if owner == NOBODY:
        others = {Place.POOL: "in the pool", Place.GONE: "has left play"}
        return others.get(place, f"in the {COLOUR_NAMES[COLOUR[person]]} deck")
    said = f"{place.name.lower()} of {agent(owner)}"
    if record["liege"][person] != NOBODY:
        said = f"{place.name.lower()} of King {PERSON_NAMES[record['liege'][person]]}, {agent(owner)}"
    return said + (", rebel" if record["rebel"][person] else "")
