"""What a kind of action can come to at best is the best of what its targets are then said to come to."""

import random

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import PASS, PROCREATION, WAR_ON
from dynasty_env.dynasty.rules import odds
from dynasty_env.kit.message import chances_in
from dynasty_env.kit.state import State

FINAL = ("marriage_target", "hire_candidate", "incite_target", "war_commander")


def best_by_playing(state: State) -> float:
    """Every target that the seat could name, played and asked for its chance."""
    if state.phase in FINAL:
        cards = odds.unseen(state.view(state.seat))
        return max(odds.success_after(state, int(each), cards) for each in state.legal() if each != PASS)
    found = [0.0]
    for action in state.legal().tolist():
        played = state.clone()
        played.play(action)
        if played.seat == state.seat and played.phase in (*FINAL, "war_target", "hire_recruiter"):
            found.append(best_by_playing(played))
    return max(found)


@pytest.mark.parametrize("witches", [False, True])
def test_at_best_is_the_best_of_all_targets(witches: bool) -> None:
    """Of every kind that declares a chance, except procreation, which names nobody but a spouse."""
    rng = random.Random(2)
    compared = {number: 0 for number, kind in GAME.wording.kinds.items() if kind.chance and number != PROCREATION}
    for seed in range(4):
        state = GAME.new(seed, backend="compiled", witches=witches, ask_forced=True)
        while not state.done:
            legal = state.legal().tolist()
            if state.phase == "action" and rng.random() < 0.25:
                for kind in set(legal) & set(compared):
                    if kind == WAR_ON and witches:
                        continue  # somebody else is asked in between
                    before = state.tables.array.tobytes()
                    [found] = chances_in(GAME.prospects(state, kind))
                    assert state.tables.array.tobytes() == before
                    declared = state.clone()
                    declared.play(kind)
                    assert found.value == pytest.approx(best_by_playing(declared)), GAME.action_names[kind]
                    compared[kind] += 1
            state.play(int(rng.choice(legal)))
    assert all(count > 2 or (witches and kind == WAR_ON) for kind, count in compared.items()), compared


def test_menus_say_it() -> None:
    state = GAME.new(3, backend="interpreted")
    rng = random.Random(1)
    while state.phase != "war_target":
        if state.phase == "action" and WAR_ON in state.legal():
            assert GAME.prospects(state, WAR_ON).endswith(" at best")
            assert GAME.prospects(state, PASS) == ""
            assert GAME.prospects(state) == "Chances assume that nobody defends or plays a card or an event."
            state.play(WAR_ON)
        else:
            state.play(int(rng.choice(state.legal().tolist())))
    assert all(GAME.prospects(state, int(each)).endswith(" at best") for each in state.legal())
