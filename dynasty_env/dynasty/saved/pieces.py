"""Checks of a save file: do the cards, dice and events on the table fit the open decision and what waits below it?"""

from collections.abc import Sequence
from typing import Any

from dynasty_env.dynasty.actions import ASSASSINATION, REAPER, SEARCH, WAR_ON
from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COUNTRIES,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    EVENT_NAMES,
    EVENTS,
    FIRST_PERSONS,
    NOBODY,
    PERSONS,
    THE_NEUROI,
    Event,
    EventPlace,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.command import is_decided
from dynasty_env.dynasty.rules.events import may_be_played_freely
from dynasty_env.dynasty.rules.stats import carries
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.dynasty.seen.public_table import CARDS
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.engine.cards import JOKER, RANKS
from dynasty_env.kit.files.frames import Frame
from dynasty_env.kit.files.json_reader import Reader


def steps_of(frames: Sequence[Frame]) -> set[int]:
    """The steps of all frames: of the open decision and of what waits below it."""
    return {frame.step for frame in frames}


# set-up


def check_set_up(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError unless the table fits the set-up (§08-01), which is going on or over.

    Seats that are done have three persons and a king; the one that is asked has those that it has turned up.
    """
    setting_up = frames[0].step == Step.SETUP
    if setting_up != (t.turn == 0):
        raise reader.get("turn", 1).wrong("it is 0 during set-up, and from 1 on afterwards")
    if not setting_up:
        _check_no_set_up(t, reader)
        return
    asked = frames[-1]
    done = frames[0].a - 1
    turned_up = asked.a if asked.step == Step.SETUP_DECK else FIRST_PERSONS
    for place in range(t.num_players):
        seat = (t.first_player + place) % t.num_players
        wanted = FIRST_PERSONS if place < done else turned_up if place == done else 0
        found = sum(t.owner[person] == seat for person in range(PERSONS))
        settled = sum(t.owner[person] == seat and t.place[person] == Place.COURTIER for person in range(PERSONS))
        if found != wanted or (t.king[seat] != NOBODY) != (place < done) or found - settled != (place < done):
            king = "with a king" if place < done else "without a king"
            raise (
                reader["seats"].item(seat).wrong(f"in this set-up it has turned up {wanted} persons, {king} among them")
            )
        if t.childless[seat] or t.vetoed[seat] or t.fallen[seat]:
            raise reader["seats"].item(seat).wrong("in set-up no seat is childless or fallen or has refused")
    drawn = [int(t.set_up_from[deck]) for deck in range(DECKS)]
    if sum(drawn) != turned_up or max(drawn) == FIRST_PERSONS:
        raise reader.get("set_up_from", {}).wrong(f"{turned_up} persons are wanted, not all from one deck")
    persons = []
    for deck, name in enumerate(DECK_NAMES):
        cards = [int(t.deck[deck * DECK_ROOM + i]) for i in range(t.deck_size[deck])]
        if any(card < EVENT_CARD for card in cards[: t.under[deck]]) or t.under[deck] > len(cards):
            raise reader.get("under", {}).get(name).wrong("that many events do not lie under this deck")
        persons.append(sum(card < EVENT_CARD for card in cards))
    wanted = (FIRST_PERSONS - 1) * (t.num_players - done)  # nobody turns up more from one deck
    if sum(found >= wanted for found in persons) < 2:
        raise reader["person_decks"].wrong(f"two decks need {wanted} persons or more, for the dynasties to come")


def _check_no_set_up(t: Any, reader: Reader) -> None:
    for name in ("set_up_from", "under"):
        if any(getattr(t, name)):
            raise reader[name].wrong("set-up is over")
    for seat in range(t.num_players):
        if t.king[seat] == NOBODY and not t.childless[seat]:
            raise reader["seats"].item(seat).wrong("every dynasty needs a king")


# playing cards, dice, and who was sent to war


def check_pieces(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError unless the cards, dice and marks of an action on the table fit what is going on."""
    asked, steps = frames[-1].step, steps_of(frames)
    if t.laid_size and not {Step.SETTLE, Step.ROLL} & steps:
        raise reader["on_table"].wrong("cards are laid only in a window, and until the dice are rolled")
    _check_laid(t, reader, frames)
    if (t.dice_size or t.needed) and asked != Step.DICE:
        raise reader["dice" if t.dice_size else "needed"].wrong("dice lie there only until they are read")
    if any(t.refused) and t.action not in (REAPER, ASSASSINATION):
        raise reader["refused"].wrong("somebody is refused only to the reaper, or to an assassin")
    if t.action == SEARCH and asked in (Step.CANCEL, Step.SEARCH_ACE) and t.ace_from[t.turn_player] != t.rebuilt:
        wrong = reader["seats"].item(t.turn_player).get("ace_from")
        raise wrong.wrong(f"{t.rebuilt} is wanted: who declares a wide search holds an ace, as all know (D-R69)")
    aces = sum(t.discards[ace] for ace in range(0, 4 * RANKS, RANKS))
    if asked in (Step.SEARCH_DECK, Step.SEARCH_PERSON) and aces == 0:
        raise reader.get("discards", []).wrong("the ace of the wide search has to be among them (SW02-07-11)")


def _check_laid(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Cards that seats have played come first; then those from the pack, whose jokers are named one after another."""
    asked = frames[-1]
    naming = asked.step == Step.JOKER
    supplied = False
    for i in range(t.laid_size):
        item = reader["on_table"].item(i)
        if t.laid_by[i] != NOBODY and supplied:
            raise item.wrong("played cards lie before those from the pack")
        supplied = supplied or t.laid_by[i] == NOBODY
        if supplied and not naming:
            raise item.get("seat").wrong("in a window every card has been played by a seat")
        if t.laid_number[i] == 0 and not supplied:
            raise item.get("number").wrong("whoever plays a joker says its number")
    nameless = [i for i in range(t.laid_size) if t.laid[i] == JOKER and t.laid_number[i] == 0]
    waiting = [frame.a for frame in frames[::-1] if frame.step == Step.JOKER]
    if naming and waiting != nameless:
        raise asked.wrong("a", f"the jokers of on_table without a number are at the places {nameless}, not {waiting}")


# events


def check_events(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError unless the events, and the persons to whom they matter now, fit what is going on (SW02-08).

    Events lie in the middle, and warrior's way with a commander, only while they have an effect.
    """
    asked, steps = frames[-1], steps_of(frames)
    for event in range(EVENTS):
        if (t.event_place[event] == EventPlace.TABLE) != _at_work(t, event, frames):
            raise reader.get("events_on_table", []).wrong(f"{EVENT_NAMES[event]} {_where(t, event)} (SW02-08)")
    if asked.step == Step.EVENT_TARGET:
        jealous = len(frames) == 2
        if jealous != (asked.a == Event.NOT_JEALOUS) or not (jealous or may_be_played_freely(asked.a)):
            raise asked.wrong("a", f"{EVENT_NAMES[asked.a]} is not played here (D-R45, D-R47)")
    if asked.step == Step.NEUROI_COUNTRY and any(t.holder[country] == Holder.OCCUPIED for country in range(COUNTRIES)):
        raise reader["occupied"].wrong("the Neuroi have not chosen their first country yet")
    _check_sent(t, reader, frames)
    _check_warrior(t, reader, frames)
    if Step.SETTLE in steps and is_decided(t):
        raise reader["attached"].wrong("warrior's way decides this war without a window (SW02-08-08)")
    _check_friend(t, reader, frames)
    if asked.step == Step.SEARCH_PERSON:
        _check_searched(t, reader, asked)


def _at_work(t: Any, event: int, frames: Sequence[Frame]) -> bool:
    """Whether the event has an effect now that keeps it in the middle of the table."""
    asked = frames[-1]
    if event == Event.NEUROI:
        occupied = any(t.holder[country] == Holder.OCCUPIED for country in range(COUNTRIES))
        return occupied or asked.step == Step.NEUROI_COUNTRY
    if asked.step == Step.EVENT_TARGET and asked.a == event:
        return True
    if event != Event.ALL_OUT_ATTACK or t.country != THE_NEUROI:
        return False
    if asked.step in MAYBE_AFTER_A_SORTIE:
        return bool(t.event_place[event] == EventPlace.TABLE)
    return asked.step in (Step.SORTIE, Step.CHECK_ORDER)


MAYBE_AFTER_A_SORTIE = (Step.INTERRUPT, Step.EVENT_TARGET, Step.JOKER, Step.DICE)


def _where(t: Any, event: int) -> str:
    return "cannot lie in the middle now" if t.event_place[event] == EventPlace.TABLE else "has to lie there now"


def _check_friend(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """SW02-08-10: a friend comes with a commander who has so what; after the war that commander may be dead."""
    asked = frames[-1]
    with_so_what = [each for each in (t.actor, t.defender) if each != NOBODY and carries(t, each, Event.SO_WHAT)]
    if asked.step == Step.FRIEND and asked.seat not in [t.owner[each] for each in with_so_what]:
        raise asked.wrong("seat", f"seat {asked.seat} has no commander with so what")
    if t.friend != NOBODY and asked.step != Step.CHECK_ORDER and not with_so_what:
        raise reader["declared"].get("friend").wrong("a friend comes with a commander who has so what (SW02-08-10)")


def _check_sent(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """SW02-08-07: who was sent to an all-out attack, and who has taken the check after it."""
    asked = frames[-1]
    if any(t.sent) and t.event_place[Event.ALL_OUT_ATTACK] != EventPlace.TABLE:
        raise reader["sent"].wrong("persons are sent only in an all-out attack")
    if any(t.sent[person] == 2 for person in range(PERSONS)) and asked.step != Step.CHECK_ORDER:
        raise reader["checked"].wrong("death checks come after the war")
    if asked.step == Step.SORTIE:
        if t.country != THE_NEUROI:
            raise reader["declared"]["country"].wrong("only a war on the Neuroi has a sortie")
        for place in range(asked.a + 1, t.num_players):
            seat = (t.turn_player + place) % t.num_players
            if any(t.sent[person] and t.owner[person] == seat for person in range(PERSONS)):
                raise reader["sent"].wrong(f"seat {seat} has not been asked yet")


def _check_warrior(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """SW02-08-08: warrior's way lies with a commander of this war, and goes back to its player after it."""
    if t.event_place[Event.WARRIORS_WAY] != EventPlace.ATTACHED:
        return
    asked, person = frames[-1].step, t.event_person[Event.WARRIORS_WAY]
    wrong = reader["attached"]
    if t.action != WAR_ON or asked in (Step.WAR_TARGET, Step.CANCEL, Step.WARRIOR):
        raise wrong.wrong("warrior's way lies with a person only in a war (SW02-08-08)")
    own = t.owner[person] == t.turn_player
    commander = t.actor if own else t.defender
    if t.country != NOBODY and not own and t.owner[person] != defender_of(t):
        raise wrong.wrong("warrior's way lies with a person of one of the two dynasties at war")
    if t.event_owner[Event.WARRIORS_WAY] != t.owner[person]:
        raise wrong.wrong("warrior's way is played by the dynasty of its person")
    if commander not in (NOBODY, person) or (t.country != THE_NEUROI and carries(t, person, Event.GROUNDED)):
        raise wrong.wrong("whoever has warrior's way commands (D-R33)")
    if commander == NOBODY and not ((own and asked == Step.WAR_COMMANDER) or (not own and asked in BEFORE_A_DEFENDER)):
        raise wrong.wrong("whoever has warrior's way commands (D-R33)")


BEFORE_A_DEFENDER = (Step.WAR_COMMANDER, Step.WAR_DEFENDER, Step.FRIEND)


def _check_searched(t: Any, reader: Reader, asked: Frame) -> None:
    """SW02-07-11: a seat that looks through a deck has seen every card of the expansion in it."""
    for i in range(t.deck_size[asked.a]):
        card = t.deck[asked.a * DECK_ROOM + i] - BASE_PERSONS
        if card >= 0 and t.seen[asked.seat, card] != asked.a:
            raise reader["seats"].item(asked.seat).get("seen").wrong(f"{CARDS[card]} has been seen in this deck")
