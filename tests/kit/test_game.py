"""What a game and a `State` promise: options, seeds, moves by name and id, copies, resampling, words."""

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dynasty_env
from dynasty_env import dynasty_v0
from dynasty_env.kit.engine.chapter import DeclarationError
from dynasty_env.kit.errors import DynastyEnvError, IllegalActionError, OptionError, UnknownGameError
from dynasty_env.kit.game import BackendName, Game, Items, Option
from dynasty_env.kit.state import State
from tests.games import ALL
from tests.imagined import dice_under
from tests.tiny import cut_in, nim

DYNASTY = dynasty_v0.game
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
both_backends = pytest.mark.parametrize("backend", ["interpreted", "compiled"])


def line(game: Game, seed: int, backend: BackendName = "auto", **options: Any) -> Iterator[State]:
    """One random game, decision by decision, its end included."""
    state = game.new(seed, backend=backend, **options)
    rng = np.random.default_rng(seed)
    while True:
        yield state
        if state.done:
            return
        state.play(int(rng.choice(state.legal())))


def same(one: State, two: State) -> bool:
    return one.tables.array.tobytes() == two.tables.array.tobytes()


def test_games_by_name() -> None:
    for name in dynasty_env.GAMES:
        assert dynasty_env.game(name).name == name
    with pytest.raises(UnknownGameError, match="dynasty_v0"):
        dynasty_env.game("dynasty")


@every_game
def test_a_game_goes_to_other_processes(game: Game) -> None:
    first = game.new(3, backend="interpreted")
    copy = pickle.loads(pickle.dumps(game))  # with all that it has bound by now
    assert type(copy) is type(game)
    assert same(copy.new(3, backend="interpreted"), first)


@every_game
def test_an_unknown_option_is_refused_with_those_there_are(game: Game) -> None:
    with pytest.raises(OptionError) as error:
        game.new(nonsense=1)
    assert "'nonsense'" in str(error.value)
    for option in game.options:
        assert option.name in str(error.value)


@every_game
@pytest.mark.parametrize("value", [-1, 99, 2.5, "4", None, [], np.int64(77)], ids=repr)
def test_a_wrong_value_is_refused_with_the_valid_ones(game: Game, value: Any) -> None:
    for option in game.options:
        with pytest.raises(OptionError) as error:
            game.new(**{option.name: value})
        assert f"{option.name}={value!r}" in str(error.value)
        for valid in option.values:
            assert str(valid) in str(error.value)


@every_game
def test_options_are_kept_by_state_with_their_types(game: Game) -> None:
    for option in game.options:
        for value in option.values:
            state = game.new(1, backend="interpreted", **{option.name: value})
            assert state.options[option.name] == value
            assert {type(v) for v in state.options.values()} <= {int, bool}
            assert type(state.options[option.name]) is type(option.default)
            assert state.record[option.name] == value


@every_game
def test_numpy_options_are_taken(game: Game) -> None:
    for option in game.options:
        value = np.array(option.values[-1])[()]
        assert game.new(1, backend="interpreted", **{option.name: value}).options[option.name] == option.values[-1]


def test_backend_is_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="auto, interpreted or compiled"):
        nim.GAME.new(0, backend="quantum")  # type: ignore[arg-type]
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "quantum")
    with pytest.raises(OptionError, match="auto, interpreted or compiled"):
        nim.GAME.new(0)
    assert nim.GAME.new(0, backend="interpreted").phase == "take"
    for name in ("auto", "interpreted", "compiled"):
        monkeypatch.setenv("DYNASTY_ENV_BACKEND", name)
        assert nim.GAME.backend().name == name
    monkeypatch.delenv("DYNASTY_ENV_BACKEND")
    assert nim.GAME.backend().name == "auto"


@both_backends
@pytest.mark.parametrize("seed", [-1, 2**63, 2**64, 1.0, "7", None, True, [1]], ids=repr)
def test_seeds_out_of_range(backend: BackendName, seed: Any) -> None:
    with pytest.raises(OptionError, match=r"2\*\*63-1"):
        nim.GAME.new(seed, backend=backend)
    state = nim.GAME.new(4, backend=backend)
    before = state.tables.array.tobytes()
    with pytest.raises(OptionError):
        state.deal(seed)
    assert state.tables.array.tobytes() == before


@both_backends
@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**63 - 1, np.int8(5), np.uint64(2**63 - 1)], ids=repr)
def test_seeds_in_range(backend: BackendName, seed: Any) -> None:
    state = cut_in.GAME.new(seed, backend=backend)
    assert state.seed == int(seed)
    assert same(state, cut_in.GAME.new(int(seed), backend=backend))


@every_game
def test_dealing_anew_is_dealing_new(game: Game) -> None:
    """Nothing of the last game stays behind."""
    *_, ended = line(game, 3)
    ended.deal(11)
    assert ended.to_dict() == game.new(11).to_dict()
    assert np.array_equal(ended.observe(0), game.new(11).observe(0))


def after_a_few_moves(game: Game, seed: int) -> bytes:
    """What a seat sees when chance has had its say, in games too that deal without it."""
    state = game.new(seed, backend="interpreted")
    for _ in range(5):
        if not state.done:
            state.play(state.legal()[0])
    return state.observe(0).tobytes()


@every_game
def test_the_first_words_of_seeds_beyond_32_bits_differ(game: Game) -> None:
    assert len({after_a_few_moves(game, seed) for seed in range(0, 40 * 2**32, 2**32)}) > 1


@both_backends
def test_play_by_name_is_play_by_id(backend: BackendName) -> None:
    one, two = (cut_in.GAME.new(9, backend=backend) for _ in range(2))
    rng = np.random.default_rng(9)
    while not one.done:
        action = int(rng.choice(one.legal()))
        one.play(action)
        two.play(cut_in.GAME.action_names[action])
        assert same(one, two)


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64, np.array], ids=repr)
def test_ids_of_any_integer_type(kind: Any) -> None:
    state = nim.GAME.new(1, backend="interpreted")
    heap = int(state.record["heap"])
    state.play(kind(2))
    assert state.record["heap"] == heap - 3


NO_ACTIONS = [
    -1, 3, 10**6, 2**31, -(2**40), 2**63, -(2**63) - 1, 2**64 + 1, 10**30, "take 4", "", "pass", 1.0, None, [1]
]  # fmt: skip


@both_backends
@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_what_is_no_action_is_refused_by_its_name(backend: BackendName, action: Any) -> None:
    state = nim.GAME.new(1, backend=backend)
    before = state.tables.array.tobytes()
    with pytest.raises(IllegalActionError) as error:
        state.play(action)
    assert repr(action) in str(error.value)
    assert "3 actions (ids 0 … 2)" in str(error.value)
    assert "legal: take 1, take 2, take 3" in str(error.value)
    assert state.tables.array.tobytes() == before


@pytest.mark.parametrize("given", ["country:France", DYNASTY.action_ids["country:France"]], ids=str)
def test_an_illegal_action_is_refused_in_words(given: Any) -> None:
    state = DYNASTY.new(7, backend="interpreted")
    number = DYNASTY.action_ids["country:France"]
    with pytest.raises(IllegalActionError) as error:
        state.play(given)
    text = str(error.value)
    assert f"id {number}" in text
    assert "country:France" in text
    assert state.describe(number) in text
    assert f"seat {state.seat}" in text
    assert "phase setup_deck" in text
    assert "legal: deck:yellow, deck:blue, deck:red, deck:green" in text


def test_a_long_list_of_legal_actions_is_cut() -> None:
    for state in line(DYNASTY, 1, "interpreted"):
        if len(state.legal()) > 12:
            with pytest.raises(IllegalActionError, match=r"…$"):
                state.play("dice:1->2")
            return
    raise AssertionError("no decision had more than twelve actions")


@every_game
def test_after_the_end(game: Game) -> None:
    *_, ended = line(game, 2)
    assert ended.phase == "end"
    assert not ended.legal().size
    assert not ended.mask.any()
    before = ended.tables.array.tobytes()
    for action in (0, game.action_names[0], -1, "nonsense"):
        with pytest.raises(IllegalActionError, match="after the end"):
            ended.play(action)
    assert ended.tables.array.tobytes() == before


@every_game
def test_masks_agree_with_legal(game: Game) -> None:
    for state in line(game, 5):
        mask = state.mask
        assert mask.dtype == np.int8
        assert mask.shape == (len(game.action_names),)
        assert np.array_equal(np.flatnonzero(mask), state.legal())
        mask[:] = 1  # a copy
        assert not np.array_equal(state.mask, mask) or state.legal().size == len(mask)
        assert game.phase_names[int(state.record["step"])] == state.phase


@every_game
def test_returns_are_zero_until_the_end(game: Game) -> None:
    for state in line(game, 8):
        for reward in game.rewards:
            returns = state.returns(reward)
            assert returns.dtype == np.float32
            assert returns.shape == (state.num_players,)
            assert bool(returns.any()) is False or state.done
        assert len(state.scores()) == state.num_players
    assert any(state.returns(reward).any() for reward in game.rewards)


@every_game
def test_a_clone_goes_its_own_way(game: Game) -> None:
    for n, state in enumerate(line(game, 6)):
        if state.done or n > 60:
            break
        clone = state.clone()
        assert same(clone, state)
        before = state.tables.array.tobytes()
        clone.play(int(clone.legal()[0]))
        assert state.tables.array.tobytes() == before
        assert clone.tables.array.tobytes() != before


@every_game
@both_backends
def test_hide_keeps_neither_seed_nor_generator(game: Game, backend: BackendName) -> None:
    for n, state in enumerate(line(game, 2**40 + 3, backend)):
        if n > 40:
            break
        before = state.tables.array.tobytes()
        for seat in range(state.num_players):
            hidden = state.hide(seat, 2**35 + n)
            assert hidden.seed == -1
            assert (hidden.record["key0"], hidden.record["key1"]) == dice_under(2**35 + n)
            assert hidden.record["draws"] == 0
            assert same(hidden, state.hide(seat, 2**35 + n)), "the key decides the drawing"
        assert state.tables.array.tobytes() == before


def test_hidden_tables_of_two_seeds_tell_no_seed() -> None:
    """Two open tables that lie alike, dealt from different seeds: resampled, they are the same bytes."""
    dealt: dict[int, State] = {}
    for seed in range(100):
        state = nim.GAME.new(seed, backend="interpreted")
        twin = dealt.setdefault(int(state.record["heap"]), state)
        if twin is not state:
            assert same(state.hide(0, 5), twin.hide(0, 5))
            return


def test_keys_draw_different_tables() -> None:
    state = cut_in.GAME.new(1, backend="interpreted")
    me = state.seat
    hands = {state.hide(me, key).record["hand"].tobytes() for key in range(20)}
    assert len(hands) > 10
    assert all(np.array_equal(state.hide(me, key).record["hand"][me], state.record["hand"][me]) for key in range(20))


@both_backends
@pytest.mark.parametrize("key", [-(2**63) - 1, 2**63, 2**70], ids=str)
def test_keys_that_are_no_int64_are_refused(backend: BackendName, key: int) -> None:
    """By both backends alike, as seeds are."""
    with pytest.raises(OptionError, match=r"2\*\*63"):
        nim.GAME.new(0, backend=backend).hide(0, key)


@pytest.mark.parametrize("key", [0, 1, 2**32, 2**63 - 1], ids=str)
def test_keys_of_all_sizes_draw_alike_on_both_backends(key: int) -> None:
    one, two = (cut_in.GAME.new(0, backend=backend).hide(1, key) for backend in ("interpreted", "compiled"))
    assert same(one, two)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_seats_out_of_range(seat: int) -> None:
    state = DYNASTY.new(0, num_players=2, backend="interpreted")
    for ask in (state.observe, state.view, lambda s: state.hide(s, 1), state.trace, state.chronicle):
        with pytest.raises(OptionError, match="seats 0 … 1"):
            ask(seat)


@every_game
def test_names(game: Game) -> None:
    assert len(set(game.action_names)) == len(game.action_names)
    assert [game.action_ids[name] for name in game.action_names] == list(range(len(game.action_names)))
    assert game.phase_names[0] == "end"
    assert game.secret_phases <= set(game.phase_names)
    assert game.agents(3) == [f"{game.agent}_{seat}" for seat in range(3)]
    low, high = game.seats
    assert game.options[0].name == "num_players"
    assert (min(game.options[0].values), max(game.options[0].values)) == (low, high)


@every_game
def test_a_state_prints_the_public_table(game: Game) -> None:
    state = game.new(4)
    assert str(state) == game.ansi(state, None)


def test_errors_are_of_one_family() -> None:
    for kind in (OptionError, IllegalActionError):
        assert issubclass(kind, DynastyEnvError) and issubclass(kind, ValueError)


LUCK = Option("luck", False, (False, True), "whether fortune smiles")


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"items": Items(counts=("hand",))}, r"cut_in_v0: items must be a tuple: items = \(Items"),
        ({"hidden": "hand"}, r"cut_in_v0: hidden must be a tuple: hidden = \('hand',\)"),
        ({"items": (Items(lists=(("pack", "size_of_pack"),)),)}, "the table has no field 'size_of_pack'"),
        ({"hidden": ("hands",)}, "the table has no field 'hands', which `hidden` names"),
        ({"options": (LUCK,)}, "cut_in_v0 declares the option 'luck', but its table has no field of this name: add it"),
    ],
)
def test_what_a_game_declares_of_its_table_has_a_field_there(declared: dict[str, Any], message: str) -> None:
    """The check of hiding stumbled over the first a minute later, and looked past `hands`; `luck` failed at `new`."""
    with pytest.raises(DeclarationError, match=message):
        type("Own", (type(cut_in.GAME),), declared)()


@pytest.mark.parametrize("names", [("take 1",), ("take 1", "take 2", "take 3", "pass")])
def test_there_is_a_name_for_each_action_of_the_table(names: tuple[str, ...]) -> None:
    class Misnamed(nim.Nim):
        name = "misnamed_v0"
        action_names = names

    with pytest.raises(DeclarationError, match=rf"misnamed_v0: header\(actions=3\), but action_names has {len(names)}"):
        Misnamed()


COPIES = {"copy": copy.copy, "deep": copy.deepcopy, "pickle": lambda state: pickle.loads(pickle.dumps(state))}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@both_backends
def test_a_copied_table_is_another_one_and_goes_on_alike(copied: Any, backend: Any) -> None:
    state = cut_in.GAME.new(5, backend=backend)
    for _ in range(3):
        state.play(int(state.legal()[0]))
    before, twin = state.to_dict(), copied(state)
    assert (twin.to_dict(), twin.history()[1:]) == (before, state.history()[1:])
    while not twin.done:
        twin.play(int(twin.legal()[-1]))
    assert state.to_dict() == before
    while not state.done:
        state.play(int(state.legal()[-1]))
    assert state.to_dict() == twin.to_dict()


@every_game
def test_a_table_and_a_layout_say_what_they_are(game: Game) -> None:
    state = game.new(3, backend="interpreted")
    assert repr(state).startswith(f"<State of {game.name}, {state.num_players} seats: seat {state.seat} in phase ")
    lines = repr(game.layout).splitlines()
    assert len(lines) == 1 + len(game.layout)
    assert all(
        piece.name in line and piece.meaning in line
        for piece, line in zip(game.layout.values(), lines[1:], strict=True)
    )
