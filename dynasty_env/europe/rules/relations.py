"""§05-03, §10-02: relations between persons: who shares a religion, and who inherits before whom."""

from dynasty_env.europe.material import MALE, RELIGION, SEX, SULEIMAN
from dynasty_env.kit.engine.rule import rule


@rule
def same_religion(one, other):
    """Do the two persons count as being of the same religion?

    §05-03, D-R3: on the line CC – C – CP – P a religion is the same as itself and its neighbours; §11-02: Suleiman is
    of the same religion as nobody.
    """
    if one == SULEIMAN or other == SULEIMAN:
        return False
    return abs(RELIGION[one] - RELIGION[other]) <= 1


@rule
def inherits_before(t, person, other):
    """§10-02: does one child inherit before another? Sons come before daughters, then the elder before the younger."""
    if SEX[person] == SEX[other]:
        return t.born[person] < t.born[other]
    return SEX[person] == MALE
