"""Puzzles on the page: nothing hidden, no solution before an answer, and answers kept for whoever wants it."""

import re

import httpx
import pytest

from agents.people.puzzles.puzzle import SETS, Puzzle, by_rule, following, preferred, shipped
from agents.people.web.boards import board_of
from agents.people.web.pages.parts import page_parts
from agents.people.web.pages.rating import in_points
from agents.people.web.puzzles.pages import seen
from agents.people.web.puzzles.standing import DAY, daily, difficulty, standing
from agents.people.web.store.players import Attempt
from dynasty_env import game
from tests.agents.people.web.live import Live

GAMES = [file.stem for file in sorted(SETS.glob("*.json"))]


def answer(client: httpx.Client, name: str, puzzle: Puzzle, action: int) -> httpx.Response:
    message = {"type": "act", "version": 1, "action": action}
    return client.post(f"/puzzles/{name}/{puzzle.id}/say", json=message)


def wrong(puzzle: Puzzle) -> int:
    return puzzle.opinion.options[-1].action


@pytest.mark.parametrize("name", GAMES)
def test_a_page_shows_nothing_that_the_seat_did_not_know(here: Live, name: str) -> None:
    """Drawn from other tables that are the same to the seat, it is the same."""
    book = game(name)
    board = board_of(book)
    for puzzle in shipped(book)[:5]:
        state = puzzle.state(book)
        drawn = [
            page_parts(board, *seen(each, puzzle, "You"), True, "en")
            for each in (state, *(state.hide(puzzle.seat, key) for key in (11, 12)))
        ]
        assert drawn[0] == drawn[1] == drawn[2]
        said = here.http.get(f"/puzzles/{name}/{puzzle.id}/state").json()
        assert said["parts"].keys() == drawn[0].keys()
        offered = {int(action) for action in re.findall(r'data-act="(\d+)"', said["parts"]["prompt"])}
        assert offered == set(state.legal().tolist())
        page = here.http.get(f"/puzzles/{name}/{puzzle.id}/").text
        for text in (page, *said["parts"].values()):
            assert "weighed" not in text and "wins about" not in text and f'"{puzzle.opinion.bot}"' not in text


def test_an_answer_is_judged_and_the_first_one_kept_for_whoever_is_known(here: Live) -> None:
    name = GAMES[0]
    first, second, *_ = shipped(game(name))
    with here.browser() as stranger:
        said = answer(stranger, name, first, first.best).json()
        assert said["right"] and "Right!" in said["html"] and 'class="weighed"' in said["html"]
        said = answer(stranger, name, first, wrong(first)).json()
        assert not said["right"] and "Not the best" in said["html"] and "taken" in said["html"]
        assert "Your answers are not saved" in stranger.get("/puzzles/").text
        assert not stranger.cookies
    with here.browser() as anna:
        assert anna.post("/puzzles/keep", data={"name": " "}).status_code == 400
        assert anna.post("/puzzles/keep", data={"name": "Anna"}).status_code == 303
        for puzzle, action in ((first, first.best), (first, wrong(first)), (second, second.best)):
            answer(anna, name, puzzle, action)
        page = anna.get("/puzzles/").text
        assert f"2 of {len(shipped(game(name)))} solved · 2 in a row" in page and "from 2 games" in page
        assert "only the first answer counts" in anna.get(f"/puzzles/{name}/{first.id}/").text
        anna.post("/me/forget")
        assert "Your answers are not saved" in anna.get("/puzzles/").text


def test_what_has_no_right_to_an_answer(here: Live) -> None:
    name = GAMES[0]
    puzzle = shipped(game(name))[0]
    place = f"/puzzles/{name}/{puzzle.id}/"
    illegal = next(i for i in range(999) if i not in puzzle.state(game(name)).legal())
    assert answer(here.http, name, puzzle, illegal).status_code == 409
    for raw in (b"{", b'{"type": "skip"}', b""):
        assert here.http.post(place + "say", content=raw).status_code == 409
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert here.http.post(place + "say", json={}, headers=elsewhere).status_code == 403
    assert here.http.post("/puzzles/keep", data={"name": "A"}, headers=elsewhere).status_code == 403
    for lost in (f"/puzzles/{name}/none/", "/puzzles/nim_v0/today/", "/puzzles/other/today/"):
        assert here.http.get(lost).status_code == 404
    assert here.http.get(place + "state?since=1").status_code == 204


@pytest.mark.parametrize("name", GAMES)
def test_what_follows_the_right_choice_is_shown_and_whole_moves_come_first(here: Live, name: str) -> None:
    book = game(name)
    puzzles, first = shipped(book), preferred(book)
    lengths = {each.id: len(following(book, each, by_rule)) for each in puzzles}
    shown = {each.id for each in first}
    assert 2 * len(first) >= len(puzzles)
    assert max(lengths[each] for each in shown) <= min((lengths[each] for each in lengths.keys() - shown), default=9)
    longest = max(puzzles, key=lambda each: lengths[each.id])
    assert 'class="then"' in answer(here.http, name, longest, longest.best).json()["html"]


@pytest.mark.parametrize("name", GAMES)
def test_sentences_about_the_reader_s_seat_are_whole(here: Live, name: str) -> None:
    """Neither “You draws” nor “You you”: the seat has a name, in both languages."""
    for puzzle in shipped(game(name))[:6]:
        for language in ("en", "ja"):
            accepted = {"Accept-Language": language}
            said = here.http.get(f"/puzzles/{name}/{puzzle.id}/state", headers=accepted).json()
            called = re.findall(r'class="(?:who|sitter)[^>]*>([^<]*)', " ".join(said["parts"].values()))
            assert not {"You", "あなた"} & {each.strip() for each in called}


def test_the_scale_of_the_difficulty_is_explained_and_minus_is_a_minus(here: Live) -> None:
    assert [in_points(each) for each in (-9.4, 62.6, -0.2)] == ["−9", "63", "0"]
    page = here.http.get(f"/puzzles/dynasty_v0/{shipped(game('dynasty_v0'))[0].id}/").text
    assert re.search(r"difficulty −?\d+<", page)
    assert re.search(
        r"Difficulty is in rating points: .*Novice 0 · |Difficulty is in rating points: .* · Novice 0", page
    )


def test_each_day_has_its_puzzle() -> None:
    puzzles = shipped(game(GAMES[0]))
    days = [daily(puzzles, DAY * day + 5) for day in range(2 * len(puzzles))]
    assert {each.id for each in days[: len(puzzles)]} == {each.id for each in puzzles}
    assert days[: len(puzzles)] == days[len(puzzles) :]
    assert daily(puzzles, DAY * 3) is daily(puzzles, DAY * 4 - 1)


def test_solving_what_bots_miss_is_worth_more() -> None:
    ladder = {"random": 0.0, "greedy": 200.0, "champion": 300.0}
    puzzle = shipped(game(GAMES[0]))[0]

    def hard(greedy: float, champion: float) -> float:
        from dataclasses import replace

        asked = {"random": 0.25, "greedy": greedy, "champion": champion}
        return difficulty(replace(puzzle, solved_by=asked), ladder)

    assert hard(1, 1) < hard(1, 0) < hard(0, 0)
    puzzles = shipped(game(GAMES[0]))
    right, missed = ([Attempt(each.id, answer) for each in puzzles[:4]] for answer in (True, False))
    best, worst = (standing(each, puzzles, GAMES[0]) for each in (right, missed))
    assert best.rating is not None and worst.rating is not None
    assert best.rating.points > worst.rating.points
    assert (best.streak, worst.streak, standing([*missed[:1], *right[1:]], puzzles, GAMES[0]).streak) == (4, 0, 3)
    assert standing([Attempt("gone", True)], puzzles, GAMES[0]).rating is None
