"""§09-03: war (戦争)."""

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State
from tests.dynasty.rules.conftest import (
    all_persons,
    chance,
    dice_rolled,
    failing,
    holder,
    names,
    persons,
    play,
    printed,
    printed_country,
    quiet,
    rolling,
    seat,
    seat_of,
    succeeding,
    success_value,
    supplied,
    table,
    told,
    where,
)
from tests.picking import somewhere

HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
"""A pack on top of which nothing counts in war: it succeeds with any dice."""
FRANCE = seat("Henry IV", courtiers=["Duke of Sully"], territories=["France"])


def countries(state: State) -> set[str]:
    return {name.removeprefix("country:") for name in names(state) if name.startswith("country:")}


def checks(state: State) -> list[tuple[int, str]]:
    """Who has taken a death check in the last move, with the seat that rolled."""
    everybody = all_persons()
    return [(entry.seat, everybody[entry.subject]) for entry in told(state, Trace.CHECKED)]


def with_checks(state: State, *dice: int) -> State:
    """Everybody passes, and the dice of the death checks are these."""
    return chance(quiet(state), "pass", lambda after: [e.value for e in told(after, Trace.CHECKED)] == list(dice))


# -------------------------------------------------------------------------------------------------- §09-03-01: target


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_any_territory_of_another_dynasty_or_independent_country() -> None:
    """§09-03, §09-03-01: a country to invade is named: another dynasty's territory or an independent country."""
    state = table(
        FRANCE, seat("Philip II", territories=["Spain", "Portugal"]), seat("Erik XIV", territories=["Sweden"]),
        independent=["Milan", "Ireland"],
    )  # fmt: skip
    play(state, "war")
    assert countries(state) == {"Spain", "Portugal", "Sweden", "Milan", "Ireland"}


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_not_an_own_territory() -> None:
    """§09-03: … not one's own."""
    state = table(FRANCE, seat("Philip II", territories=["Spain"]))
    play(state, "war")
    assert "France" not in countries(state)


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_not_a_country_that_is_not_in_play() -> None:
    """§06-02, §11-02: countries that have left play, or the Ottoman Empire before Suleiman, cannot be invaded."""
    state = table(FRANCE, seat("Philip II", territories=["Spain"]), removed_countries=["Milan"])
    play(state, "war")
    assert countries(state) == {"Spain"}


@pytest.mark.rule("§11-02")
def test_s09_03_01_the_ottoman_empire_is_a_country_like_any_other() -> None:
    """§11-02: apart from moving with Suleiman the Ottoman Empire is treated as an ordinary country."""
    state = table(FRANCE, seat("Philip II", courtiers=["Suleiman I"], territories=["Spain", "Ottoman Empire"]))
    play(state, "war")
    assert countries(state) == {"Spain", "Ottoman Empire"}


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_adjacency_is_an_option_and_off_at_first() -> None:
    """§09-03-01: the rule of neighbours is a choice, better not used at first: far Sweden may be invaded."""
    state = table(FRANCE, seat("Erik XIV", territories=["Sweden"]))
    play(state, "war")
    assert (state.options["adjacency"], countries(state)) == (False, {"Sweden"})


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_with_adjacency_only_neighbours_of_an_own_territory() -> None:
    """§09-03-01: rule of choice: only countries next to one of the own territories (France: Switzerland and Spain by
    land, England by sea)."""
    state = table(
        FRANCE, seat("Philip II", territories=["Spain", "Portugal"]), seat("Erik XIV", territories=["Sweden"]),
        independent=["Switzerland", "England", "Milan"], adjacency=True,
    )  # fmt: skip
    play(state, "war")
    assert countries(state) == {"Spain", "Switzerland", "England"}


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_with_adjacency_any_of_the_own_territories_serves() -> None:
    """§09-03-01: … any of them."""
    state = table(
        seat("Henry IV", territories=["France", "Denmark"]), seat("Erik XIV", territories=["Sweden"]),
        independent=["Poland"], adjacency=True,
    )  # fmt: skip
    play(state, "war")
    assert countries(state) == {"Sweden"}


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_with_adjacency_no_neighbour_no_war() -> None:
    """§09-03-01: … with nobody next door there is no war to choose."""
    assert "war" not in names(table(FRANCE, seat("Erik XIV", territories=["Sweden"]), adjacency=True))


# ---------------------------------------------------------------------------------------------- §09-03-02: commanders


@pytest.mark.rule("§09-03-02")
def test_s09_03_02_the_attacker_names_anybody_of_his_dynasty() -> None:
    """§09-03-02: a commander is a person of the player's own dynasty: king, spouse, child or courtier."""
    state = table(
        seat("Henry IV", spouse="Marie de' Medici", children=["Louis XIII"], courtiers=["Duke of Sully"]),
        seat("Philip II", courtiers=["Duke of Alba"]),
        wanderers=["Francis Drake"], independent=["Milan"],
    )  # fmt: skip
    play(state, "war", "country:Milan")
    assert persons(state) == {"Henry IV", "Marie de' Medici", "Louis XIII", "Duke of Sully"}


@pytest.mark.rule("§09-03-02")
def test_s09_03_02_the_attacker_must_name_one() -> None:
    """§09-03-02: the attacking dynasty must name one commander: there is no going without."""
    state = table(FRANCE, seat("Philip II"), independent=["Milan"])
    play(state, "war", "country:Milan")
    assert (state.phase, "pass" in names(state)) == ("war_commander", False)


@pytest.mark.rule("§09-03-02")
def test_s09_03_02_the_defender_may_name_one_of_his_dynasty() -> None:
    """§09-03-02: the defending dynasty can name one commander too, of its own persons; its player does."""
    state = table(
        FRANCE,
        seat("Erik XIV"),
        seat("Philip II", spouse="Mary I", children=["Philip III"], courtiers=["Duke of Alba"], territories=["Spain"]),
    )
    play(state, "war", "country:Spain", "person:Henry IV")
    assert (state.phase, state.seat) == ("war_defender", 2)
    assert persons(state) == {"Philip II", "Mary I", "Philip III", "Duke of Alba"}


@pytest.mark.rule("§09-03-02")
def test_s09_03_02_the_defender_need_not_name_one() -> None:
    """§09-03-02: … it does not have to."""
    state = table(FRANCE, seat("Philip II", territories=["Spain"]))
    play(state, "war", "country:Spain", "person:Henry IV")
    assert "pass" in names(state)


@pytest.mark.rule("§09-03-02")
def test_s09_03_02_an_independent_country_has_no_commander() -> None:
    """§09-03-02: when an independent country is invaded there is no defending commander: nobody is asked."""
    state = table(FRANCE, seat("Philip II"), independent=["Milan"])
    play(state, "war", "country:Milan", "person:Henry IV")
    assert (state.phase, state.to_dict()["declared"]["defender"]) == ("interrupt", None)


@pytest.mark.rule("D-R8")
def test_d_r8_both_commanders_are_declared_before_the_window() -> None:
    """D-R8: the whole declaration, target and both commanders, comes before the window."""
    state = table(FRANCE, seat("Philip II", courtiers=["Duke of Alba"], territories=["Spain"]))
    play(state, "war", "country:Spain", "person:Duke of Sully", "person:Duke of Alba")
    declared = state.to_dict()["declared"]
    assert (state.phase, declared["country"], declared["actor"], declared["defender"]) == (
        "interrupt",
        "Spain",
        "Duke of Sully",
        "Duke of Alba",
    )


@pytest.mark.rule("D-R8")
def test_d_r8_the_declaration_stands_whatever_is_played() -> None:
    """D-R8: … and stands whatever happens in the window: nobody is asked again."""
    state = table(
        seat("Henry IV", territories=["France"], hand="SA"),
        seat("Philip II", courtiers=["Duke of Alba"], territories=["Spain"], hand="CK"),
    )
    play(state, "war", "country:Spain", "person:Henry IV", "person:Duke of Alba")
    before = state.to_dict()["declared"]
    play(state, "card:SA", "card:CK")
    assert (state.phase, state.to_dict()["declared"]) == ("interrupt", before)


@pytest.mark.rule("D-R8")
def test_d_r8_jokers_of_the_pack_are_named_after_all_cards_and_before_the_dice() -> None:
    """D-R8: jokers from the pack are named, by the turn player (§04), after all cards have been turned up and before
    the dice."""
    country = somewhere(power=3)
    state = table(FRANCE, seat("Philip II"), independent=[country], pack="JOKER H3 S4")
    play(state, "war", f"country:{country}", "person:Henry IV")
    after = rolling(state)
    laid = [card["card"] for card in after.to_dict()["on_table"]]
    assert (after.phase, after.seat, laid, dice_rolled(after)) == ("joker", 0, ["JOKER", "H3", "S4"], [])


# ------------------------------------------------------------------------------------------------- §09-03-03: the odds


@pytest.mark.rule("§09-03-03")
@pytest.mark.parametrize("country", ["Ireland", "Milan", "Netherlands", "Austria", "France"])
def test_s09_03_03_as_many_cards_as_the_countrys_power(country: str) -> None:
    """§09-03-03: cards to draw: the invaded country's power (independent: no commander's war is added)."""
    state = table(seat("Henry IV"), seat("Philip II"), independent=[country], pack=HEARTS)
    play(state, "war", f"country:{country}", "person:Henry IV")
    assert len(supplied(rolling(state))) == printed_country(country).power


@pytest.mark.rule("§09-03-03")
@pytest.mark.parametrize("defender", ["Philip II", "Duke of Alba", "Philip III"])
def test_s09_03_03_and_the_defending_commanders_war(defender: str) -> None:
    """§09-03-03: … and the war of the defending dynasty's commander, if one was named."""
    state = table(
        FRANCE, seat("Philip II", courtiers=["Duke of Alba", "Philip III"], territories=["Naples"]), pack=HEARTS
    )
    play(state, "war", "country:Naples", "person:Henry IV", f"person:{defender}")
    assert len(supplied(rolling(state))) == printed_country("Naples").power + printed(defender).war


@pytest.mark.rule("§09-03-03")
def test_s09_03_03_without_a_defending_commander_the_power_alone() -> None:
    """§09-03-03: … (if one was named): otherwise the power alone."""
    state = table(FRANCE, seat("Duke of Alba", territories=["Naples"]), pack=HEARTS)
    play(state, "war", "country:Naples", "person:Henry IV", "pass")
    assert len(supplied(rolling(state))) == printed_country("Naples").power


@pytest.mark.rule("§09-03-03")
def test_s09_03_03_black_counts() -> None:
    """§09-03-03: suits used: black (spades and clubs)."""
    country = somewhere(power=3)
    state = table(FRANCE, seat("Philip II"), independent=[country], pack="S4 HK C9")
    play(state, "war", f"country:{country}", "person:Henry IV")
    assert success_value(rolling(state)) == 9


@pytest.mark.rule("§09-03-03")
def test_s09_03_03_red_does_not_count() -> None:
    """§09-03-03: … so hearts and diamonds do not."""
    country = somewhere(power=3)
    state = table(FRANCE, seat("Philip II"), independent=[country], pack="D4 HK D9")
    play(state, "war", f"country:{country}", "person:Henry IV")
    assert success_value(rolling(state)) == 0


@pytest.mark.rule("§09-03-03")
def test_s09_03_03_only_black_cards_may_be_played_to_it() -> None:
    """§08-02-03-01, §09-03-03: anybody may play cards of the suits used: black ones."""
    state = table(seat("Henry IV", hand="SA CK H2 D3"), seat("Philip II"), independent=["Milan"])
    play(state, "war", "country:Milan", "person:Henry IV")
    assert names(state) == {"pass", "card:SA", "card:CK"}


@pytest.mark.rule("§09-03-03")
@pytest.mark.parametrize("commander", ["James I", "Louis XIII", "Henry IV", "Duke of Alba"])
def test_s09_03_03_one_die_more_than_the_attacking_commanders_war(commander: str) -> None:
    """§09-03-03: dice: the attacking commander's war + 1."""
    state = table(seat("Francis I", courtiers=[commander]), seat("Philip II"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", f"person:{commander}")
    assert len(dice_rolled(rolling(state))) == printed(commander).war + 1


@pytest.mark.rule("§09-03-03")
def test_s09_03_03_the_books_example_of_dice() -> None:
    """§09-03-03: e.g. a commander's war of 2 gives 2 + 1 = 3 dice."""
    assert printed("Duke of Sully").war == 2
    state = table(FRANCE, seat("Philip II"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Duke of Sully")
    assert len(dice_rolled(rolling(state))) == 3


@pytest.mark.rule("§09-03-03")
def test_s09_03_03_the_defending_commander_takes_no_dice_away() -> None:
    """§09-03-03: the defender's war makes cards, it changes no dice."""
    state = table(FRANCE, seat("Duke of Alba", territories=["Naples"]), pack=HEARTS)
    play(state, "war", "country:Naples", "person:Duke of Sully", "person:Duke of Alba")
    assert len(dice_rolled(rolling(state))) == printed("Duke of Sully").war + 1


# ------------------------------------------------------------------------------------------------- §09-03-04: aftermath


@pytest.mark.rule("§09-03-04")
def test_s09_03_04_a_conquered_independent_country_is_the_attackers() -> None:
    """§09-03-04: if the attack succeeds, the invaded country becomes a territory of the attacking dynasty."""
    state = table(FRANCE, seat("Philip II"), independent=["Milan", "Venice"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Duke of Sully")
    after = succeeding(state)
    assert (holder(after, "Milan"), holder(after, "Venice")) == (0, "independent")


@pytest.mark.rule("§09-03-04")
def test_s09_03_04_a_conquered_territory_changes_hands() -> None:
    """§09-03-04: … also another dynasty's; that one country alone."""
    state = table(FRANCE, seat("Philip II", territories=["Spain", "Portugal"]), pack=HEARTS)
    play(state, "war", "country:Portugal", "person:Duke of Sully", "pass")
    after = succeeding(state)
    assert (holder(after, "Portugal"), seat_of(after, 1)["territories"]) == (0, ["Spain"])


@pytest.mark.rule("§09-03-04")
def test_s09_03_04_a_failed_attack_conquers_nothing() -> None:
    """§09-03-04: … only if it succeeds."""
    state = table(FRANCE, seat("Philip II", territories=["Spain", "Portugal"]), pack="SK CK SQ CQ")
    play(state, "war", "country:Portugal", "person:Duke of Sully", "pass")
    assert holder(failing(state), "Portugal") == 1


@pytest.mark.rule("D-R14")
def test_s09_03_04_the_ottoman_empire_is_conquered_without_suleiman() -> None:
    """§09-03-04, D-R14: conquered, the Ottoman Empire changes hands; Suleiman stays where he is."""
    state = table(
        FRANCE, seat("Philip II", courtiers=["Suleiman I"], territories=["Spain", "Ottoman Empire"]), pack=HEARTS
    )
    play(state, "war", "country:Ottoman Empire", "person:Duke of Sully", "pass")
    after = succeeding(state)
    assert (holder(after, "Ottoman Empire"), where(after, "Suleiman I")) == (0, (1, "courtiers"))


# ---------------------------------------------------------------------------------------------- §09-03-05: death checks


@pytest.mark.rule("§09-03-05")
@pytest.mark.parametrize("pack", [HEARTS, "SK CK SQ CQ SJ CJ S10"], ids=["won", "lost"])
def test_s09_03_05_both_commanders_take_a_death_check(pack: str) -> None:
    """§09-03-05: death checks of the commanders of both sides, won or lost; D-R12: the attacker's first."""
    state = table(FRANCE, seat("Philip II", courtiers=["Duke of Alba"], territories=["Spain", "Naples"]), pack=pack)
    play(state, "war", "country:Naples", "person:Duke of Sully", "person:Duke of Alba")
    after = succeeding(state) if pack == HEARTS else failing(state)
    assert checks(after) == [(0, "Duke of Sully"), (1, "Duke of Alba")]


@pytest.mark.rule("§09-03-05")
def test_s09_03_05_against_an_independent_country_the_attackers_alone() -> None:
    """§09-03-02, 05: an independent country has no commander to check."""
    state = table(FRANCE, seat("Philip II"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Duke of Sully")
    assert checks(succeeding(state)) == [(0, "Duke of Sully")]


@pytest.mark.rule("§09-03-05")
def test_s09_03_05_a_defender_who_named_no_one_checks_no_one() -> None:
    """§09-03-05: only who took part: a defender without a commander has nobody to check."""
    state = table(FRANCE, seat("Philip II", courtiers=["Duke of Alba"], territories=["Spain", "Naples"]), pack=HEARTS)
    play(state, "war", "country:Naples", "person:Duke of Sully", "pass")
    assert checks(succeeding(state)) == [(0, "Duke of Sully")]


@pytest.mark.rule("§10-01")
def test_s09_03_05_a_die_above_his_life_kills_the_attacker() -> None:
    """§09-03-05, §10-01: a die above the life value is death, though he has won."""
    state = table(FRANCE, seat("Philip II"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Duke of Sully")
    after = with_checks(state, printed("Duke of Sully").life + 1)
    assert (where(after, "Duke of Sully"), holder(after, "Milan")) == ("removed", 0)


@pytest.mark.rule("§10-01")
def test_s09_03_05_a_die_up_to_his_life_does_not() -> None:
    """§09-03-05, §10-01: otherwise he lives."""
    state = table(FRANCE, seat("Philip II"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Duke of Sully")
    assert where(with_checks(state, printed("Duke of Sully").life), "Duke of Sully") == (0, "courtiers")


@pytest.mark.rule("§09-03-05")
def test_s09_03_05_each_commander_has_a_check_of_his_own() -> None:
    """§09-03-05: each side's die decides about its own commander."""
    state = table(FRANCE, seat("Philip II", courtiers=["Duke of Alba"], territories=["Spain", "Naples"]), pack=HEARTS)
    play(state, "war", "country:Naples", "person:Duke of Sully", "person:Duke of Alba")
    after = with_checks(state, 1, 6)
    assert (where(after, "Duke of Sully"), where(after, "Duke of Alba")) == ((0, "courtiers"), "removed")


@pytest.mark.rule("D-R12")
def test_d_r12_the_defender_is_checked_also_when_the_attacker_has_died() -> None:
    """D-R12: attacker first; the defender is still in play and takes his check."""
    state = table(FRANCE, seat("Philip II", courtiers=["Duke of Alba"], territories=["Spain", "Naples"]), pack=HEARTS)
    play(state, "war", "country:Naples", "person:Duke of Sully", "person:Duke of Alba")
    after = with_checks(state, 6, 6)
    assert (where(after, "Duke of Sully"), where(after, "Duke of Alba")) == ("removed", "removed")


@pytest.mark.rule("§07-01")
def test_s09_03_05_the_checks_come_before_the_end_of_the_game() -> None:
    """§07-01, §09-03-05: the game ends when all that follows is done: the checks too after the last territory fell."""
    state = table(FRANCE, seat("Philip II", courtiers=["Duke of Alba"], territories=["Naples"]), pack=HEARTS)
    play(state, "war", "country:Naples", "person:Duke of Sully", "person:Duke of Alba")
    after = succeeding(state)
    assert after.done
    assert checks(after) == [(0, "Duke of Sully"), (1, "Duke of Alba")]


@pytest.mark.rule("§10-02")
def test_s09_03_05_a_king_may_fall_as_commander() -> None:
    """§09-03-02, 05, §10-02: a king who commands and dies is followed by his child."""
    state = table(
        seat("Henry IV", children=["Louis XIII"], territories=["France"]), seat("Philip II"),
        independent=["Milan"], pack=HEARTS,
    )  # fmt: skip
    play(state, "war", "country:Milan", "person:Henry IV")
    after = with_checks(state, 6)
    assert (where(after, "Henry IV"), where(after, "Louis XIII")) == ("removed", (0, "king"))
