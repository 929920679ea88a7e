"""The weights that the player uses to value positions, found in matches against itself and against random play."""

SCALE = 1.0  # lead in esteem that makes a side e times as likely to win, at the end of the game
SPREAD = 1.6  # added to `SCALE`, times the square root of the turns left: much can still happen
RANK = 1.2  # how much a row counts towards the great victory, at the end of the game
DRIFT = 0.6  # how much less a row counts for each turn left
CROSSING = 0.08  # chance in each turn that a rival on the other side changes sides
STONE_WORTH = 0.012  # value of a stone in hand at the beginning of a game, as a chance of winning
DEBATE_WORTH = 0.05  # … of a point of my self's debate
DEADLY, ODD = 0.02, 0.005  # cost of each point of bushido my self lacks: with a deadly failure action, with any other
LIKED = 0.05  # cost of the Fiancee on my own self, whose bushido becomes 1, as a chance of winning
NEVER = -1e9  # the value of an action that should not be taken
