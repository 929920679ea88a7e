"""A seat that is played from outside: replies in, decisions out; nothing that the seat may not know."""

import numpy as np
import pytest

from agents.language.prompt import prompt_of
from agents.language.style import STYLES
from agents.outside.session import SeatSettings, Session, Told
from agents.registry import make_bot, register
from agents.uniform import Random
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from tests.games import ALL
from tests.tiny import cut_in, nim

TINY = pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)


def session(game: Game, **settings: object) -> Session:
    seed = settings.pop("seed", None)
    return Session(game, SeatSettings(backend="interpreted", **settings), seed=seed)  # type: ignore[arg-type]


def play_out(played: Session, reply: str = "MOVE: 1") -> list[Told]:
    found = []
    while not played.done:
        found.append(played.reply(reply))
    return found


@TINY
@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_game_is_played_and_rewarded_at_its_end(game: Game, seat: int) -> None:
    played = session(game, seat=seat, seed=3)
    told = play_out(played)
    assert all(each.legal for each in told)
    assert [each.reward for each in told[:-1]] == [0.0] * (len(told) - 1)
    result = played.result()
    assert told[-1].reward == result["reward"] != 0
    assert result["shares"][seat] == (1.0 if result["reward"] == 1 else 0.0)
    assert "The game is over" in told[-1].text
    assert f"your reward is {result['reward']:g}." in told[-1].text
    with pytest.raises(OptionError, match="the game is over"):
        played.reply("MOVE: 1")


@TINY
def test_the_same_seed_and_replies_are_the_same_game(game: Game) -> None:
    assert play_out(session(game, seed=5)) == play_out(session(game, seed=5))
    assert session(game).text() is not None


def test_a_reply_that_names_no_move_changes_nothing_then_forfeits() -> None:
    played = session(nim.GAME, seed=3)
    before = played.text()
    first, second, third = (played.reply(said) for said in ("hm", '{"move"', "MOVE: 9"))
    assert "1 more such replies are answered" in first.text
    assert "the next such reply is not answered" in second.text
    assert not first.done and not second.done and third.done
    assert before in session(nim.GAME, seed=3).text()
    assert third.reward == -1.0
    assert played.forfeited
    result = played.result()
    assert (result["account"]["unreadable"], result["account"]["illegal"], result["account"]["forfeits"]) == (2, 1, 1)
    assert "points" not in result


def test_wrong_replies_are_counted_in_a_row() -> None:
    played = session(nim.GAME, seed=3, corrections=1)
    for _ in range(3):
        assert not played.reply("hm").done
        assert played.reply("MOVE: 1").legal
    assert played.account.unreadable == 3
    assert not played.forfeited


def test_a_move_that_is_drawn_by_lot_is_told() -> None:
    played = session(nim.GAME, seed=3, corrections=0, fallback="random")
    told = played.reply("hm")
    assert told.text.startswith("Your last reply could not be played")
    assert "a random move was played: take" in told.text
    assert not told.legal and played.account.fallbacks == 1
    assert not played.reply("MOVE: 1").text.startswith("Your last reply")


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_what_a_session_tells_is_the_seats_own(game: Game) -> None:
    """Redraw all that the seat does not know: every text that it is told stays."""
    played = session(game, seat=1, seed=987654321987654)
    for _ in range(5):
        if played.done:
            break
        table = played._state
        for key in (1, 2):
            twin = prompt_of(Decision(table.hide(1, key), np.random.default_rng(0)), [], STYLES["standard"])
            heading = "## The table"
            assert played.text().partition(heading)[2] == twin.user.partition(heading)[2] != ""
            assert played.prompt.system == twin.system
            assert played.prompt.moves == twin.moves
        assert "987654321987654" not in played.text() + played.prompt.system + str(played.result())
        played.reply("MOVE: 1")


def test_settings_out_of_range_are_refused_by_name() -> None:
    for settings, words in (
        ({"seat": 2}, "seat=2 is out of range: this table has seats 0 … 1"),
        ({"opponents": ["random", "random"]}, "2 opponents for 1 seats"),
        ({"opponents": ["nobody"]}, "there is no bot 'nobody'"),
        ({"opponents": ["llm:ls"]}, "runs a program"),
        ({"reward": "gold"}, "reward='gold' is unknown"),
        ({"verbosity": "loud"}, "choose compact"),
        ({"fallback": "sleep"}, "choose random or forfeit"),
        ({"corrections": -1}, "corrections=-1"),
        ({"options": {"num_players": 9}}, "num_players=9 is out of range"),
    ):
        with pytest.raises(OptionError, match=words):
            session(nim.GAME, **settings)


def test_opponents_that_remember_are_one_instance_a_seat() -> None:
    made = []

    class Counted(Random):
        def __init__(self) -> None:
            made.append(self)

    register("counted", lambda game, _: Counted(), game="nim_v0")
    assert make_bot("counted", nim.GAME) in made
    session(nim.GAME, options={"num_players": 4}, opponents=["counted"])
    assert len(made) == 1 + 3


def test_an_opponent_that_does_what_is_illegal_tells_nothing_of_its_hand() -> None:
    class Wrong(Random):
        name = "wrong"

        def act(self, decision: Decision) -> int:
            return 999

    register("wrong", lambda *_: Wrong(), game=cut_in.GAME.name)
    played = session(cut_in.GAME, opponents=("wrong",), seed=1, seat=1)
    with pytest.raises(IllegalActionError) as told:
        play_out(played)
    assert "the bot wrong chose 999 in phase" in str(told.value)
    assert "legal:" not in str(told.value)
    for call in (played.text, played.decision, lambda: played.reply("MOVE: 1")):  # the opponent's decision is open
        with pytest.raises(OptionError, match="an opponent has failed"):
            call()
