"""A game grows, and networks of before play on: they are laid onto its new ids and observations by name."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

from agents.network.batch import BatchPolicy
from agents.network.player import Trained
from agents.network.policy import LEAST_LIKELY, load_policy
from agents.search.distilled.file import load_small, save_small
from agents.search.distilled.player import Distilled
from agents.search.value import judged, load_network, save_network
from agents.stamps import checksum
from agents.vocabulary import NEW, NO_VALUE, Alignment, OutgrownError, Vocabulary
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes, Layout, Piece
from tests.agents.search.networks import random_network, random_small
from tests.tiny import grown_nim, weighed_nim
from training.learn.export import export
from training.learn.network import for_game
from training.learn.written import network_in

OLD, NOW = weighed_nim.GAME, grown_nim.GAME
ID = [0, 2, 3]
"""Today's id of each that there was."""


def exported(path: Path, game: Game) -> Path:
    """A network that has learned nothing, but uses all that it is shown."""
    torch.manual_seed(5)
    network = for_game(game, width=16, card_width=4)
    for parameter in network.parameters():
        parameter.data += 0.3 * torch.randn_like(parameter)
    export(path, game, network.eval(), {})
    return path


def smaller(seen: Bytes) -> Bytes:
    """What a seat would have seen before the game grew."""
    return np.delete(seen, NOW.layout["passes"].start, axis=-1)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("kind", ["policy", "small"])
def test_it_plays_as_before_where_nothing_is_new(kind: str, seats: int, tmp_path: Path) -> None:
    """Decision by decision, in games in which the new action never is legal."""
    path, act = tmp_path / "net.safetensors", {}
    if kind == "small":
        save_small(path, OLD, random_small(OLD, seed=3), {})
        for game in (OLD, NOW):
            act[game] = Distilled(game, load_small.__wrapped__(path, game), "small").act
    else:
        exported(path, OLD)
        for game in (OLD, NOW):
            act[game] = Trained(load_policy.__wrapped__(path, game), "net").act
    rng, decisions, taken = np.random.default_rng(0), 0, set()
    for seed in range(12):
        before, now = (game.new(seed, num_players=seats, backend="interpreted") for game in (OLD, NOW))
        while not before.done:
            assert np.array_equal(now.legal(), np.array(ID)[before.legal()])
            one, other = (act[state.game](Decision(state, rng)) for state in (before, now))
            assert other == ID[one]
            taken.add(one)
            decisions += 1
            move = int(rng.choice(before.legal()))
            before.play(move)
            now.play(ID[move])
    assert decisions > 50 and len(taken) > 1


def test_a_new_action_is_least_likely_and_a_new_number_says_nothing(tmp_path: Path) -> None:
    policy = load_policy.__wrapped__(exported(tmp_path / "net.safetensors", OLD), NOW)
    batch, rng = BatchPolicy(policy, NOW, backend="interpreted"), np.random.default_rng(2)
    state = NOW.new(3, num_players=4, backend="interpreted")
    met = 0
    while not state.done:
        decision = Decision(state, rng)
        if grown_nim.PASS in decision.legal and len(decision.legal) > 1:
            logits, value = Trained(policy, "net").logits(decision)
            assert logits[decision.legal == grown_nim.PASS] < logits[decision.legal != grown_nim.PASS].min() - 50
            seen = np.repeat(decision.observation[None], 10, axis=0)
            seen[:, NOW.layout["passes"].place] = np.arange(10)[:, None]
            mask = np.repeat(decision.mask[None], 10, axis=0)
            assert np.allclose(batch.best_and_value(seen, mask)[1], value, atol=1e-5)
            assert (batch.best(seen, mask) == Trained(policy, "net").act(decision)).all()
            met += 1
        state.play(int(rng.choice(decision.legal)))
    assert met > 3
    assert policy.handicap.tolist() == [0, LEAST_LIKELY, 0, 0]


def test_a_run_begins_with_a_network_of_before(tmp_path: Path) -> None:
    """`dynasty train --from FILE`: it decides as it did, and learns what to make of the new action."""
    path = exported(tmp_path / "net.safetensors", OLD)
    network, policy = network_in(path, NOW), load_policy.__wrapped__(path, NOW)
    state = NOW.new(3, num_players=3, backend="interpreted")
    decision = Decision(state, np.random.default_rng(0))
    seen, mask = torch.from_numpy(decision.observation[None]), torch.from_numpy(decision.mask[None])
    with torch.no_grad():
        choices = network.choices(seen, mask)
    logits, value = Trained(policy, "net").logits(decision)
    assert float(choices.value) == pytest.approx(value, abs=1e-4)
    assert (choices.log_prob - choices.log_prob[0]).numpy() == pytest.approx(logits - logits[0], abs=1e-3)
    assert not network.action.weight[grown_nim.PASS].any()


def test_a_value_network_says_what_it_said(tmp_path: Path) -> None:
    save_network(tmp_path / "value.safetensors", OLD, random_network(OLD), {})
    then, now = (load_network.__wrapped__(tmp_path / "value.safetensors", game) for game in (OLD, NOW))
    rng = np.random.default_rng(0)
    for _ in range(50):
        seen = rng.integers(NOW.layout.low, NOW.layout.high + 1).astype(np.int8)
        assert judged(now, seen, np.zeros(8, np.int32)) == judged(then, smaller(seen), np.zeros(8, np.int32))


class Bigger:
    """Kingdoms with a kind of action, a phase and a country more, each in the middle; it cannot be played."""

    name = KINGDOMS.name
    experiments = ""
    values_actions = KINGDOMS.values_actions
    looks_ahead = KINGDOMS.looks_ahead
    foresight = KINGDOMS.foresight
    rules_digest = "abc"
    policies = KINGDOMS.policies
    COUNTRY = 7

    def __init__(self) -> None:
        names = list(KINGDOMS.action_names)
        families = ("country", "aid_attack", "aid_defence")
        for place in sorted((names.index(f"{family}:Norway") for family in families), reverse=True):
            names.insert(place, names[place].replace("Norway", "Iceland"))
        names.insert(names.index("war"), "tournament")
        self.action_names = tuple(names)
        self.layout = Layout([part for piece in KINGDOMS.layout.values() for part in self._grown(piece)])

    def _grown(self, piece: Piece) -> list[Piece]:
        said = {name: getattr(piece, name) for name in piece.__dataclass_fields__}
        labels, entries = list(piece.labels), list(piece.entries)
        if piece.name == "phase":
            labels = ["", "tournament", *labels[1:-1]]
        if piece.name == "action":
            labels.insert(labels.index("war"), "tournament")
        if "Norway" in labels:
            labels.insert(labels.index("Norway"), "Iceland")
        if "Norway" in entries:
            entries.insert(self.COUNTRY, "Iceland")
        size = (len(entries), *piece.shape[1:]) if entries else piece.shape
        high = piece.low + len(labels) - 1 if labels else piece.high
        grown = Piece(**said | {"labels": labels, "entries": entries, "shape": size, "high": high})
        new = [Piece("joust", (3,), 0, 4, True, "new")] if piece.name == "turn" else []
        return [*new, grown]

    def seen(self, seen: Bytes) -> Bytes:
        """What a seat would see of the same table."""
        found = np.ones(self.layout.size, np.int8)
        for name, piece in KINGDOMS.layout.items():
            own, now = piece.of(seen).copy(), self.layout[name]
            if piece.labels:
                known = [(value, label) for value, label in enumerate(piece.labels) if label]
                moved = {value + piece.low: now.labels.index(label) + now.low for value, label in known}
                own = np.vectorize(lambda value, moved=moved: moved.get(value, value))(own)
            if now.shape != piece.shape:
                own = np.insert(own, self.COUNTRY, now.low, axis=0)
            found[now.place] = own.reshape(-1)
        return found


@pytest.fixture(scope="module")
def bigger() -> Any:
    return Bigger()


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch, bigger: Bigger) -> None:
    """The kinds of cards of the bigger game: its countries are one more."""
    from dynasty_env.kit import experiments

    known = experiments.experiments_of

    def grown(game: Any) -> Any:
        if game is not bigger:
            return known(game)
        kinds = known(KINGDOMS).cards()
        firsts = [bigger.action_names.index(KINGDOMS.action_names[kind.first_action]) for kind in kinds]
        sizes = [bigger.layout[kind.states[0]].size for kind in kinds]
        from dataclasses import replace

        made = [
            replace(kind, first_action=first, printed=np.zeros((size, 2), np.float32))
            for kind, first, size in zip(kinds, firsts, sizes, strict=True)
        ]
        return replace(known(KINGDOMS), cards=lambda: tuple(made))

    for module in ("agents.network.laying", "agents.search.distilled.network"):
        monkeypatch.setattr(f"{module}.experiments_of", grown)


def decisions(count: int) -> list[Decision]:
    """Decisions with a choice, of random games of Kingdoms."""
    rng, found, seed = np.random.default_rng(7), [], 0
    while len(found) < count:
        state, seed = KINGDOMS.new(seed, backend="interpreted"), seed + 1
        while not state.done and len(found) < count:
            if len(state.legal()) > 1 and rng.random() < 0.2:
                found.append(Decision(state.clone(), rng))
            state.play(int(rng.choice(state.legal())))
    return found


@pytest.mark.usefixtures("cards")
def test_cards_that_have_moved_are_met_where_they_lie(bigger: Any, tmp_path: Path) -> None:
    """A policy with encoders, and the small one: the same logits, values and choices on the same tables."""
    path = exported(tmp_path / "net.safetensors", KINGDOMS)
    then, now = (load_policy.__wrapped__(path, game) for game in (KINGDOMS, bigger))
    small = tmp_path / "small.safetensors"
    save_small(small, KINGDOMS, random_small(KINGDOMS), {})
    before, after = (load_small.__wrapped__(small, game) for game in (KINGDOMS, bigger))
    ids = np.array([bigger.action_names.index(name) for name in KINGDOMS.action_names])
    assert (now.handicap == LEAST_LIKELY).sum() == len(bigger.action_names) - len(ids) == 4
    for decision in decisions(60):
        worths = KINGDOMS.advice(decision.observation[None], decision.mask[None])[0]
        advice = _advice(worths, decision)
        seen = bigger.seen(decision.observation)
        one, value = then.forward(decision.observation, decision.legal, advice)
        other, valued = now.forward(seen, ids[decision.legal], advice)
        assert one == pytest.approx(other, abs=1e-4) and value == pytest.approx(valued, abs=1e-5)
        assert ids[_small_choice(before, decision.observation, decision.mask, worths)] == _small_choice(
            after, seen, _spread(decision.mask, ids), _spread(worths, ids)
        )


def _advice(worths: Any, decision: Decision) -> Any:
    from agents.network.advice import advice_on

    return advice_on(worths[decision.legal], np.zeros(len(decision.legal), np.int64))


def _spread(values: Any, ids: Any) -> Any:
    found = np.zeros(len(ids) + 4, values.dtype)
    found[ids] = values
    return found


def _small_choice(net: Any, seen: Bytes, mask: Any, worths: Any) -> int:
    from agents.search.distilled.network import highest_score

    return int(highest_score(net, seen, worths, mask, np.zeros(len(net.bias), np.int32)))


def test_where_everything_was(bigger: Any) -> None:
    found = Alignment(Vocabulary.of(KINGDOMS), bigger)
    assert found.actions[bigger.action_names.index("tournament")] == NEW
    assert found.actions[bigger.action_names.index("war")] == KINGDOMS.action_names.index("war")
    assert found.places[bigger.layout["joust"].place].tolist() == [NEW] * 3
    assert found.places[bigger.layout["owners"].start] == KINGDOMS.layout["owners"].start
    assert found.entries["holders"][6:9].tolist() == [6, NEW, 7]
    assert found.values["phase"][:3].tolist() == [0, NO_VALUE, 1]


Change = Callable[[dict[str, Any]], None]


def _rename(content: dict[str, Any]) -> None:
    content["actions"][1] = "take two"


def _drop(content: dict[str, Any]) -> None:
    content["pieces"].append({"name": "gone", "shape": [1], "low": 0, "high": 1, "category": True})


def _widen(content: dict[str, Any]) -> None:
    content["pieces"][1]["high"] = 4


def _stretch(content: dict[str, Any]) -> None:
    content["pieces"][0]["shape"] = [2]


def _kind(content: dict[str, Any]) -> None:
    content["pieces"][1]["category"] = False


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_rename, "action: 'take two' was removed"),
        (_drop, "its observations included 'gone', which was removed"),
        (
            _widen,
            "the deciding of its observations: 1 labels 0 … 4 then, 1 labels 0 … 5 now, whose values have no names",
        ),
        (_stretch, "the heap of its observations: 2 amounts 0 … 20 then, 1 amounts 0 … 20 now, whose rows"),
        (_kind, "the deciding of its observations: 1 amounts 0 … 5 then, 1 labels 0 … 5 now"),
    ],
)
def test_what_has_changed_is_named(change: Change, why: str, tmp_path: Path) -> None:
    content = Vocabulary.of(OLD).content
    change(content)
    for path, load, how in _files(tmp_path, json.dumps(content)):
        with pytest.raises(
            OutgrownError, match=f"^written by .* with the rules abc; .*: {path} was trained on"
        ) as error:
            load(path, OLD)
        assert why in str(error.value) and str(error.value).endswith(f"; {how}")


@pytest.mark.parametrize("content", ["", "[]", "{}", "[" * 9999, '{"actions": [1], "pieces": [], "names": []}'])
def test_names_that_are_none_are_refused(content: str, tmp_path: Path) -> None:
    for path, load, _ in _files(tmp_path, content):
        with pytest.raises(SaveError, match="its names cannot be read"):
            load(path, OLD)


def _files(folder: Path, vocabulary: str) -> list[tuple[Path, Callable[[Path, Game], Any], str]]:
    """A file of each kind that says that it knows these names, its reader, and what can be done with it."""
    policy, small, value = (folder / f"{name}.safetensors" for name in ("policy", "small", "value"))
    exported(policy, OLD)
    save_small(small, OLD, random_small(OLD), {})
    save_network(value, OLD, random_network(OLD), {})
    for path in (policy, small, value):
        arrays, about = load_file(path), dict(_said(path)) | {"vocabulary": vocabulary, "rules": "abc"}
        about.pop("checksum", None)
        save_file(arrays, path, about | {"checksum": checksum(arrays, about)})
    return [
        (policy, load_policy.__wrapped__, "train it again, or play it with the version that wrote it"),
        (small, load_small.__wrapped__, "create it again with `dynasty distil`"),
        (value, load_network.__wrapped__, "create it again with `dynasty value`"),
    ]


def _said(path: Path) -> dict[str, str]:
    from safetensors import safe_open

    with safe_open(path, "np") as file:
        return file.metadata()
