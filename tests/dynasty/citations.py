"""The § of what changes a step: abilities, events and the Neuroi, named beside the § of the step itself."""

from collections.abc import Sequence

from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import NOBODY, PERSONS, SEA_WAR, THE_NEUROI, WAR, WITCH, Ability, Event, EventPlace
from dynasty_env.dynasty.rules.magic import acts_with, has_witch
from dynasty_env.dynasty.rules.resolution import slasher_of
from dynasty_env.dynasty.rules.stats import carries
from dynasty_env.dynasty.rules.war import war_of
from dynasty_env.kit.engine.cards import JOKER
from dynasty_env.kit.state import Entry, State

READ_BY = {
    Ability.BALLISTICS: "SW02-07-04",
    Ability.GALE: "SW02-07-06",
    Ability.MIGHT: "SW02-07-07",
    Ability.DEFLECTION: "SW02-07-12",
}


def of_decision(before: State) -> str:
    """A decision whose phase alone does not tell its §: an event in one's own turn, or not jealous."""
    return "SW02-08-11, D-R47" if before.phase == "event" and before.record["b"] > 0 else ""


def further(before: State, entries: Sequence[Entry], place: int) -> list[str]:
    """What else bears on an entry, on the table before its move."""
    kind, entry = Trace(entries[place].kind), entries[place]
    record, t = before.record, before.tables[0]
    if record["turn"] == 0:
        return []
    at_war = record["country"] != NOBODY
    neuroi = record["country"] == THE_NEUROI
    found: list[str] = []
    if kind == Trace.PLAYED and entry.subject == JOKER:
        found.append("§04")
    elif (kind == Trace.ATTACKED and entry.subject == THE_NEUROI) or (
        kind == Trace.EVENT_GONE and entry.subject == Event.NEUROI
    ):
        found.append("SW02-06-02")
    elif kind == Trace.NEEDS:
        found += ["SW02-06-02"] if neuroi else []
        found += ["SW02-07-02"] if at_war and acts_with(t, Ability.EVIL_EYE) else []
    elif kind == Trace.DIE:
        found += dice(before)
    elif kind == Trace.OUTCOME and record["action"] >= 0:
        found += [name for ability, name in READ_BY.items() if acts_with(t, ability)]
        found += ["SW02-08-06"] if slasher_of(t) != NOBODY else []
    elif kind == Trace.CHECKED and at_war:
        found += ["SW02-08-07, D-R54"] if record["event_place"][Event.ALL_OUT_ATTACK] == EventPlace.TABLE else []
        found += ["SW02-08-10"] if entry.subject == record["friend"] else []
        warrior = entry.subject < PERSONS and carries(t, entry.subject, Event.WARRIORS_WAY)
        found += ["SW02-08-08"] if warrior else []
    elif kind == Trace.CHECKED and before.phase == "lightning_target":
        found.append("D-R29")
    elif kind == Trace.NAMED and before.phase == "reaper_target" and entry.subject < PERSONS and WITCH[entry.subject]:
        found += ["SW02-07-01"] if has_witch(t, int(record["owner"][entry.subject]), Ability.HEALING) else []
    return found


def dice(before: State) -> list[str]:
    """What adds dice to a roll."""
    record, t = before.record, before.tables[0]
    if record["action"] < 0:
        return []
    found = ["SW02-07-08"] if has_witch(t, int(record["turn_player"]), Ability.HEAT_RAY) else []
    if record["country"] != NOBODY and record["actor"] != NOBODY:
        actor = int(record["actor"])
        printed = int(WAR[actor])
        found += ["§11-03-09"] if printed != SEA_WAR and war_of(t, actor) == SEA_WAR else []
        found += ["SW02-08-10"] if record["friend_of"] == record["turn_player"] else []
        found += ["SW02-08-07"] if record["event_place"][Event.ALL_OUT_ATTACK] == EventPlace.TABLE else []
        found += ["SW02-08-08"] if carries(t, actor, Event.WARRIORS_WAY) else []
    return found
