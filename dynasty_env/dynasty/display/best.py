"""What a kind of action can come to at best: the highest chance among all targets that it could name."""

from collections.abc import Callable, Iterator

from dynasty_env.dynasty.actions import COUNTRY, HIRE, INCITE, MARRIAGE, PASS, PERSON, WAR_ON
from dynasty_env.dynasty.display import chances
from dynasty_env.dynasty.display.chances import Unseen
from dynasty_env.dynasty.material import COUNTRIES
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.state import State


def of_kind(state: State, action: int) -> float | None:
    """The best chance that the deciding seat's action of this kind has; None: it has no chance to speak of.

    It holds if nobody defends who need not, or plays a card or an event.
    """
    found = _KINDS.get(action)
    return None if found is None else max(found(state, chances.unseen(state.view(state.seat))), default=None)


def of_country(state: State, action: int) -> float | None:
    """The same for a war on the country that an action names; None: it names none."""
    if not COUNTRY <= action < COUNTRY + COUNTRIES:
        return None
    return max(_attacks(state, action - COUNTRY, chances.unseen(state.view(state.seat))), default=None)


def _asked(state: State, step: Step, **fields: int) -> State:
    """The table as if the deciding seat were asked this now, with these fields of what it has declared."""
    copy = state.clone()
    copy.record["step"] = step
    for name, value in fields.items():
        copy.record[name] = value
    copy.tables.raw[copy.game.mask_place] = 0
    next(phase for phase in copy.game.phases if phase.step == step).legal(copy.tables[0])
    return copy


def _successes(asked: State, cards: Unseen) -> Iterator[float]:
    return (chances.success_after(asked, int(each), cards) for each in asked.legal() if each != PASS)


def _marriages(state: State, cards: Unseen) -> Iterator[float]:
    return _successes(_asked(state, Step.MARRIAGE_TARGET, action=MARRIAGE), cards)


def _incitements(state: State, cards: Unseen) -> Iterator[float]:
    return _successes(_asked(state, Step.INCITE_TARGET, action=INCITE), cards)


def _hirings(state: State, cards: Unseen) -> Iterator[float]:
    for recruiter in _asked(state, Step.HIRE_RECRUITER, action=HIRE).legal():
        yield from _successes(_asked(state, Step.HIRE_CANDIDATE, action=HIRE, actor=int(recruiter) - PERSON), cards)


def _wars(state: State, cards: Unseen) -> Iterator[float]:
    for each in _asked(state, Step.WAR_TARGET, action=WAR_ON).legal():
        if COUNTRY <= each < COUNTRY + COUNTRIES:
            yield from _attacks(state, int(each) - COUNTRY, cards)


def _attacks(state: State, country: int, cards: Unseen) -> Iterator[float]:
    return _successes(_asked(state, Step.WAR_COMMANDER, action=WAR_ON, country=country), cards)


_KINDS: dict[int, Callable[[State, Unseen], Iterator[float]]] = {
    MARRIAGE: _marriages, INCITE: _incitements, HIRE: _hirings, WAR_ON: _wars,
}  # fmt: skip
