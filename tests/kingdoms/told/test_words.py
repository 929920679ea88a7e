"""Kingdoms in words: every action in every phase, what is at stake, chances, the chronicle, drawings."""

import re

import numpy as np
import pytest

from dynasty_env.kingdoms.actions import ACTION_NAMES
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.steps import Told
from dynasty_env.kingdoms.told import names, odds, words
from dynasty_env.kit.state import State
from dynasty_env.kit.terminal import NARROWEST, WIDTH
from tests.kingdoms.met import PHASES, line, met, rare

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def laid(first: dict[str, object], second: dict[str, object], **fields: object) -> State:
    save = {"game": GAME.name, "options": {"ask_forced": True}, "seats": [first, second], **fields}
    return GAME.from_dict(save, backend="interpreted")


def king(name: str, *countries: str, **family: object) -> dict[str, object]:
    return {"king": name, "countries": list(countries), **family}


@pytest.mark.parametrize("phase", PHASES)
def test_every_action_has_words_in_every_phase(phase: str) -> None:
    """Different ones in one phase, and no name of the code."""
    state = met()[phase]
    said = [GAME.describe(state, action) for action in range(len(ACTION_NAMES))]
    assert all(said) and not any("_" in each.replace("kingdom_", "") for each in said)
    legal = [said[int(action)] for action in state.legal()]
    assert len(set(legal)) == len(legal)


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "end"])
def test_what_a_phase_is_about_is_its_own_wish(phase: str) -> None:
    """No legal action is described by the words for those that have none."""
    state = met()[phase]
    for action in map(int, state.legal()):
        assert not GAME.describe(state, action).startswith(("name Fran", "declare it", "choose the"))
        assert GAME.describe(state, action) != "pass" or phase not in words._PASS
    assert isinstance(GAME.stakes(state), str)


def test_stakes_of_a_war_and_of_a_contest() -> None:
    said = GAME.stakes(met()["defend_commander"])
    assert re.search(r"Attack( by sea)? \d+ dice, defence \d+; power \d+ to be exceeded", said)
    assert "has died without a child: who shall rule" in GAME.stakes(met()["candidate"])
    assert re.search("Successes left|No success", GAME.stakes(met()["recovery_country"]))


def test_where_somebody_is() -> None:
    first = {"kings": [king("Henry VIII", "Spain", spouse="Anne Boleyn")], "nobles": ["Charles V"]}
    state = laid(first, {"kings": [king("Elizabeth I", "Portugal")]}, rebels=["Charles V"], pool=["Francis I"])
    where = {name: words.where(state.record, PERSON_NAMES.index(name)) for name in PERSON_NAMES}
    assert where["Henry VIII"] == "king of kingdom_0" and where["Francis I"] == "in the pool"
    assert where["Anne Boleyn"] == "spouse of King Henry VIII, kingdom_0"
    assert where["Charles V"] == "noble of kingdom_0, rebel" and where["Philip II"] == "in the yellow deck"


def test_abilities_that_work_have_names() -> None:
    """K29: *suppression* and *alchemy* without the option, too; *waste*, *war tax* and *advent* never."""
    alba, rudolf, ana, wallenstein, suleiman = (
        PERSON_NAMES.index(name)
        for name in ("Duke of Alba", "Rudolf II", "Ana de Mendoza", "Albrecht von Wallenstein", "Suleiman I")
    )
    assert [names.ability(p, True) for p in (alba, rudolf, ana, wallenstein, suleiman)] == [
        "suppression", "alchemy", "assassination", "", "",
    ]  # fmt: skip
    assert [names.tag(p, False) for p in (alba, rudolf, ana)] == ["quell", "alchemy", ""]
    assert names.ability(PERSON_NAMES.index("John of Austria"), True) == "sea-4"


# ------------------------------------------------------------------------------------------------------------- chances


@pytest.mark.parametrize(
    ("attack", "war", "defence", "other", "power"), [(3, 3, 2, 2, 1), (6, 4, 2, 1, 1), (2, 6, 2, 6, 0), (0, 3, 1, 1, 0)]
)
def test_the_chance_of_victory_is_that_of_the_dice(attack: int, war: int, defence: int, other: int, power: int) -> None:
    """By all faces of all dice."""
    dice = np.indices((6,) * (attack + defence)).reshape(attack + defence, -1) + 1
    wins, losses = (dice[:attack] <= war).sum(axis=0), (dice[attack:] <= other).sum(axis=0)
    assert odds.victory(attack, war, defence, other, power) == pytest.approx(float((wins - losses > power).mean()))


def test_prospects() -> None:
    """Chances of a birth, an incitement, a suppression and a check, from the numbers on the cards."""
    first = {"kings": [king("Henry VIII", "Spain", spouse="Anne Boleyn")], "nobles": ["Duke of Alba", "Charles V"]}
    second = {"kings": [king("Philip II", "Portugal")], "nobles": ["Maximilian II"]}
    state = laid(first, second, rebels=["Charles V"], scythe=0)
    row = {name: names.stats(PERSON_NAMES.index(name)) for name in PERSON_NAMES}

    def chance(*actions: str) -> str:
        copy = state.clone()
        for action in actions[:-1]:
            copy.play(action)
        return GAME.prospects(copy, GAME.action_ids[actions[-1]])

    fertility = row["Henry VIII"]["F"] + row["Anne Boleyn"]["F"] - 1
    assert chance("procreation", "person:Henry VIII") == f"succeeds {round(100 * (1 - (1 - fertility / 6) ** 2))} %"
    assert chance("incite", "person:Maximilian II") == f"succeeds {round(100 * row['Maximilian II']['A'] / 6)} %"
    alba = row["Duke of Alba"]
    least = max(0, alba["G"] + alba["P"] - row["Charles V"]["P"])
    assert chance("suppress", "person:Duke of Alba", "person:Charles V") == f"succeeds {round(100 * least / 6)} %"
    assert chance("reaper", "person:Philip II") == f"dies {round(100 * (1 - row['Philip II']['L'] / 6))} %"
    veto = state.clone()
    veto.play("reaper")
    veto.play("person:Philip II")
    assert "Philip II dies with a chance of" in GAME.prospects(veto)


def test_prospects_are_words_in_every_phase() -> None:
    for state in met().values():
        assert isinstance(GAME.prospects(state), str)
        for action in map(int, state.legal()):
            assert isinstance(GAME.prospects(state, action), str)


# ---------------------------------------------------------------------------------------------- chronicle and drawings


def test_every_kind_of_entry_has_a_sentence() -> None:
    """Some games, every move: sentences without gaps; all kinds that random games show."""
    kinds: set[int] = set()
    for seed in range(25):
        for state in line(seed, num_players=2 + seed % 3):
            if state.record["told"]:
                kinds |= {entry.kind for entry in state.trace()}
                for sentence in state.chronicle():
                    assert sentence and "{" not in sentence and "_" not in sentence.replace("kingdom_", "")
    assert len(kinds) > 0.85 * len(Told)


def test_the_chronicle_of_a_battle() -> None:
    first, second = {"kings": [king("Henry VIII", "Spain")]}, {"kings": [king("Elizabeth I", "Portugal")]}
    state = laid(first, second)
    for action in ("war", "country:Portugal", "pass", "country:Spain", "pass", "pass", "person:Henry VIII"):
        state.play(action)
    state.play("person:Elizabeth I")
    said = state.chronicle()
    assert said[0] == "Elizabeth I commands the defence for kingdom_1"
    assert re.fullmatch(r"the attack rolls( \d){6} against war \d", said[1])
    assert re.fullmatch(r"the defence rolls( \d){2} against war \d", said[2])
    assert re.fullmatch(r"\d successes less \d, against power 2: (no )?victory for kingdom_0", said[3])
    assert said[4] == "exhausted now: Portugal, Spain"
    assert re.search(r"rolls \d against life \d", " ".join(said[5:]))


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


@pytest.mark.parametrize("phase", ["setup_king", "candidate", "defend_commander", "plunder", "end"])
def test_pictures(phase: str) -> None:
    """Of every part of the game, for a seat and for the public; another table looks different."""
    pytest.importorskip("PIL")
    state = met()[phase]
    drawn = GAME.picture(state, 0)
    assert drawn.shape == (960, 1280, 3) and drawn.dtype == np.uint8 and drawn.std() > 10
    assert (GAME.picture(rare("execution_king"), 0) != drawn).any()


def test_a_seat_that_has_lost_all_is_said_to_be_without_a_king() -> None:
    state = laid({"kings": [king("Henry VIII", "Spain")]}, {"kings": [king("Elizabeth I", "Portugal")]})
    for action in ("war", "country:Portugal", "declare", "person:Henry VIII"):
        state.play(action)
    assert state.done and "WITHOUT A KING" in ESCAPE.sub("", GAME.ansi(state, 0))
    assert "a dynasty is without a king" in state.chronicle()[-1]
