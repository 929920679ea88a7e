"""The development environment, locked: `constraints.txt`.

python -m tests.supply.lock --write    # as it is installed here
python -m tests.supply.lock            # is what is installed here what is locked?
"""

import argparse
import platform
from pathlib import Path

from tests.supply.closure import closure

FILE = Path(__file__).parents[2] / "constraints.txt"
EXTRAS = ("dev",)
HEAD = """\
# The versions with which this version of the project was developed and tested (Python {python}, {system}):
#     pip install torch==2.13.0 && pip install -c constraints.txt -e '.[dev]'
# Written by `python -m tests.supply.lock --write`; the packages' own requirements are in pyproject.toml.
"""
WHAT_TO_DO = """\
To have what is locked: pip install -c constraints.txt -e '.[dev]'
To lock what is installed, once the tests pass with it: python -m tests.supply.lock --write"""


def locked() -> dict[str, str]:
    """The versions in the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==", 1) for line in lines if line and not line.startswith("#"))


def installed() -> dict[str, str]:
    """The versions installed here, without what a build adds of its own (``+cpu``)."""
    return {package.name: package.version.partition("+")[0] for package in closure(EXTRAS)}


def differences() -> list[str]:
    """What is locked or installed, and not the same."""
    here, there = installed(), locked()
    return [
        f"{name}: {there.get(name, 'not')} locked, {here.get(name, 'not')} installed"
        for name in sorted({*here, *there})
        if here.get(name) != there.get(name)
    ]


def main() -> None:
    """Write, or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write constraints.txt")
    if parser.parse_args().write:
        head = HEAD.format(python=platform.python_version(), system=f"{platform.system()} {platform.machine()}")
        rows = "".join(f"{name}=={number}\n" for name, number in installed().items())
        FILE.write_text(head + rows, encoding="utf-8")
        return
    found = differences()
    print("\n".join([*found, WHAT_TO_DO]) if found else f"{len(locked())} packages, as locked")
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
