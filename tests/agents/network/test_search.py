"""A network improved by playouts of its own."""

import numpy as np
import pytest

import dynasty_env
from agents.network import search
from agents.network.search import champion_search, opinion_judge
from agents.registry import make_bot
from agents.search.budget import Budget
from agents.search.improvement import Improvement
from agents.search.opinion import weigh
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.agents.search.looks import SEARCHED, compare_searches, scores_of, turn_of
from tests.tiny import nim
from training.arena.match import play_game

DUEL = dynasty_env.game("figures_v0")


def improved(game: Game, playouts: int, judge: str = "champion") -> Improvement:
    return champion_search(game, f"{playouts}:{judge}")


def test_it_is_known_by_its_budget() -> None:
    name = "champion+search:200:champion"
    bot = make_bot(name, DUEL)
    assert isinstance(bot, Improvement) and bot.name == name and bot.budget == Budget(playouts=200)
    with pytest.raises(OptionError, match=r"'clever' cannot judge .* network=PATH, champion, mixed"):
        make_bot("champion+search:200:clever", DUEL)
    with pytest.raises(OptionError, match="'soon' is not a budget"):
        make_bot("champion+search:soon:champion", DUEL)


def test_the_same_playouts_give_the_same_scores() -> None:
    state = DUEL.new(3)
    while state.mask.sum() < 3:
        state.play(int(state.mask.argmax()))
    one, two, other = (improved(DUEL, 60).scores(turn_of(state, seed))[0].tobytes() for seed in (1, 1, 2))
    assert one == two != other


def test_it_plays_whole_games() -> None:
    state = DUEL.new(5, num_players=2)
    assert play_game(state, [make_bot("champion+search:20:champion", DUEL)] * 2) > 0


def test_values_are_returns() -> None:
    state = DUEL.new(8, num_players=2)
    _, values = improved(DUEL, 100).scores(turn_of(state))
    tried = values[~np.isnan(values)]
    assert len(tried) >= 2 and (np.abs(tried) <= 1.5).all()  # a network's value may be a little beyond 1


@pytest.mark.parametrize("name", SEARCHED)
def test_twins_are_searched_alike(name: str) -> None:
    game = dynasty_env.game(name)
    looks = [scores_of(improved(game, 6, judge)) for judge in ("champion", "mixed")]
    assert compare_searches(game, looks, 6, 0.05) > 3


def test_opinions_are_the_champion_s_where_there_is_one() -> None:
    assert opinion_judge(DUEL).name == "champion"
    assert opinion_judge(DUEL, "greedy").name == "greedy"
    assert opinion_judge(nim.GAME).name == "greedy"
    assert opinion_judge(DUEL, interpreted=True).name == "greedy"
    with pytest.raises(OptionError, match=r"'network=x' cannot play figures_v0 to the end: choose .*greedy, champion"):
        opinion_judge(DUEL, "network=x")
    with pytest.raises(OptionError, match="'champion' cannot play figures_v0 to the end with interpreted rules"):
        opinion_judge(DUEL, "champion", interpreted=True)
    with pytest.raises(OptionError, match=r"'champion' cannot play nim_v0 to the end: choose random, greedy$"):
        opinion_judge(nim.GAME, "champion")


def test_where_the_champion_cannot_be_used_the_game_s_own_bot_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    def outdated(*_: object, **__: object) -> None:
        raise SaveError("the rules have changed")

    monkeypatch.setattr(search, "champion", outdated)
    assert opinion_judge(DUEL).name == "greedy"
    with pytest.raises(SaveError, match="the rules have changed"):
        opinion_judge(DUEL, "champion")


def test_flat_search_may_be_judged_by_the_champion() -> None:
    bot = make_bot("mc:30:champion", DUEL)
    assert bot.name == "mc:30:champion"
    state = DUEL.new(5, num_players=2)
    assert bot.act(turn_of(state)) in state.legal()
    with pytest.raises(OptionError, match="'champion' cannot judge playouts of figures_v0"):
        make_bot("ismcts:30:champion", DUEL)


@pytest.mark.parametrize("name", SEARCHED)
def test_twins_are_weighed_alike(name: str) -> None:
    game = dynasty_env.game(name)
    judge = opinion_judge(game)

    def look(state: State, seed: int) -> bytes:
        opinion = weigh(turn_of(state, seed), Budget(playouts=4), judge, chosen=int(state.legal()[0]))
        return repr(opinion).encode()

    assert compare_searches(game, [look], 6, 0.04) > 2
