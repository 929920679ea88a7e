"""How the games of a benchmark are played: many tables at once, coupled chance, and luck measured."""
