"""The action in progress: generals to choose from, an invasion in preparation, a fight, and dice as they are rolled."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.people.web.boards.board import Drawing
from agents.people.web.boards.pieces import NOTHING, joined, rolled, stamp, step
from agents.people.web.boards.three_kingdoms.generals import general_card, generals, named, soldiers
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Trace
from dynasty_env.three_kingdoms.material import Check, Method
from dynasty_env.three_kingdoms.rules import nouns

COUNTS = {
    p.step.name.lower(): p.lists.counts.name.lower() for p in GAME.phases if p.lists and p.lists.counts is not None
}
"""The number of a general that counts in each phase."""
METHODS = {Method.DUEL: _("duel"), Method.BATTLE: _("battle"), Method.STRATAGEM: _("stratagem")}
CHECKS = {
    Check.DEATH: _("dies"), Check.CAPTURED: _("captured"), Check.SUBMITS: _("submits"), Check.EXILE: _("exile"),
}  # fmt: skip
ATTACKING, DEFENDING = ("attacks", "rests_attacking"), ("defends", "rests_defending")


def draw_stage(view: Mapping[str, Any], phase: str, choices: Mapping[str, Choice], words: Words) -> Markup:
    """Generals to choose from, by their slots, the invasion, and the fight."""
    shown = [_generals(view, phase, choices, words), _invasion(view, words), _fight(view, phase, words)]
    return joined(shown)


def _generals(view: Mapping[str, Any], phase: str, choices: Mapping[str, Choice], words: Words) -> Markup:
    """The generals concerned by the question; those already named are framed."""
    if not view["listed"]:
        return NOTHING
    known = {each["name"]: each for area in view["areas"].values() for each in area["generals"]}
    counts = COUNTS.get(phase)
    cards = joined(
        general_card(known[name], counts, choices.get(str(slot)), words)
        for slot, name in enumerate(view["listed"], start=1)
        if name in known
    )
    return Markup('<h2>{}</h2><div class="generals">{}</div>').format(words("Generals"), cards)


def _invasion(view: Mapping[str, Any], words: Words) -> Markup:
    if view["target"] is None:
        return NOTHING
    marching = [(name, area) for name, area in view["areas"].items() if area["marching"] or _going(area)]
    rows = joined(
        Markup("<li>{} {}: {}</li>").format(named(area["control"], words), words.term(name), _force(area, words))
        for name, area in marching
    )
    target = view["areas"][view["target"]]
    against = Markup("{} {}").format(named(target["control"], words), soldiers(target["troops"], words)) \
        if target["control"] != "nobody" else Markup("{}").format(words("held by nobody"))  # fmt: skip
    return Markup('<h2>{}</h2><p class="declared">{}: {}</p><ul class="force">{}</ul>').format(
        words("An invasion"), words.term(view["target"]), against, rows
    )


def _going(area: Mapping[str, Any]) -> list[str]:
    """Generals named for the invasion."""
    return [each["name"] for each in area["generals"] if each["role"] == "attacks"]


def _force(area: Mapping[str, Any], words: Words) -> str:
    """The force that marches from an area, as far as it has been named."""
    force = [soldiers(area["marching"], words)] if area["marching"] else []
    return words.listed(force + [words.term(name) for name in _going(area)])


def _fight(view: Mapping[str, Any], phase: str, words: Words) -> Markup:
    """Both armies, the kind of fight, and the help they have."""
    fight = view["fight"]
    if fight is None:
        return NOTHING
    area = view["areas"][fight["area"]]
    head = words("The fight for {area}", area=words.term(fight["area"]))
    how = NOTHING
    if fight["round"]:
        method = METHODS[Method[fight["method"].upper()]]
        text = _("Round {n}: {method}, up to {generals} a side")
        sentence = words(text, n=fight["round"], method=words(method), generals=generals(fight["generals"], words))
        how = Markup('<p class="declared">{}</p>').format(sentence)
    help_ = {"large": words("large city: +2 in battle"), "small": words("small city: +1 in battle")}
    aids = [help_[area["city"]]] if area["city"] in help_ else []
    aids += [words("across rivers: +2 in battle")] if fight["across_rivers"] else []
    counts = COUNTS.get(phase)
    attackers = joined(
        Markup("<p>{} <b>{}</b></p>").format(named(owner, words), soldiers(troops, words))
        for owner, troops in fight["attackers"].items()
    )
    defender = Markup("<p>{} <b>{}</b></p>").format(named(fight["defender"], words), soldiers(area["troops"], words))
    return Markup(
        '<h2>{}</h2>{}<div class="armies"><section><h3>{}</h3>{}{}</section><section><h3>{}</h3>{}{}{}</section></div>'
    ).format(
        head, how, _led(words("Attackers"), fight["players"][0], words), attackers,
        _army(area, ATTACKING, counts, words), _led(words("Defender"), fight["players"][1], words), defender,
        joined(Markup('<p class="aid">{}</p>').format(aid) for aid in aids),
        _army(area, DEFENDING, counts, words),
    )  # fmt: skip


def _led(side: str, player: int | None, words: Words) -> Markup:
    who = Markup(" <small>{}</small>").format(words.tag(player)) if player is not None else NOTHING
    return Markup("{}{}").format(side, who)


def _army(area: Mapping[str, Any], roles: Sequence[str], counts: str | None, words: Words) -> Markup:
    cards = joined(general_card(each, counts, None, words) for each in area["generals"] if each["role"] in roles)
    return Markup('<div class="generals">{}</div>').format(cards) if cards else NOTHING


# --------------------------------------------------------------------------------------------------------- last events


def _rolled(entry: Entry, at: int, words: Words) -> Markup:
    if whose := GAME.wording.dice[entry.kind]:
        return rolled(at, entry.value, words.term(nouns.person(getattr(entry, whose))))
    return rolled(at, entry.value, f"≤ {entry.object} {'✓' if entry.value <= entry.object else '✗'}")


def _round(entry: Entry, at: int, words: Words) -> Markup:
    return Markup('<b class="{} round">{}</b>').format(step(at), words(METHODS[Method(entry.value)]))


def _duel(entry: Entry, at: int, words: Words) -> Markup:
    one, other = (words.term(nouns.person(each)) for each in (entry.subject, entry.object))
    ahead = "=" if entry.value == 0 else f"{'>' if entry.value > 0 else '<'} {abs(entry.value)}"
    return Markup('<span class="{} blow">{} <b>{}</b> {}</span>').format(step(at), one, ahead, other)


def _walkover(entry: Entry, at: int, words: Words) -> Markup:
    who = words.term(nouns.person(entry.subject))
    return Markup('<span class="{} blow">{} <b>−{}</b></span>').format(step(at), who, entry.value)


def _totals(entry: Entry, at: int, words: Words) -> Markup:
    return Markup('<span class="{} blow totals"><b>{}</b> : <b>{}</b></span>').format(
        step(at), entry.subject, entry.object
    )


def _lost(entry: Entry, at: int, words: Words) -> Markup:
    text = words("Attackers −{n}", n=entry.value) if entry.subject == 0 else words("Defender −{n}", n=entry.value)
    return Markup('<span class="{} blow lost">{}</span>').format(step(at), text)


def _checked(entry: Entry, at: int, words: Words) -> Markup:
    who = words.term(nouns.person(entry.subject))
    if entry.value == Check.NOTHING:
        return Markup('<span class="{} blow">{} ↷</span>').format(step(at), who)
    return stamp(at, f"{who}: {words(CHECKS[Check(entry.value)])}", "bad")


def _controls(entry: Entry, at: int, words: Words) -> Markup:
    return stamp(at, f"{words.term(nouns.area(entry.object))} ▸ {words.term(nouns.country(entry.subject))}", "good")


def _fell(entry: Entry, at: int, words: Words) -> Markup:
    return stamp(at, words("{country} falls", country=words.term(nouns.country(entry.subject))), "bad")


SHOWN: Mapping[int, Drawing] = {
    **dict.fromkeys(GAME.wording.dice, _rolled),
    Trace.ROUND: _round,
    Trace.DUEL: _duel,
    Trace.WALKOVER: _walkover,
    Trace.TOTALS: _totals,
    Trace.LOST: _lost,
    Trace.CHECKED: _checked,
    Trace.CONTROLS: _controls,
    Trace.FELL: _fell,
}
"""Entries that are shown as pictures, not only as text."""
