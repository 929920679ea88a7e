"""Hidden information stays hidden, and public information can be told from an observation."""

from collections import Counter
from typing import Any

import numpy as np

from dynasty_env.conformance.check import Trial, promise
from dynasty_env.conformance.checks.seeds import DEALS, go_on
from dynasty_env.conformance.drivers.base import Agent, Driver, Move
from dynasty_env.conformance.episodes import Episode
from dynasty_env.conformance.findings import Broken, NotChecked, literal
from dynasty_env.conformance.sight import Sight, apart, canonical, differing, digest, in_words

SAMPLED = 0.3
KEYS = (1, 2**40 + 1)
FIRST_KEYS = range(100, 140)
"""Keys with which the beginning of an episode is resampled."""
FEWEST = 50
"""Pairs of moments of equal knowledge needed for a pass, if there was no time for more."""
EPISODES = 600
"""Number of episodes in which such pairs are looked for."""
MOMENTS = 6
"""Number of decisions from the beginning of each episode."""


def _sampled(trial: Trial) -> Any:
    episode, rng = trial.episode(), np.random.default_rng([trial.seed, 4])
    for _ in episode.positions():
        if episode.thorough or rng.random() < SAMPLED or not episode.moves:
            yield episode


@promise("what an agent is shown does not depend on what is hidden from it", weight=2)
def hidden(trial: Trial) -> None:
    """What an agent is shown does not change when everything that it does not know is redrawn."""
    (resample,) = trial.needed("resample", what="; or knows=…, for the check equal_knowledge")
    for episode in _sampled(trial):
        for agent in episode.driver.present:
            for key in KEYS:
                other = episode.driver.over_copy(trial.subject.kept(resample(episode.driver.env, agent, key)))
                _same_to(agent, episode.driver, other)
                trial.subject.close(other)


def _same_to(agent: Agent, one: Driver, other: Driver) -> None:
    chosen = (agent in one.acting, agent in other.acting)
    if chosen[0] != chosen[1]:
        raise Broken("an agent is asked whatever is hidden from it", "after resampling it is not", agent)
    apart = differing(one.shown(agent), other.shown(agent))
    if apart:
        text = f"{', '.join(apart)} is another one after resampling what it does not know"
        raise Broken("what an agent is shown does not depend on what is hidden from it", text, agent)


@promise("resampling leaves nothing of the truth", episodes=1, survey=True)
def resampler(trial: Trial) -> None:
    """Resampling keeps nothing of the truth: in some episode, the secret changes.

    Several episodes are tried, because in one of them the truth may be all that fits an agent's knowledge.
    """
    (resample, secret), subject = trial.needed("resample", "secret"), trial.subject
    truths: dict[Agent, set[str]] = {}
    kept: Counter[Agent] = Counter()
    changed: set[Agent] = set()
    for n in range(DEALS):
        for episode in _sampled(Trial(subject, trial.seed + n)):
            for agent in [each for each in episode.driver.present if each not in changed]:
                truth = digest(secret(episode.driver.env, agent))
                truths.setdefault(agent, set()).add(truth)
                for key in KEYS if episode.moves else FIRST_KEYS:
                    trial.looked += 1
                    env = subject.kept(resample(episode.driver.env, agent, key))
                    if digest(secret(env, agent)) != truth:
                        changed.add(agent)
                        break
                    kept[agent] += 1
            if {*episode.driver.agents} <= changed:
                return
        subject.close()
        go_on(subject, n + 1)
    for agent, values in truths.items():
        if agent not in changed and len(values) > 1:
            text = f"the secret was the true one after each of {kept[agent]} resamples in {DEALS} episodes"
            raise Broken("resample=… redraws what is hidden (secret=…)", text, agent)
    if {*truths} - changed:
        raise NotChecked(f"in {DEALS} episodes an agent's secret was never another one: nothing could be redrawn")


@promise("an agent that knows the same is shown the same", episodes=1, weight=2, survey=True)
def equal_knowledge(trial: Trial) -> None:
    """If an agent knows the same in two episodes, it is shown the same.

    This is for environments that cannot be resampled. A leak that shows in a share p of such pairs goes unnoticed with
    a probability of (1 - p)^n after n pairs.
    """
    (knows,) = trial.needed("knows", what=": all that an agent may know at this moment")
    known: dict[tuple[Agent, bytes], tuple[Sight, str, int, list[Move]]] = {}
    secret = trial.subject.asked("secret")
    at: Counter[int] = Counter()
    for n in range(EPISODES):
        seed = trial.seed + n
        episode = Episode(trial.subject, seed)
        for agent, step in _moments(episode):
            sight = episode.driver.shown(agent)
            key = agent, canonical([step, knows(episode.driver.env, agent)])
            truth = "" if secret is None else digest(secret(episode.driver.env, agent))
            if key not in known:
                known[key] = sight, truth, seed, list(episode.moves)
                continue
            before, other, first, moves = known[key]
            at[step] += truth != other or secret is None
            if differing(before, sight):
                text = f"{', '.join(differing(before, sight))} differs at step {step} of seeds {first} and {seed}"
                drivers = trial.subject.again(first, moves), trial.subject.again(seed, episode.moves)
                place, code = _shown_apart(agent, (first, seed), drivers)
                raise Broken(
                    "an agent that knows the same is shown the same", text + place, agent, None, code, (seed, step)
                )
        trial.subject.close(episode.driver)
        if trial.subject.late:
            if at.total() < FEWEST:
                text = f"there was no time for more than {at.total()} pairs in {n + 1} episodes: give more --seconds"
                raise NotChecked(text)
            break
    trial.looked = pairs = at.total()
    if not pairs:
        raise NotChecked(f"in {EPISODES} episodes no agent knew the same twice")
    where = [f"{count:,} at step {step}" for step, count in sorted(at.items()) if count]
    trial.note = (
        f"{pairs:,} pairs ({', '.join(where)}; none at others): a leak that shows in a share p of "
        f"these is missed with probability (1 - p)^{pairs}; p above {1 - 0.05 ** (1 / pairs):.1%} is ruled out at 95 %"
    )


def _shown_apart(agent: Agent, seeds: tuple[int, int], drivers: tuple[Driver, Driver]) -> tuple[str, str]:
    """Where the views of an agent in two episodes differ, in words, and Python code that prints the difference."""
    one, other = drivers
    seen, info = apart(one.observe(agent), other.observe(agent)), apart(one.info(agent), other.info(agent))
    part, difference = ("info", info) if seen is None else ("observation", seen)
    if difference is None:  # when played again, they do not differ
        return "", ""
    place, *values = difference
    shown = {
        "aec": (f"env.observe({agent!r})", f"env.infos[{agent!r}]"),
        "parallel": (f"told[0][{agent!r}]", f"told[-1][{agent!r}]"),
        "gymnasium": ("told[0]", "told[-1]"),
    }[drivers[0].interface][part == "info"]
    code = [
        "", "", "def shown(seed, actions):", "    env = make()", "    told = env.reset(seed=seed)",
        "    for action in actions:", "        told = env.step(action)", f"    return {shown}{place}", "", "",
    ]  # fmt: skip
    for seed, driver in zip(seeds, drivers, strict=True):
        code.append(f"print(shown({seed}, {[literal(each) for each in driver.log]!r}))")
    named = _piece_at(drivers[0].env, place)
    return f": {part}{place}{named} is {in_words(values[0])} and {in_words(values[1])}", "\n".join(code)


def _piece_at(env: Any, place: str) -> str:
    """The piece of a layout at this place of an observation, if the environment has a layout with names."""
    layout, index = getattr(getattr(env.unwrapped, "game", None), "layout", None), place.rpartition("[")[2].rstrip("]")
    if layout is None or not index.isdecimal() or getattr(env.unwrapped, "features", "raw") != "raw":
        return ""
    return next((f" ({name})" for name, piece in layout.items() if int(index) in range(layout.size)[piece.place]), "")


def _moments(episode: Episode) -> Any:
    for step in range(MOMENTS):
        for agent in episode.driver.present:
            yield agent, step
        if not episode.open:
            return
        episode.advance()


@promise("what the rules make public can be told from every observation")
def public(trial: Trial) -> None:
    public_part, recover = trial.needed("public", "recover")
    for episode in _sampled(trial):
        truth = public_part(episode.driver.env)
        for agent in episode.driver.present:
            guess = recover(episode.driver.observe(agent), agent)
            if canonical(guess) != canonical(truth):
                raise Broken(f"what is public can be told: {in_words(truth)}", in_words(guess), agent)
