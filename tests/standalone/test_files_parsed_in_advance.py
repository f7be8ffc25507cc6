"""Files parsed in advance say what their source says; nothing else takes a source's place."""

import tomllib
from pathlib import Path

import pytest
from django.conf import settings
from fluent.syntax import FluentParser

from companion.standalone import collect_app_files
from scoring.loading import toml_reader
from scoring.text import messages, parsed_files_cache

ROOT = Path(settings.BASE_DIR)


@pytest.fixture(scope="module")
def ours():
    """The files of ours that are packed, by name."""
    return dict(collect_app_files._ours())


def test_a_games_data_reads_the_same(ours):
    files = [
        name for name in ours if name.startswith(collect_app_files.GAMES) and name.endswith(".toml")
    ]
    assert len(files) > 100
    for name in files:
        packed = ours[name].decode()
        assert packed.startswith("{"), name
        assert toml_reader.parsed(packed) == tomllib.loads((ROOT / name).read_text("utf-8")), name


def test_messages_are_those_of_their_file(ours, written):
    files = [name for name in ours if name.endswith(collect_app_files.WORDS)]
    assert len(files) > 10
    for name in files:
        source = ours[name].decode()
        shipped = written(ours, name)
        assert shipped.equals(FluentParser().parse(source)), name


def test_messages_of_another_file_are_not_taken(tmp_path):
    file = tmp_path / "en.ftl"
    file.write_text("one = One\n")
    parsed_files_cache.place(file).parent.mkdir()
    parsed_files_cache.place(file).write_bytes(messages.packed("one = Two\n"))
    [entry] = messages._parse(file)[0].body
    assert entry.value.elements[0].value == "One"


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Returns the messages that ``Words`` takes for a packed file of messages."""

    def taken(ours, name):
        path = tmp_path / Path(name).name
        path.write_bytes(ours[name])
        stored = parsed_files_cache.place(path)
        stored.parent.mkdir(exist_ok=True)
        stored.write_bytes(ours[parsed_files_cache.place(Path(name)).as_posix()])
        with monkeypatch.context() as patch:
            patch.setattr(messages, "FluentParser", None)  # so nothing is parsed
            return messages._parse(path)[0]

    return taken
