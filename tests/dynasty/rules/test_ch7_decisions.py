"""ch. 7 of the rules page: every choice is a decision of its own, of the seat whose choice it is."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.errors import IllegalActionError
from dynasty_env.kit.state import State

from .conftest import every_card, names, persons, play, printed, quiet, rolling, seat, succeeding, table, told, where

BLACKS = "S2 S3 S4 S5 S6 S7 S8 S9 S10"


def trail(state: State, *actions: str) -> list[tuple[str, int]]:
    """Phase and seat of each decision that `actions` answer, and of the one after."""
    seen = [(state.phase, state.seat)]
    for action in actions:
        play(state, action)
        seen.append((state.phase, state.seat))
    return seen


# ----------------------------------------------------------------------------------------------- phases and who decides


@pytest.mark.rule("ch. 7")
def test_ch7_set_up() -> None:
    """ch. 7: setup_deck, setup_king: the dynasty that is setting up."""
    state = GAME.new(3, num_players=2, backend="interpreted")
    first = state.seat
    seen = trail(state, "deck:red", "deck:blue", "deck:red")
    assert seen == [("setup_deck", first)] * 3 + [("setup_king", first)]


@pytest.mark.rule("ch. 7")
def test_ch7_draw_is_automatic() -> None:
    """ch. 7: draw is nobody's decision; it is seen in the trace."""
    state = table(seat("Charles V"), seat("Elizabeth I"))
    entries = play(state, "pass")
    assert state.phase == "recruit"
    assert [e.seat for e in told(entries, Trace.DREW)] == [1]


@pytest.mark.rule("ch. 7")
def test_ch7_recruit_and_action() -> None:
    """ch. 7: recruit (which deck), action (type, or pass): the turn player."""
    state = table(seat("Charles V"), seat("Elizabeth I"), phase="recruit")
    assert trail(state, "deck:red") == [("recruit", 0), ("action", 0)]


@pytest.mark.rule("ch. 7")
def test_ch7_marriage() -> None:
    """ch. 7: marriage_target, then the window."""
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=["Anne Boleyn", "Renée of France"])
    assert trail(state, "marriage", "person:Anne Boleyn") == [("action", 0), ("marriage_target", 0), ("interrupt", 0)]


@pytest.mark.rule("ch. 7")
def test_ch7_procreation() -> None:
    """ch. 7: procreation has nothing to name with one spouse; after success birth_deck."""
    state = table(seat("Charles V", spouse="Anne Boleyn"), seat("Elizabeth I"), pack=BLACKS)
    assert trail(state, "procreation") == [("action", 0), ("interrupt", 0)]
    after = succeeding(state)
    assert (after.phase, after.seat) == ("birth_deck", 0)
    assert names(after) == {"deck:yellow", "deck:red"}


@pytest.mark.rule("ch. 7")
def test_ch7_war() -> None:
    """ch. 7: war_target and war_commander are the attacker's, war_defender is the defender's: a person or no one."""
    state = table(seat("Charles V"), seat("Elizabeth I", courtiers=["James I"], territories=["England", "Ireland"]))
    assert trail(state, "war", "country:England", "person:Charles V") == [
        ("action", 0),
        ("war_target", 0),
        ("war_commander", 0),
        ("war_defender", 1),
    ]
    assert names(state) == {"pass", "person:Elizabeth I", "person:James I"}


@pytest.mark.rule("ch. 7")
def test_ch7_hire() -> None:
    """ch. 7: hire_recruiter, then hire_candidate."""
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=["Anne Boleyn"])
    assert trail(state, "hire", "person:Charles V", "person:Anne Boleyn") == [
        ("action", 0),
        ("hire_recruiter", 0),
        ("hire_candidate", 0),
        ("interrupt", 0),
    ]


@pytest.mark.rule("ch. 7")
def test_ch7_incite() -> None:
    """ch. 7: incite_target."""
    state = table(seat("Charles V"), seat("Elizabeth I", courtiers=["James I"]))
    assert trail(state, "incite", "person:James I") == [("action", 0), ("incite_target", 0), ("interrupt", 0)]


@pytest.mark.rule("ch. 7")
def test_ch7_reaper_and_veto() -> None:
    """ch. 7: reaper_target is the turn player's, veto (refuse or allow) the owner's of whom he named."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), scythe=0)
    assert trail(state, "reaper", "person:Francis I") == [("action", 0), ("reaper_target", 0), ("veto", 2)]
    assert names(state) == {"declare", "pass"}


@pytest.mark.rule("ch. 7")
def test_ch7_interrupt_is_asked_of_every_seat() -> None:
    """ch. 7: interrupt: every seat in turn: a card, a joker with its number, or pass."""
    state = table(seat("Charles V", hand="S2 JOKER"), seat("Elizabeth I"), seat("Francis I"), wanderers=["Anne Boleyn"])
    play(state, "hire", "person:Charles V", "person:Anne Boleyn")
    assert names(state) == {"pass", "card:S2"} | {f"joker:{number}" for number in range(1, 14)}
    assert trail(state, "pass", "pass") == [("interrupt", 0), ("interrupt", 1), ("interrupt", 2)]


@pytest.mark.rule("ch. 7")
def test_ch7_the_aftermath_s_phases() -> None:
    """ch. 7: discard_wanderer, discard_card: the turn player."""
    ladies = ["Anne Boleyn", "Renée of France", "Anne of Cleves"]
    state = table(seat("Charles V", hand="H2 H3 H4 H5 H6 H7"), seat("Elizabeth I"), wanderers=ladies)
    assert trail(state, "pass", "person:Anne Boleyn", "card:H2") == [
        ("action", 0),
        ("discard_wanderer", 0),
        ("discard_card", 0),
        ("recruit", 1),
    ]


@pytest.mark.rule("ch. 7")
def test_ch7_end() -> None:
    """ch. 7: end: the game is over and nobody has a legal action."""
    state = table(seat("Charles V"), seat("Elizabeth I"), person_decks={"red": []})
    play(state, "pass")
    assert state.phase == "end" and state.done
    assert names(state) == set()
    with pytest.raises(IllegalActionError):
        state.play("pass")


@pytest.mark.rule("ch. 7")
def test_ch7_an_illegal_action_changes_nothing() -> None:
    """ch. 7: the mask is the law: an action outside of it is refused and the table stays as it was."""
    state = table(seat("Charles V"), seat("Elizabeth I"))
    before = state.to_dict()
    with pytest.raises(IllegalActionError):
        state.play("procreation")
    assert state.to_dict() == before


# ------------------------------------------------------------------------------------------- only complete declarations


@pytest.mark.rule("ch. 7")
def test_ch7_passing_is_always_possible() -> None:
    """ch. 7: passing is always possible in `action`."""
    assert "pass" in names(table(seat("Charles V"), seat("Elizabeth I"), scythe=0))


@pytest.mark.rule("ch. 7")
def test_ch7_no_marriage_without_anybody_to_court() -> None:
    """ch. 7: a type is offered only when a complete declaration exists: here no woman can be courted."""
    assert "marriage" not in names(table(seat("Charles V"), seat("Elizabeth I"), wanderers=["James I"]))


@pytest.mark.rule("ch. 7")
@pytest.mark.rule("D-R10")
def test_ch7_no_marriage_with_only_own_children_if_kin_is_excluded() -> None:
    """ch. 7, D-R10: with kin_marriage=False a daughter is nobody to court, so marriage is not offered."""
    laid = (seat("Charles V", children=["Maria of Spain"]), seat("Elizabeth I"))
    assert "marriage" in names(table(*laid))
    assert "marriage" not in names(table(*laid, kin_marriage=False))


@pytest.mark.rule("ch. 7")
def test_ch7_no_war_without_a_country_to_attack() -> None:
    """ch. 7: with `adjacency` and no neighbour there is no target for a war."""
    laid = (seat("Charles V", territories=["Spain"]), seat("Elizabeth I", territories=["Hungary"]))
    assert "war" in names(table(*laid))
    assert "war" not in names(table(*laid, adjacency=True))


@pytest.mark.rule("ch. 7")
def test_ch7_no_hire_without_a_wanderer() -> None:
    """ch. 7: nobody to hire, no hiring."""
    assert "hire" not in names(table(seat("Charles V"), seat("Elizabeth I")))


@pytest.mark.rule("ch. 7")
def test_ch7_no_incitement_of_kings_alone() -> None:
    """ch. 7: where the other dynasties have kings only, nobody can be incited."""
    assert "incite" not in names(table(seat("Charles V"), seat("Elizabeth I")))


@pytest.mark.rule("ch. 7")
def test_ch7_no_reaper_without_the_scythe() -> None:
    """ch. 7, §09-06: without the scythe there is no reaper."""
    assert "reaper" not in names(table(seat("Charles V"), seat("Elizabeth I"), scythe=1))


@pytest.mark.rule("ch. 7")
@pytest.mark.rule("D-R11")
def test_ch7_procreation_is_offered_though_no_deck_has_a_child() -> None:
    """ch. 7, D-R11: only decks with cards can be chosen; if none has, nobody is born, but the action stands open."""
    state = table(
        seat("Charles V", spouse="Isabella of Portugal"), seat("Elizabeth I"), person_decks={"yellow": []}, pack=BLACKS
    )
    play(state, "procreation")
    after = succeeding(state)
    assert after.to_dict()["seats"][0]["children"] == []
    assert len(told(after, Trace.CHILDLESS_BIRTH)) == 1
    assert after.done


@pytest.mark.rule("D-R11")
def test_d_r11_only_the_deck_that_has_cards() -> None:
    """D-R11: of two colours only the deck that has cards can be chosen."""
    state = table(
        seat("Charles V", spouse="Anne Boleyn"), seat("Elizabeth I"), person_decks={"yellow": []}, pack=BLACKS
    )
    play(state, "procreation")
    assert names(succeeding(state)) == {"deck:red"}


# ----------------------------------------------------------------------------------------------------- forced decisions


@pytest.mark.rule("ch. 7")
def test_ch7_a_forced_target_is_not_asked() -> None:
    """ch. 7: a decision with exactly one legal action is not asked: it is played by itself."""
    state = table(seat("Rudolf II"), seat("Elizabeth I", hand="S2"), wanderers=["Philip III"], ask_forced=False)
    play(state, "hire")
    assert (state.phase, state.seat) == ("interrupt", 1)
    declared = state.to_dict()["declared"]
    assert (declared["actor"], declared["target"]) == ("Rudolf II", "Philip III")


@pytest.mark.rule("ch. 7")
def test_ch7_a_choice_is_asked() -> None:
    """ch. 7: where there is a choice it is asked without `ask_forced` too."""
    state = table(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Philip III", "James I"], ask_forced=False)
    play(state, "hire")
    assert state.phase == "hire_candidate"
    assert persons(state) == {"Philip III", "James I"}


@pytest.mark.rule("ch. 7")
def test_ch7_a_seat_that_can_only_pass_is_not_asked_in_the_window() -> None:
    """ch. 7: a seat without a card to play can only pass: it is passed over."""
    state = table(
        seat("Rudolf II", hand="H9"),
        seat("Elizabeth I"),
        seat("Francis I", hand="S2"),
        wanderers=["Philip III"],
        ask_forced=False,
    )
    play(state, "hire")
    assert (state.phase, state.seat) == ("interrupt", 2)


@pytest.mark.rule("ch. 7")
def test_ch7_a_window_in_which_nobody_can_play_goes_by() -> None:
    """ch. 7: where nobody holds a card that counts, nobody is asked and the action is resolved."""
    state = table(seat("Rudolf II", hand="H9"), seat("Elizabeth I"), wanderers=["Philip III"], ask_forced=False)
    play(state, "hire")
    assert (state.phase, state.seat) == ("recruit", 1)
    assert where(state, "Philip III") == (0, "courtiers")


@pytest.mark.rule("ch. 7")
def test_ch7_ask_forced_asks_them() -> None:
    """ch. 7: `ask_forced=True` asks every decision, those with one legal action too."""
    state = table(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Philip III"], ask_forced=True)
    seen = []
    for action in ("hire", "person:Rudolf II", "person:Philip III", "pass", "pass"):
        play(state, action)
        seen.append((state.phase, state.seat, len(names(state))))
    assert seen == [
        ("hire_recruiter", 0, 1),
        ("hire_candidate", 0, 1),
        ("interrupt", 0, 1),
        ("interrupt", 1, 1),
        ("recruit", 1, 4),
    ]


@pytest.mark.rule("ch. 7")
def test_ch7_asking_changes_nothing_else() -> None:
    """ch. 7: the game is the same, whether forced decisions are asked or play themselves."""
    results = []
    for ask_forced in (False, True):
        state = GAME.new(12, num_players=3, ask_forced=ask_forced, backend="interpreted")
        while not state.done:
            legal = state.legal()
            state.play(int(legal[(7 * state.to_dict()["turn"]) % len(legal)]))
        laid = state.to_dict()
        results.append({k: laid[k] for k in ("seats", "pack", "discards", "person_decks", "removed", "turn")})
    assert results[0] == results[1]


@pytest.mark.rule("ch. 7")
def test_ch7_ask_forced_is_off_by_default() -> None:
    """ch. 7: forced decisions are not asked unless the option says so."""
    assert GAME.new(1, backend="interpreted").options["ask_forced"] is False


# ----------------------------------------------------------------------------------------------- who is asked is hidden


def window(first: str, second: str, **fields: bool) -> State:
    """A window in which seats 1 and 2 may hold cards; seat 0 is the onlooker and holds none."""
    state = table(
        seat("Rudolf II"),
        seat("Elizabeth I", hand=first),
        seat("Francis I", hand=second),
        wanderers=["Philip III"],
        pack=" ".join(every_card("S2 H2")),
        **fields,
    )
    play(state, "hire", *(("person:Rudolf II", "person:Philip III", "pass") if fields.get("ask_forced", True) else ()))
    return state


@pytest.mark.rule("ch. 7")
def test_ch7_a_view_does_not_say_who_is_asked_in_the_window() -> None:
    """ch. 7: no view of a seat says who is asked where that depends on hidden cards; the asked seat itself knows."""
    state = window("S2", "H2")
    assert state.seat == 1
    assert [state.view(me)["deciding"] for me in (0, 1, 2)] == [None, 1, None]
    assert state.view(None)["deciding"] is None


@pytest.mark.rule("ch. 7")
def test_ch7_skipped_or_passed_looks_the_same() -> None:
    """ch. 7: whether somebody was skipped or has passed looks the same to the others."""
    passed = window("S2", "H2", ask_forced=False)  # seat 1 can play, seat 2 cannot
    skipped = window("H2", "S2", ask_forced=False)  # seat 1 is skipped, seat 2 is asked
    assert (passed.seat, skipped.seat) == (1, 2)
    assert passed.view(0) == skipped.view(0)
    assert passed.observe(0).tolist() == skipped.observe(0).tolist()


@pytest.mark.rule("ch. 7")
def test_ch7_a_waiting_seat_sees_no_legal_actions() -> None:
    """ch. 7: the legal actions are the deciding seat's own."""
    state = window("S2", "H2")
    assert state.view(1)["legal"] == ["pass", "card:S2"]
    assert state.view(0)["legal"] == state.view(2)["legal"] == []


@pytest.mark.rule("ch. 7")
def test_ch7_open_choices_say_who_decides() -> None:
    """ch. 7: where being asked depends on open cards alone, everybody sees who decides."""
    state = table(seat("Charles V"), seat("Elizabeth I"), scythe=0)
    play(state, "reaper", "person:Elizabeth I")
    assert [state.view(me)["deciding"] for me in (0, 1)] == [1, 1]


# ------------------------------------------------------------------------------------------------ names and bookkeeping


@pytest.mark.rule("ch. 7")
def test_ch7_the_base_game_s_phases() -> None:
    """ch. 7: the phases of the base game carry the page's names."""
    base = {
        "setup_deck", "setup_king", "recruit", "action", "marriage_target", "war_target", "war_commander",
        "war_defender", "hire_recruiter", "hire_candidate", "incite_target", "reaper_target", "veto", "interrupt",
        "joker", "birth_deck", "discard_wanderer", "discard_card", "end",
    }  # fmt: skip
    assert base <= set(GAME.phase_names.values())


@pytest.mark.rule("ch. 7")
def test_ch7_only_the_interrupt_is_secret_in_the_base_game() -> None:
    """ch. 7: the window is the base game's only decision that depends on hidden cards for being asked."""
    secret = {name for step, name in GAME.phase_names.items() if step in GAME.secret_phases}
    assert "interrupt" in secret
    assert not secret & {"recruit", "action", "veto", "war_defender", "birth_deck", "reaper_target"}


@pytest.mark.rule("D-R8")
def test_ch7_the_joker_phase_is_the_turn_player_s() -> None:
    """ch. 7: joker: the turn player names the number of one from the pack, and then the dice fall."""
    state = table(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Albrecht von Wallenstein"], pack="JOKER H2 H3 H4")
    assert printed("Albrecht von Wallenstein").ambition == 4
    play(state, "hire", "person:Rudolf II", "person:Albrecht von Wallenstein")
    closing = quiet(state)
    play(closing, "pass")
    assert (closing.phase, closing.seat) == ("joker", 0)
    assert rolling(closing, 1, 1, by="joker:2").phase == "recruit"
