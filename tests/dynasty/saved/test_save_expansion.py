"""Save files of the expansion: complete in the middle of anything, and refused by the path of what is wrong."""

from __future__ import annotations

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
from tests.dynasty.saves import by_hand, load, refused, with_seat
from tests.dynasty.tables import LAID, NEUROI, RIVAL, WARLIKE, asked_for, attached, dynasty, face_down, laid
from tests.saved import changed, path_of, without_course


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
        state = GAME.new(seed, num_players=2 + seed % 5, backend="interpreted", witches=True)
        rng = np.random.default_rng(seed)
        decisions = 0
        while not state.done:
            if decisions % 10 == 0:
                saved = json.loads(json.dumps(state.to_dict()))
                assert expansion_cards(saved) == dict.fromkeys(CARDS, 1)
                assert load(saved).to_dict() == saved
            state.play(int(rng.choice(state.legal())))
            decisions += 1


@pytest.mark.parametrize("phase", LAID)
def test_a_decision_of_the_expansion_is_kept(phase: str) -> None:
    """With frames, knowledge and all: what was asked is asked again, and goes on as it would have."""
    state = asked_for(phase)
    loaded = load(json.loads(json.dumps(state.to_dict())))
    rng = np.random.default_rng(1)
    for _ in range(30):
        assert loaded.to_dict() == state.to_dict()
        assert loaded.legal().tolist() == state.legal().tolist()
        assert [loaded.view(seat) for seat in (None, 0, 1)] == [state.view(seat) for seat in (None, 0, 1)]
        if state.done:
            break
        action = int(rng.choice(state.legal()))
        state.play(action)
        loaded.play(action)


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


# -------------------------------------------------------------------------------------------------------------- refused


def seat_with(**fields: Any) -> dict[str, Any]:
    """A table of the expansion on which the first dynasty has these fields."""
    return laid(WARLIKE | fields, RIVAL)


def table_with(**fields: Any) -> dict[str, Any]:
    """A table of the expansion that has these fields."""
    return laid(WARLIKE, RIVAL, **fields)


ROLES = ("action", "target", "actor", "defender", "country")
TWICE = {
    "twice before a seat": (
        seat_with(**face_down("cancel", "cancel")),
        "seats[0].events[1].event: 'cancel' is at seats[0].events[0].event already",
    ),
    "before two seats": (
        laid(WARLIKE | face_down("cancel"), RIVAL | face_down("cancel")),
        "seats[1].events[0].event: 'cancel' is at seats[0].events[0].event already",
    ),
    "before a seat and at a person": (
        seat_with(**face_down("cancel")) | attached("cancel", "Mary I"),
        "attached[0].event: 'cancel' is at seats[0].events[0].event already",
    ),
    "at two persons": (
        table_with(attached=[{"event": "cancel", "person": name} for name in ("Mary I", "Henry II")]),
        "attached[1].event: 'cancel' is at attached[0].event already",
    ),
    "in a deck and before a seat": (
        seat_with(**face_down("cancel")) | {"person_decks": {"red": ["event:cancel"]}},
        "person_decks.red[0]: 'event:cancel' is at seats[0].events[0].event already",
    ),
    "in two decks": (
        table_with(person_decks={"red": ["event:cancel"], "blue": ["event:cancel"]}),
        "'event:cancel' is at person_decks.blue[0] already",
    ),
    "on the table and discarded": (
        table_with(events_on_table=["neuroi"], removed_events=["neuroi"]),
        "removed_events[0]: 'neuroi' is at events_on_table[0] already",
    ),
    "a witch in a deck and in a dynasty": (
        seat_with(courtiers=["the Beam"]) | {"person_decks": {"red": ["the Beam"]}},
        "person_decks.red[0]: 'the Beam' is at seats[0].courtiers[0] already",
    ),
    "a country occupied and held": (
        table_with(**NEUROI | {"occupied": ["Spain"]}),
        "occupied[0]: 'Spain' is at seats[0].territories[0] already",
    ),
}
WRONG = {
    "neuroi in a hand": (seat_with(**face_down("neuroi")), "seats[0].events[0].event: ", "never kept (SW02-08)"),
    "doll in a hand": (seat_with(**face_down("doll")), "seats[0].events[0].event: ", "never kept (SW02-08)"),
    "an unknown event": (seat_with(**face_down("cansel")), "seats[0].events[0].event: ", "did you mean 'cancel'?"),
    "no event": (seat_with(events=["cancel"]), "seats[0].events[0]: a dict is wanted"),
    "no such field": (seat_with(events=[{"event": "cancel", "from": "red"}]), "seats[0].events[0]: ", "'from'"),
    "no such deck": (
        seat_with(events=[{"event": "cancel", "deck": "rose"}]),
        "seats[0].events[0].deck: no deck is called 'rose'",
    ),
    "shown to whom": (
        seat_with(events=[{"event": "cancel", "shown": "all"}]),
        "seats[0].events[0].shown: true or false",
    ),
    "an unknown event in a deck": (
        table_with(person_decks={"red": ["event:cansel"]}),
        "person_decks.red[0]: ",
        "did you mean 'event:cancel'?",
    ),
    "doll on no king": (table_with(**attached("doll", "Mary I")), "attached[0].person: doll belongs to a king"),
    "polygamy on no king": (table_with(**attached("polygamy", "Mary I")), "attached[0].person: polygamy belongs to"),
    "neuroi on a person": (table_with(**attached("neuroi", "Mary I")), "attached[0].event: ", "attached to nobody"),
    "all-out attack on a person": (table_with(**attached("all-out attack", "Mary I")), "attached[0].event: "),
    "an event on a wanderer": (
        table_with(wanderers=["Anne Boleyn"], **attached("cancel", "Anne Boleyn")),
        "attached[0].person: an event is attached to a person of a dynasty",
    ),
    "an event on nobody": (table_with(**attached("cancel", "Nobody")), "attached[0].person: no person"),
    "a seat for an event that stays": (
        table_with(attached=[{"event": "cancel", "person": "Mary I", "seat": 0}]),
        "attached[0]: only warrior's way goes back to a seat",
    ),
    "warrior's way of no seat": (
        table_with(attached=[{"event": "warrior's way", "person": "Mary I", "seat": 2}]),
        "attached[0]: only warrior's way goes back to a seat",
    ),
    "seen where it is not": (seat_with(seen={"the Beam": "red"}), "seats[0].seen.the Beam: ", "it is not in that deck"),
    "seen in another deck": (
        seat_with(seen={"the Beam": "red"}) | {"person_decks": {"blue": ["the Beam"]}},
        "seats[0].seen.the Beam: ",
    ),
    "seen, but taken from another deck": (
        laid(WARLIKE | {"seen": {"event:cancel": "blue"}}, RIVAL | face_down("cancel")),
        "seats[0].seen.event:cancel: ",
        "nor was it taken from it",
    ),
    "seen of the base game": (seat_with(seen={"Anne Boleyn": "red"}), "seats[0].seen.Anne Boleyn: ", "no card of the"),
    "seen in no deck": (seat_with(seen={"the Beam": "rose"}), "seats[0].seen.the Beam: no deck is called 'rose'"),
    "shown where it is not": (
        table_with(shown={"event:cancel": "blue"}),
        "shown.event:cancel: ",
        "it is not in that deck",
    ),
    "more taken than are out of the decks": (
        table_with(person_decks={"red": ["event:cancel"]}, events_taken={"red": 9, "blue": 1}),
        "events_taken: no more than 9 events are out of the decks",
    ),
    "events under a deck after set-up": (table_with(under={"red": 1}), "under: there is no field 'red'"),
    "dice that nobody rolls": (table_with(dice=[1, 6]), "dice: in a save without 'moves' nothing is going on"),
    "a success value that nobody needs": (table_with(needed=5), "needed: in a save without 'moves' nothing is going"),
    "sent to no war": (table_with(sent=["Mary I"]), "sent: in a save without 'moves' nothing is going on"),
    "checked after no war": (table_with(checked=["Mary I"]), "checked: in a save without 'moves' nothing is going on"),
    "nobody acts again": (table_with(second="Nobody"), "second: no person"),
    "a friend in no war": (
        table_with(declared={name: None for name in ROLES} | {"friend": "Mary I"}),
        "declared.friend: in a save without 'moves' nothing is going on, so that this is None",
    ),
    "fallen or not": (seat_with(fallen=1), "seats[0].fallen: true or false"),
    "known or not": (seat_with(knows_top="H2"), "seats[0].knows_top: true or false"),
    "occupied without the card": (table_with(occupied=["Hungary"]), "events_on_table: neuroi has to lie there now"),
    "the Ottoman Empire occupied, Suleiman elsewhere": (
        table_with(**NEUROI | {"occupied": ["Ottoman Empire"]}),
        "under the Neuroi card, exactly when Suleiman is",
    ),
    "two spouses without polygamy": (
        laid(dynasty("Elizabeth I", spouses=["Charles I", "Philip III"]), RIVAL),
        "spouse",
    ),
}


@pytest.mark.parametrize("case", TWICE)
def test_no_card_of_the_expansion_is_in_two_places(case: str) -> None:
    refused(*TWICE[case])


@pytest.mark.parametrize("case", WRONG)
def test_wrong_values_of_the_expansion_are_refused_by_their_path(case: str) -> None:
    saved, *says = WRONG[case]
    refused(saved, *says)


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


# --------------------------------------------------------------------------------------------------------------- frames

MISPLACED: dict[str, tuple[str, tuple[Any, ...], Any]] = {
    "foresight, no deck": ("foresight", ("frame", "a"), 4),
    "foresight, for a dynasty": ("foresight", ("frame", "b"), 6),
    "foresight of another seat": ("foresight", ("seat",), 1),
    "search, no deck": ("search_person", ("frame", "a"), 4),
    "search, not declared": ("search_ace", ("declared", "action"), "war"),
    "no ace to search with": ("search_ace", ("seats", 0, "hand"), []),
    "lightning, not declared": ("lightning_target", ("declared", "action"), None),
    "more dice changed than two": ("dice", ("frame", "a"), 2),
    "no dice": ("dice", ("dice",), []),
    "dice of an incitement": ("dice", ("declared", "action"), "incite"),
    "cancel of another seat": ("cancel", ("seat",), 0),
    "an event of another seat": ("event", ("seat",), 1),
    "jealous of a seventh king": ("event", ("frame", "b"), 3),
    "an event that lies in no middle": ("event_target", ("frame", "a"), 5),
    "an event beyond all": ("event_target", ("frame", "a"), 12),
    "warrior's way of another": ("warrior", ("seat",), 1),
    "warrior's way for the third": ("warrior", ("frame", "a"), 2),
    "a friend of another": ("friend", ("seat",), 1),
    "a friend for no war": ("friend", ("declared", "action"), "hire"),
    "a sortie against a dynasty": ("sortie", ("declared", "country"), "France"),
    "a sortie for too many": ("sortie", ("frame", "a"), 2),
    "dice of another seat": ("dice", ("seat",), 1),
    "dice without a witch": ("dice", ("declared", "actor"), "Elizabeth I"),
    "a hit that is none": ("dice", ("stack", 1, "a"), 2),
    "a friend who commands": ("sortie", ("declared", "friend"), "Mary I"),
    "a friend of nobody's": ("sortie", ("declared", "friend"), "Philip II"),
    "an order without a war": ("check_order", ("declared", "action"), "hire"),
    "an order of another": ("check_order", ("seat",), 1),
    "Neuroi without their card": ("neuroi_country", ("events_on_table",), []),
    "exiles without end": ("exile", ("stack", 2, "a"), 3),
    "a spouse, no procreation": ("procreation_spouse", ("declared", "action"), "marriage"),
    "one spouse to choose from": ("procreation_spouse", ("seats", 0, "spouses"), ["Charles I"]),
    "a step that waits": ("event", ("stack", 1, "step"), "friend"),
}


@pytest.mark.parametrize("case", MISPLACED)
def test_steps_must_fit_the_table(case: str) -> None:
    """Each frame of the expansion, open or waiting, where the rules could not take it."""
    phase, path, value = MISPLACED[case]
    saved = changed(asked_for(phase).to_dict(), path, value)
    refused(saved, f"{path_of(path)}: the moves lead to")
    refused(without_course(saved))


@pytest.mark.parametrize("phase", LAID)
def test_steps_of_the_expansion_need_it(phase: str) -> None:
    """The same table, with all that belongs to the expansion taken off: procreation among several alone is no step of
    its own there."""
    saved = without_expansion(asked_for(phase).to_dict())
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
