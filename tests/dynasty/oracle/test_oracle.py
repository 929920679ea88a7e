"""The oracle itself, held against the book on small tables with made-up cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from . import saves as oracle
from .legal import legal
from .saves import Book, Country, Person, Save, Seat
from .score import scores, winners
from .truths import invariants


def _person(name: str, colour: str, sex: str, stats: str, religion: str) -> Person:
    """A made-up person; `stats` are war, governance, prestige, fertility, life, ambition, one digit each."""
    war, governance, prestige, fertility, life, ambition = map(int, stats)
    return Person(name, colour, sex, war, governance, prestige, fertility, life, ambition, religion)


PERSONS = [
    #                                   WGPFLA
    _person("Karl", "yellow", "male", "313241", "CC"),
    _person("Anna", "yellow", "female", "022332", "C"),
    _person("Max", "yellow", "male", "212233", "C"),
    _person("Otto", "yellow", "male", "111111", "CC"),
    _person("Marie", "blue", "female", "034421", "C"),
    _person("Henri", "blue", "male", "222224", "CP"),
    _person("Louis", "blue", "male", "402133", "C"),
    _person("Suleiman I", "blue", "male", "445330", "M"),
    _person("Harry", "red", "male", "233142", "P"),
    _person("Bess", "red", "female", "143034", "P"),
    _person("Ned", "red", "male", "111112", "P"),
    _person("Gustav", "green", "male", "434233", "P"),
    _person("Kirsten", "green", "female", "012323", "CP"),
    _person("Olaf", "green", "male", "311122", "P"),
]

COUNTRIES = [
    Country("Spain", 9, frozenset({"France"})),
    Country("France", 10, frozenset({"Spain", "England"})),
    Country("England", 6, frozenset({"France"})),
    Country("Sweden", 5, frozenset({"Poland"})),
    Country("Poland", 4, frozenset({"Sweden", "Ottoman Empire"})),
    Country("Venice", 3, frozenset({"Ottoman Empire"})),
    Country("Ottoman Empire", 8, frozenset({"Poland", "Venice"})),
]

BOOK = Book({person.name: person for person in PERSONS}, {country.name: country for country in COUNTRIES})

PACK = [suit + rank for suit in oracle.SUITS for rank in oracle.RANKS] + ["JOKER", "JOKER"]
COLOURS = ["yellow", "blue", "red", "green"]

NOTHING_DECLARED = {"action": None, "target": None, "actor": None, "defender": None, "country": None}


def seat(king: str | None, **rest: Any) -> Seat:
    """One seat's part of a save; what is not given is empty."""
    empty: Seat = {"spouses": [], "children": [], "courtiers": [], "territories": [], "hand": []}
    return empty | {"king": king, "childless": False, "vetoed": False} | rest


def table(phase: str = "action", **changes: Any) -> Save:
    """A complete save of three seats in the middle of seat 0's turn: every card is somewhere."""
    seats = [
        seat("Karl", spouses=["Marie"], children=["Anna"], courtiers=["Ned"], territories=["Spain", "Venice"]),
        seat("Harry", children=["Louis", "Kirsten"], territories=["France"]),
        seat("Gustav", courtiers=["Bess"], territories=["Sweden"]),
    ]
    save: Save = {
        "game": "dynasty_v0",
        "options": {"num_players": 3, "packs": 1, "adjacency": False, "kin_marriage": True, "ask_forced": False},
        "phase": phase,
        "seat": 0,
        "turn": 4,
        "turn_player": 0,
        "first_player": 1,
        "pope": 1,
        "scythe": 0,
        "seats": seats,
        "wanderers": ["Henri", "Olaf"],
        "independent": ["England", "Poland"],
        "person_decks": {"yellow": ["Max"], "blue": ["Suleiman I"], "red": [], "green": []},
        "removed": ["Otto"],
        "removed_countries": [],
        "discards": [],
        "declared": dict(NOTHING_DECLARED),
        "on_table": [],
        "refused": [],
        "stack": [],
    }
    hands = [["HA", "S10", "DK", "C2", "JOKER"], ["H2", "D3"], ["S4", "C5"]]
    for place, hand in zip(seats, hands, strict=True):
        place["hand"] = hand
    return rest_in_pack(save | changes)


def rest_in_pack(save: Save) -> Save:
    """The same save, with every playing card that lies nowhere else in the pack."""
    elsewhere = [card for place in save["seats"] for card in place["hand"]] + save["discards"]
    elsewhere += [played["card"] for played in save["on_table"]]
    save["pack"] = list((Counter(PACK * save["options"].get("packs", 1)) - Counter(elsewhere)).elements())
    return save


def declared(action: str, **fields: str) -> dict[str, str | None]:
    """A declaration; what is not given is nobody."""
    return NOTHING_DECLARED | {"action": action} | fields


def allowed(save: Save) -> set[str]:
    """What the oracle allows with the made-up cards."""
    return legal(save, BOOK)


def persons(*names: str) -> set[str]:
    return {f"person:{name}" for name in names}


def jokers() -> set[str]:
    return {f"joker:{number}" for number in range(1, 14)}


# ------------------------------------------------------------------------------------------------- §08-01 set-up


def setting_up(phase: str, *turned_up: str) -> Save:
    """Two seats; the first player, seat 1, has turned up these persons."""
    dealt = [["Spain", "France"], ["England", "Sweden"]]
    hands = [["HA", "H2", "H3", "H4", "H5"], ["SA", "S2", "S3", "S4", "S5"]]
    seats = [seat(None, territories=lands, hand=hand) for lands, hand in zip(dealt, hands, strict=True)]
    seats[1]["courtiers"] = list(turned_up)
    decks = {
        colour: [card.name for card in PERSONS if card.colour == colour and card.name not in turned_up]
        for colour in COLOURS
    }
    return table(
        phase,
        options={"num_players": 2},
        seats=seats,
        seat=1,
        first_player=1,
        turn_player=1,
        pope=1,
        scythe=0,
        wanderers=[],
        removed=[],
        independent=["Poland", "Venice"],
        person_decks=decks,
    )


ALL_DECKS = {f"deck:{colour}" for colour in COLOURS}


@pytest.mark.parametrize(
    ("turned_up", "spent"),
    [
        ([], set()),
        (["Karl"], set()),
        (["Karl", "Harry"], set()),
        (["Karl", "Anna"], {"deck:yellow"}),
        (["Ned", "Bess"], {"deck:red"}),
    ],
)
def test_08_01_not_all_three_from_one_deck(turned_up: list[str], spent: set[str]) -> None:
    save = setting_up("setup_deck", *turned_up)
    assert allowed(save) == ALL_DECKS - spent
    assert invariants(save, book=BOOK) == []


def test_08_01_suleiman_counts_as_a_card_of_the_blue_deck() -> None:
    save = setting_up("setup_deck", "Suleiman I", "Marie")
    save["seats"][1]["territories"].append("Ottoman Empire")
    assert allowed(save) == ALL_DECKS - {"deck:blue"}
    assert invariants(save, book=BOOK) == []


def test_08_01_one_of_the_three_becomes_king_suleiman_too() -> None:
    save = setting_up("setup_king", "Suleiman I", "Marie", "Ned")
    save["seats"][1]["territories"].append("Ottoman Empire")
    assert allowed(save) == persons("Suleiman I", "Marie", "Ned")
    assert invariants(save, book=BOOK) == []


def test_08_01_set_up_goes_clockwise() -> None:
    save = setting_up("setup_deck")
    save["seat"] = 0
    assert "seat 1 has king None out of order" in invariants(save, book=BOOK)


# ----------------------------------------------------------------------------------------------------- §09-03 war


def test_09_03_02_the_defender_names_an_own_person_or_nobody() -> None:
    save = table("war_defender", seat=1, declared=declared("war", actor="Karl", country="France"))
    assert allowed(save) == persons("Harry", "Louis", "Kirsten") | {"pass"}
    assert invariants(save | {"seat": 2}, book=BOOK) != []


# -------------------------------------------------------------------------------------------------- §09-06 reaper


EVERYBODY = persons("Karl", "Marie", "Anna", "Ned", "Harry", "Louis", "Kirsten", "Gustav", "Bess")


def test_09_06_01_who_was_refused_cannot_be_named_again_that_turn() -> None:
    save = table("reaper_target", refused=["Harry"])
    save["seats"][1]["vetoed"] = True
    assert allowed(save) == EVERYBODY - persons("Harry") | {"pope"}
    save["refused"], save["seats"][2]["vetoed"] = ["pope", "Bess"], True
    assert allowed(save) == EVERYBODY - persons("Bess")
    assert invariants(save, book=BOOK) == []


# ------------------------------------------------------------------------------------------------- §07 the score


def finished(*seats: Seat, **changes: Any) -> Save:
    """A game that has ended with these seats."""
    return table("end", **changes) | {"seats": list(seats)}


def test_07_02_royals_and_territories() -> None:
    save = finished(
        seat("Karl", spouses=["Marie"], children=["Anna"], courtiers=["Ned"], territories=["Spain", "Venice"]),
        seat("Gustav", territories=["France"]),
    )
    save["pope"] = 1
    first, second = scores(save, BOOK)
    assert (first.a, first.b, first.points) == (3 + 4 + 2, 9 + 3, 21)  # the courtier counts nothing
    assert (second.a, second.b, second.points) == (4, 10, 14)  # the pope does nothing for a Protestant
    assert winners(save, BOOK) == {0}


def test_07_02_the_pope_counts() -> None:
    save = finished(seat("Karl", spouses=["Marie"], children=["Ned"], territories=["Spain"]), pope=0)
    assert scores(save, BOOK)[0].a == (3 + 2) + (4 + 2) + 1


def test_07_02_suleiman_gets_nothing_from_the_pope_but_the_ottoman_empire_counts() -> None:
    save = finished(seat("Suleiman I", territories=["Spain", "Ottoman Empire"]), pope=0)
    assert scores(save, BOOK)[0].points == 5 + 9 + 8


def test_07_01_the_ruined_score_nothing_and_do_not_win() -> None:
    save = finished(
        seat(None, courtiers=["Karl", "Marie"], territories=["Spain", "France"], childless=True),
        seat("Harry", spouses=["Bess"], territories=[]),
        seat("Ned", territories=["Venice"]),
    )
    assert [score.points for score in scores(save, BOOK)] == [0, 0, 4]
    assert [score.ruined for score in scores(save, BOOK)] == [True, True, False]
    assert winners(save, BOOK) == {2}


def test_07_02_d_r16_nobody_wins_when_all_are_ruined() -> None:
    assert winners(finished(seat(None, childless=True), seat("Harry")), BOOK) == set()


def test_07_02_ties_go_to_the_royals_first() -> None:
    save = finished(seat("Karl", territories=["Poland"]), seat("Gustav", territories=["Venice"]), pope=2)
    assert [score.points for score in scores(save, BOOK)] == [7, 7]
    assert winners(save, BOOK) == {1}


def tied(*kings: Person) -> tuple[Save, Book]:
    """Seats equal in A and B, whose kings, of prestige 2 or more, have children to make up for the rest."""
    heirs = [_person(f"heir {n}", "red", "male", f"00{5 - king.prestige}000", "P") for n, king in enumerate(kings)]
    lands = [Country(f"land {n}", 5, frozenset()) for n in range(len(kings))]
    cards = Book({card.name: card for card in [*kings, *heirs]}, {land.name: land for land in lands})
    seats = [
        seat(king.name, children=[heir.name], territories=[land.name])
        for king, heir, land in zip(kings, heirs, lands, strict=True)
    ]
    return finished(*seats, pope=None), cards


@pytest.mark.parametrize(
    ("better", "worse"),  # war, governance, prestige, fertility, life, ambition
    [
        ("003000", "442444"),  # prestige
        ("023000", "413444"),  # then governance
        ("323000", "223444"),  # then war
        ("323002", "323441"),  # then ambition
        ("323022", "323412"),  # then life
        ("323222", "323122"),  # then fertility
    ],
)
def test_07_02_then_the_kings_are_compared_in_the_books_order(better: str, worse: str) -> None:
    first, second = _person("worse", "red", "male", worse, "P"), _person("better", "red", "male", better, "P")
    save, cards = tied(first, second)
    assert winners(save, cards) == {1}


def test_07_02_d_r16_still_tied_is_a_shared_win() -> None:
    twins = [_person(name, "red", "male", "123123", "P") for name in ("one", "two")]
    save, cards = tied(*twins, _person("third", "red", "male", "023123", "P"))
    assert winners(save, cards) == {0, 1}


# ---------------------------------------------------------------------------------------- what can never be so


def whole(phase: str = "action", **changes: Any) -> Save:
    """A save that a dealt game could hold: no deck is empty."""
    save = table(phase, **changes)
    save["seats"][0]["courtiers"], save["seats"][2]["courtiers"] = [], ["Bess"]
    save["wanderers"] = ["Henri"]
    save["person_decks"] = {"yellow": ["Max"], "blue": ["Suleiman I"], "red": ["Ned"], "green": ["Olaf"]}
    return save


def with_suleiman(**changes: Any) -> Save:
    """He has been turned up by seat 2, and has brought the Ottoman Empire."""
    save = whole(**changes)
    save["person_decks"]["blue"] = ["Henri"]
    save["wanderers"] = []
    save["seats"][2]["courtiers"].append("Suleiman I")
    save["seats"][2]["territories"].append("Ottoman Empire")
    return save


def named_joker(number: int | None) -> list[dict[str, Any]]:
    """A red ten from seat 1, then a joker that the pack supplied."""
    return [{"card": "H10", "number": 10, "seat": 1}, {"card": "JOKER", "number": number, "seat": None}]


SOUND = {
    "recruit": whole("recruit"),
    "action": whole("action"),
    "a deck emptied in the recruit phase": whole() | {"wanderers": ["Henri", "Olaf"]},
    "suleiman": with_suleiman(),
    "suleiman's empire conquered": with_suleiman(),
    "interrupt": whole(
        "interrupt",
        seat=2,
        declared=declared("war", actor="Anna", country="France", defender="Louis"),
        on_table=[{"card": "S10", "number": 10, "seat": 0}, {"card": "JOKER", "number": 13, "seat": 0}],
    ),
    "joker": whole("joker", declared=declared("procreation"), on_table=named_joker(None)),
    "veto": whole("veto", seat=1, declared=declared("reaper", target="pope")),
    "sixth card": whole("discard_card"),
    "end": whole("end") | {"seat": -1},
}
SOUND["a deck emptied in the recruit phase"]["person_decks"]["green"] = []
SOUND["suleiman's empire conquered"]["seats"][2]["territories"].remove("Ottoman Empire")
SOUND["suleiman's empire conquered"]["seats"][0]["territories"].append("Ottoman Empire")
SOUND["interrupt"]["seats"][0]["hand"] = ["HA"]
SOUND["joker"]["seats"][0]["hand"] = ["HA"]
SOUND["sixth card"]["seats"][0]["hand"] = ["HA", "H3", "H4", "H5", "H6", "JOKER"]
SOUND["end"]["seats"][1] |= {"king": None, "children": [], "courtiers": ["Louis", "Kirsten"], "childless": True}
SOUND["end"]["removed"].append("Harry")


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_table_has_no_complaints(name: str) -> None:
    save = rest_in_pack(SOUND[name])
    assert invariants(save, book=BOOK) == []
    assert invariants(save, strict=False, book=BOOK) == []


def test_two_packs() -> None:
    save = whole(options={"packs": 2})
    assert len(save["pack"]) == 108 - 9
    assert invariants(save, book=BOOK) == []


def test_a_hand_written_save_may_lack_cards() -> None:
    save = whole() | {"pack": [], "removed": [], "independent": []}
    assert invariants(save, strict=False, book=BOOK) == []
    complaints = invariants(save, book=BOOK)
    assert "person Otto lies in 0 places instead of 1" in complaints
    assert "country Poland lies in 0 places instead of 1" in complaints
    assert "card CK lies in 0 places instead of 1" in complaints


def end_childless_with_spouse(save: Save) -> None:
    save["phase"] = "end"
    save["seats"][0] |= {"king": None, "childless": True, "children": [], "courtiers": ["Karl", "Anna"]}


def test_seven_seats_are_too_many() -> None:
    save = whole(options={"num_players": 7})
    save["seats"] += [seat(None) for _ in range(4)]
    assert "7 seats at the table" in invariants(save, book=BOOK)


Change = Callable[[Save], Any]
BROKEN: list[tuple[str, Change]] = [
    ("person Karl lies in 2 places", lambda s: s["removed"].append("Karl")),
    ("there is no person 'Nobody'", lambda s: s["wanderers"].append("Nobody")),
    ("country Spain lies in 2 places", lambda s: s["independent"].append("Spain")),
    ("card HA lies in 2 places", lambda s: s["pack"].append("HA")),
    ("card JOKER lies in 3 places", lambda s: s["pack"].append("JOKER")),
    ("pope is 3, no seat", lambda s: s.update(pope=3)),
    ("scythe is None, no seat", lambda s: s.update(scythe=None)),
    ("3 seats for 4 players", lambda s: s["options"].update(num_players=4)),
    ("no phase 'siesta'", lambda s: s.update(phase="siesta")),
    ("has 2 spouses", lambda s: s["seats"][0].update(spouses=["Marie", "Anna"], children=[])),
    ("has the king's sex", lambda s: s["seats"][1].update(spouses=["Louis"], children=["Kirsten"])),
    ("has royals without a king", end_childless_with_spouse),
    ("Harry is king", lambda s: s["seats"][1].update(childless=True)),
    (
        "seat 2 has no king in phase action",
        lambda s: s["seats"][2].update(king=None, childless=True, courtiers=["Bess", "Gustav"]),
    ),
    (
        "seat 2 has king None, but childless is False",
        lambda s: s["seats"][2].update(king=None, courtiers=["Gustav", "Bess"]),
    ),
    ("Olaf lies in the red deck", lambda s: s["person_decks"].update(red=["Ned", "Olaf"], green=[])),
    ("Suleiman I is a wanderer", lambda s: (s["person_decks"]["blue"].clear(), s["wanderers"].append("Suleiman I"))),
    ("in play without Suleiman I", lambda s: s["seats"][1]["territories"].append("Ottoman Empire")),
    (
        "Suleiman I is in play without",
        lambda s: (s["person_decks"]["blue"].clear(), s["seats"][0]["courtiers"].append("Suleiman I")),
    ),
    ("seat 1 decides in phase action", lambda s: s.update(seat=1)),
    ("seat 2 has no territory", lambda s: (s["seats"][2]["territories"].clear(), s["independent"].append("Sweden"))),
    (
        "seat 1 holds 6 cards",
        lambda s: (s["seats"][1].update(hand=["H2", "H3", "H4", "H5", "H6", "D3"]), rest_in_pack(s)),
    ),
    ("the game has ended for no reason", lambda s: s.update(phase="end")),
    ("discarded from a hand of 5", lambda s: s.update(phase="discard_card")),
    ("discarded although there are 1", lambda s: s.update(phase="discard_wanderer")),
    (
        "goes on in phase recruit with an empty red deck",
        lambda s: (s.update(phase="recruit"), s["person_decks"]["red"].clear(), s["removed"].append("Ned")),
    ),
    ("vetoes are used in phase action", lambda s: s.update(refused=["Harry"])),
    ("without the scythe", lambda s: s.update(phase="reaper_target", scythe=2)),
    ("seats [] have used a veto", lambda s: s.update(phase="reaper_target", refused=["Harry"])),
    ("seats [2] have used a veto", lambda s: (s.update(phase="reaper_target"), s["seats"][2].update(vetoed=True))),
    ("used a veto in the own turn", lambda s: (s.update(phase="reaper_target"), s["seats"][0].update(vetoed=True))),
    (
        "veto over Ned, who is not its own",
        lambda s: s.update(phase="veto", seat=1, declared=declared("reaper", target="Ned")),
    ),
    ("cards on the table in phase action", lambda s: (s.update(on_table=named_joker(3)), rest_in_pack(s))),
    (
        "the pack supplied JOKER before the window closed",
        lambda s: s.update(phase="interrupt", declared=declared("procreation"), on_table=named_joker(3)),
    ),
    (
        "H10 was played in incite, where it does not count",
        lambda s: s.update(phase="interrupt", declared=declared("incite", target="Bess"), on_table=named_joker(3)[:1]),
    ),
    (
        "there is no joker from the pack to name",
        lambda s: s.update(phase="joker", declared=declared("procreation"), on_table=named_joker(3)),
    ),
    (
        "the pack supplied 1 cards instead of 2, and has more",
        lambda s: s.update(phase="joker", declared=declared("procreation"), on_table=named_joker(None)[1:]),
    ),
    ("marriage was not open", lambda s: s.update(phase="interrupt", declared=declared("marriage", target="Bess"))),
    (
        "incite was declared with Harry",
        lambda s: s.update(phase="interrupt", declared=declared("incite", target="Harry")),
    ),
    (
        "war was declared on Spain",
        lambda s: s.update(phase="interrupt", declared=declared("war", actor="Karl", country="Spain")),
    ),
    (
        "Bess does not belong to the lord of France",
        lambda s: s.update(
            phase="interrupt", declared=declared("war", actor="Karl", country="France", defender="Bess")
        ),
    ),
    (
        "phase interrupt asks a question with 1 answers",
        lambda s: s.update(phase="interrupt", seat=1, declared=declared("incite", target="Bess")),
    ),
]


@pytest.mark.parametrize(("complaint", "change"), BROKEN, ids=[complaint for complaint, _ in BROKEN])
def test_a_broken_table_is_told(complaint: str, change: Change) -> None:
    save = whole()
    save["seats"][0]["hand"] = ["HA", "S10", "DK", "C2", "C3"]
    rest_in_pack(save)
    assert invariants(save, book=BOOK) == []
    change(save)
    if save["on_table"]:
        rest_in_pack(save)
    assert any(complaint in line for line in invariants(save, book=BOOK)), invariants(save, book=BOOK)


def test_ask_forced_asks_questions_with_one_answer() -> None:
    save = whole("interrupt", seat=1, declared=declared("incite", target="Bess"))
    save["options"]["ask_forced"] = True
    assert invariants(save, book=BOOK) == []


# ------------------------------------------------------------------------------------------- ch. 1 the printed cards


def test_05_the_printed_persons() -> None:
    cards = [card for card in oracle.printed().persons.values() if not card.expansion]
    colours = Counter(card.colour for card in cards if card.name != oracle.SULEIMAN)
    assert colours == dict.fromkeys(COLOURS, 20)
    assert oracle.printed().persons[oracle.SULEIMAN].colour == "blue"  # D-R4
    assert len({card.sex for card in cards}) == 2
    assert {card.religion for card in cards if card.name != oracle.SULEIMAN} <= {"CC", "C", "CP", "P"}


def test_06_the_printed_countries_are_each_others_neighbours() -> None:
    countries = oracle.printed().countries
    assert len(countries) == 21
    assert oracle.OTTOMAN_EMPIRE in countries
    for country in countries.values():
        for neighbour in country.neighbours:
            assert country.name in countries[neighbour].neighbours
