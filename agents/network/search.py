"""Searches in which a trained network takes part: it says what is likely, or plays the imagined tables on."""

from functools import partial

import numpy as np
import numpy.typing as npt

from agents.fallback import say_who_plays
from agents.network.batch import BatchPolicy, one_thread
from agents.network.player import champion, champion_file, has_champion
from agents.search.batched import InBatches, Others
from agents.search.improvement import Improvement
from agents.search.judge import Judge, SearchBackend, budget_and_judge, no_judge, rules_judge, rules_judges
from agents.search.players import FlatMonteCarlo
from agents.vocabulary import OutgrownError
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes

CHAMPION, MIXED = "champion", "mixed"
"""The judge that is the game's champion, and the one whose rivals may be greedy."""
PART = 0.5
"""The part of the imagined tables in which a rival is greedy: nobody says who sits there."""


def champion_judge(game: Game, *, mixed: bool = False) -> InBatches:
    """The champion plays on in all seats, by its likeliest actions. After some decisions its value counts; where it is
    asked who has won, the game's own bot plays on from there, which is many times as fast.

    Args:
        game: what is played.
        mixed: each rival is like the game's own bot in half of the tables.

    Raises:
        OptionError: there is none for this game.
        OutgrownError: the game has changed since it was trained.
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
    """All judges that know a game, as they are named."""
    if not has_champion(game):
        return rules_judges(game)
    return [*rules_judges(game), *_by_champion(game)]


def _by_champion(game: Game) -> list[str]:
    """The judges that play by the champion, if one comes with the package."""
    if not champion_file(game).is_file():
        return []
    return [CHAMPION, *([MIXED] if "greedy" in game.policies else [])]


def judge_named(game: Game, name: str, backend: SearchBackend = "compiled") -> Judge:
    """One of `judges`; for an empty name the game's own bot, or else random moves.

    Args:
        game: what is played.
        name: of the judge.
        backend: of those inside the rules; a network has compiled ones.

    Raises:
        OptionError: there is none of that name.
        SaveError: its network cannot be used.
    """
    if name in _by_champion(game):
        return champion_judge(game, mixed=name == MIXED)
    judge = rules_judge(game, name, backend)
    if judge is None:
        raise no_judge(game, name, judges(game))
    return judge


def flat_search(game: Game, argument: str) -> FlatMonteCarlo:
    """Flat Monte Carlo, ``mc:<budget>[:<judge>]``.

    Raises:
        OptionError: the budget or the judge is none.
        SaveError: the judge's network cannot be used.
    """
    budget, name = budget_and_judge(argument)
    return FlatMonteCarlo(budget, judge_named(game, name), waits_for=game)


def champion_search(game: Game, argument: str) -> Improvement:
    """The champion, improved by playouts of the game's own bot, ``champion+search:<budget>``, or of whoever is named,
    ``champion+search:<budget>:<judge>``.

    Raises:
        OptionError: there is no champion of this game, or the budget or the judge is none.
        SaveError: a network cannot be used.
    """
    budget, name = budget_and_judge(argument)
    judge = judge_named(game, name)
    return Improvement(champion(game).log_probs, judge, budget, f"champion+search:{argument}", waits_for=game)


def opinion_judge(game: Game, name: str = "", *, interpreted: bool = False) -> Judge:
    """Who plays on where it is asked how often actions win: one of `judges` who plays to the end.

    Args:
        game: what is played.
        name: of the judge; empty: the champion, or else the game's own bot, or else random moves. It takes the place of
            a champion that cannot be used, too; where the game has outgrown that, it is said in a line.
        interpreted: compile nothing; no champion plays so.

    Raises:
        OptionError: there is none of that name.
        SaveError: its network cannot be used.
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
        slowly = " by interpreted rules" if interpreted else ""
        raise OptionError(f"{wanted!r} cannot play {game.name} to its end{slowly}: choose {', '.join(known)}")
    return judge_named(game, wanted, "interpreted" if interpreted else "compiled")
