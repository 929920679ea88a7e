"""Figure duel: two to four players have posable figures fight in a room; cards program them and measure their moves.

One table after PettingZoo's AEC interface: `env`. Thousands at once: `vec_env`. One seat against bots, as a Gymnasium
environment: `single_env`, and many such seats at once: `seat_vec_env`. The rules themselves, to play, clone, save and
resample: `game.new(seed=7, num_players=2)`. An example, arguments, and what comes back: `kit.envs.module.GameModule`.
"""

from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import card_table
from dynasty_env.kit.envs.module import GameModule

__all__ = ["card_table", "env", "game", "layout", "raw_env", "seat_vec_env", "single_env", "vec_env"]

_module = GameModule(GAME)
game, layout = _module.game, _module.layout
env, raw_env, vec_env = _module.env, _module.raw_env, _module.vec_env
single_env, seat_vec_env = _module.single_env, _module.seat_vec_env
