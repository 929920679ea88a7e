"""Bots that only play Three Kingdoms."""
