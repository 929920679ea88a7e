"""What the author declares about the rules: who chooses, what is allowed, and what is always true."""

from collections.abc import Callable, Iterator
from typing import Any

from dynasty_env.conformance.check import Check, Trial
from dynasty_env.conformance.drivers.base import Driver
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import in_words


def _declared(trial: Trial, name: str, what: str) -> Callable[..., Any]:
    function = trial.subject.asked(name)
    if function is None:
        raise NotChecked(f"declare {name}=…: {what}")
    return function


def _decisions(trial: Trial) -> Iterator[Driver]:
    """Yield the environment at each decision of an episode."""
    episode = trial.episode()
    while episode.driver.acting:
        yield episode.driver
        if not episode.open:
            return
        episode.advance()


def mask_truth(trial: Trial) -> None:
    """The mask allows what the rules allow."""
    legal = _declared(trial, "legal", "the actions that the rules allow an agent")
    for driver in _decisions(trial):
        for agent in driver.acting:
            allowed = driver.allowed(agent)
            if allowed is None:
                raise NotChecked("no masks over Discrete actions")
            masked, ruled = set(allowed.tolist()), set(map(int, legal(driver.env, agent)))
            wrong = [(sorted(masked - ruled), "against the rules"), (sorted(ruled - masked), "missing")]
            text = " and ".join(f"{in_words(actions)} {what}" for actions, what in wrong if actions)
            if text:
                raise Broken("the mask allows what the rules allow (legal=…)", text, agent)


def turns(trial: Trial) -> None:
    """The agent that chooses is the one that has to choose by the rules."""
    turn = _declared(trial, "turn", "the agent that has to choose by the rules")
    for driver in _decisions(trial):
        ruled, acting = _listed(turn(driver.env)), _listed(driver.acting)
        if ruled != acting:
            raise Broken(f"by the rules it is the turn of {', '.join(ruled)}", f"{', '.join(acting)} is asked")


def _listed(agents: Any) -> list[str]:
    return sorted(map(str, agents)) if isinstance(agents, list | tuple | set | frozenset) else [str(agents)]


def invariant(trial: Trial) -> None:
    """What should always be true is true at every decision, and at the end."""
    wrong_in = _declared(trial, "invariant", "what is wrong with the state, where anything is")
    episode = trial.episode()
    while True:
        wrong = wrong_in(episode.driver.env)
        if wrong is False or (isinstance(wrong, str) and wrong):
            raise Broken("what is always true (invariant=…) is true", str(wrong))
        if not episode.open:
            return
        episode.advance()


CHECKS = (
    Check("mask_truth", "the mask allows what the rules allow, where these are declared", mask_truth),
    Check("turns", "who chooses has to, by the rules, where these are declared", turns),
    Check("invariant", "what is declared to be always true is true", invariant),
)  # fmt: skip
