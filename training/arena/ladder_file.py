"""The file of a ladder: JSON lines, one for each bot and one for each deal."""

from pathlib import Path
from typing import Any, ClassVar

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.json_reader import Reader
from training.arena.deals import Deal, Played, Setting
from training.arena.lines import LinesFile

NAME = "deals.jsonl"
BOT_FIELDS = ("bot", "network")
DEAL_FIELDS = ("deal", "a", "b", "seats_of_a", "places", "winners")
LUCK = "luck"
"""The field of a deal whose luck has been measured."""


class LadderFile(LinesFile):
    """What has been played so far, in memory and on disk; see `LinesFile`.

    Attributes:
        bots: the bots that have played, and the fingerprints of their networks.
    """

    format: ClassVar[str] = "ladder"
    called: ClassVar[str] = "a ladder"
    lost: ClassVar[str] = "that deal is"

    def __init__(self, path: Path, setting: Setting) -> None:
        self.setting = setting
        self.bots: dict[str, str] = {}
        self.played: dict[Deal, Played] = {}
        super().__init__(path, setting.game, self.about())

    def about(self) -> dict[str, Any]:
        """What all games have in common, as in the file's first line."""
        setting = self.setting
        return {"game": setting.game.name, "options": dict(setting.options), "seed": setting.seed}

    def add_bot(self, name: str, network: str) -> None:
        """Add a bot. Raises SaveError if another network has played under this name."""
        if name not in self.bots:
            self.append({"bot": name, "network": network})
            self.bots[name] = network
        elif self.bots[name] != network:
            raise SaveError(
                f"{self.path}: the network of {name} has changed since it played these games: "
                "give the new one another name, or choose another --out"
            )

    def add(self, deal: Deal, played: Played) -> None:
        """Save a deal. Raises SaveError if it cannot be written; earlier lines remain."""
        content: dict[str, Any] = {"deal": deal.number, "a": deal.a, "b": deal.b, "seats_of_a": deal.seats_of_a}
        content |= {"places": played.places, "winners": played.winners} | ({LUCK: played.luck} if played.luck else {})
        self.append(content)
        self.played[deal] = played

    def take(self, line: Reader) -> None:
        if "bot" in line.mapping():
            line.fields(BOT_FIELDS)
            self.bots[line["bot"].text()] = line["network"].text()
            return
        line.fields((*DEAL_FIELDS, LUCK))
        seats = self.setting.seats
        a, b = (list(self.bots)[line[name].one_of(list(self.bots), "bot")] for name in ("a", "b"))
        if a >= b:
            raise line.wrong("a and b are two bots in alphabetical order")
        deal = Deal(line["deal"].whole(0, 2**31), a, b, line["seats_of_a"].whole(1, seats - 1))
        places = tuple(tuple(place.whole(1, seats) for place in row.each()) for row in line["places"].each())
        winners = tuple(tuple(seat.whole(0, seats - 1) for seat in row.each()) for row in line["winners"].each())
        if len(winners) != seats or [len(row) for row in places] != [seats] * seats:
            raise line.wrong(f"a deal has {seats} games, one per rotation, each with a place for each of {seats} seats")
        luck = tuple(game.number() for game in line[LUCK].each()) if line.has(LUCK) else ()
        if len(luck) not in (0, seats):
            raise line.wrong(f"luck must have a number for each of {seats} games")
        self.played[deal] = Played(places, winners, luck)
