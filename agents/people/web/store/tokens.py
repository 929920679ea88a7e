"""Secret links: whoever holds one is whom it names. The database keeps no token, only its hash."""

import hashlib
import re
import secrets

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """A fresh secret of 192 bits, as it stands in a link."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A public name of a table, which nobody guesses by counting."""
    return secrets.token_hex(5)


def looks_like_token(token: str) -> bool:
    """Whether this could be a token at all."""
    return _TOKEN.fullmatch(token) is not None


def digest(token: str) -> str:
    """What is kept of a token. It is drawn from 192 bits, so that no guessing leads back from here."""
    return hashlib.sha256(token.encode()).hexdigest()
