"""`State`, the Python handle on one table, and related names. `kit.game` defines both, since each needs the other."""

from dynasty_env.kit.game import DEALT, Course, Entry, Move, Saved, State, shares_of, the_game
from dynasty_env.kit.values import is_one_of, whole

__all__ = ["DEALT", "Course", "Entry", "Move", "Saved", "State", "is_one_of", "shares_of", "the_game", "whole"]
