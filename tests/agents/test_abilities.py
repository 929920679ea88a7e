"""Greedy knows the special abilities (§11-03): its odds are those of the engine, its judgement fits the cards."""

from collections import Counter
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from agents.dynasty.evaluation import Weights
from agents.dynasty.greedy import Greedy
from agents.dynasty.observed import Observed
from agents.dynasty.plans import Plans
from agents.uniform import Random
from dynasty_env.dynasty.actions import HIRE, INCITE, MARRIAGE, PROCREATION, WAR_ON
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.seats.turn import Turn
from dynasty_env.kit.state import State
from tests.agents.test_odds import counted
from tests.rules.conftest import every_card, names, play, seat, succeeding, table

laid = partial(table, abilities=True, ask_forced=False)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK D2 D3 D4 D5 D6 D7 D8 D9 D10"
"""A pack on top of which nothing counts in wars, hires and incitements."""


class Spied(Plans):
    """It tells what it has reckoned with."""

    def __init__(self, state: State, seat: int, **weights: Any) -> None:
        super().__init__(Observed(state.observe(seat)), Weights(meddling=0.0, **weights))
        self.asked: dict[tuple[bool, int, int], float] = {}

    def own_chance(self, red: bool, wanted: int, dice: int) -> float:
        self.asked[red, wanted, dice] = chance = super().own_chance(red, wanted, dice)
        return chance

    def chance(self, red: bool, wanted: int, dice: int, laid: int = 0, value: int = 0) -> float:
        self.asked[red, wanted, dice] = chance = super().chance(red, wanted, dice, laid, value)
        return chance


def person(name: str) -> int:
    return PERSON_NAMES.index(name)


def country(name: str) -> int:
    return COUNTRY_NAMES.index(name)


def answer(state: State) -> str:
    turn = Turn(state, np.random.default_rng(0))
    action = Greedy().act(turn)
    assert action in turn.legal
    for key in (1, 2):
        dream = Turn(turn.imagine(key), np.random.default_rng(key))
        assert Greedy().act(dream) == action, f"{state.phase}: what is hidden has changed its mind"
    return GAME.action_names[action]


def contest(state: State, seat: int) -> tuple[int, int]:
    """(cards wanted, dice) of the open window, as the engine has them."""
    wanted, _, _, dice = GAME.layout["contest"].of(state.observe(seat)).tolist()
    return wanted, dice


# -- odds: the engine's numbers ----------------------------------------------------------------------------------------


def reckoned(plans: Spied) -> dict[tuple[bool, int, int], float]:
    """What the turn player reckons with for the declaration that lies open."""
    observed = plans.observed
    plans.asked.clear()
    if observed.action == MARRIAGE:
        plans.wedding(observed.target)
    elif observed.action == PROCREATION:
        list(plans.procreations())
    elif observed.action == WAR_ON:
        list(plans.wars([observed.country]))
    elif observed.action == HIRE:
        plans.hiring(observed.target, observed.actor)
    elif observed.action == INCITE:
        list(plans.incitements())
    return plans.asked


@pytest.mark.parametrize("adjacency", [True, False])
def test_cards_and_dice_are_the_engines(adjacency: bool) -> None:
    """Every window that random players open has the numbers that greedy would have reckoned with."""
    windows: Counter[int] = Counter()
    for seed in range(12):
        state = GAME.new(seed, num_players=3, adjacency=adjacency, ask_forced=True, backend="interpreted")
        rng = np.random.default_rng(seed)
        was = ""
        while not state.done:
            if state.phase == "interrupt" and was != "interrupt":
                plans = Spied(state, state.seat)
                action, red = plans.observed.action, plans.observed.action in (MARRIAGE, PROCREATION)
                wanted, dice = contest(state, state.seat)
                asked = reckoned(plans)
                holder = plans.observed.holders[plans.observed.country] if action == WAR_ON else 6
                if holder == 6:
                    assert (red, wanted, dice) in asked
                else:  # whom the defender sends is his to know
                    assert dice in {dice for _, _, dice in asked}
                    defending = Spied(state, (state.seat + holder) % 3)
                    list(defending.defences())
                    assert (False, wanted, dice) in defending.asked
                windows[action] += 1
            was = state.phase
            state.play(Random().act(Turn(state, rng)))
    assert set(windows) == {MARRIAGE, PROCREATION, WAR_ON, HIRE, INCITE}


HIDDEN = ["H3", "H9", "SA", "CK", "D5", "JOKER"]
SEEN = every_card(HIDDEN)


@pytest.mark.parametrize("red", [True, False])
def test_waste_against_every_draw_and_roll(red: bool) -> None:
    """§11-03-05: a die less for king and spouse each, in marriage (red) and hire (black) alike."""
    for king, spouse, wasted in (
        ("Henry III", None, 1),
        ("Henry IV", "Christina of Sweden", 1),
        ("Henry III", "Christina of Sweden", 2),
        ("Henry IV", None, 0),
    ):
        mine = seat(king, spouse=spouse, children=["Philip III"], courtiers=["Henry VII"])
        state = laid(mine, seat("Elizabeth I"), wanderers=["Anne of Cleves", "Thomas Cromwell"], discards=SEEN)
        plans = Spied(state, 0)
        if red and spouse:
            list(plans.procreations())
        elif red:
            list(plans.marriages())
        else:
            list(plans.hires([person("Henry VII")]))
        assert plans.asked
        dice_seen = set()
        for (colour, wanted, dice), chance in plans.asked.items():
            assert chance == pytest.approx(counted(dice, list(combinations(HIDDEN, min(wanted, 6))), colour, 0))
            dice_seen.add(dice)
        if not red:  # his governance, + 1 for Cromwell's bloodline
            assert dice_seen == {4 - wasted, 5 - wasted}


def test_sea_4_against_every_draw_and_roll() -> None:
    """§11-03-09: Drake's war of 2 counts 4 where the country is joined by sea to a territory of the attacker's."""
    own = seat("Francis Drake", territories=["England"])
    state = laid(own, seat("Henry IV", territories=["Poland"]), independent=["Ireland", "Palatinate"], discards=SEEN)
    for target, dice in (("Ireland", 5), ("Palatinate", 3)):
        plans = Spied(state, 0)
        [(value, _, _)] = plans.wars([country(target)])
        chance = counted(dice, list(combinations(HIDDEN, 1)), False, 0)
        assert plans.asked == {(False, 1, dice): pytest.approx(chance)}
        won, lost = plans.war(0, country(target), person("Francis Drake"), -1)
        assert value == pytest.approx(chance * won + (1 - chance) * lost)


def test_police_and_revolution_at_an_incitement() -> None:
    """§11-03-06, D-R21: each police person is asked; the mean over their dice. §11-03-04: or a new king."""
    rival = seat("Philip II", courtiers=["Cardinal Richelieu", "Francis Walsingham", "Henry of Guise", "Duke of Alba"])
    plans = Spied(laid(seat("Henry IV"), rival, discards=SEEN), 0)
    houses, value = plans.observed.houses, plans.evaluation.value
    for target in map(person, ("Henry of Guise", "Duke of Alba", "Cardinal Richelieu")):
        gone = houses[1].without(target)
        moved = {0: houses[0].with_courtier(target), 1: gone}
        if target == person("Henry of Guise"):
            moved = {1: gone._replace(king=target)}
        rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
        caught = sum(a <= 4 or b <= 3 for a, b in rolls) / len(rolls)
        expected = caught * value({1: gone}) + (1 - caught) * value(moved)
        assert plans.incite(0, target) == pytest.approx(expected)


def test_what_succeeds_by_itself() -> None:
    """§11-03-10, 11: an alchemist king's hires; with the new faith incitements of CP and P, of nobody else."""
    mine = seat("Rudolf II", courtiers=["Martin Luther"])
    rival = seat("Henry IV", courtiers=["Maurice of Saxony", "Count of Egmont", "Anne of Brittany"])
    state = laid(mine, rival, wanderers=["Duke of Sully"], discards=SEEN)
    plans = Spied(state, 0)
    assert plans.hiring(person("Duke of Sully"), person("Rudolf II")) == plans.hire(0, person("Duke of Sully"))
    values = {target: value for value, target in plans.incitements()}
    for name in ("Maurice of Saxony", "Count of Egmont"):
        assert values[person(name)] == plans.incite(0, person(name))
    assert values[person("Anne of Brittany")] < plans.incite(0, person("Anne of Brittany"))
    assert len(plans.asked) == 1


def test_without_abilities_there_are_none() -> None:
    """A king with waste and a courtier with the new faith are like any other."""
    mine = seat("Henry III", courtiers=["Martin Luther", "Francis Drake"], territories=["England"])
    state = table(mine, seat("Henry IV", courtiers=["Maurice of Saxony"]), independent=["Ireland"], discards=SEEN)
    plans = Spied(state, 0)
    list(plans.wars([country("Ireland")]))
    assert {dice for _, _, dice in plans.asked} == {1, 3}
    plans.asked.clear()
    list(plans.incitements())
    assert list(plans.asked) == [(False, 4, 4)]


# -- judgement -------------------------------------------------------------------------------------------------------


def raid(target: str, rival: dict[str, Any], **fields: Any) -> State:
    """Cortes has beaten a country."""
    own = seat("Charles V", courtiers=["Hernan Cortes"], territories=["Spain"])
    state = laid(own, rival, pack=HEARTS, **fields)
    play(state, "war", f"country:{target}", "person:Hernan Cortes")
    if state.phase == "war_defender":
        play(state, "pass")
    return succeeding(state) if state.phase == "interrupt" else state


def won(target: str, rival: dict[str, Any], **fields: Any) -> State:
    """As `raid`; everybody is asked in the window, so that it can be waited out."""
    return raid(target, rival, ask_forced=True, **fields)


def test_a_country_is_better_than_cards() -> None:
    state = won("Austria", seat("Elizabeth I"), independent=["Austria"])
    assert state.phase == "plunder"
    assert answer(state) == "pass"


def test_the_sultan_falls_with_his_plundered_empire() -> None:
    """§11-03-03: Suleiman is childless: his death ends the game, and I lead."""
    rival = seat("Suleiman I", territories=["Ottoman Empire", "Poland"])
    state = won("Ottoman Empire", rival)
    assert state.phase == "plunder"
    assert answer(state) == "declare"


def test_the_last_minister_is_sent_after_the_deserter() -> None:
    """§11-03-06: whom I lose anyway does not strengthen a rival."""
    rival = seat("Philip II", courtiers=["Cardinal Richelieu", "Duke of Alba"])
    state = laid(seat("Henry IV"), rival, pack=HEARTS, ask_forced=True)
    play(state, "incite", "person:Duke of Alba")
    state = succeeding(state)
    assert (state.phase, state.seat) == ("police", 1)
    assert answer(state) == "declare"


def test_a_revolution_topples_a_leader() -> None:
    """§11-03-04: his prestige of 5 makes room for 2; without abilities the courtier is but a recruit."""
    mine = seat("Anne of Brittany", territories=["Milan"])
    rival = seat("Charles V", children=["Philip II"], courtiers=["Henry of Guise"], territories=["Austria", "Venice"])
    for abilities in (True, False):
        plans = Spied(table(mine, rival, abilities=abilities, pope=0), 0)
        [guise] = [value for value, target in plans.incitements() if target == person("Henry of Guise")]
        recruit = plans.hire(0, person("Henry of Guise"))
        assert plans.incite(0, person("Henry of Guise")) > plans.evaluation.now
        assert (plans.incite(0, person("Henry of Guise")) > recruit) == abilities
        assert guise > plans.evaluation.now


def test_a_revolutionary_of_a_weaker_king_is_left_alone() -> None:
    """§11-03-04: William of Orange would be a better king than Philip III."""
    plans = Spied(laid(seat("Henry IV"), seat("Philip III", courtiers=["William of Orange"]), pope=0), 0)
    assert plans.incite(0, person("William of Orange")) < plans.evaluation.now


def test_nobody_of_mine_is_suppressed() -> None:
    state = laid(seat("Mary I", children=["Duke of Alba"]), seat("Henry IV"))
    assert "suppression" in names(state)
    plans = Spied(state, 0)
    assert all(value < plans.evaluation.now for value, _ in plans.suppressions())
    assert answer(state) != "suppression"
    state = laid(
        seat("Charles V", children=["Philip II"], courtiers=["Duke of Alba", "Anne of Cleves"]), seat("Henry IV")
    )
    play(state, "suppression")
    assert answer(state) == "person:Anne of Cleves"


def test_a_spouse_is_executed_for_a_better_one() -> None:
    """§11-03-07: Henry VIII is tied to a nun; Elizabeth is free."""
    mine = seat("Henry VIII", spouse="Katharina von Bora", courtiers=["Elizabeth I"])
    plans = Spied(laid(mine, seat("Henry IV")), 0)
    [(value, target)] = plans.executions()
    assert target == person("Katharina von Bora") and value > plans.evaluation.now
    mine = seat("Henry VIII", spouse="Catherine of Aragon", courtiers=["Anne of Cleves"])
    plans = Spied(laid(mine, seat("Henry IV")), 0)
    [(value, _)] = plans.executions()
    assert value < plans.evaluation.now
    state = laid(mine, seat("Henry IV"), ask_forced=True)
    play(state, "execution")
    assert answer(state) == "person:Catherine of Aragon"


def test_a_match_at_home_is_better_than_abroad() -> None:
    """§11-03-05: the child's prestige stays in the house, and the queen has a husband."""
    mine = seat("Elizabeth I", children=["Philip III", "Christina of Sweden"])
    state = laid(mine, seat("Catherine de' Medici"), seat("Rudolf II"), ask_forced=True)
    play(state, "matchmaking")
    assert state.phase == "matchmaking_child"
    assert answer(state) == "person:Philip III"
    play(state, "person:Philip III")
    assert names(state) == {"person:Elizabeth I", "person:Catherine de' Medici"}
    assert answer(state) == "person:Elizabeth I"
    plans = Spied(state, 0)
    values = {king: value for value, king, _ in plans.matches([person("Philip III")])}
    house = plans.observed.houses[0]
    married = plans.evaluation.value({0: house.married(person("Philip III"))})
    assert values[person("Elizabeth I")] == pytest.approx(plans.mixed(1 / 6, married))


def test_kin_is_no_match_where_that_is_forbidden() -> None:
    """D-R10."""
    state = laid(seat("Elizabeth I", children=["Philip III"]), seat("Mary I"), kin_marriage=False)
    assert [king for _, king, _ in Spied(state, 0).matches()] == [person("Mary I")]


def test_an_assassin_needs_no_scythe() -> None:
    """§11-03-02: a reaper action that costs nothing: the childless king of a rival falls, and I lead."""
    mine = seat("Charles V", children=["Philip II"], courtiers=["Mary Stuart"], territories=["France", "Spain"])
    state = laid(mine, seat("Louis XIII", vetoed=True), scythe=1)
    state_with = laid(mine, seat("Louis XIII", vetoed=True), scythe=0)
    assert "assassination" in names(state) and "reaper" in names(state_with)
    plans = Spied(state, 0)
    free, costly = (dict((who, value) for value, who in plans.reapings(scythe=scythe)) for scythe in (False, True))
    assert all(free[who] > costly[who] for who in free)
    play(state, "assassination")
    assert answer(state) == "person:Louis XIII"


def test_war_tax_keeps_ten_cards() -> None:
    """§11-03-08: at six cards none is to spare, unless it is the king who taxes."""
    cards = [CARD_NAMES[kind] for kind in (1, 5, 6, 14, 20, 30)]
    for king, courtier, limit in (("Charles V", "Duke of Sully", 10), ("Duke of Sully", "Charles V", 5)):
        plans = Spied(laid(seat(king, courtiers=[courtier], hand=cards), seat("Henry IV")), 0)
        assert plans.observed.hand_limit() == limit
        assert (plans.price(6) > 0) == (limit == 10)


def test_suleimans_death_takes_his_empire_along() -> None:
    """§11-02: whoever holds it."""
    mine = seat("Charles V", territories=["Spain", "Ottoman Empire"])
    plans = Spied(laid(mine, seat("Henry IV", courtiers=["Suleiman I"])), 0)
    houses = plans.observed.houses
    poorer = houses[0].without_land(country("Ottoman Empire"))
    alone = houses[1].without(person("Suleiman I"))
    assert plans.dead(person("Suleiman I")) == pytest.approx(plans.evaluation.value({0: poorer, 1: alone}))
