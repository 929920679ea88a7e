"""Where replies come from: a command, or an HTTP server with OpenAI's chat interface; standard library alone."""

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
from typing import IO, Any

from agents.language.dialogue import ModelError
from agents.language.prompt import Message
from dynasty_env.kit.errors import OptionError, in_short

LONGEST_REPLY = 1_000_000
"""Characters of a reply that are read."""
_PASSING = (408, 409, 425, 429, 500, 502, 503, 504)
"""HTTP answers after which a second attempt may succeed."""
_OWN_SESSION = hasattr(os, "killpg")


class CommandModel:
    """A program that is started anew for each reply.

    It gets the conversation on its standard input, as plain text, and writes the reply to its standard output. It is
    started without a shell; its error output is shown only where it fails.

    Args:
        command: the program and its arguments, as a shell would split them.
        timeout: seconds that it may take.

    Raises:
        OptionError: there is no command in it, or no such program.
    """

    def __init__(self, command: str, timeout: float) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"llm:{in_short(command)}: this is no command: {error}") from None
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
                text=True, encoding="utf-8", errors="replace", start_new_session=_OWN_SESSION,
            )  # fmt: skip
        except OSError as error:
            raise ModelError(f"{self._words[0]}: {error.strerror or error}") from None
        try:
            reply, complaint = process.communicate(as_text(messages), timeout=self._timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            raise ModelError(f"{self._words[0]} has not answered within {self._timeout:g} s") from None
        except BaseException:
            _end(process)
            raise
        if process.returncode != 0:
            raise ModelError(f"{self._words[0]} has failed ({process.returncode}): {in_short(complaint.strip())}")
        return reply[:LONGEST_REPLY]


def _end(process: "subprocess.Popen[str]") -> None:
    """End a program, and what it has started."""
    if _OWN_SESSION:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()


def as_text(messages: Sequence[Message]) -> str:
    """A conversation as one text: the prompt itself, or its messages with who says them if there are replies."""
    if len(messages) <= 2:
        return "\n\n".join(message["content"] for message in messages) + "\n"
    return "\n\n".join(f"# {message['role']}\n\n{message['content']}" for message in messages) + "\n"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A server that redirects would be sent the key, too."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


class EndpointModel:
    """A model behind an HTTP server with OpenAI's ``/chat/completions``: a provider's, or llama.cpp, vLLM, Ollama …

    Args:
        url: the base of the address, e.g. ``http://localhost:8080/v1``.
        model: the model's name there.
        key_variable: the environment variable that has the key; empty: none is sent.
        timeout: seconds for each attempt.
        attempts: how often it is tried if the server does not answer or is busy, with pauses of 1, 2, 4 … s.
        parameters: further fields of a request, such as ``temperature``.
        first_pause: seconds before the second attempt.

    Raises:
        OptionError: the address is none, or the variable is not set.
    """

    def __init__(
        self, url: str, model: str, *, key_variable: str = "", timeout: float = 60.0, attempts: int = 3,
        parameters: Mapping[str, Any] | None = None, first_pause: float = 1.0,
    ) -> None:  # fmt: skip
        if not url.startswith(("http://", "https://")):
            raise OptionError(f"llm:{in_short(url)}: the address begins with http:// or https://")
        if not model:
            raise OptionError(f"llm:{url}: give the model's name: {url}?model=NAME")
        if key_variable and not os.environ.get(key_variable):
            raise OptionError(f"llm:{url}: the environment variable {key_variable} is not set; it is to have the key")
        if attempts < 1:
            raise OptionError(f"attempts={attempts} is out of range: 1 or more")
        self.name = model
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._key_variable = key_variable
        self._timeout = timeout
        self._attempts = attempts
        self._parameters = dict(parameters or {})
        self._first_pause = first_pause
        self._opener = urllib.request.build_opener(_NoRedirect)

    def answer(self, messages: Sequence[Message]) -> str:
        """The reply. Raises ModelError if no attempt succeeds."""
        body = json.dumps({"model": self.name, "messages": list(messages), **self._parameters}).encode()
        pause = self._first_pause
        for attempt in range(1, self._attempts + 1):
            try:
                return self._attempt(body)
            except urllib.error.HTTPError as error:
                with error:
                    said = f"{self._url} answers {error.code}: {in_short(error.read(500).decode(errors='replace'))}"
                if error.code not in _PASSING:
                    raise ModelError(said) from None
            except (OSError, HTTPException) as error:
                said = f"{self._url} does not answer: {getattr(error, 'reason', None) or error}"
            if attempt < self._attempts:
                time.sleep(pause)
                pause *= 2
        raise ModelError(f"{said} ({self._attempts} attempts)")

    def _attempt(self, body: bytes) -> str:
        headers = {"Content-Type": "application/json"}
        if self._key_variable:
            headers["Authorization"] = f"Bearer {os.environ.get(self._key_variable, '')}"
        request = urllib.request.Request(self._url, body, headers, method="POST")
        with self._opener.open(request, timeout=self._timeout) as response:
            content = response.read(4 * LONGEST_REPLY)
        try:
            reply = json.loads(content)["choices"][0]["message"]["content"]
        except (ValueError, LookupError, TypeError):
            raise ModelError(f"{self._url}: the answer is no chat completion: {in_short(content[:200])}") from None
        if reply is None:  # a model that has used up its tokens with thinking
            return ""
        if not isinstance(reply, str):
            raise ModelError(f"{self._url}: the answer's content is no text: {in_short(reply)}")
        return reply[:LONGEST_REPLY]
