"""Ranking by majorities."""

from training.benchmark.counting.social import circles, ranked_pairs


def test_a_clear_order() -> None:
    assert ranked_pairs("abc", {("a", "b"): 0.2, ("b", "c"): 0.1, ("a", "c"): 0.4}) == {"a": 1, "b": 2, "c": 3}
    assert ranked_pairs("abc", {("a", "b"): -0.2, ("b", "c"): -0.1}) == {"c": 1, "b": 2, "a": 3}


def test_the_weakest_majority_of_a_circle_is_overruled() -> None:
    """Tideman's own rule: a beats b, b beats c, c beats a by the least."""
    margins = {("a", "b"): 0.3, ("b", "c"): 0.2, ("a", "c"): -0.1}
    ranks = ranked_pairs("abc", margins)
    assert ranks == {"a": 1, "b": 2, "c": 3}
    assert circles(ranks, margins) == [("c", "a")]
    margins = {("a", "b"): 0.3, ("b", "c"): 0.1, ("a", "c"): -0.2}
    ranks = ranked_pairs("abc", margins)
    assert ranks == {"c": 1, "a": 2, "b": 3}
    assert circles(ranks, margins) == [("b", "c")]


def test_bots_that_have_not_met_may_share_a_rank() -> None:
    ranks = ranked_pairs(["x", "y", "base"], {("base", "x"): -0.5, ("base", "y"): -0.4})
    assert ranks == {"x": 1, "y": 1, "base": 3}
    assert circles(ranks, {("base", "x"): -0.5}) == []


def test_a_draw_says_nothing() -> None:
    assert ranked_pairs("ab", {("a", "b"): 0.0}) == {"a": 1, "b": 1}
