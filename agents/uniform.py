"""The bot that every other is measured against."""

from dynasty_env.kit.seats.decision import Decision


class Random:
    """Picks every legal action with the same chance, at any game."""

    name = "random"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        return int(decision.legal[decision.rng.integers(len(decision.legal))])
