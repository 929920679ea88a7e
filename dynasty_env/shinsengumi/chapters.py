"""The chapters of Shinsengumi, in the book's order."""

from dynasty_env.kit.engine.chapter import chapters_in

CHAPTERS = chapters_in(
    "dynasty_env.shinsengumi.rules", "setup turn stones events movement failures removal fights score audit"
)
