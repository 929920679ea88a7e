"""Save files: read as they were written, complete in every phase, and refused by path where they are wrong."""

from typing import Any

import pytest

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.state import State
from tests.kingdoms.positions import BY_HAND, FIRST, PHASES, met
from tests.saved import changed, path_of, without_course


def read(save: dict[str, Any]) -> State:
    return GAME.from_dict(save, backend="auto")


def test_candidates_are_written_by_seat() -> None:
    """Ch. 9: naming order is that of the seats from the turn player on; the file lists them by seat."""
    state = met()["arms"].clone()
    while state.phase in ("candidate", "arms") and state.to_dict()["contest"]["candidates"][1:] == []:
        state.play("declare" if state.phase == "arms" else int(state.legal()[0]))
    saved = state.to_dict()
    named = saved["contest"]["candidates"]
    assert len(named) > 1 and [each["seat"] for each in named] == sorted(each["seat"] for each in named)
    other = saved | {"contest": saved["contest"] | {"candidates": named[::-1]}}
    with pytest.raises(SaveError, match=r"contest\.candidates\[0\]\.seat: the moves lead to"):
        read(other)


def test_a_lost_home_is_named_until_homes_are_looked_at() -> None:
    """Ch. 9, K31: while the victor says who rules it, the lost country is still in the file; then there is none."""
    loser = {"home": "Portugal", "kings": [{"king": "Elizabeth I", "countries": ["Portugal", "Sweden", "Norway"]}]}
    victor = {"home": "Spain", "kings": [{"king": "Henry VIII", "countries": ["Spain"]}], "nobles": ["Francis I"]}
    third = {"kings": [{"king": "Charles V", "countries": ["Milan"]}]}
    state = read(
        {"game": "kingdoms_v0", "options": {"ask_forced": True, "num_players": 3}, "seats": [victor, loser, third]}
    )
    for action in ("war", "country:Portugal", "declare"):
        state.play(action)
    assert state.phase == "conquest" and state.to_dict()["seats"][1]["home"] == "Portugal"
    state.play("person:Henry VIII")
    assert state.phase == "home" and state.to_dict()["seats"][1]["home"] is None
    state.play("country:Sweden")
    assert state.to_dict()["seats"][1]["home"] == "Sweden"


def test_a_defender_without_a_country_to_use_is_asked_where_forced_decisions_are() -> None:
    """Ch. 8: `defend_commit` and the last `war_commit` with `pass` alone; who has no normal country gives no aid."""
    attacker = {"kings": [{"king": "Henry VIII", "countries": ["Spain"]}]}
    defender = {"kings": [{"king": "Elizabeth I", "countries": ["Portugal"]}]}
    third = {"kings": [{"king": "Charles V", "countries": ["Milan"]}]}
    laid = {"game": "kingdoms_v0", "seats": [attacker, defender, third], "exhausted": ["Milan"]}
    met_with: dict[bool, list[tuple[str, list[str]]]] = {}
    for forced in (True, False):
        state = read(laid | {"options": {"ask_forced": forced, "num_players": 3}})
        asked = met_with.setdefault(forced, [])
        for wanted in ("war", "country:Portugal", "pass", "country:Spain", "pass", "pass", "person:Henry VIII"):
            names = [GAME.action_names[i] for i in state.legal()]
            asked.append((state.phase, names))
            if wanted in names:
                state.play(wanted)
    assert ("war_commit", ["pass"]) in met_with[True] and ("defend_commit", ["pass"]) in met_with[True]
    assert not {"war_commit", "defend_commit"} & {phase for phase, _ in met_with[False]}
    assert "aid" not in {phase for asked in met_with.values() for phase, _ in asked}


def test_by_hand_what_is_left_out_follows() -> None:
    state = read(BY_HAND)
    saved = state.to_dict()
    assert (state.phase, state.seat, state.num_players) == ("action", 0, 2)
    assert (saved["turn"], saved["turn_player"], saved["first_player"], saved["scythe"]) == (1, 0, 0, 1)
    assert [seat["home"] for seat in saved["seats"]] == ["Naples", "Portugal"], "said, and the first of the strongest"
    assert saved["removed_countries"] == ["Ottoman Empire"] and len(saved["independent"]) == 20 - 5
    decks = [name for deck in saved["person_decks"].values() for name in deck]
    assert len(decks) == 81 - 8 and "Suleiman I" in decks and saved["removed"] == []
    assert read(BY_HAND | {"seed": 3}).to_dict()["person_decks"] != saved["person_decks"]


def test_by_hand_a_turn_begins_with_a_person() -> None:
    state = read(BY_HAND | {"phase": "recruit", "person_decks": {"red": ["Mary Stuart"]}})
    assert state.phase == "recruit"
    state.play("deck:red")
    assert "Mary Stuart" in state.to_dict()["pool"]


def test_by_hand_the_empire_in_play_is_suleimans_doing() -> None:
    """Without him he is no card of a deck any more."""
    second = {"kings": [{"king": "Elizabeth I", "countries": ["Ottoman Empire"]}]}
    saved = read(BY_HAND | {"seats": [FIRST, second]}).to_dict()
    assert saved["removed"] == ["Suleiman I"] and "Ottoman Empire" not in saved["removed_countries"]


BEGINNINGS = ("setup_deck", "recruit", "action")
"""Where a table can be laid without saying how it came about."""


def broken(phase: str, path: tuple[Any, ...], value: Any) -> str:
    """What is said about a save of this phase with one thing changed; without its moves it is refused, too."""
    saved = changed(met()[phase].to_dict(), path, value)
    with pytest.raises(SaveError):
        read(without_course(saved))
    with pytest.raises(SaveError) as error:
        read(saved)
    return str(error.value)


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "end"])
def test_a_frame_that_waits_where_it_cannot_is_refused(phase: str) -> None:
    saved = met()[phase].to_dict()
    for wrong in ([], [*saved["stack"], {"step": "scythe", "seat": 0, "a": 0, "b": 0}]):
        assert broken(phase, ("stack",), wrong).startswith("stack: ")


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "end"])
def test_numbers_that_no_frame_has_are_refused(phase: str) -> None:
    for path in (("frame", "a"), ("frame", "b"), ("stack", 0, "a")):
        assert broken(phase, path, 99).startswith(path_of(path))


@pytest.mark.parametrize("phase", PHASES)
def test_a_table_in_the_middle_of_something_says_how_it_came_about(phase: str) -> None:
    saved = met()[phase].to_dict()
    assert ("moves" in saved) == ("begun" in saved)
    if "moves" not in saved:
        assert phase in BEGINNINGS
        return
    with pytest.raises(SaveError, match=r"phase: a save without 'moves' is of a table|stack: "):
        read(without_course(saved))
    assert read({name: saved[name] for name in ("game", "begun", "moves")}).to_dict() == saved


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in BEGINNINGS])
def test_nobody_is_left_out(phase: str) -> None:
    decks = met()[phase].to_dict()["person_decks"]
    deck = max(decks, key=lambda name: len(decks[name]))
    assert broken(phase, ("person_decks", deck), decks[deck][1:]).startswith(f"person_decks.{deck}: the moves lead to ")
    begun = met()["recruit"].to_dict()
    with pytest.raises(SaveError, match="nowhere; only a save without 'stack' may leave persons out"):
        read(begun | {"person_decks": begun["person_decks"] | {"green": begun["person_decks"]["green"][1:]}})


def test_a_game_that_is_over_has_a_reason() -> None:
    saved = met()["recruit"].to_dict() | {"phase": "end", "stack": []}
    with pytest.raises(SaveError, match="phase: a save without 'moves' is of a table where a turn begins"):
        read(saved)
    with pytest.raises(SaveError, match="phase: the moves lead to 'recruit', not 'end'"):
        read(saved | {"begun": met()["recruit"].to_dict(), "moves": []})


def test_a_country_left_out_is_named() -> None:
    saved = met()["action"].to_dict()
    first = saved["independent"][0]
    with pytest.raises(SaveError, match=f"{first}: nowhere; only a save without 'stack' may leave countries out"):
        read(saved | {"independent": saved["independent"][1:]})
