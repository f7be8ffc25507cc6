"""``make mutate``: breaks lines on purpose and counts the breaks that no test notices."""

import os
import sys
import time
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.mutants.mutate_one_module import Breaking, Loading, Mutant, loaded, mutants

HERE = Path(__file__).parent
MOST = int(os.environ.get("COMPANION_MUTANTS") or 60)
MOST_SURVIVE = 0.1
PLAIN = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", "--no-header"]
QUICK = ["-m", "not bench and not fire and not slow"]


def main(asked: list[str]) -> int:
    if asked[:1] == ["--load"]:
        path, source, *paths = asked[1:]
        loading = Loading(path, Path(source).read_text())
        # pytest reads a file that is named to it by itself, to rewrite what it asserts
        plain = [*PLAIN, *QUICK, "-x", "--tb=no", "--assert=plain"]
        return int(pytest.main([*plain, *paths], plugins=[loading]))
    listed = tomllib.loads((HERE / "modules.toml").read_text())["near"]
    modules = {path: [path, *near["tests"]] for near in listed for path in near["modules"]}
    chosen = [
        path
        for path in modules
        if not asked or any(each in path or fnmatch(path, each) for each in asked)
    ]
    if not chosen:
        sys.exit(f"No module is called so in {HERE / 'modules.toml'}.")
    if len(chosen) > 1:  # a process for each: what one leaves behind would be in the next
        return max([_apart(path) for path in chosen])
    return one(chosen[0], modules[chosen[0]])


def _apart(path: str) -> int:
    return min(1, os.spawnl(os.P_WAIT, sys.executable, sys.executable, "-m", "tests.mutants", path))


def one(path: str, paths: list[str]) -> int:
    started = time.monotonic()
    drawn = mutants(path, MOST)
    breaking = Breaking(path, drawn)
    code = pytest.main([*PLAIN, *QUICK, *paths], plugins=[breaking])
    if code or breaking.broken:
        sys.exit(f"{path}: without a break these fail: {', '.join(breaking.broken)}")
    near = breaking.near or paths
    if breaking.at_load and loaded(path, breaking.source, near):
        sys.exit(f"{path}: a process of its own fails without a break.")
    survived = list(breaking.survived)
    survived += [each for each in breaking.at_load if not loaded(path, each.source, near)]
    same = _equivalent(path)
    left = [each for each in survived if (each.was, each.now) not in same]
    print(f"\n{path}", *(_told(each, breaking) for each in left), sep="\n  ")
    told = f"{len(drawn)} mutants, {len(drawn) - len(survived)} killed, {len(left)} survived"
    equal = len(survived) - len(left)
    seconds = time.monotonic() - started
    print(f"{path}: {told}, {equal} equivalent, {seconds:.0f} s", flush=True)
    return int(len(left) > MOST_SURVIVE * max(1, len(drawn) - equal))


def _told(mutant: Mutant, breaking: Breaking) -> str:
    return f"{mutant}{'  (no test comes past)' if mutant in breaking.untested else ''}"


def _equivalent(path: str) -> set[tuple[str, str]]:
    """The breaks of a module that nobody could notice, by the line before and after."""
    listed = tomllib.loads((HERE / "equivalent.toml").read_text()).get("same", [])
    return {(each["was"], each["now"]) for each in listed if each["module"] == path}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
