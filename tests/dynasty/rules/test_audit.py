"""The audit that random games go through: a table laid wrongly is found out, by the number of the truth that it breaks.

Each test takes a true table, moves one card by force to where the book does not let it be, and reads the audit.
"""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, DECK_ROOM, MOST_CARDS, PERSON_NAMES, CardPlace, Holder, Place
from dynasty_env.kit.engine.cards import CARD_NAMES, KINDS
from dynasty_env.kit.state import State
from tests.false_tables import Wrong, both, put

from .conftest import play, printed, seat, table

JAMES, MARY, ALBA, SULLY, CECILY, SULEIMAN = (
    PERSON_NAMES.index(name)
    for name in ("James I", "Mary I", "Duke of Alba", "Duke of Sully", "Christina of Sweden", "Suleiman I")
)
EMPIRE = COUNTRY_NAMES.index("Ottoman Empire")


def court(**fields: Any) -> State:
    """Two dynasties with everything that a dynasty can have; somebody is a wanderer, somebody has left play."""
    own = seat("Philip II", spouse="Mary I", children=["James I", "Christina of Sweden"], courtiers=["Duke of Alba"])
    laid = {"wanderers": ["Duke of Sully"], "removed": ["Anne Boleyn"], "discards": "D2 D3"}
    return table(own, seat("Elizabeth I", hand="S2 S3"), **laid | fields)


def found(wrong: Wrong, state: State | None = None) -> int:
    """What the audit of a court says after something has been put in a wrong place."""
    laid = state or court()
    assert laid.call("audit") == 0
    wrong(laid.tables[0])
    number = laid.call("audit")
    assert 0 <= number <= len(GAME.truths)
    return int(number)


def move(person: int, place: Place | int, owner: int | None = None, born: int | None = None) -> Wrong:
    """Somebody is put somewhere."""

    def wrong(t: Any) -> None:
        t.place[person] = place
        if owner is not None:
            t.owner[person] = owner
        if born is not None:
            t.born[person] = born

    return wrong


# ------------------------------------------------------------------------------------------------------- playing cards


@pytest.mark.rule("§03")
@pytest.mark.parametrize("kind", [0, 1, 51, 52])
@pytest.mark.parametrize("more", [1, -1])
def test_truth_1_each_playing_card_is_in_one_place(kind: int, more: int) -> None:
    """§03: one pack: a card too many or too few, among the discards, is noticed; the first and the last too."""
    state = court()
    count = int(state.record["discards"][kind])
    assert found(put("discards", kind, count + more), state) == 1


@pytest.mark.rule("D-R1")
@pytest.mark.parametrize("packs", [1, 2])
def test_truth_1_as_many_as_the_packs_have(packs: int) -> None:
    """D-R1: a second pack doubles every kind, and there are two jokers a pack."""
    state = court(packs=packs)
    assert found(put("packs", None, 3 - packs), state) == 1


@pytest.mark.rule("§03")
def test_truth_1_cards_in_the_pack_and_on_the_table_count() -> None:
    """§03: … a card turned into another in the pack, or among those laid for an action."""
    state = court()
    top = int(state.record["pack_size"]) - 1
    other = (int(state.record["pack"][top]) + 1) % KINDS
    assert found(put("pack", top, other), state) == 1
    laid = court()
    play(
        laid,
        "war",
        "country:Ireland" if "country:Ireland" in _targets(laid) else _targets(laid)[0],
        "person:Duke of Alba",
    )
    play(laid, "pass", "pass", "card:S3")
    assert int(laid.record["laid_size"]) == 1
    assert found(put("laid", 0, CARD_NAMES.index("H9")), laid) == 1


def _targets(state: State) -> list[str]:
    copy = state.clone()
    copy.play("war")
    return [GAME.action_names[action] for action in copy.legal()]


@pytest.mark.rule("§03")
def test_truth_1_no_hand_has_less_than_no_card() -> None:
    """§03: a hand owes nobody a card."""
    wrong = both(put("hand", (0, 5), -1), put("hand_size", 0, -1), put("discards", 5, 1))
    assert found(wrong) == 1


@pytest.mark.rule("§08-01")
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("more", [1, -1])
def test_truth_2_the_size_of_a_hand(number: int, more: int) -> None:
    """§08-01: hands are cards, and as many as the others are told."""
    state = court()
    size = int(state.record["hand_size"][number])
    assert found(put("hand_size", number, size + more), state) == 2


# ------------------------------------------------------------------------------------------------------------- persons


@pytest.mark.rule("§08-01")
def test_truth_3_a_person_in_a_deck_is_nowhere_else() -> None:
    """§08-01: a person is in a deck once, or not at all."""
    state = court()
    top = int(state.record["deck"][int(state.record["deck_size"][0]) - 1])
    assert found(move(top, Place.WANDERER), state) == 3
    assert found(move(SULLY, Place.DECK)) == 3
    assert found(put("deck", 0, ALBA)) == 3
    twice = court()
    first = int(twice.record["deck"][1])
    assert found(put("deck", 0, first), twice) == 3


@pytest.mark.rule("§05-02")
@pytest.mark.parametrize(
    "wrong",
    [
        move(SULLY, Place.WANDERER, owner=0),  # a wanderer belongs to nobody
        move(ALBA, Place.COURTIER, owner=-1),  # a courtier belongs to a dynasty
        move(ALBA, Place.COURTIER, owner=2),  # … of this game
        move(ALBA, Place.WANDERER),
        move(ALBA, Place.GONE),
        move(SULLY, Place.COURTIER),
        move(SULLY, Place.WANDERER, owner=-2),
        move(MARY, Place.SPOUSE, owner=-1),
        move(JAMES, Place.CHILD, owner=-1),
        move(PERSON_NAMES.index("Philip II"), Place.KING, owner=-1),
    ],
)
def test_truth_4_who_belongs_to_a_dynasty(wrong: Wrong) -> None:
    """§05-02: king, spouse, children and courtiers are a dynasty's; wanderers and the dead are nobody's."""
    assert found(wrong) == 4


@pytest.mark.rule("§05-02")
@pytest.mark.parametrize(
    "wrong",
    [
        move(ALBA, Place.KING),  # a second one
        both(move(ALBA, Place.KING), put("king", 0, ALBA)),
        both(move(PERSON_NAMES.index("Philip II"), Place.COURTIER)),  # noted as king, but none
        both(move(ALBA, Place.SPOUSE, owner=1), move(SULLY, Place.SPOUSE, owner=1)),
        put("king", 0, ALBA),
    ],
)
def test_truth_5_one_king_one_spouse(wrong: Wrong) -> None:
    """§05-02: a dynasty has one king, the one who is noted, and one spouse."""
    assert found(wrong) == 5


@pytest.mark.rule("§05-02")
def test_truth_5_a_dynasty_without_a_king_notes_none() -> None:
    """§05-02: once the king has died childless there is none, and none is noted: that is a true table."""
    king = PERSON_NAMES.index("Elizabeth I")
    gone = both(move(king, Place.GONE, owner=-1), put("king", 1, -1))
    assert found(gone) == 0


@pytest.mark.rule("§05-02")
def test_truth_6_a_spouse_of_the_other_sex() -> None:
    """§05-02: a king and a spouse of one sex are found out, whatever the king's special ability but one."""
    assert printed("Philip II").sex == printed("Duke of Alba").sex != printed("Mary I").sex
    wrong = both(move(MARY, Place.COURTIER), move(ALBA, Place.SPOUSE))
    assert found(wrong) == 6
    assert found(wrong, court(abilities=True)) == 6


@pytest.mark.rule("D-R19")
def test_truth_6_but_for_a_revolution() -> None:
    """D-R19: under a king whom a revolution has brought, a spouse of his sex is true."""
    guise = PERSON_NAMES.index("Henry of Guise")
    own = seat("Henry of Guise", courtiers=["Duke of Alba"])
    state = table(own, seat("Elizabeth I"), abilities=True)
    assert int(state.record["king"][0]) == guise
    assert found(move(ALBA, Place.SPOUSE), state) == 0
    without = table(own, seat("Elizabeth I"), abilities=False)
    assert found(move(ALBA, Place.SPOUSE), without) == 6


@pytest.mark.rule("D-R19")
@pytest.mark.parametrize("king", ["Henry III", "Duke of Sully"])
def test_truth_6_no_other_ability_excuses(king: str) -> None:
    """D-R19: … under a king of another ability it is not."""
    state = table(seat(king, courtiers=["Duke of Alba"]), seat("Elizabeth I"), abilities=True)
    assert found(move(ALBA, Place.SPOUSE), state) == 6


@pytest.mark.rule("§09-02-03")
@pytest.mark.parametrize(
    "wrong",
    [
        move(JAMES, Place.CHILD, born=2),  # two are second
        move(JAMES, Place.CHILD, born=3),  # nobody is first
        move(JAMES, Place.CHILD, born=0),  # not counted
        move(CECILY, Place.CHILD, born=1),  # two are first
        move(ALBA, Place.COURTIER, born=3),  # no child, and counted
        move(JAMES, Place.COURTIER),
        both(move(JAMES, Place.COURTIER, born=0)),  # the second is the only one
        both(move(ALBA, Place.CHILD, born=2)),  # two are second, three in all
    ],
)
def test_truth_7_the_order_of_birth(wrong: Wrong) -> None:
    """§09-02-03: a dynasty's children are first, second …, and nobody else is."""
    assert found(wrong) == 7


@pytest.mark.rule("§09-02-03")
def test_truth_7_each_dynasty_for_itself() -> None:
    """§09-02-03: two dynasties have each a first child."""
    own, rival = seat("Philip II", children=["James I"]), seat("Elizabeth I", children=["Christina of Sweden"])
    assert found(lambda t: None, table(own, rival)) == 0


# ----------------------------------------------------------------------------------------------------------- countries


@pytest.mark.rule("§11-02")
@pytest.mark.parametrize("holder", [Holder.INDEPENDENT, 0, 1])
def test_truth_8_no_empire_without_suleiman(holder: int) -> None:
    """§11-02: the Ottoman Empire is in play only while Suleiman is."""
    assert found(put("holder", EMPIRE, holder)) == 8


@pytest.mark.rule("§11-02")
@pytest.mark.parametrize("where", [Holder.INDEPENDENT, 0, 1])
def test_truth_8_the_empire_while_suleiman_is_in_play(where: int) -> None:
    """§11-02: … and in play as long as he is, whoever holds it (D-R14); out of it, it is missed."""
    rival = seat("Elizabeth I", courtiers=["Suleiman I"], territories=["England", "Ottoman Empire"])
    state = table(seat("Henry IV"), rival)
    assert found(put("holder", EMPIRE, where), state) == 0
    assert found(put("holder", EMPIRE, Holder.OUT), state) == 8


@pytest.mark.rule("§06-02")
@pytest.mark.parametrize("holder", [2, 3, -4])
def test_truth_11_countries_are_held_by_seats_of_this_game(holder: int) -> None:
    """§06-02: a country is some dynasty's territory, or independent, or out of play."""
    assert found(put("holder", 3, holder)) == 11


@pytest.mark.rule("§06-02")
@pytest.mark.parametrize("holder", [0, 1, Holder.INDEPENDENT, Holder.OUT])
def test_truth_11_anything_else_is_true(holder: int) -> None:
    """§06-02: … wherever it is of these."""
    assert found(put("holder", 3, holder)) == 0


# ------------------------------------------------------------------------------------------------------- the decision


@pytest.mark.rule("ch. 7")
def test_truth_9_the_mask_and_the_number_of_choices() -> None:
    """ch. 7: as many actions are legal as are counted; while the game goes on there is one, after it none."""
    state = court()
    choices = int(state.record["choices"])
    assert choices > 1
    assert found(put("choices", None, choices + 1), state.clone()) == 9
    assert found(put("done", None, 1), state.clone()) == 9

    def nothing(t: Any) -> None:
        for action in range(len(t.mask)):
            t.mask[action] = 0
        t.choices = 0

    assert found(nothing, state.clone()) == 9
    assert found(both(nothing, put("done", None, 1)), state.clone()) == 0


@pytest.mark.rule("ch. 7")
@pytest.mark.parametrize(("asked", "number"), [(0, 9), (1, 0)])
def test_truth_9_a_decision_has_a_choice(asked: int, number: int) -> None:
    """ch. 7: a single legal action is asked for only with `ask_forced`."""

    def one(t: Any) -> None:
        for action in range(1, len(t.mask)):
            t.mask[action] = 0
        t.choices = 1
        t.ask_forced = asked

    assert found(one) == number


@pytest.mark.rule("ch. 7")
@pytest.mark.parametrize("field", ["pope", "scythe", "turn_player", "seat"])
@pytest.mark.parametrize("number", [-1, 2])
def test_truth_10_seats_are_seats(field: str, number: int) -> None:
    """ch. 7: pope, scythe, turn and decision are seats of this game."""
    assert found(put(field, None, number)) == 10


@pytest.mark.rule("ch. 7")
@pytest.mark.parametrize("field", ["pope", "scythe", "turn_player", "seat"])
@pytest.mark.parametrize("number", [0, 1])
def test_truth_10_every_seat_may_have_them(field: str, number: int) -> None:
    """ch. 7: … any of them."""
    assert found(put(field, None, number)) == 0


@pytest.mark.rule("ch. 7")
def test_the_first_truth_broken_is_told() -> None:
    """ch. 7: of several wrongs the first truth is named: cards, persons, dynasties, the rest."""
    cards, dynasties = put("discards", 0, 9), put("king", 0, ALBA)
    persons, rest = move(ALBA, Place.COURTIER, owner=-1), put("pope", None, 7)
    assert found(both(cards, persons, dynasties, rest)) == 1
    assert found(both(persons, dynasties, rest)) == 4
    assert found(both(dynasties, rest)) == 5


@pytest.mark.rule("§08-01")
def test_s08_01_a_deck_holds_its_bloodline() -> None:
    def wrong(t: Any) -> None:
        t.deck[0], t.deck[DECK_ROOM] = int(t.deck[DECK_ROOM]), int(t.deck[0])

    assert found(wrong, GAME.new(1, backend="interpreted")) == 19


@pytest.mark.rule("§03")
def test_s03_every_open_copy_is_laid_or_discarded() -> None:
    """With one pack a copy that is not in the game is said to lie open."""

    def wrong(t: Any) -> None:
        absent = next(card for card in range(MOST_CARDS) if t.card_place[card] == CardPlace.ABSENT)
        t.card_place[absent] = CardPlace.OPEN

    assert found(wrong, GAME.new(1, backend="interpreted", num_players=2, packs=1)) == 16


@pytest.mark.rule("D-R69")
@pytest.mark.parametrize("number", [0, 1, 5])
def test_truth_20_nobody_keeps_a_card_of_the_first_pack(number: int) -> None:
    """D-R69: cards are kept from earlier packs; a seat that is not in the game holds none at all."""
    assert found(put("kept_by", number, 1)) == 20


@pytest.mark.rule("D-R69")
@pytest.mark.parametrize("kept", [0, 1, 3])
def test_truth_20_kept_cards_are_counted_for_each_hand(kept: int) -> None:
    """D-R69: … and after a rebuilding as many as a hand holds of them, no more and no fewer."""
    old = [{"card": card, "pack": 0, "seen_by": []} for card in ("S2", "S3")]
    rival = seat("Elizabeth I", hand="S2 S3") | {"known_cards": old}
    state = table(seat("Henry VIII"), rival, rebuilt=1)
    assert state.record["kept_by"][1] == 2
    assert found(put("kept_by", 1, kept), state) == 20
