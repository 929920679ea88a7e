"""Behaviour cloning (D. Pomerleau 1991, "Efficient training of artificial neural networks for autonomous navigation",
Neural Computation 3(1)): the network learns to act as the players of a dataset did.

    maximise  E[log π(a | s)]  over the decisions of the dataset

With `winners_only`, only decisions of seats that have won count (as in "filtered" cloning: Chen et al. 2021, arXiv
2106.01345).

Differences from the paper: illegal actions have no probability. With more than two seats nothing changes: each seat's
decisions count equally, whatever the others did. A clone meets positions that result from its own mistakes and are not
in the dataset.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from training.algorithms.offline import Offline, OfflineSettings
from training.learn.settings import Setting


@dataclass(frozen=True)
class BCSettings(OfflineSettings):
    """Settings of all algorithms with a dataset, and of behaviour cloning."""

    winners_only: Annotated[bool, Setting("Use only decisions of seats that won something.")] = False


class BC(Offline):
    """Imitation of the players of a dataset."""

    paper: ClassVar[str] = "D. Pomerleau 1991, Neural Computation 3(1)"
    settings_class: ClassVar[type[OfflineSettings]] = BCSettings
    settings: BCSettings

    def improve(self, which: npt.NDArray[np.int64]) -> dict[str, float]:
        """Minimise the cross-entropy of the actions taken."""
        if self.settings.winners_only:
            which = which[self.data.won[which] > 0]
        if not len(which):
            return {"imitation loss": float("nan")}
        seen, mask, action = self.at(which)
        loss = -self.network.choices(seen, mask).of(action).mean()
        self.descend(loss)
        return {"imitation loss": loss.item()}
