"""What the reference games have in common: drawing cards one by one, redrawing hidden cards, and sharing a pot.

Tables have ``card`` (a seat's card, 0 … num_players, -1 before it is dealt), ``board`` (the card in the middle, or -1)
and ``shown`` (1: everybody has seen the seat's card). A pack has num_players + 1 ranks.
"""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine import below, rule
from dynasty_env.kit.game import RewardName
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.seats.layout import Piece
from dynasty_env.kit.state import State

MOST_SEATS = 3


@rule
def left_of(t, rank, copies):
    """How many cards of a rank are still in the pack."""
    left = copies - (t.board == rank)
    for seat in range(t.num_players):
        left -= t.card[seat] == rank
    return left


@rule
def drawn_card(t, copies):
    """The rank of a card drawn from the pack, which has `copies` of each rank; all cards are equally likely."""
    pack = 0
    for rank in range(t.num_players + 1):
        pack += left_of(t, rank, copies)
    number = below(t, pack)
    rank = 0
    while number >= left_of(t, rank, copies):
        number -= left_of(t, rank, copies)
        rank += 1
    return rank


@rule
def deal_cards(t, copies):
    """Deal a card to each seat; the middle is empty."""
    t.board = -1
    for seat in range(MOST_SEATS):
        t.card[seat] = -1
        t.shown[seat] = 0
    for seat in range(t.num_players):
        t.card[seat] = drawn_card(t, copies)


@rule
def redraw_cards(t, me, copies):
    """New cards for all seats except `me` and those whose cards have been shown."""
    for seat in range(t.num_players):
        if seat != me and t.shown[seat] == 0:
            t.card[seat] = -1
    for seat in range(t.num_players):
        if t.card[seat] == -1:
            t.card[seat] = drawn_card(t, copies)


@rule
def gain(t, seat, winners, wins, bound):
    """A seat's gain: its share of the pot minus what it has paid, relative to `bound`."""
    pot = 0
    for each in range(t.num_players):
        pot += t.paid[each]
    share = pot / winners if wins else 0.0
    return (share - t.paid[seat]) / bound


CARD_PIECES = (
    Piece("card", (1,), 0, MOST_SEATS, True, "my card: its rank", private=True),
    Piece("place", (1,), 0, MOST_SEATS - 1, True, "my place in the order of acting, from 0"),
    Piece("seats", (1,), 2, MOST_SEATS, True, "seats at the table"),
    Piece("deciding", (1,), 0, MOST_SEATS - 1, True, "whose turn it is, from me"),
    Piece("shown", (MOST_SEATS,), 0, MOST_SEATS + 1, True, "cards shown at the end, from me on: rank + 1, or 0"),
)
"""Pieces of the observations of all reference games."""


@rule
def observe_cards(t, me, seen):
    """What `me` sees of `CARD_PIECES`."""
    seen.card = t.card[me]
    seen.place = me
    seen.seats = t.num_players
    seen.deciding = (t.seat - me + t.num_players) % t.num_players
    for away in range(MOST_SEATS):
        seen.shown[away] = 0
    for away in range(t.num_players):
        seat = (me + away) % t.num_players
        if t.shown[seat] == 1:
            seen.shown[away] = t.card[seat] + 1


class Poker(PlainGame):
    """A poker for two or three. What is won is money, so ``win`` is the same as ``points``: the net gain in chips,
    divided by `points_bound`, the most that anybody can gain."""

    seats = (2, MOST_SEATS)
    rewards: ClassVar[tuple[RewardName, ...]] = ("win", "points")
    hidden = ("card",)
    ranks: ClassVar[Mapping[int, str]] = {0: "jack", 1: "queen", 2: "king", 3: "ace"}

    def scores(self, state: State) -> list[float]:
        """Net gains in chips; 0 before the end."""
        chips: npt.NDArray[np.float64] = state.returns("points").astype(np.float64) * self.points_bound
        return [float(each) for each in chips.round(6)]

    def everybody_wins(self, state: State) -> bool:
        """If nobody has gained anything, all share the pot."""
        return True
