"""The table of Dynasty drawn for a terminal.

`ansi` draws a view dict and nothing else: it can show no more than the view tells.
"""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from dynasty_env.dynasty.material import COLOUR, COUNTRY_NAMES, DECK_NAMES, NOBODY, PERSON_NAMES, POWER, SEX, SEXES
from dynasty_env.dynasty.told.names import ASLEEP, DOLL, LEGEND, SUITS, OpenTable, agent, card, religion, stats, tag
from dynasty_env.dynasty.told.words import declaration, waiting
from dynasty_env.europe.drawing.terminal import BLOODLINES, NAME, TAG, deck_sizes, header, person_cell
from dynasty_env.kit.terminal import BOLD, FAINT, LABEL, RED, columns, drawn, optional_rows, paint, rows_of, rule

_BLOODLINES = (*BLOODLINES, "95", "97", "90", "35", "90")
_EVENT = "96"


def ansi(view: dict[str, Any]) -> str:
    """The table of a view, as wide as the terminal, at most 120 columns; without colours where ``$NO_COLOR`` is set."""
    t = OpenTable(view)
    lines = header("DYNASTY", view, waiting(view), agent)
    for seat in range(len(view["seats"])):
        lines += ["", *_seat(view, t, seat)]
    return drawn([*lines, "", *_middle(view, t), "", *_legend(view)])


def _person(t: OpenTable, name: str) -> str:
    """A person in a cell: of fixed width, unless that is too wide for the screen."""
    person = PERSON_NAMES.index(name)
    numbers = "".join(f"{letter}{value}" for letter, value in stats(t, person).items())
    facts = f" {SEXES[SEX[person]]} {religion(person):3} {numbers} {tag(t, person):{TAG}}"
    return person_cell(name, _BLOODLINES[COLOUR[person]], facts)


def _persons(t: OpenTable, label: str, names: Sequence[str]) -> list[str]:
    return optional_rows(label, [_person(t, name) for name in names])


def _countries(names: Iterable[str]) -> list[str]:
    return [f"{name} {paint(str(POWER[COUNTRY_NAMES.index(name)]), BOLD)}" for name in names]


def _cards(names: Iterable[str]) -> list[str]:
    return [paint(card(name), RED) if name[0] in "HD" else card(name) for name in names]


def _seat(view: dict[str, Any], t: OpenTable, seat: int) -> list[str]:
    place = view["seats"][seat]
    count = place["hand_size"]
    title = [paint(agent(seat), BOLD + (";7" if seat == view["deciding"] else ""))]
    title += ["(you)"] if seat == view["seat"] else []
    title += [f"· {place['points']} points · {count} {'card' if count == 1 else 'cards'}"]
    title += [paint("✝ pope", "35")] if seat == view["pope"] else []
    title += [paint("☠ scythe", "36")] if seat == view["scythe"] else []
    title += [paint("has used its veto", FAINT)] if place["vetoed"] else []
    title += [paint(f"RUINED: {why}", RED) for why in _ruin(place)]
    doll = [f"{DOLL:{NAME}}"] if t.doll_of(seat) else []
    return [
        " ".join(title),
        *_persons(t, "king", [place["king"]] if place["king"] else []),
        *optional_rows("spouse", [*(_person(t, name) for name in place["spouses"]), *doll]),
        *_persons(t, "children", place["children"]),
        *_persons(t, "courtiers", place["courtiers"]),
        *optional_rows("attached", _attached(view, t, seat)),
        *rows_of("territories", _countries(place["territories"]) or ["none"]),
        *optional_rows("events", [_face_down(event) for event in place.get("events", ())]),
        *(rows_of("hand", _cards(place["hand"]) or ["empty"]) if "hand" in place else []),
    ]


def _ruin(place: dict[str, Any]) -> list[str]:
    """Why a dynasty is ruined (§07-01, SW02-06-01), if it is."""
    if place["childless"]:
        return ["its king died childless"]
    if place.get("fallen"):
        return ["fallen to the Neuroi"]
    return [] if place["territories"] else ["no territory"]


def _attached(view: dict[str, Any], t: OpenTable, seat: int) -> list[str]:
    """The events attached to a dynasty's persons, or to who is in none (D-R59); the doll is shown among the spouses."""
    return [
        f"{paint(attached['event'], _EVENT)}: {attached['person']}"
        for attached in view.get("attached", ())
        if t.owner[PERSON_NAMES.index(attached["person"])] == seat and attached["event"] != "doll"
    ]


def _face_down(event: dict[str, Any]) -> str:
    """An event that lies face down, with the deck that it came from; `?` where its name is hidden."""
    name = paint(event["event"], _EVENT) if event["event"] else "?"
    deck = paint(event["deck"], _BLOODLINES[DECK_NAMES.index(event["deck"])])
    return f"{name} ({deck}{', known to all' if event['shown'] else ''})"


def _middle(view: dict[str, Any], t: OpenTable) -> list[str]:
    lines = [rule()]
    lines += optional_rows("declared", textwrap.wrap(declaration(view), columns() - LABEL))
    lines += optional_rows("on table", [_laid(laid) for laid in view["on_table"]])
    lines += optional_rows("refused", view["refused"])
    lines += _expansion(view, t)
    lines += _persons(t, "wanderers", view["wanderers"])
    lines += rows_of("independent", _countries(view["independent"]) or ["none"])
    lines += rows_of("decks", [*deck_sizes(view), f"pack {view['pack_size']}", f"left play {len(view['removed'])}"])
    return lines + optional_rows("discards", _by_suit(view["discards"]))


def _expansion(view: dict[str, Any], t: OpenTable) -> list[str]:
    """Dice, the Neuroi, events in the middle, and what the seat knows of what lies face down."""
    dice = [paint(str(face), BOLD) for face in view.get("dice", ())]
    lines = optional_rows("dice", [*dice, f"against {view['needed']}"] if dice else [])
    lines += optional_rows("second", [f"{view['second']} acts once more"] if view.get("second") else [])
    sent = [f"{name} (checked)" if name in view["checked"] else name for name in view.get("sent", ())]
    lines += optional_rows("in the war", sent)
    power = sum(POWER[COUNTRY_NAMES.index(name)] for name in view.get("occupied", ()))
    neuroi = [paint(f"power {power}", RED), *_countries(view["occupied"])] if power else []
    lines += optional_rows("Neuroi", [*neuroi, *view.get("under_neuroi", ()), *_attached(view, t, NOBODY)])
    on_table = [name for name in view.get("events_on_table", ()) if name != "neuroi"]
    lines += optional_rows("event", [paint(name, _EVENT) for name in on_table])
    lines += optional_rows("events gone", view.get("removed_events", ()))
    return lines + optional_rows("you know" if "known" in view else "all know", _known(view))


def _known(view: dict[str, Any]) -> list[str]:
    """What the seat, or everybody in a public view, has seen of the pack, and of the person decks."""
    known = view.get("known", {"seen": view.get("shown", {}), "pack_top": None, "deck_top": None})
    cells = [f"top of the pack {_cards([known['pack_top']])[0]}"] if known["pack_top"] else []
    cells += [f"top of the deck: {_plain(known['deck_top'])}"] if known["deck_top"] else []
    decks = {name: paint(name, _BLOODLINES[colour]) for colour, name in enumerate(DECK_NAMES)}
    return [*cells, *(f"{_plain(name)} ({decks[deck]})" for name, deck in known["seen"].items())]


def _plain(name: str) -> str:
    """A card of a person deck by its name in the save file."""
    return paint(name.removeprefix("event:"), _EVENT) if name.startswith("event:") else name


def _by_suit(cards: Sequence[str]) -> list[str]:
    """Cards as one cell for each suit, jokers last."""
    jokers = cards.count("JOKER")
    suits = {
        suit: [name[1:] for name in cards if name[0] == letter and name != "JOKER"] for letter, suit in SUITS.items()
    }
    cells = [paint(f"{suit} {' '.join(ranks)}", RED if suit in "♥♦" else "0") for suit, ranks in suits.items() if ranks]
    return cells + ([f"{jokers} joker{'s' if jokers > 1 else ''}"] if jokers else [])


def _laid(laid: dict[str, Any]) -> str:
    """A card on the table: a joker with its number, and which seat played it, or that it came from the pack."""
    (name,) = _cards([laid["card"]])
    number = f"={laid['number'] or '?'}" if laid["card"] == "JOKER" else ""
    return f"{name}{number}" + paint("/pack" if laid["seat"] is None else f"/{laid['seat']}", FAINT)


def _legend(view: dict[str, Any]) -> list[str]:
    bloodlines = ["yellow Habsburg", "blue France", "red England, Netherlands", "green the North"]
    signs = ["sex m f", "religion CC C CP P"]
    if view["options"]["witches"]:
        bloodlines += ["rose", "white", "grey", "violet", "black"]
        signs += ["a W behind it: a witch", f"{ASLEEP} her ability sleeps while she is married"]
    coloured = [paint(words, _BLOODLINES[colour]) for colour, words in enumerate(bloodlines)]
    return [*rows_of("stats", LEGEND), *rows_of("bloodlines", coloured), *rows_of("signs", signs)]
