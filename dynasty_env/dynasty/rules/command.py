"""§09-03-02, SW02-08: who may take part in a war, and who must.

Four events of the expansion matter here: “grounded” keeps a person at home; a person with “so what” must command and
may force another person, the friend, to come along; “warrior's way” wins without dice; and in an “all-out attack”
every dynasty sends persons against the Neuroi, the invaders.
"""

from dynasty_env.dynasty.ids import PASS, PERSON, Step, Trace
from dynasty_env.dynasty.material import FEWEST_SENT, THE_NEUROI, WARRIOR_CHECKS, WARRIOR_WAR, Event, EventPlace
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.material import NOBODY, PERSONS
from dynasty_env.europe.rules.rights import declared
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, offers, push, rule, tell
from dynasty_env.kit.words import Chance, EntryKind, Message, Phase, State, _, joined

from .death import death, dies_in_war, last_of_line
from .event_cards import attach, holds, show
from .stats import carries, war_value
from .territories import defender_of


@rule
def may_take_part(t, person, country):
    """May this person still join a war on this country?

    SW02-08-04: a person with grounded fights only against the Neuroi. D-R52: nobody takes part in the same war twice.
    """
    if t.owner[person] == NOBODY or person == t.actor or person == t.defender or person == t.friend:
        return False
    return country == THE_NEUROI or not carries(t, person, Event.GROUNDED)


@rule
def must_command(t, seat, country):
    """The person of the seat's dynasty who must command in a war on this country, or -1.

    SW02-08-10: a person with so what, unless grounded. D-R33: a person with warrior's way. SW02-07-09: in a second
    action, the witch who acts again.
    """
    person = t.event_person[Event.SO_WHAT]
    if person != NOBODY and t.owner[person] == seat and may_take_part(t, person, country):
        return person
    person = t.event_person[Event.WARRIORS_WAY]
    if person != NOBODY and t.owner[person] == seat:
        return person
    return t.second if seat == t.turn_player else NOBODY


@rule
def may_command(t, seat, person, country):
    """§09-03-02: anybody of the dynasty, unless somebody else is forced to command."""
    if t.owner[person] != seat or not may_take_part(t, person, country):
        return False
    forced = must_command(t, seat, country)
    if seat == t.turn_player and t.second != NOBODY and person != t.second:  # D-R50: she must come along as his friend
        return forced == person and carries(t, person, Event.SO_WHAT) and may_take_part(t, t.second, country)
    return forced == NOBODY or forced == person


@rule
def has_commander(t, seat, country):
    """Is there anybody in the seat's dynasty who may command in a war on this country?"""
    for person in range(PERSONS):
        if may_command(t, seat, person, country):
            return True
    return False


@rule
def offer_commanders(t):
    """§09-03-02: offer everybody of the deciding seat's dynasty who may command in this war."""
    for person in range(PERSONS):
        if may_command(t, t.seat, person, t.country):
            offer(t, PERSON + person)


@rule
def check(t, person):
    """§09-03-05: a commander takes a death check; SW02-08-08: two of them with warrior's way."""
    checks = WARRIOR_CHECKS if carries(t, person, Event.WARRIORS_WAY) else 1
    for _number in range(checks):
        push(t, Step.DEATH_CHECK, t.turn_player, person, 0)


# SW02-08-08: warrior's way


@rule
def legal_warrior(t):
    """Warrior's way is played on one's own person who may command and has war 1 or more (D-R53, D-R55), or is kept."""
    offer(t, PASS)
    if holds(t, t.seat, Event.WARRIORS_WAY):
        for person in range(PERSONS):
            if may_command(t, t.seat, person, t.country) and war_value(t, person) >= WARRIOR_WAR:
                offer(t, PERSON + person)


@rule
def play_warrior(t, action):
    """The attacker is asked first (a: 0), then the defender (a: 1)."""
    if action != PASS:
        deck = t.event_deck[Event.WARRIORS_WAY] + 0
        show(t, Event.WARRIORS_WAY, t.seat)
        attach(t, Event.WARRIORS_WAY, action - PERSON, t.seat)
        t.event_owner[Event.WARRIORS_WAY] = t.seat
        t.event_deck[Event.WARRIORS_WAY] = deck
    elif t.a == 0 and defender_of(t) != NOBODY:
        push(t, Step.WARRIOR, defender_of(t), 1, 0)


@rule
def is_decided(t):
    """SW02-08-08: does warrior's way decide this war, without cards and dice? Never against the Neuroi."""
    return t.event_place[Event.WARRIORS_WAY] == EventPlace.ATTACHED and t.country != THE_NEUROI


# SW02-08-10: so what, and the friend


@rule
def call_friend(t, commander):
    """SW02-08-10: if the commander has so what, his player may force somebody to come along."""
    if carries(t, commander, Event.SO_WHAT):
        push(t, Step.FRIEND, t.owner[commander], 0, 0)


@rule
def legal_friend(t):
    """SW02-08-10: a person of any dynasty, or nobody.

    D-R50: in a second action it is the witch, unless she commands.
    """
    if t.seat == t.turn_player and t.second != NOBODY and t.actor != t.second:
        offer(t, PERSON + t.second)
        return
    offer(t, PASS)
    for person in range(PERSONS):
        if may_take_part(t, person, t.country) and not carries(t, person, Event.WARRIORS_WAY):
            offer(t, PERSON + person)


@rule
def play_friend(t, action):
    """SW02-08-10: the person comes along as the commander's friend."""
    if action != PASS:
        t.friend = action - PERSON
        t.friend_of = t.seat
        tell(t, Trace.BEFRIENDED, t.seat, t.friend, 0, 0, EVERYBODY)


# SW02-08-07: all-out attack


@rule
def may_be_sent(t, seat, person):
    """D-R54: does this person belong to the seat's dynasty without taking part in the war yet?"""
    return t.owner[person] == seat and t.sent[person] == 0 and may_take_part(t, person, THE_NEUROI)


@rule
def is_out(t, person):
    """D-R54: does this person take part in the war: as a commander, as a friend, or sent?"""
    return person == t.actor or person == t.friend or t.sent[person] == 1


@rule
def persons_out(t, seat):
    """D-R54: how many persons of the seat's dynasty take part in the war."""
    out = 0
    for person in range(PERSONS):
        out += t.owner[person] == seat and is_out(t, person)
    return out


@rule
def legal_sortie(t):
    """SW02-08-07: each dynasty sends at least three persons, or all that it has. D-R54: commander and friend count."""
    for person in range(PERSONS):
        if may_be_sent(t, t.seat, person):
            offer(t, PERSON + person)
    if persons_out(t, t.seat) >= FEWEST_SENT or t.choices == 0:
        offer(t, PASS)


@rule
def play_sortie(t, action):
    """One person is sent at a time; then the next dynasty is asked (a: dynasties that are done)."""
    if action != PASS:
        t.sent[action - PERSON] = 1
        tell(t, Trace.SENT, t.seat, action - PERSON, 0, 0, EVERYBODY)
        push(t, Step.SORTIE, t.seat, t.a, 0)
    elif t.a + 1 < t.num_players:
        push(t, Step.SORTIE, (t.seat + 1) % t.num_players, t.a + 1, 0)


@rule
def may_be_checked(t, person):
    """D-R54: did this person take part, without having been checked or having left play since?"""
    return t.sent[person] == 1 and t.owner[person] != NOBODY


@rule
def order_checks(t):
    """SW02-08-07: the turn player chooses who takes the next death check, until everybody has taken one."""
    for person in range(PERSONS):
        if may_be_checked(t, person):
            push(t, Step.CHECKS, t.turn_player, 0, 0)
            push(t, Step.CHECK_ORDER, t.turn_player, 0, 0)
            return


@rule
def play_check_order(t, action):
    """SW02-08-07: the person takes a death check; SW02-08-08: two of them with warrior's way."""
    t.sent[action - PERSON] = 2
    check(t, action - PERSON)


# what is said


def alone(state: State, person: int) -> str:
    """SW02-08-08: the chance of dying in the two death checks."""
    survives = 1 - death(state.tables[0], person)
    chance = Chance(1 - survives**WARRIOR_CHECKS, "dies")
    return joined("; ", Message(_("then dies {chance}"), chance=chance), last_of_line(state, person))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.WARRIOR,
            secret=True,
            asks=_("Do you use warrior's way?"),
            why=_("This person commands and your side wins, at the cost of two death checks."),
            says={"person": _("use warrior's way with {person}"), "pass": _("do not use warrior's way")},
            facts=(nouns.war, nouns.life, nouns.special, nouns.where),
            stakes=declared,
            chance={"person": alone},
            cites="SW02-08-08, D-R55",
            decides="attacker, then defender",
        ),
        Phase(
            Step.SORTIE,
            asks=_("Whom do you send?"),
            why=_("Every dynasty sends at least three persons against the Neuroi."),
            says={"person": _("send {person}"), "pass": _("send nobody else")},
            facts=(nouns.life, nouns.where),
            stakes=declared,
            chance={"person": dies_in_war},
            cites="SW02-08-07, D-R54",
            decides="every dynasty in turn",
        ),
        Phase(
            Step.CHECK_ORDER,
            offers(PERSON, PERSONS, may_be_checked),
            asks=_("Who takes the next death check?"),
            why=_("Everybody who was sent takes one."),
            says={"person": _("let {person} take the next death check"), "pass": _("nobody is left to check")},
            facts=(nouns.life, nouns.where),
            stakes=declared,
            chance={"person": dies_in_war},
            cites="SW02-08-07",
        ),
    ),
    automatic=(Automatic(Step.CHECKS, order_checks),),
    entries=(
        EntryKind(Trace.BEFRIENDED, _("{who} forces {person} to come along as a friend"), "person", cites="SW02-08-10"),
        EntryKind(Trace.SENT, _("{who} sends {person}"), "person", cites="SW02-08-07, D-R54"),
    ),
)
