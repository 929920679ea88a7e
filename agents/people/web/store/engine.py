"""A database engine, configured for durable commits and short waits, and the file of its database."""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool


def engine_of(url: str) -> Engine:
    """The engine of a database, by its address."""
    memory = url in ("sqlite://", "sqlite:///:memory:")
    more: dict[str, Any] = {"poolclass": StaticPool} if memory else {"pool_pre_ping": True}
    if url.startswith("sqlite"):
        more["connect_args"] = {"check_same_thread": False, "timeout": 30}
    engine = create_engine(url, **more)
    if url.startswith("sqlite"):
        event.listen(engine, "connect", _settle_sqlite)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "connect", _settle_postgres)
    return engine


def file_of(url: URL) -> Path | None:
    """The file of a database itself, with links resolved; None if it is not in a file and can serve many servers."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database.removeprefix("file:").partition("?")[0]).resolve()


def check_file(engine: Engine) -> None:
    """Raise SQLAlchemyError if a file is damaged, before anybody plays on it."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if result != "ok":
        raise SQLAlchemyError(f"this file is damaged ({result}); restore it, or move it away to begin a new one")


def _settle_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer, and commits survive a power failure."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _settle_postgres(connection: Any, _: Any) -> None:
    """A server that halts within a transaction does not keep others waiting for long."""
    connection.autocommit = True
    connection.execute("SET idle_in_transaction_session_timeout = '5s'")
    connection.execute("SET lock_timeout = '5s'")
    connection.autocommit = False
