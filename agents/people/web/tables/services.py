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
    """The services that the tables of a server share."""

    store: Store  # the database
    bots: BotPool  # processes in which bots think
    engine: Engine  # chooses the backend of games
    metrics: Metrics  # metrics for the operator
    load: LoadMonitor  # measures how busy the server is
    leases: Leases  # the tables that belong to this server
