"""Who has to take part in a war before anybody has been asked: chances count them, since no choice keeps them away.

SW02-08-10: a person with so what commands every defence of the dynasty, and all see who carries it. D-R50: in the
second action of a turn the witch who acts again is the friend of a commander with so what.
"""

from typing import Any

from dynasty_env.dynasty.actions import WAR_ON
from dynasty_env.dynasty.material import COUNTRIES, NOBODY, Event
from dynasty_env.dynasty.rules.command import must_command
from dynasty_env.dynasty.rules.stats import carries
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.dynasty.rules.war import may_be_attacked
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.state import State


def defender_of_war(t: Any) -> int:
    """The person who has to defend the country of the declared war, while no defender has been named; NOBODY: nobody
    has to."""
    seat = int(defender_of(t))
    if seat == NOBODY or t.defender != NOBODY:
        return NOBODY
    return int(must_command(t, seat, t.country))


def defender_of_some_war(state: State) -> int:
    """The person who would have to defend in some war that the deciding seat could declare; NOBODY: there is none."""
    t, seat = state.clone().tables[0], state.seat
    for country in range(COUNTRIES):
        if may_be_attacked(t, seat, country):
            t.country = country
            person = defender_of_war(t)
            if person != NOBODY:
                return person
    return NOBODY


def call_up(declared: State, step: int) -> None:
    """Add to a declared war who has to take part in it, once the decision `step` has been carried out."""
    t = declared.tables[0]
    if t.action != WAR_ON or step not in (Step.WAR_COMMANDER, Step.FRIEND):
        return
    if step == Step.WAR_COMMANDER and carries(t, t.actor, Event.SO_WHAT) and t.second not in (NOBODY, t.actor):
        t.friend, t.friend_of = t.second, t.turn_player
    person = defender_of_war(t)
    if person != NOBODY:
        t.defender = person
