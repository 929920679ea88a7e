"""Every game that the generic suites run over: the registered ones, and the kit's own tiny ones."""

import dynasty_env
from dynasty_env.kit.game import Game
from tests.tiny import cut_in, nim

ALL: list[Game] = [nim.GAME, cut_in.GAME, *(dynasty_env.game(name) for name in dynasty_env.GAMES)]
