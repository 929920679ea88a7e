"""`dynasty train --algorithm`: a run of it begins, continues, is measured and written like any other."""

from pathlib import Path

import numpy as np
import pytest

import dynasty_env
from agents.arguments import INTERRUPTED
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.seats.decision import Decision
from tests.command_line import dynasty
from training.algorithms.base import SelfPlay
from training.algorithms.registry import ALGORITHMS, algorithm
from training.arena.deals import Deal, Setting, play_deal
from training.arena.evaluate import evaluate, player_of
from training.learn import checkpoint
from training.learn.policy_bot import network_player

ONE, OTHER = [name for name in ALGORITHMS if issubclass(algorithm(name), SelfPlay)][:2]
"""Two algorithms that stand for all in what they share."""
OF_VALUES = next(name for name in ALGORITHMS if not algorithm(name).learns_policy)
SMALL = "--set", "tables=8", "--set", "steps=12", "--set", "width=16"


def test_a_run_from_beginning_to_bot(tmp_path: Path) -> None:
    run, file = str(tmp_path / "run"), str(tmp_path / "network.safetensors")
    begin = "train", "leduc_v0", "--algorithm", OTHER, "--seats", "3", "--seed", "4", "--steps", "200", *SMALL
    code, text = dynasty(*begin, "--evaluate-every", "0", "--out", run)
    assert code == 0 and "leduc_v0: 200 decisions with 2 threads" in text, text
    assert "checkpoint.pt, after 288 decisions (whole updates)." in text, text
    content = checkpoint.read(Path(run))
    assert (content["algorithm"], content["settings"]["seats"], content["settings"]["seed"]) == (OTHER, 3, 4)
    code, text = dynasty("train", "--resume", "--out", run, "--steps", "400")
    assert code == 0 and "wins" not in text, text
    content = checkpoint.read(Path(run))
    assert content["progress"]["decisions"] >= 400
    assert content["routine"]["evaluate_every"] == 0
    code, text = dynasty("train", "leduc_v0", "--resume", "--out", run)
    assert code == 2 and "has reached its goal" in text
    code, text = dynasty("evaluate", run, "--games", "9")
    assert code == 0 and "of 9 games against 2 random" in text, text
    code, text = dynasty("weights", run, file)
    assert code == 0 and Path(file).is_file(), text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--algorithm", f"{ONE}_"), f"there is no algorithm '{ONE}_': did you mean {ONE!r}?"),
        (("--algorithm", ONE, "--clip", "0.3", "--width", "8"), f"--clip, --width: for --algorithm {ONE} use --set"),
        (("--algorithm", ONE, "--set", "dicount=1"), "did you mean discount?"),
        (("--algorithm", ONE, "--set", "discount=-1"), "discount=-1.0 is out of range: 0 … 1"),
        (("--set", "discount=1"), "--set needs --algorithm"),
        (("--algorithm", ONE, "--resume"), "--resume needs the run folder"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], message: str) -> None:
    code, text = dynasty("train", "kuhn_v0", *arguments)
    assert code == 2 and message in text, text


@pytest.mark.parametrize("given", [(), ("--algorithm", ONE, *SMALL)])
def test_a_resumed_run_keeps_its_threads_and_its_schedule(given: tuple[str, ...], tmp_path: Path) -> None:
    begin = "train", "kuhn_v0", *given, "--steps", "50", "--out", str(tmp_path)
    code, text = dynasty(*begin, "--evaluate-every", "0", "--games", "7", "--threads", "1")
    assert code == 0 and "with 1 thread, in" in text, text
    done = checkpoint.read(tmp_path)["progress"]["decisions"]
    code, text = dynasty("train", "--resume", "--out", str(tmp_path), "--steps", str(done + 1))
    assert code == 0 and "with 1 thread, in" in text and "wins" not in text, text
    content = checkpoint.read(tmp_path)
    assert (content["threads"], content["routine"]["evaluate_every"], content["routine"]["games"]) == (1, 0, 7)
    more = "--steps", str(content["progress"]["decisions"] + 1), "--threads", "2", "--evaluate-every", "1000"
    code, text = dynasty("train", "--resume", "--out", str(tmp_path), *more)
    assert code == 0 and "with 2 threads, in" in text and "of" in text, text
    assert checkpoint.read(tmp_path)["threads"] == 2
    assert (tmp_path / "win-rates.csv").is_file()


def test_ctrl_c_before_the_first_checkpoint_leaves_nothing_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = "train", "kuhn_v0", "--algorithm", ONE, "--steps", "50", *SMALL, "--evaluate-every", "0"
    begin = *begin, "--out", str(tmp_path)

    def press(self: SelfPlay) -> dict[str, float]:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(SelfPlay, "collect", press)
        code, text = dynasty(*begin)
    assert code == INTERRUPTED and "before anything was saved: the same command starts again" in text, text
    for command in ("evaluate", "weights"):
        code, text = dynasty(command, str(tmp_path), *(["x.safetensors"] * (command == "weights")))
        assert code == 2 and "the run was stopped before it saved one: start it again" in text, text
        assert "--resume" not in text
    assert dynasty(*begin)[0] == 0
    with monkeypatch.context() as context:
        context.setattr(SelfPlay, "collect", press)
        code, text = dynasty("train", "--resume", "--out", str(tmp_path), "--steps", "500")
    assert code == INTERRUPTED and f"Resume from the last checkpoint: dynasty train --resume --out {tmp_path}" in text


def test_another_algorithms_run_is_not_gone_on_with(tmp_path: Path) -> None:
    begin = "train", "kuhn_v0", "--algorithm", ONE, "--steps", "50", *SMALL, "--evaluate-every", "0"
    assert dynasty(*begin, "--out", str(tmp_path))[0] == 0
    code, text = dynasty("train", "kuhn_v0", "--algorithm", OTHER, "--resume", "--out", str(tmp_path), "--steps", "500")
    assert code == 2 and f"holds a run of {ONE}" in text, text
    code, text = dynasty(*begin, "--out", str(tmp_path))
    assert code == 2 and "already holds a run" in text, text


def test_a_network_of_values_plays_its_best_action(tmp_path: Path) -> None:
    """A network of DQN gives values, not probabilities: every command plays the best action, and says so."""
    run, file, game = str(tmp_path / "run"), str(tmp_path / "network.safetensors"), dynasty_env.game("leduc_v0")
    begin = "train", "leduc_v0", "--algorithm", OF_VALUES, "--steps", "400", *SMALL, "--threads", "1"
    code, told = dynasty(*begin, "--out", run, "--games", "20")
    assert code == 0 and "learns the values of actions: evaluations take the best one" in told, told
    last = [line.split(",") for line in (tmp_path / "run" / "win-rates.csv").read_text().splitlines()][-1]
    told_of = [dynasty("evaluate", run, "--games", "20", *more)[1] for more in ((), ("--best",))]
    network = checkpoint.network_of(checkpoint.read(run), run)
    rate = evaluate(game, network_player(network, best=True), player_of("random", game), games=20)
    assert float(last[3]) == rate.rate, "what training has measured"
    assert "learned the values of actions: it takes the best one" in told_of[0]
    assert told_of[0].split("(95")[0] == told_of[1].split("(95")[0]

    assert dynasty("weights", run, file)[0] == 0
    policy, exported = make_bot(f"policy:{run}", game), make_bot(f"net:{file}", game)
    state = game.new(3)
    rng = np.random.default_rng(1)
    while not state.done:
        choice = policy.act(Decision(state, rng))
        assert choice == exported.act(Decision(state, rng))
        assert policy.probabilities(Decision(state, rng))[choice] == 1.0  # type: ignore[attr-defined]
        state.play(choice)
    setting = Setting(game, game.check_options({}), 0)
    played = [play_deal(setting, Deal(0, name, "random", 1)) for name in (f"policy:{run}", f"net:{file}")]
    assert played[0] == played[1]
    for name, error, words in (
        (f"sampled:{file}", OptionError, "holds the values of actions, which are no probabilities: use net:"),
        (f"policy+search:{run}:50", checkpoint.CheckpointError, "values of actions, not a policy .*: use policy:"),
    ):
        with pytest.raises(error, match=words):
            make_bot(name, game)


@pytest.mark.parametrize(("command", "option"), [("train", "--steps"), ("benchmark", "--decisions")])
def test_help_says_that_budgets_are_rounded_up(command: str, option: str) -> None:
    text = dynasty(command, "--help")[1]
    assert "rounded up to whole updates" in text[text.index(f" {option} ") :][:300], text


def test_older_checkpoints_are_known_by_their_algorithm() -> None:
    """Checkpoints of earlier commits do not say whether their network gives probabilities, or has a trained value."""
    assert {name for name in ALGORITHMS if not checkpoint.learns_policy({"algorithm": name})} == {
        name for name in ALGORITHMS if not algorithm(name).learns_policy
    }
    settings = {"reward": "win"}
    assert {
        name for name in ALGORITHMS if not checkpoint.learns_value({"algorithm": name, "settings": settings}, "win")
    } == {name for name in ALGORITHMS if not getattr(algorithm(name), "learns_value", True)}
    assert checkpoint.learns_policy({})
    assert not checkpoint.learns_policy({"algorithm": "mine", "learns_policy": False})
