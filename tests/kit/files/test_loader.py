"""What the save files of all games have in common."""

import pytest

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import HEAD, Placed
from dynasty_env.kit.game import Game
from tests.books import BOOKS
from tests.golden.lists import lists_of

GAMES = [lists_of(book).game for book in BOOKS]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_save_begins_alike(game: Game) -> None:
    assert list(game.new(1, backend="interpreted").to_dict())[: len(HEAD)] == list(HEAD)


def test_a_piece_lies_in_one_place() -> None:
    reader = Reader({"hand": ["the Healer", "Milan"], "deck": ["the Healer"]})
    placed = Placed()
    assert placed.once("person", reader["hand"].item(0), 3) == 3
    assert placed.has("person", 3)
    assert not placed.has("person", 4)
    assert not placed.has("country", 3)
    assert placed.once("country", reader["hand"].item(1), 3) == 3
    assert placed.once("person", reader["hand"].item(0), 3) == 3, "the same place may be read twice"
    with pytest.raises(SaveError, match=r"^deck\[0\]: 'the Healer' is at hand\[0\] already"):
        placed.once("person", reader["deck"].item(0), 3)
