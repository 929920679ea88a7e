"""What a seat sees: observation, view, and what `hide` redraws."""

from collections import Counter

import numpy as np
import pytest

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import COUNTRIES, DECK_NAMES, DECK_ROOM, DECKS, NOBODY, PERSONS, SEATS, Place
from dynasty_env.kingdoms.views.view import LAYOUT, NO_REALM, NO_SEAT
from dynasty_env.kit.state import State
from tests.kingdoms.positions import line, met
from tests.saved import without_course


def seen(state: State, seat: int, name: str) -> list[int]:
    """A piece of what a seat sees."""
    return LAYOUT[name].of(state.observe(seat)).tolist()  # type: ignore[no-any-return]


def agrees(state: State, me: int) -> None:
    """An observation says what the table says, seats counted from the one that looks."""
    record, n = state.record, state.num_players

    def from_me(seat: int, nobody: int = NO_SEAT) -> int:
        return nobody if seat < 0 else (seat - me) % n

    order = [(me + place) % n for place in range(n)]
    unused = SEATS - n
    lines = state.view(None)["seats"]
    assert seen(state, me, "owners") == [from_me(int(seat)) for seat in record["owner"]]
    assert seen(state, me, "holders") == [NO_SEAT - 1 - int(h) if h < 0 else from_me(int(h)) for h in record["holder"]]
    for piece, field in (("royal_scores", "royals"), ("country_scores", "countries")):
        assert seen(state, me, piece) == [lines[seat][field] for seat in order] + unused * [0]
    assert seen(state, me, "homes") == [int(record["home"][seat]) for seat in order] + unused * [-1]
    assert seen(state, me, "candidates") == [int(record["candidate"][seat]) for seat in order] + unused * [-1]
    assert (
        seen(state, me, "places") == record["place"].tolist() and seen(state, me, "rebels") == record["rebel"].tolist()
    )
    kings = [int(p) if record["place"][p] == Place.KING else int(record["liege"][p]) for p in range(PERSONS)]
    first = {int(king): int(np.flatnonzero(record["ruler"] == king)[0]) for king in set(record["ruler"]) - {NOBODY}}
    assert seen(state, me, "realms") == [first.get(king, NO_REALM) for king in kings]
    assert seen(state, me, "country_realms") == [first.get(int(record["ruler"][c]), NO_REALM) for c in range(COUNTRIES)]
    assert seen(state, me, "scythe") == [from_me(int(record["scythe"]))]
    assert seen(state, me, "deciding") == [NO_SEAT if state.done else from_me(state.seat)]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_an_observation_says_what_the_table_says(players: int) -> None:
    for seed in range(2):
        for number, state in enumerate(line(seed, num_players=players)):
            if state.record["turn"] > 0 and number % 5 == 0:
                agrees(state, number % players)


def test_the_open_decision_of_a_war() -> None:
    for phase in ("withdraw", "war_commit", "aid", "war_commander", "defend_commander"):
        state = met()[phase]
        war = state.view(None)["war"]
        assert seen(state, 0, "war") == [war["attack"], war["defence"], war["power"], int(war["sea"])]
        assert seen(state, 0, "battlefield") == [int(state.record["country"])]
        assert seen(state, 0, "committed") == state.record["committed"].tolist()
    assert met()["conquest"].view(None)["war"] is None and seen(met()["conquest"], 0, "war") == [0] * 4


def test_a_contested_throne_is_seen() -> None:
    state = met()["candidate"]
    dead = int(state.record["throne"])
    assert seen(state, 0, "throne") == [dead]
    assert seen(state, 0, "contested") == (state.record["ruler"] == dead).astype(int).tolist()
    assert seen(met()["action"], 0, "contested") == [0] * COUNTRIES


def test_numbers_of_the_frame_are_seen() -> None:
    assert seen(met()["recovery_country"], 0, "left") == [int(met()["recovery_country"].record["a"])]
    assert seen(met()["police"], 0, "police") == [int(met()["police"].record["a"])]
    assert seen(met()["action"], 0, "police") == [-1]


def test_a_view_is_the_same_for_all_but_for_what_may_be_done() -> None:
    for state in met().values():
        views = [state.view(seat) for seat in (None, *range(state.num_players))]
        for view in views:
            legal = view.pop("legal")
            seat = view.pop("seat")
            assert bool(legal) == (seat == state.seat and not state.done)
        assert all(view == views[0] for view in views)
        assert views[0]["person_decks"] == {
            name: int(size) for name, size in zip(DECK_NAMES, state.record["deck_size"], strict=True)
        }


def decks(state: State) -> list[list[int]]:
    record = state.record
    return [record["deck"][d * DECK_ROOM : d * DECK_ROOM + record["deck_size"][d]].tolist() for d in range(DECKS)]


def test_hide_draws_the_order_of_the_decks_anew_and_nothing_else() -> None:
    state = met()["candidate"]
    before = without_course(state.to_dict())
    tops: list[Counter[int]] = [Counter() for _ in range(DECKS)]
    for key in range(600):
        hidden = state.hide(key % state.num_players, key)
        for deck, (old, new) in enumerate(zip(decks(state), decks(hidden), strict=True)):
            assert sorted(old) == sorted(new)
            tops[deck][new[-1]] += 1
        after = hidden.to_dict()
        for field in before:
            assert field in ("seed", "generator", "person_decks") or before[field] == after[field], field
    for deck, found in enumerate(tops):
        size = len(decks(state)[deck])
        assert len(found) == size, "every person of the deck comes up on top"
        assert max(found.values()) < 600 / size + 5 * (600 / size) ** 0.5


def test_hide_leaves_nothing_of_the_true_order() -> None:
    """Two tables that differ in the order of a deck alone are resampled to the same bytes."""
    state = met()["action"]
    saved = state.to_dict()
    other = dict(saved["person_decks"])
    other["green"] = other["green"][::-1]
    twin = GAME.from_dict(saved | {"person_decks": other}, backend="interpreted")
    assert twin.to_dict() != saved
    for seat in range(state.num_players):
        assert state.hide(seat, 7).to_dict() == twin.hide(seat, 7).to_dict()
        assert (state.observe(seat) == twin.observe(seat)).all()
