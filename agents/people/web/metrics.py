"""Metrics for the operator in the Prometheus format, on a separate port.

They count passes, which must stay secret, so they are not part of the site that players see.
"""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_ANSWERS = (1, 2, 5, 10, 20, 60, 300)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        histogram = partial(Histogram, registry=self.registry, buckets=_SECONDS)
        counter, gauge = partial(Counter, registry=self.registry), partial(Gauge, registry=self.registry)
        self.decisions = counter("table_decisions", "Decisions made", ["by"])
        self.decision_seconds = histogram("table_decision_seconds", "From a decision to its being stored and played")
        self.thinking_seconds = histogram("table_bot_seconds", "How long bots think")
        self.answer_seconds = histogram("table_person_seconds", "How long persons think", buckets=_ANSWERS)
        self.push_seconds = histogram("table_push_seconds", "To draw a page")
        self.push_bytes = counter("table_push_bytes", "Sent to browsers, before compression")
        self.refused = counter("table_refused", "Messages refused", ["why"])
        self.pages = gauge("table_pages", "Open pages")
        self.tables = gauge("table_loaded", "Tables in memory")
        self.compiled = gauge("table_rules_compiled", "Whether a game runs on compiled rules", ["game"])
        self.late_seconds = histogram("table_late_seconds", "By how much everything is late, at each look")
        self.games_begun = counter("table_games_begun", "Games begun")
        self.games_ended = counter("table_games_ended", "Games ended")

    def serve(self, port: int, host: str) -> None:
        """Serve GET /metrics at this address."""
        start_http_server(port, host, self.registry)
