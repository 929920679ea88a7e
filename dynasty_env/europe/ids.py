"""The action ids with the same meaning in Dynasty and Kingdoms."""

PASS = 0
"""Do nothing, or do not use a right. The meaning depends on the phase: take no action, allow, refuse, done …"""
DECLARE = 1
"""Use the right that the phase asks about."""
