"""The judgement of the player, found by matches against itself and against random play."""

SCALE = 1.0  # lead in esteem that makes a side e times as likely to win, at the end of the game
SPREAD = 1.6  # more of it, times the square root of the turns left: much can happen yet
RANK = 1.2  # how much a row counts towards the great victory, at the end of the game
DRIFT = 0.6  # less of it the more turns are left
CROSSING = 0.08  # chance a turn that a rival on the other side comes over
STONE_WORTH = 0.012  # chance of winning that a stone in hand is worth, at the beginning of a game
DEBATE_WORTH = 0.05  # … and a point of debate of my self
DEADLY, ODD = 0.02, 0.005  # what a point of bushido that my self lacks costs, by what his failure comes to
LIKED = 0.05  # chance of winning that my own self's Fiancee costs: a bushido of 1
NEVER = -1e9  # the value of what is not to be done
