"""§08-01: the deal of the countries; §09-06-02: the seat on the right of another."""

from dynasty_env.europe.material import COUNTRIES, OTTOMAN, Holder
from dynasty_env.kit.engine import below, rule

FIRST_TERRITORIES = 2  # §08-01
FIRST_PERSONS = 3  # §08-01


@rule
def deal_countries(t):
    """§08-01: each seat is dealt two territories, and the rest are independent; the Ottoman Empire is not dealt."""
    for country in range(COUNTRIES):
        t.holder[country] = Holder.INDEPENDENT
    t.holder[OTTOMAN] = Holder.OUT
    for seat in range(t.num_players):
        for _ in range(FIRST_TERRITORIES):
            nth = below(t, OTTOMAN - dealt(t))
            for country in range(OTTOMAN):
                if t.holder[country] == Holder.INDEPENDENT:
                    if nth == 0:
                        t.holder[country] = seat
                        break
                    nth -= 1


@rule
def dealt(t):
    """How many countries have been dealt to seats."""
    count = 0
    for country in range(OTTOMAN):
        if t.holder[country] >= 0:
            count += 1
    return count


@rule
def on_the_right(t, seat):
    """§09-06-02: the seat on the right of another (anticlockwise)."""
    return (seat + t.num_players - 1) % t.num_players
