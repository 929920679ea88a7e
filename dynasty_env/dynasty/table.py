"""The table of Dynasty: one record with the whole state of a game. A comment behind each field says what it means."""

from dynasty_env.dynasty.ids import ACTIONS
from dynasty_env.dynasty.material import DECK_ROOM, EVENTS, EXPANSION, MOST_CARDS, MOST_DICE, SEATS, CardPlace
from dynasty_env.europe.material import COUNTRIES, DECKS, NOBODY, PERSONS, Holder
from dynasty_env.kit.engine.cards import KINDS
from dynasty_env.kit.engine.emptying import types
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.options import Option, fields_of
from dynasty_env.kit.phrases import _

STACK = 24
TRACE = 240

OPTIONS = (
    Option("num_players", 4, (2, 3, 4, 5, 6), "dynasties at the table (§02-01)"),
    Option("packs", 1, (1, 2), "packs of playing cards; the book suggests that a second one may be fun (§03)",
           called=_("Packs of playing cards")),
    Option("adjacency", False, (False, True),
           "war only against neighbours of an own territory, the book's optional rule (§09-03-01; ch. 3.4)",
           called=_("Only countries that border your own can be attacked")),
    Option("abilities", True, (True, False), "special abilities, the book's advanced rule (§11-03; ch. 5)",
           called=_("Persons have special abilities")),
    Option("witches", False, (False, True), "the expansion: witches, events, the Neuroi (SW01–SW02; ch. 6)",
           called=_("The expansion, with witches, the Neuroi and events")),
    Option("kin_marriage", True, (True, False), "a king may marry his own children (D-R10; ch. 3.2)",
           called=_("A king may marry his own child")),
    Option("ask_forced", False, (False, True), "also ask decisions that have exactly one legal action (ch. 7)"),
)  # fmt: skip
FIELDS = [
    # the round
    ("turn", "i2"),  # 1, 2 … ; 0 during set-up
    ("turn_player", "i1"),
    ("first_player", "i1"),
    ("pope", "i1"),  # seat that holds the pope
    ("scythe", "i1"),  # seat that holds the scythe
    ("vetoed", "i1", (SEATS,)),  # 1: has refused the reaper in this turn
    ("refused", "i1", (PERSONS + 1,)),  # 1: refused to the reaper in this turn; the pope last
    ("no_hand_limit", "i1"),  # 1: the turn player has plundered and has no hand limit in this turn (§11-03-03)
    ("childless", "i1", (SEATS,)),  # 1: its king has died childless
    ("fallen", "i1", (SEATS,)),  # 1: has lost all its territories to the Neuroi and found no refuge
    ("second", "i1", (), NOBODY),  # person who must act in the second action of a turn (hyper-speed), or -1
    # persons
    ("place", "i1", (PERSONS,)),  # a Place
    ("owner", "i1", (PERSONS,), NOBODY),  # seat of the person's dynasty, or -1
    ("born", "i1", (PERSONS,)),  # children: order of birth, from 1; 0: not a child
    ("king", "i1", (SEATS,), NOBODY),  # each seat's king, or -1
    ("deck", "i1", (DECKS * DECK_ROOM,)),  # person decks, one after the other, top last
    ("deck_size", "i1", (DECKS,)),
    ("set_up_from", "i1", (DECKS,)),  # set-up: persons turned up from each deck by the dynasty that is choosing
    ("under", "i1", (DECKS,)),  # set-up: events put under each deck, which everybody has seen
    # events
    ("event_place", "i1", (EVENTS,)),  # an EventPlace
    ("event_owner", "i1", (EVENTS,), NOBODY),  # seat before which it lies, or that has played warrior's way; or -1
    ("event_deck", "i1", (EVENTS,), NOBODY),  # deck from which it was taken, as long as its owner has it, or -1
    ("event_shown", "i1", (EVENTS,)),  # 1: lies face down, but everybody knows which it is
    ("event_person", "i1", (EVENTS,), NOBODY),  # person to whom it is attached (the doll: whose spouse it is), or -1
    ("event_taken", "i1", (EVENTS,)),  # lying face down: 1 for the first event taken from its deck, 2 the second …
    ("events_taken", "i1", (DECKS,)),  # how many events have been taken from each deck and laid face down
    # who has seen what of the expansion's cards
    ("seen", "i1", (SEATS + 1, EXPANSION), NOBODY),  # deck in which a seat (last row: everybody) has seen a card, or -1
    ("seen_after", "i1", (SEATS + 1, EXPANSION)),  # how many events had been taken from that deck at that time
    ("searched_after", "i1", (SEATS, DECKS), NOBODY),  # … when the seat last searched a deck; -1: never
    ("knows_top", "i1", (SEATS,)),  # 1: has seen the top card of the pack
    # countries
    ("holder", "i1", (COUNTRIES,), Holder.OUT),  # seat that holds the country, or a Holder
    # playing cards
    ("pack", "i1", (MOST_CARDS,)),  # face down, top last
    ("pack_size", "i1"),
    ("discards", "i1", (KINDS,)),  # counts
    ("hand", "i1", (SEATS, KINDS)),  # counts
    ("hand_size", "i1", (SEATS,)),
    # what can be known about each playing card by watching it (D-R69); copy c of a kind is card 2 * kind + c
    ("rebuilt", "i2"),  # how often the discards have been shuffled into a new pack
    ("card_place", "i1", (MOST_CARDS,), CardPlace.ABSENT),  # seat that holds it, or a CardPlace
    ("card_from", "i2", (MOST_CARDS,)),  # pack that it was last shuffled into: 0 the first, 1 the next …
    ("card_seen", "i1", (MOST_CARDS,)),  # in a hand: bits of the seats that saw it before it was drawn
    ("kept", "i1", (KINDS,)),  # how many of each have been in hands since before the pack was last rebuilt
    ("kept_by", "i1", (SEATS,)),  # how many of those each seat holds
    ("ace_from", "i2", (SEATS,), NOBODY),  # is known to hold an ace from this pack or an earlier one; -1: no
    ("laid", "i1", (MOST_CARDS,)),  # cards played or supplied for the action, in order
    ("laid_number", "i1", (MOST_CARDS,)),  # the number each counts as; 0: a joker not yet named
    ("laid_by", "i1", (MOST_CARDS,)),  # seat, or -1: the pack
    ("laid_size", "i1"),
    # the action that is declared
    ("action", "i2", (), -1),  # action id of its kind, or -1
    ("target", "i1", (), NOBODY),  # person (or the pope) at whom it aims, or -1
    ("actor", "i1", (), NOBODY),  # attacking commander or recruiter, or -1
    ("defender", "i1", (), NOBODY),  # defending commander, or -1
    ("country", "i1", (), NOBODY),  # country attacked (21: the Neuroi), or -1
    ("friend", "i1", (), NOBODY),  # person brought along by a commander with “so what”, or -1
    ("friend_of", "i1", (), NOBODY),  # seat on whose side the friend fights, or -1
    ("sent", "i1", (PERSONS,)),  # all-out attack: 1 takes part, 2 has taken the death check after it
    ("needed", "i2"),  # success value against which the dice were rolled
    ("dice", "i1", (MOST_DICE,)),  # faces, as they count now
    ("dice_size", "i1"),
    ("spread", "i1", (COUNTRIES,)),  # while the Neuroi spread: occupied countries in the order in which they fell
]
"""The fields of the table, each with the value that means that it is empty."""

TABLE = table_dtype(
    header(ACTIONS, STACK, TRACE), [*fields_of(OPTIONS, "packs", "adjacency", "kin_marriage"), *types(FIELDS)]
)
