"""The table of Dynasty drawn for a terminal.

`ansi` draws only from a view dict: it can show no more than the view contains.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.display.words import SAID
from dynasty_env.dynasty.material import COUNTRY_NAMES, DECK_NAMES, NOBODY, PERSON_NAMES, POWER
from dynasty_env.dynasty.rules import nouns
from dynasty_env.dynasty.rules.nouns import ASLEEP, DOLL, SUITS, card
from dynasty_env.europe.drawing.terminal import BLOODLINES, NAME, Drawing
from dynasty_env.kit.terminal import BOLD, FAINT, RED, optional_rows, paint, rows_of

_EVENT = "96"


class DynastyDrawing(Drawing):
    """The table of Dynasty.

    Attributes:
        t: the persons and events of the view.
    """

    said = SAID

    def __init__(self, view: dict[str, Any]) -> None:
        super().__init__(view)
        self.t = OpenTable(view)
        if view["options"]["witches"]:
            self.bloodlines = (*Drawing.bloodlines, "rose", "white", "grey", "violet", "black")
            asleep = f"{ASLEEP} her ability sleeps while she is married"
            self.signs = (*Drawing.signs, "a W behind it: a witch", asleep)

    def card(self, name: str) -> tuple[str, Mapping[str, int], str]:
        """The stats as they count now, and the ability, with a sign if it belongs to a witch and is asleep."""
        person = PERSON_NAMES.index(name)
        return " ", nouns.stats(self.t, person), nouns.tag(self.t, person)

    def standing(self, place: dict[str, Any]) -> list[str]:
        """How many cards the seat holds."""
        count = place["hand_size"]
        return [f"{count} {'card' if count == 1 else 'cards'}"]

    def losses(self, place: dict[str, Any]) -> list[str]:
        """Why a dynasty is ruined (§07-01, SW02-06-01), if it is."""
        if place["childless"]:
            return ["RUINED: its king died childless"]
        if place.get("fallen"):
            return ["RUINED: fallen to the Neuroi"]
        return [] if place["territories"] else ["RUINED: no country"]

    def seat(self, seat: int, place: dict[str, Any]) -> list[str]:
        """Persons, territories, events, and the hand if the view contains it."""
        doll = [f"{DOLL:{NAME}}"] if self.t.doll_of(seat) else []
        return [
            *self.persons("king", [place["king"]] if place["king"] else []),
            *optional_rows("spouse", [*map(self.person, place["spouses"]), *doll]),
            *self.persons("children", place["children"]),
            *self.persons("courtiers", place["courtiers"]),
            *optional_rows("attached", self._attached(seat)),
            *rows_of("countries", self.countries(place["territories"]) or ["none"]),
            *optional_rows("events", [_face_down(event) for event in place.get("events", ())]),
            *(rows_of("hand", _cards(place["hand"]) or ["empty"]) if "hand" in place else []),
        ]

    def _attached(self, seat: int) -> list[str]:
        return [f"{paint(event, _EVENT)}: {person}" for event, person in self.t.attached_to(seat)]

    def middle(self) -> list[str]:
        """The cards laid for the action, and everything that belongs to no seat."""
        view = self.view
        lines = optional_rows("on table", [_laid(laid) for laid in view["on_table"]])
        lines += optional_rows("refused", view["refused"])
        lines += self._expansion()
        lines += self.persons("wanderers", view["wanderers"])
        lines += rows_of("independent", self.countries(view["independent"]) or ["none"])
        piles = [f"pack {view['pack_size']}", f"left play {len(view['removed'])}"]
        return (
            lines
            + rows_of("decks", [*self.deck_sizes(), *piles])
            + optional_rows("discards", _by_suit(view["discards"]))
        )

    def _expansion(self) -> list[str]:
        """Dice, the Neuroi, events in the middle, and what the seat knows of face-down cards."""
        view = self.view
        dice = [paint(str(face), BOLD) for face in view.get("dice", ())]
        lines = optional_rows("dice", [*dice, f"against {view['needed']}"] if dice else [])
        lines += optional_rows("second", [f"{view['second']} acts once more"] if view.get("second") else [])
        sent = [f"{name} (checked)" if name in view["checked"] else name for name in view.get("sent", ())]
        lines += optional_rows("in the war", sent)
        power = sum(POWER[COUNTRY_NAMES.index(name)] for name in view.get("occupied", ()))
        neuroi = [paint(f"power {power}", RED), *self.countries(view["occupied"])] if power else []
        lines += optional_rows("Neuroi", [*neuroi, *view.get("under_neuroi", ()), *self._attached(NOBODY)])
        on_table = [name for name in view.get("events_on_table", ()) if name != "neuroi"]
        lines += optional_rows("event", [paint(name, _EVENT) for name in on_table])
        lines += optional_rows("events gone", view.get("removed_events", ()))
        return lines + optional_rows("you know" if "known" in view else "all know", _known(view))


ansi = DynastyDrawing.of


def _cards(names: Iterable[str]) -> list[str]:
    return [paint(card(name), RED) if name[0] in "HD" else card(name) for name in names]


def _face_down(event: dict[str, Any]) -> str:
    """A face-down event with the deck that it came from; `?` if its name is hidden."""
    name = paint(event["event"], _EVENT) if event["event"] else "?"
    deck = paint(event["deck"], BLOODLINES[DECK_NAMES.index(event["deck"])])
    return f"{name} ({deck}{', known to all' if event['shown'] else ''})"


def _known(view: dict[str, Any]) -> list[str]:
    """What the seat (in a public view: everybody) has seen of the pack and the person decks."""
    known = view.get("known", {"seen": view.get("shown", {}), "pack_top": None, "deck_top": None})
    cells = [f"top of the pack {_cards([known['pack_top']])[0]}"] if known["pack_top"] else []
    cells += [f"top of the deck: {_plain(known['deck_top'])}"] if known["deck_top"] else []
    decks = {name: paint(name, BLOODLINES[colour]) for colour, name in enumerate(DECK_NAMES)}
    return [*cells, *(f"{_plain(name)} ({decks[deck]})" for name, deck in known["seen"].items())]


def _plain(name: str) -> str:
    """A card of a person deck, from its name in the save file."""
    return paint(name.removeprefix("event:"), _EVENT) if name.startswith("event:") else name


def _by_suit(cards: Sequence[str]) -> list[str]:
    """The cards grouped into one cell per suit, jokers last."""
    jokers = cards.count("JOKER")
    suits = {
        suit: [name[1:] for name in cards if name[0] == letter and name != "JOKER"] for letter, suit in SUITS.items()
    }
    cells = [paint(f"{suit} {' '.join(ranks)}", RED if suit in "♥♦" else "0") for suit, ranks in suits.items() if ranks]
    return cells + ([f"{jokers} joker{'s' if jokers > 1 else ''}"] if jokers else [])


def _laid(laid: dict[str, Any]) -> str:
    """A card on the table. A joker has its number; the seat that played the card, or the pack, is named, too."""
    (name,) = _cards([laid["card"]])
    number = f"={laid['number'] or '?'}" if laid["card"] == "JOKER" else ""
    return f"{name}{number}" + paint("/pack" if laid["seat"] is None else f"/{laid['seat']}", FAINT)
