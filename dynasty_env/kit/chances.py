"""Chances in words, as people are shown them."""


def percent(chance: float) -> str:
    """A chance 0 … 1 in whole percent: only what is certain is called 0 % or 100 %."""
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1:
        return "over 99 %"
    return f"{round(100 * chance)} %"
