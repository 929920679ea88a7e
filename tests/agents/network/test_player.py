"""Networks in files: they play as torch says, without torch, and a file that does not fit is refused."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

import dynasty_env
from agents.network.apart import Where
from agents.network.batch import BatchPolicy
from agents.network.player import Sampled, Trained, champion, champion_file
from agents.network.policy import load_policy
from agents.registry import bot_names, make_bot, strongest
from agents.search.distilled.file import save_small
from agents.stamps import checksum
from dynasty_env.dynasty.game import GAME
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.three_kingdoms.game import GAME as THREE_KINGDOMS
from tests.agents.search.networks import random_small
from tests.tiny import nim, weighed_nim
from training.arena.deals import all_deals, play_deal
from training.arena.match import play_game
from training.arena.players import is_quick
from training.benchmark.playing.play import Measured, Protocol, play_deals
from training.learn import checkpoint
from training.learn.checkpoint import CheckpointError
from training.learn.export import export, export_run
from training.learn.network import TableNetwork, for_game
from training.learn.ppo import Learner
from training.learn.settings import Settings
from training.learn.written import network_in

SIZE = {"width": 32, "card_width": 8}
TWO = Where("num_players", 2)


def random_network(game: Game, advice: int = 1) -> TableNetwork:
    torch.manual_seed(3)
    network = for_game(game, **SIZE, advice=advice)
    for parameter in network.parameters():
        parameter.data += 0.2 * torch.randn_like(parameter)
    return network.eval()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "dynasty.safetensors"
    export(path, GAME, random_network(GAME), {})
    return path


@pytest.mark.parametrize("game", [GAME, KINGDOMS, nim.GAME], ids=lambda game: game.name)
@pytest.mark.parametrize("advice", [0, 1])
def test_it_says_what_torch_says(game: Game, advice: int, tmp_path: Path) -> None:
    """With cards and without any, with advice and without it."""
    network, path = random_network(game, advice), tmp_path / "net.safetensors"
    export(path, game, network, {})
    bot = Trained.load(game, str(path))
    rng = np.random.default_rng(4)
    state = game.new(4)
    for number in range(120):
        state = game.new(number) if state.done else state
        decision = Decision(state, rng)
        logits, value = bot.logits(decision)
        with torch.no_grad():
            choices = network.choices(
                torch.from_numpy(decision.observation[None]), torch.from_numpy(decision.mask[None])
            )
        scale = float(np.abs(logits).max()) + 1
        assert logits - logits.max() == pytest.approx(
            (choices.log_prob - choices.log_prob.max()).numpy(), abs=0.01 * scale
        )
        assert value == pytest.approx(float(choices.value), abs=0.02)
        state.play(int(rng.choice(decision.legal)))


def test_it_plays_whole_games_alike(file: Path) -> None:
    bot = make_bot(f"net:{file}", GAME)
    assert bot.name == f"net:{file}"
    games = [GAME.new(6), GAME.new(6)]
    for state in games:
        assert play_game(state, [bot, make_bot("random", GAME), bot, bot]) > 20
    assert games[0].to_dict() == games[1].to_dict()


def test_sampled_actions_come_as_often_as_the_network_says(tmp_path: Path) -> None:
    """At one table; and at many side by side they are the same games."""
    path, small = tmp_path / "nim.safetensors", tmp_path / "small.safetensors"
    export(path, weighed_nim.GAME, random_network(weighed_nim.GAME), {})
    trained, bot = (make_bot(f"{stem}:{path}", weighed_nim.GAME) for stem in ("net", "sampled"))
    assert isinstance(trained, Trained) and isinstance(bot, Sampled) and is_quick(bot.name, weighed_nim.GAME)
    decisions = [Decision(weighed_nim.GAME.new(seed), np.random.default_rng(5)) for seed in range(50)]
    decision = min(decisions, key=lambda decision: bot.probabilities(decision).max())
    likely, often = bot.probabilities(decision), np.zeros(len(decision.mask))
    assert 0.4 < likely[trained.act(decision)] == likely.max() < 0.95, "an even or a settled network proves nothing"
    for _ in range(2000):
        often[bot.act(decision)] += 1 / 2000
    np.testing.assert_allclose(often, likely, atol=0.02)
    setting = Measured(weighed_nim.GAME, weighed_nim.GAME.check_options({"num_players": 2}), 5, "", Protocol(False, 0))
    deals = list(all_deals([bot.name, trained.name], 2, 6))
    assert play_deals(setting, deals, "interpreted") == [play_deal(setting, deal) for deal in deals]
    save_small(small, weighed_nim.GAME, random_small(weighed_nim.GAME), {"teacher": "nobody"})
    with pytest.raises(
        OptionError, match=r"small policy, which gives no probabilities: use net:.*small\.safetensors to play"
    ):
        make_bot(f"sampled:{small}", weighed_nim.GAME)


def begin_run(folder: Path, **settings: Any) -> None:
    """A run that has learned nothing yet."""
    folder.mkdir(exist_ok=True)
    learner = Learner(GAME, Settings(envs=4, rollout=4, **{"network": SIZE, **settings}))
    checkpoint.write(folder / checkpoint.FILE, learner.content() | {"goal": {"steps": 9, "minutes": None}})


def test_a_run_is_written(tmp_path: Path) -> None:
    begin_run(tmp_path)
    assert export_run(tmp_path, tmp_path / "a.safetensors") is GAME
    about = load_policy(tmp_path / "a.safetensors", GAME).about
    assert about["decisions"] == "0"
    with pytest.raises(OptionError, match="cannot be written"):
        export_run(tmp_path, tmp_path)


def test_the_mean_of_runs_is_written(tmp_path: Path) -> None:
    runs, trunks = [tmp_path / name for name in ("one", "two", "wide")], []
    for seed, (run, size) in enumerate(zip(runs, (SIZE, SIZE, {**SIZE, "width": 48}), strict=True)):
        begin_run(run, network=size, seed=seed)
        export_run(run, tmp_path / f"{run.name}.safetensors")
        trunks.append(load_policy(tmp_path / f"{run.name}.safetensors", GAME).trunk)
    export_run(runs[0], tmp_path / "mean.safetensors", [runs[1]])
    found = load_policy(tmp_path / "mean.safetensors", GAME)
    assert not np.allclose(trunks[0], trunks[1], atol=1e-2)
    assert np.allclose(found.trunk, (trunks[0] + trunks[1]) / 2, atol=1e-3)
    assert found.about["decisions"] == "0 + 0"
    with pytest.raises(CheckpointError, match=r"wide.*do not fit"):
        export_run(runs[0], tmp_path / "mean.safetensors", [runs[2]])


@pytest.fixture
def apart(tmp_path: Path) -> Path:
    """A run's network, and another run's for tables of two."""
    for seed, run in enumerate((tmp_path / "many", tmp_path / "two")):
        begin_run(run, network=SIZE, seed=seed)
        export_run(run, tmp_path / f"{run.name}.safetensors")
    export_run(tmp_path / "many", tmp_path / "both.safetensors", apart={TWO: tmp_path / "two"})
    return tmp_path


def test_a_table_of_two_may_have_a_network_of_its_own(apart: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One decision at a time, and many at once from tables of all sizes, and to go on learning from."""
    monkeypatch.setattr("training.learn.written.FITTED", 100)
    both, many, two = (load_policy(apart / f"{name}.safetensors", GAME) for name in ("both", "many", "two"))
    assert both.about["decisions"] == "0 + 0"
    rng, rows, wanted = np.random.default_rng(5), [], []
    for seed, seats in enumerate((2, 3, 6)):
        state = GAME.new(seed, num_players=seats, backend="interpreted")
        for _ in range(1 if seats == 2 else 2):
            decision = Decision(state, rng)
            alike = two if seats == 2 else many
            found = Trained(both, "both").logits(decision)
            assert np.array_equal(found[0], Trained(alike, "one").logits(decision)[0])
            assert not np.allclose(found[0], Trained(many if seats == 2 else two, "one").logits(decision)[0])
            rows.append((decision.observation, decision.mask))
            wanted.append((found, BatchPolicy(alike, GAME, "interpreted").hidden(decision.observation[None])[0]))
            state.play(int(rng.choice(decision.legal)))
    batch = BatchPolicy(both, GAME, "interpreted")
    seen, masks = (np.array(part) for part in zip(*rows, strict=True))
    worths = GAME.advice(seen, masks, backend="interpreted")
    assert batch.logits(seen, masks, worths) == pytest.approx(np.concatenate([own for (own, _), _ in wanted]), abs=1e-4)
    assert batch.best_and_value(seen, masks)[1] == pytest.approx(
        np.array([value for (_, value), _ in wanted]), abs=1e-4
    )
    assert batch.hidden(seen) == pytest.approx(np.array([hidden for _, hidden in wanted]), abs=1e-4)
    for seats, alike in ((2, two), (3, many)):
        rows = seen[:, GAME.layout["players"].start] == seats  # tables of one size alone
        one = BatchPolicy(alike, GAME, "interpreted")
        assert np.array_equal(batch.best(seen[rows], masks[rows]), one.best(seen[rows], masks[rows]))
        assert np.array_equal(batch.hidden(seen[rows]), one.hidden(seen[rows]))
        network = network_in(apart / "both.safetensors", GAME, {"num_players": seats})
        assert np.allclose(network.trunk[1].weight.detach(), alike.trunk)


def test_a_scenario_may_have_a_wider_network_of_its_own(tmp_path: Path) -> None:
    usual, own = (for_game(THREE_KINGDOMS, width=width, advice=0).eval() for width in (24, 40))
    parts = {"usual": (usual, {}), "own": (own, {}), "both": (usual, {Where("scenario", 3): own})}
    for name, (network, apart) in parts.items():
        export(tmp_path / name, THREE_KINGDOMS, network, {}, apart)
    policies = {name: load_policy(tmp_path / name, THREE_KINGDOMS) for name in parts}
    states = [THREE_KINGDOMS.new(1, scenario=scenario, backend="interpreted") for scenario in (1, 3, 0, 3)]
    decisions = [Decision(state, np.random.default_rng(0)) for state in states]
    seen, masks = (np.array([getattr(each, name) for each in decisions]) for name in ("observation", "mask"))
    rows = {"usual": [0, 2], "own": [1, 3]}
    both = BatchPolicy(policies["both"], THREE_KINGDOMS, "interpreted")
    for name, there in rows.items():
        alone = BatchPolicy(policies[name], THREE_KINGDOMS, "interpreted")
        assert both.logit_table(seen, masks)[there] == pytest.approx(alone.logit_table(seen, masks)[there], abs=1e-4)
        layer = alone.hidden(seen[there])
        hidden = both.hidden(seen)[there]
        assert hidden[:, : layer.shape[1]] == pytest.approx(layer, abs=1e-4)
        assert not hidden[:, layer.shape[1] :].any()
        for row in there:
            asked = seen[row], np.flatnonzero(masks[row]), None
            assert np.array_equal(policies["both"].forward(*asked)[0], policies[name].forward(*asked)[0])


def test_networks_that_do_not_fit_together_are_refused(apart: Path) -> None:
    out = apart / "out.safetensors"
    with pytest.raises(OptionError, match="num_players=7 is out of range"):
        export_run(apart / "many", out, apart={Where("num_players", 7): apart / "two"})
    with pytest.raises(OptionError, match="do not include the option packs"):
        export_run(apart / "many", out, apart={Where("packs", 2): apart / "two"})
    assert not out.exists()
    arrays, about = load_file(apart / "both.safetensors"), dict(load_policy(apart / "both.safetensors", GAME).about)
    broken = {
        "for 2 seats: trunk": arrays["for 2 seats: trunk"][:5],
        "for 2 seats: row": arrays["for 2 seats: row"] + 1,
    }
    for name, part in broken.items():
        kept = {**arrays, name: part}
        save_file(kept, out, {**about, "checksum": checksum(kept, about)})
        with pytest.raises(SaveError, match=name.rpartition(" ")[2]):
            load_policy(out, GAME)
    save_file(
        arrays, out, about | {"for_seats": "[2, 3]", "checksum": checksum(arrays, about | {"for_seats": "[2, 3]"})}
    )
    with pytest.raises(SaveError, match="do not fit together"):
        load_policy(out, GAME)


def test_advice_matters_to_networks_that_are_advised_alone(file: Path, tmp_path: Path) -> None:
    """Files of older versions do not name it: they got that of the bot as it plays, as in most games it still is."""
    arrays, about = load_file(file), dict(load_policy(file, GAME).about)
    older = {name: said for name, said in about.items() if name not in ("advice", "checksum")}
    save_file(arrays, tmp_path / "older.safetensors", older | {"checksum": checksum(arrays, older)})
    assert load_policy(tmp_path / "older.safetensors", GAME).advised
    network = for_game(GAME, **SIZE, advice=0)
    export(tmp_path / "none.safetensors", GAME, network.eval(), {})
    arrays, about = (
        load_file(tmp_path / "none.safetensors"),
        dict(load_policy(tmp_path / "none.safetensors", GAME).about),
    )
    other = about | {"advice": "looking ahead"}
    save_file(arrays, tmp_path / "other.safetensors", other | {"checksum": checksum(arrays, other)})
    assert not load_policy(tmp_path / "other.safetensors", GAME).advised


def test_files_that_do_not_fit_are_refused(file: Path, tmp_path: Path) -> None:
    arrays, about = load_file(file), dict(load_policy(file, GAME).about)

    def refused(words: str, game: Game = GAME, less: str = "", **changed: str) -> None:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.safetensors"
        kept = {name: part for name, part in arrays.items() if name != less}
        said = {name: part for name, part in {**about, **changed}.items() if name != less}
        save_file(kept, path, said | {"checksum": checksum(kept, said)})
        with pytest.raises(SaveError, match=words):
            load_policy(path, game)

    refused("plays dynasty_v0, not kingdoms_v0", KINGDOMS)
    nameless = "another version of dynasty_v0: its ids or observations were different, and it does not name them"
    refused(nameless, less="vocabulary", layout="0000")
    refused(nameless, less="vocabulary", actions="0000")
    refused("another version of dynasty_v0: its advice was 'looking ahead', and is", advice="looking ahead")
    refused("not dynasty-env policy 1", format="dynasty-env policy 9")
    elsewhere = r"^written by dynasty-env 0\.0\.9 with the rules abc; this is .*: .*another version of dynasty_v0"
    refused(elsewhere, less="vocabulary", layout="0000", made_by="dynasty-env 0.0.9", rules="abc")
    assert about["made_by"].startswith("dynasty-env ") and about["rules"] == GAME.rules_digest
    other = {**about, "made_by": "dynasty-env 0.0.9", "rules": "abc"}  # networks play under other rules, too
    save_file(arrays, tmp_path / "other.safetensors", other | {"checksum": checksum(arrays, other)})
    assert load_policy(tmp_path / "other.safetensors", GAME).about["rules"] == "abc"
    refused("do not fit together", less="trunk")
    refused(r"told is float32\(32, \d+\), not float32\(32, 2\)", kinds="[]")
    (tmp_path / "text.safetensors").write_text("not one")
    for kind, size in (("BF16", 2), ("F8_E4M3", 1)):  # as the weights of language models are
        head = json.dumps({"a": {"dtype": kind, "shape": [1], "data_offsets": [0, size]}}).encode()
        (tmp_path / f"{kind}.safetensors").write_bytes(len(head).to_bytes(8, "little") + head + bytes(size))
    for missing, message in (
        ("text.safetensors", "is not a policy"), ("BF16.safetensors", "is not a policy"),
        ("F8_E4M3.safetensors", "is not a policy"), ("", "is not a policy but a folder"),
        ("elsewhere.safetensors", r"^there is no file \S+elsewhere\.safetensors$"),
    ):  # fmt: skip
        with pytest.raises(SaveError, match=message):
            load_policy(tmp_path / missing, GAME)


def test_a_network_of_another_game_says_nothing_of_versions(file: Path, tmp_path: Path) -> None:
    """Another game always has other rules."""
    arrays, about = load_file(file), {**load_policy(file, GAME).about, "made_by": "dynasty-env 0.0.9", "rules": "abc"}
    save_file(arrays, tmp_path / "net.safetensors", about | {"checksum": checksum(arrays, about)})
    with pytest.raises(SaveError, match=r"^\S+net\.safetensors plays dynasty_v0, not kingdoms_v0$"):
        load_policy(tmp_path / "net.safetensors", KINGDOMS)


def test_a_file_that_leads_out_of_its_arrays_is_refused(file: Path, tmp_path: Path) -> None:
    """Whatever an observation holds: compiled code looks rows up unchecked, and the checksum is no signature."""
    arrays, about = load_file(file), dict(load_policy(file, GAME).about)
    rows, size, place = len(arrays["table"]), GAME.layout.size, arrays["place"]

    def refused(words: str, said: dict[str, str] | None = None, **changed: Any) -> None:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.safetensors"
        kept, told = arrays | changed, about | (said or {})
        save_file(kept, path, told | {"checksum": checksum(kept, told)})
        with pytest.raises(SaveError, match=f"^{path}: {words}"):
            load_policy(path, GAME)

    def other(name: str, at: int, value: int) -> dict[str, Any]:
        changed = arrays[name].copy()
        changed[at] = value
        return {name: changed}

    label, amount = (int(np.flatnonzero(arrays["label"] == kind)[-1]) for kind in (True, False))
    high = int(GAME.layout.high[place[label]])
    low = int(GAME.layout.low[place[label]])
    out_of_table = rf"row\[{label}\] leads to rows {rows - high + low} … {rows} of the table, which has {rows} rows"
    refused(out_of_table, **other("row", label, rows - high), **other("usual", label, high))
    refused(rf"row\[{label}\] leads to rows -1 ", **other("row", label, -low - 1))
    refused(rf"row\[{amount}\] leads to rows -1 … -1 ", **other("row", amount, -1))
    refused(rf"row\[{amount}\] leads to rows {rows} … {rows} ", **other("row", amount, rows))
    refused(rf"place\[0\] is -1, but .* numbers 0 … {size - 1}", **other("place", 0, -1))
    refused(rf"place\[0\] is {size}, but", **other("place", 0, size))
    refused(r"usual is int64\(1,\), not", usual=arrays["usual"][:1])
    refused(r"table is float32.* not float32\(\d+, 1\)", table_bias=arrays["table_bias"][:1])
    twice: dict[str, Any] = {"encodings.0": np.repeat(arrays["encodings.0"], 2, axis=0)}
    refused(r"encodings.0 has the shape \(12222, 8\), not \(6111, …\)", **twice)
    for name, entry in (("states", 0), ("states", 1), ("states", 2), ("named", 0), ("named", 1), ("unseen", 0)):
        kinds = json.loads(about["kinds"])
        kinds[0][name][0][entry] += 1
        why = f"{name} of its cards of kind 0 matches no piece of what dynasty_v0 shows"
        refused(why, {"kinds": json.dumps(kinds)})
    kinds = json.loads(about["kinds"])
    kinds[0]["unseen"][0][1].append(128)
    refused("unseen of its cards of kind 0 matches", {"kinds": json.dumps(kinds)})


def test_a_damaged_file_is_refused(file: Path, tmp_path: Path) -> None:
    """Bits flipped anywhere: in the head, in weights, in what the file says about itself."""
    whole = file.read_bytes()
    rng, path = np.random.default_rng(0), tmp_path / "damaged.safetensors"
    harmless = 0
    for place in [*rng.integers(len(whole), size=25), *range(20, 2000, 180)]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(damaged)
        load_policy.cache_clear()
        try:
            load_policy(path, GAME)
        except SaveError as error:
            assert str(path) in str(error)
        else:
            harmless += 1
    assert harmless == 0
    about = {name: text for name, text in load_policy(file, GAME).about.items() if name != "checksum"}
    save_file(load_file(file), path, about)
    load_policy.cache_clear()
    with pytest.raises(SaveError, match=r"no checksum.*dynasty weights"):
        load_policy(path, GAME)


def test_what_is_no_number_is_neither_written_nor_played(file: Path, tmp_path: Path) -> None:
    network = for_game(GAME, **SIZE)
    with torch.no_grad():
        next(network.parameters()).view(-1)[0] = float("nan")
    with pytest.raises(OptionError, match="is not finite"):
        export(tmp_path / "a.safetensors", GAME, network.eval(), {})
    assert not (tmp_path / "a.safetensors").exists()
    arrays, about = load_file(file), dict(load_policy(file, GAME).about)
    arrays["heads"][0, 0] = np.inf
    save_file(arrays, tmp_path / "b.safetensors", about | {"checksum": checksum(arrays, about)})
    with pytest.raises(SaveError, match="heads contains values that are not finite"):
        load_policy(tmp_path / "b.safetensors", GAME)


SHIPPED = [game for game in map(dynasty_env.game, dynasty_env.GAMES) if champion_file(game).is_file()]


def test_there_is_a_champion_of_the_flagship() -> None:
    assert GAME in SHIPPED
    assert sum(champion_file(game).stat().st_size for game in SHIPPED) < 12e6


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_a_champion_plays_and_has_a_card(game: Game) -> None:
    assert "champion" in bot_names(game)
    assert strongest(game) == "champion"
    bot = champion(game)
    state = game.new(2)
    others = [make_bot("greedy", game)] * (state.num_players - 1)
    assert play_game(state, [bot, *others]) > 20
    card = champion_file(game).with_suffix(".md").read_text(encoding="utf-8")
    assert bot.policy.about["decisions"] in card.replace(",", "")


def test_a_champion_needs_no_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from agents.registry import make_bot; import dynasty_env\n"
        "from dynasty_env.kit.seats.decision import Decision; import numpy as np\n"
        "game = dynasty_env.game('dynasty_v0')\n"
        "print(make_bot('champion', game).act(Decision(game.new(1, backend='interpreted'), np.random.default_rng(0))))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(found.stdout) >= 0


def test_a_game_without_a_champion_says_so() -> None:
    assert "champion" not in bot_names(nim.GAME)
    assert strongest(nim.GAME) == "greedy"
    with pytest.raises(OptionError, match="no champion for nim_v0"):
        champion(nim.GAME)
    with pytest.raises(OptionError, match="there is no bot 'champion'"):
        make_bot("champion", nim.GAME)
