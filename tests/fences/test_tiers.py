"""The check keeps its tests quick: a test in the wrong tier fails the run."""

from types import SimpleNamespace

import pytest

from tests.costs import MARGIN, QUICK, SLOW, Costs

LONG, SHORT = QUICK * MARGIN * 1.1, SLOW / MARGIN * 0.9


def report(name, seconds, *marks, outcome="passed", when="teardown", setup=0.0):
    return pytest.TestReport(
        f"tests/{name}",
        ("", 0, ""),
        dict.fromkeys(marks, 1),
        outcome,
        None,
        when,
        user_properties=[("seconds", float(seconds)), ("setup", setup)],
    )


def wrong(*reports):
    costs = Costs()
    for each in reports:
        costs.pytest_runtest_logreport(each)
    return {each.nodeid for each in costs.wrong()}


def test_what_is_long_has_the_mark_and_what_is_short_has_not():
    assert wrong(report("long", LONG)) == {"tests/long"}
    assert wrong(report("short", SHORT, "slow")) == {"tests/short"}
    assert wrong(report("long", LONG, "slow"), report("short", SHORT)) == set()


def test_of_a_marked_test_one_long_case_is_enough_and_each_unmarked_case_is_short():
    cases = [report("test[a]", SHORT, "slow"), report("test[b]", LONG, "slow")]
    assert wrong(*cases) == set()
    assert wrong(report("test[a]", LONG, "slow"), report("test[b]", LONG)) == {"tests/test[b]"}


def test_what_several_tests_share_may_be_what_makes_them_slow():
    shared = report("test_a.py::first", SHORT, "slow", setup=LONG)
    assert wrong(shared, report("test_a.py::second", SHORT, "slow")) == set()
    assert wrong(shared, report("test_b.py::other", SHORT, "slow")) == {"tests/test_b.py::other"}
    assert wrong(report("test_a.py::quick", SHORT, setup=LONG)) == set()


def test_nobody_knows_what_was_skipped_or_runs_in_a_browser():
    skipped = report("test[a]", 0, "slow", outcome="skipped", when="setup")
    assert wrong(skipped, report("test[a]", 0, "slow")) == set()
    assert wrong(skipped, report("test[a]", 0, "slow"), report("test[b]", 0, "slow")) == set()
    assert wrong(report("test", 0, "slow", "browser")) == set()


@pytest.mark.parametrize("before", [pytest.ExitCode.OK, pytest.ExitCode.INTERRUPTED])
def test_it_counts_in_the_closing_line_and_fails_the_run(before):
    costs, reporter = Costs(), SimpleNamespace(stats={})
    costs.pytest_runtest_logreport(report("long", LONG))
    manager = SimpleNamespace(get_plugin=lambda name: reporter)
    session = SimpleNamespace(config=SimpleNamespace(pluginmanager=manager), exitstatus=before)
    costs.pytest_sessionfinish(session)
    assert [each.outcome for each in reporter.stats["error"]] == ["failed"]
    assert session.exitstatus == (before or pytest.ExitCode.TESTS_FAILED)
