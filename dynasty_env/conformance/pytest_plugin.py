"""A pytest plug-in: ``pytest --env module:factory`` runs every check of an environment as a test.

Without a path, only these tests run. ``--env`` may be repeated.
"""

from pathlib import Path
from typing import Any

import pytest

from dynasty_env.kit.errors import OptionError

SECONDS = 8.0


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plug-in."""
    group = parser.getgroup("conformance", "checks of environments (dynasty_env.conformance)")
    group.addoption(
        "--env", action="append", default=[], metavar="MODULE:FACTORY", help="check this environment; may be repeated"
    )
    group.addoption(
        "--env-declaration", metavar="MODULE:NAME", help="what its author declares; else what its module does"
    )
    group.addoption("--env-seconds", type=float, default=SECONDS, help="how long all checks of one take, about")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``--env`` and no path, collect no other tests."""
    if config.getoption("--env") and config.args_source is not config.ArgsSource.ARGS:
        return True
    return None


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the checks of every environment that was named."""
    for name in config.getoption("--env"):
        report = config.hook.pytest_make_collect_report(collector=EnvironmentCollector.from_parent(session, name=name))
        config.hook.pytest_collectreport(report=report)  # so that pytest counts them or says why there are none
        items.extend(report.result or [])


class EnvironmentCollector(pytest.Collector):
    """An environment, by the name of its factory."""

    def collect(self) -> list[pytest.Item]:
        """An item for each check. Raises OptionError if there is no such factory."""
        from dynasty_env.conformance.named import found_by_name
        from dynasty_env.conformance.suite import CHECKS

        found_by_name(self.name)
        return [CheckItem.from_parent(self, name=check.name) for check in CHECKS]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Why nothing can be checked."""
        return str(excinfo.value) if isinstance(excinfo.value, OptionError) else super().repr_failure(excinfo)


class CheckItem(pytest.Item):
    """One check of one environment."""

    def runtest(self) -> None:
        """Make the check; if it cannot be made, skip it and give the reason."""
        from dynasty_env.conformance.named import declared_beside, found_by_name
        from dynasty_env.conformance.suite import CHECKS, check

        assert self.parent is not None
        factory = self.parent.name
        make, declaration = found_by_name(factory), self.config.getoption("--env-declaration")
        declared = found_by_name(declaration) if declaration else declared_beside(factory)
        seconds = self.config.getoption("--env-seconds") / len(CHECKS)
        report = check(make, declared, name=factory, only=[self.name], seconds=seconds)
        if report.failures:
            raise PromiseBroken(report)
        (outcome,) = report.outcomes or (None,)
        if outcome is None or outcome.verdict == "not checked":
            pytest.skip("not checked: " + (outcome.note if outcome else "not of this interface"))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was expected and found, and the replay."""
        if not isinstance(excinfo.value, PromiseBroken):
            return super().repr_failure(excinfo, style)
        lines = []
        for failure in excinfo.value.report.failures:
            seat = f", {failure.seat}" if failure.seat else ""
            lines.append(f"{failure.check}: seed {failure.seed}, step {failure.step}{seat}")
            lines += [f"expected: {failure.expected}", f"found:    {failure.found}", "", failure.code]
        return "\n".join(lines)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The check's place in pytest's listing."""
        assert self.parent is not None
        return Path(self.parent.name), None, f"{self.parent.name}::{self.name}"


class PromiseBroken(Exception):  # noqa: N818 (a finding)
    """A check has found something."""

    def __init__(self, report: Any) -> None:
        super().__init__(str(report.failures[0]))
        self.report = report
