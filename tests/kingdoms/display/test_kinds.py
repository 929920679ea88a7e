"""What chance says of declaring an action: the best of its last decision, given as a number or as a `Chance`."""

from collections.abc import Callable

import pytest

from dynasty_env.kingdoms.actions import MARRIAGE, PERSON
from dynasty_env.kingdoms.rules.kinds import at_best
from dynasty_env.kit.message import Chance
from tests.kingdoms.rules.positions import lay


@pytest.mark.parametrize("made", [float, Chance])
def test_the_best_chance_is_the_greatest_number(made: Callable[[float], float | Chance]) -> None:
    """As texts, 9 % would be more than 50 %."""
    state = lay("Charles V (Spain) | Philip II (Poland), nobles Louise of Savoy, Margaret of Austria")
    given = iter([0.5, 0.09, *[0.0] * 90])
    assert at_best(lambda _state, _person: made(next(given)), PERSON)(state, MARRIAGE) == "succeeds 50 % at best"
