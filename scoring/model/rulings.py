"""Rulings: a table's answers to open questions of the rules, and presets that answer all at once.

Rulings are cells of the score sheet: a choice for each, and one for the preset. A ruling left blank
is answered as in the preset.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.text.messages import SHARED as say

from .catalogue import Catalogue, Entry
from .cells import Cell, Option
from .fields import Field
from .plan import Rulings

PRESET = "preset"


def default_preset(catalogue: Catalogue) -> str:
    """Returns the id of a game's first preset (set of answers to all rulings); empty if none."""
    return next(iter(catalogue.presets), "")


def default(catalogue: Catalogue, ruling: str) -> str:
    """Returns the id of the answer to a ruling (open rules question) at a table that gave none."""
    return catalogue[ruling].presets[default_preset(catalogue)]


def fields(catalogue: Catalogue) -> Iterator[Field]:
    """Yields a choice field for each ruling, after one for the preset if the game has presets.

    A ruling is an open question of the rules, a preset a set of answers to all of them.
    """
    if catalogue.presets:
        presets = tuple(Option(p.id, p.name) for p in catalogue.presets.values())
        yield Field(PRESET, say("preset"), "choice", Cell("choice", options=presets))
    for entry in catalogue.rulings():
        yield Field(entry.id, entry.name, "choice", Cell("choice", options=entry.options))


def resolve(catalogue: Catalogue, chosen: Mapping[str, Any]) -> Rulings:
    """Returns the answer in force to every open rules question: ruling id to option id.

    ``chosen``: the table's cells for the preset and for rulings that differ from it. An id or
        option that the game does not have counts as no answer.
    """
    preset = preset_of(catalogue, chosen)
    return {
        entry.id: str(answer) if _is_option(entry, answer) else entry.presets[preset]
        for entry in catalogue.rulings()
        for answer in (chosen.get(entry.id),)
    }


def preset_of(catalogue: Catalogue, chosen: Mapping[str, Any]) -> str:
    """Returns the id of the table's preset, which answers all rulings (open rules questions).

    By default it is the game's first, also if the game does not have the chosen one. ``chosen``:
    the table's cells for preset and rulings.
    """
    asked = chosen.get(PRESET)
    known = isinstance(asked, str) and asked in catalogue.presets
    return str(asked) if known else default_preset(catalogue)


def _is_option(entry: Entry, answer: object) -> bool:
    return any(answer == option.id for option in entry.options)


def compact(catalogue: Catalogue, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a table's answers to rules questions as stored: the preset, and what differs from it.

    ``chosen``: the table's cells for preset and rulings. Ids and options that the game does not
    have stay in the result: another version may have them.
    """
    rulings, preset = resolve(catalogue, chosen), preset_of(catalogue, chosen)
    found = {PRESET: chosen.get(PRESET) or preset} if preset else {}
    ours = {PRESET, *(entry.id for entry in catalogue.rulings())}
    for entry in catalogue.rulings():
        answer = chosen.get(entry.id)
        if answer and not _is_option(entry, answer):
            found[entry.id] = answer
        elif rulings[entry.id] != entry.presets[preset]:
            found[entry.id] = rulings[entry.id]
    return found | {id_: answer for id_, answer in chosen.items() if id_ not in ours}
