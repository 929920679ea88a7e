"""§05, §10-02: how persons stand to each other: religion, and who inherits before whom."""

from dynasty_env.europe.material import MALE, RELIGION, SEX, SULEIMAN
from dynasty_env.kit.engine.rule import rule


@rule
def same_religion(one, other):
    """§05-03, D-R3: each with itself and its neighbours on the line CC – C – CP – P; Suleiman with nobody (§11-02)."""
    if one == SULEIMAN or other == SULEIMAN:
        return False
    return abs(RELIGION[one] - RELIGION[other]) <= 1


@rule
def inherits_before(t, person, other):
    """§10-02: of two children, sons before daughters, then the elder before the younger."""
    if SEX[person] == SEX[other]:
        return t.born[person] < t.born[other]
    return SEX[person] == MALE
