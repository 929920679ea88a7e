"""What Kingdoms states about chance, held against outcomes simulated by its rules."""

from collections.abc import Iterator

import numpy as np
import pytest

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.ids import DECLARE, PASS, PERSON, Trace
from dynasty_env.kingdoms.rules import contest, odds
from dynasty_env.kingdoms.rules.battle import attack_force, war_of
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.state import Entry, State
from tests.kingdoms.positions import met
from tests.outcomes import PERCENT, Decision, Outcome, Player, Statement, at, at_the_decision, check

AT_BEST = ("war_target", "suppress_agent")
"""Phases whose chances are those of the best that can follow."""
DICE = {name: phase for phase in GAME.phases if phase.chance and (name := phase.step.name.lower()) not in AT_BEST}
"""The other phases whose choices have chances."""

# how a position is played on


def play_on(state: State) -> int:
    """Nobody agrees, refuses, helps or takes up arms, and no further country is used; the best commanders are named.

    Only if dice follow its answer, the target's seat agrees.
    """
    legal = state.legal().tolist()
    if state.phase in DICE and DICE[state.phase].decides == "the target's seat":
        return DECLARE
    if state.phase in ("war_commander", "defend_commander"):
        return int(max(legal, key=lambda action: int(war_of(state.tables[0], action - PERSON))))
    return PASS if PASS in legal else int(legal[0])


def use_all(state: State) -> int:
    """The same, but both sides use all countries that they can."""
    if state.phase in ("war_commit", "defend_commit"):
        return int(state.legal()[-1])
    return play_on(state)


AFTER = {Trace.TURN, Trace.ENDED}


def is_over(state: State, entries: list[Entry]) -> bool:
    """The action and all that follows from it is done."""
    return state.phase in ("discard", "recovery_country") or any(entry.kind in AFTER for entry in entries)


# what happens


def outcome(state: State, action: int | None) -> Outcome:
    """The action succeeds."""

    def happened(entries: list[Entry], over: bool) -> bool | None:
        for entry in entries:
            if entry.kind == Trace.OUTCOME:
                return entry.object == 1
            if entry.kind in (Trace.BY_ITSELF, Trace.MARRIED):
                return True
            if entry.kind == Trace.BATTLE:  # row 3: the attack's successes exceed the defence's by more than the power
                return entry.subject - entry.object > entry.value
        return None

    return happened


def death_of(person: int) -> Outcome:
    return lambda entries, over: next(
        (e.object % 2 == 1 for e in entries if e.kind == Trace.CHECKED and e.subject == person), None
    )


def death(state: State, action: int | None) -> Outcome:
    """The person whom the action names dies in a check."""
    assert action is not None
    return death_of(action - PERSON)


def refused_death(state: State, action: int | None) -> Outcome:
    return death_of(int(state.record["target"]))


def death_of_the_armed(state: State, action: int | None) -> Outcome:
    """The candidate dies in the check of those who took up arms and lost (K27)."""
    person = int(state.record["candidate"][state.seat])

    def happened(entries: list[Entry], over: bool) -> bool | None:
        winner = next((entry.subject for entry in entries if entry.kind == Trace.SUCCEEDED), person)
        return None if winner == person else death_of(person)(entries, over)

    return happened


def arrest(state: State, action: int | None) -> Outcome:
    """K29: the police execute the target."""
    target = int(state.record["target"])

    def happened(entries: list[Entry], over: bool) -> bool | None:
        if not any(entry.kind == Trace.POLICED for entry in entries):
            return None
        return any(entry.kind == Trace.DIED and entry.subject == target for entry in entries)

    return happened


def crowned(state: State, action: int | None) -> Outcome:
    """Row “contest”: the candidate of the deciding seat, who is the last to be named, is king."""
    person = int(state.record["candidate"][state.seat]) if state.phase == "arms" else (action or 0) - PERSON

    def happened(entries: list[Entry], over: bool) -> bool | None:
        return next((e.subject == person for e in entries if e.kind == Trace.SUCCEEDED), None)

    return happened


def of_the_last_one(state: State, action: int | None) -> bool:
    """K25: nobody is named after this candidate."""
    last = (int(state.record["turn_player"]) + state.num_players - 1) % state.num_players
    return action is not None and state.phase in ("candidate", "arms") and state.seat == last


SUCCEEDS = rf"succeeds {PERCENT}(?! at best)"
DIES = rf"dies {PERCENT}(?! if he loses)"
STATEMENTS = {phase: Statement(SUCCEEDS, outcome, at(phase)) for phase in DICE} | {
    "consent": Statement(rf"with a chance of {PERCENT}", outcome, at_the_decision("consent")),
    "commander's death": Statement(DIES, death, at("war_commander", "defend_commander")),
    "police": Statement(SUCCEEDS, arrest, at("police")),
    "reaper_target": Statement(DIES, death, at("reaper_target")),
    "veto": Statement(rf"dies with a chance of {PERCENT}", refused_death, at_the_decision("veto")),
    "candidate": Statement(rf"wins {PERCENT}", crowned, of_the_last_one),
    "arms": Statement(
        rf"dies {PERCENT} if he loses",
        death_of_the_armed,
        lambda state, action: action == DECLARE and of_the_last_one(state, action),
    ),
}
IN_FULL = {
    "war": Statement(rf"^succeeds {PERCENT}", outcome, at("war_target")),
    "withdrawal": Statement(rf"nobody helps, the attack succeeds {PERCENT}", outcome, at_the_decision("withdraw")),
}

# positions


def decisions(games: int, backend: BackendName) -> Iterator[Decision]:
    """All actions in a table of each phase; then of each decision one action, and itself, in games in which what was
    rare so far is tried."""
    rng = np.random.default_rng(3)
    for state in met().values():
        yield from ((state, action) for action in (None, *state.legal().tolist()))
    played = np.zeros(len(GAME.action_names), np.int64)
    for seed in range(games):
        options = {"num_players": 2 + seed % 5, "kin_marriage": seed % 2 == 0, "abilities": seed % 4 < 3}
        state = GAME.new(seed, backend=backend, **options)
        while not state.done:
            yield from asked(state, rng)
            legal = state.legal()
            action = int(legal[played[legal].argmin()] if rng.random() < 0.4 else rng.choice(legal))
            played[action] += 1
            state.play(action)


def asked(state: State, rng: np.random.Generator) -> Iterator[Decision]:
    yield state, None
    yield state, int(rng.choice(state.legal()))


def both(games: int, backend: BackendName, positions: int, runs: int) -> dict[str, int]:
    found = check(STATEMENTS, Player(play_on, is_over), decisions(games, backend), positions, runs)
    return found | check(IN_FULL, Player(use_all, is_over), decisions(games, backend), positions, runs)


def test_statements_hold() -> None:
    found = both(30, "compiled", positions=3, runs=30)
    assert all(found.values()), found


@pytest.mark.slow
def test_statements_hold_in_200_positions_of_each_kind() -> None:
    found = both(10_000, "compiled", positions=200, runs=400)
    assert min(found.values()) == 200, found


def test_stated_chances_add_up_at_every_decision() -> None:
    """Of the successes of dice, and of all who stand in a contest."""
    added = 0
    for state, action in decisions(40, "compiled"):
        t = state.tables[0]
        if action is not None and state.phase == "war_commander":
            force = int(attack_force(t)), int(war_of(t, action - PERSON))
            assert sum(odds.successes(*force)) == pytest.approx(1)
            added += 1
        if action is None and state.phase == "arms":
            seats = [
                (int(state.record["turn_player"]) + place) % state.num_players for place in range(state.num_players)
            ]
            named = tuple((int(state.record["candidate"][s]), 0) for s in seats if state.record["candidate"][s] >= 0)
            assert sum(contest.throne(named, person) for person, _ in set(named)) == pytest.approx(1)
            added += 1
    assert added > 60
