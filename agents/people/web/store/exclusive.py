"""A database in a file serves one server: locks of the operating system keep a second one away."""

import os
import socket
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy.engine import make_url

from dynasty_env.kit.engine.cache import private_root
from dynasty_env.kit.errors import InUseError, OptionError
from dynasty_env.kit.files.lock import Lock

SEVERAL = "for several servers choose PostgreSQL: --database postgresql+psycopg://USER@HOST/NAME"


def claim(database: str) -> ExitStack | None:
    """Take a file that keeps tables for this process, which makes it if it is not there.

    It is this process's alone under every name that it has: symbolic links lead to one lock beside it, and hard links,
    which SQLite would take for several databases, to one that is named after its device and inode.

    Args:
        database: its address, as SQLAlchemy has it.

    Returns:
        What gives it back; else it ends with the process, however that ends. None: the database is none in a file, and
        serves many.

    Raises:
        OptionError: another server has the file.
        OSError: it cannot be made.
    """
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    file = Path(url.database.removeprefix("file:").partition("?")[0]).resolve()  # the file itself, whatever leads to it
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o644))
    about = file.stat()
    identity = private_root() / f"{socket.gethostname()}-{about.st_dev}-{about.st_ino}.lock"
    try:
        with ExitStack() as locks:
            for place in (Path(f"{file}.lock"), identity):
                locks.enter_context(Lock(file, f"choose another one; {SEVERAL}", at=place))
            return locks.pop_all()
    except InUseError as error:
        raise OptionError(f"--database: a file serves one server, and {error}") from None
