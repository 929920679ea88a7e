"""§08-01: what is dealt; what is chosen then is in s08_setup.txt."""

from collections import Counter
from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

from .conftest import all_countries, all_persons, every_card, play, printed, seat_of

COUNTRIES = set(all_countries()) - {"Ottoman Empire"}


def dealt(seed: int, **options: Any) -> dict[str, Any]:
    """A game as it has been dealt."""
    return GAME.new(seed, backend="interpreted", **options).to_dict()


def set_up(state: State) -> State:
    """Set up every dynasty: a yellow, a red and a green person each, the first of them king."""
    while state.phase.startswith("setup"):
        courtiers = seat_of(state, state.seat)["courtiers"]
        deck = state.phase == "setup_deck"
        play(state, ("deck:yellow", "deck:red", "deck:green")[len(courtiers)] if deck else f"person:{courtiers[0]}")
    return state


@pytest.mark.rule("§08-01", "§02-01", "§06-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_s08_01_countries_and_cards(players: int) -> None:
    """§08-01: two countries and five cards each; the other countries, but the Ottoman Empire, are independent; the
    other cards are the pack. §02-01: for 2 to 6 players."""
    game = dealt(4, num_players=players)
    seats = game["seats"]
    owned = [country for dynasty in seats for country in dynasty["territories"]]
    assert [(len(dynasty["territories"]), len(dynasty["hand"])) for dynasty in seats] == [(2, 5)] * players
    assert sorted(owned + game["independent"]) == sorted(COUNTRIES)
    in_hands = [card for dynasty in seats for card in dynasty["hand"]]
    assert Counter(game["pack"] + in_hands) == Counter(every_card()) and game["discards"] == []


@pytest.mark.rule("§08-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_s08_01_pope_and_scythe(players: int) -> None:
    """§08-01: the pope lies with the first player, the scythe with the player on his right, who is last in order."""
    game = set_up(GAME.new(7, num_players=players, backend="interpreted")).to_dict()
    assert (game["pope"], game["scythe"]) == (game["first_player"], (game["first_player"] - 1) % players)


@pytest.mark.rule("§03", "D-R1")
def test_s03_packs() -> None:
    """§03, D-R1: a pack is 52 cards and two jokers; two packs may be fun."""
    for packs in (1, 2):
        game = dealt(3, packs=packs)
        cards = Counter(game["pack"] + [card for dynasty in game["seats"] for card in dynasty["hand"]])
        assert cards == Counter(every_card() * packs) and cards["JOKER"] == 2 * packs and cards.total() == 54 * packs


@pytest.mark.rule("§08-01", "§05-01", "D-R4")
def test_s08_01_four_decks_by_colour() -> None:
    """§05-01, §08-01: yellow Habsburg, blue France, red England and the Dutch, green the North and the German princes;
    D-R4: Suleiman is shuffled into the blue deck of 21, the others have 20."""
    decks = dealt(0)["person_decks"]
    assert {colour: {printed(person).colour for person in deck} for colour, deck in decks.items()} == {
        colour: {colour} for colour in ("yellow", "blue", "red", "green")
    }
    assert sorted(person for deck in decks.values() for person in deck) == sorted(all_persons())
    assert [len(deck) for deck in decks.values()] == [20, 21, 20, 20] and "Suleiman I" in decks["blue"]
    for colour, someone in {
        "yellow": "Charles V",
        "blue": "Henry IV",
        "red": "Elizabeth I",
        "green": "Erik XIV",
    }.items():
        assert someone in decks[colour]


@pytest.mark.rule("§08-01")
def test_s08_01_everything_is_shuffled() -> None:
    """§08-01: another seed, other decks and countries; each country is dealt now and then, each seat is first, and the
    Ottoman Empire is dealt to nobody."""
    games = [dealt(seed) for seed in range(60)]
    assert {game["first_player"] for game in games} == {0, 1, 2, 3}
    assert {country for game in games for country in game["seats"][0]["territories"]} == COUNTRIES
    for colour in games[0]["person_decks"]:
        assert len({tuple(game["person_decks"][colour]) for game in games}) == 60


@pytest.mark.rule("§08-01")
def test_s08_01_hands_are_hidden() -> None:
    """§08-01: the hand is not shown to the other players."""
    state = GAME.new(2, backend="interpreted")
    for me in range(4):
        assert ["hand" in dynasty for dynasty in state.view(me)["seats"]] == [number == me for number in range(4)]


@pytest.mark.rule("§08-01")
def test_s08_01_a_new_game_on_a_used_table() -> None:
    """§08-01: everything is set up anew: a table on which another game was played is the same as a fresh one."""
    used = GAME.new(1, num_players=3, backend="interpreted")
    while not used.done:
        used.play(int(used.legal()[len(used.legal()) // 2]))
    used.deal(2)
    fresh = GAME.new(2, num_players=3, backend="interpreted")
    assert used.to_dict() == fresh.to_dict()
    assert all(used.observe(seat).tobytes() == fresh.observe(seat).tobytes() for seat in range(3))
