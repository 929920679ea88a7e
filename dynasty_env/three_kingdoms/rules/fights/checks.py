"""§24: capture checks."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, die, rule, tell
from dynasty_env.kit.words import Chosen, EntryKind, Tone, _
from dynasty_env.three_kingdoms.ids import Trace
from dynasty_env.three_kingdoms.material import CHECKS, CLANS, NO_ONE, Check, Place
from dynasty_env.three_kingdoms.rules.control import set_free, take_off
from dynasty_env.three_kingdoms.rules.forces import enemy_of, rest_role
from dynasty_env.three_kingdoms.rules.rulers import exile


@rule
def check_duellist(t, general, winner, army, column):
    """§24.2 ①, T16: the opponent's country is the captor; T62: unless the opponent died in the same round."""
    captor = enemy_of(t, army)
    if winner != NO_ONE and t.place[winner] == Place.SERVING:
        captor = t.country[winner] + 0
    roll_check(t, general, captor, army, column, 0)


@rule
def roll_check(t, general, captor, army, column, no_captives):
    """§24.1: the enemy rolls on table E. T29: if both armies are destroyed, “captured” is void."""
    check = CHECKS[column, die(t) - 1]
    if no_captives == 1 and check == Check.CAPTURED:
        check = Check.NOTHING
    tell(t, Trace.CHECKED, 0, general, column, check, EVERYBODY)
    if check == Check.DEATH:
        take_off(t, general, Place.DEAD)  # §24.3
    elif check == Check.CAPTURED or check == Check.SUBMITS:
        capture(t, general, captor, army)
    elif check == Check.EXILE:
        exile(t, general)  # §24.5


@rule
def capture(t, general, captor, army):
    """§24.4, T30: the general joins the captor and stays in the area of the fight; with clans he is free there."""
    if captor == CLANS or captor == NO_ONE:
        set_free(t, general, t.battle)
        return
    t.country[general] = captor
    t.area[general] = t.battle
    t.acted[general] = 1
    t.role[general] = rest_role(1 - army)


# what is said

CHECKED: dict[int, tuple[str, Tone]] = {
    Check.NOTHING: (_("{person} gets away"), ""),
    Check.DEATH: (_("{person} dies"), "bad"),
    Check.CAPTURED: (_("{person} is captured"), "bad"),
    Check.SUBMITS: (_("{person} submits"), "bad"),
    Check.EXILE: (_("{person} goes into exile"), "bad"),
}

CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(Trace.CHECKED, Chosen(lambda entry: entry.value, CHECKED), "person", "column:number", "check:number"),
    ),
)
