"""§02–§06: the dynasties, what the game is played with, persons, religions and countries."""

from __future__ import annotations

from collections import Counter

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.errors import DynastyEnvError

from .conftest import all_countries, all_persons, dice_rolled, every_card, play, printed, printed_country, seat, table

RELIGIONS = ("CC", "C", "CP", "P")
KINGS = {"CC": "Philip II", "C": "Charles V", "CP": "Henry VIII", "P": "William of Orange"}
LADIES = {"CC": "Maria of Spain", "C": "Joanna of Castile", "CP": "Marguerite de Navarre", "P": "Renée of France"}
SAME = {(a, b) for i, a in enumerate(RELIGIONS) for j, b in enumerate(RELIGIONS) if abs(i - j) <= 1}
"""D-R3: neighbours on the line CC – C – CP – P, and each with itself."""


def courting(king: str, lady: str) -> int:
    """Dice that `king` rolls when he courts the wanderer `lady` (the pope helps neither)."""
    state = table(seat(king), seat("Elizabeth I"), wanderers=[lady])
    play(state, "marriage", f"person:{lady}")
    while state.phase != "joker" and not dice_rolled(state):
        play(state, "pass")
    while not dice_rolled(state):
        play(state, "joker:1")
    return len(dice_rolled(state))


# ----------------------------------------------------------------------------------------------------------- §02, §03


@pytest.mark.rule("§02-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_s02_01_two_to_six_players(players: int) -> None:
    """§02-01: about 2 to 6 players."""
    assert GAME.new(1, num_players=players, backend="interpreted").num_players == players


@pytest.mark.rule("§02-01")
@pytest.mark.parametrize("players", [1, 7])
def test_s02_01_no_fewer_and_no_more(players: int) -> None:
    """§02-01: about 2 to 6 players."""
    with pytest.raises(DynastyEnvError):
        GAME.new(1, num_players=players, backend="interpreted")


@pytest.mark.rule("§02-02")
def test_s02_02_a_player_is_a_dynasty() -> None:
    """§02-02: the player's part is a dynasty, his own; the others' are other dynasties."""
    state = table(seat("Charles V"), seat("Francis I"), seat("Henry VIII"))
    assert [dynasty["king"] for dynasty in state.to_dict()["seats"]] == ["Charles V", "Francis I", "Henry VIII"]


@pytest.mark.rule("§03")
@pytest.mark.rule("D-R1")
def test_s03_one_pack_is_52_cards_and_two_jokers() -> None:
    """§03: one pack of playing cards. D-R1: 52 cards and 2 jokers."""
    dealt = GAME.new(3, backend="interpreted").to_dict()
    cards = Counter(dealt["pack"] + [card for dynasty in dealt["seats"] for card in dynasty["hand"]])
    assert cards == Counter(every_card())
    assert cards["JOKER"] == 2 and cards.total() == 54


@pytest.mark.rule("§03")
@pytest.mark.rule("D-R1")
def test_s03_two_packs() -> None:
    """§03: two packs may be fun. D-R1: each is 52 cards and 2 jokers."""
    dealt = GAME.new(3, packs=2, backend="interpreted").to_dict()
    cards = Counter(dealt["pack"] + [card for dynasty in dealt["seats"] for card in dynasty["hand"]])
    assert cards == Counter(every_card() * 2)


# --------------------------------------------------------------------------------------------------------- §05 persons


@pytest.mark.rule("§05-01")
@pytest.mark.parametrize(
    ("colour", "someone"),
    [
        ("yellow", ("Charles V", "Philip II", "Ferdinand II")),
        ("blue", ("Francis I", "Henry IV", "Cardinal Richelieu")),
        ("red", ("Henry VIII", "Elizabeth I", "William of Orange")),
        ("green", ("Gustavus Adolphus", "Christian IV", "Maurice of Saxony")),
    ],
)
def test_s05_01_bloodline_colours(colour: str, someone: tuple[str, ...]) -> None:
    """§05-01: yellow Habsburg, blue France, red England and the Dutch, green the North and the German princes."""
    decks = GAME.new(5, backend="interpreted").to_dict()["person_decks"]
    assert set(someone) <= set(decks[colour])


@pytest.mark.rule("§05-01")
def test_s05_01_what_a_person_card_says() -> None:
    """§05-01 a–j: sex, name, six values, religion, at most one special ability."""
    for name in all_persons():
        person = printed(name)
        assert person.sex in ("m", "f")
        stats = (person.war, person.governance, person.prestige, person.fertility, person.life, person.ambition)
        assert all(isinstance(stat, int) for stat in stats)
        assert person.religion.removesuffix("W") in RELIGIONS or name == "Suleiman I"
        assert " " not in person.ability


@pytest.mark.rule("§05-02")
def test_s05_02_a_spouse_is_of_the_other_sex() -> None:
    """§05-02: the spouse is always of the king's other sex."""
    with pytest.raises(DynastyEnvError, match="§05-02"):
        table(seat("Charles V", spouse="Francis I"), seat("Elizabeth I"))


# ------------------------------------------------------------------------------------------------------ §05-03 religion


@pytest.mark.rule("§05-03")
@pytest.mark.rule("D-R3")
@pytest.mark.parametrize("target", RELIGIONS)
@pytest.mark.parametrize("king", RELIGIONS)
def test_s05_03_same_and_different_religions(king: str, target: str) -> None:
    """§05-03, D-R3: CC – C – CP – P: each is the same as itself and its neighbours; the rest differ."""
    extra = 1 if (king, target) in SAME else 0
    assert printed(KINGS[king]).religion == king and printed(LADIES[target]).religion == target
    assert courting(KINGS[king], LADIES[target]) == printed(KINGS[king]).prestige + extra


@pytest.mark.rule("D-R3")
@pytest.mark.parametrize(("one", "other"), [("CC", "CP"), ("CC", "P"), ("C", "P")])
def test_d_r3_the_three_different_pairs(one: str, other: str) -> None:
    """D-R3: CC and CP, CC and P, C and P are different, whichever of them courts."""
    assert courting(KINGS[one], LADIES[other]) == printed(KINGS[one]).prestige
    assert courting(KINGS[other], LADIES[one]) == printed(KINGS[other]).prestige


# -------------------------------------------------------------------------------------------------------- §06 countries


@pytest.mark.rule("§06-01")
def test_s06_01_neighbours_are_mutual() -> None:
    """§06-01 c: neighbours by direction and the way there; the map says the same from both sides."""
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
    for name in all_countries():
        country = printed_country(name)
        for direction, back in opposite.items():
            neighbour = getattr(country, direction)
            if neighbour:
                other = printed_country(neighbour)
                assert getattr(other, back) == name
                assert getattr(other, f"{back}_by") == getattr(country, f"{direction}_by") in ("land", "sea")


@pytest.mark.rule("§06-01")
def test_s06_01_the_ottoman_empire_is_joined_by_land() -> None:
    """§06-01: the Ottoman Empire is printed in red but is joined by land."""
    empire = printed_country("Ottoman Empire")
    ways = [getattr(empire, f"{d}_by") for d in ("north", "east", "south", "west") if getattr(empire, d)]
    assert ways and set(ways) == {"land"}


@pytest.mark.rule("§06-02")
def test_s06_02_territories_and_independent_countries() -> None:
    """§06-02: countries that a player has are his territories, any other that is out is independent."""
    dealt = GAME.new(8, num_players=3, backend="interpreted").to_dict()
    owned = [country for dynasty in dealt["seats"] for country in dynasty["territories"]]
    assert sorted(owned + dealt["independent"]) == sorted(set(all_countries()) - {"Ottoman Empire"})


@pytest.mark.rule("D-R4")
def test_d_r4_suleiman_lies_in_the_blue_deck() -> None:
    """D-R4: Suleiman is shuffled into the blue deck of 21; the other colours have 20."""
    decks = GAME.new(11, backend="interpreted").to_dict()["person_decks"]
    assert "Suleiman I" in decks["blue"]
    assert {name: len(deck) for name, deck in decks.items()} == {"yellow": 20, "blue": 21, "red": 20, "green": 20}
