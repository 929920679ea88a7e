"""Prospects in words: the chances of domestic work, of the round that generals are named for, and of a pursuit."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from dynasty_env.kit.chances import percent
from dynasty_env.kit.engine.odds import FACES, at_most
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.actions import ALL, AMOUNT, DIPLOMACY, DONE, EACH, GENERAL, INVADE, LEVY, YES
from dynasty_env.three_kingdoms.material import (
    BATTLE,
    BATTLE_FROM,
    CITY,
    CLAN_DUELLISTS,
    GENERALS,
    METHOD,
    METHOD_GENERALS,
    MOST_IN_DUEL_LOSS,
    MOST_IN_WALKOVER,
    POINTS_OF_SUCCESS,
    PURSUIT,
    PURSUIT_TROOPS,
    STRATAGEM,
    STRATAGEM_FROM,
    Method,
    Stat,
)
from dynasty_env.three_kingdoms.rules.action.domestic import court, may_try
from dynasty_env.three_kingdoms.rules.fights.picks import is_clans, may_be_picked
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, DEFENDER, troops_in, value
from dynasty_env.three_kingdoms.views.listed import listed

DICE = range(1, FACES + 1)
PICK_STATS = {Method.DUEL: Stat.VALOUR, Method.BATTLE: Stat.COMMAND, Method.STRATAGEM: Stat.WITS}
Losses = tuple[float, float]
"""What the attackers and the defenders lose on average."""

# ------------------------------------------------------------------------------------------------------------ chances


def attempt(t: Any, generals: Sequence[int], stat: Stat) -> float:
    """§10.6, §11.4: the chance that these, together, succeed."""
    return float(at_most(sum(int(value(t, general, stat)) for general in generals)))


def each_attempt(t: Any, area: int, stat: Stat) -> float:
    """§10.6: how many succeed on average where everybody there rolls by himself."""
    return sum(attempt(t, [general], stat) for general in range(GENERALS) if may_try(t, general, area, stat))


def best(t: Any, army: int) -> list[int]:
    """T59: the values of the best that an army can name for the round."""
    stat = PICK_STATS[Method(int(t.method))]
    values = [max(int(value(t, g, stat)), 0) for g in range(GENERALS) if may_be_picked(t, g, army)]
    return sorted(values, reverse=True)[: int(t.number)]


def battle(t: Any, ours: Sequence[int], theirs: Sequence[int]) -> Losses:
    """§20: average losses of a battle in which generals with these values of command are named."""
    ahead = sum(ours) - sum(theirs) + int(troops_in(t, ATTACKER)) // 10 - int(troops_in(t, DEFENDER)) // 10
    ahead -= int(CITY[t.battle]) + (2 if t.across_rivers == 1 else 0)
    lost = [0, 0]
    for one, other in product(DICE, DICE):
        gap = ahead + one - other
        row = BATTLE[min(abs(gap), BATTLE_FROM)]
        lost[ATTACKER] += int(row[0 if gap >= 0 else 1])
        lost[DEFENDER] += int(row[1 if gap >= 0 else 0])
    return lost[ATTACKER] / FACES**2, lost[DEFENDER] / FACES**2


def plots(t: Any, army: int, values: Sequence[int]) -> Counter[int]:
    """§21: the results of an army's die and wits, in how many of six ways each."""
    if is_clans(t, army):
        return Counter(face - 1 for face in DICE)
    return Counter(face + sum(values) for face in DICE) if values else Counter({0: FACES})


def stratagem(t: Any, ours: Sequence[int], theirs: Sequence[int]) -> Losses:
    """§21: average losses of a stratagem in which generals with these wits are named."""
    lost = [0, 0]
    for (one, ways), (other, others) in product(plots(t, ATTACKER, ours).items(), plots(t, DEFENDER, theirs).items()):
        loss = int(STRATAGEM[min(abs(one - other), STRATAGEM_FROM)]) * ways * others
        lost[DEFENDER if one > other else ATTACKER] += loss
    return lost[ATTACKER] / FACES**2, lost[DEFENDER] / FACES**2


def duel(ours: Sequence[int], theirs: Sequence[int]) -> Losses:
    """§19.3–§19.7: average losses of duels between these, with the walkovers of those who have nobody to fight.

    Pairs are drawn: everybody meets everybody of the other side with the same chance.
    """
    pairs, lost = min(len(ours), len(theirs)), [0.0, 0.0]
    for army, (mine, others) in enumerate(((ours, theirs), (theirs, ours))):
        for valour in mine:
            alone = 1 - pairs / len(mine)
            lost[1 - army] += alone * min(valour, MOST_IN_WALKOVER)
            for other in others:
                ahead = [min(max(valour + one - other - two, 0), MOST_IN_DUEL_LOSS) for one, two in product(DICE, DICE)]
                lost[1 - army] += pairs / (len(mine) * len(others)) * sum(ahead) / FACES**2
    return lost[ATTACKER], lost[DEFENDER]


def clansmen(t: Any, army: int, values: Sequence[int]) -> list[int]:
    """§19.8: clans fight duels with three clansmen, whose valour is 0, but who cost one soldier unopposed."""
    return [0] * min(CLAN_DUELLISTS, int(t.number)) if is_clans(t, army) else list(values)


def round_losses(t: Any, named: Sequence[int], army: int) -> Losses:
    """§19–§21: average losses of the round, where one army names generals with these values, and the other its best."""
    sides: list[Sequence[int]] = [best(t, ATTACKER), best(t, DEFENDER)]
    sides[army] = named
    if t.method == Method.BATTLE:
        return battle(t, *sides)
    if t.method == Method.STRATAGEM:
        return stratagem(t, *sides)
    lost = duel(*(clansmen(t, side, values) for side, values in enumerate(sides)))
    return lost[0] + unopposed_clansmen(t, DEFENDER, sides), lost[1] + unopposed_clansmen(t, ATTACKER, sides)


def unopposed_clansmen(t: Any, army: int, sides: Sequence[Sequence[int]]) -> int:
    """§19.8: a soldier of the enemy for each clansman whom nobody fights."""
    return max(min(CLAN_DUELLISTS, int(t.number)) - len(sides[1 - army]), 0) if is_clans(t, army) else 0


def pursuit(t: Any, army: int) -> list[int]:
    """§22.11: what a pursuit costs the army that goes, by the face of the die."""
    row = sum(int(troops_in(t, 1 - army)) > most for most in PURSUIT_TROOPS)
    return [int(loss) for loss in PURSUIT[row]]


def methods() -> Iterator[tuple[Method, Fraction]]:
    """§18.5: how likely the next round is fought in each way."""
    ways = Counter(Method(int(METHOD[one + two])) for one, two in product(DICE, DICE) if METHOD_GENERALS[one + two])
    for method in Method:
        yield method, Fraction(ways[method], FACES**2)


# -------------------------------------------------------------------------------------------------------------- words


def of_decision(state: State) -> str:
    """What chance says about the open decision as it stands, or on what condition the chances of its actions hold.

    Empty where it says nothing.
    """
    if state.phase in ("duel_pick", "battle_pick", "stratagem_pick"):
        return "Average losses hold if the other army names its best."
    if state.phase == "retreat":
        return f"Another round is {', '.join(f'a {m.name.lower()} {percent(float(c))}' for m, c in methods())}."
    return ""


def of_action(state: State, action: int) -> str:
    """What chance says about a legal action; empty where it says nothing."""
    told = _OF_PHASE.get(state.phase)
    return told(state, action) if told else ""


def _act(state: State, action: int) -> str:
    t = state.tables[0]
    if LEVY <= action < INVADE:
        return _on_average(each_attempt(t, action - LEVY, Stat.ADMINISTRATION), "more by its generals")
    if action == DIPLOMACY:
        return _on_average(POINTS_OF_SUCCESS * each_attempt(t, int(court(t)), Stat.DIPLOMACY), "points")
    return ""


def _on_average(number: float, what: str) -> str:
    return f"{number:.1f} {what} on average" if number else ""


def _group(stat: Stat, worth: int, what: str) -> Callable[[State, int], str]:
    """Who rolls together: those named so far, and one more."""

    def told(state: State, action: int) -> str:
        t, record = state.tables[0], state.record
        area = int(record["a"])
        together = [g for g in listed(record) if record["picked"][g]]
        if action == EACH:
            return _on_average(worth * each_attempt(t, area, stat), what)
        if GENERAL <= action < AMOUNT:
            together.append(listed(record)[action - GENERAL])
        return f"succeeds {percent(attempt(t, together, stat))}" if together and action != DONE else ""

    return told


def _pick(state: State, action: int) -> str:
    """The round with those named so far, and whom the action names."""
    t, record = state.tables[0], state.record
    army, stat = int(record["a"]), PICK_STATS[Method(int(record["method"]))]
    candidates = listed(record)
    named = [g for g in candidates if record["picked"][g]]
    if GENERAL <= action < AMOUNT:
        named.append(candidates[action - GENERAL])
    values = best(t, army) if action == ALL else [max(int(value(t, g, stat)), 0) for g in named]
    lost = round_losses(t, values, army)
    return f"loses {lost[army]:.1f}, the enemy {lost[1 - army]:.1f} on average"


def _retreat(state: State, action: int) -> str:
    """The pursuit: what it costs, and whether anybody is left."""
    if action != YES:
        return ""
    t, army = state.tables[0], int(state.record["a"])
    losses, troops = pursuit(t, army), int(troops_in(t, army))
    ends = sum(loss > 0 and loss >= troops for loss in losses) / FACES
    told = f"the pursuit costs {sum(min(loss, troops) for loss in losses) / FACES:.1f} troops on average"
    return told + (f", and destroys the army {percent(ends)}" if ends else "")


_OF_PHASE: dict[str, Callable[[State, int], str]] = {
    "act": _act,
    "levy_group": _group(Stat.ADMINISTRATION, 1, "soldiers"),
    "diplomacy_group": _group(Stat.DIPLOMACY, POINTS_OF_SUCCESS, "points"),
    "duel_pick": _pick,
    "battle_pick": _pick,
    "stratagem_pick": _pick,
    "retreat": _retreat,
}
