"""Exact chances of the open decision, given what the deciding seat knows.

For a seat, the pack and the other hands are one shuffled heap, about which it knows only what its view contains. The
chances of dice are found by counting all outcomes. The rules themselves are called to find out how many cards and dice
an action needs and how its dice are read.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from math import comb
from typing import Any, NamedTuple

from dynasty_env.dynasty.ids import PASS, WAR_ON, Step, Trace
from dynasty_env.dynasty.material import MAY_CHANGE, MOST_PRODUCT, NOBODY, THE_NEUROI, WITCH_WITH, Ability, Event
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, KINDS, RANKS, is_red, number_of
from dynasty_env.kit.engine.odds import FACES, none_among
from dynasty_env.kit.words import Chance, Chances, Message, State, _

from .command import is_decided, must_command
from .interrupts import counts, red_counts
from .magic import acts_with
from .resolution import cards_wanted, dice_allowed, slasher_of, success_value
from .stats import carries
from .territories import defender_of

IF_NOBODY_PLAYS = _("Chances assume that nobody plays a card or an event.")
_KIND_OF = {name: kind for kind, name in enumerate(CARD_NAMES)}


class Unseen(NamedTuple):
    """The playing cards that a seat does not see, and the discards, which become the pack once it is empty.

    Attributes:
        heap: (53,) how many cards of each kind may be in the pack as far as the seat knows: the cards in the pack and
            in other hands, without `top` and without cards known to be in other hands (D-R69).
        top: the kind of the card on top of the pack if the seat has seen it (SW02-07-03), else None.
        pack: how many cards are in the pack, including `top`.
        discards: (53,) how many cards of each kind.
    """

    heap: tuple[int, ...]
    top: int | None
    pack: int
    discards: tuple[int, ...]


def unseen(view: dict[str, Any]) -> Unseen:
    """The cards that a seat does not see, as `Unseen`. `view`: what the deciding seat knows."""
    packs = view["options"]["packs"]
    heap = [*[packs] * (KINDS - 1), 2 * packs]  # D-R1
    discards = [0] * KINDS
    for name in view["discards"]:
        discards[_KIND_OF[name]] += 1
    top = view.get("known", {}).get("pack_top")
    own = view["seats"][view["seat"]]["hand"]
    for name in (*view["discards"], *own, *(laid["card"] for laid in view["on_table"]), *([top] if top else [])):
        heap[_KIND_OF[name]] -= 1
    drawn = [card["card"] for card in view.get("known", {}).get("cards", []) if card["pack"] == view["rebuilt"]]
    for name in (*view["kept"], *drawn):
        heap[_KIND_OF[name]] -= 1
    for name in view["seats"][view["seat"]]["kept_cards"]:  # counted twice
        heap[_KIND_OF[name]] += 1
    return Unseen(tuple(heap), _KIND_OF[top] if top else None, view["pack_size"], tuple(discards))


_last: dict[bytes, Unseen] = {}
"""The cards for the last table that `unseen_by_decider` was called with, by the bytes of that table."""


def unseen_by_decider(state: State) -> Unseen:
    """The cards that the deciding seat does not see.

    All choices of a decision ask for them, one after another, so they are computed only once.
    """
    table = state.tables.array.tobytes()
    cards = _last.get(table)
    if cards is None:
        cards = unseen(state.view(state.seat))
        _last.clear()
        _last[table] = cards
    return cards


# --------------------------------------------------------------------------------------------------- declared actions


def after(state: State, action: int) -> State:
    """A copy of the table on which the deciding seat has carried out `action`, without anything that follows from it.

    Its trace contains only what this action itself did.
    """
    copy = state.clone()
    copy.record["told"] = copy.record["trace_length"] = 0
    copy.game.phase_at[int(state.record["step"])].play(copy.tables[0], action)
    return copy


def success_after(state: State, action: int, cards: Unseen) -> float:
    """The chance that the declared action succeeds once the deciding seat has carried out `action`.

    In a war, persons who have to take part are counted even if they have not been named yet, and nobody else.
    """
    declared = after(state, action)
    call_up(declared, int(state.record["step"]))
    record = declared.record
    by_itself = Trace.BY_ITSELF in record["trace"][: record["trace_length"], 0]  # D-R22: alchemy, new faith
    return 1.0 if by_itself else success(declared, cards)


def succeeds_after(state: State, action: int) -> Chance:
    """The same given what the deciding seat knows."""
    return Chance(success_after(state, action, unseen_by_decider(state)))


def success(state: State, cards: Unseen) -> float:
    """The chance that the declared action succeeds if nobody plays another card and the pack's jokers are named 1."""
    t, record = state.tables[0], state.record
    if record["action"] == WAR_ON and is_decided(t):
        return float(carries(t, int(record["actor"]), Event.WARRIORS_WAY))
    dice = Dice(
        int(dice_allowed(t)),
        gale=bool(acts_with(t, Ability.GALE)),
        might=bool(acts_with(t, Ability.MIGHT)),
        ballistics=bool(acts_with(t, Ability.BALLISTICS)),
        changes=MAY_CHANGE if _may_change(t) else 0,
        slash=bool(slasher_of(t) != NOBODY),
    )
    return sum(chance * reaches(dice, needed) for needed, chance in needed_values(state, cards).items())


def _may_change(t: Any) -> bool:
    """SW02-07-12: if the Deflector belongs to another dynasty, the dice are assumed to stay as rolled."""
    return bool(acts_with(t, Ability.DEFLECTION)) and bool(t.owner[WITCH_WITH[Ability.DEFLECTION]] == t.turn_player)


# ------------------------------------------------------------------------------------------ who must take part in a war


def defender_of_war(t: Any) -> int:
    """The person who has to defend the country of the declared war, as long as no defender has been named.

    SW02-08-10: a person with so what commands every defence of the dynasty, and everybody can see who that is.
    `NOBODY`: nobody has to.
    """
    seat = int(defender_of(t))
    if seat == NOBODY or t.defender != NOBODY:
        return NOBODY
    return int(must_command(t, seat, t.country))


def call_up(declared: State, step: int) -> None:
    """Add to a declared war the persons who have to take part in it, once the decision `step` has been carried out.

    D-R50: in the second action of a turn the witch who acts again is the friend of a commander with so what.
    """
    t = declared.tables[0]
    if t.action != WAR_ON or step not in (Step.WAR_COMMANDER, Step.FRIEND):
        return
    if step == Step.WAR_COMMANDER and carries(t, t.actor, Event.SO_WHAT) and t.second not in (NOBODY, t.actor):
        t.friend, t.friend_of = t.second, t.turn_player
    person = defender_of_war(t)
    if person != NOBODY:
        t.defender = person


# ----------------------------------------------------------------------------------------- what may be declared at best


def asked(state: State, step: Step, **fields: int) -> State:
    """A copy of the table on which the deciding seat is asked this now, with these fields of its declaration."""
    copy = state.clone()
    copy.record["step"] = step
    for name, value in fields.items():
        copy.record[name] = value
    copy.tables.raw[copy.game.mask_place] = 0
    copy.game.phase_at[step].legal(copy.tables[0])
    return copy


def successes(decision: State, cards: Unseen) -> Iterator[float]:
    """The chances of all choices of a decision that completes a declaration."""
    return (success_after(decision, int(each), cards) for each in decision.legal() if each != PASS)


def at_best(chances: Callable[[State, int, Unseen], Iterator[float]]) -> Chances:
    """The chance shown for declaring an action, or for its target: the best of these chances.

    It holds if nobody defends without having to, and nobody plays a card or an event.
    """

    def says(state: State, number: int) -> str:
        best = max(chances(state, number, unseen_by_decider(state)), default=None)
        return "" if best is None else Message(_("succeeds {chance} at best"), chance=Chance(best))

    return says


def success_of(first: int) -> Chances:
    """The chance of success for each choice in the family of ids that begins at `first`."""
    return lambda state, number: succeeds_after(state, first + number)


# --------------------------------------------------------------------------------------------------------------- cards


def needed_values(state: State, cards: Unseen) -> dict[int, float]:
    """The chance of each success value (§08-02-03-01), once the pack has supplied the missing cards.

    Returns:
        Success value → its chance, 0 … 1. Jokers from the pack count as 1.
    """
    copy = state.clone()
    t, record = copy.tables[0], copy.record
    for i in range(record["laid_size"]):
        if record["laid"][i] == JOKER and record["laid_number"][i] == 0:
            record["laid_number"][i] = 1
    red = bool(red_counts(t))
    lowered = _lowered(copy, red)
    missing = max(int(cards_wanted(t)) - int(record["laid_size"]), 0)
    from_pack = min(missing, cards.pack)
    rebuilt = min(missing - from_pack, sum(cards.discards))
    known = _counting(t, cards.top) if cards.top is not None and from_pack else 0
    drawn = from_pack - (cards.top is not None and from_pack > 0)
    if record["action"] == WAR_ON and record["country"] == THE_NEUROI:
        laid = int(success_value(t)) + (known - lowered if known else 0)
        one, other = _sums(cards.heap, red, drawn, lowered), _sums(cards.discards, red, rebuilt, lowered)
        sums: dict[int, float] = defaultdict(float)
        for a, p in one.items():
            for b, q in other.items():
                sums[laid + a + b] += p * q
        return sums
    highest = max([known, *(int(record["laid_number"][i]) for i in range(record["laid_size"])
                            if counts(t, int(record["laid"][i])))])  # fmt: skip
    heap, discards = cards_above(cards.heap, red), cards_above(cards.discards, red)
    values: dict[int, float] = defaultdict(float)
    before = 0.0
    for number in range(highest, RANKS + 1):
        up_to = none_among(sum(cards.heap), heap[number], drawn)
        up_to *= none_among(sum(cards.discards), discards[number], rebuilt)
        if up_to > before:
            values[number - lowered if number else 0] += up_to - before  # 0: no card counts
        before = up_to
    return values


def _lowered(state: State, red: bool) -> int:
    """SW02-07-02: by how much evil eye lowers each card, found from the success value of a single king on the table."""
    if not state.record["witches"]:
        return 0
    copy = state.clone()
    record = copy.record
    record["laid"][0], record["laid_number"][0], record["laid_size"] = RANKS * (2 if red else 1) - 1, RANKS, 1
    return RANKS - int(success_value(copy.tables[0]))


def _counting(t: Any, kind: int) -> int:
    """What a card from the pack adds to the success value: its number, 1 for a joker, 0 if its suit does not count."""
    if kind == JOKER:
        return 1
    return int(number_of(kind)) if counts(t, kind) else 0


@cache
def cards_above(heap: tuple[int, ...], red: bool) -> tuple[int, ...]:
    """(14,) how many cards of a heap would raise the success value above 0 … 13.

    A joker counts as 1, since the turn player names its number. `red`: True if red cards count, False if black ones do.
    """
    numbers = [0] * (RANKS + 1)
    for kind, copies in enumerate(heap):
        if kind == JOKER or is_red(kind) == red:
            numbers[1 if kind == JOKER else number_of(kind)] += copies
    return tuple(sum(numbers[number + 1 :]) for number in range(RANKS + 1))


@cache
def _sums(heap: tuple[int, ...], red: bool, drawn: int, lowered: int) -> dict[int, float]:
    """SW02-06-02: for `drawn` cards of a heap, each sum of the numbers that count → its chance."""
    above = cards_above(heap, red)
    copies = {number - lowered: above[number - 1] - above[number] for number in range(1, RANKS + 1)}
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # (cards, sum) → number of ways
    for number, count in copies.items():
        longer: dict[tuple[int, int], int] = defaultdict(int)
        for (taken, total), many in ways.items():
            for more in range(min(count, drawn - taken) + 1):
                longer[taken + more, total + more * number] += many * comb(count, more)
        ways = longer
    others, all_ways = sum(heap) - above[0], comb(sum(heap), drawn)
    sums: dict[int, float] = defaultdict(float)
    for (taken, total), many in ways.items():
        sums[total] += many * comb(others, drawn - taken) / all_ways
    return sums


# ---------------------------------------------------------------------------------------------------------------- dice


class Dice(NamedTuple):
    """The dice of an action, and what changes the way they are read.

    Attributes:
        number: how many.
        gale: each die counts as the highest one (SW02-07-06).
        might: the highest die counts double (SW02-07-07).
        ballistics: any 1 means success (SW02-07-04).
        changes: how many dice may be changed to any face after the roll (SW02-07-12).
        slash: the dice are multiplied, and a 6 fails (SW02-08-06).
    """

    number: int
    gale: bool = False
    might: bool = False
    ballistics: bool = False
    changes: int = 0
    slash: bool = False


def reaches(dice: Dice, needed: int) -> float:
    """The chance that the dice reach a success value."""
    hits, totals = _readings(dice)
    return float((hits + sum(ways for total, ways in totals.items() if total >= needed)) / FACES**dice.number)


@cache
def _readings(dice: Dice) -> tuple[int, dict[int, int]]:
    """The number of ways in which the dice succeed whatever is needed, and each total → number of ways to get it.

    Faces are handled from the highest to the lowest. The lowest dice are the ones worth changing, each to a 6.
    """
    changed = min(dice.changes, dice.number)
    kept = dice.number - changed
    states: dict[tuple[int, int], int] = {(0, _start(dice, changed)): 1}  # (dice handled, total) → number of ways
    hits = 0
    for face in range(FACES - 1 if dice.slash else FACES, 0, -1):
        longer: dict[tuple[int, int], int] = defaultdict(int)
        for (dealt, total), ways in states.items():
            for more in range(dice.number - dealt + 1):
                if face == 1 and dealt + more < dice.number:
                    continue
                many = ways * comb(dice.number - dealt, more)
                if face == 1 and more and dice.ballistics:
                    hits += many
                    continue
                counting = min(dealt + more, kept) - min(dealt, kept)
                first = dealt == 0 and more > 0 and not changed
                longer[dealt + more, _added(dice, total, face, counting, first)] += many
        states = longer
    return hits, {total: ways for (_, total), ways in states.items()}


def _start(dice: Dice, changed: int) -> int:
    """The starting total: that of the dice changed to a 6, to which the other dice are added."""
    if not dice.number:
        return 0
    total = 1 if dice.slash else 0
    return _added(dice, total, FACES, changed, True) if changed else total


def _added(dice: Dice, total: int, face: int, more: int, first: bool) -> int:
    """The total with `more` dice of a face added; `first`: this is the highest face.

    D-R58: gale or might is applied first, then gale slash multiplies.
    """
    if dice.gale:
        more = dice.number if first else 0
    if dice.might and first:
        return _joined(dice, _joined(dice, total, face, more), 2 if dice.slash else face, 1)
    return _joined(dice, total, face, more)


def _joined(dice: Dice, total: int, face: int, more: int) -> int:
    return min(total * face**more, MOST_PRODUCT) if dice.slash else total + face * more
