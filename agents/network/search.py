"""Searches that use a trained network: it says which actions are likely, or plays the imagined tables on."""

from functools import partial

import numpy as np
import numpy.typing as npt

from agents.fallback import say_who_plays
from agents.network.batch import BatchPolicy, one_thread
from agents.network.player import CHAMPION, champion, champion_file, has_champion
from agents.search.advice import Habit
from agents.search.batched import InBatches, Others
from agents.search.improvement import Improvement
from agents.search.judge import Judge, SearchBackend, budget_and_judge, no_judge, rules_judge, rules_judges
from agents.search.opinion import is_slow
from agents.search.players import FlatMonteCarlo
from agents.vocabulary import OutgrownError
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes

MIXED = "mixed"
"""The name of a judge: the champion with rivals that may be greedy. The champion alone is one, too."""
PART = 0.5
"""Share of the imagined tables in which a rival is greedy, since it is not known who the rivals are."""


def champion_judge(game: Game, *, mixed: bool = False) -> InBatches:
    """A judge in which the champion plays on in all seats, by its most likely actions.

    After some decisions its value estimate counts. If the judge is asked who has won, the game's own bot plays on from
    there instead, which is many times faster.

    Args:
        mixed: each rival plays like the game's own bot in half of the tables.

    Raises:
        OptionError: if there is no champion for this game.
        OutgrownError: if the game has changed since it was trained.
    """
    policy = champion(game).policy
    many = BatchPolicy(policy, game)

    def choose(seen: Bytes, mask: Bytes) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        with one_thread():
            return many.best_and_value(seen, mask)

    greedy = partial(game.greedy_actions, backend="compiled") if "greedy" in game.policies else None
    asks = (*(["advise"] if policy.advised else ()), *(["greedy_actions"] if greedy else ()))
    others = Others(PART, greedy) if mixed and greedy else None
    name = MIXED if mixed else CHAMPION
    return InBatches(name, choose, others=others, later=greedy, file=champion_file(game), asks=asks)


def judges(game: Game) -> list[str]:
    """The names of all judges for a game."""
    return [*rules_judges(game), *(_by_champion(game) if has_champion(game) else [])]


def _by_champion(game: Game) -> list[str]:
    """The judges that play by the champion, if one comes with the package."""
    if not champion_file(game).is_file():
        return []
    return [CHAMPION, *([MIXED] if "greedy" in game.policies else [])]


def judge_named(game: Game, name: str, backend: SearchBackend = "compiled") -> Judge:
    """One of `judges`; for an empty name the game's own bot or, if there is none, random moves.

    Args:
        backend: backend of the judges inside the rules; a network has compiled ones.

    Raises:
        OptionError: if there is no judge with this name.
        SaveError: if its network cannot be used.
    """
    if name in _by_champion(game):
        return champion_judge(game, mixed=name == MIXED)
    judge = rules_judge(game, name, backend)
    if judge is None:
        raise no_judge(game, name, judges(game))
    return judge


def flat_search(game: Game, argument: str) -> FlatMonteCarlo:
    """Flat Monte Carlo, ``mc:<budget>[:<judge>]``. Raises OptionError if the budget or the judge is invalid, and
    SaveError if the judge's network cannot be used."""
    budget, name = budget_and_judge(argument)
    return FlatMonteCarlo(budget, judge_named(game, name), waits_for=game)


def champion_search(game: Game, argument: str) -> Improvement:
    """The champion improved by playouts, ``champion+search:<budget>`` or ``champion+search:<budget>:<judge>``.

    The playouts are those of the game's own bot, or of the judge if one is named.

    Raises:
        OptionError: if this game has no champion, or the budget or the judge is invalid.
        SaveError: if a network cannot be used.
    """
    budget, name = budget_and_judge(argument)
    judge = judge_named(game, name)
    return Improvement(champion(game).log_probs, judge, budget, f"champion+search:{argument}", waits_for=game)


def opinion_judge(game: Game, name: str = "", *, interpreted: bool = False) -> Judge:
    """The judge for estimates of how often actions win: one of `judges` that plays games to the end.

    Args:
        name: name of the judge; empty: the champion, or else the game's own bot, or else random moves. The latter two
            also replace a champion that cannot be used; if the game has outgrown it, a line of output says so.
        interpreted: compile nothing; no champion plays this way.

    Raises:
        OptionError: if there is no judge with this name.
        SaveError: if its network cannot be used.
    """
    known = [each for each in (rules_judges if interpreted else judges)(game) if "=" not in each]
    if not interpreted and (name or CHAMPION) in _by_champion(game):
        try:
            return champion_judge(game, mixed=name == MIXED)
        except OutgrownError as error:
            name = say_who_plays(name or CHAMPION, game, error)
        except SaveError:
            if name:
                raise
    wanted = name or game.policies[-1]
    if wanted not in known:
        slowly = " with interpreted rules" if interpreted else ""
        raise OptionError(f"{wanted!r} cannot play {game.name} to the end{slowly}: choose {', '.join(known)}")
    return judge_named(game, wanted, "interpreted" if interpreted else "compiled")


def habit_of(game: Game, judge: Judge) -> Habit | None:
    """How the player of a judge's playouts decides without a search: the champion, or the game's own bot; else None."""
    if judge.name == CHAMPION:
        return Habit(CHAMPION, champion(game).log_probs)
    if judge.name != "greedy" or is_slow(judge):
        return None

    def log_probs(decision: Decision) -> npt.NDArray[np.float64]:
        taken = game.greedy_actions(decision.observation[None], decision.mask[None], key=0)
        return np.where(decision.legal == taken[0], 0.0, -np.inf)

    return Habit("greedy", log_probs)
