"""§03–§04: the pieces as they are printed, as far as the rules read them; S-R1, S-R2."""

import csv

import pytest

from dynasty_env.shinsengumi.material import PERSON_NAMES, PERSONS_CSV, SEASONS
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    arrows,
    cell,
    hand,
    marks,
    moving,
    named,
    on,
    one,
    play,
    rolling,
    seat,
    table,
    told,
)
from tests.shinsengumi.rules.trace_fields import story

with PERSONS_CSV.open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.DictReader(_file))
WAYS = {"up": "3.2", "right": "4.3", "down": "3.4", "left": "2.3"}
BY_NAME = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
Row = dict[str, str]


def standing(row: Row, *, blocked: int = 0, **fields: object) -> object:
    """He stands at 3.3; the cells of his first arrows are blocked."""
    walls = [name for name in PERSON_NAMES if name not in (row["name"], "Shimada Kai", "Kondo Isami")]
    people = [on(walls[n], WAYS[row[f"arrow{n + 1}"].split()[0]]) for n in range(blocked)]
    idle = IDLE if row["name"] != "Shimada Kai" else one("Kondo Isami", "6.6")
    return table(one(row["name"], "3.3"), *people, idle, seats=[seat(idle["person"], 5, 5)], **fields)


@pytest.mark.rule("§04-01", "S-R2")
@BY_NAME
@pytest.mark.parametrize("blocked", [0, 1, 2, 3])
def test_s04_01_directions_by_priority_and_their_colours(row: Row, blocked: int) -> None:
    """§04-01, S-R2: arrows 1–4: a direction each, white or black."""
    direction, colour = row[f"arrow{blocked + 1}"].split()
    state = standing(row, blocked=blocked)
    waiting = named(state, row["name"])
    assert arrows(waiting) == {str(n) for n in range(blocked + 1, 5)}
    play(waiting, f"arrow:{blocked + 1}")
    assert hand(waiting, 0) == ((4, 5) if colour == "white" else (5, 4))
    entries = moving(state, row["name"]).trace()
    assert story(entries, Trace.MOVED) == [("MOVED", row["name"], WAYS[direction], blocked)]
    assert bool(told(entries, Trace.CHECKED)) == (colour == "black")


@pytest.mark.rule("§04-01", "S-R1")
@BY_NAME
def test_s04_01_bushido_and_the_action_of_a_failed_check(row: Row) -> None:
    """§04-01, S-R1: bushido 1–5 (Kondo's: his column), and what he does when a check fails."""
    number = next(n for n in range(1, 5) if row[f"arrow{n}"].endswith("black"))
    direction = row[f"arrow{number}"].split()[0]
    waiting = named(standing(row), row["name"])
    play(waiting, f"arrow:{number}")
    after = rolling(waiting, 6)
    bushido = int(WAYS[direction][0]) if row["bushido"] == "column" else int(row["bushido"])
    assert story(after.trace(), Trace.CHECKED) == [("CHECKED", row["name"], bushido, 6)]
    assert story(after.trace(), Trace.FAILED) == [("FAILED", row["name"], row["failure"])]


@pytest.mark.rule("§04-01", "S-R1")
@BY_NAME
def test_s04_01_combat(row: Row) -> None:
    """§04-01: combat 1–5: a die of as much does no harm, one more wounds in a brawl."""
    idle = IDLE if row["name"] != "Shimada Kai" else one("Kondo Isami", "6.6")
    fighter = one(row["name"], "1.3", arrows="right up down left")
    state = moving(table(fighter, idle, events={"Osaka wrestlers": "2.2"}), row["name"])
    combat = int(row["combat"])
    assert told(rolling(state, combat, by="event:Osaka wrestlers"), Trace.WOUNDED) == []
    assert len(told(rolling(state, combat + 1, by="event:Osaka wrestlers"), Trace.WOUNDED)) == 1


@pytest.mark.rule("§04-01", "S-R1")
@BY_NAME
def test_s04_01_debate_and_esteem(row: Row) -> None:
    """§04-01: debate 1–5 stones a turn; esteem 1–5 for the side where he stands."""
    state = table(one(row["name"], "1.1"), seats=[row["name"]], phase="turn", event_pile=["Ishida powder"])
    assert (sum(hand(state, 0)), state.scores()) == (int(row["debate"]), [int(row["esteem"])])


@pytest.mark.rule("§04-03", "§04-04")
def test_s04_04_the_seasons() -> None:
    """§04-03, §04-04, §05-04: the turn player and the turn are shown; turn 1 is spring and summer of Bunkyū 3."""
    state = table(one("Kondo Isami", "1.1"), IDLE, seats=["Kondo Isami", "Shimada Kai"], turn_player=1)
    view = state.view(0)
    assert (view["turn"], view["season"], view["turn_player"]) == (1, SEASONS[0], 1)
    assert (SEASONS[0], SEASONS[11]) == ("spring and summer of Bunkyu 3", "autumn and winter of Meiji 1")
    last = table(one("Kondo Isami", "1.1"), IDLE, turn=12)
    assert last.view(0)["season"] == SEASONS[11]


@pytest.mark.rule("§04-01")
def test_s04_01_the_first_and_the_last_are_like_the_others() -> None:
    """§04-01: whoever is first or last among the pieces is named, marked and moved like everybody."""
    for name in (PERSON_NAMES[0], PERSON_NAMES[-1]):
        after = moving(table(one(name, "3.3", arrows="up right down left"), IDLE), name)
        assert (cell(after, name), marks(after, name)) == ("3.2", (1, 0))
