"""What lies in front of a player at the end, column by column, in the order it is best entered."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.catalogue import Catalogue, Entry, Option
from ...core.fault import Doubt
from ...core.plan import Rulings, State
from ...core.sheet import (
    Cell,
    Field,
    Group,
    Note,
    Section,
    Sheet,
    choice,
    count,
    flag,
    one_group,
    options,
    pick,
    tally,
)
from ...core.text import Text
from .course import BOXES, COURSE, played

CLASSES = ("blacksmith", "hunter", "explorer", "miner", "warrior")
VALUED = {"explorer": "explorers", "miner": "miners", "warrior": "warriors"}
"""Classes whose dwarves carry numbers, and the field that counts them."""
PLAIN = {"blacksmith": "blacksmiths", "hunter": "hunters"}
"""Classes whose dwarves are all alike, and the field that counts them."""
LARGEST_COIN = 25
SEATS_UNKNOWN = 1
"""A sheet of one seat says nothing about how many play: the largest box is assumed."""

WAITING, FIRST, SECOND = "waiting", "first", "second"
ENLISTED = (
    Option(FIRST, Text("in its first class", "左のクラス")),
    Option(SECOND, Text("in its second class", "右のクラス")),
)
POWER = (Option("ready", Text("not used", "未使用")), Option("used", Text("used", "使用済み")))
CAPTIVE = (
    Option("empty", Text("no captive", "捕獲なし")),
    Option("captured", Text("has a captive", "捕獲済み")),
)
STEPS = tuple(
    Option(f"step_{n}", Text(f"step {n}" if n else "at the top", f"{n}段" if n else "一番上"))
    for n in range(5)
)


def classes_of(mercenary: Entry) -> tuple[str, str]:
    """The two classes a mercenary may enlist in, first and second as on its card."""
    first, second = mercenary.facts["class"]
    return first, second


def discards(catalogue: Catalogue) -> tuple[Option, ...]:
    """What Brísingamens may cost, as choices."""
    found = list(options(catalogue.of_kind("dwarf")))
    found += options(catalogue.of_kind("mercenary"))
    for kind in CLASSES:
        label = Text("Double among {c}s", "分身({c})")
        name = catalogue.name(kind)
        found.append(
            Option(
                f"double_{kind}",
                Text(label.en.format(c=name.en.lower()), label.ja.format(c=name.ja)),
            )
        )
    found.append(Option("gullinbursti", catalogue.name("gullinbursti")))
    found.append(Option("vegvisir", catalogue.name("vegvisir")))
    return tuple(found)


def tracks(catalogue: Catalogue) -> dict[str | tuple[str, str], Note]:
    """What each step of each valkyrie is worth."""
    found: dict[str | tuple[str, str], Note] = {}
    for entry in catalogue.of_kind("valkyrie"):
        for n, points in enumerate(entry.scores[0]["points"]):
            found[entry.id, f"step_{n}"] = Note(Text(f"{points} points", f"{points}点"))
    return found


def make(catalogue: Catalogue) -> Sheet:
    """The sheet; its ids are the JSON's keys, its decided fields belong to the optimizer."""
    classes = options(catalogue.of_kind("class"))
    dwarves = {
        kind: options(
            tuple(
                e
                for e in catalogue.of_kind("dwarf")
                if "value" in e.facts and kind in e.facts["class"]
            )
        )
        for kind in VALUED
    }
    heroes = [
        Group(
            catalogue.name(kind),
            options([e for e in catalogue.of_kind("hero") if kind in e.facts.get("class", ())]),
        )
        for kind in CLASSES
    ]
    neutral = [e for e in catalogue.of_kind("hero") if "class" not in e.facts]
    brothers = [e for e in neutral if e.scoring("set")]
    added = [e for e in neutral if e.facts["box"] != "base"]
    others = [e for e in neutral if e not in brothers and e not in added]
    heroes.append(Group(Text("Dwerg brothers", "ドヴェルグ五兄弟"), options(brothers)))
    heroes.append(Group(Text("Neutral", "中立"), options(others)))
    heroes.append(Group(Text("Neutral, from expansions", "中立（拡張）"), options(added)))
    mercenaries = catalogue.of_kind("mercenary")
    enlisting: dict[str | tuple[str, str], Note] = {}
    for entry in mercenaries:
        for face, kind in zip((FIRST, SECOND), classes_of(entry), strict=True):
            enlisting[entry.id, face] = Note(catalogue.name(kind), {kind: 1})
    gems = options([e for e in catalogue.of_kind("gem") if e.id != "gem_6"])
    explorers = dwarves["explorer"]

    army = Section(
        "army",
        Text("Army", "師団"),
        (
            count(
                "blacksmiths",
                Text("Blacksmith dwarves", "鍛冶職人"),
                hint=Text(
                    "Cards without heroes, mercenaries and the Armorer's.",
                    "英雄・傭兵・武具師のカードを除く枚数。",
                ),
            ),
            count("hunters", Text("Hunter dwarves", "狩人")),
            tally("explorers", Text("Explorer dwarves", "探検家"), explorers),
            tally("miners", Text("Miner dwarves", "鉱夫"), dwarves["miner"]),
            tally("warriors", Text("Warrior dwarves", "戦士"), dwarves["warrior"]),
        ),
    )
    heroes_section = Section(
        "heroes",
        Text("Heroes", "英雄"),
        (
            pick("heroes", Text("Heroes", "英雄"), heroes, unique=True),
            choice(
                "ylud_at",
                Text("Ylud stands with", "イルードのいる列"),
                classes,
                when="heroes/ylud",
                hint=Text(
                    "As she stands now; her last move is among the decisions.",
                    "今いる列。最後の移動は「決定」で。",
                ),
            ),
            choice(
                "thrud_at",
                Text("Thrud stands with", "スルーズのいる列"),
                classes,
                when="heroes/thrud",
            ),
            flag(
                "zolkur_waits",
                Text("Zolkur still waits for a trade", "ゾルクルはまだ交換を待っている"),
                when="heroes/zolkur",
            ),
        ),
    )
    coins = Section(
        "coins",
        Text("Coins, distinctions", "コイン・勲章"),
        (
            tally("coins", Text("Coins", "コイン"), options(catalogue.of_kind("coin"))),
            pick(
                "distinctions",
                Text("Distinctions", "勲章"),
                one_group(options(catalogue.of_kind("distinction"))),
                unique=True,
            ),
            flag(
                "armorer_lost",
                Text("The Armorer's blacksmith was discarded", "武具師の鍛冶職人を捨てた"),
                when="distinctions/kings_great_armorer",
            ),
        ),
    )
    this_round = Section(
        "round",
        Text("Gem and bids", "宝石と入札"),
        (
            choice(
                "gem",
                Text("Gem", "宝石"),
                gems,
                hint=Text(
                    "Gem 6 is the Crown Jeweler among the distinctions; it covers this one.",
                    "宝石6は勲章「王冠の宝石師」。この宝石の上に重ねる。",
                ),
            ),
            # an open number: the coin bid may be the 0
            Field(
                "bids",
                Text("Bids", "入札"),
                "tally",
                Cell("number", 0, LARGEST_COIN, open=True),
                one_group(options(catalogue.of_kind("tavern"))),
                hint=Text(
                    "Once they are revealed; the two other coins are in the pouch.",
                    "公開したら入力。残りの2枚が袋の中。",
                ),
            ),
        ),
        tracked=True,
    )
    thingvellir = Section(
        "thingvellir",
        Text("Thingvellir", "シングヴェトリル"),
        (
            pick(
                "mercenaries",
                Text("Mercenaries", "傭兵"),
                one_group(options(mercenaries)),
                (Option(WAITING, Text("waiting", "待機中")), *ENLISTED),
                unique=True,
                notes=enlisting,
            ),
            pick(
                "artifacts",
                Text("Artifacts", "アーティファクト"),
                one_group(options(catalogue.of_kind("artifact"))),
                unique=True,
            ),
            count(
                "odroerir_coins",
                Text("Sum of the coins on Odroerir", "オドレリルの上のコインの合計"),
                when="artifacts/odroerir",
            ),
            flag(
                "discard_done",
                Text("Brísingamens' discard is done", "ブリーシンガメンの捨て札は済んだ"),
                when="artifacts/brisingamens",
            ),
            pick(
                "doubles",
                Text("Olwyn's doubles stand with", "オルウィンの分身がいる列"),
                one_group(classes),
            ),
        ),
        when="table/thingvellir",
    )
    idavoll = Section(
        "idavoll",
        Text("Idavoll", "アイダボル"),
        (
            pick(
                "gods",
                Text("Gods", "神"),
                one_group(options(catalogue.of_kind("god"))),
                POWER,
                unique=True,
            ),
            pick(
                "giants",
                Text("Giants", "巨人"),
                one_group(options(catalogue.of_kind("giant"))),
                CAPTIVE,
                unique=True,
            ),
            choice(
                "gymir_captive",
                Text("Gymir's captive", "ギュミルが捕らえた探検家"),
                explorers,
                when="giants/gymir",
            ),
            pick(
                "valkyries",
                Text("Valkyries", "ヴァルキュリア"),
                one_group(options(catalogue.of_kind("valkyrie"))),
                STEPS,
                unique=True,
                notes=tracks(catalogue),
            ),
            pick(
                "animals",
                Text("Mythical animals", "神話の獣"),
                one_group(options(catalogue.of_kind("animal"))),
                unique=True,
            ),
            choice(
                "gullinbursti",
                Text("Gullinbursti stands with", "グリンブルスティのいる列"),
                classes,
                when="animals/hreasvelg",
            ),
        ),
        when="table/idavoll",
    )
    decisions = Section(
        "decisions",
        Text("Last decisions", "最後の決定"),
        (
            pick(
                "enlist",
                Text("Waiting mercenaries enlist", "待機中の傭兵の配置"),
                one_group(options(mercenaries)),
                ENLISTED,
                decided=True,
                notes=enlisting,
            ),
            choice("ylud", Text("Ylud ends with", "イルードの最後の列"), classes, decided=True),
            choice(
                "discard",
                Text("Brísingamens discards", "ブリーシンガメンで捨てる"),
                discards(catalogue),
                decided=True,
            ),
            choice(
                "mjollnir", Text("Mjöllnir's class", "ミョルニルのクラス"), classes, decided=True
            ),
        ),
    )
    table = Section(
        "table",
        Text("Table", "卓"),
        (
            *(flag(box, label) for box, label in BOXES.items()),
            # how tables named them before the two flags: still read, no longer asked
            pick(
                "expansions",
                Text("Expansions in play", "使っている拡張"),
                one_group([Option(box, label) for box, label in BOXES.items()]),
                decided=True,
            ),
            count(
                "outside_warriors",
                Text(
                    "Most warrior ranks of a player not entered here",
                    "ここにいないプレイヤーの戦士の最多",
                ),
                hint=Text("Only if somebody is missing from the sheet.", "全員入力したなら不要。"),
            ),
        ),
        Text(
            "A ticked expansion opens its part of the sheet.",
            "選んだ拡張の欄が開きます。",
        ),
    )
    return Sheet(
        catalogue,
        (army, heroes_section, coins, this_round, thingvellir, idavoll, decisions),
        (table,),
        lambda state, rulings: list(_doubts(catalogue, state, rulings)),
        COURSE,
    )


# ── what the box gives ─────────────────────────────────────────────────────────────────


def box_holds(dwarf: Entry, seats: int) -> int:
    """How many of a dwarf card both ages have together."""
    if "in_box" in dwarf.facts:
        return int(dwarf.facts["in_box"])
    five = seats in (5, SEATS_UNKNOWN)
    return 2 * int(dwarf.facts["per_age"] + (dwarf.facts["extra_five"] if five else 0))


def treasure(catalogue: Catalogue, seats: int, rulings: Rulings) -> dict[int, int]:
    """The Royal Treasure at the start, value to count."""
    few = seats in (2, 3)
    found = {}
    for coin in catalogue.of_kind("coin"):
        if "many_players" in coin.facts:
            number = int(coin.facts["few_players" if few else "many_players"])
            if few and coin.facts["many_players"] == 3 and rulings["treasure_for_few"] == "two":
                number = 2
            found[int(coin.facts["value"])] = number
    return found


# ── doubts ─────────────────────────────────────────────────────────────────────────────


def _doubts(catalogue: Catalogue, state: State, rulings: Rulings) -> Iterator[Doubt]:
    seats, boxes = state["seats"], played(state)
    for seat, cells in seats.items():
        yield from _coins(seat, cells)
        yield from _misplaced(seat, cells)
        yield from _undecidable(seat, cells)
        for path, entry in _boxed(catalogue, cells):
            box = entry.facts["box"]
            # a table that names no expansion may just not have said so
            if boxes and box in BOXES and box not in boxes:
                message = Text(
                    "{box} is not ticked at this table; the card counts all the same.",
                    "この卓では{box}を選んでいませんが、カードは数えます。",
                ).fill(box=BOXES[box])
                yield Doubt(f"{seat}/{path}", message)
        for valkyrie, step in cells.get("valkyries", {}).items():
            if int(step[-1]) >= len(catalogue[valkyrie].scores[0]["points"]):
                message = Text(
                    "Her track ends before this step.", "この段はありません。最後の段で数えます。"
                )
                yield Doubt(f"{seat}/valkyries/{valkyrie}", message)
    yield from _too_many_dwarves(catalogue, state)
    yield from _too_many_coins(catalogue, state, rulings)
    owners: dict[str, str] = {}
    for seat, cells in seats.items():
        gem = cells.get("gem")
        if gem and gem in owners:
            message = Text("Another player has this gem.", "他の人もこの宝石を持っています。")
            yield Doubt(f"{seat}/gem", message)
        owners.setdefault(gem, seat)


def _boxed(catalogue: Catalogue, cells: State) -> Iterator[tuple[str, Entry]]:
    fields = ("heroes", "mercenaries", "artifacts", "gods", "giants", "valkyries", "animals")
    for field in fields:
        for id_ in cells.get(field, {}):
            yield f"{field}/{id_}", catalogue[id_]


def _coins(seat: str, cells: State) -> Iterator[Doubt]:
    coins = cells.get("coins", {})
    most = 4 if "jarnglofi" in cells.get("artifacts", {}) else 5
    if sum(coins.values()) > most:
        message = Text("A player has {n} coins.", "コインは1人{n}枚です。").fill(n=most)
        yield Doubt(f"{seat}/coins/{next(iter(coins))}", message)
    for coin in ("coin_0", "coin_2", "coin_3", "coin_4", "hunting_master_coin"):
        if coins.get(coin, 0) > 1:
            yield Doubt(f"{seat}/coins/{coin}", Text("One each.", "1人1枚です。"))
    if "hunting_master_coin" in coins:
        if "hunting_master" not in cells.get("distinctions", {}):
            message = Text("Comes with the Hunting Master.", "狩猟長の勲章と一緒に得るコインです。")
            yield Doubt(f"{seat}/coins/hunting_master_coin", message)
        if "coin_0" in coins:
            message = Text("It replaced the 0 coin.", "0のコインと交換したはずです。")
            yield Doubt(f"{seat}/coins/coin_0", message)


def _misplaced(seat: str, cells: State) -> Iterator[Doubt]:
    """Cells about cards that the seat does not have, or has nowhere."""
    heroes, artifacts = cells.get("heroes", {}), cells.get("artifacts", {})
    needs = (
        ("ylud_at", "ylud" in heroes),
        ("thrud_at", "thrud" in heroes),
        ("zolkur_waits", "zolkur" in heroes),
        ("gullinbursti", "hreasvelg" in cells.get("animals", {})),
        ("odroerir_coins", "odroerir" in artifacts),
        ("discard_done", "brisingamens" in artifacts),
        ("gymir_captive", "gymir" in cells.get("giants", {})),
        ("armorer_lost", "kings_great_armorer" in cells.get("distinctions", {})),
        ("ylud", "ylud" in heroes),
        ("mjollnir", "mjollnir" in artifacts),
        ("discard", "brisingamens" in artifacts and "discard_done" not in cells),
    )
    for field, there in needs:
        if field in cells and not there:
            yield Doubt(
                f"{seat}/{field}", Text("You do not have this.", "持っていないカードです。")
            )
    doubles = cells.get("doubles", {})
    # a returned Olwyn leaves his doubles behind, so his absence is strange only without Odin
    if doubles and "olwyn" not in heroes and "odin" not in cells.get("gods", {}):
        message = Text("Doubles come with Olwyn.", "分身はオルウィンと一緒に得ます。")
        yield Doubt(f"{seat}/doubles/{next(iter(doubles))}", message)
    if len(doubles) > 2:
        message = Text("There are two doubles.", "分身は2枚だけです。")
        yield Doubt(f"{seat}/doubles/{list(doubles)[2]}", message)
    captive = cells.get("gymir_captive")
    if captive and cells.get("giants", {}).get("gymir") == "empty":
        message = Text("Gymir has no captive.", "ギュミルは捕獲していないはずです。")
        yield Doubt(f"{seat}/gymir_captive", message)


def _undecidable(seat: str, cells: State) -> Iterator[Doubt]:
    """Decisions about mercenaries that wait nowhere, and discards of cards that are not there."""
    held = cells.get("mercenaries", {})
    for mercenary in cells.get("enlist", {}):
        if held.get(mercenary) != WAITING:
            message = Text("This mercenary is not waiting.", "この傭兵は待機していません。")
            yield Doubt(f"{seat}/enlist/{mercenary}", message)
    gone = cells.get("discard")
    if not gone:
        return
    enlisted = {m for m, face in held.items() if face != WAITING or m in cells.get("enlist", {})}
    there = gone in enlisted
    there |= any(gone in cells.get(field, {}) for field in VALUED.values())
    there |= gone == "blacksmith_card" and "blacksmiths" in cells
    there |= gone == "hunter_card" and "hunters" in cells
    there |= (
        gone == "armorer_blacksmith"
        and "kings_great_armorer" in cells.get("distinctions", {})
        and "armorer_lost" not in cells
    )
    there |= gone in {f"double_{kind}" for kind in cells.get("doubles", {})}
    there |= gone == "gullinbursti" and "gullinbursti" in cells
    there |= gone == "vegvisir" and "vegvisir" in cells.get("artifacts", {})
    if not there:
        yield Doubt(f"{seat}/discard", Text("This card is not there.", "そのカードはありません。"))


def _too_many_dwarves(catalogue: Catalogue, state: State) -> Iterator[Doubt]:
    seats = state["seats"]
    for dwarf in catalogue.of_kind("dwarf"):
        kind = dwarf.facts["class"][0]
        held: dict[str, int] = {}
        if "value" in dwarf.facts:
            path = f"{VALUED[kind]}/{dwarf.id}"
            held = {s: c.get(VALUED[kind], {}).get(dwarf.id, 0) for s, c in seats.items()}
        elif "per_age" in dwarf.facts:
            path = PLAIN[kind]
            held = {s: c.get(path, 0) for s, c in seats.items()}
        most = box_holds(dwarf, len(seats))
        if held and sum(held.values()) > most:
            message = Text(
                "{what}: {most} in play with {n} players; the table has {sum}.",
                "{what}は{n}人では{most}枚ですが、卓に{sum}枚あります。",
            ).fill(what=dwarf.name, most=most, n=len(seats), sum=sum(held.values()))
            yield from (Doubt(f"{s}/{path}", message) for s, n in held.items() if n)


def _too_many_coins(catalogue: Catalogue, state: State, rulings: Rulings) -> Iterator[Doubt]:
    seats = state["seats"]
    stock = treasure(catalogue, len(seats), rulings)
    for value, number in stock.items():
        coin = f"coin_{value}"
        held = {s: c.get("coins", {}).get(coin, 0) for s, c in seats.items()}
        most = number + (len(seats) if value == 5 else 0)
        if sum(held.values()) > most:
            message = Text(
                "There are {most} of this coin; the table has {sum}.",
                "このコインは{most}枚ですが、卓に{sum}枚あります。",
            ).fill(most=most, sum=sum(held.values()))
            yield from (Doubt(f"{s}/coins/{coin}", message) for s, n in held.items() if n)
