"""Tables: who sits there, how their games go on, and what each viewer is shown."""
