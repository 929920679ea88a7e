"""Where many tables are stepped together: on the CPU or on a GPU."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.errors import OptionError

if TYPE_CHECKING:
    from dynasty_env.kit.envs.cuda_vector import CudaVectorEnv
    from dynasty_env.kit.envs.vector import VectorEnv

DEVICES = ("cpu", "cuda")


def vector_env(device: str) -> "type[VectorEnv | CudaVectorEnv]":
    """The vector environment class for a device, ``cpu`` or ``cuda``. Raises OptionError if there is no such device, or
    its packages are not installed."""
    check_choice("device", device, DEVICES)
    if device == "cpu":
        from dynasty_env.kit.envs.vector import VectorEnv

        return VectorEnv
    for package, wanted in (("numba_cuda", "dynasty-env[cuda]"), ("torch", "torch, built for CUDA")):
        if find_spec(package) is None:
            raise OptionError(f"device='cuda' needs {package}: pip install {wanted}")
    from dynasty_env.kit.envs.cuda_vector import CudaVectorEnv

    return CudaVectorEnv
