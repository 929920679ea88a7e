"""How much text a game is, counted by hand for one that is short."""

import numpy as np
import pytest

from agents.language.prompt import prompt_of
from agents.language.style import STYLES
from dynasty_env.kit.seats.decision import Decision
from tests.tiny import nim
from training.speed.prompts import rows


def test_sizes_are_those_of_the_prompts_that_are_sent() -> None:
    state = nim.GAME.new(0, backend="interpreted")
    prompts = []
    while not state.done:  # as the greedy player plays; a heap of one or none leaves no choice
        decision = Decision(state, np.random.default_rng(0))
        if len(decision.legal) > 1:
            prompts.append((decision.seat, prompt_of(decision, [], STYLES["compact"])))
        state.play(
            int(nim.GAME.greedy_actions(decision.observation[None], decision.mask[None], backend="interpreted")[0])
        )
    (row,) = [row for row in rows(nim.GAME, 1, len, "interpreted") if "`compact`" in row]
    seats = {seat for seat, _ in prompts}
    assert row[0] == "`nim_v0`"
    assert int(row[2]) == pytest.approx(np.mean([len(prompts[seat][1].system) for seat in range(2)]), abs=1)
    assert float(row[5]) == pytest.approx(len(prompts) / len(seats), abs=0.51)
    least = sum(len(prompt.system) for _, prompt in prompts) / len(seats)
    assert int(row[6].replace(",", "")) > least
