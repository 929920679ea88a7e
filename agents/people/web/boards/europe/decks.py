"""The contents of the four person decks: bloodlines, and religions as on the cards."""

from dynasty_env.kit.phrases import _

DECKS: dict[str, str] = {
    "deck:yellow": _("Habsburg, that is the Empire and Spain: half of them Catholic, nobody Protestant"),
    "deck:blue": _("France: half of them between the religions, few Protestants"),
    "deck:red": _("England and the Dutch: more than half Protestant, few Catholics"),
    "deck:green": _("The North and the German princes: mostly Protestant, hardly a Catholic"),
}
"""Maps the choice of a deck to the persons in it."""
