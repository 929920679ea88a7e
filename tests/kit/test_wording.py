"""The words that follow from what chapters declare."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dynasty_env import dynasty_v0, kingdoms_v0, shinsengumi_v0
from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.material import LIFE, PERSON_NAMES
from dynasty_env.kit.engine.chapter import DeclarationError, EntryKind
from dynasty_env.kit.engine.loop import Listing, Phase
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import Entry
from dynasty_env.kit.wording import Chosen, Wording

GAME = kingdoms_v0.game
PHASES = GAME.phases
ENTRIES = [entry for chapter in GAME.chapters for entry in chapter.entries]


def wording(phases: Sequence[Phase] = PHASES, entries: Sequence[EntryKind] = ENTRIES) -> Wording:
    return Wording(GAME.name, GAME.agent, phases, GAME._kinds, entries, GAME.families, GAME.nouns)


def changed(kind: int, **changes: Any) -> list[EntryKind]:
    return [replace(entry, **changes) if entry.kind == kind else entry for entry in ENTRIES]


def test_every_phase_and_entry_of_a_game_is_declared_with_its_paragraph() -> None:
    assert {entry.kind.name for entry in ENTRIES} == set(type(ENTRIES[0].kind).__members__)
    assert all(phase.asks and phase.why and phase.says and phase.cites for phase in PHASES)


@pytest.mark.parametrize(
    ("phases", "entries", "told"),
    [
        ([replace(PHASES[0], says={"deck": "a {person}"})], ENTRIES, r"SETUP_DECK says \{person\}, but has only deck"),
        (
            [replace(PHASES[0], says={"decks": "x"})],
            ENTRIES,
            "SETUP_DECK speaks of the family 'decks': choose from pass",
        ),
        ([replace(PHASES[0], chance={"decks": len})], ENTRIES, "speaks of the family 'decks'"),
        (PHASES, changed(ENTRIES[1].kind, subject="persn"), "CROWNED has 'persn', a 'persn': choose from number"),
        (PHASES, changed(ENTRIES[1].kind, says="{who} {whom}"), r"CROWNED says \{whom\}, but has only person, who"),
        (PHASES, [*ENTRIES, ENTRIES[0]], "FIRST_PLAYER is declared twice"),
    ],
)
def test_declarations_that_do_not_fit_are_refused_by_name(phases: Any, entries: Any, told: str) -> None:
    with pytest.raises(DeclarationError, match=told):
        wording(phases, entries)


@pytest.mark.parametrize("game", [dynasty_v0.game, shinsengumi_v0.game, kingdoms_v0.game], ids=lambda game: game.name)
def test_a_phase_that_names_nobody_else_is_decided_by_the_turn_player(game: Game) -> None:
    """Rules pages and cards say so, and boards take others for answers to an action."""
    asked = set()
    for seed in range(30):
        state, dice = game.new(seed), np.random.default_rng(seed)
        while not state.done:
            phase = game.wording.phases[int(state.record["step"])]
            assert phase.decides or state.seat == state.record["turn_player"], phase.step.name
            asked.add(phase.step)
            state.play(int(dice.choice(state.legal())))
    assert len(asked) > len(game.phases) / 2


def test_a_phase_that_names_places_has_a_list() -> None:
    """Else nobody could say who stands there: not what is observed, not words, not the board."""
    families = {name: family._replace(listed=name == "deck") for name, family in GAME.families.items()}
    phase = replace(PHASES[0], lists=None)
    with pytest.raises(DeclarationError, match="SETUP_DECK speaks of 'deck', which names places in a list"):
        Wording(GAME.name, GAME.agent, [phase], (), (), families, GAME.nouns)
    Wording(GAME.name, GAME.agent, [replace(phase, lists=Listing(len))], (), (), families, GAME.nouns)


def test_words_that_do_not_fit_are_refused_when_the_game_is_made() -> None:
    """Not when somebody first reads them."""
    nouns = {name: noun for name, noun in GAME.nouns.items() if name != "person"}
    with pytest.raises(DeclarationError, match="a 'person': choose from"):
        type("Speechless", (type(GAME),), {"nouns": nouns, "__module__": type(GAME).__module__})()


def test_a_template_that_is_rarely_chosen_is_checked_too() -> None:
    says = Chosen(lambda entry: entry.value, {1: "{who} takes {country}", 0: ("{who} takes {castle}", "bad")})
    with pytest.raises(DeclarationError, match=r"CONQUERED says \{castle\}, but has only country, loser, who"):
        wording(entries=changed(Trace.CONQUERED, says=says))


def test_an_entry_without_words_is_refused_when_the_game_is_made() -> None:
    first, *others = GAME.chapters
    chapters = (replace(first, entries=first.entries[1:]), *others)
    with pytest.raises(
        DeclarationError, match=f"no chapter has an EntryKind of the trace's {first.entries[0].kind.name}"
    ):
        type("Speechless", (type(GAME),), {"chapters": chapters, "__module__": type(GAME).__module__})()


def test_an_entry_whose_value_is_a_face_is_a_die() -> None:
    """Boards show it beside the person for whom it is rolled: whom it is aimed at, if it names two."""
    told = (
        EntryKind(Trace.DIE, "{who} rolls {face}", object="defence:number", value="face:number"),
        EntryKind(Trace.POLICED, "{face}", "person", "target:person", "face:number"),
        EntryKind(Trace.CHECKED, "{face}", "person", value="face:number"),
        EntryKind(Trace.NEEDS, "{value}", object="dice:number", value="value:number"),
    )
    wording = Wording("x", "y", (), (), told, {}, GAME.nouns)
    assert wording.dice == {Trace.DIE: "", Trace.POLICED: "object", Trace.CHECKED: "subject"}


def test_one_number_can_stand_for_several_things() -> None:
    told = EntryKind(Trace.CHECKED, "{face} against {person}, {life}", "person, life", value="face:number")
    fields = wording(entries=[told]).fields(Entry(int(Trace.CHECKED), 0, 3, 0, 5, 0), GAME.new(1))
    assert fields == {"who": "kingdom_0", "person": PERSON_NAMES[3], "life": LIFE[3], "face": 5}
