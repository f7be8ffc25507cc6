"""An index that was read from a file answers like one that was built of the texts."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from django.test import override_settings

from companion import search
from companion.search import index_dump, search_index, text_statistics
from scoring.text.localised import Verbatim

QUESTIONS = Path(__file__).with_name("questions_tuned_on.toml")
PRACTICE = tomllib.loads(QUESTIONS.read_text("utf-8"))["question"]
ONE_IN = 8


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Path of the shipped file; whoever asks for the index next looks there, then beside it."""
    path = tmp_path / "shares.zip"
    monkeypatch.setattr(index_dump, "FILE", path)
    # Not the one of the whole run: to build that again takes ten seconds.
    monkeypatch.setattr(search_index, "index_of", cache(search_index.index_of.__wrapped__))
    with override_settings(VAR=tmp_path):
        yield path


def told(question: dict[str, str]) -> list[tuple[str, str, float, str]]:
    """Everything that is said to a question, to the last digit."""
    found = search.find(question["ask"], question.get("game", ""))
    passage = search.answer(found)
    hits = [(h.item.name.en, h.why.name, h.score, h.key) for h in found.hits]
    return [*hits, ("answer", "", 0.0, passage.text if passage else "")]


@pytest.mark.slow
def test_tables_and_answers_are_the_same(file: Path) -> None:
    sample = PRACTICE[::ONE_IN]
    assert len(sample) > 50
    ours = search.index()
    looked = [told(question) for question in sample]
    file.write_bytes(search.packed_index())
    assert search.packed_index() == file.read_bytes()
    search_index.index_of.cache_clear()
    shipped = search.index()
    assert shipped is not ours
    assert index_dump.unpacked(shipped.checksum)
    assert shipped.part_weights == ours.part_weights
    assert text_statistics.tables(shipped) == text_statistics.tables(ours)
    assert [told(question) for question in sample] == looked


def test_what_was_made_of_other_texts_is_not_taken(file: Path) -> None:
    file.write_bytes(index_dump.pack({search_index.ITEMS: {"nonsense": {0: 1.0}}}, "other texts"))
    ours = search.index()
    assert "nonsense" not in ours.part_weights
    assert len(ours.part_weights) > 1000


def test_each_text_counts() -> None:
    items = list(search.index().items)
    n, item = next((n, item) for n, item in enumerate(items) if item.entry)
    assert item.entry
    items[n] = replace(item, entry=replace(item.entry, text=Verbatim("Another.")))
    assert search_index._checksum(items) != search.index().checksum
    assert search_index._checksum(reversed(items)) != search_index._checksum(items)


def test_tables_come_back_as_they_went(file: Path) -> None:
    table = {"a": {0: 0.1, 7: 1 / 3}, "zz": {3: 2.0}, "木": {1: 0.1, 65535: 5e-9}}
    file.write_bytes(index_dump.pack({"one": table, "two": {"zz": {9: 1.0}}}, "these"))
    read = index_dump.unpacked("these")
    assert read
    assert dict(read("one")) == table
    assert dict(read("two")) == {"zz": {9: 1.0}}
    assert index_dump.unpacked("those") is None


def test_a_file_is_taken_whole_or_not_at_all(file: Path) -> None:
    packed = index_dump.pack({"one": {"a": {0: 1.0}}}, "these")
    index_dump.keep(packed)
    (kept,) = file.parent.iterdir()
    read = index_dump.unpacked("these")
    assert read
    assert dict(read("one")) == {"a": {0: 1.0}}
    whole = kept.read_bytes()
    for broken in (b"", packed, whole[:-1], whole[:-9] + b"?" + whole[-8:], whole + b"?"):
        kept.write_bytes(broken)
        assert index_dump.unpacked("these") is None


def test_without_room_for_a_file_all_goes_on(file: Path) -> None:
    (file.parent / index_dump.KEPT).mkdir()
    index_dump.keep(b"anything")
    assert [each.name for each in file.parent.iterdir()] == [index_dump.KEPT]
    assert index_dump.unpacked("these") is None


def test_a_number_that_has_no_room_is_told_and_not_cut() -> None:
    with pytest.raises(OverflowError):
        index_dump.pack({"one": {"a": {65536: 1.0}}}, "these")
