"""Parsed forms of files are stored beside them, and used for the very text they were made of."""

import sys

import pytest

from scoring.text import parsed_files_cache


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "sheet.toml"
    path.write_text("a b")
    return path


def read(path, classes=""):
    """Returns the words of a file, and true if it was parsed for that."""
    calls = []

    def parse(source):
        calls.append(source)
        return source.split()

    return parsed_files_cache.parsed(path, path.read_text(), parse, classes), bool(calls)


def test_the_second_reading_parses_nothing(file):
    assert read(file) == (["a", "b"], True)
    assert read(file) == (["a", "b"], False)


def test_another_text_and_other_classes_are_parsed_anew(file):
    read(file)
    file.write_text("a c")
    assert read(file) == (["a", "c"], True)
    assert read(file, "Message(id)") == (["a", "c"], True)
    assert read(file, "Message(id, value)") == (["a", "c"], True)


@pytest.mark.parametrize("broken", [b"", b"x", b"x" * 200])
def test_a_stored_form_that_is_not_whole_is_not_used(file, broken):
    read(file)
    parsed_files_cache.place(file).write_bytes(broken)
    assert read(file) == (["a", "b"], True)
    assert read(file) == (["a", "b"], False)


def test_nothing_is_stored_where_python_stores_nothing(file, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert read(file) == (["a", "b"], True)
    assert read(file) == (["a", "b"], True)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_folder_that_cannot_be_written_keeps_nobody_from_reading(file):
    (file.parent / "__pycache__").write_text("a file is in the way")
    assert read(file) == (["a", "b"], True)
