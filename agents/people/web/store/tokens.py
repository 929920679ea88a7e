"""Secret links: a token identifies whoever has it. The database stores only hashes of tokens."""

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """A fresh secret of 192 bits, as it is in a link."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A public name of a table that cannot be guessed by counting."""
    return secrets.token_hex(5)


def derived(token: str, what: str) -> str:
    """A secret that follows from a token, but not the other way round."""
    made = hmac.digest(token.encode(), what.encode(), "sha256")
    return base64.urlsafe_b64encode(made)[:32].decode()


def token_of(form: Mapping[str, str]) -> str:
    """The secret of what a form creates: the same one if a browser sends the same form again.

    It follows from all fields, among them ``once``, a fresh token of the page; if that is missing, it is new.
    """
    once = form.get("once", "")
    return derived(once, json.dumps(sorted(form.items()))) if looks_like_token(once) else new_token()


def table_id_of(token: str) -> str:
    """The public name of the table that is created with a token."""
    return digest(derived(token, "table"))[:10]


def looks_like_token(token: str) -> bool:
    """Whether a text has the form of a token."""
    return _TOKEN.fullmatch(token) is not None


def digest(token: str) -> str:
    """The stored hash of a token. A token has 192 random bits and cannot be guessed from its hash."""
    return hashlib.sha256(token.encode()).hexdigest()
