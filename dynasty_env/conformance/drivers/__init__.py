"""Ways to drive environments of three interfaces alike."""

from typing import Any

import gymnasium

from dynasty_env.conformance.drivers.aec import AecDriver
from dynasty_env.conformance.drivers.base import Driver
from dynasty_env.conformance.drivers.parallel import ParallelDriver
from dynasty_env.conformance.drivers.single import SingleDriver


def driver_of(env: Any) -> Driver:
    """A driver for an environment. Raises TypeError if it is neither a PettingZoo AEC or Parallel environment nor a
    Gymnasium one."""
    from pettingzoo import AECEnv, ParallelEnv

    for kind, driver in ((AECEnv, AecDriver), (ParallelEnv, ParallelDriver), (gymnasium.Env, SingleDriver)):
        if isinstance(env, kind):
            return driver(env)
    raise TypeError(
        f"the factory made a {type(env).__module__}.{type(env).__name__}: "
        "an environment of PettingZoo (AEC or Parallel) or of Gymnasium is needed"
    )
