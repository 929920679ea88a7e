"""Shinsengumi assembled as a `Game`."""

from typing import ClassVar

from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.scratch import blank_record
from dynasty_env.kit.game import Items
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.rulebook import Rulebook
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi import ids
from dynasty_env.shinsengumi.chapters import CHAPTERS
from dynasty_env.shinsengumi.greedy import ahead, mind, player
from dynasty_env.shinsengumi.material import DATA, EVENTS, MOST_NAMINGS, PERSONS, SEATS, STONES, TURNS
from dynasty_env.shinsengumi.rules import nouns, score, setup
from dynasty_env.shinsengumi.saved.save import ShinsengumiLoader
from dynasty_env.shinsengumi.table import OPTIONS, TABLE
from dynasty_env.shinsengumi.views import hide, public_table, view

NAMINGS = MOST_NAMINGS + PERSONS
"""The most namings in a turn.

After the 40th, every person named gets a marker and keeps it, or is gone for good (S-R9).
"""
WAITS = SEATS * (NAMINGS + 2 * STONES)
"""The most decisions to wait in a turn: a round of passes for each naming and for each stone (drawn once a turn)."""
LONGEST = SEATS + TURNS * (1 + 3 * NAMINGS + WAITS) + EVENTS + 2 * PERSONS + 1
"""The most decisions in a game.

Each seat picks a self. Each turn has an event, and for each naming a person, a target and the Forbidden gate. Every
other event is fought once. Each person fights once at Aburanokoji and is removed once, and the powder saves one of
them.
"""


class Shinsengumi(Rulebook):
    """1–5 players live and die on as members of the Shinsengumi, and mean to stand on the winning side."""

    name = "shinsengumi_v0"
    agent = "shinsengumi"
    dtype = TABLE
    seats = (1, 5)
    longest = LONGEST
    rewards = ("win", "side")
    zero_sum = False
    action_names = ids.ACTION_NAMES
    layout = view.LAYOUT
    hidden = ("bag", "event_pile", "hand", "laid", "person_pile")  # how many stones a seat has `lost`, all have seen
    items = (Items(counts=("bag", "hand")),)
    goal = (
        "After turn 12, the half of the board (shogunate or imperial) whose persons have more esteem in total wins. "
        "Of the players on that half, the one whose self stands highest has the great victory."
    )
    tie_break = "with equal points the topmost row decides, then the place nearest to a side edge"
    examples = "“kondo”, “hijikata to”, “3.2”, “white”"
    glossary = Glossary(DATA / "glossary.csv")
    families = nouns.FAMILIES
    nouns = nouns.NOUNS
    loader = ShinsengumiLoader
    foresight = "the rest of the turn"
    experiments = "dynasty_env.shinsengumi.experiments"
    rules: ClassVar = {
        "deal": setup.deal,
        "observe": view.observe,
        "hide": hide.hide,
        "returns": score.returns,
        "greedy": choice.worthiest_action,
    }
    bindings: ClassVar = {
        "mind": blank_record(mind.MIND),
        "look": player.look,
        "worth": player.worth,
        "look_ahead": ahead.look_ahead,
        "worth_ahead": ahead.worth_ahead,
    }
    options = OPTIONS
    chapters = CHAPTERS
    account = staticmethod(score.account)
    view = staticmethod(view.seat_view)

    def scores(self, state: State) -> list[float]:
        """Each seat's lead: esteem of the side where its self stands, minus the other side's; 0 without a self."""
        return [float(public_table.points(state.record, seat)) for seat in range(state.num_players)]


GAME = Shinsengumi()
