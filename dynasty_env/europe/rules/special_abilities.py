"""§11-03, K29: special abilities (特殊能力) with the same rules in Dynasty and Kingdoms."""

from dynasty_env.europe.ids import DECLARE
from dynasty_env.europe.material import ABILITY, BEARER, MOST_BEARERS, NOBODY, RELIGION, Ability, Religion
from dynasty_env.kit.engine import EVERYBODY, GameEnum, die, given_by_the_game, push, rule, tell

game_bury = game_governance = given_by_the_game
game_step = game_trace = GameEnum


@rule
def has_ability(t, person, ability):
    """§11-03, K29: does this person have the ability? With the option `abilities` off nobody has any."""
    return t.abilities == 1 and ABILITY[person] == ability


@rule
def dynasty_has(t, seat, ability):
    """Does anybody in the dynasty, including the king, have this ability?"""
    if t.abilities == 1:
        for i in range(MOST_BEARERS):
            person = BEARER[ability, i]
            if person != NOBODY and t.owner[person] == seat:
                return True
    return False


@rule
def can_assassinate(t, seat):
    """§11-03-02, K29: assassination (暗殺) is the reaper's action for a dynasty without the scythe."""
    return t.scythe != seat and dynasty_has(t, seat, Ability.ASSASSINATION)


@rule
def incites_at_once(t, seat, person):
    """§11-03-11, D-R22, K29: with new faith, persons of religion CP or P are incited without cards and dice."""
    return RELIGION[person] >= Religion.CP and dynasty_has(t, seat, Ability.NEW_FAITH)


@rule
def asks_the_police(t):
    """§11-03-06, D-R21, K29: each police person of the target's dynasty may be sent, one after another.

    Asks about the next one, from person `a` on. Returns False if there is none.
    """
    owner = t.owner[t.target]
    for person in range(t.a, len(t.owner)):
        if t.owner[person] == owner and has_ability(t, person, Ability.POLICE):
            push(t, game_step.INCITED, t.turn_player, person + 1, 0)
            push(t, game_step.POLICE, owner, person, 0)
            return True
    return False


@rule
def play_police(t, action):
    """§11-03-06, K29: a roll of at most the police person's governance (a: the person) executes the target."""
    if action == DECLARE:
        face = die(t)
        tell(t, game_trace.POLICED, t.seat, t.a, t.target, face, EVERYBODY)
        if face <= game_governance(t, t.a):
            game_bury(t, t.target)
