"""SW02-02, SW02-07: what witches can do. An ability that changes another rule is documented with that rule."""

from dynasty_env.dynasty.ids import CARD, DECK, DIE_TO, LIGHTNING, PASS, PERSON, SEARCH, Step, Trace
from dynasty_env.dynasty.material import DECK_ROOM, DECKS, EVENT_CARD, MAY_CHANGE, NOBODY, PERSONS, WITCH_WITH, Ability
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.rules.open_pool import has_cards
from dynasty_env.kit.engine import EVERYBODY, Chapter, offer, offers, push, rule, some, tell
from dynasty_env.kit.engine.cards import KINDS
from dynasty_env.kit.words import EntryKind, Phase, _

from .copies import is_ace
from .death import dies
from .kinds import Action
from .magic import acts, has_witch
from .pack import discard_from_hand, holds_card
from .person_decks import from_deck, has_person_deck, reshuffle_deck, take_out
from .seen_in_decks import see_in_deck
from .stats import prestige

# SW02-07-03: spatial sense


@rule
def sense_the_pack(t, seat):
    """SW02-07-03: before an action the witch's player sees the top card of the pack; D-R49: unless it is empty."""
    if has_witch(t, seat, Ability.SPATIAL_SENSE) and t.pack_size > 0:
        t.knows_top[seat] = 1
        tell(t, Trace.PEEKED, seat, t.pack[t.pack_size - 1], 0, 0, 1 << seat)


# SW02-07-05: lightning


@rule
def may_be_struck(t, person):
    """SW02-07-05, D-R63: a person of any dynasty with less prestige than the witch."""
    return t.owner[person] != NOBODY and prestige(t, person) < prestige(t, WITCH_WITH[Ability.LIGHTNING])


has_somebody_to_strike = some(PERSONS, may_be_struck)


@rule
def can_strike(t, seat):
    """SW02-07-05: does the seat have the witch with lightning, and is there a target?"""
    return has_witch(t, seat, Ability.LIGHTNING) and has_somebody_to_strike(t, seat)


@rule
def play_lightning_target(t, action):
    """D-R29: the target takes a death check."""
    t.target = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    push(t, Step.DEATH_CHECK, t.turn_player, t.target, 0)


# SW02-07-09: hyper-speed


@rule
def may_act_again(t):
    """SW02-07-09: does the turn player get a second action?

    D-R30, D-R50: only if the witch with hyper-speed acted in the first one, is still in the dynasty and is unmarried.
    """
    swift = WITCH_WITH[Ability.HYPER_SPEED]
    return t.second == NOBODY and acts(t, swift) and has_witch(t, t.turn_player, Ability.HYPER_SPEED)


# SW02-07-11: wide search


@rule
def may_be_laid(t, seat, card):
    """SW02-07-11: any ace in hand; D-R2: a joker is not one."""
    return is_ace(card) and holds_card(t, seat, card)


has_ace = some(KINDS, may_be_laid)
offer_aces = offers(CARD, KINDS, may_be_laid)


@rule
def can_search(t, seat):
    """SW02-07-11, D-R51: is there an ace in hand, and a deck with cards?"""
    return has_witch(t, seat, Ability.WIDE_SEARCH) and has_ace(t, seat) and has_person_deck(t, seat)


@rule
def play_search_ace(t, action):
    """SW02-07-11: the ace is discarded, and then a deck is chosen."""
    discard_from_hand(t, action - CARD, Trace.DISCARDED)
    push(t, Step.SEARCH_DECK, t.seat, 0, 0)


@rule
def play_search_deck(t, action):
    """SW02-07-11: the witch's player looks through the deck; the others do not see it."""
    deck = action - DECK
    tell(t, Trace.SEARCHED, t.seat, deck, 0, 0, EVERYBODY)
    for i in range(t.deck_size[deck]):
        see_in_deck(t, t.seat, t.deck[deck * DECK_ROOM + i], deck)
    t.searched_after[t.seat, deck] = t.events_taken[deck]
    push(t, Step.SEARCH_PERSON, t.seat, deck, 0)


@rule
def legal_search_person(t):
    """SW02-07-11: any person in the deck (a), never an event, or nobody."""
    offer(t, PASS)
    for i in range(t.deck_size[t.a]):
        card = t.deck[t.a * DECK_ROOM + i]
        if card < EVENT_CARD:
            offer(t, PERSON + card)


@rule
def play_search_person(t, action):
    """SW02-07-11: the person becomes a courtier, and the deck is shuffled."""
    deck = t.a
    if action != PASS:
        tell(t, Trace.FOUND, t.seat, action - PERSON, deck, 0, EVERYBODY)
        take_out(t, deck, action - PERSON, t.seat)
    reshuffle_deck(t, deck)


# SW02-07-12: deflection


@rule
def has_changes(t, changed):
    """SW02-07-12: can another die be changed after `changed` dice? Deflection changes up to two."""
    return t.dice_size > 0 and changed < MAY_CHANGE


@rule
def legal_dice(t):
    """SW02-07-12: change one die to another face, or stop."""
    offer(t, PASS)
    for face in range(1, 7):
        for i in range(t.dice_size):
            if t.dice[i] == face:
                for place in range(5):
                    offer(t, DIE_TO + (face - 1) * 5 + place)
                break


@rule
def play_dice(t, action):
    """SW02-07-12: one die is changed (a: dice changed so far)."""
    if action == PASS:
        return
    face = (action - DIE_TO) // 5 + 1
    new = (action - DIE_TO) % 5 + 1
    if new >= face:
        new += 1
    for i in range(t.dice_size):
        if t.dice[i] == face:
            t.dice[i] = new
            break
    tell(t, Trace.CHANGED, t.seat, face, new, 0, EVERYBODY)
    if has_changes(t, t.a + 1):
        push(t, Step.DICE, t.seat, t.a + 1, 0)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.LIGHTNING_TARGET,
            offers(PERSON, PERSONS, may_be_struck),
            asks=_("Whom does the lightning strike?"),
            why=_("The victim takes a death check."),
            says={"person": _("strike {person} with lightning")},
            facts=(nouns.life, nouns.prestige, nouns.where),
            chance={"person": dies},
            cites="SW02-07-05, D-R63",
        ),
        Phase(
            Step.SEARCH_ACE,
            offer_aces,
            asks=_("Which ace do you discard?"),
            why=_("A wide search costs an ace."),
            says={"card": _("discard {card} for the search")},
            cites="SW02-07-11, D-R51",
        ),
        Phase(
            Step.SEARCH_DECK,
            offers(DECK, DECKS, has_cards),
            asks=_("Which deck do you look through?"),
            why=_("You may take somebody out of it."),
            says={"deck": from_deck(_("look through the {deck} deck"))},
            cites="SW02-07-11",
        ),
        Phase(
            Step.SEARCH_PERSON,
            asks=_("Whom do you take?"),
            why=_("The person becomes your courtier; the deck is shuffled."),
            says={"person": _("take {person} out of the deck"), "pass": _("take nobody")},
            facts=nouns.ON_THE_CARD,
            cites="SW02-07-11",
        ),
    ),
    kinds=(
        Action(
            LIGHTNING,
            may=can_strike,
            begin=Step.LIGHTNING_TARGET,
            says=_("strike somebody with lightning"),
            called=_("lightning"),
            purpose=_("Somebody is struck, takes a death check, and may die."),
            cites={Trace.NAMED: "SW02-07-05", Trace.CHECKED: "SW02-07-05, §10-01"},
        ),
        Action(
            SEARCH,
            may=can_search,
            begin=Step.SEARCH_ACE,
            says=_("search a person deck"),
            called=_("a wide search"),
            purpose=_("You look through a person deck, and may take somebody out."),
        ),
    ),
    entries=(
        EntryKind(Trace.PEEKED, _("{who} sees the top of the pack: {card}"), "card", cites="SW02-07-03"),
        EntryKind(Trace.SEARCHED, _("{who} looks through the {deck} deck"), "deck", cites="SW02-07-11"),
        EntryKind(
            Trace.FOUND,
            _("{who} takes {person} from the deck as a courtier"),
            subject="person",
            object="deck",
            joins=(Trace.TURNED_UP,),
            cites="SW02-07-11",
        ),
        EntryKind(
            Trace.CHANGED, _("{who} changes a {face} to a {new}"), "face:number", "new:number", cites="SW02-07-12"
        ),
    ),
)
