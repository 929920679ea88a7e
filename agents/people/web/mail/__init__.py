"""Mail to players whose turn it is, in games of days: where the server sends any, and for those who ask for it."""
