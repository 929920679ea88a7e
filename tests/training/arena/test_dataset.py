"""Games of bots as a dataset, with what the bots thought."""

import json
import shutil
from pathlib import Path

import minari
import numpy as np
import pytest
from rich.console import Console

from agents.network.player import champion
from agents.people.dataset import About, write_games
from agents.registry import make_bot
from agents.search.budget import Budget
from agents.search.judge import ByRules
from agents.search.players import FlatMonteCarlo
from agents.uniform import Random
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kit.engine.backend import Compiled
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.seats.decision import Decision, dice_of
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from tests.command_line import dynasty
from tests.tiny import nim
from training.arena import dataset
from training.arena.dataset import GamesFile, Source, infos, play, play_together, played, think
from training.arena.match import play_game

SEARCH = FlatMonteCarlo(Budget(playouts=24), ByRules(backend="interpreted"))


def test_what_bots_think_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [play(nim.GAME, [SEARCH, Random()], seed, {}) for seed in range(2)]
    chosen = ((replay, infos(replay, thoughts)) for replay, thoughts in games)
    name, episodes = write_games(chosen, nim.GAME, tmp_path, About("bots", "a search", "two games"))
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    loaded = minari.load_dataset(name)
    assert episodes == loaded.total_episodes == 4
    for n, episode in enumerate(loaded.iterate_episodes()):
        _, thoughts = games[n // 2]
        own = [thoughts[int(number)] for number in episode.infos["number"][:-1]]
        assert [thought.action for thought in own] == episode.actions.tolist()
        assert np.isnan(episode.infos["worth"][-1]).all()
        for thought, worth, mask in zip(own, episode.infos["worth"], episode.observations["action_mask"], strict=False):
            if thought.worth is None:
                assert np.isnan(worth).all()
            else:
                legal = np.flatnonzero(mask)
                assert np.allclose(worth[legal], [np.nan if w is None else w for w in thought.worth], equal_nan=True)
                assert np.isnan(np.delete(worth, legal)).all()
                assert np.nanargmax(worth) == thought.action
    assert any(thought.worth is not None for _, thoughts in games for thought in thoughts)


def test_bots_play_as_they_do_without_being_asked() -> None:
    replay, _ = play(nim.GAME, [SEARCH, Random()], 5, {})
    state = nim.GAME.new(5)
    play_game(state, [SEARCH, Random()])
    assert replay.verify().to_dict() == state.to_dict()


def test_a_network_says_what_it_expects() -> None:
    state = SHINSENGUMI.new(3)
    bot = champion(SHINSENGUMI)
    decision = Decision(state, dice_of(3, state.seat))
    thought = think(bot, decision)
    assert thought.action == bot.act(decision)
    assert thought.expected is not None
    assert -1.2 < thought.expected < 1.2
    assert thought.worth is None


def test_games_side_by_side_are_those_of_one_table_after_the_other() -> None:
    sittings, options = [["champion", "greedy", "random"], ["random", "champion", "greedy"]], {"num_players": 3}
    together = play_together(KINGDOMS, sittings, [5, 6], KINGDOMS.check_options(options))
    alone = [
        play(KINGDOMS, [make_bot(name, KINGDOMS) for name in names], seed, {})
        for names, seed in zip(sittings, (5, 6), strict=True)
    ]
    assert [replay.to_dict() for replay, _ in together] == [replay.to_dict() for replay, _ in alone]
    for (_, thoughts), (_, others) in zip(together, alone, strict=True):
        assert [each.expected is None for each in thoughts] == [each.expected is None for each in others]
        said, expected = (
            [each.expected for each in those if each.expected is not None] for those in (thoughts, others)
        )
        assert np.allclose(said, expected, atol=2e-4)


def test_what_games_side_by_side_call_has_been_compiled_before_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[str] = []
    called: set[str] = set()
    call = Compiled.call
    monkeypatch.delenv("DYNASTY_ENV_BACKEND", raising=False)
    monkeypatch.setattr(dataset, "compile_entries", lambda game, names, console: named.extend(names))
    monkeypatch.setattr(Compiled, "call", lambda self, entry, *rest: (called.add(entry), call(self, entry, *rest))[1])
    source = Source(KINGDOMS, KINGDOMS.check_options({"num_players": 3}), ["champion", "greedy", "random"])
    played(source, tmp_path, lambda file: len(file.games), Console(quiet=True)).close()
    assert called == set(named)


def test_the_variable_for_interpreted_rules_is_respected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    monkeypatch.setattr(Compiled, "call", lambda *_: pytest.fail("compiled rules were called"))
    with played(Source(nim.GAME, nim.GAME.check_options({}), ["random"]), tmp_path, lambda file: len(file.games) / 2,
                Console(quiet=True)) as file:  # fmt: skip
        assert len(file.games) == 2


def test_a_stopped_command_goes_on_and_writes_the_same_games(tmp_path: Path) -> None:
    options = ["dataset", "shinsengumi_v0", "--bots", "random", "--seed", "7"]
    code, told = dynasty(*options, "--games", "3", "--out", tmp_path / "whole")
    assert (code, "3 games, 12 episodes: dataset shinsengumi_v0/bots-v0" in told) == (0, True), told
    given = dict(SHINSENGUMI.check_options({}))
    about = {"game": "shinsengumi_v0", "options": given, "seed": 7, "bots": ["random"] * 4}
    lines = (tmp_path / "whole" / "games.jsonl").read_text().splitlines(keepends=True)
    torn = tmp_path / "torn" / "games.jsonl"
    torn.parent.mkdir()
    torn.write_text("".join(lines[:3]) + lines[3][:200])
    assert len(GamesFile(torn, SHINSENGUMI, about).games) == 2
    assert dynasty(*options, "--games", "3", "--out", torn.parent)[0] == 0
    assert torn.read_text() == "".join(lines)


def test_a_dataset_is_written_again_and_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the games of a folder have become is replaced when they become more, or are written once more."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    given = "dataset", "kingdoms_v0", "--seats", "2", "--bots", "random", "--option", "max_rounds=5", "--out", tmp_path
    for games in (1, 3, 3, 2):
        code, told = dynasty(*given, "--games", games)
        assert (code, f"{games} games, {2 * games} episodes" in told) == (0, True), told
        assert minari.load_dataset("kingdoms_v0/bots-v0").total_episodes == 2 * games
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 4
    assert {each.name for each in (tmp_path / "minari").iterdir()} == {"kingdoms_v0"}, "nothing is left over"
    names = {each.name for each in (tmp_path / "minari" / "kingdoms_v0").iterdir()}
    assert names == {"bots-v0", "namespace_metadata.json"}


def test_a_failure_leaves_the_dataset_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = "dataset", "kingdoms_v0", "--seats", "2", "--bots", "random", "--option", "max_rounds=5", "--out", tmp_path
    assert dynasty(*given, "--games", "1")[0] == 0
    rename, place = Path.replace, tmp_path / "minari" / "kingdoms_v0" / "bots-v0"
    with monkeypatch.context() as broken:

        def refuse(self: Path, target: Path) -> Path:
            if target == place and self.parent.parent.name.endswith(".part"):
                raise OSError(28, "No space left on device")
            return rename(self, target)

        broken.setattr(Path, "replace", refuse)
        code, told = dynasty(*given, "--games", "2")
        assert (code, "No space left" in told) == (2, True), told
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    assert minari.load_dataset("kingdoms_v0/bots-v0").total_episodes == 2
    assert dynasty(*given, "--games", "2")[0] == 0


@pytest.mark.parametrize("lost", ["games.jsonl", "other"])
def test_a_dataset_of_another_origin_is_noticed_before_anything_is_played(tmp_path: Path, lost: str) -> None:
    given = ["dataset", "kingdoms_v0", "--seats", "2", "--bots", "random", "--option", "max_rounds=5"]
    assert dynasty(*given, "--games", "1", "--out", tmp_path / "a")[0] == 0
    if lost == "other":  # games with another seed, beside a dataset that was copied there
        assert dynasty(*given, "--games", "1", "--out", tmp_path / "b", "--seed", "3", "--name", "own")[0] == 0
        shutil.copytree(tmp_path / "a" / "minari", tmp_path / "b" / "minari", dirs_exist_ok=True)
        out, games = tmp_path / "b", tmp_path / "b" / "games.jsonl"
    else:
        out, games = tmp_path / "a", tmp_path / "a" / "games.jsonl"
        games.unlink()
    before = games.read_bytes() if games.exists() else None
    code, told = dynasty(*given, "--games", "2", "--out", out)
    assert (code, "bots-v0: this dataset was not made from" in told) == (2, True), told
    assert "--name" in told
    assert (games.read_bytes() if games.exists() else None) == before
    assert (out / "minari" / "kingdoms_v0" / "bots-v0").is_dir()


def test_a_folder_knows_its_game_options_and_seed(tmp_path: Path) -> None:
    given = ["--seats", "2", "--seed", "7", "--bots", "random", "--games", "1", "--out", tmp_path]
    assert dynasty("dataset", "kingdoms_v0", *given, "--option", "max_rounds=5")[0] == 0
    code, told = dynasty("dataset", "--bots", "random", "--games", "2", "--out", tmp_path, "--name", "more")
    assert (code, "2 games, 4 episodes" in told) == (0, True), told


def test_other_games_and_damage_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    about = {"game": "nim_v0", "seed": 1}
    file = GamesFile(path, nim.GAME, about)
    file.add(*play(nim.GAME, [Random(), Random()], 1, {}))
    kept = path.read_text()
    with pytest.raises(SaveError, match="holds games with seed 1, not 2: choose another --out"):
        GamesFile(path, nim.GAME, about | {"seed": 2})
    lines = kept.splitlines()
    content = json.loads(lines[1])
    for wrong in ("[]", json.dumps(content | {"worth": []}), json.dumps(content | {"replay": {}})):
        path.write_text(f"{lines[0]}\n{wrong}\n")
        with pytest.raises(SaveError, match="line 2: this is not a game"):
            GamesFile(path, nim.GAME, about)
    for foreign, message in (
        ("hello\n", "line 1: not a complete line of JSON"),
        ("{}\n", "not a file of games of bots"),
    ):
        path.write_text(foreign)
        with pytest.raises(SaveError, match=message):
            GamesFile(path, nim.GAME, about)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "random,greedy"], "give one name, or 4"),
        (["--name", "../x"], "letters, digits"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--seats", "9"], "--seats 9: "),
    ],
)
def test_wrong_arguments_are_told(arguments: list[str], message: str, tmp_path: Path) -> None:
    code, told = dynasty("dataset", "shinsengumi_v0", "--out", tmp_path / "x", *arguments)
    assert (code, message in told) == (2, True), told
    assert not (tmp_path / "x").exists()
