"""Everything that picks an action."""
