"""What speaks for or against an option: what follows it in imagined games, in a sentence for people.

Some of the options are played in the same imagined tables, and the game's own bot plays all seats on for a while. What
the deciding seat would hear of it (`State.chronicle`) is counted. An event that follows one option much more often than
the others is a reason if it is good or bad for the seat: good or bad news of its own, a misfortune of another seat, or
whatever comes with clearly more or fewer points. Routine events, such as a card that is played, are no reasons.

The usual answer of the others is added if it is one in the same sense, and the difference in points by then. Everything
is computed from a `Decision`, which holds no real table.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from dynasty_env.kit.message import Message, Seat, packed, parts_of, tone_of, unpacked
from dynasty_env.kit.phrases import _
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State

OPTIONS, WORLDS = 4, 20
"""Number of options that are followed, each in this number of imagined games …"""
SLOWLY = 8
"""… or in this number on interpreted rules."""
MOST_DECISIONS = 60
"""Maximum number of decisions of a followed game."""
USUAL, DIFFERS = 0.5, 0.35
"""A sentence is a reason if it follows the option in this share of the games, and the other options less often by this
difference."""
PREFERRED = 0.2
"""The preference for a sentence that names the seat itself, as a difference in frequency."""
CERTAIN = 3.0
"""Number of standard errors from which points are taken to come with an event, of which there are many."""
LEAST = 3
"""Minimum number of games with and without an event to say whether points come with it."""
ROUND = 2
"""Number of turns for which games are followed if all seats share a turn; otherwise until each seat has had a turn."""

WITHIN, SOON = (
    _("in {n} of {m} imagined games, within {turns} turns: {what}"),
    _("in {n} of {m} imagined games, soon afterwards: {what}"),
)  # fmt: skip
ANSWER = _("{who} usually answers: {what} ({n} of {m})")
MORE, LESS = (
    _("by then, {points} points more on average than after the other options"),
    _("by then, {points} points fewer on average than after the other options"),
)
BUT = _("but {what}")
TEXTS = WITHIN, SOON, ANSWER, MORE, LESS, BUT


@dataclass(frozen=True)
class Reason:
    """What usually follows an option.

    Attributes:
        action: its id.
        says: sentences in favour of it, the most important first; empty if everything that follows it also follows the
            other options.
        against: sentences against it, likewise.
    """

    action: int
    says: tuple[str, ...]
    against: tuple[str, ...] = ()

    def heard(self, *, advised: bool) -> tuple[str, ...]:
        """The sentences for people: first what agrees with the advice, then the rest, introduced by “but”."""
        first, then = (self.says, self.against) if advised else (self.against, self.says)
        return (*first, *(Message(BUT, what=text) for text in then))

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON; `from_dict` reads it."""
        result = {"action": self.action, "says": packed(self.says)}
        return result | {"against": packed(self.against)} if self.against else result

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> "Reason":
        """Read the reason from a dict. Raises KeyError or TypeError if the dict is none."""
        says, against = (tuple(unpacked(list(saved.get(each, ())))) for each in ("says", "against"))
        return cls(int(saved["action"]), says, against)


@dataclass(frozen=True)
class _Course:
    """What followed an option in one imagined game: sentences, the first answer, and the final points."""

    told: Mapping[str, str]
    answer: tuple[Seat, str] | None
    points: float


def reasons(decision: Decision, actions: Sequence[int], key: int, *, interpreted: bool = False) -> tuple[Reason, ...]:
    """Why each of these options is good or bad.

    Args:
        actions: ids of the options, best first; the first `OPTIONS` of them are followed.
        key: 0 … 2**62-1, determines everything that is drawn.
        interpreted: the rules are interpreted: fewer games are followed, with random moves only.
    """
    followed = list(actions)[:OPTIONS]
    if len(followed) < 2:
        return ()
    worlds = SLOWLY if interpreted else WORLDS
    courses = {
        action: [_follow(decision, action, (key + world) % 2**62, by_lot=interpreted) for world in range(worlds)]
        for action in followed
    }
    return tuple(_reason(decision, action, courses) for action in followed)


def _follow(decision: Decision, action: int, key: int, *, by_lot: bool) -> _Course:
    """The course of one imagined game; with `by_lot`, all seats play at random."""
    state, seat = decision.imagine(key), decision.seat
    ends, rng = _end_of(state), np.random.default_rng(key)
    state.play(action)
    lines: dict[str, str] = {}
    answer: tuple[Seat, str] | None = None
    for _number in range(MOST_DECISIONS):
        if state.done or (ends is not None and int(state.record[ends[0]]) >= ends[1]):
            break
        asked, taken = state.seat, _chosen(state, rng, by_lot=by_lot)
        if answer is None and asked != seat and len(state.legal()) > 1:
            answer = Seat(state.game.agent, asked), state.describe(taken)
        state.play(taken)
        if state.told:
            lines |= {str(line): line for line in state.chronicle(seat) if tone_of(line) not in ("quiet", "head")}
    return _Course(lines, answer, float(state.scores()[seat]))


def _chosen(state: State, rng: np.random.Generator, *, by_lot: bool) -> int:
    """The action of the game's own bot, if it has one, else a random legal action."""
    if by_lot or "greedy" not in state.game.policies:
        return int(rng.choice(state.legal()))
    key = int(rng.integers(2**62))
    return int(state.game.greedy_actions(state.observe(state.seat)[None], state.mask[None], key=key)[0])


def _end_of(state: State) -> tuple[str, int] | None:
    """The field that counts turns, and its value at which following a game stops, or None if there is no such field."""
    names = state.game.dtype.names or ()
    field = next((name for name in ("turn", "round") if name in names), None)
    return None if field is None else (field, int(state.record[field]) + turns_of(state))


def turns_of(state: State) -> int:
    """The number of turns for which games are followed."""
    return state.num_players if "turn_player" in (state.game.dtype.names or ()) else ROUND


def _reason(decision: Decision, action: int, courses: Mapping[int, Sequence[_Course]]) -> Reason:
    own = courses[action]
    others = [course for other, group in courses.items() if other != action for course in group]
    found = [_consequence(decision, own, others), _answer(own, others), _points(own, others)]
    says, against = (tuple(text for text, bearing in found if bearing * sign > 0) for sign in (1, -1))
    return Reason(action, says, against)


Bearing = tuple[str, int]
"""A sentence, and 1 if it is good for the seat, -1 if it is bad, or 0, then it is no reason."""


def _consequence(decision: Decision, own: Sequence[_Course], others: Sequence[_Course]) -> Bearing:
    """The sentence that follows this option often and the others seldom, or an empty string."""
    counts, elsewhere = (Counter(text for course in group for text in course.told) for group in (own, others))
    lines = {text: line for course in own for text, line in course.told.items()}

    def differs(text: str) -> float:
        return counts[text] / len(own) - elsewhere[text] / len(others)

    usual = [text for text in lines if counts[text] >= USUAL * len(own) and differs(text) >= DIFFERS]
    bearings = {text: _bearing(lines[text], decision.seat, own) for text in usual}
    usual = [text for text in usual if bearings[text]]
    if not usual:
        return "", 0
    text = max(usual, key=lambda text: (differs(text) + PREFERRED * _names(lines[text], decision.seat), text))
    state = decision.imagine(0)
    ends = _end_of(state)
    turns: dict[str, Any] = {} if ends is None or ends[0] != "turn" else {"turns": turns_of(state)}
    said = Message(WITHIN if turns else SOON, n=counts[text], m=len(own), what=lines[text], **turns)
    return said, bearings[text]


def _bearing(line: str, seat: int, own: Sequence[_Course]) -> int:
    """Whether an event is good (1) or bad (-1) for a seat, or neither (0)."""
    tone, about = tone_of(line), {part.seat for part in parts_of(line) if isinstance(part, Seat)}
    if about == {seat} and tone in ("good", "bad"):
        return 1 if tone == "good" else -1
    if about and seat not in about and tone == "bad":
        return 1
    return _comes_with(own, [str(line) in course.told for course in own])


def _comes_with(own: Sequence[_Course], has: Sequence[bool]) -> int:
    """Whether something comes with clearly more (1) or fewer (-1) points than its absence, or neither (0)."""
    with_it, without = (
        [course.points for course, there in zip(own, has, strict=True) if there == wanted] for wanted in (True, False)
    )
    if len(with_it) < LEAST or len(without) < LEAST:
        return 0
    more, error = _difference(with_it, without)
    return 0 if abs(more) < 0.5 or abs(more) < CERTAIN * error else 1 if more > 0 else -1


def _names(line: str, seat: int) -> bool:
    """Whether a sentence names a seat."""
    return any(isinstance(part, Seat) and part.seat == seat for part in parts_of(line))


def _answer(own: Sequence[_Course], others: Sequence[_Course]) -> Bearing:
    """The usual action of the next seat to decide, unless it also follows the other options."""
    answers = Counter((str(each.answer[0]), str(each.answer[1])) for each in own if each.answer is not None)
    if not answers:
        return "", 0
    (who, what), count = answers.most_common(1)[0]
    elsewhere = sum(each.answer is not None and str(each.answer[1]) == what for each in others)
    if count < USUAL * len(own) or count / len(own) - elsewhere / len(others) < DIFFERS:
        return "", 0
    has = [each.answer is not None and tuple(map(str, each.answer)) == (who, what) for each in own]
    seat, text = next(each.answer for each, there in zip(own, has, strict=True) if there and each.answer)
    return Message(ANSWER, who=seat, what=text, n=count, m=len(own)), _comes_with(own, has)


def _points(own: Sequence[_Course], others: Sequence[_Course]) -> Bearing:
    """The difference in points that the seat has by then, if it is more than chance explains."""
    more, error = _difference(*([course.points for course in group] for group in (own, others)))
    if abs(more) < 0.5 or abs(more) < 2 * error:
        return "", 0
    return Message(MORE if more > 0 else LESS, points=f"{abs(more):.1f}"), 1 if more > 0 else -1


def _difference(mine: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """The difference of two means, and its standard error."""
    error = sum(float(np.var(each, ddof=1)) / len(each) for each in (mine, theirs)) ** 0.5
    return fmean(mine) - fmean(theirs), error
