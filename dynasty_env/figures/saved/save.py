"""Save files of the figure duel: a readable dict that is complete at any decision and is validated when it is read.

Lengths and directions are written as hexadecimal floats, such as ``0x1.8p+1`` for 3, so that no bit is lost (F64).
Plain numbers can be read, too.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from dynasty_env.figures.ids import Step
from dynasty_env.figures.material import (
    CARDS,
    CARDS_NAMED,
    FIGURES,
    LOWERED,
    MOST_PLOTS,
    NO_CARD,
    PACK_SIZE,
    SHEET_NAMES,
    SHEET_STATS,
    STAT_LEAST,
    STAT_MOST,
    STAT_NAMES,
    WEAPONS,
    At,
)
from dynasty_env.figures.rules.bodies import set_free_pose, set_pose
from dynasty_env.figures.rules.geometry import STEPS
from dynasty_env.figures.rules.setup import FEW, clear
from dynasty_env.figures.rules.turn import Mode
from dynasty_env.figures.views.public_table import cards_at, figure_count, row_of_plots
from dynasty_env.kit.errors import in_short
from dynasty_env.kit.files.frames import Stack
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import Loader
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.views import name_of, number_of
from dynasty_env.kit.state import State

LOWERED_WORD = "lowered"
ROUNDS, FALLS, DAMAGE = 30, 2 * FIGURES, 99
SEAT_FIELDS = ("places", "leader")
FIGURE_FIELDS = ("sheet", "abilities", "standing", "fell", "damage", "x", "y", "base", "steps", "poses", "used_up",
                 "hand", "row", "face_up", "left_over", "emotion_cards", "before")  # fmt: skip


def table(state: State) -> dict[str, Any]:
    """Everything on the table."""
    record = state.record
    order = record["order"][: state.num_players].tolist()
    return {
        "round": int(record["round"]),
        "seats": [
            {"places": order.index(seat), "leader": number_of(record["leader"][seat])}
            for seat in range(state.num_players)
        ],
        "figures": [_figure(record, figure) for figure in range(figure_count(record))],
        "pack": [CARDS_NAMED[card] for card in record["pack"][: record["pack_size"]][::-1]],
        "discards": cards_at(record, At.DISCARD),
        "known": [
            [CARDS_NAMED[card] for card, seats in enumerate(record["seen"].tolist()) if seats >> seat & 1]
            for seat in range(state.num_players)
        ],
        "mixed": bool(record["mixed"]),
        "falls": int(record["falls"]),
        "posing": bool(record["posing"]),
        "shown": bool(record["open_stats"]),
        "turn": _turn(record),
        "winners": [seat for seat in range(state.num_players) if record["winners"] >> seat & 1],
    }


def _figure(record: Any, figure: int) -> dict[str, Any]:
    return {
        "sheet": SHEET_NAMES[record["sheet"][figure]],
        "abilities": {name: int(value) for name, value in zip(STAT_NAMES, record["stat"][figure], strict=True)},
        "standing": bool(record["standing"][figure]),
        "fell": int(record["fell"][figure]),
        "damage": int(record["damage"][figure]),
        "x": float(record["x"][figure]).hex(),
        "y": float(record["y"][figure]).hex(),
        "base": [float(record["base_x"][figure]).hex(), float(record["base_y"][figure]).hex()],
        "steps": int(record["steps"][figure]),
        "poses": [_pose(record, figure, weapon) for weapon in range(WEAPONS)],
        "used_up": [bool(used) for used in record["used_up"][figure]],
        "hand": cards_at(record, At.HAND + figure),
        "row": row_of_plots(record, figure),
        "face_up": name_of(CARDS_NAMED, record["face_up"][figure]),
        "left_over": cards_at(record, At.GONE + figure),
        "emotion_cards": cards_at(record, At.FEELING + figure),
        "before": bool(record["before"][figure]),
    }


def _pose(record: Any, figure: int, weapon: int) -> Any:
    """A pose: steps of 15° from ahead, a direction, or the word for lowered."""
    steps = int(record["pose"][figure][weapon])
    x, y = float(record["pose_x"][figure][weapon]), float(record["pose_y"][figure][weapon])
    if steps == LOWERED:
        return LOWERED_WORD
    return steps if y == 0 else [x.hex(), y.hex()]


def _turn(record: Any) -> dict[str, Any]:
    """The state of the acting figure's turn."""
    return {
        "figure": number_of(record["actor"]),
        "number": int(record["number"]),
        **{name: bool(record[name]) for name in ("doubled", "lost", "fresh", "again")},
        "sighted": [figure for figure in range(FIGURES) if record["sighted"] >> figure & 1],
        "passed": [[other for other in range(FIGURES) if record["passed"][weapon][other]] for weapon in range(WEAPONS)],
        "moving": Mode(int(record["moving"])).name.lower(),
        "sense": int(record["sense"]),
        "span": float(record["span"]).hex(),
        "from": [float(record["from_x"]).hex(), float(record["from_y"]).hex()],
        "from_steps": int(record["from_steps"]),
        "to": [float(record["to_x"]).hex(), float(record["to_y"]).hex()],
        "to_steps": int(record["to_steps"]),
        "edge": int(record["edge"]),
        "mobility": int(record["mobility"]),
        **{name: float(record[name]).hex() for name in ("left", "aim")},
        "weapon": int(record["weapon"]),
        "target": number_of(record["target"]),
    }


def length(reader: Reader, low: float, high: float) -> float:
    """A real number from low to high, as a hexadecimal float or plain. Raises a SaveError."""
    if isinstance(reader.value, str):
        try:
            reader = Reader(float.fromhex(reader.value), reader.path)
        except (ValueError, OverflowError):
            raise reader.wrong(f"a hexadecimal float is expected, not {in_short(reader.value)}") from None
    return reader.number(low, high)


class FigureLoader(Loader):
    """Lays a table of the figure duel as described in a save file.

    A dict without ``stack`` may leave things out, so it can be written by hand: figures with ``sheet``, ``x`` and ``y``
    are enough. Its phase is ``round`` (a round begins), which is the default, or ``acting`` (plots are laid; the next
    ones are turned up). Cards that it does not mention are shuffled under the listed ones; the seed decides how.
    """

    fields = ("round", "seats", "figures", "pack", "discards", "known", "mixed", "falls", "posing", "shown", "turn",
              "winners")  # fmt: skip
    idle = ("turn", "winners")
    steps = Step
    table = staticmethod(table)

    def __init__(self, game: Game, reader: Reader, backend: BackendName | None) -> None:
        super().__init__(game, reader, backend)
        self.count = self.n * int(self.t.figures)

    @staticmethod
    def beginnings(t: Any) -> Sequence[Stack]:
        """None: a duel is saved as its deal, or as the hand-written file, together with the moves since then."""
        return ()

    @staticmethod
    def starts(t: Any) -> Mapping[str, Stack]:
        """A round begins, or plots are turned up."""
        return {"round": [(Step.ROUND, 0, 0, 0)], "acting": [(Step.TURN_UP, 0, 0, 0)]}

    def place_everything(self) -> None:
        """Lay everything on the table; the seed fills in what the file leaves out."""
        t, reader = self.t, self.reader
        clear(t)
        t.round = reader.get("round", 0).whole(0, ROUNDS)
        t.falls = reader.get("falls", 0).whole(0, FALLS)
        t.posing = reader.get("posing", False).flag()
        t.open_stats = reader.get("shown", True).flag()
        t.mixed = reader.get("mixed", False).flag()
        self.place_seats()
        figures = list(reader["figures"].each())
        if len(figures) != self.count:
            raise reader["figures"].wrong(f"{self.count} figures are expected, not {len(figures)}")
        for card in range(CARDS):
            t.at[card] = At.ABSENT
        for figure, item in enumerate(figures):
            self.place_figure(figure, item)
        self.place_cards()

    def place_seats(self) -> None:
        """Set when each seat places its figures, and its leader."""
        t = self.t
        for seat, reader in enumerate(self.seat_readers):
            reader.fields(SEAT_FIELDS)
            place = reader.get("places", seat).whole(0, self.n - 1)
            self.placed.once("place", reader.get("places", seat), place)
            t.order[place] = seat
            if reader.has("leader"):
                if t.figures == 1:
                    raise reader["leader"].wrong("a seat with one figure has no leader")
                t.leader[seat] = reader["leader"].whole(seat * t.figures, (seat + 1) * t.figures - 1)

    def place_figure(self, figure: int, reader: Reader) -> None:
        """Lay a figure: its sheet, place and heading, its weapons and cards."""
        t = self.t
        reader.fields(FIGURE_FIELDS)
        sheet = reader["sheet"].one_of(SHEET_NAMES, "sheet")
        t.sheet[figure] = sheet
        t.standing[figure] = reader.get("standing", True).flag()
        t.fell[figure] = reader.get("fell", 0).whole(0, FALLS)
        t.damage[figure] = reader.get("damage", 0).whole(0, DAMAGE)
        t.before[figure] = reader.get("before", False).flag()
        t.x[figure] = length(reader.get("x", 0), 0.0, t.side)
        t.y[figure] = length(reader.get("y", 0), 0.0, t.side)
        self.place_heading(figure, reader)
        self.place_abilities(figure, sheet, reader.get("abilities", {}))
        poses = self.pair(reader.get("poses", [LOWERED_WORD] * WEAPONS))
        used = self.pair(reader.get("used_up", [False] * WEAPONS))
        for weapon in range(WEAPONS):
            self.place_pose(figure, weapon, poses[weapon])
            t.used_up[figure, weapon] = used[weapon].flag()

    def place_pose(self, figure: int, weapon: int, reader: Reader) -> None:
        """F6, F63: lowered, whole steps of 15° from ahead, or a direction."""
        if isinstance(reader.value, list):
            set_free_pose(self.t, figure, weapon, *self.direction(reader))
        else:
            set_pose(self.t, figure, weapon, LOWERED if reader.says(LOWERED_WORD) else reader.whole(-6, 6))

    def direction(self, reader: Reader) -> tuple[float, float]:
        """A direction of length 1."""
        x, y = (length(item, -2.0, 2.0) for item in self.pair(reader))
        if abs(sqrt(x * x + y * y) - 1) > 1e-9:
            raise reader.wrong("a direction of length 1 is expected")
        return x, y

    def place_heading(self, figure: int, reader: Reader) -> None:
        """F62: a direction of length 1, and whole steps of 15° from it."""
        self.t.base_x[figure], self.t.base_y[figure] = self.direction(reader.get("base", [1, 0]))
        self.t.steps[figure] = reader.get("steps", 0).whole(0, STEPS - 1)

    def place_abilities(self, figure: int, sheet: int, reader: Reader) -> None:
        """Set abilities: those of the sheet unless the file says otherwise."""
        reader.fields(STAT_NAMES)
        for stat, name in enumerate(STAT_NAMES):
            value = reader.get(name, int(SHEET_STATS[sheet, stat]))
            self.t.stat[figure, stat] = value.whole(int(STAT_LEAST[stat]), int(STAT_MOST[stat]))

    def pair(self, reader: Reader) -> list[Reader]:
        """The two items of a list."""
        items = list(reader.each())
        if len(items) != 2:
            raise reader.wrong(f"two values are expected, not {len(items)}")
        return items

    # ---------------------------------------------------------------------------------------------------------- cards

    def card(self, reader: Reader) -> int:
        """The id of a card. Raises a SaveError if it is not in play or already somewhere else."""
        card = reader.one_of(CARDS_NAMED, "card")
        if card >= self.cards:
            raise reader.wrong("the second pack is in play from five figures on")
        return self.placed.once("card", reader, card)

    @property
    def cards(self) -> int:
        """How many cards are in play."""
        return PACK_SIZE * (1 if self.count <= FEW else 2)

    def place_cards(self) -> None:
        """Lay every card; those that the file does not mention are shuffled under the pack."""
        t, reader = self.t, self.reader
        for figure, item in enumerate(reader["figures"].each()):
            for field, place in (("hand", At.HAND), ("left_over", At.GONE), ("emotion_cards", At.FEELING)):
                for name in item.get(field, []).each():
                    t.at[self.card(name)] = place + figure
            row = list(item.get("row", []).each())
            if len(row) > MOST_PLOTS:
                raise item["row"].wrong(f"{MOST_PLOTS} plots at most, not {len(row)}")
            t.plot_count[figure] = len(row)
            for i, name in enumerate(row):
                t.plots[figure, i] = self.card(name)
                t.at[t.plots[figure, i]] = At.PLOT + figure
            t.face_up[figure] = NO_CARD
            if item.has("face_up"):
                t.face_up[figure] = self.card(item["face_up"])
                t.at[t.face_up[figure]] = At.UP + figure
        for name in reader.get("discards", []).each():
            t.at[self.card(name)] = At.DISCARD
        self.place_pack()
        known = list(reader.get("known", [[]] * self.n).each())
        if len(known) != self.n:
            raise reader["known"].wrong(f"{self.n} lists are expected, one for each seat, not {len(known)}")
        for seat, names in enumerate(known):
            for name in names.each():
                t.seen[name.one_of(CARDS_NAMED[: self.cards], "card")] |= 1 << seat

    def place_pack(self) -> None:
        """Lay the listed pack, top first, with all cards not placed yet under it."""
        t = self.t
        top = [self.card(name) for name in self.reader.get("pack", []).each()]
        rest = [card for card in range(self.cards) if not self.placed.has("card", card)]
        for i in range(CARDS):
            t.pack[i] = 0
        for card in (*rest, *top):
            t.at[card] = At.PACK
        t.pack_size = self.lay_pile(t.pack, top, rest)

    # ------------------------------------------------------------------------------------------------------ going on

    def check(self, phase: str) -> None:
        """Raise a SaveError unless there are at least two figures to fight."""
        t, reader = self.t, self.reader
        if phase == "acting" and t.round == 0:
            t.round = 1
        if sum(t.standing[seat * t.figures + other] for seat in range(self.n) for other in range(t.figures)) < 2:
            raise reader["figures"].wrong("two figures at least have to stand")
