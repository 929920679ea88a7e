"""The table in the browser, where people and bots play together (`dynasty serve`)."""
