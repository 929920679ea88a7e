"""The table of Dynasty drawn for a terminal.

`ansi` draws a view dict and nothing else: it can show no more than the view tells.
"""

import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from dynasty_env.dynasty.material import COLOUR, COUNTRY_NAMES, DECK_NAMES, NOBODY, PERSON_NAMES, POWER, SEX, SEXES
from dynasty_env.dynasty.told.names import ASLEEP, DOLL, LEGEND, SUITS, OpenTable, agent, card, religion, stats, tag
from dynasty_env.dynasty.told.words import declaration, waiting

WIDTH = 120
"""Columns that a drawing takes at most; fewer on a narrower terminal."""
NARROWEST = 60

_LABEL = 14
_NAME = 25  # the longest name
_TAG = 7  # the longest of an ability
_CELL = _NAME + _TAG + 20  # a person with sex, religion and numbers
_BLOODLINES = ("33", "94", "91", "32", "95", "97", "90", "35", "90")
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_BOLD, _FAINT, _RED, _EVENT = "1", "2", "91", "96"


def columns() -> int:
    """Columns to draw on: the terminal's, within bounds."""
    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 40)).columns))


def ansi(view: dict[str, Any]) -> str:
    """The table of a view, at most `WIDTH` columns wide; without colours where ``$NO_COLOR`` is set."""
    t = OpenTable(view)
    lines = _header(view)
    for seat in range(len(view["seats"])):
        lines += ["", *_seat(view, t, seat)]
    drawn = "\n".join([*lines, "", *_middle(view, t), "", *_legend(view)])
    return _ESCAPE.sub("", drawn) if os.environ.get("NO_COLOR") else drawn


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _header(view: dict[str, Any]) -> list[str]:
    turn = f"turn {view['turn']} of {agent(view['turn_player'])}" if view["turn"] else "set-up"
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    title = f"DYNASTY · {turn} · {waiting(view)}"
    gap = "  " if len(f"{title}  ({seen})") <= columns() else "\n  "
    lines = [_paint(line, _BOLD) for line in textwrap.wrap(title, columns(), subsequent_indent="  ")]
    return ["\n".join(lines) + gap + _paint(f"({seen})", _FAINT), _paint("─" * columns(), _FAINT)]


def _rows(label: str, cells: Iterable[str]) -> list[str]:
    """Cells behind a label, wrapped within the columns there are."""
    rows = [""]
    for cell in cells:
        longer = f"{rows[-1]}  {cell}" if rows[-1] else cell
        if rows[-1] and len(_ESCAPE.sub("", longer)) > columns() - _LABEL:
            rows.append(cell)
        else:
            rows[-1] = longer
    labels = [f"  {label}", *[""] * (len(rows) - 1)]
    return [_paint(name.ljust(_LABEL), _FAINT) + row for name, row in zip(labels, rows, strict=True)]


def _person(t: OpenTable, name: str) -> str:
    """A person in a cell: of fixed width, unless that is too wide for the screen."""
    person = PERSON_NAMES.index(name)
    numbers = "".join(f"{letter}{value}" for letter, value in stats(t, person).items())
    wide = columns() >= _LABEL + _CELL
    coloured = _paint(name.ljust(_NAME if wide else 0), _BLOODLINES[COLOUR[person]])
    cell = f"{coloured} {SEXES[SEX[person]]} {religion(person):3} {numbers} {tag(t, person):{_TAG}}"
    return cell if wide else cell.rstrip()


def _optional(label: str, cells: Sequence[str]) -> list[str]:
    return _rows(label, cells) if cells else []


def _persons(t: OpenTable, label: str, names: Sequence[str]) -> list[str]:
    return _optional(label, [_person(t, name) for name in names])


def _countries(names: Iterable[str]) -> list[str]:
    return [f"{name} {_paint(str(POWER[COUNTRY_NAMES.index(name)]), _BOLD)}" for name in names]


def _cards(names: Iterable[str]) -> list[str]:
    return [_paint(card(name), _RED) if name[0] in "HD" else card(name) for name in names]


def _seat(view: dict[str, Any], t: OpenTable, seat: int) -> list[str]:
    place = view["seats"][seat]
    count = place["hand_size"]
    title = [_paint(agent(seat), _BOLD + (";7" if seat == view["deciding"] else ""))]
    title += ["(you)"] if seat == view["seat"] else []
    title += [f"· {place['points']} points · {count} {'card' if count == 1 else 'cards'}"]
    title += [_paint("✝ pope", "35")] if seat == view["pope"] else []
    title += [_paint("☠ scythe", "36")] if seat == view["scythe"] else []
    title += [_paint("has used its veto", _FAINT)] if place["vetoed"] else []
    title += [_paint(f"RUINED: {why}", _RED) for why in _ruin(place)]
    doll = [f"{DOLL:{_NAME}}"] if t.doll_of(seat) else []
    return [
        " ".join(title),
        *_persons(t, "king", [place["king"]] if place["king"] else []),
        *_optional("spouse", [*(_person(t, name) for name in place["spouses"]), *doll]),
        *_persons(t, "children", place["children"]),
        *_persons(t, "courtiers", place["courtiers"]),
        *_optional("attached", _attached(view, t, seat)),
        *_rows("territories", _countries(place["territories"]) or ["none"]),
        *_optional("events", [_face_down(event) for event in place.get("events", ())]),
        *(_rows("hand", _cards(place["hand"]) or ["empty"]) if "hand" in place else []),
    ]


def _ruin(place: dict[str, Any]) -> list[str]:
    """Why a dynasty is ruined (§07-01, SW02-06-01), if it is."""
    if place["childless"]:
        return ["its king died childless"]
    if place.get("fallen"):
        return ["fallen to the Neuroi"]
    return [] if place["territories"] else ["no territory"]


def _attached(view: dict[str, Any], t: OpenTable, seat: int) -> list[str]:
    """The events of a dynasty's persons, or of who is in none (D-R59); the doll lies among the spouses."""
    return [
        f"{_paint(attached['event'], _EVENT)}: {attached['person']}"
        for attached in view.get("attached", ())
        if t.owner[PERSON_NAMES.index(attached["person"])] == seat and attached["event"] != "doll"
    ]


def _face_down(event: dict[str, Any]) -> str:
    """An event that lies face down, with the deck that it came from; `?` where its name is hidden."""
    name = _paint(event["event"], _EVENT) if event["event"] else "?"
    deck = _paint(event["deck"], _BLOODLINES[DECK_NAMES.index(event["deck"])])
    return f"{name} ({deck}{', known to all' if event['shown'] else ''})"


def _middle(view: dict[str, Any], t: OpenTable) -> list[str]:
    lines = [_paint("─" * columns(), _FAINT)]
    lines += _optional("declared", textwrap.wrap(declaration(view), columns() - _LABEL))
    lines += _optional("on table", [_laid(laid) for laid in view["on_table"]])
    lines += _optional("refused", view["refused"])
    lines += _expansion(view, t)
    lines += _persons(t, "wanderers", view["wanderers"])
    lines += _rows("independent", _countries(view["independent"]) or ["none"])
    sizes = enumerate(view["person_decks"].items())
    decks = [_paint(f"{name} {size}", _BLOODLINES[colour]) for colour, (name, size) in sizes]
    lines += _rows("decks", [*decks, f"pack {view['pack_size']}", f"left play {len(view['removed'])}"])
    return lines + _optional("discards", _by_suit(view["discards"]))


def _expansion(view: dict[str, Any], t: OpenTable) -> list[str]:
    """Dice, the Neuroi, events in the middle, and what the seat knows of what lies face down."""
    dice = [_paint(str(face), _BOLD) for face in view.get("dice", ())]
    lines = _optional("dice", [*dice, f"against {view['needed']}"] if dice else [])
    lines += _optional("second", [f"{view['second']} acts once more"] if view.get("second") else [])
    sent = [f"{name} (checked)" if name in view["checked"] else name for name in view.get("sent", ())]
    lines += _optional("in the war", sent)
    power = sum(POWER[COUNTRY_NAMES.index(name)] for name in view.get("occupied", ()))
    neuroi = [_paint(f"power {power}", _RED), *_countries(view["occupied"])] if power else []
    lines += _optional("Neuroi", [*neuroi, *view.get("under_neuroi", ()), *_attached(view, t, NOBODY)])
    on_table = [name for name in view.get("events_on_table", ()) if name != "neuroi"]
    lines += _optional("event", [_paint(name, _EVENT) for name in on_table])
    lines += _optional("events gone", view.get("removed_events", ()))
    return lines + _optional("you know" if "known" in view else "all know", _known(view))


def _known(view: dict[str, Any]) -> list[str]:
    """What has been seen of the pack, and what in which person deck; for the public, what everybody saw."""
    known = view.get("known", {"seen": view.get("shown", {}), "pack_top": None, "deck_top": None})
    cells = [f"top of the pack {_cards([known['pack_top']])[0]}"] if known["pack_top"] else []
    cells += [f"top of the deck: {_plain(known['deck_top'])}"] if known["deck_top"] else []
    decks = {name: _paint(name, _BLOODLINES[colour]) for colour, name in enumerate(DECK_NAMES)}
    return [*cells, *(f"{_plain(name)} ({decks[deck]})" for name, deck in known["seen"].items())]


def _plain(name: str) -> str:
    """A card of a person deck by its name in the save file."""
    return _paint(name.removeprefix("event:"), _EVENT) if name.startswith("event:") else name


def _by_suit(cards: Sequence[str]) -> list[str]:
    """Cards as one cell a suit, jokers last."""
    jokers = cards.count("JOKER")
    suits = {
        suit: [name[1:] for name in cards if name[0] == letter and name != "JOKER"] for letter, suit in SUITS.items()
    }
    cells = [
        _paint(f"{suit} {' '.join(ranks)}", _RED if suit in "♥♦" else "0") for suit, ranks in suits.items() if ranks
    ]
    return cells + ([f"{jokers} joker{'s' if jokers > 1 else ''}"] if jokers else [])


def _laid(laid: dict[str, Any]) -> str:
    """A card on the table: a joker with its number, and whose it is."""
    (name,) = _cards([laid["card"]])
    number = f"={laid['number'] or '?'}" if laid["card"] == "JOKER" else ""
    return f"{name}{number}" + _paint("/pack" if laid["seat"] is None else f"/{laid['seat']}", _FAINT)


def _legend(view: dict[str, Any]) -> list[str]:
    bloodlines = ["yellow Habsburg", "blue France", "red England, Netherlands", "green the North"]
    signs = ["sex m f", "religion CC C CP P"]
    if view["options"]["witches"]:
        bloodlines += ["rose", "white", "grey", "violet", "black"]
        signs += ["a W behind it: a witch", f"{ASLEEP} her ability sleeps while she is married"]
    coloured = [_paint(words, _BLOODLINES[colour]) for colour, words in enumerate(bloodlines)]
    return [*_rows("stats", LEGEND), *_rows("bloodlines", coloured), *_rows("signs", signs)]
