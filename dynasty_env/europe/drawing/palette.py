"""The colours of pictures."""

PAPER, INK, FAINT, GOLD, ALARM = "#f7f1e1", "#2b2620", "#857b69", "#e2b33c", "#c8271f"
SPECIAL = "#8a2f7d"
EVENT, EVENT_TINT = "#5b3fa0", "#ece5fb"
OCCUPIED = "#2c1a26"
SEATS = ("#6d4a9e", "#12837a", "#d0691f", "#7c5033", "#b83f77", "#3c5675")
TINTS = ("#fbeeb9", "#d7e4f6", "#f7d8d2", "#d9ecd7", "#f8dcea", "#fdfdfd", "#e2e2e2", "#e6daf2", "#d2d2d2")
STRIPES = ("#e0ac1c", "#3467b2", "#c0362b", "#3b8b4c", "#d66a9d", "#cdc9bd", "#8a8a8a", "#7c52a8", "#222222")
"""By bloodline (`Colour`): `TINTS` for the background of a person's card, `STRIPES` for its edge and for decks."""
