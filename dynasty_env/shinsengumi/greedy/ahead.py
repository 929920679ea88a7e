"""What greedy advises: it foresees the waiting (S-R8) to its end, who answers a stone and where the person goes.

When greedy plays, it values a stone as if nobody would answer it, and a pass as if nobody else would lay one. Here
everybody goes on in the player's mind, each seat as greedy would in its place, until all have passed. Whatever else is
to be decided is worth what greedy says. Where stones are hidden, the others are taken to hold none.
"""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.actions import PASS, PERSON, STONE
from dynasty_env.shinsengumi.greedy.fights import name
from dynasty_env.shinsengumi.greedy.mind import read_stones
from dynasty_env.shinsengumi.greedy.player import look, stone_price, wait, weigh_arrows, worth
from dynasty_env.shinsengumi.material import ARROW_COLOUR, ARROWS, NOBODY
from dynasty_env.shinsengumi.rules.movement import arrow_taken
from dynasty_env.shinsengumi.rules.persons import living, next_living
from dynasty_env.shinsengumi.rules.stones import stones_of
from dynasty_env.shinsengumi.steps import Step


@rule
def look_ahead(m, seen):
    """Fill the blank `MIND` `m` with what the seat sees, and what the mover's arrows are worth to everybody."""
    look(m, seen)
    if m.step == Step.WAIT:
        ask_rivals(m)


@rule
def worth_ahead(m, seen, action):
    """The value of a legal action of the open phase to me. Values of different phases cannot be compared."""
    if m.step == Step.MOVE:
        name(m, action - PERSON)
        weigh_arrows(m, 0)
        ask_rivals(m)
        found = waited(m, 0, 0)
    elif m.step != Step.WAIT:
        found = worth(m, seen, action)
    elif action == PASS:
        found = waited(m, next_living(m, 0), seen.passes + 1)
    else:
        put_stone(m, 0, action - STONE)
        found = waited(m, next_living(m, 0), 0) - stone_price(m)
    read_stones(m, seen)
    return found


@rule
def waited(m, seat, passes):
    """The value to me of the move on which everybody agrees if `seat` goes on after so many passes, less what the
    stones are worth that I lay for it. The stones are left where they have been imagined."""
    mine = stones_of(m, 0)
    while passes < living(m):
        action = bid(m, seat)
        passes += 1
        if action != PASS:
            put_stone(m, seat, action - STONE)
            passes = 0
        seat = next_living(m, seat)
    return m.arrow_value[0, arrow_taken(m, m.mover)] - stone_price(m) * (mine - stones_of(m, 0))


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
    """What the mover's possible arrows are worth to each of the others, who for that takes my seat."""
    for seat in range(1, m.num_players):
        change_seats(m)
        if m.chip[0] != NOBODY:
            weigh_arrows(m, seat)
    change_seats(m)


@rule
def change_seats(m):
    """Everybody takes the seat before his own; after as many times as there are seats all sit as before."""
    first = m.chip[0] + 0
    for seat in range(m.num_players - 1):
        m.chip[seat] = m.chip[seat + 1]
    m.chip[m.num_players - 1] = first
    m.turn_player = (m.turn_player + m.num_players - 1) % m.num_players
