"""Save files: complete at every decision, readable by hand, and refused by the path of what is wrong."""

import copy
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import ARROW_COLOUR, ARROWS, COLOUR_NAMES, EVENT_NAMES, PERSON_NAMES, STONES
from dynasty_env.shinsengumi.rules.movement import is_possible
from tests.saved import without_course
from tests.shinsengumi.positions import by_hand, line, met


def load(saved: Any) -> State:
    return GAME.from_dict(saved, backend="auto")


def refused(saved: Any, *says: str) -> None:
    """The complaint about a save file holds all that it `says`."""
    with pytest.raises(SaveError) as error:
        load(saved)
    for part in says:
        assert part in str(error.value)


def finish(state: State, seed: int) -> None:
    """Play at random to the end; every table on the way keeps every truth."""
    rng = np.random.default_rng(seed)
    while not state.done:
        assert state.call("audit") == 0
        state.play(int(rng.choice(state.legal())))
    assert state.call("audit") == 0


def test_a_save_tells_the_whole_table() -> None:
    """Every piece is in one place, and every stone but the spares."""
    for seed in range(6):
        for state in line(seed, num_players=1 + seed % 5, hidden_stones=seed % 2 == 1):
            saved = state.to_dict()
            persons = saved["person_pile"] + saved["dead"] + [item["person"] for item in saved["persons"]]
            events = saved["event_pile"] + saved["gone"] + [item["event"] for item in saved["events"]]
            events += [item["attached"] for item in saved["persons"] if item["attached"]]
            events += ["Ishida powder"] * (saved["powder"] is not None) + [saved["turned_up"]] * bool(
                saved["turned_up"]
            )
            assert sorted(persons) == sorted(PERSON_NAMES)
            assert sorted(events) == sorted(EVENT_NAMES)
            stones = Counter(saved["bag"]) - Counter()
            for place in (*saved["seats"], *saved["persons"]):
                stones += Counter({colour: place[colour] for colour in ("white", "black")})
            on_arrows = sum(saved["laid"])
            assert stones.total() + on_arrows - sum(saved["spares"].values()) == 2 * STONES


def test_as_little_as_possible() -> None:
    state = load(by_hand())
    saved = state.to_dict()
    assert (saved["phase"], saved["turn"], saved["turn_player"], saved["seat"]) == ("move", 1, 0, 0)
    assert saved["bag"] == {"white": STONES, "black": STONES}
    assert saved["spares"] == {"white": 0, "black": 0}
    assert len(saved["person_pile"]) == len(PERSON_NAMES) - 2
    assert sorted(saved["event_pile"]) == sorted(EVENT_NAMES)
    assert state.game.action_names[int(state.legal()[0])] == "person:Okita Soji"
    finish(state, 1)


def test_a_turn_begins_with_stones_and_an_event() -> None:
    state = load(by_hand(phase="turn", turn=5, turn_player=1, event_pile=["Ikedaya ronin", "Sniper"]))
    saved = state.to_dict()
    assert (saved["phase"], saved["turn"], saved["seat"]) == ("event_cell", 5, 1)
    assert saved["turned_up"] == "Ikedaya ronin"
    assert saved["event_pile"][0] == "Sniper"
    assert [seat["white"] + seat["black"] for seat in saved["seats"]] == [2, 5]  # debate


def test_piles_are_filled_by_the_seed_under_what_is_listed() -> None:
    one, same, other = (
        load(by_hand(seed=seed, person_pile=["Kondo Isami"])).to_dict()["person_pile"] for seed in (1, 1, 2)
    )
    assert one == same != other
    assert one[0] == other[0] == "Kondo Isami"
    assert sorted(one) == sorted(other)


def test_bag_and_spares_follow_from_hands_and_markers() -> None:
    seats = [{"self": "Okita Soji", "white": 15}, {"self": "Ito Kashitaro", "black": 2}]
    persons = [
        {"person": "Okita Soji", "cell": "2.3", "white": 1},
        {"person": "Ito Kashitaro", "cell": "5.4", "black": 2},
        {"person": "Saito Hajime", "cell": "6.1", "white": 1},
        {"person": "Harada Sanosuke", "cell": "1.1"},
    ]
    saved = load(by_hand(seats=seats, persons=persons)).to_dict()
    assert saved["bag"] == {"white": 0, "black": STONES - 4}
    assert saved["spares"] == {"white": 1, "black": 0}
    hidden = load(by_hand(seats=seats, persons=persons, options={"hidden_stones": True})).to_dict()
    assert hidden["bag"] == {"white": 1, "black": STONES - 2}
    assert hidden["spares"] == {"white": 2, "black": 2}  # S-R20


LED = "the moves lead to"


def test_a_seat_without_a_self_is_not_asked() -> None:
    saved = met()["wait"][0].to_dict()
    seats = copy.deepcopy(saved["seats"])
    seats[saved["seat"]] |= {"self": None, "white": 0, "black": 0}
    bag = {colour: saved["bag"][colour] + saved["seats"][saved["seat"]][colour] for colour in ("white", "black")}
    refused(saved | {"seats": seats, "bag": bag}, f"seats[{saved['seat']}].self: {LED}")


def test_a_turn_player_without_a_self_names_nobody() -> None:
    saved = met()["move"][0].to_dict()
    seats = copy.deepcopy(saved["seats"])
    stones = {colour: seats[saved["turn_player"]][colour] for colour in ("white", "black")}
    seats[saved["turn_player"]] |= {"self": None, "white": 0, "black": 0}
    bag = {colour: saved["bag"][colour] + stones[colour] for colour in ("white", "black")}
    refused(saved | {"seats": seats, "bag": bag}, "the turn player needs a self")


def with_stones_on_an_arrow_that_cannot_be_followed(state: State) -> dict[str, Any] | None:
    """A save in which somebody has laid a stone on an arrow off the board or onto a piece; None: there is none."""
    saved, t = state.to_dict(), state.tables[0]
    for arrow in range(ARROWS):
        colour = COLOUR_NAMES[ARROW_COLOUR[t.mover, arrow]]
        holder = next((seat for seat in saved["seats"] if seat[colour]), None)
        if holder is not None and not is_possible(t, t.mover, arrow):
            holder[colour] -= 1
            saved["laid"][arrow] += 1
            return saved
    return None


def test_no_stones_lie_on_an_arrow_that_the_mover_cannot_follow() -> None:
    """Every stone is in one place, and yet he would leave the board, or go onto another piece."""
    states = (state for seed in range(12) for state in line(seed, num_players=2 + seed % 4) if state.phase == "wait")
    forged = [saved for saved in map(with_stones_on_an_arrow_that_cannot_be_followed, states) if saved][:56]
    assert len(forged) == 56
    for saved in forged:
        refused(saved, LED)
        refused(without_course(saved), "phase: a save without 'moves' is of a table where a turn begins")
