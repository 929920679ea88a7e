"""Three Kingdoms: two to eleven powers fight for China from 190 to 234, ally by word, and lose generals to each other.

One table after PettingZoo's AEC interface: `env`. Thousands at once: `vec_env`. One seat against bots, as a Gymnasium
environment: `single_env`, and many such seats at once: `seat_vec_env`. The rules themselves, to play, clone, save and
resample: `game.new(seed=7, scenario=0)`. An example, arguments, and what comes back: `kit.envs.module.GameModule`.
"""

from dynasty_env.kit.envs.module import GameModule
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.material import card_table

__all__ = ["card_table", "env", "game", "layout", "raw_env", "seat_vec_env", "single_env", "vec_env"]

_module = GameModule(GAME)
game, layout = _module.game, _module.layout
env, raw_env, vec_env = _module.env, _module.raw_env, _module.vec_env
single_env, seat_vec_env = _module.single_env, _module.seat_vec_env
