"""Layouts: pieces tile the vector, bounds hold, and `features="onehot"` loses nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Layout, Piece
from tests.games import ALL, brief

SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple)


@st.composite
def pieces(draw: st.DrawFn) -> list[Piece]:
    count = draw(st.integers(1, 6))
    made = []
    for n in range(count):
        low = draw(st.integers(-128, 127))
        high = draw(st.integers(low, min(127, low + 20)))
        made.append(Piece(f"piece{n}", draw(SHAPES), low, high, draw(st.booleans()), "anything"))
    return made


@st.composite
def layouts_with_observations(draw: st.DrawFn) -> tuple[Layout, np.ndarray]:
    """A layout, and a batch of observations within its bounds."""
    layout = Layout(draw(pieces()))
    batch = draw(st.sampled_from([(), (1,), (3,), (2, 2)]))
    share = draw(hnp.arrays(np.float64, (*batch, layout.size), elements=st.floats(0, 1)))
    low, high = layout.low.astype(int), layout.high.astype(int)
    return layout, (low + np.rint(share * (high - low))).astype(np.int8)


def decoded(layout: Layout, onehot: np.ndarray) -> np.ndarray:
    """The observation that a onehot vector came from, read piece by piece from left to right."""
    values = []
    column = 0
    for piece in layout.values():
        for _ in range(piece.size):
            if piece.category:
                width = piece.high - piece.low + 1
                block = onehot[..., column : column + width]
                assert np.all(block.sum(-1) == 1)
                assert np.all((block == 0) | (block == 1))
                values.append(piece.low + block.argmax(-1))
                column += width
            else:
                values.append(np.rint(onehot[..., column] * max(abs(piece.low), abs(piece.high), 1)))
                column += 1
    assert column == onehot.shape[-1]
    return np.stack(values, axis=-1).astype(np.int8)


@given(pieces())
def test_pieces_tile_the_vector(given_pieces: list[Piece]) -> None:
    layout = Layout(given_pieces)
    assert list(layout) == [p.name for p in given_pieces]
    assert len(layout) == len(given_pieces)
    owner = np.zeros(layout.size, int)
    end = 0
    for piece in layout.values():
        assert piece.place == slice(end, end + piece.size)
        owner[piece.place] += 1
        end += piece.size
    assert end == layout.size
    assert np.all(owner == 1)


@given(layouts_with_observations())
def test_a_piece_cuts_out_its_part(case: tuple[Layout, np.ndarray]) -> None:
    layout, observation = case
    for piece in layout.values():
        part = piece.of(observation)
        assert part.shape == (*observation.shape[:-1], *piece.shape)
        assert np.array_equal(part.reshape(*observation.shape[:-1], -1), observation[..., piece.place])
        assert np.shares_memory(part, observation)


@given(pieces())
def test_bounds(given_pieces: list[Piece]) -> None:
    layout = Layout(given_pieces)
    assert layout.low.shape == layout.high.shape == (layout.size,)
    assert layout.low.dtype == layout.high.dtype == np.int8
    for piece in layout.values():
        assert np.all(piece.of(layout.low) == piece.low)
        assert np.all(piece.of(layout.high) == piece.high)


@given(layouts_with_observations())
def test_onehot_round_trip(case: tuple[Layout, np.ndarray]) -> None:
    layout, observation = case
    onehot = layout.onehot(observation)
    assert onehot.shape == (*observation.shape[:-1], layout.onehot_size)
    assert onehot.dtype == np.float32
    assert np.all(np.abs(onehot) <= 1)
    assert np.array_equal(decoded(layout, onehot), observation)


def test_onehot_by_hand() -> None:
    layout = Layout([Piece("label", (2,), -1, 1, True, ""), Piece("amount", (2,), -2, 4, False, "")])
    assert layout.onehot_size == 2 * 3 + 2
    onehot = layout.onehot(np.array([1, -1, -2, 4], np.int8))
    assert onehot.tolist() == [0, 0, 1, 1, 0, 0, -0.5, 1]


def test_an_amount_that_is_always_nothing() -> None:
    layout = Layout([Piece("nothing", (1,), 0, 0, False, "")])
    assert layout.onehot(np.zeros(1, np.int8)).tolist() == [0]


def test_an_empty_batch() -> None:
    layout = Layout([Piece("label", (2,), 0, 1, True, "")])
    assert layout.onehot(np.zeros((0, 2), np.int8)).shape == (0, 4)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_every_game_fits_its_layout(game: Game) -> None:
    layout = game.layout
    assert all(piece.meaning and piece.low <= piece.high for piece in layout.values())
    rng = np.random.default_rng(3)
    for seed in range(2):
        state, seen = game.new(seed, **brief(game)), []
        while True:
            seen += [state.observe(seat) for seat in range(state.num_players) if state.done or rng.random() < 0.1]
            if state.done:
                break
            state.play(int(rng.choice(state.legal())))
        observations = np.stack(seen)
        assert np.all(observations >= layout.low)
        assert np.all(observations <= layout.high)
        assert np.array_equal(decoded(layout, layout.onehot(observations)), observations)


@pytest.mark.parametrize(("low", "high"), [(0, 128), (-129, 0)])
def test_values_that_do_not_fit_into_a_byte_are_refused(low: int, high: int) -> None:
    with pytest.raises(ValueError, match=f"points: {low} … {high} does not fit into a byte, -128 … 127"):
        Piece("points", (2,), low, high, False, "what each seat has")
