"""The judgement of the player, in points unless it says otherwise.

Found by matches against itself, and by fitting who won to what the dynasties had in 20,000 of its positions: a lead in
points is nearly all that tells, the more so the nearer the end.
"""

import numpy as np

HEIR = 0.5  # somebody follows the king
BIRTH = 1.0  # a spouse, times the chance of a birth
COMMANDER = np.array([0.0, 0.0, 0.3, 1.0, 1.0])  # the best who is not king, by war
COURTIER = 0.6  # anybody
LAST_LAND = -2.0  # one territory left: one more war and the dynasty is ruined
SCALE = 3.0  # points by which one leads to be e times as likely to win, at the end of the game
SPREAD = 0.08  # more of them, times the square of the smallest person deck: much can happen yet
MEDDLING = 0.3  # share of the others' cards that come into a contest
SCYTHE = 0.01  # chance of winning that holding the scythe is worth
REFUSAL = 0.7  # chance that a rival refuses the reaper a person who matters
RESERVE = 0.5  # the refusal is kept for persons whose loss is worse than this share of the worst
BOOTY = 0.4  # share of that which a plundered card is worth
CARD = 0.012  # chance of winning that the most useful card in hand is worth
CARD_WORTH = np.array([0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0])
"""How useful A … K and a joker are in hand: high ones stop rivals, low ones spare the own dice, a joker does both."""
HARMLESS = 0.004  # chance of winning that a small advantage is worth
NEVER = -1e9  # the value of what is not to be done
