"""A game's own hand-written player, as a bot like any other."""

from dynasty_env.kit.seats.decision import Decision


class Greedy:
    """Plays what the game's rule ``greedy`` says, the same that playouts and `seat_vec_env` play (`game.policies`).

    It is told its seat's observation and mask. It remembers nothing, so one instance may play every seat.
    """

    name = "greedy"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        key = int(decision.rng.integers(2**63))
        return int(decision.game.greedy_actions(decision.observation[None], decision.mask[None], key=key)[0])
