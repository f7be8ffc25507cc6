"""The giant who raises every coin, one after the other."""

from __future__ import annotations

from ....core.catalogue import Catalogue
from ....core.plan import Rulings, State
from ....core.sheet import Section, Sheet, flag, script
from ....core.text import Text
from ....core.tool import Answer, Block, Tool, form
from .. import tools
from ..sheet import LARGEST_COIN
from .coins import change_row, coins_apply
from .forms import signed
from .purse import (
    coin_values,
    gone_at,
    gone_section,
    money_of,
    own_section,
    players_field,
    purse_of,
)


def tool(catalogue: Catalogue) -> Tool:
    """All coins raised one after the other, in the order of the taverns."""
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
            players_field(),
        ),
    )
    sheet = Sheet(catalogue, (section, own_section(catalogue), gone_section(catalogue)))
    by = 2

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        own = coin_values(catalogue, cells.get("coins", {}))[:12]
        bids = cells.get("bids", {})
        ordered = []
        for tavern in catalogue.of_kind("tavern"):
            if bids.get(tavern.id) in own:
                own.remove(bids[tavern.id])
                ordered.append(bids[tavern.id])
        filled = purse_of(cells) | gone_at(catalogue, state, sheet.rulings(state))
        if ordered or own:
            filled["order"] = " ".join(map(str, [*ordered, *own]))
        return form(sheet, state, {seat: filled})

    def answer(state: State, rulings: Rulings) -> Answer:
        money = money_of(catalogue, state, rulings)
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
            n=signed(sum(change.gain for change in changes))
        )
        rows = tuple(change_row([change]) for change in changes)
        apply = coins_apply(catalogue, money, changes, "raise_2")
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
