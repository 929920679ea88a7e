"""The succession contest: ten ties, which no dice come to in any time."""

import pytest

from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.rules import contest
from tests.rule_testing import told

from .positions import Table, plain_cards


@pytest.mark.rule("K26")
def test_contest_after_ten_ties_the_earliest_in_naming_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that always show a 4: the one who was named first wins, here by the turn player, seat 1 of two."""
    with plain_cards():
        play = Table(
            "Philip II (Poland), nobles Maria of Spain prestige=3 | Charles V life=0 (Spain), Ferdinand I (Naples), "
            "nobles Maximilian II prestige=3 | scythe=1 | turn_player=1"
        )
        play.line("reaper, Charles V, Maximilian II, pass, Maria of Spain")
        t = play.state.tables[0]
        t.seat, t.told = t.turn_player, 0
        monkeypatch.setattr(contest, "die", lambda t: 4)
        assert contest.winning_seat(t) == 1
        assert [e.value for e in told(play.state, Trace.TIED)] == list(range(1, 11))
        assert len(told(play.state, Trace.ROLLED)) == 20
