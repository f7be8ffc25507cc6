"""Calculators for the table: gems and order, coins, the treasure, lines, distinctions, enlisting.

Each is a small form over ``tools``; at a table the sheet fills it, and what it works out can be
written back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...core.catalogue import Catalogue, Entry, Option
from ...core.plan import Rulings, State
from ...core.sheet import (
    MOST,
    Cell,
    Field,
    Section,
    Sheet,
    Value,
    choice,
    count,
    flag,
    one_group,
    options,
    pick,
    script,
    tally,
)
from ...core.text import EMPTY, Text, counted, join
from ...core.tool import Answer, Apply, Block, Row, Tool, form
from . import tools
from .score import Hold, holds
from .sheet import CLASSES, LARGEST_COIN, STEPS, WAITING, tracks, treasure

SAYS_NOTHING = Text("–", "–")
FEW, MANY = "few", "many"
SEATS = {FEW: 3, MANY: 5}
"""A number of players for each of the two treasures."""


def make(catalogue: Catalogue) -> dict[str, Tool]:
    """Every tool of the game, in the order of a round."""
    return {
        "gems": _gems(catalogue),
        "coins": _coins(catalogue),
        "treasure": _treasure(catalogue),
        "lines": _lines(catalogue),
        "distinctions": _distinctions(catalogue),
        "enlisting": _enlisting(catalogue),
        "valkyries": _valkyries(catalogue),
        "hrungnir": _hrungnir(catalogue),
    }


# ── from the table into a form ─────────────────────────────────────────────────────────


def _filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Cells without those that say nothing."""
    return {key: value for key, value in cells.items() if value not in (None, False, {}, 0, "")}


def _gem_held(cells: Mapping[str, Any]) -> str | None:
    """The gem that counts in ties: the Crown Jeweler's covers the other one."""
    if "crown_jeweler" in cells.get("distinctions", {}):
        return "gem_6"
    found: str | None = cells.get("gem")
    return found


def _gem_number(gem: str | None) -> int | None:
    return int(gem.removeprefix("gem_")) if gem else None


def _gem_choice(catalogue: Catalogue) -> Field:
    return choice("gem", Text("Gem", "宝石"), options(catalogue.of_kind("gem")))


def _lower(name: Text) -> Text:
    return Text(name.en.lower(), name.ja)


def _plain(number: int) -> Text:
    return Text(str(number), str(number))


def _signed(number: int) -> Text:
    return Text(f"+{number}", f"+{number}") if number >= 0 else Text(f"−{-number}", f"−{-number}")


# ── order and gems ─────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Resolved:
    """A tavern as far as bids and gems settle it.

    ``open``: tied players whose gems are missing or alike. ``late``: who has not bid.
    """

    tavern: Entry
    bids: Mapping[str, int]
    order: tuple[str, ...]
    tied: int
    open: frozenset[str]
    late: tuple[str, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]


def _resolved(
    taverns: Sequence[Entry], state: State, gems: Mapping[str, int]
) -> Iterator[Resolved]:
    """Tavern by tavern, each with the gems that the last one left; those without bids are out."""
    seats = state["seats"]
    for tavern in taverns:
        bids = {
            seat: cells["bids"][tavern.id]
            for seat, cells in seats.items()
            if tavern.id in cells.get("bids", {})
        }
        if not bids:
            continue
        known = {seat: gems.get(seat, 0) for seat in bids}
        groups = tools.ties(bids, known)
        unsettled: set[str] = set()
        for group in groups:
            if len({known[seat] for seat in group} - {0}) < len(group):
                unsettled |= set(group)
        settled = {seat: bid for seat, bid in bids.items() if seat not in unsettled}
        after = dict(gems) | {
            seat: gem for seat, gem in tools.swap_gems(settled, known).items() if gem
        }
        after = {seat: gem for seat, gem in after.items() if seat not in unsettled}
        late = tuple(seat for seat in seats if seat not in bids)
        order = tuple(tools.bid_order(bids, known))
        yield Resolved(tavern, bids, order, len(groups), frozenset(unsettled), late, gems, after)
        gems = after


def _gems(catalogue: Catalogue) -> Tool:
    taverns = catalogue.of_kind("tavern")
    # an open number: the coin bid may be the 0
    bids = Field(
        "bids",
        Text("Bids", "入札"),
        "tally",
        Cell("number", 0, LARGEST_COIN, open=True),
        one_group(options(taverns)),
    )
    section = Section("bids", Text("Gem and bids", "宝石と入札"), (_gem_choice(catalogue), bids))
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        seats = {
            name: {k: v for k, v in (("gem", _gem_held(c)), ("bids", c.get("bids"))) if v}
            for name, c in state["seats"].items()
        }
        return form(sheet, state, seats)

    def answer(state: State, rulings: Rulings) -> Answer:
        held = {s: _gem_number(c.get("gem")) for s, c in sorted(state["seats"].items())}
        gems = {seat: gem for seat, gem in held.items() if gem}
        found = list(_resolved(taverns, state, gems))
        names = {seat: sheet.name(state, seat) for seat in sheet.seats(state)}
        if not found or len(names) < 2:
            return Answer(
                Text("Enter the bids of a tavern.", "酒場の入札を入れてください。"),
                cites=("bids", "gem_ties"),
            )
        blocks = [Block(each.tavern.name, tuple(_order_rows(each, names))) for each in found]
        after = found[-1].after
        blocks.append(
            Block(
                Text("Gems afterwards", "処理後の宝石"),
                tuple(
                    Row(
                        names[seat],
                        _plain(after[seat]) if seat in after else Text("?", "?"),
                        Text("was {n}", "前は{n}").fill(n=gems[seat])
                        if seat in gems and after.get(seat) != gems[seat]
                        else EMPTY,
                        "gem_ties",
                    )
                    for seat in names
                ),
            )
        )
        return Answer(
            _gems_said(found, gems, names),
            tuple(blocks),
            tuple(_gems_apply(found, gems)),
            cites=("bids", "gem_ties"),
        )

    return Tool(
        Text("Who goes first, and gems", "順番と宝石の交換"),
        Text(
            "Bids and gems in, order at each tavern and the gems after ties out.",
            "入札と宝石から、各酒場の順番と同額後の宝石を出します。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _order_rows(each: Resolved, names: Mapping[str, Text]) -> Iterator[Row]:
    for place, seat in enumerate(each.order, 1):
        how = EMPTY
        if seat in each.open:
            how = Text("tie: enter different gems", "同額：それぞれの宝石を入れてください")
        elif list(each.bids.values()).count(each.bids[seat]) > 1:
            before, after = each.before[seat], each.after[seat]
            how = Text("tie, gem {a}", "同額、宝石{a}").fill(a=before)
            if before != after:
                how = Text("tie, gem {a} → {b}", "同額、宝石{a}→{b}").fill(a=before, b=after)
        label = Text("{n}. {name}", "{n}. {name}").fill(n=place, name=names[seat])
        if seat in each.open:
            label = Text("?. {name}", "?. {name}").fill(name=names[seat])
        yield Row(label, _plain(each.bids[seat]), how)
    for seat in each.late:
        yield Row(names[seat], SAYS_NOTHING, Text("no bid yet", "入札が未入力"))


def _gems_said(
    found: Sequence[Resolved], gems: Mapping[str, int], names: Mapping[str, Text]
) -> Text:
    if late := list(dict.fromkeys(seat for each in found for seat in each.late)):
        who = join(names[seat] for seat in late)
        return Text("Bids are missing: {who}.", "入札が未入力：{who}。").fill(who=who)
    if lacking := [seat for seat in names if any(seat in each.open for each in found)]:
        who = join(names[seat] for seat in lacking)
        return Text(
            "A tie: enter the gems of {who}, each another one.",
            "同額です。{who}の宝石をそれぞれ入れてください。",
        ).fill(who=who)
    after = found[-1].after
    moved = [seat for seat in names if seat in gems and after[seat] != gems[seat]]
    ties = sum(each.tied for each in found)
    if len(found) == 1:
        order = join((names[seat] for seat in found[0].order), " → ", "→")
    else:
        order = counted(ties, "tie", "ties", "組の同額") if ties else Text("No ties", "同額なし")
    if not moved:
        return Text("{order}. Gems stay.", "{order}。宝石はそのまま。").fill(order=order)
    new = join(
        Text("{name} {gem}", "{name}は{gem}").fill(name=names[seat], gem=after[seat])
        for seat in moved
    )
    return Text("{order}. New gems: {new}.", "{order}。新しい宝石：{new}。").fill(
        order=order, new=new
    )


def _gems_apply(found: Sequence[Resolved], gems: Mapping[str, int]) -> Iterator[Apply]:
    """Offered once every bid is there and every tie settled; bids go, or they would swap twice."""
    if any(each.late or each.open for each in found):
        return
    after = found[-1].after
    label = Text("Write the new gems, clear the bids", "新しい宝石を記録し、入札を消す")
    if after == gems:
        label = Text("Gems stay, clear the bids", "宝石はそのまま、入札を消す")
    # every gem that was typed, so that the table knows it next time; the 6 covers another one
    cells: dict[str, Value | None] = {
        f"{seat}/gem": f"gem_{gem}" for seat, gem in after.items() if gem < tools.NEVER_SWAPPED
    }
    for each in found:
        cells |= {f"{seat}/bids/{each.tavern.id}": None for seat in each.bids}
    yield Apply(label, cells)


# ── coins ──────────────────────────────────────────────────────────────────────────────

TRADE, POUCH = "trade", "pouch"
RAISES = {"raise_2": 2, "raise_3": 3, "raise_5": 5, "raise_7": 7, "raise_10": 10}
"""Choices of the form that raise one coin, and by how much."""
KHRAD = "raise_10"
"""Khrad alone does not leave the choice of the coin: it is the lowest."""


@dataclass(frozen=True, slots=True)
class Money:
    """The coins of a form: its seat's own, and what lies in the treasure."""

    seat: str
    cells: Mapping[str, Any]
    own: tuple[int, ...]
    stock: Mapping[int, int]

    @property
    def jarika(self) -> bool:
        return bool(self.cells.get("jarika"))


def _players() -> Field:
    return choice(
        "players",
        Text("Players", "人数"),
        (Option(FEW, Text("2–3", "2〜3人")), Option(MANY, Text("4–5", "4〜5人"))),
        default=MANY,
    )


def _gone(catalogue: Catalogue) -> Section:
    coins = [e for e in catalogue.of_kind("coin") if "many_players" in e.facts]
    return Section(
        "gone",
        Text("Taken from the treasure", "宝物庫から出たコイン"),
        (tally("gone", Text("Taken", "出た枚数"), options(coins)),),
        Text(
            "Coins players hold, without those of the start.",
            "開始コイン以外に、各自が持つコイン。",
        ),
        folded=True,
    )


def _own(catalogue: Catalogue) -> Section:
    return Section(
        "own",
        Text("Your coins", "自分のコイン"),
        (
            tally("coins", Text("Coins", "コイン"), options(catalogue.of_kind("coin"))),
            choice(
                "svafa", Text("Svafa", "スヴァーヴァ"), STEPS[: len(_track(catalogue, "svafa"))]
            ),
        ),
        Text(
            "Known at a table; then every option is listed.",
            "卓では自動で入り、選択肢を全部並べます。",
        ),
        folded=True,
    )


def _track(catalogue: Catalogue, valkyrie: str) -> Sequence[int]:
    found: Sequence[int] = catalogue[valkyrie].scores[0]["points"]
    return found


def _values(catalogue: Catalogue, coins: Mapping[str, int]) -> list[int]:
    """Coins that may be traded or raised, smallest first."""
    return sorted(
        int(catalogue[coin].facts["value"])
        for coin, number in coins.items()
        if "exchange" not in catalogue[coin].facts
        for _ in range(min(number, 9))
    )


def _money(catalogue: Catalogue, state: State, rulings: Rulings) -> Money:
    ((seat, cells),) = state["seats"].items()
    players = SEATS[cells.get("players", MANY)]
    gone = {int(catalogue[c].facts["value"]): n for c, n in cells.get("gone", {}).items()}
    start = treasure(catalogue, players, rulings)
    stock = {value: number - gone.get(value, 0) for value, number in start.items()}
    own = tuple(_values(catalogue, cells.get("coins", {})))
    return Money(seat, cells, own, {value: n for value, n in stock.items() if n > 0})


def _gone_at(catalogue: Catalogue, state: State, rulings: Rulings) -> dict[str, Any]:
    """What players took from the treasure, by the coins on the sheet, and how many play."""
    start = treasure(catalogue, len(state["seats"]), rulings)
    table = holds(catalogue, state, rulings).values()
    left = tools.treasure_left(start, [hold.coins for hold in table])
    gone = {f"coin_{value}": min(n - left.get(value, 0), MOST) for value, n in start.items()}
    few = len(state["seats"]) <= SEATS[FEW]
    return {"players": FEW if few else MANY, "gone": _filled(gone)}


def _purse(cells: Mapping[str, Any]) -> dict[str, Any]:
    """A seat's own coins for a form, and what changes their trades."""
    return _filled(
        {
            "coins": cells.get("coins"),
            "svafa": _svafa(cells),
            "jarika": "jarika" in cells.get("heroes", {}),
        }
    )


def _svafa(cells: Mapping[str, Any]) -> str | None:
    """Where Svafa stands, as far as her track goes."""
    step: str | None = cells.get("valkyries", {}).get("svafa")
    return step if step != STEPS[-1].id else STEPS[-2].id


def _pouch(catalogue: Catalogue, cells: Mapping[str, Any]) -> tuple[int, int] | None:
    """The two coins that were not bid, once all three bids are recorded."""
    left = Counter(
        int(catalogue[c].facts["value"])
        for c, n in cells.get("coins", {}).items()
        for _ in range(min(n, 9))
    )
    bids = Counter(cells.get("bids", {}).values())
    rest = sorted((left - bids).elements())
    if bids.total() < 3 or bids - left or len(rest) != 2:
        return None
    return rest[0], rest[1]


def _coins(catalogue: Catalogue) -> Tool:
    what = [
        Option(TRADE, Text("Trade two coins", "2枚を交換")),
        Option("raise_2", Text("One coin +2 (Hrungnir)", "1枚を+2（フルングニル）")),
        Option("raise_3", Text("One coin +3 (royal offering)", "1枚を+3（王家の施し）")),
        Option(
            "raise_5",
            Text("One coin +5 (royal offering, King's Hand)", "1枚を+5（王家の施し・王の右腕）"),
        ),
        Option("raise_7", Text("One coin +7 (Grid)", "1枚を+7（グリッド）")),
        Option("raise_10", Text("Lowest coin +10 (Khrad)", "最低のコインを+10（クラド）")),
        Option(POUCH, Text("Pouch +2 and +3 (Vidofnir)", "袋の2枚を+2と+3（ヴィゾーヴニル）")),
    ]
    section = Section(
        "change",
        Text("Which change?", "何をする?"),
        (
            choice("what", Text("What", "内容"), what, default=TRADE),
            count("coin_1", Text("Coin", "コイン"), most=LARGEST_COIN),
            count("coin_2", Text("Second coin, of two", "2枚目（2枚のとき）"), most=LARGEST_COIN),
            flag("jarika", Text("Jarika (+2)", "ヤリカ（+2）")),
            flag("zolkur", Text("Zolkur waits", "ゾルクルが待機中")),
            _players(),
        ),
    )
    sheet = Sheet(catalogue, (section, _own(catalogue), _gone(catalogue)))

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        zolkur = "zolkur" in cells.get("heroes", {}) and cells.get("zolkur_waits", False)
        pair = _pouch(catalogue, cells)
        own = _purse(cells) | _filled({"zolkur": zolkur})
        if pair and pair[0]:
            own |= {"coin_1": pair[0], "coin_2": pair[1]}
        gone = _gone_at(catalogue, state, sheet.rulings(state))
        return form(sheet, state, {seat: own | gone})

    def answer(state: State, rulings: Rulings) -> Answer:
        money = _money(catalogue, state, rulings)
        what = money.cells.get("what", TRADE)
        cites = ("trade" if what == TRADE else "raising_a_coin", "royal_treasure")
        found = list(_changes(money, what))
        if not found:
            return Answer(_coins_lacking(what), cites=cites)
        found.sort(key=lambda changes: -sum(change.gain for change in changes))
        said = _change_said(found[0])
        if len(found) > 1:
            said = Text("Best: {said}", "最善：{said}").fill(said=said)
        rows = tuple(_change_row(changes) for changes in found)
        title = Text("What comes of it", "結果")
        applies = tuple(
            apply for changes in found if (apply := _coins_apply(catalogue, money, changes, what))
        )
        return Answer(said, (Block(title, rows),), applies, cites=cites)

    return Tool(
        Text("Trade or raise a coin", "コインの交換・上昇"),
        Text(
            "Which coin comes, with what the treasure still holds.",
            "宝物庫の残りから、どのコインになるかを出します。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _coins_lacking(what: str) -> Text:
    if what in (TRADE, POUCH):
        return Text("Enter the two coins of your pouch.", "袋の2枚のコインを入れてください。")
    return Text(
        "Enter the coin to raise; the 0 cannot be raised.",
        "上げるコインを入れてください（0は上げられません）。",
    )


def _changes(money: Money, what: str) -> Iterator[tuple[tools.Change, ...]]:
    """What may be done: with the coins that were typed, else with every choice of the own ones."""
    typed = [money.cells[name] for name in ("coin_1", "coin_2") if name in money.cells]
    if what in RAISES:
        coins = typed[:1] or list(dict.fromkeys(money.own))
        for coin in coins[:1] if what == KHRAD else coins:
            yield (tools.raise_coin(coin, RAISES[what], money.stock, jarika=money.jarika),)
        return
    for pair in _pairs(typed, list(money.own)):
        if what == POUCH:
            yield from _distinct(tools.raise_pouch(pair, money.stock, jarika=money.jarika))
        else:
            zolkur = bool(money.cells.get("zolkur"))
            yield (tools.trade(pair, money.stock, jarika=money.jarika, zolkur=zolkur),)


def _distinct(ways: Iterable[tuple[tools.Change, ...]]) -> Iterator[tuple[tools.Change, ...]]:
    """Of several ways to the same coins the first."""
    seen = set()
    for way in ways:
        result = tuple(sorted((change.given, change.taken or 0) for change in way))
        if result not in seen:
            seen.add(result)
            yield way


def _pairs(typed: list[int], own: list[int]) -> Iterable[tuple[int, int]]:
    if len(typed) == 2:
        return [(typed[0], typed[1])]
    if typed and typed[0] in own:
        own.remove(typed[0])
    if typed:
        return [(typed[0], other) for other in dict.fromkeys(own)]
    return list(dict.fromkeys(combinations(own, 2)))


def _change_said(changes: Sequence[tools.Change]) -> Text:
    return join(map(_comes, changes), " ", "")


def _comes(change: tools.Change) -> Text:
    if change.taken is None:
        return Text("The treasure is empty: nothing changes.", "宝物庫は空で、変わりません。")
    here = Text("the {given} becomes the {taken}", "{given}が{taken}になります")
    if change.taken != change.target:
        here = Text(
            "no {target} there, so the {given} becomes the {taken}",
            "{target}はないので、{given}が{taken}になります",
        )
    said = here.fill(given=change.given, taken=change.taken, target=change.target)
    worth = Text("{said} ({gain}).", "{said}（{gain}点）。")
    said = Text(said.en[0].upper() + said.en[1:], said.ja)
    return worth.fill(said=said, gain=_signed(change.gain))


def _change_row(changes: Sequence[tools.Change]) -> Row:
    label = join(
        (
            Text("{pair} → {taken}", "{pair}→{taken}").fill(
                pair=change.given
                if change.kept is None
                else "+".join(map(str, sorted((change.given, change.kept)))),
                taken=SAYS_NOTHING if change.taken is None else change.taken,
            )
            for change in changes
        ),
        "; ",
        "、",
    )
    gain = sum(change.gain for change in changes)
    return Row(label, _signed(gain), join(_how(changes), "; ", "。"), "royal_treasure")


def _how(changes: Sequence[tools.Change]) -> Iterator[Text]:
    for change in changes:
        yield Text("target {n}", "目標{n}").fill(n=change.target)
        if change.taken is None:
            continue
        if change.given in tools.STARTING:
            # a 5 may be a starting coin or one of the treasure: nobody can tell from its value
            leaves = Text("the {n} leaves the game", "{n}はゲームから除く")
            if change.given == max(tools.STARTING):
                leaves = Text(
                    "the {n} leaves the game if it is from the start",
                    "{n}は開始コインならゲームから除く",
                )
            yield leaves.fill(n=change.given)
        else:
            back = Text("the {n} goes back to the treasure", "{n}は宝物庫に戻る")
            yield back.fill(n=change.given)
        if change.kept is not None:
            yield Text("the {n} stays", "{n}は残る").fill(n=change.kept)
        if change.over:
            over = counted(change.over, "step", "steps", "段")
            yield Text("{n} over: Svafa moves {steps}", "{n}超過：スヴァーヴァ{steps}").fill(
                n=change.over, steps=over
            )


def _coins_apply(
    catalogue: Catalogue, money: Money, changes: Sequence[tools.Change], what: str
) -> Apply | None:
    """The seat's coins after the change, if they are known and the coins given are among them."""
    given = Counter(change.given for change in changes)
    if any(change.taken is None for change in changes) or given - Counter(money.own):
        return None
    coins = dict(money.cells.get("coins", {}))
    touched = {}
    for change in changes:
        for value, step in ((change.given, -1), (change.taken, 1)):
            coin = f"coin_{value}"
            coins[coin] = touched[coin] = coins.get(coin, 0) + step
    cells: dict[str, Value | None] = {
        f"{money.seat}/coins/{coin}": min(number, MOST) or None for coin, number in touched.items()
    }
    over = sum(change.over for change in changes)
    if over and "svafa" in money.cells:
        last = len(_track(catalogue, "svafa")) - 1
        step = min(int(money.cells["svafa"][-1]) + over, last)
        cells[f"{money.seat}/valkyries/svafa"] = f"step_{step}"
    if what == TRADE and money.cells.get("zolkur"):
        cells[f"{money.seat}/zolkur_waits"] = None
    label = Text("Write: {change}", "記録：{change}").fill(change=_change_row(changes).label)
    return Apply(label, cells)


def _hrungnir(catalogue: Catalogue) -> Tool:
    section = Section(
        "order",
        Text("Your coins by tavern", "酒場順のコイン"),
        (
            script(
                "order",
                Text("Coins", "コイン"),
                length=40,
                hint=Text(
                    "Laughing Goblin, Dancing Dragon, Shining Horse, then the pouch: 5 9 4 7.",
                    "笑うゴブリン亭・踊るドラゴン亭・天馬楼・袋の順に。例：5 9 4 7",
                ),
            ),
            flag("jarika", Text("Jarika", "ヤリカ")),
            _players(),
        ),
    )
    sheet = Sheet(catalogue, (section, _own(catalogue), _gone(catalogue)))
    by = 2

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        own = _values(catalogue, cells.get("coins", {}))[:12]
        bids = cells.get("bids", {})
        ordered = []
        for tavern in catalogue.of_kind("tavern"):
            if bids.get(tavern.id) in own:
                own.remove(bids[tavern.id])
                ordered.append(bids[tavern.id])
        filled = _purse(cells) | _gone_at(catalogue, state, sheet.rulings(state))
        if ordered or own:
            filled["order"] = " ".join(map(str, [*ordered, *own]))
        return form(sheet, state, {seat: filled})

    def answer(state: State, rulings: Rulings) -> Answer:
        money = _money(catalogue, state, rulings)
        words = str(money.cells.get("order", "")).replace(",", " ").replace("、", " ").split()
        read = [int(w) for w in words if w.isdecimal() and len(w) <= 2]
        cites = ("hrungnir", "raising_a_coin", "jarika_hrungnir")
        if len(read) < len(words):
            wrong = Text(
                "Numbers with spaces between, please: 5 9 4 7.",
                "数字を空白で区切ってください。例：5 9 4 7",
            )
            return Answer(wrong, cites=cites)
        coins = [coin for coin in read if 0 < coin <= LARGEST_COIN][:5]
        if not coins:
            return Answer(Text("Enter your coins.", "コインを入れてください。"), cites=cites)
        changes = tools.raise_in_order(coins, by, money.stock, jarika=money.jarika)
        said = Text("{n} points in all.", "合計{n}点。").fill(
            n=_signed(sum(change.gain for change in changes))
        )
        rows = tuple(_change_row([change]) for change in changes)
        apply = _coins_apply(catalogue, money, changes, "raise_2")
        return Answer(
            said,
            (Block(Text("One after the other", "1枚ずつ順に"), rows),),
            (apply,) if apply and len(coins) == len(money.own) else (),
            cites=cites,
        )

    return Tool(
        Text("Hrungnir: every coin +2", "フルングニル：全コイン+2"),
        Text(
            "Each coin goes up from what the one before left in the treasure.",
            "前のコインが宝物庫に残したものから、1枚ずつ上げます。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _treasure(catalogue: Catalogue) -> Tool:
    sheet = Sheet(
        catalogue,
        (Section("players", Text("Players", "人数"), (_players(),)), _gone(catalogue)),
    )

    def fill(state: State, seat: str) -> State:
        return form(sheet, state, {seat: _gone_at(catalogue, state, sheet.rulings(state))})

    def answer(state: State, rulings: Rulings) -> Answer:
        money = _money(catalogue, state, rulings)
        start = treasure(catalogue, SEATS[money.cells.get("players", MANY)], rulings)
        rows = tuple(
            Row(
                catalogue.name(f"coin_{value}"),
                Text("{n} of {all}", "{n}/{all}枚").fill(n=money.stock.get(value, 0), all=number),
                entry=f"coin_{value}",
                share=Fraction(money.stock.get(value, 0), number),
            )
            for value, number in sorted(start.items(), reverse=True)
        )
        left = sum(money.stock.values())
        said = Text("The treasure is empty.", "宝物庫は空です。")
        if left:
            said = Text("{n} left, the largest is {most}.", "残り{n}、最大は{most}。").fill(
                n=counted(left, "coin", "coins", "枚"), most=max(money.stock)
            )
        title = Text("Coins left", "残りのコイン")
        return Answer(said, (Block(title, rows),), cites=("royal_treasure", "treasure_for_few"))

    return Tool(
        Text("What the treasure holds", "宝物庫の残り"),
        Text("Coins left of each value.", "額ごとの残り枚数。"),
        sheet,
        answer,
        "one",
        fill,
    )


# ── ranks ──────────────────────────────────────────────────────────────────────────────


def _rank_fields(catalogue: Catalogue) -> tuple[Field, ...]:
    return tuple(count(f"{kind}_ranks", catalogue.name(kind)) for kind in CLASSES)


def _ranks(cells: Mapping[str, Any]) -> dict[str, int]:
    return {kind: int(cells.get(f"{kind}_ranks", 0)) for kind in CLASSES}


def _ranks_at(hold: Hold) -> dict[str, Any]:
    return {f"{kind}_ranks": min(hold.ranks_in_play(kind), MOST) for kind in CLASSES}


def _lines(catalogue: Catalogue) -> Tool:
    section = Section(
        "ranks",
        Text("Ranks", "階級章"),
        (
            *_rank_fields(catalogue),
            count("heroes", Text("Heroes", "英雄")),
            flag("megingjord", catalogue.name("megingjord")),
        ),
        Text(
            "Heroes' own ranks, Thrud and Ylud count where they stand.",
            "英雄の階級章、スルーズ、イルードも立っている列で数える。",
        ),
    )
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        seats = {}
        for name, hold in holds(catalogue, state, sheet.rulings(state)).items():
            seats[name] = _filled(
                _ranks_at(hold)
                | {"heroes": max(0, hold.heroes_counted)}
                | {"megingjord": hold.has("artifacts", "megingjord")}
            )
        return form(sheet, state, seats)

    def answer(state: State, rulings: Rulings) -> Answer:
        found = {}
        stopped = set()
        for seat in sheet.seats(state):
            cells = state["seats"][seat]
            stop = bool(cells.get("megingjord"))
            stopped |= {seat} if stop else set()
            heroes = int(cells.get("heroes", 0))
            found[seat] = tools.hero_lines(_ranks(cells), heroes, megingjord=stop)
        names = {seat: sheet.name(state, seat) for seat in found}
        blocks = []
        for seat, lines in found.items():
            rows = [
                Row(Text("Complete lines", "そろった列"), _plain(lines.lines)),
                Row(Text("Heroes due", "今取る英雄"), _plain(lines.due)),
            ]
            if seat in stopped:
                rows[1] = Row(
                    Text("Heroes due", "今取る英雄"), _plain(0), catalogue.name("megingjord")
                )
            else:
                rows.append(
                    Row(Text("Until the next hero", "次の英雄まで"), how=_missing(catalogue, lines))
                )
            blocks.append(Block(names[seat], tuple(rows)))
        open_ = {seat: lines for seat, lines in found.items() if seat not in stopped}
        said = _lines_said(catalogue, open_, names)
        if not any(_filled(_ranks(state["seats"][seat])) for seat in found):
            said = Text("Enter the ranks of each column.", "各列の階級章の数を入れてください。")
        return Answer(said, tuple(blocks), cites=("hero_lines",))

    return Tool(
        Text("Lines and heroes", "列と英雄"),
        Text(
            "Who recruits a hero now, and what each column lacks for the next one.",
            "だれが今英雄を取るか、次の英雄まで何が足りないか。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _missing(catalogue: Catalogue, lines: tools.Lines) -> Text:
    return join(
        Text("{kind} {n}", "{kind}{n}").fill(kind=_lower(catalogue.name(kind)), n=number)
        for kind, number in lines.missing.items()
    )


def _lines_said(
    catalogue: Catalogue, found: Mapping[str, tools.Lines], names: Mapping[str, Text]
) -> Text:
    if due := [seat for seat, lines in found.items() if lines.due]:
        who = join(
            Text("{name} {n}", "{name}は{n}枚").fill(name=names[seat], n=found[seat].due)
            for seat in due
        )
        return Text("Heroes due now: {who}.", "今英雄を取る：{who}。").fill(who=who)
    if not found:
        return Text("Nobody recruits by lines.", "列で英雄を取る人はいません。")
    near = min(found, key=lambda seat: sum(found[seat].missing.values()))
    return Text(
        "Nobody is due. Nearest: {name} lacks {what}.",
        "今取る人はいません。最も近いのは{name}（あと{what}）。",
    ).fill(name=names[near], what=_missing(catalogue, found[near]))


def _distinctions(catalogue: Catalogue) -> Tool:
    section = Section(
        "ranks",
        Text("Ranks", "階級章"),
        _rank_fields(catalogue),
        Text(
            "As they stand: Thrud and Ylud count, mercenaries once enlisted.",
            "今の列で数える。スルーズ・イルードも、傭兵は配置後に。",
        ),
    )
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        table = holds(catalogue, state, sheet.rulings(state))
        return form(sheet, state, {s: _filled(_ranks_at(hold)) for s, hold in table.items()})

    def answer(state: State, rulings: Rulings) -> Answer:
        ranks = {seat: _ranks(state["seats"][seat]) for seat in sheet.seats(state)}
        names = {seat: sheet.name(state, seat) for seat in ranks}
        cites = ("troop_evaluation", "warrior_majority")
        if not any(number for own in ranks.values() for number in own.values()):
            lacking = Text("Enter the ranks of each column.", "各列の階級章の数を入れてください。")
            return Answer(lacking, cites=cites)
        blocks, won = [], {}
        for distinction in catalogue.of_kind("distinction"):
            kind = distinction.facts["class"][0]
            column = {seat: own[kind] for seat, own in ranks.items()}
            best = tools.leader(column) if any(column.values()) else None
            if best:
                won[distinction.id] = best
            title = Text("{kind}: {name}", "{kind}：{name}")
            blocks.append(
                Block(
                    title.fill(kind=catalogue.name(kind), name=distinction.name),
                    tuple(_majority_rows(distinction, column, names)),
                )
            )
        who = [
            Text("{name}: {won}", "{name}：{won}").fill(
                name=names[seat],
                won=join(catalogue.name(d) for d, winner in won.items() if winner == seat),
            )
            for seat in names
            if seat in won.values()
        ]
        said = join(who, "; ", "。") if who else Text("Nobody leads alone.", "単独最多はいません。")
        label = Text("End of Age 1: write the distinctions", "世代1の終わり：勲章を記録")
        cells: dict[str, Value | None] = {f"{s}/distinctions/{d}": True for d, s in won.items()}
        return Answer(said, tuple(blocks), (Apply(label, cells),) if cells else (), cites=cites)

    return Tool(
        Text("Who leads in each class", "クラスごとの最多"),
        Text(
            "Who wins which distinction now, and what it takes for the others.",
            "今だれがどの勲章を得るか、他の人にはあと何個要るか。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _majority_rows(
    distinction: Entry, column: Mapping[str, int], names: Mapping[str, Text]
) -> Iterator[Row]:
    most = max(column.values())
    second = sorted(column.values())[-2] if len(column) > 1 else 0
    for seat in sorted(column, key=lambda seat: (-column[seat], seat)):
        needed = tools.needed_to_lead(column, seat)
        if not needed:
            how = Text("leads by {n}", "{n}個リード").fill(n=most - second)
        else:
            more = counted(needed, "more rank", "more ranks", "個")
            how = Text("{more} to lead alone", "あと{more}で単独最多").fill(more=more)
            if column[seat] == most and most:
                how = Text("tied; {more} to lead alone", "同数。あと{more}で単独最多").fill(
                    more=more
                )
        share = Fraction(column[seat], most) if most else None
        yield Row(names[seat], _plain(column[seat]), how, distinction.id, share=share)


# ── the expansions ─────────────────────────────────────────────────────────────────────


def _enlisting(catalogue: Catalogue) -> Tool:
    waiting = count("waiting", Text("Waiting mercenaries", "待機中の傭兵"), most=12)
    section = Section("waiting", Text("Mercenaries", "傭兵"), (waiting, _gem_choice(catalogue)))
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        seats = {}
        for name, cells in state["seats"].items():
            faces = list(cells.get("mercenaries", {}).values())
            seats[name] = _filled({"waiting": faces.count(WAITING), "gem": _gem_held(cells)})
        return form(sheet, state, seats)

    def answer(state: State, rulings: Rulings) -> Answer:
        cites = ("enlistment",)
        waiting = {s: int(c.get("waiting", 0)) for s, c in sorted(state["seats"].items())}
        gems = {s: _gem_number(state["seats"][s].get("gem")) or 0 for s in waiting}
        order = tools.first_to_enlist(waiting, gems)
        names = {seat: sheet.name(state, seat) for seat in waiting}
        if not order:
            nobody = Text("No mercenary waits.", "待機中の傭兵はいません。")
            return Answer(nobody, cites=cites)
        unsettled = {
            seat
            for seat in order
            for other in order
            if seat != other and waiting[seat] == waiting[other]
            if gems[seat] == gems[other] or not gems[seat] or not gems[other]
        }
        rows = tuple(
            Row(
                Text("{n}. {name}", "{n}. {name}").fill(
                    n="?" if seat in unsettled else place, name=names[seat]
                ),
                counted(waiting[seat], "mercenary", "mercenaries", "枚"),
                Text("gem {n}", "宝石{n}").fill(n=gems[seat]) if gems[seat] else EMPTY,
            )
            for place, seat in enumerate(order, 1)
        )
        said = Text("{order}.", "{order}。").fill(
            order=join((names[seat] for seat in order), " → ", "→")
        )
        if unsettled:
            said = Text("A tie: enter the gems.", "同数です。宝石を入れてください。")
        elif len(order) > 1:
            said = Text(
                "{order}. {first} may go last instead.", "{order}。{first}は最後に回ってもよい。"
            ).fill(order=join((names[s] for s in order), " → ", "→"), first=names[order[0]])
        return Answer(said, (Block(Text("Order", "順番"), rows),), cites=cites)

    return Tool(
        Text("Thingvellir: who enlists first", "シングヴェトリル：傭兵を置く順番"),
        Text(
            "Most waiting mercenaries first, ties by gem without a swap.",
            "待機中の傭兵が多い人から。同数は宝石順（交換なし）。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _valkyries(catalogue: Catalogue) -> Tool:
    valkyries = catalogue.of_kind("valkyrie")
    section = Section(
        "valkyries",
        Text("Valkyries", "ヴァルキュリア"),
        (
            pick(
                "valkyries",
                Text("Valkyries", "ヴァルキュリア"),
                one_group(options(valkyries)),
                STEPS,
                notes=tracks(catalogue),
            ),
        ),
    )
    sheet = Sheet(catalogue, (section,))

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        return form(sheet, state, {seat: _filled({"valkyries": cells.get("valkyries")})})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        held = cells.get("valkyries", {})
        if not held:
            return Answer(
                Text("Choose your valkyries.", "持っているヴァルキュリアを選んでください。")
            )
        rows, applies, every = [], [], 0
        for valkyrie in valkyries:
            if valkyrie.id not in held:
                continue
            track = _track(catalogue, valkyrie.id)
            step = min(int(held[valkyrie.id][-1]), len(track) - 1)
            every += track[step]
            how = Text("end of the track", "最後の段")
            if step + 1 < len(track):
                how = Text("next step: {n}", "次の段：{n}点").fill(n=track[step + 1])
                applies.append(
                    Apply(
                        Text("{name}: one step", "{name}を1段").fill(name=valkyrie.name),
                        {f"{seat}/valkyries/{valkyrie.id}": f"step_{step + 1}"},
                    )
                )
            share = Fraction(step, len(track) - 1)
            rows.append(Row(valkyrie.name, _plain(track[step]), how, valkyrie.id, share=share))
        said = Text("{n} from valkyries now.", "ヴァルキュリアは今{n}。").fill(
            n=counted(every, "point", "points", "点")
        )
        title = Text("Tracks", "トラック")
        return Answer(said, (Block(title, tuple(rows)),), tuple(applies))

    return Tool(
        Text("Idavoll: valkyries' tracks", "アイダボル：ヴァルキュリアのトラック"),
        Text("Points now, and a tap for each step.", "今の得点と、1段ずつの記録。"),
        sheet,
        answer,
        "one",
        fill,
    )
