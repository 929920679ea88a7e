"""What the project installs, all the way down, from the metadata of what is installed here."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = "dynasty-env"


@dataclass(frozen=True)
class Package:
    """An installed package.

    Attributes:
        name: canonical.
        version: as installed.
        licence: what its metadata says: an SPDX expression, or words, or trove classifiers, or else the first line of
            a licence's text that is installed with it.
    """

    name: str
    version: str
    licence: str


def closure(extras: tuple[str, ...] = ()) -> list[Package]:
    """Every package that the project and these extras of it need here, by name; the project itself is left out.

    Packages that are needed and not installed (for other platforms, or extras left out here) are passed over.
    """
    found: dict[str, Package] = {}
    seen: set[tuple[str, tuple[str, ...]]] = set()
    waiting: list[tuple[str, tuple[str, ...]]] = [(PROJECT, extras)]
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            continue
        if name != PROJECT:
            found[name] = Package(name, installed.version, licence_of(installed))
        waiting.extend(_needed(installed, wanted))
    return [found[name] for name in sorted(found)]


def _needed(installed: Distribution, extras: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in installed.requires or ():
        requirement = Requirement(line)
        contexts = [{"extra": extra} for extra in ("", *extras)]
        if requirement.marker is None or any(requirement.marker.evaluate(each) for each in contexts):
            yield canonicalize_name(requirement.name), tuple(sorted(requirement.extras))


def licence_of(installed: Distribution) -> str:
    """What a package's metadata says of its licence."""
    told = installed.metadata
    expression, words = (told[name].strip() if name in told else "" for name in ("License-Expression", "License"))
    if expression:
        return expression
    classifiers = [
        each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or () if each.startswith("License ::")
    ]
    classifiers = [each for each in classifiers if each != "OSI Approved"]  # which names none
    if classifiers:
        return "; ".join(classifiers)
    return _first_line(words) or _first_line(_licence_file(installed))


def _licence_file(installed: Distribution) -> str:
    """The text of a licence that is installed with the metadata (PEP 639: in ``licenses/``); empty if there is none."""
    for name in installed.metadata.get_all("License-File") or ():
        text = installed.read_text(f"licenses/{name}") or installed.read_text(name)
        if text:
            return text
    return ""


def _first_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[0].strip()[:60] if lines else ""
