"""The mail server, and a queue of outgoing mail on a separate thread."""

import asyncio
import logging
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import Policy
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from dynasty_env.kit.errors import OptionError

PORTS = {"smtp": 587, "smtps": 465}
PATIENCE = 20.0
"""Seconds within which the mail server has to answer."""
TRIES, LATER = 4, 60.0
"""Number of attempts to send a letter, and seconds before the next attempt, which double each time."""
WAITING = 1000
"""Maximum number of waiting letters; further ones are dropped."""
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", re.ASCII)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MailServer:
    """The mail server for outgoing mail."""

    host: str
    port: int
    encrypted: bool  # the connection is encrypted from the first byte; otherwise as soon as the server offers it
    user: str  # of the login, like the password; empty: none
    password: str
    sender: str  # the sender's address
    site: str  # address of the table's own site, with which links in mail begin

    @classmethod
    def parse(cls, text: str) -> "MailServer":
        """Read ``smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS&site=https://…``. Raises OptionError."""
        # What is wrong with it is said without repeating it, since it has a password.
        parts, wrong = urlsplit(text), "--mail: write it as smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS&site=https://…"
        asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        try:
            port = parts.port or PORTS.get(parts.scheme, 0)
        except ValueError:
            port = 0
        if parts.scheme not in PORTS or not parts.hostname or not port:
            raise OptionError(f"{wrong} (or smtps://)")
        if not is_address(asked.get("from", "")):
            raise OptionError(f"{wrong}: `from` is the address that mail comes from")
        if urlsplit(asked.get("site", "")).scheme not in ("http", "https"):
            raise OptionError(f"{wrong}: `site` is where people reach this server, as http:// or https://")
        return cls(
            parts.hostname, port, parts.scheme == "smtps", unquote(parts.username or ""),
            unquote(parts.password or ""), asked["from"], asked["site"].rstrip("/"),
        )  # fmt: skip

    def send(self, letter: EmailMessage) -> None:
        """Hand over a letter. Raises OSError or smtplib.SMTPException if it is not accepted."""
        safe = ssl.create_default_context()
        if self.encrypted:
            with smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=safe) as server:
                self._hand_over(server, letter)
            return
        with smtplib.SMTP(self.host, self.port, timeout=PATIENCE) as server:
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=safe)
                server.ehlo()
            elif self.password and self.host not in ("localhost", "127.0.0.1", "::1"):
                raise smtplib.SMTPNotSupportedError("it does not encrypt, and would get a password")
            self._hand_over(server, letter)

    def _hand_over(self, server: smtplib.SMTP, letter: EmailMessage) -> None:
        if self.user:
            server.login(self.user, self.password)
        server.send_message(letter)


def is_address(text: str) -> bool:
    """Whether a text can be a mail address. ``=?`` begins an encoded word, which can hide others."""
    return len(text) <= 254 and "=?" not in text and _ADDRESS.fullmatch(text) is not None


class _Unsubscribe(str):
    """The header ``List-Unsubscribe`` on one line: Python encodes a long line, and mail programs do not decode it."""

    name = "List-Unsubscribe"

    def fold(self, *, policy: Policy) -> str:
        """The line, as the package `email` asks for it."""
        return f"{self.name}: {self}{policy.linesep}"


def letter_to(address: str, subject: str, text: str, server: MailServer, stop: str) -> EmailMessage:
    """Compose a letter; a mail program can unsubscribe at the address `stop` (RFC 8058)."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = server.sender, address, " ".join(subject.split())
    letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=server.sender.partition("@")[2])
    letter[_Unsubscribe.name], letter["List-Unsubscribe-Post"] = _Unsubscribe(f"<{stop}>"), "List-Unsubscribe=One-Click"
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(text)
    return letter


class Outbox:
    """Letters to be sent; those that the mail server does not accept are tried again."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._thread = ThreadPoolExecutor(1, "mail")
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, letter: EmailMessage) -> None:
        """Send a letter in the background."""
        if len(self._tasks) >= WAITING:
            _log.error("a letter is dropped: too many are waiting")
            return
        task = asyncio.create_task(self._send(letter))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, letter: EmailMessage) -> None:
        for nth in range(TRIES):
            try:
                await asyncio.get_running_loop().run_in_executor(self._thread, self.server.send, letter)
                return
            except (OSError, smtplib.SMTPException) as error:
                _log.warning("a letter was not taken", extra={"why": type(error).__name__, "try": nth + 1})
                if isinstance(error, smtplib.SMTPRecipientsRefused):
                    return
                await asyncio.sleep(LATER * 2**nth)

    async def close(self) -> None:
        """Discard the letters that are still waiting."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)
