"""The player's weights, in points, found in matches against itself and against random play."""

RIVAL, LEADER = 0.25, 0.6  # value to me of a point that another dynasty loses; of one that the strongest rival loses
TIRED = 0.12  # cost of exhausting a point of power
AT_WAR = 0.6  # share of its usable power that the defender probably uses
HEIRLESS = 0.45  # share of a childless king's power that is at stake with his death
NOBLE = 0.5  # value of a noble's prestige, relative to a royal's
SOLDIER = 0.25  # … and a point of war
HEIR = 1.5  # a child for a king who has none
BRIDE = 0.35  # a point of fertility of a king and his spouse
THRONE = 0.35  # an additional king for another country, besides his prestige
RECOVERED = 0.22  # a point of power that recovers
UNREST = 0.6  # a rebel in another dynasty
OWN_UNREST = 1.4  # … in mine
CROWN = 0.14  # the chance of winning a contest that taking up arms adds
VICTORY, DISASTER = 60.0, -40.0  # the end of the game: if I lead, and if I do not
NEVER = -1e9  # the value of an action that should not be taken
