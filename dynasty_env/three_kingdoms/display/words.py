"""Actions, and what is at stake, in words."""

from collections.abc import Callable
from typing import Any

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.actions import (
    ALL,
    ALL_BUT_RULER,
    AMOUNT,
    AREA,
    BAN,
    COUNTRY,
    DIPLOMACY,
    DONE,
    EACH,
    ENOUGH,
    EVENLY,
    GENERAL,
    GROUP,
    HALF,
    INVADE,
    LEVY,
    LIFT,
    MINE,
    MORE_GENERALS,
    MORE_TROOPS,
    NO,
    REST,
    SIDE,
    YES,
    YOURS,
)
from dynasty_env.three_kingdoms.display import names
from dynasty_env.three_kingdoms.material import STRENGTH, Method, Place
from dynasty_env.three_kingdoms.steps import Step
from dynasty_env.three_kingdoms.views.listed import leaving

HIGHLIGHTS = (
    (r"\b(dies|falls|destroyed|captured)\b", "bold red"),
    (r"\b(wins|controls|rules)\b", "bold green"),
)

PLAIN = {
    ALL: "all of them",
    ALL_BUT_RULER: "all but the ruler",
    HALF: "half of the troops",
    ENOUGH: "as many troops as are needed",
    REST: "levy in all areas that are left, every general by himself",
    DIPLOMACY: "diplomacy at court",
    BAN: "put a ban marker on a side",
    LIFT: "take a ban marker away",
    EVENLY: "losses are shared evenly",
    MINE: "my troops bear losses first",
    YOURS: "the partner's troops bear losses first",
}

ANSWERS: dict[Step, dict[int, str]] = {
    Step.SETUP_PLACE: {DONE: "leave everything as it lies"},
    Step.ACT: {DONE: "end the action step"},
    Step.LEVY_GROUP: {DONE: "no additional levy", EACH: "every general rolls by himself", YES: "roll"},
    Step.DIPLOMACY_GROUP: {DONE: "no more diplomacy", EACH: "every general rolls by himself", YES: "roll"},
    Step.ALLY_ANSWER: {YES: "make the alliance", NO: "refuse"},
    Step.INVADE_AREA: {DONE: "set out"},
    Step.INVADE_GENERALS: {DONE: "no other general"},
    Step.INVADE_TROOPS: {DONE: "no more troops"},
    Step.JOIN: {DONE: "send nothing more"},
    Step.LOSS_ACCEPT: {YES: "accept the split of losses", NO: "share losses evenly"},
    Step.DUEL_PICK: {DONE: "nobody else", ALL: "the best of them"},
    Step.BATTLE_PICK: {DONE: "nobody else", ALL: "the best of them"},
    Step.STRATAGEM_PICK: {DONE: "nobody else", ALL: "the best of them"},
    Step.RETREAT: {YES: "retreat", NO: "stay"},
    Step.RETREAT_TO: {EACH: "go to several areas"},
    Step.FLEE_TO: {EACH: "each flees to an area of his own"},
    Step.HAND_OVER: {DONE: "keep the area"},
    Step.REDEPLOY: {DONE: "no more redeployment"},
}

PLACES = {
    Step.SETUP_PLACE: "move units from {}",
    Step.INVADE_AREA: "march from {}",
    Step.JOIN: "join from {}",
    Step.RETREAT_TO: "retreat to {}",
    Step.RETREAT_GENERAL: "retreat to {}",
    Step.RETREAT_TROOPS: "troops retreat to {}",
    Step.FLEE_TO: "flee to {}",
    Step.FLEE_GENERAL: "flee to {}",
    Step.REDEPLOY: "move units from {}",
    Step.REDEPLOY_TO: "move units to {}",
    Step.HEIR_AREA: "the heir enters in {}",
}

COUNTRIES = {
    Step.POWER: "play {}",
    Step.ACT: "ask {} for an alliance",
    Step.INVADE_AREA: "invite {} to join",
    Step.PROXY: "{}'s seat plays the defender",
    Step.CONTROL_TIE: "{} controls the area",
    Step.HAND_OVER: "hand the area over to {}",
}


def describe(state: State, action: int) -> str:
    """`action` in words, as the deciding seat would say it."""
    record = state.record
    step = Step(int(record["step"])) if not state.done else Step.ACT
    if action in ANSWERS.get(step, {}):
        return ANSWERS[step][action]
    if action < LEVY:
        return PLAIN.get(action) or {DONE: "no more", YES: "yes", NO: "no", EACH: "each by himself"}[action]
    if action < INVADE:
        area = action - LEVY
        return f"levy {names.soldiers(int(STRENGTH[area]))} in {names.area(area)}"
    if action < AREA:
        return _target(record, action - INVADE)
    if action < COUNTRY:
        return _place(step, action)
    if action < SIDE:
        return _country(step, action)
    if action < GENERAL:
        return f"the side {names.open_side(action - SIDE)}"
    if action < AMOUNT:
        return names.in_slot(record, action - GENERAL)
    return names.soldiers(action - AMOUNT + 1)


def _target(record: Any, area: int) -> str:
    """An invasion, and whom it meets."""
    owner, troops = int(record["control"][area]), int(record["troops"][area])
    serving = (record["area"] == area) & (record["place"] == Place.SERVING)
    led = int(serving.sum())
    if not troops and not led:
        return f"invade {names.area(area)}, where nobody stands"
    force = names.soldiers(troops) + (f" and {names.generals(led)}" if led else "")
    return f"invade {names.area(area)}, held by {names.country(owner)} with {force}"


def _place(step: Step, action: int) -> str:
    if action >= GROUP:
        return f"alliance with the clans from {names.area(action - GROUP)} on"
    return PLACES.get(step, "{}").format(names.area(action - AREA))


def _country(step: Step, action: int) -> str:
    if action < MORE_TROOPS:
        return COUNTRIES.get(step, "{}").format(names.country(action - COUNTRY))
    if action < MORE_GENERALS:
        return f"a point lets {names.country(action - MORE_TROOPS)} use five troops"
    return f"a point lets {names.country(action - MORE_GENERALS)} use two generals"


def stakes(state: State) -> str:
    """What the open decision is about, for the seat that decides."""
    if state.done:
        return ""
    record = state.record
    step, a, b = Step(int(record["step"])), int(record["a"]), int(record["b"])
    told: dict[Step, Callable[[], str]] = {
        Step.SETUP_PLACE: lambda: f"where {names.country(a)} stands when the game begins",
        Step.ACT: lambda: f"the action step of {names.country(int(record['power']))}",
        Step.BAN_SIDE: lambda: "across a side with a ban marker nobody invades",
        Step.LEVY_GROUP: lambda: f"who rolls for an additional soldier in {names.area(a)}?",
        Step.DIPLOMACY_GROUP: lambda: "who rolls for two points of diplomacy?",
        Step.ALLY_ANSWER: lambda: f"{names.country(a)} asks for an alliance in this phase",
        Step.INVADE_AREA: lambda: f"an invasion of {names.area(int(record['target']))}",
        Step.INVADE_GENERALS: lambda: f"which generals march from {names.area(a)}?",
        Step.INVADE_TROOPS: lambda: f"how many troops march from {names.area(a)}?",
        Step.JOIN: lambda: f"join the invasion of {names.area(int(record['target']))}?",
        Step.LOSS_ACCEPT: lambda: f"losses are to be borne {'by the power' if b == 1 else 'by the partner'} first",
        Step.RETREAT_TO: lambda: f"where do the units of {names.country(a)} go?",
        Step.RETREAT_GENERAL: lambda: f"where does {_leaving(record)} go?",
        Step.RETREAT_TROOPS: lambda: f"where do the troops of {names.country(a)} go?",
        Step.FLEE_TO: lambda: f"where do the generals of {names.country(a)} flee?",
        Step.FLEE_GENERAL: lambda: f"where does {_leaving(record)} flee?",
        Step.RETREAT_AMOUNT: lambda: f"how many troops go to {names.area(b // 3)}?",
        Step.REDEPLOY: lambda: f"redeployment of {names.country(a)}",
        Step.REDEPLOY_TO: lambda: f"from {names.area(b)}",
        Step.REDEPLOY_GENERALS: lambda: f"from {names.area(a)} to {names.area(b)}",
        Step.REDEPLOY_TROOPS: lambda: f"from {names.area(a)} to {names.area(b)}",
        Step.HEIR_AREA: lambda: f"{names.general(b)} will rule {names.country(a)}",
    }
    if step in told:
        return told[step]()
    return _of_fight(record) if record["battle"] >= 0 else ""


def _leaving(record: Any) -> str:
    found = leaving(record)
    return "the general" if found is None else names.general(found)


def _of_fight(record: Any) -> str:
    attackers, defenders = int(record["army"].sum()), int(record["troops"][record["battle"]])
    method = Method(int(record["method"])).name.lower() if record["rounds"] else ""
    fought = f"; {method} with up to {names.generals(int(record['number']))} a side" if method else ""
    return f"the fight for {names.area(int(record['battle']))}: {attackers} against {names.soldiers(defenders)}{fought}"
