"""Tables: their seats, the progress of their games, and what each viewer is shown."""
