"""The outcomes of actions, as features for a network, where an observation has them only spread over many pieces.

The network learns what an outcome is worth; it need not first find out that, say, a stone on this arrow would move that
person, who is my rival, over to my side.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from dynasty_env.kit.seats.layout import Layout


class Outcomes(nn.Module):
    """Some actions of a game whose ids follow each other. Subclasses give `forward`.

    Attributes:
        first_action: id of the first one.
        count: how many, n.
        numbers: how many numbers describe an outcome, f.
    """

    first_action: int
    count: int
    numbers: int

    def forward(self, observation: Tensor) -> Tensor:
        """(B, n, f) float32, in numbers of about -1 … 1, of raw observations (B, D) int8. The first one is 1, or 0
        where there is no such action; the others are then 0 as well."""
        raise NotImplementedError


class Waits(Outcomes):
    """Shinsengumi's arrows of the person about to move, on which stones are laid: who would go where, and what it is to
    me. Its rules are in ch. 3.4 of the rules page."""

    way: Tensor
    black: Tensor
    neighbour: Tensor
    esteem: Tensor
    bushido: Tensor
    failure: Tensor

    def __init__(self, layout: Layout) -> None:
        from dynasty_env.shinsengumi import actions, material
        from dynasty_env.shinsengumi.seen import view

        super().__init__()
        self.material = material
        self.taken, self.betrothed, self.unworthy = view.TAKEN, view.BETROTHED, view.UNWORTHY
        self.layout = layout
        self.first_action = actions.STONE
        self.count = material.ARROWS
        self.numbers = 6 + 5 * 5 + len(material.Failure)
        printed = {
            "way": material.ARROW,
            "black": material.ARROW_COLOUR,
            "neighbour": material.NEIGHBOUR,
            "esteem": material.ESTEEM,
            "bushido": material.BUSHIDO,
            "failure": material.FAILURE,
        }
        for name, table in printed.items():
            self.register_buffer(name, torch.from_numpy(table), persistent=False)

    def forward(self, observation: Tensor) -> Tensor:
        def seen(name: str) -> Tensor:
            return observation[:, self.layout[name].place].long()

        rules = self.material
        arrows, laid = seen("arrows"), seen("laid")
        mover, origin = seen("mover").clamp(min=0), seen("origin").clamp(min=0)  # (B, 1); nobody: arrows is all 0
        person = mover.squeeze(1)
        betrothed, unworthy = (seen("attached").gather(1, mover) == under for under in (self.betrothed, self.unworthy))

        black = self.black[person]  # (B, 4), as all that depends on the arrow
        cell = self.neighbour[origin, self.way[person]].clamp(min=0)
        row, column = cell // rules.SIDE, cell % rules.SIDE
        bushido = self.bushido[mover].masked_fill(betrothed, rules.BETROTHED_BUSHIDO)
        bushido = bushido.masked_fill(unworthy, rules.UNWORTHY_BUSHIDO)
        bushido = torch.where(bushido == rules.COLUMN, column + 1, bushido)
        fails = black * (6 - bushido).clamp(min=0) / 6

        left, was_left = column < rules.LEFT_COLUMNS, origin % rules.SIDE < rules.LEFT_COLUMNS
        here = was_left == (seen("self_cells")[:, :1] % rules.SIDE < rules.LEFT_COLUMNS)  # on my side
        owner = seen("owners").gather(1, mover)
        mine, nobody = owner == 0, owner == rules.SEATS
        rival = ~mine & ~nobody
        esteem = (self.esteem[mover] + betrothed * 1) / 5 * torch.where(here, 1, -1)
        who = torch.cat([mine, rival & here, rival & ~here, nobody, esteem], dim=1).float()  # (B, 5)
        what = [torch.ones_like(fails), (left != was_left).float(), origin // rules.SIDE - row, fails, row / 5]
        both = torch.einsum("bw,bka->bkwa", who, torch.stack(what, dim=2).float()).flatten(2)  # (B, 4, 25)

        stones = seen("hands")[:, : rules.COLOURS].gather(1, black)
        behind = laid.amax(dim=1, keepdim=True) - laid
        plain = [arrows > 0, arrows == self.taken, black, laid / 4, behind / 4, stones / 4]
        failure = self.failure[mover].masked_fill(unworthy, int(rules.Failure.SEPPUKU))
        failure = fails.unsqueeze(2) * functional.one_hot(failure, len(rules.Failure))
        told = torch.cat([torch.stack([number.float() for number in plain], dim=2), both, failure], dim=2)
        return told * (arrows > 0).unsqueeze(2)


OUTCOMES: dict[str, Callable[[Layout], tuple[Outcomes, ...]]] = {"shinsengumi_v0": lambda layout: (Waits(layout),)}
"""Games with actions whose outcomes a network gets as features."""
