"""A database in a file serves one server: a lock of the operating system keeps a second one away."""

from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.engine import make_url

from dynasty_env.kit.errors import OptionError


def claim(database: str) -> FileLock | None:
    """Take a file that keeps tables for this process; the lock goes with the process, however that ends.

    Args:
        database: its address, as SQLAlchemy has it.

    Returns:
        The lock; None: the database is none in a file, and serves many.

    Raises:
        OptionError: another server has the file.
    """
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    file = Path(url.database.removeprefix("file:").partition("?")[0]).resolve()  # the file itself, whatever leads to it
    lock = FileLock(f"{file}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise OptionError(
            f"--database: another server has the file {file}. A file serves one server; for several of them "
            "choose PostgreSQL: --database postgresql+psycopg://USER@HOST/NAME"
        ) from None
    return lock
