"""The opinions of a bot: on an open decision (hints), and on a finished game (reviews)."""
