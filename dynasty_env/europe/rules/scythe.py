"""§09-06, row 8 of Kingdoms: the reaper (死神の鎌): who may refuse him, and where his scythe goes."""

from dynasty_env.europe.ids import PASS
from dynasty_env.europe.rules.deal import on_the_right
from dynasty_env.kit.engine import EVERYBODY, GameEnum, given_by_the_game, push, rule, tell

game_reap = given_by_the_game
game_step = game_trace = GameEnum


@rule
def has_scythe(t, seat):
    """§09-06, row 8 of Kingdoms: the player with the scythe may send the reaper."""
    return t.scythe == seat


@rule
def send_reaper(t, target, owner, may_refuse):
    """§09-06-01, K21: the player of the named person, unless it is the turn player, may refuse once in the turn.

    `owner`: the seat to which the person belongs. `may_refuse`: False if nobody can refuse for this person.
    """
    t.target = target
    tell(t, game_trace.NAMED, t.seat, target, 0, 0, EVERYBODY)
    if may_refuse and owner != t.turn_player and t.vetoed[owner] == 0:
        push(t, game_step.VETO, owner, 0, 0)
    else:
        game_reap(t)


@rule
def play_veto(t, action):
    """§09-06-01, K21: if allowed, the reaper comes; after a refusal the turn player must name somebody else."""
    if action == PASS:
        game_reap(t)
        return
    t.vetoed[t.seat] = 1
    t.refused[t.target] = 1
    tell(t, game_trace.REFUSED, t.seat, t.target, 0, 0, EVERYBODY)
    push(t, game_step.REAPER_TARGET, t.turn_player, 0, 0)


@rule
def pass_scythe(t):
    """§09-06-02: the scythe goes to the player on the right (anticlockwise)."""
    t.scythe = on_the_right(t, t.scythe)
    tell(t, game_trace.SCYTHE_MOVED, t.scythe, 0, 0, 0, EVERYBODY)
