"""SW02-08: events that are attached to a person, in general."""

from __future__ import annotations

import pytest

from .conftest import checking, names, printed, rolling, seat, throwing, where
from .events import HEARTS, SPADES, bearer, go, is_discarded, laid, on, to, won

ATTACHED = ("cancel", "admiration", "grounded", "gale slash", "splendid", "so what", "not jealous", "polygamy")


def carried(event: str, person: str) -> list[dict[str, object]]:
    return [{"event": event, "person": person, "seat": None}]


@pytest.mark.rule("SW02-08")
@pytest.mark.parametrize("event", [event for event in ATTACHED if event not in ("splendid", "polygamy")])
def test_sw02_08_it_moves_with_its_person(event: str) -> None:
    """SW02-08: an event attached to a person moves with that person: to the dynasty that incites him."""
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"]), pack=HEARTS,
        attached=carried(event, "Duke of Alba"),
    )  # fmt: skip
    go(state, "incite", "person:Duke of Alba")
    after = won(state)
    assert (where(after, "Duke of Alba"), bearer(after, event)) == ((0, "courtiers"), "Duke of Alba")
    assert not is_discarded(after, event)


@pytest.mark.rule("SW02-08")
def test_sw02_08_into_marriage_too() -> None:
    """SW02-08: … or to the king whom he or she marries."""
    state = laid(seat("Henry IV"), seat("Philip II", courtiers=["Mary I"]), pack=SPADES, attached=on(splendid="Mary I"))
    go(state, "marriage", "person:Mary I")
    after = won(state)
    assert (where(after, "Mary I"), bearer(after, "splendid")) == ((0, "spouses"), "Mary I")


@pytest.mark.rule("SW02-08")
@pytest.mark.parametrize("event", [event for event in ATTACHED if event != "not jealous"])
def test_sw02_08_it_is_discarded_with_the_dead(event: str) -> None:
    """SW02-08: … and is discarded when that person dies; as long as he lives it stays."""
    state = laid(
        seat("Henry IV"), seat("Philip II", children=["Philip III"]), scythe=0, attached=carried(event, "Philip II")
    )
    life = printed("Philip II").life
    go(state, "reaper", "person:Philip II")
    dead = rolling(state, life + 1, by="pass")
    assert where(dead, "Philip II") == "removed"
    assert (bearer(dead, event), is_discarded(dead, event)) == (None, True)
    alive = rolling(state, life, by="pass")
    assert (bearer(alive, event), is_discarded(alive, event)) == ("Philip II", False)


@pytest.mark.rule("SW02-08")
def test_sw02_08_any_death_discards_it() -> None:
    """SW02-08: … also by execution, suppression or in a war."""
    own = seat("Henry VIII", spouse="Anne Boleyn", courtiers=["Duke of Alba", "Francis Drake"], territories=["England"])
    carried_by = {"Anne Boleyn": "splendid", "Francis Drake": "cancel", "Duke of Alba": "so what"}
    attached = on(splendid="Anne Boleyn", cancel="Francis Drake", so_what="Duke of Alba")
    state = laid(
        own, seat("Philip II", territories=["Spain"]), abilities=True, attached=attached, pack=HEARTS,
        independent=["Milan"],
    )  # fmt: skip
    to(state, "action")
    executed = state.clone()
    go(executed, "execution", "person:Anne Boleyn")
    suppressed = state.clone()
    go(suppressed, "suppression")
    suppressed = throwing(suppressed, 5, "person:Francis Drake")
    fallen = state.clone()
    go(fallen, "war", "country:Milan", "person:Duke of Alba", "friend=pass")
    to(fallen, "interrupt")
    fallen = checking(fallen, printed("Duke of Alba").life + 1)
    for after, person in ((executed, "Anne Boleyn"), (suppressed, "Francis Drake"), (fallen, "Duke of Alba")):
        assert where(after, person) == "removed"
        assert {e for p, e in carried_by.items() if is_discarded(after, e)} == {carried_by[person]}


@pytest.mark.rule("SW02-08")
def test_sw02_08_all_see_it() -> None:
    """SW02-08: it lies with its person, open to all."""
    state = laid(seat("Henry IV"), seat("Philip II"), attached=on(cancel="Philip II"))
    for viewer in (0, 1, None):
        assert [(a["event"], a["person"]) for a in state.view(viewer)["attached"]] == [("cancel", "Philip II")]


@pytest.mark.rule("SW02-08")
def test_sw02_08_a_discarded_event_is_gone() -> None:
    """SW02-08: who succeeds a dead king has none of his events."""
    state = laid(
        seat("Henry IV"), seat("Philip II", children=["Philip III"]), scythe=0, attached=on(polygamy="Philip II")
    )
    go(state, "reaper", "person:Philip II")
    dead = rolling(state, 6, by="pass")
    assert where(dead, "Philip III") == (1, "king") and bearer(dead, "polygamy") is None
    assert "event:polygamy" not in names(dead)
