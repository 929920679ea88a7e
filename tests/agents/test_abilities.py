"""Greedy knows the special abilities (§11-03): its odds are those of the engine, its judgement fits the cards."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from agents.greedy import Greedy
from agents.uniform import Random
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.greedy import declarations
from dynasty_env.dynasty.greedy.imagine import hand_over, join, put, revolt, value
from dynasty_env.dynasty.greedy.outcomes import battle, checked, dead, hired, incited, married, mixed
from dynasty_env.dynasty.greedy.weights import NEVER
from dynasty_env.dynasty.greedy.witches import price
from dynasty_env.dynasty.ids import ASSASSINATION, HIRE, INCITE, MARRIAGE, PROCREATION, REAPER, SUPPRESSION, WAR_ON
from dynasty_env.dynasty.material import NOBODY, OTTOMAN, SULEIMAN, Holder, Place
from dynasty_env.dynasty.rules.turn import hand_limit
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.agents.minds import country, mind, person
from tests.agents.test_odds import counted
from tests.dynasty.rules.conftest import every_card, names, play, seat, succeeding, table

laid = partial(table, abilities=True, ask_forced=False)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK D2 D3 D4 D5 D6 D7 D8 D9 D10"
"""A pack on top of which nothing counts in wars, hires and incitements."""


Asked = dict[tuple[bool, int, int], float]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What declarations have reckoned with: the chance by colour (red or black), cards wanted, dice."""
    found: Asked = {}

    def spied(chance_of: Callable[..., float]) -> Callable[..., float]:
        def chance(m: Any, colour: int, wanted: int, dice: int, *laid: int) -> float:
            found[bool(colour), int(wanted), int(dice)] = chance = chance_of(m, colour, wanted, dice, *laid)
            return chance

        return chance

    for name in ("own_chance", "contest_chance"):
        monkeypatch.setattr(declarations, name, spied(getattr(declarations, name)))
    return found


def answer(state: State) -> str:
    decision = Decision(state, np.random.default_rng(0))
    action = Greedy().act(decision)
    assert action in decision.legal
    for key in (1, 2):
        dream = Decision(decision.imagine(key), np.random.default_rng(key))
        assert Greedy().act(dream) == action, f"{state.phase}: what is hidden has changed its mind"
    return GAME.action_names[action]


def contest(state: State, seat: int) -> tuple[int, int]:
    """(cards wanted, dice) of the open window, as the engine has them."""
    wanted, _, _, dice = GAME.layout["contest"].of(state.observe(seat)).tolist()
    return wanted, dice


def reckon(m: Any) -> None:
    """Reckon with the declaration that lies open, as the turn player."""
    if m.action == MARRIAGE:
        declarations.wedding(m, m.target)
    elif m.action == PROCREATION:
        declarations.declaration(m, PROCREATION)
    elif m.action == WAR_ON:
        declarations.war_on(m, m.country)
    elif m.action == HIRE:
        declarations.hire(m, m.actor, m.target)
    elif m.action == INCITE:
        declarations.declaration(m, INCITE)


@pytest.mark.parametrize("adjacency", [True, False])
def test_cards_and_dice_are_the_engines(adjacency: bool, asked: Asked) -> None:
    """Every window that random players open has the numbers that greedy would have reckoned with."""
    windows: Counter[int] = Counter()
    for seed in range(4):
        state = GAME.new(seed, num_players=3, adjacency=adjacency, ask_forced=True, backend="interpreted")
        rng = np.random.default_rng(seed)
        was = ""
        while not state.done:
            if state.phase == "interrupt" and was != "interrupt":
                m = mind(state, state.seat)
                action, red = m.action, m.action in (MARRIAGE, PROCREATION)
                wanted, dice = contest(state, state.seat)
                asked.clear()
                reckon(m)
                holder = m.holder[m.country] if action == WAR_ON else Holder.INDEPENDENT
                if holder < 0:
                    assert (red, wanted, dice) in asked
                else:  # whom the defender sends is his to know
                    assert dice in {dice for _, _, dice in asked}
                    defending = mind(state, (state.seat + holder) % 3)
                    for person in (NOBODY, *range(97)):
                        if person == NOBODY or defending.owner[person] == 0:
                            declarations.defence(defending, person)
                    assert (False, wanted, dice) in asked
                windows[action] += 1
            was = state.phase
            state.play(Random().act(Decision(state, rng)))
    assert set(windows) == {MARRIAGE, PROCREATION, WAR_ON, HIRE, INCITE}


HIDDEN = ["H3", "H9", "SA", "CK", "D5", "JOKER"]
SEEN = every_card(HIDDEN)


@pytest.mark.parametrize("red", [True, False])
def test_waste_against_every_draw_and_roll(red: bool, asked: Asked) -> None:
    """§11-03-05: a die less for king and spouse each, in marriage (red) and hire (black) alike."""
    for king, spouse, wasted in (
        ("Henry III", None, 1),
        ("Henry IV", "Christina of Sweden", 1),
        ("Henry III", "Christina of Sweden", 2),
        ("Henry IV", None, 0),
    ):
        mine = seat(king, spouse=spouse, children=["Philip III"], courtiers=["Henry VII"])
        state = laid(mine, seat("Elizabeth I"), wanderers=["Anne of Cleves", "Thomas Cromwell"], discards=SEEN)
        m = mind(state, 0)
        asked.clear()
        if red and spouse:
            declarations.declaration(m, PROCREATION)
        elif red:
            declarations.declaration(m, MARRIAGE)
        else:
            declarations.hire_by(m, person("Henry VII"))
        assert asked
        dice_seen = set()
        for (colour, wanted, dice), chance in asked.items():
            assert chance == pytest.approx(counted(dice, list(combinations(HIDDEN, min(wanted, 6))), colour, 0))
            dice_seen.add(dice)
        if not red:  # his governance, + 1 for Cromwell's bloodline
            assert dice_seen == {4 - wasted, 5 - wasted}


def test_sea_4_against_every_draw_and_roll(asked: Asked) -> None:
    """§11-03-09: Drake's war of 2 counts 4 where the country is joined by sea to a territory of the attacker's."""
    own = seat("Francis Drake", territories=["England"])
    state = laid(own, seat("Henry IV", territories=["Poland"]), independent=["Ireland", "Palatinate"], discards=SEEN)
    for target, dice in (("Ireland", 5), ("Palatinate", 3)):
        m, drake = mind(state, 0), person("Francis Drake")
        asked.clear()
        worth = declarations.war_on(m, country(target))
        chance = counted(dice, list(combinations(HIDDEN, 1)), False, 0)
        assert asked == {(False, 1, dice): pytest.approx(chance)}
        won = battle(m, country(target), 0, drake, NOBODY)
        assert worth == pytest.approx(chance * won + (1 - chance) * checked(m, drake))


def test_police_and_revolution_at_an_incitement() -> None:
    """§11-03-06, D-R21: each police person is asked; the mean over their dice. §11-03-04: or a new king."""
    rival = seat("Philip II", courtiers=["Cardinal Richelieu", "Francis Walsingham", "Henry of Guise", "Duke of Alba"])
    m = mind(laid(seat("Henry IV"), rival, discards=SEEN), 0)
    for target in map(person, ("Henry of Guise", "Duke of Alba", "Cardinal Richelieu")):
        put(m, target, NOBODY, Place.GONE)
        gone = value(m)
        if target == person("Henry of Guise"):
            revolt(m, target)
        else:
            join(m, target, 0, Place.COURTIER)
        moved = value(m)
        rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
        caught = sum(a <= 4 or b <= 3 for a, b in rolls) / len(rolls)
        assert incited(m, 0, target) == pytest.approx(caught * gone + (1 - caught) * moved)


def test_what_succeeds_by_itself(asked: Asked) -> None:
    """§11-03-10, 11: an alchemist king's hires; with the new faith incitements of CP and P, of nobody else."""
    mine = seat("Rudolf II", courtiers=["Martin Luther"])
    rival = seat("Henry IV", courtiers=["Maurice of Saxony", "Count of Egmont", "Anne of Brittany"])
    state = laid(mine, rival, wanderers=["Duke of Sully"], discards=SEEN)
    m = mind(state, 0)
    sully = person("Duke of Sully")
    assert declarations.hire(m, person("Rudolf II"), sully) == hired(m, 0, sully)
    for name in ("Maurice of Saxony", "Count of Egmont"):
        assert declarations.incitement(m, person(name)) == incited(m, 0, person(name))
    anne = person("Anne of Brittany")
    assert declarations.incitement(m, anne) < incited(m, 0, anne)
    assert len(asked) == 1


def test_without_abilities_there_are_none(asked: Asked) -> None:
    """A king with waste and a courtier with the new faith are like any other."""
    mine = seat("Henry III", courtiers=["Martin Luther", "Francis Drake"], territories=["England"])
    state = table(mine, seat("Henry IV", courtiers=["Maurice of Saxony"]), independent=["Ireland"], discards=SEEN)
    m = mind(state, 0)
    declarations.war_on(m, country("Ireland"))
    assert {dice for _, _, dice in asked} == {1, 3}
    asked.clear()
    declarations.declaration(m, INCITE)
    assert list(asked) == [(False, 4, 4)]


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
        m, guise = mind(table(mine, rival, abilities=abilities, pope=0), 0), person("Henry of Guise")
        assert incited(m, 0, guise) > m.now
        assert (incited(m, 0, guise) > hired(m, 0, guise)) == abilities
        assert declarations.incitement(m, guise) > m.now


def test_a_revolutionary_of_a_weaker_king_is_left_alone() -> None:
    """§11-03-04: William of Orange would be a better king than Philip III."""
    m = mind(laid(seat("Henry IV"), seat("Philip III", courtiers=["William of Orange"]), pope=0), 0)
    assert incited(m, 0, person("William of Orange")) < m.now


def test_nobody_of_mine_is_suppressed() -> None:
    state = laid(seat("Mary I", children=["Duke of Alba"]), seat("Henry IV"))
    assert "suppression" in names(state)
    m = mind(state, 0)
    assert NEVER < declarations.declaration(m, SUPPRESSION) < m.now
    assert answer(state) != "suppression"
    state = laid(
        seat("Charles V", children=["Philip II"], courtiers=["Duke of Alba", "Anne of Cleves"]), seat("Henry IV")
    )
    play(state, "suppression")
    assert answer(state) == "person:Anne of Cleves"


def test_a_spouse_is_executed_for_a_better_one() -> None:
    """§11-03-07: Henry VIII is tied to a nun; Elizabeth is free."""
    mine = seat("Henry VIII", spouse="Katharina von Bora", courtiers=["Elizabeth I"])
    m = mind(laid(mine, seat("Henry IV")), 0)
    assert declarations.spouse_of(m) == person("Katharina von Bora")
    assert declarations.execution(m, person("Katharina von Bora")) > m.now
    mine = seat("Henry VIII", spouse="Catherine of Aragon", courtiers=["Anne of Cleves"])
    m = mind(laid(mine, seat("Henry IV")), 0)
    assert declarations.execution(m, person("Catherine of Aragon")) < m.now
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
    m, child = mind(state, 0), person("Philip III")
    found = declarations.match(m, child, person("Elizabeth I"))
    assert found == pytest.approx(mixed(m, 1 / 6, married(m, 0, child)))


def test_kin_is_no_match_where_that_is_forbidden() -> None:
    """D-R10."""
    state = laid(seat("Elizabeth I", children=["Philip III"]), seat("Mary I"), kin_marriage=False)
    m, child = mind(state, 0), person("Philip III")
    assert declarations.match_of(m, child) == declarations.match(m, child, person("Mary I")) > NEVER


def test_an_assassin_needs_no_scythe() -> None:
    """§11-03-02: a reaper action that costs nothing: the childless king of a rival falls, and I lead."""
    mine = seat("Charles V", children=["Philip II"], courtiers=["Mary Stuart"], territories=["France", "Spain"])
    state = laid(mine, seat("Louis XIII", vetoed=True), scythe=1)
    state_with = laid(mine, seat("Louis XIII", vetoed=True), scythe=0)
    assert "assassination" in names(state) and "reaper" in names(state_with)
    m = mind(state, 0)
    for who in map(person, ("Charles V", "Philip II", "Mary Stuart", "Louis XIII")):
        assert declarations.reaping(m, ASSASSINATION, who) > declarations.reaping(m, REAPER, who)
    play(state, "assassination")
    assert answer(state) == "person:Louis XIII"


def test_war_tax_keeps_ten_cards() -> None:
    """§11-03-08: at six cards none is to spare, unless it is the king who taxes."""
    cards = [CARD_NAMES[kind] for kind in (1, 5, 6, 14, 20, 30)]
    for king, courtier, limit in (("Charles V", "Duke of Sully", 10), ("Duke of Sully", "Charles V", 5)):
        m = mind(laid(seat(king, courtiers=[courtier], hand=cards), seat("Henry IV")), 0)
        assert hand_limit(m, 0) == limit
        assert (price(m, 6) > 0) == (limit == 10)


def test_suleimans_death_takes_his_empire_along() -> None:
    """§11-02: whoever holds it."""
    mine = seat("Charles V", territories=["Spain", "Ottoman Empire"])
    m = mind(laid(mine, seat("Henry IV", courtiers=["Suleiman I"])), 0)
    put(m, SULEIMAN, NOBODY, Place.GONE)
    hand_over(m, OTTOMAN, Holder.OUT)
    assert value(m) == dead(m, SULEIMAN)
