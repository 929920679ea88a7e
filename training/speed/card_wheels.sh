#!/usr/bin/env bash
# The wheels that `python -m training.speed.card` needs on a machine that reaches no index and has Python, torch for
# CUDA 13, and the toolkit: card_wheels.sh FOLDER [PYTHON, 3.12 by default]. There:
#   python3 -m pip install --no-index --no-deps FOLDER/*.whl
# LARGE=1 adds llvmlite and NVVM, 60 MB each, for one that has no Numba or no toolkit (nvcc) either.
set -euo pipefail
folder=${1:?card_wheels.sh FOLDER [PYTHON]}
platforms=()
for name in manylinux_2_28 manylinux_2_27 manylinux_2_17 manylinux2014 manylinux1; do
  platforms+=(--platform "${name}_x86_64")
done
large=()
if [[ -n ${LARGE:-} ]]; then large=("llvmlite>=0.50,<0.51" "nvidia-nvvm==13.0.*"); fi
python3 -m pip download --no-deps --only-binary=:all: --python-version "${2:-3.12}" --implementation cp \
  "${platforms[@]}" -d "$folder" \
  "numba>=0.68,<0.69" numba-cuda==0.30.4 cuda-core==1.0.1 "cuda-bindings==13.0.*" cuda-pathfinder \
  "nvidia-cuda-cccl==13.0.*" "gymnasium>=1.1,<2" farama-notifications cloudpickle \
  "pettingzoo>=1.25,<2" "typer>=0.15,<0.29" shellingham "rich>=13.9" "safetensors>=0.5" "threadpoolctl>=3.5" "${large[@]}"
du -sh "$folder"
