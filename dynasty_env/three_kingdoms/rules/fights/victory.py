"""§17.5, §18.8: the end of a fight: who controls the area, and what happens to the others."""

from dynasty_env.kit.engine import Automatic, Chapter, offer, push, rule
from dynasty_env.kit.words import Phase, _
from dynasty_env.three_kingdoms.ids import COUNTRY, DONE, Reach, Step
from dynasty_env.three_kingdoms.material import (
    CLANS,
    COUNTRIES,
    GENERALS,
    NEUTRAL,
    NO_ONE,
    NOWHERE,
    OWNERS,
    Pact,
    Place,
    Role,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.control import look_for_falls, neglect, take_control, welcome
from dynasty_env.three_kingdoms.rules.forces import (
    ATTACKER,
    DEFENDER,
    army_of,
    attackers,
    attacking,
    generals_in,
    is_among,
    plays,
    strongest,
    troops_in,
)
from dynasty_env.three_kingdoms.rules.frames import then, then_with
from dynasty_env.three_kingdoms.rules.rulers import exile, settle_rulers

from .retreat import send_home


@rule
def fight_over(t):
    """§18.8: attackers without an enemy have won; §4.5: when its clans are gone, an area becomes neutral."""
    ours = attacking(t) + generals_in(t, ATTACKER)
    theirs = troops_in(t, DEFENDER) + generals_in(t, DEFENDER)
    if ours > 0 and t.fled != ATTACKER and (theirs == 0 or t.fled == DEFENDER):
        then(t, Step.VICTORY)
        return
    if t.control[t.battle] == CLANS and t.troops[t.battle] == 0:
        neglect(t, t.battle)
    then(t, Step.LEFTOVER)


@rule
def foremost(t):
    """§17.5: the attackers with the most troops left, one bit each."""
    there = attackers(t)
    most = 0
    found = 0
    for owner in range(OWNERS):
        most = max(most, t.army[owner])
    for owner in range(OWNERS):
        if is_among(owner, there) and t.army[owner] == most:
            found |= 1 << owner
    return found


@rule
def victory(t):
    """§17.5: the country with the most troops left controls the area; §17.5.1: in a tie the power decides."""
    best = foremost(t)
    tied = 0
    for owner in range(OWNERS):
        if is_among(owner, best):
            tied += 1
    if tied > 1 and plays(t, t.power):
        push(t, Step.CONTROL_TIE, t.country_seat[t.power], 0, 0)
    else:
        win(t, strongest(t))


@rule
def legal_control_tie(t):
    """§17.5.1, T40: any of the tied countries."""
    best = foremost(t)
    for country in range(COUNTRIES):
        if is_among(country, best):
            offer(t, COUNTRY + country)


@rule
def play_control_tie(t, action):
    """§17.5.1: that country wins."""
    win(t, action - COUNTRY)


@rule
def win(t, owner):
    """§17.5.2, T53: a seat may hand the area over to any country of the force."""
    there = attackers(t)
    others = 0
    for other in range(COUNTRIES):
        if other != owner and is_among(other, there):
            others += 1
    if others > 0 and owner != CLANS and t.country_seat[owner] != NO_ONE:
        push(t, Step.HAND_OVER, t.country_seat[owner], owner, 0)
    else:
        then_with(t, Step.OCCUPY, owner, 0)


@rule
def legal_hand_over(t):
    """§17.5.2: keep it, or give it to a partner."""
    offer(t, DONE)
    there = attackers(t)
    for country in range(COUNTRIES):
        if country != t.a and is_among(country, there):
            offer(t, COUNTRY + country)


@rule
def play_hand_over(t, action):
    """§17.5.2: the area is kept or given away."""
    then_with(t, Step.OCCUPY, t.a if action == DONE else action - COUNTRY, 0)


@rule
def occupy(t):
    """§4.1, T21: control passes immediately; §17.5: the others retreat (T11: without pursuit)."""
    owner = t.a + 0
    area = t.battle + 0
    if t.control[area] != owner:
        take_control(t, area, owner)
    t.troops[area] = t.army[owner]
    t.tired[area] = t.army[owner]
    t.army[owner] = 0
    for general in range(GENERALS):
        if army_of(t, general) == ATTACKER and t.country[general] == owner:
            t.role[general] = Role.NONE
    t.defender = NO_ONE
    t.fled = ATTACKER
    then(t, Step.LEFTOVER)
    send_home(t, ATTACKER, Reach.IF_NEEDED)


@rule
def leave_field(t):
    """T18: when a fight ends, check who falls, then clear everything about the fight.

    T34: if the power fell, its alliances are cleared, too.
    """
    if t.a == 0:
        then_with(t, Step.LEFTOVER, 1, 0)
        look_for_falls(t)
        return
    for general in range(GENERALS):
        t.goal[general] = NOWHERE
        if t.role[general] != Role.NONE:
            t.role[general] = Role.NONE
            if t.place[general] == Place.SERVING and t.area[general] == t.battle:
                if t.country[general] != t.control[t.battle]:
                    exile(t, general)
    for owner in range(OWNERS):
        t.army[owner] = 0
    if t.control[t.battle] != NEUTRAL and t.control[t.battle] != CLANS:
        welcome(t, t.battle)  # T31: captives of attacking clans
    t.battle = NOWHERE
    t.defender = NO_ONE
    t.first_attacker = NO_ONE
    t.fled = -1
    t.across_rivers = 0
    t.rounds = 0
    t.method = 0
    t.number = 0
    t.had_troops = 0
    t.split = 0
    t.split_with = NO_ONE
    for army in range(2):
        t.player[army] = NO_ONE
        t.hurt[army] = 0
    if not plays(t, t.power):
        for country in range(COUNTRIES):
            t.allied[country] = Pact.NONE
    settle_rulers(t)
    then(t, Step.ARRIVE)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.CONTROL_TIE,
            asks=_("Who gets the area?"),
            why=_("Several countries of the army have the same number of troops left."),
            says={"country": _("{country} controls the area")},
            stakes=nouns.the_fight,
            cites="§17.5.1, T40",
        ),
        Phase(
            Step.HAND_OVER,
            asks=_("Do you hand the area over?"),
            why=_("It is yours, and you may give it to a partner."),
            says={"done": _("keep the area"), "country": _("hand the area over to {country}")},
            purposes={"done": _("It stays yours.")},
            stakes=nouns.the_fight,
            cites="§17.5.2, T53",
            decides="the seat that has won",
            frame=("country",),
        ),
    ),
    automatic=(
        Automatic(Step.FIGHT_OVER, fight_over),
        Automatic(Step.VICTORY, victory),
        Automatic(Step.OCCUPY, occupy, ("owner",)),
        Automatic(Step.LEFTOVER, leave_field, ("cleared",)),
    ),
)
