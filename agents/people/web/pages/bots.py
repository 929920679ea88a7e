"""Names of bots for people, by strength and style, instead of the names that programs use."""

from typing import NamedTuple

from agents.people.web.phrases import Words
from dynasty_env.kit.phrases import _

STRENGTHS = (_("beginner"), _("experienced"), _("strong"), _("very strong"))
"""How well a bot plays, from weakest to strongest."""


class Known(NamedTuple):
    """A bot as people know it."""

    called: str  # its name
    strength: int  # index in `STRENGTHS`
    style: str  # how it plays; ``{n}`` stands for the number of playouts before a move


KNOWN = {
    "random": Known(_("Novice"), 0, _("plays any legal move")),
    "greedy": Known(_("Veteran"), 1, _("weighs its moves by their chances")),
    "ahead": Known(_("Watcher"), 1, _("foresees how the others answer")),
    "distilled": Known(_("Disciple"), 1, _("has learned to play like the champion")),
    "policy": Known(_("Student"), 1, _("trained by playing against itself")),
    "champion": Known(_("Champion"), 2, _("trained by playing against itself")),
    "mc": Known(_("Dreamer"), 2, _("imagines how games go on before each move")),
    "ismcts": Known(_("Planner"), 2, _("plans ahead on imagined tables")),
    "champion+search": Known(_("Grandmaster"), 3, _("trained, and plans ahead on imagined tables")),
}
"""Bots by their names without an argument."""


OWN: dict[str, str] = {}
"""The names that users' own bots give themselves, by the names under which the server offers them."""
LONGEST = 40
"""The longest name of a user's own bot that is shown, in characters."""


def bot_called(words: Words, name: str) -> str:
    """The displayed name of a bot: “Grandmaster” for ``champion+search:200:mixed``.

    A user's own bot is called by its own ``name``; if the server does not offer it any more, by that of its class.
    """
    known = KNOWN.get(name.partition(":")[0])
    return (OWN.get(name) or _class_in(name))[:LONGEST] if known is None else words(known.called)


def _class_in(name: str) -> str:
    """``House`` for ``mine.py:House:3``."""
    return (name.split(":")[1:] or [name])[0]


def bot_described(words: Words, name: str) -> str:
    """The same with its strength in stars and in words, and its style."""
    known = KNOWN.get(name.partition(":")[0])
    if known is None:
        called = bot_called(words, name)
        return called if called == name else f"{called} ({name})"
    stars = "★" * (known.strength + 1) + "☆" * (len(STRENGTHS) - known.strength - 1)
    description = words("{strength}: {style}", strength=words(STRENGTHS[known.strength]), style=words(known.style))
    return f"{words(known.called)} {stars} ({description})"


def by_strength(names: list[str]) -> list[str]:
    """Bots from weakest to strongest; users' own bots last."""
    weakest = {name: known.strength for name, known in KNOWN.items()}
    return sorted(names, key=lambda name: weakest.get(name.partition(":")[0], len(STRENGTHS)))
