"""The table as a picture."""

import builtins
import re
from typing import Any

import pytest

from dynasty_env.dynasty.display import picture
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, DIRECTIONS, EVENT_NAMES, NEIGHBOUR, PERSON_NAMES
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.drawing.picture import GRID
from dynasty_env.kit.canvas import HEIGHT, WIDTH, Canvas
from tests.dynasty.reached import reached
from tests.dynasty.tables import RIVAL, WARLIKE, dynasty, face_down, laid


def test_picture_shows_special_abilities() -> None:
    pytest.importorskip("PIL")
    view = reached("suppression_target").view(None)
    plain = view | {"options": view["options"] | {"abilities": False}}
    assert (picture.picture(view) != picture.picture(plain)).any()
    for seat in view["seats"]:
        seat["courtiers"] = list(PERSON_NAMES[14 + 30 * view["seats"].index(seat) :][:26])  # on the smallest cards too
    assert (picture.picture(view) != picture.picture(plain)).any()


DRAWN: dict[str, Any] = {}
"""The picture of the last view of which changes were drawn."""


def changes_the_picture(view: dict[str, Any], **fields: Any) -> bool:
    """Whether a view is drawn otherwise with other fields of the table."""
    if repr(view) not in DRAWN:
        DRAWN.clear()
        DRAWN[repr(view)] = picture.picture(view)
    return bool((DRAWN[repr(view)] != picture.picture(view | fields)).any())


def test_picture_shows_the_expansion() -> None:
    """Events, the Neuroi, the doll, dice, a second action, and what the seat has seen."""
    pytest.importorskip("PIL")
    state = GAME.from_dict(laid(WARLIKE | face_down("cancel", "splendid"), RIVAL), backend="interpreted")
    view = state.view(0)
    assert changes_the_picture(view, occupied=["Hungary"])
    assert changes_the_picture(view | {"occupied": ["Hungary"]}, under_neuroi=["Suleiman I"])
    under = view | {"occupied": ["Hungary"], "under_neuroi": ["Suleiman I"]}
    assert changes_the_picture(under, attached=[{"event": "cancel", "person": "Suleiman I"}])
    assert changes_the_picture(view, second="Mary I")
    assert changes_the_picture(view, dice=[3, 5], needed=9)
    assert changes_the_picture(view | {"dice": [3, 5]}, dice=[3, 6])
    assert changes_the_picture(view, events_on_table=["all-out attack"])
    for event in ("grounded", "doll"):
        assert changes_the_picture(view, attached=[{"event": event, "person": "Elizabeth I"}])
    assert changes_the_picture(view, known=view["known"] | {"pack_top": "H2"})
    assert changes_the_picture(view, known=view["known"] | {"deck_top": "Mary Stuart"})
    assert changes_the_picture(view, known=view["known"] | {"seen": {"the Beam": "red"}})
    first, second = view["seats"]
    assert changes_the_picture(view, seats=[first | {"fallen": True}, second])
    assert changes_the_picture(view, seats=[first | {"events": first["events"][:1]}, second])
    hidden = [{"event": None, "deck": "red", "shown": False}] * 2
    assert changes_the_picture(view, seats=[first | {"events": hidden}, second])


def test_picture_shows_that_a_witch_has_no_ability() -> None:
    """SW02-02: the tag of a married witch has a sign before it."""
    pytest.importorskip("PIL")
    spouses = GAME.from_dict(laid(dynasty("Henry IV", "the Gale", spouses=["the Beam"]), RIVAL | {"king": "Louis XIII",
                             "courtiers": []}), backend="interpreted").view(None)  # fmt: skip
    plain = nouns.tag
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dynasty_env.dynasty.display.picture.tag", lambda t, person: plain(t, person).removeprefix("~"))
        awake = picture.picture(spouses)
    assert (picture.picture(spouses) != awake).any()


@pytest.mark.parametrize("num_players", [2, 6])
def test_picture_of_every_event_at_once(num_players: int) -> None:
    """Twelve events, all attached or face down, and all dice."""
    pytest.importorskip("PIL")
    view = GAME.new(3, num_players=num_players, backend="interpreted", witches=True).view(None)
    king = PERSON_NAMES[20]
    view["seats"][0] |= {"king": king, "courtiers": list(PERSON_NAMES[81:97]), "spouses": list(PERSON_NAMES[1:4])}
    view["attached"] = [{"event": name, "person": king} for name in EVENT_NAMES]
    view["seats"][1]["events"] = [{"event": name, "deck": "green", "shown": True} for name in EVENT_NAMES]
    view |= {"dice": [6] * 48, "needed": 999, "shown": dict.fromkeys(PERSON_NAMES[81:97], "red")}
    assert picture.picture(view).shape == (HEIGHT, WIDTH, 3)


def test_picture_of_a_crowded_table() -> None:
    pytest.importorskip("PIL")
    view = GAME.new(2, num_players=6, backend="interpreted").view(0)
    names = list(PERSON_NAMES[:80])
    crowd = {"king": names[0], "spouses": names[1:2], "children": names[2:11], "courtiers": names[11:17]}
    view["seats"][0] |= crowd | {"territories": list(COUNTRY_NAMES[:10]), "hand": ["H3", "JOKER"] * 8}
    view["on_table"] = [{"card": "JOKER", "number": None, "seat": None}, {"card": "S10", "number": 10, "seat": 1}] * 17
    assert picture.picture(view).shape == (HEIGHT, WIDTH, 3)


def test_accents_are_drawn() -> None:
    pytest.importorskip("PIL")

    def written(text: str) -> Any:
        canvas = Canvas(200, 40, "#ffffff")
        canvas.text(10, 20, text, 20, "#000000")
        return canvas.pixels()

    assert (written("Renée") != written("Renee")).any()


def test_picture_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_pillow(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("PIL"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_pillow)
    with pytest.raises(ImportError, match=re.escape("pip install 'dynasty-env[render]'")):
        picture.picture(GAME.new(0, backend="interpreted").view(None))


def test_map_is_drawn_as_the_cards_say() -> None:
    """Every neighbour lies straight in its direction, and no country lies in between."""
    steps = dict(zip(DIRECTIONS, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True))
    assert set(GRID) == set(COUNTRY_NAMES) and len(set(GRID.values())) == len(COUNTRY_NAMES)
    for country, name in enumerate(COUNTRY_NAMES):
        for side, (dx, dy) in enumerate(steps.values()):
            if NEIGHBOUR[country, side] >= 0:
                x, y = GRID[name]
                met = None
                while met is None:
                    x, y = x + dx, y + dy
                    assert 0 <= x < 5 and 0 <= y < 7
                    met = next((other for other, place in GRID.items() if place == (x, y)), None)
                assert met == COUNTRY_NAMES[NEIGHBOUR[country, side]]
