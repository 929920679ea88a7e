"""Every bot keeps to the rules; what greedy does on hand-laid tables of Dynasty."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.greedy import Greedy
from agents.uniform import Random
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import ASSASSINATION, EXECUTION
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.seats.decision import Bot, Decision
from dynasty_env.kit.state import State
from tests.dynasty.reached import EXPANSION, REACHED, reached
from tests.dynasty.rules.positions import lay
from tests.tiny import cut_in, nim
from training.arena.match import play_game, play_match

TABLES: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "adjacency": True, "ask_forced": True},
    {"num_players": 4, "kin_marriage": False},
    {"num_players": 5, "packs": 2},
    {"num_players": 6, "adjacency": True, "packs": 2, "kin_marriage": False},
    {"num_players": 4, "witches": True},
    {"num_players": 3, "witches": True, "abilities": False, "ask_forced": True},
]


class BaseOnly:
    """Greedy as one who knows the base game alone: no ability, no witch, no event."""

    name = "base only"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        if decision.phase in EXPANSION:
            return int(decision.legal[0])
        seen = decision.observation.copy()
        options = GAME.layout["options"]
        options.of(seen)[[options.entries.index(name) for name in ("abilities", "witches")]] = 0
        return int(GAME.greedy_actions(seen[None], decision.mask[None])[0])


class Watched:
    """A bot, and what it was asked."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.answers: list[int] = []
        self.phases: Counter[str] = Counter()

    def reset(self, seed: int) -> None:
        self.bot.reset(seed)

    def act(self, decision: Decision) -> int:
        action = self.bot.act(decision)
        assert action in decision.legal
        self.answers.append(action)
        self.phases[decision.phase] += 1
        return action


class Restless(Watched):
    """It takes any type of action, a special ability's if it can, so that every declaration comes up."""

    def act(self, decision: Decision) -> int:
        if decision.phase != "action":
            return super().act(decision)
        special = [action for action in decision.legal.tolist() if ASSASSINATION <= action <= EXECUTION]
        return int(decision.rng.choice(special)) if special else Random().act(decision)


def play(options: dict[str, Any], bot: Watched, seed: int) -> State:
    """A game of `bot` in every other seat against random ones."""
    state = GAME.new(seed, **options)
    play_game(state, [bot if seat % 2 == 0 else Random() for seat in range(state.num_players)])
    return state


def test_only_legal_actions_in_every_phase_and_option() -> None:
    for options in TABLES:
        for seed in range(3):
            play(options, Restless(Greedy()), seed)


@pytest.mark.parametrize("phase", REACHED)
def test_an_answer_in_every_phase(phase: str) -> None:
    state = reached(phase)
    for bot in (Greedy(), BaseOnly()):
        assert bot.act(Decision(state, np.random.default_rng(0))) in state.legal()


@pytest.mark.quality
def test_greedy_beats_those_who_know_the_base_game_alone() -> None:
    bots = [Greedy(), *[BaseOnly()] * 3]
    assert play_match(GAME, bots, games=1000, seed=8, witches=True).rate(0).low > 0.25


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        bot = Watched(Greedy())
        state = play({"num_players": 4}, bot, 11)
        games.append((bot.answers, state.to_dict()))
    assert games[0] == games[1]


def test_random_takes_everything_legal() -> None:
    decision = Decision(GAME.new(2), np.random.default_rng(5))
    taken = Counter(Random().act(decision) for _ in range(400))
    assert set(taken) == set(decision.legal.tolist())
    assert min(taken.values()) > 400 / len(decision.legal) / 2


def table(given: str) -> State:
    """Two dynasties, laid as positions are; my turn to act, nobody holding a card."""
    return lay(f"{given} | abilities | no ask_forced | seed 1")


def answers(state: State) -> Iterator[str]:
    """What greedy does in seat 0, decision by decision, the other seat doing as little as it may."""
    greedy = Greedy()
    while not state.done:
        decision = Decision(state, np.random.default_rng(0))
        action = greedy.act(decision) if state.seat == 0 else int(decision.legal[0])
        if state.seat == 0:
            yield GAME.action_names[action]
        state.play(action)


def test_a_childless_king_does_not_go_to_war_where_another_can() -> None:
    mine = "Oliver Cromwell (courtiers Duke of Alba; holds Spain, Naples)"
    first = answers(table(f"{mine} | Francis I (holds Milan, Venice, Hungary, Poland) | independent France | scythe 1"))
    assert [next(first), next(first), next(first)] == ["war", "country:France", "person:Duke of Alba"]


@pytest.mark.parametrize(("target", "answer"), [("Francis I", "declare"), ("Nostradamus", "pass")])
def test_the_childless_kings_death_is_refused_and_that_of_a_jester_is_not(target: str, answer: str) -> None:
    mine = "Francis I (courtiers Nostradamus; holds Spain, Naples)"
    state = table(f"{mine} | Charles V (holds Milan, Venice) | turn 1 | scythe 1")
    state.play("reaper")
    state.play(f"person:{target}")
    assert (state.seat, state.phase) == (0, "veto")
    assert next(answers(state)) == answer


def test_a_leader_ends_the_game() -> None:
    """§07-01 b: the rival's last territory is all that keeps a won game going."""
    mine = "Charles V (courtiers Duke of Alba; holds Spain, Naples, Austria)"
    first = answers(table(f"{mine} | Louis XIII (holds Ireland) | independent England | scythe 1"))
    assert [next(first), next(first)] == ["war", "country:Ireland"]


def test_a_drawn_joker_counts_as_one_for_my_own_action() -> None:
    given = "Charles V (holds Spain, Naples) | Louis XIII (holds Milan, Venice) | wanderers Anne Boleyn"
    state = table(f"{given} | pack JOKER H2 | scythe 1")
    state.play("marriage")
    while state.phase != "joker":
        state.play(0 if state.phase == "interrupt" else "person:Anne Boleyn")
    assert next(answers(state)) == "joker:1"


def test_bots_by_name() -> None:
    assert isinstance(registry.make_bot("greedy", GAME), Greedy)
    assert isinstance(registry.make_bot("random", nim.GAME), Random)
    assert isinstance(registry.make_bot("random", GAME), Bot)


@pytest.mark.parametrize("name", ["gredy", "greedy:", "greedy:x", "", "random:3"])
def test_an_unknown_name_is_told_the_valid_ones(name: str) -> None:
    with pytest.raises(OptionError, match="random, greedy"):
        registry.make_bot(name, GAME)


def test_a_bot_of_another_game() -> None:
    with pytest.raises(OptionError, match=r"no bot 'greedy' for cut_in_v0; its bots are random"):
        registry.make_bot("greedy", cut_in.GAME)


def test_others_can_register(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {key: made for key, made in registry._makers.items() if not key[0].startswith("policy")}
    monkeypatch.setattr(registry, "_makers", others)
    asked = []

    def load(game: Any, path: str) -> Bot:
        asked.append((game.name, path))
        return Random()

    registry.register("policy:<path>", load)
    registry.make_bot("policy:runs/a:b.pt", GAME)
    assert asked == [("dynasty_v0", "runs/a:b.pt")]
    assert registry.bot_names(GAME)[-1] == "policy:<path>"
    with pytest.raises(OptionError, match="policy:<path>"):
        registry.make_bot("policy", GAME)
