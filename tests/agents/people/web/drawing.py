"""Pages drawn for a viewer of a table, and what has to hold for their HTML."""

from html.parser import HTMLParser

from agents.people.web.boards import Board
from agents.people.web.pages.parts import chronicle_lines, page_parts
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables, Viewer
from agents.people.web.viewers.shown import Glimpse, Own, SeatShown
from dynasty_env.kit.state import State

VOID = {"img", "input", "br", "meta", "link"}


class Balanced(HTMLParser):
    """Raises AssertionError where an element is not closed in its place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.styled = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.styled |= any(name == "style" or name.startswith("on") for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_html(html: str) -> None:
    parser = Balanced()
    parser.feed(html)
    assert not parser.open
    assert not parser.styled


def seats_of(state: State) -> tuple[SeatShown, ...]:
    """A person with a name that must be escaped, and bots."""
    others = [SeatShown("greedy", "bot", True)] * (state.num_players - 1)
    return (SeatShown('<i>&"x"', "person", True), *others)


def glimpse_of(state: State, viewer: Viewer, board: Board, heard: State | None = None) -> tuple[Glimpse, Feed]:
    feed = Feed(viewer, 0)
    feed.hear(KnownTables(heard or state))
    return feed.update(KnownTables(state), seats_of(state), Own(), board.account, None), feed


def drawn(state: State, viewer: Viewer, board: Board, language: str, heard: State | None = None) -> dict[str, str]:
    glimpse, feed = glimpse_of(state, viewer, board, heard)
    parts = {name: str(part) for name, part in page_parts(board, glimpse, feed.lines, True, language).items()}
    parts["chronicle"] = "".join(chronicle_lines(board, glimpse, feed.lines, language))
    return parts
