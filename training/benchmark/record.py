"""The file of a task's games: a ladder file, with the luck in each game and how it was measured."""

from typing import Any, ClassVar

from training.arena.ladder_file import LadderFile
from training.benchmark.playing.play import Measured
from training.benchmark.playing.values import stamp


class BenchmarkFile(LadderFile):
    """The games of a task played so far, in memory and on disk."""

    format: ClassVar[str] = "benchmark"
    called: ClassVar[str] = "a benchmark"
    setting: Measured

    def about(self) -> dict[str, Any]:
        setting = self.setting
        protocol = {**setting.protocol.content(), "value": stamp(setting.task) if setting.protocol.redraws else ""}
        return {**super().about(), "protocol": protocol}
