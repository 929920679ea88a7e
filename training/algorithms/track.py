"""What an algorithm is given beside the game. A separate module, so that tables can be read without torch."""

from typing import Literal

Track = Literal["tabula rasa", "told greedy's advice", "against greedy", "with a dataset"]
"""Nothing; the advice of the game's own bot; that bot as its opponent; games of others."""
