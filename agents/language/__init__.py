"""Language models as players: positions and moves as text, replies back to moves (docs/language-models.md)."""
