"""Records besides the games themselves: hints, reviews with the links to them, and players.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from agents.people.web.store.links import add_link
from agents.people.web.store.schema import (
    DECISIONS,
    HINTING,
    HINTS,
    LESSONS,
    NOTES,
    OPINIONS,
    PLAYERS,
    REMATCHES,
    RESIGNED,
    REVIEW_LINKS,
    REVIEWS,
    SEATS,
    SITTINGS,
    TABLES,
    WITHDRAWN,
)
from dynasty_env.kit.seats.notes import Withdrawn

# ------------------------------------------------------------------------------------------------------------- hints


def set_hinting(connection: Connection, table: str, allowed: bool) -> None:
    """Store the choice of a new table's host."""
    connection.execute(insert(HINTING), [{"table_id": table, "allowed": allowed}])


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
    count = select(func.count()).select_from(WITHDRAWN).where(WITHDRAWN.c.table_id == table)
    first = connection.execute(count).scalar_one()
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


def begin_review(connection: Connection, table: str, link: str) -> None:
    """Order a review if there is none or it has failed, and create a link to it by the hash of its token."""
    failed = update(REVIEWS).where(REVIEWS.c.table_id == table, REVIEWS.c.failed)
    connection.execute(failed.values(ended=None, failed=False))
    if connection.execute(select(REVIEWS.c.table_id).where(REVIEWS.c.table_id == table)).first() is None:
        connection.execute(insert(REVIEWS), [{"table_id": table, "begun": time.time(), "failed": False}])
    add_link(connection, REVIEW_LINKS, table, link)


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
    count = select(func.count()).select_from(OPINIONS).where(OPINIONS.c.table_id == table)
    ended = select(REVIEWS.c.ended).where(REVIEWS.c.table_id == table)
    return int(connection.execute(count).scalar() or 0), connection.execute(ended).scalar() is not None


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


# ------------------------------------------------------------------------------------------------------------ lessons


def begin_lesson(connection: Connection, table: str) -> None:
    """Record that the game of a new table follows the lesson of its game."""
    connection.execute(insert(LESSONS), [{"table_id": table, "left": False}])


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


def set_rematch(connection: Connection, table: str, following: str) -> None:
    """Record the table at which the same people play again. Raises IntegrityError if there is one already."""
    connection.execute(insert(REMATCHES), [{"table_id": table, "next": following}])


def reseat(connection: Connection, table: str, seat: int, name: str, token: str) -> bool:
    """Give a seat that is reserved for a person to that person, by the hash of the token; an earlier one is void.

    Returns False if a bot has the seat by now, which it keeps.
    """
    where = (SEATS.c.table_id == table) & (SEATS.c.seat == seat) & SEATS.c.bot.is_(None)
    return connection.execute(update(SEATS).where(where).values(name=name, token=token)).rowcount == 1


# ----------------------------------------------------------------------------------------------------------- players


def know_player(connection: Connection, player: str, name: str) -> None:
    """Store a player by the hash of the secret, with the latest name."""
    change = update(PLAYERS).where(PLAYERS.c.id == player).values(name=name)
    if connection.execute(change).rowcount == 0:
        connection.execute(insert(PLAYERS), [{"id": player, "name": name, "made": time.time()}])


def player_name(connection: Connection, player: str) -> str | None:
    """The name of a player, or None if nobody has this secret."""
    return connection.execute(select(PLAYERS.c.name).where(PLAYERS.c.id == player)).scalar()


def sit(connection: Connection, table: str, seat: int, player: str) -> None:
    """Record that a player takes a seat."""
    connection.execute(insert(SITTINGS), [{"table_id": table, "seat": seat, "player": player}])


def player_at(connection: Connection, table: str, seat: int) -> str | None:
    """The player in a seat whose game is to be rated, or None."""
    query = select(SITTINGS.c.player).where(SITTINGS.c.table_id == table, SITTINGS.c.seat == seat)
    return connection.execute(query).scalar()


def forget_player(connection: Connection, player: str) -> None:
    """Delete a player and the player's seats; the games remain, as games of persons without a rating."""
    connection.execute(delete(SITTINGS).where(SITTINGS.c.player == player))
    connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))


def games_of(connection: Connection, player: str) -> list[dict[str, Any]]:
    """A player's finished games in the order in which they ended.

    The keys are ``table``, ``seat``, ``game``, ``ended``, ``result``, ``bots`` of all seats, and what keeps a game from
    counting: ``hints`` of that seat, ``stand_ins`` of any seat, ``seed_chosen``.
    """
    ended = (
        select(TABLES.c.id, SITTINGS.c.seat, TABLES.c.game, TABLES.c.ended, TABLES.c.result, TABLES.c.seed_chosen)
        .join(SITTINGS, SITTINGS.c.table_id == TABLES.c.id)
        .where(SITTINGS.c.player == player, TABLES.c.ended.is_not(None))
        .order_by(TABLES.c.ended)
    )
    games = []
    for table, seat, game, at, result, chosen in connection.execute(ended).all():
        bots = select(SEATS.c.bot).where(SEATS.c.table_id == table).order_by(SEATS.c.seat)
        taken_over = select(DECISIONS.c.number).where(DECISIONS.c.table_id == table, DECISIONS.c.by == "stand-in")
        games.append({
            "table": table, "seat": seat, "game": game, "ended": at, "result": result, "seed_chosen": chosen,
            "bots": list(connection.execute(bots).scalars()),
            "hints": sum(whose == seat for _, whose in hinted(connection, table)),
            "stand_ins": len(connection.execute(taken_over).all()),
        })  # fmt: skip
    return games


def games_among(connection: Connection, game: str) -> list[dict[str, Any]]:
    """Finished games of a rulebook with registered players, in the order in which they ended.

    The keys are ``table``, ``result``, ``seed_chosen``, ``players`` by seat, and ``hints`` of any of these players.
    """
    ended = (
        select(TABLES.c.id, TABLES.c.result, TABLES.c.seed_chosen, SITTINGS.c.seat, SITTINGS.c.player)
        .join(SITTINGS, SITTINGS.c.table_id == TABLES.c.id)
        .where(TABLES.c.game == game, TABLES.c.ended.is_not(None))
        .order_by(TABLES.c.ended, TABLES.c.id, SITTINGS.c.seat)
    )
    games: dict[str, dict[str, Any]] = {}
    for table, result, chosen, seat, player in connection.execute(ended):
        row = {"table": table, "result": result, "seed_chosen": chosen, "players": {}, "hints": 0}
        games.setdefault(table, row)["players"][seat] = player
    given = select(HINTS.c.table_id, HINTS.c.seat).where(HINTS.c.table_id.in_(
        select(TABLES.c.id).where(TABLES.c.game == game)
    ))  # fmt: skip
    for table, seat in connection.execute(given):
        if table in games and seat in games[table]["players"]:
            games[table]["hints"] += 1
    return list(games.values())
