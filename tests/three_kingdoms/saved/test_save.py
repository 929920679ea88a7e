"""Save files: read as they were written, laid by hand, and refused by path where they are wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from tests.saved import changed, without_course
from tests.three_kingdoms.saves import BY_HAND, beginning


def read(save: dict[str, Any]) -> State:
    return GAME.from_dict(save, backend="interpreted")


def test_where_a_phase_begins_nothing_else_is_needed() -> None:
    state = beginning()
    saved = state.to_dict()
    assert saved["doing"] == {}
    assert saved["phase"] == "act"
    again = read(without_course(saved))
    scratch = {"trace", "trace_length", "told", "reach", "stack"}
    fields = [name for name in GAME.dtype.names or () if name not in scratch]
    assert [name for name in fields if not np.array_equal(state.record[name], again.record[name])] == []


def test_by_hand_all_is_as_the_scenario_says_but_for_what_is_said() -> None:
    state = read(BY_HAND | {"areas": {"Liaoxi": {"control": "Sun", "troops": 7}}, "turn": 12})
    fresh = GAME.new(0, backend="interpreted", scenario=3, num_players=2)
    liaoxi = m.AREA_NAMES.index("Liaoxi")
    others = np.arange(m.AREAS) != liaoxi
    assert state.record["turn"] == 12
    assert m.COUNTRY_NAMES[state.record["control"][liaoxi]] == "Sun"
    assert (state.record["control"][others] == fresh.record["control"][others]).mean() > 0.9
    assert [m.COUNTRY_NAMES[c] for c in state.record["seat_country"][:2]] == ["Cao", "Sun"]
    while not state.done:
        state.play(int(state.legal()[0]))


def test_a_country_is_played_by_one_seat_and_is_in_the_scenario() -> None:
    with pytest.raises(SaveError, match=r"seats\[1\].country: 'Cao' is at seats\[0\].country already"):
        read(BY_HAND | {"seats": [{"country": "Cao"}, {"country": "Cao"}]})
    with pytest.raises(SaveError, match="Dong Zhuo is not in this scenario"):
        read(BY_HAND | {"seats": [{"country": "Cao"}, {"country": "Dong Zhuo"}]})


def test_a_marker_of_a_power_in_its_phase_is_out_of_the_cup() -> None:
    saved = without_course(beginning().to_dict())
    with pytest.raises(SaveError, match="has been drawn"):
        read(changed(saved, ("cup",), [*saved["cup"], saved["power"]]))


def test_a_running_save_is_complete() -> None:
    saved = without_course(beginning().to_dict())
    del saved["areas"]["Luoyang"]
    with pytest.raises(SaveError, match="Luoyang is missing"):
        read(saved)
