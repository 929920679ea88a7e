"""§09-06, row 8 of Kingdoms: the reaper (死神の鎌): who may refuse him, and where his scythe goes."""

from dynasty_env.europe.actions import DECLARE, PASS
from dynasty_env.europe.rules.deal import on_the_right
from dynasty_env.kit.engine.rule import OfTheGame, of_the_game, rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

game_reap = of_the_game
game_step = game_told = OfTheGame


@rule
def legal_veto(t):
    """§09-06-01: the player of the person whom the reaper names may refuse, or allow it."""
    offer(t, PASS)
    offer(t, DECLARE)


@rule
def play_veto(t, action):
    """§09-06-01, K21: if it is allowed, the reaper comes; after a refusal the turn player must name somebody else."""
    if action == PASS:
        game_reap(t)
        return
    t.vetoed[t.seat] = 1
    t.refused[t.target] = 1
    tell(t, game_told.REFUSED, t.seat, t.target, 0, 0, EVERYBODY)
    push(t, game_step.REAPER_TARGET, t.turn_player, 0, 0)


@rule
def pass_scythe(t):
    """§09-06-02: the scythe goes to the player on the right (anticlockwise)."""
    t.scythe = on_the_right(t, t.scythe)
    tell(t, game_told.SCYTHE_MOVED, t.scythe, 0, 0, 0, EVERYBODY)
