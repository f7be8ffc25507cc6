"""Calculator that compares the icons of each co-op group with its goal."""

from collections.abc import Iterator

from scoring.model.calculator import Answer, Apply, Block, FormCells, Row
from scoring.model.catalogue import Catalogue
from scoring.model.position import Position
from scoring.text.localised import EMPTY

from ..messages import say
from ..sheet_functions import called, named
from ..solvers import mission


def fill(position: Position, seat: str) -> FormCells:
    rows = ("groups", "asked_artifact", "artifacts")
    grids = ("asked", "circled", "struck", "group_fairies")
    return {"table": position.table.entries("difficulty", *rows, *grids)}


def answer(form: Position) -> Answer:
    table = form.table
    stands = mission.stands(table)
    if not stands:
        return Answer(say("set-groups"))
    blocks, met, offers = [], [], []
    for group, stand in stands.items():
        holds = mission.group(form, group)
        goal = mission.goal(form, mission.goal_icons(form, group))
        blocks.append(Block(called(group), tuple(_rows(form.catalogue, goal, holds))))
        if goal.icons and not goal.gaps(holds):
            met.append(group)
            if stand not in (mission.MET, *mission.LOST_STANDS):
                label = say("goal-met-by", group=called(group))
                offers.append(Apply(label, {table.path("groups", group): mission.MET}))
    level = mission.difficulty(form)
    name = form.catalogue.name(level)
    summary = (
        say("goals-met", level=name, who=named(met)) if met else say("goals-unmet", level=name)
    )
    return Answer(summary, tuple(blocks), tuple(offers), cites=(level,))


def _rows(catalogue: Catalogue, goal: mission.Goal, group: mission.Group) -> Iterator[Row]:
    gaps = goal.gaps(group)
    if not goal.icons:
        yield Row(say("nothing-asked"), EMPTY, EMPTY, "coop_goal")
    for icon in dict.fromkeys((*goal.icons, *gaps)):
        value = say("of-all", n=goal.count(group, icon), all=goal.icons.get(icon, 0))
        gap = gaps.get(icon, 0)
        how = say("enough")
        if gap:
            how = say("short", n=gap) if gap > 0 else say("too-many", n=-gap)
        yield Row(catalogue.name(icon), value, how, icon)
