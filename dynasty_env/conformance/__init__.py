"""Checks for any environment: PettingZoo AEC and Parallel, Gymnasium, and games of the kit.

    from dynasty_env.conformance import Declaration, check

    report = check(make_env, Declaration(zero_sum=True, longest=200))
    report.print()

The same checks run on the command line with ``dynasty check module:factory``, and in pytest with ``pytest --env
module:factory``. docs/conformance.md says what is checked and what an author can declare.
"""

from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.findings import Broken, Failure, NotChecked, Outcome, Replay
from dynasty_env.conformance.report import Report
from dynasty_env.conformance.suite import CHECKS, check, play, reproduce

__all__ = [
    "CHECKS", "Broken", "Declaration", "Failure", "NotChecked", "Outcome", "Replay", "Report", "check", "play",
    "reproduce",
]  # fmt: skip
