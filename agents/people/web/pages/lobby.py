"""The lobby: tables that are open, and the form for a new one."""

from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from agents.people.web.boards.lesson import LEARNER
from agents.people.web.pages.reading import has_rules
from agents.people.web.pages.rendering import Renderer
from agents.people.web.tables.hub import AWAY, NAME_LONGEST, Hub, Wish, tidy_name
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.phrases import _

SEVERAL = "ask_forced"
"""Option that the server sets itself."""
ME, GUEST, NOBODY = "me", "guest", "-"


STRENGTHS = {
    "random": _("beginner: any legal move"),
    "greedy": _("experienced: weighs its moves by their chances"),
    "ahead": _("experienced: foresees how the others answer"),
    "champion": _("strong: trained by playing against itself"),
    "distilled": _("experienced: has learned to do what the champion does"),
    "mc": _("strong: looks ahead on imagined tables"),
    "ismcts": _("strong: looks ahead on imagined tables"),
    "champion+search": _("strong: trained, and looks ahead on imagined tables"),
    "policy": _("trained by playing against itself"),
}
"""How well a bot plays, in words, by its name without an argument."""
BOTS = (
    _("random"), _("greedy"), _("ahead"), _("champion"), _("distilled"), _("policy"), _("mc"), _("ismcts"),
    _("champion+search"),
)  # fmt: skip
PACE_WORDS = {"fast": _("fast"), "brisk": _("brisk"), "calm": _("calm"), "slow": _("slow")}
HINTINGS = {
    "alone": _("if I play alone against bots"), "on": _("for everybody at the table"), "off": _("none"),
}  # fmt: skip
"""Who may ask what a bot would do."""
AWAY_WORDS = {
    60: _("after one minute"), 120: _("after two minutes"), 600: _("after ten minutes"), 86_400: _("after a day"),
    0: _("never"),
}  # fmt: skip


async def lobby_page(renderer: Renderer, request: Request, hub: Hub, message: str, status: int = 200) -> Response:
    """The lobby, with what is wrong with the last form, if anything."""
    games = [
        {
            "game": game, "board": hub.board(game.name), "bots": hub.services.bots.names(game),
            "options": [o for o in game.options if o.name not in ("num_players", SEVERAL)],
            "strong": hub.services.bots.stand_in(game), "default": min(hub.board(game.name).usual_seats, game.seats[1]),
            "has_rules": has_rules(game),
        }
        for game in hub.games.values()
    ]  # fmt: skip
    return renderer.page(
        request, "lobby.html", status, games=games, tables=await hub.listed(), message=message, strengths=STRENGTHS,
        paces=PACE_WORDS, aways=AWAY_WORDS, hintings=HINTINGS, longest=NAME_LONGEST,
    )  # fmt: skip


def wish_of(form: FormData, hub: Hub) -> Wish:
    """The table that a form asks for. Raises OptionError saying what is wrong with it."""
    given = {name: value for name, value in form.items() if isinstance(value, str)}
    game = hub.games.get(given.get("game", ""))
    if game is None:
        raise OptionError(f"there is no such game; there are {', '.join(hub.games)}")
    if "lesson" in given:
        return lesson_of(game, hub, given)
    wanted = [given.get(f"seat{i}", NOBODY) for i in range(game.seats[1])]
    sitting = [who for who in wanted if who != NOBODY]
    if not game.seats[0] <= len(sitting) <= game.seats[1]:
        raise OptionError(f"{len(sitting)} seats are taken: this game has {game.seats[0]} to {game.seats[1]}")
    if sitting.count(ME) > 1:
        raise OptionError("you can sit in one seat only")
    seats = tuple(None if who in (ME, GUEST) else who for who in sitting)
    host = sitting.index(ME) if ME in sitting else None
    name = tidy_name(given.get("name", ""))
    if host is not None and not name:
        raise OptionError("say what you want to be called")
    return Wish(
        game.name, _options(game, given), seats, host, name, given.get("pace", "calm"),
        _number(given.get("away", "120"), "away", max(AWAY)),
        _number(given["seed"], "seed", 2**63 - 1) if given.get("seed", "").strip() else None,
        given.get("listed") == "on",
    )  # fmt: skip


def lesson_of(game: Game, hub: Hub, given: dict[str, str]) -> Wish:
    """The table of a game's lesson. Raises OptionError: it has none."""
    lesson, name = hub.board(game.name).lesson, tidy_name(given.get("name", ""))
    if lesson is None:
        raise OptionError(f"{game.name} has no lesson")
    if not name:
        raise OptionError("say what you want to be called")
    bot = hub.services.bots.stand_in(game)
    seats = (None, *[bot] * (lesson.seats - 1))
    return Wish(game.name, lesson.options, seats, LEARNER, name, "calm", 0, lesson.seed, listed=False, lesson=True)


def hints_of(form: FormData) -> bool | None:
    """What a form says about hints: whether they are given; None: where one person plays against bots.

    Raises OptionError for what is none of `HINTINGS`.
    """
    chosen = form.get("hints", "alone")
    if chosen not in HINTINGS:
        raise OptionError(f"hints: one of {', '.join(HINTINGS)} is wanted")
    return None if chosen == "alone" else chosen == "on"


def _options(game: Game, given: dict[str, str]) -> dict[str, int | bool]:
    """Options of the form: numbers, and boxes that are ticked or not."""
    found: dict[str, int | bool] = {}
    for option in game.options:
        if option.name in ("num_players", SEVERAL):
            continue
        value: Any = given.get(f"option-{option.name}")
        if isinstance(option.default, bool):
            found[option.name] = value == "on"
        elif value is not None:
            found[option.name] = _number(value, option.name, 10**9)
    return found


def _number(given: str, name: str, most: int) -> int:
    given = given.strip()
    if not given.isdecimal() or len(given) > 19 or int(given) > most:
        raise OptionError(f"{name}: a whole number 0 … {most} is wanted")
    return int(given)
