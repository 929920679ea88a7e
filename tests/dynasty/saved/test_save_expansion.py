"""Save files of the expansion: complete in the middle of anything, and refused by the path of what is wrong."""

import copy
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import EVENT_NAMES, PERSON_NAMES
from dynasty_env.dynasty.saved.expansion import FIELDS, SEAT_FIELDS
from dynasty_env.dynasty.views.public_table import CARDS
from tests.dynasty.reached import EXPANSION, reached
from tests.dynasty.saves import by_hand, load, refused, with_seat
from tests.dynasty.tables import RIVAL, WARLIKE, attached, dynasty, face_down, laid
from tests.saved import without_course


def expansion_cards(saved: dict[str, Any]) -> Counter[str]:
    """Where each card of the expansion lies, as often as it does."""
    persons = saved["wanderers"] + saved["removed"] + saved["under_neuroi"]
    events = saved["events_on_table"] + saved["removed_events"]
    events += [each["event"] for each in saved["attached"]]
    for seat in saved["seats"]:
        persons += [seat["king"], *seat["spouses"], *seat["children"], *seat["courtiers"]]
        events += [each["event"] for each in seat["events"]]
    cards = Counter([*persons, *(f"event:{name}" for name in events)])
    for deck in saved["person_decks"].values():
        cards.update(deck)
    return Counter({card: cards[card] for card in CARDS if cards[card]})


def test_every_card_of_the_expansion_is_somewhere_all_the_time() -> None:
    """SW02-01, D-R23: 16 persons and 12 events, in every save of a dealt game; loaded, it is the same game."""
    for seed in range(6):
        state = GAME.new(seed, num_players=2 + seed % 5, backend="auto", witches=True)
        rng = np.random.default_rng(seed)
        decisions = 0
        while not state.done:
            if decisions % 10 == 0:
                saved = json.loads(json.dumps(state.to_dict()))
                assert expansion_cards(saved) == dict.fromkeys(CARDS, 1)
                assert load(saved).to_dict() == saved
            state.play(int(rng.choice(state.legal())))
            decisions += 1


def test_what_a_hand_written_file_leaves_out_is_out_of_the_game() -> None:
    """A deck that is left out is filled with the others of its colour alone."""
    saved = load(laid(WARLIKE, RIVAL)).to_dict()
    assert expansion_cards(saved) == {}
    assert (saved["attached"], saved["occupied"], saved["seats"][0]["events"], saved["second"]) == ([], [], [], None)
    filled = load(laid(WARLIKE, RIVAL, person_decks={"red": ["the Beam", "event:cancel"]})).to_dict()
    assert filled["person_decks"]["red"] == ["the Beam", "event:cancel"]
    assert expansion_cards(filled) == {"the Beam": 1, "event:cancel": 1}


def test_a_hand_written_action_begins_with_events() -> None:
    """D-R45: as a turn does; without any to play, with the action."""
    assert load(laid(WARLIKE | face_down("grounded"), RIVAL)).phase == "event"
    assert load(laid(WARLIKE | face_down("warrior's way", "not jealous"), RIVAL)).phase == "action"
    assert load(laid(WARLIKE, RIVAL | face_down("grounded"))).phase == "action"


def test_spatial_sense_looks_at_the_pack_first() -> None:
    """SW02-07-03: on a hand-written table, too."""
    state = load(laid(dynasty("Elizabeth I", "the Watcher"), RIVAL))
    assert [seat["knows_top"] for seat in state.to_dict()["seats"]] == [True, False]
    assert (state.view(0)["known"]["pack_top"], state.view(1)["known"]["pack_top"]) == ("H2", None)


def test_what_all_saw_is_remembered_when_it_has_been_taken() -> None:
    """D-R44, D-R70: whoever takes it knows where it lies now."""
    shown = {"event:polygamy": "red"}
    events = {"events": [{"event": "polygamy", "deck": "red"}]}
    saved = load(laid(WARLIKE | events, RIVAL, shown=shown)).to_dict()
    assert saved["shown"] == shown
    assert [list(seat["seen"]) for seat in saved["seats"]] == [[], ["event:polygamy"]]
    assert load(saved).to_dict() == saved
    events["events"][0]["deck"] = "blue"
    refused(laid(WARLIKE | events, RIVAL, shown=shown), "shown.event:polygamy: ", "nor was it taken")


def test_what_all_saw_every_seat_has_seen() -> None:
    """D-R44: an event that went under its deck in set-up."""
    deck = {"red": ["Anne Boleyn", "event:polygamy"]}
    saved = load(laid(WARLIKE, RIVAL, person_decks=deck, shown={"event:polygamy": "red"})).to_dict()
    assert [seat["seen"] for seat in saved["seats"]] == [{"event:polygamy": "red"}] * 2


def seat_with(**fields: Any) -> dict[str, Any]:
    """A table of the expansion on which the first dynasty has these fields."""
    return laid(WARLIKE | fields, RIVAL)


def table_with(**fields: Any) -> dict[str, Any]:
    """A table of the expansion that has these fields."""
    return laid(WARLIKE, RIVAL, **fields)


def test_several_spouses_need_polygamy() -> None:
    """SW02-08-12."""
    own = dynasty("Elizabeth I", spouses=["Charles I", "Philip III"])
    assert load(laid(own, RIVAL, **attached("polygamy", "Elizabeth I"))).call("audit") == 0


EMPTY: dict[str, Any] = {"needed": 0, "second": None, "under": {}, "shown": {}, "fallen": False, "knows_top": False}


@pytest.mark.parametrize("field", FIELDS)
def test_fields_of_the_expansion_need_it(field: str) -> None:
    refused(by_hand(**{field: EMPTY.get(field, [])}), f"{field}: this belongs to the expansion; set options.witches")


@pytest.mark.parametrize("field", SEAT_FIELDS)
def test_fields_of_a_seat_need_the_expansion(field: str) -> None:
    empty = {} if field == "seen" else EMPTY.get(field, [])
    refused(with_seat(**{field: empty}), f"seats[0].{field}: this belongs to the expansion; set options.witches")


def test_cards_of_the_expansion_need_it() -> None:
    refused(with_seat(courtiers=["the Beam"]), "seats[0].courtiers[0]: the Beam belongs to the expansion")
    refused(by_hand(wanderers=["the Courier"]), "wanderers[0]: the Courier belongs to the expansion")
    refused(by_hand(person_decks={"red": ["event:cancel"]}), "person_decks.red[0]: event:cancel belongs to the")
    refused(by_hand(declared={"friend": None}), "declared: there is no field 'friend'")


@pytest.mark.parametrize("phase", EXPANSION)
def test_steps_of_the_expansion_need_it(phase: str) -> None:
    """The same table, with all that belongs to the expansion taken off: procreation among several alone is no step of
    its own there."""
    saved = without_expansion(reached(phase).to_dict())
    refused(saved, "options.witches: the moves lead to True, not False")
    refused(without_course(saved), "phase: a save without 'moves' is of a table where a turn begins")
    refused(saved | {"begun": without_expansion(saved["begun"])})


def without_expansion(complete: dict[str, Any]) -> dict[str, Any]:
    """A save of the base game in the same phase, as far as it goes."""
    saved = copy.deepcopy(complete)
    for field in FIELDS:
        saved.pop(field, None)
    saved.get("declared", {}).pop("friend", None)
    for seat in saved["seats"]:
        for field in SEAT_FIELDS:
            seat.pop(field, None)
        seat.pop("ace_from", None)
        seat.pop("known_cards", None)
        seat["courtiers"] = [name for name in seat["courtiers"] if name in PERSON_NAMES[:81]]
    for name, deck in saved.get("person_decks", {}).items():
        saved["person_decks"][name] = [card for card in deck if card in PERSON_NAMES[:81]]
    saved["options"]["witches"] = False
    return saved


UNDER = {"events_on_table": ["neuroi"], "occupied": ["Ottoman Empire"], "under_neuroi": ["Suleiman I"]}


def test_what_lies_under_the_neuroi_card_with_suleiman_is_kept() -> None:
    """D-R59: events attached to him; warrior's way never, which goes back after its war."""
    state = load(table_with(**UNDER | attached("cancel", "Suleiman I")))
    assert state.call("audit") == 0
    saved = state.to_dict()
    assert saved["attached"] == [{"event": "cancel", "person": "Suleiman I", "seat": None, "deck": None}]
    assert load(saved).to_dict() == saved
    wrong = table_with(**UNDER | attached("warrior's way", "Suleiman I"))
    refused(wrong, "attached: warrior's way lies with a person only in a war (SW02-08-08)")


def test_every_event_has_a_place_in_these_tables() -> None:
    """Twelve events, each of which can be held, attached, on the table or discarded as its rule says (SW02-08)."""
    held = [name for name in EVENT_NAMES if name not in ("neuroi", "doll")]
    assert load(seat_with(**face_down(*held))).call("audit") == 0
    persons = [name for name in held if name not in ("all-out attack", "polygamy", "warrior's way")]
    assert load(table_with(attached=[{"event": name, "person": "Mary I"} for name in persons])).call("audit") == 0
    assert load(table_with(removed_events=list(EVENT_NAMES))).call("audit") == 0
