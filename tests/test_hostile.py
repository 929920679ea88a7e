"""What reads a foreign text reads it in time that grows with its length, whatever is in it.

Counted are steps, not seconds: of each pattern by a matcher that works as Python's does (`tests.hostile.steps`), and of
each reader as lines of Python.
"""

import ast
import contextlib
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from agents.arguments import named_options
from agents.language.moves import Move
from agents.language.reply import LONGEST_REPLY, ReplyError, as_reply, move_named, note_in
from agents.language.settings import settings_of
from agents.outside.servers.mcp_server import explain
from agents.people.choices import Choice, matching
from agents.people.web import requests
from agents.people.web.pages.rendering import language_of
from agents.people.web.store import tokens
from agents.registry import make_bot
from agents.search.budget import Budget
from dynasty_env import dynasty_v0
from dynasty_env.games import game
from dynasty_env.kit.errors import DynastyEnvError
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.replays import Replay, SavedGame
from dynasty_env.kit.named import reference_in
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.notes import checked
from tests.books import ROOT
from tests.hostile.pumps import slow
from tests.hostile.steps import Matcher
from tests.hostile.texts import SIZE, TEXTS
from tests.hostile.tree import Pattern, calls_of, in_javascript, modules, patterns
from tests.tiny import nim
from training.benchmark.tasks import task_of

ALL = list(patterns())


@pytest.mark.parametrize("each", ALL, ids=lambda each: f"{each.place}-{each.how}")
def test_every_pattern_takes_linear_time(each: Pattern) -> None:
    found = slow(each.text, each.flags, each.how)
    assert found is None, f"{each.place}: {found}"


def test_the_tree_has_been_gone_through() -> None:
    assert len(ALL) > 30
    assert {"agents", "dynasty_env", "training"} == {each.place.partition("/")[0] for each in ALL}
    script = "x = a / b; // no /pattern/\ny = s.replace(/\\s*$/, '');\nif (/^a\\/b/.test(s)) z = /[x]/;"
    assert list(in_javascript(script)) == [(2, r"\s*$"), (3, r"^a\/b"), (3, "[x]")]


@pytest.mark.parametrize(
    ("pattern", "flags", "how"),
    [
        (r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL, "sub"),
        (r"^MOVE:[ \t]*(.*?)[ \t]*$", re.MULTILINE, "findall"),
        (r"\A```(?:json)?\s*\n(.*)\n```\Z", re.DOTALL, "match"),
        (r"(a+)+$", 0, "match"),
        (r"(a|a)*b", 0, "fullmatch"),
        (r"\s+$", 0, "search"),
        (r"\w+@", 0, "search"),
        (r"(?:.*a){3}!", 0, "match"),
        (r"\d+ %", 0, "sub"),
        (r"(x+x+)+y", re.IGNORECASE, "search"),
        (r"(\w+)\s*=\s*\1;", 0, "search"),
    ],
)
def test_a_pattern_that_takes_longer_is_found(pattern: str, flags: int, how: str) -> None:
    assert slow(pattern, flags, how) is not None


@pytest.mark.parametrize("pattern", [r"(?<!\s)\s++$", r"(?<!\d)\d++ %", r"\w+", r"[^()]*+\)?", r"(?<!a)(?>a+)b|c"])
def test_a_pattern_that_never_goes_back_is_not(pattern: str) -> None:
    assert slow(pattern, 0, "finditer") is None


@pytest.mark.parametrize("each", ALL, ids=lambda each: f"{each.place}-{each.how}")
def test_steps_are_counted_of_the_matches_that_python_finds(each: Pattern) -> None:
    dice = random.Random(each.text)
    letters = sorted({*each.text, *"aA0_ \n-.:§,"} - {"\\"})
    for _ in range(30):
        text = "".join(dice.choices(letters, k=dice.randrange(25)))
        found = Matcher(each.text, each.flags).spans(text, "search")
        right = re.search(each.text, text, each.flags)
        assert found == ([] if right is None else [right.span()]), text


@pytest.mark.parametrize(
    ("function", "files"),
    [
        ("unicodedata.normalize", {"dynasty_env/kit/printing.py", "dynasty_env/kit/canvas.py"}),
        ("get_close_matches", {"dynasty_env/kit/named.py", "dynasty_env/kit/glossary.py"}),
    ],
)
def test_what_is_slow_by_itself_is_called_with_short_texts_alone(function: str, files: set[str]) -> None:
    """Both take quadratic time; in these files the length is bounded, and a canvas draws short names alone."""
    found = set()
    for path in modules():
        source = path.read_text(encoding="utf-8")
        if function in source and any(calls_of(ast.parse(source), (function, f"difflib.{function}"))):
            found.add(str(path.relative_to(ROOT)))
    assert found == files


def test_cookies_are_read_by_hand() -> None:
    """Whoever asks Starlette for them asks Python's `http.cookies`, which takes quadratic time in some versions."""
    asking = [path for path in modules() if re.search(r"\.cookies\b", path.read_text(encoding="utf-8"))]
    assert not asking, "use agents.people.web.requests.cookie"


MOVES = [Move(1, 0, "pass", "pass: play no card"), Move(2, 7, "card:S7", "play 7♠", "then succeeds 66 %")]
CHOICES = [Choice(move.number, move.action, move.name, move.words) for move in MOVES]
FEW = 40
"""Lines of Python for each character that nobody could call too many; a square would be a hundred thousand."""


def replay_with(**changed: Any) -> Replay:
    state = nim.GAME.new(1, backend="interpreted")
    return Replay.from_dict(nim.GAME, Replay.of(state, ["a", "b"]).to_dict() | changed)


def asked_with(text: str) -> HTTPConnection:
    """A request whose headers are this text."""
    raw = text.encode("latin-1", "replace")
    names = (b"host", b"cookie", b"accept-language", b"origin")
    return HTTPConnection({"type": "http", "headers": [(name, raw) for name in names], "query_string": raw})


def refused(check: Callable[[HTTPConnection], object], connection: HTTPConnection) -> None:
    with contextlib.suppress(HTTPException):
        check(connection)


READERS: dict[str, Callable[[str], object]] = {
    "a reply's move": lambda text: move_named(text, MOVES),
    "a reply's note": note_in,
    "a move by a tool": lambda text: move_named(as_reply(text), MOVES),
    "a word of the rules": lambda text: explain(dynasty_v0.game, text),
    "what is typed": lambda text: matching(text, CHOICES),
    "a note": checked,
    "a bot's name": lambda text: make_bot(text, nim.GAME),
    "a search's budget": Budget.parse,
    "a model's address": lambda text: settings_of(f"http://{text}"),
    "a game's name": game,
    "a task's name": task_of,
    "a reference": reference_in,
    "a token": tokens.looks_like_token,
    "a line for a terminal": visible,
    "a field's name": lambda text: Reader({text: 1}).fields(["game", "seats"]),
    "an action of a replay": lambda text: replay_with(actions=[text]),
    "a note of a replay": lambda text: replay_with(actions=["take 1"], notes={text: "x"}),
    "a version of a replay": lambda text: replay_with(version=text),
    "an option's value": lambda text: nim.GAME.check_options({"num_players": text}),
    "an option on the command line": lambda text: named_options(nim.GAME, [text]),
    "a name's host": lambda text: requests._host(asked_with(text).scope),
    "an origin": lambda text: refused(requests.check_origin, asked_with(text)),
    "a language": lambda text: language_of(asked_with(text)),
    "a cookie": lambda text: requests.cookie(asked_with(text), "player"),
    "an option's name": lambda text: nim.GAME.check_options({text: 1}),
}

FILES: dict[str, Callable[[Path], object]] = {"game.json": lambda file: SavedGame.read(file, lambda name: nim.GAME)}


def reading(reader: str, folder: Path) -> Callable[[str], object]:
    """How a text is read, as such or out of a file."""
    if reader in READERS:
        return READERS[reader]

    def read(text: str) -> object:
        file = folder / reader
        file.write_bytes(text.encode("utf-8", "replace"))
        return FILES[reader](file)

    return read


def lines_run(function: Callable[[], object], most: int) -> int:
    """How many lines of Python a call runs, its refusal included. Raises AssertionError once they are too many."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        if event == "line":
            count += 1
            if count > most:
                raise AssertionError(f"more than {most} lines are run")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with contextlib.suppress(DynastyEnvError):
            function()
    finally:
        sys.settrace(before)
    return count


every_reader = pytest.mark.parametrize("reader", [*READERS, *FILES])


@every_reader
def test_a_hostile_text_is_read_or_refused_in_linear_time(reader: str, tmp_path: Path) -> None:
    read = reading(reader, tmp_path)
    with contextlib.suppress(DynastyEnvError):
        read("a")  # what is made once, such as a game's glossary
    for text in TEXTS.values():
        assert lines_run(lambda text=text: read(text), FEW * SIZE) <= FEW * SIZE  # type: ignore[misc]


@every_reader
def test_a_refusal_of_a_hostile_text_is_short(reader: str, tmp_path: Path) -> None:
    read = reading(reader, tmp_path)
    for text in TEXTS.values():
        try:
            read(text)
        except DynastyEnvError as error:
            length = len(str(error))
            assert length < 2000, text[:20]


def test_a_reply_that_is_too_long_is_refused_by_its_length() -> None:
    assert move_named(" " * (LONGEST_REPLY - 7) + "MOVE: 2", MOVES).number == 2
    with pytest.raises(ReplyError, match=r"the reply has 1,000,001 characters, but only 1,000,000 are read"):
        move_named(" " * (LONGEST_REPLY - 6) + "MOVE: 2", MOVES)
    assert note_in("SAY: late\n" * LONGEST_REPLY) == "late"
