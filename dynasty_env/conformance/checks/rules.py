"""What the author declares about the rules: who chooses, what is allowed, and what is always true."""

from typing import Any

from dynasty_env.conformance.check import Trial, promise
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import in_words


@promise("the mask allows what the rules allow, where these are declared")
def mask_truth(trial: Trial) -> None:
    (legal,) = trial.needed("legal", what=": the actions that the rules allow an agent")
    for driver in trial.episode().positions():
        for agent in driver.acting:
            allowed = driver.allowed(agent)
            if allowed is None:
                raise NotChecked("no masks over Discrete actions")
            masked, ruled = set(allowed.tolist()), set(map(int, legal(driver.env, agent)))
            wrong = [(sorted(masked - ruled), "against the rules"), (sorted(ruled - masked), "missing")]
            text = " and ".join(f"{in_words(actions)} {what}" for actions, what in wrong if actions)
            if text:
                raise Broken("the mask allows what the rules allow (legal=…)", text, agent)


@promise("who chooses has to, by the rules, where these are declared")
def turns(trial: Trial) -> None:
    (turn,) = trial.needed("turn", what=": the agent that has to choose by the rules")
    for driver in trial.episode().positions():
        if driver.acting and (ruled := _listed(turn(driver.env))) != (acting := _listed(driver.acting)):
            raise Broken(f"by the rules it is the turn of {', '.join(ruled)}", f"{', '.join(acting)} is asked")


def _listed(agents: Any) -> list[str]:
    return sorted(map(str, agents)) if isinstance(agents, list | tuple | set | frozenset) else [str(agents)]


@promise("what is declared to be always true is true")
def invariant(trial: Trial) -> None:
    (wrong_in,) = trial.needed("invariant", what=": what is wrong with the state, where anything is")
    for driver in trial.episode().positions():
        wrong = wrong_in(driver.env)
        if wrong is False or (isinstance(wrong, str) and wrong):
            raise Broken("what is always true (invariant=…) is true", str(wrong))
