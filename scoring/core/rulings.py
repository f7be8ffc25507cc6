"""The table's answers to what the rules leave open, and the presets that answer all at once.

Rulings are cells of the sheet: one choice each, and one for the preset. A blank ruling is answered
as the preset says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .catalogue import Catalogue
from .cells import Cell, Option
from .fields import Field
from .plan import Rulings
from .words import CORE as say

PRESET = "preset"


def default_preset(catalogue: Catalogue) -> str:
    """The first preset of the game; empty where a game has none."""
    return next(iter(catalogue.presets), "")


def default(catalogue: Catalogue, ruling: str) -> str:
    """What a ruling says at a table that has answered nothing."""
    return catalogue[ruling].presets[default_preset(catalogue)]


def fields(catalogue: Catalogue) -> Iterator[Field]:
    """The cells of the rulings, that of the preset first."""
    if catalogue.presets:
        presets = tuple(Option(p.id, p.name) for p in catalogue.presets.values())
        yield Field(PRESET, say("preset"), "choice", Cell("choice", options=presets))
    for entry in catalogue.rulings():
        yield Field(entry.id, entry.name, "choice", Cell("choice", options=entry.options))


def resolve(catalogue: Catalogue, chosen: Mapping[str, str]) -> Rulings:
    """Every ruling of the game with the option in force.

    ``chosen`` may name a preset and single rulings that differ from it; what it names must
    exist (``Sheet.take`` checks that).
    """
    preset = chosen.get(PRESET) or default_preset(catalogue)
    return {
        entry.id: chosen.get(entry.id) or entry.presets[preset] for entry in catalogue.rulings()
    }


def compact(catalogue: Catalogue, chosen: Mapping[str, str]) -> dict[str, str]:
    """``chosen`` as a sheet records it: the preset, and only what differs from it."""
    rulings = resolve(catalogue, chosen)
    preset = chosen.get(PRESET) or default_preset(catalogue)
    found = {PRESET: preset} if preset else {}
    for entry in catalogue.rulings():
        if rulings[entry.id] != entry.presets[preset]:
            found[entry.id] = rulings[entry.id]
    return found
