"""Pages from templates, in the reader's language."""

from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from agents.people.web.pages.bots import bot_called, bot_described
from agents.people.web.pages.rating import in_points
from agents.people.web.phrases import LANGUAGES, Words
from agents.people.web.requests import cookie
from agents.people.web.store.tokens import new_token
from agents.people.web.tables.messages import REASONS
from dynasty_env.kit.files.origin import package_version
from dynasty_env.kit.phrases import _

TEMPLATES = Path(__file__).parent / "templates"


FAILURES = {
    (404, "invitation"): _("This invitation does not work. Perhaps a part of the link is missing."),
    (404, "table"): _("There is no table here. Perhaps a part of the link is missing, or the table is gone."),
    (404, ""): _("There is nothing here."),
    (404, "review"): _("There is no review here. Perhaps a part of the link is missing."),
    (404, "letters"): _("This link sends no emails. Perhaps the game is over, or a part of the link is missing."),
    (404, "game"): _("There is no game here. Perhaps a part of the link is missing."),
    (404, "puzzle"): _("There is no such puzzle here."),
    (404, "player"): _("This link belongs to nobody. Perhaps a part of it is missing."),
    (409, "running review"): _("A game can be reviewed when it is over."),
    (409, "other rules"): _("This table was played under a different version of the rules, and cannot go on."),
    (409, "running"): _("The replay is available when the game is over."),
    (408, ""): _("That took too long."),
    (413, ""): _("That request is too large."),
    (429, ""): _("Too many requests: wait a moment."),
    (503, "full"): _("All tables are taken just now. Try again later."),
    (503, "moving"): _(
        "The server of this table does not respond, and no other server has taken it over yet. Try again later."
    ),
    (503, "storage"): _("The server's database has failed: nothing has changed. Try again later."),
    (507, ""): _("The server's disk is full: nothing has changed. Try again later."),
    (500, ""): _("Something has gone wrong here. It has been logged."),
}


def language_of(connection: HTTPConnection) -> str:
    """The chosen language, else the first known one among those that the browser asks for."""
    for wanted in (connection.query_params.get("lang"), cookie(connection, "lang")):
        if wanted in LANGUAGES:
            return str(wanted)
    for wanted in connection.headers.get("accept-language", "").split(","):
        stem = wanted.strip()[:2].lower()
        if stem in LANGUAGES:
            return stem
    return "en"


def refusal(code: str, language: str) -> dict[str, Any]:
    """Why a message was rejected."""
    return {"type": "refused", "code": code, "text": Words(language)(REASONS[code])}


class Renderer:
    """The templates and their texts."""

    def __init__(self) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
            lstrip_blocks=True,
        )  # fmt: skip
        self._templates.filters["in_points"] = in_points

    def page(self, request: Request, template: str, status: int = 200, **content: Any) -> Response:
        """A page; a language chosen in its address is remembered."""
        language = language_of(request)
        words = Words(language)
        root = request.scope.get("root_path", "")
        html = self._templates.get_template(template).render(
            _=words, bot_called=partial(bot_called, words),
            bot_described=partial(bot_described, words), language=language, languages=LANGUAGES, root=root,
            edition=package_version(), once=new_token, **content,
        )  # fmt: skip
        response = HTMLResponse(html, status)
        if request.query_params.get("lang") in LANGUAGES:
            response.set_cookie("lang", language, max_age=31_536_000, httponly=True, samesite="lax", path=root or "/")
        return response

    def fragment(self, request: Request, template: str, **content: Any) -> str:
        """A fragment of a page."""
        root = request.scope.get("root_path", "")
        return self._templates.get_template(template).render(
            _=Words(language_of(request)), root=root, once=new_token, **content
        )

    def failure(self, request: Request, status: int, detail: str) -> Response:
        """An error, as a page or as JSON."""
        message = FAILURES.get((status, detail)) or FAILURES.get((status, "")) or detail or str(status)
        text = Words(language_of(request))(message)
        if "text/html" in request.headers.get("accept", ""):
            return self.page(request, "failure.html", status, number=status, text=text)
        return JSONResponse({"type": "refused", "code": str(status), "text": text}, status)
