"""Players who bring about what chance seldom does, for Dynasty's golden games. They see every card on the table."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count, islice, permutations

import numpy as np

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import (
    CARD,
    COUNTRY,
    DECK,
    DIE_TO,
    EVENT,
    HIRE,
    MARRIAGE,
    MATCHMAKING,
    PASS,
    PERSON,
    PROCREATION,
    WAR_ON,
    Trace,
)
from dynasty_env.dynasty.material import (
    ABILITY,
    AMBITION,
    COLOUR,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    FERTILITY,
    GOVERNANCE,
    LIFE,
    NEIGHBOUR,
    PERSONS,
    POPE_PRESTIGE,
    POWER,
    PRESTIGE,
    RELIGION,
    WAR,
    WAY,
    Ability,
    Event,
    Holder,
    Place,
    Religion,
    Way,
)
from dynasty_env.kit.state import State
from tests.golden.lists import Deals, Player, Special

Options = Mapping[str, int | bool]
ENOUGH = 60
"""Games in which a player who goes after something gets there several times."""


def patient_deals(games: int) -> Iterator[tuple[int, Options]]:
    """Few seats, so that a deck is empty soon, and no question that has but one answer."""
    for seed, options in enumerate(option_sets(GAME, games)):
        yield seed, {**options, "num_players": 2 + seed % 2, "ask_forced": False, "packs": 1}


def patient(seed: int) -> Player:
    """Empties one deck, marries within its colour, and has children only once it is empty."""
    rng = np.random.default_rng(seed)
    deck = seed % DECKS

    def act(state: State) -> int:
        legal = [int(action) for action in state.legal()]
        if state.phase in ("setup_deck", "recruit"):
            return DECK + deck if DECK + deck in legal else int(rng.choice(legal))
        if state.phase == "setup_king":
            return max(legal, key=lambda a: (COLOUR[a - PERSON] == deck, FERTILITY[a - PERSON]))
        if state.phase == "action":
            if PROCREATION in legal and state.record["deck_size"][deck] == 0:
                return PROCREATION
            kin = any(COLOUR[person] == deck for person in _courted(state))
            return MARRIAGE if MARRIAGE in legal and kin else PASS
        if state.phase == "marriage_target":
            return max(legal, key=lambda a: (COLOUR[a - PERSON] == deck, -PRESTIGE[a - PERSON]))
        if state.phase in ("interrupt", "joker", "event", "cancel"):
            return min(legal)
        return int(rng.choice(legal))

    return act


def _courted(state: State) -> list[int]:
    """Whom the turn player may marry."""
    copy = state.clone()
    if MARRIAGE not in copy.legal():
        return []
    copy.tables.array["ask_forced"] = 1
    copy.play(MARRIAGE)
    return [int(action) - PERSON for action in copy.legal() if PERSON <= action < COUNTRY]


@cache
def twins() -> tuple[tuple[int, int], ...]:
    """§07-02: pairs of persons who tie in all six values, the first with the pope: as kings they can share a win."""
    found = []
    for one, other in permutations(range(PERSONS), 2):
        catholic = Religion.CC <= RELIGION[one] <= Religion.C
        prestige = PRESTIGE[one] + (POPE_PRESTIGE if catholic else 0)
        rest = all(stat[one] == stat[other] for stat in (WAR, GOVERNANCE, AMBITION, LIFE, FERTILITY))
        if prestige == PRESTIGE[other] and rest:
            found.append((one, other))
    return tuple(found)


SEATS = 3
TIED_GAMES = 12  # such deals are rare, and one game is enough


def tied_deals(games: int) -> Iterator[tuple[int, Options]]:
    """Deals of three seats in which the first player can have one twin as king, the next one the other, and the two
    have equally powerful countries."""
    options: Options = {"num_players": SEATS, "witches": True}
    promising = (seed for seed in count() if _twins_at_hand(GAME.new(seed, backend="auto", **options)))
    for seed in islice(promising, min(games, TIED_GAMES)):
        yield seed, options


def _twins_at_hand(state: State) -> tuple[int, int, int, int] | None:
    """Twins on top of two decks, or second from the top, and these decks; None, where there are none."""
    t = state.record
    first = int(t["first_player"])
    power = [int(POWER[t["holder"] == seat].sum()) for seat in range(SEATS)]
    if power[first] != power[(first + 1) % SEATS]:
        return None
    near = {}
    for deck in range(DECKS):
        bottom, size = deck * DECK_ROOM, int(t["deck_size"][deck])
        persons = [int(card) for card in t["deck"][bottom : bottom + size][::-1] if card < EVENT_CARD]
        near |= {person: deck for person in persons[:2]}
    for one, other in twins():
        if one in near and other in near and near[one] != near[other]:
            return one, other, near[one], near[other]
    return None


def tied(seed: int) -> Player:
    """Crowns the twins, leaves everything as it is, and lets the third dynasty's king fall in war."""
    rng = np.random.default_rng(seed)
    plan: list[tuple[int, int, int, int]] = []

    def act(state: State) -> int:
        legal = [int(action) for action in state.legal()]
        t = state.record
        if not plan:
            found = _twins_at_hand(state)
            assert found is not None
            plan.append(found)
        one, other, of_one, of_other = plan[0]
        order = (state.seat - int(t["first_player"])) % SEATS
        twin, deck = ((one, of_one), (other, of_other), (-1, -1))[order]
        if state.phase == "setup_deck":
            spare = [DECK + d for d in range(DECKS) if d not in (of_one, of_other) and DECK + d in legal]
            wants = twin >= 0 and t["place"][twin] == Place.DECK and DECK + deck in legal
            return DECK + deck if wants else int(rng.choice(spare or legal))
        if state.phase == "setup_king":
            return PERSON + twin if PERSON + twin in legal else min(legal, key=lambda a: (LIFE[a - PERSON], a))
        if state.phase == "action":
            return WAR_ON if order == 2 and WAR_ON in legal else PASS
        if state.phase == "war_target":
            free = [a for a in legal if COUNTRY <= a < CARD and t["holder"][a - COUNTRY] == Holder.INDEPENDENT]
            return int(rng.choice(free or legal))
        if state.phase == "war_commander":
            king = PERSON + int(t["king"][state.seat])
            return king if king in legal else int(rng.choice(legal))
        return min(legal) if PASS in legal else int(rng.choice(legal))

    return act


def matchmaker(seed: int) -> Player:
    """Marries, has children when the next one will be wasteful, and makes matches for them."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = [int(action) for action in state.legal()]
        t = state.record
        wasteful = {d for d in range(DECKS) if _top(state, d) >= 0 and _has(_top(state, d), Ability.WASTE)}
        good = [DECK + d for d in wasteful if DECK + d in legal]
        if state.phase in ("setup_deck", "recruit"):
            return int(rng.choice([action for action in legal if action not in good] or legal))
        if state.phase == "birth_deck":
            return int(rng.choice(good or legal))
        if state.phase == "action":
            king = int(t["king"][state.seat])
            parents = [COLOUR[king], *(COLOUR[p] for p in np.flatnonzero(t["place"] == Place.SPOUSE))]
            if PROCREATION in legal and wasteful & set(parents):
                return PROCREATION
            return next((action for action in (MATCHMAKING, MARRIAGE) if action in legal), PASS)
        if state.phase == "marriage_target":
            return max(legal, key=lambda a: (COLOUR[a - PERSON] in wasteful, FERTILITY[a - PERSON]))
        return min(legal) if PASS in legal else int(rng.choice(legal))

    return act


def _has(card: int, ability: Ability) -> bool:
    return card < PERSONS and ABILITY[card] == ability


def mixed_deals(**fixed: int | bool) -> Deals:
    """Mixed options, but for some."""

    def deals(games: int) -> Iterator[tuple[int, Options]]:
        for seed, options in enumerate(option_sets(GAME, min(games, ENOUGH))):
            yield seed, {**options, **fixed}

    return deals


def sailor(seed: int) -> Player:
    """Gathers persons with sea-4 and lets them attack across the sea."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = [int(action) for action in state.legal()]
        t = state.record
        sailors = [p for p in range(PERSONS) if ABILITY[p] == Ability.SEA_4]
        named = [PERSON + p for p in sailors if PERSON + p in legal]
        if state.phase in ("setup_deck", "recruit"):
            decks = [DECK + d for d in range(DECKS) if _top(state, d) in sailors and DECK + d in legal]
            return int(rng.choice(decks or legal))
        if state.phase in ("war_commander", "war_defender", "hire_candidate") and named:
            return named[0]
        if state.phase == "action":
            if WAR_ON in legal and any(t["owner"][p] == state.seat for p in sailors):
                return WAR_ON
            return HIRE if HIRE in legal and any(t["place"][p] == Place.WANDERER for p in sailors) else PASS
        if state.phase == "war_target":
            return int(rng.choice([a for a in legal if _by_sea(state, a - COUNTRY)] or legal))
        return min(legal) if PASS in legal else int(rng.choice(legal))

    return act


def _top(state: State, deck: int) -> int:
    """The top card of a person deck, or -1."""
    size = int(state.record["deck_size"][deck])
    return int(state.record["deck"][deck * DECK_ROOM + size - 1]) if size else -1


def _by_sea(state: State, country: int) -> bool:
    """Whether a country is next to one of the deciding seat's by sea."""
    if country >= len(NEIGHBOUR):
        return False
    ways = zip(NEIGHBOUR[country], WAY[country], strict=True)
    return any(way == Way.SEA and state.record["holder"][near] == state.seat for near, way in ways)


def eventful(seed: int) -> Player:
    """Turns up events, plays them as soon as it may, and attacks the Neuroi."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = [int(action) for action in state.legal()]
        events = [action for action in legal if EVENT <= action < DIE_TO]
        if state.phase == "recruit":
            decks = [DECK + d for d in range(DECKS) if _top(state, d) >= EVENT_CARD and DECK + d in legal]
            return int(rng.choice(decks or legal))
        if events:  # to play one, or to attack the Neuroi
            return int(rng.choice(events))
        king = PERSON + int(state.record["king"][state.seat])
        if state.phase == "event_target" and king in legal:
            return king
        if state.phase in ("cancel", "warrior", "friend", "sortie") and len(legal) > 1:
            return int(rng.choice([action for action in legal if action != PASS]))
        if state.phase == "action":
            neuroi = any(state.record["holder"] == Holder.OCCUPIED)
            wanted = [WAR_ON] if neuroi else [MARRIAGE, PROCREATION, HIRE, WAR_ON]
            return next((action for action in wanted if action in legal), PASS)
        if state.phase == "war_commander":
            others = [a for a in legal if state.record["place"][a - PERSON] != Place.KING]
            return int(rng.choice(others or legal))
        return min(legal) if PASS in legal else int(rng.choice(legal))

    return act


def stormy(seed: int) -> Player:
    """Conquers all that is independent, and only then turns up the Neuroi, where they leave somebody nothing."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = [int(action) for action in state.legal()]
        t = state.record
        free = [c for c in range(len(NEIGHBOUR)) if t["holder"][c] == Holder.INDEPENDENT]
        neuroi = EVENT_CARD + Event.NEUROI
        if state.phase in ("setup_deck", "recruit"):
            late = [DECK + d for d in range(DECKS) if DECK + d in legal and (_top(state, d) == neuroi) == (not free)]
            return int(rng.choice(late or legal))
        if state.phase == "neuroi_country":
            return max(legal, key=lambda action: (_tells(state, action, Trace.FALLEN), rng.random()))
        if state.phase == "action":
            return WAR_ON if WAR_ON in legal and free else PASS
        if state.phase == "war_target":
            return int(rng.choice([COUNTRY + c for c in free if COUNTRY + c in legal] or legal))
        if state.phase == "war_commander":
            others = [a for a in legal if t["place"][a - PERSON] != Place.KING]
            return max(others or legal, key=lambda a: WAR[a - PERSON])
        return min(legal) if PASS in legal else int(rng.choice(legal))

    return act


def _tells(state: State, action: int, kind: Trace) -> bool:
    """Whether a move, as the dice will fall, tells something."""
    copy = state.clone()
    copy.play(action)
    return any(entry.kind == kind for entry in copy.trace())


PLAYERS = {
    "patient": Special(patient, patient_deals),
    "tied": Special(tied, tied_deals),
    "matchmaker": Special(matchmaker, mixed_deals(abilities=True, ask_forced=True)),
    "sailor": Special(sailor, mixed_deals(abilities=True, ask_forced=False)),
    "eventful": Special(eventful, mixed_deals(witches=True)),
    "stormy": Special(stormy, mixed_deals(witches=True, num_players=6, ask_forced=False, adjacency=False)),
}
