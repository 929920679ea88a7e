"""Pages drawn for a viewer of a table, and what has to hold for their HTML."""

import re

from agents.people.web.boards import Board
from agents.people.web.pages.parts import chronicle_lines, page_parts
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables, Viewer
from agents.people.web.viewers.shown import Glimpse, SeatShown
from dynasty_env.kit.state import State

VOID = {"img", "input", "br", "meta", "link"}


ATTRIBUTE = r"""\s+([\w:-]+)(?:="[^"<]*")?"""
TAG = re.compile(rf"""<(?P<end>/?)(?P<name>[a-zA-Z][\w-]*)(?P<attributes>(?:{ATTRIBUTE})*)\s*(?P<empty>/?)>""")


def check_html(html: str) -> None:
    """Each element is closed in its place, none has a style or script of its own, and no sign of a tag is left over."""
    left: list[str] = []
    for tag in TAG.finditer(html):
        name = tag["name"]
        if tag["end"]:
            assert left.pop() == name
        elif not tag["empty"] and name not in VOID:
            left.append(name)
        for attribute in re.findall(ATTRIBUTE, tag["attributes"]):
            assert attribute != "style" and not attribute.startswith("on"), tag[0]
    assert not left
    assert not re.search("[<>]", TAG.sub("", html))


def seats_of(state: State) -> tuple[SeatShown, ...]:
    """A person with a name that must be escaped, and bots."""
    others = [SeatShown("greedy", "bot", True)] * (state.num_players - 1)
    return (SeatShown('<i>&"x"', "person", True), *others)


def glimpse_of(state: State, viewer: Viewer, board: Board, heard: State | None = None) -> tuple[Glimpse, Feed]:
    feed = Feed(viewer, 0)
    feed.hear(KnownTables(heard or state))
    return feed.update(KnownTables(state), seats_of(state)), feed


def drawn(state: State, viewer: Viewer, board: Board, language: str, heard: State | None = None) -> dict[str, str]:
    glimpse, feed = glimpse_of(state, viewer, board, heard)
    parts = {name: str(part) for name, part in page_parts(board, glimpse, feed.lines, True, language).items()}
    parts["chronicle"] = "".join(chronicle_lines(board, glimpse, feed.lines, language))
    return parts
