"""What a bot thinks: of an open decision (hints), and of a finished game (reviews)."""
