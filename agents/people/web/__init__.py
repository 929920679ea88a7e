"""The table in the browser: people and bots at one board (`dynasty serve`)."""
