"""What the words of Dynasty's positions mean (tests/positions.py): how a table is laid, played on, and looked at.

`given`: dynasties and what else lies on the table, between bars. ``Henry IV (spouse Anne Boleyn; courtiers Duke of
Sully; holds France, Spain; hand SA CK; events cancel)``, then ``pack S2 H2-H10``, ``wanderers Anne of Cleves``,
``deck red James I``, ``attached doll on Henry IV``, ``neuroi Milan``, ``turn 1``, ``witches``, ``no kin_marriage``,
and any other field of a save file as ``name=JSON``. What is left out is as `conftest.table` says; what is laid twice
is as laid last. ``dealt 3`` is a game that has just been dealt by that seed, ``top red James I, doll`` what lies on
top of a deck then. ``printed James I war=0 ability=POLICE`` is another card than his; the oracle does not judge then.

`when`: actions by their names, without the family (``war, Milan, Henry IV``), and chance: ``succeeds``, ``fails``,
``rolls 3 4``, ``rolls exactly 3``, ``checks 6``, ``throws 2``, ``judges 4 5``, ``until James I: removed``; all have
passed then, unless it says which action brings it about: ``James I (rolls 6)``. ``all pass but one`` leaves the
window open by a pass. With the expansion, decisions in which there is nothing but to pass go by themselves until the
next action is legal. ``saved`` goes on from a save file, and ``wrong place.James I=CHILD & owner.James I=0`` writes
into the table by force.

`then`: facts between bars, see `FACTS`; ``James I: 0 courtiers`` says where somebody is, ``Milan: 0`` who has a
country, and ``pope: 1`` what a save file says; ``has`` and ``lacks`` ask for a part, ``count`` for a number, which
may be ``over`` another. What was `told` is what the last line of play has told all, ``told to 1`` what the last move
has told a seat. ``view 1 PATH`` and ``observed 1 PIECE.ENTRY`` are what a seat sees; ``possible 1 FACT`` are all
answers among tables on which all is drawn anew that it does not know, ``always`` and ``sometimes 1 FACT`` what is in
each or in some of them, and ``outcomes FACT by ACTION`` all that chance makes of a move; ``noted FIELD`` are the
numbers in a field that are not 0. ``same to`` are the seats, and the public, that cannot tell this table from the one
it lies `beside`.

Every move is judged by the engine and by the oracle (`tests.dynasty.oracle`): they must agree on what is legal before
and after it, and on what has come of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, cast

import numpy as np

from dynasty_env.dynasty import material
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import BASE_PERSONS, COUNTRY_NAMES, EVENT_NAMES, PERSON_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.dynasty.views.public_table import PERSON_CARDS
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.engine.cards import CARD_NAMES, RANKS
from dynasty_env.kit.state import Entry, State
from tests.dynasty.oracle.agreement import Agreement
from tests.positions import Position
from tests.rule_testing import as_printed, come_true, names, told

from . import conftest as base
from . import trace_fields
from .trace_fields import story

SHORT = {name.rpartition(":")[2] if not name.startswith("joker") else name: name for name in GAME.action_names}
NAMED = {name: short for short, name in SHORT.items()}
MANY = {word: word for word in ("spouses", "children", "courtiers")} | {"spouse": "spouses", "holds": "territories"}
REPRINTED = "printed "
PRINTED = ("WAR", "GOVERNANCE", "PRESTIGE", "FERTILITY", "LIFE", "AMBITION", "ABILITY", "BEARER", "WITCH_WITH")
NUMBERS = {"pope": "pope", "scythe": "scythe", "turn": "turn_player", "seed": "seed", "dealt": "dealt"}
KEYS = range(40)
"""Other tables and other dice that questions of what may be look at."""


# ------------------------------------------------------------------------------------------------------- laying a table


def lay(text: str) -> State:
    """A table as `given` says."""
    seats: dict[str, dict[str, Any]] = {}
    fields: dict[str, Any] = {}
    for item in text.split(" | "):
        name = item.partition(" (")[0]
        if item.startswith(REPRINTED):
            _reprint(item.removeprefix(REPRINTED))
        elif name in PERSON_NAMES:
            seats[name] = _seat(name, item.removeprefix(name)[2:-1])
        else:
            _lay(fields, item)
    if "dealt" in fields:
        return _dealt(fields.pop("dealt"), fields.pop("top", {}), fields.pop("person_decks", {}), **fields)
    return base.table(*seats.values(), **fields)


def _reprint(text: str) -> None:
    """``James I war=0 ability=POLICE``: the interpreted rules read the printed tables as they are."""
    numbers = [word for word in text.split(" ") if "=" in word]
    person = PERSON_NAMES.index(text.removesuffix(" " + " ".join(numbers)))
    for stat, _, number in (word.partition("=") for word in numbers):
        if stat == "ability":
            ability = material.Ability[number]
            material.BEARER[ability, 0] = material.WITCH_WITH[ability] = person
            material.ABILITY[person] = ability
        else:
            getattr(material, stat.upper())[person] = int(number)


def _dealt(seed: int, top: dict[str, list[str]], alone: dict[str, list[str]], **options: Any) -> State:
    """A dealt game with these cards on top of its person decks and the events low in the others, or `alone` in them."""
    state = GAME.new(seed, backend="interpreted", **{"ask_forced": True} | options)
    if not top and not alone:
        return state
    saved = state.to_dict()
    decks = saved["person_decks"]
    for colour, wanted in top.items():
        for other in decks.keys() - top.keys():
            decks[other].sort(key=lambda card: card.startswith("event:"))
        for card in reversed(wanted):
            home = next(deck for deck in decks.values() if card in deck)
            if home is not decks[colour]:  # one for the other, so that the decks stay as large as they are
                event = next(each for each in decks[colour][::-1] if each.startswith("event:") and each not in wanted)
                home[home.index(card)], decks[colour][decks[colour].index(event)] = event, card
            decks[colour].insert(0, decks[colour].pop(decks[colour].index(card)))
    for colour, left in alone.items():
        saved["removed"] += [card for card in decks[colour] if card not in left]
        decks[colour] = left
    return GAME.from_dict(saved, backend="interpreted")


def _cards(text: str) -> list[str]:
    """``SA H2-H10``: an ace and nine hearts, in their order."""
    suits = [CARD_NAMES[suit * RANKS : (suit + 1) * RANKS] for suit in range(len(CARD_NAMES) // RANKS)]
    cards: list[str] = []
    for word in text.split():
        first, _, last = word.partition("-")
        suit = next((names_ for names_ in suits if last in names_), ())
        cards += suit[suit.index(first) : suit.index(last) + 1] if last else [word]
    return cards


def _listed(text: str) -> list[str]:
    return [] if text in ("nobody", "nothing") else text.split(", ")


def _seat(king: str, text: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for part in text.split("; ") if text else ():
        word, _, rest = part.partition(" ")
        if word in MANY:
            fields.setdefault(MANY[word], []).extend(_listed(rest))
        elif word == "hand":
            fields[word] = _cards(rest)
        elif word == "events":
            fields[word] = [{"event": event, "deck": "red", "shown": False} for event in _listed(rest)]
        else:
            name, _, value = part.partition("=")
            fields[name] = json.loads(value)
    return base.seat(king, **fields)


def _lay(fields: dict[str, Any], item: str) -> None:
    word, _, rest = item.partition(" ")
    if word in base.OPTIONS and not rest:
        fields[word] = True
    elif word == "no":
        fields[rest] = False
    elif word in NUMBERS:
        fields[NUMBERS[word]] = int(rest)
    elif word in ("pack", "discards"):
        fields[word] = _cards(rest)
    elif word == "phase":
        fields[word] = rest
    elif word in ("wanderers", "independent", "removed"):
        fields[word] = _listed(rest)
    elif word in ("deck", "top"):
        colour, _, who = rest.partition(" ")
        fields.setdefault("person_decks" if word == "deck" else word, {})[colour] = _listed(who)
    elif word == "attached":
        pairs = [pair.split(" on ") for pair in _listed(rest)]
        fields[word] = [{"event": event, "person": person, "seat": None} for event, person in pairs]
    elif word == "neuroi":
        fields |= {"events_on_table": ["neuroi"], "occupied": _listed(rest)}
    else:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"given: {item!r} is neither a king nor a field")
        fields[name] = json.loads(value)


# -------------------------------------------------------------------------------------------------------------- playing


class Unjudged:
    """In the place of the oracle, where a card is not as it is printed: the oracle plays with the printed ones."""

    def copy(self) -> Unjudged:
        """Nothing to copy."""
        return self

    def catch_up(self, state: State) -> None:
        """Nothing is compared."""

    def follow(self, action: str, state: State) -> None:
        """Nothing is compared."""


class Play:
    """A table of a position, while it is played on."""

    def __init__(self, given: str) -> None:
        self.state = lay(given)
        self.quick = bool(self.state.options["witches"])
        self.judge: Unjudged | Agreement = (
            Unjudged() if REPRINTED in given else Agreement(self.state, given, dealt=False)
        )
        self.before = self.state, self.judge
        self.told: list[Entry] = []
        self.lines: list[str] = []
        self.beside: Play | None = None

    def line(self, text: str) -> None:
        """A line of play."""
        self.told = []
        self.lines.append(text)
        for token in text.split(", ") if text else ():
            if token == "all pass but one":
                self._come_true(base.quiet(self.state), "pass")
            elif token == "saved":
                self._save_and_load()
            elif token == "asked anew":
                self.state.call("reopen")
            elif token.startswith("wrong "):
                _force(self.state, token.removeprefix("wrong "))
                self.judge = Unjudged()
            elif token.split(" ")[0] in (UNTIL, *CHANCE):
                self._chance("pass", token)
            elif token.endswith(")"):
                action, _, chance = token[:-1].partition(" (")
                self._until_legal(SHORT[action])
                self._chance(SHORT[action], chance)
            else:
                self._until_legal(SHORT[token])
                self._play(SHORT[token])

    def again(self) -> None:
        """Back to the table before the last chance."""
        self.state, self.judge = self.before

    def _play(self, action: str) -> None:
        self.told += base.play(self.state, action)
        self.judge.follow(action, self.state)

    def _save_and_load(self) -> None:
        saved = self.state.to_dict()
        self.state = GAME.from_dict(saved, backend="interpreted")
        assert self.state.to_dict() == saved, "the save is read as another table"

    def _until_legal(self, action: str) -> None:
        if self.quick:
            self._pass_until(lambda: action in names(self.state))

    def _pass_until(self, wanted: Callable[[], bool]) -> None:
        while not wanted() and not self.state.done and names(self.state) == {"pass"}:
            self._play("pass")

    def _chance(self, by: str, token: str) -> None:
        how, *faces = token.split(" ")
        if by == "pass" and self.quick:
            self._pass_until(lambda: self.state.phase == "interrupt")
        if how == UNTIL:
            before, fact = _closed(self.state, by), token.removeprefix(f"{UNTIL} ").replace(" and ", ", ")
            after = come_true(trace_fields.check, before, by, lambda after: self._would_be_so(after, fact))
            self._come_true(after, by)
            return
        exactly = faces[:1] == ["exactly"]
        dice = [int(face) for face in faces[exactly:]]
        self._come_true(CHANCE["exactly" if exactly else how](self.state, dice, by), by)

    def _would_be_so(self, after: State, fact: str) -> bool:
        try:
            check_fact(next(_copies(self, iter([after]))), fact)
        except AssertionError:
            return False
        return True

    def _come_true(self, after: State, by: str) -> None:
        """Go on with a copy on which all have passed and `by` was played."""
        self.before = self.state, self.judge
        self.judge = self.judge.copy()
        self.judge.catch_up(_closed(self.state, by))
        self.state = after
        if after.record["told"]:
            self.told += after.trace()
        self.judge.follow(by, after)


def _closed(state: State, by: str) -> State:
    """Where one more pass closes the window, all have passed but one."""
    return base.quiet(state) if by == "pass" and state.phase == "interrupt" else state


def _force(state: State, text: str) -> None:
    """Write into the table: ``place.James I=CHILD & hand.0.SA=-1``; ``+1`` is one more than there is."""
    for part in text.split(" & "):
        name, _, value = part.partition("=")
        field, *at = name.split(".")
        table = state.tables[0]
        where: Any = tuple(_index(field, each) for each in at)
        where = where[0] if len(where) == 1 else where
        old = getattr(table, field)
        new = _number(value) + (int(old[where] if at else old) if value[:1] == "+" else 0)
        if at:
            np.asarray(old)[where] = new
        else:
            setattr(table, field, new)


def _index(field: str, text: str) -> int | slice:
    if ":" in text and not text.startswith("event:"):
        first, _, last = text.partition(":")
        return slice(int(first) if first else None, int(last) if last else None)
    return _number(text) - (BASE_PERSONS if field in ("seen", "seen_after") and not text.isdigit() else 0)


def _number(text: str) -> int:
    """A number, or that of a person, country, playing card, event, place or holder."""
    if text.lstrip("+-").isdigit():
        return int(text)
    for names_ in (PERSON_CARDS, COUNTRY_NAMES, EVENT_NAMES, CARD_NAMES):
        if text in names_:
            return names_.index(text)
    enum, _, member = text.rpartition(" ")
    return int(getattr(material, enum or "Place")[member])


UNTIL = "until"
"""The dice are tried until a fact holds."""
CHANCE: dict[str, Callable[[State, Sequence[int], str], State]] = {
    "rolls": lambda state, dice, by: base.rolling(state, *dice, by=by),
    "exactly": lambda state, dice, by: come_true(
        trace_fields.check, _closed(state, by), by, lambda after: base.dice_rolled(after) == list(dice)
    ),
    "checks": lambda state, dice, by: base.checking(state, *dice, by=by),
    "judges": lambda state, dice, by: come_true(
        trace_fields.check, state, by, lambda after: [entry.value for entry in told(after, Trace.JUDGED)] == list(dice)
    ),
    "throws": lambda state, dice, by: base.throwing(state, dice[0], by),
    "succeeds": lambda state, _, by: base.succeeding(state, by),
    "fails": lambda state, _, by: base.failing(state, by),
}


# -------------------------------------------------------------------------------------------------------------- looking


def _in_order(legal: set[str]) -> list[str]:
    return [NAMED[name] for name in GAME.action_names if name in legal]


def _checked(play: Play) -> list[str]:
    return [f"{entry.seat} {trace_fields.NAMES['named'][entry.subject]}" for entry in told(play.told, Trace.CHECKED)]


def _story(entries: Sequence[Entry], kinds: str) -> list[str]:
    lines = story(entries, *(Trace[kind] for kind in kinds.split()))
    only = len(kinds.split()) == 1  # then nobody needs to be told which it is
    return [" ".join(str(part) for part in each[only:]) for each in lines] or ["nothing"]


def _path(value: Any, path: str) -> Any:
    """What stands at ``seats.1.hand`` of a save file or view; ``seats.*.hand`` is each seat's."""
    step, _, rest = path.partition(".")
    if step == "*":
        values = value.values() if isinstance(value, dict) else value
        return [_path(each, rest) if rest else each for each in values]
    value = value[int(step)] if isinstance(value, list) else value[step]
    return _path(value, rest) if rest else value


def _view(play: Play, of: str) -> Any:
    viewer, _, path = of.partition(" ")
    return _path(play.state.view(None if viewer == "public" else int(viewer)), path)


def _observed(play: Play, of: str) -> Any:
    viewer, _, name = of.partition(" ")
    name, _, entry = name.partition(".")
    piece = LAYOUT[name]
    row = piece.of(play.state.observe(int(viewer)))
    if not entry:
        return row.ravel().tolist()
    number = row[int(entry) if entry.isdigit() else piece.entries.index(entry)].tolist()
    return piece.labels[number - piece.low] if piece.labels else number


def _copies(play: Play, states: Iterator[State]) -> Iterator[Play]:
    for state in states:
        other = copy(play)
        other.state, other.told = state, state.trace()
        yield other


def _imagined(play: Play, of: str) -> list[str]:
    """Answers to a question at tables on which is drawn anew what a seat does not know."""
    viewer, _, fact = of.partition(" ")
    return [in_text(_look(each, fact)) for each in _copies(play, (play.state.hide(int(viewer), k) for k in KEYS))]


def _different(answers: Sequence[str]) -> list[str]:
    return sorted({answer.replace(", ", " and ") for answer in answers})


def _always(play: Play, of: str) -> list[str]:
    first, *others = (text.split(", ") for text in _imagined(play, of))
    return [word for word in first if all(word in each for each in others)]


def _sometimes(play: Play, of: str) -> list[str]:
    return sorted({word for text in _imagined(play, of) for word in text.split(", ")})


def _outcomes(play: Play, of: str) -> list[str]:
    fact, _, action = of.rpartition(" by ")
    before = _closed(play.state, action)

    def after() -> Iterator[State]:
        for key in range(2 * len(KEYS)):
            state = before.clone()
            state.tables.array["key0"], state.tables.array["key1"] = key, 0
            state.play(SHORT[action])
            yield state

    return _different([in_text(_look(each, fact)) for each in _copies(play, after())])


def _same(play: Play, how: str) -> list[int | str]:
    """The seats, and the public, that see the same at this table and at the one beside it and were told the same."""
    assert play.beside is not None, "`same to` compares with the table before `beside`"
    one, other = play.state, play.beside.state
    seats = [
        seat
        for seat in range(one.num_players)
        if one.view(seat) == other.view(seat)
        and np.array_equal(one.observe(seat), other.observe(seat))
        and (how == "sight to" or one.trace(seat) == other.trace(seat))
        and (how == "sight to" or one.chronicle(seat) == other.chronicle(seat))
    ]
    return [*seats, *(["public"] if one.view(None) == other.view(None) else [])]


def _told(play: Play, of: str) -> list[str]:
    if not of.startswith("to "):
        return _story(play.told, of)
    _, viewer, *kinds = of.split(" ")
    return _story(play.state.trace(int(viewer)), " ".join(kinds))


Value = str | int | bool | None | Sequence[Any]
FACTS: dict[str, Callable[[Play, str], Value]] = {
    "phase": lambda play, _: play.state.phase,
    "seat": lambda play, _: play.state.seat,
    "asked": lambda play, _: f"{play.state.seat} {play.state.phase}",
    "done": lambda play, _: play.state.done,
    "legal": lambda play, _: _in_order(names(play.state)),
    "persons": lambda play, _: _in_order({SHORT[name] for name in base.persons(play.state)}),
    "countries": lambda play, _: _in_order({name for name in names(play.state) if name.startswith("country:")}),
    "events": lambda play, of: (
        sorted(_path(play.state.to_dict(), f"seats.{of}.events.*.event"))
        if of
        else _in_order({name for name in names(play.state) if name.startswith("event:")})
    ),
    "ace": lambda play, of: any(card.endswith("A") for card in base.hand(play.state, int(of))),
    "hand": lambda play, of: base.hand(play.state, int(of)),
    "supplied": lambda play, _: base.supplied(play.told),
    "needs": lambda play, _: base.success_value(play.told),
    "dice": lambda play, _: base.dice_rolled(play.told),
    "faces": lambda play, _: [e.value for e in told(play.told, Trace.DIE, Trace.CHECKED)],
    "succeeded": lambda play, _: base.succeeded(play.told),
    "checks": lambda play, _: base.check_dice(play.told),
    "checked": lambda play, _: _checked(play),
    "judged": lambda play, _: [f"{COUNTRY_NAMES[e.subject]} {e.value}" for e in told(play.told, Trace.JUDGED)],
    "occupied": lambda play, _: sorted(play.state.to_dict()["occupied"]),
    "bearer": lambda play, event: next(
        (each["person"] for each in play.state.to_dict()["attached"] if each["event"] == event), None
    ),
    "discarded": lambda play, event: event in play.state.to_dict()["removed_events"],
    "scores": lambda play, _: [f"{points:g}" for points in play.state.scores()],
    "shares": lambda play, _: [f"{share:.4g}" for share in play.state.win_shares()],
    "returns": lambda play, how: [f"{each:.4g}" for each in play.state.returns(how or "win").tolist()],
    "told": _told,
    "chronicle": lambda play, _: [line.replace(", ", " and ") for line in play.state.chronicle()],
    "view": _view,
    "observed": _observed,
    "possible": lambda play, of: _different(_imagined(play, of)),
    "always": _always,
    "sometimes": _sometimes,
    "outcomes": _outcomes,
    "same": _same,
    "noted": lambda play, field: [each for each in np.asarray(play.state.record[field]).ravel().tolist() if each],
    "audit": lambda play, _: int(play.state.call("audit")),
}
"""What can be asked about a table: a name, and the rest of what stands before the colon."""


def _look(play: Play, key: str) -> Value:
    if key in PERSON_NAMES:
        place = base.where(play.state, key)
        return " ".join(map(str, place)) if isinstance(place, tuple) else place
    if key in COUNTRY_NAMES:
        holder: Value = base.holder(play.state, key)
        return holder
    word, _, rest = key.partition(" ")
    if word == "count":
        return len(cast("Sequence[Any]", _look(play, rest)))
    if word in FACTS:
        return FACTS[word](play, rest)
    return cast("Value", _path(play.state.to_dict(), key))


def in_text(value: Value) -> str:
    """A fact's value as it is written."""
    if value is None or value in ([], ()):
        return "nobody" if value is None else "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) or (isinstance(value, Sequence) and any(isinstance(each, dict) for each in value)):
        return json.dumps(value, ensure_ascii=False)
    return ", ".join(map(in_text, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def check_fact(play: Play, fact: str) -> None:
    """Fail where a fact is not so."""
    key, _, wanted = fact.partition(": ")
    key, _, how = key.rpartition(" ") if key.endswith((" has", " lacks", " over")) else (key, "", "")
    value = _look(play, key)
    if how == "over":
        assert isinstance(value, int) and value > int(wanted), f"{fact}; it is {value}"
    elif how:
        assert isinstance(value, Sequence)
        those = set(wanted.split(", ")) & {str(each) for each in value}
        assert those == (set(wanted.split(", ")) if how == "has" else set()), f"{fact}; it is {in_text(value)}"
    else:
        assert in_text(value) == wanted, f"{key} should be {wanted}, is {in_text(value)}"


def check_position(position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    with as_printed(material, PRINTED):
        _check(position)


def _check(position: Position) -> None:
    play: Play | None = None
    alike = False
    for line in position.lines:
        if line.keyword in ("given", "beside"):
            before, play = play, Play(line.text)
            play.beside, alike = before, line.keyword == "beside"
            continue
        assert play is not None, "a position begins with `given`"
        if alike and line.keyword == "then" and play.beside is not None:
            for text in play.beside.lines:
                play.line(text)
        alike = False
        if line.keyword == "or":
            play.again()
        if line.keyword == "then":
            for fact in line.text.split(" | "):
                check_fact(play, fact)
        else:
            play.line(line.text)
