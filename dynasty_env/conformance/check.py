"""Make a check: play episodes until enough has been seen, then find the shortest one that shows a fault."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynasty_env.conformance.drivers.base import Driver, Move
from dynasty_env.conformance.episodes import Episode, Script, Subject
from dynasty_env.conformance.findings import (
    LITERALS,
    Broken,
    ByConvention,
    Failure,
    NotChecked,
    Outcome,
    Replay,
    literal,
)
from dynasty_env.conformance.sight import Sight, differing, in_words
from dynasty_env.kit.named import reference_in

LEAST = 0.1
"""Minimum seconds for each check while any time is left: slow environments are not played to the end in each check."""
SHORTENING = 2.0
"""Maximum seconds spent on shortening the replay of a finding."""
SHARE = 0.15
"""Maximum share of the time left for all checks that this shortening may take."""
FIRST = 0.5
"""Seconds for shortening that the first finding gets in any case."""
ENOUGH = 100
"""A check passes only after this many decisions or a whole episode."""


class Trial:
    """One run of a check: its episode, and what has been played of it.

    Attributes:
        script: decisions of a replay; None: random play.
        note: the note to report if this run passes.
        looked: how many things have been looked at, if these are not the episode's decisions.
    """

    def __init__(self, subject: Subject, seed: int, script: Script | None = None) -> None:
        self.subject, self.seed, self.script = subject, seed, script
        self._episode: Episode | None = None
        self.note = ""
        self.looked = 0

    def episode(self) -> Episode:
        """Begin the episode of this run."""
        self._episode = Episode(self.subject, self.seed, self.script)
        return self._episode

    def needed(self, *names: str, what: str = "") -> list[Callable[..., Any]]:
        """The declared functions with these names. Raises NotChecked, with `what` to declare, if one is missing."""
        functions = [self.subject.asked(name) for name in names]
        if None in functions:
            raise NotChecked(f"declare {' and '.join(f'{name}=…' for name in names)}{what}")
        return [function for function in functions if function is not None]

    @property
    def moves(self) -> list[Move]:
        """The decisions so far."""
        return [] if self._episode is None else list(self._episode.moves)

    @property
    def log(self) -> list[object]:
        """What the environment's `step` has been given so far."""
        return [] if self._episode is None else list(self._episode.driver.log)

    @property
    def late(self) -> bool:
        """Whether the episode was left unfinished because time ran out."""
        return self._episode is not None and self._episode.cut_off

    @property
    def decisions(self) -> int:
        """How many decisions or other things were looked at."""
        return max(self.looked, len(self.moves))


Examine = Callable[[Trial], None]


@dataclass(frozen=True)
class Check:
    """A promise, and how it is checked.

    Attributes:
        name: the name used in reports and on the command line.
        promise: what is promised, in a sentence.
        examine: looks at one trial; raises Broken or NotChecked.
        interfaces: the interfaces that the check applies to.
        episodes: maximum number of trials.
        weight: its share of the time, relative to other checks.
        survey: True if it looks at many short episodes from a seed on, not at one: there is no replay to shorten.
        compares: True if it plays two environments alike, so that it says nothing about one that is not reproducible.
    """

    name: str
    promise: str
    examine: Examine
    interfaces: Sequence[str] = ("aec", "parallel", "gymnasium")
    episodes: int = 40
    weight: float = 1.0
    survey: bool = False
    compares: bool = False


def promise(text: str, **more: Any) -> Callable[[Examine], Check]:
    """A decorator that makes a check of this promise out of a function, under the function's name; `more` are further
    attributes of `Check`."""
    return lambda examine: Check(examine.__name__, text, examine, **more)


def make_check(check: Check, subject: Subject, first_seed: int, until: float) -> Outcome:
    """Check episodes until enough were seen, time is up, or a promise is broken.

    Args:
        first_seed: seed of the first episode; later episodes use the following seeds.
        until: the time, by the subject's clock, after which no new episode is begun.
    """
    outcome, began = Outcome(check.name, check.promise), subject.clock()
    ended = False
    subject.until = max(until, min(began + LEAST, subject.end))
    for n in range(check.episodes):
        if n and subject.clock() > until:
            break
        trial = Trial(subject, first_seed + n)
        try:
            check.examine(trial)
        except NotChecked as reason:
            if not outcome.episodes or isinstance(reason, ByConvention):
                outcome.verdict, outcome.note = "not checked", str(reason)
                break
            continue  # it does not count
        except Broken as broken:
            outcome.verdict = "failed"
            outcome.failures.append(_failure(check, subject, trial, broken))
        except Exception as error:
            _stopped(outcome, subject, trial, error)
        finally:
            subject.close()
        outcome.decisions += trial.decisions
        outcome.note = outcome.note or trial.note
        outcome.episodes += outcome.verdict != "not checked"
        ended |= not trial.late
        if outcome.verdict != "passed":
            break
    if outcome.verdict == "passed" and not ended:
        outcome.note = outcome.note or "there was no time for a whole episode: give more --seconds"
    if outcome.verdict == "passed" and (not outcome.decisions or (not ended and outcome.decisions < ENOUGH)):
        text = f"there was no time for a whole episode, only for {outcome.decisions} decisions: give more --seconds"
        outcome.verdict, outcome.note = "not checked", text
    outcome.seconds = subject.clock() - began
    return outcome


def _stopped(outcome: Outcome, subject: Subject, trial: Trial, error: Exception) -> None:
    """Record that the environment raised an error: this check could not be made, and `goes_on` has a finding."""
    outcome.verdict = "not checked"
    outcome.note = f"the environment raised {type(error).__name__} (see {goes_on.name})"
    broken = Broken("the environment continues", f"it raised {type(error).__name__}: {error}")
    outcome.failures.append(_failure(goes_on, subject, trial, broken))


@promise("the environment raises nothing where it should go on")
def goes_on(trial: Trial) -> None:
    """Play an episode and look at everything on the way; also reports the errors that other checks meet."""
    try:
        episode = trial.episode()
        for driver in episode.positions():
            driver.seen()
        if episode.driver.acting and not episode.cut_off and trial.script is None:
            trial.note = f"an episode had not ended after {len(episode.moves):,} decisions"
    except Exception as error:
        raise Broken("the environment continues", f"it raised {type(error).__name__}: {error}") from error


def must_match(one: Sight, other: Sight, expected: str, found: str = "{} differs") -> None:
    """Require two sights to be equal; `found` says what is wrong with the parts that differ."""
    apart = differing(one, other)
    if apart:
        raise Broken(expected, found.format(", ".join(apart[:3])))


def play_along(other: Driver, move: Move, expected: str) -> None:
    """Play a move of one environment in another one, which should accept it as well."""
    try:
        other.play(deepcopy(move))
    except Exception as error:
        text = f"the other one raised {type(error).__name__}: {in_words(error)}"
        raise Broken(expected, text) from error


# -- the shortest episode that shows it ------------------------------------------------------------------------------


def broken_by(check: Check, subject: Subject, seed: int, script: Script) -> tuple[Broken, Trial] | None:
    """What a check finds in a scripted episode; None if it finds nothing or there is no time for it."""
    if subject.late:
        return None
    trial = Trial(subject, seed, script)
    try:
        check.examine(trial)
    except Broken as broken:
        return broken, trial
    except Exception:  # another fault than the one being looked for
        return None
    finally:
        subject.close()
    return None


def _failure(check: Check, subject: Subject, trial: Trial, broken: Broken) -> Failure:
    shortest = None if check.survey else _shortened(check, subject, trial)
    if shortest is not None:
        broken, trial, replay = shortest
    else:
        replay = Replay(trial.seed, len(trial.moves), dict(enumerate(trial.moves)))
    if broken.code:
        code = "\n".join([*_making(subject), broken.code])
    else:
        code = code_of(subject, replay, trial.log, broken.then)
    if not broken.code and (check.survey or check.compares):
        what = "the first of many episodes" if check.survey else "the episode, of one environment"
        again = f"dynasty check {subject.name or '…'} --only {check.name} --seed {(broken.at or (trial.seed,))[0]}"
        code += f"\n# {what}: {again} makes the comparison"
    seed, step = broken.at or (trial.seed, len(trial.moves))
    agent = None if broken.agent is None else str(broken.agent)
    return Failure(check.name, broken.expected, broken.found, seed, step, agent, replay, code)


def _shortened(check: Check, subject: Subject, trial: Trial) -> tuple[Broken, Trial, Replay] | None:
    """The same fault after fewer actions, and with more of them the first allowed ones: found in the replay of another
    check's finding, or by shortening this one."""
    now = subject.clock()
    time = max(0.0 if subject.replays else FIRST, min(SHORTENING, SHARE * (subject.end - now)))
    subject.until = now + time
    for known in subject.replays:
        failure = broken_by(check, subject, known.seed, known.script())
        if failure is not None:
            return *failure, _replay_of(failure[1], known.script())
    failure = broken_by(check, subject, trial.seed, trial.moves)
    if failure is None:
        return None

    def shows(script: Script) -> bool:
        nonlocal failure
        seen = broken_by(check, subject, trial.seed, script)
        failure = seen or failure
        return seen is not None

    script = _dropped(subject, trial.moves, shows)
    moves: Script = failure[1].moves[: len(script)]
    kept: Script = _defaulted(subject, moves, shows) if len(moves) > LITERALS else moves
    subject.replays.append(_replay_of(failure[1], kept))
    return *failure, subject.replays[-1]


def _replay_of(trial: Trial, script: Script) -> Replay:
    """The replay of a trial; steps that its script leaves open stay open."""
    moves = enumerate(trial.moves)
    actions = {n: move for n, move in moves if n < len(script) and script[n] is not None}
    return Replay(trial.seed, len(trial.moves), actions)


def _dropped(subject: Subject, moves: Script, shows: Callable[[Script], bool]) -> list[Move | None]:
    """Leave out actions, in ever shorter runs, as long as the fault still shows and there is time."""
    left, size = list(moves), max(1, len(moves) // 2)
    while size and not subject.late:
        at = 0
        while at < len(left) and not subject.late:
            fewer = left[:at] + left[at + size :]
            if shows(fewer):
                left = fewer
            else:
                at += size
        size //= 2
    return left


def _defaulted(subject: Subject, moves: Script, shows: Callable[[Script], bool]) -> list[Move | None]:
    """Replace actions by the first allowed one as long as the fault still shows and there is time."""
    left, size = list(moves), len(moves)
    while size and not subject.late:
        for at in range(0, len(left), size):
            plainer = [None if at <= n < at + size else move for n, move in enumerate(left)]
            if plainer != left and shows(plainer):
                left = plainer
        size //= 2
    return left


def code_of(subject: Subject, replay: Replay, log: list[Any], then: Mapping[Hashable, Any] | None = None) -> str:
    """Python code that plays a replay, using only the environment if all actions are spelled out."""
    lines = _making(subject)
    if len(replay.actions) == replay.steps <= LITERALS:
        lines += ["env = make()", f"env.reset(seed={replay.seed})"]
        if log:
            lines += [f"for action in {[literal(each) for each in log]!r}:", "    env.step(action)"]
    else:
        actions = {n: literal(dict(move)) for n, move in replay.actions.items()}
        lines.insert(0, "from dynasty_env.conformance import Replay, play")
        lines.append(f"env = play(make, Replay(seed={replay.seed}, steps={replay.steps}, actions={actions!r}))")
    if then:
        joint = subject.drive().interface == "parallel"
        lines.append(f"env.step({literal(dict(then)) if joint else literal(next(iter(then.values())))!r})")
    return "\n".join(lines)


def _making(subject: Subject) -> list[str]:
    """Python code that defines `make`."""
    return _import_of(subject.name or "") if subject.making is None else subject.making.splitlines()


def _import_of(name: str) -> list[str]:
    """Python code that imports ``module:factory`` or ``file.py:factory``, wherever it is run."""
    reference = reference_in(name)
    module, _, factory = name.partition(":")
    if reference is not None and reference.is_file:
        file, factory = Path(reference.place), reference.attribute
        module = file.stem if file.stem.isidentifier() else ""
        result = ["import sys", "", f"sys.path.insert(0, {str(file.resolve().parent)!r})"]
    else:
        result = []
    if not (module and factory.isidentifier()):
        return ["# make: your factory"]
    return [*result, f"from {module} import {factory} as make"]
