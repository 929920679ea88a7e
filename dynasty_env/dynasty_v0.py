"""Dynasty: two to six royal houses of 16th-century Europe marry, bear heirs, hire, incite, wage war and die.

- `env`: one table as a PettingZoo AEC environment.
- `vec_env`: thousands of tables stepped at once.
- `single_env`: one seat against bots, as a Gymnasium environment.
- `seat_vec_env`: many such seats at once, as a Gymnasium vector environment.
- `game.new(seed=7, num_players=4)`: the rules themselves, to play, clone, save and resample.

`kit.envs.module.GameModule` has an example, the arguments and the return values.
"""

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import CARD_COLUMNS, card_table
from dynasty_env.kit.envs.module import GameModule

__all__ = ["card_columns", "card_table", "env", "game", "layout", "raw_env", "seat_vec_env", "single_env", "vec_env"]

card_columns = CARD_COLUMNS
"""What `card_table` holds: the name and meaning of each column."""

_module = GameModule(GAME)
game, layout = _module.game, _module.layout
env, raw_env, vec_env = _module.env, _module.raw_env, _module.vec_env
single_env, seat_vec_env = _module.single_env, _module.seat_vec_env
