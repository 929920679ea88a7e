"""What moves did, in words."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, EVENT_CARD, PERSON_NAMES, Event, Holder, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.dynasty.rules.score import score_table
from dynasty_env.dynasty.steps import Trace
from dynasty_env.europe.rules.ending import POINTS_BOUND
from dynasty_env.kit.engine.table import EVERYBODY
from tests.dynasty.courses import PLAYED, choose, games, reached
from tests.dynasty.tables import LAID, dynasty, laid
from tests.picking import card as printed


def tell_one(kind: Trace, seat: int = 1, subject: int = 5, object_: int = 2, value: int = 4) -> list[str]:
    """The chronicle of a move that left one entry."""
    return tell_all([(kind, seat, subject, object_, value)])


def tell_all(entries: list[tuple[int, ...]]) -> list[str]:
    """The chronicle of a move that left these entries."""
    state = GAME.new(0, backend="interpreted")
    state.record["trace_length"] = len(entries)
    for row, entry in enumerate(entries):
        state.record["trace"][row] = (*entry, EVERYBODY)
    return state.chronicle(None)


@pytest.mark.parametrize("number", [8, pytest.param(80, marks=pytest.mark.slow)])
def test_whole_games_in_words(number: int) -> None:
    """What happens has words, and the points are those of the rules; in eighty games every kind of happening occurs."""
    told: set[int] = set()
    for state in (*games(number), *map(reached, (*PLAYED, *LAID))):
        chance = random.Random(state.seed)
        told.update(entry.kind for entry in state.trace())
        while not state.done:
            action = choose(state, chance)
            assert state.describe(action) and isinstance(GAME.stakes(state), str)
            state.play(action)
            for seat in (None, *range(state.num_players)):
                entries, sentences = state.trace(seat), state.chronicle(seat)
                assert bool(entries) == bool(sentences)
                assert all(sentence and "{" not in sentence and "#" not in sentence for sentence in sentences)
                told.update(entry.kind for entry in entries)
        points = np.array([line["points"] for line in score_table(state)], float)
        mean_of_others = (points.sum() - points) / (state.num_players - 1)
        np.testing.assert_allclose((points - mean_of_others) / POINTS_BOUND, state.returns("points"), atol=1e-6)
    missing = set(Trace) - {Trace(kind) for kind in told}
    assert number < 80 or missing <= {Trace.CHILDLESS_BIRTH, Trace.FALLEN}, missing  # too rare for eighty games


@pytest.mark.parametrize("kind", Trace)
def test_every_kind_has_words(kind: Trace) -> None:
    (sentence,) = tell_one(kind, subject=2, object_=1)
    assert len(sentence) > 5 and "{" not in sentence


def test_dice_are_one_sentence() -> None:
    entries: list[tuple[int, ...]] = [
        (Trace.SUPPLIED, 0, 16, 0, 4),
        (Trace.SUPPLIED, 0, 12, 0, 13),
        (Trace.SUPPLIED, 0, 52, 0, 0),
    ]
    entries += [
        (Trace.NEEDS, 1, 0, 0, 7),
        (Trace.DIE, 1, 0, 0, 3),
        (Trace.DIE, 1, 0, 0, 5),
        (Trace.OUTCOME, 1, 0, 1, 8),
    ]
    entries += [(Trace.CHECKED, 1, 3, 1, 4), (Trace.DIED, 1, 3, 0, 0), (Trace.EXTINCT, 1, 0, 0, 0)]
    assert tell_all(entries) == [
        "the pack supplies 4♥ K♠ joker",
        "dynasty_1 rolls 3 5 = 8 against 7: success",
        "dynasty_1 rolls 4 against life 3: Charles V dies",
        "the king of dynasty_1 has died childless: the dynasty is ruined",
    ]


def test_the_end_names_who_has_brought_it_about() -> None:
    state = GAME.new(0, backend="interpreted")
    state.record["trace_length"], state.record["trace"][0] = 1, (Trace.ENDED, 0, 0, 0, 1 + 2, EVERYBODY)
    state.record["childless"][2] = 1
    state.record["holder"][state.record["holder"] == 1] = Holder.INDEPENDENT
    assert state.chronicle(None) == [
        "the game ends: the king of dynasty_2 has died childless, dynasty_1 has no territory"
    ]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([(Trace.PLUNDERED, 1, 15, 0, 0)], "dynasty_1 plunders Naples"),
        ([(Trace.PLUNDERED, 1, 20, 0, 0)], "dynasty_1 plunders the Ottoman Empire"),
        (
            [(Trace.REVOLTED, 1, 33, 10, 0), (Trace.DIED, 1, 10, 0, 0)],
            "Henry of Guise makes a revolution and becomes king of dynasty_1: Philip II dies",
        ),
        (
            [(Trace.POLICED, 1, 49, 8, 3), (Trace.DIED, 1, 8, 0, 0)],
            "dynasty_1 rolls 3 against Francis Walsingham's governance 3: Duke of Alba is executed",
        ),
        (
            [(Trace.POLICED, 1, 49, 8, 4)],
            "dynasty_1 rolls 4 against Francis Walsingham's governance 3: Duke of Alba gets away",
        ),
        (
            [(Trace.SUPPRESSED, 0, 8, 1, 5), (Trace.DIED, 0, 8, 0, 0)],
            "dynasty_0 rolls 5 to suppress Duke of Alba: executed",
        ),
        ([(Trace.SUPPRESSED, 0, 8, 0, 4)], "dynasty_0 rolls 4 to suppress Duke of Alba: spared"),
        ([(Trace.EXECUTED, 0, 44, 0, 0), (Trace.DIED, 0, 44, 0, 0)], "dynasty_0 has Anne Boleyn executed"),
        ([(Trace.MATCHED, 0, 17, 1, 6)], "dynasty_0 rolls 6 for the match of Philip III: success"),
        ([(Trace.MATCHED, 0, 17, 0, 2)], "dynasty_0 rolls 2 for the match of Philip III: failure"),
        ([(Trace.BY_ITSELF, 2, 0, 0, 0)], "dynasty_2 succeeds by itself, without cards and dice"),
    ],
)
def test_special_abilities_are_told(entries: list[tuple[int, ...]], said: str) -> None:
    """§11-03: an ability's happening is one sentence, the death that it brings included."""
    assert tell_all(entries) == [said]


THE_BEAM, WATCHER = PERSON_NAMES.index("the Beam"), PERSON_NAMES.index("the Watcher")
GROUNDED, CANCEL, WARRIORS_WAY = Event.GROUNDED, Event.CANCEL, Event.WARRIORS_WAY
OCCUPIED, FRANCE, SPAIN = Holder.OCCUPIED, COUNTRY_NAMES.index("France"), COUNTRY_NAMES.index("Spain")


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([(Trace.EVENT_TAKEN, 1, 2, 0, 0)], "dynasty_1 takes an event from the red deck, face down"),
        (
            [(Trace.EVENT_TAKEN, 1, 2, 0, 0), (Trace.EVENT_SEEN, 1, CANCEL, 0, 0)],
            "dynasty_1 takes an event from the red deck, face down: “cancel”",
        ),
        ([(Trace.EVENT_UNDER, 1, CANCEL, 3, 0)], "dynasty_1 turns up “cancel”, which goes under the green deck"),
        ([(Trace.EVENT_PLAYED, 1, GROUNDED, 0, 0)], "dynasty_1 plays the event “grounded”"),
        ([(Trace.EVENT_PLAYED, 1, Event.NEUROI, 0, 0)], "dynasty_1 turns up the event “neuroi”"),
        ([(Trace.EVENT_PLAYED, 1, Event.DOLL, 0, 0)], "dynasty_1 turns up the event “doll”"),
        (
            [(Trace.EVENT_PLAYED, 1, WARRIORS_WAY, 0, 0), (Trace.EVENT_ATTACHED, 1, WARRIORS_WAY, THE_BEAM, 0)],
            "dynasty_1 plays the event “warrior's way” on the Beam",
        ),
        ([(Trace.EVENT_ATTACHED, 1, GROUNDED, THE_BEAM, 0)], "dynasty_1 attaches “grounded” to the Beam"),
        ([(Trace.EVENT_GONE, 0, GROUNDED, 0, 0)], "the event “grounded” is discarded"),
        ([(Trace.EVENT_BACK, 1, WARRIORS_WAY, 0, 0)], "“warrior's way” lies face down before dynasty_1 again"),
        ([(Trace.WED_DOLL, 1, WATCHER, 0, 0)], "the Watcher, king of dynasty_1, marries the doll"),
        ([(Trace.PEEKED, 1, 16, 0, 0)], "dynasty_1 sees the top of the pack: 4♥"),
        ([(Trace.FORESEEN, 1, THE_BEAM, 1, 0)], "dynasty_1 sees the top of the blue deck: the Beam"),
        (
            [(Trace.FORESEEN, 1, EVENT_CARD + GROUNDED, 1, 0)],
            "dynasty_1 sees the top of the blue deck: the event “grounded”",
        ),
        ([(Trace.KEPT, 1, 1, 0, 0)], "dynasty_1 keeps the top card of the blue deck"),
        ([(Trace.RESHUFFLED, 1, 1, 0, 0)], "the blue deck is shuffled"),
        ([(Trace.SEARCHED, 1, 0, 0, 0)], "dynasty_1 looks through the yellow deck"),
        (
            [(Trace.FOUND, 1, THE_BEAM, 0, 0), (Trace.TURNED_UP, 1, THE_BEAM, 0, Place.COURTIER)],
            "dynasty_1 takes the Beam out of it as courtier",
        ),
        ([(Trace.ATTACKED, 1, len(COUNTRY_NAMES), -1, 0)], "dynasty_1 attacks the Neuroi"),
        (
            [(Trace.OCCUPIED, 1, FRANCE, 2, 0)],
            f"the Neuroi occupy France (power {printed('France')['power']}, held by dynasty_2)",
        ),
        ([(Trace.JUDGED, 1, SPAIN, 0, 3)], "dynasty_1 rolls 3 for Spain: not occupied"),
        (
            [(Trace.JUDGED, 1, SPAIN, 0, 4), (Trace.OCCUPIED, 1, SPAIN, -1, 0)],
            "dynasty_1 rolls 4 for Spain: the Neuroi take it from independence",
        ),
        (
            [(Trace.JUDGED, 1, SPAIN, 0, 6), (Trace.OCCUPIED, 1, SPAIN, 0, 0)],
            "dynasty_1 rolls 6 for Spain: the Neuroi take it from dynasty_0",
        ),
        ([(Trace.TAKEN, 1, 80, 0, 0)], "Suleiman I of dynasty_1 goes under the Neuroi card"),
        ([(Trace.EXILED, 1, SPAIN, 0, 0)], "dynasty_1 finds refuge in Spain"),
        ([(Trace.FALLEN, 1, 0, 0, 0)], "no country is left for dynasty_1: the dynasty is ruined"),
        ([(Trace.LIBERATED, 1, 0, 0, 0)], "dynasty_1 beats the Neuroi"),
        ([(Trace.CONQUERED, 1, SPAIN, OCCUPIED, 0)], "dynasty_1 takes Spain from the Neuroi"),
        ([(Trace.NEUROI_WON, 0, 0, 0, 23)], "the Neuroi win with a power of 23: all dynasties lose"),
        ([(Trace.CANCELLED, 1, 16, 0, 0)], "dynasty_1 discards 4♥ and cancels the action"),
        ([(Trace.CANCELLED, 1, 52, 0, 0)], "dynasty_1 discards joker and cancels the action"),
        ([(Trace.BEFRIENDED, 1, THE_BEAM, 0, 0)], "dynasty_1 forces the Beam to come along as friend"),
        ([(Trace.SENT, 1, THE_BEAM, 0, 0)], "dynasty_1 sends the Beam"),
        (
            [(Trace.SLASHED, 1, THE_BEAM, 0, 0), (Trace.OUTCOME, 1, 0, 0, 0), (Trace.DIED, 1, THE_BEAM, 0, 0)],
            "a 6: gale slash kills the Beam of dynasty_1, and the action fails",
        ),
        ([(Trace.CHANGED, 1, 2, 6, 0)], "dynasty_1 turns a 2 into a 6"),
        ([(Trace.OUTCOME, 1, 0, 1, 9)], "the dice of dynasty_1 count 9: success"),
        ([(Trace.HEALED, 1, THE_BEAM, 0, 0)], "the Beam of dynasty_1 is healed and lives"),
        ([(Trace.ACTS_AGAIN, 1, THE_BEAM, 0, 0)], "the Beam acts once more for dynasty_1"),
    ],
)
def test_the_expansion_is_told(entries: list[tuple[int, ...]], said: str) -> None:
    """SW02: each happening is one sentence."""
    assert tell_all(entries) == [said]


@pytest.mark.parametrize(
    ("faces", "needed", "success", "counted", "said"),
    [
        ((2, 5), 7, 1, 7, "rolls 2 5 = 7 against 7: success"),
        ((2, 5), 12, 1, 12, "rolls 2 5, which count 12, against 12: success"),  # SW02-07-07: might
        ((2, 5), 11, 0, 10, "rolls 2 5, which count 10, against 11: failure"),  # SW02-07-06: gale
        ((1, 5), 11, 1, 6, "rolls 1 5 = 6 against 11: success by a 1"),  # SW02-07-04: ballistics
        ((), 0, 1, 0, "rolls no dice = 0 against 0: success"),
        ((4,), -2, 1, 4, "rolls 4 against -2: success"),  # SW02-07-02: evil eye
    ],
)
def test_dice_are_told_as_they_count(
    faces: tuple[int, ...], needed: int, success: int, counted: int, said: str
) -> None:
    rolled = [(Trace.NEEDS, 1, 0, 0, needed), *((Trace.DIE, 1, 0, 0, face) for face in faces)]
    assert tell_all([*rolled, (Trace.OUTCOME, 1, 0, success, counted)]) == [f"dynasty_1 {said}"]


def test_a_death_check_is_against_life_as_it_counted() -> None:
    """SW02-08-05, 11: with the doll life is one more, without jealousy 5; also where they were discarded since."""
    elizabeth, doll = PERSON_NAMES.index("Elizabeth I"), Event.DOLL
    life = printed("Elizabeth I")["life"]
    check = [(Trace.CHECKED, 0, elizabeth, 1, 6), (Trace.DIED, 0, elizabeth, 0, 0)]
    assert tell_all(check) == [f"dynasty_0 rolls 6 against life {life}: Elizabeth I dies"]
    sentences = tell_all([*check, (Trace.EVENT_GONE, 0, doll, 0, 0), (Trace.EVENT_GONE, 0, GROUNDED, 0, 0)])
    assert sentences[0] == f"dynasty_0 rolls 6 against life {life + 1}: Elizabeth I dies"
    assert tell_all([*check, (Trace.EVENT_GONE, 0, Event.NOT_JEALOUS, 0, 0)])[0].endswith("life 5: Elizabeth I dies")
    others = [*check, (Trace.EXTINCT, 0, 0, 0, 0), (Trace.EVENT_GONE, 0, doll, 0, 0)]
    assert tell_all(others)[0] == f"dynasty_0 rolls 6 against life {life}: Elizabeth I dies"  # it was another's


def test_what_only_one_seat_sees_is_told_to_it_alone() -> None:
    """SW02-04, SW02-07-03, SW02-07-10: events taken, the top of the pack, the top of a deck."""
    watcher, seer = dynasty("Elizabeth I", "the Watcher"), dynasty("Elizabeth I", "the Seer")
    deck = {"person_decks": {"blue": ["event:cancel", "Nostradamus"]}}
    taken = GAME.from_dict(laid(watcher, dynasty("Henry IV"), phase="recruit", **deck), backend="interpreted")
    taken.play("deck:blue")
    public = ["dynasty_0 takes an event from the blue deck, face down"]
    assert taken.chronicle(None) == taken.chronicle(1) == public
    assert taken.chronicle(0) == [f"{public[0]}: “cancel”", "dynasty_0 sees the top of the pack: 2♥"]
    foreseen = GAME.from_dict(laid(seer, dynasty("Henry IV"), phase="recruit", **deck), backend="interpreted")
    foreseen.play("deck:blue")
    assert foreseen.chronicle(None) == foreseen.chronicle(1) == []
    assert foreseen.chronicle(0) == ["dynasty_0 sees the top of the blue deck: the event “cancel”"]


def test_drawn_cards_are_told_to_their_seat_alone() -> None:
    state = GAME.new(3, backend="interpreted")
    hands = [" ".join(map(nouns.card, state.view(seat)["seats"][seat]["hand"])) for seat in range(4)]
    assert state.chronicle(None)[:4] == [f"dynasty_{seat} draws 5 cards" for seat in range(4)]
    for seat in range(4):
        told = state.chronicle(seat)
        cards = told[seat].removeprefix(f"dynasty_{seat} draws ")
        assert sorted(cards.split()) == sorted(hands[seat].split())
        assert [line for other, line in enumerate(told[:4]) if other != seat] == [
            f"dynasty_{other} draws 5 cards" for other in range(4) if other != seat
        ]
