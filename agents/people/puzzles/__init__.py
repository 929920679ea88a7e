"""Puzzles: positions with one choice that is right by a wide margin, each as the deciding seat knew it."""
