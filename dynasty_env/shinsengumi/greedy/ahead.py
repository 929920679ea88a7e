"""The advice of greedy: it looks ahead to the end of the turn, to see who answers a stone and where the others go then.

When greedy plays, it values a stone as if nobody would answer it, a pass as if nobody else would lay a stone, and
neither by what comes after the move. For its advice, it simulates the rest of the turn: each seat goes on as greedy
would in its place, until nobody can be named any more. Each further move adds its expected change of value. After each
move the most likely outcome is assumed. If stones are hidden, the others are assumed to hold none.
"""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.greedy.fights import moved, name
from dynasty_env.shinsengumi.greedy.likeliest import go
from dynasty_env.shinsengumi.greedy.mind import attach, put_event, read_board, read_stones, value
from dynasty_env.shinsengumi.greedy.player import look, stone_price, wait, weigh_arrows, worth
from dynasty_env.shinsengumi.ids import CELL, PASS, PERSON, STONE, Step
from dynasty_env.shinsengumi.material import ARROW_COLOUR, ARROWS, NOBODY, PERSONS, SEATS
from dynasty_env.shinsengumi.rules.movement import arrow_taken, can_be_named, default_arrow
from dynasty_env.shinsengumi.rules.persons import is_possible, living, next_living


@rule
def look_ahead(m, seen):
    """Fill the blank `MIND` `m` with what the seat sees, and with the value of the mover's arrows to everybody."""
    look(m, seen)
    if m.step == Step.WAIT:
        ask_rivals(m)
        copy(m.arrow_value, m.first_value)


@rule
def worth_ahead(m, seen, action):
    """The value to me of a legal action in the open phase. Values of different phases cannot be compared."""
    if m.step == Step.MOVE or m.step == Step.WAIT:
        found = decided(m, seen, action)
    elif m.step == Step.EVENT_CELL or m.step == Step.EVENT_PERSON:
        found = worth(m, seen, action)
        place_event(m, action)
    else:
        return worth(m, seen, action)
    found += rest_of_turn(m)
    read_stones(m, seen)
    read_board(m, seen)
    return found


@rule
def decided(m, seen, action):
    """The value to me of the move that results from this naming, stone or pass. Leaves the move made."""
    if m.step == Step.MOVE:
        arrow = named(m, action - PERSON)
    else:
        copy(m.first_value, m.arrow_value)
        m.stone_price = stone_price(m)
        arrow = agreed(m, seen, action)
    found = m.arrow_value[0, arrow] + 0.0
    go(m, m.mover, arrow)
    return found


@rule
def agreed(m, seen, action):
    """The arrow that results from this stone or pass of mine, once everybody has passed."""
    if action == PASS:
        return waited(m, next_living(m, 0), seen.passes + 1)
    put_stone(m, 0, action - STONE)
    return waited(m, next_living(m, 0), 0)


@rule
def named(m, person):
    """The arrow that results after the person has been named, once everybody has passed. Weighs his arrows for that."""
    name(m, person)
    m.stone_price = stone_price(m)
    weigh_arrows(m, 0)
    ask_rivals(m)
    return waited(m, m.turn_player, 0)


@rule
def rest_of_turn(m):
    """The expected change for me by everybody who is still to be named. Leaves their moves made."""
    found = 0.0
    person = next_named(m)
    while person != NOBODY:
        before = value(m)
        arrow = named(m, person)
        found += m.arrow_value[0, arrow] - before
        go(m, person, arrow)
        person = next_named(m)
    return found


@rule
def next_named(m):
    """The person whom the turn player names next if he plays like greedy; NOBODY if nobody can be named.

    To find this out, the turn player temporarily takes my seat.
    """
    turn_player = m.turn_player + 0
    for _ in range(turn_player):
        change_seats(m)
    best = NOBODY + 0
    most = 0.0
    for person in range(PERSONS):
        if can_be_named(m, person):
            found = moved(m, person, default_arrow(m, person))
            if best == NOBODY or found > most:
                best = person
                most = found
    for _ in range((m.num_players - turn_player) % m.num_players):
        change_seats(m)
    return best


@rule
def place_event(m, action):
    """Put the event that has been turned up on a cell, or attach it to a person."""
    if m.step == Step.EVENT_PERSON:
        attach(m, action - PERSON, m.turned_up)
    else:
        put_event(m, m.turned_up, action - CELL)


@rule
def waited(m, seat, passes):
    """The arrow that results if `seat` goes on after this many passes. Leaves the stones where they are laid."""
    while passes < living(m):
        action = bid(m, seat)
        passes += 1
        if action != PASS:
            put_stone(m, seat, action - STONE)
            passes = 0
        seat = next_living(m, seat)
    return arrow_taken(m, m.mover)


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
def ask_rivals(m):
    """Work out the value of the mover's possible arrows to each of the others who could wait.

    To find this out, each of them temporarily takes my seat.
    """
    for seat in range(1, m.num_players):
        change_seats(m)
        if can_wait(m, seat):
            weigh_arrows(m, seat)
    change_seats(m)


@rule
def can_wait(m, seat):
    """Does the seat have a stone for one of the mover's possible arrows?"""
    for arrow in range(ARROWS):
        if m.hand[seat, ARROW_COLOUR[m.mover, arrow]] > 0 and is_possible(m, m.mover, arrow):
            return True
    return False


@rule
def change_seats(m):
    """Move everybody to the seat before; after as many calls as there are seats, everybody is back."""
    first = m.chip[0] + 0
    for seat in range(m.num_players - 1):
        m.chip[seat] = m.chip[seat + 1]
    m.chip[m.num_players - 1] = first
    m.turn_player = (m.turn_player + m.num_players - 1) % m.num_players


@rule
def copy(values, to):
    """Copy `values` into `to`, both (SEATS, ARROWS) float64."""
    for seat in range(SEATS):
        for arrow in range(ARROWS):
            to[seat, arrow] = values[seat, arrow]
