"""A search's opinion of a decision, in plain words and as HTML."""

from collections.abc import Mapping
from dataclasses import replace

from agents.people.web.boards.pieces import NOTHING, joined
from agents.people.web.markup import Markup
from agents.people.web.pages.bots import bot_called
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Question
from agents.search.opinion import AHEAD, CLEAR, PASSING, SURE, Opinion, Verdict, Weighed
from dynasty_env.kit.message import Chance, sentence
from dynasty_env.kit.phrases import _

ROUGH = _("The search is not compiled yet. This is only a rough guess from a few games played at random.")
FEW = 5
"""Number of options that are listed openly; the others can be unfolded."""


def chance(part: float, words: Words) -> str:
    """A chance in whole percent, without a line break inside."""
    return words.plain(Chance(min(max(part, 0.0), 1.0))).replace(" ", "\u00a0")


def margin(error: float, words: Words) -> str:
    """The margin of error of a chance: two standard errors, in whole percent."""
    return words("± {n} %", n=max(1, round(100 * SURE * error))).replace(" ", "\u00a0")


def advice(opinion: Opinion, question: Question, words: Words) -> Markup:
    """A hint: what the bot would do, and its opinion of all options."""
    named = {choice.action: choice.words for choice in question.choices}
    best = advised(opinion)
    heading = Markup('<h3 id="hinted" tabindex="-1">{}</h3>')
    head, *more = _headed(opinion, words)
    result = heading.format(head)
    result += joined(Markup("<p>{}</p>").format(text) for text in more)
    if best is not None:
        result += Markup('<p class="advised">{}</p>{}').format(
            words.rich(named.get(best, "")), why(opinion, best, words)
        )
    if opinion.interpreted:
        result += Markup('<p class="quiet">{}</p>').format(words(ROUGH))
    sure = how_sure(replace(opinion, interpreted=False), words)
    listed = options_list(opinion, named, words, None) + sure
    return result + Markup('<details class="weighing"><summary>{}</summary>{}</details>').format(
        words("All options, and how often each wins"), listed
    )


def advised(opinion: Opinion) -> int | None:
    """The recommended action; opinions stored before there was advice recommend the best one."""
    return opinion.best.action if opinion.advice is None else opinion.advice.action


def _headed(opinion: Opinion, words: Words) -> list[str]:
    """What stands before the recommended action: a heading, and why this action is recommended."""
    given = opinion.advice
    if given is None or (given.by == CLEAR and given.action is not None):
        return [words("A bot would say:")]
    if given.action is None:
        return [words("A bot cannot say which choice is better."), words("Too few games could be played out.")]
    unclear = words("No choice is clearly better, as far as can be seen.")
    if given.by == PASSING:
        return [unclear, words("If in doubt:")]
    if given.by == AHEAD:
        return [unclear, words("Ahead, perhaps by chance:")]
    return [unclear, words("Among equals, the {bot} prefers:", bot=bot_called(words, given.by))]


def why(opinion: Opinion, action: int, words: Words) -> Markup:
    """What speaks for or against an option; empty if no reason is known."""
    is_advised = action == advised(opinion)
    sentences = next((reason.heard(advised=is_advised) for reason in opinion.reasons if reason.action == action), ())
    lines = joined(Markup("<li>{}</li>").format(words.rich(sentence(text, "."))) for text in sentences)
    return Markup('<ul class="because">{}</ul>').format(lines) if lines else NOTHING


def options_list(opinion: Opinion, named: Mapping[int, str], words: Words, taken: int | None) -> Markup:
    """All options, best first; the one that was taken is marked, and is never folded away."""
    rows = [_row(option, opinion, named.get(option.action, ""), words, taken) for option in opinion.options]
    first = [row for row, option in zip(rows, opinion.options, strict=True) if option.action == taken]
    shown, more = rows[:FEW], rows[FEW:]
    if first and first[0] in more:
        more.remove(first[0])
        shown.append(first[0])
    result = Markup('<ol class="weighed">{}</ol>').format(joined(shown))
    if not more:
        return result
    return result + Markup('<details><summary>{}</summary><ol class="weighed">{}</ol></details>').format(
        words("{n} more", n=len(more)), joined(more)
    )


def _row(option: Weighed, opinion: Opinion, name: str, words: Words, taken: int | None) -> Markup:
    verdict = opinion.verdict
    wins, error, is_worse, unknown = option.wins, option.error, option.clearly_worse, option.hardly_tried
    if verdict is not None and option.action == verdict.action:  # the more precise numbers
        wins, error, is_worse, unknown = verdict.wins, verdict.error, verdict.is_mistake, False
    elif verdict is not None and option is opinion.best:  # from the same playouts: the loss is the difference
        wins, error, unknown = verdict.wins + verdict.loss, verdict.loss_error, False
    if unknown and not is_worse:
        rank = words("not known")
    elif option is opinion.best:
        rank = words("the best, as far as can be seen")
    elif is_worse:
        rank = words("clearly worse")
    else:
        rank = words("perhaps as good")
    mine = option.action == taken
    mark = Markup(" <em>{}</em>").format(words("taken")) if mine else NOTHING
    short = words("hardly tried") if unknown else chance(wins, words)
    worth = Markup("<small>{}</small>").format(short)
    meter = NOTHING
    if not unknown:
        text = words("wins about {chance}", chance=short)
        worth = Markup("<b>{}</b> <small>{}</small>").format(text, margin(error, words))
        meter = Markup('<meter min="0" max="1" value="{:.3f}" aria-hidden="true"></meter>').format(
            min(max(wins, 0.0), 1.0)
        )
    return Markup(
        '<li id="option-{}" tabindex="-1" class="{}"><span class="what">{}{}</span>'
        '<span class="worth" data-short="{}">{}</span>{}<small class="standing">{}</small>{}</li>'
    ).format(
        option.action, "taken" if mine else "", words.rich(name), mark, short, worth, meter, rank,
        NOTHING if option.action == advised(opinion) else why(opinion, option.action, words),
    )  # fmt: skip


def how_sure(opinion: Opinion, words: Words) -> Markup:
    """What the numbers are based on."""
    text = words(
        "From {n} games that the bot has imagined from what this seat knows and played out. “±” says how far off a "
        "number may be by chance.", n=opinion.playouts,
    )  # fmt: skip
    return Markup('<p class="quiet">{} {}</p>').format(text, words(ROUGH) if opinion.interpreted else "")


def judged(verdict: Verdict, opinion: Opinion, named: Mapping[int, str], words: Words) -> Markup:
    """A comment on the option that was taken."""
    wins = chance(verdict.wins, words)
    if verdict.is_mistake:
        text = words(
            "This gave away {loss} ({margin}): it wins about {chance}, and “{better}” would have won more often.",
            loss=chance(verdict.loss, words), margin=margin(verdict.loss_error, words), chance=wins,
            better=words.plain(named.get(opinion.best.action, "")),
        )  # fmt: skip
        return Markup('<p class="verdict mistake">{}</p>').format(text)
    if verdict.action == opinion.best.action:
        text = words("The bot would have done the same. It wins about {chance}.", chance=wins)
    else:
        text = words("As good as the bot's own choice, as far as can be seen. It wins about {chance}.", chance=wins)
    return Markup('<p class="verdict">{}</p>').format(text)
