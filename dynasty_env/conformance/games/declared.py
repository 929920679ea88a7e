"""What the kit declares about the environments of its own games, so that users need not."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

from dynasty_env.conformance.declaration import Declaration
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.base import BaseEnv
from dynasty_env.kit.state import State


def declared_by_the_game(env: Any) -> Declaration:
    """The declaration of an environment of one of the kit's games; for any other environment, an empty one."""
    inner = getattr(env, "unwrapped", env)
    if not isinstance(inner, BaseEnv):
        return Declaration()
    game = inner.game
    always = Declaration(bounds=(-1, 1), longest=game.longest, truncates=False)
    if not isinstance(inner, TableEnv):
        return always
    return replace(
        always,
        zero_sum=game.zero_sum,
        outcome=_outcome,
        resample=_resampled,
        save=lambda env: (deepcopy(env), env.unwrapped.game_state.to_dict()),
        load=lambda saved: _laid(saved[0], saved[0].unwrapped.game.from_dict(saved[1])),
    )


def _outcome(env: Any) -> dict[str, float]:
    inner = env.unwrapped
    return dict(zip(inner.possible_agents, map(float, inner.game_state.returns(inner.reward)), strict=True))


def _resampled(env: Any, agent: Any, key: int) -> Any:
    inner = env.unwrapped
    if inner.game_state.done:
        return deepcopy(env)
    return _laid(deepcopy(env), inner.game_state.hide(inner.possible_agents.index(agent), key))


def _laid(env: Any, state: State) -> Any:
    env.unwrapped.lay(state)
    return env
