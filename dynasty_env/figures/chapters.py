"""The chapters of the figure duel, in the book's order."""

from dynasty_env.kit.engine.chapter import chapters_in

CHAPTERS = chapters_in(
    "dynasty_env.figures.rules",
    "setup cards bodies rounds turn outlook motion strikes collision damage distraction score audit",
)
