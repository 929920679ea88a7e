"""The services that the tables of a server share."""

from dataclasses import dataclass

from agents.people.web.metrics import Metrics
from agents.people.web.store.database import Store
from agents.people.web.store.leases import Leases
from agents.people.web.workers.bots import BotPool
from agents.people.web.workers.engine import Engine
from agents.people.web.workers.load import LoadMonitor


@dataclass(frozen=True)
class Services:
    """The services that the tables of a server share.

    Attributes:
        store: the database.
        bots: processes in which bots think.
        engine: chooses the backend of games.
        metrics: metrics for the operator.
        load: measures how busy the server is.
        leases: the tables that belong to this server.
    """

    store: Store
    bots: BotPool
    engine: Engine
    metrics: Metrics
    load: LoadMonitor
    leases: Leases
