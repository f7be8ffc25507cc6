"""What trading, raising and the pouch make of one's coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ....core.catalogue import Catalogue, Option
from ....core.plan import Rulings, State
from ....core.sheet import MOST, Section, Sheet, Value, choice, count, flag
from ....core.text import Text, counted, join
from ....core.tool import Answer, Apply, Block, Row, Tool, form
from .. import tools
from ..sheet import LARGEST_COIN
from .forms import SAYS_NOTHING, filled, signed
from .purse import (
    KHRAD,
    POUCH,
    RAISES,
    TRADE,
    Money,
    gone_at,
    gone_section,
    money_of,
    own_section,
    players_field,
    pouch_of,
    purse_of,
    steps_of,
)


def tool(catalogue: Catalogue) -> Tool:
    """One trade or raise; at a table every choice is listed and can be applied."""
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
            players_field(),
        ),
    )
    sheet = Sheet(catalogue, (section, own_section(catalogue), gone_section(catalogue)))

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        zolkur = "zolkur" in cells.get("heroes", {}) and cells.get("zolkur_waits", False)
        pair = pouch_of(catalogue, cells)
        own = purse_of(cells) | filled({"zolkur": zolkur})
        if pair and pair[0]:
            own |= {"coin_1": pair[0], "coin_2": pair[1]}
        gone = gone_at(catalogue, state, sheet.rulings(state))
        return form(sheet, state, {seat: own | gone})

    def answer(state: State, rulings: Rulings) -> Answer:
        money = money_of(catalogue, state, rulings)
        what = money.cells.get("what", TRADE)
        cites = ("trade" if what == TRADE else "raising_a_coin", "royal_treasure")
        found = list(_changes(money, what))
        if not found:
            return Answer(_coins_lacking(what), cites=cites)
        found.sort(key=lambda changes: -sum(change.gain for change in changes))
        said = _change_said(found[0])
        if len(found) > 1:
            said = Text("Best: {said}", "最善：{said}").fill(said=said)
        rows = tuple(change_row(changes) for changes in found)
        title = Text("What comes of it", "結果")
        applies = tuple(
            apply for changes in found if (apply := coins_apply(catalogue, money, changes, what))
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
    return worth.fill(said=said, gain=signed(change.gain))


def change_row(changes: Sequence[tools.Change]) -> Row:
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
    return Row(label, signed(gain), join(_how(changes), "; ", "。"), "royal_treasure")


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


def coins_apply(
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
        last = len(steps_of(catalogue, "svafa")) - 1
        step = min(int(money.cells["svafa"][-1]) + over, last)
        cells[f"{money.seat}/valkyries/svafa"] = f"step_{step}"
    if what == TRADE and money.cells.get("zolkur"):
        cells[f"{money.seat}/zolkur_waits"] = None
    label = Text("Write: {change}", "記録：{change}").fill(change=change_row(changes).label)
    return Apply(label, cells)
