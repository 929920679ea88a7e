"""Where tables and buffers of the GPU environment lie: in torch's memory, or for Numba's simulator in NumPy's."""

from typing import Any

import numpy as np
from numba import cuda

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.gpu.cuda import SIMULATED
from dynasty_env.kit.errors import OptionError

Shape = tuple[int, ...]


class TorchMemory:
    """Tensors on the current GPU, and the views by which kernels reach the same bytes."""

    def __init__(self) -> None:
        import torch

        if not torch.cuda.is_available():
            raise OptionError("device='cuda' needs a GPU that torch can use; torch.cuda.is_available() is False")
        self._torch = torch

    def zeros(self, shape: Shape, dtype: type[np.generic]) -> Any:
        """A new tensor."""
        return self._torch.zeros(shape, dtype=getattr(self._torch, np.dtype(dtype).name), device="cuda")

    def given(self, array: Any) -> Any:
        """A caller's array, or the tensor that it is already."""
        return self._torch.as_tensor(array, device="cuda")

    def tensor(self, value: Any) -> Any:
        """A buffer as a tensor, which it is."""
        return value

    def argument(self, value: Any) -> Any:
        """A tensor as kernels take it, sharing its bytes; anything else unchanged."""
        return cuda.as_cuda_array(value, sync=False) if isinstance(value, self._torch.Tensor) else value

    def records(self, values: Any, dtype: np.dtype[np.void]) -> Any:
        """An (…, bytes of a record) tensor as records in a row."""
        return cuda.as_cuda_array(values.view(-1), sync=False).view(dtype)

    def words(self, values: Any) -> Any:
        """An (n, bytes of whole words) tensor as rows of words."""
        return cuda.as_cuda_array(values.view(self._torch.int64), sync=False)

    def ascending(self, values: Any) -> Any:
        """(n,) the places of values (n,) in ascending order."""
        return self._torch.argsort(values)

    def stream(self) -> Any:
        """What orders kernels among other work: torch's current stream."""
        current = self._torch.cuda.current_stream().cuda_stream
        return cuda.external_stream(current) if current else 0


class SimulatedMemory:
    """The same on NumPy arrays, for kernels that run as Python."""

    def zeros(self, shape: Shape, dtype: type[np.generic]) -> Any:
        """A new array."""
        return np.zeros(shape, dtype)

    def given(self, array: Any) -> Any:
        """A caller's array."""
        return np.asarray(array)

    def tensor(self, value: Any) -> Any:
        """An array as torch's tensor of the same memory."""
        import torch

        return torch.from_numpy(value)

    def argument(self, value: Any) -> Any:
        """An array, or a tensor's memory as one; anything else unchanged."""
        return value.numpy() if hasattr(value, "numpy") else value

    def records(self, values: Any, dtype: np.dtype[np.void]) -> Any:
        """An (…, bytes of a record) array as records in a row."""
        return Tables(values.reshape(-1).view(dtype))

    def words(self, values: Any) -> Any:
        """An (n, bytes of whole words) array as rows of words."""
        return values.view(np.int64)

    def ascending(self, values: Any) -> Any:
        """(n,) the places of values (n,) in ascending order."""
        return np.argsort(values)

    def stream(self) -> Any:
        """The only stream there is."""
        return 0


def memory() -> TorchMemory | SimulatedMemory:
    """The memory that kernels work on.

    Raises:
        OptionError: there is no GPU that torch can use.
    """
    return SimulatedMemory() if SIMULATED else TorchMemory()
