"""Save files: complete at every decision, readable by hand, and refused by the path of what is wrong."""

import copy
import json
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COLOUR, COUNTRY_NAMES, DECK_NAMES, PERSON_NAMES, PRINTED
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.cards import CARD_NAMES
from dynasty_env.kit.errors import RuleFault, SaveError
from dynasty_env.kit.game import State
from tests.rare import rare_decisions

PHASES = tuple(GAME.phase_names.values())
PERSONS = PERSON_NAMES[:PRINTED]
UNPLACED = [name for name in PERSONS if name not in ("Henry IV", "Elizabeth I")]
MISSING = object()
SECONDS = 20
"""Longest that a single save file may take, on a busy machine."""


def load(saved: Any, **arguments: Any) -> State:
    return GAME.from_dict(saved, backend="interpreted", **arguments)


def refused(saved: Any, *says: str) -> str:
    """The complaint about a save file, which must hold all that it `says`."""
    with pytest.raises(SaveError) as error:
        load(saved)
    for part in says:
        assert part in str(error.value)
    return str(error.value)


@cache
def met() -> dict[str, list[State]]:
    """Two tables in every phase, from different games."""
    found: dict[str, list[State]] = {phase: [] for phase in PHASES}
    for seed in (1001, 1002):
        for state in rare_decisions(seed):
            found[state.phase].append(state)
    for seed in range(400):
        options = {"num_players": 2 + seed % 5, "packs": 1 + seed % 2, "ask_forced": seed % 4 == 3}
        state = GAME.new(seed, backend="auto", **options)
        rng = np.random.default_rng(seed)
        while True:
            kept = found[state.phase]
            if len(kept) < 2 and seed not in [other.seed for other in kept]:
                kept.append(state.clone())
            if state.done:
                break
            state.play(int(rng.choice(state.legal())))
        if all(len(kept) == 2 for kept in found.values()):
            return found
    raise AssertionError(f"never met {[phase for phase, kept in found.items() if len(kept) < 2]}")


def saved_in(phase: str, number: int = 0) -> dict[str, Any]:
    return met()[phase][number].to_dict()


def all_saves() -> Iterator[dict[str, Any]]:
    for phase in PHASES:
        for number in range(2):
            yield saved_in(phase, number)


def changed(saved: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy of `saved` with another value, or none, at a path."""
    made = copy.deepcopy(saved)
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    if value is MISSING:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return made


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field, and the first and last item of every list."""
    if at:
        yield at
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*at, key))
    elif isinstance(value, list) and value:
        for i in sorted({0, len(value) - 1}):
            yield from paths(value[i], (*at, i))


# ---------------------------------------------------------------------------------------------------------- round trips


def knowledge(state: State) -> tuple[Any, ...]:
    """All that anybody sees of a table, but for the last move."""
    seats = [None, *range(state.num_players)]
    observed = [state.observe(seat).tobytes() for seat in range(state.num_players)]
    return state.mask.tobytes(), state.seat, state.phase, observed, [state.view(seat) for seat in seats]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("number", [0, 1])
def test_a_game_saved_in_any_phase_goes_on_as_it_would(phase: str, number: int) -> None:
    state = met()[phase][number].clone()
    saved = state.to_dict()
    rng = np.random.default_rng(state.seed)
    loaded = load(json.loads(json.dumps(saved)))
    assert loaded.to_dict() == saved
    assert loaded.phase == phase
    assert loaded.done == state.done
    for n in count():
        if n < 20 or state.done:
            assert knowledge(loaded) == knowledge(state)
        if state.done:
            break
        action = int(rng.choice(state.legal()))
        state.play(action)
        loaded.play(action)
    assert loaded.to_dict() == state.to_dict()
    assert loaded.returns("points").tolist() == state.returns("points").tolist()


def found_in_a_game(wanted: Any, **options: Any) -> State:
    for seed in range(400):
        state = GAME.new(seed, backend="interpreted", **options)
        rng = np.random.default_rng(seed)
        while not state.done:
            if wanted(state):
                return state
            state.play(int(rng.choice(state.legal())))
    raise AssertionError("never met")


def in_a_window(state: State) -> bool:
    """Cards lie on the table, and somebody has passed since."""
    return state.phase == "interrupt" and state.record["laid_size"] >= 2 and state.record["a"] >= 1


def two_jokers(state: State) -> bool:
    """One drawn joker is to be named now and another one after it."""
    above = [Step(int(row[0])) for row in state.record["stack"][: state.record["depth"]]]
    return state.phase == "joker" and Step.JOKER in above


def joker_played(state: State) -> bool:
    """A joker lies on the table with the number that its player gave it."""
    laid = [entry for entry in state.to_dict()["on_table"] if entry["card"] == "JOKER"]
    return state.phase == "interrupt" and any(entry["number"] for entry in laid)


def second_naming(state: State) -> bool:
    """The reaper's first choice has been refused."""
    return state.phase == "reaper_target" and bool(state.to_dict()["refused"])


@pytest.mark.parametrize("wanted", [in_a_window, two_jokers, joker_played, second_naming], ids=lambda f: f.__name__)
def test_a_game_saved_in_the_middle_of_something(wanted: Any) -> None:
    state = found_in_a_game(wanted, packs=2)
    loaded = load(json.loads(json.dumps(state.to_dict())))
    assert loaded.to_dict() == state.to_dict()
    rng = np.random.default_rng(0)
    for _ in range(40):
        assert knowledge(loaded) == knowledge(state)
        if state.done:
            break
        action = int(rng.choice(state.legal()))
        state.play(action)
        loaded.play(action)


def test_both_backends_load_the_same_table() -> None:
    for saved in all_saves():
        one, two = (GAME.from_dict(saved, backend=backend) for backend in ("interpreted", "compiled"))
        assert one.tables.array.tobytes() == two.tables.array.tobytes()


def test_loading_leaves_the_file_alone() -> None:
    for saved in all_saves():
        before = copy.deepcopy(saved)
        state = load(saved)
        if not state.done:
            state.play(int(state.legal()[0]))
        assert saved == before


def test_a_resampled_table_is_saved_without_a_seed() -> None:
    for phase in ("action", "interrupt", "joker"):
        hidden = load(saved_in(phase)).hide(0, 2**50 + 1)
        saved = json.loads(json.dumps(hidden.to_dict()))
        assert saved["seed"] == -1
        assert saved["generator"] == {"key": [(2**50 + 1) % 2**32, 2**18], "draws": 0}
        assert load(saved).to_dict() == saved


def test_a_save_tells_the_whole_table() -> None:
    for saved in all_saves():
        cards: Counter[str] = Counter(saved["pack"]) + Counter(saved["discards"])
        cards += Counter(entry["card"] for entry in saved["on_table"])
        persons: list[str] = saved["wanderers"] + saved["removed"]
        countries: list[str] = saved["independent"] + saved["removed_countries"]
        for seat in saved["seats"]:
            cards += Counter(seat["hand"])
            persons += [seat["king"]] * (seat["king"] is not None)
            persons += seat["spouses"] + seat["children"] + seat["courtiers"]
            countries += seat["territories"]
        for deck in saved["person_decks"].values():
            persons += deck
        packs = saved["options"]["packs"]
        assert cards == Counter({name: packs * (2 if name == "JOKER" else 1) for name in CARD_NAMES})
        assert sorted(persons) == sorted(PERSONS)
        assert sorted(countries) == sorted(COUNTRY_NAMES)


# ------------------------------------------------------------------------------------------------------ written by hand


def by_hand(**fields: Any) -> dict[str, Any]:
    """As little as a save file may hold."""
    seats = [
        {"king": "Henry IV", "territories": ["France"]},
        {"king": "Elizabeth I", "territories": ["England"]},
    ]
    return {"game": "dynasty_v0", "seats": seats} | fields


def test_as_little_as_possible() -> None:
    state = load(by_hand())
    saved = state.to_dict()
    assert saved["phase"] == "action"
    assert (saved["turn"], saved["turn_player"], saved["seat"], saved["first_player"]) == (1, 0, 0, 0)
    assert (saved["pope"], saved["scythe"], saved["seed"]) == (0, 1, 0)
    assert saved["options"] == {o.name: o.default for o in GAME.options} | {"num_players": 2}
    assert [seat["hand"] for seat in saved["seats"]] == [[], []]
    assert len(saved["pack"]) == 54
    assert state.call("audit") == 0
    assert load(saved).to_dict() == saved


def test_it_can_be_played_to_its_end() -> None:
    for phase in ("action", "recruit"):
        for seed in range(5):
            state = load(by_hand(phase=phase, seed=seed))
            assert state.phase == phase
            rng = np.random.default_rng(seed)
            while not state.done:
                assert state.call("audit") == 0
                state.play(int(rng.choice(state.legal())))


def test_defaults_follow_the_first_player() -> None:
    saved = load(by_hand(first_player=1)).to_dict()
    assert (saved["turn_player"], saved["pope"], saved["scythe"], saved["seat"]) == (1, 1, 0, 1)


def test_unplaced_cards_lie_shuffled_under_the_listed_pack() -> None:
    seats = by_hand()["seats"]
    seats[0]["hand"] = ["HA", "JOKER"]
    listed = {"seats": seats, "pack": ["CK", "S2"], "discards": ["D5"]}
    one, same, other = (load(by_hand(seed=seed, **listed)).to_dict() for seed in (1, 1, 2))
    assert one["pack"] == same["pack"]
    assert one["pack"] != other["pack"]
    for saved in (one, other):
        assert saved["pack"][:2] == ["CK", "S2"]
        rest = Counter({name: 2 if name == "JOKER" else 1 for name in CARD_NAMES})
        rest -= Counter(["HA", "JOKER", "D5", "CK", "S2"])
        assert Counter(saved["pack"][2:]) == rest
        assert saved["pack"][2:] != sorted(saved["pack"][2:], key=CARD_NAMES.index)
    assert one["discards"] == ["D5"]


def test_all_cards_placed_leave_nothing_to_shuffle() -> None:
    pack = [*CARD_NAMES, "JOKER"]
    assert load(by_hand(pack=pack)).to_dict()["pack"] == pack
    assert load(by_hand(discards=pack)).to_dict()["pack"] == []
    doubled = load(by_hand(pack=pack + pack, options={"packs": 2}))
    assert doubled.to_dict()["pack"] == pack + pack


def test_left_out_decks_are_filled_and_listed_ones_are_not() -> None:
    red = [name for p, name in enumerate(PERSONS) if COLOUR[p] == DECK_NAMES.index("red")][:3]
    seats = by_hand()["seats"]
    fields = {"person_decks": {"red": red, "green": []}, "wanderers": ["Nostradamus"]}
    state = load(by_hand(seats=seats, **fields))
    decks = state.to_dict()["person_decks"]
    assert decks["red"] == red
    assert decks["green"] == []
    placed = {"Henry IV", "Elizabeth I", "Nostradamus", *red}
    for name in ("yellow", "blue"):
        left = [p for i, p in enumerate(PERSONS) if COLOUR[i] == DECK_NAMES.index(name) and p not in placed]
        assert sorted(decks[name]) == sorted(left)
        assert decks[name] != left
    assert load(by_hand(seed=9, **fields)).to_dict()["person_decks"]["yellow"] != decks["yellow"]
    assert load(by_hand(seed=0, **fields)).to_dict()["person_decks"] == decks


def test_unplaced_countries_are_out_of_play() -> None:
    saved = load(by_hand(independent=["Spain"])).to_dict()
    assert saved["independent"] == ["Spain"]
    assert set(saved["removed_countries"]) == set(COUNTRY_NAMES) - {"France", "England", "Spain"}


def test_recruit_needs_a_deck() -> None:
    empty = {name: [] for name in DECK_NAMES}
    assert load(by_hand(person_decks=empty)).phase == "action"
    refused(by_hand(person_decks=empty, phase="recruit"), "phase: ", "no person deck")


@pytest.mark.parametrize("phase", [p for p in PHASES if p not in ("recruit", "action")] + [None, 5, [], "x"], ids=str)
def test_other_phases_need_a_stack(phase: Any) -> None:
    refused(by_hand(phase=phase), "phase: ", "recruit or action")


def test_a_dynasty_without_a_king() -> None:
    refused(by_hand(seats=[{"king": "Henry IV"}, {}]), "seats[1]: every dynasty needs a king")


# -------------------------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize("saved", [None, 5, "dynasty_v0", [], [by_hand()], True, 1.5], ids=str)
def test_what_is_no_dict(saved: Any) -> None:
    refused(saved, "save file: a dict is wanted")


@pytest.mark.parametrize("game", ["chess_v1", "dynasty", None, 5, []], ids=str)
def test_a_foreign_game(game: Any) -> None:
    refused(by_hand(game=game), "game: ", repr(game), "'dynasty_v0'")


def test_a_missing_game_or_seats() -> None:
    refused({}, "the field")
    refused({"seats": []}, "'game' is missing")
    refused({"game": "dynasty_v0"}, "'seats' is missing")


def test_unknown_fields() -> None:
    refused(by_hand(pakc=[]), "'pakc'; did you mean 'pack'?")
    seats = by_hand()["seats"]
    seats[1]["kings"] = "Henry IV"
    refused(by_hand(seats=seats), "seats[1]: ", "'kings'; did you mean 'king'?")
    refused(by_hand(declared={"actors": None}), "declared: ", "did you mean 'actor'?")
    refused(by_hand(person_decks={"purple": []}), "person_decks: ", "yellow, blue, red, green")
    refused(by_hand(**{"7": 1}), "'7'")


def test_options_are_checked() -> None:
    refused(by_hand(options={"num_players": 3}), "seats: 2 seats are listed, options.num_players is 3")
    refused(by_hand(options={"packs": 3}), "options: ", "1, 2")
    refused(by_hand(options={"witches": True}), "options: ", "'witches'")
    refused(by_hand(options=[]), "options: a dict is wanted")
    refused(by_hand(seats=by_hand()["seats"][:1]), "options: ", "num_players=1")
    refused(by_hand(seats=[{"king": name} for name in PERSONS[:7]]), "options: ", "num_players=7")


def with_seat(**fields: Any) -> dict[str, Any]:
    seats = by_hand()["seats"]
    seats[0] |= fields
    return by_hand(seats=seats)


@pytest.mark.parametrize(
    ("saved", "says"),
    [
        (with_seat(courtiers=["Henry IV"]), "seats[0].courtiers[0]: 'Henry IV' is at seats[0].king already"),
        (with_seat(children=["Elizabeth I"]), "seats[1].king: 'Elizabeth I' is at seats[0].children[0] already"),
        (with_seat(courtiers=["Nostradamus"] * 2), "seats[0].courtiers[1]: 'Nostradamus' is at seats[0].courtiers[0]"),
        (by_hand(wanderers=["Nostradamus"], removed=["Nostradamus"]), "removed[0]: 'Nostradamus' is at wanderers[0]"),
        (
            by_hand(removed=["Nostradamus"], person_decks={"yellow": ["Nostradamus"]}),
            "person_decks.yellow[0]: 'Nostradamus' is at removed[0]",
        ),
        (with_seat(territories=["England"]), "seats[1].territories[0]: 'England' is at seats[0].territories[0]"),
        (by_hand(independent=["France"]), "independent[0]: 'France' is at seats[0].territories[0]"),
        (by_hand(independent=["Spain"], removed_countries=["Spain"]), "removed_countries[0]: 'Spain' is at"),
        (with_seat(hand=["HA", "HA"]), "seats[0].hand[1]: HA is placed more often than 1 pack"),
        (by_hand(pack=["JOKER"] * 3), "pack[2]: JOKER is placed more often"),
        (by_hand(pack=["S2"], discards=["S2"]), "pack[0]: S2"),
        (by_hand(pack=["S2"], on_table=[{"card": "S2"}]), "pack[0]: S2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_is_in_two_places(saved: dict[str, Any], says: str) -> None:
    refused(saved, says)


def test_two_packs_have_every_card_twice() -> None:
    saved = with_seat(hand=["HA", "HA", "JOKER", "JOKER", "JOKER", "JOKER"]) | {"options": {"packs": 2}}
    assert load(saved).call("audit") == 0
    saved["pack"] = ["HA"]
    refused(saved, "pack[0]: HA is placed more often than 2 pack")


@pytest.mark.parametrize(
    ("saved", "says"),
    [
        (with_seat(spouses=["Charles V"]), "seats[0].spouses[0]: a spouse needs a king of the other sex"),
        (with_seat(king=None, spouses=["Mary of Hungary"]), "seats[0].spouses[0]: a spouse needs a king"),
        (with_seat(spouses=["Mary of Hungary", "Anna of Bohemia"]), "seats[0].spouses[1]: a king has one spouse"),
        (with_seat(king="Henri IV"), "seats[0].king: no person is called 'Henri IV'; did you mean 'Henry IV'?"),
        (with_seat(king="#85"), "seats[0].king: no person"),
        (with_seat(king="pope"), "seats[0].king: no person"),
        (with_seat(territories=["Frnace"]), "seats[0].territories[0]: no country is called 'Frnace'; did you mean"),
        (with_seat(hand=["H11"]), "seats[0].hand[0]: no card"),
        (with_seat(hand="HA"), "seats[0].hand: a list is wanted"),
        (with_seat(childless=1), "seats[0].childless: true or false"),
        (by_hand(pope=2), "pope: a whole number 0 … 1"),
        (by_hand(turn=-1), "turn: "),
        (by_hand(seed=2**63), "seed: "),
        (by_hand(turn_player=True), "turn_player: "),
        (by_hand(on_table=[{"card": "H5", "number": 6}]), "on_table[0].number: H5 counts as 5"),
        (by_hand(on_table=[{"card": "JOKER", "number": 14}]), "on_table[0].number: a whole number 1 … 13"),
        (by_hand(on_table=["H5"]), "on_table[0]: a dict is wanted"),
        (by_hand(declared={"action": "keep"}), "declared.action: no action"),
        (by_hand(refused=["Nobody"]), "refused[0]: no person"),
        (by_hand(person_decks={"red": UNPLACED[:33]}), "person_decks.red: a deck has 32 cards at most"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_values_are_refused_by_their_path(saved: dict[str, Any], says: str) -> None:
    refused(saved, says)


def test_a_complete_save_must_be_complete() -> None:
    saved = saved_in("action")
    lost = saved["pack"].pop()
    refused(saved, "1 playing card(s) are nowhere", lost)
    saved = saved_in("action")
    refused(changed(saved, ("stack", 0, "step"), "fly"), "stack[0].step: no step is called 'fly'")
    refused(changed(saved, ("stack", 0, "step"), "foresight"), "stack[0].step: ", "does not take the step foresight")
    refused(changed(saved, ("stack",), saved["stack"] * 25), "stack: ", "24 frames at most")
    refused(changed(saved, ("phase",), "fly"), "phase: no phase is called 'fly'")
    refused(changed(saved, ("generator", "key"), [1]), "generator.key: two words are wanted")
    refused(changed(saved, ("generator", "key", 1), 2**32), "generator.key[1]: a whole number")


def test_phase_and_table_must_fit() -> None:
    saved = saved_in("action")
    refused(changed(saved, ("phase",), "interrupt"), "phase: ", "declared")
    refused(changed(saved_in("interrupt"), ("phase",), "joker"), "phase: ", "no joker lies")
    nobody = saved | {"wanderers": [], "removed": saved["removed"] + saved["wanderers"]}
    refused(changed(nobody, ("phase",), "discard_wanderer"), "phase: ", "nothing is legal")
    forced = changed(saved_in("recruit"), ("options", "ask_forced"), False)
    for name in DECK_NAMES[1:]:
        forced["removed"] += forced["person_decks"][name]
        forced["person_decks"][name] = []
    refused(forced, "phase: ", "ask_forced")


NONSENSE = {
    "the pope defends": ("interrupt", {("declared", "defender"): "pope"}),
    "the pope commands": ("interrupt", {("declared", "action"): "war", ("declared", "country"): "France",
                                        ("declared", "actor"): "pope"}),
    "the pope is married": ("interrupt", {("declared", "action"): "marriage", ("declared", "target"): "pope"}),
    "the pope is hired": ("interrupt", {("declared", "action"): "hire", ("declared", "target"): "pope",
                                        ("declared", "actor"): "Henry IV"}),
    "the pope is incited": ("interrupt", {("declared", "action"): "incite", ("declared", "target"): "pope"}),
    "the pope gives birth": ("birth_deck", {("declared", "action"): "procreation", ("declared", "target"): "pope"}),
    "nothing waits": ("action", {("stack",): []}),
    "nothing is declared": ("war_target", {("declared", "action"): None}),
    "the king is there already": ("action", {("phase",): "setup_king"}),
}  # fmt: skip


@pytest.mark.parametrize("case", NONSENSE, ids=str)
def test_nonsense_is_refused(case: str) -> None:
    """Names and numbers that are right by themselves, but not where they stand."""
    phase, changes = NONSENSE[case]
    saved = saved_in(phase)
    for path, value in changes.items():
        saved = changed(saved, path, value)
    refused(saved)


@pytest.mark.parametrize("action", ["marriage", "hire", "incite"])
def test_whoever_lies_in_a_deck_is_no_target(action: str) -> None:
    """He would be taken into a dynasty and stay in the deck."""
    saved = saved_in("interrupt")
    deck = next(deck for deck in saved["person_decks"].values() if deck)
    actor = saved["seats"][saved["turn_player"]]["king"]
    saved["declared"] = dict.fromkeys(saved["declared"]) | {"action": action, "target": deck[0], "actor": actor}
    refused(saved, "declared")


def test_suleiman_comes_with_the_ottoman_empire() -> None:
    """§11-02: whoever has him has it, unless the file says who else; a table on which he has none cannot come about."""
    given = load(with_seat(courtiers=["Suleiman I"]))
    assert "Ottoman Empire" in given.to_dict()["seats"][0]["territories"]
    refused(with_seat(courtiers=["Suleiman I"]) | {"removed_countries": ["Ottoman Empire"]}, "Suleiman")
    refused(by_hand(independent=["Ottoman Empire"]))
    assert load(with_seat(courtiers=["Suleiman I"], territories=["France", "Ottoman Empire"])).call("audit") == 0


# -------------------------------------------------------------------------------------------------------------- fuzzing

JUNK: list[Any] = [
    MISSING, None, True, False, -1, 0, 1, 2, 5, 97, 128, 9999, 2**40, 2**70, 1.5, float("nan"), "", "pope", "Henry IV",
    "Suleiman I", "HA", "JOKER", "France", "Ottoman Empire", "interrupt", "end", "action", "reaper", "war", [], {},
    [None], ["pope"], ["HA"], [["HA"]], {"a": 1}, {"card": "JOKER"}, "x" * 1000,
]  # fmt: skip
UNORDERED = ("wanderers", "independent", "discards", "removed", "refused")


@contextmanager
def limited() -> Iterator[None]:
    """No save file may send the loader, or the game after it, into an endless loop."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: Any) -> None:
        raise AssertionError(f"took longer than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def normal(saved: dict[str, Any]) -> dict[str, Any]:
    """What a complete save says, whatever the order of cards that have none; nothing waits after the end."""
    made = copy.deepcopy(saved)
    for name in UNORDERED:
        made[name] = sorted(made.get(name, []))
    for seat in made["seats"]:
        for name in ("courtiers", "territories", "hand"):
            seat[name] = sorted(seat.get(name, []))
    made.pop("removed_countries", None)  # what is nowhere else
    if made["phase"] == "end":
        made.pop("stack", None)
        made.pop("frame", None)
    return made


def looked_at(state: State) -> None:
    """Everything that is shown of a table, and a few moves on it."""
    state.view(state.seat)
    state.chronicle(None)
    str(state)
    rng = np.random.default_rng(0)
    for _ in range(4):
        state.observe(state.seat)
        if state.done:
            state.returns("points")
            return
        action = int(rng.choice(state.legal()))
        state.describe(action)
        try:
            state.play(action)
        except RuleFault:  # a table that cannot come about, and says so
            return


def survives(saved: Any) -> State | None:
    """Loaded as a true table, or refused in words: nothing else."""
    with limited():
        try:
            state = load(saved)
        except SaveError as error:
            assert str(error)
            return None
        assert state.call("audit") == 0
        again = state.to_dict()
        json.dumps(again)
        assert load(again).to_dict() == again
        looked_at(state.clone())
        return state


@pytest.mark.parametrize("phase", PHASES)
def test_junk_in_any_field_is_refused_or_read_as_it_stands(phase: str) -> None:
    """Every tenth pair of field and junk, others in each save."""
    accepted = 0
    for number in range(2):
        saved = saved_in(phase, number)
        for p, path in enumerate(paths(saved)):
            for j, junk in enumerate(JUNK):
                if (p + j) % 10 != number * 5:
                    continue
                broken = changed(saved, path, junk)
                state = survives(broken)
                if state is None:
                    continue
                accepted += 1
                if junk is not MISSING and junk is not None and not isinstance(junk, dict):
                    assert normal(state.to_dict()) == normal(broken), (path, junk)
    assert accepted < 300, "most junk is refused"


def test_a_field_that_is_missing() -> None:
    for phase in ("setup_king", "action", "interrupt", "joker", "end"):
        saved = saved_in(phase, 1)
        for path in paths(saved):
            if isinstance(path[-1], str):
                survives(changed(saved, path, MISSING))


def test_junk_in_files_written_by_hand() -> None:
    rich = load(by_hand(phase="recruit", wanderers=["Nostradamus"], independent=["Spain"], pack=["HA"])).to_dict()
    rich = {name: rich[name] for name in rich if name not in ("stack", "frame", "generator")}
    for saved in (by_hand(), rich):
        for p, path in enumerate(paths(saved)):
            for junk in JUNK[p % 3 :: 3]:
                survives(changed(saved, path, junk))


def test_stacks_in_disorder() -> None:
    rng = random.Random(1)
    for saved in all_saves():
        seats = len(saved["seats"])
        for _ in range(8):
            broken = copy.deepcopy(saved)
            stack = broken["stack"]
            for _ in range(rng.randint(1, 3)):
                step = rng.choice(list(Step)).name.lower()
                frame = {"step": step, "seat": rng.randrange(seats), "a": rng.randint(-1, 110), "b": rng.randint(-1, 9)}
                stack.insert(rng.randint(0, len(stack)), rng.choice([frame, *stack]))
                if rng.random() < 0.3:
                    stack.pop(rng.randrange(len(stack)))
                if rng.random() < 0.2:
                    stack.reverse()
            if rng.random() < 0.3:
                broken["phase"] = rng.choice(PHASES)
            if rng.random() < 0.3:
                broken["seat"] = rng.randrange(seats)
            survives(broken)


def test_every_phase_on_every_table() -> None:
    for phase in PHASES:
        saved = saved_in(phase)
        for other in PHASES:
            survives(changed(saved, ("phase",), other))


def test_other_declarations() -> None:
    """Any action with anybody anywhere in any role."""
    rng = random.Random(2)
    anybody = [*PERSONS, *["pope"] * 20, *[None] * 20]
    for saved in all_saves():
        for _ in range(10):
            broken = copy.deepcopy(saved)
            declared = broken["declared"]
            for role in rng.sample(sorted(declared), rng.randint(1, 5)):
                if role == "action":
                    declared[role] = rng.choice(
                        ["marriage", "procreation", "war", "hire", "incite", "reaper", "search"]
                    )
                else:
                    declared[role] = rng.choice([*COUNTRY_NAMES, None] if role == "country" else anybody)
            survives(broken)
