"""Masks are true in both directions: allowed actions apply; forbidden ones are rejected and change nothing."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import numpy as np
from gymnasium import spaces

from dynasty_env.conformance.check import Trial, promise
from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.drivers.base import Agent, Driver, Move
from dynasty_env.conformance.episodes import Episode, default_action
from dynasty_env.conformance.findings import Broken, ByConvention, NotChecked
from dynasty_env.conformance.sight import differing, in_words

SAMPLED = 0.15
"""How often a decision of a random episode is looked at."""
TRIED = 12
"""Number of actions tried at such a decision; in a replay, all of them (up to 64)."""
REPLAYED = 40
"""Number of decisions up to which a copy is made by playing again, which is safer than copying."""
SHIMMY = "shimmy.openspiel_compatibility"


def leaves_wrong_actions(driver: Driver, declared: Declaration, outside: bool) -> str | None:
    """Why avoiding wrong actions is up to the caller, or None if the environment has to reject them. `outside`: the
    action is outside the action space, rather than forbidden by a mask."""
    if declared.refuses is not None:
        return None if declared.refuses else "declared to be left to the caller (refuses=False)"
    if any(kind.__module__ == SHIMMY for kind in type(driver.env.unwrapped).__mro__):
        return "OpenSpiel leaves legality to the caller, for speed, and shimmy hands actions on"
    if outside and driver.interface == "gymnasium":
        return "Gymnasium leaves it to each environment what a number outside the action space does"
    return None


@promise("masks are rows of 0 and 1 that offer something to whoever chooses", episodes=20)
def mask_form(trial: Trial) -> None:
    """A mask is a row of 0 and 1, as long as the actions, and allows something for every agent that chooses."""
    some = False
    for driver in trial.episode().positions():
        for agent in driver.acting:
            some = _well_formed(driver, agent) or some
    if not some:
        raise NotChecked("no masks: neither observation['action_mask'] nor info['action_mask'] nor action_masks()")


def _well_formed(driver: Driver, agent: Agent) -> bool:
    space = driver.action_space(agent)
    if not isinstance(space, spaces.Discrete):
        raise NotChecked(f"the actions are {space}: masks are looked at for Discrete ones")
    masks = {where: np.asarray(mask) for where, mask in driver.masks(agent).items()}
    for where, mask in masks.items():
        if mask.shape != (space.n,):
            raise Broken(f"{where} is as long as the actions, ({space.n},)", f"its shape is {mask.shape}", agent)
        if not np.isin(mask, (0, 1)).all():
            raise Broken(f"{where} holds 0 and 1 alone", f"it holds {in_words(np.unique(mask))}", agent)
        if not mask.any():
            raise Broken(f"{where} allows something to who chooses", "it allows nothing", agent)
    first = next(iter(masks), "")
    for where, mask in masks.items():
        if not np.array_equal(mask.astype(bool), masks[first].astype(bool)):
            raise Broken(f"{where} and {first} allow the same", "they differ", agent)
    return bool(masks)


# -- both sides ------------------------------------------------------------------------------------------------------


def _advance_allowed(episode: Episode) -> None:
    """Play on; a move that the masks allow is accepted."""
    masked = all(episode.driver.allowed(agent) is not None for agent in episode.driver.acting)
    try:
        episode.advance()
    except Exception as error:
        if not masked:
            raise
        text = f"step raised {type(error).__name__}: {in_words(error)}"
        raise Broken(f"{_told(episode.moves[-1])}, which the mask offers, is accepted", text) from error


def _told(move: Move) -> str:
    return ", ".join(f"action {action} of {agent}" for agent, action in move.items())


def sampled(trial: Trial, advance: Callable[[Episode], object] = Episode.advance) -> Iterable[Episode]:
    """Yield an episode at random decisions; in a replay, only at its end, where the fault is."""
    episode = trial.episode()
    rng = np.random.default_rng([trial.seed, 1])
    while episode.driver.acting:
        if (not episode.open and episode.thorough) or (not episode.thorough and rng.random() < SAMPLED):
            yield episode
        if not episode.open:
            return
        advance(episode)


def apart(episode: Episode) -> Driver:
    """A copy of the environment in its present state, to try something on. Raises Broken if the copy is not in the same
    state as the environment."""
    driver = None
    if len(episode.moves) > REPLAYED or episode.subject.declared.clone:
        with suppress(NotChecked):
            driver = episode.subject.copy(episode.driver)
    driver = driver or episode.subject.again(episode.seed, episode.moves)
    if driver.acting != episode.driver.acting:
        asked = [", ".join(map(str, each.acting)) or "nobody" for each in (driver, episode.driver)]
        expected = "a copy, or a new environment after the same actions, asks the same agents"
        raise Broken(expected, f"it asks {asked[0]} instead of {asked[1]}")
    return driver


def tried(actions: Any, episode: Episode) -> list[int]:
    """Some of these actions, chosen at random; all of them in a replay."""
    rng = np.random.default_rng([episode.seed, len(episode.moves)])
    most = 64 if episode.thorough else TRIED
    return sorted(int(each) for each in rng.choice(actions, min(most, len(actions)), replace=False))


def with_action(driver: Driver, agent: Agent, action: int) -> Move:
    """A decision in which one agent takes this action, and all others take their first allowed one."""
    return {each: action if each == agent else default_action(driver, each) for each in driver.acting}


@promise("every action that the mask allows is accepted", weight=2)
def allowed_apply(trial: Trial) -> None:
    offered = 0
    for episode in sampled(trial, _advance_allowed):
        for agent in episode.driver.acting:
            allowed = episode.driver.allowed(agent)
            for action in [] if allowed is None else tried(allowed, episode):
                if episode.subject.late:
                    break
                copy = apart(episode)
                move = with_action(copy, agent, action)
                offered += 1
                try:
                    copy.play(move)
                except Exception as error:
                    text = f"step raised {type(error).__name__}: {in_words(error)}"
                    raise Broken(f"action {action}, which the mask offers, is accepted", text, agent, move) from error
                trial.subject.close(copy)
    trial.looked = offered
    if not offered and not _has_masks(trial):
        raise NotChecked("no masks over Discrete actions")


@promise("every action that the mask forbids is refused, and changes nothing", weight=2)
def forbidden_refused(trial: Trial) -> None:
    """Every action that a mask forbids is rejected: by an error, by ending the episode, or by doing nothing."""
    forbidden = 0
    for episode in sampled(trial):
        for agent in episode.driver.acting:
            allowed, space = episode.driver.allowed(agent), episode.driver.action_space(agent)
            if allowed is None:
                continue
            for action in tried(np.setdiff1d(np.arange(space.start, space.start + space.n), allowed), episode):
                if episode.subject.late:
                    break
                _refused(episode, agent, action, "which the mask forbids,")
                forbidden += 1
    trial.looked = forbidden
    if not forbidden and not _has_forbidden(trial):
        late = "; there was no time for a whole episode: give more --seconds" if trial.late else ""
        raise NotChecked(f"no masks over Discrete actions, or none that forbids anything{late}")


@promise("numbers outside the action space are refused, and change nothing", episodes=4)
def out_of_range(trial: Trial) -> None:
    """Numbers that are no action at all are rejected likewise; -1 would be the last one if it were a Python index."""
    for n, episode in enumerate(sampled(trial)):
        if n > 3:
            return
        for agent in episode.driver.acting:
            space = episode.driver.action_space(agent)
            if not isinstance(space, spaces.Discrete):
                raise NotChecked(f"the actions are {space}, not Discrete")
            for action in (int(space.start - 1), int(space.start + space.n)):
                _refused(episode, agent, action, f"outside {space},")
        trial.looked += 2


def _refused(episode: Episode, agent: Agent, action: int, which: str) -> None:
    copy = apart(episode)
    try:
        _try_refused(copy, agent, action, which)
    except Broken as broken:
        outside = not copy.action_space(agent).contains(action)
        convention = leaves_wrong_actions(copy, episode.subject.declared, outside)
        if convention is None:
            raise
        text = f"seed {episode.seed}, step {len(episode.moves)}, action {action} of {agent}: {broken.found}"
        raise ByConvention(f"{text}. {convention}; refuses=True holds it to more") from None
    finally:
        episode.subject.close(copy)


def _try_refused(copy: Driver, agent: Agent, action: int, which: str) -> None:
    move, before = with_action(copy, agent, action), copy.seen()
    expected = f"action {action}, {which} is refused and changes nothing"
    try:
        copy.play(move)
    except Exception as error:
        changed = differing(before, copy.seen())
        if changed:
            text = f"step raised {type(error).__name__}, but {', '.join(changed[:3])} has changed"
            raise Broken(expected, text, agent, move) from None
        return
    if not copy.acting and _punished(copy, agent):
        return
    compared = {name for name in before if not name.startswith(("the reward", "the info", "termination"))}
    if copy.acting and not {*differing(before, copy.seen())} & compared:
        return
    raise Broken(expected, "it was carried out", agent, move)


def _punished(driver: Driver, agent: Agent) -> bool:
    """Whether the episode ended with a loss for this agent, as PettingZoo's TerminateIllegalWrapper ends it."""
    own = float(driver.rewards.get(agent, driver.granted.get(agent, 0.0)))
    return own < 0 and all(own <= float(reward) for reward in driver.rewards.values())


def _has_masks(trial: Trial) -> bool:
    """Whether there are masks at the beginning; the sampled decisions may not have included one."""
    driver = trial.subject.begin(trial.seed)
    return any(driver.allowed(agent) is not None for agent in driver.acting)


def _has_forbidden(trial: Trial) -> bool:
    """Whether a mask forbids anything in the whole episode; the sampled decisions may not have included one."""
    episode = Episode(trial.subject, trial.seed)
    while episode.open:
        for agent in episode.driver.acting:
            allowed = episode.driver.allowed(agent)
            if allowed is not None and len(allowed) < episode.driver.action_space(agent).n:
                return True
        episode.advance()
    return False
