"""Samples for the pattern page: real templates over worked games, the largest of each game."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from operator import itemgetter
from typing import Any

from companion import search
from companion.games.game_templates import piece
from companion.games.localised_text_tags import say
from companion.sheet_pages import plot_shapes, result_lines, sheet_building
from companion.sheet_pages.outcome import Outcome, outcome
from companion.sheet_pages.sheet_page import Access, SheetPage
from companion.tables import scoreboard_page
from companion.tables.models import Table
from scoring import evaluation, examples, game, games
from scoring.evaluation import Scored
from scoring.game import Game
from scoring.model.calculator import Answer, Block, Row
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State
from scoring.text.localised import Given, Text, Verbatim

LISTS = {
    "result/_score_line.html": ("lines pad", ""),
    "lookup/_hit.html": ("hits", ""),
    "table/_seat_row.html": ("lines board", "board__row"),
}
"""Templates that render a list item: CSS class of the list, and of the item's ``li``.

The latter is "" if the template has its own ``li``.
"""

TABLE: dict[str, Any] = {"key": "sample", "revision": 3}


@dataclass(frozen=True)
class Worked:
    """A game with a filled-in sheet, ``state`` (a worked example).

    ``scores``: lines and totals of each seat, and the ranking. ``outcome``: winner and places in
    words.
    """

    game: Game
    state: State

    @property
    def scores(self) -> Scored:
        return evaluation.scored(self.game, self.state)

    @property
    def outcome(self) -> Outcome:
        return outcome(self.game, self.state, self.scores)

    @property
    def seats(self) -> list[str]:
        return list(self.game.sheet.seats(self.state))

    @property
    def cells(self) -> Mapping[str, Value | None]:
        return self.game.sheet.cells(self.state)

    def page(self, **more: Any) -> SheetPage:
        """Returns the sheet of a worked example's first seat, for a phone that sees all seats.

        ``more``: further arguments to build the sheet, such as ``faults``.
        """
        access = Access(self.seats[0], self.seats, self.seats, tracked=True)
        given: dict[str, Any] = {"typed": {}, "faults": (), "merge_conflicts": {}} | more
        return sheet_building.build(self.game, self.state, self.scores, access, **given)


@dataclass(frozen=True, slots=True)
class Sample:
    """A component of the interface, with samples: its template and a context for each sample."""

    name: Text
    template: str
    contexts: tuple[dict[str, Any], ...]

    @property
    def id(self) -> str:
        return re.sub(r"\W+", "_", self.name.in_language("en").lower())

    @property
    def list_class(self) -> str:
        """CSS class of the list around a component that is a list item; "" for others."""
        return LISTS.get(self.template, ("", ""))[0]

    @property
    def item_class(self) -> str:
        return LISTS.get(self.template, ("", ""))[1]


def sample(en: str, ja: str, template: str, *contexts: dict[str, Any]) -> Sample:
    return Sample(Given({"en": en, "ja": ja}), template, contexts)


def samples() -> list[Sample]:
    """Returns all components of the interface with samples, as the pattern page shows them."""
    everything = {slug: worked_games(slug) for slug in games()}
    worked = [max(each, key=lambda one: len(one.cells)) for each in everything.values()]
    planned = next(each for each in worked if each.scores.plans)
    several = next(
        one
        for each in everything.values()
        for one in each
        if len(one.seats) > 2 and one.outcome.differences
    )
    return [
        *sections(worked),
        *around_a_sheet(several),
        *result(several),
        *plan(planned),
        *table(several),
        *lookup(several.game),
        *(drawings(each.game) for each in worked),
    ]


def worked_games(slug: str) -> list[Worked]:
    """Returns the worked examples of the game ``slug``; a blank sheet instead if it has none."""
    box = game(slug)
    states = [box.sheet.read(each.state) for each in examples(slug).values()]
    return [Worked(box, each) for each in states or [box.sheet.blank(1)]]


def sections(worked: list[Worked]) -> Iterator[Sample]:
    """Yields samples of sections of sheets, leaving out those like an earlier one.

    ``worked``: an example of each game. In the first, a number cannot be read and another differs
    between two phones.
    """
    seen: set[str] = set()
    for each in worked:
        page = each.page() if seen else page_with_errors(each)
        for panel in page.sections:
            controls = {control.templates[-1] for control in panel.controls}
            grids = {"grid" for control in panel.controls if control.lines}
            shown = {panel.layout} if panel.layout else controls | grids
            if shown <= seen:
                continue
            seen |= shown
            names = {
                language: f"{each.game.name.in_language(language)}: "
                f"{panel.title.in_language(language)}"
                for language in ("en", "ja")
            }
            context = {"game": each.game, "panel": panel, "sheet": page}
            yield Sample(Given(names), "sheet/_section.html", (context,))


def page_with_errors(worked: Worked) -> SheetPage:
    """Returns a page of a sheet in which one number has an error and another a merge conflict."""
    sheet, cells = worked.game.sheet, worked.cells
    wrong, differing, *_ = (
        cell.path
        for panel in worked.page().sections
        for cell in panel.inputs
        if cell.path in cells
        and (declared := sheet.cell(CellPath(cell.path)))
        and declared.kind == "number"
    )
    faults = sheet.enter(worked.state, {wrong: "3*"}).errors
    differs = {differing: (cells[differing], 99)}
    return worked.page(typed={wrong: "3*"}, faults=faults, merge_conflicts=differs)


def around_a_sheet(worked: Worked) -> list[Sample]:
    """Returns samples of a sheet's tabs, palettes, menu and bottom bar, filled from ``worked``."""
    box = worked.game
    blank = Worked(box, box.sheet.blank(len(worked.seats)))
    full: dict[str, Any] = {"game": box, "sheet": worked.page(), "at_table": True}
    at = {"table": TABLE, "who": {"role": "host"}, "writable": True}
    palette = next(each for each in full["sheet"].faces if not each.typed)
    return [
        sample("Steps", "段階", "sheet/_section_tabs.html", full),
        sample(
            "Faces", "面", "sheet/_choice_palettes.html", full | {"shown": True, "faces": [palette]}
        ),
        sample("Pad", "数字", "sheet/_number_keypad.html", {"shown": True}),
        sample("Seat's menu", "席のメニュー", "sheet/_seat_menu.html", full | at),
        sample("Dock", "合計の帯", "sheet/_bottom_bar.html", full, full | {"sheet": blank.page()}),
    ]


def result(worked: Worked) -> list[Sample]:
    """Returns samples of a result's podium and score lines, filled from ``worked``."""
    ended = {"outcome": worked.outcome}
    rows = [
        result_lines.seat_rows(worked.game, worked.state, worked.scores, each.seat)
        for each in worked.scores.ranking
    ]
    lines = [
        {"game": worked.game, "line": line, "rulings": rulings}
        for group in rows[0]["groups"]
        for line, rulings in group["rows"]
    ]
    compared = {"seats": rows, "beside": result_lines.comparison(worked.scores)}
    return [
        sample("Podium", "表彰台", "result/_podium.html", ended),
        sample("Where it was won", "勝負の分かれ目", "result/_where_it_was_won.html", ended),
        sample("Rows of a score", "得点の行", "result/_score_line.html", *lines),
        sample("Side by side", "並べて比べる", "result/_side_by_side.html", compared),
    ]


def plan(worked: Worked) -> list[Sample]:
    """Returns samples of a best plan's proof and alternatives, filled from ``worked``."""
    seat, best = next(iter(worked.scores.plans.items()))
    state = worked.game.sheet.known_part(worked.state)
    around = result_lines.seat_rows(worked.game, state, worked.scores, seat)
    around |= result_lines.alternatives(worked.game, state, seat)
    found = replace(best.proof, verdict="best found", bound=best.worth + 2)
    shown = {"game": worked.game, "shown": around}
    return [
        sample("Proof", "証明", "result/_proof.html", {"proof": best.proof}, {"proof": found}),
        sample("What lies around", "その周辺", "result/_alternatives.html", shown),
    ]


def table(worked: Worked) -> list[Sample]:
    """Returns samples of a table's seats, phase, timers, scoreboard and end, from ``worked``."""
    box = worked.game
    phase = next(each for each in box.sheet.phases.listed(worked.state) if each.steps)
    ticked = {phase.id: {phase.steps[0].id: True}}
    state = worked.state | {"play": {"stage": phase.id, "done": ticked}}
    shown = Table(key=TABLE["key"], game=box.slug, state=state)
    board = dict(scoreboard_page.board(box, shown, frozenset(worked.seats)))
    here = {"game": box, "table": TABLE, "who": {"role": "host", "seat": worked.seats[0]}}
    timers = [
        {"id": 1, "name": say(phase.name), "clock": "4:59", "until": ""},
        {"id": 2, "minutes": 3, "clock": "0:00", "over": True},
    ]
    rows = [
        row | {"mine": n == 0, "first": n == 0, "present": n == 1, "hidden": n == 1}
        for n, row in enumerate(board["rows"])
    ]
    totals = [
        (row["owner"], [0, total // 2, total])
        for row in sorted(rows, key=itemgetter("order"))
        if (total := row["breakdown"].total) is not None
    ]
    plot = plot_shapes.lines(totals, [say(each.name) for each in board["phases"][:3]])
    felt = {
        "seating": scoreboard_page.seating(rows, str(rows[0]["seat"])),
        "clocked": {"seat": rows[-1]["seat"], "now": rows[-1]["name"]},
    }
    # What made the difference is a component of its own.
    ended = {"outcome": replace(worked.outcome, differences=()), "rows": rows}
    ended["offered"] = {"groups": [], "bgstats": "#"}
    return [
        sample("Pages of a table", "卓のページ", "table/_tabs.html", here | {"tab": "scores"}),
        sample("The table", "卓", "table/_seats_at_table.html", board | here | felt),
        sample("Phase", "進行", "table/_phase.html", board | here),
        sample("Timers", "タイマー", "table/_timers.html", here | {"timers": timers}),
        sample("Rows of the scoreboard", "得点板の行", "table/_seat_row.html",
               *(here | {"row": row} for row in rows)),
        sample("Points over time", "得点の推移", "table/_points_plot.html", {"plot": plot}),
        sample("The end", "終わり", "table/_end_of_game.html", here | ended),
    ]  # fmt: skip


def lookup(box: Game) -> list[Sample]:
    """Returns samples of a look-up in the game ``box``: search form, answer, hits, ruling."""
    rulings = [entry for entry in box.catalogue.values() if entry.options]
    results = search.find(say(rulings[0].name), box.slug)
    hits = [{"hit": hit, "results": results, "whole": True} for hit in results.hits[:2]]
    asked = (
        question
        for listed in box.catalogue.player_questions.values()
        for questions in listed.values()
        for question in questions
    )
    every = (search.find(one, box.slug) for one in asked)
    results, passage = next((one, first) for one in every if (first := search.answer(one)))
    answered = {"passage": passage, "results": results, "address": ""}
    return [
        sample("Search", "検索", "lookup/_search_form.html", {"query": ""}),
        sample("Answer box", "答え", "lookup/_answer.html", answered),
        sample("Hits", "見つかったもの", "lookup/_hit.html", *hits),
        sample("Ruling", "裁定", "lookup/_ruling.html", {"ruling": rulings[0], "box": box}),
        sample("Answer of a calculator", "計算の答え", "calculator/_form.html#answer",
               {"game": box, "answer": chances(box), "doubts": ()}),
    ]  # fmt: skip


def chances(box: Game) -> Answer:
    """Returns an invented answer of a calculator: two entries, each with a share drawn as a bar."""
    rows = [
        Row(entry.name, Verbatim(f"{100 // n} %"), entry=entry.id, share=Fraction(1, n))
        for n, entry in enumerate(islice(box.catalogue.values(), 2), 2)
    ]
    return Answer(rows[0].label, (Block(box.name, tuple(rows)),))


def drawings(box: Game) -> Sample:
    """Returns a sample that shows drawings of a game's pieces, kind by kind."""
    kinds = [[each.id for each in box.catalogue.of_kind(kind)] for kind in box.catalogue.kinds]
    drawn = [pieces for pieces in kinds if pieces and piece(box.slug, pieces[0])]
    names = {"en": f"Drawings {box.name.en}", "ja": f"絵：{box.name.ja}"}
    return Sample(Given(names), "drawn/all_kinds.html", ({"slug": box.slug, "kinds": drawn},))
