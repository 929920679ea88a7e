"""Negotiations: every seat sees who asks whom, and what was answered in this turn and the last."""

import pytest

from dynasty_env.kit.words import SEAT_ASKED, State
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.material import COUNTRY_NAMES
from tests.three_kingdoms.rules.conftest import country, names, new, order, phase_of

DONG, YUAN = country("Dong Zhuo"), country("Yuan Shao")


def asked() -> State:
    """Dong Zhuo has asked Yuan Shao for an alliance."""
    state = phase_of(new(1), "Dong Zhuo")
    state.tables[0].points = 4
    order(state, "levy:Hongnong", "done", "country:Yuan Shao")
    return state


def pieces(state: State, seat: int, name: str) -> list[list[int]]:
    found: list[list[int]] = GAME.layout[name].of(state.observe(seat)).tolist()
    return found


def test_an_open_question_is_in_everybodys_observation_and_view() -> None:
    state = asked()
    for seat in range(state.num_players):
        assert GAME.layout["phase"].of(state.observe(seat)) == Step.ALLY_ANSWER
        assert GAME.layout["about"].of(state.observe(seat)).tolist() == [DONG, YUAN]
    for viewer in (None, 2):
        open_question = {"from": "Dong Zhuo", "to": "Yuan Shao", "what": "Dong Zhuo asks for an alliance in this phase"}
        assert state.view(viewer)["asking"] == open_question
    assert new(1).view(None)["asking"] is None


def eager() -> State:
    """A game in which every power asks whom it can, until somebody has been asked."""
    state = GAME.new(2, backend="interpreted", scenario=1)
    while state.phase != "ally_answer":
        legal = list(map(int, state.legal()))
        asks = [action for action in legal if GAME.addressee(state, action) is not None]
        named = {GAME.action_names[action]: action for action in legal}
        state.play((asks or [named.get("each", named.get("diplomacy", legal[0]))])[0])
    return state


def test_answers_of_this_turn_and_the_last_are_in_everybodys_observation() -> None:
    for answer, code in (("no", 1), ("yes", 2)):
        state = eager()
        asker, invited = int(state.record["a"]), int(state.record["b"])
        state.play(answer)
        one, other = COUNTRY_NAMES[asker], COUNTRY_NAMES[invited]
        for seat in range(state.num_players):
            assert pieces(state, seat, "answers")[asker][invited] == code
            assert pieces(state, seat, "last_answers")[asker][invited] == 0
        assert state.view(None)["countries"][one]["asked"] == {other: answer}
        turn = int(state.record["turn"])
        while state.record["turn"] == turn:
            state.play(int(state.legal()[0]))
        for seat in range(state.num_players):
            assert pieces(state, seat, "last_answers")[asker][invited] == code
            assert pieces(state, seat, "answers")[asker][invited] == 0
        assert state.view(None)["countries"][one]["asked_last_turn"] == {other: answer}


def test_questions_to_other_seats_are_proposals_and_nothing_else_is() -> None:
    state = phase_of(new(1), "Dong Zhuo")
    state.tables[0].points = 4
    order(state, "levy:Hongnong", "done")
    addressees = {GAME.action_names[a]: GAME.addressee(state, a) for a in map(int, state.legal())}
    seat = int(state.record["country_seat"][YUAN])
    assert addressees["country:Yuan Shao"] == seat
    assert addressees["country:Cao"] is None, "a minor power is nobody's seat"
    others = {name for name, asks in addressees.items() if asks is not None and not name.startswith("country:")}
    assert not others


def test_whom_an_action_asks_tells_nothing_about_dice_and_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if every decision were an answer, such as those to which dice or the enemy's secret stratagem lead."""
    monkeypatch.setattr(type(GAME), "is_answer", lambda game, state: not state.done)
    state, proposals = new(1), 0
    for number in range(300):
        action = int(state.legal()[number % len(state.legal())])
        asked = GAME.addressee(state, action)
        assert {GAME.addressee(state.hide(state.seat, key), action) for key in range(4)} == {asked}
        proposals += asked is not None
        state.play(action)
    assert proposals > 0


def test_an_invitation_to_an_invasion_is_a_proposal() -> None:
    state = asked()
    order(state, "yes", "troops of:Yuan Shao", "generals of:Yuan Shao", "invade:Shangdang", "area:Luoyang?")
    while state.phase in ("invade_generals", "invade_troops"):
        order(state, "all" if "all" in names(state) else names(state)[-1])
    assert state.phase == "invade_area"
    invite = GAME.action_ids["country:Yuan Shao"]
    assert GAME.addressee(state, invite) == int(state.record["country_seat"][YUAN])
    order(state, "country:Yuan Shao")
    assert state.phase == "join"
    assert state.view(None)["asking"] == {
        "from": "Dong Zhuo", "to": "Yuan Shao", "what": "join the invasion of Shangdang?",
    }  # fmt: skip


def test_a_yes_or_no_is_the_answer_of_another_seat() -> None:
    """Otherwise its question is a proposal to nobody, and the negotiations do not show it."""
    answers = {phase.step for phase in GAME.phases if GAME.wording.choices(phase).keys() == {"yes", "no"}}
    declared = {phase.step for phase in GAME.phases if phase.decides == SEAT_ASKED}
    assert answers - declared == {Step.RETREAT}, "each army decides that for itself"
