"""§16–§21: how invasions end if nobody retreats, and the decisions that put their forces together."""

from dynasty_env.kit.engine import Chapter, Listing
from dynasty_env.kit.words import SEAT_ASKED, Chance, Chances, Message, Phase, State, _
from dynasty_env.three_kingdoms.ids import ALL, ENOUGH, HALF, Step
from dynasty_env.three_kingdoms.material import CLANS, GENERALS, NEIGHBOURS, NOWHERE, Role
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.fights.fight import fight
from dynasty_env.three_kingdoms.rules.fights.fight_odds import attackers_win
from dynasty_env.three_kingdoms.rules.forces import is_empty

from .invasion import (
    can_march,
    legal_invade_area,
    legal_invade_generals,
    legal_invade_troops,
    legal_join,
    may_be_named,
    play_invade_area,
    play_invade_generals,
    play_invade_troops,
    play_join,
    to_spare,
)
from .marching import launch

IF_ALL_STAY = _(
    "Chances of invasions (≈) are simulated. They assume that both sides name their best generals and that "
    "nobody retreats."
)
IF_ALL_MARCH = _(
    "Chances of invasions (≈) are simulated. They assume that everybody who can march there does, that both sides "
    "name their best generals and that nobody retreats."
)
TAKES = _("takes it {chance}")


def march_from(state: State, areas: list[int]) -> None:
    """Let everything that may march set out from these areas."""
    t = state.tables[0]
    for area in areas:
        t.force[area] += to_spare(t, area)
        for general in range(GENERALS):
            if t.control[area] != CLANS and may_be_named(t, general, area):
                t.role[general] = Role.ATTACKS


def together(state: State) -> list[int]:
    """The areas from which everything marches on the target.

    These are the power's own areas and those of countries that it directs; without any, those of the strongest clan
    group.
    """
    t = state.tables[0]
    near = [int(area) for area in NEIGHBOURS[t.target] if area != NOWHERE and can_march(t, area, t.target)]
    if countries := [area for area in near if t.control[area] != CLANS]:
        return countries
    groups = [[area for area in near if t.clan_group[area] == group] for group in {int(t.clan_group[a]) for a in near}]
    return max(groups, key=lambda group: sum(int(to_spare(t, area)) for area in group), default=[])


def takes_it(copy: State) -> str:
    """How often the force put together on a copy of the table takes its target; empty if it is too weak to set out."""
    t = copy.tables[0]
    target, empty = int(t.target), is_empty(t, t.target)
    launch(t)
    if t.battle != target:
        return ""
    if empty:
        return Message(TAKES, chance=Chance(1))
    fight(t)
    return Message(TAKES, chance=Chance(attackers_win(t), simulated=True))


# what is said


def with_all(state: State, area: int) -> str:
    """The invasion with everything that may march."""
    copy = state.clone()
    copy.record["target"], copy.record["force"] = area, 0
    march_from(copy, together(copy))
    return takes_it(copy)


def with_area(state: State, area: int) -> str:
    """The force so far, plus everything that may march from one more area."""
    copy = state.clone()
    march_from(copy, [area])
    return takes_it(copy)


def as_it_stands(state: State, _number: int) -> str:
    """The force so far."""
    return takes_it(state.clone())


def with_troops(action: int) -> Chances:
    """The force so far plus these troops."""

    def says(state: State, _number: int) -> str:
        copy = state.clone()
        play_invade_troops(copy.tables[0], action)
        return takes_it(copy)

    return says


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.INVADE_AREA,
            legal_invade_area,
            play_invade_area,
            asks=_("Where do you march from?"),
            why=_("Several areas may march on one target. At least one general and one soldier go from each."),
            says={"done": _("set out"), "area": _("march from {area}"), "country": _("invite {country} to join")},
            purposes={"done": _("The army marches with everybody you have named.")},
            stakes=nouns.about(_("an invasion of {area}"), area="target"),
            chance={"area": with_area, "done": as_it_stands},
            condition=IF_ALL_STAY,
            cites="§16.4, §16.7",
        ),
        Phase(
            Step.INVADE_GENERALS,
            legal_invade_generals,
            play_invade_generals,
            asks=_("Which generals march?"),
            why=_(
                "In a fight, dice decide whether valour, command or wits count. Those who stay behind defend the area."
            ),
            says={"done": _("no other general")},
            stakes=nouns.about(_("which generals march from {area}?"), area="a"),
            cites="§16.6",
            decides="the power, or a joining ally",
            families=("all", "all but the ruler", "general"),
            lists=Listing(may_be_named),
            frame=("area", "named"),
        ),
        Phase(
            Step.INVADE_TROOPS,
            legal_invade_troops,
            play_invade_troops,
            asks=_("How many troops march?"),
            why=_(
                "An army without troops is destroyed, and its generals may be captured. Those who stay behind defend "
                "the area."
            ),
            says={"done": _("no more troops"), "enough": _("as many troops as needed")},
            stakes=nouns.about(_("how many troops march from {area}?"), area="a"),
            chance={"all": with_troops(ALL), "half": with_troops(HALF), "enough": with_troops(ENOUGH)},
            condition=IF_ALL_STAY,
            cites="§16.6",
            decides="the power, or a joining ally",
            families=("all", "half", "troops"),
            frame=("area", "hundreds"),
        ),
        Phase(
            Step.JOIN,
            legal_join,
            play_join,
            asks=_("Do you send units along?"),
            why=_("Your ally invades, and pays for what you may use. Losses are shared."),
            says={"done": _("send nothing more"), "area": _("join from {area}")},
            stakes=nouns.about(_("join the invasion of {area}?"), area="target"),
            cites="§12.3, T7",
            decides=SEAT_ASKED,
            frame=("country",),
        ),
    ),
)
