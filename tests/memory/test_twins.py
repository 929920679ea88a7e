"""What a seat cannot know is neither shown to it nor kept by `hide`: true games that differ in it, side by side."""

from collections.abc import Iterator
from typing import Any

import pytest

from dynasty_env.conformance.games.promises import ConformanceError
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.dynasty.game import Dynasty
from dynasty_env.dynasty.views import hide as dynasty_hide
from dynasty_env.kit.engine.cards import JOKER
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from dynasty_env.shinsengumi.game import Shinsengumi
from dynasty_env.shinsengumi.views import hide as shinsengumi_hide
from tests.memory.auditor import mixed
from tests.memory.twins import compare


def test_twins_of_dynasty_are_shown_and_resampled_alike() -> None:
    assert compare(mixed(DYNASTY, 25)) > 150
    assert compare(mixed(DYNASTY, 20, seed=1_000, witches=True), seed=1) > 120


def test_twins_of_shinsengumi_are_shown_and_resampled_alike() -> None:
    assert compare(mixed(SHINSENGUMI, 20)) > 200
    assert compare(mixed(SHINSENGUMI, 20, seed=1_000, hidden_stones=True), seed=1) > 200


@pytest.mark.slow
@pytest.mark.parametrize("game", [DYNASTY, SHINSENGUMI], ids=lambda game: game.name)
def test_twins_are_shown_and_resampled_alike_long(game: Game) -> None:
    assert compare(mixed(game, 5_000, seed=10_000)) > 50_000


@rule
def hide_but_jokers(t, me):  # type: ignore[no-untyped-def]
    """Keeps every joker of another hand where it is."""
    had = [int(t.hand[seat, JOKER]) for seat in range(t.num_players)]
    dynasty_hide.hide(t, me)
    for seat in range(t.num_players):
        while seat != me and t.hand[seat, JOKER] > had[seat]:
            give(t, seat, JOKER, first_other(t, seat))
    for seat in range(t.num_players):
        while seat != me and t.hand[seat, JOKER] < had[seat]:
            give(t, seat, first_other(t, seat), JOKER)


@rule
def first_other(t, seat):  # type: ignore[no-untyped-def]
    """A card of the hand that is no joker."""
    return int(next(kind for kind in range(JOKER) if t.hand[seat, kind]))


@rule
def give(t, seat, kind, wanted):  # type: ignore[no-untyped-def]
    """A card of a hand goes into the pack, for one there of the kind that is wanted, or for any that is no joker."""
    pack = [int(t.pack[i]) for i in range(t.pack_size)]
    place = pack.index(JOKER) if wanted == JOKER else next(i for i, card in enumerate(pack) if card != JOKER)
    t.hand[seat, kind] -= 1
    t.hand[seat, pack[place]] += 1
    t.pack[place] = kind


@rule
def hide_but_the_pile(t, me):  # type: ignore[no-untyped-def]
    """Keeps the pile's lowest person where it is."""
    lowest = int(t.person_pile[0])
    shinsengumi_hide.hide(t, me)
    pile = [int(t.person_pile[i]) for i in range(t.person_pile_size)]
    place = pile.index(lowest)
    t.person_pile[place] = t.person_pile[0]
    t.person_pile[0] = lowest


class KeepsJokers(Dynasty):
    rules = {**Dynasty.rules, "hide": hide_but_jokers}  # noqa: RUF012


class KeepsThePile(Shinsengumi):
    rules = {**Shinsengumi.rules, "hide": hide_but_the_pile}  # noqa: RUF012


def deals(game: Game, games: int, **options: Any) -> Iterator[State]:
    for seed in range(games):
        yield game.new(seed, backend="interpreted", **options)


@pytest.mark.parametrize("game", [KeepsJokers(), KeepsThePile()], ids=lambda game: type(game).__name__)
def test_what_is_kept_of_the_truth_is_caught(game: Game) -> None:
    with pytest.raises(ConformanceError, match="leaves something of the truth"):
        compare(deals(game, 400, num_players=2), most=1)


def test_the_honest_games_pass_the_same_comparison() -> None:
    for game in (DYNASTY, SHINSENGUMI):
        assert compare(deals(game, 40, num_players=2), most=1) > 20
