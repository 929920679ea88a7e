"""What is stored of a table besides its game: hints, notes, reviews and links, a lesson, a clock, the chat.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select, update

from agents.people.web.store.schema import (
    CLOCKS,
    DECISIONS,
    GAME_LINKS,
    HINTING,
    HINTS,
    LEFT,
    LESSONS,
    NOTES,
    OPINIONS,
    REMATCHES,
    RESIGNED,
    REVIEW_LINKS,
    REVIEWS,
    SAID,
    SEATS,
    TABLES,
    TALKING,
    WITHDRAWN,
    count_of,
)
from dynasty_env.kit.seats.notes import Said, Withdrawn

RULES = ("on", "kept", "off")
"""Whether people may chat, and whether replays contain the chat."""
MOST_LINKS = 200
"""Maximum number of links to one game, and of links to its review."""


def opened_at(connection: Connection, table: str) -> float | None:
    """When a table was opened, in seconds since the epoch, or None if there is none."""
    return connection.execute(select(TABLES.c.created).where(TABLES.c.id == table)).scalar()


# ------------------------------------------------------------------------------------------------------------- hints


def hinting(connection: Connection, table: str) -> bool | None:
    """Whether hints may be asked for at a table; None: the host has not chosen."""
    return connection.execute(select(HINTING.c.allowed).where(HINTING.c.table_id == table)).scalar()


def hint(connection: Connection, table: str, number: int) -> dict[str, Any] | None:
    """The hint that was given at a decision, or None."""
    query = select(HINTS.c.opinion).where(HINTS.c.table_id == table, HINTS.c.number == number)
    return connection.execute(query).scalar()


def add_hint(connection: Connection, table: str, actions: Sequence[int], seat: int, opinion: dict[str, Any]) -> bool:
    """Store a hint at the decision after these actions; if there is one already, that is kept.

    Returns False, and stores nothing, if some of the actions have been taken back.
    """
    number = len(actions)
    before = select(DECISIONS.c.action).where(DECISIONS.c.table_id == table, DECISIONS.c.number < number)
    if list(connection.execute(before.order_by(DECISIONS.c.number)).scalars()) != list(actions):
        return False
    if hint(connection, table, number) is None:
        row = {"table_id": table, "number": number, "seat": seat, "opinion": opinion, "given": time.time()}
        connection.execute(insert(HINTS), [row])
    return True


def hinted(connection: Connection, table: str) -> list[tuple[int, int]]:
    """Number and seat of each decision of a table at which a hint was given."""
    query = select(HINTS.c.number, HINTS.c.seat).where(HINTS.c.table_id == table).order_by(HINTS.c.number)
    return [(number, seat) for number, seat in connection.execute(query)]


def decided_by(connection: Connection, table: str) -> list[str]:
    """Who made each decision of a table: ``person``, ``advance``, ``rule``, ``bot`` or ``stand-in``."""
    query = select(DECISIONS.c.by).where(DECISIONS.c.table_id == table).order_by(DECISIONS.c.number)
    return list(connection.execute(query).scalars())


# ------------------------------------------------------------------------------------------------------------- notes


def add_note(connection: Connection, table: str, number: int, text: str) -> None:
    """Store the note of a decision."""
    connection.execute(insert(NOTES), [{"table_id": table, "number": number, "text": text}])


def forget_notes(connection: Connection, table: str, number: int, kept: Sequence[Withdrawn]) -> None:
    """Delete the notes of decisions from this number on, except those that have been read."""
    connection.execute(delete(NOTES).where(NOTES.c.table_id == table, NOTES.c.number >= number))
    first = count_of(connection, WITHDRAWN, table)
    rows = [{"table_id": table, "place": first + i, **note._asdict()} for i, note in enumerate(kept)]
    if rows:
        connection.execute(insert(WITHDRAWN), rows)


def withdrawn_at(connection: Connection, table: str) -> list[Withdrawn]:
    """The notes of decisions that were taken back after the notes had been read, in order."""
    columns = WITHDRAWN.c.number, WITHDRAWN.c.sender, WITHDRAWN.c.addressee, WITHDRAWN.c.text
    query = select(*columns).where(WITHDRAWN.c.table_id == table).order_by(WITHDRAWN.c.place)
    return [Withdrawn(*row) for row in connection.execute(query)]


def notes_at(connection: Connection, table: str) -> dict[int, str]:
    """The notes of a table by the number of the decision."""
    query = select(NOTES.c.number, NOTES.c.text).where(NOTES.c.table_id == table)
    return {number: text for number, text in connection.execute(query)}


# ----------------------------------------------------------------------------------------------------------- reviews


def begin_review(connection: Connection, table: str, link: str) -> bool:
    """Order a review if there is none or it has failed, and create a link to it by the hash of its token.

    Returns False, and orders nothing, if the review has too many links.
    """
    if not add_link(connection, table, link, REVIEW_LINKS):
        return False
    failed = update(REVIEWS).where(REVIEWS.c.table_id == table, REVIEWS.c.failed)
    connection.execute(failed.values(ended=None, failed=False))
    if connection.execute(select(REVIEWS.c.table_id).where(REVIEWS.c.table_id == table)).first() is None:
        connection.execute(insert(REVIEWS), [{"table_id": table, "begun": time.time(), "failed": False}])
    return True


def settle_review(connection: Connection, table: str, budget: str, judge: str) -> None:
    """Set the search of a review; an earlier setting is kept."""
    change = update(REVIEWS).where(REVIEWS.c.table_id == table, REVIEWS.c.budget.is_(None))
    connection.execute(change.values(budget=budget, judge=judge))


def review(connection: Connection, table: str) -> dict[str, Any] | None:
    """A stored review, with its opinions by the number of the decision, or None."""
    row = connection.execute(select(REVIEWS).where(REVIEWS.c.table_id == table)).mappings().first()
    if row is None:
        return None
    query = select(OPINIONS.c.number, OPINIONS.c.opinion).where(OPINIONS.c.table_id == table)
    return dict(row) | {"opinions": {number: opinion for number, opinion in connection.execute(query)}}


def review_progress(connection: Connection, table: str) -> tuple[int, bool]:
    """The number of opinions of a review, and whether it is finished."""
    ended = select(REVIEWS.c.ended).where(REVIEWS.c.table_id == table)
    return count_of(connection, OPINIONS, table), connection.execute(ended).scalar() is not None


def has_opinion(connection: Connection, table: str, number: int) -> bool:
    """Whether the opinion of a decision is stored."""
    query = select(OPINIONS.c.number).where(OPINIONS.c.table_id == table, OPINIONS.c.number == number)
    return connection.execute(query).first() is not None


def add_opinion(connection: Connection, table: str, number: int, opinion: dict[str, Any]) -> None:
    """Store the opinion of a decision; if there is one already, that is kept."""
    if not has_opinion(connection, table, number):
        connection.execute(insert(OPINIONS), [{"table_id": table, "number": number, "opinion": opinion}])


def end_review(connection: Connection, table: str, failed: bool) -> None:
    """Record that a review is complete, or has failed."""
    change = update(REVIEWS).where(REVIEWS.c.table_id == table)
    connection.execute(change.values(ended=time.time(), failed=failed))


def open_reviews(connection: Connection) -> list[str]:
    """Tables whose reviews are not complete, in the order in which they were ordered."""
    query = select(REVIEWS.c.table_id).where(REVIEWS.c.ended.is_(None)).order_by(REVIEWS.c.begun)
    return list(connection.execute(query).scalars())


# ----------------------------------------------------------------------- links to finished games and to their reviews


def add_link(connection: Connection, table: str, link: str, links: Table = GAME_LINKS) -> bool:
    """Store a link to a table by the hash of its token, unless it is there. Returns False if the table has too many."""
    if table_of_link(connection, links, link) == table:
        return True
    if count_of(connection, links, table) >= MOST_LINKS:
        return False
    connection.execute(insert(links), [{"token": link, "table_id": table, "made": time.time()}])
    return True


def table_of_link(connection: Connection, links: Table, link: str) -> str | None:
    """The table for the hash of a link's token."""
    return connection.execute(select(links.c.table_id).where(links.c.token == link)).scalar()


# ------------------------------------------------------------------------------------------------------------ lessons


def leave_lesson(connection: Connection, table: str) -> None:
    """Record that the learner plays on freely."""
    connection.execute(update(LESSONS).where(LESSONS.c.table_id == table).values(left=True))


def lesson_left(connection: Connection, table: str) -> bool | None:
    """Whether the learner has left the lesson of a table; None if the table has no lesson."""
    return connection.execute(select(LESSONS.c.left).where(LESSONS.c.table_id == table)).scalar()


# -------------------------------------------------------------------------------------------------------- resignations


def resign(connection: Connection, table: str, seat: int) -> None:
    """Record that a person has left a game for good."""
    connection.execute(insert(RESIGNED), [{"table_id": table, "seat": seat}])


def resigned(connection: Connection, table: str) -> list[int]:
    """The seats whose persons have left a game for good."""
    return list(connection.execute(select(RESIGNED.c.seat).where(RESIGNED.c.table_id == table)).scalars())


# ---------------------------------------------------------------------------------------------------------- rematches


def rematch_of(connection: Connection, table: str) -> str | None:
    """The table at which the same people play again; None if nobody has asked for it yet."""
    return connection.execute(select(REMATCHES.c.next).where(REMATCHES.c.table_id == table)).scalar()


def reseat(connection: Connection, table: str, seat: int, name: str, token: str) -> bool:
    """Give a seat that is reserved for a person to that person, by the hash of the token; an earlier one is void.

    Returns False if a bot has the seat by now, which it keeps.
    """
    where = (SEATS.c.table_id == table) & (SEATS.c.seat == seat) & SEATS.c.bot.is_(None)
    return connection.execute(update(SEATS).where(where).values(name=name, token=token)).rowcount == 1


# ------------------------------------------------------------------------------------------------------------- clocks


@dataclass(frozen=True)
class Kept:
    """The stored state of a clock."""

    increment: int | None = None  # the increment of its control
    number: int = 0  # number of the decision asked for last
    asked: float | None = None  # time of that, in seconds since the epoch; None: never
    left: Mapping[int, float] | None = None
    """Seconds left for each seat that has decided, if one clock is for the whole game."""


def clock_of(connection: Connection, table: str) -> Kept:
    """The stored state of a table's clock; an empty one if the table has no clock."""
    row = connection.execute(select(CLOCKS).where(CLOCKS.c.table_id == table)).mappings().first()
    if row is None:
        return Kept()
    left = connection.execute(select(LEFT.c.seat, LEFT.c.seconds).where(LEFT.c.table_id == table))
    return Kept(row["increment"], row["number"], row["asked"], {seat: seconds for seat, seconds in left})


def keep_asked(connection: Connection, table: str, number: int, at: float | None) -> None:
    """Record that a question was asked at this time, in seconds since the epoch; None: nobody is asked."""
    connection.execute(update(CLOCKS).where(CLOCKS.c.table_id == table).values(number=number, asked=at))


def keep_left(connection: Connection, table: str, seat: int, seconds: float) -> None:
    """Record the time left for a seat."""
    where = (LEFT.c.table_id == table) & (LEFT.c.seat == seat)
    if connection.execute(update(LEFT).where(where).values(seconds=seconds)).rowcount == 0:
        connection.execute(insert(LEFT), [{"table_id": table, "seat": seat, "seconds": seconds}])


# --------------------------------------------------------------------------------------------------------------- chat


@dataclass(frozen=True)
class Talked:
    """The stored chat of a table."""

    rule: str
    lines: Sequence[Said]


def talk_at(connection: Connection, table: str) -> Talked:
    """The whole chat of a table."""
    rule = connection.execute(select(TALKING.c.rule).where(TALKING.c.table_id == table)).scalar()
    query = select(SAID.c.number, SAID.c.sender, SAID.c.text).where(SAID.c.table_id == table).order_by(SAID.c.place)
    return Talked(rule or RULES[0], [Said(*row) for row in connection.execute(query)])


def add_said(connection: Connection, table: str, said: Said) -> None:
    """Store a message."""
    place = count_of(connection, SAID, table)
    connection.execute(insert(SAID), [{"table_id": table, "place": place, **said._asdict()}])


# ---------------------------------------------------------------------------------------------------------- all of it


class Beside(NamedTuple):
    """What is stored of a table besides its game, for playing on or as a replay."""

    lesson_left: bool | None
    clock: Kept
    talked: Talked
    notes: Mapping[int, str]
    withdrawn: Sequence[Withdrawn]
    resigned: Sequence[int]


def beside(connection: Connection, table: str) -> Beside:
    """All that is stored of a table besides its game."""
    return Beside(
        lesson_left(connection, table), clock_of(connection, table), talk_at(connection, table),
        notes_at(connection, table), withdrawn_at(connection, table), resigned(connection, table),
    )  # fmt: skip
