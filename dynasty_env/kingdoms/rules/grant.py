"""Row 7: granting a kingdom (王国分与)."""

from dynasty_env.kingdoms.ids import COUNTRY, GRANT, PERSON, Step, Trace
from dynasty_env.kingdoms.material import COUNTRIES, NOBODY, PERSONS, Place
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, push, rule, some, tell
from dynasty_env.kit.words import EntryKind, Phase, _

from .countries import reign, ruled_by
from .kinds import Action
from .persons import is_family, may_be_crowned, settle


@rule
def may_receive(t, country, person):
    """A child of the country's king, or a noble of his dynasty; K20: not a rebel."""
    if not may_be_crowned(t, t.holder[country], person):
        return False
    return t.place[person] == Place.NOBLE or is_family(t, t.ruler[country], person)


has_receiver = some(PERSONS, may_receive)
"""Can a country be granted to anybody?"""


@rule
def may_be_granted(t, seat, country):
    """A country whose king is one's own and rules several, and which somebody can receive."""
    return t.holder[country] == seat and ruled_by(t, t.ruler[country]) > 1 and has_receiver(t, country)


@rule
def play_grant_country(t, action):
    t.country = action - COUNTRY
    push(t, Step.GRANT_PERSON, t.seat, 0, 0)


@rule
def play_grant_person(t, action):
    """Without dice: the person becomes the country's king."""
    person = action - PERSON
    tell(t, Trace.GRANTED, t.seat, person, t.country, 0, EVERYBODY)
    settle(t, person, t.seat, Place.KING, NOBODY)
    reign(t, person, t.seat, t.country)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.GRANT_COUNTRY,
            offers(COUNTRY, COUNTRIES, may_be_granted),
            asks=_("Which country do you grant?"),
            why=_("One of the countries of a king who rules several gets its own king."),
            says={"country": _("grant {country}")},
            cites="row 7 A",
        ),
        Phase(
            Step.GRANT_PERSON,
            offers(PERSON, PERSONS, may_receive, of="country"),
            asks=_("To whom do you grant it?"),
            why=_("A child of the king, or a noble, becomes its king."),
            says={"person": _("give it to {person}")},
            facts=(nouns.prestige, nouns.life, nouns.where),
            cites="row 7 B, K20",
        ),
    ),
    kinds=(
        Action(
            GRANT,
            begin=Step.GRANT_COUNTRY,
            says=_("grant a kingdom"),
            called=_("the grant of a kingdom"),
            upon=_("{who} declares {declared} of {country}"),
            purpose=_("A child or noble becomes a king, whose prestige gives you points and who can have a family."),
        ),
    ),
    entries=(
        EntryKind(
            Trace.GRANTED,
            _("{who} grants {country} to {person}"),
            subject="person",
            object="country",
            joins=(Trace.RULES,),
            deed="granted a kingdom",
            cites="row 7 R",
        ),
    ),
)
