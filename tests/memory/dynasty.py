"""A player of Dynasty who forgets nothing: what a seat has been shown of a game, and which tables contradict it.

Written from the book and from what entries of the trace mean; it knows nothing of how tables are resampled. It takes
in what stands open at its start, what each move tells its seat, from which deck each event before a player came
(D-R43), and what wide search shows (D-R51: all cards of the deck). That others pass tells it nothing.
"""

from collections import Counter
from typing import Any

from dynasty_env.dynasty.ids import SEARCH, Trace
from dynasty_env.dynasty.material import EVENT_CARD
from dynasty_env.kit.state import Entry, State
from tests.memory.cards import CardMemory
from tests.memory.decks import IMMEDIATE, DeckMemory, cards_of, face_down

Before = Counter[tuple[int, int]]
"""How many events lie face down before each seat from each deck."""


class Memory:
    """All that `seat` has been shown of a game that is followed from `state` on."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.cards = CardMemory(seat, state.num_players, state.record)
        self.decks = DeckMemory(seat, state.record)
        self._look(state)

    def _look(self, state: State) -> None:
        """What stands open now; and the decks, should the next move be a search that looks through one."""
        self._before, self._sizes = _before(state.record), state.record["deck_size"].tolist()
        self._searchable = cards_of(state.record)
        known = state.seat == self.seat or int(state.record["step"]) not in state.game.secret_phases
        self._asked = state.seat if known else None

    def follow(self, state: State) -> None:
        """Take in what the last move has shown."""
        entries = state.trace(self.seat) if state.told else []
        self._back = {card: deck for _, deck, card, shown in face_down(state.record) if shown}
        came = Counter((e.seat, e.subject) for e in entries if e.kind == Trace.EVENT_TAKEN)
        came += Counter((e.seat, self._back[EVENT_CARD + e.subject]) for e in entries if e.kind == Trace.EVENT_BACK)
        self._left = self._before + came
        self._left.subtract(_before(state.record))
        turned_up = Counter(e.object for e in entries if e.kind == Trace.TURNED_UP)
        taken = Counter(e.subject for e in entries if e.kind == Trace.EVENT_TAKEN)
        gone = Counter({deck: size - int(state.record["deck_size"][deck]) for deck, size in enumerate(self._sizes)})
        self._immediate = list((gone - turned_up - taken).elements())
        for entry in entries:
            self._hear(entry, entries)
        self._look(state)

    def _hear(self, entry: Entry, entries: list[Entry]) -> None:
        """One entry of the trace."""
        cards, decks, seat, subject = self.cards, self.decks, entry.seat, entry.subject
        match entry.kind:
            case Trace.REBUILT:
                cards.rebuilt(entry.value)
            case Trace.DRAWN:
                cards.draws(subject)
            case Trace.DREW if seat != self.seat:
                cards.other_draws(seat, entry.value)
            case Trace.PLAYED:
                cards.shown(seat, subject, laid=True)
            case Trace.DISCARDED | Trace.CANCELLED:
                cards.shown(seat, subject, laid=False)
            case Trace.SUPPLIED:
                cards.supplied(subject)
            case Trace.NEEDS:
                cards.cleared()
            case Trace.PEEKED:
                cards.top = subject
            case Trace.DECLARED if subject == SEARCH and seat != self.seat:
                cards.has_ace.add(seat)
            case Trace.TURNED_UP:
                decks.turned_up(subject, entry.object)
            case Trace.EVENT_UNDER:
                decks.put_under(EVENT_CARD + subject, entry.object)
            case Trace.RESHUFFLED:
                decks.shuffled(subject)
            case Trace.FORESEEN:
                decks.foreseen(subject, entry.object)
            case Trace.SEARCHED if seat == self.seat:
                decks.searched(subject, set(self._searchable[subject]))
            case Trace.EVENT_TAKEN if seat != self.seat:
                decks.taken(seat, subject, None)
            case Trace.EVENT_TAKEN:
                told = entries[next(n for n, each in enumerate(entries) if each is entry) + 1]
                decks.taken(seat, subject, EVENT_CARD + told.subject)
            case Trace.EVENT_PLAYED if EVENT_CARD + subject in IMMEDIATE:
                decks.taken_openly(EVENT_CARD + subject, self._immediate.pop(0))
            case Trace.EVENT_PLAYED:
                self._plays(seat, EVENT_CARD + subject)
            case Trace.EVENT_BACK:
                decks.is_back(seat, self._back[EVENT_CARD + subject], EVENT_CARD + subject)

    def _plays(self, seat: int, card: int) -> None:
        """D-R43: all see from which deck the event came that is played."""
        if card in self.decks.shown:
            deck = self.decks.shown[card][1]
        elif card in self._back:
            deck = self._back[card]
        else:
            deck = next(deck for owner, deck in self._left if owner == seat and self._left[owner, deck] > 0)
        self._left[seat, deck] -= 1
        self.decks.plays(seat, deck, card)

    def contradictions(self, table: State) -> list[str]:
        """What a full table says that cannot be after all that this player has been shown; empty: it is possible."""
        found = self.cards.contradictions(table.record) + self.decks.contradictions(table.record)
        if (table.seat == self.seat) if self._asked is None else (table.seat != self._asked):
            found.append("who is asked")
        if _before(table.record) != self._before or table.record["deck_size"].tolist() != self._sizes:
            found.append("what stands open")
        return sorted(set(found))


def _before(record: Any) -> Before:
    return Counter((seat, deck) for seat, deck, _, _ in face_down(record))
