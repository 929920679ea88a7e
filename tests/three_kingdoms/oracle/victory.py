"""Ch. 6, ch. 7 (§4, §17.5, T18, T54): who keeps the area, who leaves it, and whose last one it was."""

from .account import Account, Telling
from .cards import CLANS
from .leaving import leave
from .rulers import arrivals, fall
from .world import ATTACKS, Fight


def victory(account: Account, fought: Fight) -> Telling:
    """§17.5: the attacker with most troops left controls the area, or hands it over; partners leave at once."""
    world = account.world
    loser = fought.defender
    winner = yield from _winner(account, fought)
    for name, general in world.generals.items():
        if general.army == ATTACKS and general.country == winner and general.area == fought.area:
            account.arrive(name, fought.area, winner)
    world.troops[fought.area] = fought.army.pop(winner)
    world.tired[fought.area] = world.troops[fought.area]
    account.take(fought.area, winner)
    if winner == CLANS and fought.group is not None:
        fought.group.append(fought.area)
    for country in [c for c in (*world.powers, CLANS) if c in fought.army]:
        account.met["a partner leaves"] += 1
        yield from leave(account, fought, country, anywhere=True)
    if loser in world.powers and not world.powers[loser].fallen and not world.areas_of(loser):
        account.met["the last area is lost"] += 1
        fall(account, loser, winner)
    arrivals(account)


def _winner(account: Account, fought: Fight):  # type: ignore[no-untyped-def]
    """§17.5.1, §17.5.2, T40, T53: most troops; ties as the phase's power decides; a seat may hand over."""
    world = account.world
    phase = world.phase
    assert phase is not None
    most = max(fought.army.values())
    best = [country for country in fought.army if fought.army[country] == most]
    winner = best[0]
    if len(best) > 1:
        winner = yield from account.country("control_tie", world.seat_of(phase.power), best)
    seat = world.seat_of(winner)
    if seat is not None and len(fought.army) > 1:
        others = [country for country in fought.army if country != winner]
        given = yield from account.country("hand_over", seat, others, "done")
        if given != "done":
            account.met["handed over"] += 1
            winner = given
    return winner
