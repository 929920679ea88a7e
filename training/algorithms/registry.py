"""Algorithms by name. Each is one file of this folder and one line here; no other module imports it."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.named import near

if TYPE_CHECKING:  # torch is only imported with an algorithm
    from training.algorithms.base import Algorithm

ALGORITHMS: Mapping[str, str] = {
    "ppo": "training.algorithms.ppo:PPO",
    "dqn": "training.algorithms.dqn:DQN",
    "dmc": "training.algorithms.dmc:DMC",
    "a2c": "training.algorithms.a2c:A2C",
    "mmd": "training.algorithms.mmd:MMD",
    "ppo_oracle": "training.algorithms.ppo_oracle:PPOOracle",
    "nfsp": "training.algorithms.nfsp:NFSP",
    "bc": "training.algorithms.bc:BC",
    "iql": "training.algorithms.iql:IQL",
    "expert_iteration": "training.algorithms.expert_iteration:ExpertIteration",
    "ppo_advised": "training.algorithms.ppo_advised:PPOAdvised",
    "rnad": "training.algorithms.rnad:RNaD",
    "maskable_ppo": "training.algorithms.maskable_ppo:MaskablePPO",
}
"""Where each algorithm's class is, as module:Class. It is imported when asked for, because some need libraries."""
SUCH_AS = f"{', '.join(list(ALGORITHMS)[:2])} …"
"""Examples of names, for help."""


def algorithm(name: str) -> "type[Algorithm]":
    """The class of an algorithm. Raises OptionError if there is none with this name."""
    if name not in ALGORITHMS:
        like = near(name, list(ALGORITHMS))
        hint = f"did you mean {like!r}?" if like else f"choose {', '.join(ALGORITHMS)}"
        raise OptionError(f"there is no algorithm {in_short(name)}: {hint}")
    module, _, own = ALGORITHMS[name].partition(":")
    result: type[Algorithm] = getattr(import_module(module), own)
    return result
