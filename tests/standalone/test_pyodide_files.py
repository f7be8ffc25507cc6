"""Parts are found wherever they may lie, and nothing that was not tried is taken for them."""

import pytest

from companion.operations.operational_problem import OperationalProblem
from companion.standalone import pyodide_files


@pytest.fixture
def small(monkeypatch):
    """Two small files that stand for all the parts."""
    sums = {
        # of b"one" and b"two"
        "a.mjs": "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
        "b.wasm": "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3",
    }
    monkeypatch.setattr(pyodide_files, "SUMS", sums)


def test_they_may_lie_in_several_folders_and_below_them(small, tmp_path):
    (tmp_path / "here/deep").mkdir(parents=True)
    (tmp_path / "there").mkdir()
    (tmp_path / "here/deep/a.mjs").write_bytes(b"one")
    (tmp_path / "here/b.wasm").write_bytes(b"another version")
    (tmp_path / "there/b.wasm").write_bytes(b"two")
    found = pyodide_files.part_paths([tmp_path / "here", tmp_path / "no such", tmp_path / "there"])
    assert found == {
        "a.mjs": tmp_path / "here/deep/a.mjs",
        "b.wasm": tmp_path / "there/b.wasm",
    }


def test_what_is_missing_is_named_with_what_to_do(small, tmp_path):
    (tmp_path / "a.mjs").write_bytes(b"one")
    with pytest.raises(OperationalProblem) as trouble:
        pyodide_files.part_paths([tmp_path])
    text = str(trouble.value)
    assert "b.wasm" in text
    assert "a.mjs" not in text
    for word in ("--fetch", "--parts", pyodide_files.PYODIDE, pyodide_files.HIGHS):
        assert word in text


def test_without_npm_the_way_is_told(small, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OperationalProblem, match="npm"):
        pyodide_files.fetch(tmp_path / "own")
    assert not (tmp_path / "own").exists()
