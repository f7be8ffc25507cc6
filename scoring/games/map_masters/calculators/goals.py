"""Calculator that compares the icons of each co-op group with its goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.games.map_masters.solvers import mission
from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.position import Position
from scoring.text import messages
from scoring.text.localised import EMPTY

from .groups import called, named, table_alone

say = messages.of(__name__)


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    table = position.table
    about: dict[str, Any] = {
        "groups": table.faces("groups"),
        "asked_artifact": dict.fromkeys(table.picked("asked_artifact"), True),
        "artifacts": table.faces("artifacts"),
    }
    if table.entered("difficulty"):
        about["difficulty"] = table.choice("difficulty")
    for grid in ("asked", "circled", "struck", "group_fairies"):
        about[grid] = table.grid(grid)
    return table_alone(position, about)


def answer(form: Position) -> Answer:
    table, cites = form.table, ("requirement_met", "coop_goal")
    stands = mission.stands(table)
    if not stands:
        return Answer(say("set-groups"), cites=cites)
    blocks, met, offers = [], [], []
    for group, stand in stands.items():
        blocks.append(Block(called(group), tuple(_rows(form, group))))
        if mission.goal_icons(form, group) and not mission.lacking(form, group):
            met.append(group)
            if stand not in (mission.MET, *mission.LOST_STANDS):
                label = say("goal-met-by", group=called(group))
                offers.append(Apply(label, {table.path("groups", group): mission.MET}))
    level = mission.difficulty(form)
    name = form.catalogue.name(level)
    said = say("goals-met", level=name, who=named(met)) if met else say("goals-unmet", level=name)
    return Answer(said, tuple(blocks), tuple(offers), cites=(*cites, level))


def _rows(form: Position, group: str) -> Iterator[Row]:
    asked, lacking = mission.goal_icons(form, group), mission.lacking(form, group)
    held = mission.group(form, group)
    spent_count = bool(form.catalogue[mission.difficulty(form)].facts.get("spent_count"))
    if not asked:
        yield Row(say("nothing-asked"), EMPTY, EMPTY, "coop_goal")
    gaps = {gap.icon: gap.required - gap.held for gap in lacking}
    for icon in dict.fromkeys((*asked, *gaps)):
        value = say("of-all", n=held.holds(icon, spent_count), all=asked.get(icon, 0))
        gap = gaps.get(icon, 0)
        how = say("enough")
        if gap:
            how = say("short", n=gap) if gap > 0 else say("too-many", n=-gap)
        yield Row(form.catalogue.name(icon), value, how, icon)
