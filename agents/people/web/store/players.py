"""Players: who they are, their finished games, their answers to puzzles, and their mail addresses.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

import time
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from agents.people.web.store.records import hinted
from agents.people.web.store.schema import ADDRESSES, ATTEMPTS, DECISIONS, HINTS, PLAYERS, SEATS, SITTINGS, TABLES


def know_player(connection: Connection, player: str, name: str) -> None:
    """Store a player by the hash of the secret, with the latest name."""
    change = update(PLAYERS).where(PLAYERS.c.id == player).values(name=name)
    if connection.execute(change).rowcount == 0:
        connection.execute(insert(PLAYERS), [{"id": player, "name": name, "made": time.time()}])


def player_name(connection: Connection, player: str) -> str | None:
    """The name of a player, or None if nobody has this secret."""
    return connection.execute(select(PLAYERS.c.name).where(PLAYERS.c.id == player)).scalar()


def sit(connection: Connection, table: str, seat: int, player: str) -> None:
    """Record that a player takes a seat, unless it is recorded already."""
    if player_at(connection, table, seat) is None:
        connection.execute(insert(SITTINGS), [{"table_id": table, "seat": seat, "player": player}])


def player_at(connection: Connection, table: str, seat: int) -> str | None:
    """The player in a seat whose game is to be rated, or None."""
    query = select(SITTINGS.c.player).where(SITTINGS.c.table_id == table, SITTINGS.c.seat == seat)
    return connection.execute(query).scalar()


def forget_player(connection: Connection, player: str) -> None:
    """Delete a player with seats and answers; the games remain, as games of persons without a rating."""
    connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.player == player))
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


# ------------------------------------------------------------------------------------------------ answers to puzzles


class Attempt(NamedTuple):
    """A first answer: the puzzle, and whether the answer was right."""

    puzzle: str
    right: bool


def keep_attempt(connection: Connection, player: str, game: str, puzzle: str, right: bool) -> None:
    """Store an answer if it is the player's first to this puzzle."""
    mine = (ATTEMPTS.c.player == player) & (ATTEMPTS.c.game == game) & (ATTEMPTS.c.puzzle == puzzle)
    if connection.execute(select(ATTEMPTS.c.right).where(mine)).first() is None:
        row = {"player": player, "game": game, "puzzle": puzzle, "right": right, "made": time.time()}
        connection.execute(insert(ATTEMPTS), [row])


def attempts_of(connection: Connection, player: str, game: str) -> list[Attempt]:
    """A player's first answers in a game, in order."""
    query = select(ATTEMPTS.c.puzzle, ATTEMPTS.c.right).where(ATTEMPTS.c.player == player, ATTEMPTS.c.game == game)
    return [Attempt(*row) for row in connection.execute(query.order_by(ATTEMPTS.c.made))]


# -------------------------------------------------------------------- mail addresses, stored until the game is over


def keep_address(connection: Connection, row: dict[str, Any]) -> None:
    """Store a seat's address, unconfirmed, and replace an earlier one."""
    forget_address(connection, row["table_id"], row["seat"])
    connection.execute(insert(ADDRESSES), [{**row, "wanted": False, "told": -1, "sent": 0.0}])


def address_at(connection: Connection, table: str, seat: int) -> dict[str, Any] | None:
    """The row of a seat, or None."""
    return _row(connection, (ADDRESSES.c.table_id == table) & (ADDRESSES.c.seat == seat))


def address_of(connection: Connection, token: str) -> dict[str, Any] | None:
    """The row for the hash of a letter's secret, or None."""
    return _row(connection, ADDRESSES.c.token == token)


def _row(connection: Connection, where: ColumnElement[bool]) -> dict[str, Any] | None:
    row = connection.execute(select(ADDRESSES).where(where)).mappings().first()
    return None if row is None else dict(row)


def confirm_address(connection: Connection, token: str) -> None:
    """Mark an address as confirmed, if it is still there."""
    connection.execute(update(ADDRESSES).where(ADDRESSES.c.token == token).values(wanted=True))


def forget_address(connection: Connection, table: str, seat: int) -> None:
    """Delete the address of a seat."""
    connection.execute(delete(ADDRESSES).where(ADDRESSES.c.table_id == table, ADDRESSES.c.seat == seat))


def begin_letter(connection: Connection, table: str, seat: int, decided: int, least: float) -> bool:
    """Whether a letter may be sent now: one for each turn, not too soon after the last. If so, it counts as sent.

    The seat has made `decided` decisions, and two letters are at least `least` seconds apart.
    """
    now = time.time()
    where = (ADDRESSES.c.table_id == table) & (ADDRESSES.c.seat == seat) & ADDRESSES.c.wanted
    where &= (ADDRESSES.c.told != decided) & (ADDRESSES.c.sent <= now - least)
    return connection.execute(update(ADDRESSES).where(where).values(told=decided, sent=now)).rowcount == 1


def forget_finished(connection: Connection) -> None:
    """Delete the addresses of finished games."""
    over = select(TABLES.c.id).where(TABLES.c.ended.is_not(None))
    connection.execute(delete(ADDRESSES).where(ADDRESSES.c.table_id.in_(over)))
