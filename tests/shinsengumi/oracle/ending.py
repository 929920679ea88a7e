"""§08: who has won, and what each seat gets for it."""

from .board import EDGE, IMPERIAL, SHOGUNATE, Save, esteem, side, standing


def sums(save: Save) -> dict[str, int]:
    """§08: the esteem of all persons on either side."""
    total = {SHOGUNATE: 0, IMPERIAL: 0}
    for person, cell in standing(save).items():
        total[side(cell)] += esteem(save, person)
    return total


def points(save: Save) -> list[int]:
    """What the self's side is ahead by, a seat; 0 without a self."""
    total, cells = sums(save), standing(save)
    ahead = {SHOGUNATE: total[SHOGUNATE] - total[IMPERIAL], IMPERIAL: total[IMPERIAL] - total[SHOGUNATE]}
    return [0 if seat["self"] is None else ahead[side(cells[seat["self"]])] for seat in save["seats"]]


def winners(save: Save) -> set[int]:
    """§08: those whose self is on the side with more esteem; nobody when both have the same."""
    return {number for number, ahead in enumerate(points(save)) if ahead > 0}


def great_victor(save: Save) -> int | None:
    """§08: the winner highest up, and of those the nearest to a side edge of the board."""
    cells = standing(save)

    def place(number: int) -> tuple[int, int]:
        column, row = cells[save["seats"][number]["self"]]
        return row, min(column - 1, EDGE - column)

    return min(winners(save), key=place, default=None)


def returns(save: Save, reward: str) -> list[float]:
    """Ch. 8, S-R24: winners share +1, the others −1; all win: 0 each; all lose: −1 each; alone: +1 or −1."""
    best = great_victor(save)
    count = len(save["seats"])
    won = winners(save) if reward == "side" else {best} - {None}
    if not won:
        return [-1.0] * count
    if count == 1:
        return [1.0]
    if len(won) == count:
        return [0.0] * count
    return [1 / len(won) if number in won else -1 / (count - len(won)) for number in range(count)]
