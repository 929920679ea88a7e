"""The search for golden games: many games are played, and a small set of short ones is kept that shows everything."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.progress import Progress

from agents.registry import bot_names, make_bot
from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision, dice_of
from dynasty_env.kit.state import State
from tests.golden.lists import Lists, Player, Special

KEPT = 6
"""Games kept for each feature while the search goes on: the shortest that show it."""

START_COST = 40
"""What a further game costs in the choice of the set, in moves."""


@dataclass(frozen=True)
class Candidate:
    """A game that was played."""

    name: str
    options: Mapping[str, int | bool]
    seed: int
    actions: tuple[int, ...]
    shows: frozenset[str]


class Curious:
    """Prefers what has been played least in all its games; one in four moves is random."""

    def __init__(self, game: Game) -> None:
        self._played = np.zeros(len(game.action_names), np.int64)

    def player(self, seed: int) -> Player:
        """Its player for a game."""
        rng = np.random.default_rng(seed)

        def act(state: State) -> int:
            legal = state.legal()
            action = int(rng.choice(legal) if rng.random() < 0.25 else legal[self._played[legal].argmin()])
            self._played[action] += 1
            return action

        return act


def random_player(seed: int) -> Player:
    """Every legal action with the same chance."""
    rng = np.random.default_rng(seed)
    return lambda state: int(rng.choice(state.legal()))


def bot_player(game: Game, name: str) -> Callable[[int], Player]:
    """A bot of the registry in every seat."""

    def make(seed: int) -> Player:
        bot, rng = make_bot(name, game), dice_of(seed)
        bot.reset(seed)
        return lambda state: bot.act(Decision(state, rng))

    return make


def players(lists: Lists) -> dict[str, Special]:
    """All that play golden games: random, curious, the game's bots that need no file, and its own."""

    def mixed(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
        yield from enumerate(option_sets(lists.game, count))

    bots = [name for name in bot_names(lists.game) if ":" not in name and name != "random"]
    found = {"random": random_player, "curious": Curious(lists.game).player}
    found |= {name: bot_player(lists.game, name) for name in bots}
    return {name: Special(make, mixed) for name, make in found.items()} | dict(lists.players)


def played(lists: Lists, name: str, player: Player, seed: int, options: Mapping[str, Any]) -> Candidate:
    """Play a game and note what it shows."""
    state = lists.game.new(seed, backend="auto", **options)
    shows = {f"{option}={value}" for option, value in state.options.items()}
    shows |= told(lists, state)
    actions: list[int] = []
    while not state.done:
        shows.add(f"phase:{state.phase}")
        action = player(state)
        before = state.clone()
        state.play(action)
        actions.append(action)
        shows |= told(lists, state) | lists.shown(before, action, state)
    return Candidate(f"{name}-{seed}", options, seed, tuple(actions), frozenset(shows))


def told(lists: Lists, state: State) -> set[str]:
    """Kinds of entries that the last move left."""
    record = state.record
    rows = record["trace"][: record["trace_length"], 0] if record["told"] else ()
    return {f"told:{lists.told(int(kind)).name}" for kind in rows}


def shown_by(lists: Lists, options: Mapping[str, Any], states: Iterable[tuple[State, int, State]]) -> set[str]:
    """The features of a recorded game, from the tables before and after each action."""
    shows = {f"{name}={value}" for name, value in options.items()}
    for before, action, after in states:
        shows |= (
            {f"phase:{before.phase}"} | told(lists, before) | told(lists, after) | lists.shown(before, action, after)
        )
    return shows


def search(lists: Lists, names: Sequence[str], games: int) -> Iterator[Candidate]:
    """`games` games of each of these players, in turn."""
    everybody = players(lists)
    deals = {name: iter(everybody[name].deals(games)) for name in names}
    with Progress() as progress:
        bar = progress.add_task("games", total=games)
        for _ in range(games):
            for name in list(deals):
                deal = next(deals[name], None)
                if deal is None:
                    del deals[name]
                else:
                    progress.update(bar, description=f"{name}-{deal[0]}")
                    yield played(lists, name, everybody[name].player(deal[0]), *deal)
            progress.advance(bar)


def until_shown(candidates: Iterable[Candidate], goal: frozenset[str]) -> Iterator[Candidate]:
    """The candidates up to the one with which all of `goal` has been shown."""
    left = set(goal)
    for candidate in candidates:
        yield candidate
        left -= candidate.shows
        if not left:
            return


def chosen(candidates: Iterable[Candidate], goal: frozenset[str]) -> tuple[list[Candidate], frozenset[str]]:
    """A small set of short games that together show all of `goal`, and what none of the candidates shows."""
    shortest: dict[str, list[Candidate]] = {feature: [] for feature in goal}
    for candidate in candidates:
        for feature in candidate.shows & goal:
            best = shortest[feature]
            best.append(candidate)
            best.sort(key=lambda each: (len(each.actions), each.name))
            del best[KEPT:]
    pool = {candidate.name: candidate for best in shortest.values() for candidate in best}
    missing = frozenset(feature for feature, best in shortest.items() if not best)
    return cover(list(pool.values()), goal - missing), missing


def cover(pool: Sequence[Candidate], goal: frozenset[str]) -> list[Candidate]:
    """Games that show every feature of `goal`: the most new ones for their length first; none that can be spared."""
    left, taken = set(goal), []
    while left:
        best = max(pool, key=lambda each: (len(each.shows & left) / (len(each.actions) + START_COST), each.name))
        taken.append(best)
        left -= best.shows
    for candidate in sorted(taken, key=lambda each: -len(each.actions)):
        others = [each for each in taken if each is not candidate]
        if goal <= frozenset[str]().union(*(each.shows for each in others)):
            taken = others
    return taken
