"""A game's own hand-written player, as a bot like any other."""

from dynasty_env.kit.seats.turn import Turn


class Greedy:
    """Plays what the game's rule ``greedy`` says, the same that playouts and `seat_vec_env` play (`game.policies`).

    It is told its seat's observation and mask. It remembers nothing, so one instance may play every seat.
    """

    name = "greedy"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, turn: Turn) -> int:
        key = int(turn.rng.integers(2**63))
        return int(turn.game.greedy_actions(turn.observation[None], turn.mask[None], key=key)[0])
