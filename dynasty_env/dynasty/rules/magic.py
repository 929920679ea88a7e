"""SW02-02: when a witch has her ability; SW02-07: who acts in an action: some abilities only work if the witch acts."""

from dynasty_env.dynasty.ids import MARRIAGE
from dynasty_env.dynasty.material import ABILITY, WITCH_WITH, Ability, Place
from dynasty_env.kit.engine.rule import rule

from .people import is_married


@rule
def has_magic(t, witch):
    """SW02-02: does the witch have her ability? Not while she is married; only the Healer always has hers."""
    if ABILITY[witch] == Ability.HEALING:
        return True
    if t.place[witch] == Place.SPOUSE:
        return False
    return t.place[witch] != Place.KING or not is_married(t, t.owner[witch])


@rule
def has_witch(t, seat, ability):
    """Is the witch with this ability in the seat's dynasty, and does she have it now?"""
    witch = WITCH_WITH[ability]
    return t.owner[witch] == seat and has_magic(t, witch)


@rule
def actor_of(t):
    """SW02-07: who acts: the king in a marriage, the attacking commander in a war, the recruiter in a hire."""
    return t.king[t.turn_player] if t.action == MARRIAGE else t.actor


@rule
def acts(t, person):
    """SW02-07: does this person act? D-R52: in a war the attacking commander's friend acts, too."""
    return person == actor_of(t) or (person == t.friend and t.friend_of == t.turn_player)


@rule
def acts_with(t, ability):
    """Does the witch with this ability act, and does she have it now?"""
    witch = WITCH_WITH[ability]
    return acts(t, witch) and has_magic(t, witch)
