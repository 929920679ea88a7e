"""Three Kingdoms assembled as a `Game`."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.scratch import blank_record
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.rulebook import Rulebook
from dynasty_env.kit.words import Message, State, _
from dynasty_env.three_kingdoms import ids
from dynasty_env.three_kingdoms.chapters import CHAPTERS
from dynasty_env.three_kingdoms.greedy import player
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CAMPAIGN,
    COUNTRIES,
    DATA,
    GENERALS,
    MOST_ROUNDS,
    POWERS,
    SEATS,
    TURNS,
)
from dynasty_env.three_kingdoms.rules import nouns, score, setup
from dynasty_env.three_kingdoms.saved.save import KingdomLoader
from dynasty_env.three_kingdoms.table import DUELLISTS, OPTIONS, TABLE, USUAL_SEATS
from dynasty_env.three_kingdoms.views import hide, public_table, view

FIGHT = 2 + MOST_ROUNDS * (2 * (DUELLISTS + 1) + 2) + 4 * GENERALS
"""The most decisions in a fight, without troops that retreat one by one."""
PHASE = GENERALS * (FIGHT + AREAS + GENERALS) + AREAS * AREAS * GENERALS
"""The most decisions in a phase: each general marches once; each area sends units to each other area once (T74)."""
LONGEST = TURNS * COUNTRIES * PHASE
"""No game has more decisions; games with random actions have about a thousand."""


class ThreeKingdoms(Rulebook):
    """2–11 powers fight for China from 190 to 234; alliances are made by word, and generals change sides."""

    name = "three_kingdoms_v0"
    agent = "power"
    dtype = TABLE
    seats = (2, SEATS)
    longest = LONGEST
    rewards = ("win", "rank", "points", "gain")
    points_bound = float(score.MOST_POINTS)
    action_names = ids.ACTION_NAMES
    layout = view.LAYOUT
    hidden = ("picked",)
    goal = (
        "When the card that ends the game is turned up, each area gives the country that controls it points equal to "
        "its strength, plus 2 for a large city and 1 for a small one. The seat with the most points wins; so does "
        "the last seat left."
    )
    examples = "“levy luoyang”, “invade”, “done”"
    experiments = "dynasty_env.three_kingdoms.experiments"
    glossary = Glossary(DATA / "glossary.csv")
    families = nouns.FAMILIES
    nouns = nouns.NOUNS
    decides = "the power"
    loader = KingdomLoader
    rules: ClassVar = {
        "deal": setup.deal,
        "observe": view.observe,
        "hide": hide.hide,
        "returns": score.returns,
        "greedy": choice.worthiest_action,
    }
    bindings: ClassVar = {"mind": blank_record(player.MIND), "look": player.look, "worth": player.worth}
    options = OPTIONS
    chapters = CHAPTERS
    account = staticmethod(score.account)
    view = staticmethod(view.seat_view)

    def check_options(self, given: Mapping[str, Any]) -> dict[str, int | bool]:
        """All options with their values.

        T37: without `num_players`, there are four seats, or as many as the scenario has powers if those are fewer.
        Without `scenario`, the first scenario with a power for each seat is used.

        Raises:
            OptionError: an option is unknown or out of range, or there are more seats than powers.
        """
        checked = super().check_options(given)
        if "scenario" not in given:
            checked["scenario"] = int(np.flatnonzero(checked["num_players"] <= POWERS)[0]) + 1
        scenario = int(checked["scenario"])
        powers = int(POWERS[max(scenario - 1, 0)])
        if "num_players" not in given:
            checked["num_players"] = min(USUAL_SEATS, powers)
        if checked["num_players"] > powers:
            fields: dict[str, Any] = {"seats": int(checked["num_players"]), "powers": powers}
            if scenario == CAMPAIGN:
                raise OptionError(
                    Message(_("num_players={seats} is too many: the campaign has {powers} powers"), **fields)
                )
            text = _("num_players={seats} is too many: scenario {scenario} has {powers} powers")
            raise OptionError(Message(text, scenario=scenario, **fields))
        return checked

    def scores(self, state: State) -> list[float]:
        """Each seat's current points (§25 of the first edition)."""
        countries = state.record["seat_country"][: state.num_players]
        return [float(public_table.points_of(state.record, int(c))) if c >= 0 else 0.0 for c in countries]


GAME = ThreeKingdoms()
