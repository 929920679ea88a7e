"""What greedy advises: it foresees the waiting (S-R8) to its end, who answers a stone and where the person goes.

When greedy plays, it values a stone as if nobody would answer it, and a pass as if nobody else would lay one. Here
everybody goes on in the player's mind, each seat as greedy would in its place, until all have passed. Whatever else is
to be decided is worth what greedy says. Where stones are hidden, the others are taken to hold none.
"""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.actions import PASS, PERSON, STONE
from dynasty_env.shinsengumi.greedy.fights import moved, name
from dynasty_env.shinsengumi.greedy.player import look, stone_price, wait, worth
from dynasty_env.shinsengumi.material import ARROW_COLOUR, ARROWS, COLOURS, NOBODY
from dynasty_env.shinsengumi.rules.movement import arrow_taken
from dynasty_env.shinsengumi.rules.persons import is_possible, living, next_living
from dynasty_env.shinsengumi.steps import Step


@rule
def look_ahead(m, seen):
    """Fill the blank `MIND` `m` with what the seat sees, and what the mover's arrows are worth to everybody."""
    look(m, seen)
    for seat in range(m.num_players):
        for colour in range(COLOURS):
            m.hand[seat, colour] = max(seen.hands[seat, colour], 0)
    m.passes = seen.passes
    if m.step == Step.WAIT:
        ask_everybody(m)


@rule
def worth_ahead(m, seen, action):
    """The value of a legal action of the open phase to me. Values of different phases cannot be compared."""
    if m.step == Step.MOVE:
        name(m, action - PERSON)
        ask_everybody(m)
        return waited(m, 0, 0)
    if m.step != Step.WAIT:
        return worth(m, seen, action)
    if action == PASS:
        return waited(m, next_living(m, 0), m.passes + 1)
    put_stone(m, 0, action - STONE)
    found = waited(m, next_living(m, 0), 0) - stone_price(m)
    take_stone(m, 0, action - STONE)
    return found


@rule
def waited(m, seat, passes):
    """The value to me of the move on which everybody agrees if `seat` goes on after so many passes, less what the
    stones are worth that I lay for it."""
    for colour in range(COLOURS):
        for other in range(m.num_players):
            m.held[other, colour] = m.hand[other, colour]
    for arrow in range(ARROWS):
        m.lain[arrow] = m.laid[arrow]
    while passes < living(m):
        action = bid(m, seat)
        passes += 1
        if action != PASS:
            put_stone(m, seat, action - STONE)
            passes = 0
        seat = next_living(m, seat)
    taken = arrow_taken(m, m.mover)
    spent = 0
    for colour in range(COLOURS):
        spent += m.held[0, colour] - m.hand[0, colour]
        for other in range(m.num_players):
            m.hand[other, colour] = m.held[other, colour]
    for arrow in range(ARROWS):
        m.laid[arrow] = m.lain[arrow]
    return m.arrow_value[0, taken] - stone_price(m) * spent


@rule
def bid(m, seat):
    """What greedy does in the place of a seat that is asked to wait."""
    best = PASS + 0
    most = wait(m, seat, PASS)
    for arrow in range(ARROWS):
        if m.hand[seat, ARROW_COLOUR[m.mover, arrow]] > 0:
            found = wait(m, seat, STONE + arrow)
            if found > most:
                best = STONE + arrow
                most = found
    return best


@rule
def put_stone(m, seat, arrow):
    m.hand[seat, ARROW_COLOUR[m.mover, arrow]] -= 1
    m.laid[arrow] += 1


@rule
def take_stone(m, seat, arrow):
    m.hand[seat, ARROW_COLOUR[m.mover, arrow]] += 1
    m.laid[arrow] -= 1


@rule
def ask_everybody(m):
    """What the mover's possible arrows are worth to each seat, which for that takes mine."""
    for seat in range(m.num_players):
        if m.chip[0] != NOBODY:
            for arrow in range(ARROWS):
                if is_possible(m, m.mover, arrow):
                    m.arrow_value[seat, arrow] = moved(m, m.mover, arrow)
        change_seats(m)


@rule
def change_seats(m):
    """Everybody takes the seat before his own; after as many times as there are seats all sit as before."""
    first = m.chip[0] + 0
    for seat in range(m.num_players - 1):
        m.chip[seat] = m.chip[seat + 1]
    m.chip[m.num_players - 1] = first
    m.turn_player = (m.turn_player + m.num_players - 1) % m.num_players
