"""`dynasty review`: a file with all opinions, whose work can be stopped and gone on with."""

import json
from pathlib import Path

import numpy as np
import pytest

import dynasty_env
from agents.people import analysis
from agents.people.analysis import Analysis, Course, stamp
from agents.search.budget import Budget
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import Replay, SavedGame
from tests.command_line import CliRunner
from tests.tiny import cut_in, nim
from training.cli import app

runner = CliRunner()
QUICK = ["--interpreted", "--budget", "30"]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {"nim_v0": nim.GAME, "cut_in_v0": cut_in.GAME}
    monkeypatch.setattr(dynasty_env, "game", lambda name: games[name])


def recorded(seed: int = 3, players: int = 2) -> Replay:
    state = nim.GAME.new(seed, backend="interpreted", num_players=players)
    replay, rng = Replay.of(state, ["person", *["random"] * (players - 1)]), np.random.default_rng(seed)
    while not state.done:
        replay.add(state, int(rng.choice(state.legal())))
    return replay


def run(*arguments: str, code: int = 0) -> str:
    done = runner.invoke(app, ["review", *arguments], env={"COLUMNS": "160"})
    assert done.exit_code == code, done.output
    return done.output


def test_the_file_holds_every_decision_and_the_summary_names_mistakes(tmp_path: Path) -> None:
    replay = recorded()
    replay.write(tmp_path / "game.json")
    said = run(str(tmp_path / "game.json"), *QUICK)
    kept = json.loads((tmp_path / "game.review.json").read_text(encoding="utf-8"))
    course = Course.of(replay, "interpreted")
    assert [each["number"] for each in kept["decisions"]] == [d.number for d in course.decisions]
    assert kept["replay"] == stamp(replay)
    read = Analysis.from_dict(kept, course, replay)
    assert read.mistakes(course)
    assert said.count("instead of") == len(read.mistakes(course))
    losses = [read.opinions[d.number].verdict.loss for d in read.mistakes(course)]  # type: ignore[union-attr]
    assert losses == sorted(losses, reverse=True)
    for seat in (0, 1):
        line = list(read.chances(course, seat))
        assert line[-1] == (len(replay.actions), float(course.end.win_shares()[seat]))
        assert [number for number, _ in line[:-1]] == [d.number for d in course.decisions if d.seat == seat]
    only = run(str(tmp_path / "game.json"), "--seat", "1", *QUICK)
    assert only.count("Taker 2: ") == len(read.mistakes(course, 1))


def test_stopped_work_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = recorded()
    replay.write(tmp_path / "game.json")
    weigh, count = analysis.weigh, 0

    def interrupted(*more, **named):  # type: ignore[no-untyped-def]
        nonlocal count
        count += 1
        if count == 4:
            raise KeyboardInterrupt
        return weigh(*more, **named)

    with monkeypatch.context() as broken:
        broken.setattr(analysis, "weigh", interrupted)
        assert "run the same command again to resume" in run(str(tmp_path / "game.json"), *QUICK, code=130)
    kept = json.loads((tmp_path / "game.review.json").read_text(encoding="utf-8"))
    assert len(kept["decisions"]) == 3
    count = -1000
    monkeypatch.setattr(analysis, "weigh", interrupted)
    run(str(tmp_path / "game.json"), *QUICK)
    course = Course.of(replay, "interpreted")
    assert count + 1000 == len(course.decisions) - 3
    whole = json.loads((tmp_path / "game.review.json").read_text(encoding="utf-8"))
    assert whole["decisions"][:3] == kept["decisions"]
    assert "read from" in run(str(tmp_path / "game.json"), "--interpreted", "--budget", "030")  # written otherwise
    run(str(tmp_path / "game.json"), *QUICK, "--out", str(tmp_path / "again.json"))
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8")) == whole  # the same, however often


def test_a_review_of_which_nothing_is_kept_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its budget may have been a slip of the hand."""
    recorded().write(tmp_path / "game.json")

    def interrupted(*more, **named):  # type: ignore[no-untyped-def]
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(analysis, "weigh", interrupted)
        told = run(str(tmp_path / "game.json"), "--interpreted", "--budget", "30000", code=130)
    assert "0 of" in told and "goes on" not in told
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    told = run(str(tmp_path / "game.json"), *QUICK)
    assert "read from" not in told
    assert "game.review.json: --budget 30 --judge greedy" in run(str(tmp_path / "game.json"), *QUICK)


def test_opinions_by_compiled_rules_alone_are_not_gone_on_with_by_others(tmp_path: Path) -> None:
    recorded().write(tmp_path / "game.json")
    run(str(tmp_path / "game.json"), *QUICK)
    kept = tmp_path / "game.review.json"
    begun = json.loads(kept.read_text(encoding="utf-8")) | {"judge": "champion"}
    kept.write_text(json.dumps(begun), encoding="utf-8")
    assert "By mc:30:champion" in run(str(tmp_path / "game.json"), *QUICK)  # nothing is missing: it is only told
    begun["decisions"] = []
    kept.write_text(json.dumps(begun), encoding="utf-8")
    told = " ".join(run(str(tmp_path / "game.json"), *QUICK, code=2).split())
    assert "game.review.json cannot be resumed: 'champion' cannot play nim_v0 to the end with interpreted" in told


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    recorded().write(tmp_path / "game.json")
    recorded(4).write(tmp_path / "other.json")
    run(str(tmp_path / "game.json"), *QUICK)
    kept = tmp_path / "game.review.json"
    before = kept.read_bytes()
    assert "another game" in run(str(tmp_path / "other.json"), *QUICK, "--out", str(kept), code=2)
    other = ["--interpreted", "--budget", "31"]
    assert "started with --budget 30" in run(str(tmp_path / "game.json"), *other, code=2)
    assert "choose" in run(str(tmp_path / "other.json"), "--judge", "network", code=2)
    assert "out of range" in run(str(tmp_path / "game.json"), "--seat", "2", *QUICK, code=2)
    assert "this must be a review" in run(
        str(tmp_path / "game.json"), *QUICK, "--out", str(tmp_path / "other.json"), code=2
    )
    assert kept.read_bytes() == before
    state = nim.GAME.new(1, backend="interpreted")
    SavedGame(Replay.of(state, ["person", "random"]), state).write(tmp_path / "running.json")
    assert "not over" in run(str(tmp_path / "running.json"), *QUICK, code=2)


OPINION = {"bot": "", "interpreted": False, "verdict": None, "options": []}
WEIGHED = {"action": "take 1", "wins": 0.5, "error": 0.1, "behind": 0.0, "behind_error": 0.0, "playouts": 5}
DAMAGED: list[dict[str, object]] = [
    *({"decisions": decisions} for decisions in ([{}], 3, [{"number": float("inf")}], [[1]])),
    *(
        {"decisions": [{"number": 0, "opinion": opinion}]}
        for opinion in (
            OPINION, OPINION | {"options": [WEIGHED | {"wins": "0"}]}, OPINION | {"options": [WEIGHED | {"error": []}]},
            OPINION | {"options": [WEIGHED], "reasons": [1]}, OPINION | {"options": [WEIGHED], "advice": 5},
        )
    ),
    {"budget": None}, {"format": "replay"},
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_reviews_are_refused(damage: dict[str, object]) -> None:
    replay = recorded()
    course = Course.of(replay, "interpreted")
    whole = Analysis(Budget(playouts=5), "random").to_dict(course, replay)
    with pytest.raises(SaveError):
        Analysis.from_dict(whole | damage, course, replay)


def test_a_damaged_review_says_first_who_wrote_it() -> None:
    replay = recorded()
    course = Course.of(replay, "interpreted")
    saved = Analysis(Budget.parse("10"), "random").to_dict(course, replay)
    assert saved["rules"] == replay.game.rules_digest
    for writer, words in (
        ({}, "^this review"),
        ({"version": "0.0.9", "rules": "abc"}, r"^written by dynasty-env 0\.0\.9 w"),
    ):
        with pytest.raises(SaveError, match=words):
            Analysis.from_dict({**saved, **writer, "decisions": 1}, course, replay)


def test_the_dice_of_an_opinion_do_not_hang_on_the_game_s_seed() -> None:
    """The seed of a game would lead to the cards that its seats did not know."""
    one, other = (Course.of(recorded(seed), "interpreted") for seed in (3, 4))
    first = [course.as_met(course.decisions[0]).rng.integers(2**62) for course in (one, other)]
    assert first[0] == first[1]
