"""The file of a match: JSON lines, one for each part that has been played."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.game import Game
from training.arena.deals import fingerprint
from training.arena.lines import LinesFile
from training.arena.match import MatchResult, seats_of

FIELDS = ("games", "shares", "points", "decisions", "accounts")
LIMIT = 2**31


@dataclass(frozen=True)
class Fixture:
    """A match.

    Attributes:
        game: the game. options: all of its options except `num_players`.
        names: the bots, one for each seat.
        games: how many. seed: of deals and dice.
        replays: the folder for replays of the games; None: none are recorded.
    """

    game: Game
    options: dict[str, Any]
    names: tuple[str, ...]
    games: int
    seed: int
    replays: Path | None = None


class MatchFile(LinesFile):
    """What has been played so far of a match, in memory and on disk; see `LinesFile`.

    Args:
        fixture: the match; the file may hold fewer or more of its games.

    Attributes:
        played: the results of groups of games, by the numbers of these games.
    """

    format: ClassVar[str] = "match"
    called: ClassVar[str] = "a match"

    def __init__(self, path: Path, fixture: Fixture) -> None:
        self.fixture = fixture
        self.played: dict[range, MatchResult] = {}
        networks = {name: fingerprint(name, fixture.game) for name in dict.fromkeys(fixture.names)}
        about = {"game": fixture.game.name, "options": fixture.options, "bots": list(fixture.names)}
        super().__init__(path, fixture.game, {**about, "networks": networks, "seed": fixture.seed})

    def add(self, part: range, result: MatchResult) -> None:
        """Save some games. Raises SaveError if they cannot be written; earlier lines remain."""
        numbers = {name: getattr(result, name).tolist() for name in ("shares", "points", "decisions")}
        self.append({"games": [part.start, part.stop], **numbers, "accounts": result.accounts})
        self.played[part] = result

    def take(self, line: Reader) -> None:
        line.fields(FIELDS)
        bots, ends = len(self.fixture.names), [number.whole(0, LIMIT) for number in line["games"].each()]
        part = range(*ends) if len(ends) == 2 else range(0)
        if not part or any(part.start < other.stop and other.start < part.stop for other in self.played):
            raise line["games"].wrong("the first of these games, and the one after the last, of no other line")
        shares = [[share.number(0, 1) for share in row.each()] for row in line["shares"].each()]
        points = [[number.number(-1e6, 1e6) for number in row.each()] for row in line["points"].each()]
        decisions = [number.whole(0, LIMIT) for number in line["decisions"].each()]
        for name, rows in (("shares", shares), ("points", points)):
            if [len(row) for row in rows] != [bots] * len(part):
                raise line[name].wrong(f"{len(part)} games are expected, with a number for each of {bots} bots")
        if len(decisions) != len(part):
            raise line["decisions"].wrong(f"{len(part)} numbers are expected, one per game")
        self.played[part] = MatchResult(
            self.fixture.names, seats_of(part, bots), np.array(shares), np.array(points), np.array(decisions),
            _accounts(line["accounts"]),
        )  # fmt: skip


def _accounts(kept: Reader) -> Mapping[str, Mapping[str, int]]:
    return {bot: {name: kept[bot][name].whole(0, LIMIT) for name in kept[bot].mapping()} for bot in kept.mapping()}
