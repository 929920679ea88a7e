"""Questions about persons that the rules do not answer: whether a witch helps, and who may be in a deck."""

import numpy as np

from dynasty_env.dynasty.material import ABILITY, BASE_PERSONS, COLOUR, NOBODY, Ability, Place
from dynasty_env.dynasty.rules.magic import has_magic
from dynasty_env.dynasty.rules.resolution import dice_left
from dynasty_env.kit.engine.rule import rule

HELPFUL = np.isin([*Ability], [Ability.EVIL_EYE, Ability.BALLISTICS, Ability.GALE, Ability.MIGHT, Ability.DEFLECTION])
"""Abilities of witches that make success more likely."""


@rule
def helps_to_succeed(m, actor):
    """SW02-07: does the actor have an ability that makes success more likely?"""
    return m.witches == 1 and HELPFUL[ABILITY[actor]] and has_magic(m, actor)


@rule
def dice_with(m, dice, actor):
    """How many dice an action of the turn player has; a helpful ability of the actor counts as one more."""
    return dice_left(m, dice + 1 if actor != NOBODY and helps_to_succeed(m, actor) else dice)


@rule
def may_lie_in(m, person, deck):
    """As far as I know, can the person be in this deck? Persons of the expansion only count if I saw them there."""
    if m.place[person] != Place.DECK:
        return False
    if person < BASE_PERSONS:
        return COLOUR[person] == deck
    return m.seen_in[person - BASE_PERSONS] == deck + 1
