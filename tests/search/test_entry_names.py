"""Every name finds its entry at the first place, however its letters are written."""

import unicodedata

import jaconv
import pytest

from companion.search import IndexItem, find, fold, index, sound

KUNREI = [
    ("sh", "sy"), ("ch", "ty"), ("j", "zy"), ("ts", "t"), ("f", "h"), ("syi", "si"), ("tyi", "ti"),
    ("zyi", "zi"),
]  # fmt: skip
SHORT = [("ou", "o"), ("uu", "u"), ("oo", "o"), ("aa", "a"), ("ee", "e"), ("ii", "i")]
MACRONS = [("ou", "ō"), ("uu", "ū"), ("oo", "ō"), ("aa", "ā")]


def changed(text: str, pairs: list[tuple[str, str]]) -> str:
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def called(item: IndexItem) -> set[str]:
    of = item.entry or item.box
    aliases = [alias for language in of.aliases.values() for alias in language]
    return {fold(name) for name in (of.name.en, of.name.ja, of.kana, of.romaji, *aliases)}


def names() -> list[tuple[IndexItem, str]]:
    return [
        (item, name)
        for item in index().items
        for name in dict.fromkeys((item.name.en, item.name.ja))
    ]


@pytest.mark.parametrize("within", [False, True], ids=["in all games", "within its game"])
@pytest.mark.slow
def test_a_name_finds_its_entry_first(within: bool) -> None:
    """Or another entry of that very name: several boxes hold gold."""
    missed = []
    for item, name in names():
        hit = find(name, item.box.slug if within else "", most=1).hits[0].item
        if hit is not item and fold(name) not in {fold(hit.name.en), fold(hit.name.ja)}:
            missed.append((item.box.slug, name, hit.name.en))
    assert missed == []


@pytest.mark.parametrize(
    "write",
    [
        lambda kana, romaji: kana,
        lambda kana, romaji: romaji,
        lambda kana, romaji: changed(romaji, MACRONS),
        lambda kana, romaji: changed(changed(romaji, KUNREI), SHORT).replace(" ", ""),
    ],
    ids=["kana", "romaji", "macrons", "kunrei, short vowels, no spaces"],
)
def test_a_reading_finds_its_entry_first(write) -> None:
    """Or another one that is called, or sounds, the very same."""
    missed = []
    for item in index().items:
        of = item.entry or item.box
        typed = write(of.kana, of.romaji)
        hit = find(typed, item.box.slug, most=1).hits[0].item
        same = fold(typed) in called(hit)
        if hit is not item and not same and sound((hit.entry or hit.box).kana) != sound(of.kana):
            missed.append((item.box.slug, typed, hit.name.en))
    assert missed == []


def test_widths_capitals_and_spaces_are_the_same_to_it() -> None:
    """Names folded alike are ranked alike, so that the test above holds for these too."""
    for item in index().items:
        of = item.entry or item.box
        katakana = jaconv.hira2kata(of.kana)
        for written in (
            katakana,
            jaconv.z2h(katakana, kana=True),
            unicodedata.normalize("NFD", katakana),
            of.kana.replace(" ", "　"),
        ):
            assert fold(written) == fold(of.kana)
        for written in (of.romaji.title(), of.romaji.replace(" ", ""), jaconv.h2z(of.romaji)):
            assert fold(written) == fold(of.romaji)
