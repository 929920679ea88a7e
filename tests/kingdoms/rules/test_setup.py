"""K2: set-up is random, and the cards are Dynasty's."""

import pytest

from dynasty_env.dynasty import material as dynasty
from dynasty_env.europe import material as europe
from dynasty_env.europe.rules.ending import POINTS_BOUND
from dynasty_env.kingdoms import material
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import DECK_NAMES, Ability

from .positions import Table


@pytest.mark.rule("K2")
def test_setup_the_deal_is_random() -> None:
    """Every country is dealt, every seat begins, every card is on top of its deck sometimes; the scythe is with the
    player on the first player's right."""
    countries_dealt, first, tops = set[str](), set[int](), set[str]()
    for seed in range(300):
        state = GAME.new(seed, num_players=3, backend="interpreted")
        table = state.to_dict()
        countries_dealt |= {country for each in table["seats"] for country in each["unruled"]}
        first.add(state.seat)
        tops |= {table["person_decks"][deck][0] for deck in DECK_NAMES}
        assert (table["first_player"], table["turn_player"]) == (state.seat, state.seat)
        assert table["scythe"] == (state.seat + 2) % 3
    assert len(countries_dealt) == 20 and first == {0, 1, 2} and len(tops) == 81


@pytest.mark.rule("K2", "K5", "K29")
def test_persons_and_countries_are_dynastys() -> None:
    """Persons and countries of Dynasty's base game: 80 persons of four colours, Suleiman, whose *advent* is no ability
    here; 20 countries, the Empire."""
    assert dynasty.PERSON_NAMES[:81] == material.PERSON_NAMES and material.COUNTRY_NAMES == dynasty.COUNTRY_NAMES
    assert [material.COLOUR.tolist().count(deck) for deck in range(4)] == [20, 21, 20, 20]
    assert material.PERSON_NAMES[material.SULEIMAN] == "Suleiman I" and material.COLOUR[material.SULEIMAN] == 1
    assert (dynasty.WAR[:81] == material.WAR).all() and dynasty.POWER is europe.POWER is material.POWER
    assert dynasty.ABILITY[dynasty.SULEIMAN] == Ability.ADVENT > material.ABILITY.max()


@pytest.mark.rule("K7")
def test_score_no_score_reaches_the_bound() -> None:
    """Nobody has more than all prestige and all power."""
    assert int(material.PRESTIGE.sum()) + 57 < POINTS_BOUND


@pytest.mark.rule("ch. 9")
def test_audit_decks_are_of_a_bloodline() -> None:
    """Two persons change places between two decks."""
    play = Table("dealt 1")
    assert play.look("audit") == 0
    deck = play.state.tables[0].deck
    deck[0], deck[material.DECK_ROOM] = int(deck[material.DECK_ROOM]), int(deck[0])
    assert play.look("audit") == 16
