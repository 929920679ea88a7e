"""The action in progress in Kingdoms: the declared action, a war, a contest, and dice as they are rolled."""

from collections.abc import Mapping
from typing import Any

from agents.people.web.boards.pieces import die, joined, outcome, rolled, stamp, step
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from dynasty_env.kingdoms.display.words import declaration
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry

DICE = GAME.wording.dice


def draw_stage(view: Mapping[str, Any], words: Words) -> Markup:
    """The present state of the declared action, and a succession contest."""
    declared = declaration(dict(view))
    facts = joined(Markup("<li>{}</li>").format(line) for line in _asides(view, words))
    if not declared and not facts:
        return Markup('<h2>{}</h2><p class="quiet">{}</p>').format(words("Action"), words("No action is declared."))
    return Markup('<h2>{}</h2><p class="declared">{}</p><ul class="asides">{}</ul>').format(
        words("Action"), words.rich(declared), facts
    )


def _asides(view: Mapping[str, Any], words: Words) -> list[Markup]:
    result = []
    if war := view["war"]:
        text = _("By sea: attack dice {n}, defence dice {m}; the lead must exceed power {p}")
        if not war["sea"]:
            text = _("Attack dice {n}, defence dice {m}; the lead must exceed power {p}")
        result.append(Markup("{}").format(words(text, n=war["attack"], m=war["defence"], p=war["power"])))
    if contest := view["contest"]:
        named = words.listed(words.term(name) for name in contest["countries"])
        result.append(
            Markup("{}").format(
                words("{person} is dead: who will rule {countries}?", person=words.term(contest["dead"]),
                      countries=named)
            )
        )  # fmt: skip
        result += [
            Markup("{}: {}{}").format(
                words.tag(each["seat"]), words.term(each["person"]), f" ({words('in arms')})" if each["arms"] else ""
            )
            for each in contest["candidates"]
        ]
    result += [Markup("{}").format(words("refused: {person}", person=words.term(name))) for name in view["refused"]]
    return result


def _moment(entry: Entry, at: int, words: Words) -> Markup:
    """A die, a result or a death in the last move."""
    kind = Trace(entry.kind)
    if kind == Trace.DIE:
        return die(entry.value, f"{step(at)} roll{' defence' if entry.object else ''}")
    if kind in DICE:
        return rolled(at, entry.value, words.term(PERSON_NAMES[getattr(entry, DICE[kind])]) if DICE[kind] else "")
    if kind == Trace.DIED:
        return stamp(at, f"✝ {words.term(PERSON_NAMES[entry.subject])}", "bad")
    won = bool(entry.object) if kind == Trace.OUTCOME else entry.subject - entry.object > entry.value
    return outcome(at, won, words)


SHOWN = dict.fromkeys((*DICE, Trace.OUTCOME, Trace.BATTLE, Trace.DIED), _moment)
"""Entries that are shown as pictures, not only as text."""
