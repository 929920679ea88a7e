"""The chapters of Dynasty, in the book's order."""

from dynasty_env.kit.engine.chapter import chapters_in

CHAPTERS = chapters_in(
    "dynasty_env.dynasty.rules",
    "setup turn pack people person_decks interrupts window resolution marriage procreation war command hire incite "
    "reaper death abilities witches neuroi event_cards events score audit",
)
