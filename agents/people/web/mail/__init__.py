"""Mail to players whose turn it is, in games over days: only if the server sends mail and the player asks for it."""
