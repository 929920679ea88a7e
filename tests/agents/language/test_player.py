"""Scripted models play whole games: what they do wrong is counted, told, and never decides a game silently."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from agents.accounts import accounts
from agents.language.dialogue import ModelError
from agents.language.player import LanguagePlayer
from agents.language.style import STYLES
from agents.language.transcripts import Transcripts
from agents.uniform import Random
from dynasty_env import dynasty_v0, shinsengumi_v0
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.hearing import Listeners
from tests.agents.language import models
from tests.tiny import cut_in, nim
from training.arena.match import play_match

COMPACT = STYLES["compact"]


def seated(player: LanguagePlayer, game: Game) -> list[LanguagePlayer | Random]:
    return [player, *[Random()] * (game.seats[1] - 1)]


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)
@pytest.mark.parametrize("make", [models.good, models.verbose], ids=lambda make: make.__name__)
def test_a_model_that_keeps_to_the_form_plays_whole_games(game: Game, make: Callable[[], models.Scripted]) -> None:
    player = LanguagePlayer(make(), COMPACT)
    result = play_match(game, seated(player, game), games=4, seed=1, backend="interpreted")
    counts = result.accounts[player.name]
    assert counts["decisions"] == counts["replies"] > 4
    assert counts["illegal"] == counts["unreadable"] == counts["unanswered"] == counts["fallbacks"] == 0
    assert player.name in str(result.table().caption)


@pytest.mark.parametrize(
    ("make", "kind", "replies"),
    [(models.stubborn, "illegal", 3), (models.broken_json, "unreadable", 3)],
    ids=["stubborn", "broken JSON"],
)
def test_what_names_no_legal_move_is_asked_again_counted_and_drawn_by_lot(
    make: Callable[[], models.Scripted], kind: str, replies: int
) -> None:
    model = make()
    player = LanguagePlayer(model, COMPACT, corrections=2)
    result = play_match(nim.GAME, seated(player, nim.GAME), games=4, seed=1, backend="interpreted")
    counts = result.accounts[player.name]
    decisions = counts["decisions"]
    assert decisions > 0
    assert counts["fallbacks"] == decisions
    assert counts["replies"] == replies * decisions
    assert counts[kind] == len(model.sent) == replies * decisions


def test_a_model_that_answers_no_more_is_asked_once_a_decision() -> None:
    model = models.fading()
    player = LanguagePlayer(model, COMPACT, corrections=2)
    play_match(nim.GAME, seated(player, nim.GAME), games=4, seed=1, backend="interpreted")
    counts = player.account
    assert counts["unanswered"] == counts["fallbacks"] == counts["decisions"] - 1 == len(model.sent) - 1 > 3


def test_a_model_that_is_not_there_plays_no_game_by_lot() -> None:
    player = LanguagePlayer(models.silent(), COMPACT)
    with pytest.raises(ModelError, match="llm:silent has answered none of the first 3 decisions: silent has not"):
        play_match(nim.GAME, seated(player, nim.GAME), games=4, seed=1, backend="interpreted")


def test_drawing_by_lot_is_uniform_and_follows_from_the_seed() -> None:
    taken = []
    for seed in range(300):
        player = LanguagePlayer(models.silent(), COMPACT)
        decision = Decision(nim.GAME.new(1, backend="interpreted"), np.random.default_rng(seed))
        taken.append(player.act(decision))
        again = Decision(nim.GAME.new(1, backend="interpreted"), np.random.default_rng(seed))
        assert player.act(again) == taken[-1]
    assert all(70 < taken.count(action) < 130 for action in range(3))


def test_a_correction_says_what_was_wrong_and_helps() -> None:
    model = models.corrigible()
    player = LanguagePlayer(model, COMPACT, corrections=1)
    decision = Decision(nim.GAME.new(1, backend="interpreted"), np.random.default_rng(0))
    assert player.act(decision) == 0
    assert player.account["illegal"] == 1
    assert player.account["fallbacks"] == 0
    said = model.sent[-1][-1]
    assert said["role"] == "user"
    assert "'one' is not a legal move" in said["content"]
    assert "1 to 3" in said["content"]


def test_who_forfeits_is_not_asked_again_and_has_no_share_of_the_victory() -> None:
    model = models.stubborn()
    player = LanguagePlayer(model, COMPACT, corrections=0, fallback="forfeit")
    result = play_match(nim.GAME, [player, Random()], games=20, seed=1, backend="interpreted")
    assert len(model.sent) == 20
    assert result.accounts[player.name]["forfeits"] == 20
    assert result.rate(0).rate == 0.0
    assert 0 < result.rate(1).rate < 1  # the seat that was given up won some games, by lot: nobody has those


def test_what_happened_since_the_last_decision_is_told() -> None:
    """Not only the last move, which is all that a bot that does not listen can know."""
    model = models.good()
    player = LanguagePlayer(model, COMPACT)
    play_match(nim.GAME, [player, Random(), Random(), Random()], games=1, seed=3, backend="interpreted")
    later = model.sent[1][-1]["content"]
    for taker in range(4):
        assert f"taker_{taker} takes" in later
    assert later.count("takes") == 4


def test_each_seat_hears_only_what_it_may_know() -> None:
    state = cut_in.GAME.new(1, backend="interpreted")
    heard: dict[int, list[str]] = {}

    class Ear(Random):
        def listen(self, seat: int, lines: list[str]) -> None:
            heard.setdefault(seat, []).extend(lines)

    listeners = Listeners([Ear() for _ in range(state.num_players)])
    listeners.tell(state)
    assert heard == {seat: state.chronicle(seat) for seat in range(state.num_players)}
    assert len({tuple(lines) for lines in heard.values()}) > 1


@pytest.mark.parametrize("game", [dynasty_v0.game, shinsengumi_v0.game], ids=lambda game: game.name)
@pytest.mark.parametrize("make", [models.good, models.stubborn, models.fading], ids=lambda make: make.__name__)
def test_a_few_decisions_of_the_real_games(game: Game, make: Callable[[], models.Scripted]) -> None:
    player = LanguagePlayer(make(), STYLES["standard"], corrections=1)
    player.reset(0)
    state, dice = game.new(5, backend="interpreted"), np.random.default_rng(5)
    listeners = Listeners([player] * state.num_players)
    for _ in range(12):
        listeners.tell(state)
        state.play(player.act(Decision(state, dice)))
    assert player.account["decisions"] > 3
    assert (player.account["fallbacks"] == 0) == (player.name == "llm:good")


def test_transcripts_have_all_that_was_said_in_a_file_of_each_seat(tmp_path: Path) -> None:
    player = LanguagePlayer(models.corrigible(), COMPACT, transcripts=Transcripts(tmp_path / "log"))
    play_match(nim.GAME, [player, Random()], games=2, seed=1, backend="interpreted")
    files = sorted((tmp_path / "log").iterdir())
    assert [file.name for file in files] == ["seat-0.jsonl", "seat-1.jsonl"]  # seats rotate
    lines = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert {line["game"] for line in lines} == {1, 2}
    assert len(lines) == player.account["replies"]
    assert [line["attempt"] for line in lines[:2]] == [1, 2]
    assert lines[0]["error"] and lines[0]["move"] is None
    assert lines[1]["error"] == "" and lines[1]["move"] == "take 1"
    assert lines[1]["sent"][:2] == lines[0]["sent"]


def test_arguments_out_of_range_are_refused() -> None:
    with pytest.raises(OptionError, match="corrections=-1"):
        LanguagePlayer(models.good(), COMPACT, corrections=-1)
    with pytest.raises(OptionError, match="choose random or forfeit"):
        LanguagePlayer(models.good(), COMPACT, fallback="give up")


def test_an_instance_in_two_seats_is_counted_once() -> None:
    player = LanguagePlayer(models.good(), COMPACT)
    play_match(nim.GAME, [player, player], games=1, seed=1, backend="interpreted")
    assert accounts([player, player])["llm:good"] == dict(player.account)
