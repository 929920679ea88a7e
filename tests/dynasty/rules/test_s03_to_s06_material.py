"""§02–§06: the dynasties, what the game is played with, persons, religions and countries."""

from __future__ import annotations

from collections import Counter

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.errors import DynastyEnvError

from .conftest import (
    all_countries,
    all_persons,
    dice_rolled,
    every_card,
    holder,
    names,
    persons,
    play,
    printed,
    printed_country,
    rolling,
    save,
    seat,
    seat_of,
    succeeding,
    table,
    told,
    where,
)

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


@pytest.mark.rule("§05-02")
def test_s05_02_a_king_may_be_a_woman() -> None:
    """§05-02: every dynasty has one king; a woman courts men."""
    state = table(seat("Elizabeth I"), seat("Charles V"), wanderers=["Duke of Alba", "Anne Boleyn"])
    play(state, "marriage")
    assert persons(state) == {"Duke of Alba"}


@pytest.mark.rule("§05-02")
def test_s05_02_children_lie_in_order_of_birth() -> None:
    """§05-02: children are laid down in the order in which they were born, whatever their cards' order."""
    children = ["Philip III", "Joanna of Castile", "Charles V"]
    state = table(seat("Philip II", children=children), seat("Elizabeth I"))
    assert seat_of(state, 0)["children"] == children


@pytest.mark.rule("§05-02")
def test_s05_02_a_king_with_a_spouse_and_a_spouse_are_married() -> None:
    """§05-02: a king who has a spouse is married, and so is the spouse: neither courts nor is courted."""
    state = table(
        seat("Charles V", spouse="Isabella of Portugal"), seat("Francis I"), wanderers=["Anne Boleyn"], turn_player=1
    )
    play(state, "marriage")
    assert persons(state) == {"Anne Boleyn"}
    other = table(seat("Charles V", spouse="Isabella of Portugal"), seat("Francis I"), wanderers=["Anne Boleyn"])
    assert "marriage" not in names(other)


@pytest.mark.rule("§05-02")
def test_s05_02_whoever_has_no_spouse_is_unmarried() -> None:
    """§05-02: everybody without a spouse is unmarried: wanderers, courtiers and children may be courted."""
    state = table(
        seat("Charles V"),
        seat("Francis I", spouse="Anne of Brittany", children=["Renée of France"], courtiers=["Diane de Poitiers"]),
        wanderers=["Anne Boleyn"],
    )
    play(state, "marriage")
    assert persons(state) == {"Renée of France", "Diane de Poitiers", "Anne Boleyn"}


@pytest.mark.rule("§05-02")
def test_s05_02_royals_are_king_spouse_and_children() -> None:
    """§05-02: king, spouse and children are the royals (who score by §07-02); the others are courtiers."""
    royals = ("Henry IV", "Marie de' Medici", "Louis XIII")
    state = table(
        seat(royals[0], spouse=royals[1], children=[royals[2]], courtiers=["Duke of Sully"], territories=["France"]),
        seat("Elizabeth I"),
    )
    prestige = sum(printed(person).prestige for person in royals)
    assert state.scores()[0] == prestige + printed_country("France").power


@pytest.mark.rule("§05-02")
def test_s05_02_the_persons_of_a_dynasty_are_all_it_has() -> None:
    """§05-02: "a person of the dynasty" means every one of them, royals and courtiers: any of them may command."""
    own = {"Charles V", "Isabella of Portugal", "Philip II", "Duke of Alba"}
    state = table(
        seat("Charles V", spouse="Isabella of Portugal", children=["Philip II"], courtiers=["Duke of Alba"]),
        seat("Elizabeth I"),
        independent=["Spain"],
        wanderers=["Henry VIII"],
    )
    play(state, "war", "country:Spain")
    assert persons(state) == own


@pytest.mark.rule("§05-02")
def test_s05_02_any_dynasty_includes_ones_own() -> None:
    """§05-02: "any dynasty" means the own one and all others: the reaper may name persons of both."""
    state = table(seat("Charles V"), seat("Francis I"), seat("Elizabeth I"), scythe=0)
    play(state, "reaper")
    assert persons(state) == {"Charles V", "Francis I", "Elizabeth I", "pope"}


@pytest.mark.rule("§05-02")
def test_s05_02_wanderers_belong_to_no_dynasty() -> None:
    """§05-02: who lies in the middle and belongs to no dynasty is a wanderer: he cannot be incited, but hired."""
    state = table(seat("Charles V"), seat("Francis I"), wanderers=["Duke of Alba"])
    assert "incite" not in names(state)
    play(state, "hire", "person:Charles V")
    assert persons(state) == {"Duke of Alba"}


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


@pytest.mark.rule("§06-02")
def test_s06_02_a_conquered_country_is_independent_no_more() -> None:
    """§06-02: a country in front of a player is a territory of his, and no longer independent."""
    state = table(seat("Gustavus Adolphus"), seat("Elizabeth I"), independent=["Norway"], pack="H2 H3")
    play(state, "war", "country:Norway", "person:Gustavus Adolphus")
    assert holder(state, "Norway") == "independent"
    after = succeeding(state)
    assert holder(after, "Norway") == 0
    assert "Norway" not in after.to_dict()["independent"]


@pytest.mark.rule("D-R4")
def test_d_r4_suleiman_counts_as_blue() -> None:
    """D-R4: Suleiman's colour is blue: hiring a blue wanderer brings him the extra die of one colour, another none."""
    for wanderer, extra in (("Duke of Sully", 1), ("Thomas Cromwell", 0)):
        state = table(seat("Suleiman I"), seat("Elizabeth I"), wanderers=[wanderer], pack="H2 H3 H4 H5 H6")
        play(state, "hire", "person:Suleiman I", f"person:{wanderer}")
        assert len(dice_rolled(rolling(state))) == printed("Suleiman I").governance + extra


@pytest.mark.rule("D-R4")
def test_d_r4_suleiman_lies_in_the_blue_deck() -> None:
    """D-R4: Suleiman is shuffled into the blue deck of 21; the other colours have 20."""
    decks = GAME.new(11, backend="interpreted").to_dict()["person_decks"]
    assert "Suleiman I" in decks["blue"]
    assert {name: len(deck) for name, deck in decks.items()} == {"yellow": 20, "blue": 21, "red": 20, "green": 20}


@pytest.mark.rule("§05-02")
def test_s05_02_a_person_turned_up_becomes_a_wanderer_in_the_middle() -> None:
    """§05-02: nobody's persons lie face up in the middle and are called wanderers."""
    laid = save(
        seat("Charles V"), seat("Elizabeth I"), phase="recruit", person_decks={"red": ["Thomas Cromwell", "James I"]}
    )
    state = GAME.from_dict(laid, backend="interpreted")
    entries = play(state, "deck:red")
    assert where(state, "Thomas Cromwell") == "wanderers"
    assert len(told(entries, Trace.TURNED_UP)) == 1
