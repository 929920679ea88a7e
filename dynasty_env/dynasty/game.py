"""Dynasty assembled as a `Game`."""

from typing import ClassVar

from dynasty_env.dynasty import ids
from dynasty_env.dynasty.chapters import CHAPTERS
from dynasty_env.dynasty.display import words
from dynasty_env.dynasty.greedy import mind, player
from dynasty_env.dynasty.ids import Step, Trace
from dynasty_env.dynasty.material import DATA
from dynasty_env.dynasty.rules import death, nouns, reaper, score, setup, stats
from dynasty_env.dynasty.saved.save import DynastyLoader
from dynasty_env.dynasty.table import OPTIONS, TABLE
from dynasty_env.dynasty.views import hide, view
from dynasty_env.europe.rules import ending
from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.scratch import blank_record
from dynasty_env.kit.game import Items
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.rulebook import Rulebook
from dynasty_env.kit.state import State


class Dynasty(Rulebook):
    """2–6 royal houses of 16th-century Europe: the whole rulebook (rules page ch. 1–6)."""

    name = "dynasty_v0"
    agent = "dynasty"
    acts = "turn_player"
    dtype = TABLE
    items = (
        Items(
            lists=(("pack", "pack_size"),), counts=("hand",), where=("card_place",), alike=("card_from", "card_seen")
        ),
    )
    seats = (2, 6)
    longest = 6000
    points_bound = ending.POINTS_BOUND
    action_names = ids.ACTION_NAMES
    layout = view.LAYOUT
    goal = (
        "The dynasty with the most points at the end wins: the prestige of your king, spouse and children, and the "
        "power of your territories. The game ends when a king dies childless or a dynasty has no territory left "
        "(such a dynasty has no points), or when a person deck is empty."
    )
    examples = "“fran”, “charles v”, “joker 5”"
    glossary = Glossary(DATA / "glossary.csv")
    families = nouns.FAMILIES
    nouns = nouns.NOUNS
    loader = DynastyLoader
    experiments = "dynasty_env.dynasty.experiments"
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
        "governance": stats.governance,
        "step": Step,
        "trace": Trace,
        "mind": blank_record(mind.MIND),
        "look": player.look,
        "worth": player.worth,
    }
    options = OPTIONS
    chapters = CHAPTERS
    account = staticmethod(score.account)
    declaration = staticmethod(words.declaration)
    view = staticmethod(view.seat_view)

    def scores(self, state: State) -> list[float]:
        """Every seat's current points (§07-02); 0 for a ruined dynasty."""
        return [float(line["points"]) for line in score.score_table(state)]

    def everybody_wins(self, state: State) -> bool:
        """False if all dynasties are ruined (§07-01) or the Neuroi win (D-R60): then nobody wins."""
        return bool(score.rank_key(state.tables[0], 0) > 0)


GAME = Dynasty()
