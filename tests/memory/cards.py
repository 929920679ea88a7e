"""What a player who forgets nothing knows about the playing cards: other hands and the pack (§04, §08-02).

A pack is exactly what it was made of: all cards at the deal, the open discards when it is rebuilt. So a hidden card is
known to come from a certain pack, and once a pack is empty all that has not been shown of it lies in hands. Kinds of
which there are several (jokers, two packs) may leave open which pack a card that is shown came from: then every
answer is kept as an `Account` of its own, and a table is possible if one of them fits it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS

ACES = frozenset(suit * RANKS for suit in range(4))
MOST_ACCOUNTS = 2_000


@dataclass
class Account:
    """One answer to the question which pack the cards that were shown came from.

    `unseen`: a pack each, the kinds of it that nobody has shown and that have not been located; `held`: a seat and pack
    each, how many of these are in that hand; `located`: a seat each, the kinds that are known to be in that hand.
    """

    unseen: list[Counter[int]]
    held: list[list[int]]
    located: list[Counter[int]]

    def copy(self) -> Account:
        return Account(
            [counts.copy() for counts in self.unseen],
            [list(each) for each in self.held],
            [counts.copy() for counts in self.located],
        )

    def key(self) -> tuple[Any, ...]:
        """Equal for accounts that say the same."""
        return (
            tuple(frozenset((+counts).items()) for counts in self.unseen),
            tuple(map(tuple, self.held)),
            tuple(frozenset((+counts).items()) for counts in self.located),
        )

    def shows(self, seat: int, kind: int) -> Iterator[Account]:
        """The accounts that are possible after `seat` has shown a card of this kind from its hand."""
        if self.located[seat][kind]:
            after = self.copy()
            after.located[seat][kind] -= 1
            yield after
        for pack, counts in enumerate(self.unseen):
            if self.held[seat][pack] and counts[kind]:
                after = self.copy()
                after.held[seat][pack] -= 1
                after.unseen[pack][kind] -= 1
                yield after

    def fits(self, hands: dict[int, Counter[int]], pack: Counter[int]) -> bool:
        """Can these hands and this pack be, by this account?"""
        left = [counts.copy() for counts in self.unseen]
        left[-1].subtract(pack)
        if min(left[-1].values(), default=0) < 0:
            return False
        quota = [list(each) for each in self.held]
        cards = []
        for seat, hand in hands.items():
            if self.located[seat] - hand:
                return False
            others = hand - self.located[seat]
            if others.total() != sum(quota[seat]):
                return False
            cards += [(seat, kind) for kind in others.elements()]
        return _allotted(cards, left, quota)


def _allotted(cards: list[tuple[int, int]], left: list[Counter[int]], quota: list[list[int]]) -> bool:
    """Can each card in a hand be given a pack that it came from, so that the numbers agree?"""

    def packs_of(card: tuple[int, int]) -> list[int]:
        seat, kind = card
        return [pack for pack in range(len(left)) if left[pack][kind] and quota[seat][pack]]

    if not cards:
        return True
    card = min(cards, key=lambda each: len(packs_of(each))) if len(left) > 1 else cards[0]
    rest = list(cards)
    rest.remove(card)
    seat, kind = card
    for pack in packs_of(card):
        left[pack][kind] -= 1
        quota[seat][pack] -= 1
        fits = _allotted(rest, left, quota)
        left[pack][kind] += 1
        quota[seat][pack] += 1
        if fits:
            return True
    return False


def counted(counts: Any) -> Counter[int]:
    """An array of counts by kind, as a multiset."""
    return Counter({kind: count for kind, count in enumerate(counts.tolist()) if count})


class CardMemory:
    """The playing cards as `seat` knows them."""

    def __init__(self, seat: int, seats: int, record: Any) -> None:
        """From what a table shows to `seat`: its own hand, the open cards, and how many there are of the others."""
        packs = int(record["packs"])
        self.seat = seat
        self.hand = counted(record["hand"][seat])
        self.sizes = [int(size) for size in record["hand_size"][:seats]]
        self.laid = Counter(int(kind) for kind in record["laid"][: record["laid_size"]])
        self.discards = counted(record["discards"])
        self.pack_size = int(record["pack_size"])
        self.owed = 0  # cards of the pack before this one that the next to draw has taken
        self.top: int | None = None
        self.has_ace: set[int] = set()  # seats that have declared a wide search and shown no ace since
        unseen = Counter({kind: 2 * packs if kind == JOKER else packs for kind in range(KINDS)})
        unseen -= self.hand + self.laid + self.discards
        held = [[0] if other == seat else [self.sizes[other]] for other in range(seats)]
        self.accounts = [Account([unseen], held, [Counter() for _ in range(seats)])]

    def rebuilt(self, size: int) -> None:
        """The discards are the pack now; what was left of the old one goes to whoever is drawing."""
        assert size == self.discards.total(), "the pack is rebuilt from the discards"
        self.owed, self.pack_size = self.pack_size, size
        for account in self.accounts:
            account.unseen.append(self.discards.copy())
            for held in account.held:
                held.append(0)
        self.discards = Counter()

    def draws(self, kind: int) -> None:
        """The own seat draws this card."""
        self._from_pack(kind)
        self.hand[kind] += 1
        self.sizes[self.seat] += 1

    def supplied(self, kind: int) -> None:
        """The pack supplies this card for an action."""
        self._from_pack(kind)
        self.laid[kind] += 1

    def _from_pack(self, kind: int) -> None:
        self.pack_size -= 1
        self.top = None
        for account in self.accounts:
            account.unseen[-1][kind] -= 1
        self._keep([account for account in self.accounts if account.unseen[-1][kind] >= 0])

    def other_draws(self, seat: int, count: int) -> None:
        """Another seat draws, unseen, but for a top card that was seen before."""
        self.sizes[seat] += count
        for n in range(count):
            pack = -2 if n < self.owed else -1
            for account in self.accounts:
                if self.top is None:
                    account.held[seat][pack] += 1
                else:
                    account.unseen[pack][self.top] -= 1
                    account.located[seat][self.top] += 1
            self.top = None
        self.pack_size -= count - self.owed
        self.owed = 0
        self._keep([account for account in self.accounts if all(min(u.values()) >= 0 for u in account.unseen)])

    def shown(self, seat: int, kind: int, *, laid: bool) -> None:
        """A seat shows a card from its hand: it lies on the table, or among the discards."""
        (self.laid if laid else self.discards)[kind] += 1
        self.sizes[seat] -= 1
        if seat == self.seat:
            self.hand[kind] -= 1
            return
        if kind in ACES:
            self.has_ace.discard(seat)
        self._keep([after for account in self.accounts for after in account.shows(seat, kind)])

    def cleared(self) -> None:
        """§08-02-03-01: the cards on the table go to the discards."""
        self.discards += self.laid
        self.laid = Counter()

    def _keep(self, accounts: list[Account]) -> None:
        self.accounts = list({account.key(): account for account in accounts}.values())
        assert self.accounts, "what was shown is impossible"
        assert len(self.accounts) <= MOST_ACCOUNTS, "too many accounts to keep"

    def contradictions(self, record: Any) -> list[str]:
        """What the cards on a table contradict."""
        seats = len(self.sizes)
        hands = [counted(record["hand"][seat]) for seat in range(seats)]
        size = int(record["pack_size"])
        pack = record["pack"][:size].tolist()
        table = Counter(int(kind) for kind in record["laid"][: record["laid_size"]])
        found = []
        if hands[self.seat] != self.hand:
            found.append("own hand")
        if [hand.total() for hand in hands] != self.sizes or size != self.pack_size:
            found.append("sizes of hands and pack")
        if counted(record["discards"]) != self.discards or table != self.laid:
            found.append("open cards")
        if self.top is not None and pack[-1:] != [self.top]:
            found.append("pack: the top card that was seen")
        found += ["hand of another: no ace for a wide search" for s in self.has_ace if not ACES & hands[s].keys()]
        others = {seat: hands[seat] for seat in range(seats) if seat != self.seat}
        if not found and not any(account.fits(others, Counter(pack)) for account in self.accounts):
            found.append(self._why(others, Counter(pack)))
        return found

    def _why(self, others: dict[int, Counter[int]], pack: Counter[int]) -> str:
        """What it is that no account fits."""
        if any(all(account.located[seat] - hand for account in self.accounts) for seat, hand in others.items()):
            return "hand of another: a card that was seen on top of the pack and drawn"
        if all(pack - account.unseen[-1] for account in self.accounts):
            return (
                "pack: a card that it was not made of" if len(self.accounts[0].unseen) > 1 else "cards that there are"
            )
        return "hands of others: how many cards of each pack"
