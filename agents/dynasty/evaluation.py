"""What a position is worth to me: my chance of winning, guessed from what everybody has."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

from agents.dynasty.observed import COLOURS, SEXES, House, Numbers, Observed
from dynasty_env.dynasty.material import BIRTH_CARDS, DECKS
from dynasty_env.dynasty.told.odds import Heap, most_copies, success
from dynasty_env.kit.engine.cards import JOKER, number_of


@dataclass(frozen=True)
class Weights:
    """The judgement of the player, in points unless it says otherwise.

    Found by matches against itself, and by fitting who won to what the dynasties had in 20,000 of its positions: a lead
    in points is nearly all that tells, the more so the nearer the end.
    """

    heir: float = 0.5  # somebody follows the king
    birth: float = 1.0  # a spouse, times the chance of a birth
    commander: tuple[float, ...] = (0.0, 0.0, 0.3, 1.0, 1.0)  # the best who is not king, by war
    courtier: float = 0.6  # anybody
    last_land: float = -2.0  # one territory left: one more war and the dynasty is ruined
    scale: float = 3.0  # points by which one leads to be e times as likely to win, at the end of the game
    spread: float = 0.08  # more of them, times the square of the smallest person deck: much can happen yet
    meddling: float = 0.3  # share of the others' cards that come into a contest
    scythe: float = 0.01  # chance of winning that holding the scythe is worth
    refusal: float = 0.7  # chance that a rival refuses the reaper a person who matters
    reserve: float = 0.5  # the refusal is kept for persons whose loss is worse than this share of the worst
    booty: float = 0.4  # share of that which a plundered card is worth
    card: float = 0.012  # chance of winning that the most useful card in hand is worth


class Evaluation:
    """Values of positions that differ from the observed one in a dynasty or two.

    Attributes:
        now: the value of the observed position.
        ending: a person deck is empty: the game ends with this action.
    """

    def __init__(self, observed: Observed, weights: Weights) -> None:
        self._weights = weights
        self._families: dict[tuple[object, ...], float] = {}
        self._houses = observed.houses
        self._wasted = observed.wasted
        self.ending = observed.turn > 0 and 0 in observed.deck_sizes
        self._scale = weights.scale + weights.spread * min(observed.deck_sizes) ** 2
        self._odds = [exp(self.strength(house) / self._scale) for house in observed.houses]
        self._total = sum(self._odds)
        self.now = self.value({})

    def value(self, changed: Mapping[int, House], ending: bool = False) -> float:
        """My share of the victory, 0 … 1, if these dynasties (by seat) stood so and the others as they do."""
        if ending or self.ending:
            return self._final(changed)
        mine, total = self._odds[0], self._total
        for seat, house in changed.items():
            if house.ruined():
                return self._final(changed)
            odds = exp(self.strength(house) / self._scale)
            total += odds - self._odds[seat]
            if seat == 0:
                mine = odds
        return mine / total

    def _final(self, changed: Mapping[int, House]) -> float:
        """§07: the game is over."""
        keys = [rank_key(changed.get(seat, house)) for seat, house in enumerate(self._houses)]
        best = max(keys)
        return 1 / keys.count(best) if best and keys[0] == best else 0.0

    def strength(self, house: House) -> float:
        """Points, and what promises more of them."""
        key = (house.king, house.spouses, house.children, house.courtiers, house.pope, id(house.numbers))
        family = self._families.get(key)
        if family is None:
            family = self._families[key] = self._family(house)
        return family + house.power + (self._weights.last_land if house.lands == 1 else 0.0)

    def _family(self, house: House) -> float:
        weights = self._weights
        king = house.king
        if king < 0:
            return 0.0
        worth = house.royal_score() + house.witch_score() + weights.courtier * (len(house.persons()) - 1)
        if house.children:
            worth += weights.heir
        if house.spouses:
            wasted = self._wasted(house)
            worth += weights.birth * max(birth_chance(king, spouse, wasted, house.numbers) for spouse in house.spouses)
        best = max((house.numbers.wars[person] for person in house.persons()[1:]), default=0)
        return worth + weights.commander[min(best, len(weights.commander) - 1)]


def rank_key(house: House) -> tuple[int, ...]:
    """§07-02: points, A, then the king's stats; empty for a ruined dynasty."""
    if house.ruined():
        return ()
    king = house.king
    royal = house.royal_score()
    n = house.numbers
    stats = (n.governances[king], n.wars[king], n.ambitions[king], n.lives[king], n.fertilities[king])
    return (royal + house.power + house.witch_score(), royal, house.prestige(king), *stats)


_FRESH = Heap(most_copies(1), red=True)
_BIRTHS = {(dice, cards): success(dice, cards, _FRESH) for dice in range(11) for cards in range(BIRTH_CARDS + 1)}


def birth_chance(king: int, spouse: int, wasted: int, numbers: Numbers) -> float:
    """§09-02: the chance of a birth with a full pack, nobody meddling, `wasted` dice being lost."""
    if SEXES[king] == SEXES[spouse] or (COLOURS[king] >= DECKS and COLOURS[spouse] >= DECKS):
        return 0.0
    dice = max(numbers.fertilities[king] + (COLOURS[king] != COLOURS[spouse]) - wasted, 0)
    return _BIRTHS[dice, max(BIRTH_CARDS - numbers.fertilities[spouse], 0)]


def death_chance(person: int, numbers: Numbers) -> float:
    """§10-01."""
    return max(6 - numbers.lives[person], 0) / 6


def card_worth(card: int) -> float:
    """How useful a card is in hand, 0 … 1: high ones stop rivals, low ones spare the own dice, a joker does both."""
    return 1.0 if card == JOKER else _CARD_WORTH[number_of(card) - 1]


_CARD_WORTH = (0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8)
