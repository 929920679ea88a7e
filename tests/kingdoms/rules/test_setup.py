"""K2: set-up."""

from __future__ import annotations

import pytest

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import COUNTRY_NAMES, DECK_NAMES
from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.state import State
from tests.kingdoms.rules import trace_fields
from tests.kingdoms.rules.conftest import S, countries, decks, families, home, nobles, persons, play, realms, told
from tests.kingdoms.rules.trace_fields import story


def new(seed: int, **options: object) -> State:
    state = GAME.new(seed, backend="interpreted", **({"ask_forced": True} | options))
    trace_fields.check(state)
    return state


def on_top(state: State, deck: str) -> str:
    return str(state.to_dict()["person_decks"][deck][0])


def with_suleiman_among(first: int) -> State:
    """A deal in which Suleiman is the first or second card of the blue deck."""
    for seed in range(500):
        state = new(seed, num_players=2)
        if state.to_dict()["person_decks"]["blue"][first] == S:
            return state
    raise AssertionError("Suleiman is never there")


@pytest.mark.rule("K2")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_setup_deals_two_normal_countries_each(seats: int) -> None:
    """Two countries a dynasty, normal; the rest independent; the Ottoman Empire is not in the deal."""
    table = new(3, num_players=seats).to_dict()
    dealt = [set(each["unruled"]) for each in table["seats"]]
    assert all(len(each) == 2 for each in dealt) and len(set().union(*dealt)) == 2 * seats
    assert set(table["independent"]) == set(COUNTRY_NAMES) - set().union(*dealt) - {"Ottoman Empire"}
    assert (table["removed_countries"], table["exhausted"], table["turn"]) == (["Ottoman Empire"], [], 0)
    assert [len(table["person_decks"][deck]) for deck in DECK_NAMES] == [20, 21, 20, 20]


@pytest.mark.rule("K2")
def test_setup_the_deal_is_random() -> None:
    """Every country is dealt, every seat begins, every card is on top of its deck sometimes; the scythe is with the
    player on the first player's right."""
    countries_dealt, first, tops = set(), set(), set()
    for seed in range(300):
        state = new(seed, num_players=3)
        table = state.to_dict()
        countries_dealt |= {country for each in table["seats"] for country in each["unruled"]}
        first.add(state.seat)
        tops |= {table["person_decks"][deck][0] for deck in DECK_NAMES}
        assert (table["first_player"], table["turn_player"]) == (state.seat, state.seat)
        assert table["scythe"] == (state.seat + 2) % 3
        assert story(state.trace())[0] == ("FIRST_PLAYER", state.seat)
    assert len(countries_dealt) == 20 and first == {0, 1, 2} and len(tops) == 81


@pytest.mark.rule("K2")
def test_setup_a_dynasty_after_the_other() -> None:
    """Three persons, a king who rules both countries, two nobles, the home country; then the next, clockwise."""
    state = new(8, num_players=3)
    for place in range(3):
        seat = (state.to_dict()["first_player"] + place) % 3
        dealt = set(state.to_dict()["seats"][seat]["unruled"])
        drawn = []
        for deck in ("yellow", "red", "yellow"):
            assert (state.phase, state.seat) == ("setup_deck", seat)
            drawn.append(on_top(state, deck))
            entries = play(state, f"deck:{deck}")
            assert story(entries)[0] == ("TURNED_UP", seat, drawn[-1], deck, "noble")
        assert (state.phase, state.seat, persons(state)) == ("setup_king", seat, set(drawn))
        assert story(play(state, f"person:{drawn[1]}")) == [("CROWNED", seat, drawn[1])]
        assert (state.phase, state.seat, countries(state)) == ("setup_home", seat, dealt)
        chosen = max(dealt)
        entries = play(state, f"country:{chosen}")
        assert story(entries)[0] == ("HOME", seat, chosen)
        assert (home(state, seat), realms(state, seat)) == (chosen, {drawn[1]: dealt})
        assert nobles(state, seat) == {drawn[0], drawn[2]} and families(state, seat) == {drawn[1]: (None, [])}
    assert (state.phase, state.seat, state.to_dict()["turn"]) == ("recruit", state.to_dict()["first_player"], 1)


@pytest.mark.rule("K2")
def test_setup_not_all_three_from_one_deck() -> None:
    state = new(1)
    assert decks(state) == set(DECK_NAMES)
    play(state, "deck:green", "deck:green")
    assert decks(state) == set(DECK_NAMES) - {"green"}
    play(state, "deck:blue")
    play(state, f"person:{min(persons(state))}")
    play(state, f"country:{min(countries(state))}")
    assert decks(state) == set(DECK_NAMES), "the next dynasty chooses afresh"


@pytest.mark.rule("K5", "K2")
def test_setup_suleiman_is_a_king_besides() -> None:
    """Suleiman turned up is at once a king of that dynasty, ruling the Ottoman Empire; he is not the king chosen."""
    state = with_suleiman_among(0)
    seat = state.seat
    entries = play(state, "deck:blue")
    assert story(entries) == [
        ("TURNED_UP", seat, S, "blue", "king"), ("COUNTRY_ENTERS", seat, "Ottoman Empire"),
        ("RULES", seat, S, "Ottoman Empire"),
    ]  # fmt: skip
    play(state, "deck:red", "deck:red")
    others = persons(state)
    assert S not in others and len(others) == 2
    chosen = min(others)
    play(state, f"person:{chosen}")
    assert realms(state, seat)[S] == {"Ottoman Empire"} and len(realms(state, seat)[chosen]) == 2
    assert countries(state) == realms(state, seat)[chosen], "home is one of the two that were dealt"
    assert state.to_dict()["exhausted"] == [] and state.to_dict()["removed_countries"] == []
    assert told(entries, Trace.COUNTRY_ENTERS)
