"""Figures for the operator, in Prometheus' form, on a port of their own.

They count passes that nobody may notice, so they are no part of the site that players see.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.decisions = Counter("table_decisions", "Decisions made", ["by"], registry=self.registry)
        self.decision_seconds = Histogram(
            "table_decision_seconds", "From a decision to its being stored and played", registry=self.registry,
            buckets=_SECONDS,
        )  # fmt: skip
        self.thinking_seconds = Histogram(
            "table_bot_seconds", "How long bots think", registry=self.registry, buckets=_SECONDS
        )
        self.answer_seconds = Histogram(
            "table_person_seconds", "How long persons think", registry=self.registry,
            buckets=(1, 2, 5, 10, 20, 60, 300),
        )  # fmt: skip
        self.push_seconds = Histogram("table_push_seconds", "To draw a page", registry=self.registry, buckets=_SECONDS)
        self.push_bytes = Counter("table_push_bytes", "Sent to browsers, before compression", registry=self.registry)
        self.refused = Counter("table_refused", "Messages refused", ["why"], registry=self.registry)
        self.pages = Gauge("table_pages", "Open pages", registry=self.registry)
        self.tables = Gauge("table_loaded", "Tables in memory", registry=self.registry)
        self.compiled = Gauge(
            "table_rules_compiled", "Whether a game runs on compiled rules", ["game"], registry=self.registry
        )
        self.late_seconds = Histogram(
            "table_late_seconds",
            "By how much everything is late, at each look",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.games_begun = Counter("table_games_begun", "Games begun", registry=self.registry)
        self.games_ended = Counter("table_games_ended", "Games ended", registry=self.registry)

    def decided(self, by: str, seconds: float) -> None:
        """A decision has been made."""
        self.decisions.labels(by).inc()
        self.decision_seconds.observe(seconds)

    def person_decided(self, seconds: float) -> None:
        """A person has answered."""
        self.answer_seconds.observe(seconds)

    def bot_thought(self, seconds: float) -> None:
        """A bot has answered."""
        self.thinking_seconds.observe(seconds)

    def rules_ready(self, game: str) -> None:
        """A game runs on compiled rules from now on."""
        self.compiled.labels(game).set(1)

    def serve(self, port: int, host: str) -> None:
        """Answer to GET /metrics there."""
        start_http_server(port, host, self.registry)
