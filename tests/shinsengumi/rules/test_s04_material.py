"""§03–§04: the pieces as they are printed, as far as the rules read them; S-R1, S-R2."""

import csv

import pytest

from dynasty_env.shinsengumi.material import PERSON_NAMES, PERSONS_CSV

from .positions import Table, printed_pieces

with PERSONS_CSV.open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.DictReader(_file))
WAYS = {"up": "3.2", "right": "4.3", "down": "3.4", "left": "2.3"}
BY_NAME = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
Row = dict[str, str]


def idle(row: Row) -> str:
    """Somebody else, in the corner, who has still to move."""
    return "Shimada Kai" if row["name"] != "Shimada Kai" else "Kondo Isami"


def standing(row: Row, *, blocked: int = 0) -> Table:
    """He stands at 3.3 and is named; the cells of his first arrows are blocked."""
    others = [name for name in PERSON_NAMES if name not in (row["name"], idle(row))]
    walls = [f"{others[n]} {WAYS[row[f'arrow{n + 1}'].split()[0]]} moved" for n in range(blocked)]
    play = Table(" | ".join([f"{row['name']} 3.3", *walls, f"{idle(row)} 6.6", f"seat {idle(row)} 3 3"]))
    play.line(row["name"])
    return play


@pytest.mark.rule("§04-01", "S-R2")
@BY_NAME
@pytest.mark.parametrize("blocked", [0, 1, 2, 3])
def test_s04_01_directions_by_priority_and_their_colours(row: Row, blocked: int) -> None:
    """§04-01, S-R2: arrows 1–4: a direction each, white or black."""
    direction, colour = row[f"arrow{blocked + 1}"].split()
    play = standing(row, blocked=blocked)
    play.check(f"arrows: {', '.join(str(n) for n in range(blocked + 1, 5))}")
    play.line(str(blocked + 1))
    play.check(f"hand 0: {'2 3' if colour == 'white' else '3 2'}")
    play = standing(row, blocked=blocked)
    play.line("rolls")
    play.check(f"told MOVED: {row['name']} {WAYS[direction]} {blocked}")
    assert (play.look("told CHECKED") != ["nothing"]) == (colour == "black")


@pytest.mark.rule("§04-01", "S-R1")
@BY_NAME
def test_s04_01_bushido_and_the_action_of_a_failed_check(row: Row) -> None:
    """§04-01, S-R1: bushido 1–5 (Kondo's: his column), and what he does when a check fails."""
    number = next(n for n in range(1, 5) if row[f"arrow{n}"].endswith("black"))
    play = standing(row)
    play.line(f"{number}, rolls 6")
    bushido = WAYS[row[f"arrow{number}"].split()[0]][0] if row["bushido"] == "column" else row["bushido"]
    play.check(f"told CHECKED FAILED: CHECKED {row['name']} {bushido} 6, FAILED {row['name']} {row['failure']}")


@pytest.mark.rule("§04-01", "S-R1")
@BY_NAME
def test_s04_01_combat(row: Row) -> None:
    """§04-01: combat 1–5: a die of as much does no harm, one more wounds in a brawl."""
    with printed_pieces():
        play = Table(f"{row['name']} 1.3 arrows=right up down left | {idle(row)} 6.6 | Osaka wrestlers 2.2")
        play.line(f"{row['name']}, rolls, Osaka wrestlers (rolls {row['combat']})")
        play.check("told WOUNDED: nothing")
        play.again()
        play.line(f"Osaka wrestlers (rolls {int(row['combat']) + 1})")
        play.check(f"told WOUNDED: {row['name']}")


@pytest.mark.rule("§04-01", "S-R1")
@BY_NAME
def test_s04_01_debate_and_esteem(row: Row) -> None:
    """§04-01: debate 1–5 stones a turn; esteem 1–5 for the side where he stands."""
    play = Table(f"{row['name']} 1.1 | phase turn | events Ishida powder")
    play.check(f"stones: {row['debate']}")
    play.check(f"scores: {row['esteem']}")
