"""The chapters of Kingdoms, in the book's order."""

from dynasty_env.kit.engine.chapter import chapters_in

CHAPTERS = chapters_in(
    "dynasty_env.kingdoms.rules",
    "setup turn decks persons dice marriage procreation war battle conquest recovery incite suppress grant reaper "
    "execution death contest countries score audit",
)
