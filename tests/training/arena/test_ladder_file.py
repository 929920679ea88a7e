"""The file of a ladder: a crash costs one deal at most, and what does not belong there is refused and left alone."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dynasty_env
from dynasty_env.kit.errors import SaveError
from tests.tiny import cut_in, nim
from training.arena.deals import Deal, Played, Setting
from training.arena.ladder_file import NAME, LadderFile

DEALS = {
    Deal(0, "greedy", "random", 1): Played(((1, 2), (2, 1)), ((0,), (1,))),
    Deal(1, "greedy", "random", 1): Played(((1, 1), (2, 1)), ((), (0, 1))),
}


def setting(**options: Any) -> Setting:
    return Setting(nim.GAME, nim.GAME.check_options(options), 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = LadderFile(tmp_path / "new" / NAME, setting())
    for name in ("greedy", "random"):
        file.add_bot(name, "")
    for deal, played in DEALS.items():
        file.add(deal, played)
    return file.path


def test_what_was_played_is_there_again(path: Path) -> None:
    file = LadderFile(path, setting())
    assert file.played == DEALS
    assert file.bots == {"greedy": "", "random": ""}
    assert not file.torn
    more = Deal(2, "greedy", "random", 1)
    file.add(more, DEALS[Deal(0, "greedy", "random", 1)])
    assert list(LadderFile(path, setting()).played) == [*DEALS, more]


def test_a_torn_last_line_is_dropped_wherever_it_is_torn(path: Path) -> None:
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    before = whole.removesuffix(last)
    for length in range(1, len(last)):
        path.write_bytes(before + last[:length])
        file = LadderFile(path, setting())
        assert file.torn and list(file.played) == list(DEALS)[:1]
        assert path.read_bytes() == before
        file.add(*list(DEALS.items())[1])
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"deal":0', '"deal":-1', r"line 4\.deal: a whole number 0 … 2147483648 is expected, not -1"),
        ('{"deal":0', '"deal":0', "line 4: not a complete line of JSON"),
        ('"a":"greedy"', '"a":"gready"', "line 4.a: no bot is called 'gready'; did you mean 'greedy'"),
        ('"b":"random"', '"b":"greedy"', "a and b are two bots in alphabetical order"),
        ("[[1,2],[2,1]]", "[[1,2]]", "a deal has 2 games, one per rotation, each with a place for each of 2 seats"),
        ("[[1,2],[2,1]]", "[[1,2],[2,3]]", r"line 4\.places\[1\]\[1\]: a whole number 1 … 2 is expected, not 3"),
        ("[[0],[1]]", "[[0],1]", r"line 4\.winners\[1\]: a list is expected, not int 1"),
        ('"winners":[[0]', '"winner":[[0]', "did you mean 'winners'"),
        ('{"bot":"random","network":""}', "[]", "line 3: a dict is expected, not list"),
        ('"format":"ladder"', '"format":"replay"', "is not a file of a ladder"),
    ],
)
def test_damage_is_named_by_its_line_and_left_alone(path: Path, old: str, new: str, message: str) -> None:
    damaged = path.read_text().replace(old, new, 1)
    assert damaged != path.read_text()
    path.write_text(damaged)
    with pytest.raises(SaveError, match=message):
        LadderFile(path, setting())
    assert path.read_text() == damaged


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            Setting(cut_in.GAME, cut_in.GAME.check_options({}), 0),
            "game 'nim_v0', not 'cut_in_v0': choose another --out",
        ),
        (setting(num_players=3), "num_players 2, not 3: choose another --out"),
        (setting(ask_forced=True), "ask_forced False, not True"),
        (Setting(nim.GAME, nim.GAME.check_options({}), 7), "seed 0, not 7"),
    ],
)
def test_other_games_are_refused_by_name(path: Path, other: Setting, message: str) -> None:
    before = path.read_bytes()
    with pytest.raises(SaveError, match=message):
        LadderFile(path, other)
    assert path.read_bytes() == before


def test_another_version_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.arena.lines.package_version", lambda: "9.9")
    with pytest.raises(SaveError, match=r"version '.*', not '9\.9'"):
        LadderFile(path, setting())


def test_games_of_other_rules_are_refused(path: Path) -> None:
    """An older file, which does not name them, goes on."""
    whole = path.read_bytes()
    named = f'"rules":"{nim.GAME.rules_digest}"'.encode()
    assert named in whole
    path.write_bytes(whole.replace(named, b'"rules":"abc"'))
    with pytest.raises(SaveError, match=f"holds games with rules 'abc', not '{nim.GAME.rules_digest}': choose another"):
        LadderFile(path, setting())
    path.write_bytes(whole.replace(b"," + named, b""))
    assert LadderFile(path, setting()).played == DEALS


FIRST = Deal(0, "greedy", "policy:runs/first", 1), Played(((1, 2), (2, 1)), ((0,), (1,)), (0.25, -0.5))


def test_a_bot_whose_file_has_changed_is_a_new_one(path: Path) -> None:
    with LadderFile(path, setting()) as file:
        assert file.add_bot("policy:runs/first", "aa") == file.add_bot("policy:runs/first", "aa") == ""
        assert file.add_bot("policy:runs/first", "bb") == ""  # nothing has been played yet
        file.add(*FIRST)
        assert file.add_bot("policy:runs/first", "cc") == "policy:runs/first@bb"
        file.add(FIRST[0], DEALS[Deal(1, "greedy", "random", 1)])
    for _ in range(2):  # as it was written, and as it is read
        kept = replace(FIRST[0], b="policy:runs/first@bb")
        assert {deal: file.played[deal] for deal in list(file.played)[2:]} == {
            kept: FIRST[1], FIRST[0]: DEALS[Deal(1, "greedy", "random", 1)],
        }  # fmt: skip
        assert file.bots["policy:runs/first@bb"] == "bb"
        assert file.current == ["greedy", "random", "policy:runs/first"]
        file = LadderFile(path, setting())
        file.close()
    with LadderFile(path, setting()) as file:
        assert file.add_bot("policy:runs/first", "bb") == "policy:runs/first@cc"
        assert file.played[FIRST[0]] == FIRST[1]
        assert "policy:runs/first@bb" not in file.bots


def test_deals_stay_in_alphabetical_order_when_a_bot_is_renamed(path: Path) -> None:
    """“a@…” comes after “a2”, which comes after “a”."""
    seats = 3
    whole = Setting(cut_in.GAME, cut_in.GAME.check_options({"num_players": seats}), 0)
    deal = Deal(0, "a", "a2", 1)
    played = Played(((1, 2, 3), (2, 1, 3), (3, 2, 1)), ((0,), (1,), (2,)), (0.5, 0.25, -0.5))
    with LadderFile(path.parent / "other" / NAME, whole) as file:
        file.add_bot("a", "11")
        file.add_bot("a2", "22")
        file.add(deal, played)
        before = dict(zip(deal.seatings(seats), played.places, strict=True))
        file.add_bot("a", "33")
        [(renamed, turned)] = file.played.items()
        assert (renamed.a, renamed.b, renamed.seats_of_a) == ("a2", "a@11", 2)
        names = {"a2": "a2", "a@11": "a"}
        after = zip(renamed.seatings(seats), turned.places, strict=True)
        assert {tuple(names[name] for name in seating): row for seating, row in after} == before
        assert sum(turned.luck) == -sum(played.luck)
        file.add_bot("a", "11")
        assert file.played == {deal: played}


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SaveError, match="this must be the folder of a ladder, but it is a file"):
        LadderFile(tmp_path / "file" / NAME, setting())
    (tmp_path / NAME).mkdir()
    with pytest.raises(SaveError, match="Is a directory"):
        LadderFile(tmp_path / NAME, setting())
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("name", dynasty_env.GAMES)
def test_a_published_ladder_names_the_rules_that_it_was_played_by(name: str) -> None:
    with (Path(__file__).parents[3] / "docs/ladder" / name / NAME).open(encoding="utf-8") as file:
        assert "rules" in json.loads(next(file))
