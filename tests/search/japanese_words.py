# /// script
# requires-python = ">=3.12"
# dependencies = ["SudachiPy==0.7.0", "sudachidict-core==20261015"]
# ///
"""Draws ``companion/search/japanese_words.tsv``: words of the games' texts, with their readings.

A line is how often a word occurs, the word, and its reading if that is not the word itself. Words
are cut by SudachiPy with its dictionary (both Apache-2.0), which nothing else needs; a verb keeps
its endings. Words in fewer than three places are left out. To draw it
again, when many texts have changed:

    uv run tests/search/japanese_words.py
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LEAST = 3
JAPANESE = re.compile("[ぁ-ゖァ-ヺー一-鿿々]+")
KANJI = re.compile("[一-鿿]")
HIRAGANA = {ord("ァ") + n: ord("ぁ") + n for n in range(86)}
COUNTER = {"枚": "マイ"}
"""Words whose reading in the dictionary is another one, with the right one."""


def texts(value: Any, japanese: bool = False) -> Iterator[str]:
    """Yields all texts under a key ``ja``; those without kanji are cut too badly, and left out."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts(each, japanese or key == "ja")
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, japanese)
    elif japanese and isinstance(value, str) and KANJI.search(value):
        yield value


def words(tokens: Callable[[str], Iterable[Any]], text: str) -> Iterator[tuple[str, str]]:
    """Yields the words of a text with their readings in katakana."""
    for run in JAPANESE.findall(text):
        word = reading = ""
        inflected = False
        for token in tokens(run):
            group, kind = token.part_of_speech()[:2]
            ending = group in ("助動詞", "接尾辞") or (
                group == "助詞" and token.surface() in ("て", "で", "ば", "たり", "ながら")
            )
            ending = ending or (kind == "非自立可能" and word.endswith(("て", "で")))
            if not (inflected and ending):
                if word:
                    yield word, reading
                word = reading = ""
                inflected = group in ("動詞", "形容詞")
            word, reading = word + token.surface(), reading + token.reading_form()
        if word:
            yield word, reading


def main() -> None:
    from sudachipy import Dictionary, SplitMode

    tokens = Dictionary(dict="core").tokenizer(SplitMode.B).tokenize
    counts: Counter[tuple[str, str]] = Counter()
    for path in sorted((ROOT / "scoring/games").glob("*/data/*.toml")):
        for text in texts(tomllib.loads(path.read_text("utf-8"))):
            for word, reading in words(tokens, text):
                kana = COUNTER.get(word, reading) if KANJI.search(word) else word
                counts[word, kana.translate(HIRAGANA)] += 1
    rows = [
        f"{count}\t{word}\t{kana}".removesuffix(f"\t{word.translate(HIRAGANA)}")
        for (word, kana), count in sorted(counts.items(), key=lambda row: (-row[1], row[0]))
        if count >= LEAST
    ]
    path = ROOT / "companion/search/japanese_words.tsv"
    path.write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
