"""The rules as GPU code: on the simulator, as PTX for Hopper, and on a GPU where there is one."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

import dynasty_env
from dynasty_env import dynasty_v0, shinsengumi_v0
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.tiny import cut_in, nim, weighed_nim

pytest.importorskip("numba_cuda")

DYNASTY, SHINSENGUMI = dynasty_v0.game, shinsengumi_v0.game
OTHERS = [dynasty_env.game(name) for name in ("kingdoms_v0", "three_kingdoms_v0", "figures_v0")]
GPU = torch.cuda.is_available()
KERNELS = ("deal_all", "check_all", "play_all", "observe_ends", "observe_all", "pick_all", "rollout")


@pytest.mark.parametrize("form", ["not slow", pytest.param("slow", marks=pytest.mark.slow)])
def test_on_the_simulator(form: str) -> None:
    """The switch counts when Numba is first imported, so a process of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", f"cudasim and {form}"]
    done = subprocess.run(
        [*command, "tests/kit/engine/test_cuda_simulated.py", "tests/training/learn/on_device/test_simulated.py"],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert re.search(r"\d+ passed", done.stdout)
    assert "skipped" not in done.stdout


class Hopper:
    """Enough of a device to compile for."""

    compute_capability = (9, 0)


def compiles(game: Game, kernel: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The kernel becomes PTX, of so many characters, and machine code without spilled registers, where NVIDIA's
    assembler is at hand."""
    import numba.cuda.dispatcher

    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", Hopper)
    ptx = game.cuda.ptx(kernel)
    assert ".target sm_90" in ptx
    assert ptx.count(".visible .entry") == 1
    assembler = shutil.which("ptxas")
    if assembler is None:
        return len(ptx)
    (folder / "kernel.ptx").write_text(ptx, encoding="utf-8")
    command = [assembler, "-v", "-arch=sm_90", str(folder / "kernel.ptx"), "-o", str(folder / "kernel.cubin")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert set(re.findall(r"(\d+) bytes spill", done.stderr)) == {"0"}
    return len(ptx)


@pytest.mark.parametrize(
    ("game", "kernel"),
    [
        *((nim.GAME, kernel) for kernel in KERNELS),
        *(pytest.param(cut_in.GAME, kernel, marks=pytest.mark.slow) for kernel in KERNELS),
    ],
)
def test_tiny_games_compile(game: Game, kernel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiles(game, kernel, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kernel"), [(DYNASTY, "observe_all"), (SHINSENGUMI, "deal_all")])
def test_real_games_compile(game: Game, kernel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dealing takes all rules along: it goes on to the first decision."""
    compiles(game, kernel, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["deal_all", "check_all", "play_all", "observe_ends", "pick_all", "rollout"])
def test_the_rest_of_the_flagship_compiles(kernel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiles(DYNASTY, kernel, tmp_path, monkeypatch)


@pytest.mark.parametrize("kernel", ["worthiest_all", "advise_all"])
def test_bots_compile(kernel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiles(weighed_nim.GAME, kernel, tmp_path, monkeypatch)
    compiles(nim.GAME, "greedy_all", tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("game", [DYNASTY, SHINSENGUMI, *OTHERS], ids=lambda game: game.name)
def test_the_bots_of_real_games_compile(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their larger rules are called: copied into each other they would be no kernel that anybody could wait for."""
    assert compiles(game, "advise_all", tmp_path, monkeypatch) < 5_000_000


def test_products_and_sums_are_rounded_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a CPU: in the figure duel a last bit more decides who is in reach."""
    import numba.cuda.dispatcher
    from numba.cuda import types

    def kernel(numbers: Any) -> None:
        numbers[0] = numbers[1] * numbers[2] + numbers[3]

    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", Hopper)
    cuda = nim.GAME.cuda
    cuda.add({"kernel": kernel}, {"kernel": (types.Array(types.float64, 1, "C"),)})
    ptx = cuda.ptx("kernel")
    assert "fma" not in ptx
    assert "mul.rn.f64" in ptx


def test_every_kernel_is_compiled_here() -> None:
    from numba.cuda import types

    from dynasty_env.kit.engine.gpu import kernels

    assert tuple(kernels.KERNELS) == KERNELS
    assert kernels.signatures(types.int8).keys() == {*KERNELS, *kernels.BOTS}


def test_clear_errors() -> None:
    with pytest.raises(OptionError, match="device='tpu'"):
        dynasty_v0.vec_env(2, device="tpu")
    if not GPU:
        with pytest.raises(OptionError, match="needs a GPU"):
            dynasty_v0.vec_env(2, device="cuda")


def test_what_has_to_be_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Any:
        return None

    monkeypatch.setattr("dynasty_env.kit.envs.device.find_spec", nothing)
    with pytest.raises(OptionError, match=r"needs numba_cuda: pip install dynasty-env\[cuda\]"):
        dynasty_v0.vec_env(2, device="cuda")


@pytest.mark.slow
@pytest.mark.skipif(not GPU, reason="there is no GPU")
def test_on_a_gpu() -> None:
    from training.speed import gpu

    options = DYNASTY.check_options({"num_players": 4})
    for kernel in KERNELS:
        gpu.compile_one(DYNASTY, kernel)
    found = gpu.same_games(DYNASTY, options, gpu.play_reference("dynasty_v0", options))
    assert found["stepped"]["ended"] > 0
