"""§02, §05: players and set-up."""

from collections import Counter

import pytest

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import CELL_NAMES, EVENT_NAMES, PERSON_NAMES
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules import trace_fields
from tests.shinsengumi.rules.conftest import bag, board, cell, hand, persons, play, told, whose
from tests.shinsengumi.rules.trace_fields import story


def dealt(seed: int, num_players: int = 4, **options: bool) -> State:
    state = GAME.new(seed, num_players=num_players, backend="interpreted", **({"ask_forced": True} | options))
    trace_fields.check(state)
    return state


@pytest.mark.rule("§02")
def test_s02_one_to_five_players() -> None:
    """§02: one to five players; no fewer and no more."""
    assert [dealt(3, n).num_players for n in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]
    for number in (0, 6):
        with pytest.raises(OptionError):
            dealt(3, number)


@pytest.mark.rule("§05-02", "§03")
def test_s05_02_two_piles() -> None:
    """§05-02: persons and events are two piles; six persons have come off theirs, no event has."""
    laid = dealt(5).to_dict()
    assert sorted(laid["person_pile"] + [each["person"] for each in laid["persons"]]) == sorted(PERSON_NAMES)
    assert (len(laid["person_pile"]), sorted(laid["event_pile"]), laid["events"]) == (18, sorted(EVENT_NAMES), [])


@pytest.mark.rule("§05-02")
def test_s05_02_they_are_shuffled() -> None:
    """§05-02: every piece may lie anywhere in its pile."""
    games = [dealt(seed).to_dict() for seed in range(240)]
    assert {game["event_pile"][0] for game in games} == set(EVENT_NAMES) == {game["event_pile"][-1] for game in games}
    assert {game["person_pile"][0] for game in games} == set(PERSON_NAMES) == {g["person_pile"][-1] for g in games}
    orders = {(game["event_pile"].index(EVENT_NAMES[0]) < game["event_pile"].index(EVENT_NAMES[1])) for game in games}
    assert orders == {True, False}


@pytest.mark.rule("§05-02", "§03")
def test_s05_02_sixteen_stones_of_each_colour_in_the_bag() -> None:
    """§03, §05-02: 16 white and 16 black stones, all in the bag."""
    state = dealt(5)
    assert (bag(state), [hand(state, n) for n in range(4)]) == ((16, 16), [(0, 0)] * 4)


@pytest.mark.rule("§05-03")
def test_s05_03_six_persons_on_cells_that_two_dice_give() -> None:
    """§05-03: six persons, each on an empty cell given by a die for the column and one for the row."""
    seen: Counter[str] = Counter()
    columns_first = 0
    for seed in range(300):
        laid = dealt(seed, 1).to_dict()["persons"]
        cells = [each["cell"] for each in laid]
        assert len(laid) == len(set(cells)) == 6
        assert all(each["white"] == each["black"] == 0 and each["attached"] is None for each in laid)
        seen.update(cells)
        columns_first += sum(int(each[0]) > int(each[2]) for each in cells)
    assert set(seen) == set(CELL_NAMES)
    assert max(seen.values()) < 3 * min(seen.values())  # 50 on average each


@pytest.mark.rule("§05-03")
def test_s05_03_the_first_die_is_the_column() -> None:
    """§05-03: one die is the column's, the other the row's: the same two faces give one cell."""
    state = dealt(11, 1)
    first = story(state.trace(), Trace.PLACED)[0]
    assert cell(state, first[1]) == first[2]
    assert [entry[1] for entry in story(state.trace(), Trace.PLACED)] == [name for name in _order_of_arrival(state)]


def _order_of_arrival(state: State) -> list[str]:
    return [PERSON_NAMES[entry.subject] for entry in told(state, Trace.PLACED)]


@pytest.mark.rule("§05-01", "§05-03", "S-R4", "S-R17")
@pytest.mark.parametrize("num_players", [1, 2, 3, 4, 5])
def test_s05_03_everybody_picks_a_self(num_players: int) -> None:
    """§05-03, S-R4, S-R17: seat 0 picks first, then by ascending seats; each one of the six, all different."""
    state = dealt(7, num_players)
    six = set(board(state))
    picked: list[str] = []
    for number in range(num_players):
        assert (state.phase, state.seat, persons(state)) == ("pick_self", number, six - set(picked))
        assert [whose(state, n) for n in range(num_players)] == picked + [None] * (num_players - number)
        picked.append(sorted(persons(state))[number % 2])
        entries = play(state, f"person:{picked[-1]}")
        assert story(entries)[0] == ("PICKED", number, picked[-1])
    assert [whose(state, n) for n in range(num_players)] == picked
    assert state.phase != "pick_self"


@pytest.mark.rule("§05-04", "S-R17")
def test_s05_04_turn_1_is_seat_0_s() -> None:
    """§05-04: the first turn begins, and the first player is its turn player."""
    state = dealt(7, 3)
    assert [state.to_dict()[key] for key in ("turn", "turn_player")] == [0, 0]
    entries = play(state, *(f"person:{name}" for name in sorted(board(state))[:3]))
    assert [state.to_dict()[key] for key in ("turn", "turn_player", "namings")] == [1, 0, 0]
    assert story(entries, Trace.TURN) == [("TURN", 0, 1)]
    assert state.seat == 0


@pytest.mark.rule("§05")
def test_s05_a_dealt_table_has_nothing_on_it_yet() -> None:
    """§05: no marker, no stone laid, no event, nobody named, nobody dead, no powder."""
    state = dealt(3, 5)
    record = state.record
    for field in (
        "turn",
        "turn_player",
        "namings",
        "markers",
        "hand",
        "laid",
        "spares",
        "returned",
        "lost",
        "due",
        "facing",
    ):
        assert not record[field].any(), field
    assert [int(record[f]) for f in ("powder", "turned_up", "mover", "origin", "fighting")] == [-1] * 5
    assert (record["attached"] == -1).all() and (record["event_cell"] == -1).all()
    assert (record["board"] >= 0).sum() == 6 and (record["cell"] >= 0).sum() == 6
    assert not record["person_pile"][18:].any()
    assert state.to_dict()["stack"] == [
        {"step": "turn", "seat": 0, "a": 0, "b": 0},
        *({"step": "pick_self", "seat": number, "a": 0, "b": 0} for number in (4, 3, 2, 1)),
    ]


@pytest.mark.rule("§05")
def test_s05_a_new_game_on_a_used_table() -> None:
    """§05: everything is set up anew: a table on which another game was played is the same as a fresh one."""
    for hidden in (False, True):
        used = dealt(1, 3, hidden_stones=hidden, ask_forced=False)
        while not used.done:
            used.play(int(used.legal()[len(used.legal()) // 2]))
        for field in ("returned", "lost", "due", "facing", "markers", "laid", "spares", "attached"):
            used.record[field][...] = 1
        for field in (
            "powder",
            "turned_up",
            "mover",
            "origin",
            "fighting",
            "namings",
            "person_pile_size",
            "event_pile_size",
        ):
            used.record[field] = 1
        used.deal(2)
        fresh = dealt(2, 3, hidden_stones=hidden, ask_forced=False)
        assert used.to_dict() == fresh.to_dict()
        for number in range(3):
            assert used.view(number) == fresh.view(number)
        for field in used.record.dtype.names:
            assert (used.record[field] == fresh.record[field]).all() or field in ("stack", "trace"), field
