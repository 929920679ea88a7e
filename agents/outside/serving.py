"""`dynasty mcp` and `dynasty openenv`: a seat for models that come from outside."""

from typing import Annotated

import typer

import dynasty_env
from agents.arguments import GameOptions, GameToPlay, named_options, rulebook
from agents.language.style import DEFAULT
from agents.registry import names_in, playable
from dynasty_env.kit.errors import OptionError, needs

Verbosity = Annotated[str, typer.Option(help="How detailed the prompts are: compact, standard or full.")]


def mcp(
    game: Annotated[str | None, typer.Argument(help="Offer only this game.", show_default="all games")] = None,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP at /mcp instead of stdio.")] = False,
    host: Annotated[str, typer.Option(help="With --http: address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --http: port to listen on.")] = 8765,
    bot: Annotated[list[str] | None, typer.Option(help="Also offer this opponent: mc:50, policy:runs/NAME …")] = None,
    verbosity: Verbosity = DEFAULT,
) -> None:
    """Serve the games as tools for language models. The protocol is MCP (Model Context Protocol)."""
    _need("mcp")
    from agents.outside.servers.mcp_server import Tables, mcp_server

    games = {rules.name: rules for rules in map(rulebook, dynasty_env.GAMES if game is None else [game])}
    for name in bot or []:
        for rules in games.values():
            playable(name, rules)
    server = mcp_server(Tables(games, offered=bot or [], verbosity=verbosity))
    if http:
        server.run("streamable-http", host=host, port=port)
    else:
        server.run("stdio")


def openenv(  # noqa: PLR0913
    game: GameToPlay = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    seat: Annotated[int, typer.Option(min=0, help="Seat that clients play.")] = 0,
    bots: Annotated[str, typer.Option(help="Bots in the other seats: random,greedy …; one name fills all.")] = "random",
    reward: Annotated[str, typer.Option(help="One of the game's rewards.")] = "win",
    penalty: Annotated[float, typer.Option(min=0, help="Penalty for a reply that names no legal move.")] = 0.0,
    verbosity: Verbosity = DEFAULT,
    option: GameOptions = None,
    connections: Annotated[int, typer.Option(min=1, help="Maximum number of concurrent games.")] = 16,
) -> None:  # fmt: skip
    """Serve one seat of a game as an OpenEnv environment. It is served over HTTP and WebSocket."""
    _need("openenv")
    import uvicorn

    from agents.outside.servers.openenv_server import openenv_app
    from agents.outside.session import SeatSettings

    rules = rulebook(game)
    settings = SeatSettings(seat, names_in(bots), reward, verbosity, options=named_options(rules, option or []))
    app = openenv_app(rules, settings, penalty=penalty, most=connections)
    uvicorn.run(app, host=host, port=port)


def _need(package: str) -> None:
    """Raise OptionError naming the extra if a package is not installed."""
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise OptionError(needs(package, package))
