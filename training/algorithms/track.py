"""What an algorithm is given beside the game. It stands by itself, so that tables can be read without torch."""

from typing import Literal

Track = Literal["tabula rasa", "told greedy's advice", "against greedy", "with a dataset"]
"""Nothing; what the game's own bot thinks of actions; that bot as its opponent; games of others."""
