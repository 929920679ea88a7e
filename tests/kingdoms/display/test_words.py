"""Kingdoms in words: every action in every phase, what is at stake, chances, the chronicle, drawings."""

import re

import numpy as np
import pytest

from dynasty_env.kingdoms.display.words import declaration
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.ids import INCITE, PERSON
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.rules import contest, nouns, odds
from dynasty_env.kingdoms.rules.kinds import after
from dynasty_env.kit.state import State
from dynasty_env.kit.terminal import NARROWEST, WIDTH
from tests.kingdoms.positions import PHASES, line, met

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def laid(first: dict[str, object], second: dict[str, object], **fields: object) -> State:
    save = {"game": GAME.name, "options": {"ask_forced": True}, "seats": [first, second], **fields}
    return GAME.from_dict(save, backend="interpreted")


def king(name: str, *countries: str, **family: object) -> dict[str, object]:
    return {"king": name, "countries": list(countries), **family}


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "end"])
def test_what_a_phase_is_about_is_its_own_wish(phase: str) -> None:
    """No legal action is described by the words for those that have none."""
    state = met()[phase]
    for action in map(int, state.legal()):
        assert not GAME.describe(state, action).startswith(("name Fran", "declare it", "choose the"))
        assert GAME.describe(state, action) != "pass"
    assert isinstance(GAME.stakes(state), str)


def test_stakes_of_a_war_and_of_a_contest() -> None:
    said = GAME.stakes(met()["defend_commander"])
    assert re.search(r"Attack( by sea)? \d+ dic?e, defence \d+; lead must exceed power \d+", said)
    assert "has died without a child: who will rule" in GAME.stakes(met()["candidate"])
    assert re.search(r"Named so far: .+ \(by kingdom_\d\)", GAME.prospects(met()["arms"]))
    assert re.search("Successes left|No success|may recover", GAME.stakes(met()["recovery_country"]))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (("war", "country:Portugal"), "kingdom_0 declares war on Portugal"),
        (("grant", "country:Spain"), "kingdom_0 declares the grant of a kingdom of Spain"),
        (
            ("recovery", "person:Henry VIII", "person:Henry VIII"),
            "kingdom_0 declares a recovery, for Henry VIII, Henry VIII acts",
        ),
    ],
)
def test_a_declaration_is_told_as_its_action_says(actions: tuple[str, ...], said: str) -> None:
    first = {"kings": [king("Henry VIII", "Spain", "France")], "nobles": ["Charles V"]}
    state = laid(first, {"kings": [king("Elizabeth I", "Portugal")]}, exhausted=["France"])
    for action in actions:
        state.play(action)
    assert declaration(state.view(0)) == said


def test_a_commander_commands() -> None:
    state = met()["defend_commander"]
    attacker = PERSON_NAMES[state.record["actor"]]
    assert f", {attacker} commands" in declaration(state.view(0))


def test_what_is_asked_by_the_table_has_its_reason() -> None:
    for phase in ("setup_deck", "setup_home"):
        assert GAME.prospects(met()[phase]) == "", "the question says it already"
    state = met()["discard"]
    assert GAME.prospects(state) == f"The pool holds {state.num_players + 1} persons, {state.num_players} may stay."


def test_where_somebody_is() -> None:
    first = {"kings": [king("Henry VIII", "Spain", spouse="Anne Boleyn")], "nobles": ["Charles V"]}
    state = laid(first, {"kings": [king("Elizabeth I", "Portugal")]}, rebels=["Charles V"], pool=["Francis I"])
    where = {name: nouns.where(state, PERSON_NAMES.index(name)) for name in PERSON_NAMES}
    assert where["Henry VIII"] == "king of kingdom_0" and where["Francis I"] == "in the pool"
    assert where["Anne Boleyn"] == "spouse of Henry VIII, kingdom_0"
    assert where["Charles V"] == "noble of kingdom_0, rebel" and where["Philip II"] == "in the yellow deck"


def test_abilities_that_work_have_names() -> None:
    """K29: *suppression* and *alchemy* without the option, too; *waste*, *war tax* and *advent* never."""
    alba, rudolf, ana, wallenstein, suleiman = (
        PERSON_NAMES.index(name)
        for name in ("Duke of Alba", "Rudolf II", "Ana de Mendoza", "Albrecht von Wallenstein", "Suleiman I")
    )
    assert [nouns.ability(p, True) for p in (alba, rudolf, ana, wallenstein, suleiman)] == [
        "suppression", "alchemy", "assassination", "", "",
    ]  # fmt: skip
    assert [nouns.tag(p, False) for p in (alba, rudolf, ana)] == ["suppr.", "alchemy", ""]
    assert nouns.ability(PERSON_NAMES.index("John of Austria"), True) == "sea-4"


@pytest.mark.parametrize(
    ("attack", "war", "defence", "other", "power"), [(3, 3, 2, 2, 1), (6, 4, 2, 1, 1), (2, 6, 2, 6, 0), (0, 3, 1, 1, 0)]
)
def test_the_chance_of_victory_is_that_of_the_dice(attack: int, war: int, defence: int, other: int, power: int) -> None:
    """By all faces of all dice."""
    dice = np.indices((6,) * (attack + defence)).reshape(attack + defence, -1) + 1
    wins, losses = (dice[:attack] <= war).sum(axis=0), (dice[attack:] <= other).sum(axis=0)
    assert odds.victory(attack, war, defence, other, power) == pytest.approx(float((wins - losses > power).mean()))


def chances(state: State) -> list[str]:
    """The first chance of each legal action, as it is told."""
    told = (GAME.prospects(state, int(action)) for action in state.legal())
    return [found[1] for each in told if (found := re.match(r"(?:succeeds )?(agreed|.*?%)", each))]


def number(chance: str) -> float:
    under, over = chance.startswith("under"), chance.startswith("over")
    return 100.0 if chance == "agreed" else float(chance.split()[-2]) - 0.5 * under + 0.5 * over


def test_the_best_chance_of_a_declaration_is_that_of_its_best_choice() -> None:
    """Found by declaring it, and looking at all that can be chosen then."""
    seen, own_named, kinds = set(), False, {number for number, kind in GAME.wording.kinds.items() if kind.chance}
    for seed in range(12):
        for state in line(seed, num_players=2 + seed % 3, ask_forced=True):
            if state.phase == "action" and state.record["turn"] % 3 == 0:
                for action in kinds & {*state.legal().tolist()}:
                    tables = [after(state, action)]
                    while not GAME.phase_at[int(tables[0].record["step"])].chance:
                        tables = [after(table, choice) for table in tables for choice in map(int, table.legal())]
                    found = [number(chance) for table in tables for chance in chances(table)]
                    if action == INCITE:  # a person of one's own may be named, and is no aim
                        owners = tables[0].record["owner"][tables[0].legal() - PERSON]
                        found = [0.0 if own else each for own, each in zip(owners == state.seat, found, strict=True)]
                        own_named |= bool((owners == state.seat).any())
                    said = GAME.prospects(state, action)
                    best = number(said.removeprefix("succeeds ").removesuffix(" at best"))
                    assert said.endswith(" at best") and best == max(found), GAME.action_names[action]
                    seen.add(action)
    assert own_named
    assert seen == kinds


@pytest.mark.parametrize(
    ("persons", "arms"),
    [
        (("Charles V", "Francis I"), (0, 0)),
        (("Charles V", "Nostradamus"), (0, 1)),
        (("Charles V", "Francis I", "Nostradamus"), (0, 1, 1)),
        (("Charles V", "Francis I", "Charles V"), (0, 0, 1)),
    ],
)
def test_the_chance_of_a_throne_is_that_of_the_dice(persons: tuple[str, ...], arms: tuple[int, ...]) -> None:
    """By all faces of all dice, rolled again by those with the highest total, ten times at most (K25, K26)."""
    people = [PERSON_NAMES.index(name) for name in persons]
    more = [nouns.stats(person)["P"] + arm for person, arm in zip(people, arms, strict=True)]

    def wins(left: tuple[int, ...], person: int, rolls: int) -> float:
        if len({people[i] for i in left}) == 1 or rolls == 10:
            return float(people[left[0]] == person)
        totals = np.indices((6,) * len(left)).reshape(len(left), -1).T + [more[i] for i in left]
        tops, counts = np.unique(totals == totals.max(axis=1, keepdims=True), axis=0, return_counts=True)
        return sum(
            count
            / len(totals)
            * wins(tuple(i for i, is_top in zip(left, top, strict=True) if is_top), person, rolls + 1)
            for top, count in zip(tops, counts, strict=True)
        )

    namings = tuple(zip(people, arms, strict=True))
    expected = [wins(tuple(range(len(people))), person, 0) for person in dict.fromkeys(people)]
    assert [contest.throne(namings, person) for person in dict.fromkeys(people)] == pytest.approx(expected)
    assert sum(expected) == pytest.approx(1)


def test_chances_of_a_throne_in_words() -> None:
    """The first to name is told none; the last one that among all."""
    asked = set()
    for state in (state for seed in range(6) for state in line(seed, num_players=2)):
        if state.phase in ("candidate", "arms"):
            named = int((state.record["candidate"] >= 0).sum())
            told = [GAME.prospects(state, int(action)) for action in state.legal()]
            if state.phase == "candidate":
                assert all(each.startswith("wins ") if named else not each for each in told)
            else:
                assert re.search(r"dies \d+ % if he loses$", told[-1])
                assert all(each.startswith("wins ") for each in told) == (named == 2)
            asked.add((state.phase, named))
    assert asked == {("candidate", 0), ("arms", 1), ("candidate", 1), ("arms", 2)}


def test_terminal_shows_everybody_and_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, most in (("80", 80), ("20", NARROWEST), ("500", WIDTH)):
        monkeypatch.setenv("COLUMNS", columns)
        for phase in ("candidate", "defend_commander", "discard", "end"):
            state = met()[phase]
            lines = ESCAPE.sub("", GAME.ansi(state, 0)).splitlines()
            assert max(len(each.rstrip()) for each in lines) <= most
            text = " ".join("\n".join(lines).split())
            assert all(PERSON_NAMES[person] in text for person in np.flatnonzero(state.record["owner"] >= 0))
    assert "in arms" in ESCAPE.sub("", GAME.ansi(armed(), None))


def armed() -> State:
    """A contest in which somebody has taken up arms."""
    for seed in range(200):
        for state in line(seed, num_players=3):
            if state.phase == "candidate" and state.record["arms"].any():
                return state
    raise AssertionError("nobody takes up arms")


def test_terminal_marks_rebels_and_exhausted_countries() -> None:
    state = laid(
        {"kings": [king("Henry VIII", "Spain")], "nobles": ["Charles V"]}, {"kings": [king("Elizabeth I", "Portugal")]},
        rebels=["Charles V"], exhausted=["Spain"],
    )  # fmt: skip
    text = ESCAPE.sub("", GAME.ansi(state, 0))
    assert "[Spain 6]" in text and "Charles V" + " " * 16 + "!m" in text and "Portugal 2" in text
