"""Row 4: recovery (復興)."""

from dynasty_env.europe.rules.rights import declared
from dynasty_env.kingdoms.ids import COUNTRY, PASS, PERSON, RECOVERY, Step, Trace
from dynasty_env.kingdoms.material import COUNTRIES, GOVERNANCE, PERSONS, POWER, PRESTIGE, SMALL_POWER
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, offer, offers, push, rule, some, tell
from dynasty_env.kit.words import Chance, EntryKind, Message, Phase, State, _, joined

from .countries import has_exhausted, is_exhausted
from .dice import roll
from .kinds import Action
from .odds import any_of
from .persons import is_king, is_loyal


@rule
def play_recovery_king(t, action):
    t.king = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.king, 0, 0, EVERYBODY)
    push(t, Step.RECOVERY_AGENT, t.seat, 0, 0)


@rule
def play_recovery_agent(t, action):
    """The king's prestige in dice against the other person's governance. Each success makes a country normal."""
    t.actor = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.actor, 0, 0, EVERYBODY)
    count = roll(t, t.seat, PRESTIGE[t.king], GOVERNANCE[t.actor], 1)
    if count > 0:
        push(t, Step.RECOVERY_COUNTRY, t.seat, count, 0)
    elif has_small(t, t.seat):
        push(t, Step.RECOVERY_COUNTRY, t.seat, 0, 1)


@rule
def is_small(t, seat, country):
    """K19: exhausted, with power 2 or less."""
    return is_exhausted(t, seat, country) and POWER[country] <= SMALL_POWER


has_small = some(COUNTRIES, is_small)
"""Does a dynasty have such a country?"""


@rule
def legal_recovery_country(t):
    """K36: with successes (a) he must name an exhausted country; with none (b) he may name one with power 2 or less."""
    if t.b == 1:
        offer(t, PASS)
    for country in range(COUNTRIES):
        if is_small(t, t.seat, country) or (t.b == 0 and is_exhausted(t, t.seat, country)):
            offer(t, COUNTRY + country)


@rule
def play_recovery_country(t, action):
    """The country becomes normal; then the next one, while successes and exhausted countries are left."""
    if action == PASS:
        return
    country = action - COUNTRY
    t.exhausted[country] = 0
    tell(t, Trace.RECOVERED, t.seat, country, 0, 0, EVERYBODY)
    if t.a > 1 and has_exhausted(t, t.seat):
        push(t, Step.RECOVERY_COUNTRY, t.seat, t.a - 1, 0)


# what is said


def any_success(state: State, person: int) -> Chance:
    """Row 4: the chance of at least one success."""
    return Chance(any_of(int(PRESTIGE[state.record["king"]]), int(GOVERNANCE[person])))


def without_a_success(state: State) -> str:
    """K36: what may recover anyway."""
    text = _("Even without a success, one country of power 2 or less recovers.")
    return text if has_small(state.tables[0], state.seat) else ""


def successes_left(state: State) -> str:
    """How many countries may still recover."""
    left = int(state.record["a"])
    if not left:
        return joined(". ", declared(state), _("No success"))
    text = _("{left} country may recover") if left == 1 else _("{left} countries may recover")
    return joined(". ", declared(state), Message(text, left=left))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.RECOVERY_KING,
            offers(PERSON, PERSONS, is_king),
            asks=_("Which of your kings orders the recovery?"),
            why=_("The king's prestige is the number of dice."),
            says={"person": _("let {person} order it")},
            facts=(nouns.prestige,),
            cites="row 4 A",
        ),
        Phase(
            Step.RECOVERY_AGENT,
            offers(PERSON, PERSONS, is_loyal),
            asks=_("Who carries out the recovery?"),
            why=_("Each die up to his governance makes one exhausted country normal again."),
            says={"person": _("let {person} carry it out")},
            facts=(nouns.governance, nouns.where),
            chance=any_success,
            condition=without_a_success,
            cites="row 4 B",
        ),
        Phase(
            Step.RECOVERY_COUNTRY,
            asks=_("Which country recovers?"),
            why=_("Exhausted countries cannot be used in a war."),
            says={"country": _("let {country} recover"), "pass": _("let no country recover")},
            stakes=successes_left,
            cites="row 4 R, K36",
        ),
    ),
    kinds=(
        Action(
            RECOVERY,
            may=has_exhausted,
            begin=Step.RECOVERY_KING,
            says=_("let countries recover"),
            called=_("a recovery"),
            purpose=_("Exhausted countries become normal, and can be used in a war again."),
            cites={Trace.ACTS: "row 4 A", Trace.NAMED: "row 4 B", Trace.NEEDS: "row 4 D, row 4 V, K1"},
        ),
    ),
    entries=(EntryKind(Trace.RECOVERED, _("{country} of {who} recovers"), "country", cites="row 4 R"),),
)
