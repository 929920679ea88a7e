"""Save files: read as they were written, laid by hand, and refused by path where they are wrong."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from tests.saved import changed, path_of, without_course
from tests.three_kingdoms.players import diplomat
from tests.three_kingdoms.saves import BY_HAND, beginning


def read(save: dict[str, Any]) -> State:
    return GAME.from_dict(save, backend="auto")


@cache
def met() -> dict[str, State]:
    """A table of each phase that a few games come to, of diplomats and of random moves with forced decisions."""
    found: dict[str, State] = {}
    for seed in range(10):
        powers, forced = 11 if seed == 0 else seed, seed > 3
        state = GAME.new(seed, scenario=1 + seed % 3, num_players=8, powers=powers, max_turns=2, ask_forced=forced)
        rng = np.random.default_rng(seed)
        player = diplomat(seed) if seed < 4 else lambda state, rng=rng: int(rng.choice(state.legal()))
        while not state.done:
            if state.phase not in found:
                found[state.phase] = state.clone()
            state.play(player(state))
        found["end"] = state
    return found


def test_all_phases_are_met_but_for_two_at_most() -> None:
    """Some are rare, and a game that goes another way may miss them."""
    assert len({*GAME.phase_names.values()} - {*met()}) <= 2


@pytest.mark.parametrize("phase", sorted(phase for phase in GAME.phase_names.values()))
def test_a_save_is_read_as_it_was_written_and_goes_on(phase: str) -> None:
    if phase not in met():
        return
    state = met()[phase]
    saved = state.to_dict()
    again = read(saved)
    assert again.to_dict() == saved
    assert again.legal().tolist() == state.legal().tolist()
    one = state.clone()
    for _ in range(20):
        if not one.done:
            action = int(one.legal()[-1])
            one.play(action)
            again.play(action)
    assert one.to_dict() == again.to_dict()


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


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (("turn",), 46, "a whole number"),
        (("power",), "Cao Cao", "no country is called 'Cao Cao'"),
        (("areas", "Luoyang", "control"), "Nobunaga", "no owner is called"),
        (("areas", "Luoyang", "troops"), -1, "a whole number"),
        (("areas", "Luoyang", "troops"), 20_000, "no more than 20000 troops"),
        (("generals", "Cao Cao", "unit"), 2, "a whole number 1 … 1"),
        (("generals", "Cao Cao", "area"), "Rome", "no area is called 'Rome'"),
        (("countries", "Cao", "ruler"), "Sun Ce", "Cao is ruled by one of Cao Cao, Cao Pi, Cao Rui"),
        (("countries", "Cao", "status"), "absent", "is playing, or has fallen"),
        (("countries", "Cao", "asked"), {"Sun": "perhaps"}, "no answer is called 'perhaps'"),
        (("bans",), {"Luoyang-Kuaiji": 1}, "there is no field"),
        (("turned",), [1, 2], "cards of the period lie open here, not 2"),
        (("cup",), ["thaw", "thaw"], "is at cup"),
        (("doing",), {"points": 3}, "there is no field 'points'"),
    ],
    ids=lambda value: path_of(value) if isinstance(value, tuple) else None,
)
def test_what_is_wrong_is_refused_by_its_path(path: tuple[Any, ...], value: Any, why: str) -> None:
    saved = without_course(beginning().to_dict())
    with pytest.raises(SaveError) as error:
        read(changed(saved, path, value))
    assert path[0] in str(error.value), error.value
    assert why in str(error.value), error.value


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
