"""The chapters of Dynasty, in the book's order."""

from dynasty_env.dynasty.rules import (
    abilities,
    audit,
    command,
    death,
    event_cards,
    events,
    hire,
    incite,
    interrupts,
    marriage,
    neuroi,
    pack,
    people,
    person_decks,
    procreation,
    reaper,
    resolution,
    score,
    setup,
    turn,
    war,
    window,
    witches,
)

CHAPTERS = (
    setup.CHAPTER, turn.CHAPTER, pack.CHAPTER, people.CHAPTER, person_decks.CHAPTER, interrupts.CHAPTER, window.CHAPTER,
    resolution.CHAPTER, marriage.CHAPTER, procreation.CHAPTER, war.CHAPTER, command.CHAPTER, hire.CHAPTER,
    incite.CHAPTER, reaper.CHAPTER, death.CHAPTER, abilities.CHAPTER, witches.CHAPTER, neuroi.CHAPTER,
    event_cards.CHAPTER, events.CHAPTER, score.CHAPTER, audit.CHAPTER,
)  # fmt: skip
