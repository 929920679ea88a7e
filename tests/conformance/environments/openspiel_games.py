"""Games of OpenSpiel through shimmy, with what OpenSpiel says of them declared: ``openspiel_games:kuhn_poker``."""

from copy import copy, deepcopy
from functools import partial
from typing import Any

import numpy as np

from dynasty_env.conformance import Declaration

GAMES = (
    "kuhn_poker", "leduc_poker", "liars_dice", "tic_tac_toe", "connect_four", "backgammon", "gin_rummy", "hearts",
    "goofspiel", "oh_hell", "tiny_hanabi", "battleship", "phantom_ttt", "oware", "breakthrough", "othello", "hex",
    "dark_hex", "y", "mancala", "checkers", "clobber", "nim", "pig", "dots_and_boxes", "blackjack", "coin_game",
    "nine_mens_morris", "bargaining", "lines_of_action", "markov_soccer",
)  # fmt: skip


def made(game: str) -> Any:
    """shimmy's environment of a game."""
    from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

    return OpenSpielCompatibilityV0(game_name=game)


def __getattr__(name: str) -> Any:
    if name in GAMES:
        return partial(made, name)
    raise AttributeError(name)


def cloned(env: Any) -> Any:
    """A copy with a state of its own."""
    twin = copy(env)
    kept = ("_env", "game_state", "game_type")
    twin.__dict__.update({name: deepcopy(value) for name, value in env.__dict__.items() if name not in kept})
    twin.game_state = env.game_state.clone()
    return twin


def known(env: Any, agent: Any) -> Any:
    """OpenSpiel's information state, and whether one is asked, which some of these leave out."""
    return env.game_state.information_state_string(env.agent_name_id_mapping[agent]), agent == env.agent_selection


def resampled(env: Any, agent: Any, key: int) -> Any:
    """Another state with the same information state."""
    twin = cloned(env)
    rng = np.random.default_rng(key)
    if not env.game_state.is_terminal():
        twin.game_state = env.game_state.resample_from_infostate(env.agent_name_id_mapping[agent], rng.random)
        twin._update_observations()
        twin._update_action_masks()
    return twin


def declaration(game: str) -> Declaration:
    """What OpenSpiel itself says of a game."""
    import pyspiel

    loaded = pyspiel.load_game(game)
    kind, state = loaded.get_type(), loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    try:
        state.resample_from_infostate(max(0, state.current_player()), np.random.default_rng(0).random)
        resamples = True
    except (RuntimeError, pyspiel.SpielError):
        resamples = False
    open_to_all = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    zero = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    return Declaration(
        zero_sum=zero or None,
        bounds=(loaded.min_utility(), loaded.max_utility()),
        truncates=False,
        chance=kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC,
        outcome=lambda env: dict(zip(env.possible_agents, env.game_state.returns(), strict=True)),
        secret=None if open_to_all else (lambda env, agent: str(env.game_state)),
        knows=known if kind.provides_information_state_string else None,
        resample=resampled if resamples else None,
        clone=cloned,
    )
