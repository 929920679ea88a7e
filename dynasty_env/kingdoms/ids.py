"""The numbering of actions, of phases (a seat decides) and steps (automatic), and of trace entries.

Action ids form one flat range, divided into named slices. An id means the same in every phase: `PERSON + person` names
that person, for whatever purpose; `COUNTRY + country` names that country.
"""

from enum import IntEnum

from dynasty_env.europe.ids import DECLARE as DECLARE
from dynasty_env.europe.ids import PASS as PASS
from dynasty_env.kingdoms.material import COUNTRY_NAMES, DECK_NAMES, PERSON_NAMES
from dynasty_env.kit.engine.table import FIRST_AUTOMATIC
from dynasty_env.kit.seats.actions import named, numbered

TYPE_NAMES = (
    "marriage", "procreation", "war", "recovery", "incite", "suppress", "grant", "reaper", "assassination", "execution",
)  # fmt: skip

ACTION_NAMES, SLICES = numbered(
    {
        "pass": ["pass"],
        "declare": ["declare"],
        "type": TYPE_NAMES,
        "deck": named("deck", DECK_NAMES),
        "person": named("person", PERSON_NAMES),
        "country": named("country", COUNTRY_NAMES),
        "aid_attack": named("aid_attack", COUNTRY_NAMES),
        "aid_defence": named("aid_defence", COUNTRY_NAMES),
    }
)
"""The name of each id, and the range of ids of each family of actions."""

MARRIAGE, PROCREATION, WAR_ON, RECOVERY, INCITE, SUPPRESS, GRANT, REAPER, ASSASSINATION, EXECUTION = range(
    SLICES["type"].start, SLICES["type"].stop
)
DECK: int = SLICES["deck"].start  # + colour
PERSON: int = SLICES["person"].start  # + person
COUNTRY: int = SLICES["country"].start  # + country
AID_ATTACK: int = SLICES["aid_attack"].start  # + country: it helps the attacker
AID_DEFENCE: int = SLICES["aid_defence"].start  # + country: it helps the defender
ACTIONS = len(ACTION_NAMES)


class Step(IntEnum):
    """Decisions are below 64, automatic steps from 64 on; a new one takes the next free number."""

    SETUP_DECK = 1
    SETUP_KING = 2
    SETUP_HOME = 3
    RECRUIT = 4
    ACTION = 5
    MARRIAGE_KING = 6
    MARRIAGE_TARGET = 7
    CONSENT = 8
    PROCREATION_KING = 9
    BIRTH_DECK = 10
    WAR_TARGET = 11
    WITHDRAW = 12
    WAR_COMMIT = 13
    DEFEND_COMMIT = 14
    AID = 15
    WAR_COMMANDER = 16
    DEFEND_COMMANDER = 17
    PLUNDER = 18
    CONQUEST = 19
    RECOVERY_KING = 20
    RECOVERY_AGENT = 21
    RECOVERY_COUNTRY = 22  # a: successes left; b: 1 if there was none
    INCITE_TARGET = 23
    POLICE = 24  # a: the person with the ability
    SUPPRESS_AGENT = 25
    SUPPRESS_TARGET = 26
    SUPPRESS_ABILITY = 27
    SUPPRESS_OUTCOME = 28
    GRANT_COUNTRY = 29
    GRANT_PERSON = 30
    REAPER_TARGET = 31
    VETO = 32
    EXECUTION_KING = 33
    CANDIDATE = 34
    ARMS = 35
    HOME = 36
    DISCARD = 37

    SETUP = FIRST_AUTOMATIC  # a: dynasties that are done; the next one sets up, or play begins
    TURN = FIRST_AUTOMATIC + 1  # a turn begins
    ACTION_DONE = FIRST_AUTOMATIC + 2  # is the game over?
    AFTERMATH = FIRST_AUTOMATIC + 3  # discards, then the next turn
    HELPERS = FIRST_AUTOMATIC + 4  # a: players asked for aid
    BATTLE = FIRST_AUTOMATIC + 5  # both sides roll
    CHECK = FIRST_AUTOMATIC + 6  # a: person; b: how much less life counts
    SCYTHE = FIRST_AUTOMATIC + 7  # the scythe moves on
    INCITED = FIRST_AUTOMATIC + 8  # a: the first person who may be police
    CONTEST = FIRST_AUTOMATIC + 9  # a: players who have named a candidate
    HOMES = FIRST_AUTOMATIC + 10  # a: dynasties checked so far


class Trace(IntEnum):
    """Kinds of trace entries. The comment behind each says what its fields (seat, subject, object, value) mean."""

    FIRST_PLAYER = 1  # seat
    TURN = 2  # seat; value: number of the turn
    TURNED_UP = 3  # seat, person, deck; value: the Place he or she goes to
    CROWNED = 4  # seat, person: the first king of his dynasty
    HOME = 5  # seat, country: its home country
    PASSED = 6  # seat takes no action
    DECLARED = 7  # seat, action id
    ACTS = 8  # seat, person who marries, procreates, orders, carries out, suppresses or executes
    NAMED = 9  # seat, person: the action's target
    AGREED = 10  # seat, person: the dynasty gives him or her in marriage
    DECLINED = 11  # seat, person
    NEEDS = 12  # seat; object: dice; value: a die up to this value succeeds
    DIE = 13  # seat; object: 1 for the defence; value: face
    OUTCOME = 14  # seat; object: 1 success, 0 failure
    BY_ITSELF = 15  # seat: the action succeeds without dice
    MARRIED = 16  # seat, person, king
    BORN = 17  # seat, person, king
    ATTACKED = 18  # seat, country, holder
    WITHDREW = 19  # seat, country
    COMMITTED = 20  # seat, country; value: the Side for which it is used
    COMMANDS = 21  # seat, person; value: 0 attacks, 1 defends
    FORCE = 22  # seat of the attacker; subject: 1 for the defence; object: dice; value: its commander's war
    EXHAUSTED = 23  # seat, country
    BATTLE = 24  # seat of the attacker; subject, object: successes of attack and defence; value: power to be exceeded
    CONQUERED = 25  # seat, country, old holder
    PLUNDERED = 26  # seat, country: it leaves play
    RULES = 27  # seat, person, country: the person is now its king
    ENNOBLED = 28  # seat, person: becomes a noble of the dynasty
    COUNTRY_ENTERS = 29  # seat, country: comes into play
    CHECKED = 30  # owner, person; object: 1 dies, 0 lives, plus 2 if life counts one less; value: face
    DIED = 31  # owner, person
    SUCCEEDED = 32  # seat, person, dead king: the person rules what he ruled
    VACANT = 33  # seat, dead king: his countries are contested
    STANDS = 34  # seat that names him, person, owner
    ARMED = 35  # seat that named him, person: takes up arms
    ROLLED = 36  # seat that named him, person; object: total; value: face
    TIED = 37  # value: ties so far
    FREED = 38  # country becomes independent
    RECOVERED = 39  # seat, country
    REBELS = 40  # owner, person
    POLICED = 41  # owner, police person, target; value: face
    REVOLTED = 42  # owner, person, old king: the person is king in his place
    PACIFIED = 43  # seat, person: no longer a rebel
    EXECUTED = 44  # seat, person
    GRANTED = 45  # seat, person, country
    REFUSED = 46  # seat, person: refused to the reaper
    SCYTHE_MOVED = 47  # seat that now holds the scythe
    DISMISSED = 48  # seat, person who leaves the pool
    ENDED = 49  # value: bits of the reasons a = 1, b = 2, c = 4 (K7)
