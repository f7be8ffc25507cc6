"""Creates the folder of a new game from a skeleton. The game loads at once."""

import re
import unicodedata
from pathlib import Path

from scoring.loading.catalogue_files import KANA, ROMAJI
from scoring.loading.toml_reader import ID

SKELETON = Path(__file__).parent / "skeleton"

OPEN = "mitei"
"""Placeholder for the reading of a game's name, to be filled in by the author."""

_SHIFT = 0x3041 - 0x30A1  # from katakana to hiragana


class NotADraft(ValueError):
    """Raised if a new game's folder cannot be made: it already exists, or a name is not allowed."""


def write(folder_of_games: Path, slug: str, en: str, ja: str) -> Path:
    """Creates the folder of the new game ``slug``, a draft that loads, and returns its path.

    The folder is made in ``folder_of_games``. ``en`` and ``ja``: the game's name in both languages.
    Raises ``NotADraft`` if it exists already, or if a name is not allowed.
    """
    if not ID.match(slug):
        raise NotADraft(f"{slug!r} should be small letters, digits and _, a letter first")
    folder = folder_of_games / slug
    if folder.exists():
        raise NotADraft(f"{folder} is there already")
    if any(sign in name for name in (en, ja) for sign in '"\\\n'):
        raise NotADraft("a name should have no quotation marks")
    names = {
        "slug": slug,
        "name_en": en,
        "name_ja": ja,
        "kana": kana(ja),
        "romaji": OPEN if not ROMAJI.match(en) else en.lower(),
    }
    for path in sorted(SKELETON.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(SKELETON).with_name(path.name.removesuffix(".in"))
            target.parent.mkdir(parents=True, exist_ok=True)
            text = re.sub(r"@(\w+)@", lambda m: names[m[1]], path.read_text("utf-8"))
            target.write_text(text, "utf-8")
    return folder


def kana(name: str) -> str:
    """Returns a name in hiragana if it is written in kana, else the mark for one left to fill in.

    >>> kana("ハチミツ"), kana("蜂蜜")
    ('はちみつ', 'mitei')
    """
    plain = unicodedata.normalize("NFKC", name).lower()
    read = "".join(chr(ord(c) + _SHIFT) if 0x30A1 <= ord(c) <= 0x30F6 else c for c in plain)
    return read if KANA.match(read) else OPEN
