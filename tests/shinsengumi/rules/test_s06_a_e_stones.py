"""§06-01 A and E: stones are handed out, markers are cleared away; §07: the turns."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    all_but,
    bag,
    cell,
    hand,
    marks,
    moving,
    named,
    names,
    on,
    one,
    persons,
    play,
    rolling,
    seat,
    spares,
    table,
    told,
)
from tests.shinsengumi.rules.trace_fields import story

A, B, C = "Kondo Isami", "Okita Soji", "Ichimura Tetsunosuke"


def turn(*debates: int, turn_player: int = 0, **fields: object) -> State:
    """A turn begins; selves of this debate."""
    selves = (A, B, C, "Niimi Nishiki", "Todo Heisuke")[: len(debates)]
    people = [one(name, f"{n + 1}.{n + 2}", debate=d) for n, (name, d) in enumerate(zip(selves, debates, strict=True))]
    given = {"seats": list(selves)} | fields
    return table(*people, phase="turn", turn_player=turn_player, **given)


def stones(state: State) -> list[int]:
    return [sum(hand(state, number)) for number in range(state.num_players)]


# ---------------------------------------------------------------------------------------------------------- A: stones


@pytest.mark.rule("§06-01-A")
def test_s06_01_a_as_many_as_the_self_s_debate() -> None:
    """§06-01 A: everybody draws as many stones as his self's debate."""
    assert stones(turn(1, 2, 3, 4, 5)) == [1, 2, 3, 4, 5]


@pytest.mark.rule("§06-01-A")
def test_s06_01_a_leftovers_go_back_first() -> None:
    """§06-01 A: what is left in hand goes back to the bag, before anybody draws."""
    full = [seat(A, 9, 7), seat(B, 7, 9)]
    state = turn(3, 2, seats=full)
    assert (stones(state), sum(bag(state))) == ([3, 2], 27)
    assert all(16 - bag(state)[colour] == sum(hand(state, n)[colour] for n in (0, 1)) for colour in (0, 1))


@pytest.mark.rule("§06-01-A")
def test_s06_01_a_drawn_blind() -> None:
    """§06-01 A: without looking: each stone in the bag is as likely."""
    blacks = [hand(turn(5, seed=seed), 0)[1] for seed in range(400)]
    assert {0, 5} < set(blacks) and 2.3 < sum(blacks) / 400 < 2.7
    few = [hand(turn(1, seed=seed), 0)[1] for seed in range(200)]
    assert 70 < sum(few) < 130


@pytest.mark.rule("§06-01-A")
def test_s06_01_a_what_is_out_of_the_bag_is_not_drawn() -> None:
    """§06-01 A: … from the bag alone: with all its white stones out as markers, only black ones come."""
    marked = [on(name, f"{1 + n % 6}.{3 + n // 6}") for n, name in enumerate(all_but(A, B)[:16])]
    state = table(one(A, "1.1", debate=5), on(B, "2.2"), *marked, seats=[A], phase="turn")
    assert hand(state, 0) == (0, 5)
    darkened = [on(name, f"{1 + n % 6}.{3 + n // 6}", white=0, black=2) for n, name in enumerate(all_but(A, B)[:8])]
    state = table(one(A, "1.1", debate=5), *darkened, seats=[A], phase="turn")
    assert hand(state, 0) == (5, 0)


@pytest.mark.rule("EV-03", "§06-01-A")
def test_ev_03_the_fiancee_brings_a_stone() -> None:
    """Fiancée: his debate is 1 greater; the other attached event is no help."""
    state = table(one(A, "1.1", debate=2, under="Fiancee"), one(B, "2.2", debate=2, under="Unworthy of bushido"), IDLE,
                  seats=[A, B], phase="turn")  # fmt: skip
    assert stones(state) == [3, 2]


@pytest.mark.rule("S-R18")
@pytest.mark.parametrize(("turn_player", "drawn"), [(0, [5, 5, 2]), (1, [2, 5, 5]), (2, [5, 2, 5])])
def test_s_r18_the_turn_player_first_until_the_bag_is_empty(turn_player: int, drawn: list[int]) -> None:
    """S-R18: drawn in turn, each all of his, from the turn player clockwise; from an empty bag nobody draws."""
    marked = [on(name, f"{1 + n % 6}.{3 + n // 6}", white=(n < 4 and 1) or 0, black=0 if n < 4 else 2 - n // 12)
              for n, name in enumerate(all_but(A, B, C)[:12])]  # fmt: skip
    assert sum(each["white"] + each["black"] for each in marked) == 4 + 16
    selves = [one(A, "1.1", debate=5), one(B, "2.1", debate=5), one(C, "3.1", debate=5)]
    state = table(*selves, *marked, seats=[A, B, C], phase="turn", turn_player=turn_player)
    assert (stones(state), bag(state)) == (drawn, (0, 0))
    order = [(turn_player + place) % 3 for place in range(3)]
    assert [(seat_, count) for _, seat_, count in story(state.trace(), Trace.DREW)] == [(n, drawn[n]) for n in order]


@pytest.mark.rule("S-R10")
def test_s_r10_who_is_out_draws_nothing() -> None:
    """S-R10: a player without a self has no debate to draw by."""
    state = table(one(A, "1.1", debate=3), IDLE, seats=[None, A], turn_player=1, phase="turn")
    assert stones(state) == [0, 3]


@pytest.mark.rule("S-R5")
def test_s_r5_stones_in_hand_lie_open() -> None:
    """S-R5: everybody sees everybody's stones, and which ones were drawn."""
    state = turn(3, 4)
    for watching in (0, 1):
        seats = state.view(watching)["seats"]
        assert [(each["white"], each["black"]) for each in seats] == [hand(state, 0), hand(state, 1)]
        assert len([entry for entry in state.trace(watching) if entry.kind == Trace.DRAWN]) == 2
    assert state.view(0)["bag"] == dict(zip(("white", "black"), bag(state), strict=True))


@pytest.mark.rule("S-R5", "S-R20")
def test_s_r5_hidden_stones_are_seen_by_their_player_alone() -> None:
    """S-R5: with `hidden_stones` the others see how many a player has; S-R20: and nobody looks into the bag."""
    state = turn(3, 4, hidden_stones=True)
    for watching in (0, 1):
        seats = state.view(watching)["seats"]
        assert [each["stones"] for each in seats] == [3, 4]
        assert (seats[watching]["white"], seats[watching]["black"]) == hand(state, watching)
        assert (seats[1 - watching]["white"], seats[1 - watching]["black"]) == (None, None)
        drawn = [entry for entry in state.trace(watching) if entry.kind == Trace.DRAWN]
        assert [(entry.seat, entry.subject, entry.object) for entry in drawn] == [(watching, *hand(state, watching))]
        assert state.view(watching)["bag"] is None


# --------------------------------------------------------------------------------------------------------- the markers


@pytest.mark.rule("S-R3")
@pytest.mark.parametrize(
    ("own", "arrows", "marker"), [((16, 0), "up right down left", (1, 0)), ((0, 16), "up* right down left", (0, 1))]
)
def test_s_r3_a_spare_if_the_bag_has_none(own: tuple[int, int], arrows: str, marker: tuple[int, int]) -> None:
    """S-R3: with none of the colour in the bag a spare is laid, which is not counted."""
    state = table(one(A, "3.3", arrows=arrows, bushido=6), IDLE, seats=[seat("Shimada Kai", *own)])
    after = moving(state, A)
    assert (marks(after, A), spares(after), bag(after)) == (marker, marker, (16 - own[0], 16 - own[1]))


@pytest.mark.rule("S-R3")
def test_s_r3_no_spare_while_the_bag_has_one() -> None:
    """S-R3: … the last one in the bag comes first."""
    state = table(one(A, "3.3", arrows="up right down left"), IDLE, seats=[seat("Shimada Kai", 15, 16)])
    after = moving(state, A)
    assert (marks(after, A), spares(after), bag(after)) == ((1, 0), (0, 0), (0, 0))


@pytest.mark.rule("S-R19")
@pytest.mark.parametrize(("white", "bag_after", "spares_after"), [(16, 0, 0), (15, 1, 0), (14, 2, 0)])
def test_s_r19_a_marker_goes_to_the_spares_first(white: int, bag_after: int, spares_after: int) -> None:
    """S-R19: a marker that comes off goes to the spares as long as spares of its colour are out, else into the bag."""
    people = [on(B, "5.5", white=1), on(C, "5.4", white=0, black=1)]
    killer = table(one("Saito Hajime", "2.3", arrows="up* right down left", bushido=1, combat=5, failure="assassinate"),
                   *people, IDLE, seats=[seat("Shimada Kai", white, 0)],
                   dead=all_but(A, B, C, "Shimada Kai", "Saito Hajime"))  # fmt: skip
    assert (bag(killer)[0], spares(killer)[0]) == (max(0, 15 - white), 1 if white == 16 else 0)
    after = rolling(moving(killer, "Saito Hajime", 6), 1, by=f"person:{B}")
    assert (bag(after)[0], spares(after)[0]) == (bag_after, spares_after)


@pytest.mark.rule("S-R20")
def test_s_r20_hidden_stones_all_markers_are_spares() -> None:
    """S-R20: with `hidden_stones` a marker never comes from the bag, nor goes there: 16 of each colour are in bag,
    hands and on arrows."""
    state = table(one(A, "3.3", arrows="up* right down left", bushido=6), on(B, "5.5"), IDLE, hidden_stones=True,
                  seats=[seat("Shimada Kai", 3, 2)])  # fmt: skip
    assert (bag(state), spares(state)) == ((13, 14), (1, 0))
    after = moving(state, A)
    assert (marks(after, A), bag(after), spares(after)) == ((0, 1), (13, 14), (1, 1))
    done = moving(after, "Shimada Kai")
    assert (spares(done), sum(bag(done)) + sum(hand(done, 0))) == ((0, 0), 32)


@pytest.mark.rule("S-R20", "§09")
def test_s_r20_what_goes_back_openly_is_known_to_lie_in_the_bag() -> None:
    """S-R20: stones laid on arrows go back before all eyes; those that a player loses with his self he alone knows;
    the next draw makes both worthless."""
    kondo = one(A, "3.3", arrows="up* right down left", bushido=1, failure="seppuku")
    state = table(kondo, IDLE, hidden_stones=True, seats=[seat("Shimada Kai", 1, 2), seat(A, 3, 1)])
    waiting = named(state, A)
    play(waiting, "arrow:1", "arrow:1", "arrow:2", "pass")
    after = rolling(waiting, 6)
    laid = after.to_dict()
    assert laid["returned"] == {"white": 1, "black": 2}
    assert [each["lost"] for each in laid["seats"]] == [{"white": 0, "black": 0}, {"white": 3, "black": 0}]
    assert [(each["white"], each["black"]) for each in laid["seats"]] == [(0, 1), (0, 0)]


@pytest.mark.rule("S-R20")
def test_s_r20_open_stones_are_no_secret() -> None:
    """S-R20: with open stones nothing of that is kept."""
    kondo = one(A, "3.3", arrows="up* right down left", bushido=1, failure="seppuku")
    state = table(kondo, IDLE, seats=[seat("Shimada Kai", 1, 2), seat(A, 3, 1)])
    waiting = named(state, A)
    play(waiting, "arrow:1", "arrow:1", "arrow:2", "pass")
    laid = rolling(waiting, 6).to_dict()
    assert laid["returned"] == {"white": 0, "black": 0}
    assert all(each["lost"] == {"white": 0, "black": 0} for each in laid["seats"])


@pytest.mark.rule("S-R20", "§06-01-A")
def test_s_r20_a_new_draw_is_from_the_whole_bag() -> None:
    """S-R20: before a draw all stones lie in the bag: what was lost or returned is known no more."""
    fields = {"returned": {"white": 2, "black": 1}, "hidden_stones": True}
    seats = [seat(A, 1, 1, lost={"white": 1, "black": 2}), seat(B, 0, 0, lost={"white": 3, "black": 1})]
    laid = turn(2, 3, seats=seats, **fields).to_dict()
    assert laid["returned"] == {"white": 0, "black": 0}
    assert all(each["lost"] == {"white": 0, "black": 0} for each in laid["seats"])


# ------------------------------------------------------------------------------------------------------- E: clean-up


@pytest.mark.rule("§06-01-E")
@pytest.mark.parametrize(("white", "black", "left"), [(1, 0, 0), (0, 1, 0), (0, 2, 1), (0, 0, 0)])
def test_s06_01_e_markers_are_taken_off(white: int, black: int, left: int) -> None:
    """§06-01 E: markers are removed; of two black ones one stays."""
    state = table(on(A, "1.1", white=white, black=black), on(B, "1.2", white=0, black=2), on(C, "2.1"), turn=3,
                  seats=[C])  # fmt: skip
    assert state.to_dict()["turn"] == 4
    assert (marks(state, A), marks(state, B), marks(state, C)) == ((0, left), (0, 1), (0, 0))
    assert sum(bag(state)) + sum(hand(state, 0)) == 32 - left - 1


@pytest.mark.rule("§06-01-E", "FA-03")
def test_s06_01_e_who_still_has_one_sits_out_a_turn() -> None:
    """§06-01 E: … and who still has one cannot be named in the next turn; after that turn it goes, too."""
    state = table(on(A, "1.1", white=0, black=2), IDLE, turn=3)
    after = moving(state, "Shimada Kai")
    while after.phase != "move":
        play(after, sorted(names(after))[0])
    assert (after.to_dict()["turn"], marks(after, A), A in persons(after)) == (4, (0, 1), False)


@pytest.mark.rule("§06-01-E")
@pytest.mark.parametrize(("turn_player", "following"), [(0, 1), (1, 2), (2, 0)])
def test_s06_01_e_the_next_turn_player(turn_player: int, following: int) -> None:
    """§06-01 E: the turn goes to the next player; his turn begins with phase A."""
    state = table(on(A, "1.1"), on(B, "1.2"), on(C, "2.1"), turn=3, turn_player=turn_player, seats=[A, B, C])
    laid = state.to_dict()
    assert (laid["turn"], laid["turn_player"], laid["namings"], state.seat) == (4, following, 0, following)
    assert story(state.trace(), Trace.TURN) == [("TURN", following, 4)]
    assert [entry.seat for entry in told(state, Trace.DREW)] == [(following + place) % 3 for place in range(3)]


@pytest.mark.rule("§07")
@pytest.mark.parametrize(("number", "over"), [(1, False), (11, False), (12, True)])
def test_s07_twelve_turns(number: int, over: bool) -> None:
    """§07: after turn 12 the game ends; the last markers have been taken off."""
    state = table(one(A, "1.1", arrows="right up down left"), on(B, "5.5"), turn=number, seats=[A, B])
    assert not state.done
    after = moving(state, A)
    assert (after.done, after.to_dict()["turn"]) == (over, number + (not over))
    assert (marks(after, B), cell(after, A)) == ((0, 0), "2.1")
    if over:
        assert after.to_dict()["stack"] == [] and after.phase == "end"
