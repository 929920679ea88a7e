"""§05-08: bodies that run into each other or into walls."""

from dynasty_env.figures.ids import Step, Trace
from dynasty_env.figures.material import FIGURES, NOBODY
from dynasty_env.kit.engine import EVERYBODY, Chapter, push, rule, tell
from dynasty_env.kit.words import EntryKind, _

from .bodies import all_figures, body_on_the_way, carry, free_way, hundredths, owner
from .damage import check_damage, feel, take_away_finished
from .geometry import MOMENT
from .score import judge


@rule
def collide(t, dx, dy):
    """§05-08: the acting figure has run into bodies or walls along d: everything that touches is checked and thrown.

    F13: the mover is first, then seat order; everybody is thrown before anybody is taken away; this ends the move, and
    (F26) there are no shots. F27: one check each, however much is touched at that moment. F32: then come emotions, the
    mover first.
    """
    struck = 0
    for other in range(all_figures(t)):
        if other != t.a and t.standing[other] == 1 and body_on_the_way(t, t.a, other, dx, dy) <= MOMENT:
            struck |= 1 << other
            tell(t, Trace.COLLIDED, t.seat, t.a, other, t.mobility, EVERYBODY)
    if struck == 0:
        tell(t, Trace.COLLIDED, t.seat, t.a, NOBODY, t.mobility, EVERYBODY)
    damage = check_damage(t, t.a, t.mobility)
    throw(t, t.a, -dx, -dy, damage)
    throw_struck(t, struck, dx, dy)
    if take_away_finished(t) > 0:
        judge(t)
    if t.done == 0:
        feel_it(t, struck)
        push(t, Step.TURN_OVER, t.seat, t.a, 0)


@rule
def throw_struck(t, struck, dx, dy):
    """F28: all struck bodies are checked, and thrown in the mover's direction, in seat order."""
    for other in range(all_figures(t)):
        if struck >> other & 1:
            damage = check_damage(t, other, t.mobility)
            throw(t, other, dx, dy, damage)


@rule
def throw(t, figure, dx, dy, damage):
    """§05-08: a figure is thrown one width per damage; F14: it stops at the first body or wall, without a collision."""
    way = min(damage * 1.0, free_way(t, figure, dx, dy))
    if way > 0.0:
        carry(t, figure, dx, dy, way)
        tell(t, Trace.THROWN, owner(t, figure), figure, hundredths(t.x[figure]), hundredths(t.y[figure]), EVERYBODY)


@rule
def feel_it(t, struck):
    """F32: emotion cards for everybody who was struck and still stands, the mover first."""
    feel(t, t.a)
    for other in range(FIGURES):
        if struck >> other & 1:
            feel(t, other)


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(
            Trace.COLLIDED, _("{who}'s {figure} runs into {what}"), "figure", "what:met", "cards:number", cites="§05-08"
        ),
        EntryKind(
            Trace.THROWN,
            _("{who}'s {figure} is thrown to {x} w, {y} w"),
            "figure",
            "x:place",
            "y:place",
            cites="§05-08, F14",
        ),
    ),
)
