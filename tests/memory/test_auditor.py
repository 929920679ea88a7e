"""No table, true or resampled, contradicts what a seat that forgets nothing has been shown; and who forgets is caught.

The long form follows as many games as Python can in an hour or two (0.25 s a game of Dynasty, 0.2 s a game of
Shinsengumi on an idle core); a million games of each are audited by `tests/kit/seats/test_conformance.py`, compiled.
"""

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.dynasty.material import BASE_PERSONS, DECK_ROOM
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from tests.dynasty.oracle.laid import laid
from tests.memory.auditor import Findings, audit, mixed
from tests.memory.tables import movement, sighted

SHORT = {"dynasty": 4, "expansion": 2, "crowded": 4, "sighted": 2, "shinsengumi": 6}
LONG = {"dynasty": 8_000, "expansion": 4_000, "crowded": 2_000, "sighted": 2_000, "shinsengumi": 15_000}


def crowded(games: int, seed: int = 0) -> Iterator[State]:
    """Hand-laid tables on which everything of the expansion is in play."""
    for n in range(games):
        yield DYNASTY.from_dict(laid(seed + n, ask_forced=n % 3 == 2, abilities=n % 4 < 3), backend="compiled")


def played(sizes: dict[str, int]) -> Findings:
    """Games of Dynasty of every kind."""
    base = mixed(DYNASTY, sizes["dynasty"], seed=1_000)
    expansion = mixed(DYNASTY, sizes["expansion"], seed=500_000, witches=True)
    return audit(chain(base, expansion, crowded(sizes["crowded"]), sighted(sizes["sighted"])))


def clean(found: Findings) -> None:
    """Nothing was wrong."""
    lines = [f"{count} × {what}: {found.example[what]}" for what, count in found.wrong.most_common()]
    assert not lines, "\n".join(lines)


def test_no_table_of_dynasty_contradicts_what_was_shown() -> None:
    found = played(SHORT)
    assert found.resamples > 2_500
    assert len(found.phases) > 0.8 * len(DYNASTY.phase_names), found.phases
    clean(found)


def test_no_table_of_shinsengumi_contradicts_what_was_shown() -> None:
    found = audit(mixed(SHINSENGUMI, SHORT["shinsengumi"]))
    assert found.resamples > 1_200
    assert len(found.phases) > 0.8 * len(SHINSENGUMI.phase_names), found.phases
    clean(found)


@pytest.mark.slow
def test_no_table_of_dynasty_contradicts_what_was_shown_long() -> None:
    found = played(LONG)
    assert len(found.phases) == len(DYNASTY.phase_names), found.phases
    clean(found)


@pytest.mark.slow
def test_no_table_of_shinsengumi_contradicts_what_was_shown_long() -> None:
    found = audit(mixed(SHINSENGUMI, LONG["shinsengumi"]))
    assert len(found.phases) == len(SHINSENGUMI.phase_names), found.phases
    clean(found)


def forget_cards(t: np.void, seat: int, rng: np.random.Generator) -> None:
    """Deals the other hands and the pack from all playing cards that the seat does not see now."""
    others = [s for s in range(int(t["num_players"])) if s != seat]
    heap = [kind for s in others for kind in np.repeat(np.arange(t["hand"].shape[1]), t["hand"][s])]
    heap = [int(kind) for kind in rng.permutation([*heap, *t["pack"][: t["pack_size"]]])]
    for s in others:
        t["hand"][s] = 0
        for _ in range(int(t["hand_size"][s])):
            t["hand"][s, heap.pop()] += 1
    t["pack"][: t["pack_size"]] = heap


def forget_decks(t: np.void, seat: int, rng: np.random.Generator) -> None:
    """Deals the cards of the expansion that lie in decks anew, whatever has been seen of them."""
    places = [d * DECK_ROOM + i for d, size in enumerate(t["deck_size"].tolist()) for i in range(size)]
    places = [place for place in places if t["deck"][place] >= BASE_PERSONS]
    t["deck"][places] = rng.permutation(t["deck"][places])


def give_away_the_hand(t: np.void, seat: int, rng: np.random.Generator) -> None:
    """Gives a card of the seat's own to a neighbour, for one of his."""
    other = (seat + 1) % int(t["num_players"])
    if t["hand_size"][seat] and t["hand_size"][other]:
        given, got = t["hand"][seat].argmax(), t["hand"][other].argmax()
        for s, kind, change in ((seat, given, -1), (other, given, 1), (seat, got, 1), (other, got, -1)):
            t["hand"][s, kind] += change


def forget_stones(t: np.void, seat: int, rng: np.random.Generator) -> None:
    """Draws the stones of the others from all that there are, also from those that are back in the bag."""
    if t["hidden_stones"]:
        for s in range(int(t["num_players"])):
            held = int(t["hand"][s].sum())
            whites = int(rng.integers(held + 1)) if s != seat else int(t["hand"][s, 0])
            t["bag"][0] += t["hand"][s, 0] - whites
            t["bag"][1] += t["hand"][s, 1] - (held - whites)
            t["hand"][s] = whites, held - whites


def forget_the_pile(t: np.void, seat: int, rng: np.random.Generator) -> None:
    """Puts somebody who has been placed back into the pile, for one who lies there."""
    if t["person_pile_size"]:
        t["person_pile"][0] = int(np.flatnonzero(t["place"] != 0)[0])


Forget = Callable[[np.void, int, np.random.Generator], None]


def forgetful(forget: Forget) -> Callable[[State, int, int], State]:
    """A resampler that does what `hide` does, and then forgets something."""

    def resample(state: State, seat: int, key: int) -> State:
        table = state.hide(seat, key)
        forget(table.record, seat, np.random.default_rng(key))
        return table

    return resample


CARDS = ("pack: a card that it was not made of", "hand of another: a card that was seen on top of the pack and drawn")
DECKS = ("deck: a card that was seen in another", "deck: a card that a search did not find in it")


@pytest.mark.parametrize(
    ("forget", "says"),
    [(forget_cards, CARDS), (forget_decks, DECKS), (give_away_the_hand, ("own hand",))],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_who_forgets_something_of_dynasty_is_caught(forget: Forget, says: tuple[str, ...]) -> None:
    found = audit(sighted(6), resample=forgetful(forget))
    assert not [what for what in says if not found.wrong[what]]
    assert not [what for what in found.wrong if what.startswith("TRUE")]


@pytest.mark.parametrize(
    ("forget", "says"),
    [(forget_stones, "a stone in hand that went back to the bag"), (forget_the_pile, "what is in the person pile")],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_who_forgets_something_of_shinsengumi_is_caught(forget: Forget, says: str) -> None:
    deals = (movement((12, 13), (2, 1), (1, 2), seed=seed) for seed in range(20))
    assert audit(deals, resample=forgetful(forget)).wrong[says]
