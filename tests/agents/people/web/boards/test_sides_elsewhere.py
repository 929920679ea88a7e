"""Whose side one is on: what questions of Kingdoms and Shinsengumi say to each who is asked."""

import random
import re

from agents.people.web.boards import board_of
from agents.people.web.pages.parts import page_parts
from agents.people.web.phrases import Words
from agents.people.web.sides import from_own_side
from agents.people.web.sides.kingdoms import ANSWERS, aimed_at
from agents.people.web.sides.shinsengumi import means
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables
from agents.people.web.viewers.shown import Glimpse, Question, SeatShown
from dynasty_env import figures_v0, kingdoms_v0, shinsengumi_v0
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.percents import number, rest

CHANCE = r"(?:over |under )?\d+ %"


def glimpse_of(state: State) -> Glimpse:
    seats = tuple(SeatShown(name, "person", True) for name in ("Anna", "Ben", "Carl", "Dora")[: state.num_players])
    return Feed(state.seat, 0).update(KnownTables(state), seats)


def asked(game: Game, phases: tuple[str, ...], count: int) -> list[Glimpse]:
    """Questions of phases out of random games."""
    found, rng = [], random.Random(5)
    for seed in range(80):
        state = game.new(seed, backend="compiled")
        while not state.done:
            if state.phase in phases and len(state.legal()) > 1 and rng.random() < 0.5:
                found.append(glimpse_of(state))
                if len(found) == count:
                    return found
            state.play(int(rng.choice(state.legal().tolist())))
    raise AssertionError(phases)


def questions(glimpse: Glimpse, game: Game) -> tuple[Question, Question]:
    """The question as the rules tell it, and from the own side; the second one is told in Japanese, too."""
    before, after = glimpse.question, from_own_side(game, glimpse).question
    assert before is not None and after is not None
    for text in (after.prospects, *(choice.prospects for choice in after.choices)):
        assert not re.search("[a-z]{3}", Words("ja", game.name).term(text)), text
    return before, after


def owner_of(glimpse: Glimpse, name: str) -> int | None:
    """Whose a person or country is, by looking for the name in all that a seat has."""
    return next((seat for seat, place in enumerate(glimpse.view["seats"]) if repr(name) in str(place)), None)


def test_ones_own_persons_are_marked_where_others_can_be_named_and_no_first_aim_of_an_incitement() -> None:
    game = kingdoms_v0.game
    kinds = set()
    for phase, count in (("incite_target", 12), ("marriage_king", 3)):
        for glimpse in asked(game, (phase,), count):
            assert glimpse.question is not None
            prompt = page_parts(board_of(game), glimpse, (), True, "en")["prompt"]
            rows = re.findall(r'<button type="button" class="choice[^"]*" data-act="(\d+)".*?</button>', prompt)
            marked = re.findall(r'data-act="(\d+)"(?:(?!</button>).)*one of your own', prompt)
            subjects = {str(each.action): each.subject for each in glimpse.question.choices}
            own = [act for act in rows if owner_of(glimpse, subjects[act]) == glimpse.viewer]
            mixed = 0 < len(own) < len(rows)
            assert marked == (own if mixed else [])
            assert not mixed or rows[-len(own) :] == own
            kinds.add((phase, mixed))
    assert kinds >= {("incite_target", True), ("marriage_king", False)}


def test_letters_of_a_religion_are_no_letters_of_a_number() -> None:
    """P alone is prestige; a cross before it says that it is a religion."""
    game = kingdoms_v0.game
    prompts = [page_parts(board_of(game), each, (), True, "en")["prompt"] for each in asked(game, ("setup_king",), 8)]
    legends = "".join("".join(re.findall(r'class="quiet letters">([^<]*)', prompt)) for prompt in prompts)
    assert "P prestige" in legends
    assert "✝P Protestant" in legends
    assert not re.search(r"[( ](?:CC|CP|P)[,)]", re.sub("✝[CP]+", "", "".join(prompts)))


def test_an_answer_in_kingdoms_says_whom_the_action_hits() -> None:
    game = kingdoms_v0.game
    said = set()
    for glimpse in asked(game, ANSWERS, 60):
        prompt = page_parts(board_of(game), glimpse, (), True, "en")["prompt"]
        named = re.search(r'class="mine">(This is [^<]+)', prompt)
        assert named is not None
        hit = aimed_at(glimpse.view)
        declared = glimpse.view["declared"]
        if contest := glimpse.view["contest"]:
            whose = "yours" if contest["seat"] == glimpse.viewer else glimpse.seats[contest["seat"]].name
            assert named[1] == f"This is about a throne of {whose}."
            said.add(whose)
            continue
        if declared["country"] or declared["target"]:
            found = owner_of(glimpse, declared["country"] or declared["target"])
            assert hit == found
        if glimpse.view["turn_player"] == glimpse.viewer:
            assert named[1] == "This is your own action."
        elif hit == glimpse.viewer:
            assert named[1] == "This is aimed at you."
        elif hit is not None and hit != glimpse.view["turn_player"]:
            assert named[1] == f"This is aimed at {glimpse.seats[hit].name}."
        said.add(named[1])
    assert {"This is aimed at you.", "yours"} < said


def test_a_defender_in_kingdoms_is_told_the_chance_to_hold() -> None:
    game = kingdoms_v0.game
    for glimpse in asked(game, ("defend_commander", "defend_commit", "withdraw"), 12):
        before, after = questions(glimpse, game)
        told = [(before.prospects, after.prospects)]
        told += [(a.prospects, b.prospects) for a, b in zip(before.choices, after.choices, strict=True)]
        attacks = 0
        for plain, own in told:
            assert "the attack succeeds" not in own
            attack = re.search(rf"the attack succeeds ({CHANCE})", plain)
            if attack is not None:
                attacks += 1
                assert f"you hold {rest(attack[1])}" in own
        assert attacks


def test_help_in_a_war_says_what_it_does() -> None:
    game = kingdoms_v0.game
    seen = set()
    for glimpse in asked(game, ("aid",), 10):
        _, after = questions(glimpse, game)
        for choice in after.choices:
            if choice.name == "pass":
                continue
            kind = choice.name.partition(":")[0]
            if "instead of" in choice.prospects:
                chance, now = re.findall(CHANCE, choice.prospects)
                assert (number(chance) > number(now)) == (kind == "aid_attack")
                assert choice.prospects.startswith("helps it" if kind == "aid_attack" else "hinders it")
            seen.add(choice.prospects.partition(":")[0])
    assert {"helps it", "hinders it"} <= seen


def test_a_wait_in_shinsengumi_says_whose_self_moves_and_what_each_way_means() -> None:
    game = shinsengumi_v0.game
    said, meanings = set(), set()
    for glimpse in asked(game, ("wait",), 80):
        prompt = page_parts(board_of(game), glimpse, (), True, "en")["prompt"]
        named = re.search(r'class="mine">(The mover is [^<]+)', prompt)
        assert named is not None
        selves = {place["self"]: seat for seat, place in enumerate(glimpse.view["seats"])}
        seat = selves.get(glimpse.view["mover"])
        wanted = "no player's self" if seat is None else "your own self"
        if seat not in (None, glimpse.viewer):
            wanted = f"the self of {glimpse.seats[seat or 0].name}"
        assert named[1] == f"The mover is {wanted}.".replace("'", "&#39;")
        said.add(wanted.partition(" of ")[0])
        _, after = questions(glimpse, game)
        meanings |= {choice.prospects.rpartition("; ")[2] for choice in after.choices}
    assert {"no player's self", "your own self", "the self"} == said
    assert {"you stand higher", "you stand lower", "you change sides"} <= meanings
    assert any(each.startswith("comes to your side") for each in meanings)
    assert any(each.startswith("leaves your side") for each in meanings)


def test_what_a_step_means_by_hand() -> None:
    """On columns 1 to 3 is one side, on 4 to 6 the other; row 1 is the highest."""
    places = {"Hijikata Toshizo": "4.4", "Okita Soji": "4.2", "Ito Kashitaro": "3.6", "Saito Hajime": "1.1"}
    view = {
        "persons": [{"person": name, "cell": cell, "attached": None} for name, cell in places.items()],
        "seats": [{"self": "Hijikata Toshizo"}, {"self": "Okita Soji"}],
    }
    assert means(view, 0, "Hijikata Toshizo", "up") == "you stand higher"
    assert means(view, 0, "Hijikata Toshizo", "left") == "you change sides"
    assert means(view, 0, "Hijikata Toshizo", "right") == ""
    assert means(view, 0, "Okita Soji", "up") == "a rival stands higher"
    assert means(view, 0, "Okita Soji", "left") == "leaves your side with esteem 3"
    assert means(view, 0, "Ito Kashitaro", "right") == "comes to your side with esteem 4"
    assert means(view, 0, "Ito Kashitaro", "up") == ""
    assert means(view, 0, "Saito Hajime", "right") == ""


def test_what_hurts_most_is_not_listed_first() -> None:
    """The lengths of a figure's way stand in their order, whichever of them run into a wall."""
    game, rng, seen = figures_v0.game, random.Random(3), 0
    for seed in range(12):
        state = game.new(seed, backend="compiled")
        while not state.done:
            if state.phase == "distance":
                glimpse = glimpse_of(state)
                assert glimpse.question is not None
                lengths = [each.action for each in glimpse.question.choices if each.name.startswith("length:")]
                if any("runs into" in each.prospects for each in glimpse.question.choices):
                    prompt = page_parts(board_of(game), glimpse, (), True, "en")["prompt"]
                    listed = [int(found) for found in re.findall(r'data-act="(\d+)"', prompt)]
                    assert [each for each in listed if each in lengths] == lengths
                    seen += 1
            state.play(int(rng.choice(state.legal().tolist())))
        if seen > 3:
            return
    raise AssertionError(seen)


def test_religions_are_explained_where_a_choice_names_them() -> None:
    for glimpse in asked(kingdoms_v0.game, ("setup_king",), 5):
        prompt = page_parts(board_of(kingdoms_v0.game), glimpse, (), True, "en")["prompt"]
        legend = re.search(r'class="quiet letters">([^<]+)<', prompt)
        assert legend is not None
        meant = {"CC": "strict Catholic", "C": "Catholic", "CP": "tolerant Catholic", "P": "Protestant"}
        for sign, name in meant.items():
            assert (f"{sign} {name}" in legend[1].split(" · ")) == (f", {sign}," in prompt or f", {sign})" in prompt)


def test_badges_in_shinsengumi_name_what_they_are_the_chance_of() -> None:
    game = shinsengumi_v0.game
    badges = set()
    for glimpse in asked(game, ("move",), 20):
        questions(glimpse, game)
        drawn = "".join(page_parts(board_of(game), glimpse, (), True, "en").values())
        badges |= set(re.findall(r'class="odds( bad)?" aria-hidden="true">(.+?)</span>', drawn))
    assert badges
    assert all(bad and re.fullmatch(rf"<i>fails</i> {CHANCE}", each) for bad, each in badges), badges
