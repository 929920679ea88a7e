"""`dynasty serve`: people and bots at one table in the browser. Needs the extra `web`."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.arguments import rulebook, say, shown
from agents.people.play import SAVES
from agents.registry import GRANDMASTER, playable
from dynasty_env.kit.errors import DynastyEnvError, OptionError, needs
from dynasty_env.kit.files.atomic import on_disk
from dynasty_env.kit.game import Game

OFFERED = GRANDMASTER
"""The bot with an argument that is offered unless others are named."""
CONNECTIONS = 4
"""Connections that one address may have for each page, unless a proxy or other servers relay those of many users."""
GameName = Annotated[
    str | None, typer.Argument(help="Offer only this game, by name or as file.py:Class.", show_default="all games")
]


Database = Annotated[
    str | None,
    typer.Option(
        help="Database for the games, as an SQLAlchemy URL: sqlite:///FILE, postgresql+psycopg://…",
        show_default="sqlite:///saves/tables.db",
    ),
]


def check_it_plays(name: str, games: list[Game]) -> None:
    """Raise the error of a bot that plays none of the games. A bot that plays some is offered at their tables only."""
    wrong: list[DynastyEnvError] = []
    for game in games:
        try:
            playable(name, game)
            return
        except DynastyEnvError as error:
            wrong.append(error)
    raise wrong[0]


def database_or_file(database: str | None) -> str:
    """The address of a database, by default a file among the saved games."""
    if database is None:
        SAVES.mkdir(exist_ok=True)
        return f"sqlite:///{SAVES / 'tables.db'}"
    return database


def check_it_exists(database: str) -> None:
    """Raise OptionError if the database is a file that does not exist: reading it would create an empty one."""
    from sqlalchemy.engine import make_url

    url = make_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise OptionError(f"there is no database {url.database or database}")


def check_it_is_free(host: str, port: int) -> None:
    """Raise OptionError if a server cannot listen there."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError as error:
        raise OptionError(f"--host {host} --port {port} cannot be listened on: {error.strerror or error}") from None


@contextmanager
def database_errors(database: str) -> Iterator[None]:
    """Raise OptionError if a database cannot be used, without showing the password in its address."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except (SQLAlchemyError, ModuleNotFoundError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise OptionError(f"--database: {database.partition('@')[2] or database}: {reason}") from error


def address_of_server(address: str | None, host: str, port: int) -> str:
    """The address at which other servers reach this one."""
    if address is None:
        reached = "127.0.0.1" if host in ("", "0.0.0.0", "::") else f"[{host}]" if ":" in host else host
        return f"http://{reached}:{port}"
    scheme, _, rest = address.partition("://")
    if scheme not in ("http", "https") or not rest or "/" in rest.rstrip("/"):
        raise OptionError(f"--address {address!r}: give it in the form http://10.0.0.5:8000")
    return address.rstrip("/")


def names_of_site(names: list[str], host: str, *, behind_proxy: bool) -> tuple[str, ...]:
    """The host names by which browsers may reach a server; if empty, any name is accepted.

    A site of this machine alone does not answer to the name of another site, which somebody may have pointed here.
    """
    local = ("localhost", "127.0.0.1", "::1")
    if names:
        return (*names, *local)
    return local if host in local and not behind_proxy else ()


def export(
    file: Annotated[Path, typer.Argument(help="File to write, one replay per line.")],
    database: Database = None,
    minari: Annotated[
        Path | None, typer.Option(help="Also write Minari datasets to this folder, one per game.")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="Include your own game: file.py:Class; may be repeated.")
    ] = None,
) -> None:
    """Export the finished games of `dynasty serve` as replays. The file has one replay per line and no
    people's names.

    Games that cannot be read, or whose game is not installed here, are listed and left out; the exit status
    is then 1.
    """
    console = Console(emoji=False)
    try:
        from agents.people.web.rulebooks import REGISTERED
        from agents.people.web.store.export import finished_games, write_lines
    except ModuleNotFoundError as error:
        raise OptionError(needs(error.name, "web")) from error
    if file.exists():
        raise OptionError(f"{file} already exists; choose another name")
    places = {**REGISTERED, **{rulebook(place).name: place for place in game or ()}}
    with database_errors(address := database_or_file(database)):
        check_it_exists(address)
        games, damaged = finished_games(address, places)
    if minari is not None:
        from agents.people.dataset import write_dataset

        for place in places.values():
            dataset, episodes = write_dataset(games, rulebook(place), minari)
            if episodes:
                say(console, f"{episodes} episodes in {shown(minari)}, dataset {dataset}")
    with on_disk(file), file.open("x", encoding="utf-8") as out:  # mode x: two processes never write the same file
        count = write_lines(games, out)
    say(console, f"{count} games in {shown(file)}")
    for each in damaged:
        say(console, f"[red]left out:[/] table {shown(each.table)} cannot be read: {shown(each.why)}")
    if damaged:
        raise typer.Exit(1)


def serve(  # noqa: PLR0913
    game: GameName = None,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for any.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    database: Database = None,
    bot: Annotated[
        list[str] | None, typer.Option(help=f"Also offer, besides {OFFERED}: policy:runs/NAME, file.py:Class …")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Worker processes for bots.")] = 1,
    tables: Annotated[int, typer.Option(min=1, help="Maximum number of tables.")] = 500,
    proxy: Annotated[
        str | None, typer.Option(help="Address of a reverse proxy whose X-Forwarded headers are trusted.")
    ] = None,
    root_path: Annotated[str, typer.Option(help="Path prefix under which a proxy serves the site.")] = "",
    metrics_port: Annotated[int | None, typer.Option(help="Serve Prometheus metrics on this port.")] = None,
    log_level: Annotated[str, typer.Option(help="Log level: debug, info, warning or error.")] = "info",
    pages: Annotated[int, typer.Option(min=1, help="Maximum number of open pages per client address.")] = 64,
    requests: Annotated[float, typer.Option(min=1, help="Requests per second allowed from one address.")] = 20.0,
    address: Annotated[
        str | None,
        typer.Option(
            help="URL at which other servers of the same database reach this one.", show_default="http://HOST:PORT"
        ),
    ] = None,
    lease: Annotated[
        float, typer.Option(min=1, help="Seconds after which other servers take over the tables of a dead one.")
    ] = 10.0,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            help="Host name of the site; requests for other names are rejected. May be repeated.",
            show_default="localhost if only that is listened on, else any",
        ),
    ] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            envvar="DYNASTY_ENV_MAIL",
            help="Mail server for turn notifications in games that last days: "
            "smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS&site=https://…",
            show_default="no mail",
        ),
    ] = None,
    compiles: Annotated[bool, typer.Option("--compile/--no-compile", help="Compile rules in the background.")] = True,
) -> None:  # fmt: skip
    """Serve the games in the browser, for people and bots. Games are saved at every decision."""
    console = Console(emoji=False)
    try:
        import uvicorn

        from agents.people.web.app import Limits
        from agents.people.web.logs import log_as_json
        from agents.people.web.mail.outbox import MailServer
        from agents.people.web.requests import Impatient, limited_to
        from agents.people.web.rulebooks import REGISTERED
        from agents.people.web.server import Settings, make_server
        from agents.people.web.store.exclusive import claim
    except ModuleNotFoundError as error:
        raise OptionError(needs(error.name, "web")) from error
    offered = {rulebook(game).name: game} if game else REGISTERED
    for name in bot or []:
        check_it_plays(name, [rulebook(place) for place in offered.values()])
    if log_level not in ("debug", "info", "warning", "error"):
        raise OptionError(f"--log-level {log_level!r}: choose debug, info, warning or error")
    database = database_or_file(database)
    with database_errors(database):
        lock = claim(database)
    settings = Settings(
        database, offered, tuple(dict.fromkeys([*([OFFERED] if compiles else []), *(bot or [])])), workers,
        tables, compiles,
        Limits(requests=requests, tables=3 * requests, pages=pages), address_of_server(address, host, port), lease,
        alone=lock is not None, hosts=names_of_site(names or [], host, behind_proxy=proxy is not None),
        mail=MailServer.parse(mail) if mail else None,
    )  # fmt: skip
    with database_errors(database):
        server = make_server(settings)
    log_as_json(log_level)
    if metrics_port is not None:
        server.metrics.serve(metrics_port, "127.0.0.1")
    check_it_is_free(host, port)
    console.print(f"Serving at [bold]http://{host}:{port}{root_path}/[/]   (Ctrl-C stops the server; no game is lost)")
    uvicorn.run(
        server.app, host=host, port=port, log_config=None, access_log=False, root_path=root_path,
        proxy_headers=proxy is not None, forwarded_allow_ips=proxy, ws_max_size=65_536, ws_ping_interval=20.0,
        server_header=False, timeout_graceful_shutdown=3,
        http=limited_to(CONNECTIONS * pages) if proxy is None and lock is not None else Impatient,
    )  # fmt: skip
