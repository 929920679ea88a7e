"""Lessons: every step is there to be taken, what is prepared is played, and whoever leaves one plays on freely."""

import pytest

from agents.people.web.boards import board_of
from agents.people.web.boards.lesson import LEARNER, Lesson
from agents.people.web.phrases import LANGUAGES, Words
from agents.people.web.viewers.known import as_known
from agents.people.web.viewers.shown import question_for
from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.kit.game import Game
from tests.agents.people.web.live import Guest, Live, live, save_in

TAUGHT = [dynasty_v0.game, shinsengumi_v0.game, kingdoms_v0.game, figures_v0.game, three_kingdoms_v0.game]
GAMES = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)


def lesson_of(game: Game) -> Lesson:
    found = board_of(game).lesson
    assert found is not None
    return found


@GAMES
def test_a_lesson_can_be_played_as_it_stands(game: Game) -> None:
    """Eight decisions, each a real one that the learner is asked; the game goes on after them, and asks him again."""
    lesson = lesson_of(game)
    assert len(lesson.steps) == 8
    decisions = lesson.decisions()
    state = game.new(lesson.seed, backend="interpreted", num_players=lesson.seats, **lesson.options)
    for number, action in enumerate(lesson.moves(game)):
        assert action in state.legal(), (number, game.action_names[action])
        if number in decisions:
            assert state.seat == LEARNER
            question = question_for(as_known(state, LEARNER), LEARNER)
            assert question is not None, number
            assert len(question.choices) > 1, number
        state.play(action)
    assert not state.done
    assert question_for(as_known(state, LEARNER), LEARNER) is not None, "the lesson's last word stands on a question"


@GAMES
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_lesson_is_told_in_every_language(game: Game, language: str) -> None:
    lesson = lesson_of(game)
    told = [Words(language, game.name)(text) for text in (*(step.says for step in lesson.steps), lesson.closing)]
    assert len(set(told)) == 9
    assert language == "en" or all(text != step.says for text, step in zip(told, lesson.steps, strict=False))


def learn(here: Live, game: str) -> Guest:
    answer = here.http.post("/tables", data={"game": game, "lesson": "on", "name": "Anna", "rated": "on"})
    assert answer.status_code == 303, answer.text
    assert "set-cookie" not in answer.headers  # it is not rated: its deal is known
    here.table().pace = 0.0
    return Guest(here, answer.headers["location"])


def test_the_learner_is_led_through_and_then_plays_on(here: Live) -> None:
    game = dynasty_v0.game
    lesson, guest = lesson_of(game), learn(here, "dynasty_v0")
    for number, step in enumerate(lesson.steps, 1):
        guest.until_asked()
        assert f"step {number} of 8" in guest.parts["prompt"]
        assert step.says.partition(" ")[0] in guest.parts["prompt"]
        action = game.action_ids[step.action]
        assert guest.actions == [action]
        offered = "".join(part for name, part in guest.parts.items() if name != "prompt")
        assert offered.count("data-act") == offered.count(f'data-act="{action}"'), "the board offers the same"
        other = next(each for each in here.table().state.legal() if each != action)
        assert guest.refusal({"type": "act", "version": guest.version, "action": int(other)}) == "lesson"
        guest.act(action)
    guest.until_asked()
    assert "You know how it goes" in guest.parts["prompt"]
    assert tuple(here.table().actions) == lesson.moves(game)
    assert len(guest.actions) > 1
    guest.act(guest.actions[-1])
    guest.until_asked()
    assert 'class="coach"' not in guest.parts["prompt"]


def test_a_lesson_outlives_a_restart_and_can_be_left(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with live(save_in(tmp_path)) as here:
        guest = learn(here, "kingdoms_v0").until_asked()
        guest.act(guest.actions[0])
        guest.until_asked()
        path = guest.path
    with live(save_in(tmp_path)) as here:
        guest = Guest(here, path).until_asked()
        assert "step 2 of 8" in guest.parts["prompt"]
        guest.say({"type": "freely"})
        while 'class="coach"' in guest.parts["prompt"]:
            guest.hear()
        assert len(guest.actions) > 1
    with live(save_in(tmp_path)) as here:
        guest = Guest(here, path).until_asked()
        assert 'class="coach"' not in guest.parts["prompt"]


def test_a_lesson_counts_as_no_chosen_seed_is_not_listed_and_bots_may_end_it(here: Live) -> None:
    guest = learn(here, "shinsengumi_v0").until_asked()
    table = here.table()
    assert not table.seed_chosen
    assert table.id not in here.http.get("/").text
    before = len(table.actions)
    guest.say({"type": "leave"})
    while len(table.actions) < before + 8:
        guest.hear()
    assert not table.broken


def test_a_game_without_a_lesson_says_so(here: Live) -> None:
    answer = here.http.post("/tables", data={"game": "nim_v0", "lesson": "on", "name": "Anna"})
    assert answer.status_code == 400
    assert "nim_v0 has no lesson" in answer.text
