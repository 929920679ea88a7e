"""What players of a table agree to, in words: thinking time, rules that differ from the usual ones, chat, rating."""

from collections.abc import Mapping

from agents.people.web.boards import Board
from agents.people.web.phrases import Words
from agents.people.web.tables.clock import Control, Terms
from dynasty_env.kit.options import own_options
from dynasty_env.kit.phrases import _

TALKS = {
    "on": _("between people, left out of replays"), "kept": _("between people, included in replays"),
    "off": _("none"),
}  # fmt: skip
"""Whether people may write a few words to each other."""
CLOCKS = (
    ("", {"0": _("none: the game waits for everybody")}),
    (_("for each decision"), {
        "30": _("30 seconds"), "60": _("1 minute"), "120": _("2 minutes"), "600": _("10 minutes"), "86400": _("1 day"),
        "259200": _("3 days"), "604800": _("7 days"),
    }),
    (_("for the whole game"), {
        "300+10": _("5 minutes, plus 10 seconds per decision"),
        "900+15": _("15 minutes, plus 15 seconds per decision"),
        "2700+30": _("45 minutes, plus 30 seconds per decision"),
    }),
)  # fmt: skip
"""The clocks in the lobby, in groups."""


def terms_in_words(terms: Terms, board: Board, words: Words) -> list[tuple[str, str]]:
    """What the players agree to: label and text of each point.

    Args:
        terms: the table's.
        words: the reader's language, with the words of the game.
    """
    told = []
    if terms.people > 1:
        told += [(words("Thinking time"), clock_in_words(terms.control, words))]
    told += [(words("Rules"), words("; ").join(changed_options(terms.options, board, words)) or words("standard"))]
    if terms.people > 1:
        told += [(words("Talk"), words(TALKS[terms.talk]))]
    rated = (
        _("no: the host has chosen the seed") if terms.seed_chosen else _("for everybody who wants it, without hints")
    )
    return [*told, (words("Rating"), words(rated))]


def clock_in_words(control: Control, words: Words) -> str:
    """The thinking time: “7 days for each decision”, “for the whole game: 5 minutes, plus 10 seconds per decision”."""
    for group, kinds in CLOCKS:
        if str(control) in kinds:
            time = words(kinds[str(control)])
            if not group:
                return time
            template = _("{time} {what}") if control.increment is None else _("{what}: {time}")
            return words(template, time=time, what=words(group))
    return str(control)


def changed_options(options: Mapping[str, int | bool], board: Board, words: Words) -> list[str]:
    """The options of a game that differ from their defaults."""
    told = []
    for option in own_options(board.game.options):
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        called = words.term(option.called or option.meaning)
        if isinstance(option.default, bool):
            told.append(called if value else words("{option}: {value}", option=called, value=words("off")))
        else:
            named = words.term(option.called_values.get(value, str(value)))
            told.append(words("{option}: {value}", option=called, value=named))
    return told
