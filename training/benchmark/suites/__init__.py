"""Frozen benchmarks: tasks, opponents and rules that stay what they are, so that rows of different years compare.

A suite is a JSON file of this folder. It names its tasks with all options, the hash of each champion that is an
opponent, and the digests of the rules. Where a game has another champion by now, the suite's own is kept in `champions`
and plays under the name ``frozen:HASH``.

    python -m training.benchmark.suites benchmark-2     # freeze today's tasks, opponents and rules
    python -m training.benchmark.suites benchmark-1 --same-games
"""
