"""Sources of replies: a command, or an HTTP server with OpenAI's chat interface; uses only the standard library.

The length of an answer is not limited: at most `LONGEST_REPLY` characters are read, plus one that shows that there are
too many.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPException, HTTPMessage
from socket import gaierror
from threading import Thread
from typing import IO, Any

from agents.language.dialogue import ModelError, UnreachableError
from agents.language.prompt import Message
from agents.language.reply import LONGEST_REPLY
from dynasty_env.kit.errors import OptionError, in_short

_MOST_BYTES = 4 * LONGEST_REPLY + 4
"""Maximum number of bytes of this number of characters."""
_PASSING = (408, 409, 425, 429, 500, 502, 503, 504)
"""HTTP status codes after which a second attempt may succeed."""
FIRST_PAUSE = 1.0
"""Seconds before the second attempt."""
_OWN_SESSION = hasattr(os, "killpg")


class CommandModel:
    """A program that is started anew for each reply.

    It gets the conversation on its standard input, as plain text, and writes the reply to its standard output. It is
    started without a shell; its error output is shown only if it fails.

    Args:
        command: the program and its arguments, as a shell would split them.

    Raises:
        OptionError: the command is empty, or there is no such program.
    """

    def __init__(self, command: str, timeout: float) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"llm:{in_short(command)}: this is not a command: {error}") from None
        if not self._words:
            raise OptionError("llm: give a command, an address, or a file of settings: llm:ollama run NAME")
        if shutil.which(self._words[0]) is None:
            raise OptionError(f"llm:{in_short(command)}: there is no program {in_short(self._words[0])}")
        self.name = command
        self._timeout = timeout

    def answer(self, messages: Sequence[Message]) -> str:
        """The reply. Raises ModelError if it fails, or takes too long."""
        try:
            process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=_OWN_SESSION,
            )  # fmt: skip
        except OSError as error:
            raise ModelError(f"{self._words[0]}: {error.strerror or error}") from None
        try:
            reply, complaint = _exchanged(process, as_text(messages).encode(errors="replace"), self._timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            raise ModelError(f"{self._words[0]} has not answered within {self._timeout:g} s") from None
        except BaseException:
            _end(process)
            raise
        if len(reply) < _MOST_BYTES and process.returncode != 0:
            raise ModelError(
                f"{self._words[0]} has failed ({process.returncode}): {in_short(_text(complaint).strip())}"
            )
        return _text(reply)[: LONGEST_REPLY + 1]


def _exchanged(process: "subprocess.Popen[bytes]", text: bytes, timeout: float) -> tuple[bytes, bytes]:
    """Send a text to a program, and return what it writes to its two outputs, up to the limit.

    Afterwards the program has ended; it is terminated if it writes more than is read. Raises TimeoutExpired if it has
    not ended within the timeout.
    """
    given, replied, complained = process.stdin, process.stdout, process.stderr
    assert given is not None and replied is not None and complained is not None
    reply, complaint = bytearray(), bytearray()
    reading = Thread(target=_take, args=(replied, reply, _MOST_BYTES), daemon=True)
    listening = Thread(target=_take, args=(complained, complaint, 2 * _MOST_BYTES), daemon=True)
    ends = time.monotonic() + timeout
    for thread in (Thread(target=_give, args=(given, text), daemon=True), reading, listening):
        thread.start()
    reading.join(timeout)
    if len(reply) >= _MOST_BYTES:
        _end(process)
    elif reading.is_alive():
        raise subprocess.TimeoutExpired(process.args, timeout)
    process.wait(max(0.0, ends - time.monotonic()))
    listening.join(1.0)
    return bytes(reply), bytes(complaint)


def _give(stream: IO[bytes], text: bytes) -> None:
    """Write a text to a program, which may ignore it."""
    with suppress(OSError), stream:
        stream.write(text)


def _take(stream: IO[bytes], into: bytearray, most: int) -> None:
    """Read at most `most` bytes of a stream, and close it."""
    with suppress(OSError), stream:
        while len(into) < most and (part := os.read(stream.fileno(), min(65_536, most - len(into)))):
            into += part


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Terminate a program and everything that it has started."""
    if _OWN_SESSION:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def as_text(messages: Sequence[Message]) -> str:
    """A conversation as one text: only the prompt, or if there are replies, all messages with their roles."""
    if len(messages) <= 2:
        return "\n\n".join(message["content"] for message in messages) + "\n"
    return "\n\n".join(f"# {message['role']}\n\n{message['content']}" for message in messages) + "\n"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, since the new address would receive the key, too."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


class EndpointModel:
    """A model behind an HTTP server with OpenAI's ``/chat/completions``: a provider's, or llama.cpp, vLLM, Ollama …

    Args:
        url: the base of the address, e.g. ``http://localhost:8080/v1``.
        model: the model's name there.
        key_variable: the environment variable that holds the key; empty: no key is sent.
        timeout: seconds without any sign of life, in each attempt; blanks that a server sends while it works are one.
        attempts: number of attempts if the server does not answer or is busy, with pauses of 1, 2, 4 … s.
        parameters: further fields of a request, such as ``temperature``.

    Raises:
        OptionError: the address is invalid, or the variable is not set.
    """

    def __init__(
        self, url: str, model: str, *, key_variable: str = "", timeout: float = 60.0, attempts: int = 3,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        if not url.startswith(("http://", "https://")):
            raise OptionError(f"llm:{in_short(url)}: the address begins with http:// or https://")
        if not model:
            raise OptionError(f"llm:{url}: give the model's name: {url}?model=NAME")
        if key_variable and not os.environ.get(key_variable):
            raise OptionError(f"llm:{url}: the environment variable {key_variable} is not set; it must hold the key")
        if not (_key_in(key_variable).isascii() and _key_in(key_variable).isprintable()):
            raise OptionError(f"llm:{url}: {key_variable} is not a key: it has other than printable ASCII characters")
        if attempts < 1:
            raise OptionError(f"attempts={attempts} is out of range: at least 1")
        self.name = model
        self.place = url
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._key_variable = key_variable
        self._timeout = timeout
        self._attempts = attempts
        self._parameters = dict(parameters or {})
        self._has_answered = False
        self._opener = urllib.request.build_opener(_NoRedirect)

    def answer(self, messages: Sequence[Message]) -> str:
        """The reply. Raises UnreachableError if it has never answered, and no server listens at its address, or the
        host does not exist, and ModelError if no attempt succeeds."""
        body = json.dumps({"model": self.name, "messages": list(messages), **self._parameters}).encode()
        pause = FIRST_PAUSE
        for attempt in range(1, self._attempts + 1):
            try:
                reply = self._attempt(body)
                self._has_answered = True
                return reply
            except urllib.error.HTTPError as error:
                page = b""
                with error, suppress(OSError, HTTPException):  # it may break off
                    page = error.read(500)
                text = f"{self._url} answered {error.code}: {in_short(_text(page))}"
                if error.code not in _PASSING:
                    raise ModelError(text) from None
            except (OSError, HTTPException, ValueError) as error:  # an address that is none is a ValueError
                reason = getattr(error, "reason", None) or error
                text = f"{self._url} does not answer: {reason}"
                if isinstance(reason, ConnectionRefusedError | gaierror) and not self._has_answered:
                    raise UnreachableError(f"{text}: is the server running at this address?") from None
            if attempt < self._attempts:
                time.sleep(pause)
                pause *= 2
        raise ModelError(f"{text} ({self._attempts} attempts)")

    def _attempt(self, body: bytes) -> str:
        headers = {"Content-Type": "application/json"}
        if self._key_variable:
            headers["Authorization"] = f"Bearer {_key_in(self._key_variable)}"
        request = urllib.request.Request(self._url, body, headers, method="POST")
        with self._opener.open(request, timeout=self._timeout) as response:
            content = response.read(_MOST_BYTES)
        try:
            reply = json.loads(content)["choices"][0]["message"]["content"]
        except (ValueError, LookupError, TypeError, RecursionError):
            raise ModelError(f"{self._url}: the answer is not a chat completion: {in_short(content[:200])}") from None
        if reply is None:  # a model that has used up its tokens for thinking
            return ""
        if not isinstance(reply, str):
            raise ModelError(f"{self._url}: the content of the answer is not a text: {in_short(reply)}")
        return reply[: LONGEST_REPLY + 1]


def _key_in(variable: str) -> str:
    """The key in an environment variable, without the line break that it may end with."""
    return os.environ.get(variable, "").strip()
