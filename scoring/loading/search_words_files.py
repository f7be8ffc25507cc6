"""Reads the words and questions of players, which the search knows besides the game's own words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scoring.model.catalogue import Entry, Vocabulary

from .toml_declarations import ID_VALUE, STRINGS, Table, name_of, tables
from .toml_reader import Reader, Translations, read_file

VOCABULARY = "vocabulary.toml"
"""Optional file of words that players use for things which the box calls otherwise."""


QUESTIONS = "player_questions.toml"
"""Optional file of questions in players' words, each with the entry that answers it."""


def _check_same(_: Any, reader: Reader, group: Mapping[str, tuple[str, ...]]) -> None:
    if len(set(group["words"])) < 2:
        raise reader.fail("words should be at least two that mean the same")


def _check_asked(entries: Mapping[str, Entry], reader: Reader, asked: Mapping[str, Any]) -> None:
    reader.check_name("id", asked["id"], entries, "entry")
    if not all(asked.values()):
        raise reader.fail("should be asked at least once in each language")


SAME = Table[dict[str, Any]](dict, words=STRINGS, check=_check_same)
CALLED_ALSO = Table[dict[str, Any]](
    dict, id=name_of("kind", lambda kinds: kinds, ID_VALUE.schema), words=STRINGS
)
VOCABULARY_FILE = Table[dict[str, Any]](
    dict,
    same=tables(SAME, "same").or_else(()),
    kind=tables(CALLED_ALSO, "kind").or_else(()),
)

ASKED = Table[dict[str, Any]](dict, id=ID_VALUE, en=STRINGS, ja=STRINGS, check=_check_asked)
QUESTIONS_FILE = Table[dict[str, Any]](
    dict, asked=tables(ASKED, "asked", "is asked about twice: join the two lists").or_else(())
)


def vocabulary(folder: Path, kinds: tuple[str, ...], translations: Translations) -> Vocabulary:
    """Reads players' own words for things from ``vocabulary.toml``; none without that file.

    ``kinds``: ids of the game's kinds of entry. Raises ``DataError``. ``folder``: the game's
    ``data/``.
    """
    path = folder / VOCABULARY
    if not path.is_file():
        return Vocabulary()
    found = VOCABULARY_FILE.read(kinds, read_file(path, path.name, translations))
    return Vocabulary(
        tuple(group["words"] for group in found["same"]),
        {kind["id"]: kind["words"] for kind in found["kind"]},
    )


def questions(
    folder: Path, entries: Mapping[str, Entry], translations: Translations
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Reads players' example questions: id of the entry that answers, to language, to questions.

    They are in ``player_questions.toml``; empty without that file. Raises ``DataError``.
    ``entries``: the game's, by id. ``folder``: the game's ``data/``.
    """
    path = folder / QUESTIONS
    if not path.is_file():
        return {}
    found = QUESTIONS_FILE.read(entries, read_file(path, path.name, translations))
    return {each.pop("id"): each for each in found["asked"]}
