"""Creates the files of a further language, with every text in English, ready to be translated.

Or those of a pseudo-language: each letter has an accent and each text is in brackets, so text
which is not translatable stands out. Messages of code are in ``words/<code>.ftl``, texts of data
files in ``words/<code>.toml`` by their address.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from scoring import registry
from scoring.registry import BrokenGame
from scoring.text.localised import SOURCE_LANGUAGES
from scoring.text.messages import FOLDER as WORDS
from scoring.text.messages import rewritten

type Change = Callable[[str], str]

CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})?\Z")
OPENS, CLOSES = "⟦⟧"

_LETTERS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÀƁĈĐÈƑĜĤÌĴĶĹṀŃÒƤǪŔŜŤÙṼŴẊÝŽàƀĉđèƒĝĥìĵķĺṁńòƥǫŕŝťùṽŵẋýž",
)
_PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\w*\}|<[^<>]+>|&\w+;|&#\d+;")
"""Matches variables and HTML, which are never changed."""


def accented(words: str) -> str:
    """Returns words with an accent on each letter; variables and HTML stay as they are.

    >>> accented("Gold for %(name)s, <b>now</b>")
    'Ĝòĺđ ƒòŕ %(name)s, <b>ńòŵ</b>'
    """
    found, last = [], 0
    for kept in _PLACEHOLDERS.finditer(words):
        found += [words[last : kept.start()].translate(_LETTERS), kept[0]]
        last = kept.end()
    return "".join([*found, words[last:].translate(_LETTERS)])


def pseudo(words: str) -> str:
    """Returns words with accents and brackets, by which untranslated text shows; blank stays blank.

    >>> pseudo("Gold")
    '⟦Ĝòĺđ⟧'
    """
    return f"{OPENS}{accented(words)}{CLOSES}" if words.strip() else words


def ftl(folder: Path, code: str, *, as_pseudo: bool = False) -> Path:
    """Writes the messages of ``folder`` in a further language, copied from the English ones.

    ``code``: of the language, such as *fr*. ``as_pseudo``: with accents and brackets, to find what
    is not translatable. Returns the file's path.
    """
    source = folder / WORDS / f"{SOURCE_LANGUAGES[0]}.ftl"
    text = source.read_text("utf-8")
    if as_pseudo:
        text = rewritten(text, accented, OPENS, CLOSES)
    target = source.with_name(f"{code}.ftl")
    target.write_text(text, "utf-8")
    return target


def toml(slug: str, code: str, *, as_pseudo: bool = False) -> Path:
    """Writes the texts of the game ``slug`` in a further language, copied from the English ones.

    ``code``: of the language, such as *fr*. ``as_pseudo``: with accents and brackets, to find what
    is not translatable. Returns the file's path. Raises ``BrokenGame``.
    """
    game = registry.game(slug)
    registry.examples(slug)
    target = registry.folder(slug) / WORDS / f"{code}.toml"
    target.write_text(table(game.translations.source, pseudo if as_pseudo else str), "utf-8")
    return target


def table(source: Mapping[str, str], change: Change) -> str:
    """Returns the text of a TOML file with texts by their address, each changed by ``change``.

    ``source``: address in the data files to English text. They are grouped by data file.
    """
    lines, file = ["#:schema ../../../../docs/schemas/words.json"], ""
    for address, words in source.items():
        if (at := address.partition(":")[0]) != file:
            file = at
            lines += ["", f"# {file}"]
        quoted = (json.dumps(each, ensure_ascii=False) for each in (address, change(words)))
        lines.append(" = ".join(quoted))
    return "\n".join(lines) + "\n"


def write(
    shared: Path, code: str, *, as_pseudo: bool = False
) -> tuple[list[Path], list[BrokenGame]]:
    """Writes all files of a further language: messages and games' texts, copied from English.

    ``shared``: folder of the shared messages. ``code``: of the language, such as *fr*.
    ``as_pseudo``: with accents and brackets, to find what is not translatable. Returns the paths of
    the files, and the broken games, whose texts cannot be listed.
    """
    written, broken = [ftl(shared, code, as_pseudo=as_pseudo)], []
    for slug in registry.games():
        try:
            written.append(toml(slug, code, as_pseudo=as_pseudo))
            written.append(ftl(registry.folder(slug), code, as_pseudo=as_pseudo))
        except BrokenGame as error:
            broken.append(error)
    return written, broken
