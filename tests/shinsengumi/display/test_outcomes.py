"""What Shinsengumi states about chance, held against outcomes simulated by its rules."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from dynasty_env.kit.game import BackendName
from dynasty_env.kit.state import Entry, State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import EVENT, PASS, PERSON, Trace
from dynasty_env.shinsengumi.material import NOBODY
from dynasty_env.shinsengumi.rules.fights import odds as fight
from tests.outcomes import PERCENT, Decision, Outcome, Player, Statement, at, at_the_decision, check

# how a position is played on


def play_on(state: State) -> int:
    """Nobody lays a stone or uses the powder."""
    legal = state.legal().tolist()
    return PASS if PASS in legal else int(legal[0])


def is_over(state: State, entries: list[Entry]) -> bool:
    """The person has moved, and what was asked about is decided."""
    return state.phase == "move" or any(entry.kind in (Trace.TURN, Trace.ENDED) for entry in entries)


PLAYER = Player(play_on, is_over)

# what happens


def failed_check(state: State, action: int | None) -> Outcome:
    """§06-01 D: the die is above the mover's bushido."""
    return lambda entries, over: next((e.value > e.object for e in entries if e.kind == Trace.CHECKED), None)


def fighter(state: State, action: int | None) -> int:
    assert action is not None
    return action - PERSON if state.record["fighting"] != NOBODY else int(state.record["mover"])


def struck(kind: Trace) -> Callable[[State, int | None], Outcome]:
    """Of the fight that the action begins: is he wounded, or doomed?"""

    def outcome(state: State, action: int | None) -> Outcome:
        person = fighter(state, action)

        def happened(entries: list[Entry], over: bool) -> bool | None:
            fights = [i for i, entry in enumerate(entries) if entry.kind == Trace.FOUGHT]
            his = [i for i in fights if entries[i].subject == person]
            if not his:
                return None
            end = min((i for i in fights if i > his[0]), default=len(entries))
            kinds = {entry.kind for entry in entries[his[0] : end] if entry.subject == person}
            if kind == Trace.WOUNDED:
                return Trace.WOUNDED in kinds and Trace.DOOMED not in kinds
            return kind in kinds

        return happened

    return outcome


def assassination(state: State, action: int | None) -> Outcome:
    assert action is not None
    target = action - PERSON

    def happened(entries: list[Entry], over: bool) -> bool | None:
        if not any(entry.kind == Trace.ROLLED for entry in entries):
            return None
        return any(entry.kind == Trace.DOOMED and entry.subject == target for entry in entries)

    return happened


STATEMENTS = {
    "move": Statement(rf"check fails {PERCENT}", failed_check, at("move")),
    "stone": Statement(rf"check fails {PERCENT}", failed_check, at("wait")),
    "wait": Statement(rf"check fails {PERCENT}", failed_check, at_the_decision("wait")),
    "wounded": Statement(rf"wounded {PERCENT}", struck(Trace.WOUNDED), at("fight_order")),
    "killed": Statement(rf"dies {PERCENT}", struck(Trace.DOOMED), at("fight_order")),
    "assassination": Statement(rf"dies {PERCENT}", assassination, at("assassinate_target")),
}

# positions


def decisions(games: int, backend: BackendName) -> Iterator[Decision]:
    """Of each decision of random games one action, and itself."""
    for seed in range(games):
        options = {"num_players": 1 + seed % 5, "hidden_stones": seed % 2 == 1, "ask_forced": seed % 3 == 0}
        state = GAME.new(seed, backend=backend, **options)
        rng = np.random.default_rng(seed)
        while not state.done:
            yield state, None
            yield state, int(rng.choice(state.legal()))
            state.play(int(rng.choice(state.legal())))


def test_statements_hold() -> None:
    met = check(STATEMENTS, PLAYER, decisions(12, "compiled"), positions=4, runs=40)
    assert min(met.values()) > 0, met


@pytest.mark.slow
def test_statements_hold_in_200_positions_of_each_kind() -> None:
    met = check(STATEMENTS, PLAYER, decisions(4_000, "compiled"), positions=200, runs=400)
    assert min(met.values()) == 200, met


def test_stated_chances_add_up_at_every_decision() -> None:
    """A fight wounds, kills, or does neither."""
    added = 0
    for state, action in decisions(30, "compiled"):
        if action is not None and state.phase == "fight_order":
            fighting = int(state.record["fighting"])
            event = fighting if fighting != NOBODY else action - EVENT
            wounded, killed = fight(state.tables[0], fighter(state, action), event)
            assert 0 <= wounded <= 1 and 0 <= killed <= 1 and wounded + killed < 1.000001
            added += 1
    assert added > 20
