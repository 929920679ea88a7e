"""The simulated cluster: it conserves what goes in, keeps within what paper allows, and names what is used up."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dynasty_env.kit.errors import OptionError
from training.cluster import simulate
from training.cluster.simulate import LIMITS, Costs, Setup, on_paper

COSTS = Costs()
PLENTY = replace(COSTS, learn=1e-9, correct=1e-9, unpack=1e-9, call=1e-7, publish=1e-7, parcel=1e-3, weights=1.0)


def test_the_costs_of_a_real_run_are_read(tmp_path: Path) -> None:
    file = tmp_path / "costs.json"
    file.write_text(json.dumps(asdict(COSTS)))
    assert Costs.read(file) == COSTS
    for wrong in ('{"play": 1}', "[]", json.dumps(asdict(replace(COSTS, learn=0.0)))):
        file.write_text(wrong)
        with pytest.raises(OptionError, match=r"--costs .*costs.json"):
            Costs.read(file)


def test_where_nothing_else_costs_anything_each_actor_counts() -> None:
    one, four = (simulate.simulate(PLENTY, Setup(actors, rollouts_per_update=4)).rate for actors in (1, 4))
    assert one == pytest.approx(1 / PLENTY.play, rel=0.05)
    assert four == pytest.approx(4 / PLENTY.play, rel=0.05)


@pytest.mark.parametrize("actors", [1, 3, 40, 500])
@pytest.mark.parametrize(
    ("costs", "limit"),
    [
        (PLENTY, "actors"),
        (replace(PLENTY, learn=1.0), "gradient"),
        (replace(PLENTY, parcel=1e8), "card, in"),
        (replace(PLENTY, call=1e4), "calls"),
    ],
)
def test_what_is_used_up_is_named_and_nothing_is_faster_than_paper(costs: Costs, limit: str, actors: int) -> None:
    setup = Setup(actors, rollouts_per_update=2, spread=0.0)
    found, paper = simulate.simulate(costs, setup), on_paper(costs, setup)
    assert found.limit == limit == min(paper, key=paper.__getitem__)
    assert found.rate <= min(paper.values()) * 1.01
    assert all(0 <= part <= 1.01 for part in found.used.values())


def test_weights_that_are_sent_to_many_machines_fill_the_card() -> None:
    setup = Setup(200, rollouts_per_update=1, per_machine=1, spread=0.0)
    assert simulate.simulate(replace(PLENTY, weights=1e12), setup).limit == "card, out"


def test_more_actors_for_the_same_update_make_older_rollouts() -> None:
    ages = [simulate.simulate(COSTS, Setup(actors, rollouts_per_update=4)).staleness for actors in (4, 40, 400)]
    assert ages == sorted(ages)
    assert ages[-1] == pytest.approx(100, rel=0.1)


def test_the_command_tells_what_limits() -> None:
    import typer

    app = typer.Typer()
    app.command()(simulate.main)
    told = CliRunner().invoke(app, ["16", "64", "--faster", "20"], env={"COLUMNS": "200"})
    assert told.exit_code == 0
    assert "gradient: this would help: a GPU" in told.output
    assert all(name in told.output for name in LIMITS)
    assert CliRunner().invoke(app, ["16", "--costs", "nowhere.json"]).exit_code == 2
