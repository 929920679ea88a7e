"""The chapters of Kingdoms, in the book's order."""

from dynasty_env.kingdoms.rules import (
    audit,
    battle,
    conquest,
    contest,
    countries,
    death,
    decks,
    dice,
    execution,
    grant,
    incite,
    marriage,
    persons,
    procreation,
    reaper,
    recovery,
    score,
    setup,
    suppress,
    turn,
    war,
)

CHAPTERS = (
    setup.CHAPTER, turn.CHAPTER, decks.CHAPTER, persons.CHAPTER, dice.CHAPTER, marriage.CHAPTER, procreation.CHAPTER,
    war.CHAPTER, battle.CHAPTER, conquest.CHAPTER, recovery.CHAPTER, incite.CHAPTER, suppress.CHAPTER, grant.CHAPTER,
    reaper.CHAPTER, execution.CHAPTER, death.CHAPTER, contest.CHAPTER, countries.CHAPTER, score.CHAPTER,
    audit.CHAPTER,
)  # fmt: skip
