"""Names of bots for people, by strength and style, instead of the names that programs use."""

from typing import NamedTuple

from agents.people.web.phrases import Words
from dynasty_env.kit.phrases import _

STRENGTHS = (_("beginner"), _("experienced"), _("strong"), _("very strong"))
"""How well a bot plays, from weakest to strongest."""


class Known(NamedTuple):
    """A bot as people know it.

    Attributes:
        called: its name.
        strength: index in `STRENGTHS`.
        style: how it plays; ``{n}`` stands for the number of playouts before a move.
    """

    called: str
    strength: int
    style: str


KNOWN = {
    "random": Known(_("Novice"), 0, _("plays whatever is legal")),
    "greedy": Known(_("Veteran"), 1, _("weighs its moves by their chances")),
    "ahead": Known(_("Watcher"), 1, _("foresees how the others answer")),
    "distilled": Known(_("Disciple"), 1, _("has learned to do what the champion does")),
    "policy": Known(_("Student"), 1, _("trained by playing against itself")),
    "champion": Known(_("Champion"), 2, _("trained by playing against itself")),
    "mc": Known(_("Dreamer"), 2, _("imagines how games go on before each move")),
    "ismcts": Known(_("Planner"), 2, _("plans ahead on imagined tables")),
    "champion+search": Known(_("Grandmaster"), 3, _("trained, and plans ahead on imagined tables")),
}
"""Bots by their names without an argument."""


def bot_called(words: Words, name: str) -> str:
    """The displayed name of a bot: “Grandmaster” for ``champion+search:200:mixed``; a user's own bot keeps its name."""
    known = KNOWN.get(name.partition(":")[0])
    return words(name).capitalize() if known is None else words(known.called)


def bot_described(words: Words, name: str) -> str:
    """The same with its strength in stars and in words, and its style."""
    known = KNOWN.get(name.partition(":")[0])
    if known is None:
        return words(name)
    stars = "★" * (known.strength + 1) + "☆" * (len(STRENGTHS) - known.strength - 1)
    description = words("{strength}: {style}", strength=words(STRENGTHS[known.strength]), style=words(known.style))
    return f"{words(known.called)} {stars} ({description})"


def by_strength(names: list[str]) -> list[str]:
    """Bots from weakest to strongest; users' own bots last."""
    weakest = {name: known.strength for name, known in KNOWN.items()}
    return sorted(names, key=lambda name: weakest.get(name.partition(":")[0], len(STRENGTHS)))
