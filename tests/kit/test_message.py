"""Texts as values: templates with named fields, chances, seats."""

import copy
import json
import pickle

import pytest

from dynasty_env.kit.message import (
    Chance,
    Joined,
    Message,
    PlayingCard,
    Seat,
    chances_in,
    joined,
    mapped,
    parts_of,
    rendered,
    segments,
    sentence,
    tone_of,
)

ANNE = Message("{who} crowns {person}", who=Seat("dynasty", 1), person="Anne")
WAR = Message("the attack succeeds {chance}, then dies {dies}", chance=Chance(1 / 3), dies=Chance(0.5, "dies"))
TEXTS = {
    "message": (ANNE, "dynasty_1 crowns Anne"),
    "nested": (Message("{first}; {second}", first=ANNE, second=WAR),
               "dynasty_1 crowns Anne; the attack succeeds 33 %, then dies 50 %"),
    "joined": (joined(", ", ANNE, "", "a card"), "dynasty_1 crowns Anne, a card"),
    "sentence": (sentence(WAR, "."), "The attack succeeds 33 %, then dies 50 %."),
    "a seat first": (sentence(ANNE), "Dynasty_1 crowns Anne"),
    "repeated": (Message("{who} turns up Anne, who joins {who}", who=Seat("kingdom", 0)),
                 "kingdom_0 turns up Anne, who joins kingdom_0"),
    "a card": (Message("{card} is red", card=PlayingCard("10", "♥")), "10♥ is red"),
    "no fields": (Message("pass {no} field"), "pass {no} field"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "english"), TEXTS.values(), ids=TEXTS)
def test_a_text_is_its_own_english_and_survives_a_journey(text: str, english: str) -> None:
    assert text == english
    assert json.loads(json.dumps([text])) == [english]
    assert "".join(map(str, segments(text))).casefold() == english.casefold()
    for other in (copy.deepcopy(text), pickle.loads(pickle.dumps(text)), mapped(text, lambda part: part)):
        assert other == text
        assert list(map(type, parts_of(other))) == list(map(type, parts_of(text)))


@pytest.mark.parametrize(
    ("value", "said", "bound"),
    [(0, "0 %", "exact"), (1e-9, "under 1 %", "under"), (0.004, "under 1 %", "under"), (0.01, "1 %", "exact"),
     (1 / 3, "33 %", "exact"), (0.335, "34 %", "exact"), (0.99, "99 %", "exact"), (0.9951, "over 99 %", "over"),
     (1 - 1e-9, "over 99 %", "over"), (1.0, "100 %", "exact")],
)  # fmt: skip
def test_only_what_is_certain_is_called_so(value: float, said: str, bound: str) -> None:
    chance = Chance(value, "dies")
    assert (str(chance), chance.bound, chance.of, chance.value) == (said, bound, "dies", value)


def test_a_reader_calls_parts_by_names_of_its_own() -> None:
    names = ["Anna", "Ben {x}"]
    called = rendered(ANNE, lambda part: names[part.seat] if isinstance(part, Seat) else None)
    assert called == "Ben {x} crowns Anne"


def test_chances_are_found_and_changed_without_a_look_at_the_sentence() -> None:
    assert chances_in(Joined("; ", [ANNE, WAR])) == ["33 %", "50 %"]
    held = mapped(
        WAR,
        lambda part: Chance(1 - part.value, "hold") if isinstance(part, Chance) and part.of == "success" else part,
        {"the attack succeeds {chance}, then dies {dies}": "you hold {chance}, then dies {dies}"},
    )
    assert held == "you hold 67 %, then dies 50 %"
    assert [chance.of for chance in chances_in(held)] == ["hold", "dies"]


def test_only_what_a_text_shows_is_a_part_of_it() -> None:
    """Entries that concern no seat name the first one, so a sentence without it is not about that seat."""
    dies = Message("{person} dies", who=Seat("power", 0), person="Anne", chance=Chance(0.5))
    assert list(parts_of(dies)) == [dies, "Anne"]
    assert list(parts_of(TEXTS["repeated"][0]))[1:] == [Seat("kingdom", 0)]


@pytest.mark.parametrize("simulated", [False, True])
@pytest.mark.parametrize("value", [0.0, 0.004, 0.5, 0.996, 1.0])
def test_a_copy_says_the_same_of_a_chance(value: float, simulated: bool) -> None:
    chance = Chance(value, "wins", simulated=simulated, seat=2)
    for other in (copy.deepcopy(chance), pickle.loads(pickle.dumps(chance))):
        assert (str(other), vars(other)) == (str(chance), vars(chance))


def test_a_tone_stays_with_its_text() -> None:
    dies = Message("{person} dies", tone="bad", person="Anne")
    assert tone_of(mapped(dies, lambda part: part)) == "bad" == tone_of(pickle.loads(pickle.dumps(dies)))
    assert tone_of("Anne dies") == ""
