"""§09-03: war (戦争)."""

import pytest

from dynasty_env.kit.state import State
from tests.dynasty.rules.conftest import names, play, seat, table

FRANCE = seat("Henry IV", courtiers=["Duke of Sully"], territories=["France"])


def countries(state: State) -> set[str]:
    return {name.removeprefix("country:") for name in names(state) if name.startswith("country:")}


# -------------------------------------------------------------------------------------------------- §09-03-01: target


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_adjacency_is_an_option_and_off_at_first() -> None:
    """§09-03-01: the rule of neighbours is a choice, better not used at first: far Sweden may be invaded."""
    state = table(FRANCE, seat("Erik XIV", territories=["Sweden"]))
    play(state, "war")
    assert (state.options["adjacency"], countries(state)) == (False, {"Sweden"})
