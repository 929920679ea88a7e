"""§09: removal (除去) and rebirth; the Ishida powder (石田散葉)."""

from typing import Any

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import CELL_NAMES
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    all_but,
    bag,
    board,
    cell,
    chance,
    hand,
    lying,
    marks,
    moving,
    named,
    names,
    on,
    one,
    persons,
    play,
    quiet,
    reborn,
    rolling,
    seat,
    spares,
    table,
    told,
    under,
    whose,
)
from tests.shinsengumi.rules.trace_fields import story

DOOMED, NEW, LAST = "Kondo Isami", "Okita Soji", "Ichimura Tetsunosuke"


def dying(*people: dict[str, Any], under: str | None = None, cell: str = "2.3", **fields: Any) -> State:
    """Kondo would move up by a black arrow, and commits seppuku if his check fails."""
    kondo = one(DOOMED, cell, under=under, arrows="up* right down left", bushido=1, failure="seppuku")
    return table(kondo, *people, IDLE, **fields)


@pytest.mark.rule("§09")
def test_s09_whoever_is_removed_is_out_of_the_game() -> None:
    """§09: a removed person comes back no more: he is neither on the board nor in the pile."""
    after = moving(dying(), DOOMED, 6)
    laid = after.to_dict()
    assert (cell(after, DOOMED), DOOMED in laid["person_pile"], laid["dead"]) == ("dead", False, [DOOMED])


@pytest.mark.rule("§09", "§05-03")
@pytest.mark.parametrize("new", [NEW, LAST])
def test_s09_the_top_of_the_pile_comes_at_once(new: str) -> None:
    """§09: a new person, the top one of the pile, is placed at once; no stone lies on him: he has still to be moved."""
    after = moving(dying(person_pile=[new, "Niimi Nishiki"]), DOOMED, 6)
    assert sorted(board(after)) == sorted([new, "Shimada Kai"])
    assert after.to_dict()["person_pile"][0] == "Niimi Nishiki"
    assert (reborn(after), marks(after, new)) == ([cell(after, new)], (0, 0))
    assert persons(after) == {new, "Shimada Kai"}


@pytest.mark.rule("§09", "§05-03")
@pytest.mark.parametrize("where", ["1.1", "6.1", "1.6", "3.5", "5.3"])
def test_s09_on_a_cell_that_two_dice_give(where: str) -> None:
    """§09, §05-03: where he is placed two dice say: any cell."""
    state = quiet(named(dying(person_pile=[NEW]), DOOMED))
    assert cell(chance(state, "pass", lambda s: reborn(s) == [where]), NEW) == where


@pytest.mark.rule("§05-03")
def test_s05_03_on_an_occupied_cell_the_dice_are_rolled_again() -> None:
    """§05-03: never onto a piece, even if two cells of three are taken; the cell that the removed person has left is
    empty."""
    taken = [each for each in CELL_NAMES if each not in ("2.2", "2.3", "6.6")][:21]
    crowd = [on(name, each) for name, each in zip(all_but(DOOMED, NEW, "Shimada Kai"), taken, strict=True)]
    state = quiet(named(dying(*crowd, events={"Forbidden gate": "6.5", "Ee ja nai ka": "5.5"}), DOOMED))
    free = set(CELL_NAMES) - {*taken, "6.6", "6.5", "5.5"}
    for key in range(30):
        after = chance(state, "pass", lambda s, k=key: bool(told(s, Trace.REMOVED)) and s.record["key0"] >= k)
        assert cell(after, NEW) in free


@pytest.mark.rule("§09")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_s09_the_player_lives_on_in_the_new_person(number: int) -> None:
    """§09: was he somebody's self, that player's stones go back to the bag, the chip goes to the new person, and no
    stones are drawn in this turn; others keep theirs."""
    selves = [seat("Shimada Kai", 1, 0), seat("Niimi Nishiki", 0, 1)]
    selves.insert(number, seat(DOOMED, 3, 2))
    state = dying(on("Niimi Nishiki", "5.5"), seats=selves, person_pile=[NEW])
    assert bag(state) == (11, 13)
    after = moving(state, DOOMED, 6)
    assert (whose(after, number), hand(after, number), bag(after)) == (NEW, (0, 0), (14, 15))
    rest = [n for n in range(3) if n != number]
    assert [(whose(after, n), hand(after, n)) for n in rest] == [("Shimada Kai", (1, 0)), ("Niimi Nishiki", (0, 1))]


@pytest.mark.rule("§09")
def test_s09_nobody_s_self_is_nobody_s_loss() -> None:
    """§09: … was he nobody's, no player loses anything, and the new person is nobody's."""
    after = moving(dying(seats=[seat("Shimada Kai", 2, 1)], person_pile=[NEW]), DOOMED, 6)
    assert (whose(after, 0), hand(after, 0), told(after, Trace.PICKED, Trace.LOST_STONES)) == (
        "Shimada Kai",
        (2, 1),
        [],
    )


@pytest.mark.rule("§09")
def test_s09_his_markers_go_back() -> None:
    """§09: the stones that lay on him go back to the bag."""
    after = moving(dying(seats=["Shimada Kai"]), DOOMED, 6)
    assert (bag(after), spares(after)) == ((16, 16), (0, 0))
    state = table(one("Saito Hajime", "2.3", arrows="up* right down left", bushido=1, combat=5, failure="assassinate"),
                  on(DOOMED, "5.5", white=0, black=2), IDLE)  # fmt: skip
    after = rolling(moving(state, "Saito Hajime", 6), 1, by=f"person:{DOOMED}")
    assert (bag(state), bag(after)) == ((16, 14), (16, 15))


@pytest.mark.rule("S-R22", "EV-03", "EV-11")
@pytest.mark.parametrize("event", ["Fiancee", "Unworthy of bushido"])
def test_s_r22_an_attached_event_leaves_with_him(event: str) -> None:
    """S-R22: with its person an attached event leaves play; a new person has none under him."""
    state = table(one("Saito Hajime", "2.3", arrows="up* right down left", bushido=1, combat=5, failure="assassinate"),
                  one(DOOMED, "5.5", under=event), IDLE, person_pile=[NEW])  # fmt: skip
    after = rolling(moving(state, "Saito Hajime", 6), 1, by=f"person:{DOOMED}")
    assert (lying(after, event), under(after, NEW), cell(after, DOOMED)) == ("gone", None, "dead")


@pytest.mark.rule("EV-03")
def test_ev_03_a_deserter_s_fiancee_leaves_too() -> None:
    """Fiancée: gone when he leaves the board, back to the pile too."""
    state = table(one(DOOMED, "2.3", under="Fiancee", arrows="up* right down left", failure="desert"), IDLE,
                  dead=all_but(DOOMED, "Shimada Kai"))  # fmt: skip
    after = moving(state, DOOMED, 6, 1)
    assert (cell(after, DOOMED) != "2.2", under(after, DOOMED), lying(after, "Fiancee")) == (True, None, "gone")


# ------------------------------------------------------------------------------------------------- S-R10, S-R21: out


@pytest.mark.rule("S-R10")
def test_s_r10_with_an_empty_pile_nobody_comes() -> None:
    """S-R10: nobody is added; the others play on."""
    after = moving(dying(dead=all_but(DOOMED, "Shimada Kai")), DOOMED, 6)
    assert (board(after), after.phase, after.to_dict()["person_pile"]) == (["Shimada Kai"], "move", [])


@pytest.mark.rule("S-R10")
def test_s_r10_a_player_without_a_self_is_out() -> None:
    """S-R10: a player whose self is removed then is out: no stones, and he is asked nothing any more."""
    state = dying(dead=all_but(DOOMED, "Shimada Kai"), seats=[seat("Shimada Kai", 1, 1), seat(DOOMED, 2, 2)])
    after = moving(state, DOOMED, 6)
    assert (whose(after, 1), hand(after, 1), hand(after, 0)) == (None, (0, 0), (1, 1))
    assert story(after.trace(), Trace.OUT, Trace.TURN_PASSED) == [("OUT", 1)]
    play(after, "person:Shimada Kai")
    asked = []
    while after.phase == "wait":
        asked.append(after.seat)
        play(after, "pass")
    assert asked == [0]


@pytest.mark.rule("S-R10")
def test_s_r10_skipped_as_turn_player() -> None:
    """S-R10: … and he is no turn player any more."""
    state = table(on("Shimada Kai", "6.6"), on(DOOMED, "1.1"), seats=[DOOMED, None, "Shimada Kai", None], turn=5)
    assert [state.to_dict()[key] for key in ("turn", "turn_player")] == [6, 2]


@pytest.mark.rule("S-R10")
def test_s_r10_all_out_the_game_ends_and_all_lose() -> None:
    """S-R10: when nobody has a self the game ends, and all have lost."""
    state = dying(
        on("Okita Soji", "5.5"), dead=all_but(DOOMED, "Shimada Kai", "Okita Soji"), seats=[None, DOOMED], turn_player=1
    )
    after = moving(state, DOOMED, 6)
    assert (after.done, after.phase, after.to_dict()["stack"]) == (True, "end", [])
    assert (list(after.returns("win")), list(after.returns("side"))) == ([-1, -1], [-1, -1])


@pytest.mark.rule("S-R21")
@pytest.mark.parametrize(("turn_player", "heir"), [(0, 2), (2, 3), (3, 0)])
def test_s_r21_the_next_player_with_a_self_takes_over(turn_player: int, heir: int) -> None:
    """S-R21: if the turn player drops out, the next one clockwise who has a self is turn player for the rest of the
    turn, and clean-up hands the turn on from him."""
    selves: list[str | None] = ["Okita Soji", None, "Ito Kashitaro", "Niimi Nishiki"]
    selves[turn_player] = DOOMED
    people = ["Okita Soji", "Ito Kashitaro", "Niimi Nishiki"]
    others = [on(name, f"{n + 3}.5") for n, name in enumerate(people)]
    state = dying(*others, dead=all_but(DOOMED, "Shimada Kai", *people), seats=selves, turn_player=turn_player)
    after = moving(state, DOOMED, 6)
    assert (after.phase, after.seat, after.to_dict()["turn_player"]) == ("move", heir, heir)
    assert story(after.trace(), Trace.OUT, Trace.TURN_PASSED) == [("OUT", turn_player), ("TURN_PASSED", heir)]
    play(after, "person:Shimada Kai")
    assert after.seat == heir
    done = moving(state, DOOMED, 6)
    done = moving(done, "Shimada Kai")
    following = {2: 3, 3: 0, 0: 2}[heir]
    assert [done.to_dict()[key] for key in ("turn", "turn_player")] == [2, following]


# ------------------------------------------------------------------------------------------- EV-05: the Ishida powder


@pytest.mark.rule("EV-05", "S-R15")
@pytest.mark.parametrize("keeper", [0, 1, 2])
def test_ev_05_its_keeper_is_asked_first(keeper: int) -> None:
    """Ishida powder, S-R15: when any person is about to be removed its keeper, alone, may use it; nothing that follows
    from the removal has happened yet."""
    state = dying(on("Niimi Nishiki", "5.5"), powder=keeper, seats=["Shimada Kai", seat(DOOMED, 1, 1), "Niimi Nishiki"])
    asked = moving(state, DOOMED, 6)
    assert (asked.phase, asked.seat, names(asked)) == ("ishida", keeper, {"pass", "use"})
    assert (cell(asked, DOOMED), hand(asked, 1), told(asked, Trace.REMOVED, Trace.PLACED)) == ("2.2", (1, 1), [])


@pytest.mark.rule("EV-05", "S-R25")
def test_ev_05_used_the_removal_does_not_happen() -> None:
    """Ishida powder, S-R25: he stays where he stands, markers and all; no rebirth, no stones lost; it leaves play."""
    state = dying(powder=0, seats=["Shimada Kai", seat(DOOMED, 1, 2)])
    after = moving(state, DOOMED, 6)
    play(after, "use")
    assert (cell(after, DOOMED), marks(after, DOOMED), hand(after, 1), whose(after, 1)) == (
        "2.2",
        (0, 1),
        (1, 2),
        DOOMED,
    )
    assert (sorted(board(after)), lying(after, "Ishida powder"), after.to_dict()["powder"]) == (
        sorted([DOOMED, "Shimada Kai"]), "gone", None,
    )  # fmt: skip


@pytest.mark.rule("EV-05")
def test_ev_05_not_used_the_removal_happens() -> None:
    """Ishida powder: when it is used its keeper decides: it is still his."""
    after = moving(dying(powder=0, person_pile=[NEW]), DOOMED, 6)
    after = chance(after, "pass", lambda s: True)
    assert (cell(after, DOOMED), after.to_dict()["powder"], sorted(board(after))) == (
        "dead",
        0,
        sorted([NEW, "Shimada Kai"]),
    )


@pytest.mark.rule("EV-05")
def test_ev_05_once() -> None:
    """Ishida powder: after one use there is none: nobody is asked."""
    after = moving(dying(gone=["Ishida powder"]), DOOMED, 6)
    assert (after.phase, cell(after, DOOMED)) == ("move", "dead")


@pytest.mark.rule("S-R25")
def test_s_r25_a_keeper_who_is_out_cannot_use_it() -> None:
    """S-R25: a keeper without a self is not asked."""
    after = moving(dying(powder=1, seats=["Shimada Kai", None]), DOOMED, 6)
    assert (after.phase, cell(after, DOOMED), after.to_dict()["powder"]) == ("move", "dead", 1)


@pytest.mark.rule("S-R25")
def test_s_r25_attached_events_stay_but_the_one_whose_check_is_over() -> None:
    """S-R25: of a cancelled removal nothing happens: the fiancée stays; “Unworthy” goes, as his check is over."""
    betrothed = moving(dying(under="Fiancee", powder=0), DOOMED, 6)
    play(betrothed, "use")
    assert under(betrothed, DOOMED) == "Fiancee"
    unworthy = moving(dying(under="Unworthy of bushido", powder=0), DOOMED, 6)
    play(unworthy, "use")
    assert (under(unworthy, DOOMED), cell(unworthy, DOOMED), lying(unworthy, "Unworthy of bushido")) == (
        None,
        "2.2",
        "gone",
    )


@pytest.mark.rule("S-R25")
def test_s_r25_whoever_is_saved_is_judged_as_if_unharmed() -> None:
    """S-R25: saved from seppuku he stands below an event: its fight follows."""
    state = moving(dying(powder=0, events={"Ikedaya ronin": "2.1"}), DOOMED, 6)
    play(state, "use")
    assert (state.phase, names(state)) == ("fight_order", {"event:Ikedaya ronin"})


@pytest.mark.rule("§09", "EV-00")
def test_s09_whoever_is_gone_is_not_judged() -> None:
    """§09, ★: … and if he has been removed there is nobody to judge; the new person is not judged in his stead."""
    state = quiet(named(dying(events={"Ikedaya ronin": "2.1"}, person_pile=[NEW]), DOOMED))
    after = chance(state, "pass", lambda s: reborn(s) == ["2.2"])
    assert (after.phase, cell(after, NEW), lying(after, "Ikedaya ronin")) == ("move", "2.2", "2.1")


@pytest.mark.rule("S-R11", "S-R13")
def test_s_r13_a_deserter_who_is_drawn_again_is_not_judged() -> None:
    """S-R13: whoever was named and has left the board is not judged, even if he is drawn again below an event."""
    state = table(one(DOOMED, "2.3", arrows="up* right down left", bushido=1, failure="desert"), IDLE,
                  events={"Ikedaya ronin": "2.1"}, dead=all_but(DOOMED, "Shimada Kai"))  # fmt: skip
    after = chance(quiet(named(state, DOOMED)), "pass", lambda s: told(s, Trace.DESERTED) and reborn(s) == ["2.2"])
    assert (after.phase, persons(after), lying(after, "Ikedaya ronin")) == ("move", {DOOMED, "Shimada Kai"}, "2.1")
