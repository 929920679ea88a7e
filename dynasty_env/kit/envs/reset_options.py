"""Game options that are passed to `reset`: they apply only to the games that this reset deals."""

from collections.abc import Mapping
from typing import Any

import gymnasium

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game


def options_for_reset(
    game: Game, fixed: Mapping[str, int | bool], given: Any, warned: set[str]
) -> dict[str, int | bool]:
    """All options of the next game, with their values.

    Args:
        fixed: the environment's options, which apply where `given` does not override them.
        given: the argument `options` of `reset`; None changes nothing. Keys that are not options of the game may be
            meant for a wrapper: they are ignored, with a warning the first time.
        warned: the keys that have been warned about; new ones are added.

    Raises:
        OptionError: if `given` is not a dict, a value is out of range, or the number of seats differs from the one that
            spaces and agents were made for; nothing has changed.
    """
    if given is None:
        return dict(fixed)
    names = [option.name for option in game.options]
    if not isinstance(given, Mapping):
        raise OptionError(f"options={in_short(given)} is not a dict of options; the options are {', '.join(names)}")
    options = game.check_options({**fixed, **{name: given[name] for name in names if name in given}})
    if options["num_players"] != fixed["num_players"]:
        raise OptionError(
            f"num_players={options['num_players']} cannot be given to reset: this environment has "
            f"{fixed['num_players']} seats; create another one"
        )
    for key in [in_short(key) for key in given if key not in names]:
        if key not in warned:
            warned.add(key)
            gymnasium.logger.warn(
                f"reset ignores {key}, which is not an option of {game.name}; its options are {', '.join(names)} "
                "(this warning appears once)"
            )
    return options
