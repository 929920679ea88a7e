"""What moves did, in words."""

import random

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import Holder
from dynasty_env.dynasty.rules import nouns
from dynasty_env.dynasty.rules.score import score_table
from dynasty_env.europe.rules.ending import POINTS_BOUND
from dynasty_env.kit.engine.table import EVERYBODY
from tests.dynasty.courses import choose, games
from tests.dynasty.reached import REACHED, reached
from tests.dynasty.rules import trace_fields
from tests.dynasty.tables import dynasty, laid
from tests.sentences import cases, check, chronicle


@pytest.mark.parametrize("number", [8, pytest.param(80, marks=pytest.mark.slow)])
def test_whole_games_in_words(number: int) -> None:
    """What happens has words, and the points are those of the rules; in eighty games every kind of happening occurs."""
    told: set[int] = set()
    for state in (*games(number), *map(reached, REACHED)):
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
    (sentence,) = chronicle(GAME, [(kind, 1, 2, 1, 4)])
    assert len(sentence) > 5 and "{" not in sentence


def test_the_end_names_who_has_brought_it_about() -> None:
    state = GAME.new(0, backend="interpreted")
    state.record["trace_length"], state.record["trace"][0] = 1, (Trace.ENDED, 0, 0, 0, 1 + 2, EVERYBODY)
    state.record["childless"][2] = 1
    state.record["holder"][state.record["holder"] == 1] = Holder.INDEPENDENT
    assert state.chronicle(None) == [
        "the game ends: the king of dynasty_2 has died childless, dynasty_1 has no territory"
    ]


SAID = """
PLUNDERED 1, Naples => dynasty_1 plunders Naples
PLUNDERED 1, Ottoman Empire => dynasty_1 plunders the Ottoman Empire
REVOLTED 1, Henry of Guise, Philip II; DIED 1, Philip II => Henry of Guise leads a revolution and becomes king of
    dynasty_1: Philip II dies
POLICED 1, Francis Walsingham, Duke of Alba, 3; DIED 1, Duke of Alba => dynasty_1 rolls 3 against Francis Walsingham's
    governance 3: Duke of Alba is executed
POLICED 1, Francis Walsingham, Duke of Alba, 4 => dynasty_1 rolls 4 against Francis Walsingham's governance 3: Duke of
    Alba gets away
SUPPRESSED 0, Duke of Alba, 1, 5; DIED 0, Duke of Alba => dynasty_0 rolls 5 to suppress Duke of Alba: executed
SUPPRESSED 0, Duke of Alba, 0, 4 => dynasty_0 rolls 4 to suppress Duke of Alba: spared
EXECUTED 0, Anne Boleyn; DIED 0, Anne Boleyn => dynasty_0 has Anne Boleyn executed
MATCHED 0, Philip III, 1, 6 => dynasty_0 rolls 6 for the match of Philip III: success
MATCHED 0, Philip III, 0, 2 => dynasty_0 rolls 2 for the match of Philip III: failure
BY_ITSELF 2 => dynasty_2 succeeds automatically, without cards or dice
EVENT_TAKEN 1, red => dynasty_1 takes an event from the red deck, face down
EVENT_TAKEN 1, red; EVENT_SEEN 1, cancel => dynasty_1 takes an event from the red deck, face down: “cancel”
EVENT_UNDER 1, cancel, green => dynasty_1 turns up “cancel”, which goes under the green deck
EVENT_PLAYED 1, grounded, yellow, 0 => dynasty_1 plays the event “grounded”
EVENT_PLAYED 1, neuroi, yellow, 0 => dynasty_1 turns up the event “neuroi”
EVENT_PLAYED 1, doll, yellow, 0 => dynasty_1 turns up the event “doll”
EVENT_PLAYED 1, warrior's way, yellow, 0; EVENT_ATTACHED 1, warrior's way, the Beam => dynasty_1 plays the event
    “warrior's way” on the Beam
EVENT_ATTACHED 1, grounded, the Beam => dynasty_1 attaches “grounded” to the Beam
EVENT_GONE grounded => the event “grounded” is discarded
EVENT_BACK 1, warrior's way => dynasty_1 takes “warrior's way” back, face down
WED_DOLL 1, the Watcher => the Watcher, king of dynasty_1, marries the doll
PEEKED 1, H4 => dynasty_1 sees the top of the pack: 4♥
FORESEEN 1, the Beam, blue => dynasty_1 sees the top of the blue deck: the Beam
FORESEEN 1, grounded, blue => dynasty_1 sees the top of the blue deck: the event “grounded”
KEPT 1, blue => dynasty_1 keeps the top card of the blue deck
RESHUFFLED 1, blue => the blue deck is shuffled
SEARCHED 1, yellow => dynasty_1 looks through the yellow deck
FOUND 1, the Beam, yellow; TURNED_UP 1, the Beam, yellow, courtier =>
    dynasty_1 takes the Beam from the deck as a courtier
ATTACKED 1, the Neuroi, -1 => dynasty_1 attacks the Neuroi
OCCUPIED 1, France, 2 => the Neuroi occupy France (power 10, held by dynasty_2)
JUDGED 1, Spain, 3 => dynasty_1 rolls 3 for Spain: not occupied
JUDGED 1, Spain, 4; OCCUPIED 1, Spain, -1 => dynasty_1 rolls 4 for Spain: the Neuroi take it from independence
JUDGED 1, Spain, 6; OCCUPIED 1, Spain, 0 => dynasty_1 rolls 6 for Spain: the Neuroi take it from dynasty_0
TAKEN 1, Suleiman I => Suleiman I of dynasty_1 goes under the Neuroi card
EXILED 1, Spain => dynasty_1 finds refuge in Spain
FALLEN 1 => no country is left for dynasty_1: the dynasty is ruined
LIBERATED 1 => dynasty_1 beats the Neuroi
CONQUERED 1, Spain, -3 => dynasty_1 takes Spain from the Neuroi
NEUROI_WON 23 => the Neuroi win with a power of 23: all dynasties lose
CANCELLED 1, H4, 0 => dynasty_1 discards 4♥ and cancels the action
CANCELLED 1, JOKER, 0 => dynasty_1 discards joker and cancels the action
BEFRIENDED 1, the Beam => dynasty_1 forces the Beam to come along as a friend
SENT 1, the Beam => dynasty_1 sends the Beam
SLASHED 1, the Beam; OUTCOME 1, 0, 0; DIED 1, the Beam => a 6: gale slash kills the Beam of dynasty_1, and the action
    fails
CHANGED 1, 2, 6 => dynasty_1 changes a 2 to a 6
OUTCOME 1, 1, 9 => the dice of dynasty_1 count 9: success
HEALED 1, the Beam => the Beam of dynasty_1 is healed and lives
ACTS_AGAIN 1, the Beam => the Beam acts once more for dynasty_1
NEEDS 1, 7; DIE 1, 2; DIE 1, 5; OUTCOME 1, 1, 7 => dynasty_1 rolls 2 5 = 7 against 7: success
NEEDS 1, 12; DIE 1, 2; DIE 1, 5; OUTCOME 1, 1, 12 => dynasty_1 rolls 2 5, which count 12, against 12: success
NEEDS 1, 11; DIE 1, 2; DIE 1, 5; OUTCOME 1, 0, 10 => dynasty_1 rolls 2 5, which count 10, against 11: failure
NEEDS 1, 11; DIE 1, 1; DIE 1, 5; OUTCOME 1, 1, 6 => dynasty_1 rolls 1 5 = 6 against 11: success by a 1
NEEDS 1, 0; OUTCOME 1, 1, 0 => dynasty_1 rolls no dice = 0 against 0: success
NEEDS 1, -2; DIE 1, 4; OUTCOME 1, 1, 4 => dynasty_1 rolls 4 against -2: success
SUPPLIED H4, 4; SUPPLIED SK, 13; SUPPLIED JOKER, 0; NEEDS 1, 7; DIE 1, 3; DIE 1, 5; OUTCOME 1, 1, 8;
    CHECKED 1, Charles V, 1, 4; DIED 1, Charles V; EXTINCT 1 => the pack supplies 4♥ K♠ joker /
    dynasty_1 rolls 3 5 = 8 against 7: success / dynasty_1 rolls 4 against life 3: Charles V dies /
    the king of dynasty_1 has died childless: the dynasty is ruined
CHECKED 0, Elizabeth I, 1, 6; DIED 0, Elizabeth I => dynasty_0 rolls 6 against life 4: Elizabeth I dies
CHECKED 0, Elizabeth I, 1, 6; DIED 0, Elizabeth I; EVENT_GONE doll; EVENT_GONE grounded => dynasty_0 rolls 6 against
    life 5: Elizabeth I dies / the event “doll” is discarded / the event “grounded” is discarded
CHECKED 0, Elizabeth I, 1, 6; DIED 0, Elizabeth I; EVENT_GONE not jealous => dynasty_0 rolls 6 against life 5: Elizabeth
    I dies / the event “not jealous” is discarded
CHECKED 0, Elizabeth I, 1, 6; DIED 0, Elizabeth I; EXTINCT 0; EVENT_GONE doll => dynasty_0 rolls 6 against life 4:
    Elizabeth I dies / the king of dynasty_0 has died childless: the dynasty is ruined / the event “doll” is discarded
"""


@pytest.mark.parametrize(("entries", "sentences"), cases(SAID))
def test_what_happens_is_told(entries: str, sentences: str) -> None:
    """§11-03, SW02: each happening is one sentence, the death that it brings included; dice as they count (evil eye,
    ballistics, gale, might: SW02-07-02, 04, 06, 07); a death check is against life as it counted, with the doll or
    without jealousy, which may have been discarded since (SW02-08-05, 11)."""
    check(GAME, trace_fields, entries, sentences)


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
