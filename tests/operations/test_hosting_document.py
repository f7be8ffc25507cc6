"""The commands of docs/hosting.md do what they say, in the order in which they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.operations import hosting_evening, own_machine
from tests.operations.installation import ROOT


@pytest.mark.fire
@pytest.mark.timeout(900)
def test_an_operators_evening_by_the_document():
    if cause := own_machine.missing():
        pytest.skip(f"nobody follows docs/hosting.md: {cause}")
    done = subprocess.run(
        [sys.executable, "-m", "tests.operations.hosting_evening"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_what_is_not_run_there_is_in_the_document_and_run_by_the_test_that_is_named():
    lines = hosting_evening.commands()
    for start in (*hosting_evening.NOT_HERE, *hosting_evening.ELSEWHERE):
        assert any(line.startswith(start) for line in lines), start
    for start, name in hosting_evening.ELSEWHERE.items():
        assert f'"{start.split()[2]}"' in (Path(__file__).parent / name).read_text("utf-8"), start
