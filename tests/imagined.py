"""What imagined tables are known by."""

from dynasty_env.kit.engine.rng import threefry

WORD = 2**32 - 1


def key_of(key: int, number: int, purpose: int) -> int:
    """A key of its own for each purpose of each number under `key`."""
    high, low = threefry(key & WORD, key >> 32, number, purpose)
    return int((high >> 1) << 32 | low)


def dice_under(key: int) -> tuple[int, int]:
    """The lower and upper half of the key of an imagined table's dice: neither of the game's own, nor what places the
    cards."""
    found = key_of(key, 0, 0)
    return found & WORD, found >> 32
