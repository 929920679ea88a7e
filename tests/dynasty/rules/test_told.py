"""What a move tells the table (the trace): who did what to whom, in the order in which the book has it happen.

Everything in the book is said or done openly, unless it says otherwise, so that these entries are the course of play.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import checking, every_card, names, play, printed, quiet, rolling, seat, succeeding, table, throwing
from .trace_fields import check, story

laid = partial(table, abilities=True)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10"
NEXT_TURN = [("TURN", 1, 2), ("DREW", 1, 1)]
"""Seat 1 is on turn and has drawn its card; which one is told to nobody else."""


def last(state: State) -> list[tuple[object, ...]]:
    """What the last move told, without the cards and the dice of the action."""
    rolled = ("SUPPLIED", "NEEDS", "DIE", "OUTCOME")
    return [each for each in story(state.trace()) if each[0] not in rolled]


# ------------------------------------------------------------------------------------------------------ §08-01: set-up


@pytest.mark.rule("§08-01")
def test_s08_01_set_up_is_open() -> None:
    """§08-01: the first player, every person turned up, and the king are for all to see."""
    state = GAME.new(4, num_players=2, backend="interpreted")
    check(state)
    first = state.to_dict()["first_player"]
    assert story(state.trace(), Trace.FIRST_PLAYER) == [("FIRST_PLAYER", first)]
    for deck in ("red", "blue", "red"):
        top = state.to_dict()["person_decks"][deck][0]
        assert story(play(state, f"deck:{deck}")) == [("TURNED_UP", first, top, deck, "courtier")]
    king = state.to_dict()["seats"][first]["courtiers"][1]
    assert story(play(state, f"person:{king}")) == [("CROWNED", first, king)]
    dynasty = state.to_dict()["seats"][first]
    assert (dynasty["king"], dynasty["spouses"], len(dynasty["courtiers"])) == (king, [], 2)


# ------------------------------------------------------------------------------------------------------- §08-02: a turn


@pytest.mark.rule("§08-02")
def test_s08_02_a_pass_and_the_next_turn() -> None:
    """§08-02: no action; the next player's turn begins with his draw."""
    state = table(seat("Charles V"), seat("Elizabeth I"))
    assert story(play(state, "pass")) == [("PASSED", 0), *NEXT_TURN]


@pytest.mark.rule("§08-02-01")
def test_s08_02_01_who_draws_sees_the_card() -> None:
    """§08-02-01: the card goes to the hand, which the others do not see (§08-01)."""
    state = table(seat("Charles V"), seat("Elizabeth I"), pack="H2")
    state.play("pass")
    assert story(state.trace(1), Trace.DRAWN, Trace.DREW) == [("DRAWN", 1, "H2"), ("DREW", 1, 1)]
    assert story(state.trace(0), Trace.DRAWN, Trace.DREW) == [("DREW", 1, 1)]


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_the_discards_become_the_pack() -> None:
    """§08-02-03-01: the discards are shuffled and become the pack, every one of them."""
    discards = every_card("S2 S3 S4")
    state = table(seat("Charles V", hand="S2 S3 S4"), seat("Elizabeth I"), pack="", discards=discards)
    entries = play(state, "pass")
    assert story(entries) == [("PASSED", 0), ("TURN", 1, 2), ("REBUILT", 51), ("DREW", 1, 1)]
    after = state.to_dict()
    assert Counter(after["pack"] + after["seats"][1]["hand"]) == Counter(discards)


@pytest.mark.rule("§08-02-02")
@pytest.mark.parametrize("deck", ["yellow", "blue", "red", "green"])
def test_s08_02_02_a_wanderer(deck: str) -> None:
    """§08-02-02: the top card is turned up and put into the middle."""
    state = table(seat("Charles V"), seat("Elizabeth I"), phase="recruit")
    top = state.to_dict()["person_decks"][deck][0]
    if top != "Suleiman I":
        assert story(play(state, f"deck:{deck}")) == [("TURNED_UP", 0, top, deck, "wanderer")]


@pytest.mark.rule("§11-02")
def test_s11_02_suleiman_and_his_empire() -> None:
    """§11-02: turned up he joins the turn player's courtiers, and the Ottoman Empire comes with him."""
    state = table(seat("Charles V"), seat("Elizabeth I"), phase="recruit", person_decks={"blue": ["Suleiman I"]})
    assert story(play(state, "deck:blue"))[:2] == [
        ("TURNED_UP", 0, "Suleiman I", "blue", "courtier"),
        ("COUNTRY_MOVED", 0, "Ottoman Empire"),
    ]


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_the_aftermath() -> None:
    """§08-02-04: wanderers and cards that are too many are discarded openly."""
    ladies = ["Anne Boleyn", "Renée of France", "Anne of Cleves"]
    state = table(seat("Charles V", hand="H2 H3 H4 H5 H6 H7"), seat("Elizabeth I"), wanderers=ladies)
    play(state, "pass")
    assert story(play(state, "person:Anne Boleyn")) == [("DISMISSED", 0, "Anne Boleyn")]
    assert story(play(state, "card:H3"))[0] == ("DISCARDED", 0, "H3", 0)
    assert state.to_dict()["discards"] == ["H3"]


# ----------------------------------------------------------------------------------------- §08-02-03-01: the resolution


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_cards_value_and_dice() -> None:
    """§08-02-03-01: cards played, then supplied; the success value; each die; success or not."""
    state = table(seat("Rudolf II"), seat("Elizabeth I", hand="S9"), wanderers=["Anne Boleyn"], pack="H2 C5")
    assert printed("Anne Boleyn").ambition == 3 and printed("Rudolf II").governance == 1
    assert printed("Anne Boleyn").colour != printed("Rudolf II").colour
    play(state, "hire", "person:Rudolf II", "person:Anne Boleyn", "pass")
    assert story(play(state, "card:S9")) == [("PLAYED", 1, "S9", 0, 9)]
    on_table = [(card["card"], card["number"], card["seat"]) for card in state.to_dict()["on_table"]]
    assert on_table == [("S9", 9, 1)]
    after = rolling(state, 4)
    assert story(after.trace(), Trace.SUPPLIED, Trace.NEEDS, Trace.DIE, Trace.OUTCOME) == [
        ("SUPPLIED", "H2", 2),
        ("SUPPLIED", "C5", 5),
        ("NEEDS", 0, 9),
        ("DIE", 0, 4),
        ("OUTCOME", 0, 0, 4),
    ]
    assert not any(after.record[field].any() for field in ("laid_size", "laid", "laid_number", "laid_by"))


@pytest.mark.rule("§04")
def test_s04_jokers_are_named_aloud() -> None:
    """§04: a joker from hand is named when it is played, one from the pack by the turn player."""
    state = table(seat("Rudolf II", hand="JOKER"), seat("Elizabeth I"), wanderers=["Anne Boleyn"], pack="JOKER H2")
    play(state, "hire", "person:Rudolf II", "person:Anne Boleyn")
    assert story(play(state, "joker:7")) == [("PLAYED", 0, "JOKER", 0, 7)]
    state = quiet(state)
    assert story(play(state, "pass"), Trace.SUPPLIED) == [("SUPPLIED", "JOKER", 0), ("SUPPLIED", "H2", 2)]
    on_table = [(card["card"], card["number"], card["seat"]) for card in state.to_dict()["on_table"]]
    assert on_table == [("JOKER", 7, 0), ("JOKER", None, None), ("H2", 2, None)]
    assert story(play(state, "joker:11"), Trace.JOKER_NAMED) == [("JOKER_NAMED", 0, 11)]


# ----------------------------------------------------------------------------------------------------- §09: the actions


@pytest.mark.rule("§09-01")
def test_s09_01_a_marriage() -> None:
    """§09-01: the action and whom it aims at are declared; success brings the king a spouse."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), wanderers=["Mary of Hungary"], pack=SPADES)
    assert story(play(state, "marriage", "person:Mary of Hungary")) == [
        ("DECLARED", 0, "marriage"),
        ("NAMED", 0, "Mary of Hungary"),
    ]
    assert last(succeeding(state)) == [("MARRIED", 0, "Mary of Hungary"), *NEXT_TURN]


@pytest.mark.rule("§09-02")
def test_s09_02_a_birth() -> None:
    """§09-02: success brings a child, of age at once: he commands in the next turn of his dynasty."""
    own = seat("Henry IV", spouse="Mary I")
    state = table(own, seat("Elizabeth I"), pack=SPADES, person_decks={"red": ["James I", "Mary Stuart"]})
    assert story(play(state, "procreation")) == [("DECLARED", 0, "procreation")]
    after = succeeding(state)
    assert story(play(after, "deck:red")) == [
        ("TURNED_UP", 0, "James I", "red", "child"),
        ("BORN", 0, "James I"),
        *NEXT_TURN,
    ]
    play(after, "deck:green", "pass", "deck:green", "war")
    play(after, next(iter(sorted(names(after)))))
    assert "person:James I" in names(after)


@pytest.mark.rule("D-R11")
def test_d_r11_a_birth_without_a_card() -> None:
    """D-R11: no deck has a card: nobody is born, and that is told."""
    decks = {"red": [], "blue": []}
    state = table(seat("Henry IV", spouse="Mary I"), seat("Elizabeth I"), pack=SPADES, person_decks=decks)
    play(state, "procreation")
    assert last(succeeding(state)) == [("CHILDLESS_BIRTH", 0), ("ENDED", 4)]


@pytest.mark.rule("§09-03")
def test_s09_03_a_war_on_an_independent_country() -> None:
    """§09-03: country and commander are declared; the country is taken from nobody."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), independent=["Milan"], pack=HEARTS)
    assert story(play(state, "war", "country:Milan", "person:Henry IV")) == [
        ("DECLARED", 0, "war"),
        ("ATTACKED", 0, "Milan", -1),
        ("COMMANDS", 0, "Henry IV", 0),
    ]
    assert last(checking(state, 1)) == [("CONQUERED", 0, "Milan", -1), ("CHECKED", 0, "Henry IV", 0, 1), *NEXT_TURN]


@pytest.mark.rule("§09-03")
@pytest.mark.parametrize("attacker", [0, 1])
def test_s09_03_a_war_on_another_dynasty(attacker: int) -> None:
    """§09-03, §09-03-02: on a territory of whatever seat; its player names a commander, and both are checked."""
    own = seat("Henry IV", courtiers=["Joanna of Castile"], territories=["France", "Milan"])
    rival = seat("Elizabeth I", courtiers=["Francis Drake"], territories=["England", "Ireland"])
    prey, mine, theirs = (
        ("Milan", "Francis Drake", "Joanna of Castile")
        if attacker
        else ("Ireland", "Joanna of Castile", "Francis Drake")
    )
    state = table(own, rival, turn_player=attacker, pack=HEARTS)
    defender = 1 - attacker
    assert story(play(state, "war", f"country:{prey}", f"person:{mine}")) == [
        ("DECLARED", attacker, "war"),
        ("ATTACKED", attacker, prey, defender),
        ("COMMANDS", attacker, mine, 0),
    ]
    assert (state.phase, state.seat) == ("war_defender", defender)
    assert story(play(state, f"person:{theirs}")) == [("COMMANDS", defender, theirs, 1)]
    after = checking(state, 1, 6)
    assert last(after)[:4] == [
        ("CONQUERED", attacker, prey, defender),
        ("CHECKED", attacker, mine, 0, 1),
        ("CHECKED", defender, theirs, 1, 6),
        ("DIED", defender, theirs),
    ]


@pytest.mark.rule("§09-03-02")
def test_s09_03_02_no_commander_is_sent() -> None:
    """§09-03-02: the defender may name nobody."""
    state = table(seat("Henry IV"), seat("Elizabeth I", territories=["England", "Ireland"]))
    play(state, "war", "country:Ireland", "person:Henry IV")
    assert story(play(state, "pass")) == [("UNDEFENDED", 1)]


@pytest.mark.rule("§09-04")
def test_s09_04_a_hire() -> None:
    """§09-04: recruiter and candidate are declared; success brings a courtier."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), wanderers=["Anne Boleyn"], pack=HEARTS)
    assert story(play(state, "hire", "person:Henry IV", "person:Anne Boleyn")) == [
        ("DECLARED", 0, "hire"),
        ("RECRUITS", 0, "Henry IV"),
        ("NAMED", 0, "Anne Boleyn"),
    ]
    assert last(succeeding(state)) == [("HIRED", 0, "Anne Boleyn"), *NEXT_TURN]


@pytest.mark.rule("§09-05")
def test_s09_05_an_incitement() -> None:
    """§09-05: the target is declared; success brings it over."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), seat("Philip II", courtiers=["Duke of Alba"]), pack=HEARTS)
    assert story(play(state, "incite", "person:Duke of Alba")) == [
        ("DECLARED", 0, "incite"),
        ("NAMED", 0, "Duke of Alba"),
    ]
    assert last(succeeding(state))[0] == ("INCITED", 0, "Duke of Alba", 2)


@pytest.mark.rule("§09-06")
def test_s09_06_the_reaper_refused_and_at_work() -> None:
    """§09-06: the person named, a refusal, the check, the death, the heir, and the scythe to the right."""
    rival = seat("Elizabeth I", spouse="Philip II", children=["James I"])
    state = table(seat("Henry IV"), rival, seat("Charles V"), scythe=0, pope=2)
    assert story(play(state, "reaper", "person:Philip II")) == [("DECLARED", 0, "reaper"), ("NAMED", 0, "Philip II")]
    assert story(play(state, "declare")) == [("REFUSED", 1, "Philip II")]
    after = checking(state, 6, by="person:Elizabeth I")
    assert last(after) == [
        ("NAMED", 0, "Elizabeth I"),
        ("CHECKED", 1, "Elizabeth I", 1, 6),
        ("DIED", 1, "Elizabeth I"),
        ("SUCCEEDED", 1, "James I"),
        ("SCYTHE_MOVED", 2),
        *NEXT_TURN,
    ]


@pytest.mark.rule("§07-01")
def test_s07_01_a_dynasty_dies_out_and_the_game_ends() -> None:
    """§07-01 a: the king dies childless: it is extinct, the scythe still moves, and for that reason the game ends."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), seat("Charles V"), scythe=0, pope=2)
    play(state, "reaper", "person:Elizabeth I")
    assert last(checking(state, 6, by="pass")) == [
        ("CHECKED", 1, "Elizabeth I", 1, 6),
        ("DIED", 1, "Elizabeth I"),
        ("EXTINCT", 1),
        ("SCYTHE_MOVED", 2),
        ("ENDED", 1),
    ]


@pytest.mark.rule("§07-01")
def test_s07_01_the_last_territory_and_the_last_card() -> None:
    """§07-01 b, c: both reasons are told where both are true; once the game is over no decision is open."""
    rival = seat("Elizabeth I", territories=["England"])
    state = table(seat("Henry IV"), rival, pack=HEARTS, person_decks={"green": []})
    play(state, "war", "country:England", "person:Henry IV", "pass")
    after = checking(state, 1)
    assert last(after)[-1] == ("ENDED", 2 + 4)
    assert (int(after.record["step"]), int(after.record["choices"])) == (0, 0)


@pytest.mark.rule("§11-01")
def test_s11_01_the_pope_is_named_and_moves() -> None:
    """§11-01: the pope named by the reaper dies of a 4 and goes to the turn player."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), seat("Charles V"), scythe=0, pope=2)
    assert story(play(state, "reaper", "pope"), Trace.NAMED) == [("NAMED", 0, "the pope")]
    after = checking(state, 4, by="pass")
    assert last(after)[:3] == [("CHECKED", 2, "the pope", 1, 4), ("POPE_MOVED", 0), ("SCYTHE_MOVED", 2)]
    assert last(checking(state, 3, by="pass"))[:2] == [("CHECKED", 2, "the pope", 0, 3), ("SCYTHE_MOVED", 2)]


# --------------------------------------------------------------------------------------------------- §11-03: abilities


@pytest.mark.rule("§11-03-01")
@pytest.mark.parametrize(("face", "dies"), [(4, 0), (5, 1)])
def test_s11_03_01_a_suppression(face: int, dies: int) -> None:
    """§11-03-01: the person is named, the die is seen, and the dead are mourned."""
    state = laid(seat("Henry IV", courtiers=["Duke of Alba", "James I"]), seat("Elizabeth I"))
    play(state, "suppression")
    after = throwing(state, face, "person:James I")
    told = [("NAMED", 0, "James I"), ("SUPPRESSED", 0, "James I", dies, face)]
    assert last(after) == told + [("DIED", 0, "James I")] * dies + NEXT_TURN


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_an_assassination() -> None:
    """§11-03-02: declared as such; the scythe stays."""
    state = laid(seat("Henry IV", courtiers=["Mary Stuart"]), seat("Elizabeth I"), seat("Charles V"))
    assert story(play(state, "assassination"), Trace.DECLARED) == [("DECLARED", 0, "assassination")]
    play(state, "person:Charles V")
    assert last(checking(state, 1, by="pass")) == [("CHECKED", 2, "Charles V", 0, 1), *NEXT_TURN]


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_a_plunder() -> None:
    """§11-03-03: the country leaves play, once, and cards are drawn; Suleiman, wherever he is, has no part in it."""
    own = seat("Hernan Cortes", territories=["Spain"])
    rival = seat("Elizabeth I", courtiers=["Suleiman I"], territories=["England", "Ottoman Empire"])
    state = laid(own, rival, independent=["Portugal"], pack=HEARTS)
    play(state, "war", "country:Portugal", "person:Hernan Cortes")
    after = succeeding(state)
    assert "Portugal" in after.to_dict()["independent"]  # D-R35: until the attacker has answered
    told = story(play(after, "declare"))
    assert told[:3] == [("PLUNDERED", 0, "Portugal"), ("COUNTRY_GONE", "Portugal"), ("DREW", 0, 2)]
    assert [each for each in told if each[0] in ("COUNTRY_GONE", "DIED")] in (
        [("COUNTRY_GONE", "Portugal")],
        [("COUNTRY_GONE", "Portugal"), ("DIED", 0, "Hernan Cortes")],
    )
    assert "Suleiman I" in after.to_dict()["seats"][1]["courtiers"]


@pytest.mark.rule("D-R18")
def test_d_r18_the_empire_plundered_is_gone_once() -> None:
    """§11-03-03, D-R18: with the Ottoman Empire Suleiman dies; the country leaves play a single time."""
    rival = seat("Elizabeth I", courtiers=["Suleiman I"], territories=["England", "Ottoman Empire"])
    state = laid(seat("Charles V", courtiers=["Hernan Cortes"]), rival, pack=HEARTS)
    play(state, "war", "country:Ottoman Empire", "person:Hernan Cortes", "pass")
    told = story(play(succeeding(state), "declare"), Trace.PLUNDERED, Trace.COUNTRY_GONE, Trace.DREW, Trace.DIED)
    assert told[:4] == [
        ("PLUNDERED", 0, "Ottoman Empire"),
        ("COUNTRY_GONE", "Ottoman Empire"),
        ("DREW", 0, 5),
        ("DIED", 1, "Suleiman I"),
    ]
    assert told[4:] in ([("DREW", 1, 1)], [("DIED", 0, "Hernan Cortes"), ("DREW", 1, 1)])


@pytest.mark.rule("§11-03-04")
def test_s11_03_04_a_revolution() -> None:
    """§11-03-04: the rebel becomes king at home, and the old king's death is told."""
    state = laid(seat("Henry IV"), seat("Philip II", courtiers=["Henry of Guise"]), pack=HEARTS)
    play(state, "incite", "person:Henry of Guise")
    assert last(succeeding(state)) == [
        ("REVOLTED", 1, "Henry of Guise", "Philip II"),
        ("DIED", 1, "Philip II"),
        *NEXT_TURN,
    ]


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize(("face", "weds"), [(4, 0), (5, 1)])
def test_s11_03_05_a_match(face: int, weds: int) -> None:
    """§11-03-05: child and king are named, the die is seen, and the wedding is that king's."""
    assert printed("Henry IV").prestige == 4
    state = laid(seat("Elizabeth I", children=["Christina of Sweden", "James I"]), seat("Henry IV"), pope=0)
    assert story(play(state, "matchmaking", "person:Christina of Sweden")) == [
        ("DECLARED", 0, "matchmaking"),
        ("NAMED", 0, "Christina of Sweden"),
    ]
    after = throwing(state, face, "person:Henry IV")
    told = [("NAMED", 0, "Henry IV"), ("MATCHED", 0, "Christina of Sweden", weds, face)]
    assert last(after) == told + [("MARRIED", 1, "Christina of Sweden")] * weds + NEXT_TURN


@pytest.mark.rule("§11-03-06")
def test_s11_03_06_police() -> None:
    """§11-03-06: who polices whom, the die, and the execution or the desertion."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Duke of Alba"])
    state = laid(seat("Henry IV"), rival, pack=HEARTS)
    play(state, "incite", "person:Duke of Alba")
    state = succeeding(state)
    policed = ("POLICED", 1, "Francis Walsingham", "Duke of Alba")
    assert last(throwing(state, 3, "declare")) == [(*policed, 3), ("DIED", 1, "Duke of Alba"), *NEXT_TURN]
    assert last(throwing(state, 4, "declare")) == [(*policed, 4), ("INCITED", 0, "Duke of Alba", 1), *NEXT_TURN]


@pytest.mark.rule("§11-03-07")
def test_s11_03_07_an_execution() -> None:
    """§11-03-07: the spouse is named and dead."""
    state = laid(seat("Henry VIII", spouse="Anne Boleyn"), seat("Elizabeth I"))
    assert story(play(state, "execution", "person:Anne Boleyn")) == [
        ("DECLARED", 0, "execution"),
        ("EXECUTED", 0, "Anne Boleyn"),
        ("DIED", 0, "Anne Boleyn"),
        *NEXT_TURN,
    ]


@pytest.mark.rule("D-R22")
def test_d_r22_success_by_itself() -> None:
    """D-R22: what is named is told, then that the action succeeds by itself."""
    state = laid(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Anne Boleyn"])
    assert story(play(state, "hire", "person:Rudolf II", "person:Anne Boleyn"))[2:] == [
        ("NAMED", 0, "Anne Boleyn"),
        ("BY_ITSELF", 0),
        ("HIRED", 0, "Anne Boleyn"),
        *NEXT_TURN,
    ]
    rival = seat("Philip II", courtiers=["Oliver Cromwell"])
    state = laid(seat("Henry IV", courtiers=["Martin Luther"]), rival)
    assert story(play(state, "incite", "person:Oliver Cromwell"))[1:] == [
        ("NAMED", 0, "Oliver Cromwell"),
        ("BY_ITSELF", 0),
        ("INCITED", 0, "Oliver Cromwell", 1),
        *NEXT_TURN,
    ]
