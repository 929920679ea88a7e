"""What the things are that choices name, in a line on the choice."""

import re

import pytest

from agents.people.web.boards import board_of
from agents.people.web.boards.board import LONGEST_LINE
from agents.people.web.phrases import LANGUAGES, Words, plain_english
from agents.people.web.viewers.shown import Choice, Glimpse, Own
from dynasty_env import dynasty_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.dynasty import material as of_dynasty
from dynasty_env.dynasty.material import EVENT_NAMES
from dynasty_env.kingdoms import material as of_kingdoms
from dynasty_env.kit.game import Game
from dynasty_env.shinsengumi import material as of_shinsengumi


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
    assert "hiring always succeeds" in meaning(dynasty_v0.game, "setup_king", "person:Nostradamus", king)
    assert meaning(dynasty_v0.game, "setup_king", "person:Nostradamus", "crown Nostradamus (m, CP)") == ""
    assert meaning(dynasty_v0.game, "war_commander", "person:Nostradamus", king) == ""
    assert "with one die" in meaning(kingdoms_v0.game, "setup_king", "person:Nostradamus", king)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_self_says_what_becomes_of_it_when_its_check_fails(language: str) -> None:
    game = shinsengumi_v0.game
    told = {
        meaning(game, "pick_self", name, language=language) for name in game.action_names if name.startswith("person:")
    }
    assert len(told) > 10
    assert all(len(each) > 15 for each in told)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_member_of_the_shinsengumi_is_told_with_all_numbers_by_name(language: str) -> None:
    words = Words(language, shinsengumi_v0.game.name)
    for name, bushido in (("Hijikata Toshizo", "5"), ("Kondo Isami", "*")):
        found = board_of(shinsengumi_v0.game).explain(name, words)
        assert found is not None
        assert [words.term(stat) in found[1] for stat in ("combat", "debate", "esteem", "bushido")] == [True] * 4
        assert f"<dt>B {words.term('bushido')}</dt><dd>{bushido}</dd>" in found[1]
        assert (words("* the number of the column where he stands") in found[1]) == (bushido == "*")


def test_no_explanation_leads_to_something_that_is_not_there() -> None:
    """Neither “see below”, nor a list that does not come, nor the name of a file."""
    for game in (dynasty_v0.game, kingdoms_v0.game, shinsengumi_v0.game, three_kingdoms_v0.game):
        for term in game.glossary.terms:
            assert not re.search(r"[Ss]ee below|\bdata/|\.csv", term.text), term
    assert kingdoms_v0.game.glossary.find("ch. 1")[0].text.count("\nambition: ") == 1
    powder = board_of(shinsengumi_v0.game).explain("Ishida powder", Words("en", shinsengumi_v0.game.name))
    assert powder is not None and "saves somebody from being removed" in powder[1]


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (dynasty_v0.game, of_dynasty.PERSON_NAMES), (kingdoms_v0.game, of_kingdoms.PERSON_NAMES),
        (shinsengumi_v0.game, of_shinsengumi.PERSON_NAMES),
    ],
    ids=lambda each: getattr(each, "name", ""),
)  # fmt: skip
def test_persons_and_abilities_are_explained_in_the_readers_language(game: Game, names: tuple[str, ...]) -> None:
    board, words = board_of(game), Words("ja", game.name)
    abilities = [term.name for term in game.glossary.terms if term.kind == "ability"]
    for name in [*names, *abilities]:
        told = board.explain(name, words)
        assert told is not None, name
        assert not re.search(r"[A-Za-z]{3,} [A-Za-z]{2,}", re.sub(r"<[^>]+>", "|", told[1])), (name, told[1])


def test_an_ability_is_not_taken_for_a_chapter_or_an_action_of_its_name() -> None:
    board, words = board_of(kingdoms_v0.game), Words("en", "kingdoms_v0")
    for name, said in {
        "suppression": "4 counts instead of prestige",
        "assassination": "without the scythe. It",
    }.items():
        told = board.explain(name, words)
        assert told is not None and said in told[1], name


@pytest.mark.parametrize(
    ("language", "said"), [("en", "go to the winner's dynasty"), ("ja", "勝った候補者の王朝のもの")]
)
def test_who_names_a_candidate_reads_whose_the_countries_become(language: str, said: str) -> None:
    """Anybody's persons can be named for a throne, also those of others."""
    _, why = kingdoms_v0.game.questions["candidate"]
    assert said in Words(language, kingdoms_v0.game.name).term(why)


@pytest.mark.parametrize("game", [dynasty_v0.game, kingdoms_v0.game, shinsengumi_v0.game], ids=lambda game: game.name)
def test_abilities_and_events_are_explained_in_plain_english(game: Game) -> None:
    """In a window as on the page of words: neither paragraphs nor rulings, and no text that is cut off."""
    board, words, found = board_of(game), Words("en", game.name), 0
    for term in game.glossary.terms:
        if (term.kind, term.name) not in plain_english(game.name):
            continue
        explained = board.explain(term.name, words)
        assert explained is not None
        assert not re.search(r"§|\b[DKS]-?R?\d|\bch\. \d|\bWho: ", " ".join(explained)), explained
        found += 1
    assert found > 8


def test_police_says_what_it_does_where_a_king_is_crowned() -> None:
    king = "crown Francis Walsingham (m, W0 G4 P1 F2 L4 A2, P, police)"
    told = meaning(dynasty_v0.game, "setup_king", "person:Francis Walsingham", king)
    assert "Who:" not in told
    assert "die" in told
