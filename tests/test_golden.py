"""Golden games go the way they were recorded, on both backends, and together they show everything."""

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dynasty_env.kit.errors import SaveError
from tests.books import BOOKS, ROOT, Book, book_of
from tests.coverage.statements import statements
from tests.golden import __main__ as golden_command
from tests.golden import games as golden_games
from tests.golden import pages as golden_pages
from tests.golden.exchange import exchange, recover
from tests.golden.games import AUDITED, ChangedError, Golden, golden_files, too_long
from tests.golden.lists import lists_of, wanted
from tests.golden.pages import PAGES, audited, cited, digest_of, index, page, pages, written_out
from tests.golden.search import Candidate, chosen, cover, shown_by, until_shown

FILES = [(book, path) for book in BOOKS for path in golden_files(book)]
EACH = pytest.mark.parametrize(("book", "path"), FILES, ids=lambda each: getattr(each, "stem", None) or each.game)


def read(book: Book, path: Path) -> Golden:
    return Golden.read(lists_of(book).game, path)


@cache
def games_of(book: Book) -> list[Golden]:
    """All golden games of a book, for tests that change nothing of them."""
    return [read(book, path) for path in golden_files(book)]


@cache
def pages_of(book: Book) -> dict[Path, str]:
    return pages(book, lists_of(book), games_of(book))


@EACH
def test_interpreted_and_still_showing_what_it_is_kept_for(book: Book, path: Path) -> None:
    game, lists = read(book, path), lists_of(book)
    ids, played = lists.game.action_ids, zip(["", *game.replay.actions], game.checked("interpreted"), strict=True)
    moves = ((before, ids[action], after) for action, (after, before) in played if action)
    assert set(game.shows) <= shown_by(lists, game.replay.options, moves)


@EACH
def test_compiled(book: Book, path: Path) -> None:
    read(book, path).check("compiled")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_together_they_show_everything(book: Book) -> None:
    games = games_of(book)
    shown = {feature for game in games for feature in game.shows}
    assert wanted(lists_of(book)) - shown == set(), f"python -m tests.golden --game {book.game} --record"
    low, high = lists_of(book).game.seats
    assert {game.replay.options["num_players"] for game in games} == set(range(low, high + 1))
    assert not too_long(book, games), too_long(book, games)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_the_lists_of_a_game_are_complete(book: Book) -> None:
    """Each decision has its §, so has all that is told, and every one of these exists."""
    lists, known = lists_of(book), statements(book)
    assert set(lists.decisions) == {phase.step.name.lower() for phase in lists.game.phases}
    for name in cited(lists, games_of(book)):
        assert name in known or name.rpartition(" ")[0] in known, f"{name} is no paragraph or ruling"  # §07-01 a


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_the_pages_are_up_to_date(book: Book) -> None:
    expected = pages_of(book)
    for path, text in expected.items():
        assert path.read_text(encoding="utf-8") == text, f"python -m tests.golden --game {book.game} --write"
    assert set(next(iter(expected)).parent.glob("*.md")) == set(expected)
    assert len(expected) == 1 + min(PAGES, len(golden_files(book)))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_an_audited_page_has_not_changed(book: Book) -> None:
    texts = {path.stem: text for path, text in pages_of(book).items()}
    for name, digest in audited(book).items():
        assert name in texts, f"{name} was audited and is no page any more"
        assert digest_of(texts[name]) == digest, f"{name} has changed since it was audited: read it again"


@pytest.mark.parametrize(
    ("digest", "audit"),
    [(None, "not yet"), (digest_of("as it is"), "yes"), (digest_of("as it was"), "no longer: the page has changed")],
)
def test_the_index_calls_audited_what_was_read_as_it_is(
    golden: tuple[Golden, dict[str, Any]], monkeypatch: pytest.MonkeyPatch, digest: str | None, audit: str
) -> None:
    game, _ = golden
    monkeypatch.setattr("tests.golden.pages.audited", lambda book: {game.name: digest} if digest else {})
    text = index(book_of("dynasty"), [game], {game.name: "as it is"})
    assert text.endswith(f" | {audit} |\n")


@pytest.fixture
def golden() -> tuple[Golden, dict[str, Any]]:
    """The shortest golden game of Dynasty, and its file."""
    book = book_of("dynasty")
    path = min(golden_files(book), key=lambda each: each.stat().st_size)
    return read(book, path), json.loads(path.read_text(encoding="utf-8"))


def test_a_page_tells_the_options_that_are_not_the_defaults(golden: tuple[Golden, dict[str, Any]]) -> None:
    """So that a further option, which is off in the games recorded before it, changes none of the audited pages."""
    book, (game, _) = book_of("dynasty"), golden
    text = page(book, lists_of(book), game)
    chosen = {f"{option.name}={game.replay.options[option.name]}": option for option in game.replay.game.options}
    told = {said for said, option in chosen.items() if not said.endswith(f"={option.default}")}
    assert 0 < len(told) < len(chosen)
    assert {said for said in chosen if f"`{said}`" in text} == told


def test_a_move_that_goes_another_way(golden: tuple[Golden, dict[str, Any]]) -> None:
    game, _ = golden
    game.digests[5] = "00000000"
    with pytest.raises(ChangedError, match=rf"{game.name}, move 5 \({re.escape(game.replay.actions[4])}\)"):
        game.check("interpreted")


def test_ids_that_have_moved(golden: tuple[Golden, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of action declared before the others changes the number that the trace holds, and nothing else."""
    game, _ = golden
    digest = golden_games.digest
    monkeypatch.setattr(golden_games, "digest", lambda state, moved=0: digest(state, moved - 1))
    with pytest.raises(ChangedError, match=r"goes another way now: only ids of actions have moved, by 1$"):
        game.check("interpreted")


def test_another_result(golden: tuple[Golden, dict[str, Any]]) -> None:
    game, _ = golden
    assert game.replay.result is not None
    game.replay.result["scores"][0] += 1
    with pytest.raises(ChangedError, match="comes to"):
        game.check("interpreted")


def test_other_observations(golden: tuple[Golden, dict[str, Any]]) -> None:
    game, _ = golden
    game.observed = "0" * 16
    with pytest.raises(ChangedError, match="what the seats observe"):
        game.check("interpreted")


def test_another_seed_or_option(golden: tuple[Golden, dict[str, Any]]) -> None:
    game, _ = golden
    game.replay.seed += 1
    with pytest.raises((ChangedError, SaveError)):
        game.check("interpreted")


def test_pages_of_games_that_cannot_be_played_any_more(
    golden: tuple[Golden, dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """All of them are named."""
    _, content = golden
    content["moves"][5][0] = "no such action"
    files = [tmp_path / f"random-{number}.json" for number in (1, 2)]
    for file in files:
        file.write_text(json.dumps(content), "utf-8")
    monkeypatch.setattr("tests.golden.__main__.golden_files", lambda book: files)
    book = book_of("dynasty")
    assert golden_command.write(book, lists_of(book)) == 1
    text = capsys.readouterr().out
    assert all(f"{file.stem}: " in text for file in files)
    assert "python -m tests.golden --game dynasty --record --same-version" in text


def test_another_version_is_another_game(golden: tuple[Golden, dict[str, Any]], tmp_path: Path) -> None:
    game, content = golden
    content["replay"]["game"] = "dynasty_v9"
    (tmp_path / "x.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(SaveError, match="dynasty_v9"):
        Golden.read(game.replay.game, tmp_path / "x.json")


def test_what_is_written_is_read(golden: tuple[Golden, dict[str, Any]], tmp_path: Path) -> None:
    game, content = golden
    (tmp_path / f"{game.name}.json").write_text(game.text, "utf-8")
    assert json.loads((tmp_path / f"{game.name}.json").read_text(encoding="utf-8")) == content


def candidate(name: str, moves: int, *shows: str) -> Candidate:
    return Candidate(name, {}, 0, tuple(range(moves)), frozenset(shows))


def test_short_games_that_show_much_are_chosen() -> None:
    pool = [candidate("a", 10, "x", "y"), candidate("b", 500, "x", "y", "z"), candidate("c", 20, "z")]
    assert [each.name for each in cover(pool, frozenset("xyz"))] == ["a", "c"]


def test_games_that_can_be_spared_are_left_out() -> None:
    pool = [candidate("a", 1, "x", "y"), candidate("b", 60, "x", "z", "v"), candidate("c", 61, "y", "w")]
    assert {each.name for each in cover(pool, frozenset("xyzvw"))} == {"b", "c"}


def test_the_search_ends_once_all_is_shown() -> None:
    pool = [candidate("a", 10, "x"), candidate("b", 10, "y"), candidate("c", 1, "x", "y")]
    assert [each.name for each in until_shown(pool, frozenset("xy"))] == ["a", "b"]
    assert chosen(until_shown(pool, frozenset("xyz")), frozenset("xyz")) == ([pool[2]], frozenset("z"))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_the_games_written_out_are_short(book: Book) -> None:
    """None that is left out shows all that one of them does in fewer moves."""
    games = games_of(book)
    read_by_hand = written_out(games)
    assert len(read_by_hand) == min(PAGES, len(games))
    for left in (game for game in games if game not in read_by_hand):
        longer = [game for game in read_by_hand if len(game.replay.actions) > len(left.replay.actions)]
        assert not any({*game.shows} <= {*left.shows} for game in longer), left.name


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of Shinsengumi's golden games and pages, to be recorded anew."""
    for module in ("games", "pages"):
        monkeypatch.setattr(f"tests.golden.{module}.ROOT", tmp_path)
    book = book_of("shinsengumi")
    for folder in (Path("tests/golden/games"), Path("docs/rules/golden")):
        shutil.copytree(ROOT / folder / book.game, tmp_path / folder / book.game)
    return tmp_path


def content(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def crash(*_: Any, **__: Any) -> Any:
    raise RuntimeError("the power is gone")


@pytest.mark.parametrize(
    "place",
    ["tests.golden.__main__.recorded", "tests.golden.__main__.pages", "pathlib.Path.write_text", "pathlib.Path.rename"],
)
def test_a_crash_while_recording_leaves_the_old_ones(place: str, beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While games are recorded, while pages are made, on a full disk, and between two folders that are exchanged."""
    book = book_of("shinsengumi")
    before, lists = content(beside), lists_of(book)
    games = [read(book, path) for path in golden_files(book)]
    candidate = Candidate("random-1", {"num_players": 2}, 1, (), frozenset({"phase:move"}))
    monkeypatch.setattr(golden_command, "search", lambda *_: iter(()))
    monkeypatch.setattr(golden_command, "chosen", lambda *_: ([candidate], set()))
    calls = 0
    real = Path.rename

    def second(path: Path, target: Path) -> Path:
        nonlocal calls
        calls += 1
        return crash() if calls == 4 else real(path, target)  # the last of the four renames

    monkeypatch.setattr(place, second if place.endswith("rename") else crash)
    with pytest.raises(RuntimeError, match="power"):
        golden_command.record(book, lists, games[1:3], [], 1)
    monkeypatch.undo()
    left = {name: data for name, data in content(beside).items() if "/." not in name}
    assert left == before


def test_what_a_killed_record_has_left_is_put_back(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    exchange({folder: {"a.json": "new"}})
    folder.rename(tmp_path / ".games.old")
    (tmp_path / ".games.new").mkdir()
    recover(folder)
    assert content(tmp_path) == {"games/a.json": b"new"} and [path.name for path in tmp_path.iterdir()] == ["games"]
    exchange({folder: {"b.json": "newer"}})
    assert content(tmp_path) == {"games/b.json": b"newer"}


def test_games_that_go_take_the_note_of_their_audit_along(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = book_of("shinsengumi")
    lists, games = lists_of(book), [read(book, path) for path in golden_files(book)]
    gone, stays = (game.name for game in written_out(games)[:2])
    monkeypatch.setattr(golden_pages, "audited", lambda _book: {gone: "as it was", stays: "as it was"})
    monkeypatch.setattr(golden_command, "audited", golden_pages.audited)
    monkeypatch.setattr(golden_command, "search", lambda *_: iter(()))
    monkeypatch.setattr(golden_command, "chosen", lambda *_: ([], set()))
    golden_command.record(book, lists, [game for game in games if game.name == stays], [], 1)
    notes = beside / "tests" / "golden" / "games" / book.game / AUDITED
    assert json.loads(notes.read_text(encoding="utf-8")) == {stays: "as it was"}


def test_recording_what_has_not_changed_changes_nothing(
    beside: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games that are too long together are written, but then something remains to be done."""
    book = book_of("shinsengumi")
    before, lists = content(beside), lists_of(book)
    games = [read(book, path) for path in golden_files(book)]
    for most, code in ((golden_games.MOST_MOVES, 0), (1, 1)):
        monkeypatch.setattr(golden_games, "MOST_MOVES", most)
        assert golden_command.record(book, lists, games, [], 1) == code
        assert ("--game shinsengumi --record --afresh" in capsys.readouterr().out) == bool(code)
        assert content(beside) == before
