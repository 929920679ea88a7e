"""Checks for anybody's environment: PettingZoo's AEC and Parallel, Gymnasium's, and games of the kit.

    from dynasty_env.conformance import Declaration, check

    report = check(make_env, Declaration(zero_sum=True, longest=200))
    report.print()

The same on the command line: ``dynasty check module:factory``; in pytest: ``pytest --env module:factory``.
What is checked, and what an author can declare: docs/conformance.md.
"""

from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.findings import Broken, Failure, NotChecked, Outcome, Replay
from dynasty_env.conformance.report import Report
from dynasty_env.conformance.suite import CHECKS, check, play, reproduce

__all__ = [
    "CHECKS", "Broken", "Declaration", "Failure", "NotChecked", "Outcome", "Replay", "Report", "check", "play",
    "reproduce",
]  # fmt: skip
