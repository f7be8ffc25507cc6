"""What lies in front of an orchard keeper: one field of every kind, and one for the table."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.catalogue import Catalogue, Option
from scoring.core.course import Course, Stage, Step
from scoring.core.fault import Doubt
from scoring.core.plan import Rulings, State
from scoring.core.sheet import (
    Section,
    Sheet,
    choice,
    count,
    flag,
    grid,
    one_group,
    options,
    pick,
    script,
    tally,
)
from scoring.core.text import Text

FACES = (Option("young", Text("young", "若木")), Option("old", Text("old", "老木")))


def make(catalogue: Catalogue) -> Sheet:
    """The sheet; ``use`` belongs to the optimizer."""
    fruit = catalogue.of_kind("fruit")
    baskets = options(catalogue.of_kind("basket"))
    guests = options((catalogue["mayor"], catalogue["stranger"]))
    orchard = Section(
        "orchard",
        Text("Orchard", "果樹園"),
        (
            tally(
                "fruit",
                Text("Fruit", "くだもの"),
                options(fruit),
                most_in_box={e.id: e.facts["in_box"] for e in fruit},
            ),
            pick("baskets", Text("Baskets", "かご"), one_group(baskets), unique=True),
            pick(
                "trees", Text("Trees", "木"), one_group(options(catalogue.of_kind("tree"))), FACES
            ),
        ),
    )
    yard = Section(
        "yard",
        Text("Yard", "庭"),
        (
            count("coins", Text("Coins", "コイン"), most=60),
            flag("cat", Text("Cat", "ねこ")),
            choice("guest", Text("Guest", "客"), guests),
            script("walk", Text("Walk", "散歩"), length=40),
        ),
    )
    decisions = Section(
        "decisions",
        Text("Decisions", "決定"),
        (
            grid(
                "use", Text("Fruit in baskets", "かごの中身"), baskets, options(fruit), decided=True
            ),
        ),
    )
    table = Section("table", Text("Table", "卓"), (flag("festival", Text("Festival", "お祭り")),))
    basket_1 = next(iter(catalogue.of_kind("basket"))).id
    dance = Section(
        "dance",
        Text("Dance", "踊り"),
        (count("dances", Text("Dances", "踊った回数")),),
        tracked=True,
        when="table/festival",
    )
    pick_ = Step("pick", Text("Pick fruit.", "くだものを取る。"), basket_1)
    spring = Stage("spring", Text("Spring", "春"), (pick_,))
    feast = Stage("feast", Text("Feast", "宴会"), (Step("eat", Text("Eat.", "食べる。")),))
    harvest = Stage("harvest", Text("Harvest", "収穫"), (pick_,))

    def order(state: State) -> list[str]:
        festival = state.get("table", {}).get("festival")
        return ["spring", "feast", "harvest"] if festival else ["spring", "harvest"]

    return Sheet(
        catalogue,
        (orchard, yard, dance, decisions),
        (table,),
        lambda state, rulings: list(_doubts(state, rulings)),
        Course((spring, feast, harvest), order),
    )


def _doubts(state: State, rulings: Rulings) -> Iterator[Doubt]:
    message = Text("More in baskets than there is.", "持っている数より多く入れています。")
    for seat, cells in state["seats"].items():
        for piece in ("apple", "pear", "plum"):
            used = sum(given.get(piece, 0) for given in cells.get("use", {}).values())
            if used > cells.get("fruit", {}).get(piece, 0):
                yield Doubt(f"{seat}/use//{piece}", message)
