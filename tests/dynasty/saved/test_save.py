"""Save files: complete at every decision, readable by hand, and refused by the path of what is wrong."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dynasty_env.conformance.games.promises import check_copies
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import Step
from dynasty_env.dynasty.material import COLOUR, COUNTRY_NAMES, DECK_NAMES
from dynasty_env.dynasty.views.public_table import CARDS
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.state import State
from tests.dynasty.saves import PERSONS, PHASES, all_saves, by_hand, load, refused, saved_in, with_seat
from tests.dynasty.tables import RIVAL, WARLIKE, face_down, laid
from tests.imagined import dice_under
from tests.saved import changed, without_course

UNPLACED = [name for name in PERSONS if name not in ("Henry IV", "Elizabeth I")]


def found_in_a_game(wanted: Any, **options: Any) -> State:
    for seed in range(400):
        state = GAME.new(seed, backend="auto", **options)
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
    check_copies(found_in_a_game(wanted, packs=2), np.random.default_rng(0))


def test_both_backends_load_the_same_table() -> None:
    for saved in all_saves():
        one, two = (GAME.from_dict(saved, backend=backend) for backend in ("interpreted", "compiled"))
        assert one.tables.array.tobytes() == two.tables.array.tobytes()


def test_a_resampled_table_is_saved_without_a_seed() -> None:
    for phase in ("action", "interrupt", "joker"):
        hidden = load(saved_in(phase)).hide(0, 2**50 + 1)
        saved = json.loads(json.dumps(hidden.to_dict()))
        assert saved["seed"] == -1
        assert saved["generator"] == {"key": list(dice_under(2**50 + 1)), "draws": 0}
        if phase == "action":
            assert load(saved).to_dict() == saved
        else:
            refused(saved, "phase: a save without 'moves' is of a table where a turn begins")


def test_a_resampled_table_says_nothing_of_how_the_true_one_came_about() -> None:
    """Its save file would lay open the cards that are hidden."""
    state = load(saved_in("interrupt"))
    assert "moves" in state.to_dict()
    assert not {"begun", "moves"} & state.hide(0, 1).to_dict().keys()
    after = state.hide(0, 1)
    while after.phase != "action":
        after.play(int(after.legal()[0]))
    after.play(int(after.legal()[1]))
    assert load(after.to_dict()).to_dict() == after.to_dict(), "from the next turn on it has a past of its own"


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
        persons += saved.get("under_neuroi", [])
        countries += saved.get("occupied", [])
        packs = saved["options"]["packs"]
        assert cards == Counter({name: packs * (2 if name == "JOKER" else 1) for name in CARD_NAMES})
        historical = [name for name in persons if name not in CARDS]
        assert len(historical) == len(set(historical))
        if saved["phase"] not in ("neuroi_country", "exile"):  # on these tables a deck has been listed by hand
            assert set(historical) == set(PERSONS)
        assert sorted(countries) == sorted(COUNTRY_NAMES)


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
    refused(by_hand(phase=phase), "phase: ", "action or recruit")


def test_a_dynasty_without_a_king() -> None:
    refused(by_hand(seats=[{"king": "Henry IV"}, {}]), "seats[1]: every dynasty needs a king")


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
    refused(by_hand(options={"num_players": 3}), "seats: 2 seats are listed, but options.num_players is 3")
    refused(by_hand(options={"packs": 3}), "options: ", "1, 2")
    refused(by_hand(options={"witch": True}), "options: ", "'witch'")
    refused(by_hand(options={"witches": 2}), "options: ", "witches=2")
    refused(by_hand(options=[]), "options: a dict is expected")
    refused(by_hand(seats=by_hand()["seats"][:1]), "options: ", "num_players=1")
    refused(by_hand(seats=[{"king": name} for name in PERSONS[:7]]), "options: ", "num_players=7")


def test_two_packs_have_every_card_twice() -> None:
    saved = with_seat(hand=["HA", "HA", "JOKER", "JOKER", "JOKER", "JOKER"]) | {"options": {"packs": 2}}
    assert load(saved).call("audit") == 0
    saved["pack"] = ["HA"]
    refused(saved, "pack[0]: HA is placed more often than 2 pack")


def test_a_complete_save_must_be_complete() -> None:
    saved = saved_in("action")
    lost = saved["pack"].pop()
    refused(saved, "1 playing card(s) are nowhere", lost)
    saved = saved_in("action")
    refused(changed(saved, ("stack", 0, "step"), "fly"), "stack[0].step: no step is called 'fly'")
    refused(changed(saved, ("stack", 0, "step"), "foresight"), "stack: below action there waits action_done, not fore")
    refused(changed(saved, ("stack", 0, "a"), 1), "stack[0].a: action_done has 0 here, not 1")
    refused(changed(saved, ("stack",), saved["stack"] * 25), "stack: below action there waits action_done, not")
    refused(changed(saved, ("seat",), 1 - saved["seat"] % 2), "seat: action has ")
    refused(changed(saved, ("phase",), "fly"), "phase: no phase is called 'fly'")
    refused(changed(saved, ("generator", "key"), [1]), "generator.key: two words are expected")
    refused(changed(saved, ("generator", "key", 1), 2**32), "generator.key[1]: a whole number")


def test_phase_and_table_must_fit() -> None:
    saved = saved_in("action")
    refused(changed(saved, ("phase",), "interrupt"), "phase: a save without 'moves' is of a table where a turn begins")
    refused(changed(saved_in("interrupt"), ("phase",), "joker"), "phase: the moves lead to 'interrupt', not 'joker'")
    refused(changed(saved_in("joker"), ("frame", "a"), 0), "frame.a: the moves lead to ")
    refused(changed(saved_in("discard_wanderer"), ("wanderers", 0), None), "wanderers[0]: the moves lead to ")
    forced = changed(saved_in("recruit"), ("options", "ask_forced"), False)
    for name in DECK_NAMES[1:]:
        forced["removed"] += forced["person_decks"][name]
        forced["person_decks"][name] = []
    refused(forced, "phase: ", "ask_forced")


def test_a_table_in_the_middle_of_something_may_be_given_by_its_moves_alone() -> None:
    begun = by_hand(wanderers=["Nostradamus"], seed=4, options={"ask_forced": True})
    given = {"game": "dynasty_v0", "begun": begun, "moves": ["hire", "person:Henry IV", "person:Nostradamus"]}
    state = load(given)
    assert (state.phase, state.to_dict()["declared"]["target"]) == ("interrupt", "Nostradamus")
    saved = json.loads(json.dumps(state.to_dict()))
    assert (saved["begun"], saved["moves"]) == (load(begun).to_dict(), given["moves"])
    assert load(saved).to_dict() == saved


def test_a_hand_written_file_that_begins_with_something_else_is_kept_as_it_is() -> None:
    """Where the turn player may play an event first, the file is what the game began from."""
    begun = laid(WARLIKE | face_down("grounded"), RIVAL)
    state = load(begun)
    assert state.phase == "event"
    begun["seats"] = []
    saved = json.loads(json.dumps(state.to_dict()))
    assert (saved["begun"], saved["moves"]) == (laid(WARLIKE | face_down("grounded"), RIVAL), [])
    assert load(saved).to_dict() == saved


@pytest.mark.parametrize("action", ["marriage", "hire", "incite"])
def test_whoever_lies_in_a_deck_is_no_target(action: str) -> None:
    """He would be taken into a dynasty and stay in the deck."""
    saved = saved_in("interrupt")
    deck = next(deck for deck in saved["person_decks"].values() if deck)
    actor = saved["seats"][saved["turn_player"]]["king"]
    saved["declared"] = dict.fromkeys(saved["declared"]) | {"action": action, "target": deck[0], "actor": actor}
    refused(saved, "declared")
    refused(without_course(saved), "'begun' and 'moves' say how another one came about")


def test_suleiman_comes_with_the_ottoman_empire() -> None:
    """§11-02: whoever has him has it, unless the file says who else; a table on which he has none cannot come about."""
    given = load(with_seat(courtiers=["Suleiman I"]))
    assert "Ottoman Empire" in given.to_dict()["seats"][0]["territories"]
    refused(with_seat(courtiers=["Suleiman I"]) | {"removed_countries": ["Ottoman Empire"]}, "Suleiman")
    refused(by_hand(independent=["Ottoman Empire"]))
    assert load(with_seat(courtiers=["Suleiman I"], territories=["France", "Ottoman Empire"])).call("audit") == 0
