"""The numbering of actions, of phases (a seat decides) and steps (automatic), and of trace entries.

Action ids form one flat range, divided into named slices. An id means the same in every phase: `PERSON + person` names
that person, for whatever purpose; `CARD + kind` plays or discards a card of that kind.
"""

from enum import IntEnum

from dynasty_env.dynasty.material import COUNTRY_NAMES, DECK_NAMES, EVENT_NAMES, PERSON_NAMES
from dynasty_env.europe.ids import DECLARE as DECLARE
from dynasty_env.europe.ids import PASS as PASS
from dynasty_env.kit.engine.cards import CARD_NAMES, RANKS
from dynasty_env.kit.engine.table import FIRST_AUTOMATIC
from dynasty_env.kit.seats.actions import named, numbered

TYPE_NAMES = (
    "marriage", "procreation", "war", "hire", "incite", "reaper", "assassination", "suppression", "matchmaking",
    "execution", "lightning", "search",
)  # fmt: skip

ACTION_NAMES, SLICES = numbered(
    {
        "pass": ["pass"],
        "declare": ["declare"],
        "type": TYPE_NAMES,
        "deck": named("deck", DECK_NAMES),
        "foresight": ["keep", "reshuffle"],
        "person": [*named("person", PERSON_NAMES), "pope"],
        "country": named("country", COUNTRY_NAMES),
        "card": named("card", CARD_NAMES),
        "joker": named("joker", range(1, RANKS + 1)),
        "event": named("event", EVENT_NAMES),
        "dice": [f"dice:{a}->{b}" for a in range(1, 7) for b in range(1, 7) if a != b],
    }
)
"""The name of each id, and the range of ids of each kind of action."""

(
    MARRIAGE, PROCREATION, WAR_ON, HIRE, INCITE, REAPER, ASSASSINATION, SUPPRESSION, MATCHMAKING, EXECUTION, LIGHTNING,
    SEARCH,
) = range(SLICES["type"].start, SLICES["type"].stop)  # fmt: skip
DECK: int = SLICES["deck"].start  # + colour
KEEP: int = SLICES["foresight"].start
RESHUFFLE = KEEP + 1
PERSON: int = SLICES["person"].start  # + person; the pope is person 97
COUNTRY: int = SLICES["country"].start  # + country
CARD: int = SLICES["card"].start  # + kind; the joker's id is only for discarding it or cancelling with it
JOKER_AS: int = SLICES["joker"].start  # + number - 1: a joker that counts as this number
EVENT: int = SLICES["event"].start  # + event
DIE_TO: int = SLICES["dice"].start  # change a die from one face to another: 30 ordered pairs
ACTIONS = len(ACTION_NAMES)


class Step(IntEnum):
    """Decisions are below 64, in the order of ch. 7 of the rules page; automatic steps are from 64 on."""

    SETUP_DECK = 1
    SETUP_KING = 2
    RECRUIT = 3
    FORESIGHT = 4
    ACTION = 5
    MARRIAGE_TARGET = 6
    PROCREATION_SPOUSE = 7
    WAR_TARGET = 8
    WAR_COMMANDER = 9
    WAR_DEFENDER = 10
    HIRE_RECRUITER = 11
    HIRE_CANDIDATE = 12
    INCITE_TARGET = 13
    REAPER_TARGET = 14
    VETO = 15
    INTERRUPT = 16
    JOKER = 17
    BIRTH_DECK = 18
    PLUNDER = 19
    POLICE = 20
    SUPPRESSION_TARGET = 21
    EXECUTION_TARGET = 22
    MATCHMAKING_CHILD = 23
    MATCHMAKING_TARGET = 24
    LIGHTNING_TARGET = 25
    SEARCH_ACE = 26
    SEARCH_DECK = 27
    SEARCH_PERSON = 28
    DICE = 29
    CANCEL = 30
    EVENT = 31
    EVENT_TARGET = 32
    WARRIOR = 33
    FRIEND = 34
    SORTIE = 35
    CHECK_ORDER = 36
    NEUROI_COUNTRY = 37
    EXILE = 38
    DISCARD_WANDERER = 39
    DISCARD_CARD = 40

    SETUP = FIRST_AUTOMATIC  # the next dynasty turns up its first persons, or the first turn begins
    TURN = FIRST_AUTOMATIC + 1  # a turn begins: its player draws
    SETTLE = FIRST_AUTOMATIC + 2  # everybody has passed in the interrupt window: the pack supplies cards
    ROLL = FIRST_AUTOMATIC + 3  # the dice are rolled
    DEATH_CHECK = FIRST_AUTOMATIC + 4  # a: person or pope
    SCYTHE = FIRST_AUTOMATIC + 5  # the reaper's scythe moves on
    ACTION_DONE = FIRST_AUTOMATIC + 6  # all that follows from the action is done: is the game over?
    AFTERMATH = FIRST_AUTOMATIC + 7  # surplus wanderers and cards are discarded
    WAR_OVER = FIRST_AUTOMATIC + 8  # both commanders take their death checks
    INCITED = FIRST_AUTOMATIC + 9  # the incited person changes sides or revolts; a: next person to ask for police
    BEFORE_ACTION = FIRST_AUTOMATIC + 10  # spatial sense and events, then the choice of an action
    DECLARED = FIRST_AUTOMATIC + 11  # the kind of action has been declared, and may have been cancelled
    WAR_DECLARED = FIRST_AUTOMATIC + 12  # the target of the war has been declared, too
    DEFENCE = FIRST_AUTOMATIC + 13  # the attacker has named everybody: now it is the defender's turn to name
    BATTLE = FIRST_AUTOMATIC + 14  # all commanders are named
    READ = FIRST_AUTOMATIC + 15  # the dice are compared with the success value
    EXILES = FIRST_AUTOMATIC + 16  # who has lost all territories to the Neuroi? a: dynasties checked so far
    AFTER_WAR = FIRST_AUTOMATIC + 17  # the events of the war are put away
    CHECKS = FIRST_AUTOMATIC + 18  # after an all-out attack: does anybody still have to take a death check?


class Trace(IntEnum):
    """Kinds of trace entries. Each comment lists what the fields hold, in the order: seat, subject, object; value."""

    FIRST_PLAYER = 1  # seat
    TURN = 2  # seat; value: number of the turn
    REBUILT = 3  # the discards became the pack; value: cards
    DREW = 4  # seat; value: cards into hand
    DRAWN = 5  # seat, card: visible to that seat only
    TURNED_UP = 6  # seat, person, deck; value: the Place where the person goes
    CROWNED = 7  # seat, person
    DECLARED = 8  # seat, action id
    NAMED = 9  # seat, person (the action's target, or the child of a match)
    ATTACKED = 10  # seat, country (21: the Neuroi), seat that holds it or -1
    COMMANDS = 11  # seat, person; value: 0 attacks, 1 defends
    UNDEFENDED = 12  # seat sends nobody
    RECRUITS = 13  # seat, person (recruiter)
    REFUSED = 14  # seat, person
    PLAYED = 15  # seat, card, pack it was drawn from (0, 1 …); value: number it counts as
    SUPPLIED = 16  # card; value: number (0: a joker)
    JOKER_NAMED = 17  # seat; value: number
    NEEDS = 18  # seat; value: the success value that the dice have to reach
    DIE = 19  # seat; value: face
    OUTCOME = 20  # seat; object: 1 success, 0 failure; value: the result of the dice, 0 if gale slash kills
    MARRIED = 21  # seat, person
    BORN = 22  # seat, person
    CHILDLESS_BIRTH = 23  # seat: nobody is born, because no deck has a card for the child
    CONQUERED = 24  # seat, country, old holder (a seat or a Holder)
    HIRED = 25  # seat, person
    INCITED = 26  # seat, person, old seat
    CHECKED = 27  # owner, person; object 1 dies, 0 lives; value: face
    DIED = 28  # owner, person
    SUCCEEDED = 29  # seat, person: the new king
    EXTINCT = 30  # seat: its king has died childless
    POPE_MOVED = 31  # seat that now holds the pope
    SCYTHE_MOVED = 32  # seat that now holds the scythe
    COUNTRY_MOVED = 33  # seat, country: the Ottoman Empire follows Suleiman
    COUNTRY_GONE = 34  # country leaves play
    DISMISSED = 35  # seat, person: a wanderer is discarded
    DISCARDED = 36  # seat, card, pack it was drawn from
    PASSED = 37  # seat takes no action
    ENDED = 38  # value: bits of the reasons a = 1, b = 2, c = 4 (§07-01)
    PLUNDERED = 39  # seat, country
    REVOLTED = 40  # seat, person who becomes king of his own dynasty, old king or -1
    POLICED = 41  # seat, police person, target; value: face
    SUPPRESSED = 42  # seat, person; object 1 dies; value: face
    EXECUTED = 43  # seat, spouse
    MATCHED = 44  # seat of the child, child; object 1: married; value: face
    BY_ITSELF = 45  # seat: the action succeeds without cards and dice
    EVENT_TAKEN = 46  # seat, deck: face down
    EVENT_SEEN = 47  # seat, event that was taken: visible to that seat only
    EVENT_UNDER = 48  # seat, event, deck: turned up during set-up and put under its deck
    EVENT_PLAYED = 49  # seat, event, deck it was taken from (-1: none); value: 1 the first event taken from it …
    EVENT_ATTACHED = 50  # seat, event, person
    EVENT_GONE = 51  # event is discarded
    EVENT_BACK = 52  # seat, event: it is before its player again
    PEEKED = 53  # seat, card on top of the pack: visible to that seat only
    FORESEEN = 54  # seat, card on top of a deck (person, or 97 + event), deck: visible to that seat only
    KEPT = 55  # seat, deck: the seat takes the card that foresight has shown
    RESHUFFLED = 56  # seat, deck
    SEARCHED = 57  # seat, deck that it searches
    FOUND = 58  # seat, person, deck: taken from it
    OCCUPIED = 59  # turn player, country, old holder (a seat or a Holder)
    JUDGED = 60  # seat, country that the Neuroi may spread to; value: face
    TAKEN = 61  # seat, person: Suleiman goes under the Neuroi card
    EXILED = 62  # seat, country where it takes refuge
    FALLEN = 63  # seat: no country is left where it could take refuge
    LIBERATED = 64  # seat: the Neuroi are defeated
    NEUROI_WON = 65  # value: their power
    CANCELLED = 66  # seat, card, pack it was drawn from: the turn player counts as having passed
    BEFRIENDED = 67  # seat, person who must come along as a friend
    SENT = 68  # seat, person who joins an all-out attack
    SLASHED = 69  # seat, person killed by a 6 with gale slash
    CHANGED = 70  # seat, face of a die, its new face
    HEALED = 71  # owner, person: survives without a roll
    WED_DOLL = 72  # seat, king who now has the doll as his spouse
    ACTS_AGAIN = 73  # seat, person
