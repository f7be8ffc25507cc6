"""Codes that nobody's app wrote: each is refused, or taken in, shown again and undone.

``COMPANION_CODES=100000`` and ``COMPANION_EVENINGS=10000`` draw so many.
"""

import json
import os
import random
import time
import zlib
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from companion.models import Copy, Table, TakenCode
from companion.sync import replica as replicas
from companion.sync import replica_code as codes
from companion.sync import stored_replicas
from companion.sync.replica import Part, Replica, Version
from companion.tables import ledger, new_table
from scoring import game as find_game
from tests.web.test_codes_with_sheets import UID, written
from tests.web.test_tables import opened

KEYFLOWER = find_game("keyflower")
CODES = int(os.environ.get("COMPANION_CODES", "150"))
EVENINGS = int(os.environ.get("COMPANION_EVENINGS", "8"))
MOST_STORED = 150_000
"""Characters of a replica as it is stored, at most, whatever codes it took in."""

ALL = frozenset(replicas.holders(KEYFLOWER))
NUMBERS = [
    rest
    for rest, (_, cell) in codes._cells("keyflower", "p1").items()
    if cell.kind == "number" and cell.least == 0 and cell.most >= 99
]
PATHS = [f"p{n}/{rest}" for n in range(1, 7) for rest in NUMBERS]


# ── an evening ─────────────────────────────────────────────────────────────────────────


class Phone:
    """A phone at a table, and beside it what is true of it: which edits replaced which.

    Edits get a version when a code is shown or read, as in the app.
    """

    def __init__(self, number: int) -> None:
        self.number, self.id = number, random.Random(number).getrandbits(32)
        self.known = Replica(UID, "keyflower", table=True).speaking_of(ALL)
        self.typed: dict[str, Any] = {}
        self.values: dict[str, dict[tuple[int, int, str], Any]] = {}
        """Of each cell, the edits that nobody replaced, with their values."""
        self.replaced: set[tuple[int, int, str]] = set()
        self.shown = 0

    def tap(self, draw: random.Random) -> None:
        seat = self.number if draw.random() < 0.9 else draw.randint(1, 6)
        self.typed[f"p{seat}/{draw.choice(NUMBERS)}"] = draw.choice([None, *range(1, 10)])

    def show(self) -> str:
        now = self.known.current_values()
        news = {path: value for path, value in self.typed.items() if now.get(path) != value}
        self.typed = {}
        self.shown += 1
        for path, value in news.items():
            self.replaced |= self.values.get(path, {}).keys()
            self.values[path] = {(self.number, self.shown, path): value}
        self.known = self.known.written(news, self.id)
        return codes.encode(self.known)

    def read(self, other: "Phone") -> None:
        self.show()
        merged = self.known.merged(codes.decode(other.show()))
        self.known = codes.bounded(merged, self.id)
        assert self.known is merged, "an evening does not meet the bound"
        self.replaced |= other.replaced
        for path, edits in other.values.items():
            self.values[path] = {
                edit: value
                for edit, value in (self.values.get(path, {}) | edits).items()
                if edit not in self.replaced
            }

    def check(self) -> None:
        """Shown is a true value, and as differing just those that nobody replaced."""
        shown, differing = self.known.current_values(), self.known.merge_conflicts()
        for path, edits in self.values.items():
            values = set(edits.values())
            assert shown.get(path) in values
            assert {*differing.get(path, (shown.get(path),))} == values


def evening(draw: random.Random, phones: int, taps: int, meetings: int) -> list[Phone]:
    there = [Phone(n) for n in range(1, phones + 1)]
    acts = ["tap"] * taps + ["meet"] * meetings
    draw.shuffle(acts)
    for act in acts:
        if act == "tap":
            draw.choice(there).tap(draw)
        else:
            one, other = draw.sample(there, 2)
            one.read(other)
            one.check()
    return there


def test_a_long_evening_does_not_meet_the_bound():
    """Six phones, 400 taps, 40 meetings."""
    there = evening(random.Random(1), phones=6, taps=400, meetings=40)
    for each in there * 2:
        for other in there:
            if each is not other:
                each.read(other)
        each.check()
    assert len({each.show() for each in there}) == 1, "in the end all know the same"
    print(f"an evening: {len(there[0].show())} letters")


def test_random_evenings_lose_nothing_and_stay_small():
    longest, slowest = 0, 0.0
    for seed in range(EVENINGS):
        draw = random.Random(seed)
        there = evening(draw, draw.randint(2, 6), draw.randint(10, 120), draw.randint(3, 15))
        for each in there:
            start = time.process_time()
            each.read(there[0] if each is not there[0] else there[-1])
            slowest = max(slowest, time.process_time() - start)
            each.check()
            longest = max(longest, len(each.show()))
            assert len(json.dumps(each.known.stored())) <= MOST_STORED
            assert replicas.read(UID, "keyflower", each.known.stored()).parts == each.known.parts
        a, b, c = (phone.known for phone in [*there, Phone(8)][:3])
        assert a.merged(b) == b.merged(a) == a.merged(b).merged(b)
        assert a.merged(b).merged(c) == a.merged(b.merged(c))
        assert a.merged(a) == a
    print(f"{EVENINGS} evenings: longest {longest} letters, slowest {slowest * 1000:.1f} ms")


# ── mutated codes ──────────────────────────────────────────────────────────────────────


def mutated_json(draw: random.Random, code: str) -> str:
    """The code with one field, anywhere in it, replaced, left out, said twice or moved."""
    plain = json.loads(zlib.decompress(_bytes(code)))
    at, place = plain, draw.randrange(len(plain))
    while isinstance(at[place], list) and at[place] and draw.random() < 0.9:
        at = at[place]
        place = draw.randrange(len(at))
    match draw.randrange(4):
        case 0:
            del at[place]
        case 1:
            at.insert(draw.randrange(len(at) + 1), at[place])
        case 2:
            here = at[place]
            at[place] = here + draw.choice([-1, 1]) if type(here) is int else draw.random()
        case _:
            most = codes.MOST_TIME
            at[place] = draw.choice(
                [None, True, -1, 0, 1, most, most + 1, 1 << 30, 1 << 64, 0.5, "", "x", [], [[]], {}]
            )
    return written(plain)


def _bytes(code: str) -> bytes:
    value = int(code[1:-1], 36)
    return value.to_bytes((value.bit_length() + 7) // 8)


def mutated_replica(draw: random.Random, known: Replica, mine: int) -> Replica:
    """The replica with one of its parts false, in a form that can be read."""
    holder = draw.choice([h for h, part in known.parts.items() if part.registers] or ["p1"])
    part = known.parts[holder]
    seen = {copy: min(count, codes.MOST_TIME) for copy, count in part.seen.items()}
    registers = {path: dict(register) for path, register in part.registers.items()}
    high = draw.choice([1, 2, 50, codes.MOST_TIME - 1, codes.MOST_TIME])
    many = draw.choice([1, 4, 16, 32, 100, 300])
    foreign = [draw.getrandbits(32) for _ in range(many)]
    match draw.randrange(6):
        case 0:  # has seen what was never written, of this copy or of another
            seen[draw.choice([mine, *seen])] = high
        case 1:  # copies that say nothing
            seen |= dict.fromkeys(foreign, high)
        case 2 if holder.startswith("p"):  # a value of each of many copies
            for path, copy in zip(NUMBERS, foreign, strict=False):
                seen[copy] = high
                registers[path] = {Version(copy, draw.randint(1, high)): (draw.randint(1, 9),)}
        case 3 if holder.startswith("p"):  # many values of one cell
            seen |= dict.fromkeys(foreign, high)
            registers[draw.choice(NUMBERS)] = {
                Version(copy, high): (draw.randint(1, 99),) for copy in foreign
            }
        case 4 if holder.startswith("p"):  # this copy's own words, which it never said
            seen[mine] = max(seen.get(mine, 0), high)
            registers[draw.choice(NUMBERS)] = {Version(mine, high): (draw.randint(1, 9),)}
        case _:  # nothing, or everything, is blank
            keep = draw.random() < 0.5
            registers = {
                path: register if keep else dict.fromkeys(register, (None,))
                for path, register in registers.items()
                if not keep or draw.random() < 0.5
            }
    return Replica(
        known.uid, known.game, {**known.parts, holder: Part(seen, registers)}, table=True
    )


def mutated(draw: random.Random, known: Replica, mine: int) -> str:
    code = codes.encode(known)
    if draw.random() < 0.5:
        return mutated_json(draw, code)
    try:
        return codes.encode(mutated_replica(draw, known, mine))
    except codes.TooLong:
        return code


def taken_in(mine: Phone, sent: str) -> Replica | None:
    """Returns what this phone knows with the code; None if the code is refused."""
    try:
        return codes.bounded(mine.known.merged(codes.decode(sent)), mine.id)
    except (codes.Unreadable, codes.TooLong):
        return None


def test_a_mutated_code_is_refused_or_can_be_shown_again_and_undone():
    mine, *others = evening(random.Random(2), phones=4, taps=80, meetings=12)
    mine.show()
    honest = [each.known for each in others if each.show()]
    right = [mine.known.merged(each) for each in honest]
    refused, largest, slowest = 0, 0, 0.0
    for n in range(CODES):
        draw = random.Random(n)
        sent = mutated(draw, draw.choice(honest), mine.id)
        start = time.process_time()
        kept = taken_in(mine, sent)
        slowest = max(slowest, time.process_time() - start)
        if kept is None:
            refused += 1
            continue
        used_up = any(part.seen.get(mine.id) == codes.MOST_TIME for part in kept.parts.values())
        later = kept.written({draw.choice(PATHS): draw.randint(1, 9)}, n if used_up else mine.id)
        assert codes.decode(codes.encode(later)) == later, n
        largest = max(largest, len(json.dumps(later.stored())))
        back = kept.put_back(mine.known, mine.id)
        for each, merged in zip(honest, right, strict=True):
            found = back.merged(each)
            assert found.current_values() == merged.current_values(), n
            assert found.merge_conflicts() == merged.merge_conflicts(), n
    print(f"{CODES} codes, {refused} refused: {largest} stored, slowest {slowest * 1000:.1f} ms")
    assert 0 < refused < CODES
    assert largest <= MOST_STORED


# ── through the ledger ─────────────────────────────────────────────────────────────────


@pytest.fixture(params=["pad", "table"])
def kept(request, db):
    if request.param == "table":
        return opened()[1]
    return new_table.open_pad(KEYFLOWER, KEYFLOWER.sheet.blank(2))


def write(table: Table, cells: dict[str, Any]) -> None:
    now = Table.objects.get(key=table.key)
    ledger.write(now.key, None, "p1", cells, now.revision, uuid4().hex)


def undo_code(table: Table) -> None:
    number = TakenCode.objects.filter(event__table=table).latest("event__number").event.number
    ledger.undo(table.key, None, "", number, uuid4().hex)


def known(table: Table) -> Replica:
    return stored_replicas.current_replica(table, KEYFLOWER)


def take(table: Table, theirs: Replica) -> None:
    stored_replicas.take(table, KEYFLOWER, codes.decode(codes.encode(theirs)), ALL)


WOOD, GOLD = "p1/resources/wood", "p1/resources/gold"


def poison(name: str, before: Replica, mine: int) -> Replica:
    seats = replicas.cells(KEYFLOWER, {"game": "keyflower", "seats": {"p1": {}, "p2": {}}})
    honest = Replica(before.uid, "keyflower").written(seats, 7)
    copies = range(1000, 1032)
    match name:
        case "the last count of this copy":
            return before.only(["p1"]).merged(
                Replica(before.uid, "keyflower", {"p1": Part({mine: codes.MOST_TIME})})
            )
        case "a value with the last count of this copy":
            last = Version(mine, codes.MOST_TIME)
            part = Part({mine: last.time}, {"resources/wood": {last: (9,)}})
            return Replica(before.uid, "keyflower", {"p1": part})
        case "32 copies that say nothing":
            return Replica(before.uid, "keyflower", {"p1": Part(dict.fromkeys(copies, 5))})
        case "32 copies, each with a value":
            for copy, path in zip(copies, PATHS, strict=False):
                honest = honest.merged(
                    Replica(before.uid, "keyflower").written({path: copy % 9 + 1}, copy)
                )
            return honest
    for copy in copies:  # as many values of one cell
        honest = honest.merged(Replica(before.uid, "keyflower").written({WOOD: copy % 99}, copy))
    return honest


POISONS = (
    "the last count of this copy",
    "a value with the last count of this copy",
    "32 copies that say nothing",
    "32 copies, each with a value",
    "32 values of one cell",
)


@pytest.mark.parametrize("name", POISONS)
def test_a_poisoned_code_ends_no_codes_and_undo_takes_it_out(kept, name):
    write(kept, {WOOD: 3})
    before = known(kept)
    state = Table.objects.get(key=kept.key).state
    take(kept, poison(name, before, Copy.objects.get().id_here))
    assert known(kept) != before, "it was taken in"
    write(kept, {GOLD: 2})
    assert codes.decode(codes.encode(known(kept))).current_values()[GOLD] == 2
    write(kept, {GOLD: None})
    known(kept)
    undo_code(kept)
    after = known(kept)
    assert Table.objects.get(key=kept.key).state == state
    assert {c for part in after.parts.values() for c in part.seen} <= {
        *(c for part in before.parts.values() for c in part.seen),
        Copy.objects.get().id_here,
    }
    there = {p: v for p, v in after.current_values().items() if v is not None}
    assert there == {p: v for p, v in before.current_values().items() if v is not None}
    assert (after.merge_conflicts(), Table.objects.get(key=kept.key).merge_conflicts) == ({}, {})
    theirs = before.written({WOOD: 5}, 7)
    take(kept, theirs)
    assert Table.objects.get(key=kept.key).state["seats"]["p1"]["resources"] == {"wood": 5}


def too_much(before: Replica) -> Replica:
    """A code of its own, but too much to be taken in: a value of each of many copies."""
    draw, parts = random.Random(3), {}
    for seat, cells in (("p1", NUMBERS), ("p2", NUMBERS[:50])):
        copies = [draw.getrandbits(32) for _ in cells]
        registers = {
            rest: {Version(copy, 1): (draw.randint(1, 99),)}
            for copy, rest in zip(copies, cells, strict=True)
        }
        parts[seat] = Part(dict.fromkeys(copies, 1), registers)
    return Replica(before.uid, "keyflower", parts)


def test_what_is_too_much_for_a_code_is_refused_before_it_is_stored(kept):
    before, events = known(kept), kept.events.count()
    stored = Copy.objects.get().content
    with pytest.raises(codes.TooLong):
        take(kept, too_much(before))
    assert (kept.events.count(), Copy.objects.get().content) == (events, stored)
    with pytest.raises(codes.TooLong):
        stored_replicas.open_sheet(KEYFLOWER, too_much(before))


@pytest.mark.django_db
def test_the_reader_hears_that_it_is_too_much(host, table):
    code = codes.encode(too_much(known(table)))
    page = host.post("/code", {"code": code}).content.decode()
    assert "would be too much for one code" in page
    assert f'value="table {table.key}"' not in page
    for what in (f"table {table.key}", "sheet", "open p1"):
        response = host.post("/code/take", {"code": code, "take": what})
        assert response.status_code == 422
        assert "would be too much for one code" in response.content.decode()


def test_a_code_that_changes_no_cell_can_be_undone_too(kept):
    before = known(kept)
    take(kept, poison("32 copies that say nothing", before, 0))
    assert known(kept) != before
    event = kept.events.latest("number")
    assert event.cells == {}
    if kept.pad:
        Client().post(f"/pad/{kept.key}/p1/", {"go": "undo"})
    else:
        undo_code(kept)
    assert kept.events.latest("number").undoes == event.number
    assert known(kept) == before


@pytest.mark.django_db
def test_the_log_says_what_came_from_a_code(host, table):
    at = f"/table/{table.key}/log/"
    assert "from a code" not in host.get(at).content.decode()
    take(table, poison("32 copies that say nothing", known(table), 0))
    page = host.get(at).content.decode()
    number = TakenCode.objects.get().event.number
    assert "from a code" in page
    assert f"{at}{number}/undo" in page
    host.post(f"{at}{number}/undo", {"form": "u"})
    assert 1000 not in {copy for part in known(table).parts.values() for copy in part.seen}


def test_mutated_codes_through_the_ledger_leave_the_table_as_it_was(kept):
    write(kept, {WOOD: 3, GOLD: 1, "p2/resources/wood": 4})
    before, state = known(kept), Table.objects.get(key=kept.key).state
    honest = before.written({WOOD: 5, "p2/resources/gold": 2}, 7)
    for n in range(max(10, CODES // 50)):
        draw = random.Random(n)
        try:
            theirs = codes.decode(mutated(draw, honest, Copy.objects.get().id_here))
            stored_replicas.take(kept, KEYFLOWER, theirs.only(ALL - {"seats"}), ALL)
        except (codes.Unreadable, codes.TooLong):
            continue
        codes.encode(known(kept))
        if TakenCode.objects.exists():
            undo_code(kept)
        assert Table.objects.get(key=kept.key).state == state, n
        assert known(kept).current_values() == before.current_values(), n
        assert known(kept).merge_conflicts() == {}, n
    take(kept, honest)
    assert Table.objects.get(key=kept.key).state["seats"]["p1"]["resources"]["wood"] == 5


def test_of_an_evenings_codes_what_was_before_is_kept(kept):
    for n in range(stored_replicas.MOST_KEPT + 3):
        take(kept, known(kept).written({WOOD: n % 9 + 1}, 7))
    assert TakenCode.objects.count() == stored_replicas.MOST_KEPT
    assert len(json.dumps(Copy.objects.get().content)) < 2000


def test_an_earlier_code_is_undone_and_what_came_later_stays(kept):
    take(kept, known(kept).written({WOOD: 5}, 7))
    number = TakenCode.objects.get().event.number
    take(kept, known(kept).written({GOLD: 2}, 8))
    ledger.undo(kept.key, None, "", number, uuid4().hex)
    assert known(kept).current_values()[GOLD] == 2
    assert WOOD not in known(kept).current_values()
    assert not TakenCode.objects.exists()
    undone = kept.events.latest("number").number
    ledger.undo(kept.key, None, "", undone, uuid4().hex)
    assert known(kept).current_values() | {WOOD: 5, GOLD: 2} == known(kept).current_values()
