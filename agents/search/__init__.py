"""Search bots: they play out imagined tables and take the action with the best results."""
