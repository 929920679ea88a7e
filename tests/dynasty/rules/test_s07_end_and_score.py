"""§07: how the game ends, the points, and who has won; the returns that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dynasty_env.dynasty import material
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State
from tests.picking import countries_apart, someone

from .conftest import (
    checking,
    failing,
    holder,
    names,
    play,
    printed,
    printed_country,
    rolling,
    seat,
    seat_of,
    succeeding,
    table,
    told,
    where,
)

A, B, C = 1, 2, 4
"""Reasons for the end, as the trace tells them: §07-01 a, b, c."""
ORDER = ("prestige", "governance", "war", "ambition", "life", "fertility")
"""§07-02: in this order the kings of tied dynasties are compared."""


def final(*seats: dict[str, Any], **fields: Any) -> State:
    """A finished game of `seats` and a ruined last dynasty, which holds the pope: a deck is empty and nobody acts."""
    ruined = seat("Erik XIV", territories=())
    state = table(*seats, ruined, **({"person_decks": {"green": []}} | fields))
    play(state, "pass")
    assert state.done
    return state


def reasons(state: State) -> int:
    """The reasons for the end."""
    (entry,) = told(state, Trace.ENDED)
    return entry.value


def land(country: str) -> int:
    return int(printed_country(country).power)


Reprint = Callable[..., None]


@pytest.fixture
def reprint() -> Iterator[Reprint]:
    """Other numbers on a person's card, for one test: ties go deeper than any two printed cards are alike.

    The interpreted rules read these tables as they are.
    """
    before = {stat: getattr(material, stat.upper()).copy() for stat in ORDER}

    def change(person: str, **numbers: int) -> None:
        for stat, number in numbers.items():
            getattr(material, stat.upper())[material.PERSON_NAMES.index(person)] = number

    yield change
    for stat, numbers in before.items():
        getattr(material, stat.upper())[:] = numbers


@pytest.fixture
def twins(reprint: Reprint) -> tuple[str, str]:
    """Two persons on whose cards all numbers are the same."""
    one, other = "Gustav Vasa", "William of Orange"
    reprint(other, **{stat: getattr(printed(one), stat) for stat in ORDER})
    return one, other


# ------------------------------------------------------------------------------------------------------- §07-01 the end


@pytest.mark.rule("§07-01")
def test_s07_01_the_game_goes_on_while_no_condition_holds() -> None:
    """§07-01: the game ends when one of three conditions holds; otherwise the next player is on turn."""
    state = table(seat("Charles V"), seat("Elizabeth I"))
    play(state, "pass")
    assert not state.done
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("§07-01")
def test_s07_01_a_a_king_who_dies_childless_ends_the_game() -> None:
    """§07-01 a: the game ends when the king of any dynasty has died without a child."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), scythe=0)
    play(state, "reaper", "person:Francis I")
    after = rolling(state, 6, by="pass")
    assert after.done and after.phase == "end"
    assert reasons(after) == A


@pytest.mark.rule("§07-01")
def test_s07_01_a_a_king_with_a_child_does_not_end_it() -> None:
    """§07-01 a: only a king *without* children ends the game by his death."""
    state = table(seat("Charles V"), seat("Francis I", children=["Henry II"]), scythe=0)
    play(state, "reaper", "person:Francis I")
    assert not rolling(state, 6, by="pass").done


@pytest.mark.rule("§07-01")
def test_s07_01_a_somebody_else_s_death_does_not_end_it() -> None:
    """§07-01 a: the death of a spouse or courtier ends nothing."""
    for victim in ("Anne of Brittany", "Nostradamus"):
        state = table(
            seat("Charles V"), seat("Francis I", spouse="Anne of Brittany", courtiers=["Nostradamus"]), scythe=0
        )
        play(state, "reaper", f"person:{victim}")
        assert not rolling(state, 6, by="pass").done


@pytest.mark.rule("§07-01")
def test_s07_01_b_a_dynasty_without_territory_ends_the_game() -> None:
    """§07-01 b: the game ends when a dynasty has no territory any more."""
    state = table(seat("Gustavus Adolphus"), seat("Elizabeth I", territories=["Norway"]), pack="H2 H3")
    play(state, "war", "country:Norway", "person:Gustavus Adolphus", "pass")
    after = succeeding(state)
    assert after.done
    assert reasons(after) & B


@pytest.mark.rule("§07-01")
def test_s07_01_b_losing_one_of_two_territories_does_not_end_it() -> None:
    """§07-01 b: a dynasty that keeps a territory plays on."""
    state = table(seat("Gustavus Adolphus"), seat("Elizabeth I", territories=["Norway", "England"]), pack="H2 H3")
    play(state, "war", "country:Norway", "person:Gustavus Adolphus", "pass")
    after = checking(state, 1)
    assert holder(after, "Norway") == 0
    assert not after.done


@pytest.mark.rule("§07-01")
def test_s07_01_c_an_empty_person_deck_ends_the_game() -> None:
    """§07-01 c: the game ends when a person deck of any bloodline colour is used up."""
    for colour in ("yellow", "blue", "red", "green"):
        state = table(seat("Charles V"), seat("Elizabeth I"), person_decks={colour: []})
        play(state, "pass")
        assert state.done
        assert reasons(state) == C


@pytest.mark.rule("§07-01")
def test_s07_01_c_a_deck_emptied_in_the_recruit_phase_leaves_the_action() -> None:
    """§07-01 c: the turn's action and all that follows from it are still carried out."""
    state = table(
        seat("Rudolf II"), seat("Elizabeth I"), phase="recruit", person_decks={"red": ["James I"]}, pack="H2 H3"
    )
    play(state, "deck:red")
    assert not state.done and state.phase == "action"
    play(state, "hire", "person:Rudolf II", "person:James I")
    after = succeeding(state)
    assert where(after, "James I") == (0, "courtiers")
    assert after.done and reasons(after) == C


@pytest.mark.rule("§07-01")
def test_s07_01_c_a_deck_emptied_by_a_birth_ends_the_game() -> None:
    """§07-01 c: the last card of a deck may also be a child."""
    state = table(
        seat("Henry VIII", spouse="Catherine of Aragon"),
        seat("Charles V"),
        person_decks={"red": ["Mary I"]},
        pack="S2 S3 S4 S5 S6",
    )
    play(state, "procreation")
    after = succeeding(state)
    play(after, "deck:red")
    assert where(after, "Mary I") == (0, "children")
    assert after.done and reasons(after) == C


@pytest.mark.rule("§07-01")
def test_s07_01_all_that_follows_from_the_action_is_completed_first() -> None:
    """§07-01: the game ends only after all that follows from the action: in a war, both death checks."""
    state = table(
        seat("Gustavus Adolphus", courtiers=["Axel Oxenstierna"]),
        seat("Elizabeth I", territories=["Norway"], children=["James I"]),
        pack="H2 H3 H4 H5 H6 H7 H8",
    )
    play(state, "war", "country:Norway", "person:Gustavus Adolphus", "person:Elizabeth I")
    after = checking(state, 6, 6)
    assert after.done and reasons(after) == A | B  # the victor's king falls childless, and the loser has no land
    assert where(after, "Elizabeth I") == "removed"
    assert seat_of(after, 1)["king"] == "James I"


@pytest.mark.rule("§07-01")
def test_s07_01_the_scythe_still_moves_at_the_end() -> None:
    """§07-01: the passing of the scythe follows from the action, and comes before the end."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), scythe=0)
    play(state, "reaper", "person:Francis I")
    after = rolling(state, 6, by="pass")
    assert after.done
    assert after.to_dict()["scythe"] == 2


@pytest.mark.rule("D-R15")
def test_d_r15_no_wanderer_is_discarded_in_the_last_turn() -> None:
    """D-R15: when the game ends there is no aftermath: more wanderers than dynasties stay."""
    lying = ["Anne Boleyn", "James I", "Charles I"]
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=lying, person_decks={"red": []})
    play(state, "pass")
    assert state.done
    assert sorted(state.to_dict()["wanderers"]) == sorted(lying)


@pytest.mark.rule("D-R15")
def test_d_r15_no_card_is_discarded_in_the_last_turn() -> None:
    """D-R15: when the game ends there is no aftermath: more than five cards stay in hand."""
    state = table(seat("Charles V", hand="H2 H3 H4 H5 H6 H7"), seat("Elizabeth I"), person_decks={"red": []})
    play(state, "pass")
    assert state.done
    assert len(seat_of(state, 0)["hand"]) == 6


# ---------------------------------------------------------------------------------------------------------- §07-01 ruin


@pytest.mark.rule("§07-01")
def test_s07_01_a_dynasty_whose_king_died_childless_is_ruined() -> None:
    """§07-01: the dynasty that brought about a) is ruined: 0 points, whatever it owns."""
    state = table(seat("Charles V"), seat("Francis I", territories=["France", "Spain"]), scythe=0)
    play(state, "reaper", "person:Francis I")
    after = rolling(state, 6, by="pass")
    assert after.scores()[1] == 0
    assert after.returns().tolist() == [1, -1]


@pytest.mark.rule("§07-01")
def test_s07_01_a_dynasty_without_territory_is_ruined() -> None:
    """§07-01: the dynasty that brought about b) is ruined: 0 points, whatever its royals' prestige."""
    state = table(seat("Charles I"), seat("Elizabeth I", territories=()), seat("Erik XIV"))
    play(state, "pass")
    assert state.done and reasons(state) == B
    assert state.scores()[1] == 0
    assert state.returns()[1] < 0


@pytest.mark.rule("§07-01")
def test_s07_01_an_empty_deck_ruins_nobody() -> None:
    """§07-01: a) and b) ruin, c) does not."""
    state = table(seat("Charles V"), seat("Elizabeth I"), person_decks={"yellow": []})
    play(state, "pass")
    assert min(state.scores()) > 0


@pytest.mark.rule("§07-01")
def test_s07_01_whoever_brought_it_about_the_killed_king_s_dynasty_is_ruined() -> None:
    """§07-01 (ch. 4): the dynasty that has lost its king is ruined, not the one that swung the scythe."""
    state = table(seat("Charles V"), seat("Francis I"), scythe=0)
    play(state, "reaper", "person:Francis I")
    after = rolling(state, 6, by="pass")
    assert after.scores()[0] > 0


@pytest.mark.rule("§07-01")
def test_s07_01_the_turn_player_can_ruin_himself() -> None:
    """§07-01: a king who dies childless in his own war ruins his dynasty, also when he wins."""
    state = table(seat("Gustavus Adolphus"), seat("Erik XIV"), independent=["Norway"], pack="H2 H3")
    play(state, "war", "country:Norway", "person:Gustavus Adolphus")
    after = checking(state, 6)
    assert holder(after, "Norway") == 0
    assert after.done and after.scores()[0] == 0
    assert after.returns().tolist() == [-1, 1]


# ------------------------------------------------------------------------------------------------------- §07-02 points


@pytest.mark.rule("§07-02")
def test_s07_02_points_are_prestige_of_royals_and_power_of_territories() -> None:
    """§07-02: points are (A) the prestige of the own royals and (B) the power of the own territories."""
    state = final(
        seat("Henry VIII", spouse="Anne Boleyn", children=["Mary I", "Charles I"], territories=["England", "Norway"])
    )
    royals = ("Henry VIII", "Anne Boleyn", "Mary I", "Charles I")
    expected = sum(printed(person).prestige for person in royals) + land("England") + land("Norway")
    assert state.scores()[0] == expected


@pytest.mark.rule("§07-02")
def test_s07_02_courtiers_and_wanderers_do_not_count() -> None:
    """§07-02 A: only royals count; courtiers do not, nor do independent countries or wanderers."""
    state = final(
        seat("Henry VIII", courtiers=["Gustavus Adolphus"], territories=["Norway"]),
        independent=["France"],
        wanderers=["Charles V"],
    )
    assert state.scores()[0] == printed("Henry VIII").prestige + land("Norway")


@pytest.mark.rule("§07-02")
def test_s07_02_prestige_counts_with_the_pope() -> None:
    """§07-02: prestige is counted with corrections such as the pope's: +2 for each royal of religion CC or C."""
    state = table(
        seat("Philip II", spouse="Joanna of Castile", children=["Maximilian II"], territories=["Spain"]),
        seat("Elizabeth I"),
        pope=0,
        person_decks={"green": []},
    )
    play(state, "pass")
    printed_sum = sum(printed(p).prestige for p in ("Philip II", "Joanna of Castile", "Maximilian II"))
    assert printed("Maximilian II").religion == "CP"
    assert state.scores()[0] == printed_sum + 2 + 2 + land("Spain")
    other = printed("Elizabeth I").prestige + sum(land(country) for country in seat_of(state, 1)["territories"])
    lead = printed_sum + 4 + land("Spain") - other
    assert state.returns("points")[0] == pytest.approx(lead / state.game.points_bound)


@pytest.mark.rule("§07-02")
def test_s07_02_most_points_win() -> None:
    """§07-02: the dynasty with the most points wins."""
    state = final(seat("Henry VIII", territories=["Norway"]), seat("Charles I", territories=["France"]))
    scores = state.scores()
    assert scores[1] > scores[0]
    assert state.returns().tolist() == [-0.5, 1, -0.5]


# ------------------------------------------------------------------------------------------------- §07-02 breaking ties


@pytest.mark.rule("§07-02")
def test_s07_02_a_tie_is_broken_by_royals_first() -> None:
    """§07-02: equal points are compared by (A) alone; it does not matter that the other's king has more prestige."""
    more = printed("Henry VIII").prestige + printed("Charles I").prestige - printed("Elizabeth I").prestige
    assert more > 0
    rich, poor = countries_apart(more)
    state = final(
        seat("Henry VIII", children=["Charles I"], territories=[poor]), seat("Elizabeth I", territories=[rich])
    )
    assert state.scores()[0] == state.scores()[1]
    assert printed("Elizabeth I").prestige > printed("Henry VIII").prestige
    assert state.returns().tolist() == [1, -0.5, -0.5]


@pytest.mark.rule("§07-02")
def test_s07_02_then_by_the_king_s_prestige() -> None:
    """§07-02: then by the king's prestige, not by his governance."""
    less = printed("Henry VIII").prestige - printed("Thomas Cromwell").prestige
    assert less > 0
    child = someone(prestige=less, religion="CP")
    state = final(
        seat("Thomas Cromwell", children=[child], territories=["Norway"]),
        seat("Henry VIII", territories=["Switzerland"]),
    )
    assert state.scores()[0] == state.scores()[1]
    assert printed("Thomas Cromwell").governance > printed("Henry VIII").governance
    assert state.returns().tolist() == [-0.5, 1, -0.5]


@pytest.mark.rule("§07-02")
@pytest.mark.parametrize("seats_swapped", [False, True])
@pytest.mark.parametrize("by", ORDER[1:])
def test_s07_02_then_by_governance_war_ambition_life_fertility(by: str, seats_swapped: bool, reprint: Reprint) -> None:
    """§07-02: then by the king's governance, war, ambition, life, fertility, in this order: what comes later does not
    matter, though all of it favours the other."""
    better, worse = "Ferdinand I", "William of Orange"
    place = ORDER.index(by)
    reprint(worse, **dict.fromkeys(ORDER, 2))
    reprint(better, **{stat: 2 if i < place else 3 if i == place else 1 for i, stat in enumerate(ORDER)})
    laid = [seat(better, territories=["Norway"]), seat(worse, territories=["Switzerland"])]
    state = final(*(laid[::-1] if seats_swapped else laid))
    assert state.scores()[0] == state.scores()[1]
    assert state.returns().tolist() == ([-0.5, 1, -0.5] if seats_swapped else [1, -0.5, -0.5])


@pytest.mark.rule("§07-02")
def test_s07_02_the_king_s_prestige_is_compared_with_the_pope() -> None:
    """§07-02: prestige is counted with the pope, in ties too: the pope's holder has the king of more prestige, though
    less is printed on his card."""
    king, rival = someone(religion=("CC", "C"), prestige=2), someone(religion="P", prestige=3)
    child = someone(religion="P", prestige=1)
    state = table(
        seat(king, territories=["Norway"]),  # 2 + 2
        seat(rival, children=[child], territories=["Switzerland"]),  # 3 + 1
        pope=0,
        person_decks={"green": []},
    )
    play(state, "pass")
    assert state.scores() == [4 + land("Norway"), 4 + land("Switzerland")]
    assert state.scores()[0] == state.scores()[1]
    assert state.returns().tolist() == [1, -1]


@pytest.mark.rule("D-R16")
def test_d_r16_still_tied_dynasties_share_the_win(twins: tuple[str, str]) -> None:
    """D-R16: who is tied in everything shares the win: the winners share +1, the others -1."""
    state = final(seat(twins[0], territories=["Norway"]), seat(twins[1], territories=["Switzerland"]))
    assert state.returns().tolist() == [0.5, 0.5, -1]


@pytest.mark.rule("D-R16")
def test_d_r16_when_all_win_nobody_gains(twins: tuple[str, str]) -> None:
    """D-R16: all dynasties tied in everything: all win, and the returns are 0."""
    assert not {printed(king).religion for king in twins} & {"CC", "C"}  # the pope adds nothing
    state = table(
        seat(twins[0], territories=["Norway"]),
        seat(twins[1], territories=["Switzerland"]),
        pope=1,
        person_decks={"red": []},
    )
    play(state, "pass")
    assert state.scores()[0] == state.scores()[1]
    assert state.returns().tolist() == [0, 0]


@pytest.mark.rule("D-R16")
def test_d_r16_when_every_dynasty_is_ruined_nobody_wins() -> None:
    """D-R16: every dynasty ruined: nobody wins."""
    state = table(seat("Gustavus Adolphus"), seat("Elizabeth I", territories=["Norway"]), pack="H2 H3")
    play(state, "war", "country:Norway", "person:Gustavus Adolphus", "pass")
    after = checking(state, 6)  # the victor falls childless, the loser has no land left
    assert after.scores() == [0, 0]
    assert after.returns().tolist() == [0, 0]


# ------------------------------------------------------------------------------------------------------------- returns


@pytest.fixture
def three(twins: tuple[str, str]) -> State:
    """A finished game of four dynasties: one with the most points, two tied to the last, and one with 0 points."""
    state = final(
        seat("Henry VIII", territories=["France"]),
        seat(twins[0], territories=["Scotland", "Hungary"]),
        seat(twins[1], territories=["Switzerland", "Norway"]),
    )
    one = printed("Henry VIII").prestige + land("France")
    two = printed(twins[0]).prestige + land("Scotland") + land("Hungary")
    assert state.scores() == [one, two, two, 0]
    assert one > two > 0
    return state


@pytest.mark.rule("§07-02")
def test_returns_are_zero_while_the_game_goes_on() -> None:
    state = table(seat("Henry VIII"), seat("Elizabeth I"))
    for reward in ("win", "rank", "points"):
        assert state.returns(reward).tolist() == [0, 0]  # type: ignore[arg-type]


@pytest.mark.rule("§07-02")
def test_returns_win_the_winner_has_one_and_the_others_share_minus_one(three: State) -> None:
    """Returns "win": winners share +1, the others -1."""
    assert three.returns("win").tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


@pytest.mark.rule("§07-02")
def test_returns_rank_is_linear_and_averages_ties(three: State) -> None:
    """Returns "rank": from +1 to -1, ties averaged: places 1, 2–3, 2–3, 4 of four."""
    assert three.returns("rank").tolist() == pytest.approx([1, 0, 0, -1])


@pytest.mark.rule("§07-02")
def test_returns_points_are_the_lead_over_the_others_mean(three: State) -> None:
    """Returns "points": own score minus the mean of the others', divided by the published bound."""
    one, two, _, _ = three.scores()
    leads = [one - 2 * two / 3, two - (one + two) / 3, two - (one + two) / 3, 0 - (one + 2 * two) / 3]
    assert three.returns("points").tolist() == pytest.approx([lead / three.game.points_bound for lead in leads])


@pytest.mark.rule("§07-01")
def test_after_the_end_nothing_is_legal(three: State) -> None:
    assert names(three) == set()


@pytest.mark.rule("§07-01")
def test_s07_01_a_failed_action_can_end_the_game_too() -> None:
    """§07-01: it is the condition that ends the game, not the action's success."""
    state = table(
        seat("Rudolf II"),
        seat("Elizabeth I"),
        wanderers=["Albrecht von Wallenstein"],
        pack="SK CK H2 H3",
        person_decks={"red": []},
    )
    play(state, "hire", "person:Rudolf II", "person:Albrecht von Wallenstein")
    after = failing(state)
    assert after.done and reasons(after) == C
