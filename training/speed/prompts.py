"""How much text a whole game is: ``python -m training.speed.prompts [GAME …]``.

Prints a table in Markdown. A seat's text is what it receives at each decision that has a choice, rules included, as for
a model without a memory: nothing from earlier decisions is repeated.
"""

import sys
from collections.abc import Callable, Sequence

import numpy as np

import dynasty_env
from agents.language.prompt import prompt_of
from agents.language.style import STYLES, Style
from agents.registry import make_bot
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Bot, Decision, dice_of

CHARACTERS_A_TOKEN = 4.0
"""A rule of thumb for English text."""

Counter = Callable[[str], int]


def tokenizer() -> tuple[str, Counter]:
    """A function that counts tokens: tiktoken's, if it has its vocabulary, else a quarter of the characters."""
    try:
        import tiktoken

        encoding = tiktoken.get_encoding("o200k_base")
    except Exception:  # not installed, or its vocabulary would have to be downloaded
        return "characters / 4", lambda text: round(len(text) / CHARACTERS_A_TOKEN)
    return "o200k_base", lambda text: len(encoding.encode(text, disallowed_special=()))


class Weighed:
    """A bot that records how long its prompts would be."""

    name = "weighed"

    def __init__(self, bot: Bot, count: Counter) -> None:
        self._bot = bot
        self._count = count
        self._happened: dict[int, list[str]] = {}
        self.prompts: dict[str, dict[int, list[tuple[int, int]]]] = {name: {} for name in STYLES}
        """Style → seat → for each decision: tokens of the rules, tokens of the decision."""

    def reset(self, seed: int) -> None:
        self._happened.clear()
        self._bot.reset(seed)

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        self._happened.setdefault(seat, []).extend(lines)

    def act(self, decision: Decision) -> int:
        if len(decision.legal) > 1:
            happened = self._happened.pop(decision.seat, [])
            for name, style in STYLES.items():
                self.prompts[name].setdefault(decision.seat, []).append(self._sizes(decision, happened, style))
        return self._bot.act(decision)

    def _sizes(self, decision: Decision, happened: Sequence[str], style: Style) -> tuple[int, int]:
        prompt = prompt_of(decision, happened, style)
        return self._count(prompt.system), self._count(prompt.user)


def rows(game: Game, games: int, count: Counter, backend: BackendName | None = None) -> list[list[str]]:
    """A row for each style: rules, mean and longest decision, decisions of a seat, tokens of a seat's whole game."""
    bot = "greedy" if "greedy" in game.policies else "random"
    sizes: dict[str, list[list[tuple[int, int]]]] = {name: [] for name in STYLES}
    for seed in range(games):
        state = game.new(seed, backend=backend)
        weighed = Weighed(make_bot(bot, game), count)
        dice = [dice_of(seed, seat) for seat in range(state.num_players)]
        weighed.reset(seed)
        while not state.done:
            for seat in range(state.num_players) if state.told else ():
                weighed.listen(seat, state.chronicle(seat))
            state.play(weighed.act(Decision(state, dice[state.seat])))
        for name, by_seat in weighed.prompts.items():
            sizes[name] += by_seat.values()
    result = []
    for name, seats in sizes.items():
        decisions = [user for seat in seats for _, user in seat]
        whole = [sum(system + user for system, user in seat) for seat in seats]
        numbers = (
            np.mean([seat[0][0] for seat in seats]), np.mean(decisions), max(decisions),
            np.mean([len(seat) for seat in seats]), np.mean(whole),
        )  # fmt: skip
        result.append([f"`{game.name}`", f"`{name}`", *(f"{number:,.0f}" for number in numbers)])
    return result


def main(names: Sequence[str]) -> None:
    """Print the table for the games named, or for all."""
    how, count = tokenizer()
    print(f"Tokens counted by {how}; means over the seats of 5 games.\n")
    print("| game | verbosity | rules | a decision | longest | decisions | whole game |\n|---|---|---|---|---|---|---|")
    for name in names or dynasty_env.GAMES:
        for row in rows(dynasty_env.game(name), 5, count):
            print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main(sys.argv[1:])
