"""Whom `GENERAL + k` means: the generals whom the open decision is about, in the order of the roster."""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.material import NO_ONE, Stat
from dynasty_env.three_kingdoms.rules.action.domestic import may_try
from dynasty_env.three_kingdoms.rules.action.invasion import may_be_named
from dynasty_env.three_kingdoms.rules.fights.picks import may_be_picked
from dynasty_env.three_kingdoms.rules.redeployment import can_be_moved


@rule
def is_pick(step):
    """A decision in which generals are named for a round of a fight, unseen by the other army."""
    return step == Step.DUEL_PICK or step == Step.BATTLE_PICK or step == Step.STRATAGEM_PICK


@rule
def lists_generals(step):
    """A decision in which generals are named."""
    named = step == Step.LEVY_GROUP or step == Step.DIPLOMACY_GROUP
    return is_pick(step) or named or step == Step.INVADE_GENERALS or step == Step.REDEPLOY_GENERALS


@rule
def is_listed(t, general):
    """He is among those whom the open decision is about."""
    if is_pick(t.step):
        return may_be_picked(t, general, t.a)
    if t.step == Step.LEVY_GROUP:
        return may_try(t, general, t.a, Stat.ADMINISTRATION)
    if t.step == Step.DIPLOMACY_GROUP:
        return may_try(t, general, t.a, Stat.DIPLOMACY)
    if t.step == Step.INVADE_GENERALS:
        return may_be_named(t, general, t.a)
    if t.step == Step.REDEPLOY_GENERALS:
        return can_be_moved(t, general, t.a)
    return False


@rule
def are_picks_hidden(t, army, me):
    """T13: while generals are being named, those of an army are known to its player alone; T59: what the neutral policy
    names, everybody can tell."""
    return is_pick(t.step) and t.player[army] != me and t.player[army] != NO_ONE
