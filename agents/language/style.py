"""How much a language model is told at each decision."""

from dataclasses import dataclass

from dynasty_env.kit.errors import OptionError, in_short


@dataclass(frozen=True)
class Style:
    """The amount of information in a prompt.

    Attributes:
        primer: maximum number of characters of rules.
        fields: the seat's view as `key: value` lines, without empty fields.
        view: the seat's view as JSON, complete.
        drawing: the table as drawn for a person at a terminal, without colours.
        happened: maximum number of lines about events since the seat's last decision; the newest are kept.
        names: give the name of each move (``person:Charles V``) besides its words.
    """

    name: str
    primer: int
    fields: bool
    view: bool
    drawing: bool
    happened: int
    names: bool


STYLES = {
    style.name: style
    for style in (
        Style("compact", primer=2500, fields=True, view=False, drawing=False, happened=12, names=False),
        Style("standard", primer=6000, fields=False, view=False, drawing=True, happened=40, names=True),
        Style("full", primer=16000, fields=False, view=True, drawing=True, happened=200, names=True),
    )
}
"""The styles by name. All of them list every legal move with its words and its odds."""

DEFAULT = "standard"


def style_named(name: str) -> Style:
    """A style by name. Raises OptionError that lists the existing names."""
    if name not in STYLES:
        raise OptionError(f"verbosity={in_short(name)} is unknown: choose {', '.join(STYLES)}")
    return STYLES[name]
