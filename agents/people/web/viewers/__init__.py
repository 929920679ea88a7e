"""What each viewer of a table is shown: made from what that viewer knows, and nothing else."""
