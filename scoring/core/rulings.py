"""The table's answers to what the rules leave open, and the presets that answer all at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from .catalogue import Catalogue
from .fault import MOST_FAULTS, Fault
from .plan import Rulings
from .text import Text

PRESET = "preset"


def default_preset(catalogue: Catalogue) -> str:
    """The first preset of the game; empty where a game has none."""
    return next(iter(catalogue.presets), "")


def resolve(catalogue: Catalogue, chosen: Mapping[str, str]) -> Rulings:
    """Every ruling of the game with the option in force.

    ``chosen`` may name a preset and single rulings that differ from it; what it names must
    exist (``take`` checks that).
    """
    preset = chosen.get(PRESET) or default_preset(catalogue)
    return {
        entry.id: chosen.get(entry.id) or entry.presets[preset] for entry in catalogue.rulings()
    }


def compact(catalogue: Catalogue, rulings: Rulings, preset: str) -> dict[str, str]:
    """``rulings`` as a sheet records them: the preset, and only what differs from it."""
    found = {PRESET: preset} if preset else {}
    for entry in catalogue.rulings():
        if rulings[entry.id] != entry.presets[preset]:
            found[entry.id] = rulings[entry.id]
    return found


def take(catalogue: Catalogue, raw: object) -> tuple[dict[str, str], list[Fault]]:
    """The rulings that a sheet names, and what is wrong with the others."""
    if not isinstance(raw, Mapping):
        return {}, [Fault("rulings", Text("should be an object", "オブジェクトにしてください"))]
    taken: dict[str, str] = {}
    faults: list[Fault] = []
    known = {e.id: [o.id for o in e.options] for e in catalogue.rulings()}
    if catalogue.presets:
        known[PRESET] = list(catalogue.presets)
    for key, value in raw.items():
        if key not in known:
            refuse(faults, "rulings/", key, known)
        elif not isinstance(value, str) or value not in known[key]:
            faults.append(unknown(f"rulings/{key}", value, known[key]))
        else:
            taken[key] = value
    if PRESET in taken:
        taken = {PRESET: taken.pop(PRESET)} | taken
    return compact(
        catalogue, resolve(catalogue, taken), taken.get(PRESET, default_preset(catalogue))
    ), faults


def refuse(faults: list[Fault], where: str, word: object, known: Iterable[str]) -> None:
    """Adds a fault for a word that is not on the list, unless there are plenty already."""
    if len(faults) < MOST_FAULTS:
        faults.append(unknown(f"{where}{str(word)[:40]}", word, known))


def unknown(path: str, word: object, known: Iterable[str]) -> Fault:
    """A fault for a word that is not on the list, with the nearest one that is."""
    shown = str(word)[:40] if isinstance(word, str | int | float) else "…"
    near = get_close_matches(shown, list(known), 1, 0.6)
    if near:
        return Fault(
            path,
            Text(
                "“{word}” is not known. Did you mean “{near}”?",
                "「{word}」は未登録です。「{near}」ですか？",
            ).fill(word=shown, near=near[0]),
        )
    return Fault(path, Text("“{word}” is not known.", "「{word}」は未登録です。").fill(word=shown))
