"""Does a table fit the decision that a save file says is open? Asked before the rules go on from it."""

from collections.abc import Callable, Sequence
from typing import Any

from dynasty_env.kingdoms.actions import (
    ASSASSINATION,
    EXECUTION,
    GRANT,
    INCITE,
    MARRIAGE,
    PROCREATION,
    REAPER,
    RECOVERY,
    SUPPRESS,
    WAR_ON,
)
from dynasty_env.kingdoms.material import (
    ABILITY,
    COUNTRIES,
    DECKS,
    FIRST_PERSONS,
    NOBODY,
    OTTOMAN,
    PERSONS,
    SULEIMAN,
    Ability,
    Place,
    Side,
)
from dynasty_env.kingdoms.rules.contest import may_stand
from dynasty_env.kingdoms.rules.countries import borders, has_exhausted, holds_home, joined_to
from dynasty_env.kingdoms.rules.grant import may_be_granted
from dynasty_env.kingdoms.rules.incite import may_be_incited
from dynasty_env.kingdoms.rules.marriage import may_be_married, may_marry
from dynasty_env.kingdoms.rules.persons import has_ability, has_rebel, is_king, is_loyal
from dynasty_env.kingdoms.rules.procreation import may_procreate
from dynasty_env.kingdoms.rules.reaper import can_assassinate
from dynasty_env.kingdoms.rules.recovery import has_small
from dynasty_env.kingdoms.rules.war import may_be_attacked
from dynasty_env.kingdoms.saved.stack import name_of
from dynasty_env.kingdoms.steps import Step

ROLES = ("king", "target", "actor", "defender", "country")
SETUP_STEPS = (Step.SETUP_DECK, Step.SETUP_KING, Step.SETUP_HOME)
ANY = (MARRIAGE, PROCREATION, WAR_ON, RECOVERY, INCITE, SUPPRESS, GRANT, REAPER, ASSASSINATION, EXECUTION)
DEADLY = (WAR_ON, REAPER, ASSASSINATION)

DECLARED: dict[int, tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]] = {
    Step.MARRIAGE_KING: ((MARRIAGE,), (), ()),
    Step.MARRIAGE_TARGET: ((MARRIAGE,), ("king",), ()),
    Step.CONSENT: ((MARRIAGE,), ("king", "target"), ()),
    Step.PROCREATION_KING: ((PROCREATION,), (), ()),
    Step.BIRTH_DECK: ((PROCREATION,), ("king",), ()),
    Step.WAR_TARGET: ((WAR_ON,), (), ()),
    Step.WITHDRAW: ((WAR_ON,), ("country",), ()),
    Step.WAR_COMMIT: ((WAR_ON,), ("country",), ()),
    Step.DEFEND_COMMIT: ((WAR_ON,), ("country",), ()),
    Step.AID: ((WAR_ON,), ("country",), ()),
    Step.WAR_COMMANDER: ((WAR_ON,), ("country",), ()),
    Step.DEFEND_COMMANDER: ((WAR_ON,), ("country", "actor"), ()),
    Step.PLUNDER: ((WAR_ON,), ("country", "actor"), ("defender",)),
    Step.CONQUEST: ((WAR_ON,), ("country",), ("actor", "defender")),
    Step.RECOVERY_KING: ((RECOVERY,), (), ()),
    Step.RECOVERY_AGENT: ((RECOVERY,), ("king",), ()),
    Step.RECOVERY_COUNTRY: ((RECOVERY,), ("king", "actor"), ()),
    Step.INCITE_TARGET: ((INCITE,), (), ()),
    Step.POLICE: ((INCITE,), ("target",), ()),
    Step.SUPPRESS_AGENT: ((SUPPRESS,), (), ()),
    Step.SUPPRESS_TARGET: ((SUPPRESS,), ("actor",), ()),
    Step.SUPPRESS_ABILITY: ((SUPPRESS,), ("actor", "target"), ()),
    Step.SUPPRESS_OUTCOME: ((SUPPRESS,), ("actor", "target"), ()),
    Step.GRANT_COUNTRY: ((GRANT,), (), ()),
    Step.GRANT_PERSON: ((GRANT,), ("country",), ()),
    Step.REAPER_TARGET: ((REAPER, ASSASSINATION), (), ("target",)),
    Step.VETO: ((REAPER, ASSASSINATION), ("target",), ()),
    Step.EXECUTION_KING: ((EXECUTION,), (), ()),
    Step.CANDIDATE: (DEADLY, (), ROLES),
    Step.ARMS: (DEADLY, (), ROLES),
    Step.HOME: (DEADLY, (), ROLES),
}
"""For each decision within an action: which actions it belongs to, what has been named by then, and what may have."""


def complaint(t: Any, steps: Sequence[int]) -> str:
    """Why the open decision of `t`, with these steps waiting below it, cannot be; empty if it can."""
    return _turn(t) or _declared(t) or _who(t) or _committed(t) or _contest(t) or _what(t) or _reaper(t, steps)


def _turn(t: Any) -> str:
    in_setup = t.step in SETUP_STEPS
    if (t.turn == 0) != in_setup:
        return "turn: 0 during set-up, 1 or more after it"
    if in_setup:
        return _setting_up(t)
    if any(t.set_up_from):
        return "set_up_from: only during set-up"
    if t.turn_player != (t.first_player + t.turn - 1) % t.num_players:
        return f"turn_player: in turn {t.turn} it is the seat {(t.turn - 1) % t.num_players} after first_player"
    return ""


def _setting_up(t: Any) -> str:
    """K2: the dynasties before this one are set up, those after it have nothing but two countries."""
    order = [(t.first_player + place) % t.num_players for place in range(t.num_players)]
    number = order.index(t.seat)
    if t.turn_player != t.first_player:
        return "turn_player: during set-up it is first_player"
    if any(t.place[person] in (Place.POOL, Place.GONE) for person in range(PERSONS)):
        return "pool: it is empty during set-up, and nobody has left play"
    for place, seat in enumerate(order):
        dealt = [c for c in range(COUNTRIES) if t.holder[c] == seat and c != OTTOMAN]
        own = [p for p in range(PERSONS) if t.owner[p] == seat]
        crowned = [p for p in own if t.place[p] == Place.KING and p != SULEIMAN]
        if len(dealt) != 2:
            return f"seats[{seat}]: two countries are dealt to it"
        by_now = t.a if t.step == Step.SETUP_DECK else FIRST_PERSONS
        wanted = FIRST_PERSONS if place < number else by_now if place == number else 0
        if len(own) != wanted or len(crowned) != (place < number or (place == number and t.step == Step.SETUP_HOME)):
            return f"seats[{seat}]: {wanted} persons have been turned up for it by now"
        if any(t.ruler[c] != (crowned[0] if crowned else NOBODY) for c in dealt):
            return f"seats[{seat}]: its first king rules both of its countries"
        if (t.home[seat] == NOBODY) != (place >= number) or (t.home[seat] != NOBODY and t.home[seat] not in dealt):
            return f"seats[{seat}].home: one of the two countries, once it has been named"
    turned_up = t.a if t.step == Step.SETUP_DECK else FIRST_PERSONS
    counts = [t.set_up_from[deck] for deck in range(DECKS)]
    if sum(counts) != turned_up or max(counts) > 2:
        return f"set_up_from: {turned_up} persons have been turned up, two of a deck at most"
    return ""


def _declared(t: Any) -> str:
    """What the action that is going on has named."""
    actions, needed, allowed = DECLARED.get(t.step, ((), (), ()))
    if not actions:
        given = [role for role in ("action", *ROLES) if getattr(t, role) != NOBODY]
        return f"declared.{given[0]}: nothing has been declared in {name_of(t.step)}" if given else ""
    if t.action not in actions:
        return f"declared.action: {name_of(t.step)} belongs to another action"
    for role in ROLES:
        given_role = getattr(t, role) != NOBODY
        if role in needed and not given_role:
            return f"declared.{role}: it has been named before {name_of(t.step)}"
        if given_role and role not in needed and role not in allowed:
            return f"declared.{role}: it is not named before {name_of(t.step)}"
    return ""


def _who(t: Any) -> str:
    """The deciding seat."""
    step, seat = t.step, t.seat
    target_owner = t.owner[t.target] if t.target != NOBODY else NOBODY
    if step in (Step.WITHDRAW, Step.DEFEND_COMMIT, Step.DEFEND_COMMANDER):
        return "" if seat == t.holder[t.country] else "seat: whoever holds the battlefield decides here"
    if step in (Step.CONSENT, Step.VETO, Step.POLICE):
        fits = seat == target_owner and (seat != t.turn_player or step == Step.POLICE)
        return "" if fits else "seat: the target's dynasty decides here, and it is another one"
    if step == Step.AID:
        fits = seat not in (t.turn_player, t.holder[t.country])
        return "" if fits else "seat: neither attacker nor defender gives aid"
    if step in (*SETUP_STEPS, Step.CANDIDATE, Step.ARMS):
        return ""
    if step == Step.HOME:
        return "" if not holds_home(t, seat) else f"seat: seat {seat} has its home country"
    return "" if seat == t.turn_player else f"seat: {name_of(step)} is the turn player's ({t.turn_player})"


def _committed(t: Any) -> str:
    """Countries are used by those who may use them."""
    used = [country for country in range(COUNTRIES) if t.committed[country] != Side.NONE]
    if used and not Step.WAR_COMMIT <= t.step <= Step.DEFEND_COMMANDER:
        return f"committed: no country is in use in {name_of(t.step)}"
    helped = set()
    for country in used:
        side, holder = t.committed[country], t.holder[country]
        owner = {Side.ATTACK: t.turn_player, Side.DEFENCE: t.holder[t.country]}.get(side, holder)
        if holder != owner or t.exhausted[country] or country == t.country:
            return "committed: a side uses normal countries of its own, and not the battlefield"
        if side in (Side.ATTACK, Side.DEFENCE):
            if not joined_to(t, holder, t.country) >> country & 1:
                return "committed: such a country is joined to the battlefield"
        elif holder in (t.turn_player, t.holder[t.country]) or holder in helped:
            return "committed: every helper uses one country"
        else:
            helped.add(holder)
    sides = {t.committed[country] for country in used}
    if t.step >= Step.DEFEND_COMMIT and t.step <= Step.DEFEND_COMMANDER and Side.ATTACK not in sides:
        return "committed: the attacker uses at least one country"
    if t.step == Step.WAR_COMMIT and sides - {Side.ATTACK}:
        return "committed: the attacker's countries come first"
    if t.step == Step.DEFEND_COMMIT and sides - {Side.ATTACK, Side.DEFENCE}:
        return "committed: helpers come after the defender"
    if t.step == Step.AID and any(t.holder[country] == t.seat for country in used):
        return "committed: this seat helps already"
    return ""


def _contest(t: Any) -> str:
    """Seats name candidates from the turn player on."""
    if t.step not in (Step.CANDIDATE, Step.ARMS):
        return "" if t.throne == NOBODY else f"contest: none is held in {name_of(t.step)}"
    if t.throne == NOBODY:
        return "contest: one is held here"
    order = [(t.turn_player + place) % t.num_players for place in range(t.num_players)]
    named = order[: order.index(t.seat) + (t.step == Step.ARMS)]
    if [seat for seat in order if t.candidate[seat] != NOBODY] != named:
        return "contest.candidates: those before this seat have named one, and nobody else"
    if any(not may_stand(t, t.candidate[seat]) for seat in named):
        return "contest.candidates: a child or noble who is no rebel"
    if t.step == Step.ARMS and t.arms[t.seat]:
        return "contest.candidates: this seat has still to say whether he takes up arms"
    if not any(t.ruler[country] == t.throne for country in range(COUNTRIES)):
        return "contest.countries: the dead king ruled at least one"
    return ""


def _what(t: Any) -> str:
    """What has been named is what could be named."""
    check = _CHECKS.get(t.step)
    return "" if check is None else check(t)


def _marriage(t: Any) -> str:
    if not may_marry(t, t.turn_player, t.king):
        return "declared.king: an unmarried king of the turn player's, for whom there is somebody"
    if t.step == Step.CONSENT and not may_be_married(t, t.king, t.target):
        return "declared.target: this king cannot marry him or her"
    return ""


def _birth(t: Any) -> str:
    return "" if may_procreate(t, t.turn_player, t.king) else "declared.king: a king of the turn player's with a spouse"


def _war(t: Any) -> str:
    holder = t.holder[t.country]
    if t.step in (Step.PLUNDER, Step.CONQUEST):
        fits = holder == t.turn_player and t.ruler[t.country] == NOBODY
        return "" if fits else "declared.country: the victor has it, and it has no king yet"
    if holder == t.turn_player or not borders(t, t.turn_player, t.country):
        return "declared.country: a country of somebody else, next to one of the turn player's"
    if has_rebel(t, t.turn_player):
        return "rebels: a dynasty with a rebel starts no war"
    if t.step == Step.WITHDRAW and not may_be_attacked(t, t.turn_player, t.country):
        return "declared.country: the turn player has no country that can be used against it"
    if t.step == Step.DEFEND_COMMANDER and not is_loyal(t, t.turn_player, t.actor):
        return "declared.actor: a person of the turn player's who is no rebel commands"
    return ""


def _recovery(t: Any) -> str:
    if not has_exhausted(t, t.turn_player):
        return "exhausted: a recovery takes an exhausted country of the turn player's"
    if t.step == Step.RECOVERY_KING:
        return ""
    if not is_king(t, t.turn_player, t.king):
        return "declared.king: a king of the turn player's orders"
    if t.step == Step.RECOVERY_COUNTRY:
        if not is_loyal(t, t.turn_player, t.actor):
            return "declared.actor: a person of the turn player's who is no rebel carries it out"
        fits = (t.a > 0) != (t.b == 1) and (t.b == 0 or has_small(t, t.turn_player))
        return "" if fits else "frame: a counts the successes left, b is 1 where there was none"
    return ""


def _police(t: Any) -> str:
    if not may_be_incited(t, t.target):
        return "declared.target: no king, and no rebel yet"
    fits = t.a < PERSONS and t.owner[t.a] == t.seat and has_ability(t, t.a, Ability.POLICE)
    return "" if fits else "frame.a: the number of a person of this dynasty with police"


def _suppression(t: Any) -> str:
    if not has_rebel(t, t.turn_player):
        return "rebels: a suppression takes a rebel of the turn player's"
    if t.step == Step.SUPPRESS_AGENT:
        return ""
    if not is_loyal(t, t.turn_player, t.actor):
        return "declared.actor: a person of the turn player's who is no rebel suppresses"
    if t.step == Step.SUPPRESS_TARGET:
        return ""
    if t.owner[t.target] != t.turn_player or not t.rebel[t.target]:
        return "declared.target: a rebel of the turn player's"
    needs = t.step == Step.SUPPRESS_ABILITY and ABILITY[t.actor] != Ability.SUPPRESSION
    return "declared.actor: he has not the ability" if needs else ""


def _grant(t: Any) -> str:
    return "" if may_be_granted(t, t.turn_player, t.country) else "declared.country: it cannot be granted"


_CHECKS: dict[int, Callable[[Any], str]] = {
    Step.MARRIAGE_TARGET: _marriage,
    Step.CONSENT: _marriage,
    Step.BIRTH_DECK: _birth,
    **{step: _war for step in Step if Step.WITHDRAW <= step <= Step.CONQUEST},
    Step.RECOVERY_KING: _recovery,
    Step.RECOVERY_AGENT: _recovery,
    Step.RECOVERY_COUNTRY: _recovery,
    Step.POLICE: _police,
    Step.SUPPRESS_AGENT: _suppression,
    Step.SUPPRESS_TARGET: _suppression,
    Step.SUPPRESS_ABILITY: _suppression,
    Step.SUPPRESS_OUTCOME: _suppression,
    Step.GRANT_PERSON: _grant,
}


def _reaper(t: Any, steps: Sequence[int]) -> str:
    """Refusals of this turn, and who may send the reaper."""
    refused = [person for person in range(PERSONS) if t.refused[person]]
    if len(refused) != sum(t.vetoed):
        return "refused: one person for each seat that has refused"
    if t.vetoed[t.turn_player] and refused:
        return f"seats[{t.turn_player}].vetoed: the turn player refuses nobody"
    if refused and t.action not in (REAPER, ASSASSINATION):
        return "refused: nobody is refused but to the reaper"
    if t.step in (Step.REAPER_TARGET, Step.VETO):
        if t.action == REAPER and t.scythe != t.turn_player:
            return "scythe: the turn player has it"
        if t.action == ASSASSINATION and not can_assassinate(t, t.turn_player):
            return "declared.action: the turn player has no assassin, or has the scythe"
        if t.step == Step.VETO and (t.vetoed[t.seat] or t.refused[t.target]):
            return f"seats[{t.seat}].vetoed: it has refused in this turn"
    if (Step.SCYTHE in steps) != (t.action == REAPER and t.step in (Step.CANDIDATE, Step.ARMS, Step.HOME)):
        return "stack: the scythe moves on after the reaper has come"
    return ""
