"""Secret links: a token identifies whoever has it. The database stores only hashes of tokens."""

import hashlib
import re
import secrets

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """A fresh secret of 192 bits, as it is in a link."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A public name of a table that cannot be guessed by counting."""
    return secrets.token_hex(5)


def looks_like_token(token: str) -> bool:
    """Whether a text has the form of a token."""
    return _TOKEN.fullmatch(token) is not None


def digest(token: str) -> str:
    """The stored hash of a token. A token has 192 random bits and cannot be guessed from its hash."""
    return hashlib.sha256(token.encode()).hexdigest()
