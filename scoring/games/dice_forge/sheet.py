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
DICE = ("die_1", "die_2")
MOST_GLORY = 400
HAMMER_TRACK = 30
MOST_PLAYERS = 4
COPIES = {2: "two_players", 3: "three_players", 4: "four_players"}
TOKENS = {"cerberus_token": "cerberus", "triton_token": "triton"}


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
                tuple(_by_cost(catalogue)),
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


def _by_cost(catalogue: Catalogue) -> Iterator[Group]:
    """Feats by what they are paid with, cheapest first, as they lie on the islands."""
    groups: dict[str, list[Option]] = {"moon": [], "sun": [], "both": []}
    feats = catalogue.of_kind("feat")
    for entry in sorted(feats, key=lambda feat: sum(feat.facts["cost"].values())):
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
        yield from _without_feat(seat, cells)
    yield from _too_many_feats(catalogue, state)
    yield from _one_or_the_other(catalogue, state)
    yield from _too_many_faces(catalogue, state)


def _players(state: State) -> int:
    """How many play. One seat alone is somebody who counts their own glory, so it says nothing."""
    seats = len(state["seats"])
    return seats if seats in COPIES else MOST_PLAYERS


def _over_caps(seat: str, cells: dict[str, Any]) -> Iterator[Doubt]:
    limits = points.caps(cells.get("feats", {}).get("chest", 0))
    held = cells.get("reserve", {})
    for resource, limit in zip(RESOURCES, limits, strict=True):
        if held.get(resource, 0) > limit:
            message = Text("The reserve holds {n} at most.", "備蓄の上限は{n}です。")
            yield Doubt(f"{seat}/reserve/{resource}", message.fill(n=limit))


def _without_feat(seat: str, cells: dict[str, Any]) -> Iterator[Doubt]:
    """What only a feat brings, and more of it than the feats bring."""
    feats = cells.get("feats", {})
    if cells.get("typhon_faces") and not feats.get("typhon"):
        message = Text("Typhon is not among the feats.", "テューポーンを持っていません。")
        yield Doubt(f"{seat}/typhon_faces", message)
    room = HAMMER_TRACK * feats.get("hammer", 0)
    if cells.get("hammer_steps", 0) > room:
        message = Text(
            "The hammers among the feats take {n} gold.", "持っているハンマーには{n}までです。"
        )
        yield Doubt(f"{seat}/hammer_steps", message.fill(n=room))
    for token, feat in TOKENS.items():
        if cells.get("tokens", {}).get(token, 0) > feats.get(feat, 0):
            message = Text(
                "More tokens than feats that bring them.", "もたらす偉業より多いトークンです。"
            )
            yield Doubt(f"{seat}/tokens/{token}", message)


def _too_many_feats(catalogue: Catalogue, state: State) -> Iterator[Doubt]:
    """Stacks are as high as there are players; the box's own number is the sheet's to check."""
    players = _players(state)
    for feat in catalogue.of_kind("feat"):
        copies = feat.facts[COPIES[players]]
        owners = _owners(state, feat.id)
        if copies < sum(owners.values()) <= feat.facts[COPIES[MOST_PLAYERS]]:
            message = Text(
                "With {p} players there are {n} of this feat.", "{p}人のとき、この偉業は{n}枚です。"
            ).fill(p=players, n=copies)
            for seat in owners:
                yield Doubt(f"{seat}/feats/{feat.id}", message)


def _one_or_the_other(catalogue: Catalogue, state: State) -> Iterator[Doubt]:
    """Feats that share a place on the islands are never in one game."""
    for feat in catalogue.of_kind("feat"):
        for other in feat.facts.get("instead_of", ()):
            if _owners(state, other):
                message = Text(
                    "A game has either this feat or {other}.",
                    "1ゲームで使うのは、この偉業か{other}のどちらかです。",
                ).fill(other=catalogue.name(other))
                for seat in _owners(state, feat.id):
                    yield Doubt(f"{seat}/feats/{feat.id}", message)


def _owners(state: State, feat: str) -> dict[str, int]:
    held = {seat: c.get("feats", {}).get(feat, 0) for seat, c in state["seats"].items()}
    return {seat: number for seat, number in held.items() if number}


def _too_many_faces(catalogue: Catalogue, state: State) -> Iterator[Doubt]:
    """More of a face on all dice than were sold or given, and stood on the starting dice."""
    players = _players(state)
    sold = {**box_copies(catalogue, MOST_PLAYERS), **box_copies(catalogue, players)}
    start = starting_dice(catalogue, read_faces(catalogue))
    began = Counter(face.id for die in start for face in die)
    chosen = [
        (f"{seat}/{die}/{side}", face)
        for seat, cells in state["seats"].items()
        for die in DICE
        for side, face in cells.get(die, {}).items()
    ]
    seen: Counter[str] = Counter()
    for cells in state["seats"].values():
        for die, faces in zip(DICE, start, strict=True):
            said = cells.get(die, {})
            seen.update(f.id for n, f in enumerate(faces, 1) if f"side_{n}" not in said)
    for path, face in chosen:
        seen[face] += 1
        copies = sold.get(face, 0) + began[face] * players
        if seen[face] > copies:
            message = Text(
                "With {p} players there are {n} of this face.",
                "{p}人のとき、この面は{n}枚です。",
            )
            yield Doubt(path, message.fill(p=players, n=copies))
