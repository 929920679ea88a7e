"""What games declare and the kit writes out: ids of actions, sentences of a chronicle, numbers of each seat."""

import pytest

from dynasty_env.kit.seats.actions import named, numbered
from dynasty_env.kit.seats.views import by_seat, head
from dynasty_env.kit.state import Entry
from dynasty_env.kit.wording import gathered
from tests.tiny.cut_in import GAME as CUT_IN
from tests.tiny.nim import GAME as NIM

SHOUT, ECHO, STEP = 1, 2, 3


def entries(*kinds_and_seats):
    return [Entry(kind, seat, 0, 0, 0, 63) for kind, seat in kinds_and_seats]


def groups(*args, **keywords):
    return [[(entry.kind, entry.seat) for entry in group] for group in gathered(*args, **keywords)]


def test_ids_follow_each_other_by_families():
    names, slices = numbered({"pass": ["pass"], "cell": named("cell", range(3)), "card": named("card", ("A", "K"))})
    assert names == ("pass", "cell:0", "cell:1", "cell:2", "card:A", "card:K")
    assert slices == {"pass": slice(0, 1), "cell": slice(1, 4), "card": slice(4, 6)}


def test_entries_of_one_seat_share_a_sentence_where_their_kinds_are_joined():
    told = entries((SHOUT, 0), (ECHO, 0), (ECHO, 1), (STEP, 1), (ECHO, 1))
    assert groups(told, {SHOUT: (ECHO,)}) == [[(SHOUT, 0), (ECHO, 0)], [(ECHO, 1)], [(STEP, 1)], [(ECHO, 1)]]


def test_a_game_says_what_belongs_to_a_sentence():
    told = entries((SHOUT, 0), (ECHO, 1), (ECHO, 2))
    both = groups(told, {SHOUT: (ECHO,)}, belongs=lambda group, entry: len(group) < 2)
    assert both == [[(SHOUT, 0), (ECHO, 1)], [(ECHO, 2)]]


def test_a_move_that_tells_nothing_has_no_sentence():
    assert groups([], {SHOUT: (ECHO,)}) == []


def test_rules_speak_of_every_seat_in_plain_numbers():
    state = NIM.new(1, num_players=3, backend="interpreted")
    said = by_seat(state, double=lambda t, seat: 2 * seat, first=lambda t, seat: seat == 0)
    assert said == [{"double": 0, "first": True}, {"double": 2, "first": False}, {"double": 4, "first": False}]


@pytest.mark.parametrize("looks", [None, 0, 1])
def test_only_the_seat_that_is_asked_is_told_so_where_that_is_secret(looks):
    state = CUT_IN.new(3, backend="interpreted")
    while state.phase != "cut":
        state.play(int(state.legal()[0]))
    told = head(state, looks)
    is_asked = looks == state.seat
    assert (told["deciding"] == state.seat) == is_asked and (told["deciding"] is None) != is_asked
    assert bool(told["legal"]) == is_asked
