"""Algorithms by name: each is one file and one line, and says what it is."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import training
from dynasty_env.kit.errors import OptionError
from training.algorithms.base import SelfPlay
from training.algorithms.registry import ALGORITHMS, algorithm
from training.benchmark import learners
from training.learn.settings import declared

HERE = Path(training.__file__).parent
SHARED = {"__init__", "base", "offline", "registry", "track", "tuned"}
"""Modules of the folder that are no algorithm, beside those that `ALGORITHMS` names."""

REMOVED = """
import sys
from functools import cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path

translated = cache(lambda data, path: compile(data, path, "exec", dont_inherit=True))
SourceFileLoader.source_to_code = lambda loader, data, path: translated(data, path)
folder = Path("training/algorithms")
import training.algorithms.base  # torch, once
for name in sys.argv[1:]:
    registry = folder / "registry.py"
    text, file = registry.read_text(), (folder / f"{name}.py").read_text()
    lines = text.splitlines(keepends=True)
    own = [line for line in lines if f'"{name}":' in line]
    assert len(own) == 1, (name, own)
    registry.write_text("".join(line for line in lines if line not in own))
    (folder / f"{name}.py").unlink()
    for module in [each for each in sys.modules if each.startswith(("training.algorithms", "training.benchmark"))]:
        del sys.modules[module]
    found = import_module("training.algorithms.registry")
    assert name not in found.ALGORITHMS
    for other in found.ALGORITHMS:
        found.algorithm(other)
    import_module("training.benchmark.learners").learner_named(next(iter(found.ALGORITHMS)))
    import_module("training.train")
    registry.write_text(text)
    (folder / f"{name}.py").write_text(file)
    print("without", name)
"""


def test_removing_an_algorithm_is_deleting_one_file_and_one_line(tmp_path: Path) -> None:
    copytree(HERE, tmp_path / "training", ignore=ignore_patterns("__pycache__"))
    (tmp_path / "remove.py").write_text(REMOVED, encoding="utf-8")
    command = [sys.executable, "-B", "remove.py", *ALGORITHMS]
    path = os.pathsep.join([str(tmp_path), str(HERE.parent)])
    ran = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "".join(f"without {name}\n" for name in ALGORITHMS)


def test_only_its_own_test_imports_an_algorithm() -> None:
    """So that removing one leaves the tests of all others. (`ppo` is an example in many of them.)"""
    files = {file.stem: file.read_text(encoding="utf-8") for file in Path(__file__).parents[2].rglob("*.py")}
    own = {name: f"training.algorithms.{name} import" for name in ALGORITHMS}
    assert [(file, name) for file, text in files.items() for name in own if own[name] in text] == [
        (file, name) for file in files for name in own if file == f"test_{name}" and own[name] in files[file]
    ]


def test_every_file_of_the_folder_is_an_algorithm_and_short() -> None:
    files = {file.stem: file.read_text(encoding="utf-8") for file in (HERE / "algorithms").glob("*.py")}
    assert files.keys() == SHARED | ALGORITHMS.keys()
    assert {name: len(files[name].splitlines()) for name in ALGORITHMS if files[name].count("\n") > 300} == {}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_it_says_what_it_is(name: str) -> None:
    kind = algorithm(name)
    assert kind.called() == name and ALGORITHMS[name].startswith(f"training.algorithms.{name}:")
    module = sys.modules[kind.__module__].__doc__ or ""
    assert kind.paper and kind.track
    assert "more than two" in module, "what differs from the paper with more than two seats"
    if issubclass(kind, SelfPlay):
        assert kind.track != "told greedy's advice"
    assert {"seats", "options", "seed", "reward"} <= kind.settings_class.__dataclass_fields__.keys()
    assert declared(kind.settings_class), "something can be tuned"


def test_names_that_are_none() -> None:
    with pytest.raises(OptionError, match="there is no algorithm 'pppo': did you mean 'ppo'"):
        algorithm("pppo")
    with pytest.raises(OptionError, match="there is no learner 'sarsa'"):
        learners.learner_named("sarsa")
