"""The action ids that mean the same in both games."""

PASS = 0
"""Take no action; allow; refuse; done: whatever it means not to use a right."""
DECLARE = 1
"""Use the right that one is asked about."""
