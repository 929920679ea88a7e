"""Former names go on working, say so at the caller's line, and name the new way."""

import warnings

import numpy as np
import pytest

from dynasty_env import shinsengumi_v0
from tests.tiny.nim import GAME, Nim


def test_a_former_attribute_names_the_new_way_at_the_callers_line() -> None:
    with pytest.warns(DeprecationWarning, match=r"^Game\.highlights .* 2\.0: use the tone of entries") as caught:
        assert GAME.highlights == ()
    assert caught[0].filename == __file__


def test_a_former_method_does_what_the_new_one_does() -> None:
    state = shinsengumi_v0.game.new(3, backend="interpreted")
    seen, mask = state.observe(state.seat)[None], state.mask[None]
    with pytest.warns(DeprecationWarning, match=r"use Game\.advice"):
        former = shinsengumi_v0.game.greedy_values(seen, mask, backend="interpreted")
    assert np.array_equal(former, shinsengumi_v0.game.advice(seen, mask, backend="interpreted"))


def test_a_game_of_ones_own_that_still_declares_it_is_told_where() -> None:
    with pytest.warns(DeprecationWarning, match=r"^Coloured\.highlights is deprecated") as caught:

        class Coloured(Nim):
            highlights = (("take", "bold"),)

    assert caught[0].filename == __file__


def test_nothing_of_the_package_uses_former_names() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)

        class Plain(Nim):
            pass

        state = Plain().new(1, num_players=2, backend="interpreted")
        while not state.done:
            state.play(int(state.legal()[0]))
        assert state.chronicle()
