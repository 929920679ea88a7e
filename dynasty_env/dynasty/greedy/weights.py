"""The weights with which the player values positions, in points unless a comment says otherwise.

They were found by matches of the player against itself, and by a fit that predicts the winners of games from 20,000 of
its positions. There little matters but the lead in points, and it matters more the nearer the end is.
"""

import numpy as np

HEIR = 0.5  # there is somebody who would succeed the king
BIRTH = 1.0  # a spouse, times the chance of a birth
COMMANDER = np.array([0.0, 0.0, 0.3, 1.0, 1.0])  # the best commander who is not king, by war
COURTIER = 0.6  # each person who is not king
LAST_LAND = -2.0  # one territory left: one more war and the dynasty is ruined
SCALE = 3.0  # lead that makes a dynasty e times as likely to win, at the end of the game
SPREAD = 0.08  # added to `SCALE`, times the square of the smallest person deck's size: much can still happen
MEDDLING = 0.3  # share of the others' cards that they are expected to play on an action
SCYTHE = 0.01  # chance of winning that holding the scythe is worth
REFUSAL = 0.7  # chance that a rival refuses the reaper a person who matters
RESERVE = 0.5  # the reaper is refused if the loss is more than this share of the worst possible one
BOOTY = 0.4  # share of `CARD` that a card drawn for plunder is worth
CARD = 0.012  # chance of winning that the most useful card in hand is worth
CARD_WORTH = np.array([0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0])
"""How useful A … K and a joker are in hand: high cards stop rivals, low ones help one's own dice, a joker does both."""
HARMLESS = 0.004  # chance of winning that a small advantage is worth
NEVER = -1e9  # the value of an action that should not be taken
