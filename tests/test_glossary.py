"""Every game's glossary is that of its rules page, and explains all that a player meets."""

import pytest

from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.dynasty.display.words import LEGEND
from dynasty_env.dynasty.ids import SLICES as DYNASTY_SLICES
from dynasty_env.dynasty.material import EVENT_NAMES as DYNASTY_EVENTS
from dynasty_env.dynasty.material import Ability, Colour, Religion
from dynasty_env.dynasty.rules.nouns import ASLEEP, TAGS
from dynasty_env.europe.words import LEGEND as KINGDOMS_LEGEND
from dynasty_env.europe.words import TAGS as KINGDOMS_TAGS
from dynasty_env.figures.ids import SLICES as FIGURES_SLICES
from dynasty_env.figures.material import SHEET_NAMES, STAT_NAMES, Feeling
from dynasty_env.kingdoms.ids import SLICES as KINGDOMS_SLICES
from dynasty_env.kingdoms.ids import TYPE_NAMES as KINGDOMS_ACTIONS
from dynasty_env.kit.game import Game
from dynasty_env.kit.glossary import Term
from dynasty_env.shinsengumi.ids import SLICES as SHINSENGUMI_SLICES
from dynasty_env.shinsengumi.material import EVENT_NAMES as SHINSENGUMI_EVENTS
from dynasty_env.shinsengumi.material import STATS, Failure
from dynasty_env.shinsengumi.rules.nouns import SIGNS
from dynasty_env.three_kingdoms.ids import SLICES as THREE_KINGDOMS_SLICES
from dynasty_env.three_kingdoms.material import STATS as GENERAL_STATS
from dynasty_env.three_kingdoms.material import Method
from tests.books import BOOKS, Book
from tests.coverage.statements import rulings
from tests.glossary import check_rulings, file_of, written

GAMES = {
    "dynasty": dynasty_v0.game, "shinsengumi": shinsengumi_v0.game, "kingdoms": kingdoms_v0.game,
    "figures": figures_v0.game, "three_kingdoms": three_kingdoms_v0.game,
}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_the_file_is_made_from_the_rules_page(book: Book) -> None:
    assert file_of(book).read_text(encoding="utf-8") == written(book), "run: python -m tests.glossary --write"


def lower(names: list[str]) -> list[str]:
    return [name.lower().replace("_", " ") for name in names]


DYNASTY_TERMS = {
    "ability": lower([ability.name for ability in Ability if ability]),
    "event": list(DYNASTY_EVENTS),
    "bloodline": lower([colour.name for colour in Colour][:4]),
    "stat": [words.split()[1] for words in LEGEND[:6]],
    "action": ["marriage", "procreation", "war", "hire", "incite", "reaper"],
}
SHINSENGUMI_TERMS = {
    "event": list(SHINSENGUMI_EVENTS),
    "stat": list(STATS),
    "action": lower([failure.name for failure in Failure]),
    "fight": ["sword fight", "gunfire", "brawl"],
}


FIGURES_TERMS = {"stat": list(STAT_NAMES), "choice": [*SHEET_NAMES, *lower([feeling.name for feeling in Feeling])]}
THREE_KINGDOMS_TERMS = {"stat": list(GENERAL_STATS), "fight": lower([method.name for method in Method])}
KINGDOMS_TERMS = {
    "ability": ["suppression", "alchemy", "assassination", "execution", "sea-4", "new faith", "plunder", "police",
                "revolution"],
    "stat": [words.split()[1] for words in KINGDOMS_LEGEND],
    "action": list(KINGDOMS_ACTIONS),
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "kind", "names"),
    [
        *((kingdoms_v0.game, kind, names) for kind, names in KINGDOMS_TERMS.items()),
        *((dynasty_v0.game, kind, names) for kind, names in DYNASTY_TERMS.items()),
        *((shinsengumi_v0.game, kind, names) for kind, names in SHINSENGUMI_TERMS.items()),
        *((figures_v0.game, kind, names) for kind, names in FIGURES_TERMS.items()),
        *((three_kingdoms_v0.game, kind, names) for kind, names in THREE_KINGDOMS_TERMS.items()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_all_cards_and_numbers_are_explained(game: Game, kind: str, names: list[str]) -> None:
    for name in names:
        assert kind in {term.kind for term in explained(game, name)}, name


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_all_phases_options_and_rulings_are_explained(book: Book) -> None:
    game = GAMES[book.game]
    for phase in game.phase_names.values():
        assert "phase" in {term.kind for term in explained(game, phase)}, phase
    for option in game.options:
        assert "option" in {term.kind for term in explained(game, option.name)}, option.name
    for ruling in rulings(book):
        assert [term.kind for term in explained(game, ruling.name)] == ["ruling"], ruling.name


@pytest.mark.parametrize(
    ("game", "slices"),
    [
        (dynasty_v0.game, DYNASTY_SLICES),
        (shinsengumi_v0.game, SHINSENGUMI_SLICES),
        (kingdoms_v0.game, KINGDOMS_SLICES),
        (figures_v0.game, FIGURES_SLICES),
        (three_kingdoms_v0.game, THREE_KINGDOMS_SLICES),
    ],
)
def test_all_families_of_actions_are_explained(game: Game, slices: dict[str, slice]) -> None:
    for family, ids in slices.items():
        if family != "type":  # the types of actions are explained one by one
            names = [name.partition(":")[0] for name in game.action_names[ids]]
            assert all("choice" in {term.kind for term in explained(game, name)} for name in set(names)), family


@pytest.mark.parametrize(
    ("game", "signs"),
    [
        (
            dynasty_v0.game,
            [*TAGS.values(), ASLEEP, "✝", "☠", "?", *(religion.name for religion in Religion), *"WGPFLA"],
        ),
        (shinsengumi_v0.game, [*SIGNS, *"△▲○●‖CDEB", "lead"]),
        (kingdoms_v0.game, [*KINGDOMS_TAGS.values(), "☠", "!", *(religion.name for religion in Religion), *"WGPFLA"]),
    ],
)
def test_all_signs_on_the_screen_are_explained(game: Game, signs: list[str]) -> None:
    for sign in signs:
        assert {"sign", "ability"} & {term.kind for term in explained(game, sign)}, sign


def explained(game: Game, word: str) -> list[Term]:
    """The terms of just this name."""
    found = game.glossary.find(word)
    assert all(term.text for term in found)
    return found


def test_a_short_ability_on_the_screen_is_the_ability() -> None:
    for name, tag in TAGS.items():
        assert name in {term.name for term in dynasty_v0.game.glossary.find(tag)}, tag


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("A gift (**T2**): at the end.", r"a.md:3: \*\*T2\*\* stands before its text"),
        ("**T2**\n\nAt the end.", r"a.md:3: \*\*T2\*\* stands before its text"),
        ("(**T2** Each.) **T1** None.", r"a.md:3: \*\*T1\*\* is there twice"),
    ],
)
def test_a_ruling_stands_once_before_its_text(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check_rulings("a.md", f"**T1** The first\n\n{text}\n")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_explanations_are_plain_text(game: Game) -> None:
    for term in game.glossary.terms:
        assert not {"`", "|"} & set(term.text), term
        assert "**" not in term.text and "](" not in term.text, term
