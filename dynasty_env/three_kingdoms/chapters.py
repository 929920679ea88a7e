"""The chapters of Three Kingdoms, in the book's order."""

from dynasty_env.three_kingdoms.rules import audit, control, destiny, redeployment, rulers, score, setup, turn
from dynasty_env.three_kingdoms.rules.action import act, alliances, domestic, invasion_odds, marching
from dynasty_env.three_kingdoms.rules.fights import (
    checks,
    destruction,
    fight,
    losses,
    picks,
    retreat,
    round_odds,
    rounds,
    victory,
)

CHAPTERS = (
    setup.CHAPTER, destiny.CHAPTER, turn.CHAPTER, control.CHAPTER, act.CHAPTER, domestic.CHAPTER, alliances.CHAPTER,
    invasion_odds.CHAPTER, marching.CHAPTER, fight.CHAPTER, losses.CHAPTER, picks.CHAPTER, round_odds.CHAPTER,
    rounds.CHAPTER, checks.CHAPTER, retreat.CHAPTER, destruction.CHAPTER, victory.CHAPTER, redeployment.CHAPTER,
    rulers.CHAPTER, score.CHAPTER, audit.CHAPTER,
)  # fmt: skip
