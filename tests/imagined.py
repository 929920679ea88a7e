"""What imagined tables are known by."""

from dynasty_env.kit.engine.rng import threefry


def dice_under(key: int) -> tuple[int, int]:
    """The lower and upper half of the key of an imagined table's dice: neither of the game's own, nor what places the
    cards."""
    high, low = threefry(key % 2**32, key >> 32, 0, 0)
    return low, high >> 1
