"""§30: setting up the scenario, and giving each seat its power."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, tell
from dynasty_env.kit.engine.emptying import emptying
from dynasty_env.kit.words import EntryKind, Phase, _
from dynasty_env.three_kingdoms.ids import AREA, COUNTRY, DONE, Step, Trace
from dynasty_env.three_kingdoms.material import (
    AREA_TROOPS,
    AREAS,
    CAMPAIGN,
    COUNTRIES,
    FIRST_UNIT,
    FOREMOST,
    GENERALS,
    HEIRS,
    LISTED_AREAS,
    MOST_HEIRS,
    NO_ONE,
    NOWHERE,
    OWNERS,
    PERIODS,
    POWER_ORDER,
    RULER,
    START_AREA,
    START_COUNTRY,
    START_OWNER,
    START_TROOPS,
    TURNS_OF_PERIOD,
    UNIT_ENTRY,
    UNITS_OF,
    Place,
    Status,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.table import CHOSEN, FIELDS

from .forces import area_count
from .frames import then
from .redeployment import goals, held_with
from .score import points

clear = emptying("clear", FIELDS)


@rule
def list_of(t):
    """The row of the scenario in the lists; the campaign is set up like scenario 1."""
    return 0 if t.scenario == CAMPAIGN else t.scenario - 1


@rule
def deal(t):
    """§30.2: set up the scenario; then powers are chosen, countries rearranged, and the first turn begins."""
    clear(t)
    scenario = list_of(t)
    t.first_turn = scenario * TURNS_OF_PERIOD + 1
    t.turn = t.first_turn - 1
    t.last_period = PERIODS if t.scenario == CAMPAIGN else scenario + 2
    for area in range(AREAS):
        t.control[area] = START_OWNER[scenario, area]
    for owner in range(OWNERS):
        place_troops(t, scenario, owner)
    for general in range(GENERALS):
        place_general(t, scenario, general)
    for country in range(COUNTRIES):
        t.ruler[country] = RULER[scenario, country]
        if RULER[scenario, country] != NO_ONE:
            t.status[country] = Status.PLAYING
            place_generals(t, scenario, country)
            for heir in range(MOST_HEIRS):
                if HEIRS[country, heir] == RULER[scenario, country]:
                    t.heir[country] = heir
    then(t, Step.SET_UP)
    if t.powers == CHOSEN:
        for back in range(t.num_players):
            push(t, Step.POWER, t.num_players - 1 - back, 0, 0)
    else:
        give_powers(t, scenario)


@rule
def place_troops(t, scenario, owner):
    """§30.1: troops as listed; T1: a total is spread evenly in listed order, with the remainder in the first areas."""
    areas = area_count(t, owner)
    for k in range(areas):
        area = LISTED_AREAS[scenario, owner, k]
        if AREA_TROOPS[scenario, area] >= 0:
            t.troops[area] = AREA_TROOPS[scenario, area]
        elif owner < COUNTRIES:
            total = START_TROOPS[scenario, owner]
            t.troops[area] = total // areas + (1 if k < total % areas else 0)


@rule
def place_general(t, scenario, general):
    """T2: generals in a roster serve that country, as the latest of their units; others come later, or not at all."""
    country = START_COUNTRY[scenario, general]
    for unit in range(UNITS_OF[general]):
        if UNIT_ENTRY[FIRST_UNIT[general] + unit] <= scenario:
            t.unit[general] = unit
    if country != NO_ONE:
        t.place[general] = Place.SERVING
        t.country[general] = country
        t.area[general] = START_AREA[scenario, general]
    elif UNIT_ENTRY[FIRST_UNIT[general]] <= scenario:
        t.place[general] = Place.GONE


@rule
def place_generals(t, scenario, country):
    """T1: generals listed only by number are spread over the country's areas in roster order."""
    areas = area_count(t, country)
    placed = 0
    for general in range(GENERALS):
        if t.place[general] == Place.SERVING and t.country[general] == country and t.area[general] == NOWHERE:
            t.area[general] = LISTED_AREAS[scenario, country, placed % areas]
            placed += 1


# --------------------------------------------------------------------------------------------------------------- powers


@rule
def give_powers(t, scenario):
    """T69: seats get the powers in order: most troops first, ties with the later in the list first.

    From scenario 4 on Cao, Sun and Liu Bei's line come first. The option `powers` rotates the seats by that many
    places.
    """
    for country in range(COUNTRIES):
        t.cup[country] = 0  # 1: taken
    for place in range(t.num_players):
        best = NO_ONE
        if scenario >= 3 and place < len(FOREMOST):
            best = FOREMOST[place]
        for country in range(COUNTRIES):
            if scenario < 3 or place >= len(FOREMOST):
                if t.status[country] == Status.PLAYING and t.cup[country] == 0:
                    if best == NO_ONE or comes_before(scenario, country, best):
                        best = country
        t.cup[best] = 1
        give_power(t, (place + t.powers) % t.num_players, best)
    for country in range(COUNTRIES):
        t.cup[country] = 0


@rule
def comes_before(scenario, country, other):
    """T69: more troops, or as many and later in the scenario's list."""
    if START_TROOPS[scenario, country] != START_TROOPS[scenario, other]:
        return START_TROOPS[scenario, country] > START_TROOPS[scenario, other]
    return POWER_ORDER[scenario, country] > POWER_ORDER[scenario, other]


@rule
def give_power(t, seat, country):
    """The seat plays the country."""
    t.seat_country[seat] = country
    t.country_seat[country] = seat
    tell(t, Trace.PLAYS, seat, country, 0, 0, EVERYBODY)


@rule
def legal_power(t):
    """T1: a country of the scenario that nobody else has chosen."""
    for country in range(COUNTRIES):
        if t.status[country] == Status.PLAYING and t.country_seat[country] == NO_ONE:
            offer(t, COUNTRY + country)


@rule
def play_power(t, action):
    """T1: the seat plays that country."""
    give_power(t, t.seat, action - COUNTRY)


@rule
def set_up(t):
    """§30.2, §30.3: in the scenario's order, owners of several areas may rearrange them; then the first turn begins."""
    for country in range(COUNTRIES):
        t.start_points[country] = points(t, country)
    t.free_moves = 1
    scenario = list_of(t)
    then(t, Step.TURN)
    for back in range(COUNTRIES):
        for country in range(COUNTRIES):
            if POWER_ORDER[scenario, country] == COUNTRIES - back and t.country_seat[country] != NO_ONE:
                if area_count(t, country) > 1:
                    push(t, Step.SETUP_PLACE, t.country_seat[country], country, 0)


@rule
def legal_setup_place(t):
    """§30.3: leave everything, or move units from an area that can spare some (T36: one soldier stays in each)."""
    offer(t, DONE)
    for area in range(AREAS):
        if t.control[area] == t.a and goals(t, area, held_with(t, area)) != 0:
            offer(t, AREA + area)


@rule
def play_setup_place(t, action):
    """§30.3: now choose where to; T74: each unit is moved once."""
    if action != DONE:
        push(t, Step.SETUP_PLACE, t.seat, t.a, 0)
        push(t, Step.REDEPLOY_TO, t.seat, t.a, action - AREA)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.POWER,
            asks=_("Which country do you play?"),
            why=_("All others without a player become minor powers."),
            says={"country": _("play {country}")},
            cites="T1, T81",
            decides="each seat in order, with powers=11",
        ),
        Phase(
            Step.SETUP_PLACE,
            asks=_("Are all your units where you want them?"),
            why=_("Before the game begins, you may move troops and generals between your areas."),
            says={"done": _("leave everything as it is"), "area": _("move units from {area}")},
            purposes={"done": _("The game begins with this placement.")},
            stakes=nouns.about(_("the set-up of {country}"), country="a"),
            cites="§30.3, T74",
            decides="owner of several areas",
            frame=("country",),
        ),
    ),
    automatic=(Automatic(Step.SET_UP, set_up),),
    entries=(EntryKind(Trace.PLAYS, _("{who} plays {country}"), "country", cites="T1, T69"),),
)
