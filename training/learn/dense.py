"""Linear layers whose products oneDNN computes on a CPU.

torch leaves these products to MKL, which does not use the AVX-512 instructions of processors that Intel has not made.
There, oneDNN, which is also in torch, takes half the time on one core; two threads on two virtual cores gained
nothing. On any other device, and in a torch without oneDNN, this is `torch.nn.Linear`.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd import Function

AVAILABLE = torch._C._has_mkldnn and hasattr(torch.ops.mkldnn, "_linear_pointwise")


def product(left: Tensor, right: Tensor, bias: Tensor | None = None) -> Tensor:
    """(B, O): `left` (B, I) times the transposed `right` (O, I), plus `bias` (O,); without gradients."""
    return torch.ops.mkldnn._linear_pointwise(left, right, bias, "none", [], "")  # type: ignore[no-any-return]


class _Linear(Function):
    @staticmethod
    def forward(ctx: Any, seen: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        ctx.save_for_backward(seen, weight)
        return product(seen, weight, bias)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (grad,), (seen, weight), needed = grads, ctx.saved_tensors, ctx.needs_input_grad
        return (
            product(grad, weight.t()) if needed[0] else None,
            product(grad.t(), seen.t()) if needed[1] else None,
            grad.sum(dim=0) if needed[2] else None,
        )


class Dense(nn.Linear):
    """`torch.nn.Linear`, faster on a CPU."""

    def forward(self, input: Tensor) -> Tensor:
        """(B, O) for (B, I)."""
        if AVAILABLE and input.device.type == "cpu":
            return _Linear.apply(input, self.weight, self.bias)  # type: ignore[no-any-return, no-untyped-call]
        return super().forward(input)
