"""The tables of the database. A table at which people play is a row of `TABLES`."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    func,
    select,
)
from sqlalchemy.schema import SchemaItem

from dynasty_env.kit.seats.notes import LONGEST

METADATA = MetaData()
Row = tuple[Table, dict[str, Any]]
"""A row, and the table of the database to which it belongs."""


def _of_a_table(name: str, *columns: SchemaItem) -> Table:
    """A table of the database whose rows belong to a row of `TABLES`; other primary keys tell them apart."""
    return Table(name, METADATA, Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True), *columns)


TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),  # secret while the game runs
    Column("seed_chosen", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("away", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("invite", String(64), unique=True),  # hash
    Column("created", Float, nullable=False),
    Column("begun", Float),
    Column("ended", Float, index=True),
    Column("result", JSON),
    Column("version", String(32), nullable=False),
)
LEASES = _of_a_table(
    "leases",
    Column("fence", Integer, nullable=False),  # increases whenever the table changes hands
    Column("owner", String(32), index=True),  # the server that runs it; None: nobody has to continue it
    Column("address", String(256)),  # address at which other servers reach that one
    Column("key", String(64)),  # key that identifies them to it
    Column("expires", Float, nullable=False),  # by the clock of the database
)
SEATS = _of_a_table(
    "seats",
    Column("seat", Integer, primary_key=True),
    Column("bot", String(256)),  # None: a person's seat
    Column("name", String(64)),
    Column("token", String(64), unique=True),  # hash; None: the seat is free
    Column("host", Boolean, nullable=False),
)
DECISIONS = _of_a_table(
    "decisions",
    Column("number", Integer, primary_key=True),
    Column("action", Integer, nullable=False),
    Column("by", String(8), nullable=False),  # person, bot, stand-in, rule
)
CLOCKS = _of_a_table(
    "clocks",
    Column("increment", Integer),  # what a decision adds; None: the time is for each decision
    Column("number", Integer, nullable=False),  # number of the decision asked for last
    Column("asked", Float),  # time of that, in seconds since the epoch
)
LEFT = _of_a_table("clock_left", Column("seat", Integer, primary_key=True), Column("seconds", Float, nullable=False))
NOTES = _of_a_table(
    "notes",
    Column("number", Integer, primary_key=True),  # number of the decision that it accompanied
    Column("text", String(256), nullable=False),
)
WITHDRAWN = _of_a_table(
    "withdrawn_notes",
    Column("place", Integer, primary_key=True),  # in the order in which they were taken back
    Column("number", Integer, nullable=False),  # number of the decision that it accompanied
    Column("sender", Integer, nullable=False),
    Column("addressee", Integer, nullable=False),
    Column("text", String(256), nullable=False),
)
TALKING = _of_a_table(
    "talking",
    Column("rule", String(8), nullable=False),  # one of `RULES`; no row: the first one
)
SAID = _of_a_table(
    "said",
    Column("place", Integer, primary_key=True),  # in the order in which they were sent
    Column("number", Integer, nullable=False),  # number of actions before
    Column("sender", Integer, nullable=False),
    Column("text", String(LONGEST + 56), nullable=False),
)
HINTING = _of_a_table(
    "hinting",
    Column("allowed", Boolean, nullable=False),  # no row: the default of `hints.allowed`
)
HINTS = _of_a_table(
    "hints",
    Column("number", Integer, primary_key=True),  # number of the decision
    Column("seat", Integer, nullable=False),
    Column("opinion", JSON, nullable=False),
    Column("given", Float, nullable=False),
)
LESSONS = _of_a_table(
    "lessons",
    Column("left", Boolean, nullable=False),  # the learner plays on freely
)
RESIGNED = _of_a_table("resigned", Column("seat", Integer, primary_key=True))
REMATCHES = _of_a_table("rematches", Column("next", String(16), ForeignKey("tables.id"), nullable=False))
REVIEWS = _of_a_table(
    "reviews",
    Column("budget", String(16)),  # None: the work has not begun
    Column("judge", String(16)),
    Column("begun", Float, nullable=False),
    Column("ended", Float, index=True),
    Column("failed", Boolean, nullable=False),
)
OPINIONS = _of_a_table(
    "opinions",
    Column("number", Integer, primary_key=True),  # number of the decision
    Column("opinion", JSON, nullable=False),
)
PLAYERS = Table(
    "players", METADATA,
    Column("id", String(64), primary_key=True),  # hash of the secret
    Column("name", String(64), nullable=False),
    Column("made", Float, nullable=False),
)  # fmt: skip
SITTINGS = _of_a_table(
    "sittings",
    Column("seat", Integer, primary_key=True),
    Column("player", String(64), ForeignKey("players.id"), nullable=False, index=True),
)
ATTEMPTS = Table(
    "attempts", METADATA,
    Column("player", String(64), ForeignKey(PLAYERS.c.id), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("right", Boolean, nullable=False),
    Column("made", Float, nullable=False),
)  # fmt: skip
ADDRESSES = _of_a_table(
    "addresses",
    Column("seat", Integer, primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    Column("place", String(64), nullable=False),  # the secret of the seat, which letters link to
    Column("token", String(64), nullable=False, unique=True),  # hash of the secret for subscribing and unsubscribing
    Column("wanted", Boolean, nullable=False),  # confirmed by the owner of the address
    Column("told", Integer, nullable=False),  # decisions that the seat had made when the last letter was sent
    Column("sent", Float, nullable=False),
)
REVIEW_LINKS, GAME_LINKS = (
    Table(
        name, METADATA,
        Column("token", String(64), primary_key=True),  # hash
        Column("table_id", String(16), ForeignKey("tables.id"), nullable=False, index=True),
        Column("made", Float, nullable=False),
    )
    for name in ("review_links", "game_links")
)  # fmt: skip
ROOM = Table("room", METADATA, Column("id", Integer, primary_key=True), Column("filler", LargeBinary))
"""Its only row tests whether the disk has room."""


def count_of(connection: Connection, rows: Table, table: str) -> int:
    """The number of rows that belong to a row of `TABLES`."""
    return connection.execute(select(func.count()).select_from(rows).where(rows.c.table_id == table)).scalar_one()
