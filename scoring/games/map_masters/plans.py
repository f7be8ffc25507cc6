"""The questions of Map Masters: what a place still takes, and the best path through a dungeon."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ...core.breakdown import Breakdown
from ...core.catalogue import Catalogue
from ...core.plan import Around, Plan, Proof, Rulings, State
from ...core.text import Text, counted, join
from . import dungeon, mission, points
from .needs import Needs, Way
from .score import Pad, score
from .sheet import COLUMNS, ROUNDS, of_round, played, rounds_left

TICK = 1
"""What an escape tick is taken to be worth when paths are compared: between 0 and 2 points."""

BOOK_PAYS = {
    "book_no_sword": "sword",
    "book_no_key": "key",
    "book_cross_hole": "rope",
    "book_no_scroll": "scroll",
}

# ── what do I need ─────────────────────────────────────────────────────────────────────


def need(
    place: int,
    question: str,
    catalogue: Catalogue,
    state: State,
    seat: str,
    rulings: Rulings,
    seconds: float,
) -> Plan:
    """The least that surely ends at ``place`` or better, primary points first.

    The state after holds it as still to come, and the rivals' worst answer to it.
    """
    begun = time.perf_counter()
    if mission.played(state):
        return _impossible(question, seat, state, _TOGETHER, begun)
    pad = Pad(catalogue, state, rulings)
    if any(b.partial for b in score(catalogue, state, rulings).values()):
        why = Text("A row is still open, so this is not known.", "未確定の行があるため不明です。")
        return _impossible(question, seat, state, why, begun)
    needs = Needs(pad, seat)
    ways = needs.ways(place)
    if not ways:
        why = Text(
            "Not possible for sure within what can still come.",
            "これから取れる範囲では確実には届きません。",
        )
        return _impossible(question, seat, state, why, begun)
    way = ways[0]
    after = _assumed(needs, place, way, state)
    worth = score(catalogue, after, rulings)[seat].total
    assert worth is not None
    steps = [_said(way), *_others(ways), *_parity(needs)]
    proof = Proof("optimal", "exhaustive", Fraction(worth), time.perf_counter() - begun)
    return Plan(question, seat, tuple(steps), after, Fraction(worth), proof)


def one_more(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, plan: Plan, seconds: float
) -> Around:
    """What one more of each part would add to this seat's final score as things stand."""
    if mission.played(state):
        return Around()
    before = score(catalogue, state, rulings)[seat].total
    found: dict[str, Fraction] = {}
    for part in COLUMNS:
        more = dict(state["seats"][seat].get("more", {}))
        more[part] = more.get(part, 0) + 1
        cells = state["seats"][seat] | {"more": more}
        after = state | {"seats": state["seats"] | {seat: cells}}
        total = score(catalogue, after, rulings)[seat].total
        if total is not None and before is not None:
            found[part] = Fraction(total - before)
    return Around(found)


_TOGETHER = Text(
    "In co-op everybody wins or loses together.", "協力モードでは全員が一緒に勝つか負ける。"
)


def _impossible(question: str, seat: str, state: State, why: Text, begun: float) -> Plan:
    proof = Proof("impossible", "exhaustive", None, time.perf_counter() - begun)
    return Plan(question, seat, (why,), state, Fraction(0), proof)


def _assumed(needs: Needs, place: int, way: Way, state: State) -> State:
    """The table with this way and the rivals' worst answer entered as still to come."""
    worst = needs.worst(place, way)
    seats = dict(state["seats"])
    mine = {part: n for part, n in zip(COLUMNS, way, strict=True) if n}
    seats[needs.seat] = _with_more(seats[needs.seat], mine)
    for rival, ticks, races in zip(needs.rivals, worst.ticks, worst.races, strict=True):
        more = dict(seats[rival.seat].get("more", {})) | {"escape": ticks, "time_bonus": races}
        seats[rival.seat] = _with_more(
            seats[rival.seat], {part: more[part] for part in COLUMNS if more.get(part)}
        )
    return state | {"seats": seats}


def _with_more(cells: State, more: dict[str, int]) -> State:
    rest = {key: value for key, value in cells.items() if key != "more"}
    return rest | {"more": more} if more else rest


def _said(way: Way) -> Text:
    parts = [
        counted(way.primary, "primary point", "primary points", "点（プライマリ）"),
        counted(way.secondary, "secondary point", "secondary points", "点（セカンダリ）"),
        counted(way.time_bonus, "time bonus", "time bonuses", "回の時間ボーナス"),
        counted(way.escape, "escape", "escapes", "回の脱出"),
        counted(way.coins, "coin", "coins", "枚のコイン"),
    ]
    wanted = [part for part, n in zip(parts, way, strict=True) if n]
    if not wanted:
        return Text("Nothing more is needed.", "これ以上は何も要りません。")
    return Text("At least {what}.", "少なくとも{what}。").fill(what=join(wanted, " and ", "と"))


def _others(ways: Sequence[Way]) -> Iterator[Text]:
    """The smallest help from each part other than the primary, and escape with time bonus."""
    seen: set[tuple[bool, ...]] = set()
    for way in ways[1:]:
        kind = tuple(bool(n) for n in way[1:])
        alone = sum(kind) == 1 or kind == (False, True, True, False)
        if alone and kind not in seen:
            seen.add(kind)
            yield Text("Or: {what}", "または:{what}").fill(what=_said(way))


def _parity(needs: Needs) -> list[Text]:
    """What the halves of the secondary column and the thirds of the coins make of one more."""
    if not rounds_left(needs.pad.cells(needs.seat)):
        return []
    half = points.to_next(needs.have.secondary, needs.pad.parts("secondary", "column_share"))
    third = points.to_next(needs.have.coins, needs.pad.parts("coins", "leftover"))
    pink = counted(half, "more point", "more points", "")
    coins = counted(third, "more coin", "more coins", "枚")
    return [
        Text(
            "Next point from the secondary column: {n}.",
            "セカンダリはあと{n}で1点増えます。",
        ).fill(n=pink),
        Text("Next point from coins: {n}.", "コインはあと{n}で1点増えます。").fill(n=coins),
    ]


# ── the best path ──────────────────────────────────────────────────────────────────────


def values(catalogue: Catalogue, primary: str) -> dict[str, int]:
    """What each icon is worth on a path, in twenty-fourths of a point.

    The primary pays in full; any of the twelve objectives may be the secondary, which is
    halved; three coins are a point.
    """
    found: dict[str, int] = {}
    for entry in catalogue.of_kind("objective"):
        scores = entry.scoring("per_icon")
        assert scores
        worth = scores["points"] * (1 + (24 if entry.id == primary else 0))
        found[scores["of"]] = worth + (8 if scores["of"] == "coin" else 0)
    return found


def route(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """The path worth most in the round to come; it is entered as that round's path."""
    begun, cells = time.perf_counter(), state["seats"][seat]
    if mission.played(state):
        return _impossible("route", seat, state, _TOGETHER, begun)
    number = played(cells) + 1
    primary = state.get("table", {}).get(of_round("primary_objective", number))
    if number > ROUNDS[-1] or not primary or "dungeon" not in cells:
        why = Text(
            "Needs the dungeon and the primary of a round to come.",
            "ダンジョンの記述と、これからのラウンドのプライマリが必要です。",
        )
        return _impossible("route", seat, state, why, begun)
    try:
        laid = dungeon.read(cells["dungeon"])
    except dungeon.Unclear as error:
        return _impossible("route", seat, state, error.message, begun)
    fairies = {
        catalogue[fairy].facts["stands_in"]: n for fairy, n in cells.get("fairies", {}).items()
    }
    books = {BOOK_PAYS[b]: 1 for b in cells.get("books", {}) if b in BOOK_PAYS}
    found = dungeon.search(laid, values(catalogue, primary), 24 * TICK, fairies, books, seconds)
    walked = cells | {of_round("path", number): found.text}
    after = state | {"seats": state["seats"] | {seat: walked}}
    met = Text("Walk {path}", "経路は {path}").fill(path=found.text)
    names = [
        Text(f"{n} {catalogue.name(i).en.lower()}", f"{catalogue.name(i).ja}{n}")
        for i, n in found.circled.items()
        if n
    ]
    proof = Proof(
        "optimal" if found.proven else "best found",
        "exhaustive",
        Fraction(found.bound, 24),
        time.perf_counter() - begun,
    )
    steps = (met, join(names)) if names else (met,)
    return Plan("route", seat, steps, after, Fraction(found.value, 24), proof)


def route_worth(catalogue: Catalogue, scored: Mapping[str, Breakdown], seat: str) -> Fraction:
    """A path's worth read off the score pad: the last round's row says what it found."""
    rows = [scored[seat].line(of_round("primary", n)) for n in reversed(ROUNDS)]
    line = next((row for row in rows if row is not None), None)
    if line is None:
        return Fraction(0)
    worth = Fraction(line.points or 0) + TICK * line.pieces.get("outer_opening", 0)
    worth += Fraction(line.pieces.get("coin", 0), 3)
    for entry in catalogue.of_kind("objective"):
        scores = entry.scoring("per_icon")
        assert scores
        worth += Fraction(scores["points"] * line.pieces.get(scores["of"], 0), 24)
    return worth
