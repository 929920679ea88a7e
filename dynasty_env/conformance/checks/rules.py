"""What the author knows of the rules: who chooses, what is allowed, what is always true."""

from typing import Any

from dynasty_env.conformance.check import Check, Trial
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import in_words


def mask_truth(trial: Trial) -> None:
    """The mask allows what the rules allow."""
    legal = trial.subject.asked("legal")
    if legal is None:
        raise NotChecked("declare legal=…: the actions that the rules allow an agent")
    episode = trial.episode()
    while episode.driver.acting:
        for agent in episode.driver.acting:
            allowed = episode.driver.allowed(agent)
            if allowed is None:
                raise NotChecked("no masks over Discrete actions")
            masked, ruled = set(allowed.tolist()), set(map(int, legal(episode.driver.env, agent)))
            if masked != ruled:
                more, fewer = sorted(masked - ruled), sorted(ruled - masked)
                said = " and ".join(
                    f"{in_words(actions)} {what}"
                    for actions, what in ((more, "against the rules"), (fewer, "missing"))
                    if actions
                )
                raise Broken("the mask allows what the rules allow (legal=…)", said, agent)
        if not episode.open:
            return
        episode.advance()


def turns(trial: Trial) -> None:
    """Whoever chooses is who has to, by the rules."""
    turn = trial.subject.asked("turn")
    if turn is None:
        raise NotChecked("declare turn=…: the agent that has to choose by the rules")
    episode = trial.episode()
    while episode.driver.acting:
        ruled, acting = _listed(turn(episode.driver.env)), _listed(episode.driver.acting)
        if ruled != acting:
            raise Broken(f"by the rules it is the turn of {', '.join(ruled)}", f"{', '.join(acting)} is asked")
        if not episode.open:
            return
        episode.advance()


def _listed(agents: Any) -> list[str]:
    return sorted(map(str, agents)) if isinstance(agents, list | tuple | set | frozenset) else [str(agents)]


def invariant(trial: Trial) -> None:
    """What is always true is true after every decision."""
    said = trial.subject.asked("invariant")
    if said is None:
        raise NotChecked("declare invariant=…: what is wrong with the state, where anything is")
    episode = trial.episode()
    while True:
        wrong = said(episode.driver.env)
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
