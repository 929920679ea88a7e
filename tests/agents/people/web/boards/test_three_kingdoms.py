"""The board of Three Kingdoms: areas, borders and generals are chosen where they lie, and what options mean is said."""

import random
import re

import pytest

from agents.people.web.boards import board_of
from agents.people.web.boards.three_kingdoms import options
from agents.people.web.boards.three_kingdoms.generals import generals, soldiers
from agents.people.web.pages.parts import words_for
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import account_of
from dynasty_env.kit.message import Joined, Message, Seat
from dynasty_env.kit.words import SEAT_ASKED, State
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.material import Method
from tests.agents.people.web.drawing import check_html, drawn, glimpse_of
from tests.three_kingdoms.rules.conftest import new, order, phase_of
from tests.three_kingdoms.rules.fights import field, rounds

BOARD = board_of(GAME)
ON_THE_BOARD = {"levy", "invade", "area", "side", "general"}


def acts(part: str) -> set[int]:
    return {int(found) for found in re.findall(r'data-act="(\d+)"', part)}


@pytest.mark.parametrize(("scenario", "num_players"), [(1, 4), (3, 2), (0, 10)])
def test_all_that_is_legal_is_offered_and_what_lies_on_the_board_is_chosen_there(
    scenario: int, num_players: int
) -> None:
    rng, phases = random.Random(scenario), set()
    state = GAME.new(scenario, backend="compiled", scenario=scenario, num_players=num_players, max_turns=2)
    while not state.done:
        if state.phase not in phases or rng.random() < 0.02:
            phases.add(state.phase)
            parts = drawn(state, state.seat, BOARD, rng.choice(["en", "ja"]))
            for part in parts.values():
                check_html(part)
            legal = set(map(int, state.legal()))
            assert acts(parts["prompt"]) == legal
            shown = acts(parts["map"]) | acts(parts["stage"])
            wanted = {a for a in legal if GAME.action_names[a].partition(":")[0] in ON_THE_BOARD}
            assert shown == wanted, state.phase
            watcher = drawn(state, None, BOARD, "en")
            assert not any(acts(part) for part in watcher.values())
            assert "<i>&" not in "".join(parts.values())
        state.play(int(rng.choice(state.legal().tolist())))
    assert len(phases) > 7


def test_a_generals_number_is_not_parted_from_its_name() -> None:
    """In a narrow list a line would else begin with a number alone."""
    state = rounds(field(), Method.BATTLE, 2)
    gaps = re.findall(
        r"(?:valour|wits|administration|diplomacy)(\s)\d", drawn(state, state.seat, BOARD, "en")["prompt"]
    )
    assert gaps and set(gaps) == {"\N{NO-BREAK SPACE}"}


def test_generals_named_in_secret_are_framed_for_their_own_player_alone() -> None:
    state = rounds(field(), Method.BATTLE, 2)
    order(state, "general:1", "general:3")
    attacker, defender = (int(player) for player in state.record["player"])
    assert drawn(state, attacker, BOARD, "en")["stage"].count(" named") == 2
    assert " named" not in drawn(state, defender, BOARD, "en")["stage"]
    assert " named" not in drawn(state, None, BOARD, "en")["stage"]


def test_a_fight_shows_both_armies_and_what_helps() -> None:
    state = rounds(field(), Method.DUEL, 1)
    stage = drawn(state, state.seat, BOARD, "en")["stage"]
    assert "The fight for Xuchang" in stage
    assert "duel, up to 1 general a side" in stage
    assert "large city: +2 in battle" in stage
    assert "You lead the attackers." in drawn(state, int(state.record["player"][0]), BOARD, "en")["prompt"]
    assert stage.count('class="stat counts"') > 2


def test_an_open_question_between_powers_is_seen_by_all_with_what_was_answered() -> None:
    state = phase_of(new(1), "Dong Zhuo")
    state.tables[0].points = 4
    order(state, "levy:Luoyang", "done", "country:Yuan Shao")
    assert state.phase == "ally_answer"
    asked = state.clone()
    for phase in GAME.phases:
        asked.record["step"] = phase.step
        shown = re.search("Zhuo</span> → .*Shao</span>: .+ <b>Waiting", drawn(asked, None, BOARD, "en")["talks"])
        assert bool(shown) == (phase.decides == SEAT_ASKED), phase
    order(state, "no")
    talks = drawn(state, None, BOARD, "en")["talks"]
    assert '<b class="no">no</b>' in talks
    assert "Waiting for the answer." not in talks
    assert "has refused" in drawn(state, None, BOARD, "en")["powers"]


@pytest.mark.parametrize(
    ("method", "number"), [(Method.DUEL, "valour"), (Method.BATTLE, "command"), (Method.STRATAGEM, "wits")]
)
def test_who_may_fight_is_named_with_the_number_that_counts(method: Method, number: str) -> None:
    state = rounds(field(), method, 1)
    named = [GAME.describe(state, int(a)) for a in state.legal() if GAME.action_names[a].startswith("general:")]
    numbered = [said for said in named if re.fullmatch(rf"[^()]+ \({number} \d\)", said)]
    assert len(numbered) > 1
    assert all("(" not in said for said in named if said not in numbered), "who lacks the number may fight a duel"
    for said in named:
        assert not re.search("[a-z]{3}", Words("ja", GAME.name).term(said)), said


def test_one_soldier_and_one_general_are_not_several() -> None:
    english, japanese = (Words(code, GAME.name) for code in ("en", "ja"))
    assert [soldiers(count, english) for count in (0, 1, 2)] == ["0 troops", "1 soldier", "2 troops"]
    assert [generals(count, english) for count in (0, 1, 2)] == ["0 generals", "1 general", "2 generals"]
    assert soldiers(1, japanese) == "兵1"
    assert generals(2, japanese) == "武将2人"


def test_options_say_what_they_mean() -> None:
    state = phase_of(new(1), "Dong Zhuo")
    glimpse, _ = glimpse_of(state, state.seat, BOARD)
    assert glimpse.question is not None
    words = words_for(BOARD, glimpse, "en")
    said = {choice.name: BOARD.gloss(choice, glimpse, words) for choice in glimpse.question.choices}
    assert said["levy:Luoyang"] == "then 3 generals may each roll for one more"
    assert said["invade:Shangdang"] == "from Luoyang"
    told = {choice.name: choice.words for choice in glimpse.question.choices}
    assert told["levy:Luoyang"] == "levy 5 troops in Luoyang"
    assert told["invade:Shangdang"] == "invade Shangdang, held by the clans with 10 troops"
    assert told["invade:Chenliu"] == "invade Chenliu, which is undefended"
    assert told["invade:Hanzhong"] == "invade Hanzhong, held by Zhang Lu with 10 troops and 3 generals"
    assert all(said.values()), [name for name, text in said.items() if not text]


def test_no_explanation_is_hidden_by_a_purpose_that_the_phase_declares() -> None:
    for number, name in enumerate(GAME.action_names):
        for phase, kind in options._TOLD:
            purpose = GAME.purpose(phase, number) if name.partition(":")[0] == kind else ""
            assert not purpose, f"{kind!r} in {phase}: choose between `_TOLD` and the phase's `purposes`"


def test_points_are_what_they_are_said_to_be_made_of() -> None:
    state = GAME.new(3, backend="compiled", max_turns=1)
    while not state.done:
        state.play(int(state.legal()[0]))
    for (share, points, items), score in zip(account_of(state), state.scores(), strict=True):
        strength, cities = items
        assert points == score == strength.fields["m"] + cities.fields["n"]
        assert -1 <= share <= 1


def test_the_names_of_ten_and_more_seats_are_told_apart() -> None:
    state: State = GAME.new(1, backend="compiled", scenario=1, num_players=10)
    glimpse, _ = glimpse_of(state, None, BOARD)
    words = words_for(BOARD, glimpse, "en")
    second, tenth = Seat("power", 1), Seat("power", 9)
    assert words.plain(Joined(" and ", [second, tenth])) == "Veteran 2 and Veteran 10"
    assert 'class="who s9"' in words.rich(Message("{who} plays Cao", who=tenth))


def test_scenarios_are_offered_by_name_in_both_languages() -> None:
    scenario = next(option for option in GAME.options if option.name == "scenario")
    names = scenario.called_values
    assert list(names) == list(scenario.values)
    assert names[4] == "The battle of Red Cliffs"
    words = Words("ja", GAME.name)
    assert words.term(names[4]) == "赤壁の戦い"
    assert not any(re.search("[A-Za-z]", words.term(name)) for name in names.values())
