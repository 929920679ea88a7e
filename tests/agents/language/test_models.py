"""Commands and servers as models: timeouts, failures, retries; keys go to the server and nowhere else."""

import json
import os
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.language import models, waiting
from agents.language.dialogue import ModelError, UnreachableError
from agents.language.models import CommandModel, EndpointModel
from agents.language.moves import moves_of
from agents.language.player import LanguagePlayer
from agents.language.prompt import Message
from agents.language.reply import LONGEST_REPLY, ReplyError, move_named
from agents.language.settings import player_of, settings_of
from agents.language.waiting import Announced
from agents.registry import make_bot, runs_a_program
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.seats.decision import Decision
from tests.tiny import nim

HELLO: list[Message] = [{"role": "system", "content": "be good"}, {"role": "user", "content": "hello ♠"}]
TALK: list[Message] = [*HELLO, {"role": "assistant", "content": "hm"}, {"role": "user", "content": "again"}]
PYTHON = f"'{sys.executable}'"


def program(folder: Path, code: str) -> str:
    """The command that runs some Python."""
    file = folder / "model.py"
    file.write_text(code, encoding="utf-8")
    return f"{PYTHON} '{file}'"


ECHO = "import sys; sys.stdin.reconfigure(encoding='utf-8'); sys.stdout.reconfigure(encoding='utf-8')\n"


def test_a_command_reads_the_conversation_and_writes_the_reply(tmp_path: Path) -> None:
    model = CommandModel(program(tmp_path, f"{ECHO}print(sys.stdin.read())"), 60)
    assert model.answer(HELLO) == "be good\n\nhello ♠\n\n"
    said = ["# system", "be good", "# user", "hello ♠", "# assistant", "hm", "# user", "again"]
    assert model.answer(TALK).strip().split("\n\n") == said


def test_a_command_that_takes_too_long_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    code = (
        "import pathlib, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(mark)!r}).write_text(str(child.pid))\n"
        "time.sleep(600)"
    )
    model = CommandModel(program(tmp_path, code), 5)
    with pytest.raises(ModelError, match="has not answered within 5 s"):
        model.answer(HELLO)
    assert mark.exists()
    if os.path.isdir("/proc"):
        status = Path(f"/proc/{mark.read_text()}/stat")
        for _ in range(100):
            if not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z":
                break
            time.sleep(0.05)
        else:
            pytest.fail("the command's own child goes on")


def test_a_command_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has failed \(3\): 'no such model'"):
        CommandModel(program(tmp_path, "import sys; sys.stderr.write('no such model'); sys.exit(3)"), 60).answer(HELLO)
    with pytest.raises(OptionError, match="there is no program 'no-such-program-at-all'"):
        CommandModel("no-such-program-at-all --x", 60)


def test_a_command_goes_through_no_shell(tmp_path: Path) -> None:
    model = CommandModel(program(tmp_path, "import sys; print(sys.argv[1:])") + " '$HOME; ls' > x", 60)
    assert model.answer(HELLO).strip() == "['$HOME; ls', '>', 'x']"


class _Server(ThreadingHTTPServer):
    def __init__(self, answers: list[tuple[int, Any]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, dict(self.headers), body))
        code, content = self.server.answers.pop(0)
        if code == 0:
            time.sleep(content)
            return
        if content is None:  # begins to answer, and does not end
            self.send_response(code)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            time.sleep(1.5)
            return
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(code)
        if code == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(*answers: tuple[int, Any]) -> Iterator[tuple[_Server, str]]:
    server = _Server(list(answers))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server, f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def completion(text: str | None) -> tuple[int, Any]:
    return 200, {"choices": [{"message": {"role": "assistant", "content": text}}]}


def test_a_server_is_asked_as_openai_is_and_the_key_is_a_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "secret-1\n")
    with serving(completion("MOVE: 2")) as (server, url):
        model = EndpointModel(url, "small", key_variable="MY_KEY", parameters={"temperature": 0.0})
        assert model.answer(HELLO) == "MOVE: 2"
    path, headers, body = server.asked[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer secret-1"
    assert body == {"model": "small", "messages": HELLO, "temperature": 0.0}
    assert "secret" not in model.name
    monkeypatch.setenv("MY_KEY", "secret-1\nsecret-2")
    with pytest.raises(OptionError, match="MY_KEY is not a key: it") as told:
        EndpointModel(url, "small", key_variable="MY_KEY")
    assert "secret" not in str(told.value)


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "FIRST_PAUSE", 0.01)


def test_a_busy_server_is_asked_again_and_a_wrong_request_is_not() -> None:
    with serving((503, {}), (429, {}), completion("MOVE: 1")) as (server, url):
        assert EndpointModel(url, "m").answer(HELLO) == "MOVE: 1"
        assert len(server.asked) == 3
    with serving((400, {"error": "no such model"})) as (server, url):
        with pytest.raises(ModelError, match=r"answered 400: .*no such model"):
            EndpointModel(url, "m").answer(HELLO)
        assert len(server.asked) == 1
    twice = pytest.raises(ModelError, match=r"answered 503.*\(2 attempts\)")
    with serving((503, {}), (503, {})) as (server, url), twice:
        EndpointModel(url, "m", attempts=2).answer(HELLO)


def test_a_server_that_takes_too_long_or_redirects_or_talks_nonsense_is_no_answer() -> None:
    with serving((0, 3)) as (_, url), pytest.raises(ModelError, match="does not answer"):
        EndpointModel(url, "m", attempts=1, timeout=0.3).answer(HELLO)
    with serving((302, {}), completion("MOVE: 1")) as (server, url):
        with pytest.raises(ModelError, match="answered 302"):
            EndpointModel(url, "m", attempts=1).answer(HELLO)
        assert len(server.asked) == 1, "a redirection would be sent the key"
    for code in (200, 503):
        with serving((code, None)) as (_, url), pytest.raises(ModelError, match=r"\(1 attempts\)"):
            EndpointModel(url, "m", attempts=1, timeout=0.3).answer(HELLO)
    for place in ("http://localhost/\u00fc", "http://[::1", f"http://{'a' * 70}.b"):
        with pytest.raises(ModelError, match="does not answer"):
            EndpointModel(place, "m", attempts=1).answer(HELLO)
    for nonsense in (b"<html>", b"[" * 100_000, {"choices": []}, [], {"choices": [{"message": {"content": 5}}]}):
        with serving((200, nonsense)) as (_, url), pytest.raises(ModelError, match=r"not a chat completion|not a text"):
            EndpointModel(url, "m").answer(HELLO)
    with serving(completion(None)) as (_, url):
        assert EndpointModel(url, "m").answer(HELLO) == ""


def test_names_of_bots_are_read_strictly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "secret-1")
    file = tmp_path / "model.toml"
    file.write_text('command = "cat"\nverbosity = "compact"\ntimeout = 5\ncorrections = 0\nfallback = "forfeit"\n')
    player = make_bot(f"llm:{file}", nim.GAME)
    assert isinstance(player, LanguagePlayer)
    assert player.fallback == "forfeit"
    assert make_bot("llm:cat -", nim.GAME).name == "llm:cat -"
    assert make_bot("llm:http://localhost:1/v1?model=m&key=MY_KEY&temperature=0", nim.GAME).name == "llm:m"
    for name, words in {
        "llm:": r"there is no bot",
        "llm:http://localhost/v1": "give the model's name",
        "llm:http://localhost/v1?model=m&speed=3": "there is no setting 'speed'; there are command, url",
        "llm:http://localhost/v1?model=m&timeout=soon": "timeout='soon' is not a number",
        "llm:http://localhost/v1?model=m&timeout=0": "timeout=0 is out of range",
        "llm:http://localhost/v1?model=m&key=NO_SUCH_VARIABLE": "NO_SUCH_VARIABLE is not set",
        "llm:http://localhost/v1?model=m&verbosity=loud": "choose compact, standard, full",
        "llm:http://localhost/v1?model=m&attempts=0": "attempts=0 is out of range",
        f"llm:{tmp_path}/none.toml": "not a settings file",
        "llm:say 'so": "this is not a command",
    }.items():
        with pytest.raises(OptionError, match=words.replace("?", r"\?")):
            make_bot(name, nim.GAME)
    with pytest.raises(OptionError, match="give either command or url"):
        player_of({"verbosity": "full"})
    with pytest.raises(OptionError, match="model belongs to a url"):
        player_of(settings_of("cat") | {"model": "m"})
    assert runs_a_program("llm:cat") and not runs_a_program("mc:50")


def test_a_whole_decision_by_a_command_with_a_transcript(tmp_path: Path) -> None:
    file = tmp_path / "model.toml"
    command = program(tmp_path, "import sys; print('MOVE: 3' if 'take 3' in sys.stdin.read() else 'no')")
    file.write_text(f"command = {json.dumps(command)}\nlog = {json.dumps(str(tmp_path / 'log'))}\n")
    player = make_bot(f"llm:{file}", nim.GAME)
    player.reset(0)
    decision = Decision(nim.GAME.new(1, backend="interpreted"), np.random.default_rng(0))
    assert player.act(decision) == 2
    (line,) = (tmp_path / "log" / "seat-0.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["move"] == "take 3"


def test_a_model_that_lets_others_wait_is_named_while_it_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(waiting, "AFTER", 0.1)
    monkeypatch.setattr(waiting, "AGAIN", 0.1)
    with serving((0, 0.5)) as (_, url):
        model = Announced(EndpointModel(url, "m", attempts=1, timeout=0.4))
        with pytest.raises(ModelError, match="does not answer"):
            model.answer(HELLO)
    told = capsys.readouterr().err.splitlines()
    assert len(told) >= 2
    assert re.fullmatch(rf"waiting for m at {re.escape(url)} since \d\d:\d\d:\d\d: no answer for [0-9]+ s", told[0])


def test_a_quick_model_is_not_named_and_a_slow_one_only_where_it_is_slower_than_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Sleepy:
        name = "sleepy\x1b[31m"

        def answer(self, messages: object) -> str:
            time.sleep(self.seconds)
            return "MOVE: 1"

        seconds = 0.0

    monkeypatch.setattr(waiting, "AFTER", 0.2)
    sleepy = Sleepy()
    model = Announced(sleepy)
    assert model.answer(HELLO) == "MOVE: 1" and not capsys.readouterr().err
    sleepy.seconds = 0.6
    model.answer(HELLO)
    (told,) = capsys.readouterr().err.splitlines()
    assert "sleepy\\x1b[31m since" in told
    model.answer(HELLO)
    assert not capsys.readouterr().err


def test_players_announce_their_models_within_two_seconds() -> None:
    assert waiting.AFTER == 2.0
    player = player_of(settings_of("cat -"))
    assert isinstance(player._model, Announced)


@pytest.mark.parametrize("host", ["127.0.0.1", "nowhere"])
def test_a_server_that_is_not_there_ends_the_game_at_once(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    find = socket.getaddrinfo

    def known(name: str, *args: Any, **settings: Any) -> Any:
        if name == "nowhere":
            raise socket.gaierror(socket.EAI_NONAME, "no such host")
        return find(name, *args, **settings)

    monkeypatch.setattr(socket, "getaddrinfo", known)
    player = player_of(settings_of(f"http://{host}:{port}/v1?model=m&attempts=9"))
    player.reset(0)
    decision = Decision(nim.GAME.new(1, backend="interpreted"), np.random.default_rng(0))
    with pytest.raises(UnreachableError, match=r"does not answer: .*: is the server running at this address\?"):
        player.act(decision)
    assert player.account["unanswered"] == 0


def test_a_server_that_has_answered_is_tried_again_while_it_is_begun_anew() -> None:
    with serving(completion("MOVE: 1")) as (_, url):
        model = EndpointModel(url, "m", attempts=2)
        assert model.answer(HELLO) == "MOVE: 1"
    with pytest.raises(ModelError, match=r"refused \(2 attempts\)") as caught:
        model.answer(HELLO)
    assert not isinstance(caught.value, UnreachableError)


def test_what_writes_without_end_is_read_as_far_as_a_reply_goes(tmp_path: Path) -> None:
    mark = tmp_path / "written"
    code = (
        "import os, pathlib, sys\n"
        "try:\n"
        "    while True: os.write(1, b'x' * 65536)\n"
        "except OSError:\n"
        f"    pathlib.Path({str(mark)!r}).write_text('ended')\n"
    )
    reply = CommandModel(program(tmp_path, code), 120).answer(HELLO)
    assert len(reply) == LONGEST_REPLY + 1
    with pytest.raises(ReplyError, match="only 1,000,000 are read"):
        move_named(reply, moves_of(Decision(nim.GAME.new(1, backend="interpreted"), np.random.default_rng(0))))
    with serving(completion("x" * (LONGEST_REPLY + 5000))) as (_, url):
        assert len(EndpointModel(url, "m").answer(HELLO)) == LONGEST_REPLY + 1


def test_a_command_that_does_not_read_is_answered_all_the_same(tmp_path: Path) -> None:
    long: list[Message] = [{"role": "user", "content": "x" * 1_000_000}]
    assert CommandModel(program(tmp_path, "print('MOVE: 1')"), 60).answer(long) == f"MOVE: 1{os.linesep}"
