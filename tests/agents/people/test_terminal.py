"""A person at the terminal: choices by number or name, and nothing on the screen that the seat does not know."""

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from rich.text import Text

from agents.people.choices import Choice, choices_of, in_ranges, matching, range_in_words
from agents.people.folding import fold
from agents.people.terminal import Left, Person, Terminal
from agents.people.words import how_to_play, look_up
from dynasty_env import dynasty_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import Message, Tone, chances_in, tone_of
from dynasty_env.kit.seats.decision import Bot, Decision
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.material import AREA_NAMES, OWNERS
from tests.dynasty.reached import REACHED, reached
from tests.games import ALL, FACES, brief
from tests.tiny import nim

GAME = dynasty_v0.game
GAMES = [face.game for face in FACES]
SECRETIVE = [
    pytest.param(face.game, {o.name: True for o in face.game.options if chosen and o.default is False}, id=name)
    for face in FACES
    for chosen, name in ((False, face.game.name), (True, f"{face.game.name} with everything"))
]
"""Every registered game, with the default options, and with all that it has besides."""
RNG = np.random.default_rng(0)


def person(width: int = 100, *, alone: bool = True, game: Game = GAME) -> tuple[Person, io.StringIO]:
    screen = io.StringIO()
    console = Console(file=screen, width=width, highlight=False, force_terminal=True, color_system="truecolor")
    return Person(Terminal(game, console), alone=alone, kept="It is kept."), screen


def ask(monkeypatch: pytest.MonkeyPatch, who: Person, decision: Decision, typed: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return who.act(decision)


def positions(seed: int, games: int = 1, game: Game = GAME, **options: Any) -> Iterator[State]:
    """Random games, move by move, to the end."""
    rng = np.random.default_rng(seed)
    for number in range(games):
        state = game.new(seed + number, backend="compiled", **{**brief(game), **options})
        while not state.done:
            yield state
            state.play(int(rng.choice(state.legal())))
        yield state


def decisions(seed: int, games: int = 1, game: Game = GAME, **options: Any) -> Iterator[State]:
    """Every decision of random games."""
    return (state for state in positions(seed, games, game, **options) if not state.done)


def in_phase(phase: str, least: int = 2, game: Game = GAME) -> State:
    return next(s.clone() for s in decisions(3, 50, game) if s.phase == phase and len(s.legal()) >= least)


def test_a_person_is_a_bot() -> None:
    assert isinstance(person()[0], Bot)


def take_every_choice(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    choices = choices_of(Decision(state, RNG))
    assert sorted(choice.action for choice in choices) == state.legal().tolist()
    who, _ = person(game=state.game)
    for choice in choices:
        for typed in (f"{choice.number}", choice.name):
            assert ask(monkeypatch, who, Decision(state, RNG), f"{typed}\n") == choice.action
        assert matching(choice.words, choices) == [choice]


@pytest.mark.parametrize("every", [54, pytest.param(9, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "options"), SECRETIVE)
def test_every_choice_can_be_taken_by_number_and_by_name(
    game: Game, options: dict[str, bool], every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in [state.clone() for state in decisions(1, 1, game, **options)][::every]:
        take_every_choice(state, monkeypatch)


@pytest.mark.parametrize("phase", REACHED)
def test_rare_choices_can_be_taken_by_number_and_by_name(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    take_every_choice(reached(phase), monkeypatch)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_help_gives_examples_of_the_game_itself(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    who, screen = person(game=game)
    ask(monkeypatch, who, Decision(game.new(1, backend="interpreted"), RNG), "?\n1\n")
    assert game.examples in Text.from_ansi(screen.getvalue()).plain
    wanted = set(re.findall("“([^”]+)”", game.examples))
    assert len(wanted) >= 3
    for state in decisions(2, 40, game):
        choices = choices_of(Decision(state, RNG))
        wanted -= {typed for typed in wanted if len(matching(typed, choices)) == 1}
        if not wanted:
            break
    assert not wanted, "no single choice has ever fitted these"


@pytest.mark.parametrize(("game", "options"), SECRETIVE[1::2])
def test_what_helps_and_hurts_stands_out(game: Game, options: dict[str, bool]) -> None:
    unmet: set[Tone] = {"good", "bad", "head"}
    for state in positions(5, 60, game, **options):
        unmet -= {tone_of(line) for line in state.chronicle(None)}
        if not unmet:
            break
    assert not unmet


def test_a_name_of_several_words_is_meant_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    game = shinsengumi_v0.game
    state = in_phase("event_cell", 30, game)
    both = {game.action_ids["cell:3.2"], game.action_ids["cell:2.3"]}
    assert both <= set(state.legal())
    assert ask(monkeypatch, person(game=game)[0], Decision(state, RNG), "3.2\n") == game.action_ids["cell:3.2"]


def test_digits_are_a_number_or_nothing() -> None:
    """They are not looked for inside the words of choices, as among places such as 2.1."""
    for state in decisions(3, 1, shinsengumi_v0.game, num_players=2):
        choices = choices_of(Decision(state, RNG))
        for typed in ("1 2", "-1", "1;", "1.", "+2", "1,3", "2 1 1"):
            assert matching(typed, choices) == [], typed


def test_passing_is_number_0_and_enter_in_the_window_only(monkeypatch: pytest.MonkeyPatch) -> None:
    window, action = in_phase("interrupt"), in_phase("action")
    passing = GAME.action_ids["pass"]
    assert ask(monkeypatch, person()[0], Decision(window, RNG), "\n") == passing
    assert ask(monkeypatch, person()[0], Decision(window, RNG), "0\n") == passing
    assert ask(monkeypatch, person()[0], Decision(action, RNG), "0\n") == passing
    with pytest.raises(Left):
        ask(monkeypatch, person()[0], Decision(action, RNG), "\n\n")


@pytest.mark.parametrize("phase", ["event", "cancel", "warrior"])
def test_enter_passes_where_events_may_be_played(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SW02-04, SW02-08: most of the time one does not."""
    who, screen = person()
    assert ask(monkeypatch, who, Decision(reached(phase), RNG), "\n") == GAME.action_ids["pass"]
    assert "(Enter: pass)" in Text.from_ansi(screen.getvalue()).plain


@pytest.mark.parametrize(
    ("phase", "typed", "taken"),
    [
        ("event", "splendid", "event:splendid"),
        ("warrior", "alba", "person:Duke of Alba"),
        ("cancel", "7♥", "card:H7"),
        ("dice", "change a 5 to a 1", "dice:5->1"),
        ("foresight", "reshuffle", "reshuffle"),
        ("exile", "nor", "country:Norway"),
        ("sortie", "henry v", "person:Henry VII"),
    ],
)
def test_the_expansion_is_played_by_name(phase: str, typed: str, taken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(monkeypatch, person()[0], Decision(reached(phase), RNG), f"{typed}\n") == GAME.action_ids[taken]


def test_part_of_a_name_is_enough_if_it_fits_one(monkeypatch: pytest.MonkeyPatch) -> None:
    state = in_phase("war_target", 15)
    who, screen = person()
    legal = [GAME.action_names[action] for action in state.legal()]
    wanted = next(name for name in legal if name in ("country:Spain", "country:France"))
    assert ask(monkeypatch, who, Decision(state, RNG), f"power\n{wanted[8:12].upper()}\n") == GAME.action_ids[wanted]
    assert "“power” matches several options; which one?" in Text.from_ansi(screen.getvalue()).plain
    numbers = [choice.number for choice in matching("1", choices_of(Decision(state, RNG)))]
    assert numbers == [1]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("99", "There is no option 99: choose 1 … 4, or ? for help."),
        ("9" * 50, "There is no option 999999999: choose 1 … 4"),
        ("zebra", "Nothing here matches “zebra”."),
        ("", "Type a number or part of a name, or ? for help."),
        ("[zz]", "Nothing here matches “[zz]”."),
        ("²", "Nothing here matches “²”."),
        ("1 2", "Nothing here matches “1 2”."),
        ("\x00", "Type a number"),
        ("?", "part of one chooses the matching option"),
        ("t", "as Dynasty "),
        ("u", "Nothing can be taken back"),
        ("s", "It is kept."),
        ("h", "somebody did something"),
        ("h 1", "the last thing"),
        ("h x", "somebody did something"),
    ],
)
def test_whatever_is_typed_it_asks_again(typed: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.new(1, backend="interpreted")
    who, screen = person()
    who.recall(["somebody did something", "the last thing"])
    assert ask(monkeypatch, who, Decision(state, RNG), f"{typed}\n1\n") == state.legal()[0]
    assert told in Text.from_ansi(screen.getvalue()).plain


@pytest.mark.parametrize("typed", ["q\n", "QUIT\n", ""])
def test_leaving(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Left):
        ask(monkeypatch, person()[0], Decision(GAME.new(1, backend="interpreted"), RNG), typed)


@pytest.mark.parametrize(("game", "options"), SECRETIVE)
def test_the_screen_is_the_same_whatever_the_others_hold(
    game: Game, options: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At many decisions: everything shown, all commands included, is alike on tables with other hidden pieces."""
    differed = 0
    tables = [state.clone() for state in decisions(7, 1, game, **options)]
    for state in tables[:: max(1, len(tables) // 5)]:
        screens = []
        imagined = [state.hide(state.seat, key) for key in (1, 2)]
        for table in (state, *imagined):
            who, screen = person(game=game)
            passing = f"t\nh\n?\ns\nzebra\npower\n{choices_of(Decision(table, RNG))[0].number}\n"
            ask(monkeypatch, who, Decision(table, np.random.default_rng(0)), passing)
            screens.append(screen.getvalue())
        assert screens[0] == screens[1] == screens[2]
        differed += imagined[0].to_dict() != state.to_dict()
    assert differed > 3, "the resampling changed nothing, so this has tested nothing"


def test_the_table_is_drawn_once_a_turn_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = 0
    for seed in range(3):
        who, screen = person()
        drawn: dict[object, int] = {}
        for state in decisions(seed):
            if state.seat == 0:
                view = state.view(0)
                before = screen.tell()
                ask(monkeypatch, who, Decision(state, RNG), f"{choices_of(Decision(state, RNG))[0].number}\n")
                screen.seek(before)
                key = view["turn"] if view["turn_player"] == 0 and view["turn"] else "before"
                drawn[key] = drawn.get(key, 0) + screen.read().count("as Dynasty 1 sees it")
        assert set(drawn.values()) <= {1}
        turns += len(drawn) - 1
    assert turns > 1


def test_people_who_share_a_screen_hand_it_over(monkeypatch: pytest.MonkeyPatch) -> None:
    first, screen = person(alone=False)
    second = Person(first.terminal, alone=False)
    state = GAME.new(1, backend="interpreted")
    seat = state.seat
    first.hear(["for the first alone"])
    second.hear(["for the second alone"])
    assert not screen.getvalue()
    ask(monkeypatch, first, Decision(state, RNG), "\n1\n")
    plain = Text.from_ansi(screen.getvalue()).plain
    assert f"Dynasty {seat + 1}, take the screen and press Enter:" in plain
    assert plain.index("take the screen") < plain.index("for the first alone") < plain.index("your choice")
    assert "for the second alone" not in plain
    before = screen.tell()
    ask(monkeypatch, first, Decision(state, RNG), "1\n")  # it still has the screen
    screen.seek(before)
    assert "take the screen" not in screen.read()


@pytest.mark.parametrize("width", [40, 80, 100, 120])
def test_the_table_fits_the_screen_and_loses_nothing(width: int) -> None:
    state = in_phase("action")
    drawn = Text.from_ansi(GAME.ansi(state, 0))
    for line in drawn.split("\n"):
        rows = fold(line, width)
        assert all(row.cell_len <= width for row in rows)
        if line.plain.strip("─"):
            assert "".join("".join(row.plain for row in rows).split()) == "".join(line.plain.split())


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_numbers_of_columns_stand_over_their_columns(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", f"{width}")
    game = shinsengumi_v0.game
    who, screen = person(width, game=game)
    who.terminal.draw(game.ansi(game.new(3, num_players=2, backend="interpreted"), 0))
    rows = Text.from_ansi(screen.getvalue()).plain.splitlines()
    edge = next(number for number, row in enumerate(rows) if row.startswith("   +--"))
    bounds = [at for at, sign in enumerate(rows[edge]) if sign == "+"]
    numbers = [rows[edge - 1][left:right].strip() for left, right in pairwise(bounds)]
    assert numbers == ["1", "2", "3", "4", "5", "6"]


def test_lines_break_between_cells() -> None:
    line = Text("  courtiers    Anna                 f P  W0A2  Louis                m CC W3A4")
    assert [row.plain for row in fold(line, 60)] == [
        "  courtiers    Anna                 f P  W0A2",
        "               Louis                m CC W3A4",
    ]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_any_game_can_be_played(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    who = Person(Terminal(game, Console(file=io.StringIO(), width=80)))
    state = game.new(2, backend="interpreted")
    for _ in range(60):
        if state.done:
            break
        decision = Decision(state, RNG)
        state.play(ask(monkeypatch, who, decision, f"{choices_of(decision)[-1].number}\n"))
        who.hear(state.chronicle(0))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("? pope", ["Pope A card: every C and CC of the house that holds it", "The exact rules: ?? pope"]),
        ("?? pope", ["Pope (rule, ch. 3.9)", "+2 prestige at all times"]),
        ("?pope", ["A card: every C and CC"]),
        ("help pope", ["A card: every C and CC"]),
        ("? evil eye", ["Only with the option witches, which is off at this table.", "lowered by this person's war."]),
        ("? events", ["Only with the option witches", "Neuroi, cancel, admiration", "The exact rules: ?? events"]),
        ("?? events", ["Events (chapter, ch. 6.6) Only with the option witches, which is off at this table. >"]),
        ("? henry vii", ["Henry VII (person) War 2, governance 4, prestige 3", "A man, red, religion CP."]),
        ("? france", ["France (country) Power 10, independent. Borders: - England (by sea; power 4, independent)"]),
        ("? evl eye", ["No term of this game is called “evl eye”. Similar: evil eye."]),
        ("? zzz", ["No term of this game is called “zzz”. Type ? alone for help."]),
        ("? " + "z" * 500, ["No term of this game is called “" + "z" * 60 + "”"]),
        ("? e", ["“e” is part of several terms: ", "evil eye", "England"]),
        ("? ~", ["it sleeps, as the witch is married"]),
        ("? [bold]", ["No term of this game is called “[bold]”"]),
        ("?", ["explains a term of the game, a sign, a person or a place: ? setup deck", "? rules shows how to play"]),
        ("? ", ["explains a term of the game"]),
        ("? setup deck", ["setup deck (phase, ch. 7)"]),
    ],
)
def test_a_question_is_answered_and_asked_again(typed: str, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.new(1, backend="interpreted")
    who, screen = person()
    assert ask(monkeypatch, who, Decision(state, RNG), f"{typed}\n1\n") == state.legal()[0]
    shown = Text.from_ansi(screen.getvalue()).plain
    for words in told:
        assert words in " ".join(shown.split()), words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_how_to_play_can_be_read_at_the_terminal(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    who, screen = person(200, game=game)
    state = game.new(1, backend="interpreted")
    ask(monkeypatch, who, Decision(state, RNG), "?\n? rules\n" + "\n" * 30 + "1\n")
    shown = Text.from_ansi(screen.getvalue()).plain
    parts = how_to_play(game)
    assert "? rules" in shown and len(parts) > 4
    assert all(part[0] in shown and len(part) > 1 for part in parts)
    assert not re.search(r"```|\*\*|\|---|\{[^}]*\|", shown)


@pytest.mark.parametrize(("game", "options"), SECRETIVE)
def test_everything_at_the_table_can_be_looked_up(game: Game, options: dict[str, bool]) -> None:
    for state in [state.clone() for state in positions(7, 1, game, **options)][::40]:
        things = game.things(state, None)
        assert len({(term.name, term.kind) for term in things}) == len(things) > 3
        for term in things:
            answer = look_up(game, term.name, things)
            assert term in answer.terms, term
            assert not re.search(r"None|\[\]|  ", term.text), term


def test_who_can_ask_about_names_is_told_so_once_and_no_drawing_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = three_kingdoms_v0.game
    who, screen = person(game=game)
    state = game.new(3, backend="interpreted")
    assert "?" not in game.ansi(state, state.seat)  # language models and replays cannot ask
    ask(monkeypatch, who, Decision(state, RNG), "table\n0\n1\n")
    assert screen.getvalue().count("? and a name explains persons, places and more, such as ? Liaoxi") == 1


def test_an_area_says_what_it_borders_on_and_a_general_his_numbers() -> None:
    game = three_kingdoms_v0.game
    terms = {(term.name, term.kind): term.text for term in game.things(game.new(3, backend="interpreted"), 0)}
    luoyang = terms["Luoyang", "area"]
    assert "- Shangdang (a river). Clans: 10 troops, 0 generals." in luoyang
    assert "Dong Zhuo (ruler) V5 C4 W2 A2 D1" in luoyang
    assert terms["Hua Xiong", "general"].startswith("Valour 6, command 4, wits –, ")
    assert "Serves Dong Zhuo, in Luoyang." in terms["Hua Xiong", "general"]
    assert ("Dong Zhuo", "country") in terms and ("Dong Zhuo", "general") in terms
    state = game.new(3, backend="interpreted")
    country = int(state.record["control"][AREA_NAMES.index("Luoyang")])
    state.record["ruler"][country] = -1
    state.record["control"][state.record["control"] == country] = OWNERS
    text = next(term.text for term in game.things(state, 0) if (term.name, term.kind) == ("Dong Zhuo", "country"))
    assert "Ruler: nobody until an heir appears." in text and text.endswith("\nIt holds no area.")


@pytest.mark.parametrize("width", [40, 60])
def test_an_explanation_fits_a_narrow_screen(width: int) -> None:
    for game in GAMES:
        who, screen = person(width, game=game)
        for term in game.glossary.terms:
            who.terminal.explain(term.name)
        assert max(map(len, Text.from_ansi(screen.getvalue()).plain.splitlines())) <= width


def test_prompts_name_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the decision as it stands, and what each choice does to it; they are no part of what can be typed."""
    state = next(s.clone() for s in decisions(3, 50) if s.phase == "interrupt" and len(s.legal()) > 1)
    who, screen = person(200)
    ask(monkeypatch, who, Decision(state, RNG), "%\nsucceeds\n0\n")
    shown = Text.from_ansi(screen.getvalue()).plain
    assert GAME.prospects(state) in shown
    now = chances_in(GAME.prospects(state))[0]
    for action in state.legal().tolist()[1:]:
        then = chances_in(GAME.prospects(state, action))[0]
        does = "helps" if then.value > now.value else "hinders"
        said = f"changes nothing so far: {now}" if str(then) == str(now) else f"{does} it: {then} instead of {now}"
        assert f"{state.describe(action)} → {said}" in shown or "joker" in state.describe(action)
    assert "Nothing here matches “succeeds”" in shown


def test_whom_an_action_is_aimed_at_is_said_before_cards_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    said = set()
    for state in decisions(3, 8):
        if state.phase == "interrupt" and len(state.legal()) > 1:
            who, screen = person(200)
            ask(monkeypatch, who, Decision(state, RNG), "0\n")
            line = re.search("This is (.*)", Text.from_ansi(screen.getvalue()).plain)
            assert line is not None
            said.add(line[1])
    assert {"your own action.", "aimed at you."} <= said
    assert any(re.fullmatch(r"aimed at Dynasty \d\.", each) for each in said)


def test_numbers_of_a_joker_that_do_the_same_share_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = 0
    for state in decisions(3, 8):
        choices = choices_of(Decision(state, RNG))
        runs = [run for run in in_ranges(choices) if len(run) > 1]
        for run in runs:
            assert {choice.prospects for choice in run} == {run[0].prospects}
            assert all(choice.kind == run[0].kind for choice in run)
            assert range_in_words(run).endswith(f" {run[0].name.split(':')[1]} … {run[-1].name.split(':')[1]}")
            shared += 1
        if runs and state.phase == "interrupt":
            who, screen = person(100)
            last = runs[-1][-1]
            assert ask(monkeypatch, who, Decision(state, RNG), f"{last.number}\n") == last.action
            assert f"{runs[0][0].number}–{runs[0][-1].number}  " in Text.from_ansi(screen.getvalue()).plain
    assert shared > 3


def test_choices_with_other_numbers_between_them_are_no_range() -> None:
    """A typed “1” may mean the joker as 1 and as 10 … 12, and nothing between them."""
    choices = [
        Choice(number, number, f"joker:{number}", Message("play the joker as {number}", number=number), "succeeds 50 %")
        for number in range(1, 14)
    ]
    runs = in_ranges([choices[0], *choices[9:12]])
    assert [[choice.number for choice in run] for run in runs] == [[1], [10, 11, 12]]


def test_a_view_without_options_can_be_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of somebody's own need not have its options in its view."""
    monkeypatch.setattr(Decision, "view", lambda self: {})
    state = nim.GAME.new(1, backend="interpreted")
    who, screen = person(game=nim.GAME)
    assert ask(monkeypatch, who, Decision(state, RNG), "? heap\n1\n") in state.legal()
    assert "No term of this game" in screen.getvalue()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_is_drawn_for_60_columns(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the game draws itself for a narrow screen need not be broken: no line of a board falls into two."""
    monkeypatch.setenv("COLUMNS", "60")
    for state in [state.clone() for state in decisions(4, 1, game)][::25]:
        drawn = Text.from_ansi(game.ansi(state, state.seat)).plain.splitlines()
        board = [line for line in drawn if "|" in line or "+-" in line or " king " in line or "DYNASTY" in line]
        assert max(map(len, board), default=0) <= 60


def test_a_percent_sign_stays_with_its_number() -> None:
    line = Text("  If nobody plays any more, it succeeds with a chance of 79 %.")
    rows = [row.plain for row in fold(line, 60, 2)]
    assert rows[-1].strip() == "79 %."


@pytest.mark.parametrize("game", [game for game in GAMES if game.questions], ids=lambda game: game.name)
def test_questions_are_asked_in_words(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither names of phases nor of seats as programs have them; why something is asked is said once."""
    anna, screen = person(400, game=game)
    asked: set[str] = set()
    for state in decisions(3, game=game):
        if state.seat or len(asked) > 5:
            continue
        screen.truncate(0)
        ask(monkeypatch, anna, Decision(state, RNG), "1\n")
        text = Text.from_ansi(screen.getvalue()).plain
        question, why = game.questions[state.phase]
        assert f"{game.agent.capitalize()} 1, your choice: {question}" in text
        assert (why in text) == (state.phase not in asked)
        assert not re.search(rf"\b{game.agent}_\d", text)
        asked.add(state.phase)
    assert len(asked) > 5


def test_the_scythe_says_what_it_does() -> None:
    anna, screen = person(200)
    anna.terminal.explain("scythe")
    assert "may call the reaper" in Text.from_ansi(screen.getvalue()).plain
