"""The table drawn for a terminal."""

import random

import numpy as np
import pytest

from dynasty_env.dynasty.display import terminal
from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import PERSON_NAMES, WITCH, Ability, Event, EventPlace
from dynasty_env.dynasty.rules import nouns
from dynasty_env.kit.terminal import NARROWEST, WIDTH
from tests.dynasty.courses import ESCAPE, choose, drawn, games
from tests.dynasty.reached import reached
from tests.dynasty.tables import RIVAL, WARLIKE, dynasty, laid
from tests.picking import card as printed


def test_terminal_shows_the_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    state = reached("interrupt")
    seen = terminal.ansi(state.view(None))
    assert ESCAPE.search(seen) and "anyone may play" in seen and "hand " not in ESCAPE.sub("", seen)
    asked = ESCAPE.sub("", terminal.ansi(state.view(state.seat)))
    assert f"dynasty_{state.seat} decides" in asked and "hand " in asked


def test_terminal_is_narrow_enough() -> None:
    for state in games(10):
        chance = random.Random(state.seed)
        while not state.done:
            state.play(choose(state, chance))
        lines = ESCAPE.sub("", terminal.ansi(state.view(0))).splitlines()
        assert max(map(len, lines)) <= WIDTH
        text = "\n".join(lines)
        assert "the game is over" in text
        owned = np.flatnonzero(state.record["owner"] >= 0)
        assert all(PERSON_NAMES[person] in text for person in owned)


def test_terminal_is_as_narrow_as_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Persons, countries, cards and the legend are wrapped."""
    view = GAME.new(1, num_players=6, backend="compiled").view(0)
    for columns, most in (("80", 80), ("20", NARROWEST), ("500", WIDTH)):
        monkeypatch.setenv("COLUMNS", columns)
        lines = ESCAPE.sub("", terminal.ansi(view)).splitlines()
        assert max(len(line.rstrip()) for line in lines) == most, "the rule is as wide as the drawing"


def test_every_person_fits_behind_a_label_on_the_narrowest_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    drawing = terminal.DynastyDrawing(GAME.new(1, witches=True, backend="compiled").view(0))
    assert max(len(ESCAPE.sub("", row)) for row in drawing.persons("children", PERSON_NAMES)) <= NARROWEST


def test_terminal_tags_special_abilities() -> None:
    """Behind a person's numbers, where the option is on."""
    state = reached("suppression_target")
    view = state.view(0)
    (line,) = (line for line in ESCAPE.sub("", terminal.ansi(view)).splitlines() if "Duke of Alba" in line)
    assert "W4G2P2F2L4A2 suppr." in line and line.rstrip().endswith("sea-4")
    view["options"] = view["options"] | {"abilities": False}
    assert "suppr." not in ESCAPE.sub("", terminal.ansi(view))


def test_every_ability_has_a_short_name() -> None:
    """Those of witches stand behind a sign while they sleep."""
    options = {option.name: True for option in GAME.options if option.default is False}
    view = GAME.new(1, backend="interpreted", **options).view(None)
    tags = {person: nouns.tag(OpenTable(view), person) for person in range(len(PERSON_NAMES))}
    assert len(set(tags.values())) == len(Ability)
    assert max(map(len, tags.values())) <= 7
    assert max(len(tags[person]) for person in tags if WITCH[person] and tags[person] != "healing") <= 6


def test_abilities_are_described_where_they_are_played() -> None:
    state = reached("suppression_target")
    action = GAME.action_ids["person:John of Austria"]
    state.tables.array["abilities"] = 0
    assert state.describe(action) == "suppress John of Austria (courtier of dynasty_0)"


def line_of(text: str, label: str) -> str:
    """What stands behind a label."""
    (found,) = (line for line in text.splitlines() if line.strip().startswith(label + " "))
    return found.strip().removeprefix(label).strip()


def test_terminal_shows_events_to_whom_they_are_known() -> None:
    """D-R43: all see how many lie face down and from which deck, one's own one knows; D-R43: warrior's way, all."""
    own = {"events": [{"event": "cancel", "deck": "blue"}, {"event": "warrior's way", "deck": "red", "shown": True}]}
    state = GAME.from_dict(laid(WARLIKE | own, RIVAL), backend="interpreted")
    assert line_of(drawn(state, 0), "events") == "cancel (blue)  warrior's way (red, known to all)"
    for seat in (1, None):
        assert line_of(drawn(state, seat), "events") == "? (blue)  warrior's way (red, known to all)"
        assert "cancel" not in drawn(state, seat)


def test_terminal_shows_the_expansion_in_the_middle() -> None:
    """SW02-06: what lies under the Neuroi card; SW02-08: attached events; the doll lies beside her king."""
    table = laid(
        WARLIKE,
        dynasty("Henry IV", "Francis I", spouses=["Mary of Hungary", "Anna of Bohemia"]),
        events_on_table=["neuroi"],
        occupied=["Hungary", "Ottoman Empire"],
        under_neuroi=["Suleiman I"],
        removed_events=["splendid"],
        attached=[
            {"event": "doll", "person": "Elizabeth I"},
            {"event": "polygamy", "person": "Henry IV"},
            {"event": "grounded", "person": "Francis I"},
            {"event": "cancel", "person": "Suleiman I"},
        ],
    )
    state = GAME.from_dict(table, backend="interpreted")
    state.record["event_place"][Event.ALL_OUT_ATTACK] = EventPlace.TABLE
    seen = drawn(state, None)
    hungary, empire = printed("Hungary")["power"], printed("Ottoman Empire")["power"]
    neuroi = f"power {hungary + empire}  Hungary {hungary}  Ottoman Empire {empire}  Suleiman I  cancel: Suleiman I"
    assert line_of(seen, "Neuroi") == neuroi
    assert line_of(seen, "event") == "all-out attack"
    assert line_of(seen, "events gone") == "splendid"
    assert line_of(seen, "attached") == "grounded: Francis I  polygamy: Henry IV"
    first, second = seen.split("dynasty_1 ·")
    (suleiman,) = (term for term in GAME.things(state, None) if term.name == "Suleiman I")
    assert suleiman.text.endswith("\nUnder the Neuroi card.")
    assert line_of(first, "spouse") == "the doll"
    assert "Mary of Hungary" in line_of(second, "spouse") and "Anna of Bohemia" in second


def test_terminal_shows_what_the_seat_has_seen() -> None:
    """SW02-07-03, 10, 11, D-R44: the top of the pack, of a deck, and what lies in which deck."""
    state = GAME.from_dict(
        laid(
            WARLIKE | {"seen": {"the Beam": "red"}, "knows_top": True},
            RIVAL,
            person_decks={"red": ["the Beam", "Anne Boleyn"], "blue": ["event:cancel", "Anne of Brittany"]},
            shown={"event:cancel": "blue"},
        ),
        backend="interpreted",
    )
    assert line_of(drawn(state, 0), "you know") == "top of the pack 2♥  the Beam (red)  cancel (blue)"
    assert line_of(drawn(state, 1), "you know") == line_of(drawn(state, None), "all know") == "cancel (blue)"
    foreseeing = reached("foresight", person_decks={"blue": ["the Beam", "Anne of Brittany"]})
    assert line_of(drawn(foreseeing, 0), "you know") == "top of the deck: the Beam"
    assert "the Beam" not in drawn(foreseeing, 1) and "the Beam" not in drawn(foreseeing, None)


def test_terminal_shows_dice_wars_and_a_second_action() -> None:
    state = reached("dice")
    faces = "  ".join(map(str, state.view(None)["dice"]))
    assert line_of(drawn(state, None), "dice") == f"{faces}  against {state.view(None)['needed']}"
    state = reached("check_order")
    state.play("person:Henry II")
    assert "Henry II (checked)" in drawn(state, None) and "Louis XIII (checked)" not in drawn(state, None)
    swift = GAME.from_dict(laid(dynasty("Elizabeth I", "the Swift"), RIVAL, second="the Swift"), backend="interpreted")
    assert line_of(drawn(swift, None), "second") == "the Swift acts once more"


@pytest.mark.parametrize(
    ("phase", "waits"),
    [
        ("interrupt", "interrupt: anyone may play a card"),
        ("event", "event: anyone with an event may play it"),
        ("cancel", "cancel: the action may be cancelled"),
        ("warrior", "warrior: somebody may use warrior's way"),
    ],
)
def test_terminal_does_not_tell_who_is_asked_in_secret(phase: str, waits: str) -> None:
    state = reached(phase)
    for seat in {None, 0, 1} - {state.seat}:
        assert waits in drawn(state, seat).splitlines()[0]
    assert f"{phase}: dynasty_{state.seat} decides" in drawn(state, state.seat)


@pytest.mark.parametrize("columns", ["80", "120"])
def test_the_expansion_fits_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for seed in range(4):
        state = GAME.new(seed, num_players=2 + seed, backend="auto", witches=True)
        chance = random.Random(seed)
        for _ in range(120):
            if state.done:
                break
            state.play(choose(state, chance))
            assert max(len(line.rstrip()) for line in drawn(state, state.seat).splitlines()) <= int(columns)
