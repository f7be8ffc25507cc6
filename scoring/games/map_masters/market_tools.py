"""Calculators of market and refresh: who buys first, what a purse can buy, which cards to keep.

Each is a small form over ``market`` and ``plans``; at a table the sheet fills it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...core.catalogue import Catalogue, Option
from ...core.plan import Rulings, State
from ...core.sheet import (
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
from . import market, paths, plans
from .course import LAST_ROUND
from .forms import (
    fairies_tally,
    objective_choice,
    plain,
    round_choice,
    round_now,
    signs_of_notation,
    tenths,
)
from .score import Pad
from .sheet import of_round

STARTER_CARDS = 9
MOST_CARDS = 12
"""No more cards than this are read from one line: beyond every hand and every market."""

_CARD = re.compile(r"\s*([3-6])\s*[:=]?\s*([A-Za-z]*)\s*\Z")

# ── who buys first ────────────────────────────────────────────────────────────────────


def market_order(catalogue: Catalogue) -> Tool:
    seats = tuple(
        Option(f"p{n}", Text(f"Player {n}", f"プレイヤー{n}"))
        for n in range(1, catalogue.box.players[1] + 1)
    )
    last = choice(
        "last_first",
        Text("Began the last market", "前回の最初の人"),
        seats,
        hint=Text("Only if players are level.", "同点のときだけ使う。"),
    )
    own = (
        Field("coins", Text("Coins", "コイン"), "count", Cell("number", 0, 75, open=True)),
        count("earned", Text("Points last round", "前ラウンドの得点")),
        flag("passed", Text("Passed", "パスした")),
    )
    sheet = Sheet(
        catalogue,
        (Section("buyer", Text("Coins", "コイン"), own),),
        (Section("market", Text("Market", "マーケット"), (round_choice(), last)),),
    )

    def fill(state: State, seat: str) -> State:
        everyone = sorted(state["seats"])
        number = round_now(state, everyone)
        pad = Pad(catalogue, state, sheet.rulings(state))
        found = {
            s: {
                "coins": pad.cells(s).get("coins"),
                "earned": min(market.earned(pad, s, number), 999) or None,
                "passed": "passed" in pad.cells(s),
            }
            for s in everyone
        }
        return form(sheet, state, found, {"round": str(number)})

    def answer(state: State, rulings: Rulings) -> Answer:
        everyone, cites = sheet.seats(state), ("market", "market_tie", "market_tie_again")
        names = {s: sheet.name(state, s) for s in everyone}
        table = state.get("table", {})
        if table.get("round") == "1":
            said = Text(
                "Round 1: the youngest begins, then clockwise.",
                "1ラウンド目は最年少から時計回り。",
            )
            return Answer(said, cites=cites[:1])
        lacking = [s for s in everyone if "coins" not in state["seats"][s]]
        if lacking:
            said = Text("Enter the coins of {who}.", "{who}のコインを入れてください。")
            return Answer(said.fill(who=join(names[s] for s in lacking)), cites=cites)
        keys = {s: (c["coins"], c.get("earned", 0)) for s, c in sorted(state["seats"].items())}
        level = [s for s in everyone if keys[s] == min(keys.values())]
        last_first = table.get("last_first")
        first = level[0] if len(level) == 1 else None
        if first is None and last_first in everyone:
            first = market.after(last_first, level, everyone)
        passed = frozenset(s for s in everyone if state["seats"][s].get("passed"))
        if first is None:
            said = Text(
                "{who} are level. Who began the last market? The next one clockwise begins.",
                "{who}が同点。前回の最初の人を選ぶと、その次の人から始める。",
            ).fill(who=join(names[s] for s in level))
            return Answer(said, (_standing(names, keys, everyone, passed),), cites=cites)
        buyers = market.buying(first, everyone, passed)
        if not buyers:
            said = Text("All have passed: build the hands.", "全員がパス。手札を作ります。")
        else:
            said = Text("{who} begins: {order}.", "{who}から：{order}。").fill(
                who=names[first], order=join((names[s] for s in buyers), " → ", "→")
            )
        order = market.buying(first, everyone, frozenset())
        applies = [
            Apply(
                Text("{who} is first player", "{who}を最初の人にする").fill(who=names[first]),
                {"play/first": first},
            )
        ]
        if passed:
            nobody: dict[str, Value | None] = {f"{s}/passed": None for s in passed}
            applies.append(Apply(Text("Clear the passes", "パスを消す"), nobody))
        return Answer(said, (_standing(names, keys, order, passed),), tuple(applies), cites=cites)

    return Tool(
        Text("Who buys first?", "誰から買う？"),
        Text(
            "Fewest coins first; if level, fewer points last round. Then clockwise.",
            "コインの少ない人から。同数なら前ラウンドの得点が低い人。以後は時計回り。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _standing(
    names: Mapping[str, Text],
    keys: Mapping[str, tuple[int, int]],
    order: Sequence[str],
    passed: frozenset[str],
) -> Block:
    rows = tuple(
        Row(
            names[seat],
            counted(keys[seat][0], "coin", "coins", "コイン"),
            join(
                [
                    Text("{n} points last round", "前ラウンド{n}点").fill(n=keys[seat][1]),
                    *([Text("passed", "パス済み")] if seat in passed else []),
                ]
            ),
            "market",
        )
        for seat in order
    )
    return Block(Text("Clockwise", "時計回り"), rows)


# ── a purse ───────────────────────────────────────────────────────────────────────────


def cards(text: str) -> list[tuple[int, str]] | None:
    """Cards on offer, price before icons: ``3 kL; 5 MMc``. ``None`` if one cannot be read.

    >>> cards("3 kL; 5 MMc"), cards("7 k"), cards("")
    ([(3, 'kL'), (5, 'MMc')], None, [])
    """
    found: list[tuple[int, str]] = []
    for part in re.split(r"[;；]", paths.clean(text)):
        if not part:
            continue
        match = _CARD.match(part)
        if match is None or icons(match[2]) is None or len(found) == MOST_CARDS:
            return None
        found.append((int(match[1]), match[2]))
    return found


def icons(signs: str) -> dict[str, int] | None:
    """Icons on a card by id, from the signs of path notation; ``None`` for an unknown sign.

    >>> icons("kkM"), icons("R"), icons("?")
    ({'key': 2, 'monster': 1}, {'room': 1}, None)

    A room is ``R`` here. A pit may be written ``P``, ``F`` or ``p``: it is a hole.
    """
    known = {sign: icon for sign, (icon, _) in paths.PAID.items() if icon}
    known |= paths.FOUND | {"F": "hole", "R": "room"}
    found: dict[str, int] = {}
    for sign in signs:
        if sign not in known:
            return None
        found[known[sign]] = found.get(known[sign], 0) + 1
    return found


def worth(values: Mapping[str, int], signs: str) -> int:
    """What a card's icons are worth if all of them are met, in twenty-fourths of a point."""
    return sum(values.get(icon, 0) * n for icon, n in (icons(signs) or {}).items())


def purse(catalogue: Catalogue) -> Tool:
    prices = tuple(Option(f"cost_{n}", Text(f"for {n}", f"{n}コイン")) for n in range(3, 7))
    wish = Section(
        "wish",
        Text("Purse and wishes", "所持金と買いたい物"),
        (
            Field("coins", Text("Coins", "コイン"), "count", Cell("number", 0, 75, open=True)),
            fairies_tally(catalogue, "buy_fairies", Text("Fairies", "妖精")),
            count("buy_books", Text("Spellbooks", "呪文書"), most=9),
            tally("buy_cards", Text("Dungeon cards", "ダンジョンカード"), prices, most=9),
            count("in_hand", Text("Cards in my area already", "すでにあるカード"), most=5),
        ),
    )
    more = Section(
        "best",
        Text("Best buy", "お得な買い方"),
        (
            script(
                "on_offer",
                Text("Cards on offer", "公開中のカード"),
                length=160,
                hint=Text(
                    "Price, then icons you expect to meet: 3 kL; 5 MMc. R is a room.",
                    "値段と、通れそうなアイコン。例: 3 kL; 5 MMc（R は部屋）",
                ),
            ),
            objective_choice(catalogue, "primary"),
            count("income", Text("Coins still to come", "これから得るコイン"), most=75),
            pick(
                "books",
                Text("My spellbooks", "自分の呪文書"),
                one_group(options([catalogue[book] for book in _MARKET_BOOKS])),
            ),
        ),
        folded=True,
    )
    sold = Section(
        "sold",
        Text("Fairies that are gone", "売れた妖精"),
        (
            fairies_tally(catalogue, "held", Text("I hold", "自分が持つ")),
            fairies_tally(catalogue, "sold", Text("Others hold", "他の人が持つ")),
        ),
        folded=True,
    )
    sheet = Sheet(catalogue, (wish, more), (sold,))

    def fill(state: State, seat: str) -> State:
        cells, number = state["seats"][seat], round_now(state, [seat])
        others: dict[str, int] = {}
        for other, theirs in state["seats"].items():
            for fairy, n in theirs.get("fairies", {}).items():
                if other != seat:
                    others[fairy] = min(others.get(fairy, 0) + n, 5)
        own = {
            "coins": cells.get("coins"),
            "primary": state.get("table", {}).get(of_round("primary_objective", number)),
            "books": {b: True for b in _MARKET_BOOKS if b in cells.get("books", {})},
        }
        return form(sheet, state, {seat: own}, {"sold": others, "held": cells.get("fairies")})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        if "coins" not in cells:
            return Answer(
                Text("How many coins do you have?", "コインは何枚ですか？"), cites=("market",)
            )
        wanted = _Wanted(catalogue, cells, state.get("table", {}))
        left = wanted.coins - wanted.price
        blocks = [Block(Text("Purchase", "購入"), tuple(wanted.rows()))]
        if offers := cells.get("on_offer"):
            blocks.append(_best_buy(catalogue, wanted, offers, cells.get("primary", "")))
        if forbidden := wanted.refused():
            why = join((catalogue.name(entry) for entry in forbidden), "; ", "／")
            said = Text(
                "Not allowed: {price} coins of {coins}. See: {why}.",
                "買えません（{coins}コインで{price}コイン分）。参照：{why}。",
            ).fill(price=wanted.price, coins=wanted.coins, why=why)
            return Answer(said, tuple(blocks), cites=("market", *forbidden))
        lost = market.coin_cost(wanted.coins, wanted.price, wanted.income)
        said = Text("{price} coins, {left} left", "{price}コイン払い、残り{left}").fill(
            price=wanted.price, left=left
        )
        said += (
            Text("; it costs no final point.", "。最終得点は減りません。")
            if not lost
            else Text("; it costs {lost} at the end.", "。最終得点は{lost}減ります。").fill(
                lost=counted(lost, "point", "points", "点")
            )
        )
        if not wanted.anything:
            free = counted(wanted.free(), "coin", "coins", "コイン")
            said = Text(
                "Free to spend without losing a final point: {n}.",
                "最終得点を減らさずに使えるのは{n}。",
            ).fill(n=free)
        applies = (_bought(seat, wanted, left),) if wanted.anything else ()
        return Answer(said, tuple(blocks), applies, cites=("market", "coins"))

    return Tool(
        Text("What can I buy?", "何が買える？"),
        Text(
            "The price, what is left, what it costs in final points, and the best cards.",
            "値段、残り、最終得点への影響、お得なカード。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


_MARKET_BOOKS = ("book_cheaper_card", "book_second_fairy")
"""Spellbooks that change what things cost."""


class _Wanted:
    """What a form wants to buy, and what that costs with the books at hand."""

    def __init__(
        self, catalogue: Catalogue, cells: Mapping[str, Any], table: Mapping[str, Any]
    ) -> None:
        self.catalogue = catalogue
        self.held: dict[str, int] = table.get("held", {})
        others: dict[str, int] = table.get("sold", {})
        self.sold = {
            fairy: self.held.get(fairy, 0) + others.get(fairy, 0)
            for fairy in {**self.held, **others}
        }
        self.coins = int(cells["coins"])
        self.fairies: dict[str, int] = cells.get("buy_fairies", {})
        self.books = int(cells.get("buy_books", 0))
        bought: dict[str, int] = cells.get("buy_cards", {})
        self.cards = [int(k[-1]) for k, n in bought.items() for _ in range(n)]
        self.in_hand = int(cells.get("in_hand", 0))
        self.income = int(cells.get("income", 0))
        self.owned: Mapping[str, bool] = cells.get("books", {})

    @property
    def anything(self) -> bool:
        return bool(self.cards or self.books or self.fairies)

    @property
    def saved(self) -> int:
        """A coin off one card, and a second fairy of another kind for nothing."""
        cheaper = bool(self.cards) and "book_cheaper_card" in self.owned
        second = len(self.fairies) > 1 and "book_second_fairy" in self.owned
        fairy = self.catalogue.of_kind("fairy")[0].facts["cost"] if second else 0
        return int(cheaper) + int(fairy)

    @property
    def price(self) -> int:
        return market.price(self.catalogue, self.fairies, self.books, self.cards) - self.saved

    def refused(self) -> list[str]:
        return market.refused(
            self.catalogue,
            self.coins + self.saved,
            self.fairies,
            self.books,
            self.cards,
            self.in_hand,
            self.sold,
        )

    def free(self) -> int:
        """The most coins whose spending costs no final point."""
        return max(
            spent
            for spent in range(self.coins + 1)
            if not market.coin_cost(self.coins, spent, self.income)
        )

    def rows(self) -> Iterator[Row]:
        name = self.catalogue.name
        for fairy, n in self.fairies.items():
            cost = int(self.catalogue[fairy].facts["cost"]) * n
            yield Row(name(fairy), plain(cost), plain(f"× {n}"), fairy)
        if self.books:
            cost = market.price(self.catalogue, {}, self.books, ())
            yield Row(Text("Spellbooks", "呪文書"), plain(cost), plain(f"× {self.books}"))
            if self.books > market.BOOKS:
                yield Row(
                    Text("More than two at once?", "3冊目以降は？"),
                    EMPTY,
                    Text("A third replaces one of two.", "3冊目は1冊と入れ替える。"),
                    "spellbook_card",
                )
        for cost in sorted(set(self.cards)):
            n = self.cards.count(cost)
            label = Text("Dungeon card for {n}", "{n}コインのカード").fill(n=cost)
            yield Row(label, plain(cost * n), plain(f"× {n}"), "dungeon_card")
        if self.saved:
            yield Row(Text("Spellbook", "呪文書の効果"), plain(f"−{self.saved}"))
        yield Row(
            Text("Free to spend", "点を減らさず使える額"),
            plain(self.free()),
            Text("three coins are a point at the end", "終了時にコイン3枚で1点"),
            "coins",
        )


def _best_buy(catalogue: Catalogue, wanted: _Wanted, offers: str, primary: str) -> Block:
    """The cards worth most for what the wishes leave, against keeping the coins."""
    title, listed = Text("Best buy", "お得な買い方"), cards(offers)
    if listed is None:
        how = Text(
            "Write a price from 3 to 6, then signs of path notation: 3 kL; 5 MMc.",
            "3〜6の値段の後に経路の記号を。例: 3 kL; 5 MMc",
        )
        return Block(title, (Row(Text("Cannot be read", "読めません"), EMPTY, how),))
    values = plans.values(catalogue, primary)
    names = [f"{cost} {signs}".strip() for cost, signs in listed]
    found = market.best(
        max(0, wanted.coins - wanted.price),
        [
            market.Offer(str(n), "card", cost, worth(values, signs))
            for n, (cost, signs) in enumerate(listed)
        ],
        wanted.in_hand + len(wanted.cards),
        wanted.income,
    )
    rows = []
    for n, (_, signs) in enumerate(listed):
        chosen = str(n) in found.names
        how = Text("buy", "買う") if chosen else EMPTY
        value = Fraction(worth(values, signs), 24)
        rows.append(Row(plain(names[n]), tenths(value), how, "dungeon_card"))
    gain = Text("{n} coins, about {p} points gained", "{n}コインで、約{p}点の得")
    rows.append(
        Row(
            Text("Together", "合計"),
            tenths(Fraction(found.gain, 24)),
            gain.fill(n=found.spent, p=tenths(Fraction(found.gain, 24))),
        )
    )
    rows.append(
        Row(
            Text("How a card is counted", "カードの価値の数え方"),
            EMPTY,
            Text(
                "Primary in full, each objective one twelfth as secondary (halved), three coins a "
                "point; for this round alone.",
                "プライマリは満点、セカンダリは各1/12の確率で半分、コイン3枚で1点。この"
                "ラウンドの分だけ。",
            ),
        )
    )
    return Block(title, tuple(rows))


def _bought(seat: str, wanted: _Wanted, left: int) -> Apply:
    cells: dict[str, Value | None] = {f"{seat}/coins": left or None}
    for fairy, n in wanted.fairies.items():
        cells[f"{seat}/fairies/{fairy}"] = min(wanted.held.get(fairy, 0) + n, 5)
    return Apply(Text("Write: {n} coins left", "記録：残り{n}コイン").fill(n=left), cells)


# ── optimizers ────────────────────────────────────────────────────────────────────────


def hand(text: str) -> list[str] | None:
    """The icons of the five played cards: ``kL; ssM; c``. ``None`` if one cannot be read.

    >>> hand("kL; ssM; c"), hand("kL;;?")
    (['kL', 'ssM', 'c'], None)
    """
    listed = [part for part in re.split(r"[;；]", paths.clean(text)) if part]
    readable = len(listed) <= MOST_CARDS and all(icons(part) is not None for part in listed)
    return listed if readable else None


def optimizers(catalogue: Catalogue) -> Tool:
    own = (
        script(
            "cards",
            Text("My five cards", "使った5枚"),
            length=120,
            hint=Text(
                "Icons of each card: kL; ssM; c; b; qo. R is a room.",
                "カードごとのアイコン。例: kL; ssM; c; b; qo（R は部屋）",
            ),
        ),
        count("recycle", Text("Recycle circled", "丸を付けたリサイクル"), most=5),
        count("scissors", Text("Scissors circled", "丸を付けたはさみ"), most=5),
        count(
            "collection",
            Text("All my cards", "自分のカードの総数"),
            most=60,
            hint=Text("9 at the start.", "最初は9枚。"),
        ),
    )
    table = (round_choice(), objective_choice(catalogue, "primary"))
    sheet = Sheet(
        catalogue,
        (Section("cards", Text("Cards", "カード"), own),),
        (
            Section(
                "next",
                Text("Round just played, and the next primary", "終えたラウンドと次のプライマリ"),
                table,
            ),
        ),
    )

    def fill(state: State, seat: str) -> State:
        cells, number = state["seats"][seat], round_now(state, [seat])
        walked = paths.walk(cells.get(of_round("path", number), ""))
        own_cells = {
            "recycle": min(walked.circled["recycle"], 5) or None,
            "scissors": min(walked.circled["scissors"], 5) or None,
        }
        following = of_round("primary_objective", min(number + 1, LAST_ROUND))
        about = {
            "round": str(number),
            "primary": state.get("table", {}).get(following) if number < LAST_ROUND else None,
        }
        return form(sheet, state, {seat: own_cells}, about)

    def answer(state: State, rulings: Rulings) -> Answer:
        (cells,) = state["seats"].values()
        table, cites = state.get("table", {}), ("recycle", "scissors", "use_optimizers")
        number = int(table.get("round", 1))
        if number == LAST_ROUND:
            said = Text(
                "After round 6 optimizers do nothing.", "6ラウンド目の後は効果がありません。"
            )
            return Answer(said, cites=cites)
        listed = hand(cells.get("cards", ""))
        if listed is None:
            said = Text("A sign is not known.", "読めない記号があります。")
            return Answer(said, (signs_of_notation(catalogue),), cites=cites)
        if not listed:
            said = Text(
                "Enter the icons of the cards you played.",
                "使ったカードのアイコンを入れてください。",
            )
            return Answer(said, cites=cites)
        primary = table.get("primary", "")
        now, later = plans.values(catalogue, primary), _later(catalogue)
        found = list(_card_rows(listed, now, later))
        size = cells.get("collection", STARTER_CARDS)
        said = _use_said(listed, now, later, cells.get("recycle", 0), cells.get("scissors", 0))
        odds = Row(
            Text("How often a card comes up", "カードが手札に来る割合"),
            Text("{a} → {b}", "{a}→{b}").fill(a=_share(size), b=_share(size - 1)),
            Text(
                "five of {n} cards; after a cut five of {m}. {r} left.",
                "{n}枚中5枚。1枚外すと{m}枚中5枚。残り{r}。",
            ).fill(
                n=size,
                m=max(size - 1, 0),
                r=counted(LAST_ROUND - number, "round", "rounds", "ラウンド"),
            ),
        )
        basis = Row(
            Text("How cards are compared", "比べ方"),
            EMPTY,
            Text(
                "Recycle by the next primary, scissors by all objectives alike; each icon as if "
                "it will be met.",
                "リサイクルは次のプライマリ、はさみは全目標の平均で比べる。どのアイコンも通る"
                "ものとして数える。",
            ),
        )
        blocks = (
            Block(Text("Cards", "カード"), tuple(found)),
            Block(Text("Behind it", "前提"), (odds, basis), folded=True),
        )
        return Answer(said, blocks, cites=cites)

    return Tool(
        Text("Recycle and scissors", "リサイクルとはさみ"),
        Text(
            "Which played card to keep for the next primary, and which to cut.",
            "次のプライマリのために残すカードと、外すカード。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _later(catalogue: Catalogue) -> dict[str, int]:
    """What icons are worth in rounds whose objectives are not known yet, in twenty-fourths.

    Any of the twelve may be the primary, in full, and any the secondary, which is halved.
    """
    found = plans.values(catalogue, "")
    for entry in catalogue.of_kind("objective"):
        scores = entry.scoring("per_icon")
        assert scores
        found[scores["of"]] += 2 * int(scores["points"])
    return found


def _share(size: int) -> Text:
    return plain(f"{round(100 * min(Fraction(1), Fraction(5, size)))}%" if size > 0 else "–")


def _card_rows(
    listed: Sequence[str], now: Mapping[str, int], later: Mapping[str, int]
) -> Iterator[Row]:
    most = max((worth(now, signs) for signs in listed), default=0)
    for signs in sorted(listed, key=lambda signs: -worth(now, signs)):
        how = Text("{n} on average later", "後のラウンドでは平均{n}").fill(
            n=tenths(Fraction(worth(later, signs), 24))
        )
        share = Fraction(worth(now, signs), most) if most else None
        yield Row(plain(signs), tenths(Fraction(worth(now, signs), 24)), how, share=share)


def _use_said(
    listed: Sequence[str],
    now: Mapping[str, int],
    later: Mapping[str, int],
    recycle: int,
    scissors: int,
) -> Text:
    """Who is cut cannot be kept, so the best are kept first and the weakest of the rest cut."""
    best = sorted(range(len(listed)), key=lambda n: -worth(now, listed[n]))
    # with nothing circled yet: what one of each would do
    kept = best[: recycle or (0 if scissors else 1)]
    rest = [n for n in range(len(listed)) if n not in kept]
    weakest = sorted(rest, key=lambda n: worth(later, listed[n]))
    cut = weakest[: scissors or (0 if recycle else 1)]
    parts = []
    if kept:
        what = join(plain(listed[n]) for n in kept)
        parts.append(Text("Recycle {what}.", "リサイクルは{what}。").fill(what=what))
    if cut:
        what = join(plain(listed[n]) for n in cut)
        parts.append(Text("Cut {what}.", "はさみは{what}。").fill(what=what))
    return join(parts, " ", "")
