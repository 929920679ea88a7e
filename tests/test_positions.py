"""Positions of four games: each word of theirs is looked at, the oracle judges, and a slip of the pen is named.

Dynasty's are looked at in `tests/dynasty/test_positions.py`, with all that positions of any game can say.
"""

from importlib import import_module

import pytest

from tests.positions import positions

KINGDOMS = "Charles V prestige=3 (Spain; children Maria of Spain), nobles Duke of Alba | Philip II (Poland) | scythe=0"
SHINSENGUMI = (
    "Okita Soji 3.3 under=Fiancee arrows=up* right down left failure=spirit | Saito Hajime 5.5 moved | Sniper 1.1 | "
    "seat Okita Soji 2 1 | seat Saito Hajime | gone Kaientai | dead Ito Kashitaro | powder=1"
)
FIGURES = (
    "Fencer 4 8 plots SQ S3 sabre 0 | Archer 8 8 looks 90 bow 15 feels C8 damage 1 | pack SK HK C2 C3 C4 | emotions"
)
RELAID = "Dong Zhuo: Luoyang 5 Dong Zhuo | Yuan Shao: Xuchang 5; Jizhou 4 | Zhang Lu: Xuchang 5"
FACTS: dict[tuple[str, str, str], list[tuple[str, str]]] = {
    ("kingdoms", KINGDOMS, "reaper, Duke of Alba (rolls 6)"): [
        ("Charles V: 0 king of Spain; children Maria of Spain", "Charles V: 0 king of Spain"),
        ("Maria of Spain: child of Charles V", "Maria of Spain: spouse of Charles V"),
        ("Duke of Alba: removed", "Duke of Alba: 0 noble"),
        ("Anna of Bohemia: yellow", "Anna of Bohemia: pool"),
        ("Spain: Charles V", "Spain: Philip II"),
        ("Portugal: independent", "Portugal: out"),
        ("Ottoman Empire: out", "Ottoman Empire: independent"),
        ("kings 1: Philip II (Poland)", "kings 1: Philip II (Poland, Saxony)"),
        ("dice: 6", "dice: 5"),
        ("told DIED: 0 Duke of Alba", "told DIED: nothing"),
        ("decks: yellow, blue, red, green", "decks: yellow"),
        ("words yellow has: yellow deck", "words yellow has: blue deck"),
        ("words yellow lacks: blue", "words yellow lacks: yellow"),
    ],
    ("kingdoms", KINGDOMS, "reaper"): [("prospects Duke of Alba has: dies", "prospects Duke of Alba has: wins")],
    ("kingdoms", KINGDOMS, "war, Portugal"): [("stakes has: war on Portugal", "stakes has: war on Spain")],
    ("shinsengumi", SHINSENGUMI, "Okita Soji, rolls 6"): [
        ("Okita Soji: 3.1", "Okita Soji: 3.2"),
        ("Ito Kashitaro: dead", "Ito Kashitaro: pile"),
        ("marks Okita Soji: 0 0", "marks Okita Soji: 0 1"),
        ("under Okita Soji: Fiancee", "under Okita Soji: nobody"),
        ("Fiancee: attached", "Fiancee: pile"),
        ("Sniper: 1.1", "Sniper: gone"),
        ("Kaientai: gone", "Kaientai: 1.1"),
        ("Ishida powder: kept", "Ishida powder: gone"),
        ("board: Okita Soji, Saito Hajime", "board: Okita Soji"),
        ("dice has: 6", "dice has: 5"),
        ("told FAILED: Okita Soji spirit", "told FAILED: nothing"),
        ("turn: 2", "turn: 1"),
    ],
    ("figures", FIGURES, "6 w, yes"): [
        ("Fencer: 5.6 8", "Fencer: 5.6001 8"),
        ("gone Fencer: 1.6@0", "gone Fencer: 1.6@1"),
        ("looks Archer: 90", "looks Archer: 75"),
        ("Archer.damage: 4", "Archer.damage: 3"),
        ("weapons public Archer: 15, nobody", "weapons public Archer: 0, nobody"),
        ("sees public Archer.emotion_cards: C8", "sees public Archer.emotion_cards: C9"),
        ("farthest: 4 w", "farthest: 4.5 w"),
        ("legal: rest, 0 w … 4 w", "legal: 0 w … 4 w"),
        ("actor: Fencer", "actor: Archer"),
        ("told DAMAGE: 1 1 3 4", "told DAMAGE: nothing"),
        ("knows S3: 0", "knows S3: 0, 1"),
    ],
    ("three_kingdoms", RELAID, "done"): [
        ("Xuchang: Zhang Lu 5", "Xuchang: Yuan Shao 5"),
        ("Yuan Shao: Yuan Shao in Jizhou", "Yuan Shao: Yuan Shao in Xuchang"),
        ("count raised: 0", "count raised: 1"),
    ],
    ("three_kingdoms", f"{RELAID} | Dong Zhuo: Luoyang 5 Li Ru", "levy:Luoyang"): [
        ("prospects Li Ru: succeeds 67 %", "prospects Dong Zhuo: succeeds 67 %"),
        ("words Li Ru has: administration 4", "words Dong Zhuo has: administration 4"),
        ("outcomes count raised by each: 0, 1, 2", "outcomes count raised by each: 0, 1"),
    ],
    ("figures", FIGURES, "6 w"): [("touches: sabre Archer", "touches: sabre Archer from the start")],
    ("figures", FIGURES, "go 0.5"): [("taken: share 0.5", "taken: share 0.25")],
}
"""By game, table and line of play: what is so, and what is not."""
SLIPS = [
    ("kingdoms", KINGDOMS.replace("Philip II", "Philip X"), "'Philip X' is nobody"),
    ("kingdoms", f"{KINGDOMS} | scyth=0", "'scyth=0' is nobody"),
    ("shinsengumi", "Okita Soji 3.3 | Okita 1.1", "is nobody on a cell and no field"),
    ("shinsengumi", "Okita Soji 3.3 | powder", "is nobody on a cell and no field"),
    ("three_kingdoms", RELAID.replace("; Jizhou 4", ""), "no area left for its ruler Yuan Shao"),
    ("figures", f"{FIGURES} | wall 3", "'wall 3' is nothing"),
    ("figures", FIGURES.replace("Archer", "Archre"), "'Archre 8 8"),
]
MARRIED = KINGDOMS.replace("children", "spouse")
FALSE_ORACLES = [
    ("kingdoms", MARRIED, "procreation, Charles V", "deeds.BIRTH_DICE", 3, "dice and value"),
    ("shinsengumi", SHINSENGUMI, "Okita Soji, rolls 6", "moving.bushido", lambda *_: 2, "bushido of Okita Soji"),
    ("figures", FIGURES, "6 w, yes", "table.number", lambda card: 5, "damage of Archer"),
    ("figures", FIGURES, "6 w, yes", "laid.radians", lambda degrees: 1.0, "looks elsewhere"),
]


def check(game: str, given: str, when: str, then: str) -> None:
    """A position of one line."""
    play = import_module(f"tests.{game}.rules.positions").check_position
    for position in positions(f"§03: a table.\n    given  {given}\n    when   {when} => {then}\n"):
        play(position)


@pytest.mark.parametrize(("laid", "right", "wrong"), [(laid, *facts) for laid, each in FACTS.items() for facts in each])
def test_a_fact_that_is_not_so(laid: tuple[str, str, str], right: str, wrong: str) -> None:
    check(*laid, right)
    with pytest.raises(AssertionError):
        check(*laid, wrong)


@pytest.mark.parametrize(("game", "given", "when", "what", "value", "complaint"), FALSE_ORACLES)
def test_the_oracle_judges_every_move(
    game: str, given: str, when: str, what: str, value: object, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(game, given, when, "done: no")
    monkeypatch.setattr(f"tests.{game}.oracle.{what}", value)
    with pytest.raises(AssertionError, match=complaint):
        check(game, given, when, "done: no")


@pytest.mark.parametrize(("game", "given", "complaint"), SLIPS)
def test_a_slip_of_the_pen(game: str, given: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check(game, given, "pass", "done: no")
