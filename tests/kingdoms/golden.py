"""Kingdoms' lists for its golden games: what they must show, and the row or ruling of all that they tell."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from dynasty_env.europe.words import LEGEND
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.ids import ACTION_NAMES, EXECUTION, PERSON, TYPE_NAMES, Trace
from dynasty_env.kingdoms.material import (
    ABILITY,
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    NOBODY,
    PERSON_NAMES,
    POWER,
    RELIGION,
    SEX,
    SEXES,
    SULEIMAN,
    Ability,
    Place,
    Religion,
    Side,
)
from dynasty_env.kingdoms.rules.battle import is_sea_battle
from dynasty_env.kingdoms.rules.nouns import stats
from dynasty_env.kit.state import Entry, State
from tests.golden.lists import Lists, cited
from tests.kingdoms.players import PLAYERS

ENDS = {1: "a", 2: "b", 4: "c"}
"""K7."""
WARS = ("won", "lost", "withdrawal", "independent", "sea", "king sent", "union", "last country")
ABILITIES = (
    "suppression", "alchemy", "assassination", "execution", "sea_4", "new_faith", "plunder", "police", "revolution",
)  # fmt: skip
"""K29."""


def wanted() -> frozenset[str]:
    """Every end and action; every ability at work; what a war, a marriage, a suppression and a check can come to; how a
    king can be followed; Suleiman from everywhere."""
    return frozenset(
        {f"end:{end}" for end in ENDS.values()}
        | {f"action:{name}" for name in TYPE_NAMES}
        | {f"ability:{name}" for name in ABILITIES}
        | {f"war:{what}" for what in WARS}
        | {f"marriage:{what}" for what in ("agreed", "own", "pool", "wooed", "failed")}
        | {f"rebel:{what}" for what in ("forgiven", "executed", "married")}
        | {f"aid:{side.name.lower()}" for side in (Side.AIDS_ATTACK, Side.AIDS_DEFENCE)}
        | {f"succession:{how}" for how in ("heir", "own candidate", "another dynasty", "card", "nobody", "revolution")}
        | {f"contest:{what}" for what in ("arms won", "arms lost", "tie", "named twice")}
        | {f"suleiman:{where}" for where in ("set-up", "pool")}
        | {"home:lost", "home:chosen", "recovery:without a success", "check:harder"}
    )  # fmt: skip


def shown(before: State, action: int, after: State) -> set[str]:
    """What a move has brought about, from what it told and the table before it."""
    entries = after.trace() if after.record["told"] else []
    found = {*_actions(before, action, entries), *_wars(before, entries), *_deaths(before, entries)}
    return found | set(_abilities(before, action, entries)) | set(_rest(before, action, entries))


def _of(entries: Sequence[Entry], *kinds: Trace) -> list[Entry]:
    return [entry for entry in entries if entry.kind in kinds]


def _actions(before: State, action: int, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.kind == Trace.DECLARED:
            yield f"action:{ACTION_NAMES[entry.subject]}"
        elif entry.kind == Trace.ENDED:
            yield from (f"end:{name}" for bit, name in ENDS.items() if entry.value & bit)
        elif entry.kind == Trace.MARRIED:
            target, record = entry.subject, before.record
            agreed, rolled = _of(entries, Trace.AGREED), _of(entries, Trace.NEEDS)
            place = Place(record["place"][target])
            yield "marriage:agreed" if agreed else "marriage:own" if not rolled else "marriage:wooed"
            if place == Place.POOL:
                yield "marriage:pool"
            if record["rebel"][target]:
                yield "rebel:married"
    if before.phase in ("marriage_target", "consent") and any(e.object == 0 for e in _of(entries, Trace.OUTCOME)):
        yield "marriage:failed"


def _wars(before: State, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.kind == Trace.BATTLE:
            yield "war:won" if entry.subject - entry.object > entry.value else "war:lost"
            if before.record["holder"][before.record["country"]] < 0:
                yield "war:independent"
            if is_sea_battle(before.tables[0]):
                yield "war:sea"
        elif entry.kind == Trace.WITHDREW:
            yield "war:withdrawal"
        elif entry.kind == Trace.CONQUERED and entry.object >= 0 and _of(entries, Trace.ENNOBLED):
            yield "war:last country"
        elif entry.kind == Trace.RULES and before.phase == "conquest":
            is_king = before.record["place"][entry.subject] == Place.KING
            yield "war:union" if is_king else "war:king sent"
        elif entry.kind == Trace.COMMITTED and entry.value >= Side.AIDS_ATTACK:
            yield f"aid:{Side(entry.value).name.lower()}"
        elif entry.kind == Trace.CHECKED and entry.object & 2:
            yield "check:harder"


def _deaths(before: State, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.kind == Trace.SUCCEEDED:
            yield f"succession:{_succession(before, entries, entry)}"
        elif entry.kind == Trace.FREED:
            yield "succession:nobody"
        elif entry.kind == Trace.TIED:
            yield "contest:tie"
    if before.phase == "arms" and (won := _of(entries, Trace.SUCCEEDED)):
        named = [int(each) for each in before.record["candidate"][: before.num_players]]
        arms = {person for person, armed in zip(named, before.record["arms"], strict=False) if armed}
        arms |= {entry.subject for entry in _of(entries, Trace.ARMED)}
        yield "contest:arms won" if won[0].subject in arms else "contest:arms lost" if arms else "contest:peace"
        if len(set(named)) < len(named):
            yield "contest:named twice"


def _succession(before: State, entries: Sequence[Entry], entry: Entry) -> str:
    """How a dead king is followed, from what is told just before it."""
    place = next(number for number, each in enumerate(entries) if each is entry)
    last = entries[place - 1]
    if last.kind in (Trace.ROLLED, Trace.TIED):
        vacant = [each.seat for each in entries[:place] if each.kind == Trace.VACANT and each.subject == entry.object]
        held = before.record["holder"][before.record["ruler"] == entry.object]
        return "own candidate" if [*vacant, *held][0] == entry.seat else "another dynasty"
    if last.kind in (Trace.TURNED_UP, Trace.RULES):
        return "card"
    return "revolution" if any(each.kind == Trace.REVOLTED for each in entries[:place]) else "heir"


def _abilities(before: State, action: int, entries: Sequence[Entry]) -> Iterator[str]:
    record = before.record
    worked = {
        "assassination": before.phase == "action" and ACTION_NAMES[action] == "assassination",
        "execution": before.phase == "action" and action == EXECUTION,
        "plunder": bool(_of(entries, Trace.PLUNDERED)),
        "police": bool(_of(entries, Trace.POLICED)),
        "revolution": bool(_of(entries, Trace.REVOLTED)),
        "new_faith": bool(_of(entries, Trace.BY_ITSELF)),
        "suppression": before.phase == "suppress_ability" and ACTION_NAMES[action] == "declare",
    }
    yield from (f"ability:{name}" for name, so in worked.items() if so)
    if _of(entries, Trace.FORCE) and record["abilities"]:
        commanders = [int(record["actor"]), int(record["defender"])]
        commanders += [action - PERSON] if before.phase in ("war_commander", "defend_commander") else []
        if is_sea_battle(before.tables[0]) and any(p >= 0 and ABILITY[p] == Ability.SEA_4 for p in commanders):
            yield "ability:sea_4"
    if before.phase == "incite_target" and len(_of(entries, Trace.DIE)) == 1:
        owner = int(record["owner"][action - PERSON])
        king = int(record["ruler"][record["home"][owner]])
        if ABILITY[king] == Ability.ALCHEMY and SEX[king] == 0:
            yield "ability:alchemy"


def _rest(before: State, action: int, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.kind == Trace.TURNED_UP and entry.subject == SULEIMAN:
            yield "suleiman:set-up" if before.record["turn"] == 0 else "suleiman:pool"
        elif entry.kind == Trace.PACIFIED:
            yield "rebel:forgiven"
        elif entry.kind == Trace.EXECUTED and before.record["rebel"][entry.subject]:
            yield "rebel:executed"
        elif entry.kind == Trace.HOME and before.record["turn"] > 0:
            yield "home:lost"
            if before.phase == "home":
                yield "home:chosen"
        elif entry.kind == Trace.RECOVERED and before.record["b"] == 1 and before.phase == "recovery_country":
            yield "recovery:without a success"


def _declared(before: State, entries: Sequence[Entry], place: int) -> int:
    """The id of the declared action."""
    now = [entry.subject for entry in entries[:place] if entry.kind == Trace.DECLARED]
    return now[-1] if now else int(before.record["action"])


def _rolled(before: State, entries: Sequence[Entry], place: int) -> str:
    return cited(GAME, Trace.NEEDS, _declared(before, entries, place))


def _side(before: State, entries: Sequence[Entry], place: int) -> str:
    return "row 3 defence, K16, K1" if entries[place].subject else "row 3 attack, K12, K1"


def _die(before: State, entries: Sequence[Entry], place: int) -> str:
    if any(entry.kind == Trace.FORCE for entry in entries[:place]):
        return "row 3 defence, K1" if entries[place].object else "row 3 attack, K1"
    return _rolled(before, entries, place)


def _turned_up(before: State, entries: Sequence[Entry], place: int) -> str:
    entry = entries[place]
    usual = {Place.POOL: "K3", Place.CHILD: "row 2 R, K9"}.get(Place(entry.value), "")
    where = "K2" if before.record["turn"] == 0 else usual
    where = where or ("K28" if any(e.kind == Trace.VACANT for e in entries[:place]) else "K3")
    return where + (", K5" if entry.subject == SULEIMAN else "")


def _rules(before: State, entries: Sequence[Entry], place: int) -> str:
    entry = entries[place]
    if any(e.kind == Trace.GRANTED for e in entries[:place]):
        return "row 7 R"
    return "K5" if entry.subject == SULEIMAN and before.phase != "conquest" else "row 3 R"


def _ennobled(before: State, entries: Sequence[Entry], place: int) -> str:
    """Royals of a beaten country, or the family of a dead king."""
    return "check R, K23" if any(e.kind == Trace.DIED for e in entries[:place]) else "row 3 R, K17"


def _succeeded(before: State, entries: Sequence[Entry], place: int) -> str:
    how = _succession(before, entries, entries[place])
    return {"heir": "check R", "card": "K28", "revolution": "K29, K39"}.get(how, "contest R")


def _checked(before: State, entries: Sequence[Entry], place: int) -> str:
    entry = entries[place]
    harder = ", check M" if entry.object & 2 else ""
    contested = any(e.kind == Trace.ROLLED for e in entries[:place]) or before.phase in ("arms", "home")
    return f"check A, check D{harder}" + (", K27" if contested and harder else "")


def _executed(before: State, entries: Sequence[Entry], place: int) -> str:
    """A rebel who has been suppressed, or a spouse."""
    return "row 6 R" if ACTION_NAMES[_declared(before, entries, place)] == "suppress" else "K29"


def _home(before: State, entries: Sequence[Entry], place: int) -> str:
    return "K2" if before.record["turn"] == 0 else "K4, K31"


def _committed(before: State, entries: Sequence[Entry], place: int) -> str:
    return "row 3 B, " + ("K13" if entries[place].value >= Side.AIDS_ATTACK else "K11")


BY_CASE: Mapping[Trace, Callable[[State, Sequence[Entry], int], str]] = {
    Trace.OUTCOME: _rolled,
    Trace.DIE: _die,
    Trace.FORCE: _side,
    Trace.TURNED_UP: _turned_up,
    Trace.RULES: _rules,
    Trace.ENNOBLED: _ennobled,
    Trace.SUCCEEDED: _succeeded,
    Trace.CHECKED: _checked,
    Trace.EXECUTED: _executed,
    Trace.HOME: _home,
    Trace.COMMITTED: _committed,
}
"""Entries whose row depends on the case."""


def section(before: State, entries: Sequence[Entry], place: int) -> str:
    """The row or ruling that an entry carries out. Raises KeyError where a kind has none."""
    kind = Trace(entries[place].kind)
    return cited(GAME, kind, _declared(before, entries, place)) or BY_CASE[kind](before, entries, place)


def material(entries: Sequence[Entry]) -> list[str]:
    """The printed cards of the persons who are turned up."""
    lines = [
        "| person | colour | sex | religion | war | governance | prestige | fertility | life | ambition | ability |",
        "|---|---|---|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    for person in sorted(
        {e.subject for e in entries if e.kind == Trace.TURNED_UP}, key=lambda each: PERSON_NAMES[each]
    ):
        faith = Religion(RELIGION[person]).name if RELIGION[person] != NOBODY else "–"
        ability = Ability(ABILITY[person]).name.lower().replace("_", " ") if ABILITY[person] else ""
        about = f"{COLOUR_NAMES[COLOUR[person]]} | {SEXES[SEX[person]]} | {faith}"
        numbers = " | ".join(map(str, stats(person).values()))
        lines.append(f"| {PERSON_NAMES[person]} | {about} | {numbers} | {ability} |")
    powers = ", ".join(f"{name} {power}" for name, power in zip(COUNTRY_NAMES, POWER, strict=True))
    return [*lines, "", f"Powers: {powers}. Where a person is named in a decision: {', '.join(LEGEND)}."]


def position(state: State) -> list[str]:
    """Kings with their countries and families, nobles, the pool."""
    laid = state.to_dict()
    marks = {name: " (rebel)" for name in laid["rebels"]}
    lines = []
    for number, seat in enumerate(laid["seats"]):
        told = []
        for king in seat["kings"]:
            ruled = (f"{each} (exhausted)" if each in laid["exhausted"] else each for each in king["countries"])
            family = [f"spouse {king['spouse']}{marks.get(king['spouse'], '')}"] if king["spouse"] else []
            children = ", ".join(child + marks.get(child, "") for child in king["children"])
            family += [f"children {children}"] if children else []
            told.append(f"King {king['king']} ({'; '.join([', '.join(ruled), *family])})")
        nobles = ", ".join(name + marks.get(name, "") for name in seat["nobles"])
        scythe = "; has the scythe" if laid["scythe"] == number else ""
        lines.append(f"kingdom_{number}: home {seat['home']}; {', '.join(told)}; nobles {nobles or 'none'}{scythe}")
    sizes = ", ".join(f"{name} {len(deck)}" for name, deck in laid["person_decks"].items())
    lines.append(f"pool: {', '.join(laid['pool']) or 'empty'}; decks {sizes}")
    return lines


LISTS = Lists(
    game=GAME,
    told=Trace,
    wanted=wanted,
    shown=shown,
    section=section,
    material=material,
    position=position,
    turns=lambda entry: entry.kind == Trace.TURN,
    players=PLAYERS,
    result="K7",
)
