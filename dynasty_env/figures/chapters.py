"""The chapters of the figure duel, in the book's order."""

from dynasty_env.figures.rules import (
    audit,
    bodies,
    cards,
    collision,
    damage,
    distraction,
    motion,
    outlook,
    rounds,
    score,
    setup,
    strikes,
    turn,
)

CHAPTERS = (
    setup.CHAPTER, cards.CHAPTER, bodies.CHAPTER, rounds.CHAPTER, turn.CHAPTER, outlook.CHAPTER, motion.CHAPTER,
    strikes.CHAPTER, collision.CHAPTER, damage.CHAPTER, distraction.CHAPTER, score.CHAPTER, audit.CHAPTER,
)  # fmt: skip
