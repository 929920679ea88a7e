"""Small tables of Dynasty of which every world can be listed: `hide` draws each as often as the seat's knowledge says.

Each table is laid by hand and reached by real moves. All ways in which the hidden cards can lie are listed, and those
that would have shown the seat something else are crossed out; what is left is equally likely. Chi-square tests use
fixed keys, so that they pass or fail for good; each allows one false alarm in a million.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import permutations, product
from typing import Any

from scipy.special import chdtrc

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import DECKS, EVENT_NAMES, PERSON_NAMES, EventPlace, Place
from dynasty_env.kit.engine.cards import CARD_NAMES, KINDS
from dynasty_env.kit.state import State
from tests.memory.decks import cards_of
from tests.memory.tables import REST, expansion_table, table

ALARM = 1e-6
EACH = 60
"""How often every world comes up on average."""

World = Hashable


def uniform(worlds: Counter[World], state: State, seat: int, world: Callable[[Any], World]) -> None:
    """The worlds, with the weight that each has, come up in resamples for `seat` as often as that says."""
    total = worlds.total()
    keys = EACH * len(worlds)
    seen = Counter(world(state.hide(seat, key).record) for key in range(keys))
    assert worlds.keys() >= {world(state.record)}, "the truth is one of the worlds"
    assert seen.keys() <= worlds.keys(), f"impossible: {sorted(map(str, seen.keys() - worlds.keys()))[:3]}"
    statistic = sum((seen[w] - keys * n / total) ** 2 / (keys * n / total) for w, n in worlds.items())
    assert chdtrc(max(len(worlds) - 1, 1), statistic) > ALARM, f"not uniform: {seen} for {worlds}"


def cards_lie(record: Any) -> World:
    """Every playing card: all hands, and the pack in its order."""
    hands = [tuple(CARD_NAMES[k] for k in range(KINDS) for _ in range(int(hand[k]))) for hand in record["hand"]]
    return tuple(hands), tuple(CARD_NAMES[kind] for kind in record["pack"][: record["pack_size"]])


def dealt_out(
    state: State, seat: int, old: Iterable[str], new: Iterable[str], held: dict[int, tuple[int, int]]
) -> Counter[World]:
    """All worlds in which the `held` hands have so many `old` and so many `new` cards; what is left is the pack."""
    own = cards_lie(state.record)[0]
    order = {name: n for n, name in enumerate(CARD_NAMES)}
    worlds: Counter[World] = Counter()
    for olds, news in product(permutations(old), permutations(new)):
        hands, i, j = list(own), 0, 0
        for other, (from_old, from_new) in held.items():
            cards = [*olds[i : i + from_old], *news[j : j + from_new]]
            hands[other] = tuple(sorted(cards, key=order.__getitem__))
            i, j = i + from_old, j + from_new
        worlds[tuple(hands), (*olds[i:], *news[j:])] += 1
    assert all(hands[seat] == own[seat] for hands, _ in worlds)
    return worlds


def drawn(state: State, seat: int) -> str:
    """The last card that a seat has drawn."""
    return [CARD_NAMES[e.subject] for e in state.trace(seat) if e.kind == Trace.DRAWN][-1]


def test_with_two_seats_a_rebuilt_pack_tells_the_other_hand() -> None:
    state = table([REST, ["S2", "H3", "JOKER"]], [], ["D4", "C5", "S6", "H7"], turn_player=1)
    state.play("pass")
    left = {"D4", "C5", "S6", "H7"} - {drawn(state, 0)}
    worlds = dealt_out(state, 0, ["S2", "H3", "JOKER"], left, {1: (3, 0)})
    assert len(worlds) == 6
    uniform(worlds, state, 0, cards_lie)


def test_with_three_seats_a_rebuilt_pack_tells_the_other_hands_together() -> None:
    state = table([REST, ["S2", "H3"], ["D9", "C10"]], [], ["D4", "C5", "S6"], turn_player=2)
    state.play("pass")
    left = {"D4", "C5", "S6"} - {drawn(state, 0)}
    worlds = dealt_out(state, 0, ["S2", "H3", "D9", "C10"], left, {1: (2, 0), 2: (2, 0)})
    assert len(worlds) == 12
    uniform(worlds, state, 0, cards_lie)


def test_who_draws_from_a_rebuilt_pack_has_one_of_its_cards() -> None:
    state = table([["S2", "H3"], REST, ["D9", "C10"]], [], ["D4", "C5", "S6"], turn_player=2)
    state.play("pass")
    worlds = dealt_out(state, 1, ["S2", "H3", "D9", "C10"], ["D4", "C5", "S6"], {0: (2, 1), 2: (2, 0)})
    assert len(worlds) == 36
    uniform(worlds, state, 1, cards_lie)


def test_a_joker_of_the_old_pack_and_one_of_the_new_are_told_apart_by_where_they_can_be() -> None:
    state = table([["S2", "JOKER"], REST, ["D9"]], [], ["D4", "JOKER", "S6"], turn_player=2)
    state.play("pass")
    worlds = dealt_out(state, 1, ["S2", "JOKER", "D9"], ["D4", "JOKER", "S6"], {0: (2, 1), 2: (1, 0)})
    uniform(worlds, state, 1, cards_lie)


WATCHER = {"options": {"witches": True}, "more": {0: {"courtiers": ["the Watcher"]}}}


def test_a_card_that_was_seen_on_top_lies_in_the_hand_that_drew_it() -> None:
    state = table([[], ["S2"], ["D9"]], ["H4", "C5", "S6"], REST, turn_player=0, **WATCHER)
    state.play("pass")
    order = {name: n for n, name in enumerate(CARD_NAMES)}
    own = cards_lie(state.record)[0]
    worlds: Counter[World] = Counter()
    for one, other, *pack in permutations(["S2", "D9", "C5", "S6"]):
        hands = list(own)
        hands[1], hands[2] = tuple(sorted(["H4", one], key=order.__getitem__)), (other,)
        worlds[tuple(hands), tuple(pack)] += 1
    assert len(worlds) == 24
    uniform(worlds, state, 0, cards_lie)


def test_who_did_not_see_the_top_card_knows_nothing_of_it() -> None:
    state = table([[], ["S2"], ["D9"]], ["H4", "C5", "S6"], REST, turn_player=0, **WATCHER)
    state.play("pass")
    worlds = dealt_out(state, 2, ["S2", "H4", "C5", "S6"], [], {1: (2, 0)})
    uniform(worlds, state, 2, cards_lie)


def test_who_has_declared_a_search_that_was_cancelled_holds_an_ace() -> None:
    """D-R61: the ace of a cancelled search is still in hand."""
    more = {1: {"courtiers": ["the Seeker"]}, 2: {"courtiers": ["Henry VIII"]}}
    attached = [{"event": "cancel", "person": "Henry VIII"}]
    hands = [REST, ["SA", "H2"], ["H3", "CA"]]
    fields = {"options": {"witches": True}, "more": more, "attached": attached}
    state = table(hands, ["S4", "DA"], [], turn_player=1, **fields)
    for action in ("search", "card:H3"):
        state.play(action)
    assert state.record["turn_player"] == 2, "the next turn has begun with a draw"
    own = cards_lie(state.record)[0]
    order = {name: n for n, name in enumerate(CARD_NAMES)}
    worlds: Counter[World] = Counter()
    for cards in permutations(["SA", "H2", "CA", "S4", "DA"]):
        if {"SA", "CA", "DA"} & set(cards[:2]):
            hands_now = [
                list(own[0]),
                sorted(cards[:2], key=order.__getitem__),
                sorted(cards[2:4], key=order.__getitem__),
            ]
            worlds[(*map(tuple, hands_now), *own[3:]), cards[4:]] += 1
    uniform(worlds, state, 0, cards_lie)


YELLOW, BLUE, RED, GREEN = range(DECKS)


def decks_lie(record: Any) -> World:
    """Every card of the person decks in its place, and the face-down events by seat and deck."""
    names = [*PERSON_NAMES, *(f"event:{name}" for name in EVENT_NAMES)]
    decks = tuple(tuple(names[card] for card in deck) for deck in cards_of(record))
    lying = [e for e in range(len(EVENT_NAMES)) if record["event_place"][e] == EventPlace.HAND]
    before = tuple(
        sorted((int(record["event_owner"][e]), int(record["event_deck"][e]), f"event:{EVENT_NAMES[e]}") for e in lying)
    )
    return decks, before


def lying(yellow: Sequence[str], red: Sequence[str], event: str) -> World:
    """The small decks, from the bottom up, and an event from the yellow one before seat 1."""
    return (tuple(yellow), ("Louis XIII",), tuple(red), ("Gustav Vasa",)), ((1, YELLOW, event),)


def _played(state: State, action: str) -> bool:
    """Play an action, where it is legal."""
    legal = bool(state.mask[GAME.action_ids[action]])
    if legal:
        state.play(action)
    return legal


def after(happens: Callable[[State], bool], lay: Callable[[int], State], *actions: str) -> State:
    """The first table, by its seed, on which the moves show what is wanted."""
    for seed in range(1_000):
        state = lay(seed)
        if all(_played(state, action) for action in actions) and happens(state):
            return state
    raise AssertionError("no seed shows that")


def test_an_event_seen_by_foresight_may_be_the_one_that_was_taken() -> None:
    yellow = ["event:cancel", "Charles V", "Ferdinand I", "event:grounded"]
    decks = {"yellow": yellow, "red": ["event:splendid", "Henry VIII", "the Courier"]}

    def wanted(state: State) -> bool:
        turned_up = state.record["place"][PERSON_NAMES.index("Charles V")] == Place.WANDERER
        return turned_up and any(entry.kind == Trace.EVENT_TAKEN and entry.seat == 1 for entry in state.trace(0))

    state = after(
        wanted,
        lambda seed: expansion_table({"courtiers": ["the Seer"]}, decks, seed, phase="recruit"),
        *("deck:yellow", "reshuffle", "pass", "deck:yellow"),
    )
    worlds: Counter[World] = Counter()
    for unseen in permutations(["event:grounded", "event:splendid", "the Courier"]):
        for order in permutations(["event:cancel", "Charles V", "Ferdinand I", unseen[0]]):
            for red in permutations(["Henry VIII", *unseen[1:]]):
                if order[-1] == "Charles V" and order[-2].startswith("event:"):
                    worlds[lying(order[:-2], red, order[-2])] += 1
    uniform(worlds, state, 0, decks_lie)


SEEKER = {"courtiers": ["the Seeker"], "hand": ["SA"]}


def test_events_seen_in_a_search_are_as_likely_to_be_the_one_that_was_taken() -> None:
    yellow = ["event:cancel", "Charles V", "event:grounded"]
    state = after(
        lambda state: any(entry.kind == Trace.EVENT_TAKEN for entry in state.trace(0)),
        lambda seed: expansion_table(SEEKER, {"yellow": yellow, "red": ["event:splendid", "Henry VIII"]}, seed),
        *("search", "deck:yellow", "pass", "deck:yellow"),
    )
    worlds: Counter[World] = Counter()
    for order in permutations(yellow):
        for red in permutations(["event:splendid", "Henry VIII"]):
            if order[-1].startswith("event:"):
                worlds[lying(order[:-1], red, order[-1])] += 1
    assert len(worlds) == 8
    uniform(worlds, state, 0, decks_lie)


def sorted_yellow(record: Any) -> World:
    """The cards, but for the order of the deck that is being looked through."""
    (yellow, *decks), before = decks_lie(record)  # type: ignore[misc]
    return (tuple(sorted(yellow)), *decks), before


def test_the_deck_that_is_searched_is_what_it_is_and_the_others_vary() -> None:
    decks = {"yellow": ["event:cancel", "Charles V"], "red": ["event:splendid", "Henry VIII", "event:grounded"]}
    rival = {"events": [{"event": "so what", "deck": "yellow"}]}
    state = expansion_table(SEEKER, decks, 1, rival=rival)
    state.play("search")
    state.play("deck:yellow")
    assert state.phase == "search_person"
    worlds: Counter[World] = Counter()
    for event, *unseen in permutations(["event:so what", "event:splendid", "event:grounded"]):
        for red in permutations(["Henry VIII", *unseen]):
            worlds[lying(("Charles V", "event:cancel"), red, event)] += 1
    assert len(worlds) == 18
    uniform(worlds, state, 0, sorted_yellow)


def test_who_has_not_searched_does_not_know_what_the_searcher_saw() -> None:
    decks = {"yellow": ["event:cancel", "Charles V"], "red": ["event:splendid", "Henry VIII"]}
    state = expansion_table(SEEKER, decks, 1)
    for action in ("search", "deck:yellow", "pass"):
        state.play(action)
    worlds: Counter[World] = Counter()
    for one, other in permutations(["event:cancel", "event:splendid"]):
        for yellow, red in product(permutations(["Charles V", one]), permutations(["Henry VIII", other])):
            worlds[(yellow, ("Louis XIII",), red, ("Gustav Vasa",)), ()] += 1
    uniform(worlds, state, 1, decks_lie)


def test_nobody_who_has_searched_gives_an_event_to_who_took_one_before() -> None:
    """The rival took an event before the search: it is none of those that the search has shown."""
    decks = {"yellow": ["event:cancel", "Charles V"], "red": ["event:splendid", "Henry VIII"]}
    state = expansion_table(SEEKER, decks, 1, rival={"events": [{"event": "so what", "deck": "yellow"}]})
    for action in ("search", "deck:yellow", "pass"):
        state.play(action)
    worlds: Counter[World] = Counter()
    for event, other in permutations(["event:so what", "event:splendid"]):
        for yellow, red in product(permutations(["Charles V", "event:cancel"]), permutations(["Henry VIII", other])):
            worlds[lying(yellow, red, event)] += 1
    uniform(worlds, state, 0, decks_lie)
