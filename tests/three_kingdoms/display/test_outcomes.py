"""What Three Kingdoms states about chance, held against outcomes simulated by its rules."""

from collections.abc import Callable, Iterator
from typing import cast

import numpy as np
import pytest

from dynasty_env.kit.game import BackendName
from dynasty_env.kit.state import Entry, State
from dynasty_env.kit.words import Chosen
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import ALL, DIPLOMACY, DONE, EACH, NO, YES, Trace
from dynasty_env.three_kingdoms.material import GENERALS, Method, Role
from dynasty_env.three_kingdoms.rules.fights.picks import pick_best
from tests.outcomes import (
    PERCENT,
    Average,
    Decision,
    Outcome,
    Player,
    Statement,
    at,
    at_the_decision,
    check,
    check_averages,
)
from tests.three_kingdoms.oracle.cards import powers
from tests.three_kingdoms.oracle.tables import allied, at_random, warlike

PICKS = ("duel_pick", "battle_pick", "stratagem_pick")
OTHERS = (*PICKS, "act", "retreat", "invade_area", "invade_generals", "invade_troops")
GROUPS = tuple(name for p in GAME.phases if p.chance and (name := p.step.name.lower()) not in OTHERS)
"""Phases whose chances are those of attempts."""
ROLES = (Role.ATTACKS, Role.DEFENDS)
SCENARIOS = 9  # the campaign, 0, among them

# how a position is played on


def play_on(state: State) -> int:
    """Who has been named rolls, or everybody does by himself; nobody more is named, by the other army its best; all
    stay in the fight."""
    legal = state.legal().tolist()
    wishes = {"retreat": (NO,)} | dict.fromkeys(GROUPS, (YES, EACH)) | dict.fromkeys(PICKS, (ALL, DONE))
    return next((action for action in wishes.get(state.phase, ()) if action in legal), int(legal[0]))


def is_over(state: State, entries: list[Entry]) -> bool:
    """What was asked about has been rolled for."""
    return state.phase not in (*GROUPS, *PICKS, "retreat") or any(entry.kind == Trace.RAISED for entry in entries)


def suppose(state: State) -> None:
    """The attackers, who have named theirs unseen, have named their best."""
    record, t = state.record, state.tables[0]
    if state.phase in PICKS and record["a"] == 1:
        for general in range(GENERALS):
            if record["role"][general] == Role.ATTACKS:
                record["picked"][general] = 0
        pick_best(t, 0)


PLAYER = Player(play_on, is_over, suppose)

# what happens

SUCCESS = {kind: cast("Chosen", GAME.wording.entries[kind].says).which for kind in GAME.wording.dice}
"""Whether a die is a success, by kind of entry: its sentence is a `Chosen` of True and False."""


def attempt(state: State, action: int | None) -> Outcome:
    """The first die is a success."""
    return lambda entries, over: next((bool(SUCCESS[e.kind](e)) for e in entries if e.kind in SUCCESS), None)


def destruction(state: State, action: int | None) -> Outcome:
    """§23.3: the army that retreats is destroyed by the pursuit; without generals nothing of it is left."""
    army, troops = int(state.record["a"]), troops_of(state)
    alone = not (state.record["role"] == ROLES[army]).any()

    def happened(entries: list[Entry], over: bool) -> bool | None:
        pursuit = next((e for e in entries if e.kind == Trace.PURSUED), None)
        if pursuit is None:
            return None
        destroyed = any(e.kind == Trace.DESTROYED and e.subject == army for e in entries)
        return destroyed or (alone and pursuit.value >= troops)

    return happened


def fought(method: Method) -> Callable[[State, int | None], Outcome]:
    """§18.3: the next round is fought so."""

    def outcome(state: State, action: int | None) -> Outcome:
        return lambda entries, over: next((e.value == method for e in entries if e.kind == Trace.ROUND), None)

    return outcome


def successes(worth: int, kind: str) -> Callable[[State, int | None], Callable[[list[Entry], bool], float | None]]:
    """§10.6, §11.4: how many attempts succeed, and what they are worth, once nobody rolls any more."""

    def outcome(state: State, action: int | None) -> Callable[[list[Entry], bool], float | None]:
        def happened(entries: list[Entry], over: bool) -> float | None:
            rolled = [entry for entry in entries if entry.kind == Trace.ROLLED]
            return float(worth * sum(entry.value <= entry.object for entry in rolled)) if rolled else None

        return happened

    return outcome


def losses(enemy: bool) -> Callable[[State, int | None], Callable[[list[Entry], bool], float | None]]:
    """§19–§21: the losses of the deciding army in the round, or its enemy's, before anything else happens."""

    def outcome(state: State, action: int | None) -> Callable[[list[Entry], bool], float | None]:
        army = 1 - int(state.record["a"]) if enemy else int(state.record["a"])

        def happened(entries: list[Entry], over: bool) -> float | None:
            if not over:
                return None
            later = (Trace.RETREATS, Trace.ROUND, Trace.DESTROYED)
            end = next((i for i, entry in enumerate(entries) if entry.kind in later), len(entries))
            return float(sum(e.value for e in entries[:end] if e.kind == Trace.LOST and e.subject == army))

        return happened

    return outcome


def pursued(state: State, action: int | None) -> Callable[[list[Entry], bool], float | None]:
    """§22.11: how many troops the pursuit costs, of those that there are."""
    troops = troops_of(state)
    return lambda entries, over: next((float(min(e.value, troops)) for e in entries if e.kind == Trace.PURSUED), None)


def troops_of(state: State) -> int:
    """The troops of the army that is asked."""
    record = state.record
    return int(record["army"].sum() if record["a"] == 0 else record["troops"][record["battle"]])


def talks(state: State, action: int | None) -> bool:
    return state.phase == "act" and action == DIPLOMACY


SUCCEEDS = rf"succeeds {PERCENT}"
STATEMENTS = {
    **{phase: Statement(SUCCEEDS, attempt, at(phase)) for phase in GROUPS},
    "destruction": Statement(rf"destroys the army {PERCENT}", destruction, at("retreat")),
    "next a duel": Statement(rf"a duel {PERCENT}", fought(Method.DUEL), at_the_decision("retreat")),
    "next a battle": Statement(rf"a battle {PERCENT}", fought(Method.BATTLE), at_the_decision("retreat")),
    "next a stratagem": Statement(rf"a stratagem {PERCENT}", fought(Method.STRATAGEM), at_the_decision("retreat")),
}
NUMBER = r"(\d+\.\d)"
AVERAGES = {
    "a levy's attempts": Average(rf"its generals add {NUMBER} on average", successes(1, "levy"), at("act")),
    "each levies": Average(rf"{NUMBER} soldiers", successes(1, "levy"), at("levy_group")),
    "points": Average(rf"{NUMBER} points", successes(2, "points"), talks),
    "each talks": Average(rf"{NUMBER} points", successes(2, "points"), at("diplomacy_group")),
    **{f"own losses, {phase}": Average(rf"loses {NUMBER}", losses(False), at(phase)) for phase in PICKS},
    **{f"the enemy's, {phase}": Average(rf"the enemy {NUMBER}", losses(True), at(phase)) for phase in PICKS},
    "pursuit": Average(rf"the pursuit costs {NUMBER}", pursued, at("retreat")),
}

# positions


def decisions(games: int, backend: BackendName) -> Iterator[Decision]:
    """Of each decision one action, and itself, in games of all scenarios and of players who love alliances or wars."""
    for seed in range(games):
        rng = np.random.default_rng(seed)
        scenario = (seed + 1) % SCENARIOS
        options = {"scenario": scenario, "num_players": int(rng.integers(2, len(powers(scenario)) + 1))}
        state = GAME.new(seed, backend=backend, max_turns=6, ask_forced=seed % 4 == 0, **options)
        choose = (warlike, allied, at_random)[seed % 3](rng)
        while not state.done:
            if state.phase in (*GROUPS, *PICKS, "retreat") or (state.phase == "act" and rng.random() < 0.2):
                yield state, None
                yield state, asked_about(state, rng)
            state.play(choose(state, [GAME.action_names[action] for action in state.legal()]))


def asked_about(state: State, rng: np.random.Generator) -> int:
    """One of the actions; in a retreat the one that goes, and at court more often than not the talks."""
    legal = state.legal().tolist()
    wanted = [action for action in (YES,) if state.phase == "retreat"] + [DIPLOMACY] * (state.phase == "act")
    liked = [action for action in wanted if action in legal]
    return int(rng.choice(liked if liked and rng.random() < 0.7 else legal))


def both(games: int, backend: BackendName, positions: int, runs: int) -> dict[str, int]:
    met = check(STATEMENTS, PLAYER, decisions(games, backend), positions, runs)
    return met | check_averages(AVERAGES, PLAYER, decisions(games, backend), positions, runs)


def test_statements_hold() -> None:
    met = both(4, "compiled", positions=3, runs=60)
    assert min(met.values()) > 0, met


@pytest.mark.slow
def test_statements_hold_in_200_positions_of_each_kind() -> None:
    met = both(2_000, "compiled", positions=200, runs=400)
    assert min(met.values()) == 200, met
