"""Bots that play Three Kingdoms alone."""
