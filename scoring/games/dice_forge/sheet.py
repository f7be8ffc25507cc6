"""What lies in front of a player: the glory track, feats, both dice, the reserve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...core.catalogue import Catalogue, Option
from ...core.fault import Doubt
from ...core.plan import Rulings, State
from ...core.sheet import (
    Field,
    Group,
    Note,
    Section,
    Sheet,
    count,
    one_group,
    options,
    pick,
    tally,
)
from ...core.text import Text
from . import course, points
from .dice import SIDES, box_copies, read_faces, starting_dice

RESOURCES = ("gold", "sun", "moon")
MOST_GLORY = 400
MOST_CHESTS = 4
LEAST_PLAYERS = 2


def make(catalogue: Catalogue) -> Sheet:
    feats = catalogue.of_kind("feat")
    most = {e.id: e.facts.get("four_players", 1) for e in feats}
    final = Section(
        "final",
        Text("Glory", "得点"),
        (count("glory", Text("On the track", "トラックの点"), most=MOST_GLORY),),
        hint=Text("A 100-point token counts 100.", "100点トークンは100点。"),
    )
    bought = Section(
        "bought",
        Text("Heroic feats", "偉業カード"),
        (
            Field(
                "feats",
                Text("Heroic feats", "偉業カード"),
                "tally",
                tally("feats", Text("", ""), options(feats), most=4).cell,
                tuple(_by_glory(catalogue)),
                most_in_box=most,
                notes={e.id: Note(_points(e.facts["glory"])) for e in feats},
            ),
            count(
                "typhon_faces",
                Text("Faces forged when Typhon came", "テュポーン獲得時の鍛造数"),
                most=60,
                hint=Text(
                    "All Typhons together; their glory is on the track already, so this is for "
                    "the record.",
                    "テュポーンの分は獲得時にトラックで加算済み。記録用です。",
                ),
            ),
        ),
        hint=Text("How many copies of each.", "それぞれ何枚持っているか。"),
    )
    dice = Section(
        "dice",
        Text("My dice", "自分のダイス"),
        tuple(_die(catalogue, number) for number in (1, 2)),
        hint=Text(
            "Six faces each; a side left alone is the starting face.",
            "それぞれ6面。空欄は開始時の面です。",
        ),
        tracked=True,
    )
    reserve = Section(
        "stock",
        Text("Reserve", "備蓄"),
        (
            tally("reserve", Text("Reserve", "備蓄"), options([catalogue[r] for r in RESOURCES])),
            count("hammer_steps", Text("Gold on hammers", "ハンマーのゴールド"), most=120),
            tally(
                "tokens",
                Text("Tokens", "トークン"),
                options([catalogue["cerberus_token"], catalogue["triton_token"]]),
                most=8,
            ),
            count("forged", Text("Faces forged", "鍛造した面の数"), most=60),
        ),
        tracked=True,
    )
    return Sheet(
        catalogue,
        (final, bought, reserve, dice),
        doubts=lambda state, rulings: list(_doubts(catalogue, state, rulings)),
        course=course.make(catalogue),
    )


def _points(glory: int) -> Text:
    return Text(f"{glory}", f"{glory}点")


def _by_glory(catalogue: Catalogue) -> Iterator[Group]:
    """Feats by what they are paid with, cheapest first, as they lie on the islands."""
    groups: dict[str, list[Option]] = {"moon": [], "sun": [], "both": []}
    for entry in catalogue.of_kind("feat"):
        cost = entry.facts["cost"]
        paid = "both" if len(cost) > 1 else next(iter(cost), "both")
        groups[paid].append(Option(entry.id, entry.name))
    labels = {
        "moon": Text("Paid with moons", "月で払う"),
        "sun": Text("Paid with suns", "太陽で払う"),
        "both": Text("Paid with both", "太陽と月で払う"),
    }
    for paid, rows in groups.items():
        if rows:
            yield Group(labels[paid], tuple(rows))


def _die(catalogue: Catalogue, number: int) -> Field:
    """Six sides; a note on each names the starting face that a blank stands for."""
    start = starting_dice(catalogue, read_faces(catalogue))[number - 1]
    names = [Option(f"side_{n}", Text(f"Side {n}", f"面{n}")) for n in range(1, SIDES + 1)]
    label = Text("Light die", "明るいダイス") if number == 1 else Text("Dark die", "暗いダイス")
    return pick(
        f"die_{number}",
        label,
        one_group(names),
        options(catalogue.of_kind("face")),
        notes={f"side_{n}": Note(face.name) for n, face in enumerate(start, 1)},
    )


# ── doubts ─────────────────────────────────────────────────────────────────────────────


def _doubts(catalogue: Catalogue, state: State, rulings: Rulings) -> Iterator[Doubt]:
    for seat, cells in state["seats"].items():
        yield from _over_caps(seat, cells)
        if cells.get("typhon_faces") and not cells.get("feats", {}).get("typhon"):
            message = Text("Typhon is not among the feats.", "テュポーンを持っていません。")
            yield Doubt(f"{seat}/typhon_faces", message)
    yield from _too_many_faces(catalogue, state)


def _over_caps(seat: str, cells: dict[str, Any]) -> Iterator[Doubt]:
    limits = points.caps(cells.get("feats", {}).get("chest", 0))
    held = cells.get("reserve", {})
    for resource, limit in zip(RESOURCES, limits, strict=True):
        if held.get(resource, 0) > limit:
            message = Text("The reserve holds {n} at most.", "備蓄の上限は{n}です。")
            yield Doubt(f"{seat}/reserve/{resource}", message.fill(n=limit))


def _too_many_faces(catalogue: Catalogue, state: State) -> Iterator[Doubt]:
    players = min(4, max(LEAST_PLAYERS, len(state["seats"])))
    copies = box_copies(catalogue, players)
    seen: Counter[str] = Counter()
    for seat, cells in state["seats"].items():
        for die in ("die_1", "die_2"):
            for side, face in cells.get(die, {}).items():
                seen[face] += 1
                if face in copies and seen[face] > copies[face]:
                    message = Text(
                        "With {p} players there are {n} of this face.",
                        "{p}人のとき、この面は{n}枚です。",
                    )
                    yield Doubt(f"{seat}/{die}/{side}", message.fill(p=players, n=copies[face]))
