"""Keeps the two tiers of the check apart: fails a run in which a test is in the wrong one.

    python -m pytest -p tests.slow_test_marks

Measured is processor time, of the test with the fixtures of its own and of the child processes
that ended meanwhile: a wall clock would count what else the machine does. Fixtures that several
tests share are nobody's, but may be what makes those of a file slow that are marked so. A browser's
processes outlive its tests, so those are not measured: they are slow by the folder that they are
in, but for the smoke (``docs/testing.md``).
"""

import resource
import time
from collections.abc import Iterator

import pytest

from companion import preload

QUICK = 1.0
"""Seconds of processor time that a test may take without the mark `slow`."""
SLOW = 0.3
"""Seconds that the dearest case of a test with that mark takes at least."""
MARGIN = 5.0
"""Both give way by this factor before a run fails: processors differ, and one whose cache others
fill as well took up to 3 times as long for the same on another day."""


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@pytest.fixture(autouse=True, scope="session")
def _warm(django_db_setup: None) -> None:
    """Reads beforehand what else the first test would pay for."""
    preload.load_all()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    before = _spent()
    yield
    item.user_properties.append(("setup", _spent() - before))


@pytest.fixture(autouse=True)
def _measured(request: pytest.FixtureRequest) -> Iterator[None]:
    before = _spent()
    yield
    request.node.user_properties.append(("seconds", _spent() - before))


def verdict(seconds: float, slow: bool) -> str:
    """Says why a test that takes so long is in the wrong tier; "" if it may be in this one.

    >>> verdict(4.9, slow=False), verdict(0.1, slow=True)
    ('', '')
    >>> verdict(5.1, slow=False)
    'It takes 5.1 s of processor time: make it cheaper, or mark it slow.'
    >>> verdict(0.04, slow=True)
    'It takes 0.0 s of processor time: it is not slow.'
    """
    if not slow and seconds > QUICK * MARGIN:
        return f"It takes {seconds:.1f} s of processor time: make it cheaper, or mark it slow."
    if slow and seconds < SLOW / MARGIN:
        return f"It takes {seconds:.1f} s of processor time: it is not slow."
    return ""


def _seconds(report: pytest.TestReport, name: str) -> float:
    found = dict(report.user_properties).get(name)
    return found if isinstance(found, float) else 0.0


class Costs:
    """Times of one run's tests, as reported to the process that writes the summary."""

    def __init__(self) -> None:
        self.dearest: dict[tuple[str, bool], tuple[float, pytest.TestReport]] = {}
        """By test, its slow cases apart from the others."""
        self.shared: dict[str, float] = {}
        """By file, the dearest fixtures that its tests share."""
        self.unfinished: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "passed":
            self.unfinished.add(report.nodeid)
        if report.when != "teardown" or "browser" in report.keywords:
            return
        seconds, setup = (_seconds(report, name) for name in ("seconds", "setup"))
        file = report.nodeid.partition("::")[0]
        self.shared[file] = max(setup, self.shared.get(file, 0.0))
        key = report.nodeid.partition("[")[0], "slow" in report.keywords
        if report.nodeid in self.unfinished:  # it was skipped, say: nobody knows what it takes
            self.unfinished.add(key[0])
        elif key not in self.dearest or self.dearest[key][0] < seconds:
            self.dearest[key] = seconds, report

    def wrong(self) -> Iterator[pytest.TestReport]:
        """The tests in the wrong tier, each as an error that says why."""
        for (test, slow), (seconds, report) in self.dearest.items():
            shared = self.shared[report.nodeid.partition("::")[0]] if slow else 0.0
            why = verdict(seconds + shared, slow)
            if why and not (slow and test in self.unfinished):
                report.outcome, report.longrepr = "failed", why
                yield report

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        wrong = list(self.wrong())
        if reporter and wrong:
            reporter.stats.setdefault("error", []).extend(wrong)
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Costs())
