"""Boards: whatever is legal can be clicked, nothing else can, and a drawing tells no more than the view."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import markupsafe
import numpy as np
import pytest

from agents.people.web.boards import board_of
from agents.people.web.boards.dynasty.persons import person_card
from agents.people.web.boards.europe import arms, atlas
from agents.people.web.boards.europe.arms import sprite
from agents.people.web.markup import Markup
from agents.people.web.pages.parts import with_own_marked, words_for
from agents.people.web.phrases import Words
from agents.people.web.rulebooks import REGISTERED
from agents.people.web.sides import answers, from_own_side
from agents.people.web.viewers.shown import account_of, odds
from dynasty_env import dynasty_v0
from dynasty_env.dynasty import material
from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.material import COUNTRY_NAMES, NEIGHBOUR, PERSON_NAMES, WAY, Way
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.agents.people.web.drawing import check_html, drawn, glimpse_of
from tests.games import ALL, brief


def options(game: Game, number: int) -> dict[str, int | bool]:
    """Options of the n-th game: short ones, in which expansions and hidden things come up."""
    chosen: dict[str, int | bool] = dict(brief(game))
    for option in game.options:
        if option.name in ("witches", "hidden_stones"):
            chosen[option.name] = number % 2 == 1
    return chosen


def positions(game: Game, games: int, share: float) -> Iterator[tuple[State, random.Random]]:
    """Positions of random games."""
    for number in range(games):
        rng = random.Random(number)
        state = game.new(number, backend="compiled", **options(game, number))
        while not state.done:
            if rng.random() < share:
                yield state, rng
            state.play(int(rng.choice(state.legal().tolist())))
        yield state, rng


shares = pytest.mark.parametrize(
    ("game", "share"),
    [
        *((game, 0.04 if game.longest > 100 else 0.3) for game in ALL),
        *(pytest.param(game, 0.08, marks=pytest.mark.slow) for game in ALL),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
"""Games, and the part of their positions that is looked at: of long games less in the short form."""


@shares
def test_all_that_is_legal_can_be_clicked_and_nothing_else(game: Game, share: float) -> None:
    board = board_of(game)
    seen = set()
    for state, rng in positions(game, 2, share):
        seen.add(state.phase)
        language = rng.choice(["en", "ja"])
        for viewer in {state.seat, None, rng.randrange(state.num_players)}:
            parts = drawn(state, viewer, board, language)
            for part in parts.values():
                check_html(part)
            assert "<i>&" not in "".join(parts.values())
            wanted = set() if viewer != state.seat or state.done else set(map(int, state.legal()))
            clickable = {name: {int(n) for n in re.findall(r'data-act="(\d+)"', part)} for name, part in parts.items()}
            assert clickable["prompt"] == wanted
            for name, actions in clickable.items():
                assert actions <= wanted, f"{name} in {state.phase}"
        slots = {slot for column in board.columns(state.num_players, state.seat) for slot in column}
        assert {"prompt", "chronicle"} <= slots
        assert set(drawn(state, state.seat, board, "en")) - {"status"} == slots
    assert len(seen) > min(3, len(game.phases))


SHOWN_WHERE_IT_LIES = {
    "dynasty_v0": {"person", "country", "deck", "card"},
    "shinsengumi_v0": {"person", "cell", "arrow"},
    "kingdoms_v0": {"person", "country", "deck"},
}


@pytest.mark.parametrize("name", SHOWN_WHERE_IT_LIES)
def test_what_the_board_can_show_is_clicked_on_the_board(name: str) -> None:
    """Persons, countries, decks, cells and arrows are picked where they lie."""
    game = next(each for each in ALL if each.name == name)
    board = board_of(game)
    kinds: dict[str, int] = {}
    for state, _ in positions(game, 4, 0.25):
        if state.done:
            continue
        if set(kinds) >= SHOWN_WHERE_IT_LIES[name] and sum(kinds.values()) > 400:
            break
        parts = drawn(state, state.seat, board, "en")
        on_board = {int(n) for k, part in parts.items() if k != "prompt" for n in re.findall(r'data-act="(\d+)"', part)}
        for action in map(int, state.legal()):
            kind = game.action_names[action].partition(":")[0]
            if kind in ("person", "country", "deck", "card", "cell", "arrow") and state.phase != "search_person":
                assert action in on_board, f"{game.action_names[action]} in {state.phase}"
                kinds[kind] = kinds.get(kind, 0) + 1
    assert set(kinds) >= SHOWN_WHERE_IT_LIES[name]


@pytest.mark.parametrize("game", [game for game in ALL if game.name in REGISTERED], ids=lambda game: game.name)
def test_a_chance_stands_on_all_that_can_be_chosen_with_one(game: Game) -> None:
    """On each land, area, person and card of the board; and what is one's own among others says so."""
    board, seen, owned = board_of(game), 0, 0
    for state, rng in positions(game, 3, 0.1):
        if state.done:
            continue
        parts = drawn(state, state.seat, board, rng.choice(["en", "ja"]))
        question = with_own_marked(board, from_own_side(board.game, glimpse_of(state, state.seat, board)[0])).question
        for name, part in parts.items():
            here = {int(n) for n in re.findall(r'data-act="(\d+)"', part)}
            if name == "prompt" or question is None or not here:
                continue
            choices = [each for each in question.choices if each.action in here]
            assert len(re.findall(r'class="(?:odds|chance)[ "]', part)) == sum(
                odds(each) is not None for each in choices
            )
            assert part.count('class="yours"') == sum(each.own for each in choices)
            seen += sum(odds(each) is not None for each in choices)
            owned += sum(each.own for each in choices)
    assert seen
    assert owned or game.name not in ("dynasty_v0", "kingdoms_v0")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_cannot_succeed_is_no_offer_like_the_others(language: str) -> None:
    """A war of Kingdoms with no chance at all: pale in the list and on the map, below all others, and said to be so."""
    game = next(each for each in ALL if each.name == "kingdoms_v0")
    found = declared = 0
    for state, _ in positions(game, 3, 1.0):
        if state.phase not in ("war_target", "action"):
            continue
        parts = drawn(state, state.seat, board_of(game), language)
        if state.phase == "action":
            kinds = [bool(pale) for pale in re.findall(r'class="choice of-\w+( hopeless)?"', parts["prompt"])]
            assert kinds == sorted(kinds)
            declared += any(kinds)
            continue
        decision = Decision(state, np.random.default_rng(0))
        vain = {int(action) for action in decision.legal if decision.prospects(action) == "succeeds 0 %"}
        listed = re.findall(r'class="choice of-country( hopeless)?" data-act="(\d+)"', parts["prompt"])
        lands = re.findall(
            r'class="land[^"]* legal( hopeless)?" [^>]*data-act="(\d+)" aria-label="([^"]*)"', parts["map"]
        )
        assert {int(action) for pale, action in listed if pale} == vain
        assert {int(action) for pale, action, _ in lands if pale} == vain
        assert all("%" in said for _, _, said in lands)
        assert [bool(pale) for pale, _ in listed] == sorted(bool(pale) for pale, _ in listed)
        found += 0 < len(vain) < len(listed)
    assert found and declared


@shares
def test_a_page_is_a_function_of_what_its_seat_knows(game: Game, share: float) -> None:
    """The same on any table that the seat cannot tell from the true one."""
    board = board_of(game)
    for state, rng in positions(game, 2, share):
        for viewer in range(state.num_players):
            twin = state.hide(viewer, rng.randrange(2**62))
            page = drawn(state, viewer, board, "en")
            assert drawn(twin, viewer, board, "en", twin if state.told else state) == page


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_end_says_who_wins_and_why(game: Game) -> None:
    board = board_of(game)
    for seed in range(3):
        state = game.new(seed, backend="compiled")
        rng = random.Random(seed)
        while not state.done:
            state.play(int(rng.choice(state.legal().tolist())))
        glimpse, _ = glimpse_of(state, 0, board)
        rows = board.account_rows(glimpse, words_for(board, glimpse, "en"))
        assert [share for _, share, _, _ in sorted(rows)] == pytest.approx(state.win_shares().tolist())
        assert [points for _, _, points, _ in sorted(rows)] == state.scores()
        assert drawn(state, None, board, "en")["prompt"].count("<tr") == 1 + state.num_players


@pytest.mark.parametrize(("name", "options"), [("dynasty_v0", {"witches": True}), ("kingdoms_v0", {})])
def test_points_are_what_they_are_said_to_be_made_of(name: str, options: dict[str, bool]) -> None:
    game = next(each for each in ALL if each.name == name)
    state, rng = game.new(5, backend="compiled", **options), random.Random(5)
    while not state.done:
        state.play(int(rng.choice(state.legal().tolist())))
    for _, points, items in account_of(state):
        lost = not {"ruined, so no points", "without a king, so no points"}.isdisjoint(items)
        assert points == (0 if lost else sum(item.fields.get("n", 0) for item in items))


@pytest.mark.parametrize("name", ["dynasty_v0", "shinsengumi_v0", "kingdoms_v0", "three_kingdoms_v0", "figures_v0"])
def test_the_end_says_why_the_game_is_over(name: str) -> None:
    game = next(each for each in ALL if each.name == name)
    state, rng = game.new(1, backend="compiled"), random.Random(1)
    while not state.done:
        state.play(int(rng.choice(state.legal().tolist())))
    assert '<p class="why">the game ends: ' in drawn(state, 0, board_of(game), "en")["prompt"]


@pytest.mark.parametrize("name", ["dynasty_v0", "shinsengumi_v0", "kingdoms_v0", "three_kingdoms_v0"])
def test_every_kind_of_die_is_drawn(name: str) -> None:
    game = next(each for each in ALL if each.name == name)
    assert set(game.wording.dice) <= set(board_of(game).shown)


@pytest.mark.parametrize("name", ["dynasty_v0", "kingdoms_v0"])
def test_a_question_explains_its_letters_and_offers_to_pass_ahead_only_where_one_may_pass(name: str) -> None:
    game = next(each for each in ALL if each.name == name)
    explained = set()
    for state, _ in positions(game, 2, 0.5):
        if state.done:
            continue
        prompt = drawn(state, state.seat, board_of(game), "en")["prompt"]
        if "data-act" in prompt:
            own = state.view(None)["turn_player"] == state.seat and state.phase not in answers(game)
            assert ("advance" in prompt) == (0 in state.legal() and not own)
            assert ("until my turn" in prompt) <= (state.view(None)["turn_player"] != state.seat)
            explained |= {state.phase} if "W war · G governance" in prompt else set()
    assert "setup_king" in explained
    assert "action" not in explained


@pytest.mark.parametrize(
    ("template", "fields"),
    [
        ("<b>{}</b>{}", ("<i> & 'it'", markupsafe.Markup("<i>it</i>"))),
        ("<b>{1}</b>{0}{{}}", (None, Markup("&amp;"))),
        ('<i x="{:.2f}" y="{:+.0f}" z="{}"/>', (np.float64(1.005), -3, True)),
        ("{}{}", (np.int64(7), material.Place.KING)),
    ],
)
def test_templates_are_filled_in_as_by_markupsafe(template: str, fields: tuple[Any, ...]) -> None:
    result = Markup(template).format(*fields)
    assert result == markupsafe.Markup(template).format(*fields)
    assert type(result) is Markup
    named = {f"f{number}": each for number, each in enumerate(fields)}
    assert Markup("{f1}, {f0}").format(**named) == markupsafe.Markup("{f1}, {f0}").format(**named)
    joined = Markup("<br/>").join(fields)
    assert joined == markupsafe.Markup("<br/>").join(fields)
    assert {type(joined), *map(type, map(Markup.escape, fields))} == {Markup}


@pytest.mark.parametrize(
    "html",
    ["<b>", "</b>", "<b><i></b></i>", '<b style="x"></b>', '<b onclick="x"></b>', "<b onclick></b>", "<b>a < b</b>",
     "<b x='1'></b>", '<b x="<i>"></b>', "<script", '<b class="a"onclick="x"></b>'],
)  # fmt: skip
def test_what_is_wrong_with_a_page_is_noticed(html: str) -> None:
    check_html('<svg x="a > b"><path d="M 0"/><b class="on">a &lt; b</b><br><input disabled></svg>')
    with pytest.raises((AssertionError, IndexError)):
        check_html(html)


def lines_of(name: str) -> set[frozenset[atlas.Corner]]:
    """The straight lines of a country's outlines."""
    return {
        frozenset(line) for outline in atlas.OUTLINES[name] for line in pairwise((*outline, outline[0]))
    }  # fmt: skip


def test_countries_share_a_border_where_they_are_neighbours_by_land_and_nowhere_else() -> None:
    for one, name in enumerate(COUNTRY_NAMES):
        by_land = {int(n) for n, way in zip(NEIGHBOUR[one], WAY[one], strict=True) if way == Way.LAND}
        for other, another in enumerate(COUNTRY_NAMES):
            if one != other:
                assert bool(lines_of(name) & lines_of(another)) == (other in by_land), f"{name}, {another}"


def test_ships_go_where_countries_are_joined_by_sea() -> None:
    routes = {frozenset((start, end)) for start, _, end, _, _ in atlas.SEA_ROUTES}
    wanted = {
        frozenset((COUNTRY_NAMES[one], COUNTRY_NAMES[int(other)]))
        for one in range(len(COUNTRY_NAMES))
        for other, way in zip(NEIGHBOUR[one], WAY[one], strict=True)
        if way == Way.SEA
    }
    assert routes == wanted


def test_a_border_is_the_same_line_from_both_sides() -> None:
    assert set(atlas.OUTLINES) == set(atlas.LABELS) == set(COUNTRY_NAMES)
    one, other = (atlas.path((("nspb"), ("spu"), (0.0, 0.0))), atlas.path((("spu"), ("nspb"), (0.0, 0.0))))
    middle = [point for point in re.findall(r"\d+ \d+", one) if point in re.findall(r"\d+ \d+", other)]
    assert len(middle) > 8


def test_everybody_has_arms() -> None:
    check_html(f"<svg>{sprite()}</svg>")
    assert len(set(re.findall(r'id="(arms-\d+)"', sprite()))) == len(PERSON_NAMES)
    drawings = re.findall(r'<symbol id="arms-\d+"(.*?)</symbol>', sprite())
    assert len(set(drawings)) > 0.9 * len(PERSON_NAMES)


def test_flames_are_for_witches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever else has an ability that nothing is drawn for keeps a charge of his own."""
    given = material.ABILITY.copy()
    given[PERSON_NAMES.index("Charles V")] = material.Ability.HEALING
    monkeypatch.setattr(arms, "ABILITY", given)
    flames = [person for person in range(material.PERSONS) if arms.charge_of(person) == arms.FLAME]
    assert flames == np.flatnonzero(material.WITCH).tolist()


@pytest.mark.parametrize("on", [False, True])
def test_cards_show_no_ability_that_nobody_has(on: bool) -> None:
    """Without any option only those of witches."""
    options = {option.name: on for option in dynasty_v0.game.options if isinstance(option.default, bool)}
    state, words = dynasty_v0.game.new(1, backend="interpreted", **options), Words("en", "dynasty_v0")
    shown = ["ability" in person_card(OpenTable(state.view(None)), each, "", None, words) for each in PERSON_NAMES]
    assert shown == (np.where(on, material.ABILITY, material.WITCH) > 0).tolist()


def test_passing_until_something_else_is_offered_only_where_there_is_something() -> None:
    """In Dynasty while an action is declared; in Shinsengumi while somebody is about to move."""
    for name, said in (("dynasty_v0", "until something else is declared"), ("shinsengumi_v0", "until somebody else")):
        game, rng, seen = next(each for each in ALL if each.name == name), random.Random(4), {True: 0, False: 0}
        board = board_of(game)
        for seed in range(3):
            state = game.new(seed, backend="compiled")
            while not state.done:
                if rng.random() < 0.2:
                    other = (state.seat + 1) % state.num_players
                    parts = drawn(state, other, board, "en")
                    if "Pass in advance" in parts["prompt"]:
                        passes_on = board.has_occasion(state.view(other))
                        assert (said in parts["prompt"]) == passes_on
                        seen[passes_on] += 1
                state.play(int(rng.choice(state.legal().tolist())))
        assert min(seen.values()) > 3


def test_nobody_passes_in_advance_where_nobody_is_asked_in_anothers_turn() -> None:
    game = next(each for each in ALL if each.name == "figures_v0")
    for state, _ in positions(game, 2, 0.3):
        for viewer in range(state.num_players):
            assert "Pass in advance" not in drawn(state, viewer, board_of(game), "en")["prompt"], state.phase


def test_the_room_has_a_button_for_every_angle_and_length() -> None:
    """Each with the place where the figure would be, or towards which it would look."""
    met = set()
    for state, _ in positions(next(each for each in ALL if each.name == "figures_v0"), 12, 0.5):
        if state.phase not in ROOM:
            continue
        met.add(state.phase)
        room = str(drawn(state, state.seat, board_of(state.game), "en")["room"])
        names = [state.game.action_names[action] for action in state.legal()]
        shown = {int(action) for action in re.findall(r'class="target[^>]*data-act="(\d+)"', room)}
        placed = ("length", "angle", "rest", "left", "right", "yes")
        wanted = {int(a) for a, name in zip(state.legal(), names, strict=True) if name.partition(":")[0] in placed}
        decision = Decision(state, np.random.default_rng(0))
        blocked = sorted(a for a in wanted if decision.prospects(a).startswith("runs into"))
        nearest = [a for a in blocked if state.game.action_names[a] != "rest"] or blocked
        wanted -= set(blocked) - set(nearest[:1])  # whoever runs into something comes no farther
        assert shown == wanted, state.phase
        spots = set(re.findall(r'data-x="([-\d.]+)" data-y="([-\d.]+)"', room))
        assert len(spots) == len(shown), state.phase
    assert met == ROOM


ROOM = {"place_x", "place_y", "place_heading", "pose", "turn_direction", "turn_edge", "heading", "distance", "attack",
        "shoot"}  # fmt: skip


def test_the_room_warns_of_collisions_and_of_nothing_else() -> None:
    """Not of what a weapon touches or a shot would hit, which is what one hopes for; nor of a way to a far wall."""
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for state, _ in positions(next(each for each in ALL if each.name == "figures_v0"), 4, 0.25):
        if state.phase in ROOM:
            room = str(drawn(state, state.seat, board_of(state.game), "en")["room"])
            for style, label in re.findall(r'class="target([^"]*)"[^>]*aria-label="([^"]*)"', room):
                told["warns" in style].add(label.partition(". ")[2])
            for target in room.split('<g class="target')[1:]:  # that one's own figure is out is no good news
                if target.startswith(" warns") and 'class="chance' in target:
                    assert 'class="chance bad"' in target
                    assert "your own figure out" in target
    assert all(more.startswith("runs into") for more in told[True])
    assert not any(more.startswith("runs into") for more in told[False])
    assert any(more.startswith("touches") for more in told[False]) and any("to a wall" in m for m in told[False])
    assert told[True]


def test_the_clock_stands_round_a_figure_wherever_its_hours_are_named() -> None:
    met = set()
    for state, _ in positions(next(each for each in ALL if each.name == "figures_v0"), 4, 0.25):
        if state.phase in ("plot", "turn_direction", "turn_edge"):
            met.add(state.phase)
            room = str(drawn(state, state.seat, board_of(state.game), "en")["room"])
            hours = re.search(r'<g class="hours".*?</g>', room)
            assert hours and re.findall(r">(\d+)</text>", hours[0]) == [str(hour) for hour in range(1, 13)], state.phase
    assert met == {"plot", "turn_direction", "turn_edge"}


def test_a_duel_ends_with_the_vitality_that_is_left() -> None:
    game = next(each for each in ALL if each.name == "figures_v0")
    board = board_of(game)
    state, rng = game.new(5, backend="compiled", figures=2), random.Random(5)
    while not state.done:
        state.play(int(rng.choice(state.legal().tolist())))
    for _, points, items in account_of(state):
        assert len(items) == 2
        assert points == sum(item.fields["n"] for item in items)
    rows = board.account_rows(glimpse_of(state, 0, board)[0], words_for(board, glimpse_of(state, 0, board)[0], "ja"))
    assert all("生命力" in item for *_, items in rows for item in items)
