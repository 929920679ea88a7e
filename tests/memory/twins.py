"""Twins: true games that differ in something hidden from a seat, played on alike while it cannot tell them apart.

Two hidden cards change places when a game begins, and whatever follows is the same in both: dice, shuffles, actions. A
player who forgets nothing says when the twin has become impossible; until then the seat has to be shown the same of
both, and both have to be resampled for it to the same table. So what `hide` keeps of the truth comes to light.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import numpy as np

from dynasty_env.conformance.games.hiding import check_same_resample, knowledge
from dynasty_env.conformance.games.promises import ConformanceError, where
from dynasty_env.dynasty.material import BASE_PERSONS, DECK_ROOM
from dynasty_env.dynasty.saved.memory import place_copies
from dynasty_env.kit.engine.cards import KINDS
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import COLOURS
from tests.memory.auditor import Curious, memory_of

MOST = 100_000
"""More decisions than any game has."""

Swap = Callable[[State, int, np.random.Generator], State | None]


def check_twins(one: State, other: State, seat: int, keys: Iterable[int]) -> None:
    """Two true tables that differ only in what `seat` does not know show it the same, and are redrawn to the same one.

    This reveals what `hide` keeps of the truth, which all tables that come from `hide` share. The caller that makes the
    twin has to know that the seat cannot tell the two apart.
    """
    if knowledge(one, seat) != knowledge(other, seat):
        raise ConformanceError(f"{where(one)}: what seat {seat} is shown depends on what it may not know")
    for key in keys:
        check_same_resample(one, other, seat, key)


def swapped_cards(state: State, seat: int, rng: np.random.Generator) -> State | None:
    """Dynasty: two playing cards that `seat` does not see, of other hands or the pack, change places."""
    twin = state.clone()
    t = twin.record
    hands = [(s, k) for s in range(state.num_players) if s != seat for k in range(KINDS) if t["hand"][s, k]]
    packed = [(-1, place) for place in range(int(t["pack_size"]))]
    one = hands[rng.integers(len(hands))]
    other = [*hands, *packed][rng.integers(len(hands) + len(packed))]
    kinds = [place if s >= 0 else int(t["pack"][place]) for s, place in (one, other)]
    if kinds[0] == kinds[1]:
        return None
    for (s, place), had, gets in ((one, *kinds), (other, *reversed(kinds))):
        if s < 0:
            t["pack"][place] = gets
        else:
            t["hand"][s, had] -= 1
            t["hand"][s, gets] += 1
    place_copies(twin.tables[0])
    return twin


def swapped_in_decks(state: State, seat: int, rng: np.random.Generator) -> State | None:
    """Dynasty: two cards change places in a person deck, or between two, if they belong to the expansion (SW02-01)."""
    twin = state.clone()
    t = twin.record
    places = [d * DECK_ROOM + i for d, size in enumerate(t["deck_size"].tolist()) for i in range(size)]
    one, other = rng.choice(places, 2, replace=False)
    if one // DECK_ROOM != other // DECK_ROOM and min(t["deck"][one], t["deck"][other]) < BASE_PERSONS:
        return None
    t["deck"][one], t["deck"][other] = int(t["deck"][other]), int(t["deck"][one])
    return twin


def swapped_in_piles(state: State, seat: int, rng: np.random.Generator) -> State | None:
    """Shinsengumi: two persons, or two events, change places in their pile."""
    twin = state.clone()
    name = ("person_pile", "event_pile")[rng.integers(2)]
    one, other = rng.choice(int(twin.record[f"{name}_size"]), 2, replace=False)
    pile = twin.record[name]
    pile[one], pile[other] = int(pile[other]), int(pile[one])
    return twin


def swapped_stones(state: State, seat: int, rng: np.random.Generator) -> State | None:
    """Shinsengumi: a hidden stone in another's hand changes places with one of the other colour in the bag."""
    t = state.record
    others = [s for s in range(state.num_players) if s != seat and t["hand"][s].sum()]
    if not (t["hidden_stones"] and others):
        return None
    twin = state.clone()
    t, s, colour = twin.record, others[rng.integers(len(others))], int(rng.integers(COLOURS))
    for place, change in ((t["hand"][s], -1), (t["bag"], 1)):
        place[colour] += change
        place[1 - colour] -= change
    return twin if min(t["hand"][s].min(), t["bag"].min()) >= 0 else None


AT_THE_DEAL: dict[str, tuple[Swap, ...]] = {
    "dynasty_v0": (swapped_cards, swapped_in_decks),
    "shinsengumi_v0": (swapped_in_piles,),
}
"""What can change places in a game that has just been dealt."""

LATER: dict[str, tuple[Swap, ...]] = {"dynasty_v0": (), "shinsengumi_v0": (swapped_in_piles, swapped_stones)}
"""What can change places at any decision, since nothing else on the table depends on it."""


def pairs(
    state: State, swap: Swap, seat: int, player: Curious, rng: np.random.Generator
) -> Iterator[tuple[State, State]]:
    """A game and its twin, decision by decision, for as long as `seat` cannot tell them apart."""
    mind, twin = memory_of(state, seat), swap(state, seat, rng)
    while twin is not None and not mind.contradictions(twin) and _asks_the_same(state, twin):
        yield state, twin
        if state.done:
            return
        action = player.pick(state, rng)
        if not twin.mask[action]:
            return
        state.play(action)
        twin.play(action)
        mind.follow(state)


def _asks_the_same(state: State, twin: State) -> bool:
    """Is the same seat asked the same? Whether one is asked may depend on what has changed places."""
    twin.call("reopen")
    asked = all(state.record[name] == twin.record[name] for name in ("seat", "step", "a", "b"))
    return asked and (len(twin.legal()) > 1 or state.done or bool(state.record["ask_forced"]))


def compare(deals: Iterable[State], *, looks: float = 0.3, keys: int = 1, seed: int = 0, most: int = MOST) -> int:
    """Follow games and twins of them; returns how many pairs of tables were compared.

    Args:
        deals: games at their first decision.
        looks: share of the decisions at which both are compared; the first one always is.
        keys: resamples for each of these.
        seed: of play and swaps.
        most: decisions for which a pair is followed.

    Raises:
        ConformanceError: a seat is shown, or `hide` keeps, something that it cannot know.
    """
    compared = 0
    for n, state in enumerate(deals):
        rng = np.random.default_rng([seed, n])
        player = Curious(state.game)
        swaps = AT_THE_DEAL[state.game.name]
        if n % 2 and LATER[state.game.name]:
            swaps = LATER[state.game.name]
            while not state.done and state.record["turn"] < 1 + n % 5:
                state.play(player.pick(state, rng))
        seat = int(rng.integers(state.num_players))
        for move, (one, other) in enumerate(islice(pairs(state, swaps[n // 2 % len(swaps)], seat, player, rng), most)):
            if move == 0 or rng.random() < looks:
                check_twins(one, other, seat, rng.integers(2**62, size=keys).tolist())
                compared += 1
    return compared
