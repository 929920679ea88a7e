"""What is over leaves nothing behind: the last action, its refusals, the last turn, the last game on the same table."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import PERSON_NAMES, Holder
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import all_countries, checking, every_card, names, persons, play, seat, succeeding, table, where

HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10"


def declared(state: State) -> dict[str, Any]:
    """What is declared, as the table has it."""
    found: dict[str, Any] = state.to_dict()["declared"]
    return found


@pytest.mark.rule("§08-01")
def test_s08_01_a_dealt_table_has_nothing_on_it_yet() -> None:
    """§08-01: no action is declared, no card lies on the table, nobody has refused, nobody has died, it is no turn."""
    record = GAME.new(3, num_players=6, backend="interpreted").record
    for field in ("turn", "turn_player", "no_hand_limit", "vetoed", "refused", "childless", "born", "laid_size"):
        assert not record[field].any(), field
    for field in ("laid", "laid_number", "laid_by", "discards"):
        assert not record[field].any(), field
    assert [int(record[field]) for field in ("action", "target", "actor", "defender", "country")] == [-1] * 5
    assert record["holder"][all_countries().index("Ottoman Empire")] == Holder.OUT


@pytest.mark.rule("§08-01")
def test_s08_01_a_new_game_on_a_used_table() -> None:
    """§08-01: everything is set up anew: a table on which another game was played is the same as a fresh one."""
    used = GAME.new(1, num_players=3, backend="interpreted")
    while not used.done:
        used.play(int(used.legal()[len(used.legal()) // 2]))
    used.deal(2)
    fresh = GAME.new(2, num_players=3, backend="interpreted")
    assert used.to_dict() == fresh.to_dict()
    for seat_ in range(3):
        assert used.observe(seat_).tobytes() == fresh.observe(seat_).tobytes()


@pytest.mark.rule("§08-01")
def test_s08_01_every_country_can_be_dealt() -> None:
    """§08-01: the countries are shuffled: each of the twenty is dealt now and then, as a first and a second one."""
    dealt = [GAME.new(seed, num_players=6, backend="interpreted").to_dict() for seed in range(60)]
    first = {country for game in dealt for country in game["seats"][0]["territories"]}
    assert first == set(all_countries()) - {"Ottoman Empire"}


@pytest.mark.rule("§08-01")
def test_s08_01_no_person_from_an_empty_deck() -> None:
    """§08-01: persons are turned up from decks that have cards."""
    laid = GAME.new(4, num_players=2, backend="interpreted").to_dict()
    laid["removed"] = [person for person in laid["person_decks"]["green"] if person != "Suleiman I"]
    kept = laid["person_decks"]["green"][0]
    laid["person_decks"]["green"] = []
    state = GAME.from_dict(laid, backend="interpreted")
    assert names(state) == {"deck:yellow", "deck:blue", "deck:red"}
    laid["person_decks"]["green"] = [kept]
    laid["removed"].remove(kept)
    assert "deck:green" in names(GAME.from_dict(laid, backend="interpreted"))


@pytest.mark.rule("§08-02")
def test_s08_02_nothing_stays_declared_after_the_action() -> None:
    """§08-02: the next turn begins with nothing declared: no action, target, commander or country."""
    rival = seat("Elizabeth I", courtiers=["Francis Drake"], territories=["England", "Ireland"])
    state = table(seat("Henry IV"), rival, pack=HEARTS)
    play(state, "war", "country:Ireland", "person:Henry IV", "person:Francis Drake")
    after = checking(state, 1, 1)
    assert after.phase == "recruit"
    assert [int(after.record[field]) for field in ("action", "target", "actor", "defender", "country")] == [-1] * 5
    assert set(declared(after).values()) == {None}


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_refusals_are_for_the_turn() -> None:
    """§09-06-01: who was refused cannot be named again in that turn; in a later one everybody can, the pope too."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), seat("Charles V"), scythe=0, pope=2)
    play(state, "reaper", "pope", "declare", "person:Elizabeth I", "declare")
    assert persons(state) == {"Henry IV", "Charles V"}
    after = checking(state, 1, by="person:Henry IV")
    assert not after.record["refused"].any()
    play(after, "deck:red", "pass", "deck:red", "reaper")
    assert (after.seat, persons(after)) == (2, {"Henry IV", "Elizabeth I", "Charles V", "pope"})
    play(after, "person:Elizabeth I")
    assert (after.phase, after.seat) == ("veto", 1)  # one refusal a turn


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_a_rebuilt_pack_has_every_discard_once() -> None:
    """§08-02-03-01: all discards are shuffled, none is lost, none comes twice, and none keeps its place."""
    bottoms = set()
    discards = every_card()
    for seed in range(8):
        state = table(seat("Charles V"), seat("Elizabeth I"), pack="", discards=discards, seed=seed)
        play(state, "pass")
        after = state.to_dict()
        assert sorted([*after["pack"], *after["seats"][1]["hand"]]) == sorted(discards)
        bottoms.add(after["pack"][-1])
    assert len(bottoms) > 4


# --------------------------------------------------------------------------------------- the order of birth (§09-02-03)


def order(state: State, *children: str) -> list[int]:
    """The number in the order of birth that each has."""
    born = LAYOUT["born"].of(state.observe(0))
    return [int(born[PERSON_NAMES.index(child)]) for child in children]


@pytest.mark.rule("§09-02-03")
def test_s09_02_03_children_are_counted_from_one() -> None:
    """§09-02-03: the order of birth is plain to see: first, second."""
    own = seat("Henry IV", spouse="Mary I")
    state = table(
        own, seat("Elizabeth I"), pack=SPADES, person_decks={"red": ["James I", "Mary Stuart", "Anne Boleyn"]}
    )
    play(state, "procreation")
    state = succeeding(state)
    play(state, "deck:red", "deck:green", "pass", "deck:green", "procreation")
    assert order(state, "James I") == [1]
    state = succeeding(state)
    play(state, "deck:red")
    assert order(state, "James I", "Mary Stuart") == [1, 2]


@pytest.mark.rule("§09-02-03")
@pytest.mark.parametrize(
    ("leaves", "left"), [("James I", [0, 1, 2]), ("Mary Stuart", [1, 0, 2]), ("Philip III", [1, 2, 0])]
)
def test_s09_02_03_the_younger_move_up(leaves: str, left: list[int]) -> None:
    """§09-02-03: when a child leaves, eldest, middle or youngest, the others keep their order without a gap."""
    rival = seat("Charles V", children=["James I", "Mary Stuart", "Philip III"])
    state = table(seat("Henry IV"), rival, pack=HEARTS)
    play(state, "incite", f"person:{leaves}")
    after = succeeding(state)
    assert where(after, leaves) == (0, "courtiers")
    assert order(after, "James I", "Mary Stuart", "Philip III") == left


# ------------------------------------------------------------------------------------------------------- nobody to send


@pytest.mark.rule("§09-03-02")
@pytest.mark.rule("§09-04-01")
def test_s09_03_02_without_a_person_nobody_can_be_named() -> None:
    """§09-03-02, §09-04-01: a commander or recruiter must be named: a dynasty without persons wages no war and hires
    nobody. (No base game comes to this; the table is laid by force.)"""
    state = table(seat("Henry IV"), seat("Elizabeth I"), wanderers=["Anne Boleyn"], independent=["Milan"])
    assert {"war", "hire"} <= names(state)
    king = state.record["king"][0]
    state.tables[0].owner[king] = -1
    state.tables[0].king[0] = -1
    state.call("reopen")
    assert names(state) == {"pass"}
