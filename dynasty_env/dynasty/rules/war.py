"""§09-03: war."""

from collections.abc import Iterator

from dynasty_env.dynasty.ids import COUNTRY, EVENT, PASS, PERSON, WAR_ON, Step, Trace
from dynasty_env.dynasty.material import SEA_WAR, THE_NEUROI, WARRIOR_DICE, Event, EventPlace
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.material import (
    COUNTRIES,
    NEIGHBOUR,
    NOBODY,
    OTTOMAN,
    PERSONS,
    POWER,
    SULEIMAN,
    WAY,
    Ability,
    Holder,
    Way,
)
from dynasty_env.europe.rules.rights import declared, right
from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import Chances, EntryKind, Message, Phase, State, _, joined

from .command import (
    call_friend,
    check,
    has_commander,
    is_decided,
    is_out,
    legal_friend,
    must_command,
    offer_commanders,
    play_friend,
)
from .death import bury, dies_in_war, last_of_line
from .event_cards import take_back
from .events import ask_to_cancel
from .interrupts import open_window
from .kinds import Action
from .neuroi import liberate
from .odds import IF_NOBODY_PLAYS, Unseen, asked, at_best, defender_of_war, succeeds_after, successes
from .pack import draw
from .people import discard_event, leave_country
from .stats import carries, is_mocked, war_value
from .territories import defender_of, occupied_power, power_of


@rule
def borders_own(t, seat, country):
    """§09-03-01: is the country next to one of the seat's territories, by land or by sea?"""
    for direction in range(4):
        neighbour = NEIGHBOUR[country, direction]
        if neighbour != NOBODY and t.holder[neighbour] == seat:
            return True
    return False


@rule
def may_be_attacked(t, seat, country):
    """§09-03-01: any country in play that is not one's own; with `adjacency` only if it is next to one of one's own."""
    holder = t.holder[country]
    if holder == Holder.OUT or holder == Holder.OCCUPIED or holder == seat:
        return False
    return t.adjacency == 0 or borders_own(t, seat, country)


@rule
def may_attack_neuroi(t, seat):
    """SW02-06-02: may the seat attack the occupied countries, which count as one?

    D-R28: it has the borders of all of them.
    """
    for country in range(COUNTRIES):
        if t.holder[country] == Holder.OCCUPIED and (t.adjacency == 0 or borders_own(t, seat, country)):
            return True
    return False


@rule
def can_wage_war(t, seat):
    """Is there a country that the seat may attack, and somebody who may command against it?"""
    if has_commander(t, seat, NOBODY):
        for country in range(COUNTRIES):
            if may_be_attacked(t, seat, country):
                return True
    return may_attack_neuroi(t, seat) and has_commander(t, seat, THE_NEUROI)


@rule
def legal_war_target(t):
    """§09-03-01: each country that may be attacked; SW02-06-02: or the Neuroi."""
    if has_commander(t, t.seat, NOBODY):
        for country in range(COUNTRIES):
            if may_be_attacked(t, t.seat, country):
                offer(t, COUNTRY + country)
    if may_attack_neuroi(t, t.seat) and has_commander(t, t.seat, THE_NEUROI):
        offer(t, EVENT + Event.NEUROI)


@rule
def play_war_target(t, action):
    """§09-03-01: the target is named. D-R31: now the war may be cancelled."""
    t.country = THE_NEUROI if action == EVENT + Event.NEUROI else action - COUNTRY
    tell(t, Trace.ATTACKED, t.seat, t.country, defender_of(t), 0, EVERYBODY)
    push(t, Step.WAR_DECLARED, t.seat, 0, 0)
    ask_to_cancel(t)


@rule
def begin_war(t):
    """Unless the war has been cancelled, the commanders are named.

    SW02-08-08: before that, warrior's way may be played.
    """
    if t.action == WAR_ON:
        push(t, Step.WAR_COMMANDER, t.seat, 0, 0)
        if t.witches == 1:
            push(t, Step.WARRIOR, t.seat, 0, 0)


@rule
def play_war_commander(t, action):
    """§09-03-02: the attacker's commander is named; SW02-08-10: he may force a friend to come along."""
    t.actor = action - PERSON
    tell(t, Trace.COMMANDS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.DEFENCE, t.seat, 0, 0)
    call_friend(t, t.actor)


@rule
def defend(t):
    """§09-03-02: after the attacker, the defender names a commander; an independent country has none."""
    if defender_of(t) == NOBODY:
        push(t, Step.BATTLE, t.turn_player, 0, 0)
    else:
        push(t, Step.WAR_DEFENDER, defender_of(t), 0, 0)


@rule
def legal_war_defender(t):
    """§09-03-02: anybody of the dynasty, or nobody; SW02-08-08, SW02-08-10: unless somebody must command."""
    if must_command(t, t.seat, t.country) == NOBODY:
        offer(t, PASS)
    offer_commanders(t)


@rule
def play_war_defender(t, action):
    """§09-03-02: the defender's commander, or nobody, is named; SW02-08-10: he may force a friend to come along."""
    push(t, Step.BATTLE, t.turn_player, 0, 0)
    if action == PASS:
        tell(t, Trace.UNDEFENDED, t.seat, 0, 0, 0, EVERYBODY)
    else:
        t.defender = action - PERSON
        tell(t, Trace.COMMANDS, t.seat, t.defender, 0, 1, EVERYBODY)
        call_friend(t, t.defender)


@rule
def join_battle(t):
    """§09-03-03: the interrupt window opens; D-R55: not if warrior's way decides the war."""
    if not is_decided(t):
        open_window(t)
        return
    warrior = t.event_person[Event.WARRIORS_WAY]
    tell(t, Trace.BY_ITSELF, t.owner[warrior], 0, 0, 0, EVERYBODY)
    push(t, Step.WAR_OVER, t.turn_player, 0, 0)
    if warrior == t.actor:
        win_war(t)


@rule
def is_joined_by_sea(t, seat, country):
    """§11-03-09: is the country joined by sea to one of the seat's?"""
    for direction in range(4):
        if WAY[country, direction] == Way.SEA and t.holder[NEIGHBOUR[country, direction]] == seat:
            return True
    return False


@rule
def attacked_by_sea(t):
    """§11-03-09: is the attacked country joined by sea to one of the attacker's?

    D-R65: any occupied country will do.
    """
    for country in range(COUNTRIES):
        if country == t.country or (t.country == THE_NEUROI and t.holder[country] == Holder.OCCUPIED):
            if is_joined_by_sea(t, t.turn_player, country):
                return True
    return False


@rule
def war_of(t, commander):
    """A commander's war. §11-03-09: with sea-4 it is exactly 4 if the two sides are joined by sea."""
    if has_ability(t, commander, Ability.SEA_4) and not is_mocked(t, commander) and attacked_by_sea(t):
        return SEA_WAR
    return war_value(t, commander)


@rule
def war_cards(t):
    """§09-03-03: as many cards as the country's power + the defending commander's war; SW02-08-10: + his friend's."""
    cards = power_of(t, t.country)
    if t.defender != NOBODY:
        cards += war_of(t, t.defender)
        if t.friend_of == t.owner[t.defender]:
            cards += war_of(t, t.friend)
    return cards


@rule
def war_dice(t):
    """§09-03-03: as many dice as the attacking commander's war + 1; SW02-08-10: + his friend's war + 1.

    Against the Neuroi, SW02-08-07: one more for each other person who takes part (D-R54); SW02-08-08: three more for
    warrior's way.
    """
    dice = war_of(t, t.actor) + 1
    if t.friend_of == t.turn_player:
        dice += war_of(t, t.friend) + 1
    if t.event_place[Event.ALL_OUT_ATTACK] == EventPlace.TABLE:
        for person in range(PERSONS):
            dice += person != t.actor and is_out(t, person)
    if t.country == THE_NEUROI:
        if carries(t, t.actor, Event.WARRIORS_WAY):
            dice += WARRIOR_DICE
    return dice


@rule
def win_war(t):
    """§09-03-04: the country is conquered; §11-03-03: or plundered (D-R28: never if it is occupied by the Neuroi)."""
    if t.country == THE_NEUROI:
        liberate(t)
    elif may_plunder(t):
        push(t, Step.PLUNDER, t.turn_player, 0, 0)
    else:
        conquer(t)


@rule
def may_plunder(t):
    """§11-03-03: does the attacking commander or his friend (D-R52) have plunder?"""
    if t.friend_of == t.turn_player and has_ability(t, t.friend, Ability.PLUNDER):
        return True
    return has_ability(t, t.actor, Ability.PLUNDER)


@rule
def play_plunder(t, action):
    """§11-03-03: the country leaves play, and as many cards as its power are drawn, with no hand limit in this turn.

    Suleiman leaves play with a plundered Ottoman Empire; D-R18: as if he had died, before the war's death checks.
    """
    if action == PASS:
        conquer(t)
        return
    tell(t, Trace.PLUNDERED, t.seat, t.country, 0, 0, EVERYBODY)
    leave_country(t, t.country)
    draw(t, t.seat, POWER[t.country])
    t.no_hand_limit = 1
    if t.country == OTTOMAN and t.owner[SULEIMAN] != NOBODY:
        bury(t, SULEIMAN)


@rule
def conquer(t):
    """§09-03-04: the country becomes the attacker's."""
    tell(t, Trace.CONQUERED, t.turn_player, t.country, t.holder[t.country], 0, EVERYBODY)
    t.holder[t.country] = t.turn_player


@rule
def check_commanders(t):
    """§09-03-05: both commanders take a death check; D-R12: the attacker first. SW02-08-10: a friend is last.

    SW02-08-07: after an all-out attack everybody who took part takes one, in an order chosen by the turn player.
    """
    push(t, Step.AFTER_WAR, t.turn_player, 0, 0)
    if t.event_place[Event.ALL_OUT_ATTACK] == EventPlace.TABLE:
        t.sent[t.actor] = 1
        if t.friend != NOBODY:
            t.sent[t.friend] = 1
        push(t, Step.CHECKS, t.turn_player, 0, 0)
        return
    if t.friend != NOBODY:
        push(t, Step.DEATH_CHECK, t.turn_player, t.friend, 0)
    if t.defender != NOBODY:
        check(t, t.defender)
    check(t, t.actor)


@rule
def conclude_war(t):
    """SW02-08-08: warrior's way goes back to its player; SW02-08-07: the all-out attack is discarded."""
    if t.event_place[Event.WARRIORS_WAY] == EventPlace.ATTACHED:
        take_back(t, Event.WARRIORS_WAY)
    if t.event_place[Event.ALL_OUT_ATTACK] == EventPlace.TABLE:
        discard_event(t, Event.ALL_OUT_ATTACK)


# what is said


def attacks_neuroi(state: State, number: int) -> str:
    """SW02-06-02: the Neuroi may be attacked as one country."""
    if number != Event.NEUROI:
        return nouns.plays_event(state, number)
    names = joined(", ", *nouns.occupied(state.record))
    power = int(occupied_power(state.tables[0]))
    return Message(_("attack the Neuroi (power {power}: {countries})"), power=power, countries=names)


def plunder(state: State, _number: int) -> str:
    """What plundering the country would bring."""
    country = int(state.record["country"])
    text = _("plunder {country}: it leaves play, and you draw as many cards as its power ({power})")
    return Message(text, country=nouns.country(country), power=int(POWER[country]))


def if_nobody_defends(state: State) -> str:
    """The condition of the chances of wars before one is declared."""
    person = _defender_of_some_war(state)
    if person != NOBODY:
        text = _(
            "Chances assume that nobody defends except {person}, who must, and that nobody plays a card or an event."
        )
        return Message(text, person=nouns.person(person))
    return Message(_("Chances assume that nobody defends or plays a card or an event."))


def _defender_of_some_war(state: State) -> int:
    """The person who would have to defend in some war that the deciding seat could declare; NOBODY if there is none."""
    t, seat = state.clone().tables[0], state.seat
    for country in range(COUNTRIES):
        if may_be_attacked(t, seat, country):
            t.country = country
            person = defender_of_war(t)
            if person != NOBODY:
                return person
    return NOBODY


def if_nobody_else_defends(state: State) -> str:
    """The same condition while a commander, or his friend, is being named."""
    t = state.tables[0]
    person = defender_of_war(t)
    if person != NOBODY:
        text = _("{person} must defend. Chances assume that nobody else takes part or plays a card or an event.")
        return Message(text, person=nouns.person(person))
    if t.defender == NOBODY and defender_of(t) not in (NOBODY, state.seat):
        return Message(_("Chances assume that nobody defends or plays a card or an event."))
    return Message(IF_NOBODY_PLAYS)


def commands(text: str) -> Chances:
    """§09-03-05: a commander, and a friend who comes along, takes a death check after the war."""

    def says(state: State, person: int) -> str:
        won = succeeds_after(state, PERSON + person)
        message = Message(text, chance=won, dies=dies_in_war(state, person))
        return joined("; ", message, last_of_line(state, person))

    return says


def as_it_stands(state: State, _number: int) -> str:
    """The attack's chance of success if nobody is named."""
    won = succeeds_after(state, PASS)
    return Message(_("the attack succeeds {chance}"), chance=won)


def attacks(state: State, country: int, cards: Unseen) -> Iterator[float]:
    """The chances of all attacks on a country."""
    return successes(asked(state, Step.WAR_COMMANDER, action=WAR_ON, country=country), cards)


def wars(state: State, _kind: int, cards: Unseen) -> Iterator[float]:
    """The chances of all wars that could be declared."""
    for each in asked(state, Step.WAR_TARGET, action=WAR_ON).legal():
        if COUNTRY <= each < COUNTRY + COUNTRIES:
            yield from attacks(state, int(each) - COUNTRY, cards)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.WAR_TARGET,
            asks=_("Which country do you attack?"),
            why=_("The country's power, plus the war of its defender, is the number of cards against you."),
            says={"country": _("attack {country}"), "event": attacks_neuroi},
            chance={"country": at_best(attacks)},
            condition=if_nobody_defends,
            cites="§09-03-01",
        ),
        Phase(
            Step.WAR_COMMANDER,
            offer_commanders,
            asks=_("Who commands the attack?"),
            why=_(
                "You roll as many dice as the commander's war, plus one. Win or lose, both commanders then take a "
                "death check."
            ),
            says={"person": _("let {person} command the attack")},
            facts=(nouns.war, nouns.life, nouns.special, nouns.where),
            chance={"person": commands(_("succeeds {chance}, then dies {dies}"))},
            condition=if_nobody_else_defends,
            cites="§09-03-02",
        ),
        Phase(
            Step.WAR_DEFENDER,
            asks=_("Who defends your country?"),
            why=_(
                "The defender's war adds to the number of cards against the attack. Afterwards both commanders "
                "take a death check."
            ),
            says={"person": _("let {person} command the defence"), "pass": _("send no one")},
            facts=(nouns.war, nouns.life, nouns.special, nouns.where),
            stakes=declared,
            chance={"person": commands(_("the attack succeeds {chance}, then dies {dies}")), "pass": as_it_stands},
            condition=IF_NOBODY_PLAYS,
            cites="§09-03-02",
            decides="owner of the country",
        ),
        Phase(
            Step.FRIEND,
            legal_friend,
            play_friend,
            asks=_("Who must come along?"),
            why=_("Your commander may force somebody to come along as a friend."),
            says={"person": _("force {person} to come along"), "pass": _("force nobody to come along")},
            facts=(nouns.war, nouns.life, nouns.where),
            stakes=declared,
            chance={"person": commands(_("succeeds {chance}, then dies {dies}")), "pass": as_it_stands},
            condition=if_nobody_else_defends,
            cites="SW02-08-10, D-R52",
            decides="player of the person with so what",
        ),
        right(
            Step.PLUNDER,
            asks=_("Plunder the country?"),
            why=_("You have won the war, and your commander may plunder instead."),
            says={"declare": plunder, "pass": _("do not plunder: take the country")},
            cites="§11-03-03",
        ),
    ),
    automatic=(
        Automatic(Step.WAR_OVER, check_commanders),
        Automatic(Step.WAR_DECLARED, begin_war),
        Automatic(Step.DEFENCE, defend),
        Automatic(Step.BATTLE, join_battle),
        Automatic(Step.AFTER_WAR, conclude_war),
    ),
    kinds=(
        Action(
            WAR_ON,
            may=can_wage_war,
            begin=Step.WAR_TARGET,
            cards=war_cards,
            dice=war_dice,
            succeed=win_war,
            again=can_wage_war,
            says=_("declare war"),
            called=_("war"),
            purpose=_("The power of a country that you take gives you points. Commanders risk their lives."),
            chance=at_best(wars),
            cites={
                Trace.NEEDS: "§08-02-03-01, §09-03-03",
                Trace.CHECKED: "§09-03-05, §10-01",
                Trace.BY_ITSELF: "SW02-08-08, D-R55",
            },
        ),
    ),
    entries=(
        EntryKind(Trace.ATTACKED, _("{who} attacks {country}"), "country:battlefield", "holder", cites="§09-03-01"),
        EntryKind(Trace.COMMANDS, _("{person} commands {side} for {who}"), "person", value="side", cites="§09-03-02"),
        EntryKind(Trace.UNDEFENDED, _("{who} sends no one to defend"), tone="quiet", cites="§09-03-02"),
        EntryKind(Trace.CONQUERED, _("{who} takes {country} from {other}"), "country", "other:holder"),
        EntryKind(Trace.PLUNDERED, _("{who} plunders {country}"), "country", cites="§11-03-03"),
    ),
)
