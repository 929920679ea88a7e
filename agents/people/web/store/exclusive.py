"""A database in a file serves one server: locks of the operating system keep other servers away."""

import os
import socket
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy.engine import make_url

from agents.people.web.store.engine import file_of
from dynasty_env.kit.engine.cache import private_root
from dynasty_env.kit.errors import InUseError, OptionError
from dynasty_env.kit.files.lock import Lock

SEVERAL = "for several servers choose PostgreSQL: --database postgresql+psycopg://USER@HOST/NAME"


def claim(database: str) -> ExitStack | None:
    """Claim the file of a database for this process, and create it if it does not exist.

    The claim covers every name of the file. Symbolic links lead to the same lock beside the file. Hard links, which
    SQLite would treat as different databases, lead to a lock named after the device and inode.

    Returns:
        A stack that releases the claim, which otherwise ends with the process; None if the database is not in a file
        and can serve many servers.

    Raises:
        OptionError: another server has the file.
        OSError: it cannot be created.
    """
    file = file_of(make_url(database))
    if file is None:
        return None
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
