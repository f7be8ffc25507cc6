"""Japanese is written with Japanese punctuation: full-width beside kana and kanji, everywhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
LETTER = "[\u3040-\u30ff\u4e00-\u9fff々]"
HALF_WIDTH = re.compile(rf"{LETTER}[:?!(,;]|[)?!]{LETTER}")
PUT_IN = re.compile(r"\{ ?\$\w+ ?\}|\{ \w+ \}|%\(\w+\)s")
TYPED = "ゲーム:"
"""A filter is typed with the colon that keyboards have."""


def files() -> Iterator[Path]:
    for pattern in (
        "companion/words/ja.ftl",
        "companion/locale/ja/LC_MESSAGES/django.po",
        "scoring/text/words/ja.ftl",
        "scoring/games/*/words/ja.ftl",
        "scoring/games/*/data/**/*.toml",
        "templates/**/*.html",
    ):
        yield from sorted(HOME.glob(pattern))


def narrow(line: str) -> bool:
    if TYPED in line or line.startswith("msgid"):
        return False
    # What is put in may be Japanese as well: a name, a card.
    return HALF_WIDTH.search(PUT_IN.sub("名", line)) is not None


@pytest.mark.parametrize("path", [*files()], ids=lambda path: str(path.relative_to(HOME)))
def test_no_half_width_sign_stands_beside_japanese(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in lines if narrow(line)] == []


def test_a_half_width_sign_is_seen():
    assert all(map(narrow, ("まだ:", "何人?", "猪(赤)", "{ $who }: 冊子", "%(n)s人(全員)")))
    assert not any(map(narrow, ("まだ：", "猪（赤）", "cost<=1", "A: B", 'msgid "%(n)s, at best"')))
