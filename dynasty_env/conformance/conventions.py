"""What becomes of wrong actions, by the conventions of the libraries."""

from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.drivers.base import Driver

SHIMMY = "shimmy.openspiel_compatibility"


def leaves_wrong_actions(driver: Driver, declared: Declaration, outside: bool) -> str | None:
    """Why the caller answers for wrong actions, or None where the environment has to refuse them.

    Args:
        driver: the environment.
        declared: what its author says.
        outside: whether the action is outside the action space, rather than forbidden by a mask.
    """
    if declared.refuses is not None:
        return None if declared.refuses else "declared to be left to the caller (refuses=False)"
    if any(kind.__module__ == SHIMMY for kind in type(driver.env.unwrapped).__mro__):
        return "OpenSpiel leaves legality to the caller, for speed, and shimmy hands actions on"
    if outside and driver.interface == "gymnasium":
        return "Gymnasium leaves it to each environment what a number outside the action space does"
    return None
