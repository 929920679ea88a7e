"""A Model Context Protocol server: a language model's client plays a game by calling tools. Needs the extra `mcp`."""

import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import BeforeValidator

from agents.language.primer import primer
from agents.language.prompt import FORM
from agents.language.reply import as_reply
from agents.language.style import DEFAULT, STYLES, style_named
from agents.outside.servers.mcp_tools import StrictTool, strict_tool
from agents.outside.session import SeatSettings, Session, options_text
from agents.registry import bot_names
from dynasty_env.kit.errors import DynastyEnvError, OptionError, in_short
from dynasty_env.kit.files.replays import package_version
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.glossary import heading, names

_INSTRUCTIONS = """\
Play a board game against bots. Call new_game first: it answers with the id of your game, the rules in short and your \
first decision. Then call play with that id and the number of a legal move, again and again, until the game is over. \
explain looks a word of the rules up."""


_MEANT = {
    "seats": 'options={"num_players": …}', "players": 'options={"num_players": …}', "bots": "opponents",
    "bot": "opponents", "opponent": "opponents", "name": "game",
}  # fmt: skip
"""Names that clients use for arguments of new_game, and the right ones."""
LEFT_ALONE = 1800.0
"""Seconds without a call after which a game may be replaced by another one."""
MOST_CALLS = 4
"""Maximum number of simultaneous calls for one game."""


@dataclass
class _Table:
    session: Session
    lock: Lock
    used_at: float
    address: str = ""
    calls: int = 0


class Tables:
    """The running games, by ids that nobody can guess: anybody with an id plays that game's one seat.

    Args:
        offered: bots with an argument that may be asked for besides those without, such as ``mc:50``.
        verbosity: how much is told, unless a game says otherwise.
        most: maximum number of games. One that is over or has been idle for long is replaced by another; a game that is
            being played never is.
        share: maximum number of games of one network address, to leave room for others; on stdio there is only one
            client.
        backend: see `Game.new`.
    """

    def __init__(
        self, games: Mapping[str, Game], *, offered: Sequence[str] = (), verbosity: str = DEFAULT, most: int = 100,
        share: int = 20, backend: BackendName | None = None,
    ) -> None:  # fmt: skip
        self.games = games
        self.verbosity = style_named(verbosity).name
        self._offered = tuple(offered)
        self._most, self._share = most, share
        self._backend = backend
        self._tables: OrderedDict[str, _Table] = OrderedDict()
        self._lock = Lock()

    def game(self, name: str) -> Game:
        """A game by name. Raises OptionError that lists the games offered."""
        if name not in self.games:
            raise OptionError(f"there is no game {in_short(name)}; there are {', '.join(self.games)}")
        return self.games[name]

    def bots(self, game: Game) -> list[str]:
        """The bots that may be asked for."""
        return [name for name in bot_names(game) if ":" not in name] + list(self._offered)

    def open(
        self, game: Game, *, opponents: Sequence[str], seat: int, verbosity: str, options: Mapping[str, Any],
        address: str = "",
    ) -> str:  # fmt: skip
        """Begin a game, dealt from fresh entropy, and return its id. Raises OptionError, also if there is no room.

        Args:
            address: the client's network address; empty on stdio.
        """
        unknown = [name for name in opponents if name not in self.bots(game)]
        if unknown:
            raise OptionError(f"there is no opponent {in_short(unknown[0])}; there are {', '.join(self.bots(game))}")
        with self._lock:
            self._make_room(address)
        settings = SeatSettings(
            seat, opponents, verbosity=verbosity or self.verbosity, backend=self._backend, options=options or {}
        )
        session = Session(game, settings)
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._make_room(address)
            self._tables[name] = _Table(session, Lock(), time.monotonic(), address)
        return name

    def _make_room(self, address: str) -> None:
        """Drop unused games if there is no room for another one. Raises OptionError if all are being played."""
        own = [name for name, table in self._tables.items() if table.address == address]
        if address and len(own) >= self._share:
            self._drop_one_of(own, f"{self._share} games are being played from your address")
        while len(self._tables) >= self._most:
            self._drop_one_of(list(self._tables), f"{self._most} games are being played")

    def _drop_one_of(self, names: Sequence[str], else_said: str) -> None:
        """Drop a game that is over or idle; if there is none, raise OptionError that begins with `else_said`."""
        now = time.monotonic()
        over = (name for name in names if self._tables[name].session.done)
        idle = (name for name in names if now - self._tables[name].used_at > LEFT_ALONE)
        dropped = next(over, None) or next(idle, None)
        if dropped is None:
            raise OptionError(
                f"{else_said}, which is the limit: finish one of yours, or try again later "
                f"(games left idle for {LEFT_ALONE / 60:.0f} minutes make room)"
            )
        del self._tables[dropped]

    @contextmanager
    def at(self, name: str) -> Iterator[Session]:
        """The session of a game, for one caller at a time.

        Raises:
            OptionError: there is no game with this id, or too many callers are waiting for it, each of whom occupies a
                thread.
        """
        with self._lock:
            table = self._tables.get(name)
            if table is None:
                raise OptionError("there is no game with this id (any more): call new_game")
            if table.calls >= MOST_CALLS:
                raise OptionError(f"{table.calls} calls for this game are still being answered: wait for them")
            self._tables.move_to_end(name)
            table.used_at = time.monotonic()
            table.calls += 1
        try:
            with table.lock:
                yield table.session
        finally:
            with self._lock:
                table.calls -= 1


@contextmanager
def _plainly() -> Iterator[None]:
    """Make our own errors the answer of the tool."""
    try:
        yield
    except DynastyEnvError as error:
        raise ToolError(str(error)) from None


def explain(game: Game, word: str) -> str:
    """The meaning of a word of the rules; similar words if there is no such term."""
    result = game.glossary.find(word)
    if result:
        return "\n\n".join(f"{heading(term)}\n{term.text}" for term in result[:4]) + (
            f"\n\nAlso: {names(result[4:])}." if len(result) > 4 else ""
        )
    like = game.glossary.suggest(word)
    return f"No term of {game.name} is called {in_short(word)}." + (f" Similar: {', '.join(like)}." if like else "")


def address_of(context: Context[Any, Any]) -> str:
    """The network address of a tool's caller; empty on stdio."""
    client = getattr(context.request_context.request, "client", None)
    return "" if client is None else str(client.host)


def mcp_server(tables: Tables) -> MCPServer[Any]:
    """The server with its tools; `run` serves it."""
    tools: list[Tool] = [*_of_all(tables), *_of_a_game(tables)]
    return MCPServer("dynasty-env", instructions=_INSTRUCTIONS, version=package_version(), tools=tools)


def _of_all(tables: Tables) -> list[StrictTool]:
    """The tools about games in general, rather than a running one."""

    def list_games() -> dict[str, Any]:
        """The games, each with its numbers of seats, its options and the bots that may play against you."""
        return {
            name: {
                "about": game.__doc__, "seats": list(game.seats), "options": dict(options_text(game)),
                "opponents": tables.bots(game), "verbosity": list(STYLES),
            }
            for name, game in tables.games.items()
        }  # fmt: skip

    def new_game(
        context: Context[Any, Any], game: str, opponents: list[str] | str | None = None, seat: int = 0,
        verbosity: str = "", options: dict[str, int | bool] | None = None,
    ) -> dict[str, str]:  # fmt: skip
        """Begin a game and get its id, a summary of the rules, and your first decision.

        Args:
            game: one of list_games.
            opponents: bots in the other seats in their order; one name plays them all. Random players if left out.
            seat: your seat, counted from 0.
            verbosity: how much text you get: compact, standard or full.
            options: options of the game, such as {"num_players": 2}.
        """
        named = [opponents] if isinstance(opponents, str) else opponents
        with _plainly():
            rules = tables.game(game)
            key = tables.open(
                rules, opponents=named or ["random"], seat=seat, verbosity=verbosity, options=options or {},
                address=address_of(context),
            )  # fmt: skip
            with tables.at(key) as session:
                text = session.text()
                introduction = "" if session.done else session.prompt.system
            return {"game": key, "rules": introduction, "decision": text}

    def explain_word(game: str, word: str) -> str:
        """Explain a word of a game's rules: an action, an ability, an event, a phase, a chapter …

        Args:
            game: the name of the game, or the id of yours.
            word: what to look up.
        """
        with _plainly():
            if game in tables.games:
                return explain(tables.game(game), word)
            with tables.at(game) as session:
                return explain(session.game, word)

    def rules(game: str) -> str:
        """The rules in a few thousand characters, and the form of a reply.

        Args:
            game: the name of the game.
        """
        with _plainly():
            return f"{primer(tables.game(game), STYLES['full'].primer)}\n\n{FORM}"

    options = {option.name for game in tables.games.values() for option in game.options}
    meant = {name: f'options={{"{name}": …}}' for name in options} | _MEANT
    return [
        strict_tool(list_games, "list_games", {}), strict_tool(new_game, "new_game", meant),
        strict_tool(explain_word, "explain", {}), strict_tool(rules, "rules", {}),
    ]  # fmt: skip


def _of_a_game(tables: Tables) -> list[StrictTool]:
    """The tools for a running game."""

    def state(game: str) -> str:
        """Your open decision again: what has happened, the table as you see it, and the legal moves.

        Args:
            game: the id of your game.
        """
        with _plainly(), tables.at(game) as session:
            return session.text()

    def legal_moves(game: str) -> list[dict[str, Any]]:
        """The legal moves: number, name, words, and what chance says.

        Args:
            game: the id of your game.
        """
        with _plainly(), tables.at(game) as session:
            moves = () if session.done else session.prompt.moves
            return [
                {"number": move.number, "name": move.name, "words": move.words, "prospects": move.prospects}
                for move in moves
            ]

    def play(game: str, move: Annotated[int | str, BeforeValidator(_number_or_text)]) -> dict[str, Any]:
        """Play a legal move, then the bots play up to your next decision.

        Args:
            game: the id of your game.
            move: the number of a legal move, its exact text, or a whole reply with a line MOVE: <number>. An illegal
                move changes nothing the first two times in a row; the third one forfeits the game. A call that is
                rejected because of its arguments does not count.
        """
        with _plainly(), tables.at(game) as session:
            answered = session.reply(as_reply(move))
            answer: dict[str, Any] = {"legal": answered.legal, "done": answered.done, "text": answered.text}
            return answer | ({"result": session.result()} if answered.done else {})

    return [
        strict_tool(state, "state", {}), strict_tool(legal_moves, "legal_moves", {}),
        strict_tool(play, "play", {"action": "move", "reply": "move", "number": "move", "id": "game"}),
    ]  # fmt: skip


def _number_or_text(move: object) -> int | str:
    """A move in the forms that clients send: a number, a text, or the object that a reply may consist of, which the SDK
    parses from its text. Raises ValueError for anything else."""
    if isinstance(move, dict):
        return json.dumps(move)
    if isinstance(move, float) and move.is_integer():
        return int(move)
    if isinstance(move, bool) or not isinstance(move, int | str):
        raise ValueError("a move is a number or a text")
    return move
