"""Row 3: victory: what happens to the royals and to the country."""

from dynasty_env.europe.rules.rights import declared, right
from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.europe.words import with_article
from dynasty_env.kingdoms.ids import PASS, PERSON, Step, Trace
from dynasty_env.kingdoms.material import NOBODY, PERSONS, POWER, Ability, Holder, Place
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, push, rule, tell
from dynasty_env.kit.words import EntryKind, Facts, Message, Phase, State, _

from .countries import reign, ruled_by
from .persons import ennoble, is_king, may_be_crowned, settle


@rule
def win_war(t):
    """K18: the royals move; then king or union, K42: or first the question of plunder. K31: then a new home country."""
    beaten = t.holder[t.country] + 0
    old = t.ruler[t.country] + 0
    t.holder[t.country] = t.turn_player
    t.ruler[t.country] = NOBODY
    tell(t, Trace.CONQUERED, t.turn_player, t.country, beaten, 0, EVERYBODY)
    if old != NOBODY and ruled_by(t, old) == 0:
        depose(t, old, beaten)
    push(t, Step.HOMES, t.turn_player, 0, 0)
    if t.actor != NOBODY and has_ability(t, t.actor, Ability.PLUNDER):
        push(t, Step.PLUNDER, t.turn_player, 0, 0)
    else:
        push(t, Step.CONQUEST, t.turn_player, 0, 0)


@rule
def depose(t, king, seat):
    """K17: a king without any country left becomes a noble of his dynasty, and so do his royals."""
    for person in range(PERSONS):
        if t.liege[person] == king:
            ennoble(t, person, seat)
    ennoble(t, king, seat)


@rule
def play_plunder(t, action):
    """K29: the country leaves play instead of getting a king or joining a union."""
    if action == PASS:
        push(t, Step.CONQUEST, t.seat, 0, 0)
        return
    t.holder[t.country] = Holder.OUT
    t.exhausted[t.country] = 0
    tell(t, Trace.PLUNDERED, t.seat, t.country, 0, 0, EVERYBODY)


@rule
def may_rule(t, seat, person):
    """A king of one's own, who adds it to his countries; or a child or noble, not a rebel, who is sent as its king."""
    return is_king(t, seat, person) or may_be_crowned(t, seat, person)


@rule
def play_conquest(t, action):
    person = action - PERSON
    if t.place[person] != Place.KING:
        settle(t, person, t.seat, Place.KING, NOBODY)
    reign(t, person, t.seat, t.country)


# what is said


def plunder(state: State, _number: int) -> str:
    """What plundering the country would mean."""
    country = int(state.record["country"])
    text = _("plunder {country} (power {power}): it leaves play")
    return Message(text, country=with_article(country), power=int(POWER[country]))


def sent(state: State, person: int) -> str:
    """A king of one's own unites it with his countries; anybody else is sent as its king."""
    is_a_king = state.record["place"][person] == Place.KING
    text = _("unite it with the countries of {person}") if is_a_king else _("send {person} as its king")
    return Message(text, person=nouns.person(person))


def facts_of_a_ruler(state: State, person: int) -> Facts:
    """The facts shown about a ruler: only prestige for a king who rules already, more for anybody else."""
    is_a_king = state.record["place"][person] == Place.KING
    return (nouns.prestige,) if is_a_king else (nouns.prestige, nouns.life, nouns.where)


CHAPTER = Chapter(
    __name__,
    phases=(
        right(
            Step.PLUNDER,
            asks=_("Plunder the country?"),
            why=_("You have won the war, and your commander may plunder instead: the country leaves play."),
            says={"declare": plunder, "pass": _("do not plunder: take the country")},
            cites="K29, K42",
        ),
        Phase(
            Step.CONQUEST,
            offers(PERSON, PERSONS, may_rule),
            asks=_("Who rules the conquered country?"),
            why=_("One of your kings rules it too, or somebody else becomes its king."),
            says={"person": sent},
            facts=facts_of_a_ruler,
            stakes=declared,
            cites="row 3 R",
        ),
    ),
    entries=(
        EntryKind(Trace.CONQUERED, _("{who} takes {country} from {loser}"), "country", "loser:holder", cites="row 3 R"),
        EntryKind(
            Trace.PLUNDERED,
            _("{who} plunders {country}, which leaves play"),
            subject="country",
            deed="plundered a country",
            cites="K29",
        ),
    ),
)
