"""What each viewer of a table is shown: it is made only from what that viewer knows."""
