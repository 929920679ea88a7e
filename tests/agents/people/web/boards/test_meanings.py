"""What the things are that choices name, in a line on the choice."""

import re

import pytest

from agents.people.web.boards import board_of
from agents.people.web.boards.board import LONGEST_LINE
from agents.people.web.phrases import LANGUAGES, Words
from agents.people.web.viewers.shown import Choice, Glimpse, Own
from dynasty_env import dynasty_v0, kingdoms_v0, shinsengumi_v0
from dynasty_env.dynasty.material import EVENT_NAMES
from dynasty_env.kit.game import Game


def meaning(game: Game, phase: str, name: str, said: str = "", language: str = "en") -> str:
    glimpse = Glimpse(0, phase, {}, None, (), 0, 0, Own(), ())
    return board_of(game).gloss(Choice(1, name, said, ""), glimpse, Words(language, game.name))


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("game", [dynasty_v0.game, kingdoms_v0.game], ids=lambda game: game.name)
def test_every_deck_says_who_is_in_it(game: Game, language: str) -> None:
    decks = [name for name in game.action_names if name.startswith("deck:")]
    assert len(decks) == 4
    assert len({meaning(game, "recruit", deck, language=language) for deck in decks} - {""}) == 4


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_event_says_what_it_does(language: str) -> None:
    for name in EVENT_NAMES:
        told = meaning(dynasty_v0.game, "event", f"event:{name}", language=language)
        assert 10 < len(told) < LONGEST_LINE + 40, name
        assert not re.search(r"D-R\d", told), told


def test_an_ability_is_explained_where_it_counts() -> None:
    king = "crown Nostradamus (m, W0 G0 P1 F3 L3 A1, CP, alchemy)"
    assert "hires succeed" in meaning(dynasty_v0.game, "setup_king", "person:Nostradamus", king)
    assert meaning(dynasty_v0.game, "setup_king", "person:Nostradamus", "crown Nostradamus (m, CP)") == ""
    assert meaning(dynasty_v0.game, "war_commander", "person:Nostradamus", king) == ""
    assert "one die is enough" in meaning(kingdoms_v0.game, "setup_king", "person:Nostradamus", king)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_self_says_what_becomes_of_it_when_its_check_fails(language: str) -> None:
    game = shinsengumi_v0.game
    told = {
        meaning(game, "pick_self", name, language=language) for name in game.action_names if name.startswith("person:")
    }
    assert len(told) > 10
    assert all(len(each) > 15 for each in told)
