"""Distils a champion into a small integer policy (`agents.search.distilled`).

The champion and the small network play their own games. At every decision, the small network learns the champion's
probabilities (cross-entropy). The champion plays half of the tables and the small network the other half, so that it
learns what to do in positions that its own mistakes lead to. Its weights are rounded while it learns, with gradients
passed through (quantisation-aware training): the network that is measured is exactly the one that is written.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from torch import Tensor, nn
from torch.nn import functional

from agents.arguments import counting_bar
from agents.network.batch import SIZES, BatchPolicy, one_thread
from agents.network.player import Trained
from agents.network.policy import Kind
from agents.registry import make_bot
from agents.search.distilled.file import save_small
from agents.search.distilled.network import (
    CHOSEN,
    FINE,
    HIGHEST,
    LEVELS,
    NO_CARD,
    OUT_OF_QUESTION,
    RANKS,
    STEPS,
    UNIT,
    SmallPolicy,
    named_cards,
    places,
)
from dynasty_env.kit.engine.choice import NEVER
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes
from training.learn.actor import vary_options
from training.learn.network import TableLayer, log_softmax_by_row
from training.learn.sparse import Places, highest_by_row, multiply_rows, read_places

TABLES = 512
"""Tables that are played at the same time; the champion plays the first half."""
TRIED_AT_RANDOM = 0.03
"""Share of random moves: the network must also know positions that result from mistakes."""
ROUNDS = 4
"""Decisions at each table between two gradient steps."""
JUDGED = 0.05
"""The last part of the positions: the network is evaluated on it before it learns from it."""
LEARNING_RATE = 3e-3
BEGIN_LIKE_THE_BOT = 2.0
"""The margin in logits by which the choice of the game's bot leads at first."""


@dataclass(frozen=True)
class Agreement:
    """How a small policy compares with its teacher at decisions with several legal actions.

    Attributes:
        same: share of decisions at which both take the same action.
        nats: cross-entropy of the teacher's probabilities under the small policy's, minus their entropy.
    """

    same: float
    nats: float


def whole(weight: Tensor, unit: int) -> Tensor:
    """Weights rounded to 8-bit multiples of 1/`unit`; gradients pass through as if they were not rounded."""
    rounded = (weight * unit).round().clamp(-127, 127) / unit
    return weight + (rounded - weight).detach()


class Student(nn.Module):
    """`agents.search.distilled.network.SmallPolicy` in floating point.

    The rows of cards in their states are a linear map of the teacher's own encodings, so that what is learned about one
    card carries over to similar cards.
    """

    def __init__(self, game: Game, width: int, kinds: Sequence[Kind]) -> None:
        super().__init__()
        card, rows = named_cards(game)
        self.card = torch.from_numpy(card)
        self.encodings = [torch.from_numpy(kind.encodings) for kind in kinds]
        if sum(map(len, self.encodings)) != rows:
            raise OptionError(f"the teacher's cards are not those of {game.name}")
        self.of_card = nn.ParameterList(torch.randn(encoding.shape[1], width) * 0.01 for encoding in self.encodings)
        self.table = TableLayer(game.layout.values(), width)
        with torch.no_grad():
            self.table.weight.mul_(0.3)
            self.table.bias.uniform_(0.2, 1.0)
        self.level = nn.Parameter(torch.zeros(len(LEVELS) + 1, width))
        self.second = nn.Parameter(torch.zeros(RANKS, width))
        self.action = nn.Parameter(torch.randn(len(game.action_names), width) * 0.01)
        self.rank = nn.Parameter(torch.zeros(RANKS, width))
        bias = torch.zeros(RANKS)
        bias[CHOSEN] = BEGIN_LIKE_THE_BOT
        self.rank_bias = nn.Parameter(bias)

    def forward(self, seen: Tensor, row: Tensor, action: Tensor, ranks: "Ranks") -> Tensor:
        """(K,) logits of the legal actions (K,) of the decisions `row` (K,) with observations `seen` (B, D)."""
        table = self.table
        read = read_places(seen, whole(table.weight, UNIT), Places(table.place, table.row, table.label, table.usual))
        value = whole(self.level, UNIT)[ranks.level] + whole(self.second, UNIT)[ranks.second]
        hidden = (read + value + whole(table.bias, UNIT)).clamp(0, HIGHEST / UNIT)
        logit = multiply_rows(hidden, whole(self.action, FINE), row, action.int())
        ranked = multiply_rows(hidden, whole(self.rank, FINE), row, ranks.rank.int())
        logit = logit + ranked + self.rank_bias[ranks.rank]
        named = torch.nonzero(self.card[action, 0] != NO_CARD)[:, 0]
        if len(named):
            of_cards = whole(self.cards(), FINE)[self.rows(seen[row[named]], action[named])]
            logit = logit.index_add(0, named, (of_cards * hidden[row[named]]).sum(1))
        return logit

    def rows(self, seen: Tensor, action: Tensor) -> Tensor:
        """(K,) the rows of the cards that actions (K,) name, at the decisions with observations `seen` (K, D)."""
        where = self.card[action]
        result = where[:, 0].clone()
        for place, step in zip(where[:, 1::2].T, where[:, 2::2].T, strict=True):
            result += step * seen.gather(1, place[:, None])[:, 0]
        return result

    def cards(self) -> Tensor:
        """(C, H) the rows of all cards in all states."""
        parts = [known @ own for known, own in zip(self.encodings, self.of_card, strict=True)]
        return torch.cat([self.rank.new_zeros(0, self.rank.shape[1]), *parts])

    def rounded(self, game: Game) -> SmallPolicy:
        """The network with integer weights."""

        def bytes_of(weight: Tensor, unit: int) -> npt.NDArray[np.int8]:
            return (weight.detach() * unit).round().clamp(-127, 127).numpy().astype(np.int8)

        usual, first, rows = places(game)
        table = np.zeros((rows, self.table.weight.shape[1]), np.int8)
        weight = whole(self.table.weight.detach(), UNIT)
        start = 0
        for piece in game.layout.values():
            values = np.arange(piece.low, piece.high + 1)
            for place in range(piece.start, piece.start + piece.size):
                own = int(self.table.row[place])
                if piece.category:
                    summed = weight[own + torch.from_numpy(values)]
                else:
                    summed = weight[own] * torch.from_numpy(SIZES[values + 128])[:, None]
                table[start : start + len(values)] = bytes_of(summed, UNIT)
                start += len(values)
        return SmallPolicy(
            usual, first, table, bytes_of(self.level, UNIT), bytes_of(self.second, UNIT),
            bytes_of(self.table.bias, UNIT).astype(np.int32), bytes_of(self.action, FINE),
            bytes_of(self.cards(), FINE), self.card.numpy(), bytes_of(self.rank, FINE),
            (self.rank_bias.detach() * UNIT * FINE).round().numpy().astype(np.int32),
        )  # fmt: skip


class Ranks(NamedTuple):
    """How the game's bot ranks the K legal actions of B decisions, as the compiled rules compute it.

    Attributes:
        rank: (K,) int64.
        level, second: (B,) int64, of the bot's choice and of the second best action.
    """

    rank: Tensor
    level: Tensor
    second: Tensor


def ranks_of(worths: npt.NDArray[np.float32], row: npt.NDArray[np.int64]) -> Ranks:
    """The ranks of actions with these values (K,), at the decisions `row` (K,): 0 … B-1, ascending, without gaps."""
    worths = worths.astype(np.float64)
    starts = np.flatnonzero(np.diff(row, prepend=-1))
    best = np.maximum.reduceat(worths, starts)
    behind = best[row] - worths
    rank = np.where(behind <= 0, CHOSEN, 1 + np.searchsorted(STEPS.astype(np.float64), behind))
    rank = np.where(worths < NEVER, OUT_OF_QUESTION, rank)
    order = np.lexsort((worths, row))
    many = np.diff(np.append(starts, len(row)))
    last = np.cumsum(many) - 1
    second = np.where(many > 1, rank[order[np.maximum(last - 1, 0)]], OUT_OF_QUESTION)
    level = np.searchsorted(LEVELS.astype(np.float64), best)
    return Ranks(*(torch.from_numpy(np.asarray(part, np.int64)) for part in (rank, level, second)))


class Lesson(NamedTuple):
    """Decisions with several legal actions, and what the teacher thinks of these actions.

    Attributes:
        seen: (B, D) observations.
        row, action: (K,) the legal actions, by decision.
        ranks: what the game's bot thinks of them.
        teacher: (K,) log-probabilities.
    """

    seen: Tensor
    row: Tensor
    action: Tensor
    ranks: Ranks
    teacher: Tensor


def joined(lessons: Sequence[Lesson]) -> Lesson:
    """Several lessons as one."""
    before = np.cumsum([0] + [len(lesson.seen) for lesson in lessons])
    rows = [lesson.row + int(n) for lesson, n in zip(lessons, before, strict=False)]
    ranks = Ranks(*(torch.cat(parts) for parts in zip(*(lesson.ranks for lesson in lessons), strict=True)))
    seen, action, teacher = (
        torch.cat([getattr(lesson, name) for lesson in lessons]) for name in ("seen", "action", "teacher")
    )
    return Lesson(seen, torch.cat(rows), action, ranks, teacher)


class Class:
    """The tables at which the teacher and the student play.

    Args:
        vary: options that take all their values, from table to table.
    """

    def __init__(self, game: Game, teacher: BatchPolicy, vary: Sequence[str], seed: int) -> None:
        self.game, self.teacher = game, teacher
        most: dict[str, Any] = {"num_players": game.seats[1]} if "num_players" in vary else {}
        self.env = VectorEnv(game, TABLES, seed=seed, **most)
        vary_options(game, self.env.tables, {}, vary)
        self.batch = self.env.reset()
        self.rng = np.random.default_rng(seed)

    def lesson(self, student: Student) -> Lesson | None:
        """Play a decision at every table and return those with several legal actions; None if there were none."""
        mask, seen = self.batch.action_mask.copy(), self.batch.observation.copy()
        actions = mask.argmax(axis=1).astype(np.int64)
        open_to = np.flatnonzero(mask.sum(axis=1) > 1)
        result = None
        if len(open_to):
            result = self._lesson(seen[open_to], mask[open_to])
            actions[open_to] = self._moves(student, result, open_to)
        self.batch = self.env.step(actions)
        return result

    def _lesson(self, seen: Bytes, mask: Bytes) -> Lesson:
        row, action = mask.nonzero()
        worths = self.game.advice(seen, mask, backend="compiled")
        rows, logits = torch.from_numpy(row), torch.from_numpy(self.teacher.logits(seen, mask, worths))
        return Lesson(
            torch.from_numpy(seen), rows, torch.from_numpy(action), ranks_of(worths[row, action], row),
            log_softmax_by_row(logits, rows, len(seen)),
        )  # fmt: skip

    def _moves(self, student: Student, lesson: Lesson, tables: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """(B,) the moves to play: at the first half of the tables drawn from the teacher's probabilities, at the others
        the student's likeliest, and occasionally a random one."""
        with torch.no_grad():
            own = student(lesson.seen, lesson.row, lesson.action, lesson.ranks)
        race = torch.from_numpy(self.rng.gumbel(size=len(lesson.row)).astype(np.float32))
        taught = torch.from_numpy(tables < TABLES // 2)[lesson.row]
        stray = torch.from_numpy(self.rng.random(len(tables)) < TRIED_AT_RANDOM)[lesson.row]
        score = torch.where(stray, race, torch.where(taught, lesson.teacher + race, own))
        return lesson.action[firsts_of(score, lesson.row, len(tables))].numpy()


def firsts_of(score: Tensor, row: Tensor, rows: int) -> Tensor:
    """(B,) the position of each row's highest `score` (K,), the first among equals."""
    highest = highest_by_row(score, row, rows)
    places = torch.arange(len(row))
    here = torch.where(score == highest[row], places, len(row))
    return here.new_full((rows,), len(row)).scatter_reduce(0, row, here, "amin")


def distil(
    game: Game, bot: str, path: Path, *, positions: int, width: int, vary: Sequence[str], seed: int, console: Console
) -> Agreement:
    """Distil a trained bot and write the small policy to `path`; returns their agreement on the last positions. Raises
    OptionError if it is no trained network, the game's own bot does not value actions, or the file cannot be written.

    Args:
        bot: its name, ``champion`` or ``net:<path>``.
        positions: the number of decisions with several legal actions to learn from.
        width: hidden units, at most 64.
        vary: options that take all their values, from table to table.
    """
    if path.is_dir() or not path.parent.is_dir():
        raise OptionError(f"{path} cannot be written: choose a file in an existing folder")
    made = make_bot(bot, game)
    if not isinstance(made, Trained) or not game.values_actions:
        raise OptionError(f"{bot} of {game.name} cannot be distilled: name a trained network, champion or net:PATH")
    torch.manual_seed(seed)
    student = Student(game, width, made.policy.kinds)
    with one_thread():
        result = learn(student, Class(game, BatchPolicy(made.policy, game), vary, seed), positions, console)
    about = {"teacher": bot, "positions": str(positions), "seed": str(seed), "same": f"{result.same:.4f}"}
    save_small(path, game, student.rounded(game), about | {"nats": f"{result.nats:.4f}"})
    return result


def learn(student: Student, lessons: Class, positions: int, console: Console) -> Agreement:
    """Learn from this many decisions, each once, with a learning rate that falls to 0."""
    optimizer = torch.optim.Adam(student.parameters(), LEARNING_RATE)
    done = count = same = 0
    behind = 0.0
    with counting_bar(console) as progress:
        task = progress.add_task("distilling", total=positions)
        while done < positions:
            for group in optimizer.param_groups:
                group["lr"] = LEARNING_RATE * max(1 - done / positions, 0.01)
            batch = joined([lesson for _ in range(ROUNDS) if (lesson := lessons.lesson(student))])
            score = student(batch.seen, batch.row, batch.action, batch.ranks)
            own = log_softmax_by_row(score, batch.row, len(batch.seen))
            loss = functional.kl_div(own, batch.teacher, log_target=True, reduction="sum") / len(batch.seen)
            nats = float(loss.detach())
            if done + len(batch.seen) > positions * (1 - JUDGED):
                best, taught = (firsts_of(score, batch.row, len(batch.seen)) for score in (own.detach(), batch.teacher))
                same, count = same + int((best == taught).sum()), count + len(batch.seen)
                behind += nats * len(batch.seen)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            done += len(batch.seen)
            progress.update(task, completed=done, description=f"distilling, {nats:.3f} nats behind")
    return Agreement(same / max(count, 1), behind / max(count, 1))
