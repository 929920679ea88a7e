"""The bot that every other is measured against."""

from dynasty_env.kit.seats.turn import Turn


class Random:
    """Picks every legal action with the same chance, at any game."""

    name = "random"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, turn: Turn) -> int:
        return int(turn.legal[turn.rng.integers(len(turn.legal))])
