"""The middle of the table: the declared action, cards and dice as they come, and what the last move did."""

from collections.abc import Mapping
from typing import Any

from agents.people.web.boards.pieces import NOTHING, die, joined, outcome, playing_card, rolled, stamp, step
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Glimpse
from dynasty_env.dynasty.display.words import declaration
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import PERSON_NAMES, POPE
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.message import Message
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry

DICE = GAME.wording.dice
_WITH_A_CARD = {Trace.SUPPLIED, Trace.CANCELLED}


def draw_stage(glimpse: Glimpse, words: Words) -> Markup:
    """The present state of the declared action."""
    view = glimpse.view
    declared = declaration(view)
    if not declared:
        return Markup('<h2>{}</h2><p class="quiet">{}</p>').format(words("Action"), words("No action is declared."))
    facts = joined(Markup("<li>{}</li>").format(words.rich(line)) for line in _asides(view, words))
    return Markup('<h2>{}</h2><p class="declared">{}</p><ul class="asides">{}</ul>{}{}').format(
        words("Action"), words.rich(declared), facts, _laid(view, words), _dice(view, words)
    )


def _asides(view: Mapping[str, Any], words: Words) -> list[str]:
    """A second action, persons refused to the reaper, and events in the middle."""
    asides: list[str] = []
    if view.get("second"):
        asides.append(Message(_("{person} acts once more"), person=view["second"]))
    asides += [Message(_("refused: {person}"), person=name) for name in view["refused"]]
    return asides + [name for name in view.get("events_on_table", ()) if name != "neuroi"]


def _laid(view: Mapping[str, Any], words: Words) -> Markup:
    """Cards played on the action, and who played each."""
    cards = []
    for laid in view["on_table"]:
        by = words("pack") if laid["seat"] is None else words.name(laid["seat"])
        style = "pack" if laid["seat"] is None else f"s{laid['seat']}"
        below = Markup('<small class="by {}">{}</small>').format(style, by)
        cards.append(playing_card(laid["card"], words, number=laid["number"], below=below))
    return Markup('<div class="laid">{}</div>').format(joined(cards)) if cards else NOTHING


def _dice(view: Mapping[str, Any], words: Words) -> Markup:
    """Dice on the table, with the expansion."""
    dice = view.get("dice", ())
    if not dice:
        return NOTHING
    against = words("against {n}", n=view["needed"])
    return Markup('<div class="dice">{} <b>{}</b></div>').format(joined(die(face) for face in dice), against)


def _moment(entry: Entry, at: int, words: Words) -> Markup:
    """A card turned up, a die, a result or a death in the last move."""
    kind = Trace(entry.kind)
    if kind in _WITH_A_CARD:
        return playing_card(CARD_NAMES[entry.subject], words, number=entry.value or None, style=f"{step(at)} turn")
    if kind == Trace.DIE:
        return die(entry.value, f"{step(at)} roll")
    if kind == Trace.OUTCOME:
        return outcome(at, bool(entry.object), words)
    if kind in DICE and entry.value:
        name = ""
        if DICE[kind]:
            person = getattr(entry, DICE[kind])
            name = words("the pope") if person == POPE else words.term(PERSON_NAMES[person])
        return rolled(at, entry.value, name)
    if kind == Trace.DIED:
        return stamp(at, f"✝ {words.term(PERSON_NAMES[entry.subject])}", "bad")
    return NOTHING


SHOWN = dict.fromkeys((*DICE, *_WITH_A_CARD, Trace.OUTCOME, Trace.DIED), _moment)
"""Entries that are shown as pictures, not only as text."""
