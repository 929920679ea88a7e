"""The table of the figure duel: one record that holds the whole state of a game. Comments explain the fields."""

from dynasty_env.figures.ids import ACTIONS, POINT_LAYOUT
from dynasty_env.figures.material import CARDS, FIGURES, MOST_PLOTS, SEATS, STATS, WEAPONS
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.options import Option, fields_of
from dynasty_env.kit.phrases import _

STACK = 32
TRACE = 400

MOST_ROUNDS = 30

OPTIONS = (
    Option("num_players", 2, (2, 3, 4), "players at the table (§02)"),
    Option("figures", 1, (1, 2), "figures a player; with two, one of them is the leader (§04-02)",
           called=_("Figures for each player")),
    Option("stats", 0, (0, 1, 2), "abilities: 0 by the character sheet, 1 by dice, 2 of 35 points to spread (§04-01)",
           called=_("Where their abilities come from"),
           called_values={0: _("printed on their sheets"), 1: _("rolled with dice"),
                          2: _("35 points, spread by their players")}),
    Option("room", 1, (0, 1, 2), "how large the room is (F34): 0 small, 1 as usual, 2 large",
           called=_("Size of the room"), called_values={0: _("small"), 1: _("standard"), 2: _("large")}),
    Option("emotions", False, (False, True), "emotion cards (§07-01; ch. 9)",
           called=_("Emotions: a figure that is attacked may feel joy, sorrow or anger, which changes its abilities")),
    Option("distraction", False, (False, True), "figures distract those who see them (§07-02; ch. 10)",
           called=_("Distraction: some figures distract those who see them")),
    Option("max_rounds", MOST_ROUNDS, (10, MOST_ROUNDS), "rounds after which the most vitality left wins (F16)",
           called=_("Maximum number of rounds; then the most vitality left wins")),
    Option("ask_forced", False, (False, True), "also ask decisions that have exactly one legal action (F55)"),
)  # fmt: skip
TABLE = table_dtype(
    header(ACTIONS, STACK, TRACE, POINT_LAYOUT.size),
    [
        *fields_of(OPTIONS),
        # the room and the figures; figure f belongs to seat f // figures
        ("side", "f8"),  # of the room, w
        ("x", "f8", (FIGURES,)),  # centres, w
        ("y", "f8", (FIGURES,)),
        ("base_x", "f8", (FIGURES,)),  # F62: a heading is this unit vector …
        ("base_y", "f8", (FIGURES,)),
        ("steps", "i1", (FIGURES,)),  # … turned clockwise by this many steps of 15°
        ("sheet", "i1", (FIGURES,)),
        ("stat", "i1", (FIGURES, STATS)),
        ("open_stats", "i1"),  # 1: abilities are shown to everybody
        ("standing", "i1", (FIGURES,)),  # 1: in the room
        ("damage", "i1", (FIGURES,)),
        ("fell", "i2", (FIGURES,)),  # 0: not out; else the number of the moment when it went out, from 1
        ("falls", "i2"),  # how many moments there have been when figures went out
        ("pose", "i1", (FIGURES, WEAPONS)),  # steps of 15° from the direction below, or LOWERED
        ("pose_x", "f8", (FIGURES, WEAPONS)),  # F62: of length 1, in the figure's own frame; ahead, except for poses …
        ("pose_y", "f8", (FIGURES, WEAPONS)),  # … with continuous angles (F63)
        ("used_up", "i1", (FIGURES, WEAPONS)),  # 1: thrown
        ("leader", "i1", (SEATS,)),  # figure, or -1
        ("order", "i1", (SEATS,)),  # F45: seats in the order of placing their figures
        # cards
        ("at", "i1", (CARDS,)),  # an At
        ("pack", "i1", (CARDS,)),  # face down, top last
        ("pack_size", "i1"),
        ("plots", "i1", (FIGURES, MOST_PLOTS)),  # face down, leftmost first
        ("plot_count", "i1", (FIGURES,)),
        ("face_up", "i1", (FIGURES,)),  # the plot turned up, or -1
        ("seen", "i1", (CARDS,)),  # F66: bits of seats that knew it in the discards when these were shuffled in
        ("before", "i1", (FIGURES,)),  # 1: its hidden cards were drawn before that
        ("mixed", "i1"),  # 1: discards have been shuffled in since the hands were drawn
        # the round
        ("round", "i2"),
        ("posing", "i1"),  # 1: poses are hidden until all are done
        # the turn
        ("actor", "i1"),  # acting figure, or -1
        ("number", "i1"),  # what its card counts as; 0: not known yet
        ("doubled", "i1"),  # §07-02
        ("lost", "i1"),  # 1: its face-up plot was dropped, so the turn is lost
        ("sighted", "i2"),  # bits of the figures that it saw when its turn began
        ("passed", "i1", (WEAPONS, FIGURES)),  # 1: this weapon is done with that body for this turn
        ("fresh", "i1"),  # 1: bodies touched from the start still have to be asked about
        ("again", "i1"),  # 1: then the distance is asked again, because of an attack from the start
        ("moving", "i1"),  # a Mode
        ("sense", "i1"),  # of the current rotation: 1 clockwise, -1 anticlockwise, 0 none
        ("span", "f8"),  # its extent, by `measure`
        ("from_x", "f8"),  # the heading where it began: base …
        ("from_y", "f8"),
        ("from_steps", "i1"),  # … and steps
        ("to_x", "f8"),  # the heading where it ends
        ("to_y", "f8"),
        ("to_steps", "i1"),
        ("edge", "i1"),  # clock position of the edge it moves along
        ("mobility", "i1"),  # of this turn, after feelings and doubling
        ("left", "f8"),  # the rest of the way that it may go, w
        ("aim", "f8"),  # how far it is going now, w
        ("weapon", "i1"),  # the weapon that touches …
        ("target", "i1"),  # … this body
        ("winners", "i1"),  # bits of the seats, at the end
    ],
)
