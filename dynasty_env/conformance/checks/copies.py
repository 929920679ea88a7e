"""Copies, pickles, saves, and environments side by side: each is independent and behaves the same."""

import pickle
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import TypeVar

import numpy as np

from dynasty_env.conformance.check import Trial, must_match, play_along, promise
from dynasty_env.conformance.checks.seeds import draw, opening, retrace, turn_of
from dynasty_env.conformance.drivers.base import Driver, Move
from dynasty_env.conformance.episodes import Episode, Subject, remakes
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import Sight

KEPT = 6
"""Number of earlier states that are looked at again after each move."""
COPIED = 0.35
"""How often a decision is copied, both to look at the copy again and to play it ahead."""
AHEAD = 8
"""Number of decisions that a copy is played ahead."""
BRIEF = 4
"""Maximum number of decisions after which another environment is closed."""
NEXT = 12
"""Number of decisions of the next episode that are compared."""
FOLLOWED = 40
"""Number of decisions for which a copy is followed."""
REPEATS = 16
"""How often a next episode must repeat itself in new environments before a different one counts as a finding."""
PLACES = 6
"""Number of decisions of an episode at which it is pickled or saved."""

Place = TypeVar("Place")


@promise("copies are independent: they stay unchanged, and continue like the original", compares=True)
def clones(trial: Trial) -> None:
    """Look again, after each move, at copies made on the way, or play them ahead.

    At the end the copies must continue as the original did, and the original must have gone like one that was never
    copied.
    """
    episode = trial.episode()
    kept: list[tuple[int, Driver, Sight]] = []
    seen = [episode.driver.seen()]
    rng = np.random.default_rng([trial.seed, 2])
    while episode.driver.acting:
        if episode.thorough or rng.random() < COPIED:
            _play_ahead(trial, episode.driver, seen[-1])
        if episode.thorough or rng.random() < COPIED:
            copy = trial.subject.copy(episode.driver)
            kept.append((len(episode.moves), copy, copy.seen()))
            must_match(kept[-1][2], seen[-1], "a copy shows what the original shows", "{}")
        if len(kept) > KEPT:
            trial.subject.close(kept.pop(int(rng.integers(len(kept))))[1])
        if not episode.open:
            break
        episode.advance()
        seen.append(episode.driver.seen())
        for step, copy, was in kept:
            found = f"{{}} of a copy made at step {step} has changed"
            must_match(was, copy.seen(), "a copy stays as it is while the original is played", found)
    for step, copy, _ in in_time(trial, kept):
        follow(trial, copy, episode.moves[step:], trial.subject.again(trial.seed, episode.moves[:step]), "a copy")
    expected = "copies change nothing in the original"
    following, alone = _next_episode(trial.subject, episode.driver), trial.subject.begin(trial.seed)
    retrace(alone, episode.moves, seen, expected)
    _same_following(trial, (_next_episode(trial.subject, alone), following), expected)


def _play_ahead(trial: Trial, original: Driver, was: Sight) -> None:
    """Play a copy on and begin another episode with it; none of this may affect the original."""
    copy, rng = trial.subject.copy(original), draw()
    with suppress(Exception):  # any error it raises shows when it is followed
        for _ in range(AHEAD):
            if copy.acting:
                copy.play(turn_of(copy, rng))
        copy.reset(None)
    now = original.seen()
    trial.subject.close(copy)
    must_match(was, now, "playing a copy changes nothing in the original", "{} has changed")


def follow(trial: Trial, copy: Driver, moves: list[Move], original: Driver, what: str) -> None:
    """Play both alike: they and their next episodes must show the same."""
    expected = f"{what} continues like the original"
    for move in [None, *moves[:FOLLOWED]]:
        if move is not None:
            play_along(original, move, expected)
            play_along(copy, move, expected)
        must_match(copy.seen(), original.seen(), expected)
    following = _next_episode(trial.subject, original), _next_episode(trial.subject, copy)
    _same_following(trial, following, expected)


def _at_places(trial: Trial) -> tuple[Episode, list[int]]:
    """A whole episode, and some of its decisions; in a replay, all of them."""
    episode = trial.episode()
    while episode.open:
        episode.advance()
    count = len(episode.moves) + bool(episode.driver.acting)
    if episode.thorough:
        return episode, list(range(max(0, count - 2 * PLACES), count))
    rng = np.random.default_rng([trial.seed, 3])
    return episode, sorted(rng.choice(count, min(PLACES, count), replace=False).tolist())


def in_time(trial: Trial, places: list[Place]) -> Iterator[Place]:
    """Yield these places while there is time, and the first one in any case."""
    for n, place in enumerate(places):
        if n and trial.subject.late:
            return
        yield place


@promise("a pickled environment continues like the original", episodes=8, compares=True)
def pickles(trial: Trial) -> None:
    episode, places = _at_places(trial)
    for place in in_time(trial, places):
        original = trial.subject.again(trial.seed, episode.moves[:place])
        try:
            env = pickle.loads(pickle.dumps(original.env))
        except Exception as error:
            raise NotChecked(f"it cannot be pickled ({type(error).__name__}: {error})") from None
        if remakes(original.env):  # the pickle holds only how it was made
            other = trial.subject.drive().over_copy(trial.subject.kept(env))
            other.reset(trial.seed)
            follow(trial, other, episode.moves, trial.subject.begin(trial.seed), "a pickled environment, reset,")
            trial.note = "its class is a gymnasium.utils.EzPickle: pickles are new environments"
            continue
        follow(
            trial, original.over_copy(trial.subject.kept(env)), episode.moves[place:], original, "a pickled environment"
        )


@promise("a saved and loaded episode continues like the original", episodes=8, compares=True)
def saves(trial: Trial) -> None:
    save, load = trial.needed("save", "load")
    episode, places = _at_places(trial)
    for place in in_time(trial, places):
        original = trial.subject.again(trial.seed, episode.moves[:place])
        loaded = trial.subject.kept(load(deepcopy(save(original.env))))
        follow(trial, original.over_copy(loaded), episode.moves[place:], original, "a loaded environment")


@promise("two environments side by side do not disturb each other", episodes=12, compares=True)
def side_by_side(trial: Trial) -> None:
    """An environment and its next episode go the same way if others are played, and closed, between its moves."""
    expected = "two environments side by side do not disturb each other"
    episode = trial.episode()
    seen = [driver.seen() for driver in episode.positions()]
    following = _next_episode(trial.subject, episode.driver)
    other, brief = Episode(trial.subject, trial.seed + 7_000_001), trial.subject.begin(trial.seed + 7_000_002)
    closing = int(np.random.default_rng(trial.seed).integers(BRIEF))

    def meanwhile(n: int) -> None:
        if n == closing:
            trial.subject.close(brief)
        if other.open:
            other.advance()
        else:
            other.driver.reset(None)

    disturbed = trial.subject.begin(trial.seed)
    retrace(disturbed, episode.moves, seen, expected, meanwhile)
    trial.subject.close(other.driver)
    _same_following(trial, (following, _next_episode(trial.subject, disturbed)), expected)


def _same_following(trial: Trial, following: tuple[str, str], expected: str) -> None:
    """Compare the next episodes of an environment that was left alone and of one that was not.

    They are compared only if next episodes are reproducible: if one new environment after another continues in the same
    way.
    """
    subject = trial.subject
    if following[0] == following[1] or subject.continues is False:
        return
    if subject.continues is None:
        twins = (_next_episode(subject, subject.again(trial.seed, trial.moves)) for _ in range(REPEATS))
        first = next(twins)
        subject.continues = all(twin == first for twin in twins)
    if not subject.continues:
        return
    raise Broken(expected, "the next episode, begun with reset(), differs")


def _next_episode(subject: Subject, driver: Driver) -> str:
    driver.reset(None)
    return opening(driver, subject, NEXT)
