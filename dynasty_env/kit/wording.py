"""The words of a game, made from the declarations in its chapters: decisions, kinds of action and kinds of entries."""

import string
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from dynasty_env.kit.engine.chapter import DeclarationError, EntryKind, Kind
from dynasty_env.kit.engine.loop import Chances, Facts, Phase, Says
from dynasty_env.kit.message import Chance, Message, Of, Seat, Tone, joined, tone_of, with_tone
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry, State

Group = Sequence[Entry]
"""Entries that share a sentence, in their order."""


class InGame(NamedTuple):
    """A noun for things whose names depend on the game, such as figures, which are called by the sheets dealt to them.

    Attributes:
        called: the name, a function of the table's record, of the entry, and of the number in it.
    """

    called: Callable[[Any, Entry, int], Any]


Noun = Callable[[int], Any] | InGame
"""Makes the name of what a number of a trace entry refers to, such as a person."""
PLAIN = "number"
"""The noun of a plain number."""
KIND = "kind"
"""The noun of a kind of action, as it is called once it has been declared."""

CHANCES: dict[Of, str] = {
    "success": _("succeeds {chance}"),
    "wins": _("wins {chance}"),
    "dies": _("dies {chance}"),
    "fails": _("fails {chance}"),
    "hold": _("you hold {chance}"),
}
"""The text for a decision that only gives a chance."""


class Family(NamedTuple):
    """Consecutive action ids that name one thing each.

    Attributes:
        ids: the ids.
        field: the name of the thing in templates.
        called: the name of the thing, a function of the State and of its number.
        says: the wording of such a choice in a phase that does not define its own.
        facts: the facts about such a thing in a phase that does not define its own; None: none in any phase, or
            `called` includes them.
        purpose: what such a choice is good for, in a sentence, in a phase that does not define its own.
        listed: ids that name places in a list: a phase that offers them says who is on it (`Phase.lists`).
        within: where the facts go: after the thing, as in ``{person} ({facts})``; empty: after the whole choice.
    """

    ids: slice
    field: str
    called: Callable[[State, int], Any]
    says: Says
    facts: Facts | None = None
    within: str = ""
    purpose: str = ""
    listed: bool = False


def nothing(state: State, number: int) -> str:
    """For `Family.called`, if a choice names nothing, such as to pass."""
    return ""


@dataclass(frozen=True)
class Context:
    """What a sentence of the chronicle is made from, apart from its entries.

    Attributes:
        entries: all entries that the move left in the trace, as far as the reader may know them.
    """

    wording: "Wording"
    state: State
    entries: Sequence[Entry]

    @property
    def table(self) -> Any:
        """The table after the move, in the form in which rules read it."""
        return self.state.tables[0]

    def fields(self, entry: Entry) -> dict[str, Any]:
        """What the numbers of an entry refer to, by the names that its kind declares, and ``who``."""
        return self.wording.fields(entry, self.state)

    def who(self, seat: int) -> Seat:
        """The name of a seat."""
        return Seat(self.wording.agent, seat)


@dataclass(frozen=True)
class Chosen:
    """For `EntryKind.says`: one of several sentences, depending on the numbers of the entry.

    Attributes:
        which: the key of the sentence, a function of the entry.
        texts: the template of each, alone or with its tone; empty: there is no sentence.
    """

    which: Callable[[Entry], Any]
    texts: Mapping[Any, str | tuple[str, Tone]] | Sequence[str | tuple[str, Tone]]

    def __call__(self, group: Group, context: Context) -> Sequence[str]:
        """The sentence."""
        text = self.texts[self.which(group[0])]
        template, tone = (text, None) if isinstance(text, str) else text
        return Message(template, tone=tone or "", **context.fields(group[0])) if template else ()

    @property
    def templates(self) -> list[str]:
        """All templates."""
        texts = self.texts.values() if isinstance(self.texts, Mapping) else self.texts
        return [text if isinstance(text, str) else text[0] for text in texts]


class Wording:
    """The words of a game.

    Args:
        agent: stem of the seats' names.
        kinds: its kinds of action, and other rows of tables of rules.
        families: what its action ids name, by family; the first family has the ids of `kinds` that have a text.
        nouns: what the numbers of trace entries refer to.

    Raises:
        DeclarationError: if a template has a field without a value, a phase refers to an unknown family, an entry to an
            unknown noun, or two declarations are of one kind of entry.
    """

    def __init__(
        self,
        name: str,
        agent: str,
        phases: Sequence[Phase],
        kinds: Sequence[Kind],
        entries: Sequence[EntryKind],
        families: Mapping[str, Family],
        nouns: Mapping[str, Noun],
    ) -> None:
        self.name, self.agent = name, agent
        self.phases = {int(phase.step): phase for phase in phases}
        self.kinds = {kind.number: kind for kind in kinds if kind.says}
        self.entries = {int(kind.kind): kind for kind in entries}
        self.families = families
        self.nouns: dict[str, Noun] = {PLAIN: int, KIND: lambda number: self.kinds[number].called, **nouns}
        self._check(phases, entries)

    @cached_property
    def dice(self) -> Mapping[int, str]:
        """The kinds of trace entries that are dice, whose value is declared as ``face``: for each, the field of the
        person for whom it is rolled; empty: it is not rolled for a person."""
        rolled = (entry for entry in self.entries.values() if entry.value.partition(":")[0] == "face")
        persons = {int(e.kind): [field for field, noun in e.slots().values() if noun == "person"] for e in rolled}
        return {kind: fields[-1] if fields else "" for kind, fields in persons.items()}

    def _check(self, phases: Sequence[Phase], entries: Sequence[EntryKind]) -> None:
        for kind, count in Counter(entry.kind for entry in entries).items():
            if count > 1:
                raise DeclarationError(f"{self.name}: the trace's {kind.name} is declared twice")
        for phase in phases:
            spoken = {
                *phase.says,
                *phase.families,
                *phase.purposes,
                *(phase.chance if isinstance(phase.chance, Mapping) else ()),
            }
            for family in sorted(spoken - self.families.keys()):
                known = ", ".join(self.families)
                raise DeclarationError(
                    f"{self.name}: the phase {phase.step.name} speaks of the family {family!r}: choose from {known}"
                )
            if phase.lists is None and (unlisted := [name for name in sorted(spoken) if self.families[name].listed]):
                raise DeclarationError(
                    f"{self.name}: the phase {phase.step.name} speaks of {unlisted[0]!r}, which names places in a "
                    "list, but has none: lists=Listing(…)"
                )
            for family, says in phase.says.items():
                self._check_template(f"phase {phase.step.name}", says, {self.families[family].field})
        for entry in entries:
            slots = entry.slots()
            for slot, (_field, noun) in slots.items():
                if noun not in self.nouns:
                    known = ", ".join(self.nouns)
                    raise DeclarationError(
                        f"{self.name}: the trace's {entry.kind.name} has {slot!r}, a {noun!r}: choose from {known}"
                    )
            for template in entry.says.templates if isinstance(entry.says, Chosen) else [entry.says]:
                self._check_template(f"trace's {entry.kind.name}", template, {"who", *slots})

    def _check_template(self, what: str, says: Any, known: set[str]) -> None:
        for wanted in fields_of(says) - known if isinstance(says, str) else ():
            raise DeclarationError(
                f"{self.name}: the {what} says {{{wanted}}}, but has only {', '.join(sorted(known))}"
            )

    # -- decisions -----------------------------------------------------------------------------------------------

    @cached_property
    def questions(self) -> dict[str, tuple[str, str]]:
        """For each phase by name, what it asks, and why."""
        return {phase.step.name.lower(): (phase.asks, phase.why) for phase in self.phases.values() if phase.asks}

    def choices(self, phase: Phase) -> dict[str, Says]:
        """For each family of ids that can be legal in a phase, the wording of its choices there."""
        legal = {*phase.says, *phase.families}
        return {name: phase.says.get(name, self.families[name].says) for name in self.families if name in legal}

    def family_of(self, action: int) -> tuple[str, int]:
        """The family of an action id, and the index of the id in it."""
        for name, family in self.families.items():
            if family.ids.start <= action < family.ids.stop:
                return name, action - family.ids.start
        raise DeclarationError(f"{self.name}: the action {action} belongs to no family")

    def describe(self, state: State, action: int) -> str:
        """An action in words, as the deciding seat would say it; also for an action that is illegal in the phase."""
        if action in self.kinds:
            return Message(self.kinds[action].says)
        name, number = self.family_of(action)
        family, phase = self.families[name], self.phases.get(int(state.record["step"]))
        says = family.says if phase is None else phase.says.get(name, family.says)
        facts = ""
        if family.facts is not None:
            facts = facts_of(state, number, family.facts if phase is None or phase.facts is None else phase.facts)
        if not isinstance(says, str):
            choice = says(state, number)
            return _with_facts(choice, "" if family.within else facts)
        if not fields_of(says):
            return Message(says)
        thing: Any = family.called(state, number)
        if family.within and facts:
            within: dict[str, Any] = {family.field: thing, "facts": facts}
            thing, facts = Message(family.within, **within), ""
        return _with_facts(Message(says, **{family.field: thing}), facts)

    def purpose(self, phase: str, action: int) -> str:
        """What an action is good for, in a sentence; empty if its own words are enough."""
        if action in self.kinds:
            return self.kinds[action].purpose
        name, _number = self.family_of(action)
        declared = next((each for each in self.phases.values() if each.step.name.lower() == phase), None)
        purpose = "" if declared is None else declared.purposes.get(name, "")
        return purpose or self.families[name].purpose

    def stakes(self, state: State) -> str:
        """What is at stake in the open decision."""
        phase = self.phases.get(int(state.record["step"]))
        return phase.stakes(state) if phase is not None and phase.stakes is not None else ""

    def condition(self, state: State) -> str:
        """The circumstances of the open decision, or the condition for its chances."""
        phase = self.phases.get(int(state.record["step"]))
        condition = phase.condition if phase is not None else ""
        return Message(condition) if isinstance(condition, str) else condition(state)

    def chance(self, state: State, action: int) -> str:
        """The chance of a legal action, in words."""
        name, number = self.family_of(action)
        chance = self._chance_of(state, name)
        if action in self.kinds:
            chance, number = self.kinds[action].chance, action
        odds = chance(state, number) if chance is not None else ""
        return Message(CHANCES[odds.of], chance=odds) if isinstance(odds, Chance) else odds

    def _chance_of(self, state: State, family: str) -> Chances | None:
        phase = self.phases.get(int(state.record["step"]))
        if phase is None or phase.chance is None:
            return None
        if isinstance(phase.chance, Mapping):
            return phase.chance.get(family)
        return phase.chance if family != "pass" else None

    # -- the chronicle -------------------------------------------------------------------------------------------

    def chronicle(self, state: State, seat: int | None) -> list[str]:
        """What the last move did, in short sentences, as far as `seat` (None: everybody) may know it."""
        entries = state.trace(seat)
        context = Context(self, state, entries)
        groups = gathered(entries, {number: kind.joins for number, kind in self.entries.items()}, self._belongs)
        return [sentence for group in groups for sentence in self._sentences(group, context)]

    def _belongs(self, group: Group, entry: Entry) -> bool:
        belongs = self.entries[group[0].kind].belongs
        return is_of_its_seat(group, entry) if belongs is None else bool(belongs(group, entry))

    def _sentences(self, group: Group, context: Context) -> Sequence[str]:
        kind = self.entries[group[0].kind]
        if isinstance(kind.says, str):
            return (Message(kind.says, tone=kind.tone, **context.fields(group[0])),) if kind.says else ()
        result = kind.says(group, context)
        if not isinstance(result, str):
            return result
        return (with_tone(result, kind.tone) if kind.tone and not tone_of(result) else result,)

    def fields(self, entry: Entry, state: State) -> dict[str, Any]:
        """What the numbers of a trace entry refer to, by the names that its kind declares, and ``who``."""
        fields: dict[str, Any] = {"who": Seat(self.agent, entry.seat)}
        for name, (field, noun) in self.entries[entry.kind].slots().items():
            called, number = self.nouns[noun], getattr(entry, field)
            fields[name] = called.called(state.record, entry, number) if isinstance(called, InGame) else called(number)
        return fields


def _with_facts(choice: str, facts: str) -> str:
    return Message(_("{choice} ({facts})"), choice=choice, facts=facts) if facts else choice


def facts_of(state: State, number: int, facts: Facts | Callable[[State, int], Facts]) -> str:
    """The facts about a thing, separated by commas."""
    return joined(", ", *(fact(state, number) for fact in (facts(state, number) if callable(facts) else facts)))


def fields_of(template: str) -> set[str]:
    """The names in a template's braces."""
    names = (name for _, name, _, _ in string.Formatter().parse(template) if name)
    return {name.partition(".")[0].partition("[")[0] for name in names}


def is_of_its_seat(group: Group, entry: Entry) -> bool:
    """Whether an entry belongs to the seat of the group's first entry."""
    return entry.seat == group[0].seat


def is_of_any_seat(group: Group, entry: Entry) -> bool:
    """Always True: an entry continues the group whatever its seat."""
    return True


def gathered(
    entries: Sequence[Entry],
    joined: Mapping[Any, Collection[int]],
    belongs: Callable[[Group, Entry], bool] = is_of_its_seat,
) -> Iterator[Group]:
    """Group the entries of a move, one group for each sentence.

    Args:
        entries: what the move left in the trace, as far as a seat may know.
        joined: for a kind that can begin a group, the kinds that may follow in it; after other kinds none may.
        belongs: whether an entry of such a kind continues the group.
    """
    group: list[Entry] = []
    for entry in entries:
        if group and not (entry.kind in joined.get(group[0].kind, ()) and belongs(group, entry)):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group
