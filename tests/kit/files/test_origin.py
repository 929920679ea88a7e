"""Who wrote a file: what cannot be read says so first, and what can be read does not mind."""

import json
from pathlib import Path
from typing import Any

import pytest

import dynasty_env
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.origin import OtherVersionError, foreign, package_version, signature, signed
from dynasty_env.kit.files.replays import Replay, SavedGame
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.tiny import nim

HERE = package_version()
DYNASTY = dynasty_env.game("dynasty_v0")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, ""),
        ({"version": HERE, "rules": "RULES"}, ""),
        ({"version": "0.0.9", "rules": "RULES"}, f"written by dynasty-env 0.0.9 with the rules RULES; this is {HERE}"),
        ({"version": HERE, "rules": "abc"}, f"written by dynasty-env {HERE} with the rules abc; this is {HERE} with"),
        ({"version": HERE}, f"written by dynasty-env {HERE} before it named the rules; this is {HERE} with the rules"),
        ({"version": 7, "rules": ["x"]}, ""),
        ({"version": "9" * 500 + "\x1b[2J", "rules": "abc"}, "written by dynasty-env 9999"),
    ],
)
def test_what_is_said_of_a_file(said: dict[str, Any], told: str) -> None:
    rules = nim.GAME.rules_digest
    said = {name: rules if value == "RULES" else value for name, value in said.items()}
    found = foreign(said, nim.GAME)
    assert found.startswith(told.replace("RULES", rules)) and bool(found) == bool(told)
    assert len(found) < 250 and "\x1b" not in found


def test_what_a_signature_says() -> None:
    assert signed(signature(nim.GAME)) == {"version": HERE, "rules": nim.GAME.rules_digest}
    assert signed("0.0.9") == {"version": "0.0.9"}
    assert signed("") == {}


def table(game: Game, *, midway: bool) -> State:
    """A table in the middle of something, or one where a turn begins."""
    state = game.new(3, backend="interpreted")
    while ("moves" in state.to_dict()) != midway:
        state.play(int(state.legal()[0]))
    return state


def written_elsewhere(saved: dict[str, Any], version: str = "0.0.9", rules: str = "abc") -> dict[str, Any]:
    """The same from another version."""
    return json.loads(json.dumps(saved)) | {"version": version, "rules": rules}  # type: ignore[no-any-return]


def test_a_table_where_a_turn_begins_is_read_whoever_wrote_it() -> None:
    state = table(DYNASTY, midway=False)
    saved = state.to_dict()
    assert (saved["version"], saved["rules"]) == (HERE, DYNASTY.rules_digest)
    nameless = {name: value for name, value in saved.items() if name not in ("version", "rules")}
    for other in (written_elsewhere(saved), nameless):
        assert DYNASTY.from_dict(other, backend="interpreted").to_dict() == saved


def test_a_table_in_the_middle_says_who_wrote_it_where_it_cannot_be_read() -> None:
    saved = table(DYNASTY, midway=True).to_dict()
    assert DYNASTY.from_dict(written_elsewhere(saved), backend="interpreted").to_dict() == saved
    moves = [*saved["moves"][:-1], "pass", "pass", "pass"]
    first = f"written by dynasty-env 0.0.9 with the rules abc; this is {HERE} with the rules {DYNASTY.rules_digest}: "
    for name, value, error in (
        ("moves", moves, "moves["),
        ("turn", 99, "turn: the moves lead to"),
        ("new", 1, "there"),
    ):
        with pytest.raises(SaveError) as refused:
            DYNASTY.from_dict({**saved, name: value}, backend="interpreted")
        assert type(refused.value) is SaveError, "this version wrote it"
        assert str(refused.value).startswith(("save file: ", "moves[", "turn: ")) and error in str(refused.value)
        with pytest.raises(OtherVersionError) as refused:
            DYNASTY.from_dict({**written_elsewhere(saved), name: value}, backend="interpreted")
        assert str(refused.value).startswith(first) and error in str(refused.value)
        nameless = {key: part for key, part in {**saved, name: value}.items() if key not in ("version", "rules")}
        with pytest.raises(
            OtherVersionError, match=r"^written by an older version, which recorded neither its version nor"
        ):
            DYNASTY.from_dict(nameless, backend="interpreted")


@pytest.mark.parametrize("field", ["version", "rules"])
@pytest.mark.parametrize("game", [DYNASTY, nim.GAME], ids=lambda game: game.name)
def test_who_wrote_it_is_said_in_a_text(field: str, game: Game) -> None:
    saved = game.new(1, backend="interpreted").to_dict()
    with pytest.raises(SaveError, match=f"{field}: a text is expected, not 7"):
        game.from_dict({**saved, field: 7}, backend="interpreted")


def test_a_table_of_fields_says_who_wrote_it_too() -> None:
    saved = written_elsewhere(nim.GAME.new(1, backend="interpreted").to_dict())
    assert nim.GAME.from_dict(saved, backend="interpreted").seat == 0
    with pytest.raises(OtherVersionError, match=r"^written by dynasty-env 0\.0\.9 with the rules abc; .*heap"):
        nim.GAME.from_dict({**saved, "heap": "many"}, backend="interpreted")


def finished(game: Game = nim.GAME) -> Replay:
    """A game that has been played to its end."""
    state = game.new(5, backend="interpreted")
    replay = Replay.of(state, ["a", "b"])
    while not state.done:
        replay.add(state, int(state.legal()[0]))
    return replay


BROKEN = {"actions": ["take 3"] * 99, "result": {"win": [0, 0], "rank": [0, 0], "points": [0, 0], "scores": [0, 0]}}


@pytest.mark.parametrize("field", [*BROKEN, "unknown"])
def test_a_replay_says_first_who_wrote_it(field: str, tmp_path: Path) -> None:
    saved = finished().to_dict()
    assert (saved["version"], saved["rules"]) == (HERE, nim.GAME.rules_digest)
    Replay.from_dict(nim.GAME, written_elsewhere(saved)).verify("interpreted")
    file = tmp_path / "replay.json"
    for writer, first in (
        ({"version": "0.0.9", "rules": "abc"}, r"written by dynasty-env 0\.0\.9 with the rules abc; this is"),
        ({"version": HERE}, "written by dynasty-env .* before it named the rules; this is"),
    ):
        content = {name: value for name, value in saved.items() if name not in ("version", "rules")} | writer
        file.write_text(json.dumps(content | {field: BROKEN.get(field, 1)}))
        with pytest.raises(OtherVersionError, match=first):
            Replay.read(file, lambda name: nim.GAME).verify("interpreted")
    file.write_text(json.dumps(saved | {field: BROKEN.get(field, 1)}))
    with pytest.raises(SaveError) as refused:
        Replay.read(file, lambda name: nim.GAME).verify("interpreted")
    assert "written by" not in str(refused.value)


def test_an_old_replay_stays_what_it_was() -> None:
    saved = {name: value for name, value in finished().to_dict().items() if name != "rules"} | {"version": "0.0.9"}
    assert Replay.from_dict(nim.GAME, saved).to_dict() == saved


def test_a_saved_game_says_first_who_wrote_it() -> None:
    state = nim.GAME.new(5, backend="interpreted")
    replay = Replay.of(state, ["a", "b"])
    replay.add(state, 0)
    saved = SavedGame(replay, state).to_dict()
    elsewhere = {**saved, "record": written_elsewhere(saved["record"]), "table": written_elsewhere(saved["table"])}
    assert SavedGame.from_dict(nim.GAME, elsewhere, "interpreted").table.to_dict() == state.to_dict()
    elsewhere["table"]["heap"] = 1
    with pytest.raises(
        OtherVersionError, match=r"^written by dynasty-env 0\.0\.9 with the rules abc; .*: table\.heap: "
    ):
        SavedGame.from_dict(nim.GAME, elsewhere, "interpreted")
