"""Who wins among equal bots, counted at many tables at once."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agents.registry import make_bot
from dynasty_env.kingdoms import ids as actions_of
from dynasty_env.kingdoms.experiments import EXPERIMENTS, Growth
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.material import COUNTRIES, COUNTRY_NAMES, POWER
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.experiments import Deeds, telling
from dynasty_env.three_kingdoms.game import GAME as THREE_KINGDOMS
from tests.command_line import dynasty
from training.arena import victories
from training.arena.match import play_game
from training.arena.measure import ending_of
from training.arena.victories import count_victories

OPTIONS: dict[str, Any] = {"num_players": 3, "max_rounds": 5}


def test_greedy_games_are_those_of_single_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wins by order of play, colours, ends and deeds, counted again from games played one at a time."""
    monkeypatch.setattr(victories, "TABLES", 2)
    found = count_victories(KINGDOMS, "greedy", games=3, seed=5, options=OPTIONS, backend="interpreted")
    order, endings, conquered, conquests, acts = np.zeros(3), [], 0, 0, [0, 0, 0]
    for seed in (5, 6, 7):
        state = KINGDOMS.new(seed, backend="interpreted", **OPTIONS)
        first = state.seat
        seats: list[int] = []

        class Watched:
            """A bot after whose moves the conquests are noted."""

            name = "greedy"

            def __init__(self) -> None:
                self.bot = make_bot("greedy", KINGDOMS)

            def reset(self, seed: int) -> None:
                self.bot.reset(seed)

            def act(self, turn: Any) -> int:
                note()
                acts[seed - 5] += 1  # noqa: B023
                return self.bot.act(turn)

        def note() -> None:
            seats.extend(entry.seat for entry in state.trace() if entry.kind == Trace.CONQUERED)  # noqa: B023

        play_game(state, [Watched() for _ in range(3)])
        note()
        order += np.roll(state.win_shares(), -first)
        endings.append(ending_of(state))
        conquered += len(set(seats))
        conquests += len(seats)
    assert [rate.rate * 3 for rate in found.order] == pytest.approx(order)
    assert sorted(found.endings) == sorted(set(endings)) and sum(found.endings.values()) == 3
    deed = found.deeds["conquered a country"]
    assert (deed.seats, deed.times) == (conquered, conquests) and conquered > 0
    owed = [found.deeds[name] for name in found.deeds if name.startswith("won by ")]
    assert sum(deed.seats for deed in owed) >= 3 and all(deed.rate.rate > 0 for deed in owed)
    assert found.decisions == pytest.approx(sum(acts) / 3) and found.longest == max(acts)
    assert found.games == 3 and sum(rate.games for rate in found.traits.values()) == 9
    unions = found.deeds["ends with a union"].seats + found.deeds["ends without a union"].seats
    assert unions == 9 and sum(found.outcomes.values()) == 3


def test_what_a_game_counts_is_averaged() -> None:
    found = count_victories(THREE_KINGDOMS, "greedy", games=2, options={"max_turns": 1}, backend="interpreted")
    assert found.counts["turns played"] == 1 and found.counts["most troops in an area"] > 5


SPAIN, PORTUGAL, AUSTRIA, HUNGARY = map(COUNTRY_NAMES.index, ("Spain", "Portugal", "Austria", "Hungary"))


def laid(holders: dict[int, int], *, wins: int = 0, scores: tuple[float, ...] = (9, 5, 5)) -> Any:
    """A table of three dynasties as `Growth` looks at it: who holds what, who has won, and the points."""
    record = {"holder": np.full(COUNTRIES, -1, np.int8), "place": np.zeros(81, np.int8), "owner": np.zeros(81, np.int8)}
    for country, seat in holders.items():
        record["holder"][country] = seat
    record["ruler"] = np.full(COUNTRIES, -1, np.int8)
    shares = np.eye(3)[wins]
    return SimpleNamespace(record=record, num_players=3, win_shares=lambda: shares, scores=lambda: list(scores))


def entry(kind: Trace, seat: int, subject: int = 0, other: int = 0, value: int = 0) -> list[int]:
    return [int(kind), seat, subject, other, value, 63]


def test_conquests_are_told_apart() -> None:
    """Of independent countries, of a dynasty's in battle and given up, and of its last one."""
    growth = Growth(laid({SPAIN: 1, PORTUGAL: 1}))
    turn = entry(Trace.TURN, 1, value=4)
    found = growth.note(laid({SPAIN: 1, PORTUGAL: 1, AUSTRIA: 0}), [entry(Trace.CONQUERED, 0, AUSTRIA, -1), turn])
    assert found == [(0, "conquered a country"), (0, "conquered an independent country")]
    found = growth.note(laid({SPAIN: 1, PORTUGAL: 0, AUSTRIA: 0}), [entry(Trace.CONQUERED, 0, PORTUGAL, 1)])
    assert found == [(0, "conquered a country"), (0, "conquered a dynasty's country, in battle")]
    left = [entry(Trace.WITHDREW, 1, SPAIN), entry(Trace.CONQUERED, 0, SPAIN, 1)]
    assert growth.note(laid({SPAIN: 0, PORTUGAL: 0, AUSTRIA: 0}), left) == [
        (0, "conquered a country"),
        (0, "conquered a dynasty's country, given up"),
        (0, "conquered a dynasty's last country"),
    ]


def test_a_conquered_country_gets_a_king_or_is_united() -> None:
    growth, end = Growth(laid({SPAIN: 1})), laid({SPAIN: 1, PORTUGAL: 1})
    rules = entry(Trace.RULES, 1, 7, PORTUGAL)
    end.record["ruler"][PORTUGAL] = 7
    assert growth.note(end, [rules]) == [(1, "sent a king to a conquered country")]
    end.record["ruler"][SPAIN] = 7
    assert growth.note(end, [rules]) == [(1, "made a union by conquest")]
    assert growth.note(end, [entry(Trace.GRANTED, 1, 7, PORTUGAL), rules]) == []
    assert growth.note(end, [entry(Trace.COUNTRY_ENTERS, 1, PORTUGAL), rules]) == []


def test_deeds_that_an_entry_alone_tells_are_declared() -> None:
    """A kind of action is counted as soon as its chapter declares it; what takes more is added by the follower."""
    end = laid({SPAIN: 1, PORTUGAL: 1})
    end.game = KINGDOMS
    deeds = Deeds(end, EXPERIMENTS.measures)
    actions = [entry(Trace.DECLARED, seat, kind) for seat, kind in enumerate((actions_of.WAR_ON, actions_of.MARRIAGE))]
    assert deeds.note(end, actions) == [(0, "declared war"), (1, "declared a marriage")]
    granted = [entry(Trace.GRANTED, 1, 7, PORTUGAL), entry(Trace.CONQUERED, 0, AUSTRIA, -1)]
    assert deeds.note(end, granted) == [
        (1, "granted a kingdom"),
        (0, "conquered a country"),
        (0, "conquered an independent country"),
    ]
    assert telling(KINGDOMS, None) == {Trace.DECLARED, Trace.GRANTED, Trace.PLUNDERED}


def test_successions_are_told_apart() -> None:
    """By a child, a card, a rebel; by a contest for countries of one's own and of another, and for the last of them."""
    heir, rolled = entry(Trace.SUCCEEDED, 2, 7, 9), entry(Trace.ROLLED, 1, 7, 8, 4)
    growth = Growth(laid({SPAIN: 2, PORTUGAL: 1}))
    same = laid({SPAIN: 2, PORTUGAL: 1})
    assert growth.note(same, [heir]) == [(2, "was succeeded by a child")]
    assert growth.note(same, [entry(Trace.TURNED_UP, 2, 7), heir]) == [(2, "was succeeded by a card")]
    assert growth.note(same, [entry(Trace.REVOLTED, 2, 7, 9), heir]) == [(2, "was succeeded by a rebel")]
    assert growth.note(same, [rolled, heir]) == [(2, "won a succession contest for its own")]
    assert growth.note(laid({SPAIN: 2, PORTUGAL: 2}), [rolled, heir]) == [
        (2, "won a succession contest for another's"),
        (2, "won a dynasty's last country in a contest"),
    ]


@pytest.mark.parametrize(
    ("scores", "kept", "owed"),
    [
        ((9, 5, 2), True, ["war"]),  # Austria has 4 power: without it they were level
        ((10, 5, 2), True, ["points"]),
        ((9, 5, 2), False, ["points"]),  # it has been lost again
        ((6, 5, 2), True, ["war", "succession"]),  # Hungary has 1
    ],
)
def test_what_a_victory_is_owed_to(scores: tuple[float, ...], kept: bool, owed: list[str]) -> None:
    assert (POWER[AUSTRIA], POWER[HUNGARY]) == (4, 1)
    growth = Growth(laid({HUNGARY: 1, AUSTRIA: 2}))
    growth.note(laid({HUNGARY: 1, AUSTRIA: 0}), [entry(Trace.CONQUERED, 0, AUSTRIA, 2)])
    contest = [entry(Trace.ROLLED, 0, 7, 8, 4), entry(Trace.SUCCEEDED, 0, 7, 9)]
    growth.note(laid({HUNGARY: 0, AUSTRIA: 0}), contest)
    end = laid({HUNGARY: 0, AUSTRIA: 0 if kept else 2}, scores=scores)
    won = [(seat, deed) for seat, deed in growth.end(end) if deed.startswith("won by ")]
    assert won == [(0, f"won by {how}") for how in owed]


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(OptionError, match="games=0"):
        count_victories(KINGDOMS, "random", games=0, options=OPTIONS)
    with pytest.raises(OptionError, match="no compiled bot 'mcts'"):
        count_victories(KINGDOMS, "mcts", games=1, options=OPTIONS)


def test_the_command_tells_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    file = tmp_path / "found.json"
    play = "victories", "kingdoms_v0", "--bots", "random", "--seats", "2", "--option", "max_rounds=5", "--games"
    code, told = dynasty(*play, "2", "--json", file)
    found = json.loads(file.read_text(encoding="utf-8"))
    assert (code, found["games"], len(found["order"]), "in turn order" in told) == (0, 2, 2, True), told
    assert dynasty(*play, "1")[0] == 0, "without a file, too"
