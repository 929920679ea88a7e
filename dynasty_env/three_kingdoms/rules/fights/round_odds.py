"""§19–§21: the average effect of generals named for a round, and the decisions that name them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

from dynasty_env.kit.engine import Chapter, Listing
from dynasty_env.kit.engine.odds import FACES
from dynasty_env.kit.words import Chances, Message, Phase, State, _
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.material import (
    BATTLE,
    BATTLE_FROM,
    CITY,
    CLAN_DUELLISTS,
    GENERALS,
    MOST_IN_DUEL_LOSS,
    MOST_IN_WALKOVER,
    STRATAGEM,
    STRATAGEM_FROM,
    Method,
    Stat,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, DEFENDER, troops_in, value

from .picks import (
    is_clans,
    legal_battle_pick,
    legal_duel_pick,
    legal_stratagem_pick,
    may_be_picked,
    play_battle_pick,
    play_duel_pick,
    play_stratagem_pick,
)

DICE = range(1, FACES + 1)
PICK_STATS = {Method.DUEL: Stat.VALOUR, Method.BATTLE: Stat.COMMAND, Method.STRATAGEM: Stat.WITS}
Pair = tuple[int, int]
"""The losses of the attackers and of the defenders."""
Losses = tuple[float, float]
"""The same as averages."""
Spread = Mapping[Pair, float]
"""The losses of both → their chance."""


class Duellist(NamedTuple):
    """A duellist's valour, and the enemy's loss if nobody fights him."""

    valour: int
    alone: int


CLANSMAN = Duellist(0, 1)
"""§19.8: a clansman has valour 0."""


def best(t: Any, army: int) -> list[int]:
    """T59: the values of the best generals that an army can name for the round."""
    stat = PICK_STATS[Method(int(t.method))]
    values = [max(int(value(t, g, stat)), 0) for g in range(GENERALS) if may_be_picked(t, g, army)]
    return sorted(values, reverse=True)[: int(t.number)]


def mean(losses: Spread) -> Losses:
    """The average losses of both sides."""
    return sum(p * lost[ATTACKER] for lost, p in losses.items()), sum(p * lost[DEFENDER] for lost, p in losses.items())


def battle_lead(t: Any, ours: Sequence[int], theirs: Sequence[int]) -> int:
    """§20: the attackers' lead in a battle, without dice and troops."""
    return sum(ours) - sum(theirs) - int(CITY[t.battle]) - (2 if t.across_rivers == 1 else 0)


def battle(t: Any, ours: Sequence[int], theirs: Sequence[int]) -> Losses:
    """§20: average losses of a battle with generals of these values of command."""
    ahead = battle_lead(t, ours, theirs) + int(troops_in(t, ATTACKER)) // 10 - int(troops_in(t, DEFENDER)) // 10
    losses: dict[Pair, float] = defaultdict(float)
    for one, other in product(DICE, DICE):
        row = BATTLE[min(abs(ahead + one - other), BATTLE_FROM)].tolist()
        losses[tuple(row if ahead + one - other >= 0 else row[::-1])] += 1 / FACES**2
    return mean(losses)


def plots(t: Any, army: int, values: Sequence[int]) -> Counter[int]:
    """§21: each result of an army's die and wits, with the number of ways to get it out of six."""
    if is_clans(t, army):
        return Counter(face - 1 for face in DICE)
    return Counter(face + sum(values) for face in DICE) if values else Counter({0: FACES})


def stratagem(t: Any, ours: Sequence[int], theirs: Sequence[int]) -> Spread:
    """§21: the losses of both sides in a stratagem with generals of these wits."""
    losses: dict[Pair, float] = defaultdict(float)
    for (one, ways), (other, others) in product(plots(t, ATTACKER, ours).items(), plots(t, DEFENDER, theirs).items()):
        loss = int(STRATAGEM[min(abs(one - other), STRATAGEM_FROM)])
        losses[(0, loss) if one > other else (loss, 0)] += ways * others / FACES**2
    return losses


def duellists(t: Any, army: int, values: Sequence[int]) -> tuple[Duellist, ...]:
    """§19.7, §19.8: generals with these values of valour, or the clans' three duellists."""
    if is_clans(t, army):
        return (CLANSMAN,) * min(CLAN_DUELLISTS, int(t.number))
    return tuple(Duellist(valour, min(valour, MOST_IN_WALKOVER)) for valour in values)


@cache
def duel(ours: tuple[Duellist, ...], theirs: tuple[Duellist, ...]) -> Spread:
    """§19.3–§19.7: the losses of both sides in these duels, including the walkovers of duellists without an opponent.

    Pairs are random: everybody meets each opponent with the same chance.
    """
    swapped = len(ours) > len(theirs)
    fewer, more = (theirs, ours) if swapped else (ours, theirs)
    losses: dict[Pair, float] = defaultdict(float)
    drawn = Counter(permutations(sorted(more)))
    total = drawn.total()
    for order, ways in drawn.items():
        alone = sum(each.alone for each in order[len(fewer) :])
        for (lost, taken), p in _met(fewer, order[: len(fewer)]).items():
            losses[(taken, lost + alone) if swapped else (lost + alone, taken)] += p * ways / total
    return losses


@cache
def _met(ours: tuple[Duellist, ...], theirs: tuple[Duellist, ...]) -> Spread:
    """The losses of both sides if each of ours meets the one of theirs in the same position."""
    if not ours:
        return {(0, 0): 1.0}
    return _added(_met(ours[:-1], theirs[:-1]), _pair(ours[-1].valour - theirs[-1].valour))


@cache
def _pair(lead: int) -> Spread:
    """§19.5: the losses of both sides in a duel where the first has this lead in valour."""
    losses: dict[Pair, float] = defaultdict(float)
    for one, other in product(DICE, DICE):
        ahead = lead + one - other
        losses[min(max(-ahead, 0), MOST_IN_DUEL_LOSS), min(max(ahead, 0), MOST_IN_DUEL_LOSS)] += 1 / FACES**2
    return losses


def _added(one: Spread, other: Spread) -> dict[Pair, float]:
    sums: dict[Pair, float] = defaultdict(float)
    for (a, b), (c, d) in product(one, other):
        sums[a + c, b + d] += one[a, b] * other[c, d]
    return sums


def round_losses(t: Any, named: Sequence[int], army: int) -> Losses:
    """§19–§21: average losses of the round if one army names generals with these values, and the other its best."""
    sides: list[Sequence[int]] = [best(t, ATTACKER), best(t, DEFENDER)]
    sides[army] = named
    if t.method == Method.BATTLE:
        return battle(t, *sides)
    if t.method == Method.STRATAGEM:
        return mean(stratagem(t, *sides))
    return mean(duel(*(duellists(t, side, values) for side, values in enumerate(sides))))


# what is said


def _losses(named: Callable[[State, int, list[int]], list[int]]) -> Chances:
    """The average losses with the generals that an action names, given those named so far."""

    def says(state: State, number: int) -> str:
        t, record = state.tables[0], state.record
        stat = PICK_STATS[Method(int(record["method"]))]
        so_far = [general for general in nouns.listed(state) if record["picked"][general]]
        return _lost(state, [max(int(value(t, general, stat)), 0) for general in named(state, number, so_far)])

    return says


def _lost(state: State, values: Sequence[int]) -> str:
    """The average losses if the army that decides names generals with these values."""
    army = int(state.record["a"])
    lost = round_losses(state.tables[0], values, army)
    text = _("loses {own}, the enemy {enemy} on average")
    return Message(text, own=f"{lost[army]:.1f}", enemy=f"{lost[1 - army]:.1f}")


LOSSES: dict[str, Chances] = {
    "done": _losses(lambda state, _number, so_far: so_far),
    "general": _losses(lambda state, slot, so_far: [*so_far, nouns.listed(state)[slot]]),
    "all": lambda state, _number: _lost(state, best(state.tables[0], int(state.record["a"]))),
}
PICK: dict[str, Any] = {
    "says": {"done": _("nobody else"), "all": _("the best of them")},
    "stakes": nouns.the_fight,
    "chance": LOSSES,
    "condition": _("Average losses assume that the other army names its best generals."),
    "decides": "each army's player, unseen by the other",
    "families": ("general",),
    "frame": ("army", "picked"),
}
"""What the decisions that name generals have in common."""

CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.DUEL_PICK,
            legal_duel_pick,
            play_duel_pick,
            asks=_("Who fights a duel?"),
            why=_(
                "Each fights one enemy: a die plus valour. The lower side loses the difference in troops, at most "
                "three."
            ),
            purposes={"done": _("An enemy without an opponent costs you troops.")},
            cites="§19.1, T13",
            lists=Listing(may_be_picked, Stat.VALOUR),
            **PICK | {"frame": ("army", "duellists")},
        ),
        Phase(
            Step.BATTLE_PICK,
            legal_battle_pick,
            play_battle_pick,
            asks=_("Who leads the battle?"),
            why=_(
                "A die plus the sum of their command. Cities and rivers help the defender, and every ten troops count "
                "one."
            ),
            cites="§20.1, T13",
            lists=Listing(may_be_picked, Stat.COMMAND),
            **PICK,
        ),
        Phase(
            Step.STRATAGEM_PICK,
            legal_stratagem_pick,
            play_stratagem_pick,
            asks=_("Who plans the stratagem?"),
            why=_("A die plus the sum of their wits. The lower side loses troops."),
            cites="§21.1, T13",
            lists=Listing(may_be_picked, Stat.WITS),
            **PICK,
        ),
    ),
)
