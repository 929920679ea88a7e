"""The weights with which the player values positions, found by matches against itself and against random play."""

SCALE = 1.0  # lead in esteem that makes a side e times as likely to win, at the end of the game
SPREAD = 1.6  # added to `SCALE`, times the square root of the turns left: much can still happen
RANK = 1.2  # how much a row counts towards the great victory, at the end of the game
DRIFT = 0.6  # how much less a row counts for each turn that is left
CROSSING = 0.08  # chance in each turn that a rival on the other side comes over
STONE_WORTH = 0.012  # chance of winning that a stone in hand is worth, at the beginning of a game
DEBATE_WORTH = 0.05  # … and a point of debate of my self
DEADLY, ODD = 0.02, 0.005  # cost of each point of bushido that my self lacks, if its failure is deadly or not
LIKED = 0.05  # chance of winning that the Fiancee costs on my own self, whose bushido becomes 1
NEVER = -1e9  # the value of an action that should not be taken
