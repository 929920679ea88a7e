"""What a seat may know: the only way for information to leave a table.

`observe` writes a seat's view as small integers, `seat_view` puts it into words, and `hide` (hide.py) redraws
everything else. Everything that shows a running game to a seat goes through here.
"""

from typing import Any

import numpy as np
from numpy import int8, int16

from dynasty_env.europe.views import NO_SEAT, OUT_OF_PLAY, observe_holders, observe_places
from dynasty_env.kingdoms.ids import MARRIAGE, TYPE_NAMES, Step
from dynasty_env.kingdoms.material import (
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    POWER,
    PRESTIGE,
    SEATS,
    Place,
    Side,
)
from dynasty_env.kingdoms.rules.battle import attack_force, battle_power, defence_force, is_sea_battle
from dynasty_env.kingdoms.table import OPTIONS
from dynasty_env.kingdoms.views.public_table import public_table, seat_public
from dynasty_env.kit.engine.bits import WORD, found, lowest
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import from_me
from dynasty_env.kit.options import observed, observing
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.seats.views import head

NO_REALM = COUNTRIES
SEEN_OPTIONS = observed(OPTIONS, "max_rounds", "kin_marriage", "abilities", "ask_forced")
observe_options = observing(SEEN_OPTIONS)

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 48, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, 6, True, "deciding seat, counted from me; 6: nobody"),
        Piece("players", (1,), 2, 6, True, "number of seats"),
        Piece("options", (len(SEEN_OPTIONS),), 0, 40, False, ", ".join(SEEN_OPTIONS)),
        Piece("turn", (1,), 0, 127, False, "number of the turn, 0 during set-up"),
        Piece("turn_player", (1,), 0, 5, True, "counted from me"),
        Piece("scythe", (1,), 0, 5, True, "who holds the scythe, counted from me"),
        Piece("action", (1,), 0, len(TYPE_NAMES), True, "declared action: 0 none, else 1 + its place among the types"),
        Piece("named", (4,), -1, PERSONS - 1, True, "king who acts, target, actor, defender: person id or -1"),
        Piece("battlefield", (1,), -1, COUNTRIES - 1, True, "country attacked, or to be granted, or -1"),
        Piece("war", (4,), 0, 127, False, "force of attack and defence so far, power to exceed, 1: sea battle"),
        Piece("left", (1,), 0, 127, False, "successes left in a recovery"),
        Piece("police", (1,), -1, PERSONS - 1, True, "person with police who is asked about, or -1"),
        Piece("throne", (1,), -1, PERSONS - 1, True, "dead king whose countries are contested, or -1"),
        Piece("candidates", (SEATS,), -1, PERSONS - 1, True, "whom each seat has named, counted from me, or -1"),
        Piece("arms", (SEATS,), 0, 1, False, "1: the candidate takes up arms, counted from me"),
        Piece("homes", (SEATS,), -1, COUNTRIES - 1, True, "home country of each dynasty, counted from me, or -1"),
        Piece("vetoed", (SEATS,), 0, 1, False, "1: has refused the reaper this turn, counted from me"),
        Piece("deck_sizes", (DECKS,), 0, DECK_ROOM, False, "cards in the yellow, blue, red, green person deck"),
        Piece("royal_scores", (SEATS,), 0, 127, False, "prestige of kings, spouses, children, from me; at most 127"),
        Piece("country_scores", (SEATS,), 0, 127, False, "power of the countries, counted from me"),
        Piece("places", (PERSONS,), 0, 6, True, "deck, pool, king, spouse, child, noble, gone"),
        Piece("owners", (PERSONS,), 0, 6, True, "owner of each person, counted from me; 6: nobody"),
        Piece("realms", (PERSONS,), 0, NO_REALM, True, "first country ruled by his king (or by himself as king)"),
        Piece("born", (PERSONS,), 0, 127, False, "children: order of birth from 1"),
        Piece("rebels", (PERSONS,), 0, 1, False, "1: in rebellion"),
        Piece("refused", (PERSONS,), 0, 1, False, "1: refused to the reaper in this turn"),
        Piece("holders", (COUNTRIES,), 0, OUT_OF_PLAY, True, "owner, counted from me; 6 independent, 7 out"),
        Piece("country_realms", (COUNTRIES,), 0, NO_REALM, True, "first country that its king rules; 21: no king"),
        Piece("exhausted", (COUNTRIES,), 0, 1, False, "1: exhausted"),
        Piece("committed", (COUNTRIES,), 0, 4, True, "in the war: unused, attack, defence, aids attack, aids defence"),
        Piece("contested", (COUNTRIES,), 0, 1, False, "1: its king has died, and a contest is held for it"),
    ],
    labels={
        "phase": Step, "action": ("none", *TYPE_NAMES), "places": Place,
        "named police throne candidates": ("none", *PERSON_NAMES), "battlefield homes": ("none", *COUNTRY_NAMES),
        "realms country_realms": (*COUNTRY_NAMES, "none"), "committed": Side,
    },
    entries={
        "options": SEEN_OPTIONS, "deck_sizes": DECK_NAMES, "places owners realms born rebels refused": PERSON_NAMES,
        "holders country_realms exhausted committed contested": COUNTRY_NAMES,
    },
)  # fmt: skip
"""The pieces of an observation. “Me” is the seat that the observation is for."""

PERSON_POINTS = PRESTIGE.astype(np.int8)
COUNTRY_POINTS = POWER.astype(np.int8)
MOST = 127


@rule
def observe(t, me, seen):
    """Write what `me` sees into `seen`, a record with the pieces of `LAYOUT`; every byte is written.

    Most of it is loops over bytes without branches, since branches are hard to predict from one table to the next.
    Bytes are compared and added 32 at a time, so a seat is converted to a byte (`int8`) before it is compared.
    """
    observe_round(t, me, seen)
    observe_action(t, seen)
    observe_seats(t, me, seen)
    observe_persons(t, me, seen)
    observe_realms(t, seen)
    observe_countries(t, me, seen)


@rule
def observe_round(t, me, seen):
    seen.phase = t.step
    seen.deciding = NO_SEAT if t.done == 1 else from_me(t, me, t.seat)
    seen.players = t.num_players
    observe_options(t, seen)
    seen.turn = min(t.turn, MOST)
    seen.turn_player = from_me(t, me, t.turn_player)
    seen.scythe = from_me(t, me, t.scythe)
    for deck in range(DECKS):
        seen.deck_sizes[deck] = t.deck_size[deck]


@rule
def observe_action(t, seen):
    """The declared action, and the state of a war."""
    seen.action = t.action - MARRIAGE + 1 if t.action >= 0 else 0
    seen.named[0] = t.king
    seen.named[1] = t.target
    seen.named[2] = t.actor
    seen.named[3] = t.defender
    seen.battlefield = t.country
    for i in range(4):
        seen.war[i] = 0
    if is_being_fought(t):
        seen.war[0] = attack_force(t)
        seen.war[1] = defence_force(t)
        seen.war[2] = battle_power(t)
        seen.war[3] = int(is_sea_battle(t))
    seen.left = t.a if t.step == Step.RECOVERY_COUNTRY else 0
    seen.police = t.a if t.step == Step.POLICE else NOBODY
    seen.throne = t.throne


@rule
def is_being_fought(t):
    """Has a war been declared whose dice have not been rolled yet?"""
    return Step.WITHDRAW <= t.step <= Step.DEFEND_COMMANDER


@rule
def observe_seats(t, me, seen):
    for place in range(SEATS):
        seen.candidates[place] = NOBODY
        seen.arms[place] = 0
        seen.homes[place] = NOBODY
        seen.vetoed[place] = 0
        seen.royal_scores[place] = 0
        seen.country_scores[place] = 0
    for seat in range(t.num_players):
        place = from_me(t, me, seat)
        seen.candidates[place] = t.candidate[seat]
        seen.arms[place] = t.arms[seat]
        seen.homes[place] = t.home[seat]
        seen.vetoed[place] = t.vetoed[seat]
        observe_score(t, seat, seen, place)


@rule
def observe_score(t, seat, seen, place):
    """K7: prestige of the royals, power of the countries."""
    mine = int8(seat)
    royals = int16(0)
    power = int16(0)
    for person in range(PERSONS):
        royal = (t.owner[person] == mine) & (t.place[person] != Place.NOBLE)
        royals = int16(royals + royal * PERSON_POINTS[person])
    for country in range(COUNTRIES):
        power = int16(power + (t.holder[country] == mine) * COUNTRY_POINTS[country])
    seen.royal_scores[place] = min(royals, MOST)
    seen.country_scores[place] = power


@rule
def observe_persons(t, me, seen):
    observe_places(t, me, seen)
    for person in range(PERSONS):
        seen.rebels[person] = t.rebel[person]
        seen.refused[person] = t.refused[person]
        seen.realms[person] = NO_REALM


@rule
def has_liege(t, nobody, person):
    return t.liege[person] != nobody


with_liege = found(PERSONS, has_liege)


@rule
def observe_realms(t, seen):
    """A king, his countries, his spouse and his children are all identified by the first of his countries.

    Countries without a king are treated as those of person 0, whose own realm is found afterwards. A branch would cost
    more, since processors cannot predict it, and so would writing back what was read: each read would wait for the
    write before it.
    """
    for back in range(COUNTRIES):
        country = COUNTRIES - 1 - back
        seen.realms[max(t.ruler[country], 0)] = country
    seen.realms[0] = NO_REALM
    for country in range(COUNTRIES):
        seen.country_realms[country] = seen.realms[max(t.ruler[country], 0)]
    observe_realm_of_first(t, seen)
    for start in range(0, PERSONS, WORD):
        bits = with_liege(t, int8(NOBODY), start)
        while bits != 0:
            person = start + lowest(bits)
            bits &= bits - 1
            seen.realms[person] = seen.realms[t.liege[person]]
    if t.throne != NOBODY:
        seen.realms[t.throne] = NO_REALM


@rule
def observe_realm_of_first(t, seen):
    """The realm of person 0, and of the countries that he rules, if there are any."""
    first = int8(NO_REALM)
    for country in range(COUNTRIES):
        ruled = int8(country) if t.ruler[country] == 0 else int8(NO_REALM)
        first = min(first, ruled)
    if first != NO_REALM:
        seen.realms[0] = first
        for country in range(COUNTRIES):
            if t.ruler[country] == 0:
                seen.country_realms[country] = first


@rule
def observe_countries(t, me, seen):
    observe_holders(t, me, seen)
    throne = int8(t.throne)
    for country in range(COUNTRIES):
        seen.exhausted[country] = t.exhausted[country]
        seen.committed[country] = t.committed[country]
        seen.contested[country] = (t.ruler[country] == throne) & (throne >= 0)


def war_so_far(state: Any) -> dict[str, Any] | None:
    """The state of the declared war before the dice are rolled; None if there is none."""
    t = state.tables[0]
    if state.done or not is_being_fought(t):
        return None
    return {
        "attack": int(attack_force(t)),
        "defence": int(defence_force(t)),
        "power": int(battle_power(t)),
        "sea": bool(is_sea_battle(t)),
    }


def seat_view(state: Any, seat: int | None, scores: list[dict[str, Any]]) -> dict[str, Any]:
    """What `seat` knows, as a readable dict; with None, what everybody knows, which differs only in `legal`."""
    record = state.record
    return {
        **head(state, seat),
        **public_table(record),
        "war": war_so_far(state),
        "left": int(record["a"]) if record["step"] == Step.RECOVERY_COUNTRY else 0,
        "seats": [seat_public(record, number) | scores[number] for number in range(state.num_players)],
        "person_decks": {DECK_NAMES[deck]: int(record["deck_size"][deck]) for deck in range(DECKS)},
    }
