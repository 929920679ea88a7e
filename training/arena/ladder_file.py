"""The file of a ladder: JSON lines, so that every deal is kept as soon as it has been played.

The first line says which games these are; then there is a line for each bot and one for each deal. A crash can tear the
last line only, and the next call plays that deal again.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.replays import package_version
from training.arena.deals import Deal, Played, Setting

NAME = "deals.jsonl"
HEADER_FIELDS = ("format", "version", "game", "options", "seed")
BOT_FIELDS = ("bot", "network")
DEAL_FIELDS = ("deal", "a", "b", "seats_of_a", "places", "winners")
LUCK = "luck"
"""Field of a deal whose luck has been measured."""


@dataclass
class LadderFile:
    """What has been played so far, in memory and on the disk.

    Attributes:
        path: where it is kept.
        setting: what all its games have in common.
        bots: the bots that have played, and the fingerprints of their networks.
        played: the deals that have been played.
        torn: a last line was torn by a crash, and has been left out.
    """

    format: ClassVar[str] = "ladder"

    path: Path
    setting: Setting
    bots: dict[str, str] = field(default_factory=dict)
    played: dict[Deal, Played] = field(default_factory=dict)
    torn: bool = False

    @classmethod
    def open(cls, path: Path, setting: Setting) -> Self:
        """Read the file, or begin it.

        Raises:
            SaveError: it cannot be read or written, is damaged, or holds other games; it is unchanged.
        """
        file = cls(path, setting)
        if path.parent.exists() and not path.parent.is_dir():
            raise SaveError(f"{path.parent}: the folder of a {cls.format} is wanted, but a file lies there")
        try:
            if path.exists():
                file._read(path.read_bytes())
            else:
                write_whole(path, _line(file._header()))
        except OSError as error:
            raise SaveError(f"{path}: {error.strerror or error}") from error
        return file

    def add_bot(self, name: str, network: str) -> None:
        """A bot enters.

        Args:
            name: its full name.
            network: the fingerprint of what it plays by.

        Raises:
            SaveError: another network has played under this name.
        """
        if name not in self.bots:
            self._append({"bot": name, "network": network})
            self.bots[name] = network
        elif self.bots[name] != network:
            raise SaveError(
                f"{self.path}: the network of {name} has changed since it played these games: "
                "give the new one another name, or choose another --out"
            )

    def add(self, deal: Deal, played: Played) -> None:
        """Keep a deal. Raises SaveError if it cannot be written; what was written before stays."""
        content = {
            "deal": deal.number,
            "a": deal.a,
            "b": deal.b,
            "seats_of_a": deal.seats_of_a,
            "places": played.places,
            "winners": played.winners,
        }
        self._append(content | ({LUCK: played.luck} if played.luck else {}))
        self.played[deal] = played

    def _header(self) -> dict[str, Any]:
        setting = self.setting
        values = (self.format, package_version(), setting.game.name, dict(setting.options), setting.seed)
        return dict(zip(HEADER_FIELDS, values, strict=True))

    def _append(self, content: Mapping[str, Any]) -> None:
        try:
            with self.path.open("ab", buffering=0) as file:
                file.write(_line(content))
                os.fsync(file.fileno())
        except OSError as error:
            raise SaveError(f"{self.path}: {error.strerror or error}; what was played before is kept") from error

    def _read(self, content: bytes) -> None:
        first, *lines = content.splitlines(keepends=True) or [b""]
        self._check_header(self._parse(first, 1))
        whole = len(first)
        for number, line in enumerate(lines, 2):
            try:
                reader = self._parse(line, number)
            except SaveError:
                if number <= len(lines):
                    raise
                self.torn = True
                break
            self._take(reader)
            whole += len(line)
        if self.torn:
            os.truncate(self.path, whole)

    def _parse(self, line: bytes, number: int) -> Reader:
        try:
            if not line.endswith(b"\n"):
                raise ValueError
            return Reader(json.loads(line), f"{self.path}, line {number}")
        except (ValueError, RecursionError):
            raise SaveError(f"{self.path}, line {number}: this is no whole line of JSON: {in_short(line)}") from None

    def _check_header(self, header: Reader) -> None:
        if not isinstance(header.value, dict) or header.value.get("format") != self.format:
            raise SaveError(
                f"{self.path} is no file of a {self.format}: its first line does not say so; choose another --out"
            )
        for name, wanted in self._header().items():
            there = header[name].value
            if there != wanted or type(there) is not type(wanted):
                both = _difference(there, wanted) if isinstance(wanted, dict) and isinstance(there, dict) else None
                what, old, new = both or (name, there, wanted)
                raise SaveError(
                    f"{self.path} holds games with {what} {in_short(old)}, not {in_short(new)}: choose another --out"
                )

    def _take(self, line: Reader) -> None:
        if "bot" in line.mapping():
            line.fields(BOT_FIELDS)
            self.bots[_text(line["bot"])] = _text(line["network"])
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
            raise line.wrong(f"a deal is {seats} games, one a rotation, with a place for each of {seats} seats")
        luck = tuple(_number(game) for game in line[LUCK].each()) if line.has(LUCK) else ()
        if len(luck) not in (0, seats):
            raise line.wrong(f"luck is a number for each of {seats} games")
        self.played[deal] = Played(places, winners, luck)


def _text(reader: Reader) -> str:
    if not isinstance(reader.value, str):
        raise reader.wrong(f"a text is wanted, not {in_short(reader.value)}")
    return reader.value


def _number(reader: Reader) -> float:
    if isinstance(reader.value, bool) or not isinstance(reader.value, int | float):
        raise reader.wrong(f"a number is wanted, not {in_short(reader.value)}")
    return float(reader.value)


def _difference(there: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[str, Any, Any] | None:
    """The first option that two sets of options do not share: its name and both values."""
    for name in [*wanted, *there]:
        old, new = there.get(name, "unknown"), wanted.get(name, "unknown")
        if old != new:
            return name, old, new
    return None


def _line(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
