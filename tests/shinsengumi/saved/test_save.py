"""Save files: complete at every decision, readable by hand, and refused by the path of what is wrong."""

import copy
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import ARROW_COLOUR, ARROWS, COLOUR_NAMES, EVENT_NAMES, PERSON_NAMES, STONES
from dynasty_env.shinsengumi.rules.movement import is_possible
from tests.imagined import dice_under
from tests.saved import changed, without_course
from tests.shinsengumi.positions import PHASES, by_hand, line, met


def load(saved: Any) -> State:
    return GAME.from_dict(saved, backend="interpreted")


def refused(saved: Any, *says: str) -> None:
    """The complaint about a save file holds all that it `says`."""
    with pytest.raises(SaveError) as error:
        load(saved)
    for part in says:
        assert part in str(error.value)


def saved_in(phase: str, number: int = 0) -> dict[str, Any]:
    return met()[phase][number].to_dict()


def knowledge(state: State) -> tuple[Any, ...]:
    """All that anybody sees of a table, but for the last move."""
    seats = [None, *range(state.num_players)]
    observed = [state.observe(seat).tobytes() for seat in range(state.num_players)]
    return state.mask.tobytes(), state.seat, state.phase, observed, [state.view(seat) for seat in seats]


def finish(state: State, seed: int) -> None:
    """Play at random to the end; every table on the way keeps every truth."""
    rng = np.random.default_rng(seed)
    while not state.done:
        assert state.call("audit") == 0
        state.play(int(rng.choice(state.legal())))
    assert state.call("audit") == 0


# ---------------------------------------------------------------------------------------------------------- round trips


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2))])
def test_a_game_saved_in_any_phase_goes_on_as_it_would(phase: str, number: int) -> None:
    state = met()[phase][number].clone()
    saved = state.to_dict()
    loaded = load(json.loads(json.dumps(saved)))
    assert loaded.to_dict() == saved
    rng = np.random.default_rng(state.seed)
    while not state.done:
        assert knowledge(loaded) == knowledge(state)
        action = int(rng.choice(state.legal()))
        state.play(action)
        loaded.play(action)
    assert loaded.to_dict() == state.to_dict()
    assert loaded.returns("side").tolist() == state.returns("side").tolist()


def test_loading_leaves_the_file_alone() -> None:
    for phase in PHASES:
        saved = saved_in(phase)
        before = copy.deepcopy(saved)
        finish(load(saved), 1)
        assert saved == before


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


def test_a_resampled_table_is_saved_without_a_seed() -> None:
    hidden = met()["move"][1].hide(0, 2**50 + 1)
    saved = json.loads(json.dumps(hidden.to_dict()))
    assert saved["seed"] == -1
    assert saved["generator"] == {"key": list(dice_under(2**50 + 1)), "draws": 0}
    assert load(saved).to_dict() == saved


# ------------------------------------------------------------------------------------------------------ written by hand


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


OKITA, ITO = by_hand()["persons"]
WRONG: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    (by_hand(game="chess"), ("game: ", "not of 'shinsengumi_v0'")),
    (by_hand(games=1), ("there is no field 'games'",)),
    (by_hand(options={"num_players": 3}), ("seats: 2 seats are listed",)),
    (by_hand(options={"moons": 3}), ("options: ", "has no option 'moons'")),
    (by_hand(phase="wait"), ("phase: ", "move or turn")),
    (by_hand(turn=13), ("turn: ",)),
    (by_hand(turn=0), ("turn: ",)),
    (by_hand(turn_player=2), ("turn_player: ",)),
    (by_hand(mover="Okita Soji"), ("mover: ", "nothing is going on")),
    (by_hand(laid=[1, 0, 0, 0]), ("laid[0]: ", "nothing is going on")),
    (by_hand(laid=[1]), ("laid: ", "nothing is going on")),
    (by_hand(persons=[OKITA, {**ITO, "cell": "2.3"}]), ("persons[1].cell: '2.3' is at persons[0].cell already",)),
    (by_hand(persons=[OKITA, {**ITO, "person": "Okita Soji"}]), ("persons[1].person: ", "already")),
    (by_hand(persons=[OKITA, {**ITO, "cell": "7.1"}]), ("persons[1].cell: no cell is called '7.1'",)),
    (by_hand(persons=[OKITA, {**ITO, "cell": 7}]), ("persons[1].cell: ",)),
    (by_hand(persons=[OKITA, {**ITO, "white": 2}]), ("persons[1].white: ", "0 … 1")),
    (by_hand(persons=[OKITA, {**ITO, "white": 1, "black": 1}]), ("persons[1]: markers of both colours",)),
    (by_hand(persons=[OKITA, {**ITO, "attached": "Sniper"}]), ("persons[1].attached: 'Sniper'",)),
    (by_hand(persons=[OKITA, {**ITO, "name": "x"}]), ("persons[1]: there is no field 'name'",)),
    (by_hand(persons=[OKITA, {"person": "Ito Kashitro"}]), ("no person is called 'Ito Kashitro'", "did you mean")),
    (by_hand(persons=[OKITA]), ("seats[1].self: Ito Kashitaro is not on the board",)),
    (by_hand(seats=[{"self": "Okita Soji"}] * 2), ("seats[1].self: Okita Soji is the self of another seat",)),
    (by_hand(seats=[{}, {"self": "Ito Kashitaro"}]), ("seats[0]: the turn player needs a self",)),
    (by_hand(seats=[{"self": "Okita Soji"}, {"white": 1}]), ("seats[1]: a seat without a self has no stones",)),
    (by_hand(seats=[{"self": "Okita Soji", "white": 17}, {}]), ("seats[0].white: ",)),
    (by_hand(seats=[{"self": "Okita Soji", "white": 9}, {"self": "Ito Kashitaro", "white": 9}]), ("seats: 18 white",)),
    (by_hand(events=[{"event": "Ikedaya ronin", "cell": "4.1"}]), ("events[0].cell: ", "columns 1–3, rows 1–5")),
    (by_hand(events=[{"event": "Sniper", "cell": "1.2"}]), ("events[0].cell: ", "rows 1–1")),
    (by_hand(events=[{"event": "Fiancee", "cell": "1.1"}]), ("events[0].event: ", "does not lie on the board")),
    (by_hand(events=[{"event": "Kaientai", "cell": "2.3"}]), ("events[0].cell: '2.3' is at persons[0].cell",)),
    (by_hand(gone=["Sniper"], event_pile=["Sniper"]), ("event_pile[0]: 'Sniper' is at gone[0] already",)),
    (by_hand(dead=["Okita Soji"]), ("dead[0]: ", "already")),
    (by_hand(powder=2), ("powder: ",)),
    (by_hand(powder=1, gone=["Ishida powder"]), ("already",)),
    (by_hand(bag={"white": 3}), ("every stone is in exactly one place",)),
    (by_hand(bag={"red": 3}), ("bag: there is no field 'red'",)),
    (by_hand(spares={"black": 1}), ("every stone is in exactly one place",)),
    (by_hand(returned={"black": 1}), ("stones that are known to be in the bag are in it",)),
    (by_hand(generator={"key": [1], "draws": 0}), ("generator.key: two words",)),
]


@pytest.mark.parametrize(("saved", "says"), WRONG, ids=[says[0] + str(i) for i, (_, says) in enumerate(WRONG)])
def test_wrong_values_are_refused_by_their_path(saved: dict[str, Any], says: tuple[str, ...]) -> None:
    refused(saved, *says)


@pytest.mark.parametrize("saved", [None, 3, "x", [], [1]], ids=str)
def test_what_is_no_dict(saved: Any) -> None:
    refused(saved, "save file: a dict is wanted")


# ------------------------------------------------------------------------------------------- phase and table must fit


LED = "the moves lead to"
FITS: list[tuple[str, tuple[Any, ...], Any, str]] = [
    ("move", ("stack",), [], "below move there waits movement"),
    ("move", ("phase",), "wait", "phase: a save without 'moves' is of a table where a turn begins (pick_self or move)"),
    ("move", ("turn",), 0, "turn: "),
    ("move", ("turned_up",), "Sniper", "turned_up: in a save without 'moves' nothing is going on"),
    ("pick_self", ("seat",), 0, "seat: "),
    ("event_cell", ("turned_up",), None, f"turned_up: {LED}"),
    ("event_person", ("phase",), "event_cell", f"phase: {LED} 'event_person', not 'event_cell'"),
    ("wait", ("mover",), None, f"mover: {LED}"),
    ("wait", ("origin",), None, f"origin: {LED}"),
    ("wait", ("frame", "a"), 9, f"frame.a: {LED}"),
    ("ishida", ("frame", "a"), 77, f"frame.a: {LED}"),
    ("ishida", ("powder",), None, f"powder: {LED}"),
    ("assassinate_target", ("mover",), None, f"mover: {LED}"),
    ("bully_target", ("due",), ["Forbidden gate"], f"due: {LED} []"),
    ("fight_order", ("due",), [], f"due: {LED}"),
    ("move", ("fighting",), "Aburanokoji", "fighting: in a save without 'moves' nothing is going on"),
    ("end", ("stack",), [{"step": "movement", "seat": 0}], f"stack: {LED} []"),
    ("move", ("stack",), [{"step": "dawn", "seat": 0}], "stack[0].step: no step is called 'dawn'"),
    ("move", ("person_pile",), [], "nowhere; only a save without 'stack'"),
]


@pytest.mark.parametrize(("phase", "path", "value", "says"), FITS, ids=lambda value: str(value)[:20])
def test_phase_and_table_must_fit(phase: str, path: tuple[Any, ...], value: Any, says: str) -> None:
    saved = next(s for s in (state.to_dict() for state in met()[phase]) if phase != "fight_order" or s["due"])
    if phase == "pick_self":
        saved = next(s for s in (state.to_dict() for state in met()[phase]) if s["options"]["num_players"] > 1)
        value = saved["seat"] + (1 if saved["seat"] == 0 else -1)
    wrong = changed(saved, path, value)
    refused(wrong, says)
    refused(without_course(wrong))


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
