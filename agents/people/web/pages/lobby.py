"""The lobby: open tables, and the form for a new one."""

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response

from agents.arguments import usual_seats
from agents.fallback import stand_in
from agents.people.web.boards.lesson import LEARNER
from agents.people.web.pages.bots import by_strength
from agents.people.web.pages.reading import has_rules
from agents.people.web.pages.rendering import Renderer, language_of
from agents.people.web.pages.terms import CLOCKS, TALKS, terms_in_words
from agents.people.web.phrases import Words
from agents.people.web.store.records import RULES
from agents.people.web.tables.clock import Control, control_of
from agents.people.web.tables.hub import NAME_LONGEST, Hub, Wish, tidy_name
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game, Option
from dynasty_env.kit.options import own_options
from dynasty_env.kit.phrases import _

NAMELESS = _("Enter your name.")
ME, GUEST, NOBODY = "me", "guest", "-"

WEIGHTS = ("", _("easy to learn"), _("takes a game to learn"), _("rich: for a long evening"))
"""How much there is to learn, by `Board.weight`."""
PACE_WORDS = {"fast": _("fast"), "brisk": _("brisk"), "calm": _("calm"), "slow": _("slow")}
HINTINGS = {
    "alone": _("if I play alone against bots"), "on": _("for everybody at the table"), "off": _("none"),
}  # fmt: skip
"""Who may ask for hints."""


class FormError(OptionError):
    """An error in a form: a text of the pages, which is translated, and the values of its fields in braces."""

    def __init__(self, text: str, **fields: object) -> None:
        super().__init__(text.format(**fields))
        self.text, self.fields = text, fields

    def said(self, words: Words) -> str:
        """The message in the reader's language."""
        return words(
            self.text, **{k: words(value) if isinstance(value, str) else value for k, value in self.fields.items()}
        )


async def lobby_page(
    renderer: Renderer, request: Request, hub: Hub, given: Mapping[str, str] | None = None,
    error: OptionError | None = None,
) -> Response:  # fmt: skip
    """The lobby; a rejected form is shown as it was filled in, with the error in it."""
    given = given or {}
    language, games = language_of(request), []
    for board in sorted(hub.boards.values(), key=lambda each: each.weight or len(WEIGHTS)):
        game, words = board.game, Words(language, board.game.name)
        is_wrong = error is not None and game.name == given.get("game")
        usual = [ME, *[stand_in(game)] * (usual_seats(game) - 1)]
        options = own_options(game.options)  # its form has the seats, and the server sets `ask_forced`
        games.append({
            "game": game, "board": board, "words": words, "bots": by_strength(hub.services.bots.names(game)),
            "options": options, "has_rules": has_rules(board), "wrong": _in_words(error, words) if is_wrong else "",
            "entered": given if is_wrong else _entered(options, usual),
        })  # fmt: skip
    tables = [
        (table, terms_in_words(table.terms, table.board, Words(language, table.board.game.name)))
        for table in await hub.listed()
    ]
    elsewhere = given.get("game") not in hub.games
    return renderer.page(
        request, "lobby.html", 200 if error is None else 400, games=games, tables=tables,
        message=_in_words(error, Words(language)) if elsewhere else "", weights=WEIGHTS,
        paces=PACE_WORDS, clocks=CLOCKS, talks=TALKS, hintings=HINTINGS, longest=NAME_LONGEST,
    )  # fmt: skip


def _in_words(error: OptionError | None, words: Words) -> str:
    """What is wrong with a form, in the reader's language; empty if nothing is."""
    if error is None:
        return ""
    return error.said(words) if isinstance(error, FormError) else words.plain(error.args[0])


def _entered(options: Sequence[Option], usual: Sequence[str]) -> dict[str, str]:
    """The initial values of the form by field; unticked boxes are absent."""
    chosen = {
        f"option-{each.name}": "on" if each.default is True else str(each.default)
        for each in options
        if each.default is not False
    }
    seats = {f"seat{seat}": who for seat, who in enumerate(usual)}
    return {**chosen, **seats, "pace": "brisk", "away": "120", "hints": "alone", "talk": RULES[0]}


def wish_of(given: Mapping[str, str], hub: Hub) -> Wish:
    """The table that a form asks for. Raises OptionError that says what is wrong with the form."""
    game = hub.games.get(given.get("game", ""))
    if game is None:
        raise OptionError(f"there is no such game; there are {', '.join(hub.games)}")
    if "lesson" in given:
        return lesson_of(game, hub, given)
    wanted = [given.get(f"seat{i}", NOBODY) for i in range(game.seats[1])]
    sitting = [who for who in wanted if who != NOBODY]
    if not game.seats[0] <= len(sitting) <= game.seats[1]:
        least, most = game.seats
        raise FormError(
            _("The game needs {least} to {most} seats; you have filled {n}."), least=least, most=most, n=len(sitting)
        )
    if sitting.count(ME) > 1:
        raise FormError(_("You can sit in one seat only."))
    seats = tuple(None if who in (ME, GUEST) else who for who in sitting)
    host = sitting.index(ME) if ME in sitting else None
    name = tidy_name(given.get("name", ""))
    if host is not None and not name:
        raise FormError(NAMELESS)
    return Wish(
        game.name, _options(game, given), seats, host, name, given.get("pace", "calm"),
        control_of(given.get("away", "120")),
        _number(given["seed"], _("Seed"), 2**63 - 1) if given.get("seed", "").strip() else None,
        given.get("listed") == "on", talk=given.get("talk", RULES[0]), hints=hints_of(given),
    )  # fmt: skip


def lesson_of(game: Game, hub: Hub, given: Mapping[str, str]) -> Wish:
    """The table of a game's lesson. Raises OptionError if it has none."""
    lesson, name = hub.boards[game.name].lesson, tidy_name(given.get("name", ""))
    if lesson is None:
        raise OptionError(f"{game.name} has no lesson")
    if not name:
        raise FormError(NAMELESS)
    seats = (None, *[stand_in(game)] * (lesson.seats - 1))
    return Wish(
        game.name, lesson.options, seats, LEARNER, name, "calm", Control(0), lesson.seed, listed=False, lesson=True
    )


def hints_of(given: Mapping[str, str]) -> bool | None:
    """Whether a form allows hints; None: only if one person plays against bots. Raises OptionError."""
    chosen = given.get("hints", "alone")
    if chosen not in HINTINGS:
        raise OptionError(f"hints: one of {', '.join(HINTINGS)} is wanted")
    return None if chosen == "alone" else chosen == "on"


def _options(game: Game, given: Mapping[str, str]) -> dict[str, int | bool]:
    """The options in the form: numbers, and ticked or unticked boxes."""
    result: dict[str, int | bool] = {}
    for option in own_options(game.options):
        value = given.get(f"option-{option.name}")
        if isinstance(option.default, bool):
            result[option.name] = value == "on"
        elif value is not None:
            result[option.name] = _number(value, option.name, 10**9)
    return result


def _number(given: str, name: str, most: int) -> int:
    given = given.strip()
    if not given.isdecimal() or len(given) > 19 or int(given) > most:
        raise FormError(_("{name}: enter a whole number from 0 to {most}."), name=name, most=most)
    return int(given)
