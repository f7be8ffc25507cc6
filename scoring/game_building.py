"""Builds a ``Game`` from its folder: data files, messages, calculators and the game's scorer."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from scoring.loading.calculator_files import discover
from scoring.loading.catalogue_files import load as load_catalogue
from scoring.loading.field_rows import SheetFunction
from scoring.loading.phases_file import load as load_phases
from scoring.loading.set_up_draws_file import load as load_draws
from scoring.loading.sheet_file import read as read_sections
from scoring.loading.toml_declarations import Known
from scoring.loading.toml_reader import Translations, read_file
from scoring.loading.tutorial_file import load as load_lesson
from scoring.model.breakdown import by_total
from scoring.model.calculator import Calculator
from scoring.model.phases import Order, Phases
from scoring.model.sheet import Doubts, Sheet
from scoring.model.sheet_fields import seats
from scoring.text.data_error import DataError, listed
from scoring.text.messages import FOLDER as WORDS

from .base_game import DecisionOrder, Ranker, Scorer, all_seats
from .game import Game


def build(
    package: str,
    folder: Path,
    scorer: Scorer,
    *,
    ranker: Ranker = by_total,
    doubts: Doubts | None = None,
    sheet_functions: Mapping[str, SheetFunction] | None = None,
    order: Order | None = None,
    final: str = "",
    decision_order: DecisionOrder | None = None,
) -> Game:
    """Builds a game from the data files, messages and calculators in its folder.

    ``package``: the game's ``__name__``.
    ``folder``: the path of the game's folder.
    ``scorer``: function that returns every seat's score for a position (a table's cells).
    ``ranker``: function that turns the seats' scores into places.
    ``doubts``: function that yields the game's own warnings about a sheet.
    ``sheet_functions``: functions that ``sheet.toml`` and forms of calculators call by name.
    ``order``: function that returns the phases of a table, where ``phases.toml`` does not suffice.
    ``final``: id of the planner that takes decisions left blank at the end of the game.
    ``decision_order``: function that returns all seats in the order in which they take them.

    Raises ``DataError`` or ``WordsError``; the message names file and id.
    """
    functions: dict[str, SheetFunction] = {
        "seats": lambda catalogue: seats(catalogue.box.players[1])
    }
    functions |= sheet_functions or {}
    data, translations = folder / "data", Translations(folder / WORDS)
    catalogue = load_catalogue(data, translations)
    known = Known(catalogue, data, translations, functions)
    top = read_file(data / "sheet.toml", "sheet.toml", translations)
    table = read_sections(top, "table", known)
    known = known.with_table(table)
    phases = load_phases(known, order)
    with_phases = replace(known, phases=phases)
    sections = read_sections(top, "section", with_phases)
    phases = replace(phases, draws=load_draws(with_phases))
    top.known = ("table", "section")
    top.refuse_others()
    maps = [field.chart for section in sections for field in section.fields if field.chart]
    charts = {name: functions[name](catalogue) for name in maps}
    sheet = Sheet(catalogue, sections, table, doubts, phases, charts)
    calculators = discover(package, known, sheet.declared | sheet.table_fields)
    _check_names(phases, calculators, final)
    return Game(
        catalogue,
        sheet,
        scorer,
        ranker,
        calculators,
        final,
        decision_order or all_seats,
        load_lesson(with_phases),
        translations,
        folder,
    )


def _check_names(phases: Phases, calculators: Mapping[str, Calculator], final: str) -> None:
    """Raises ``DataError`` if a phase, or ``final``, names a calculator that the game has not."""
    for phase in phases.phases:
        for id_ in phase.calculators:
            if id_ not in calculators:
                problem = f"calculators names {id_!r}: {listed(id_, calculators)}"
                raise DataError("phases.toml", phase.id, problem)
    if final and (final not in calculators or calculators[final].planner is None):
        planners = [c.id for c in calculators.values() if c.planner]
        raise DataError("__init__.py", "final", f"{final!r} is none of {listed(final, planners)}")
