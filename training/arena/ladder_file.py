"""The file of a ladder: JSON lines, one for each bot and one for each deal."""

from pathlib import Path
from typing import Any, ClassVar

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

    If the file that a bot plays by has changed, whether its own program or its network, the bot is a new one. The deals
    of the earlier one are kept under a name that ends in the beginning of its fingerprint, such as
    ``mine.py:Cautious@b21bed8e``. If the file is changed back, the name is, too.

    Attributes:
        bots: the bots that have played, and the fingerprints of their files; earlier ones included.
        played: the deals that have been played.
    """

    format: ClassVar[str] = "ladder"
    called: ClassVar[str] = "a ladder"
    lost: ClassVar[str] = "that deal is"

    def __init__(self, path: Path, setting: Setting) -> None:
        self.setting = setting
        self.bots: dict[str, str] = {}
        self._earlier: set[str] = set()
        self.played: dict[Deal, Played] = {}
        super().__init__(path, setting.game, self.about())

    def about(self) -> dict[str, Any]:
        """What all games have in common, as in the file's first line."""
        setting = self.setting
        return {"game": setting.game.name, "options": dict(setting.options), "seed": setting.seed}

    @property
    def current(self) -> list[str]:
        """The bots that can play on: all but earlier ones of the same names."""
        return [name for name in self.bots if name not in self._earlier]

    def add_bot(self, name: str, network: str) -> str:
        """Add a bot as its file is now.

        Returns:
            The name under which the deals of an earlier one of this name are kept from now on; empty: there are none.
        """
        if self.bots.get(name) == network:
            return ""
        self.append({"bot": name, "network": network})
        return self._enter(name, network)

    def _enter(self, name: str, network: str) -> str:
        before, again = self.bots.get(name), earlier_name(name, network)
        kept = earlier_name(name, before or "")
        if before is not None and self._rename(name, kept):
            self.bots[kept] = before
            self._earlier.add(kept)
        else:
            kept = ""
        self.bots[name] = network
        if again in self._earlier:
            self._rename(again, name)
            self._earlier.remove(again)
            del self.bots[again]
        return kept

    def _rename(self, old: str, new: str) -> bool:
        """Give the deals of a bot to another name. Returns whether there are any."""
        mine = [deal for deal in self.played if old in (deal.a, deal.b)]
        for deal in mine:
            a, b = (new if name == old else name for name in (deal.a, deal.b))
            renamed, played = in_order(Deal(deal.number, a, b, deal.seats_of_a), self.played.pop(deal))
            self.played[renamed] = played
        return bool(mine)

    def add(self, deal: Deal, played: Played) -> None:
        """Save a deal. Raises SaveError if it cannot be written; earlier lines remain."""
        content: dict[str, Any] = {"deal": deal.number, "a": deal.a, "b": deal.b, "seats_of_a": deal.seats_of_a}
        content |= {"places": played.places, "winners": played.winners} | ({LUCK: played.luck} if played.luck else {})
        self.append(content)
        self.played[deal] = played

    def take(self, line: Reader) -> None:
        if "bot" in line.mapping():
            line.fields(BOT_FIELDS)
            self._enter(line["bot"].text(), line["network"].text())
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


def earlier_name(name: str, network: str) -> str:
    """The name under which the deals of a bot are kept after its file has changed."""
    return f"{name}@{network[:8] or 'before'}"


def in_order(deal: Deal, played: Played) -> tuple[Deal, Played]:
    """The same deal with its bots in alphabetical order."""
    if deal.a < deal.b:
        return deal, played
    seats = len(played.places)
    order = [(rotation + seats - deal.seats_of_a) % seats for rotation in range(seats)]
    turned = Played(
        tuple(played.places[rotation] for rotation in order),
        tuple(played.winners[rotation] for rotation in order),
        tuple(-played.luck[rotation] for rotation in order) if played.luck else (),
    )
    return Deal(deal.number, deal.b, deal.a, seats - deal.seats_of_a), turned
