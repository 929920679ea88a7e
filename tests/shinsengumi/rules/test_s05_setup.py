"""§02, §05: players, and what of set-up is random; the longest dance."""

from collections import Counter

import numpy as np
import pytest

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import Trace
from dynasty_env.shinsengumi.material import CELL_NAMES, EVENT_NAMES, PERSON_NAMES
from tests.rule_testing import told

from .positions import Table, printed_pieces


def dealt(seed: int, num_players: int = 4, **options: bool) -> State:
    return GAME.new(seed, num_players=num_players, backend="interpreted", **({"ask_forced": True} | options))


@pytest.mark.rule("§02")
def test_s02_one_to_five_players() -> None:
    """§02: one to five players; no fewer and no more."""
    assert [dealt(3, n).num_players for n in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]
    for number in (0, 6):
        with pytest.raises(OptionError):
            dealt(3, number)


@pytest.mark.rule("§05-02", "§03")
def test_s05_02_the_piles_are_shuffled() -> None:
    """§05-02: persons and events are two piles; every piece may lie anywhere in its pile."""
    games = [dealt(seed).to_dict() for seed in range(240)]
    laid = games[0]
    assert sorted(laid["person_pile"] + [each["person"] for each in laid["persons"]]) == sorted(PERSON_NAMES)
    assert (len(laid["person_pile"]), sorted(laid["event_pile"]), laid["events"]) == (18, sorted(EVENT_NAMES), [])
    assert {game["event_pile"][0] for game in games} == set(EVENT_NAMES) == {game["event_pile"][-1] for game in games}
    assert {game["person_pile"][0] for game in games} == set(PERSON_NAMES) == {g["person_pile"][-1] for g in games}
    assert {game["event_pile"].index("Sniper") < game["event_pile"].index("Fiancee") for game in games} == {True, False}


@pytest.mark.rule("§05-03")
def test_s05_03_six_persons_on_cells_that_two_dice_give() -> None:
    """§05-03: six persons, each on an empty cell given by a die for the column and one for the row, as it is told."""
    seen: Counter[str] = Counter()
    for seed in range(300):
        state = dealt(seed, 1)
        laid = state.to_dict()["persons"]
        cells = {each["person"]: each["cell"] for each in laid}
        assert len(laid) == len(set(cells.values())) == 6
        assert all(each["white"] == each["black"] == 0 and each["attached"] is None for each in laid)
        placed = {PERSON_NAMES[entry.subject]: CELL_NAMES[entry.object] for entry in told(state, Trace.PLACED)}
        assert placed == cells
        seen.update(cells.values())
    assert set(seen) == set(CELL_NAMES)
    assert max(seen.values()) < 3 * min(seen.values())  # 50 on average each


@pytest.mark.rule("§06-01-A")
def test_s06_01_a_drawn_blind() -> None:
    """§06-01 A: without looking: each stone in the bag is as likely."""
    given = "Kondo Isami 1.1 debate={} | seat Kondo Isami | phase turn | seed={}"
    with printed_pieces():
        blacks = [Table(given.format(5, seed)).state.to_dict()["seats"][0]["black"] for seed in range(300)]
    assert {0, 5} < set(blacks) and 2.3 < sum(blacks) / 300 < 2.7


@pytest.mark.rule("§05")
@pytest.mark.parametrize("hidden", [False, True])
def test_s05_a_new_game_on_a_used_table(hidden: bool) -> None:
    """§05: everything is set up anew: a table on which another game was played is the same as a fresh one."""
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
    assert all(used.view(number) == fresh.view(number) for number in range(3))
    for field in used.record.dtype.names:
        assert (used.record[field] == fresh.record[field]).all() or field in ("stack", "trace"), field


@pytest.mark.rule("S-R7")
def test_s_r7_at_most_36_rolls() -> None:
    """S-R7: after 36 rolls the phase is over, wherever it is (about one dance in forty lasts as long)."""
    given = "Kondo Isami 6.6 | Ee ja nai ka 3.3 | phase turn | events Ishida powder | generator={}"
    lengths = set()
    for key in range(400):
        play = Table(given.format(f'{{"key": [{key}, 0], "draws": 0}}'))
        lengths.add(len(told(play.state, Trace.DANCED)))
        assert play.look("Ee ja nai ka") != "gone" and play.state.phase == "move"
    assert max(lengths) == 36


@pytest.mark.rule("ch. 8")
def test_ch8_seats_that_are_not_there_have_nothing() -> None:
    """Ch. 8: seats beyond those at the table have neither won nor lost, whatever stood in their places."""
    play = Table("Kondo Isami 1.1 | Okita Soji 5.5 moved | seat Kondo Isami | seat Okita Soji | turn=12")
    play.line("Kondo Isami, rolls")
    out = np.full((2, 6), 9.0, np.float32)
    play.state.call("returns", out)
    assert play.state.done and not out[:, 2:5].any()
