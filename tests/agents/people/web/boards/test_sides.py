"""Whose side one is on: what a question of Dynasty says to each who is asked."""

import random
import re

from agents.people.web.boards import board_of
from agents.people.web.pages.parts import page_parts
from agents.people.web.phrases import Words
from agents.people.web.sides import from_own_side
from agents.people.web.sides.dynasty import aimed_at
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables
from agents.people.web.viewers.shown import Glimpse, SeatShown
from dynasty_env import dynasty_v0
from dynasty_env.kit.state import State
from tests.percents import number, rest

BOARD = board_of(dynasty_v0.game)


def glimpse_of(state: State) -> Glimpse:
    seats = tuple(SeatShown(name, "person", True) for name in ("Anna", "Ben", "Carl", "Dora")[: state.num_players])
    return Feed(state.seat, 0).update(KnownTables(state), seats)


def asked(phase: str, count: int) -> list[Glimpse]:
    """Questions of a phase out of random games."""
    found, rng = [], random.Random(5)
    for seed in range(40):
        state = dynasty_v0.game.new(seed, backend="compiled")
        while not state.done:
            if state.phase == phase and len(state.legal()) > 1 and rng.random() < 0.5:
                found.append(glimpse_of(state))
                if len(found) == count:
                    return found
            state.play(int(rng.choice(state.legal().tolist())))
    raise AssertionError(phase)


def test_a_card_says_whom_the_action_hits_and_what_it_does() -> None:
    sides, effects = set(), set()
    for glimpse in asked("interrupt", 60):
        prompt = page_parts(BOARD, glimpse, (), True, "en")["prompt"]
        named = re.search(r'class="mine">(This is [^<]+)', prompt)
        assert named is not None
        hit, me = aimed_at(glimpse.view), glimpse.viewer
        if glimpse.view["turn_player"] == me:
            assert named[1] == "This is your own action."
        elif hit == me:
            assert named[1] == "This is aimed at you."
        elif hit is None or hit == glimpse.view["turn_player"]:
            assert named[1] == "This is not aimed at a player."
        else:
            assert named[1] == f"This is aimed at {glimpse.seats[hit].name}."
        sides.add(named[1].partition(" at ")[2] and "other")
        question = from_own_side(BOARD.game, glimpse).question
        assert question is not None and glimpse.question is not None
        for told, before in zip(question.choices, glimpse.question.choices, strict=True):
            assert "then succeeds" not in told.prospects
            assert not re.search("[a-z]{3}", Words("ja", "dynasty_v0").term(told.prospects))
            effects.add(told.prospects.partition(":")[0])
            if ": " in told.prospects and "instead of" in told.prospects:
                after, now = re.findall(r"(?:over |under )?\d+ %", told.prospects)
                assert (number(after) > number(now)) == told.prospects.startswith("helps it")
                assert after in before.prospects and now in glimpse.question.prospects
    assert {"", "helps it", "hinders it", "changes nothing so far"} <= effects | {""}
    assert len(effects) > 2


def test_a_defender_is_told_the_chance_to_hold() -> None:
    for glimpse in asked("war_defender", 5):
        question = from_own_side(BOARD.game, glimpse).question
        assert question is not None and glimpse.question is not None
        for told, before in zip(question.choices, glimpse.question.choices, strict=True):
            attack = re.match(r"the attack succeeds ((?:over |under )?\d+ %)", before.prospects)
            assert attack is not None
            assert told.prospects.startswith(f"you hold {rest(attack[1])}")
            assert Words("ja", "dynasty_v0").term(told.prospects) != told.prospects
        drawn = "".join(page_parts(BOARD, glimpse, (), True, "en").values())
        assert re.search(r'class="odds" aria-hidden="true"><i>hold</i> (over |under )?\d+ %', drawn)


def test_a_joker_is_one_chooser_and_pass_stands_first_by_itself() -> None:
    for glimpse in asked("interrupt", 80):
        assert glimpse.question is not None
        if any(choice.name.startswith("joker:") for choice in glimpse.question.choices):
            break
    prompt = page_parts(BOARD, glimpse, (), True, "en")["prompt"]
    assert prompt.count('class="joker"') == 1
    chooser = prompt[prompt.index('class="joker"') :]
    assert [int(each) for each in re.findall(r"<b>(\d+)</b><small>", chooser)] == list(range(1, 14))
    assert prompt.index('class="choices passing"') < prompt.index('class="joker"')
    assert prompt.count("choice pass") == 1


def test_targets_are_sorted_by_their_chances() -> None:
    for glimpse in asked("marriage_target", 4):
        prompt = page_parts(BOARD, glimpse, (), True, "en")["prompt"]
        said = re.findall(r"<small>succeeds ((?:over |under )?\d+) %", prompt)
        numbers = [number(f"{each} %") for each in said]
        assert numbers == sorted(numbers, reverse=True)
        assert len(numbers) > 1
