"""What comes of a bot that fails, or gives what is no legal action, wherever it is asked."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.registry import make_bot
from agents.uniform import Random
from dynasty_env.kit.envs.single import SingleSeatEnv
from dynasty_env.kit.errors import BotError, IllegalActionError, OptionError
from dynasty_env.kit.seats.decision import Decision, asked, begun, decided
from tests.tiny import nim
from training.arena.deals import Deal
from training.arena.evaluate import evaluate, player_of
from training.arena.match import play_match
from training.benchmark.playing.play import Measured, play_deals

FAULTY = """\
class Faulty:
    name = "faulty"

    def __init__(self, word):
        self.answers = {"key": lambda legal: {}["here"], "half": lambda legal: legal[0] + 0.5,
                        "none": lambda legal: None, "yes": lambda legal: True,
                        "name": lambda legal: "take 1", "text": lambda legal: "take 9",
                        "exit": lambda legal: exit(0)}
        self.answer = self.answers[word]

    @classmethod
    def named(cls, game, parameters):
        return cls(parameters)

    def reset(self, seed):
        pass

    def act(self, decision):
        return self.answer(decision.legal)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(FAULTY, encoding="utf-8")
    return tmp_path / "mine.py"


def decision() -> Decision:
    return Decision(nim.GAME.new(1, backend="interpreted"), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("word", "error", "message"),
    [
        ("key", BotError, r"the bot faulty failed in seat 0, phase \w+: .*mine\.py, line 5: KeyError: 'here'"),
        ("half", IllegalActionError, r"the bot faulty: action .*0\.5.* \(float64\), which is not one of this game's"),
        ("none", IllegalActionError, r"the bot faulty: action None \(NoneType\), which is not one of this game's"),
        ("yes", IllegalActionError, "the bot faulty: action True, which is not one of this game's"),
        ("exit", BotError, r"the bot faulty failed in seat 0, phase \w+: .*mine\.py, line 8: SystemExit: 0"),
        ("text", IllegalActionError, "the bot faulty: action 'take 9', which is not one of this game's"),
    ],
)
def test_a_bot_that_fails_is_named_wherever_it_plays(
    word: str, error: type[Exception], message: str, file: Path
) -> None:
    bot = make_bot(f"{file}:Faulty:{word}", nim.GAME)
    with pytest.raises(error, match=message):
        decided(bot, decision())
    with pytest.raises(error, match=message.removeprefix("the bot faulty")):
        play_match(nim.GAME, [bot, make_bot("random", nim.GAME)], games=2, backend="interpreted")
    setting = Measured(nim.GAME, nim.GAME.check_options({"num_players": 2}), 0)
    with pytest.raises(error, match=message):
        play_deals(setting, [Deal(0, f"{file}:Faulty:{word}", "random", 1)], "interpreted")
    with pytest.raises(error, match=message):
        evaluate(nim.GAME, player_of(f"{file}:Faulty:{word}", nim.GAME), player_of("random", nim.GAME), games=2)


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (["random", "random"], r"this is 'random': create one with agents.registry.make_bot\('random', game\)"),
        ("random", "this is 'random'"),
        ([Random, Random], "this is the class Random, not an instance of it"),
        ([None, None], "this is None"),
    ],
)
def test_what_is_no_bot_is_refused_before_a_game_begins(bots: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        play_match(nim.GAME, bots, games=2, backend="interpreted")
    with pytest.raises(OptionError, match=message):
        SingleSeatEnv(nim.GAME, bots, num_players=3, backend="interpreted")


def test_an_actions_name_will_do(file: Path) -> None:
    bot = make_bot(f"{file}:Faulty:name", nim.GAME)
    assert decided(bot, decision()) == nim.GAME.action_ids["take 1"]


def test_our_own_errors_keep_their_traceback() -> None:
    class Ours:
        name = "ours"

        def reset(self, seed: int) -> None: ...

        def act(self, decision: Decision) -> int:
            return decision.seat

    bot = Ours()
    assert asked(bot, decision()) == 0
    bot.act = {}.__getitem__  # type: ignore[assignment]
    with pytest.raises(KeyError):
        asked(bot, decision())


def test_a_wrong_reset_is_told(file: Path) -> None:
    file.write_text(
        FAULTY.replace("def reset(self, seed):\n        pass", "def reset(self, seed):\n        seed.grow()")
    )
    with pytest.raises(BotError, match=r"faulty failed as a game began: .*mine\.py, line 16: AttributeError"):
        begun(make_bot(f"{file}:Faulty:name", nim.GAME), 3)
