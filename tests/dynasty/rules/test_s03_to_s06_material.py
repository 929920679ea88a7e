"""§02–§06: who can play, and what is printed on the cards."""

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.errors import DynastyEnvError

from .conftest import all_countries, all_persons, printed, printed_country, seat, table


@pytest.mark.rule("§02-01")
@pytest.mark.parametrize("players", [1, 7])
def test_s02_01_no_fewer_and_no_more(players: int) -> None:
    """§02-01: about 2 to 6 players."""
    with pytest.raises(DynastyEnvError):
        GAME.new(1, num_players=players, backend="interpreted")


@pytest.mark.rule("§05-01")
def test_s05_01_what_a_person_card_says() -> None:
    """§05-01 a–j: sex, name, six values, religion, at most one special ability."""
    for name in all_persons():
        person = printed(name)
        assert person.sex in ("m", "f")
        stats = (person.war, person.governance, person.prestige, person.fertility, person.life, person.ambition)
        assert all(isinstance(stat, int) for stat in stats)
        assert person.religion.removesuffix("W") in ("CC", "C", "CP", "P") or name == "Suleiman I"
        assert " " not in person.ability


@pytest.mark.rule("§05-02")
def test_s05_02_a_spouse_is_of_the_other_sex() -> None:
    """§05-02: the spouse is always of the king's other sex."""
    with pytest.raises(DynastyEnvError, match="§05-02"):
        table(seat("Charles V", spouse="Francis I"), seat("Elizabeth I"))


@pytest.mark.rule("§06-01")
def test_s06_01_neighbours_are_mutual() -> None:
    """§06-01 c: neighbours by direction and the way there; the map says the same from both sides."""
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
    for name in all_countries():
        for direction, back in opposite.items():
            neighbour = getattr(printed_country(name), direction)
            if neighbour:
                other, way = printed_country(neighbour), getattr(printed_country(name), f"{direction}_by")
                assert getattr(other, back) == name and getattr(other, f"{back}_by") == way in ("land", "sea")


@pytest.mark.rule("§06-01")
def test_s06_01_the_ottoman_empire_is_joined_by_land() -> None:
    """§06-01: the Ottoman Empire is printed in red but is joined by land."""
    empire = printed_country("Ottoman Empire")
    ways = [getattr(empire, f"{d}_by") for d in ("north", "east", "south", "west") if getattr(empire, d)]
    assert ways and set(ways) == {"land"}
