"""Pieces of the page around a board (headline, prompt, chronicle, end), and a whole page made from a glimpse."""

from collections.abc import Sequence
from dataclasses import replace

from agents.people.web.boards import Board
from agents.people.web.boards.board import TURN_PLAYER, Parts
from agents.people.web.boards.pieces import NOTHING, badge_text, chance_of, hopeless, is_pale, joined
from agents.people.web.markup import Markup
from agents.people.web.pages.bots import bot_called
from agents.people.web.phrases import OF_FAITH, Words
from agents.people.web.sides import answers, from_own_side
from agents.people.web.viewers.shown import Choice, Coaching, Glimpse, Question
from dynasty_env.kit.message import Signs, parts_of, tone_of
from dynasty_env.kit.seats.decision import PASS
from dynasty_env.kit.seats.notes import LONGEST

FEW = 14
"""Up to this number, choices are listed openly; more can be unfolded."""
SHORT = 3
"""Up to this number, places of the board are listed openly, however many other choices there are."""
MANY = 21
"""From this number of values, a chooser is folded away."""
EXPLAINED = ("person", "event")
"""Kinds whose members have an explanation of their own."""


def words_for(board: Board, glimpse: Glimpse, language: str) -> Words:
    """The texts of a viewer's page."""
    own = Words(language)
    names = [
        own("free seat {n}", n=i + 1) if seat.kind == "free"
        else own("{bot} {n}", bot=bot_called(own, seat.name), n=i + 1) if seat.kind == "bot"
        else seat.name
        for i, seat in enumerate(glimpse.seats)
    ]  # fmt: skip
    return Words(language, board.game.name, names)


def page_parts(board: Board, glimpse: Glimpse, lines: Sequence[str], begun: bool, language: str) -> Parts:
    """A whole page in pieces: a pure function of what the viewer is shown.

    `lines` say what the last move did. Until the game has begun, people are still sitting down.
    """
    words = words_for(board, glimpse, language)
    glimpse = with_own_marked(board, from_own_side(board.game, glimpse))
    offered = _narrowed(glimpse)
    if not begun:
        return {"status": _gathering(glimpse, words), "prompt": _seats(glimpse, words)}
    return {
        "status": _status(board, glimpse, words),
        "prompt": _end(board, glimpse, lines, words) if glimpse.phase == "end" else _prompt(board, glimpse, words),
        **board.parts(offered, lines, words),
    }


def chronicle_lines(board: Board, glimpse: Glimpse, lines: Sequence[str], language: str) -> list[str]:
    """Lines of the chronicle as HTML."""
    words = words_for(board, glimpse, language)
    return [
        str(Markup('<li class="{}">{}</li>').format("pale" if is_pale(line) else "", words.rich(line)))
        for line in lines
    ]


# -------------------------------------------------------------------------------------------------------- before a game


def _gathering(glimpse: Glimpse, words: Words) -> Markup:
    free = sum(seat.kind == "free" for seat in glimpse.seats)
    return Markup("<b>{}</b>").format(words("Waiting for {n} more", n=free))


def _seats(glimpse: Glimpse, words: Words) -> Markup:
    rows = joined(
        Markup('<li class="s{} seat-{}"><b class="who s{}">{}</b> <small>{}</small></li>').format(
            i, seat.kind, i, words.name(i), "" if seat.kind == "free" else "✓"
        )
        for i, seat in enumerate(glimpse.seats)
    )
    return Markup('<h2>{}</h2><ul class="sitting">{}</ul><p class="quiet">{}</p>').format(
        words("At the table"), rows, words("The game begins as soon as every seat is taken.")
    )


# ------------------------------------------------------------------------------------------------------------ in a game


def _status(board: Board, glimpse: Glimpse, words: Words) -> Markup:
    mine = " mine" if glimpse.question is not None else ""
    waits = words("A bot plays for you") if _is_away(glimpse) else board.waiting(glimpse, words)
    return Markup('<span class="turn">{}</span> <b class="wait{}">{}</b>').format(
        board.headline(glimpse.view, words), mine, waits
    )


def _is_away(glimpse: Glimpse) -> bool:
    """Whether a bot plays for the viewer, until the end of the game or until the viewer returns."""
    return glimpse.phase != "end" and glimpse.own.away


def _prompt(board: Board, glimpse: Glimpse, words: Words) -> Markup:
    question = glimpse.question
    if glimpse.own.resigned:
        return Markup('<h2 id="asked" class="resigned" tabindex="-1">{}</h2>{}').format(
            words("You have left this game for good; a bot plays on."), _skip(glimpse, words)
        )
    if _is_away(glimpse):
        return Markup(
            '<h2 id="asked" tabindex="-1">{}</h2><button type="button" class="main" data-say="back">{}</button>{}'
        ).format(words("A bot plays for you"), words("I am back"), _skip(glimpse, words))
    if question is None:
        waiting = board.waiting(glimpse, words)
        return Markup('<p class="quiet">{}</p>{}{}{}{}').format(
            waiting, _note(glimpse, words), _skip(glimpse, words), _advance(board, glimpse, words),
            _taking_back(glimpse, words),
        )  # fmt: skip
    asked, why = board.asks(glimpse, words)
    facts_shown = [words.rich(text) for text in (question.stakes, question.prospects) if text]
    if side := board.side(glimpse, words):
        facts_shown.insert(0, Markup('<b class="mine">{}</b>').format(side))
    facts = joined(Markup("<p>{}</p>").format(text) for text in facts_shown) + _note(glimpse, words)
    may_pass = glimpse.own.advance != "off" or any(choice.name == PASS for choice in question.choices)
    taught = glimpse.own.coaching is not None and glimpse.own.coaching.action is not None
    page = Markup('{}<h2 id="asked" tabindex="-1">{}</h2><p class="why">{}</p><div class="facts">{}</div>{}{}{}{}{}')
    return page.format(
        _coach(glimpse.own.coaching, words), asked, why, facts,
        _choices(board, glimpse, (_narrowed(glimpse).question or question).choices, words),
        _others(question.choices, glimpse.own.coaching, words) + _writing(glimpse, question, words),
        _legend(board, question, words),
        _advance(board, glimpse, words) if may_pass and not taught else NOTHING, _taking_back(glimpse, words),
    )  # fmt: skip


def _note(glimpse: Glimpse, words: Words) -> Markup:
    """A message sent with the question, or with an offer that has just been withdrawn, for this viewer only."""
    if not glimpse.own.notes or not glimpse.own.notes[-1].fresh:
        return NOTHING
    note, about = glimpse.own.notes[-1], words("It is not binding, and nobody else can read it.")
    if note.withdrawn:
        about = words("This offer has been taken back.")
    return Markup('<p class="note">{}: “{}” <small>{}</small></p>').format(words.tag(note.sender), note.text, about)


def _writing(glimpse: Glimpse, question: Question, words: Words) -> Markup:
    """A field for a message that accompanies a question to another person."""
    asked = {choice.asks for choice in question.choices} - {None}
    if not any(glimpse.seats[seat].kind in ("person", "away") for seat in asked if seat is not None):
        return NOTHING
    return Markup(
        '<p class="writing"><label>{} <input id="note" maxlength="{}" autocomplete="off" placeholder="{}"></label></p>'
    ).format(
        words("A message with your offer:"), LONGEST, words("only the person asked can read it; it is not binding")
    )


def _legend(board: Board, question: Question, words: Words) -> Markup:
    """The meanings of the letters of numbers and of the signs that a question uses."""
    texts = (question.stakes, *(choice.words for choice in question.choices))
    signs = [part for text in texts for part in parts_of(text) if isinstance(part, Signs)]
    numbered = {sign for part in signs if part.numbered for sign in part.used}
    alone = {sign for part in signs if not part.numbered for sign in part.used}
    entries = [f"{letter} {words.term(name)}" for letter, name in board.letters.items() if letter in numbered]
    entries += [f"{OF_FAITH}{sign} {words(name)}" for sign, name in board.signs.items() if sign in alone]
    return Markup('<p class="quiet letters">{}</p>').format(" · ".join(entries)) if entries else NOTHING


def _choices(board: Board, glimpse: Glimpse, choices: Sequence[Choice], words: Words) -> Markup:
    """All choices as a list, first those that end or pass; if there are many, those that the board shows are folded
    away."""
    kinds = {choice.action: choice.name.partition(":")[0] for choice in choices}
    aside = (*board.placed, *board.choosers, *board.last)
    placed = [each for each in choices if kinds[each.action] in board.placed]
    hostile = glimpse.phase in board.hostile
    placed.sort(key=lambda choice: (hostile and choice.own, -chance_of(choice)))
    others = sorted((each for each in choices if kinds[each.action] not in aside), key=hopeless)
    rows = [_row(board, glimpse, each, words) for each in others]
    for kind, label in board.choosers.items():
        if numbers := [each for each in choices if kinds[each.action] == kind]:
            rows.append(_chooser(numbers, words.term(kind), words(label), words))
    rest = Markup('<ul class="choices plain">{}</ul>').format(joined(rows)) if rows else NOTHING
    ending = joined(_row(board, glimpse, each, words) for each in choices if kinds[each.action] in board.last)
    first = Markup('<ul class="choices passing">{}</ul>').format(ending) if ending else NOTHING
    if not placed:
        return first + rest
    listed = Markup('<ul class="choices">{}</ul>').format(joined(_row(board, glimpse, each, words) for each in placed))
    if len(choices) <= FEW or len(placed) <= SHORT:
        return first + listed + rest
    return first + Markup('<details class="more"><summary>{}</summary>{}</details>{}').format(
        words("Choose on the board, or from this list of {n}", n=len(placed)), listed, rest
    )


def with_own_marked(board: Board, glimpse: Glimpse) -> Glimpse:
    """The same question, in which the viewer's own persons are marked if other persons can be named, too."""
    if glimpse.question is None:
        return glimpse
    persons = [each for each in glimpse.question.choices if each.name.startswith("person:")]
    mine = {each.action for each in persons if board.is_own(each.subject, glimpse)}
    if not mine or len(mine) == len(persons):
        return glimpse
    marked = tuple(each._replace(own=each.action in mine) for each in glimpse.question.choices)
    return replace(glimpse, question=glimpse.question._replace(choices=marked))


def _chooser(choices: Sequence[Choice], label: str, options: str, words: Words) -> Markup:
    """All numbers that may be named, as one chooser."""
    numbers = joined(
        Markup('<button type="button" data-act="{}" aria-label="{}"><b>{}</b><small>{}</small></button>').format(
            each.action, f"{words.plain(each.words)}. {words.plain(each.prospects)}", each.subject,
            words.plain(badge_text(each)),
        )
        for each in choices
    )  # fmt: skip
    if len(choices) < MANY:
        return Markup('<li class="joker" role="group" aria-label="{}"><span>{}</span><div>{}</div></li>').format(
            label, options, numbers
        )
    return Markup('<li class="joker"><details><summary>{} …</summary><div>{}</div></details></li>').format(
        options, numbers
    )


def _row(board: Board, glimpse: Glimpse, choice: Choice, words: Words) -> Markup:
    meaning = board.gloss(choice, glimpse, words)
    notes: list[str] = [Markup('<b class="mine">{}</b>').format(words("one of your own"))] if choice.own else []
    notes += [meaning] if meaning else []
    notes += [words.rich(choice.prospects)] if choice.prospects else []
    small = joined(Markup("<small>{}</small>").format(text) for text in notes)
    kind = choice.name.partition(":")[0]
    style = "choice pass" if choice.name in board.last else f"choice of-{kind.replace(' ', '-')}"
    style += " hopeless" if hopeless(choice) else ""
    more = Markup(' data-subject="{}"').format(choice.subject) if kind in EXPLAINED else NOTHING
    more += Markup(" data-asks") if choice.asks is not None else NOTHING
    row = Markup('<li data-key="{0}"><button type="button" class="{1}" data-act="{0}"{2}>{3} {4}</button></li>')
    return row.format(choice.action, style, more, words.rich(choice.words), small)


def _skip(glimpse: Glimpse, words: Words) -> Markup:
    """A button for skipping ahead, if one person plays against bots."""
    if glimpse.viewer is None or sum(seat.kind != "bot" for seat in glimpse.seats) > 1:
        return NOTHING
    label = words("Skip to the end of the game") if _is_away(glimpse) else words("Skip ahead to my next decision")
    return Markup('<p class="skipping"><button type="button" data-say="skip">{}</button></p>').format(label)


def _taking_back(glimpse: Glimpse, words: Words) -> Markup:
    """The viewer's decisions that can be taken back: nobody has answered them, and they have revealed nothing."""
    own = glimpse.own
    if not own.back:
        return NOTHING
    buttons = [("decision", words("Take back my last decision"))]
    if own.turn > 1:
        buttons.append(("turn", words("Start this turn again")))
    return Markup('<p class="back">{}</p>').format(
        joined(
            Markup('<button type="button" data-say="back_to" data-to="{}">↶ {}</button> ').format(to, text)
            for to, text in buttons
        )
    )


# ------------------------------------------------------------------------------------------------------------- lessons


def _narrowed(glimpse: Glimpse) -> Glimpse:
    """The same question with only the choice that the open step of a lesson names; unchanged without a step."""
    question, coaching = glimpse.question, glimpse.own.coaching
    if question is None or coaching is None or coaching.action is None:
        return glimpse
    named = tuple(choice for choice in question.choices if choice.action == coaching.action)
    return replace(glimpse, question=question._replace(choices=named))


def _coach(coaching: Coaching | None, words: Words) -> Markup:
    """The text of the lesson."""
    if coaching is None:
        return NOTHING
    step = words("Lesson, step {n} of {m}", n=coaching.number, m=coaching.of)
    head = words("You know how it goes") if coaching.action is None else step
    return Markup('<div class="coach" role="note"><b>{}</b><p>{}</p></div>').format(head, words(coaching.says))


def _others(choices: Sequence[Choice], coaching: Coaching | None, words: Words) -> Markup:
    """The other choices, outside the lesson, and the way to leave it."""
    if coaching is None or coaching.action is None:
        return NOTHING
    rows = joined(
        Markup("<li>{} <small>{}</small></li>").format(words.rich(each.words), words.rich(each.prospects))
        for each in choices
        if each.action != coaching.action
    )
    also = Markup('<details class="also"><summary>{}</summary><ul>{}</ul></details>').format(
        words("Outside the lesson you could also …"), rows
    )
    leave = Markup('<button type="button" data-say="freely">{}</button>').format(
        words("Leave the lesson and play on freely")
    )
    return Markup('{}<p class="back">{}</p>').format(also if rows else NOTHING, leave)


# ---------------------------------------------------------------------------------------------------------- passing


def _advance(board: Board, glimpse: Glimpse, words: Words) -> Markup:
    """The offers to pass in advance.

    In the viewer's own turn, none of them is about the viewer's own action or lasts until that turn. Games that ask
    nobody during another seat's turn have none.
    """
    if glimpse.viewer is None or PASS not in board.game.action_ids:
        return NOTHING
    own_turn = glimpse.view.get(TURN_PLAYER) == glimpse.viewer
    if glimpse.own.advance != "off":
        labels = {
            "declared": words("You pass until something else is declared"),
            "turn": words("You pass until your turn"),
        }
        return Markup(
            '<p class="advance on">{} <button type="button" data-say="advance" data-until="off">{}</button></p>'
        ).format(labels[glimpse.own.advance], words("Ask me again"))
    may_answer = not own_turn or glimpse.question is None or glimpse.question.phase in answers(board.game)
    offered = [("declared", words(board.until))] if may_answer and board.has_occasion(glimpse.view) else []
    if TURN_PLAYER in glimpse.view and not own_turn:
        offered.append(("turn", words("until my turn")))
    if not offered:
        return NOTHING
    buttons = joined(
        Markup('<button type="button" data-say="advance" data-until="{}">{}</button> ').format(until, labels)
        for until, labels in offered
    )
    return Markup('<p class="advance"><span>{}</span> {}</p>').format(words("Pass in advance:"), buttons)


def victory(winners: Sequence[int], words: Words) -> str:
    """The winning seats, in words."""
    names = [words.name(seat) for seat in winners]
    if len(names) == 1:
        return words("{name} wins.", name=names[0])
    return words("{names} share the victory.", names=words.listed(names)) if names else words("Nobody wins.")


def _end(board: Board, glimpse: Glimpse, news: Sequence[str], words: Words) -> Markup:
    """Who has won, why the game is over, and how the points were made."""
    rows = board.account_rows(glimpse, words)
    outcome = victory([seat for seat, share, _, _ in rows if share > 0], words)
    lines = joined(
        Markup('<tr class="{}"><th scope="row">{}</th><td class="points">{}</td><td>{}</td></tr>').format(
            "won" if share else "", words.tag(seat), f"{points:g}".replace("-", "−"), " · ".join(items)
        )
        for seat, share, points, items in rows
    )
    why = joined(Markup('<p class="why">{}</p>').format(words.rich(line)) for line in news if tone_of(line) == "head")
    again = NOTHING
    if glimpse.viewer is not None:
        own = glimpse.own
        wishes = [words("{name} wants to play again.", name=own.rematch)] if own.rematch else []
        wishes += [words("You play again: a seat is kept for you.")] if own.again else []
        again = Markup('{}<p><button type="button" class="main" data-rematch>{}</button></p>').format(
            joined(Markup("<p>{}</p>").format(wish) for wish in wishes),
            words("To the new table") if own.again else words("Play again: the same people, each moved on by one seat"),
        )
    return Markup(
        '<h2 id="asked" tabindex="-1">{}</h2>{}<table class="account"><thead><tr><th>{}</th><th>{}</th><th>{}</th></tr>'
        '</thead><tbody>{}</tbody></table>{}<p><a href="replay.json" download>{}</a></p>'
    ).format(
        outcome, why, words("player"), words("points"), words("breakdown"), lines, again, words("Download the replay"),
    )  # fmt: skip
