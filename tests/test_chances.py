"""Chances as numbers: the same as in the texts, and said to be those of the right seat."""

from collections import defaultdict
from itertools import chain
from math import prod
from typing import Any

import numpy as np
import pytest

from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import Prospect, chances_in
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.rare import rare
from tests.test_docs import ROOT, fenced
from tests.test_words import course

GAMES = [each.game for each in (dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0)]


def met(game: Game, decisions: int = 250) -> list[State]:
    """Decisions of random games."""
    found: list[State] = []
    rng, seed = np.random.default_rng(4), 0
    while len(found) < decisions:
        state = game.new(seed, num_players=3)
        while not state.done and len(found) < decisions:
            if rng.random() < 0.2:
                found.append(state.clone())
            state.play(int(rng.choice(state.legal())))
        seed += 1
    return found


def thrower(state: State, action: int | None) -> int:
    """Whose dice success depends on: the seat that throws the first one at once, or else the turn player; in Three
    Kingdoms, whose dice name no seat, that of the power whose phase it is."""
    record, names = state.record, state.record.dtype.names or ()
    if "power" in names:
        return int(record["country_seat"][record["power"]])
    if "turn_player" not in names:
        return state.seat
    turn_player = int(record["turn_player"])
    if action is None:
        return turn_player
    after = state.clone()
    after.play(action)
    return next((entry.seat for entry in after.trace() if entry.kind in state.game.wording.dice), turn_player)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_numbers_are_those_of_the_texts_and_name_a_seat(game: Game) -> None:
    """In every phase, and of every kind of action, for which a chance is declared."""
    phases = {phase.step.name.lower() for phase in game.phases if phase.chance}
    kinds = {number for number, kind in game.wording.kinds.items() if kind.chance}
    others = (state for state in course(game, 6) if state.phase in phases)
    for state in chain(rare(game), met(game), others):
        decision = Decision(state, np.random.default_rng(0))
        for action in (None, *state.legal().tolist()):
            told, found = chances_in(decision.prospects(action)), decision.chances(action)
            assert [(each.of, each.value, each.bound) for each in told] == [each[:3] for each in found]
            for each in found:
                assert each.seat is None or 0 <= each.seat < state.num_players
                if each.of == "success":
                    assert each.seat == thrower(state, action), state.phase
            if action is not None and decision.prospects(action):
                phases.discard(state.phase)
                kinds.discard(action)
    assert not phases and not kinds, "none of these decisions came up"


def test_the_defender_reads_whose_success_and_whose_death_it_is() -> None:
    seen = defaultdict(list)
    for state in met(kingdoms_v0.game, 1500):
        if state.phase == "defend_commander":
            for action in state.legal().tolist():
                success, dies = kingdoms_v0.game.chances(state, action)
                seen["defence"].append((success.of, success.good_for(state.seat), dies.of, dies.good_for(state.seat)))
                assert success.good_for(int(state.record["turn_player"]))
        if state.phase == "reaper_target":
            for action in state.legal().tolist():
                [dies] = kingdoms_v0.game.chances(state, action)
                owner = int(state.record["owner"][kingdoms_v0.game.wording.family_of(action)[1]])
                seen["reaper"].append(dies.seat == owner)
    assert set(seen["defence"]) == {("success", False, "dies", False)}
    assert all(seen["reaper"]) and seen["reaper"]


def test_in_shinsengumi_a_risk_is_that_of_the_seat_whose_self_the_person_is() -> None:
    met_in_a_move = set()
    for state in met(shinsengumi_v0.game, 400):
        selves = {int(person): seat for seat, person in enumerate(state.record["chip"]) if person >= 0}
        for action in state.legal().tolist():
            family, person = shinsengumi_v0.game.wording.family_of(action)
            for chance in shinsengumi_v0.game.chances(state, action):
                assert chance.of in ("fails", "dies", "wounded")
                assert chance.good_for(state.seat) == (chance.seat not in (None, state.seat))
                if state.phase == "move" and family == "person":
                    assert chance.seat == selves.get(person)
                    met_in_a_move.add("nobody" if chance.seat is None else chance.seat == state.seat)
    assert met_in_a_move == {"nobody", True, False}


def test_what_is_good_for_whom() -> None:
    won, dies, nobodys = (Prospect(of, 0.5, "exact", seat) for of, seat in (("wins", 1), ("dies", 1), ("fails", None)))
    assert [[each.good_for(seat) for seat in (0, 1)] for each in (won, dies, nobodys)] == [
        [False, True], [True, False], [False, False],
    ]  # fmt: skip
    assert Prospect("happens", 0.5, "exact", 0).good_for(0) is None


def goes_well(risks: list[Prospect], seat: int) -> float:
    """The chance that all of these harm other seats only."""
    return prod(each.value if each.seat not in (None, seat) else 1 - each.value for each in risks)


def test_the_bot_of_the_tutorial_is_cautious() -> None:
    """It avoids harm to itself and to what is nobody's, and wants its own success rather than the attacker's."""
    page = ROOT / "docs" / "tutorial-bot.md"
    code = next(code for _, code in fenced(page, "python") if "class Cautious" in code)
    names: dict[str, Any] = {}
    exec(code, names)
    bot, seen = names["Cautious"](), 0
    for game in (shinsengumi_v0.game, kingdoms_v0.game):
        for state in met(game, 300):
            decision = Decision(state, np.random.default_rng(0))
            taken = decision.chances(bot.act(decision))
            if state.phase == "move":
                well = [goes_well(decision.chances(int(action)), state.seat) for action in decision.legal]
                assert goes_well(taken, state.seat) == max(well)
                seen += min(well) < max(well)
            if state.phase == "defend_commit":
                attacks = [decision.chances(int(action))[0].value for action in decision.legal]
                assert taken[0].value == min(attacks)
    assert seen > 20
