"""Positions whose odds were worked out by hand: the engine must meet them.

Every puzzle is a position, a declaration and what is played to it. Its docstring works the chance of success (or of a
death) out from the book; `enumerate` counts it anew, and then the engine is held to it in one of two ways, or both:

- `many_games`: the position is played `GAMES` times with the pack reshuffled and other dice (`State.hide`); the share
  of successes may be off by four standard errors.
- `every_case`: each order in which the cards can come is laid and each roll of the dice is forced; the share is exact.

A joker from the pack is named 1. A puzzle names the printed numbers that it rests on, or takes whoever has them
(`someone`, `somewhere`).
"""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES, Place
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.engine.rng import threefry
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.state import State
from tests import picking
from tests.dynasty.puzzles.enumerate import BLACK, PACK, RED, death, highest, highest_by_listing, success, without

GAMES = 3_000
SEEDS = 40_000
DECKS = {"yellow": ["Ferdinand I", "Anna of Bohemia"], "blue": ["Henry II", "Anne of Brittany"],
         "red": ["Henry VII", "Amalia of Solms"], "green": ["Christian IV", "Cecilia Vasa"]}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ positions


def dynasty(king: str, territory: str, hand: str = "", **family: list[str]) -> dict[str, Any]:
    """One seat of a save file."""
    return {"king": king, "territories": territory.split(", "), "hand": hand.split(), **family}


@dataclass(frozen=True)
class Puzzle:
    """A position at seat 0's action phase, and what is played from there."""

    seats: Sequence[dict[str, Any]]
    play: Sequence[str]  # … the last of them brings the cards and dice about
    solved: Callable[[State], bool]
    printed: dict[str, dict[str, Any]]
    pack: Sequence[str] = ()  # all of the pack; () for every card that no hand holds
    discards: Sequence[str] | None = None  # None: every card that is nowhere else
    fields: dict[str, Any] = field(default_factory=dict)

    def state(self, pack: Sequence[str], seed: int = 0, backend: BackendName = "interpreted") -> State:
        """The position with the pack in this order, played up to the last action."""
        hands = [card for seat in self.seats for card in seat["hand"]]
        discards = without(PACK, *hands, *pack) if self.discards is None else self.discards
        state = GAME.from_dict(
            {
                "game": "dynasty_v0", "phase": "action", "seats": self.seats,
                "options": {"ask_forced": True, "abilities": False},
                "turn_player": 0, "first_player": 0, "pope": 1, "scythe": 1, "seed": seed, "person_decks": DECKS,
                "pack": list(pack), "discards": list(discards), **self.fields,
            },
            backend=backend,
        )  # fmt: skip
        for action in self.play[:-1]:
            state.play(action)
        return state

    def whole_pack(self) -> list[str]:
        hands = [card for seat in self.seats for card in seat["hand"]]
        return list(self.pack) if self.pack else without(PACK, *hands)

    def finish(self, state: State) -> list[int]:
        """Play the last action, name jokers 1, and return the dice rolled since (death checks included)."""
        state.play(self.play[-1])
        while state.phase == "joker":
            state.play("joker:1")
        return [entry.value for entry in state.trace() if entry.kind in (Trace.DIE, Trace.CHECKED)]


def place(state: State, person: str) -> tuple[int, Place]:
    """Whose a person is (-1: nobody's), and what."""
    number = PERSON_NAMES.index(person)
    return int(state.record["owner"][number]), Place(int(state.record["place"][number]))


def is_spouse(person: str) -> Callable[[State], bool]:
    return lambda state: place(state, person) == (0, Place.SPOUSE)


def is_courtier(person: str) -> Callable[[State], bool]:
    return lambda state: place(state, person) == (0, Place.COURTIER)


def is_king(person: str, seat: int) -> Callable[[State], bool]:
    return lambda state: place(state, person) == (seat, Place.KING)


def is_dead(*persons: str) -> Callable[[State], bool]:
    return lambda state: all(place(state, person) == (-1, Place.GONE) for person in persons)


def has_country(country: str) -> Callable[[State], bool]:
    return lambda state: bool(state.record["holder"][COUNTRY_NAMES.index(country)] == 0)


def has_pope(state: State) -> bool:
    return bool(state.record["pope"] == 0)


def is_born(state: State) -> bool:
    return state.phase == "birth_deck"


def someone(**wanted: Any) -> str:
    """Whoever has these printed numbers and does not lie in a deck."""
    return picking.someone(without=[name for deck in DECKS.values() for name in deck], **wanted)


# ----------------------------------------------------------------------------------------------------------- the engine


def check_cards(puzzle: Puzzle) -> None:
    """The printed numbers that the puzzle rests on are still printed."""
    for name, numbers in puzzle.printed.items():
        row = printed()[name]
        assert {key: type(value)(row[key]) for key, value in numbers.items()} == numbers, name


@cache
def printed() -> dict[str, dict[str, str]]:
    folder = Path(__file__).resolve().parents[3] / "dynasty_env" / "europe" / "data"
    rows: dict[str, dict[str, str]] = {}
    for file in ("persons.csv", "countries.csv"):
        with (folder / file).open(encoding="utf-8", newline="") as lines:
            rows |= {row["name"]: row for row in csv.DictReader(lines)}
    return rows


def fast() -> BackendName:
    """The compiled rules where they are at hand: a few thousand games are not worth compiling them."""
    ready = all(GAME.compiled.is_warm(entry) for entry in ("proceed", "step", "hide"))
    return "compiled" if ready else "interpreted"


def many_games(puzzle: Puzzle, odds: Fraction) -> None:
    """The share of successes lies within four standard errors of `odds`."""
    check_cards(puzzle)
    start = puzzle.state(puzzle.whole_pack(), backend=fast())
    solved = 0
    for key in range(GAMES):
        game = start.hide(start.seat, key)
        puzzle.finish(game)
        solved += puzzle.solved(game)
    error = sqrt(odds * (1 - odds) / GAMES)
    assert abs(solved / GAMES - odds) <= 4 * error, f"{solved} of {GAMES}, expected {float(odds):.4f} ± {4 * error:.4f}"


def every_case(puzzle: Puzzle, odds: Fraction, drawn: int, dice: int) -> None:
    """Over all orders of the first `drawn` cards and all rolls of `dice` dice the share is exactly `odds`."""
    check_cards(puzzle)
    pack = puzzle.whole_pack()
    seeds = seeds_of(dice)
    cases = solved = 0
    for order in orders(pack, drawn):
        for faces, seed in seeds.items():
            state = puzzle.state(order, seed)
            rolled = puzzle.finish(state)
            assert tuple(rolled[:dice]) == faces[: len(rolled)], "the dice were to fall otherwise"
            cases += 1
            solved += puzzle.solved(state)
    assert Fraction(solved, cases) == odds, f"{solved} of {cases}, expected {odds}"


def orders(pack: Sequence[str], drawn: int) -> Iterable[list[str]]:
    """Every order of the pack's first `drawn` cards; equal cards are told apart, so that all are equally likely."""
    for first in permutations(range(len(pack)), drawn):
        yield [pack[i] for i in first] + [pack[i] for i in range(len(pack)) if i not in first]


@cache
def seeds_of(dice: int) -> dict[tuple[int, ...], int]:
    """A seed for each roll: a position in which nothing is left to shuffle spends its first numbers on the dice."""
    keys = np.arange(SEEDS, dtype=np.int64)
    rolls = [1 + (threefry(keys, 0, draw, 0)[0] * 6 >> 32) for draw in range(dice)]
    found: dict[tuple[int, ...], int] = {}
    for seed in range(SEEDS):
        found.setdefault(tuple(int(roll[seed]) for roll in rolls), seed)
    assert len(found) == 6**dice
    return {faces: found[faces] for faces in product(range(1, 7), repeat=dice)}


# ------------------------------------------------------------------------------------------------------- the enumerator


def test_counting_and_listing_agree() -> None:
    """The odds of the highest card by a formula and by looking at every hand."""
    heap = ["HA", "H7", "D7", "DK", "S2", "CQ", "JOKER", "JOKER"]
    for suits in (RED, BLACK):
        for drawn in range(len(heap) + 2):
            assert highest(heap, drawn, suits) == highest_by_listing(heap, drawn, suits)


# ---------------------------------------------------------------------------------------------------- §09-01: marriage


def test_marriage_three_cards_of_four_and_a_die_for_religion() -> None:
    """A king (P, prestige 1) courts a wanderer (CP, prestige 3): 3 cards, 1 + 1 dice, for P and CP are the same (D-R3).
    The pack is H4 D9 SK CQ, and one of the four is left out: D9 in one case of four (then 4 is the highest red,
    33/36), else 9 (10/36). 3/4 · 10/36 + 1/4 · 33/36 = 63/144 = 7/16."""
    king, lady = someone(sex="m", religion="P", prestige=1), someone(sex="f", religion="CP", prestige=3)
    puzzle = Puzzle(
        seats=[dynasty(king, "England"), dynasty("Erik XIV", "Sweden")],
        fields={"wanderers": [lady]},
        play=["marriage", f"person:{lady}", "pass", "pass"],
        pack=["H4", "D9", "SK", "CQ"],
        solved=is_spouse(lady),
        printed={king: {"prestige": 1, "religion": "P"}, lady: {"prestige": 3, "religion": "CP"}},
    )
    odds = Fraction(7, 16)
    assert success(puzzle.pack, 3, RED, 1 + 1) == odds
    every_case(puzzle, odds, drawn=3, dice=2)


def test_marriage_of_two_religions_over_the_whole_pack() -> None:
    """A king (P, prestige 1) courts a rival's courtier (C, prestige 3), Charles I's, who has not the pope: 3 cards of
    54, one die, for C and P are different. The highest red is f or less if the three are among the 28
    black cards and jokers (named 1) and the 2f red ones up to f: C(28 + 2f, 3) of C(54, 3) = 24804 hands, f = 1 … 6.
    (4060 + 4960 + 5984 + 7140 + 8436 + 9880) / (6 · 24804) = 40460/148824 = 10115/37206."""
    king, lady = someone(sex="m", religion="P", prestige=1), someone(sex="f", religion="C", prestige=3)
    puzzle = Puzzle(
        seats=[dynasty(king, "France"), dynasty("Charles I", "England", courtiers=[lady]),
               dynasty("Erik XIV", "Sweden")],
        fields={"pope": 2},
        play=["marriage", f"person:{lady}", "pass", "pass", "pass"],
        solved=is_spouse(lady),
        printed={king: {"prestige": 1, "religion": "P"}, lady: {"prestige": 3, "religion": "C"}},
    )  # fmt: skip
    odds = Fraction(10115, 37206)
    assert success(PACK, 3, RED, 1) == odds
    many_games(puzzle, odds)


def test_marriage_with_the_pope() -> None:
    """A king (CC, prestige 2) holds the pope and courts his own courtier (C, prestige 3), with the pope 4 and 5
    (§11-01): 5 cards, 4 + 1 dice (CC and C are the same). Of HK and nine spades five are drawn: the king is among
    them in half the cases. Five dice reach 13 in 7776 - 762 = 7014 of 7776 rolls (sums of 5 … 12: 1 + 5 + 15 +
    35 + 70 + 126 + 205 + 305 = 762). 1/2 · 7014/7776 + 1/2 = 2465/2592."""
    king, lady = someone(sex="m", religion="CC", prestige=2), someone(sex="f", religion="C", prestige=3)
    puzzle = Puzzle(
        seats=[dynasty(king, "Spain", courtiers=[lady]), dynasty("Erik XIV", "Sweden")],
        fields={"pope": 0},
        play=["marriage", f"person:{lady}", "pass", "pass"],
        pack=["HK", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10"],
        solved=is_spouse(lady),
        printed={king: {"prestige": 2, "religion": "CC"}, lady: {"prestige": 3, "religion": "C"}},
    )
    odds = Fraction(2465, 2592)
    assert success(puzzle.pack, 3 + 2, RED, 2 + 2 + 1) == odds
    many_games(puzzle, odds)


def test_marriage_against_the_pope() -> None:
    """A king (P, prestige 1) courts a courtier (C, prestige 3) of the pope's holder: prestige 5 (§11-01), so 5 cards, 1
    die (C and P are different). Of D3, H6 and four spades one is left out: H6 in a sixth (then 3: 4/6),
    else 6 (1/6). (4/6 + 5 · 1/6) / 6 = 9/36 = 1/4."""
    king, lady = someone(sex="m", religion="P", prestige=1), someone(sex="f", religion="C", prestige=3)
    puzzle = Puzzle(
        seats=[dynasty(king, "England"), dynasty("Erik XIV", "Sweden", courtiers=[lady])],
        play=["marriage", f"person:{lady}", "pass", "pass"],
        pack=["D3", "H6", "S4", "S5", "S9", "SK"],
        solved=is_spouse(lady),
        printed={king: {"prestige": 1, "religion": "P"}, lady: {"prestige": 3, "religion": "C"}},
    )
    odds = Fraction(1, 4)
    assert success(puzzle.pack, 3 + 2, RED, 1) == odds
    many_games(puzzle, odds)


def test_marriage_with_a_rivals_king_against_and_an_ace_for() -> None:
    """A king (P, prestige 3) courts a wanderer (P, prestige 2): 2 cards, 3 + 1 dice. He plays an ace, his rival a
    king: both cards are there, the pack supplies none. Four dice reach 13 in 1296 - 435 of 1296 rolls (sums of 4 … 12:
    1 + 4 + 10 + 20 + 35 + 56 + 80 + 104 + 125 = 435): 861/1296 = 287/432."""
    king, lady = someone(sex="m", religion="P", prestige=3), someone(sex="f", religion="P", prestige=2)
    puzzle = Puzzle(
        seats=[dynasty(king, "England", hand="HA"), dynasty("Charles V", "Sweden", hand="DK")],
        fields={"wanderers": [lady]},
        play=["marriage", f"person:{lady}", "card:HA", "card:DK", "pass", "pass"],
        pack=["DA", "SA"],
        solved=is_spouse(lady),
        printed={king: {"prestige": 3, "religion": "P"}, lady: {"prestige": 2, "religion": "P"}},
    )
    odds = Fraction(287, 432)
    assert success(puzzle.pack, 2, RED, 3 + 1, played=["HA", "DK"]) == odds
    every_case(puzzle, odds, drawn=0, dice=4)


# ------------------------------------------------------------------------------------------------- §09-02: procreation


def test_procreation_without_dice() -> None:
    """Drake (red, fertility 0) and Bess of Hardwick (red, fertility 3): 6 - 3 = 3 cards, no dice: it succeeds if
    nothing red comes, and no joker (1 at least). Of JOKER and four black cards three: C(4,3)/C(5,3) = 2/5."""
    puzzle = Puzzle(
        seats=[dynasty("Francis Drake", "England", spouses=["Bess of Hardwick"]), dynasty("Erik XIV", "Sweden")],
        play=["procreation", "pass", "pass"],
        pack=["JOKER", "S2", "C9", "CK", "SJ"],
        solved=is_born,
        printed={"Francis Drake": {"fertility": 0, "colour": "red"},
                 "Bess of Hardwick": {"fertility": 3, "colour": "red"}},
    )  # fmt: skip
    odds = Fraction(2, 5)
    assert success(puzzle.pack, 6 - 3, RED, 0) == odds
    every_case(puzzle, odds, drawn=3, dice=0)


def test_procreation_without_dice_over_the_whole_pack() -> None:
    """The same couple and all 54 cards: the three must be of the 26 black ones: C(26,3)/C(54,3) = 2600/24804 =
    50/477."""
    puzzle = Puzzle(
        seats=[dynasty("Francis Drake", "England", spouses=["Bess of Hardwick"]), dynasty("Erik XIV", "Sweden")],
        play=["procreation", "pass", "pass"],
        solved=is_born,
        printed={"Francis Drake": {"fertility": 0, "colour": "red"},
                 "Bess of Hardwick": {"fertility": 3, "colour": "red"}},
    )  # fmt: skip
    odds = Fraction(50, 477)
    assert success(PACK, 6 - 3, RED, 0) == odds
    many_games(puzzle, odds)


def test_procreation_with_a_die_for_the_bloodline() -> None:
    """Drake (red, fertility 0) and Juliana of Stolberg (green, fertility 4): 2 cards, 0 + 1 dice, for their colours
    differ. Of the ten pairs of H2 D5 DQ S9 CK one counts 0 (certain), two count 2 (5/6), three count 5 (2/6), four
    count 12 (never). (1 + 2 · 5/6 + 3 · 2/6) / 10 = 22/60 = 11/30."""
    puzzle = Puzzle(
        seats=[dynasty("Francis Drake", "England", spouses=["Juliana of Stolberg"]), dynasty("Erik XIV", "Sweden")],
        play=["procreation", "pass", "pass"],
        pack=["H2", "D5", "DQ", "S9", "CK"],
        solved=is_born,
        printed={"Francis Drake": {"fertility": 0, "colour": "red"},
                 "Juliana of Stolberg": {"fertility": 4, "colour": "green"}},
    )  # fmt: skip
    odds = Fraction(11, 30)
    assert success(puzzle.pack, 6 - 4, RED, 0 + 1) == odds
    every_case(puzzle, odds, drawn=2, dice=1)


def test_procreation_with_a_rivals_joker_and_low_cards_for() -> None:
    """Henry VIII and Catherine of Aragon (both red, fertility 2 and 1): 5 cards, 2 dice. He plays HA, DA and H2, his
    rival a joker as 9: one card comes from the other 50. It matters if it is a red 10 (6/36), J (3/36), Q (1/36) or K
    (0), two of each, otherwise 9 is needed (10/36): (42 · 10 + 2 · 6 + 2 · 3 + 2 · 1) / (50 · 36) = 440/1800 =
    11/45."""
    puzzle = Puzzle(
        seats=[dynasty("Henry VIII", "England", hand="HA DA H2", spouses=["Catherine of Aragon"]),
               dynasty("Erik XIV", "Sweden", hand="JOKER")],
        play=["procreation", "card:HA", "joker:9", "card:DA", "pass", "card:H2", "pass", "pass"],
        solved=is_born,
        printed={"Henry VIII": {"fertility": 2, "colour": "red"},
                 "Catherine of Aragon": {"fertility": 1, "colour": "red"}},
    )  # fmt: skip
    odds = Fraction(11, 45)
    played = ["HA", "joker:9", "DA", "H2"]
    assert success(without(PACK, "HA", "JOKER", "DA", "H2"), 6 - 1, RED, 2, played=played) == odds
    many_games(puzzle, odds)


def test_procreation_when_the_pack_is_too_small() -> None:
    """Philip II (yellow, fertility 2) and Mary I (red, fertility 0): 6 cards, 2 + 1 dice. The pack has H3 and S5 alone;
    then the five discards are shuffled, and four of them come: HK in 4 cases of 5 (three dice reach 13 in 56 of 216
    rolls), else D8 is the highest (8: 181 of 216). (4 · 56 + 181) / (5 · 216) = 405/1080 = 3/8."""
    puzzle = Puzzle(
        seats=[dynasty("Philip II", "Spain", spouses=["Mary I"]), dynasty("Erik XIV", "Sweden")],
        play=["procreation", "pass", "pass"],
        pack=["H3", "S5"],
        discards=["HK", "D8", "H2", "SA", "C4"],
        solved=is_born,
        printed={"Philip II": {"fertility": 2, "colour": "yellow"}, "Mary I": {"fertility": 0, "colour": "red"}},
    )
    puzzle = everything_else_in_a_hand(puzzle)
    odds = Fraction(3, 8)
    assert success(puzzle.pack, 6 - 0, RED, 2 + 1, discards=puzzle.discards or ()) == odds
    many_games(puzzle, odds)


def test_procreation_when_pack_and_discards_are_too_small() -> None:
    """The same couple, but there are only H9 and S5 in the pack and D4 in the discards: all three come, no more can.
    Three dice reach 9 in 216 - 56 = 160 of 216 rolls: 20/27."""
    puzzle = Puzzle(
        seats=[dynasty("Philip II", "Spain", spouses=["Mary I"]), dynasty("Erik XIV", "Sweden")],
        play=["procreation", "pass", "pass"],
        pack=["H9", "S5"],
        discards=["D4"],
        solved=is_born,
        printed={"Philip II": {"fertility": 2, "colour": "yellow"}, "Mary I": {"fertility": 0, "colour": "red"}},
    )
    puzzle = everything_else_in_a_hand(puzzle)
    odds = Fraction(20, 27)
    assert success(puzzle.pack, 6 - 0, RED, 2 + 1, discards=["D4"]) == odds
    every_case(puzzle, odds, drawn=2, dice=3)


def everything_else_in_a_hand(puzzle: Puzzle) -> Puzzle:
    """The cards that are neither in the pack nor in the discards are held by seat 1, who passes."""
    own, rival = puzzle.seats
    hand = without(PACK, *puzzle.pack, *(puzzle.discards or ()))
    return Puzzle(
        seats=[own, rival | {"hand": hand}], play=puzzle.play, solved=puzzle.solved, printed=puzzle.printed,
        pack=puzzle.pack, discards=puzzle.discards, fields=puzzle.fields,
    )  # fmt: skip


# --------------------------------------------------------------------------------------------------------- §09-03: war


def test_war_on_an_independent_country() -> None:
    """James I (war 0) attacks an independent country of power 2: 2 cards, 0 + 1 dice. Of the six pairs of S3 C6 HK D9
    three count 6 (1/6), two count 3 (4/6), one counts 0 (certain): (3/6 + 8/6 + 1) / 6 = 17/36."""
    country = picking.somewhere(power=2, without=["England", "Sweden"])
    puzzle = Puzzle(
        seats=[dynasty("James I", "England"), dynasty("Erik XIV", "Sweden")],
        fields={"independent": [country]},
        play=["war", f"country:{country}", "person:James I", "pass", "pass"],
        pack=["S3", "C6", "HK", "D9"],
        solved=has_country(country),
        printed={"James I": {"war": 0, "life": 3}, country: {"power": 2}},
    )
    odds = Fraction(17, 36)
    assert success(puzzle.pack, 2, BLACK, 0 + 1) == odds
    every_case(puzzle, odds, drawn=2, dice=1)


def test_war_won_and_survived() -> None:
    """The same war with a courtier of the same numbers, Walsingham (war 0, life 3), and the chance that it is won and
    he comes home (§09-03-05): his die is 3 or less in half the cases. 17/36 · 1/2 = 17/72."""
    home = is_courtier("Francis Walsingham")
    country = picking.somewhere(power=2, without=["England", "Sweden"])
    conquered = has_country(country)
    puzzle = Puzzle(
        seats=[dynasty("James I", "England", courtiers=["Francis Walsingham"]), dynasty("Erik XIV", "Sweden")],
        fields={"independent": [country]},
        play=["war", f"country:{country}", "person:Francis Walsingham", "pass", "pass"],
        pack=["S3", "C6", "HK", "D9"],
        solved=lambda state: home(state) and conquered(state),
        printed={"Francis Walsingham": {"war": 0, "life": 3}, country: {"power": 2}},
    )
    odds = Fraction(17, 72)
    assert success(puzzle.pack, 2, BLACK, 0 + 1) * (1 - death(3)) == odds
    every_case(puzzle, odds, drawn=2, dice=2)


def test_war_against_a_defending_commander() -> None:
    """Gustavus Adolphus (war 4) attacks a country of power 3, defended by Frederick Henry (war 4): 7 cards, 5 dice. Of
    SK, CQ and six hearts one is left out: SK in an eighth of the cases (then 12: 7776 - 457 = 7319 of 7776 rolls),
    else 13 (7776 - 762 = 7014). (7 · 7014 + 7319) / (8 · 7776) = 56417/62208."""
    country = picking.somewhere(power=3, without=["Sweden", "Ireland"])
    puzzle = Puzzle(
        seats=[dynasty("Gustavus Adolphus", "Sweden"),
               dynasty("William of Orange", f"Ireland, {country}", courtiers=["Frederick Henry"])],
        play=["war", f"country:{country}", "person:Gustavus Adolphus", "person:Frederick Henry", "pass", "pass"],
        pack=["SK", "CQ", "HA", "H2", "H3", "H4", "H5", "H6"],
        solved=has_country(country),
        printed={"Gustavus Adolphus": {"war": 4}, "Frederick Henry": {"war": 4}, country: {"power": 3}},
    )  # fmt: skip
    odds = Fraction(56417, 62208)
    assert success(puzzle.pack, 3 + 4, BLACK, 4 + 1) == odds
    many_games(puzzle, odds)


def test_war_on_an_undefended_territory_with_enough_cards_from_hands() -> None:
    """Maximilian II (war 1) attacks a rival's country of power 2, who sends no one: 2 cards, 2 dice. He plays both
    black aces, the rival C5: three cards lie there already, more than called for, and all count. 5 is reached in 30 of
    36 rolls: 5/6."""
    country = picking.somewhere(power=2, without=["Austria", "Ireland"])
    puzzle = Puzzle(
        seats=[dynasty("Maximilian II", "Austria", hand="SA CA"),
               dynasty("Erik XIV", f"Ireland, {country}", hand="C5")],
        play=["war", f"country:{country}", "person:Maximilian II", "pass",
              "card:SA", "card:C5", "card:CA", "pass", "pass"],
        pack=["SK", "CK"],
        solved=has_country(country),
        printed={"Maximilian II": {"war": 1}, country: {"power": 2}},
    )  # fmt: skip
    odds = Fraction(5, 6)
    assert success(puzzle.pack, 2, BLACK, 1 + 1, played=["SA", "C5", "CA"]) == odds
    every_case(puzzle, odds, drawn=0, dice=2)


def test_war_in_which_both_commanders_die() -> None:
    """Won or lost, both commanders take a death check (§09-03-05): Maurice of Saxony (life 2) dies of 3 … 6, Alba (life
    4) of 5 and 6: 4/6 · 2/6 = 2/9."""
    puzzle = Puzzle(
        seats=[dynasty("Erik XIV", "Sweden", courtiers=["Maurice of Saxony"]),
               dynasty("Philip II", "Spain, Naples", courtiers=["Duke of Alba"])],
        play=["war", "country:Naples", "person:Maurice of Saxony", "person:Duke of Alba", "pass", "pass"],
        pack=["SK", "HK", "C2", "D2", "S3", "C4", "H7"],
        solved=is_dead("Maurice of Saxony", "Duke of Alba"),
        printed={"Maurice of Saxony": {"life": 2}, "Duke of Alba": {"life": 4}},
    )  # fmt: skip
    odds = Fraction(2, 9)
    assert death(2) * death(4) == odds
    many_games(puzzle, odds)


# -------------------------------------------------------------------------------------------------------- §09-04: hire


def test_hire_with_no_cards_and_no_dice() -> None:
    """Joanna of Castile (yellow, governance 0) hires Anne of Cleves (green, ambition 0): no cards, no dice: the sum 0
    meets the success value 0: certain, whatever the pack holds."""
    puzzle = Puzzle(
        seats=[dynasty("Joanna of Castile", "Spain"), dynasty("Erik XIV", "Sweden")],
        fields={"wanderers": ["Anne of Cleves"]},
        play=["hire", "person:Joanna of Castile", "person:Anne of Cleves", "pass", "pass"],
        pack=["SK", "CK"],
        solved=is_courtier("Anne of Cleves"),
        printed={"Joanna of Castile": {"governance": 0, "colour": "yellow"},
                 "Anne of Cleves": {"ambition": 0, "colour": "green"}},
    )  # fmt: skip
    assert success(puzzle.pack, 0, BLACK, 0) == 1
    every_case(puzzle, Fraction(1), drawn=2, dice=0)


def test_hire_with_no_cards_and_no_dice_but_a_rivals_ace() -> None:
    """The same hire, but a rival plays CA, as he may though no card is called for (§08-02-03-01): 0 does not reach 1:
    never."""
    puzzle = Puzzle(
        seats=[dynasty("Joanna of Castile", "Spain"), dynasty("Erik XIV", "Sweden", hand="CA")],
        fields={"wanderers": ["Anne of Cleves"]},
        play=["hire", "person:Joanna of Castile", "person:Anne of Cleves", "pass", "card:CA", "pass", "pass"],
        pack=["SK", "CK"],
        solved=is_courtier("Anne of Cleves"),
        printed={"Joanna of Castile": {"governance": 0, "colour": "yellow"},
                 "Anne of Cleves": {"ambition": 0, "colour": "green"}},
    )  # fmt: skip
    assert success(puzzle.pack, 0, BLACK, 0, played=["CA"]) == 0
    every_case(puzzle, Fraction(0), drawn=2, dice=0)


def test_hire_with_a_die_for_the_bloodline() -> None:
    """Joanna of Castile (yellow, governance 0) hires Hernan Cortes (yellow, ambition 4): 4 cards, 0 + 1 dice, for they
    are of one colour. Of S2 C4 H9 D9 HJ one is left out: C4 in a fifth of the cases (then 2: 5/6), else 4 (3/6):
    (5/6 + 4 · 3/6) / 5 = 17/30."""
    puzzle = Puzzle(
        seats=[dynasty("Joanna of Castile", "Spain"), dynasty("Erik XIV", "Sweden")],
        fields={"wanderers": ["Hernan Cortes"]},
        play=["hire", "person:Joanna of Castile", "person:Hernan Cortes", "pass", "pass"],
        pack=["S2", "C4", "H9", "D9", "HJ"],
        solved=is_courtier("Hernan Cortes"),
        printed={"Joanna of Castile": {"governance": 0, "colour": "yellow"},
                 "Hernan Cortes": {"ambition": 4, "colour": "yellow"}},
    )  # fmt: skip
    odds = Fraction(17, 30)
    assert success(puzzle.pack, 4, BLACK, 0 + 1) == odds
    every_case(puzzle, odds, drawn=4, dice=1)


def test_hire_over_the_whole_pack() -> None:
    """Rudolf II (yellow, governance 1), a courtier of Henry IV, hires Philip II (yellow, ambition 3): 3 cards, 1 + 1
    dice. C(28 + 2s, 3) of 24804 hands are met by a sum of s: over the 36 rolls 1 · 4960 + 2 · 5984 + 3 · 7140 +
    4 · 8436 + 5 · 9880 + 6 · 11480 + 5 · 13244 + 4 · 15180 + 3 · 17296 + 2 · 19600 + 1 · 22100 = 430500, of
    36 · 24804: 35875/74412."""
    puzzle = Puzzle(
        seats=[dynasty("Henry IV", "France", courtiers=["Rudolf II"]), dynasty("Erik XIV", "Sweden")],
        fields={"wanderers": ["Philip II"]},
        play=["hire", "person:Rudolf II", "person:Philip II", "pass", "pass"],
        solved=is_courtier("Philip II"),
        printed={"Rudolf II": {"governance": 1, "colour": "yellow"}, "Philip II": {"ambition": 3, "colour": "yellow"}},
    )
    odds = Fraction(35875, 74412)
    assert success(PACK, 3, BLACK, 1 + 1) == odds
    many_games(puzzle, odds)


# ------------------------------------------------------------------------------------------------------ §09-05: incite


def test_incite_without_dice() -> None:
    """Philip III (ambition 0) at the court of a king (P, prestige 2): 2 cards of 54, no dice: both must be red:
    C(26,2)/C(54,2) = 325/1431."""
    king = someone(religion="P", prestige=2)
    puzzle = Puzzle(
        seats=[dynasty("Henry IV", "France"), dynasty(king, "Sweden", courtiers=["Philip III"])],
        play=["incite", "person:Philip III", "pass", "pass"],
        solved=is_courtier("Philip III"),
        printed={"Philip III": {"ambition": 0}, king: {"prestige": 2, "religion": "P"}},
    )
    odds = Fraction(325, 1431)
    assert success(PACK, 2, BLACK, 0) == odds
    many_games(puzzle, odds)


def test_incite_against_the_popes_holder() -> None:
    """Alba (ambition 2) serves a king (C, prestige 3) who holds the pope: 3 + 2 cards, 2 dice. Of C7, S8 and four
    hearts one is left out: S8 in a sixth of the cases (then 7: 21/36), else 8 (15/36): (21 + 5 · 15) / 216 = 4/9."""
    king = someone(religion="C", prestige=3)
    puzzle = Puzzle(
        seats=[dynasty("Henry IV", "France"), dynasty(king, "Spain", courtiers=["Duke of Alba"])],
        play=["incite", "person:Duke of Alba", "pass", "pass"],
        pack=["C7", "S8", "H2", "H3", "H4", "H5"],
        solved=is_courtier("Duke of Alba"),
        printed={"Duke of Alba": {"ambition": 2}, king: {"prestige": 3, "religion": "C"}},
    )
    odds = Fraction(4, 9)
    assert success(puzzle.pack, 3 + 2, BLACK, 2) == odds
    many_games(puzzle, odds)


def test_incite_with_a_joker_in_the_pack() -> None:
    """Coligny (ambition 1) serves Drake (prestige 1): 1 card, 1 die. S3 is met by 4 faces of 6, H5 is 0 and the joker,
    named 1, is met by any: (4/6 + 1 + 1) / 3 = 8/9."""
    puzzle = Puzzle(
        seats=[dynasty("Henry IV", "France"), dynasty("Francis Drake", "England", courtiers=["Gaspard de Coligny"])],
        play=["incite", "person:Gaspard de Coligny", "pass", "pass"],
        pack=["S3", "H5", "JOKER"],
        solved=is_courtier("Gaspard de Coligny"),
        printed={"Gaspard de Coligny": {"ambition": 1}, "Francis Drake": {"prestige": 1, "religion": "P"}},
    )
    odds = Fraction(8, 9)
    assert success(puzzle.pack, 1, BLACK, 1) == odds
    every_case(puzzle, odds, drawn=1, dice=1)


def test_incite_with_a_rivals_card_in_place_of_the_packs() -> None:
    """The same, but Drake plays C6: the one card is there, and one face of six meets it: 1/6."""
    puzzle = Puzzle(
        seats=[dynasty("Henry IV", "France"),
               dynasty("Francis Drake", "England", hand="C6", courtiers=["Gaspard de Coligny"])],
        play=["incite", "person:Gaspard de Coligny", "pass", "card:C6", "pass", "pass"],
        pack=["S3", "H5", "JOKER"],
        solved=is_courtier("Gaspard de Coligny"),
        printed={"Gaspard de Coligny": {"ambition": 1}, "Francis Drake": {"prestige": 1, "religion": "P"}},
    )  # fmt: skip
    odds = Fraction(1, 6)
    assert success(puzzle.pack, 1, BLACK, 1, played=["C6"]) == odds
    every_case(puzzle, odds, drawn=1, dice=1)


# ------------------------------------------------------------------------------------------------------ §09-06: reaper


def reaping(*names: str, solved: Callable[[State], bool], **lives: int) -> Puzzle:
    """Seat 0 swings the scythe; `lives` are printed, by the last word of the name."""
    persons = {"Philip": "Philip II", "Mary": "Mary I", "Sophie": "Sophie of Mecklenburg",
               "Maurice": "Maurice of Saxony"}  # fmt: skip
    return Puzzle(
        seats=[dynasty("Henry IV", "France", courtiers=["Maurice of Saxony"]),
               dynasty("Philip II", "Spain", spouses=["Sophie of Mecklenburg"]),
               dynasty("Mary I", "England", children=["Philip III"])],
        fields={"scythe": 0},
        play=["reaper", *names],
        pack=["SA", "HA"],
        solved=solved,
        printed={persons[short]: {"life": life} for short, life in lives.items()},
    )  # fmt: skip


def test_reaper_on_an_own_courtier() -> None:
    """Maurice of Saxony (life 2) dies of 3 … 6: 4/6 = 2/3."""
    puzzle = reaping("person:Maurice of Saxony", solved=is_dead("Maurice of Saxony"), Maurice=2)
    odds = Fraction(2, 3)
    assert death(2) == odds
    every_case(puzzle, odds, drawn=0, dice=1)


def test_reaper_on_a_spouse_after_a_refusal() -> None:
    """The king is refused, so his spouse Sophie of Mecklenburg (life 4) is named; she dies of 5 and 6: 1/3."""
    puzzle = reaping(
        "person:Philip II", "declare", "person:Sophie of Mecklenburg",
        solved=is_dead("Sophie of Mecklenburg"), Sophie=4,
    )  # fmt: skip
    odds = Fraction(1, 3)
    assert death(4) == odds
    every_case(puzzle, odds, drawn=0, dice=1)
    many_games(puzzle, odds)


def test_reaper_on_the_pope() -> None:
    """The pope (life 3, §11-01), seat 1's, goes to the turn player with 4 … 6: 1/2."""
    puzzle = reaping("pope", "pass", solved=has_pope)
    odds = Fraction(1, 2)
    assert death(3) == odds
    every_case(puzzle, odds, drawn=0, dice=1)
    many_games(puzzle, odds)


def test_reaper_on_a_childless_king_ends_the_game() -> None:
    """Philip II (life 4) has no child: with 5 and 6 his house is extinct and the game over (§07-01 a): 1/3."""
    puzzle = reaping("person:Philip II", "pass", solved=lambda state: state.done, Philip=4)
    odds = Fraction(1, 3)
    assert death(4) == odds
    every_case(puzzle, odds, drawn=0, dice=1)


def test_reaper_on_a_king_with_a_child() -> None:
    """Mary I (life 2) dies of 3 … 6, and her child is king (§10-02): 2/3."""
    puzzle = reaping("person:Mary I", "pass", solved=is_king("Philip III", seat=2), Mary=2)
    odds = Fraction(2, 3)
    assert death(2) == odds
    every_case(puzzle, odds, drawn=0, dice=1)
