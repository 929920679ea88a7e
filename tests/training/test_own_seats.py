"""A game of one's own for exactly two: every command plays it without being told how many seats there are."""

import inspect
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from dynasty_env import figures_v0
from dynasty_env.kit.errors import OptionError
from tests.agents.people.web.live import live
from tests.command_line import dynasty
from tests.tiny import nim, two_cards
from training import cli
from training.learn.settings import Settings

GAME = "tests.tiny.two_cards:TwoCards"
SMALL = ("--envs", "8", "--rollout", "16", "--minibatch", "64", "--threads", "1")
RUN = ("train", GAME, "--steps", "256", "--evaluate-every", "0", "--out", "run", *SMALL)
SAVED = ("watch", GAME, "--bots", "greedy", "--seed", "3", "--fast", "--save", "game.json")
OF_GAME, BENCH = ("--game", GAME), ("--seconds", "0.01", "--tables", "8", "--threads", "1", "--no-start")
COMMANDS: dict[str, tuple[Sequence[str], ...]] = {
    "play": (("play", GAME, "--seed", "1"),),
    "watch": (("watch", GAME, "--bots", "random", "--fast"),),
    "replay": (SAVED, ("replay", "game.json", "--fast", *OF_GAME)),
    "film": (SAVED, ("film", "game.json", *OF_GAME)),
    "review": (SAVED, ("review", "game.json", "--budget", "2", *OF_GAME)),
    "match": (("match", GAME, "--bots", "greedy,random", "--games", "4"),),
    "measure": (("measure", GAME, "--games", "4"),),
    "victories": (("victories", GAME, "--games", "8"),),
    "ladder": (("ladder", GAME, "--deals", "2"),),
    "dataset": (("dataset", GAME, "--bots", "greedy", "--games", "2"),),
    "benchmark": (("benchmark", GAME, "--deals", "2"),),
    "exploit": (("benchmark", GAME, "--exploit", "greedy", "--minutes", "0.01", "--deals", "2"),),
    "learner": (("benchmark", GAME, "--learner", "ppo", "--decisions", "256", "--seeds", "1", "--deals", "2"),),
    "train": (RUN,),
    "evaluate": (RUN, ("evaluate", "run", *OF_GAME, "--games", "8")),
    "evaluate a bot": (("evaluate", "greedy", *OF_GAME, "--games", "8"),),
    "weights": (RUN, ("weights", "run", "net.safetensors", *OF_GAME)),
    "bench": (("bench", GAME, *BENCH),),
    "soak": (("soak", GAME, "--games", "8"),),
    "value": (("value", "value.safetensors", *OF_GAME, "--positions", "1000", "--passes", "1"),),
}  # fmt: skip
"""What is typed, one after the other."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))  # commands add the working directory


@pytest.mark.parametrize("name", COMMANDS)
def test_the_game_says_how_many_seats_there_are(name: str) -> None:
    for command in COMMANDS[name]:
        code, told = dynasty(*command, typed="1\n" * 20)
        assert code == 0, told


def options_named(name: str) -> list[str]:
    """The commands that have an option of this name."""
    commands: Any = get_command(cli.app)
    return [each for each, command in commands.commands.items() if any(name in p.opts for p in command.params)]


@pytest.mark.parametrize("name", options_named("--seats"))
def test_no_command_assumes_a_number_of_seats(name: str) -> None:
    commands: Any = get_command(cli.app)
    (seats,) = [option for option in commands.commands[name].params if "--seats" in option.opts]
    assert seats.default is None


ALONE = "tests.tiny.cut_in:CutIn"
"""A game of one's own as most begin: nobody plays it but `random`."""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("watch", ALONE, "--fast"), 0, "(random)"),
        (("dataset", ALONE, "--games", "1"), 0, "1 games, 3 episodes: dataset cut_in_v0/bots-v0"),
        (("victories", ALONE, "--games", "4"), 0, "4 games of 3 random"),
        (("ladder", ALONE), 2, "random: cut_in_v0 needs at least two bots: name more with --bots"),
        (("match", ALONE), 2, "name the bots, one per seat: --bots random,random,random"),
        (("match", GAME), 2, "name the bots, one per seat: --bots greedy,greedy"),
        (("match", "dynasty_v0"), 2, "name the bots, one per seat: --bots champion,greedy,greedy,greedy"),
        (("benchmark", ALONE, "--deals", "2"), 2, "random: cut_in_v0 needs at least two bots: name more with --bots"),
        (("distil", "small.safetensors", "--game", ALONE), 2, "there is no bot 'champion' for cut_in_v0"),
    ],
)  # fmt: skip
def test_no_command_assumes_bots_that_a_game_does_not_have(arguments: Sequence[str], code: int, message: str) -> None:
    found, told = dynasty(*arguments)
    assert (found, message in told) == (code, True), told


@pytest.mark.parametrize("command", [("weights", "run"), ("value",), ("distil",)])
def test_no_network_is_written_over_a_file_of_another_kind(command: Sequence[str]) -> None:
    Path("mine.py").write_text("")  # `dynasty distil mine.py` means the game, and would write over it
    code, told = dynasty(*command, "mine.py")
    assert (code, "mine.py: a network file must be named NAME.safetensors" in told) == (2, True), told


BEFORE = {"evaluate": ("evaluate", "greedy", *OF_GAME), "exploit": ("exploit", GAME, "random")}
"""Commands that name the game in another way, or a bot with it."""


@pytest.mark.parametrize("name", options_named("--seats"))
def test_too_many_seats_are_refused_by_the_name_of_the_option(name: str) -> None:
    code, told = dynasty(*BEFORE.get(name, (name, GAME)), "--seats", "4")
    assert code == 2
    said = "declares no abilities or events" if name == "balance" else "--seats 4: two_cards_v0 has 2 seats"
    assert said in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", GAME, "--bots", "random,random"), "--bots names 2 bots, plus 1 human, but two_cards_v0 has 2"),
        (("watch", GAME, "--bots", "random,random,random"), "--bots names 3 bots, plus 0 human, but two_cards"),
        (
            ("match", GAME, "--bots", "random,random,random"),
            "--bots names 3 bots, one per seat, but two_cards_v0 has 2 seats",
        ),
        (
            ("play", GAME, "--seat", "2"),
            "--seat '2': this table has seats 0 … 1; give one, several as 0,2, or none; set",
        ),
        (("train", GAME, "--option", "num_players=3"), "num_players is one of 2; set it with --seats"),
        (("train", "tests.tiny.nim:Nim", "--option", "num_players=3", "--seats", "2"), "contradicts the 2 seats asked"),
        (("benchmark", "figures-2", "--seats", "2"), "figures-2 is a task with fixed options"),
    ],
)
def test_what_is_wrong_with_seats_is_said(arguments: Sequence[str], message: str) -> None:
    code, told = dynasty(*arguments)
    assert (code, message in told) == (2, True), told


def test_settings_in_python_take_the_games_own_number() -> None:
    assert Settings().of_game(two_cards.GAME).seats == Settings().of_game(figures_v0.game).seats == 2
    assert Settings(seats=3).of_game(nim.GAME).game_options == {"num_players": 3}
    assert Settings(options={"num_players": 4}).of_game(nim.GAME).seats == 4
    with pytest.raises(OptionError, match="num_players=4 among the options contradicts seats=3"):
        Settings(seats=3, options={"num_players": 4}).of_game(nim.GAME)


def test_scripts_of_other_libraries_assume_no_number_either() -> None:
    from training.bridges import cleanrl_ppo, hybrid_ppo, sb3_maskable, tianshou_dqn, torchrl_ppo

    for script in (hybrid_ppo, sb3_maskable, tianshou_dqn, torchrl_ppo):
        assert inspect.signature(script.main).parameters["seats"].default is None
    assert cleanrl_ppo.Args().num_players == 0


def test_the_lobby_fills_as_many_seats_as_the_game_has_by_default() -> None:
    places = {"two_cards_v0": GAME, "nim_v0": "tests.tiny.nim:Nim", "figures_v0": "figures_v0"}
    with live(games=places) as here:
        page = here.http.get("/").text
    assert two_cards.GAME.goal in page  # of a game that has no board of its own, too
    filled: dict[str, list[str]] = {}
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        seats = re.findall(r'<select name="seat\d+".*?</select>', form, re.DOTALL)
        if seats:
            (game,) = re.findall(r'name="game" value="(\w+)"', form)
            taken = [who for seat in seats for who in re.findall(r'value="([^"]*)" selected', seat)]
            filled[game] = [who for who in taken if who != "-"]
    assert filled == {name: ["me", "greedy"] for name in places}
