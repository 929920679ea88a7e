"""New bots and games of one's own: `dynasty new`."""
