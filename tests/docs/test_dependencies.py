"""docs/dependencies.md names each package that is locked for running the app, in that version."""

import re
import tomllib
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata

from packaging.requirements import Requirement

from tests.docs.test_commands_links_pictures import ROOT

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/dependencies.md").read_text("utf-8").splitlines()
    if re.match(r"\| [a-z]", line)
]
NAMED = {
    name.replace(".", "-"): version
    for names, versions, *_ in ROWS
    for name, version in zip(names.split(", "), versions.split(", "), strict=True)
    if name != "package"
}


def locked(path: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / path).read_text("utf-8"), re.M))


def test_each_package_at_run_time_is_named_in_its_version() -> None:
    there = locked("deploy/requirements.txt")
    assert there.pop("psycopg-binary") == there["psycopg"]
    assert {name: NAMED.get(name) for name in there} == there


def test_each_tool_of_developers_is_named_in_its_version() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    tools = {Requirement(each).name for each in groups["dev"]}
    there = locked("requirements-dev.txt")
    assert {name: NAMED.get(name) for name in tools} == {name: there[name] for name in tools}
    assert NAMED.keys() <= locked("deploy/requirements.txt").keys() | tools


def test_licences_are_those_that_packages_declare() -> None:
    compared = 0
    for names, _versions, licence, *_ in ROWS:
        for name in names.split(", "):
            with suppress(PackageNotFoundError):
                if declared := metadata(name).get("License-Expression"):
                    assert licence.startswith(declared.split(" AND ")[0]), name
                    compared += 1
    assert compared > 15
