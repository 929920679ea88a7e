"""Logs as lines of JSON: what the server does, but never a card, a secret address, or who was secretly asked.

Of a user's own bot that fails, the error is logged with its message, which may say anything.
"""

import json
import logging
import sys
import time
from typing import Any

_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON: time, level, logger, message, and the fields given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _USUAL}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def of_the_client(record: logging.LogRecord) -> bool:
    """A log filter: errors that a client caused are logged as warnings without a traceback."""
    if record.levelno >= logging.ERROR and str(record.msg).startswith("Invalid UTF-8 sequence received"):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


def log_as_json(level: str) -> None:
    """Send all logs to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").addFilter(of_the_client)
    # These would log addresses, including secret ones.
    for telling in ("uvicorn.access", "uvicorn.error", "websockets", "httpx", "httpcore"):
        logging.getLogger(telling).setLevel(logging.WARNING)
