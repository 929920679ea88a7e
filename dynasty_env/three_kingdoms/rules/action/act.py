"""§9: the action step: what the power whose phase it is may do next."""

from dynasty_env.kit.engine import Automatic, Chapter, offer, push, rule
from dynasty_env.kit.words import Message, Phase, State, _
from dynasty_env.three_kingdoms.ids import (
    AREA,
    BAN,
    COUNTRY,
    DIPLOMACY,
    DONE,
    GROUP,
    INVADE,
    LEVY,
    LIFT,
    MORE_GENERALS,
    MORE_TROOPS,
    REST,
    Step,
)
from dynasty_env.three_kingdoms.material import AREAS, COUNTRIES, SIDES, Pact
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import plays
from dynasty_env.three_kingdoms.rules.frames import then

from .alliances import allow_generals, allow_troops, ally_clans, ask_country, can_ally_clans, can_ask, label_clans
from .domestic import AVERAGES, begin_diplomacy, begin_levy, can_levy, can_talk, levy_the_rest
from .invasion import aims, begin_invasion
from .invasion_odds import IF_ALL_MARCH, with_all


@rule
def action_step(t):
    """§9.4: one action after another, as long as the power continues (T34: and has not fallen)."""
    if plays(t, t.power):
        push(t, Step.ACT, t.country_seat[t.power], 0, 0)


@rule
def legal_act(t):
    """§9.3: domestic work or an invasion with an area that has done nothing yet, or spending points of diplomacy."""
    offer(t, DONE)  # §9.8
    targets = aims(t)
    areas = 0
    for area in range(AREAS):
        if can_levy(t, area):
            offer(t, LEVY + area)
            areas += 1
        if (targets >> area) & 1 == 1:
            offer(t, INVADE + area)
    if areas > 1:
        offer(t, REST)
    if can_talk(t):
        offer(t, DIPLOMACY)
    if t.points > 0:
        offer_what_points_buy(t)


@rule
def offer_what_points_buy(t):
    """§12–§15: ban markers, alliances, and units that an ally may use."""
    banned = 0
    for side in range(SIDES):
        banned += t.bans[side]
    offer(t, BAN)
    if banned > 0:
        offer(t, LIFT)
    for country in range(COUNTRIES):
        if can_ask(t, country):
            offer(t, COUNTRY + country)
        if t.allied[country] == Pact.ALLY and plays(t, country):
            offer(t, MORE_TROOPS + country)
            offer(t, MORE_GENERALS + country)
    label_clans(t)
    for area in range(AREAS):
        if can_ally_clans(t, area):
            offer(t, GROUP + area)


@rule
def play_act(t, action):
    """§9.7: actions in any order; then the power continues."""
    if action == DONE:
        return
    then(t, Step.ACTION_STEP)
    if action == REST:
        levy_the_rest(t)
    elif action == DIPLOMACY:
        begin_diplomacy(t)
    elif action == BAN:
        push(t, Step.BAN_SIDE, t.seat, 1, 0)
    elif action == LIFT:
        push(t, Step.BAN_SIDE, t.seat, -1, 0)
    elif action < INVADE:
        begin_levy(t, action - LEVY)
    elif action < AREA:
        begin_invasion(t, action - INVADE)
    elif action < COUNTRY:
        ally_clans(t, action - GROUP)
    elif action < MORE_TROOPS:
        ask_country(t, action - COUNTRY)
    elif action < MORE_GENERALS:
        allow_troops(t, action - MORE_TROOPS)
    else:
        allow_generals(t, action - MORE_GENERALS)


# what is said


def invasions(state: State) -> str:
    """The conditions of the chances of invasions, if an invasion is possible."""
    return Message(IF_ALL_MARCH) if any(INVADE <= action < AREA for action in state.legal()) else ""


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.ACT,
            asks=_("What does your country do?"),
            why=_("Each of your areas raises troops and sends envoys, or it invades. Choose one area after another."),
            says={
                "done": _("end the action step"),
                "levy the rest": _("levy in all remaining areas, each general rolling separately"),
                "diplomacy": _("diplomacy at court"),
                "ban": _("put a ban marker on a border"),
                "lift": _("remove a ban marker"),
                "country": _("ask {country} for an alliance"),
            },
            purposes={
                "done": _("Units that have not acted stay where they are. You may still move units afterwards."),
                "levy the rest": _(
                    "Each of your remaining areas raises troops equal to its strength, and its generals roll for more."
                ),
                "diplomacy": _(
                    "Envoys at your ruler's court win points, which buy alliances and ban markers in this phase."
                ),
                "ban": _("One point. Nobody can invade across that border while the marker is there."),
                "lift": _("One point. Without a marker, the border can be crossed again."),
            },
            stakes=nouns.about(_("the action step of {country}"), country="power"),
            chance={**AVERAGES, "invade": with_all},
            condition=invasions,
            cites="§9.3, §9.7",
            families=("levy", "invade", "clans", "troops_of", "generals_of"),
        ),
    ),
    automatic=(Automatic(Step.ACTION_STEP, action_step),),
)
