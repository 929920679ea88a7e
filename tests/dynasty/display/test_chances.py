"""Chances that prompts name, against every draw and every roll counted one by one, and nothing hidden in them."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import PERSON
from dynasty_env.dynasty.material import PERSON_NAMES, Event, EventPlace
from dynasty_env.dynasty.rules import odds
from dynasty_env.dynasty.rules.odds import Dice, reaches
from dynasty_env.dynasty.rules.resolution import (
    cards_wanted,
    dice_allowed,
    dice_showing,
    dice_value,
    is_slashed,
    success_value,
)
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, number_of
from dynasty_env.kit.message import Chance
from dynasty_env.kit.state import State
from tests.dynasty.puzzles.enumerate import BLACK, PACK, RED, highest, highest_by_listing, success, without
from tests.dynasty.reached import reached
from tests.dynasty.tables import RIVAL, attached, dynasty, laid
from tests.picking import card as printed

WITCHES = {
    "the Gale": Dice(0, gale=True),
    "the Mighty": Dice(0, might=True),
    "the Marksman": Dice(0, ballistics=True),
    "the Deflector": Dice(0, changes=2),
    "Henry VII": Dice(0),
}


def hiring(recruiter: str, **more: Any) -> State:
    """A hire whose window is open."""
    table = laid(dynasty("Elizabeth I", recruiter), RIVAL, wanderers=["Mary I", "Henry VIII"], **more)
    state = GAME.from_dict(table | {"options": {"witches": True, "ask_forced": True}}, backend="interpreted")
    return played(state, "hire", f"person:{recruiter}", "person:Henry VIII")


def played(state: State, *actions: str) -> State:
    """A game after these actions, in the window of what they declare."""
    for action in actions:
        pass_over(state, "event", "cancel", "warrior")
        state.play(action)
    pass_over(state, "event", "cancel", "warrior", "friend", "war_defender")
    assert state.phase == "interrupt"
    return state


def pass_over(state: State, *phases: str) -> None:
    while state.phase in phases:
        state.play("pass")


def set_dice(state: State, faces: Sequence[int]) -> None:
    state.record["dice"][: len(faces)] = faces
    state.record["dice_size"] = len(faces)


def best_reading(state: State, faces: Sequence[int], changes: int) -> int:
    """What the dice count, once so many of them have been changed as is best."""
    best = 0
    for places in combinations(range(len(faces)), min(changes, len(faces))):
        for new in product(range(1, 7), repeat=len(places)):
            changed = list(faces)
            for place, face in zip(places, new, strict=True):
                changed[place] = face
            set_dice(state, changed)
            best = max(best, int(dice_value(state.tables[0])))
    return best


@pytest.mark.parametrize(("children", "said"), [([], True), (["Mary I"], False)])
def test_a_commander_is_told_when_his_death_would_end_the_game(children: list[str], said: bool) -> None:
    """§07-01 a: a king who dies childless; nobody else's death ends it."""
    state = GAME.from_dict(laid(dynasty("Henry VIII", "Charles I", children=children), RIVAL), backend="interpreted")
    for action in ("war", "country:Naples"):
        pass_over(state, "event", "cancel", "warrior")
        state.play(action)
    told = {name: GAME.prospects(state, GAME.action_ids[f"person:{name}"]) for name in ("Henry VIII", "Charles I")}
    assert told["Henry VIII"].endswith("; no heir: this death would end the game") is said
    assert "no heir" not in told["Charles I"]


@pytest.mark.parametrize("slash", [False, True])
@pytest.mark.parametrize("recruiter", WITCHES)
def test_every_roll_is_read_as_the_rules_read_it(recruiter: str, slash: bool) -> None:
    """SW02-07, SW02-08-06: with each ability of an actor, with gale slash and without."""
    state = hiring(recruiter, **(attached("gale slash", recruiter) if slash else {}))
    for number in range(4):
        dice = WITCHES[recruiter]._replace(number=number, slash=slash)
        outcomes = [outcome(state, faces, dice) for faces in product(range(1, 7), repeat=number)]
        for needed in (0, 1, 4, 7, 11, 13, 25, 60):
            hits = sum(certain or (counted is not None and counted >= needed) for certain, counted in outcomes)
            assert reaches(dice, needed) == pytest.approx(hits / 6**number), (number, needed)


def outcome(state: State, faces: Sequence[int], dice: Dice) -> tuple[bool, int | None]:
    """Whether a roll succeeds whatever is needed, and what it counts; None: it fails whatever is needed."""
    set_dice(state, faces)
    if is_slashed(state.tables[0]):
        return False, None
    if dice.ballistics and dice_showing(state.tables[0], 1):
        return True, 0
    return False, best_reading(state, faces, dice.changes)


def test_two_abilities_at_once_are_read_in_the_order_of_the_rules() -> None:
    """D-R58: a friend may act with an ability of her own, besides the commander's."""
    for faces in (1, 2, 3):
        rolls = list(product(range(1, 7), repeat=faces))
        for needed in (5, 9, 14, 20):
            highest = [max(roll) * faces + max(roll) >= needed for roll in rolls]
            assert reaches(Dice(faces, gale=True, might=True), needed) == pytest.approx(np.mean(highest))
            changed = [12 + sum(sorted(roll)[2:]) + 6 >= needed if faces > 1 else needed <= 12 for roll in rolls]
            assert reaches(Dice(faces, might=True, changes=2), needed) == pytest.approx(np.mean(changed))
            all_six = [6 * faces >= needed for _ in rolls]
            assert reaches(Dice(faces, gale=True, changes=2), needed) == pytest.approx(np.mean(all_six))


def test_the_most_dice_are_counted_out() -> None:
    """D-R56: 48 dice, with a product of at most 9,999."""
    assert reaches(Dice(48), 48) == pytest.approx(1)
    assert reaches(Dice(48), 169) == pytest.approx(0.4832, abs=1e-3)
    assert reaches(Dice(48, slash=True), 9_999) == pytest.approx((5 / 6) ** 48, rel=1e-6)


def windows(count: int) -> Iterator[State]:
    """Interrupt windows of random games of the base game."""
    rng = np.random.default_rng(5)
    for seed in range(count):
        state = GAME.new(seed, num_players=2 + seed % 5, abilities=False, backend="auto")
        while not state.done:
            if state.phase == "interrupt":
                yield state
            state.play(int(rng.choice(state.legal())))


def test_a_window_has_the_odds_of_the_book() -> None:
    """§08-02-03-01, counted by `tests.dynasty.puzzles.enumerate`, which shares nothing with the game."""
    met = 0
    for state in windows(6):
        record, view = state.record, state.view(state.seat)
        kept = without(view["kept"], *view["seats"][state.seat]["kept_cards"])  # by others, from an earlier pack
        laid = (card["card"] for card in view["on_table"])
        heap = without(PACK, *view["discards"], *view["seats"][state.seat]["hand"], *laid, *kept)
        wanted, played = int(cards_wanted(state.tables[0])), [
            f"joker:{card['number']}" if card["card"] == "JOKER" else card["card"] for card in view["on_table"]
        ]  # fmt: skip
        if wanted - len(played) > record["pack_size"]:
            continue
        suits = RED if view["declared"]["action"] in ("marriage", "procreation") else BLACK
        book = success(heap, wanted, suits, int(dice_allowed(state.tables[0])), played)
        assert odds.success(state, odds.unseen(view)) == pytest.approx(float(book))
        met += 1
    assert met > 150


HIDDEN = ["S3", "S9", "HA", "CK", "D5", "JOKER"]


def small(
    own: dict[str, Any], rival_hand: Sequence[str], pack: Sequence[str], discards: Sequence[str], **more: Any
) -> State:
    """A table on which all playing cards but `pack` and the rival's hand are seen by seat 0."""
    unseen = [*pack, *rival_hand, *discards]
    table = laid(
        own | {"hand": without(PACK, *unseen)}, RIVAL | {"hand": list(rival_hand)}, pack=list(pack),
        discards=list(discards), **more,
    )  # fmt: skip
    return GAME.from_dict(table | {"options": {"witches": True, "ask_forced": True}}, backend="interpreted")


def listed(state: State, heap: Sequence[str], discards: Sequence[str], top: str | None = None) -> float:
    """The chance of success: every set of cards that can come is laid, every roll is made, and the rules are asked."""
    t, record = state.tables[0], state.record
    missing = max(int(cards_wanted(t)) - int(record["laid_size"]), 0)
    pack = int(record["pack_size"])
    rebuilt, number = min(max(missing - pack, 0), len(discards)), int(dice_allowed(t))
    hits = total = 0
    first = [*combinations(heap, min(missing, pack) - (top is not None))]
    for drawn in ((*one, *other) for one in first for other in combinations(discards, rebuilt)):
        copy = state.clone()
        for name in (*drawn, *([top] if top else [])):
            kind, at = CARD_NAMES.index(name), int(copy.record["laid_size"])
            copy.record["laid"][at] = kind
            copy.record["laid_number"][at] = 1 if kind == JOKER else number_of(kind)
            copy.record["laid_size"] = at + 1
        needed = int(success_value(copy.tables[0]))
        for faces in product(range(1, 7), repeat=number):
            set_dice(copy, faces)
            hits += int(dice_value(copy.tables[0])) >= needed
            total += 1
    return hits / total


@pytest.mark.parametrize(("country", "left"), [("Naples", 2), ("France", -6)])
def test_an_empty_pack_is_rebuilt_from_the_discards(country: str, left: int) -> None:
    """§08-02-03-01: what is short comes from the discards, which everybody has seen; D-R6: there may be too few."""
    discards = ["S2", "CQ", "H9"]
    state = small(dynasty("Elizabeth I"), HIDDEN[:5], HIDDEN[5:], discards, independent=["Naples"])
    state = played(state, "war", f"country:{country}", "person:Elizabeth I")
    assert len(HIDDEN[5:]) + len(discards) - cards_wanted(state.tables[0]) == left
    expected = listed(state, HIDDEN, discards)
    assert odds.success(state, odds.unseen(state.view(0))) == pytest.approx(expected)


@pytest.mark.parametrize("commander", ["Mary I", "the Evil Eye"])
@pytest.mark.parametrize("country", ["country:Naples", "event:neuroi"])
def test_cards_are_lowered_or_added_up(country: str, commander: str) -> None:
    """SW02-06-02: against the Neuroi black cards are added up; SW02-07-02: the evil eye lowers each of them."""
    occupied = {"events_on_table": ["neuroi"], "occupied": ["Ireland"]}
    state = small(dynasty("Elizabeth I", commander), HIDDEN[:1], HIDDEN[1:], [], independent=["Naples"], **occupied)
    state = played(state, "war", country, f"person:{commander}")
    assert odds.success(state, odds.unseen(state.view(0))) == pytest.approx(listed(state, HIDDEN, []))


def test_a_card_as_high_as_the_evil_eyes_war_counts_nothing() -> None:
    """SW02-07-02: lowered to 0, it is as if no card counted: both come to the same success value."""
    eye = int(printed("the Evil Eye")["war"])
    heap = [f"S{eye}", f"C{eye}", "HA", "D5", "SQ"]
    state = small(dynasty("Elizabeth I", "the Evil Eye"), heap[:1], heap[1:], [], independent=["Naples"])
    state = played(state, "war", "country:Naples", "person:the Evil Eye")
    cards = odds.unseen(state.view(0))
    assert sum(odds.needed_values(state, cards).values()) == pytest.approx(1)
    assert odds.success(state, cards) == pytest.approx(listed(state, heap, []))


def test_the_top_of_the_pack_is_drawn_first() -> None:
    """SW02-07-03: who has seen it knows one of the cards that come."""
    state = small(dynasty("Elizabeth I", "the Watcher"), HIDDEN[:2], HIDDEN[2:], [], wanderers=["Henry VIII"])
    state.record["knows_top"][0] = 1
    state = played(state, "hire", "person:the Watcher", "person:Henry VIII")
    seen = state.view(0)["known"]["pack_top"]
    assert seen == HIDDEN[2]
    expected = listed(state, without(HIDDEN, seen), [], top=seen)
    assert odds.success(state, odds.unseen(state.view(0))) == pytest.approx(expected)


def dies(person: str) -> str:
    """§10-01."""
    return f"dies {rolled(lambda face: face > printed(person)['life'])}"


def rolled(condition: Callable[[int], bool]) -> str:
    """The share of a die's faces, as prompts have it."""
    return f"{round(100 * sum(map(condition, range(1, 7))) / 6)} %"


@pytest.mark.parametrize(
    ("phase", "action", "said"),
    [
        ("reaper_target", "pope", f"dies {rolled(lambda face: face > 3)}"),  # §11-01
        ("reaper_target", "person:Henry II", dies("Henry II")),
        ("lightning_target", "person:Louis XIII", dies("Louis XIII")),
        ("check_order", "person:Henry II", dies("Henry II")),
        ("sortie", "person:Henry VII", dies("Henry VII")),
        ("suppression_target", "person:John of Austria", f"dies {rolled(lambda face: face >= 5)}"),  # §11-03-01
        ("police", "declare", f"succeeds {rolled(lambda face: face <= 3)}"),  # §11-03-06: Walsingham's governance
        ("police", "pass", ""),
        ("warrior", "pass", ""),
        ("warrior", "person:Henry VII", "then dies 75 %"),  # SW02-08-08: two checks, life 3
        ("matchmaking_target", "person:Mary Stuart", f"succeeds {rolled(lambda face: face > 3)}"),  # §11-03-05
        ("dice", "pass", r"then they count \d+"),
        ("recruit", "deck:yellow", ""),
        ("interrupt", "pass", ""),
        ("interrupt", "card:S4", r"then succeeds \d+ %"),
        ("war_commander", "person:Charles I", r"succeeds \d+ %, then dies 67 %"),
        ("war_defender", "pass", r"the attack succeeds \d+ %"),
        ("war_defender", "person:Henry II", rf"the attack succeeds \d+ %, then {dies('Henry II')}"),
        ("hire_candidate", "person:Duke of Sully", r"succeeds \d+ %"),
    ],
)
def test_prospects_of_an_action(phase: str, action: str, said: str) -> None:
    state = reached(phase)
    assert GAME.action_ids[action] in state.legal()
    assert re.fullmatch(said, GAME.prospects(state, GAME.action_ids[action]))


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("interrupt", r"If nobody plays anything else, it succeeds with a chance of (over |under )?\d+ %\."),
        ("veto", r"If you allow it, [\w ]+ dies with a chance of \d+ %\."),
        ("war_defender", r"Chances assume that nobody plays a card or an event\."),
        ("friend", r"Chances assume that nobody defends or plays a card or an event\."),
        ("recruit", ""),
    ],
)
def test_prospects_of_a_decision(phase: str, said: str) -> None:
    assert re.fullmatch(said, GAME.prospects(reached(phase)))


def test_the_healers_dynasty_survives() -> None:
    """SW02-07-01: every death check, but for her own."""
    healer, henry = (GAME.action_ids[f"person:{name}"] for name in ("the Healer", "Henry VII"))
    table = laid(dynasty("Elizabeth I", "the Healer", "Henry VII"), RIVAL, scythe=0)
    state = GAME.from_dict(table, backend="interpreted")
    state.play("reaper")
    assert GAME.prospects(state, henry) == "dies 0 %"
    assert GAME.prospects(state, healer) == dies("the Healer")


def test_warriors_way_brings_two_checks_after_an_all_out_attack_too() -> None:
    """SW02-08-08: whoever carries it takes two death checks, in whatever war."""
    state = reached("check_order")
    henry = PERSON_NAMES.index("Henry II")
    state.record["event_place"][Event.WARRIORS_WAY] = EventPlace.ATTACHED
    state.record["event_person"][Event.WARRIORS_WAY] = henry
    survives = np.mean([face <= printed("Henry II")["life"] for face in range(1, 7)])
    assert GAME.prospects(state, PERSON + henry) == f"dies {Chance(float(1 - survives**2))}"


def test_what_succeeds_by_itself_is_certain() -> None:
    """§11-03-10, 11: alchemy and new faith; SW02-08-08: warrior's way, for the side that has it."""
    alchemist = laid(dynasty("Rudolf II"), RIVAL, wanderers=["Mary I", "Henry VIII"])
    state = GAME.from_dict(alchemist, backend="interpreted")
    state.play("hire")
    assert GAME.prospects(state, GAME.action_ids["person:Mary I"]) == "succeeds 100 %"
    faithful = laid(dynasty("Elizabeth I", "Martin Luther"), RIVAL | {"courtiers": ["Gaspard de Coligny", "Henry II"]})
    state = GAME.from_dict(faithful, backend="interpreted")
    state.play("incite")
    assert GAME.prospects(state, GAME.action_ids["person:Gaspard de Coligny"]) == "succeeds 100 %"
    assert GAME.prospects(state, GAME.action_ids["person:Henry II"]) != "succeeds 100 %"
    state = reached("warrior")
    state.play("person:Duke of Alba")
    while state.phase != "war_defender":
        state.play(int(state.legal()[0]))
    assert {GAME.prospects(state, action)[:25] for action in state.legal().tolist()} == {"the attack succeeds 100 %"}


def test_an_only_spouse_is_asked_for_a_child_at_once() -> None:
    own = dynasty("Elizabeth I", spouses=["Charles I"])
    asked = {"options": {"witches": True, "ask_forced": True}}
    state = GAME.from_dict(laid(own, RIVAL) | asked, backend="interpreted")
    pass_over(state, "event")
    said = GAME.prospects(state, GAME.action_ids["procreation"])
    declared = played(state, "procreation")
    assert said.startswith(f"succeeds {Chance(odds.success(declared, odds.unseen(declared.view(0))))} ")


def test_counting_and_listing_agree() -> None:
    """The odds of the highest card by a formula and by looking at every hand."""
    heap = ["HA", "H7", "D7", "DK", "S2", "CQ", "JOKER", "JOKER"]
    for suits in (RED, BLACK):
        for drawn in range(len(heap) + 2):
            assert highest(heap, drawn, suits) == highest_by_listing(heap, drawn, suits)
