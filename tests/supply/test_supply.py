"""What is installed with the project: locked, licensed, and built the same everywhere."""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.supply import licences, lock
from tests.supply.closure import Package, closure

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def requirements(extra: str) -> list[Requirement]:
    """What an extra asks for, those that it names by other extras included."""
    found = []
    for line in PROJECT["optional-dependencies"][extra]:
        asked = Requirement(line)
        if canonicalize_name(asked.name) == PROJECT["name"]:
            found += [each for other in asked.extras for each in requirements(other)]
        else:
            found.append(asked)
    return found


def test_the_lock_is_what_the_project_asks_for() -> None:
    versions = lock.locked()
    for asked in [*map(Requirement, PROJECT["dependencies"]), *requirements("dev")]:
        if asked.marker is None or asked.marker.evaluate():
            name = canonicalize_name(asked.name)
            assert name in versions, f"constraints.txt lacks {name}: python -m tests.supply.lock --write"
            assert versions[name] in asked.specifier, f"{name}: {versions[name]} is locked, {asked.specifier} asked for"


def test_another_version_than_the_locked_one_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = lock.locked()
    monkeypatch.setattr(sys, "argv", ["lock"])
    monkeypatch.setattr(lock, "installed", lambda: here | {"setuptools": "1.0", "unheard-of": "2.0"})
    with pytest.raises(SystemExit) as end:
        lock.main()
    told = capsys.readouterr().out.splitlines()
    assert end.value.code == 1
    assert told[:2] == [
        f"setuptools: {here['setuptools']} locked, 1.0 installed",
        "unheard-of: not locked, 2.0 installed",
    ]
    assert "pip install -c constraints.txt" in told[2]
    assert "lock --write" in told[3]


def test_the_core_installation_is_small_and_permissively_licensed() -> None:
    core = closure()
    assert len(core) <= 30
    assert licences.refused(core, {}) == []


def test_everything_else_is_licensed_as_accepted() -> None:
    assert licences.refused(closure(("dev",)), licences.EXCEPTIONS) == []


@pytest.mark.parametrize(
    ("licence", "accepted"),
    [
        ("MIT", True),
        ("BSD License", True),
        ("Apache-2.0 OR GPL-3.0-only", True),
        ("MIT AND GPL-2.0-or-later", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("AGPL-3.0-only", False),
        ("LGPL-3.0-only", False),
        ("", False),
        ("Other/Proprietary License", False),
    ],
)
def test_which_licences_are_accepted(licence: str, accepted: bool) -> None:
    assert (licences.refused([Package("some", "1.0", licence)], {}) == []) == accepted


@pytest.mark.install
def test_the_wheel_and_the_source_distribution_are_the_same_wherever_they_are_built(tmp_path: Path) -> None:
    """Two copies, in other folders, with other times and another mask of permissions."""
    assert find_spec("hatchling"), "this builds without a network: pip install hatchling first"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    digests = []
    for name, when, umask in (("one", 1_600_000_000, 0o022), ("another/place", 1_700_000_000, 0o027)):
        copy = tmp_path / name
        for file in filter(None, tracked.split("\0")):
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, copy / file)
            os.utime(copy / file, (when, when))
        before = os.umask(umask)
        try:
            command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(copy / "dist"), str(copy)]
            subprocess.run(command, check=True, capture_output=True)
        finally:
            os.umask(before)
        built = sorted((copy / "dist").iterdir())
        digests.append({file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in built})
    assert digests[0] == digests[1]
    assert {Path(name).suffix for name in digests[0]} == {".whl", ".gz"}
