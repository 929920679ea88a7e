"""Things that people name: how a name is read, files as modules, and what is said where something is wrong."""

import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.named import Reference, load, nearest, reference_in
from tests.own import bot_file, installed_package


def any_class(_: type) -> bool:
    return True


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mine.py:Bot", Reference("mine.py", "Bot")),
        ("a b/mine.py:Bot:x:y,z", Reference("a b/mine.py", "Bot", "x:y,z")),
        (r"C:\bots\mine.py:Bot", Reference(r"C:\bots\mine.py", "Bot")),
        ("mine.py", Reference("mine.py", "")),
        ("mine.py:", Reference("mine.py", "")),
        ("package.module:Bot", Reference("package.module", "Bot")),
        ("package:Bot:3", Reference("package", "Bot", "3")),
        *((name, None) for name in ("mc:200", "greedy", "policy:runs/first/last.pt", "")),
    ],
)
def test_how_a_name_is_read(name: str, expected: Reference | None) -> None:
    assert reference_in(name) == expected


def test_two_files_of_one_name_do_not_collide(tmp_path: Path) -> None:
    one, two = bot_file(tmp_path / "a" / "mine.py"), bot_file(tmp_path / "b" / "mine.py", -1)
    first, last = (load(Reference(str(file), "First"), "bot", any_class) for file in (one, two))
    assert first is not last
    assert first.__module__ != last.__module__
    assert load(Reference(str(one), "First"), "bot", any_class) is first, "a file is run once"


def test_the_same_file_named_otherwise_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = bot_file(tmp_path / "mine.py")
    monkeypatch.chdir(tmp_path)
    assert load(Reference("mine.py", "First"), "bot", any_class) is load(
        Reference(str(file), "First"), "bot", any_class
    )


def test_a_file_imports_those_beside_it(tmp_path: Path) -> None:
    for folder, number in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "beside.py").write_text(f"NUMBER = {number}\n")
        (tmp_path / folder / "mine.py").write_text("from . import beside\n\nNUMBER = beside.NUMBER\n")
    numbers = [load(Reference(str(tmp_path / each / "mine.py"), "NUMBER"), "bot", any_class) for each in ("a", "b")]
    assert numbers == [1, 2]


def test_what_stands_in_a_file_goes_to_a_fresh_process(tmp_path: Path) -> None:
    kind = load(Reference(str(bot_file(tmp_path / "mine.py")), "First"), "bot", any_class)
    (tmp_path / "bot.pickle").write_bytes(pickle.dumps(kind()))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).name)"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "bot.pickle"], capture_output=True, text=True, cwd=root, check=False
    )
    assert done.stdout == "first\n", done.stderr


def test_modules_lie_beside_the_working_directory_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot_file(tmp_path / "pack" / "within.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each])
    assert load(Reference("pack.within", "First"), "bot", any_class).name == "first"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def act(:\n    pass\n", "mine.py, line 1: SyntaxError: "),
        ("x = 1\ny = 1 / 0\n", "mine.py, line 2: ZeroDivisionError: division by zero"),
        ("\n\nimport no_such_thing\n", "mine.py, line 3: ModuleNotFoundError: No module named 'no_such_thing'"),
        ("import sys\n\nsys.exit(3)\n", "mine.py, line 3: SystemExit: 3"),
        ("import json\n\njson.loads('{')\n", "mine.py, line 3: JSONDecodeError"),
        ("class Frist: pass\n", "mine.py has no 'First'; did you mean 'Frist'? There are Frist"),
        ("from pathlib import Path\n\nSEATS = 4\n", "mine.py has no 'First'; there are none"),
    ],
)
def test_a_broken_file_is_told_with_its_line(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(source)
    with pytest.raises(OptionError) as error:
        load(Reference("mine.py", "First"), "bot", any_class)
    assert message in str(error.value)


def test_how_to_import_what_lies_beside_is_told(tmp_path: Path) -> None:
    (tmp_path / "pieces_of_mine.py").touch()
    (tmp_path / "mine.py").write_text("import pieces_of_mine\n")
    with pytest.raises(
        OptionError, match=r"pieces_of_mine\.py is in the same folder: write ‘from \. import pieces_of_mine’"
    ):
        load(Reference(str(tmp_path / "mine.py"), "First"), "bot", any_class)


def test_a_file_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot_file(tmp_path / "mine.py")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match=r"there is no file mind\.py; there is mine\.py"):
        load(Reference("mind.py", "First"), "bot", any_class)
    with pytest.raises(OptionError, match=r"no module 'nowhere\.mine' was found, neither installed nor in"):
        load(Reference("nowhere.mine", "First"), "bot", any_class)


def test_a_file_without_a_name_in_it_is_told_what_it_has(tmp_path: Path) -> None:
    file = bot_file(tmp_path / "mine.py")
    with pytest.raises(OptionError, match=r"say which bot in it you mean, e.g. .*mine\.py:First"):
        load(Reference(str(file), ""), "bot", any_class)


def test_files_are_submodules_and_nothing_else_is() -> None:
    for wrong in ("nothing", "mine_zz", f"mine_{b'/no/such/file.py'.hex()}"):
        with pytest.raises(ModuleNotFoundError):
            import_module(f"{named.__name__}.{wrong}")


def test_the_nearest_name_and_the_list() -> None:
    assert nearest("gredy", ["random", "greedy"]) == "did you mean 'greedy'? There are random, greedy"
    assert nearest("x", ["random", "greedy"]) == "there are random, greedy"
    assert nearest("x", [str(n) for n in range(99)]).endswith("10, 11 …")
    assert nearest("x", []) == "there are none"


def test_packages_that_offer_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    offers = f"[{named.BOTS}]\ntwin = {{}}:First\n"
    with (
        installed_package(tmp_path / "one", "alpha", offers.format("alpha")),
        installed_package(tmp_path / "two", "beta", offers.format("beta")),
    ):
        assert "twin" in named.installed(named.BOTS)
        with pytest.raises(OptionError, match="alpha and beta both offer 'twin'"):
            named.load_installed("twin", named.BOTS)


def test_a_broken_package_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken_bots.py").write_text("1 / 0\n")
    with (
        installed_package(tmp_path, "broken", f"[{named.BOTS}]\nbad = broken_bots:Bot\n"),
        pytest.raises(OptionError, match=r"broken_bots\.py, line 1: ZeroDivisionError"),
    ):
        named.load_installed("bad", named.BOTS)
