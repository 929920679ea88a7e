"""SW02-06: the Neuroi, invaders who occupy countries and belong to no player."""

from dynasty_env.dynasty.ids import COUNTRY, Step, Trace
from dynasty_env.dynasty.material import OCCUPIES_FROM, Event, Place
from dynasty_env.europe.material import COUNTRIES, NEIGHBOUR, NOBODY, OTTOMAN, SULEIMAN, WAY, Holder, Way
from dynasty_env.europe.rules.ending import has_country
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, offers, push, rule, some, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, Phase, _

from .death import succeed
from .people import discard_attached, discard_event, settle, withdraw


@rule
def is_in_play(t, country):
    """SW02-06-01: the player who draws the Neuroi puts them on any country in play, independent or not."""
    return t.holder[country] != Holder.OUT


@rule
def play_neuroi_country(t, action):
    """SW02-06-01: the Neuroi occupy the country and spread; then dynasties without territory look for a refuge."""
    occupy(t, action - COUNTRY)
    spread(t, action - COUNTRY)
    push(t, Step.EXILES, t.turn_player, 0, 0)


@rule
def occupy(t, country):
    """SW02-06-01: the country moves to the middle, under the Neuroi card; the Ottoman Empire takes Suleiman with it."""
    tell(t, Trace.OCCUPIED, t.turn_player, country, t.holder[country], 0, EVERYBODY)
    t.holder[country] = Holder.OCCUPIED
    if country == OTTOMAN and t.owner[SULEIMAN] != NOBODY:
        take_suleiman(t)


@rule
def take_suleiman(t):
    """SW02-06-01: Suleiman goes under the card with his events (D-R59). If he was king, this counts as his death."""
    seat = t.owner[SULEIMAN] + 0
    was_king = t.place[SULEIMAN] == Place.KING
    tell(t, Trace.TAKEN, seat, SULEIMAN, 0, 0, EVERYBODY)
    withdraw(t, SULEIMAN, Place.OCCUPIED)
    if was_king:
        discard_attached(t, SULEIMAN)
        succeed(t, seat)


@rule
def spread(t, first):
    """SW02-06-01: a die of 4–6 occupies a country joined by land to an occupied one, and so on outward.

    Each country gets one roll. D-R26: breadth-first, in the order north, east, south, west.
    """
    judged = 1 << first
    t.spread[0] = first
    waiting = 1
    at = 0
    while at < waiting:
        country = t.spread[at]
        at += 1
        for direction in range(4):
            neighbour = NEIGHBOUR[country, direction]
            if WAY[country, direction] == Way.LAND and is_in_play(t, neighbour) and not judged >> neighbour & 1:
                judged |= 1 << neighbour
                face = die(t)
                tell(t, Trace.JUDGED, t.turn_player, neighbour, 0, face, EVERYBODY)
                if face >= OCCUPIES_FROM:
                    occupy(t, neighbour)
                    t.spread[waiting] = neighbour
                    waiting += 1
    for i in range(COUNTRIES):
        t.spread[i] = 0


@rule
def is_refuge(t, country):
    """SW02-06-01: any independent country."""
    return t.holder[country] == Holder.INDEPENDENT


has_refuge = some(COUNTRIES, is_refuge)


@rule
def find_exiles(t):
    """SW02-06-01: dynasties without territory choose an independent country, turn player first (a: seats checked).

    D-R68: if no country is left, the dynasty is ruined for good.
    """
    if t.a == t.num_players:
        return
    push(t, Step.EXILES, (t.seat + 1) % t.num_players, t.a + 1, 0)
    if not has_country(t, t.seat):
        if has_refuge(t, t.seat):
            push(t, Step.EXILE, t.seat, 0, 0)
        else:
            t.fallen[t.seat] = 1
            tell(t, Trace.FALLEN, t.seat, 0, 0, 0, EVERYBODY)


@rule
def play_exile(t, action):
    """SW02-06-01: the country becomes the dynasty's territory."""
    t.holder[action - COUNTRY] = t.seat
    tell(t, Trace.EXILED, t.seat, action - COUNTRY, 0, 0, EVERYBODY)


@rule
def liberate(t):
    """SW02-06-02: all occupied countries and, as a courtier, Suleiman go to the victor; the Neuroi are gone."""
    tell(t, Trace.LIBERATED, t.turn_player, 0, 0, 0, EVERYBODY)
    for country in range(COUNTRIES):
        if t.holder[country] == Holder.OCCUPIED:
            tell(t, Trace.CONQUERED, t.turn_player, country, Holder.OCCUPIED, 0, EVERYBODY)
            t.holder[country] = t.turn_player
    if t.place[SULEIMAN] == Place.OCCUPIED:
        settle(t, SULEIMAN, t.turn_player, Place.COURTIER)
    discard_event(t, Event.NEUROI)


# what is said


def judged(group: Group, context: Context) -> str:
    """The roll that decides whether the Neuroi spread."""
    fields = context.fields(group[0])
    if len(group) == 1:
        return Message(_("{who} rolls {face} for {country}: not occupied"), **fields)
    other = context.fields(group[1])["holder"]
    return Message(_("{who} rolls {face} for {country}: the Neuroi take it from {other}"), other=other, **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.NEUROI_COUNTRY,
            offers(COUNTRY, COUNTRIES, is_in_play),
            asks=_("Where do the Neuroi appear?"),
            why=_("They occupy a country, and spread from it by land."),
            says={"country": _("let the Neuroi occupy {country}")},
            cites="SW02-06-01",
        ),
        Phase(
            Step.EXILE,
            offers(COUNTRY, COUNTRIES, is_refuge),
            asks=_("Where do you find refuge?"),
            why=_("Your last territory has been taken."),
            says={"country": _("find refuge in {country}")},
            cites="SW02-06-01",
            decides="a dynasty without territory",
        ),
    ),
    automatic=(Automatic(Step.EXILES, find_exiles),),
    entries=(
        EntryKind(
            Trace.OCCUPIED, _("the Neuroi occupy {country}"), "country:battlefield", "holder", cites="SW02-06-01"
        ),
        EntryKind(
            Trace.JUDGED, judged, "country", value="face:number", joins=(Trace.OCCUPIED,), cites="SW02-06-01, D-R26"
        ),
        EntryKind(Trace.TAKEN, _("{person} of {who} goes under the Neuroi card"), "person", cites="SW02-06-01, D-R59"),
        EntryKind(Trace.EXILED, _("{who} finds refuge in {country}"), "country", cites="SW02-06-01"),
        EntryKind(
            Trace.FALLEN,
            _("no country is left for {who}: the dynasty is ruined"),
            tone="bad",
            cites="SW02-06-01, D-R68",
        ),
        EntryKind(Trace.LIBERATED, _("{who} beats the Neuroi"), tone="good", cites="SW02-06-02"),
    ),
)
