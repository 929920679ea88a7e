"""What one does while working on the project: `pip install nox`, then `nox` for the usual, `nox -l` for all of it.

The sessions use the environment that they are started in; `bash .ci/run` checks a fresh one.
"""

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "fast"]


@nox.session
def lint(session: nox.Session) -> None:
    """Style, layout, and imports that run one way."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Types of the packages."""
    session.run("mypy")


@nox.session
def fast(session: nox.Session) -> None:
    """The rules of all books and the core of the kit: about half a minute."""
    session.run("pytest", "-n", "auto", "-m", "fast", *session.posargs)


@nox.session
def tests(session: nox.Session) -> None:
    """All tests that CI runs; name a folder to run only its tests: `nox -s tests -- tests/kit`."""
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session
def generate(session: nox.Session) -> None:
    """Whatever is made from rules pages and declarations, written anew; golden games are recorded apart.

    Those that cannot be played any more are named. Catalogues get the sentences that they lack, whose translations are
    then written by hand.
    """
    for module in ("pages", "glossary", "coverage", "catalogues"):  # a glossary is made from its page
        session.run("python", "-m", f"tests.{module}", "--write")
    for game in ("dynasty", "shinsengumi", "kingdoms", "figures", "three_kingdoms"):
        session.run("python", "-m", "tests.golden", "--game", game, "--write", success_codes=[0, 1])


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as a site, links and anchors checked."""
    session.run("mkdocs", "build", "--strict", env={"NO_MKDOCS_2_WARNING": "1"})
