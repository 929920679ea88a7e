"""What chance says of declaring an action: the best of its last decision, given as numbers or by what a phase says."""

from dynasty_env.kingdoms.ids import MARRIAGE, PERSON, PROCREATION
from dynasty_env.kingdoms.rules.kinds import at_best, best_of
from tests.kingdoms.rules.positions import lay, plain_cards


def test_the_best_chance_is_the_greatest_number() -> None:
    """As texts, 9 % would be more than 50 %."""
    state = lay("Charles V (Spain) | Philip II (Poland), nobles Louise of Savoy, Margaret of Austria")
    given = iter([0.5, 0.09, *[0.0] * 90])
    assert best_of(lambda _state, _person: next(given), PERSON)(state, MARRIAGE) == "succeeds 50 % at best"


def test_a_phase_says_how_good_its_choices_are() -> None:
    """Two dice each, of which one has to be at most 1, or at most 3."""
    one = "Charles V fertility=1 (Spain; spouse Louise of Savoy fertility=0)"
    three = "Philip II fertility=1 (Naples; spouse Anne of Brittany fertility=2)"
    with plain_cards():
        assert at_best(lay(f"{one}, {three} | Ferdinand I (Poland)"), PROCREATION) == "succeeds 75 % at best"
