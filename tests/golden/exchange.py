"""Folders of generated files that are exchanged as wholes: whatever goes wrong, the old ones are there."""

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

Contents = Mapping[Path, Mapping[str, str]]
"""The text of each generated file by its name, for each folder."""


def beside(folder: Path, what: str) -> Path:
    """A folder of the same place: the ``new`` one while it is written, the ``old`` one while they are exchanged."""
    return folder.with_name(f".{folder.name}.{what}")


def recover(folder: Path) -> None:
    """Put back what a crash between two renames has left; nothing, where there was none."""
    if beside(folder, "old").is_dir():
        if not folder.exists():
            beside(folder, "old").rename(folder)
        shutil.rmtree(beside(folder, "old"), ignore_errors=True)
    shutil.rmtree(beside(folder, "new"), ignore_errors=True)


def exchange(contents: Contents) -> None:
    """Write all folders beside those that there are, then put them in their place.

    Args:
        contents: of each folder; whatever else lies there goes.

    Raises:
        OSError: something cannot be written; the old folders are as they were.
    """
    for folder, files in contents.items():
        recover(folder)
        beside(folder, "new").mkdir(parents=True)
        for name, text in files.items():
            (beside(folder, "new") / name).write_text(text, encoding="utf-8")
    done: list[Path] = []
    try:
        for folder in contents:
            done.append(folder)
            if folder.exists():
                folder.rename(beside(folder, "old"))
            beside(folder, "new").rename(folder)
    except BaseException:
        for folder in done:
            if beside(folder, "old").is_dir():
                with suppress(FileNotFoundError):
                    shutil.rmtree(folder)
                beside(folder, "old").rename(folder)
        raise
    for folder in contents:
        shutil.rmtree(beside(folder, "old"), ignore_errors=True)
