"""`python -m tests.golden`: whole games on file that must go the same way for ever.

Without an option the games are replayed. `--record` keeps those that go as they did, searches for what these do not
show and writes it; `--write` writes the pages out again. When and how to record anew is told in docs/proof.md.
"""

import argparse
import sys
from collections import deque
from collections.abc import Sequence

from dynasty_env.kit.errors import SaveError
from tests.books import BOOKS, Book, book_of
from tests.golden.exchange import exchange, recover
from tests.golden.games import AUDITED, ChangedError, Golden, ShownError, folder_of, golden_files, recorded, too_long
from tests.golden.lists import Lists, lists_of, wanted
from tests.golden.pages import audited, note_audit, notes_text, pages, pages_folder
from tests.golden.search import chosen, players, search, until_shown


def unchanged(book: Book, lists: Lists, look_again: bool) -> list[Golden]:
    """The golden games that go as they were recorded; of the others it is told what has changed.

    With `look_again` those in which nothing but the seats' observations has changed are brought up to date and kept.
    """
    found = []
    for path in golden_files(book):
        try:
            game = Golden.read(lists.game, path)
            game.check("interpreted")
            found.append(game)
        except ShownError as error:
            print(error)
            if look_again:
                game.observed = error.observed
                found.append(game)
        except (ChangedError, SaveError) as error:
            print(error)
    return found


def record(book: Book, lists: Lists, kept: Sequence[Golden], names: Sequence[str], games: int) -> int:
    """Search for what the `kept` games do not show; write games and pages. 1 when something is shown by none, or the
    games are too long.

    All that is new is worked out and written before anything old goes.
    """
    goal = wanted(lists) - {feature for game in kept for feature in game.shows}
    candidates = search(lists, names, games) if goal else iter(())
    found, missing = chosen(until_shown(candidates, goal) if kept else candidates, goal)
    result = list(kept)
    for candidate in found:
        shows = sorted(candidate.shows & wanted(lists))
        options = dict(candidate.options)
        result.append(recorded(lists, candidate.name, options, candidate.seed, candidate.actions, shows))
    result.sort(key=lambda game: game.name)
    texts = {f"{game.name}.json": game.text for game in result}
    written = page_texts(book, lists, result)
    notes = {name: digest for name, digest in audited(book).items() if f"{name}.md" in written}
    exchange({folder_of(book): texts | ({AUDITED: notes_text(notes)} if notes else {}), pages_folder(book): written})
    moves = sum(len(each.actions) for each in found)
    print(f"{len(kept)} games kept, {len(found)} new ones with {moves} moves, in {folder_of(book)}")
    if missing:
        print("Shown by none (say more --games, or write a player who gets there):", *sorted(missing), sep="\n- ")
    if long := too_long(book, result):
        print(long)
    return 1 if missing or long else 0


def write(book: Book, lists: Lists) -> int:
    """Write the pages of the recorded games. 1 when some cannot be played as they were recorded, which are named."""
    games, broken = list[Golden](), False
    for path in golden_files(book):
        try:
            games.append(Golden.read(lists.game, path))
            deque(games[-1].replay.play("auto"), 0)
        except SaveError as error:
            print(f"{path.stem}: {error}")
            broken = True
    if broken:
        again = f"python -m tests.golden --game {book.game} --record --same-version"
        print(f"If that is meant: {again}, or a new version if the game was released (docs/proof.md)")
        return 1
    exchange({pages_folder(book): page_texts(book, lists, games)})
    return 0


def page_texts(book: Book, lists: Lists, games: Sequence[Golden]) -> dict[str, str]:
    """The pages of some games, by the names of their files."""
    return {path.name: text for path, text in pages(book, lists, games).items()}


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--game", default=BOOKS[0].game, help=f"one of {', '.join(b.game for b in BOOKS)}")
    parser.add_argument("--record", action="store_true", help="search for golden games and write them")
    parser.add_argument("--afresh", action="store_true", help="search for all of them, not for what is missing alone")
    parser.add_argument("--same-version", action="store_true", help="record although the games go another way now")
    parser.add_argument("--games", type=int, default=300, help="how many of each player (300)")
    parser.add_argument("--players", nargs="+", help="only these players")
    parser.add_argument("--write", action="store_true", help="write the pages of the recorded games")
    parser.add_argument("--audited", metavar="NAME", help="note that the page of this game was audited by hand")
    return parser.parse_args()


def main() -> int:
    """0 if all is well, 1 if something is missing or has changed."""
    given = arguments()
    book = book_of(given.game)
    lists = lists_of(book)
    for folder in (folder_of(book), pages_folder(book)):
        recover(folder)
    if given.audited:
        note_audit(book, given.audited)
        return write(book, lists)
    if given.write:
        return write(book, lists)
    kept = unchanged(book, lists, given.record and given.same_version)
    different = len(kept) < len(golden_files(book))
    if not given.record:
        return 1 if different else 0
    if different and not given.same_version:
        print("The rules have changed. First bump the version (docs/proof.md), or say --same-version.")
        return 1
    return record(book, lists, [] if given.afresh else kept, given.players or list(players(lists)), given.games)


if __name__ == "__main__":
    sys.exit(main())
