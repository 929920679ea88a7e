"""Behaviour cloning (D. Pomerleau 1991, "Efficient training of artificial neural networks for autonomous navigation",
Neural Computation 3(1)): the network learns to do what the players of a dataset did.

    maximise  E[log π(a | s)]  over the decisions of the dataset

With `winners_only` decisions count only of seats that have won (as in "filtered" cloning: Chen et al. 2021, arXiv
2106.01345).

What differs from the paper. Illegal actions have no probability. With more than two seats nothing differs: each seat's
decisions are as good as another's, whatever the others did. A clone meets positions that come of its own mistakes,
which the dataset lacks.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from training.algorithms.offline import Offline, OfflineSettings
from training.learn.settings import Setting


@dataclass(frozen=True)
class BCSettings(OfflineSettings):
    """Those of all with a dataset, and those of behaviour cloning."""

    winners_only: Annotated[bool, Setting("Decisions of seats alone that have won something.")] = False


class BC(Offline):
    """Imitation."""

    paper: ClassVar[str] = "D. Pomerleau 1991, Neural Computation 3(1)"
    settings_class: ClassVar[type[OfflineSettings]] = BCSettings
    settings: BCSettings

    def improve(self, which: npt.NDArray[np.int64]) -> dict[str, float]:
        """The cross-entropy of what was done."""
        if self.settings.winners_only:
            which = which[self.data.won[which] > 0]
        if not len(which):
            return {"imitation loss": float("nan")}
        seen, mask, action = self.at(which)
        loss = -self.network.choices(seen, mask).of(action).mean()
        self.descend(loss, self.network, self.optimizer)
        return {"imitation loss": loss.item()}
