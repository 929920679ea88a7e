"""Dice and chance: the table's own generator.

Threefry-2x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011) with 13 rounds: a keyed hash of a
counter. The key is the game's seed, and the counter is the number of draws so far. So a game is a function of its seed,
options and actions, and a resampled table gets another future from another key.

Words are stored in int64 below 2**32: signed arithmetic never overflows, interpreted or compiled.
"""

from dynasty_env.kit.engine.rule import rule

WORD = 0xFFFFFFFF
PARITY = 0x1BD11BDA


@rule
def rotate(x, bits):
    return ((x << bits) | (x >> (32 - bits))) & WORD


@rule
def threefry(key0, key1, counter0, counter1):
    """The two output words of Threefry-2x32-13."""
    key2 = PARITY ^ key0 ^ key1
    x = (counter0 + key0) & WORD
    y = (counter1 + key1) & WORD
    x = (x + y) & WORD
    y = rotate(y, 13) ^ x
    x = (x + y) & WORD
    y = rotate(y, 15) ^ x
    x = (x + y) & WORD
    y = rotate(y, 26) ^ x
    x = (x + y) & WORD
    y = rotate(y, 6) ^ x
    x = (x + key1) & WORD
    y = (y + key2 + 1) & WORD
    x = (x + y) & WORD
    y = rotate(y, 17) ^ x
    x = (x + y) & WORD
    y = rotate(y, 29) ^ x
    x = (x + y) & WORD
    y = rotate(y, 16) ^ x
    x = (x + y) & WORD
    y = rotate(y, 24) ^ x
    x = (x + key2) & WORD
    y = (y + key0 + 2) & WORD
    x = (x + y) & WORD
    y = rotate(y, 13) ^ x
    x = (x + y) & WORD
    y = rotate(y, 15) ^ x
    x = (x + y) & WORD
    y = rotate(y, 26) ^ x
    x = (x + y) & WORD
    y = rotate(y, 6) ^ x
    x = (x + key0) & WORD
    y = (y + key1 + 3) & WORD
    x = (x + y) & WORD
    y = rotate(y, 17) ^ x
    return x, y


@rule
def set_key(t, key):
    """Set the key of the table's generator to an int64 and restart its counter."""
    t.key0 = key & WORD
    t.key1 = (key >> 32) & WORD
    t.draws = 0


@rule
def below(t, n):
    """A number 0 … n-1, uniform up to n / 2**32."""
    word, _ = threefry(t.key0, t.key1, t.draws & WORD, t.draws >> 32)
    t.draws += 1
    return (word * n) >> 32


@rule
def die(t):
    """One six-sided die: 1 … 6."""
    return 1 + below(t, 6)


@rule
def shuffle(t, pile, start, count):
    """Shuffle `count` places of the flat array `pile` from `start` on (Fisher–Yates)."""
    for last in range(count - 1, 0, -1):
        other = below(t, last + 1)
        kept = pile[start + last]
        pile[start + last] = pile[start + other]
        pile[start + other] = kept
