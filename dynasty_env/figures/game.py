"""The figure duel assembled as a `Game`."""

from typing import ClassVar

from dynasty_env.figures import ids
from dynasty_env.figures.chapters import CHAPTERS
from dynasty_env.figures.display import film
from dynasty_env.figures.greedy import mind, player
from dynasty_env.figures.material import DATA, FIGURES, MOST_PLOTS, SEATS, STATS, WEAPONS
from dynasty_env.figures.rules import nouns, score, setup
from dynasty_env.figures.saved.save import FigureLoader
from dynasty_env.figures.table import MOST_ROUNDS, OPTIONS, TABLE
from dynasty_env.figures.views import hide, public_table, view
from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.scratch import blank_record
from dynasty_env.kit.game import Items
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.rulebook import Rulebook
from dynasty_env.kit.words import Message, State, _

CONTACTS = WEAPONS * (FIGURES - 1)
A_TURN = 1 + (FIGURES - 1) + 1 + 2 + (2 * CONTACTS + 1) + WEAPONS
"""The most decisions in a turn.

A joker; a plot for each figure in sight; a joker's number; direction and edge; each weapon meets each body once, and
the distance is asked again each time; each weapon shoots once.
"""
A_ROUND = FIGURES * (MOST_PLOTS + 1) + FIGURES * WEAPONS + FIGURES * MOST_PLOTS * (1 + A_TURN)
LONGEST = FIGURES * (STATS + 3) + SEATS + MOST_ROUNDS * A_ROUND
"""The most decisions in a game: a bound, not an estimate."""


class Figures(Rulebook):
    """Two to four players have posable figures fight in a room: cards program them, and measure how far they go."""

    name = "figures_v0"
    agent = "figures"
    dtype = TABLE
    seats = (2, SEATS)
    longest = LONGEST
    rewards = ("win", "vitality")
    action_names = ids.ACTION_NAMES
    layout = view.LAYOUT
    point = ids.POINT_LAYOUT
    hidden = ("at", "pack", "plots", "pose", "pose_x", "pose_y", "stat")
    items = (Items(lists=(("pack", "pack_size"), ("plots", "plot_count")), where=("at",)),)
    goal = (
        "The last figure standing wins. When a figure is attacked, shot at or in a collision, each card turned up "
        "that is above its spirit is one damage. A figure whose damage reaches its vitality is out."
    )
    examples = "“go 2.5 w”, “30° clockwise”, “left”, “S10”"
    glossary = Glossary(DATA / "glossary.csv")
    experiments = "dynasty_env.figures.experiments"
    families = nouns.FAMILIES
    nouns = nouns.NOUNS
    decides = "the acting figure's seat"
    loader = FigureLoader
    rules: ClassVar = {
        "deal": setup.deal,
        "observe": view.observe,
        "hide": hide.hide,
        "returns": score.returns,
        "greedy": choice.worthiest_action,
    }
    bindings: ClassVar = {"mind": blank_record(mind.MIND), "look": player.look, "worth": player.worth}
    options = OPTIONS
    chapters = CHAPTERS
    view = staticmethod(public_table.seat_view)
    between = staticmethod(film.between)

    def scores(self, state: State) -> list[float]:
        """Each seat's remaining vitality, over all its figures."""
        return [float(score.vitality_left(state.tables[0], seat)) for seat in range(state.num_players)]

    def account(self, state: State) -> list[tuple[str, ...]]:
        """F16: the remaining vitality of each figure; empty for a figure whose abilities are hidden."""
        rows: list[tuple[str, ...]] = [() for _seat in range(state.num_players)]
        for figure in state.view(None)["figures"]:
            if life := public_table.vitality(figure):
                message = Message(_("{figure}: vitality {n} of {m}"), figure=figure["sheet"], n=life[0], m=life[1])
                rows[figure["seat"]] += (message,)
        return rows

    def everybody_wins(self, state: State) -> bool:
        """A draw is shared by those who fell at the same moment, even if they have nothing left (F43)."""
        return True


GAME = Figures()
