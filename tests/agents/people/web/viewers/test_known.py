"""The table as a viewer knows it: worked out once a move, with nothing of what the viewer does not know."""

import random
from collections import Counter

import pytest

from agents.people.web.viewers import known
from agents.people.web.viewers.known import KnownTables, Viewer, as_known
from dynasty_env import dynasty_v0, kingdoms_v0, shinsengumi_v0
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.agents.people.web.live import Guest, live
from tests.tiny import cut_in

GAMES = [dynasty_v0.game, kingdoms_v0.game, shinsengumi_v0.game, cut_in.GAME]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_public_copy_says_what_the_public_knows_and_holds_no_hidden_card(game: Game) -> None:
    rng = random.Random(3)
    hidden = {"hidden_stones": True} if game is shinsengumi_v0.game else {}
    checked = redrawn = 0
    for seed in range(3):
        state = game.new(seed, backend="compiled", **hidden)
        while not state.done:
            if rng.random() < 0.2:
                copy = as_known(state, None)
                assert copy.view(None) == state.view(None)
                assert copy.chronicle(None) == state.chronicle(None)
                assert copy.trace(None) == state.trace(None)
                assert (copy.phase, copy.told, copy.seed) == (state.phase, state.told, -1)
                checked += 1
                redrawn += any(copy.view(seat) != state.view(seat) for seat in range(state.num_players))
            state.play(int(rng.choice(state.legal().tolist())))
    assert checked > 8
    assert redrawn or game is kingdoms_v0.game, "no hand was redrawn"  # in Kingdoms nobody has one


def test_each_table_and_view_is_worked_out_once() -> None:
    state = dynasty_v0.game.new(1, backend="compiled", num_players=3)
    tables = KnownTables(state)
    for viewer in (None, 0, 2):
        assert tables.of(viewer) is tables.of(viewer)
        assert tables.view(viewer) is tables.view(viewer)
        assert tables.view(viewer) == state.view(viewer)


def test_a_whole_game_is_redrawn_once_for_each_viewer_and_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, hints, standing passes and bots share the copies."""
    made: Counter[tuple[bytes, Viewer]] = Counter()

    def counted(state: State, viewer: Viewer) -> State:
        made[state.tables.array.tobytes(), viewer] += 1
        return as_known(state, viewer)

    monkeypatch.setattr(known, "as_known", counted)
    with live() as here:
        path, _ = here.open("dynasty_v0", "me", "random")
        pages = [Guest(here, path), Guest(here, path), Guest(here, f"/w/{here.table().id}/")]
        for _ in range(6):
            while not (pages[0].over or (pages[0].asked and pages[0].actions)):
                pages[0].hear()
            if pages[0].over:  # one game in a hundred is as short
                break
            pages[0].act(pages[0].actions[0])
            for page in pages[1:]:
                page.hear_all(0.01)
    assert {viewer for _, viewer in made} == {None, 0, 1}
    assert max(made.values()) == 1


def test_looking_changes_nothing() -> None:
    with live() as here:
        here.seat("dynasty_v0", "me", "random").until_asked()
        table = here.table()

        async def look() -> None:
            feed = table.play.feeds[0]
            before = feed.version, feed.shown, dict(vars(table.seats[0])), table.state.tables.array.tobytes()
            _ = table.people(), table.persons, table.in_use, table.over, table.state, table.known.view(0)
            _ = feed.shown, table.play.is_secret, table.play.passing, table.seats[0].shown
            assert (feed.version, feed.shown, dict(vars(table.seats[0])), table.state.tables.array.tobytes()) == before

        here.run(look())
