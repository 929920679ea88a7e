"""Bots that search: they play on in imagined tables and take what turned out best."""
