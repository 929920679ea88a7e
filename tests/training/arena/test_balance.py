import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console

from dynasty_env.dynasty.experiments import effects
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import EVENT_NAMES, Ability
from dynasty_env.kit.seats.decision import Decision
from tests.command_line import dynasty
from tests.tiny import nim
from training.arena.balance import play, row, show
from training.arena.match import play_game


def test_every_ability_and_event_has_a_line(tmp_path: Path) -> None:
    out = tmp_path / "balance.json"
    assert dynasty("balance", "--games", "12", "--bot", "random", "--out", out)[0] == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    names = [row["name"] for row in found["things"]]
    assert names == [
        *(ability.name.lower().replace("_", " ") for ability in list(Ability)[1:]),
        *(f"event: {name}" for name in EVENT_NAMES),
    ]
    assert {f"event: {name}" if name in EVENT_NAMES else name for name in effects(GAME).values()} <= {*names}
    assert any(row["games"] > 0 for row in found["things"])
    assert all(0 <= row["games"] <= 1 and -1 <= row["gain"] <= 1 for row in found["things"])
    assert len(found["seats"]) == 4


def test_a_game_that_names_nothing_to_follow_and_a_file_that_cannot_be_written_are_told_in_a_line() -> None:
    code, told = dynasty("balance", "shinsengumi_v0", "--games", "1")
    assert (code, "shinsengumi_v0 declares no abilities or events to track" in told) == (2, True)
    code, told = dynasty("balance", "--games", "1", "--bot", "random", "--out", "/dev/null/b.json")
    assert (code, "/dev/null/b.json: " in told) == (2, True)


def test_a_single_game_tells_no_error() -> None:
    assert row("claimant", [0.25], 0, 1) == {
        "name": "claimant", "games": 1.0, "gain": 0.25, "error": None, "effects": 0.0,
    }  # fmt: skip
    assert row("claimant", [0.25, 0.75], 0, 2)["error"] == 0.25
    console = Console(file=io.StringIO(), width=200, emoji=False, record=True)
    show([row("claimant", [0.25], 0, 1)], {}, console)
    assert "+25.0% (too few games for an error)" in console.export_text()


def test_without_the_expansion_no_event_is_in_play(tmp_path: Path) -> None:
    out = tmp_path / "balance.json"
    assert dynasty("balance", "--games", "4", "--bot", "random", "--option", "witches=false", "--out", out)[0] == 0
    rows = json.loads(out.read_text(encoding="utf-8"))["things"]
    assert not any(row["games"] for row in rows if row["name"].startswith("event:"))


class Rolls:
    """Has dice of its own from each game's beginning, and counts what it hears in it."""

    name = "rolls"

    def reset(self, seed: int) -> None:
        self.rng, self.heard = np.random.default_rng(seed), 0

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        self.heard += 1

    def act(self, decision: Decision) -> int:
        return int(self.rng.choice(decision.legal))


class Looks:
    """Counts how often it has looked."""

    def __init__(self) -> None:
        self.effects = Counter[str]()

    def look(self) -> None:
        self.effects["looks"] += 1

    def held(self) -> dict[str, np.ndarray]:
        return {}


def test_bots_begin_each_game_anew_and_hear_as_in_a_match() -> None:
    state, seated = nim.GAME.new(5, num_players=2), [Rolls(), Rolls()]
    decisions = play_game(state, seated)
    bots = [Rolls(), Rolls()]
    for _ in range(2):
        found = play(nim.GAME, 5, bots, {"num_players": 2}, lambda _: Looks())
        assert found.shares.tolist() == state.win_shares().tolist()
        assert found.assets.effects["looks"] == decisions
        assert [bot.heard for bot in bots] == [bot.heard for bot in seated] == [decisions, decisions]
