"""What a network is told of actions' outcomes is what the rules then do."""

from typing import Any

import numpy as np
import pytest
import torch

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi import actions, material
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.steps import Told
from tests.shinsengumi.met import line
from training.learn.network import CardNetwork, for_game
from training.learn.outcomes import OUTCOMES

WAITS = OUTCOMES[GAME.name](GAME.layout)[0]
WHO = ("mine", "rival here", "rival there", "nobody", "esteem")
WHAT = ("goes", "crosses", "up", "fails", "row")


def told(state: State, arrow: int) -> dict[str, float]:
    """What the deciding seat's network is told of an arrow, by name."""
    outcome = WAITS(torch.from_numpy(state.observe(state.seat)).unsqueeze(0))[0, arrow].tolist()
    assert len(outcome) == WAITS.numbers
    names = ["possible", "taken", "black", "laid", "behind", "stones"]
    names += [f"{who}: {what}" for who in WHO for what in WHAT]
    names += [failure.name for failure in material.Failure]
    return dict(zip(names, outcome, strict=True))


def departure(state: State) -> tuple[State, dict[int, Any]]:
    """The table after all have passed, and what that told, by kind."""
    passed = state.clone()
    while True:
        passed.play(actions.PASS)
        entries = {entry.kind: entry for entry in reversed(passed.trace(None))}
        if Told.MOVED in entries:
            return passed, entries


@pytest.mark.parametrize("seed", range(3))
def test_the_arrow_that_is_taken_leads_where_it_is_said_to_lead(seed: int) -> None:
    checked = crossed = 0
    relations = set()
    for state in line(seed, num_players=3):
        if state.phase != "wait":
            continue
        outcomes = [told(state, arrow) for arrow in range(material.ARROWS)]
        assert [a for a, outcome in enumerate(outcomes) if not outcome["possible"]] == [
            a for a, outcome in enumerate(outcomes) if not any(outcome.values())
        ]
        for action in state.legal():
            if action != actions.PASS:
                outcome = outcomes[action - actions.STONE]
                assert outcome["possible"]
                assert outcome["stones"] > 0
        arrow = next(a for a, outcome in enumerate(outcomes) if outcome["taken"])
        outcome = outcomes[arrow]
        view = state.view(state.seat)
        mover, start = view["mover"], material.CELL_NAMES.index(view["origin"])
        selves = [seat["self"] for seat in view["seats"]]
        own = next(p["cell"] for p in view["persons"] if p["person"] == selves[state.seat])
        here = (int(own[0]) <= 3) == (start % 6 < 3)
        whose = selves.index(mover) if mover in selves else None
        relation = "nobody" if whose is None else "mine" if whose == state.seat else f"rival {'t' * (not here)}here"
        relations.add(relation)
        assert [who for who in WHO[:4] if outcome[f"{who}: goes"]] == [relation]
        number = material.PERSON_NAMES.index(mover)
        attached = next(p["attached"] for p in view["persons"] if p["person"] == mover)
        esteem = (material.ESTEEM[number] + (attached == "Fiancee")) / 5 * (1 if here else -1)
        assert outcome["esteem: goes"] == pytest.approx(esteem)

        _, entries = departure(state)
        end = entries[Told.MOVED].object
        assert outcome[f"{relation}: crosses"] == ((end % 6 < 3) != (start % 6 < 3))
        assert outcome[f"{relation}: up"] == start // 6 - end // 6
        assert outcome[f"{relation}: row"] == pytest.approx(end // 6 / 5)
        assert outcome["esteem: crosses"] == pytest.approx(esteem * outcome[f"{relation}: crosses"])
        fails = (6 - entries[Told.CHECKED].object) / 6 if Told.CHECKED in entries else 0.0
        assert outcome["black"] == (Told.CHECKED in entries)
        assert outcome[f"{relation}: fails"] == pytest.approx(fails)
        unworthy = attached == "Unworthy of bushido"
        action = material.Failure.SEPPUKU if unworthy else material.Failure(material.FAILURE[number])
        assert outcome[action.name] == pytest.approx(fails)
        checked += 1
        crossed += outcome[f"{relation}: crosses"] == 1
    assert checked > 80
    assert crossed
    assert relations == set(WHO[:4])


def test_logits_of_waits_follow_from_their_outcomes() -> None:
    """Whoever knows nothing but outcomes prefers the arrow that leads up."""
    network = for_game(GAME, 16, 8)
    assert isinstance(network, CardNetwork)
    for parameter in network.parameters():
        torch.nn.init.zeros_(parameter)
    network.heads.bias.data[-8:] = 1.0  # the query
    first = network.outcomes[0].inner[0]  # type: ignore[index]
    first.weight.data[:, [6 + 5 * who + WHAT.index("up") for who in range(4)]] = 1.0
    network.outcomes[0].inner[2].weight.data[:] = torch.eye(8)  # type: ignore[index]
    ups = set()
    for state in line(5):
        if state.phase == "wait":
            observation, mask = torch.from_numpy(state.observe(state.seat)), torch.from_numpy(state.mask)
            with torch.no_grad():
                log_prob = network.eval().policy(observation.unsqueeze(0), mask.unsqueeze(0))[0][0].numpy()
            expected = np.zeros(len(log_prob))
            for arrow in range(4):
                outcome = told(state, arrow)
                up = sum(outcome[f"{who}: up"] for who in WHO[:4])
                expected[actions.STONE + arrow] = 8 * max(up, 0.0)
                ups.add(up)
            legal = state.legal()
            weight = np.exp(expected[legal])
            assert np.allclose(np.exp(log_prob[legal]), weight / weight.sum(), atol=1e-6)
    assert ups == {-1.0, 0.0, 1.0}
