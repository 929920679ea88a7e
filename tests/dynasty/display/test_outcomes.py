"""What Dynasty states about chance, held against outcomes simulated by its rules: wars on the Neuroi and with friends,
abilities of witches and events included."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import DIE_TO, EVENT, JOKER_AS, PASS, PERSON, Trace
from dynasty_env.dynasty.material import NOBODY, THE_NEUROI, Ability
from dynasty_env.dynasty.rules import odds
from dynasty_env.dynasty.rules.magic import acts_with
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.state import Entry, State
from tests.dynasty.courses import choose
from tests.dynasty.reached import REACHED, reached
from tests.dynasty.rules.positions import THROWN
from tests.outcomes import PERCENT, Decision, Outcome, Player, Statement, at, at_the_decision, check

# how a position is played on


def play_on(state: State) -> int:
    """Nobody plays or refuses anything; jokers of the pack are named 1, and dice are changed as is best."""
    legal = state.legal().tolist()
    if state.phase == "joker":
        return JOKER_AS
    if state.phase == "dice":
        return changed_die(state)
    return PASS if PASS in legal else int(legal[0])


def changed_die(state: State) -> int:
    """SW02-07-12: the turn player's lowest die becomes a 6; those of others are taken as they fall."""
    lowest = min(int(face) for face in state.record["dice"][: state.record["dice_size"]])
    mine = state.seat == state.record["turn_player"]
    return DIE_TO + (lowest - 1) * 5 + 4 if mine and lowest < 6 else PASS


AFTER = {Trace.TURN, Trace.ENDED, Trace.ACTS_AGAIN, Trace.DISMISSED, Trace.DISCARDED}


def is_over(state: State, entries: list[Entry]) -> bool:
    """The action and all that follows from it is done."""
    return state.phase in ("discard_wanderer", "discard_card") or any(entry.kind in AFTER for entry in entries)


PLAYER = Player(play_on, is_over)

# what happens


def success(state: State, action: int | None) -> Outcome:
    """The declared action succeeds, or the single die of an ability."""
    attacker = int(state.record["turn_player"])

    def happened(entries: list[Entry], over: bool) -> bool | None:
        for entry in entries:
            if entry.kind in (Trace.OUTCOME, *THROWN):
                return entry.object == 1
            if entry.kind == Trace.BY_ITSELF:
                return entry.seat == attacker
        return None

    return happened


def death_of(person: int) -> Outcome:
    """The person does not survive the death checks that the action brings."""

    def happened(entries: list[Entry], over: bool) -> bool | None:
        checks = [e for e in entries if e.kind in (Trace.CHECKED, Trace.HEALED) and e.subject == person]
        if any(entry.kind == Trace.CHECKED and entry.object == 1 for entry in checks):
            return True
        return False if over and checks else None

    return happened


def death(state: State, action: int | None) -> Outcome:
    """The person whom the action names dies in a check."""
    assert action is not None
    return death_of(action - PERSON)


def refused_death(state: State, action: int | None) -> Outcome:
    """The person dies for whom one could refuse the reaper."""
    return death_of(int(state.record["target"]))


def arrest(state: State, action: int | None) -> Outcome:
    """§11-03-06: the police execute the target."""
    target = int(state.record["target"])

    def happened(entries: list[Entry], over: bool) -> bool | None:
        if not any(entry.kind == Trace.POLICED for entry in entries):
            return None
        return any(entry.kind == Trace.DIED and entry.subject == target for entry in entries)

    return happened


def against_the_neuroi(state: State, action: int | None) -> bool:
    return action is not None and state.record["country"] == THE_NEUROI


def with_a_friend(state: State, action: int | None) -> bool:
    return action is not None and (state.phase == "friend" or state.record["friend"] != NOBODY) and action < EVENT


def with_an_ability(state: State, action: int | None) -> bool:
    """A witch who acts changes cards or dice."""
    if action is None or state.phase not in ("interrupt", "joker"):
        return False
    gifts = (Ability.EVIL_EYE, Ability.BALLISTICS, Ability.GALE, Ability.MIGHT, Ability.DEFLECTION)
    return any(acts_with(state.tables[0], gift) for gift in gifts)


SUCCEEDS = rf"(?:succeeds|succeeds with a chance of|attack succeeds) {PERCENT}(?! at best)"
DIES = rf"dies {PERCENT}"
DEADLY = ("reaper_target", "lightning_target", "check_order", "sortie", "suppression_target", "warrior")
"""Phases whose chances are of death alone; that of a `war_target` is the best that can follow, the `dice` lie."""
OTHER = (*DEADLY, "dice", "war_target")
DICE = [phase for each in GAME.phases if each.chance and (phase := each.step.name.lower()) not in OTHER]
STATEMENTS = {phase: Statement(SUCCEEDS, success, at(phase)) for phase in DICE} | {
    "action": Statement(SUCCEEDS, success, at("action")),
    "war on the Neuroi": Statement(SUCCEEDS, success, against_the_neuroi),
    "friend": Statement(SUCCEEDS, success, with_a_friend),
    "ability": Statement(SUCCEEDS, success, with_an_ability),
    "window": Statement(SUCCEEDS, success, at_the_decision("interrupt")),
    "commander's death": Statement(DIES, death, at("war_commander", "war_defender", "warrior")),
    "friend's death": Statement(DIES, death, at("friend")),
    "death check": Statement(DIES, death, at("reaper_target", "lightning_target")),
    "order of checks": Statement(DIES, death, at("check_order", "sortie")),
    "veto": Statement(rf"dies with a chance of {PERCENT}", refused_death, at_the_decision("veto")),
    "suppression": Statement(DIES, success, at("suppression_target")),
    "police": Statement(SUCCEEDS, arrest, at("police")),
}

SELDOM = {"friend's death", "matchmaking_target", "police"}
"""Kinds of which even 4,000 games may not have 200."""

# positions


OPTIONS: tuple[dict[str, Any], ...] = (
    {"witches": True},
    {},
    {"witches": True, "packs": 2},
    {"adjacency": True},
    {"witches": True, "abilities": False},
)


def decisions(games: int, backend: BackendName) -> Iterator[Decision]:
    """All choices in each phase, then games that love what is rare; of each decision one action, and itself."""
    for seed in (1, 2):
        for phase in REACHED:
            state = reached(phase, seed)
            yield from ((state, action) for action in (None, *state.legal().tolist()))
    for seed in range(games):
        options = OPTIONS[seed % len(OPTIONS)]
        state = GAME.new(seed, num_players=2 + seed % 5, backend=backend, **options)
        chance = random.Random(seed)
        while not state.done:
            yield from asked(state, chance)
            state.play(choose(state, chance))


def asked(state: State, chance: random.Random) -> Iterator[Decision]:
    yield state, None
    yield state, chance.choice(state.legal().tolist())


def test_statements_hold() -> None:
    """A few of each kind; the next test holds many."""
    met = check(STATEMENTS, PLAYER, decisions(6, "compiled"), positions=3, runs=30)
    assert all(met.values()), met


@pytest.mark.slow
def test_statements_hold_in_200_positions_of_each_kind() -> None:
    met = check(STATEMENTS, PLAYER, decisions(4_000, "compiled"), positions=200, runs=400)
    assert all(count == 200 or kind in SELDOM for kind, count in met.items()), met


def test_stated_chances_add_up_at_every_decision() -> None:
    """Of the success values that cards may come to."""
    added = 0
    for state, action in decisions(16, "compiled"):
        if action is None and state.phase in ("interrupt", "joker"):
            values = odds.needed_values(state, odds.unseen(state.view(state.seat)))
            assert sum(values.values()) == pytest.approx(1)
            assert all(0 <= chance < 1.000001 for chance in values.values())
            added += 1
    assert added > 300
