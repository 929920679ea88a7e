"""Dynasty in words and pictures: points, actions, chronicle, terminal, picture."""

from __future__ import annotations

import builtins
import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty import drawing, terminal, words
from dynasty_env.dynasty.actions import ACTIONS
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, DIRECTIONS, NEIGHBOUR, PERSON_NAMES, Place
from dynasty_env.dynasty.rules.score import POINTS_BOUND
from dynasty_env.dynasty.steps import Told
from dynasty_env.kit.canvas import Canvas
from dynasty_env.kit.game import State
from dynasty_env.kit.table import EVERYBODY
from tests.picking import card as printed


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a terminal that is wide enough, whatever the tests run on."""
    monkeypatch.setenv("COLUMNS", "140")


ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"packs": 2},
    {"adjacency": True},
    {"kin_marriage": False},
    {"ask_forced": True, "packs": 2, "adjacency": True},
]
ABILITIES = ("matchmaking", "execution", "incite", "suppression", "assassination")
LONGER = ("procreation", "marriage", "hire", "reaper", "pass")


def games(count: int) -> Iterator[State]:
    """Random games of 2 to 6 seats; half of them play on where random play would soon be over."""
    for seed in range(count):
        yield GAME.new(seed, num_players=2 + seed % 5, backend="interpreted", **OPTIONS[seed % len(OPTIONS)])


def choose(state: State, chance: random.Random) -> int:
    """A random action, every other game a peaceful one, and every fourth one that loves special abilities."""
    names = {GAME.action_names[i]: int(i) for i in state.legal()}
    if state.phase == "plunder":
        return names["declare"]
    if state.phase == "action" and state.seed % 4 == 2:
        for name in (*ABILITIES, *LONGER):
            if name in names and chance.random() < 0.6:
                return names[name]
    if state.phase == "action" and state.seed % 2:
        for name in LONGER:
            if name in names and chance.random() < 0.6:
                return names[name]
    return chance.choice(list(names.values()))


def until(seed: int, phase: str, **options: Any) -> State:
    """A random game as it stands when it first asks for `phase`."""
    for further in range(seed, seed + 40):
        state = GAME.new(further, backend="interpreted", **options)
        chance = random.Random(further)
        while not state.done and state.phase != phase:
            state.play(choose(state, chance))
        if not state.done:
            return state
    raise AssertionError(f"no game comes to {phase}")


def dynasty(king: str, **persons: Any) -> dict[str, Any]:
    return {"king": king, "courtiers": [], "territories": ["Spain"], "hand": []} | persons


PLAYED: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]] = {
    "plunder": (
        dynasty("Hernan Cortes"),
        dynasty("Henry IV", territories=["France", "Naples"]),
        ("war", "country:Naples", "person:Hernan Cortes", "pass", "pass", "pass"),
    ),
    "police": (
        dynasty("Martin Luther"),
        dynasty("Henry IV", courtiers=["Francis Walsingham", "Oliver Cromwell"], territories=["France"]),
        ("incite", "person:Oliver Cromwell"),
    ),
    "suppression_target": (
        dynasty("Philip II", courtiers=["Duke of Alba", "John of Austria"]),
        dynasty("Henry IV", territories=["France"]),
        ("suppression",),
    ),
    "execution_target": (
        dynasty("Henry VIII", spouses=["Anne Boleyn"]),
        dynasty("Henry IV", territories=["France"]),
        ("execution",),
    ),
    "matchmaking_child": (
        dynasty("Elizabeth I", children=["Philip III", "Henry III"]),
        dynasty("Henry IV", territories=["France"]),
        ("matchmaking",),
    ),
    "matchmaking_target": (
        dynasty("Elizabeth I", children=["Philip III", "Henry III"]),
        dynasty("Mary Stuart", territories=["France"]),
        ("matchmaking", "person:Philip III"),
    ),
}
"""How phases come about that random play reaches too seldom."""


def reached(phase: str, seed: int = 1) -> State:
    """A game that asks for `phase`."""
    if phase not in PLAYED:
        return until(seed, phase)
    own, rival, actions = PLAYED[phase]
    saved = {"game": "dynasty_v0", "options": {"ask_forced": True}, "phase": "action", "seats": [own, rival],
             "turn_player": 0, "pope": 1, "scythe": 1, "pack": ["H2", "H3", "H4", "H5"]}  # fmt: skip
    state = GAME.from_dict(saved, backend="interpreted")
    for action in actions:
        state.play(action)
    assert state.phase == phase
    return state


def tell_one(kind: Told, seat: int = 1, subject: int = 5, object_: int = 2, value: int = 4) -> list[str]:
    """The chronicle of a move that left one entry."""
    return tell_all([(kind, seat, subject, object_, value)])


def tell_all(entries: list[tuple[int, ...]]) -> list[str]:
    """The chronicle of a move that left these entries."""
    state = GAME.new(0, backend="interpreted")
    state.record["trace_length"] = len(entries)
    for row, entry in enumerate(entries):
        state.record["trace"][row] = (*entry, EVERYBODY)
    return state.chronicle(None)


# ------------------------------------------------------------------------------------------------ whole games


def test_whole_games_in_words() -> None:
    """Sixty games and more: every kind of happening occurs and has words, and the points are those of the rules."""
    told: set[int] = set()
    for state in (*games(60), *map(reached, PLAYED)):
        chance = random.Random(state.seed)
        told.update(entry.kind for entry in state.trace())
        while not state.done:
            action = choose(state, chance)
            assert state.describe(action)
            state.play(action)
            for seat in (None, *range(state.num_players)):
                entries, sentences = state.trace(seat), state.chronicle(seat)
                assert bool(entries) == bool(sentences)
                assert all(sentence and "{" not in sentence and "#" not in sentence for sentence in sentences)
                told.update(entry.kind for entry in entries)
        points = np.array([line["points"] for line in words.score_table(state)], float)
        mean_of_others = (points.sum() - points) / (state.num_players - 1)
        np.testing.assert_allclose((points - mean_of_others) / POINTS_BOUND, state.returns("points"), atol=1e-6)
    missing = set(Told) - {Told(kind) for kind in told}
    assert missing <= {Told.CHILDLESS_BIRTH}, missing  # both decks empty: too rare for sixty games


# ----------------------------------------------------------------------------------------------------- points


def test_points_are_royals_and_countries() -> None:
    state = GAME.new(5, backend="interpreted")
    record = state.record
    record["place"][:], record["owner"][:], record["holder"][:20] = Place.DECK, -1, -1
    record["pope"] = 1
    for person, place in (("Charles V", Place.KING), ("Philip II", Place.CHILD), ("Elizabeth I", Place.SPOUSE)):
        record["place"][PERSON_NAMES.index(person)] = place
        record["owner"][PERSON_NAMES.index(person)] = 1
    record["holder"][COUNTRY_NAMES.index("France")] = 1
    record["holder"][COUNTRY_NAMES.index("Spain")] = 2
    record["childless"][2] = 1
    charles, philip, elizabeth = map(printed, ("Charles V", "Philip II", "Elizabeth I"))
    assert (charles["religion"], philip["religion"], elizabeth["religion"]) == ("C", "CC", "P")
    royals = charles["prestige"] + 2 + philip["prestige"] + 2 + elizabeth["prestige"]  # §11-01: the pope, for C and CC
    france, spain = printed("France")["power"], printed("Spain")["power"]
    table = words.score_table(state)
    assert table[1] == {"points": royals + france, "royals": royals, "countries": france, "ruined": False}
    assert table[2] == {"points": 0, "royals": 0, "countries": spain, "ruined": True}  # §07-01
    assert table[0]["ruined"] and table[3]["ruined"]


# ---------------------------------------------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("phase", "action", "said"),
    [
        ("recruit", "deck:yellow", r"turn up a card of the yellow deck \(\d+ left\)"),
        (
            "setup_king",
            "person:Renée of France",
            r"crown Renée of France "
            r"\({sex}, W{war} G{governance} P{prestige} F{fertility} L{life} A{ambition}, {religion}\)",
        ),
        ("action", "war", "declare war"),
        ("action", "pass", "take no action"),
        (
            "marriage_target",
            "person:Anne of Cleves",
            r"propose to Anne of Cleves \({sex}, prestige {prestige}, {religion}, .+\)",
        ),
        ("war_target", "country:Ottoman Empire", r"attack Ottoman Empire \(power {power}, .+\)"),
        ("war_commander", "person:Duke of Alba", r"let Duke of Alba \(war {war}, life {life}, .+\) command the attack"),
        ("war_defender", "pass", "send no one"),
        ("hire_recruiter", "person:Henry VII", r"send Henry VII \(governance {governance}, {colour}\) to recruit"),
        ("hire_candidate", "person:Henry VII", r"hire Henry VII \(ambition {ambition}, {colour}\)"),
        ("incite_target", "person:Henry of Guise", r"incite Henry of Guise \(ambition {ambition}, .+\)"),
        ("reaper_target", "pope", r"send the reaper to the pope \(life 3, held by dynasty_\d\)"),
        ("veto", "declare", "refuse"),
        ("veto", "pass", "allow"),
        ("interrupt", "card:SK", r"play K♠ \(13\)"),
        ("interrupt", "card:H10", "play 10♥"),
        ("interrupt", "joker:7", "play the joker as 7"),
        ("interrupt", "pass", "pass: play no card"),
        ("joker", "joker:7", "let the joker be 7"),
        ("birth_deck", "deck:blue", r"take the child from the blue deck \(\d+ left\)"),
        (
            "plunder",
            "declare",
            rf"plunder Naples: it leaves play, and its power is drawn in cards \({printed('Naples')['power']}\)",
        ),
        ("plunder", "pass", "do not plunder: take the country"),
        ("police", "declare", r"let Francis Walsingham \(governance 3\) arrest Oliver Cromwell"),
        ("police", "pass", "leave the police out of it"),
        ("action", "assassination", "have somebody assassinated"),
        ("action", "suppression", "suppress a person of the own dynasty"),
        ("action", "matchmaking", "make a match for a child"),
        ("action", "execution", "have a spouse executed"),
        ("suppression_target", "person:John of Austria", r"suppress John of Austria \(sea 4, courtier of dynasty_0\)"),
        (
            "execution_target",
            "person:Anne Boleyn",
            r"have Anne Boleyn \(prestige {prestige}, spouse of dynasty_0\) executed",
        ),
        ("matchmaking_child", "person:Henry III", r"make a match for Henry III \(m, child of dynasty_0\)"),
        (
            "matchmaking_target",
            "person:Mary Stuart",
            r"offer the child to Mary Stuart \(f, prestige {prestige}, king of dynasty_1\)",
        ),
        ("hire_candidate", "person:Duke of Sully", r"hire Duke of Sully \(ambition {ambition}, {colour}, war tax\)"),
        ("discard_wanderer", "person:Henry VII", r"dismiss Henry VII \({sex}, .+\)"),
        ("discard_card", "card:JOKER", "discard the joker"),
    ],
)
def test_actions_in_words(phase: str, action: str, said: str) -> None:
    """What stands in braces is printed on the card of whomever the action names."""
    kind, _, name = action.partition(":")
    if kind in ("person", "country"):
        said = said.format_map(printed(name))
    state = reached(phase)
    assert re.fullmatch(said, state.describe(GAME.action_ids[action]))


def test_every_action_has_words_in_every_phase() -> None:
    for phase in set(GAME.phase_names.values()) - {"end"}:
        state = reached(phase)
        said = [state.describe(action) for action in range(ACTIONS)]
        assert all(said)
        legal = [said[action] for action in state.legal()]
        assert len(set(legal)) == len(legal)


def test_describing_reveals_no_hidden_card() -> None:
    """An action is worded alike, whatever lies face down."""
    state = until(1, "interrupt")
    redrawn = state.hide(state.seat, 99)
    assert [state.describe(i) for i in range(ACTIONS)] == [redrawn.describe(i) for i in range(ACTIONS)]


def test_agents_are_called_as_in_pettingzoo() -> None:
    assert [words.agent(seat) for seat in range(6)] == GAME.agents(6)


# -------------------------------------------------------------------------------------------------- chronicle


@pytest.mark.parametrize("kind", Told)
def test_every_kind_has_words(kind: Told) -> None:
    (sentence,) = tell_one(kind)
    assert len(sentence) > 5 and "{" not in sentence


def test_dice_are_one_sentence() -> None:
    entries: list[tuple[int, ...]] = [
        (Told.SUPPLIED, 0, 16, 0, 4),
        (Told.SUPPLIED, 0, 12, 0, 13),
        (Told.SUPPLIED, 0, 52, 0, 0),
    ]
    entries += [(Told.NEEDS, 1, 0, 0, 7), (Told.DIE, 1, 0, 0, 3), (Told.DIE, 1, 0, 0, 5), (Told.OUTCOME, 1, 0, 1, 8)]
    entries += [(Told.CHECKED, 1, 3, 1, 4), (Told.DIED, 1, 3, 0, 0), (Told.EXTINCT, 1, 0, 0, 0)]
    assert tell_all(entries) == [
        "the pack supplies 4♥ K♠ joker",
        "dynasty_1 rolls 3 5 = 8 against 7: success",
        "dynasty_1 rolls 4 against life 3: Charles V dies",
        "the king of dynasty_1 has died childless: the dynasty is ruined",
    ]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([(Told.PLUNDERED, 1, 15, 0, 0)], "dynasty_1 plunders Naples"),
        ([(Told.PLUNDERED, 1, 20, 0, 0)], "dynasty_1 plunders the Ottoman Empire"),
        (
            [(Told.REVOLTED, 1, 33, 10, 0), (Told.DIED, 1, 10, 0, 0)],
            "Henry of Guise makes a revolution and becomes king of dynasty_1: Philip II dies",
        ),
        (
            [(Told.POLICED, 1, 49, 8, 3), (Told.DIED, 1, 8, 0, 0)],
            "dynasty_1 rolls 3 against Francis Walsingham's governance 3: Duke of Alba is executed",
        ),
        (
            [(Told.POLICED, 1, 49, 8, 4)],
            "dynasty_1 rolls 4 against Francis Walsingham's governance 3: Duke of Alba gets away",
        ),
        (
            [(Told.SUPPRESSED, 0, 8, 1, 5), (Told.DIED, 0, 8, 0, 0)],
            "dynasty_0 rolls 5 to suppress Duke of Alba: executed",
        ),
        ([(Told.SUPPRESSED, 0, 8, 0, 4)], "dynasty_0 rolls 4 to suppress Duke of Alba: spared"),
        ([(Told.EXECUTED, 0, 44, 0, 0), (Told.DIED, 0, 44, 0, 0)], "dynasty_0 has Anne Boleyn executed"),
        ([(Told.MATCHED, 0, 17, 1, 6)], "dynasty_0 rolls 6 for the match of Philip III: success"),
        ([(Told.MATCHED, 0, 17, 0, 2)], "dynasty_0 rolls 2 for the match of Philip III: failure"),
        ([(Told.BY_ITSELF, 2, 0, 0, 0)], "the action of dynasty_2 succeeds by itself"),
    ],
)
def test_special_abilities_are_told(entries: list[tuple[int, ...]], said: str) -> None:
    """§11-03: an ability's happening is one sentence, the death that it brings included."""
    assert tell_all(entries) == [said]


def test_drawn_cards_are_told_to_their_seat_alone() -> None:
    state = GAME.new(3, backend="interpreted")
    hands = [" ".join(map(words.card, state.view(seat)["seats"][seat]["hand"])) for seat in range(4)]
    assert state.chronicle(None)[:4] == [f"dynasty_{seat} draws 5 cards" for seat in range(4)]
    for seat in range(4):
        told = state.chronicle(seat)
        cards = told[seat].removeprefix(f"dynasty_{seat} draws ")
        assert sorted(cards.split()) == sorted(hands[seat].split())
        assert [line for other, line in enumerate(told[:4]) if other != seat] == [
            f"dynasty_{other} draws 5 cards" for other in range(4) if other != seat
        ]


# ------------------------------------------------------------------------------------------------- the terminal


def test_terminal_shows_the_view_alone() -> None:
    state = until(7, "interrupt")
    seen = terminal.ansi(state.view(None))
    assert ESCAPE.search(seen) and "whoever wishes" in seen and "hand " not in ESCAPE.sub("", seen)
    asked = ESCAPE.sub("", terminal.ansi(state.view(state.seat)))
    assert f"dynasty_{state.seat} decides" in asked and "hand " in asked


def test_terminal_is_narrow_enough() -> None:
    for state in games(10):
        chance = random.Random(state.seed)
        while not state.done:
            state.play(choose(state, chance))
        lines = ESCAPE.sub("", terminal.ansi(state.view(0))).splitlines()
        assert max(map(len, lines)) <= terminal.WIDTH
        text = "\n".join(lines)
        assert "the game is over" in text
        owned = np.flatnonzero(state.record["owner"] >= 0)
        assert all(PERSON_NAMES[person] in text for person in owned)


def test_terminal_is_as_narrow_as_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Persons, countries and cards are wrapped; the legend alone is longer."""
    view = reached("interrupt").view(0)
    for columns, most in (("80", 80), ("20", terminal.NARROWEST), ("500", terminal.WIDTH)):
        monkeypatch.setenv("COLUMNS", columns)
        lines = ESCAPE.sub("", terminal.ansi(view)).splitlines()
        assert max(len(line.rstrip()) for line in lines[1:-2]) == most, "the rule is as wide as the drawing"


def test_terminal_tags_special_abilities() -> None:
    """Behind a person's numbers, where the option is on."""
    state = reached("suppression_target")
    view = state.view(0)
    (line,) = (line for line in ESCAPE.sub("", terminal.ansi(view)).splitlines() if "Duke of Alba" in line)
    assert "W4G2P2F2L4A2 suppress" in line and line.rstrip().endswith("sea 4")
    view["options"] = view["options"] | {"abilities": False}
    assert "suppress " not in ESCAPE.sub("", terminal.ansi(view))


def test_every_ability_has_a_short_name() -> None:
    tags = {words.tag(person) for person in range(len(PERSON_NAMES))}
    assert len(tags) == 1 + 12 and max(map(len, tags)) <= 8


def test_abilities_are_described_where_they_are_played() -> None:
    state = reached("suppression_target")
    action = GAME.action_ids["person:John of Austria"]
    state.tables.array["abilities"] = 0
    assert state.describe(action) == "suppress John of Austria (courtier of dynasty_0)"


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    view = until(7, "action").view(0)
    coloured = terminal.ansi(view)
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal.ansi(view) == ESCAPE.sub("", coloured) != coloured


# -------------------------------------------------------------------------------------------------- the picture


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_picture_has_one_size(num_players: int) -> None:
    pytest.importorskip("PIL")
    state = GAME.new(num_players, num_players=num_players, backend="interpreted")
    chance = random.Random(num_players)
    early = GAME.picture(state, None)
    while not state.done:
        state.play(choose(state, chance))
    late = GAME.picture(state, 0)
    assert early.shape == late.shape == (drawing.HEIGHT, drawing.WIDTH, 3)
    assert early.dtype == late.dtype == np.uint8
    assert (early != late).any() and (GAME.picture(state, None) != late).any()  # one's own hand is drawn


def test_picture_shows_special_abilities() -> None:
    pytest.importorskip("PIL")
    view = reached("suppression_target").view(None)
    plain = view | {"options": view["options"] | {"abilities": False}}
    assert (drawing.picture(view) != drawing.picture(plain)).any()
    for seat in view["seats"]:
        seat["courtiers"] = list(PERSON_NAMES[14 + 30 * view["seats"].index(seat) :][:26])  # on the smallest cards too
    assert (drawing.picture(view) != drawing.picture(plain)).any()


def test_picture_of_a_crowded_table() -> None:
    pytest.importorskip("PIL")
    view = GAME.new(2, num_players=6, backend="interpreted").view(0)
    names = list(PERSON_NAMES[:80])
    crowd = {"king": names[0], "spouses": names[1:2], "children": names[2:11], "courtiers": names[11:17]}
    view["seats"][0] |= crowd | {"territories": list(COUNTRY_NAMES[:10]), "hand": ["H3", "JOKER"] * 8}
    view["on_table"] = [{"card": "JOKER", "number": None, "seat": None}, {"card": "S10", "number": 10, "seat": 1}] * 17
    assert drawing.picture(view).shape == (drawing.HEIGHT, drawing.WIDTH, 3)


def test_accents_are_drawn() -> None:
    pytest.importorskip("PIL")

    def written(text: str) -> Any:
        canvas = Canvas(200, 40, "#ffffff")
        canvas.text(10, 20, text, 20, "#000000")
        return canvas.pixels()

    assert (written("Renée") != written("Renee")).any()


def test_picture_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_pillow(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("PIL"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_pillow)
    with pytest.raises(ImportError, match=re.escape("pip install 'dynasty-env[render]'")):
        drawing.picture(GAME.new(0, backend="interpreted").view(None))


def test_map_is_drawn_as_the_cards_say() -> None:
    """Every neighbour lies straight in its direction, and no country lies in between."""
    steps = dict(zip(DIRECTIONS, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True))
    assert set(drawing.GRID) == set(COUNTRY_NAMES) and len(set(drawing.GRID.values())) == len(COUNTRY_NAMES)
    for country, name in enumerate(COUNTRY_NAMES):
        for side, (dx, dy) in enumerate(steps.values()):
            if NEIGHBOUR[country, side] >= 0:
                x, y = drawing.GRID[name]
                met = None
                while met is None:
                    x, y = x + dx, y + dy
                    assert 0 <= x < 5 and 0 <= y < 7
                    met = next((other for other, place in drawing.GRID.items() if place == (x, y)), None)
                assert met == COUNTRY_NAMES[NEIGHBOUR[country, side]]
