"""What the tables of a server share."""

from dataclasses import dataclass

from agents.people.web.metrics import Metrics
from agents.people.web.store.database import Store
from agents.people.web.store.leases import Leases
from agents.people.web.workers.bots import BotPool
from agents.people.web.workers.engine import Engine
from agents.people.web.workers.load import LoadMonitor


@dataclass(frozen=True)
class Services:
    """What the tables of a server share.

    Attributes:
        store: the database.
        bots: processes in which bots think.
        engine: on which backend games run.
        metrics: figures for the operator.
        load: how busy the server is.
        leases: which tables are this server's.
    """

    store: Store
    bots: BotPool
    engine: Engine
    metrics: Metrics
    load: LoadMonitor
    leases: Leases
