"""What lies in front of a Keyflower player after winter, in the order it is best entered."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.catalogue import Catalogue, Entry, Option
from ...core.fault import Doubt
from ...core.plan import Rulings, State
from ...core.sheet import (
    Group,
    Note,
    Section,
    Sheet,
    choice,
    count,
    grid,
    one_group,
    options,
    pick,
    tally,
)
from ...core.text import EMPTY, Text
from .course import COURSE

FACES = (
    Option("before", Text("front", "改良前")),
    Option("after", Text("upgraded", "改良後")),
)
PURPLE = (
    Option("none", Text("not mine", "持っていない")),
    Option("won", Text("won with its tile", "タイルを落札")),
    Option("passed", Text("came without a bid", "入札なしで来た")),
)
VILLAGE = ("home", "spring", "summer", "autumn")


def storage_tiles(catalogue: Catalogue) -> tuple[Entry, ...]:
    """The tiles on which goods score where they lie."""
    return tuple(e for e in catalogue.of_kind("autumn") if e.scoring("storage"))


def takers(catalogue: Catalogue) -> tuple[Entry, ...]:
    """The tiles and boats that pieces are given to at the end."""
    rules = ("bundle", "chosen", "each_worker")
    return tuple(e for e in catalogue.of_kind("winter", "boat") if any(map(e.scoring, rules)))


def _pays(entry: Entry) -> Note:
    """What a winter tile or boat pays for, as its row on the sheet shows it."""
    scores = entry.scores[0]
    match scores.rule:
        case "bundle":
            return Note(Text(f"{scores['points']}", f"{scores['points']}点"), scores["pieces"])
        case "chosen":
            family = "any_" + _family(scores["among"])
            return Note(
                Text(f"{scores['points']}, one kind", f"{scores['points']}点・1種類"), {family: 1}
            )
        case "each_worker":
            return Note(Text(f"{scores['points']}", f"{scores['points']}点"), {"any_worker": 1})
        case "flat":
            return Note(Text(f"{scores['points']} points", f"{scores['points']}点"))
        case "power":
            return Note(Text("transport power", "輸送力"))
        case "loop":
            return Note(Text("tiles on the loop", "輪のタイル数"))
        case "chain":
            return Note(Text("2, 4, 8, 16, 32", "2・4・8・16・32"))
    return Note(EMPTY)


def _family(among: list[str]) -> str:
    """The family that a choice of one kind is made from."""
    return "skill" if "saw" in among else "worker" if "red" in among else "resource"


def _printed(entry: Entry, face: str) -> Note:
    """The points that a face of a village tile shows, so that players match what they see."""
    if storage := entry.scoring("storage"):
        return Note(Text(f"×{storage[face]}", f"×{storage[face]}"))
    printed = entry.scoring("printed")
    assert printed
    return Note(Text(str(printed[face]), str(printed[face])))


def make(catalogue: Catalogue) -> Sheet:
    """The sheet; its ids are the JSON's keys, its decided fields belong to the optimizer."""
    resources = options(catalogue.of_kind("resource"))
    skills = options(catalogue.of_kind("skill"))
    colours = options(tuple(e for e in catalogue.of_kind("worker") if e.id != "purple"))
    storage = options(storage_tiles(catalogue))
    village = tuple(
        Group(catalogue.kinds[kind].many, options(catalogue.of_kind(kind))) for kind in VILLAGE
    )
    flippable = tuple(o for group in village for o in group.rows)
    sections = (
        Section(
            "resources",
            Text("Resources", "資源"),
            (
                tally(
                    "resources",
                    Text("Resources", "資源"),
                    resources,
                    most_in_box={"wood": 24, "stone": 24, "iron": 24, "gold": 48},
                    hint=Text(
                        "Everything of yours except what lies on the four storage tiles.",
                        "置き場4種の上にあるもの以外、すべて。",
                    ),
                ),
            ),
        ),
        Section(
            "skills",
            Text("Skills", "技術"),
            (
                tally(
                    "skills",
                    Text("Skills", "技術"),
                    skills,
                    most_in_box=dict.fromkeys(("anvil", "pickaxe", "saw"), 16),
                ),
            ),
        ),
        Section(
            "workers",
            Text("Workers", "キープル"),
            (
                tally(
                    "workers",
                    Text("Workers", "キープル"),
                    colours,
                    most_in_box={"red": 40, "blue": 40, "yellow": 40, "green": 20},
                    hint=Text(
                        "Behind your screen, from lost bids, and on the tiles of your village.",
                        "手元、落札できなかった分、自分の村のタイル上の分。",
                    ),
                ),
                choice("purple", Text("Purple worker", "紫のキープル"), PURPLE, default="none"),
            ),
        ),
        Section(
            "winter",
            Text("Winter tiles", "冬タイル"),
            (
                pick(
                    "winter",
                    Text("Winter tiles", "冬タイル"),
                    one_group(options(catalogue.of_kind("winter"))),
                    unique=True,
                    notes={e.id: _pays(e) for e in catalogue.of_kind("winter")},
                ),
            ),
        ),
        Section(
            "boats",
            Text("Boats", "船"),
            (
                pick(
                    "boats",
                    Text("Boats", "船"),
                    one_group(options(catalogue.of_kind("boat"))),
                    unique=True,
                    notes={e.id: _pays(e) for e in catalogue.of_kind("boat")},
                ),
                count(
                    "loop",
                    Text("Tiles on the Sea Bastion's loop", "シー・バスティオン号の輪のタイル数"),
                    when="boats/sea_bastion",
                    most=60,
                ),
                count(
                    "chain",
                    Text("Boats on the water from home", "家から水辺でつながる船の数"),
                    when="boats/sea_breese",
                    most=20,
                ),
            ),
        ),
        Section(
            "village",
            Text("Village", "村"),
            (
                pick(
                    "village",
                    Text("Village tiles", "村のタイル"),
                    village,
                    FACES,
                    unique=True,
                    notes={
                        (e.id, face.id): _printed(e, face.id)
                        for e in catalogue.of_kind(*VILLAGE)
                        for face in FACES
                    },
                ),
                grid(
                    "storage",
                    Text("Goods on storage tiles", "置き場にある資源"),
                    storage,
                    resources,
                    when="village",
                ),
            ),
        ),
        Section(
            "turn_order",
            Text("Turn order tiles", "ターン順タイル"),
            (
                tally(
                    "turn_order",
                    Text("Turn order tiles", "ターン順タイル"),
                    options(catalogue.of_kind("turn_order")),
                    most=6,
                    hint=Text(
                        "For each one you own: how many tiles touch it.",
                        "持っているタイルごとに、接しているタイルの枚数。",
                    ),
                ),
            ),
        ),
        Section(
            "summer_boats",
            Text("Summer boats", "夏の船タイル"),
            (
                pick(
                    "summer_boats",
                    Text("Summer boats", "夏の船タイル"),
                    one_group(options(catalogue.of_kind("summer_boat"))),
                    unique=True,
                ),
            ),
            Text("Only 2b and 3b change the final score.", "最終得点に影響するのは2bと3bだけ。"),
            folded=True,
        ),
        Section(
            "decisions",
            Text("Decisions", "決定"),
            (
                choice(
                    "purple_as",
                    Text("Purple worker counts as", "紫のキープルの扱い"),
                    (*resources, *skills, *colours),
                    decided=True,
                ),
                choice(
                    "purple_on",
                    Text("Purple worker lies on", "紫のキープルを置くタイル"),
                    storage,
                    decided=True,
                ),
                choice(
                    "flip",
                    Text("Tile the Flipper turns", "フリッパー号で改良"),
                    flippable,
                    decided=True,
                ),
                grid(
                    "release",
                    Text("Goods taken off storage tiles", "置き場から取る資源"),
                    storage,
                    resources,
                    decided=True,
                ),
                grid(
                    "use",
                    Text("Pieces given to each tile", "各タイルに割り当てる駒"),
                    options(takers(catalogue)),
                    (*resources, *skills, *colours),
                    decided=True,
                ),
            ),
        ),
    )
    return Sheet(
        catalogue,
        sections,
        doubts=lambda state, rulings: list(_doubts(state, rulings)),
        course=COURSE,
    )


def _doubts(state: State, rulings: Rulings) -> Iterator[Doubt]:
    for seat, cells in state["seats"].items():
        yield from _strange(seat, cells)
        yield from _overspent(seat, cells)
    homes = {
        seat: [t for t in cells.get("village", {}) if t.startswith("home_")]
        for seat, cells in state["seats"].items()
    }
    for seat, held in homes.items():
        for home in held[1:]:
            message = Text("A player has one home.", "家は1人1枚です。")
            yield Doubt(f"{seat}/village/{home}", message)
    holders = [s for s, c in state["seats"].items() if c.get("purple", "none") != "none"]
    for seat in holders[1:]:
        message = Text("There is one purple worker.", "紫のキープルは1個だけです。")
        yield Doubt(f"{seat}/purple", message)


def _strange(seat: str, cells: State) -> Iterator[Doubt]:
    if cells.get("loop", 3) < 3:
        message = Text(
            "The shortest loop has 3 tiles; this scores 0.",
            "輪は最小3枚です。これは0点になります。",
        )
        yield Doubt(f"{seat}/loop", message)
    if cells.get("chain", 0) > 5:
        message = Text(
            "The base game allows 5 boats; counted as 5.",
            "基本セットでは最大5枚。5枚として数えます。",
        )
        yield Doubt(f"{seat}/chain", message)
    for tile in cells.get("storage", {}):
        if tile not in cells.get("village", {}):
            message = Text(
                "Goods lie here, but the tile is not in your village.",
                "資源がありますが、このタイルは村にありません。",
            )
            yield Doubt(f"{seat}/storage/{tile}", message)
    for side in "1234":
        both = [f"boat_{side}{face}" for face in "ab"]
        if all(boat in cells.get("summer_boats", {}) for boat in both):
            message = Text("Two sides of one tile.", "同じタイルの表裏です。")
            yield Doubt(f"{seat}/summer_boats/{both[1]}", message)


def _overspent(seat: str, cells: State) -> Iterator[Doubt]:
    """Decisions that hand out more than the seat has."""
    for tile, goods in cells.get("release", {}).items():
        for good, number in goods.items():
            if number > cells.get("storage", {}).get(tile, {}).get(good, 0):
                message = Text("More than lies there.", "置いてある数より多いです。")
                yield Doubt(f"{seat}/release/{tile}/{good}", message)
    used: dict[str, int] = {}
    for pieces in cells.get("use", {}).values():
        for piece, number in pieces.items():
            used[piece] = used.get(piece, 0) + number
    for piece, number in used.items():
        if number > loose(cells).get(piece, 0):
            message = Text("More used than there are.", "持っている数より多く使っています。")
            yield Doubt(f"{seat}/use//{piece}", message)


def loose(cells: State) -> dict[str, int]:
    """Pieces that may be given to tiles, decisions so far included, piece id to count."""
    pool: dict[str, int] = {}
    stocks = [cells.get(field, {}) for field in ("resources", "skills", "workers")]
    stocks += list(cells.get("release", {}).values())
    for stock in stocks:
        for piece, number in stock.items():
            pool[piece] = pool.get(piece, 0) + number
    if (declared := cells.get("purple_as")) and not cells.get("purple_on"):
        pool[declared] = pool.get(declared, 0) + 1
    return pool
