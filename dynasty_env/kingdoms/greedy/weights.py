"""The judgement of the player, in points, found by matches against itself and against random play."""

RIVAL, LEADER = 0.25, 0.6  # what a point that another dynasty loses is worth to me; the strongest rival's
TIRED = 0.12  # what it costs to exhaust a point of power
AT_WAR = 0.6  # share of what the defender could use that he probably uses
HEIRLESS = 0.45  # share of a childless king's power that his death puts at stake
NOBLE = 0.5  # what a noble's prestige is worth, beside a royal's
SOLDIER = 0.25  # … and a point of war
HEIR = 1.5  # a child for a king who has none
BRIDE = 0.35  # a point of fertility of a king and his spouse
THRONE = 0.35  # a king of his own for another country, besides his prestige
RECOVERED = 0.22  # a point of power that recovers
UNREST = 0.6  # a rebel in another dynasty
OWN_UNREST = 1.4  # … in mine
CROWN = 0.14  # the chance of winning a contest that arms bring
VICTORY, DISASTER = 60.0, -40.0  # the end of the game, where I lead and where I do not
NEVER = -1e9  # the value of what is not to be done
