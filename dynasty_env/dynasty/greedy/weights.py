"""The weights that the player uses to value positions, in points unless a comment says otherwise.

They were found in matches of the player against itself, and by a fit that predicts the winners of games from 20,000 of
its positions. In that fit little matters except the lead in points, which matters more towards the end of the game.
"""

import numpy as np

HEIR = 0.5  # somebody would succeed the king
BIRTH = 1.0  # a spouse; multiplied by the chance of a birth
COMMANDER = np.array([0.0, 0.0, 0.3, 1.0, 1.0])  # the best commander other than the king, by his war
COURTIER = 0.6  # each person other than the king
LAST_LAND = -2.0  # only one territory left: one more lost war ruins the dynasty
SCALE = 3.0  # lead that makes a dynasty e times as likely to win, at the end of the game
SPREAD = 0.08  # added to `SCALE`, times the square of the smallest person deck's size: much can still happen
MEDDLING = 0.3  # share of the others' cards that they are expected to play on an action
SCYTHE = 0.01  # value of holding the scythe, as a chance of winning
REFUSAL = 0.7  # chance that a rival refuses to give an important person to the reaper
RESERVE = 0.5  # the reaper is refused if the loss is more than this share of the worst possible loss
BOOTY = 0.4  # value of a card drawn for plunder, as a share of `CARD`
CARD = 0.012  # value of the most useful card in hand, as a chance of winning
CARD_WORTH = np.array([0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0])
"""How useful A … K and a joker are in hand: high cards stop rivals, low cards help your own dice, a joker does both."""
HARMLESS = 0.004  # value of a small advantage, as a chance of winning
NEVER = -1e9  # the value of an action that should not be taken
