"""Answers to rulings as cells, ``rulings/x``, beside the cells that a sheet has itself.

A preset answers every ruling at once, so the order of answers counts. Everything that treats
them unlike other cells is in this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.fault import Fault
from scoring.core.game import Game
from scoring.core.plan import State
from scoring.core.sheet import Reading, Sheet, Value
from scoring.core.text import Text

HOLDER = "rulings"
ROOT = f"{HOLDER}/"
PRESET = f"{ROOT}preset"

type Cells = Mapping[str, Value | None]


def put(sheet: Sheet, state: State, cells: Cells) -> State:
    """As ``Sheet.put``; answers are given in the order of ``cells``."""
    for path, value in cells.items():
        if path.startswith(ROOT):
            state = sheet.answer(state, path.removeprefix(ROOT), str(value)).state
    return sheet.put(state, {p: v for p, v in cells.items() if not p.startswith(ROOT)})


def after(sheet: Sheet, state: State, cells: Cells) -> State:
    """As ``put`` for the cells of one change, the preset first."""
    return put(sheet, state, {path: cells[path] for path in sorted(cells, key=first)})


def first(path: str) -> bool:
    """Whether a cell is to be written before the others of its change: false sorts first."""
    return path != PRESET


def parse(
    sheet: Sheet, state: State, typed: Mapping[str, str]
) -> tuple[dict[str, Value | None], list[Fault]]:
    """As ``Sheet.parse``; an answer that a ruling does not have is a fault."""
    cells, faults = sheet.parse(state, {p: v for p, v in typed.items() if not p.startswith(ROOT)})
    for path, option in typed.items():
        if path.startswith(ROOT):
            wrong = sheet.answer(state, path.removeprefix(ROOT), option).faults
            faults += wrong
            if not wrong:
                cells[path] = option
    return cells, faults


def enter(sheet: Sheet, state: State, typed: Mapping[str, str]) -> Reading:
    """As ``Sheet.enter``; an answer that a ruling does not have changes nothing."""
    cells, faults = parse(sheet, state, typed)
    return Reading(put(sheet, state, cells), faults)


def posted(game: Game, state: State, data: Mapping[str, list[str]]) -> dict[str, str]:
    """The answers that a whole form changes: a new preset wins over the single answers."""
    now: dict[str, str] = dict(game.sheet.rulings(state))
    preset = data.get(PRESET, [""])[-1]
    if preset and preset != game.sheet.preset(state):
        return {PRESET: preset}
    given = {ruling: data.get(ROOT + ruling, [""])[-1] for ruling in now}
    return {ROOT + r: option for r, option in given.items() if option not in ("", now[r])}


def cells(state: State) -> dict[str, Value | None]:
    """The answers that were given, as cells of another sheet."""
    return {ROOT + ruling: option for ruling, option in state.get(HOLDER, {}).items()}


def shown(game: Game, state: State) -> dict[str, Any]:
    """What a sheet's page shows of them."""
    answers = game.sheet.rulings(state)
    return {
        "presets": list(game.catalogue.presets.values()),
        "preset": game.sheet.preset(state),
        "changed_rulings": len(state.get(HOLDER, {}).keys() - {"preset"}),
        "rulings": [(each, answers[each.id], each.presets) for each in game.catalogue.rulings()],
    }


def changed(game: Game, state: State) -> list[dict[str, Any]]:
    """The answers that differ from the preset's, with their words."""
    return [
        {"entry": game.catalogue[ruling], "option": game.catalogue[ruling].option(option)}
        for ruling, option in state.get(HOLDER, {}).items()
        if ruling in game.catalogue
    ]


def name(game: Game, ruling: str) -> Text:
    """What a ruling is called in the log; the preset is what the rules say."""
    return game.catalogue.name(ruling) if ruling in game.catalogue else Text("Rules", "ルール")


def option_name(game: Game, ruling: str, option: str) -> Text | None:
    """What an answer is called; ``None`` for one that the game does not have."""
    if ruling in game.catalogue:
        return game.catalogue[ruling].option(option).name
    preset = game.catalogue.presets.get(option)
    return preset.name if preset else None
