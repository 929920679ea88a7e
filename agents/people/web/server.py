"""A complete server: database, worker processes, tables, site."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from agents.people.web.app import Limits, Site
from agents.people.web.mail.outbox import MailServer
from agents.people.web.metrics import Metrics
from agents.people.web.pages.bots import OWN
from agents.people.web.relay import Relay
from agents.people.web.routes import make_app
from agents.people.web.rulebooks import REGISTERED, Places
from agents.people.web.store.database import Store
from agents.people.web.store.leases import LEASE, Leases
from agents.people.web.tables.hub import Hub
from agents.people.web.tables.services import Services
from agents.people.web.workers.bots import BotPool
from agents.people.web.workers.engine import Engine
from agents.people.web.workers.load import LoadMonitor


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    database: str  # address of the database, in the form of SQLAlchemy
    games: Places = field(default_factory=lambda: REGISTERED)  # the games offered
    bots: tuple[str, ...] = ()  # bots with an argument that are offered as well
    workers: int = 1  # number of processes in which bots think
    tables: int = 500  # maximum number of tables in memory
    compiles: bool = True  # compile rules in the background
    limits: Limits = field(default_factory=Limits)  # limits for each address
    address: str = "http://127.0.0.1:8000"  # where other servers of the same database reach this one
    lease: float = LEASE  # seconds after which they take over the tables of a server that has died
    hosts: tuple[str, ...] = ()  # names by which browsers reach it; empty: any
    alone: bool = False  # there is no other server: any leases in the database belong to dead ones
    mail: MailServer | None = None  # the mail server; None: no mail is sent


@dataclass(frozen=True)
class Server:
    """The parts of a server."""

    app: Any  # the ASGI application
    hub: Hub
    metrics: Metrics
    site: Site  # its handlers


def make_server(settings: Settings, bots: BotPool | None = None) -> Server:
    """Create a server without starting it. Raises SQLAlchemyError if the database cannot be opened."""
    metrics = Metrics()
    store = Store(settings.database)
    bots = bots or BotPool(settings.games, settings.workers, settings.bots)
    OWN.update(bots.own_names)
    engine = Engine(
        settings.games, compiles=settings.compiles, bots=settings.bots,
        ready=lambda name: metrics.compiled.labels(name).set(1),
    )  # fmt: skip
    load = LoadMonitor(metrics.late_seconds.observe)
    leases = Leases(store, settings.address, settings.lease)
    relay = Relay(leases)
    hub = Hub(settings.games, Services(store, bots, engine, metrics, load, leases), settings.tables)
    site = Site(hub, metrics, settings.limits, relay, settings.mail)
    background: list[asyncio.Task[None]] = []

    async def start() -> None:
        if settings.alone:
            await leases.void_all()
        begun = (engine.start(), hub.start(), load.run(), relay.watch(), site.reviewer.run(), site.letters.run())
        background.extend(asyncio.create_task(task) for task in begun)

    async def stop() -> None:
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        engine.stop()
        await hub.stop()
        await relay.close()
        if site.letters.outbox is not None:
            await site.letters.outbox.close()
        bots.close()
        await store.close()

    return Server(make_app(site, start, stop, settings.hosts), hub, metrics, site)
