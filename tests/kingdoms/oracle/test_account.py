"""The second account itself, held against the page: single actions with the dice laid down by hand."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from dynasty_env.kingdoms.steps import Trace
from tests.wanted import DisagreementError

from .account import Account
from .board import PERSON_NAMES, PERSONS, Save, Seat, kings, lands
from .chance import Chance
from .small import ALBA, CHARLES, DRAKE, ELIZABETH, ISABELLA, STUART, english, realm, seat, spanish, table
from .turns import play


def told(kind: Trace, subject: int = 0, thing: int = 0, value: int = 0, seat: int = 0) -> SimpleNamespace:
    """One entry of a trace."""
    return SimpleNamespace(kind=kind, seat=seat, subject=subject, object=thing, value=value)


def attempt(value: int, *faces: int, good: bool) -> list[SimpleNamespace]:
    dice = [told(Trace.DIE, value=face) for face in faces]
    return [told(Trace.NEEDS, 0, len(faces), value), *dice, told(Trace.OUTCOME, 0, int(good))]


def checked(who: str, face: int, dies: bool, weakened: bool = False) -> SimpleNamespace:
    return told(Trace.CHECKED, PERSON_NAMES.index(who), dies + 2 * weakened, face)


def claimed(naming: int, who: str, face: int, arms: int = 0) -> SimpleNamespace:
    return told(Trace.ROLLED, PERSON_NAMES.index(who), face + PERSONS[who].prestige + arms, face, naming)


def fought(war: int, hits: int, defence: int, holds: int, dice: int, against: int, power: int) -> list[Any]:
    """Dice of a battle: ones as far as they hit, else sixes."""
    attack = [told(Trace.DIE, 0, 0, 1 if n < hits else 6) for n in range(dice)]
    held = [told(Trace.DIE, 0, 1, 1 if n < holds else 6) for n in range(against)]
    first, second = told(Trace.FORCE, 0, dice, war), told(Trace.FORCE, 1, against, defence)
    return [first, *attack, second, *held, told(Trace.BATTLE, hits, holds, power)]


def carry_on(save: Save, answers: list[str], *entries: Any) -> Account:
    """What the page makes of these answers, when chance has these entries to tell."""
    chance = Chance()
    chance.tell(entries)
    account = Account(save, chance)
    telling = play(account)
    next(telling)
    for answer in answers:
        with suppress(StopIteration):  # the game is over
            telling.send(answer)
    chance.spent()
    return account


def seats(account: Account) -> list[Seat]:
    found: list[Seat] = account.table["seats"]
    return found


# ------------------------------------------------------------------------------------------- marriage, birth, recovery


def test_a_suit_out_of_the_pool_is_always_rolled_for() -> None:
    save = table(pool=["Francis I", "Mary I"])
    answers = ["marriage", f"person:{CHARLES}", "person:Mary I"]
    assert seats(carry_on(save, answers, *attempt(5, 5, good=True)))[0]["kings"][0]["spouse"] == "Mary I"
    failed = carry_on(save, answers, *attempt(5, 6, good=False))
    assert seats(failed)[0]["kings"][0]["spouse"] is None and "Mary I" in failed.table["pool"]


def test_the_other_dynasty_is_asked_before_the_die() -> None:
    answers = ["marriage", f"person:{CHARLES}", f"person:{STUART}"]
    save = table(rebels=[STUART])
    assert carry_on(save, answers).table["phase"] == "consent"
    wed = carry_on(save, [*answers, "declare"])
    assert seats(wed)[0]["kings"][0]["spouse"] == STUART and wed.table["rebels"] == [STUART]
    assert seats(carry_on(save, [*answers, "pass"], *attempt(5, 5, good=True)))[1]["nobles"] == [DRAKE]


def test_parents_of_one_colour_have_less_fertility() -> None:
    couple = spanish(spouse="Isabella Clara Eugenia")
    save = table(seats=[couple, english()])
    answers = ["procreation", f"person:{CHARLES}"]
    born = carry_on(save, answers, *attempt(3 + 1 - 1, 6, 3, good=True))
    assert born.table["phase"] == "birth_deck"
    first = save["person_decks"]["yellow"][0]
    family = carry_on(save, [*answers, "deck:yellow"], *attempt(3, 6, 3, good=True))
    assert seats(family)[0]["kings"][0]["children"] == [first]


def test_suleiman_is_born_a_king() -> None:
    save = table(seats=[spanish(spouse="Louise of Savoy"), english()])
    save["person_decks"]["blue"].sort(key=lambda name: name != "Suleiman I")
    answers = ["procreation", f"person:{CHARLES}", "deck:blue"]
    born = carry_on(save, answers, *attempt(4, 1, 1, good=True))
    assert seats(born)[0]["kings"][1] == realm("Suleiman I", "Ottoman Empire")
    assert born.table["removed_countries"] == []


def test_each_success_recovers_one_country() -> None:
    save = table(exhausted=["Spain", "Portugal", "England"])
    answers = ["recovery", f"person:{CHARLES}", f"person:{ALBA}", "country:Spain"]
    one = carry_on(save, answers, *attempt(2, 1, 3, 3, 3, 3, good=True))
    assert one.table["exhausted"] == ["Portugal", "England"] and one.table["phase"] == "recruit"
    none = carry_on(save, [*answers[:3], "country:Portugal"], *attempt(2, 3, 3, 3, 3, 3, good=False))
    assert none.table["exhausted"] == ["Spain", "England"]


# ------------------------------------------------------------------------------------------------------------- rebels


def test_one_die_against_the_people_of_a_queen() -> None:
    answers = ["incite", f"person:{DRAKE}"]
    assert carry_on(table(), answers, *attempt(3, 3, good=True)).table["rebels"] == [DRAKE]
    with pytest.raises(DisagreementError, match="dice and value"):
        carry_on(table(), answers, *attempt(3, 3, 3, good=True))


def test_else_two_dice_which_must_both_succeed() -> None:
    answers = ["incite", f"person:{ALBA}"]
    assert carry_on(table(), answers, *attempt(2, 2, 1, good=True)).table["rebels"] == [ALBA]
    assert carry_on(table(), answers, *attempt(2, 2, 3, good=False)).table["rebels"] == []


def test_one_die_for_alchemy_without_abilities_too() -> None:
    rudolf = seat("Spain", realm("Rudolf II", "Spain"), nobles=("Charles V",))
    save = table(seats=[rudolf, english()], options={"num_players": 2, "abilities": False})
    assert carry_on(save, ["incite", f"person:{CHARLES}"], *attempt(3, 3, good=True)).table["rebels"] == [CHARLES]


def test_police_are_asked_in_the_order_of_their_numbers() -> None:
    officers = seat("England", realm(ELIZABETH, "England"), nobles=("Francis Walsingham", "Cardinal Richelieu", DRAKE))
    save = table(seats=[spanish(), officers])
    asked = carry_on(save, ["incite", f"person:{DRAKE}"], *attempt(3, 1, good=True))
    assert asked.table["frame"]["a"] == PERSON_NAMES.index("Cardinal Richelieu") and asked.table["seat"] == 1
    numbers = {name: PERSON_NAMES.index(name) for name in PERSON_NAMES}
    first = told(Trace.POLICED, numbers["Cardinal Richelieu"], numbers[DRAKE], 5)
    second = told(Trace.POLICED, numbers["Francis Walsingham"], numbers[DRAKE], 3)
    answers = ["incite", f"person:{DRAKE}", "declare", "declare"]
    dead = carry_on(save, answers, *attempt(3, 1, good=True), first, second)
    assert dead.table["removed"] == [DRAKE] and dead.table["rebels"] == []


def test_a_revolution_keeps_the_family() -> None:
    """K41: the child leaves its place, brothers and sisters keep their order, a queen of her own sex stays."""
    house = spanish(spouse="Louise of Savoy", children=("Rudolf II", "William of Orange", "Anna of Bohemia"))
    save = table(seats=[house, english()])
    revolt = carry_on(save, ["incite", "person:William of Orange"], *attempt(2, 2, good=True))
    after = realm("William of Orange", "Spain", "Portugal", spouse="Louise of Savoy")
    assert seats(revolt)[0]["kings"] == [after | {"children": ["Rudolf II", "Anna of Bohemia"]}]
    assert revolt.table["removed"] == [CHARLES] and revolt.table["rebels"] == []
    consort = seat("England", realm(ELIZABETH, "England", spouse="William of Orange"))
    save = table(seats=[spanish(), consort])
    gone = carry_on(save, ["incite", "person:William of Orange"], *attempt(2, 2, good=True))
    assert seats(gone)[1]["kings"] == [realm("William of Orange", "England")]


def test_a_suppressor_weighs_prestige_or_his_ability() -> None:
    save = table(rebels=[ISABELLA])
    answers = ["suppress", f"person:{ALBA}", f"person:{ISABELLA}"]
    plain = carry_on(save, [*answers, "pass", "pass"], *attempt(2 + 2 - 3, 1, good=True))
    assert plain.table["rebels"] == [] and ISABELLA in seats(plain)[0]["nobles"]
    harsh = carry_on(save, [*answers, "declare"], *attempt(2 + 4 - 3, 3, good=True))
    assert harsh.table["removed"] == [ISABELLA] and harsh.table["rebels"] == []


# --------------------------------------------------------------------------------------------------------------- war


WAR = ["war", "country:Naples", "country:Spain", "pass", "pass", f"person:{CHARLES}"]


def test_a_sea_battle_halves_the_attack() -> None:
    lost = carry_on(table(), WAR, *fought(3, 2, 2, 0, dice=3, against=2, power=2), checked(CHARLES, 3, dies=False))
    assert lost.table["exhausted"] == ["Spain"] and "Naples" in lost.table["independent"]
    answers = [*WAR, f"person:{CHARLES}"]
    won = carry_on(table(), answers, *fought(3, 3, 2, 0, dice=3, against=2, power=2), checked(CHARLES, 1, dies=False))
    assert lands(seats(won)[0]) == ["Spain", "Portugal", "Naples"] and won.table["exhausted"] == ["Spain"]


def test_the_royals_of_the_last_country_move() -> None:
    """K17, K18, K31: the queen and her children become nobles; the beaten dynasty finds a new home; then the checks."""
    two = seat("Ireland", realm(ELIZABETH, "Ireland", children=("James I",)), realm("Henry VIII", "Milan", "Saxony"))
    save = table(seats=[spanish(), two], rebels=["James I"])
    answers = ["war", "country:Ireland", "pass", "country:Spain", "country:Portugal", "pass"]
    answers += ["pass", f"person:{CHARLES}", f"person:{ELIZABETH}", f"person:{ALBA}"]  # Milan, Saxony are not joined
    battle = fought(3, 4, 2, 0, dice=4, against=1, power=1)
    asked = carry_on(save, answers, *battle)
    assert asked.table["phase"] == "home" and asked.table["seat"] == 1
    assert seats(asked)[0]["kings"][1] == realm(ALBA, "Ireland") and seats(asked)[1]["home"] is None
    assert seats(asked)[1]["nobles"] == [ELIZABETH, "James I"] and asked.table["rebels"] == ["James I"]
    checks = [checked(CHARLES, 3, dies=False), checked(ELIZABETH, 4, dies=True, weakened=True)]
    over = carry_on(save, [*answers, "country:Saxony"], *battle, *checks)
    assert seats(over)[1]["home"] == "Saxony" and seats(over)[1]["nobles"] == ["James I"]
    assert sorted(over.table["exhausted"]) == ["Ireland", "Portugal", "Spain"]


def test_a_withdrawal_costs_nothing() -> None:
    save = table(seats=[spanish(), seat("Ireland", realm(ELIZABETH, "Ireland", "England"))])
    won = carry_on(save, ["war", "country:Ireland", "declare", f"person:{CHARLES}"])
    assert won.table["phase"] == "home" and kings(seats(won)[1]) == [ELIZABETH]
    after = carry_on(save, ["war", "country:Ireland", "declare", f"person:{CHARLES}", "country:England"])
    assert after.table["exhausted"] == [] and seats(after)[1]["home"] == "England"


def test_an_exhausted_battlefield_counts_half_and_sea_4_is_4() -> None:
    raiders = seat("England", realm("Christian IV", "England"), nobles=(DRAKE,))
    save = table(turn_player=1, seat=1, seats=[spanish(), raiders], exhausted=["Spain"])
    save["seats"][0]["kings"][0]["countries"].append("Netherlands")
    save["exhausted"].append("Netherlands")
    save["independent"].remove("Netherlands")
    answers = ["war", "country:Netherlands", "pass", "country:England", "pass", "pass", f"person:{DRAKE}"]
    battle = fought(4, 2, 3, 0, dice=2, against=1, power=1)
    checks = [checked(DRAKE, 3, dies=False), checked(CHARLES, 3, dies=True, weakened=True)]
    answers += [f"person:{CHARLES}", f"person:{DRAKE}"]
    died = carry_on(save, answers, *battle, *checks)
    assert died.table["contest"]["dead"] == CHARLES and seats(died)[1]["kings"][1] == realm(DRAKE, "Netherlands")


def test_plunder_takes_a_country_out_of_play() -> None:
    cortes = seat("Spain", realm("Hernan Cortes", "Spain"), nobles=(ALBA,))
    save = table(seats=[cortes, english()])
    answers = ["war", "country:Naples", "country:Spain", "pass", "pass", "person:Hernan Cortes", "declare"]
    battle = fought(3, 3, 2, 0, dice=3, against=2, power=2)
    after = carry_on(save, answers, *battle, checked("Hernan Cortes", 1, dies=False))
    assert "Naples" in after.table["removed_countries"] and lands(seats(after)[0]) == ["Spain"]


# --------------------------------------------------------------------------------------------- reaper and succession


def test_a_refused_person_is_not_named_again() -> None:
    answers = ["reaper", f"person:{DRAKE}", "declare", f"person:{STUART}"]
    after = carry_on(table(), answers, checked(STUART, 3, dies=True))  # seat 1 has refused once
    assert after.table["removed"] == [STUART] and after.table["scythe"] == 1
    assert after.table["refused"] == [] and not seats(after)[1]["vetoed"]


def test_sons_come_before_daughters_and_rebels_inherit() -> None:
    family = spanish(spouse="Louise of Savoy", children=("Anna of Bohemia", "Rudolf II", "Philip II"))
    save = table(seats=[family, english()], rebels=["Rudolf II", "Philip II"])
    after = carry_on(save, ["reaper", f"person:{CHARLES}"], checked(CHARLES, 4, dies=True))
    assert seats(after)[0]["kings"] == [realm("Rudolf II", "Spain", "Portugal")]
    assert {"Anna of Bohemia", "Philip II", "Louise of Savoy"} <= {*seats(after)[0]["nobles"]}
    assert after.table["rebels"] == ["Philip II"]


REAPED = ["reaper", f"person:{CHARLES}"]
DEAD = checked(CHARLES, 4, dies=True)


def test_a_contest_goes_to_the_highest() -> None:
    """The widow can be named (K38); who took up arms and lost is checked, after the new king is in place (K27)."""
    save = table(seats=[spanish(spouse="Louise of Savoy"), english()])
    answers = [*REAPED, "person:Louise of Savoy", "declare", f"person:{DRAKE}", "pass"]
    claims = [claimed(0, "Louise of Savoy", 2, 1), claimed(1, DRAKE, 5)]
    ended = carry_on(save, answers, DEAD, *claims, checked("Louise of Savoy", 3, dies=True, weakened=True))
    assert seats(ended)[1]["kings"][1] == realm(DRAKE, "Spain", "Portugal")
    assert ended.table["phase"] == "end" and seats(ended)[0]["home"] is None  # K7 a
    assert ended.table["removed"] == [CHARLES, "Louise of Savoy"] and ended.table["scythe"] == 1


def test_who_wins_by_one_naming_has_lost_by_none() -> None:
    answers = [*REAPED, f"person:{ALBA}", "declare", f"person:{ALBA}", "pass"]
    after = carry_on(table(), answers, DEAD, claimed(0, ALBA, 1, 1), claimed(1, ALBA, 6))
    assert seats(after)[0]["kings"] == [realm(ALBA, "Spain", "Portugal")]
    tied = carry_on(table(), answers, DEAD, claimed(0, ALBA, 5, 1), claimed(1, ALBA, 6))
    assert seats(tied)[0]["kings"] == [realm(ALBA, "Spain", "Portugal")]


def test_after_ten_ties_the_earliest_wins() -> None:
    """K26, K37: tied ones add prestige and arms each time."""
    answers = [*REAPED, f"person:{ALBA}", "pass", f"person:{DRAKE}", "declare"]
    tie = [claimed(0, ALBA, 3), claimed(1, DRAKE, 3, 1)]
    ties = [entry for count in range(1, 11) for entry in (*tie, told(Trace.TIED, value=count))]
    after = carry_on(table(), answers, DEAD, *ties, checked(DRAKE, 2, dies=False, weakened=True))
    assert kings(seats(after)[0]) == [ALBA]
    with pytest.raises(DisagreementError, match="the book wants ROLLED"):
        carry_on(table(), answers, DEAD, *ties[:-3], checked(DRAKE, 2, dies=False, weakened=True))


def test_who_lost_by_several_is_checked_once_at_the_first_in_arms() -> None:
    """K27, K43: Drake is named first without arms, and by the fourth seat with them, after Mary Stuart."""
    others = [seat("Milan", realm("Francis I", "Milan")), seat("Poland", realm("Henry IV", "Poland"))]
    save = table(seats=[spanish(), english(), *others], options={"num_players": 4, "ask_forced": True})
    names = [f"person:{DRAKE}", "pass", f"person:{STUART}", "declare", f"person:{ALBA}", "pass"]
    answers = [*REAPED, *names, f"person:{DRAKE}", "declare"]
    claims = [claimed(0, DRAKE, 1), claimed(1, STUART, 1, 1), claimed(2, ALBA, 6), claimed(3, DRAKE, 1, 1)]
    checks = [checked(STUART, 1, dies=False, weakened=True), checked(DRAKE, 3, dies=True, weakened=True)]
    after = carry_on(save, answers, DEAD, *claims, *checks)
    assert kings(seats(after)[0]) == [ALBA] and after.table["removed"] == [CHARLES, DRAKE]
    with pytest.raises(DisagreementError, match="who is checked"):
        carry_on(save, answers, DEAD, *claims, *reversed(checks))


def test_without_a_candidate_a_card_becomes_king() -> None:
    lonely = [seat("Spain", realm(CHARLES, "Spain"), nobles=(ALBA,)), seat("England", realm(ELIZABETH, "England"))]
    save = table(seats=lonely, rebels=[ALBA])
    first = save["person_decks"]["yellow"][0]
    after = carry_on(save, REAPED, DEAD)
    assert seats(after)[0]["kings"] == [realm(first, "Spain")] and seats(after)[0]["home"] == "Spain"
    save["person_decks"]["yellow"] = []
    freed = carry_on(save | {"exhausted": ["Spain"]}, REAPED, DEAD)
    assert "Spain" in freed.table["independent"] and freed.table["exhausted"] == []
    assert freed.table["phase"] == "end" and seats(freed)[0]["home"] is None


def test_suleiman_as_that_card_rules_both() -> None:
    lonely = [seat("Spain", realm("Henry IV", "Spain")), seat("England", realm(ELIZABETH, "England"))]
    save = table(seats=lonely)
    save["person_decks"]["blue"].sort(key=lambda name: name != "Suleiman I")
    after = carry_on(save, ["reaper", "person:Henry IV"], checked("Henry IV", 4, dies=True))
    assert seats(after)[0]["kings"] == [realm("Suleiman I", "Ottoman Empire", "Spain")]
    assert seats(after)[0]["home"] == "Spain"


# ------------------------------------------------------------------------------------------------------ turn and end


def test_a_grant_keeps_the_state() -> None:
    after = carry_on(table(exhausted=["Spain"]), ["grant", "country:Spain", f"person:{ALBA}"])
    assert seats(after)[0]["kings"] == [realm(CHARLES, "Portugal"), realm(ALBA, "Spain")]
    assert after.table["exhausted"] == ["Spain"] and seats(after)[0]["home"] == "Spain"


def test_an_execution_has_no_die() -> None:
    henry = seat("Spain", realm("Henry VIII", "Spain", spouse="Anne Boleyn"))
    after = carry_on(table(seats=[henry, english()]), ["execution", "person:Henry VIII"])
    assert after.table["removed"] == ["Anne Boleyn"] and seats(after)[0]["kings"][0]["spouse"] is None


def test_the_pool_holds_as_many_as_there_are_seats() -> None:
    save = table("recruit", pool=["Francis I", "Mary I"])
    first = save["person_decks"]["green"][0]
    asked = carry_on(save, ["deck:green", "pass"])
    assert asked.table["phase"] == "discard" and asked.table["pool"] == ["Francis I", "Mary I", first]
    after = carry_on(save, ["deck:green", "pass", "person:Mary I"])
    assert after.table["removed"] == ["Mary I"] and (after.table["turn"], after.table["turn_player"]) == (4, 1)


def test_nothing_is_discarded_in_the_last_turn() -> None:
    save = table("recruit", turn=40, pool=["Francis I", "Mary I"], options={"num_players": 2, "ask_forced": True})
    ended = carry_on(save, ["deck:green", "pass"])
    assert ended.table["phase"] == "end" and len(ended.table["pool"]) == 3


# ------------------------------------------------------------------------------------------------- the dice themselves


def test_dice_that_nobody_wants_are_noticed() -> None:
    with pytest.raises(DisagreementError, match="the engine also has"):
        carry_on(table(), ["pass"], *attempt(3, 3, good=True))
    with pytest.raises(DisagreementError, match="a die shows 7"):
        carry_on(table(), ["incite", f"person:{DRAKE}"], *attempt(3, 7, good=False))
    with pytest.raises(DisagreementError, match="outcome of"):
        carry_on(table(), ["incite", f"person:{DRAKE}"], *attempt(3, 4, good=True))
