"""Kingdoms assembled as a `Game`."""

from typing import Any, ClassVar

from dynasty_env.europe.rules import ending
from dynasty_env.kingdoms import ids
from dynasty_env.kingdoms.chapters import CHAPTERS
from dynasty_env.kingdoms.display import words
from dynasty_env.kingdoms.greedy import mind, player
from dynasty_env.kingdoms.ids import Step, Trace
from dynasty_env.kingdoms.material import COUNTRIES, DATA, FIRST_PERSONS, PERSONS, SEATS
from dynasty_env.kingdoms.rules import death, nouns, persons, reaper, score, setup
from dynasty_env.kingdoms.saved.save import KingdomsLoader
from dynasty_env.kingdoms.table import OPTIONS, TABLE
from dynasty_env.kingdoms.views import hide, view
from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.scratch import blank_record
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.rulebook import Rulebook
from dynasty_env.kit.state import State

TURNS = PERSONS - 2 * FIRST_PERSONS
"""The most turns of a game: every turn takes a card from a person deck, and two dynasties leave the most cards."""
CONTEST = 2 * SEATS + SEATS
"""The most decisions in a succession contest: candidates and arms, and new home countries."""
A_TURN = 3 + 2 + (COUNTRIES + 1) + (SEATS - 2) + 2 + 2 + SEATS + 2 * CONTEST
"""The most decisions in a turn, which a turn with a war has.

Deck, action, discard; battlefield, withdrawal; each country used once, and two decisions to stop; aid; commanders;
plunder and conquest; new home countries; two successions.
"""
LONGEST = SEATS * (FIRST_PERSONS + 2) + TURNS * A_TURN


class Kingdoms(Rulebook):
    """2–6 dynasties with many kings each, and dice: the variant of Dynasty whose table of actions is the rulebook."""

    name = "kingdoms_v0"
    agent = "kingdom"
    acts = "turn_player"
    dtype = TABLE
    seats = (2, 6)
    longest = LONGEST
    points_bound = ending.POINTS_BOUND
    action_names = ids.ACTION_NAMES
    layout = view.LAYOUT
    goal = (
        "The dynasty with the most points at the end wins: the prestige of all your kings, their spouses and "
        "children, and the power of all your countries. The game ends when a dynasty has no king, a person deck is "
        "empty, or the last round is over; a dynasty without a king has no points."
    )
    examples = "“fran”, “charles v”, “aid attack spain”"
    glossary = Glossary(DATA / "glossary.csv")
    families = nouns.FAMILIES
    nouns = nouns.NOUNS
    loader = KingdomsLoader
    experiments = "dynasty_env.kingdoms.experiments"
    rules: ClassVar = {
        "deal": setup.deal,
        "observe": view.observe,
        "hide": hide.hide,
        "returns": ending.returns,
        "greedy": choice.worthiest_action,
    }
    bindings: ClassVar = {
        "points": score.points,
        "rank_key": score.rank_key,
        "reap": reaper.reap,
        "bury": death.bury,
        "governance": persons.governance,
        "step": Step,
        "trace": Trace,
        "mind": blank_record(mind.MIND),
        "look": mind.read,
        "worth": player.worth,
    }
    options = OPTIONS
    chapters = CHAPTERS
    account = staticmethod(score.account)
    declaration = staticmethod(words.declaration)

    def scores(self, state: State) -> list[float]:
        """Every seat's current points (K7); 0 for dynasties without a king."""
        return [float(line["points"]) for line in score.score_table(state)]

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat knows, as a readable dict."""
        return view.seat_view(state, seat, score.score_table(state))


GAME = Kingdoms()
