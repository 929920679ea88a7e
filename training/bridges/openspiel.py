"""Every game as an OpenSpiel game, written in Python: ``pyspiel.load_game("dynasty_env_dynasty(num_players=3)")``.

    import pyspiel
    import training.bridges.openspiel  # registers the games

    game = pyspiel.load_game("dynasty_env_dynasty")

    python -m training.bridges.openspiel dynasty_env_dynasty --simulations 20   # ISMCTS against random players

It needs the extra `openspiel`. Register your own game with `register`:

    register(dynasty_env.load_game("mine.py:Leduc"), "my_leduc")

**Enumerated chance.** A small game that declares its `chance` (`kit.game.ListedChance`), such as the reference games,
has a chance node for each card drawn and each die rolled, with its outcomes and their probabilities. So tabular methods
work: CFR, exact best responses, exploitability.

**Chance from a seed.** In all other games nature moves first: seven chance nodes with 512 outcomes each draw the 63
bits of the seed, which determines every shuffle and die. So the games are ``EXPLICIT_STOCHASTIC`` with deterministic
moves, and OpenSpiel can copy, save and pickle them. The alternatives do not work: chance nodes at each shuffle and roll
would have more than 10^60 outcomes, and ``SAMPLED_STOCHASTIC`` games written in Python cannot be pickled, as they
cannot save a random generator (OpenSpiel 2.0.2).

As a consequence, a clone contains all cards and all future dice. Perfect-information search (`MCTSBot`) exploits them;
`ISMCTSBot` does not, since it searches tables that `resample_from_infostate` has resampled.
"""

import hashlib
import json
from collections.abc import Callable
from copy import copy
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import pyspiel
import typer
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from rich.console import Console

import dynasty_env
from dynasty_env.games import REFERENCE_GAMES
from dynasty_env.kit import named
from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State, the_game
from training.bridges.openspiel_record import DIGITS, OUTCOMES, Record


class TableState(pyspiel.State):
    """One game. `current_player()` is privileged: in some phases other seats must not learn whose turn it is."""

    def __init__(self, game: "TableGame") -> None:
        super().__init__(game)
        self._record = copy(game.start)  # nothing in a record is modified before the deal

    @property
    def table(self) -> State | None:
        """The table itself, hidden cards included, None before the deal: privileged, never for a seat."""
        return self._record.table

    def current_player(self) -> int:
        """The deciding seat, or OpenSpiel's numbers for chance and the end."""
        if self._record.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.table is not None
        return int(pyspiel.PlayerId.TERMINAL) if self.table.done else self.table.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.done

    def returns(self) -> list[float]:
        """What each seat has won; zeros before the end of the game."""
        return self._record.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of the next draw, each with its probability."""
        outcomes = self._record.outcomes()
        return [(number, 1 / outcomes) for number in range(outcomes)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """A state that `player` cannot tell from this one: everything that it does not know is resampled, dice
        included.

        Its `history()` is empty: the true history would reveal others' secrets and the seed.
        """
        high, low = (int(sampler() * bits) for bits in (2**31, 2**32))
        state: TableState = self.get_game().new_initial_state()
        state._record = self._record.resampled(player, high << 32 | low)
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded_state, (self.get_game(), self.serialize())

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return [int(action) for action in self.table.legal()]

    def _apply_action(self, action: int) -> None:
        if self._record.is_chance:
            self._record.draw(action)
        else:
            self._record.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player < 0 else str(self._record.rules.action_names[action])

    def __str__(self) -> str:
        """For debugging: the state of the game, and a digest of the whole table."""
        drawing = self._record.drawing
        drawn = "" if drawing is None else f", draws {list(drawing.draws)}"
        if self.table is None:
            return f"{self._record.rules.name}: digits {list(self._record.digits)}{drawn}"
        whole = hashlib.blake2b(self.table.tables.array.tobytes(), digest_size=8).hexdigest()
        return f"{self._record.rules.name}: {self.table.phase}, seat {self.table.seat}, table {whole}{drawn}"


class TableGame(pyspiel.Game):
    """A rulebook as an OpenSpiel game. Its parameters are the game's options, and ``reward``."""

    def __init__(self, rules: Game, kind: pyspiel.GameType, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules = rules
        self.reward = str(given.pop("reward", rules.rewards[0]))
        check_choice("reward", self.reward, rules.rewards)
        self.options = rules.check_options(given)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.action_names),
            max_chance_outcomes=rules.chance.outcomes if rules.chance else OUTCOMES,
            num_players=self.options["num_players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if rules.zero_sum else None,
            max_game_length=rules.longest,
        )
        self.start = Record(rules, self.options, self.reward)
        super().__init__(kind, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (type(self.rules), self.get_type().short_name, self.get_parameters())

    def new_initial_state(self) -> TableState:
        """The state before nature has drawn anything."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The number of draws in a game, or of digits in its seed."""
        return self.rules.chance.draws if self.rules.chance else DIGITS

    def make_py_observer(
        self, iig_obs_type: "pyspiel.IIGObservationType | None" = None, params: dict[str, Any] | None = None
    ) -> "SeatObserver":
        """What a seat sees: a tensor and a text, or, with perfect recall, a text alone."""
        return SeatObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SeatObserver:
    """One seat's observation.

    Without perfect recall: `tensor` (onehot_size,) float32 in [-1, 1], and the seat's view as JSON. With perfect recall
    there is only a text, since it grows with the game.

    Raises:
        ValueError: for parameters, or if an observer other than a seat's own is requested.
    """

    def __init__(self, rules: Game, kind: "pyspiel.IIGObservationType", params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers of {rules.name} take no parameters: {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(f"{rules.name} is observed by a seat, with public_info and its own private_info")
        self._layout = rules.layout
        self._recalls = kind.perfect_recall
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not kind.perfect_recall:
            self.tensor = np.zeros(rules.layout.onehot_size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Write what `player` sees into `tensor`: zeros before the deal."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state.table is None else self._layout.onehot(state.table.observe(player))

    def string_from(self, state: TableState, player: int) -> str:
        """What `player` sees as JSON, or everything that it remembers."""
        if self._recalls:
            return state._record.remembered(player)
        return json.dumps(None if state.table is None else state.table.view(player), default=int)


def game_type(rules: Game, short_name: str) -> pyspiel.GameType:
    """How OpenSpiel describes a game."""
    options = {option.name: option.default for option in rules.options}
    return pyspiel.GameType(
        short_name=short_name,
        long_name=rules.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if rules.zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=rules.seats[0],
        max_num_players=rules.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**options, "reward": rules.rewards[0]},
    )


def register(rules: Game, short_name: str = "") -> str:
    """Register a game for `pyspiel.load_game`, unless it is registered already; returns its short name.

    Args:
        rules: the rulebook, as `dynasty_env.load_game("mine.py:Leduc")` finds it.
        short_name: its name in OpenSpiel; empty: ``dynasty_env_`` and its name without the version.
    """
    short = short_name or f"dynasty_env_{named.stem_of(rules.name)}"
    if short in pyspiel.registered_names():
        return short
    kind = game_type(rules, short)

    class NamedGame(TableGame):  # must be a class: other factories are freed too late, and crash Python when it exits
        """A game as `pyspiel.load_game` makes it, from its parameters."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(rules, kind, params)

    pyspiel.register_game(kind, NamedGame)
    return short


def loaded(rulebook: type[Game], short_name: str, params: dict[str, Any]) -> pyspiel.Game:
    """A game from a pickle, made in this process or in another one that has registered nothing."""
    return pyspiel.load_game(register(the_game(rulebook), short_name), params)


def loaded_state(game: pyspiel.Game, kept: str) -> pyspiel.State:
    """A state from a pickle."""
    return game.deserialize_state(kept)


for _name in (*dynasty_env.GAMES, *REFERENCE_GAMES):
    register(dynasty_env.game(_name))


def ismcts_bot(game: pyspiel.Game, simulations: int, seed: int) -> ISMCTSBot:
    """OpenSpiel's information-set search in Python, with random rollouts. Each simulation resamples the table."""
    dice = np.random.RandomState(seed)
    return ISMCTSBot(game, RandomRolloutEvaluator(1, dice), 1.4, simulations, random_state=dice)


def main(
    game: Annotated[
        str, typer.Argument(help="Game to play, with parameters; or file.py:Class.")
    ] = "dynasty_env_dynasty",
    simulations: Annotated[int, typer.Option(help="Simulations per move.")] = 20,
    games: Annotated[int, typer.Option(help="Games.")] = 1,
    seed: Annotated[int, typer.Option(help="Random seed for chance and the players.")] = 0,
) -> None:
    """ISMCTS in the first seat, random players in the others."""
    own = named.reference_in(game)
    rules = pyspiel.load_game(game if own is None else register(dynasty_env.load_game(game)))
    bot = ismcts_bot(rules, simulations, seed)
    rng = np.random.default_rng(seed)
    for number in range(games):
        state = rules.new_initial_state()
        while not state.is_terminal():
            searches = state.current_player() == 0
            state.apply_action(bot.step(state) if searches else int(rng.choice(state.legal_actions())))
        Console(emoji=False).print(f"game {number + 1}: returns {[round(won, 2) for won in state.returns()]}")


if __name__ == "__main__":
    typer.run(main)
