"""The chapters of Shinsengumi, in the book's order."""

from dynasty_env.shinsengumi.rules import audit, events, failures, fights, movement, removal, score, setup, stones, turn

CHAPTERS = (
    setup.CHAPTER, turn.CHAPTER, stones.CHAPTER, events.CHAPTER, movement.CHAPTER, failures.CHAPTER, removal.CHAPTER,
    fights.CHAPTER, score.CHAPTER, audit.CHAPTER,
)  # fmt: skip
