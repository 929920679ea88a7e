"""Games as a Minari dataset: what is read back is what each seat saw and did, with its marks."""

import os
from pathlib import Path
from typing import Any

import minari
import numpy as np
import pytest

from agents.people.dataset import END, FOLDER_OF_ALL, datasets_in, write_dataset
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import MAKERS, Replay
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from tests.tiny import cut_in, nim


def recorded(game: Game, seed: int, **options: int) -> Replay:
    """A random game with a person in seat 0, who has asked for a hint at the first decision."""
    state = game.new(seed, backend="interpreted", **options)
    replay = Replay.of(state, ["person", *["random"] * (state.num_players - 1)])
    rng = np.random.default_rng(seed)
    replay.decided_by, replay.hints = [], []
    while not state.done:
        if state.seat == 0 and not replay.hints:
            replay.hints.append(len(replay.actions))
        replay.decided_by.append("bot" if state.seat else "person")
        replay.add(state, int(rng.choice(Decision(state, rng).legal)))
    return replay


def test_a_dataset_is_read_back_as_it_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [recorded(cut_in.GAME, seed) for seed in range(3)] + [recorded(nim.GAME, 0)]
    name, count = write_dataset(games, cut_in.GAME, tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    dataset = minari.load_dataset(name)
    assert dataset.total_episodes == count == 9
    metadata = list(dataset.storage.get_episode_metadata(range(count)))
    assert {m["player"] for m in metadata} == {"person", "random"}
    episodes = iter(zip(dataset.iterate_episodes(), metadata, strict=True))
    for replay in games[:3]:
        states = [state.clone() for state in replay.play("interpreted")]
        end = states[-1]
        for seat in range(3):
            episode, about = next(episodes)
            own = [i for i, state in enumerate(states[:-1]) if state.seat == seat]
            assert about["seat"] == seat
            assert [replay.game.action_ids[replay.actions[i]] for i in own] == episode.actions.tolist()
            assert episode.rewards.tolist() == [0.0] * (len(own) - 1) + [float(end.returns("win")[seat])]
            assert episode.terminations.tolist() == [False] * (len(own) - 1) + [True]
            assert not episode.truncations.any()
            for row, i in enumerate(own):
                assert (episode.observations["observation"][row] == states[i].observe(seat)).all()
                assert (episode.observations["action_mask"][row] == states[i].mask).all()
                assert dataset.observation_space["observation"].contains(episode.observations["observation"][row])
                assert episode.observations["action_mask"][row][episode.actions[row]] == 1
            assert (episode.observations["observation"][-1] == end.observe(seat)).all()
            assert episode.observations["action_mask"][-1].tolist() == [1] + [0] * 6  # as the environment's own
            person = MAKERS.index("person" if seat == 0 else "bot")
            assert episode.infos["by"].tolist() == [person] * len(own) + [END]
            assert episode.infos["hint"].tolist() == [int(i in (replay.hints or ())) for i in own] + [0]
            assert episode.infos["number"].tolist() == [*own, len(replay.actions)]
    assert sum(int(episode.infos["hint"].sum()) for episode in dataset.iterate_episodes()) == 3


def test_the_environment_is_recovered_with_its_options_and_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the games agree in is an option of the environment; its observations are the dataset's."""
    games = [recorded(nim.GAME, seed, num_players=3) for seed in range(2)]
    name, _ = write_dataset(games, nim.GAME, tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    dataset = minari.load_dataset(name)
    env = dataset.recover_environment(backend="interpreted")
    assert env.observation_space == dataset.observation_space
    assert env.action_space == dataset.action_space
    seen, _ = env.reset(seed=1)
    assert dataset.observation_space.contains(seen)
    assert env.unwrapped.num_players == 3
    over = False
    while not over:
        seen, _, over, *_ = env.step(int(seen["action_mask"].argmax()))
    assert seen["action_mask"].tolist() == [1, 0, 0]


def test_what_is_there_is_never_overwritten(tmp_path: Path) -> None:
    games = [recorded(nim.GAME, 0)]
    name, _ = write_dataset(games, nim.GAME, tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(SaveError, match="already exists"):
        write_dataset(games, nim.GAME, tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert write_dataset(games, cut_in.GAME, tmp_path) == ("cut_in_v0/table-v0", 0)
    assert not (tmp_path / "cut_in_v0").exists()
    assert name == "nim_v0/table-v0"


def test_what_others_put_into_the_environment_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OF_ANOTHER_THREAD", "before")
    monkeypatch.setenv(FOLDER_OF_ALL, "there")
    with datasets_in(tmp_path):
        assert os.environ[FOLDER_OF_ALL] == str(tmp_path.resolve())
        os.environ["OF_ANOTHER_THREAD"] = "meanwhile"
    assert (os.environ[FOLDER_OF_ALL], os.environ["OF_ANOTHER_THREAD"]) == ("there", "meanwhile")


def test_a_relative_folder_and_a_failure_halfway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = [recorded(nim.GAME, 0)]
    with monkeypatch.context() as broken:
        broken.setattr("minari.dataset.minari_storage.MinariStorage.update_metadata", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_dataset(games, nim.GAME, "datasets")
    assert not (tmp_path / "datasets" / "nim_v0" / "table-v0").exists()
    name, count = write_dataset(games, nim.GAME, "datasets")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))
    assert minari.load_dataset(name).total_episodes == count


def test_a_dataset_takes_its_place_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed at any moment before its end, a process leaves nothing where a dataset is looked for."""
    place, seen = tmp_path / "nim_v0" / "table-v0", []
    (tmp_path / ".nim_v0-table-v0.part" / "nim_v0").mkdir(parents=True)  # of somebody who was killed
    create = minari.create_dataset_from_buffers

    def watched(*given: Any, **named: Any) -> Any:
        created = create(*given, **named)
        seen.append(place.exists())
        return created

    monkeypatch.setattr(minari, "create_dataset_from_buffers", watched)
    write_dataset([recorded(nim.GAME, 3)], nim.GAME, tmp_path)
    assert seen == [False] and place.is_dir()
    assert {each.name for each in place.parent.iterdir()} == {"table-v0", "namespace_metadata.json"}
    assert not list(tmp_path.glob("*.part"))
