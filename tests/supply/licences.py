"""The licences of everything that is installed with the project.

python -m tests.supply.licences    # the table, and what is not accepted
"""

import re
from collections import Counter

from tests.supply.closure import Package, closure

PERMISSIVE = (
    "MIT", "BSD", "Apache", "ISC", "PSF", "Python Software Foundation", "0BSD", "Zlib", "CC0", "BSL-1.0", "MPL-2.0",
    "Mozilla Public License 2.0", "Unlicense",
)  # fmt: skip
"""What an accepted licence's name contains; the MPL binds changes of its own files alone."""

EXCEPTIONS = {
    "psycopg": "LGPL-3.0: the extra `postgres` alone, used through its interface and not distributed",
    "psycopg-binary": "as psycopg",
    "cuda-bindings": "NVIDIA's own licence: the extra `cuda` alone, not distributed",
    "cuda-toolkit": "names NVIDIA's packages, and says no licence: the extra `cuda` alone",
    "nvidia-cuda-cccl": "as cuda-bindings",
    "nvidia-cuda-nvrtc": "as cuda-bindings",
    "nvidia-cuda-runtime": "as cuda-bindings",
    "nvidia-nvjitlink": "as cuda-bindings",
    "nvidia-nvvm": "as cuda-bindings",
}
"""Packages of extras that are accepted although their metadata names no permissive licence, and why."""


def accepted(licence: str) -> bool:
    """Whether every part of a licence expression that has to be kept is a permissive one."""
    parts = re.split(r" AND |; ", licence.replace("(", "").replace(")", ""))
    return bool(licence) and all(any(_permissive(each) for each in part.split(" OR ")) for part in parts)


def _permissive(name: str) -> bool:
    return "GPL" not in name and any(known in name for known in PERMISSIVE)


def refused(packages: list[Package], exceptions: dict[str, str]) -> list[str]:
    """The packages whose licences are neither accepted nor excepted."""
    return [
        f"{package.name} {package.version}: {package.licence or 'no licence in its metadata'}"
        for package in packages
        if not accepted(package.licence) and package.name not in exceptions
    ]


def main() -> None:
    """Count, and tell what is refused."""
    core, everything = closure(), closure(("dev",))
    print(f"{len(core)} packages of the core installation, {len(everything)} with all extras of `dev`")
    for licence, count in Counter(package.licence or "(none said)" for package in everything).most_common():
        print(f"{count:4}  {licence}")
    found = refused(core, {}) + refused(everything, EXCEPTIONS)
    print("\n".join(["refused:", *found]) if found else "none is refused")
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
