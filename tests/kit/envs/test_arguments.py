"""A misspelt argument of an environment is answered by all that there are, and the one that was meant."""

from collections.abc import Callable
from typing import Any

import pytest

from agents.uniform import Random
from dynasty_env import figures_v0, kingdoms_v0
from dynasty_env.kit.errors import OptionError


@pytest.mark.parametrize(
    ("make", "given", "meant", "others"),
    [
        (kingdoms_v0.env, {"rewards": "win"}, "reward", ["render_seat", "reward", "features", "backend"]),
        (kingdoms_v0.env, {"feature": "onehot"}, "features", ["features"]),
        (lambda **given: kingdoms_v0.vec_env(8, **given), {"thread": 2}, "threads", ["autoreset_mode", "observe"]),
        (lambda **given: kingdoms_v0.seat_vec_env(8, **given), {"seats": 2}, "seat", ["seat", "copy"]),
        (lambda **given: kingdoms_v0.single_env([Random()], **given), {"render": "ansi"}, "render_seat", ["seat"]),
        (
            lambda **given: figures_v0.vec_env(8, parameters="continuous", **given),
            {"thread": 2}, "threads", ["threads"],
        ),
        (kingdoms_v0.game.new, {"max_round": 3}, "max_rounds", []),
    ],
)  # fmt: skip
def test_a_misspelt_argument(make: Callable[..., Any], given: dict[str, Any], meant: str, others: list[str]) -> None:
    with pytest.raises(OptionError, match=f"has no option .* \\(did you mean '{meant}'") as raised:
        make(**given)
    told = str(raised.value).partition("other arguments are ")[2].split(", ")
    assert set(others) <= set(told)


@pytest.mark.parametrize("features", ["raw", "onehot"])
def test_a_vector_has_the_spaces_of_one_table(features: str) -> None:
    env = kingdoms_v0.vec_env(2, num_players=2, features=features, backend="interpreted")
    batch = env.reset(seed=1)
    assert all(each in env.single_observation_space for each in batch.observation)
    assert batch.action_mask.shape[1] == env.num_actions == env.single_action_space.n
    one = kingdoms_v0.seat_vec_env(2, num_players=2, features=features, backend="interpreted")
    assert (one.single_observation_space, one.single_action_space) == (
        env.single_observation_space, env.single_action_space,
    )  # fmt: skip


def test_a_hybrid_vector_has_hybrid_actions() -> None:
    env = figures_v0.vec_env(2, num_players=2, parameters="continuous", backend="interpreted")
    assert env.reset(seed=1).action_mask.shape[1] == env.num_actions
    assert set(env.single_action_space.sample()) == {"choice", "point"}


@pytest.mark.parametrize("name", ["single_action_space", "single_observation_space"])
@pytest.mark.parametrize("parameters", ["discrete", "continuous"])
def test_what_is_sampled_from_a_space_of_a_vector_follows_from_its_seed(name: str, parameters: str) -> None:
    env = figures_v0.vec_env(2, num_players=2, parameters=parameters, backend="interpreted")
    drawn = []
    for _ in range(2):
        getattr(env, name).seed(7)
        drawn.append(repr([getattr(env, name).sample() for _ in range(3)]))
    assert drawn[0] == drawn[1]
