"""Calculators of co-op: a mission begun, goals checked, remedies spent, defeat looked for.

Groups belong to everybody, so these forms ask the table. At a table they are the table's own
fields; what they find can be written back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.catalogue import Catalogue, Entry, Option
from ...core.plan import Rulings, State
from ...core.sheet import Cell, Field, Section, Sheet, Value, choice, one_group, options, tally
from ...core.text import EMPTY, Text, counted, join
from ...core.tool import Answer, Apply, Block, Row, Tool, filled, form
from . import coop, mission, paths, plans
from .forms import plain
from .sheet import (
    ASKED,
    GROUPS,
    LOST_STANDS,
    MISSIONS,
    STANDS,
    coop_fields,
    difficulties,
)

HAND, HAND_ALONE = 3, 4
"""Cards dealt to each player of a mission, and to one who plays alone."""

OBSTACLES = (
    Option("monster", Text("Monsters", "モンスター")),
    Option("padlock", Text("Padlocks", "南京錠")),
    Option("hole", Text("Holes to cross", "渡る穴")),
    Option("jump", Text("Jumps between circles", "魔法陣の転移")),
)
"""What a path must pay for, in the words of ``coop.REMEDY``."""

_GROUP_NAMES = {group.id: group.name for group in GROUPS}


def _group(group: str) -> Text:
    return Text("{name} group", "{name}グループ").fill(name=_GROUP_NAMES[group])


def _table_of(state: State, *names: str) -> dict[str, Any]:
    table = state.get("table", {})
    return {name: table[name] for name in names if name in table}


def _nobody(state: State) -> dict[str, dict[str, Any]]:
    """Seats of a form that asks the table alone."""
    return {seat: {} for seat in state["seats"]}


# ── beginning a mission ────────────────────────────────────────────────────────────────


def begin(catalogue: Catalogue) -> Tool:
    fields = coop_fields(catalogue)
    section = Section(
        "mission", Text("Mission", "ミッション"), (fields["mission"], fields["difficulty"])
    )
    sheet = Sheet(catalogue, (), (section,))

    def fill(state: State, seat: str) -> State:
        return form(sheet, state, _nobody(state), _table_of(state, "mission", "difficulty"))

    def answer(state: State, rulings: Rulings) -> Answer:
        table, seats = state.get("table", {}), sheet.seats(state)
        chosen, cites = table.get("mission"), ("choose_mission", "lay_tableau", "deal_hands")
        if chosen is None:
            said = Text("Choose a mission.", "ミッションを選んでください。")
            return Answer(said, cites=cites)
        if chosen != MISSIONS[0]:
            said = Text(
                "What missions 2 to 14 ask is not public: set up by the booklet, then enter "
                "groups and goals.",
                "ミッション2〜14の内容は公開されていない。冊子で準備し、グループと要求を入力。",
            )
            cells: dict[str, Value | None] = {"table/coop": True, "table/mission": chosen}
            cells |= _difficulty(table)
            apply = Apply(Text("Begin", "始める"), cells)
            return Answer(said, applies=(apply,), cites=("missions_2_to_14",))
        entry = catalogue[chosen]
        dealt = HAND if len(seats) > 1 else HAND_ALONE
        left = int(entry.facts["deck_cards"]) - dealt * len(seats)
        said = Text(
            "{groups} groups, {coins} market coins, {dealt} cards each, {left} in the deck.",
            "{groups}グループ、市場{coins}コイン、手札{dealt}枚ずつ、山札{left}枚。",
        ).fill(groups=entry.facts["groups"], coins=entry.facts["coins"], dealt=dealt, left=left)
        apply = Apply(
            Text("Write groups, goals, deck and hands", "グループ・要求・山札・手札を記録"),
            dict(_begun(entry, seats, dealt, left)) | _difficulty(table),
        )
        return Answer(said, tuple(_recipe(catalogue, entry)), (apply,), cites=(chosen, *cites))

    return Tool(
        Text("Begin a mission (co-op)", "ミッションを始める（協力）"),
        Text(
            "What mission 1 asks, and the table made ready for it.",
            "ミッション1の内容と、卓の準備。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _difficulty(table: Mapping[str, Any]) -> dict[str, Value | None]:
    return {"table/difficulty": table["difficulty"]} if "difficulty" in table else {}


def _goals(entry: Entry) -> Iterator[tuple[str, int]]:
    """Goals of a mission: what each asks, an artifact by its family."""
    for icon, number in entry.facts["asks"].items():
        yield (icon if icon in ASKED else "artifact"), int(number)


def _begun(
    entry: Entry, seats: tuple[str, ...], dealt: int, left: int
) -> Iterator[tuple[str, Value | None]]:
    """Cells of a mission that begins. Which group takes which goal is a first suggestion."""
    yield from (("table/coop", True), ("table/mission", entry.id))
    for group, (icon, number) in zip(GROUPS, _goals(entry), strict=True):
        yield f"table/groups/{group.id}", STANDS[0].id
        for asked in ASKED:
            yield f"table/asked/{group.id}/{asked}", number if asked == icon else None
        yield f"table/asked_artifact/{group.id}", True if icon == "artifact" else None
    yield "table/cards_in_deck", left
    yield from ((f"{seat}/cards_in_hand", dealt) for seat in seats)


def _recipe(catalogue: Catalogue, entry: Entry) -> Iterator[Block]:
    goals = tuple(
        Row(_group(group.id), plain(number), catalogue.name(icon), icon)
        for group, (icon, number) in zip(GROUPS, entry.facts["asks"].items(), strict=True)
    )
    free = Text("any group may take any", "どのグループがどれでもよい")
    yield Block(
        Text("Goals, one group each ({free})", "要求：1グループ1つ（{free}）").fill(free=free),
        goals,
    )
    rows = (
        Row(
            Text("Player deck", "プレイヤーデッキ"), EMPTY, entry.facts["deck"], "build_player_deck"
        ),
        Row(Text("Tableau", "盤面"), EMPTY, entry.body[0], "lay_tableau"),
    )
    yield Block(Text("Set-up", "準備"), rows)


# ── are the goals met ──────────────────────────────────────────────────────────────────

_MISSION = (
    "mission",
    "difficulty",
    "groups",
    "asked",
    "asked_artifact",
    "circled",
    "struck",
    "group_fairies",
    "artifacts",
)
"""Fields of the table on which goals depend."""


def goals(catalogue: Catalogue) -> Tool:
    fields = coop_fields(catalogue)

    def section(id_: str, label: Text, *names: str, folded: bool = True) -> Section:
        # folded: a table fills them, and without a table they are long
        return Section(id_, label, tuple(fields[name] for name in names), folded=folded)

    asked = ("asked", "asked_artifact")
    held = ("group_fairies", "artifacts")
    sheet = Sheet(
        catalogue,
        (),
        (
            section("groups", Text("Groups", "グループ"), "groups", "difficulty", folded=False),
            section("goals", Text("What the goals ask for", "達成目標の要求"), *asked),
            section("icons", Text("Icons circled", "丸と消し線"), "circled", "struck"),
            section("held", Text("Fairies and artifacts", "妖精と秘宝"), *held),
        ),
    )

    def fill(state: State, seat: str) -> State:
        named = tuple(name for name in _MISSION if name != "mission")
        return form(sheet, state, _nobody(state), _table_of(state, *named))

    def answer(state: State, rulings: Rulings) -> Answer:
        its, cites = mission.of(catalogue, state, rulings), ("requirement_met", "coop_goal")
        if not its.stands:
            said = Text("Set each group that plays.", "参加するグループの状況を選んでください。")
            return Answer(said, cites=cites)
        blocks, met, offers = [], [], []
        for group, stand in its.stands.items():
            gaps = its.gaps(group)
            blocks.append(Block(_group(group), tuple(_goal_rows(catalogue, its, group))))
            if its.asked(group) and not gaps:
                met.append(group)
                if stand not in ("goal_met", *LOST_STANDS):
                    label = Text("{group}: goal met", "{group}：達成").fill(group=_group(group))
                    offers.append(Apply(label, {f"table/groups/{group}": "goal_met"}))
        level = catalogue.name(its.difficulty)
        who = join(_GROUP_NAMES[group] for group in met)
        said = Text("{level}: enough for {who}.", "{level}：足りているのは{who}。")
        if not met:
            said = Text(
                "{level}: no group has enough yet.", "{level}：まだどのグループも足りない。"
            )
        return Answer(
            said.fill(level=level, who=who),
            tuple(blocks),
            tuple(offers),
            cites=(*cites, its.difficulty),
        )

    return Tool(
        Text("Are the goals met? (co-op)", "要求を満たす？（協力）"),
        Text(
            "What each group holds against what its goal asks, by difficulty.",
            "各グループの持ち物と要求を、難易度に応じて比べます。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _goal_rows(catalogue: Catalogue, its: mission.Mission, group: str) -> Iterator[Row]:
    asked, lacking = its.asked(group), {gap.icon: gap for gap in its.gaps(group)}
    if not asked:
        yield Row(Text("Nothing asked", "要求が未入力"), EMPTY, EMPTY, "coop_goal")
    for icon in dict.fromkeys((*asked, *lacking)):
        spent = bool(catalogue[its.difficulty].facts.get("spent_count"))
        held = its.group(group).holds(icon, spent)
        how = Text("enough", "足りている")
        if icon in lacking:
            gap = lacking[icon].asked - held
            short = Text("{n} short", "あと{n}").fill(n=gap)
            how = short if gap > 0 else Text("{n} too many", "{n}多い").fill(n=-gap)
        value = Text("{n} of {all}", "{n}/{all}").fill(n=held, all=asked.get(icon, 0))
        yield Row(catalogue.name(icon), value, how, icon)


# ── which remedies to spend ────────────────────────────────────────────────────────────


def remedies(catalogue: Catalogue) -> Tool:
    items = tuple(Option(item, catalogue.name(item)) for item in paths.ITEMS)
    asked = tuple(Option(id_, catalogue.name(id_)) for id_ in ASKED)
    fairies = options(catalogue.of_kind("fairy"))
    books = options([catalogue[book] for book in plans.BOOK_PAYS])

    def numbers(id_: str, label: Text, rows: tuple[Option, ...], most: int = 30) -> Field:
        return tally(id_, label, rows, most=most)

    way = (
        choice("group", Text("Group", "グループ"), GROUPS),
        choice("difficulty", Text("Difficulty", "難易度"), difficulties(catalogue)),
        numbers("obstacles", Text("On the path", "経路の障害"), OBSTACLES, 9),
        numbers("asked", Text("The goal asks for", "目標の要求"), asked),
    )
    stock = (
        numbers("circled", Text("Circled, this path included", "丸の数（この経路を含む）"), asked),
        numbers("struck", Text("Struck out before", "以前に消した数"), items),
        numbers("fairies", Text("Unused fairies", "未使用の妖精"), fairies, 5),
        Field(
            "books",
            Text("Unused spellbooks", "未使用の呪文書"),
            "pick",
            Cell("flag"),
            one_group(books),
        ),
    )
    sheet = Sheet(
        catalogue,
        (),
        (
            Section("way", Text("Path and goal", "経路と目標"), way),
            Section("stock", Text("What the group has", "グループの持ち物"), stock),
        ),
    )

    def fill(state: State, seat: str) -> State:
        table = state.get("table", {})
        group = table.get("planning") or next(iter(table.get("groups", {})), None)
        about: dict[str, Any] = _table_of(state, "difficulty")
        if group:
            its = mission.of(catalogue, state, sheet.rulings(state))
            about |= {
                "group": group,
                "asked": {i: n for i, n in its.asked(group).items() if i != "artifact"},
                "circled": table.get("circled", {}).get(group),
                "struck": {
                    i: min(n, 30) for i, n in table.get("struck", {}).get(group, {}).items()
                },
                "fairies": {
                    f: min(n, 5) for f, n in table.get("group_fairies", {}).get(group, {}).items()
                },
                "books": {b: True for b in its.books(group) if b in plans.BOOK_PAYS},
            }
            for name in ("asked", "circled"):
                about[name] = {i: min(n, 30) for i, n in (about[name] or {}).items()}
        return form(sheet, state, _nobody(state), filled(about))

    def answer(state: State, rulings: Rulings) -> Answer:
        return _spending(catalogue, state.get("table", {}), rulings)

    return Tool(
        Text("What to spend? (co-op)", "何を使う？（協力）"),
        Text(
            "Items, fairies or books for each obstacle, so that the goal is still met.",
            "要求を満たしたまま障害を越えるには、アイテム・妖精・呪文書のどれを使うか。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _spending(catalogue: Catalogue, table: Mapping[str, Any], rulings: Rulings) -> Answer:
    cites = ("requirement_met", "coop_paths", "collect_before")
    obstacles: dict[str, int] = table.get("obstacles", {})
    if not obstacles:
        said = Text("Enter what lies on the path.", "経路にある障害を入れてください。")
        return Answer(said, cites=cites)
    circled: dict[str, int] = table.get("circled", {})
    before: dict[str, int] = table.get("struck", {})
    fairies = {str(catalogue[f].facts["stands_in"]): n for f, n in table.get("fairies", {}).items()}
    books = {plans.BOOK_PAYS[book]: 1 for book in table.get("books", {})}
    level = table.get("difficulty", mission.RECOMMENDED)
    found = coop.spend(
        catalogue,
        obstacles,
        circled,
        fairies,
        books,
        table.get("asked", {}),
        level,
        rulings["hard_exact"],
        before,
    )
    if found is None:
        said = Text(
            "{level}: nothing works. Collect more, or take another path.",
            "{level}：どう使っても足りない。もっと集めるか、別の経路へ。",
        )
        return Answer(said.fill(level=catalogue.name(level)), cites=cites)
    rows = tuple(_spent_rows(catalogue, found))
    parts = join(Text(f"{r.value.en} {r.label.en.lower()}", r.label.ja + r.value.ja) for r in rows)
    said = Text("{level}: spend {what}.", "{level}：{what}を使う。").fill(
        level=catalogue.name(level), what=parts
    )
    title = Text("Spend, books and fairies first", "使うもの（呪文書と妖精を優先）")
    applies = tuple(_spent(catalogue, table, found))
    return Answer(said, (Block(title, rows),), applies, cites=(*cites, level))


def _spent_rows(catalogue: Catalogue, found: coop.Spending) -> Iterator[Row]:
    fairy_of = {str(f.facts["stands_in"]): f.id for f in catalogue.of_kind("fairy")}
    book_of = {item: book for book, item in plans.BOOK_PAYS.items()}
    for used, named in ((found.books, book_of), (found.fairies, fairy_of)):
        for item, n in used.items():
            yield Row(catalogue.name(named[item]), plain(n), EMPTY, named[item])
    for item, n in found.items.items():
        yield Row(catalogue.name(item), plain(n), Text("strike out", "消す"), item)


def _spent(catalogue: Catalogue, table: Mapping[str, Any], found: coop.Spending) -> Iterator[Apply]:
    """Items struck out, fairies and books gone, for the group that the form names."""
    group = table.get("group")
    if not group:
        return
    cells: dict[str, Value | None] = {}
    for icon, n in table.get("circled", {}).items():
        cells[f"table/circled/{group}/{icon}"] = n
    for item, n in found.items.items():
        cells[f"table/struck/{group}/{item}"] = table.get("struck", {}).get(item, 0) + n
    for fairy, n in table.get("fairies", {}).items():
        used = found.fairies.get(str(catalogue[fairy].facts["stands_in"]), 0)
        cells[f"table/group_fairies/{group}/{fairy}"] = (n - used) or None
    for book, item in plans.BOOK_PAYS.items():
        if item in found.books:
            cells[f"table/books_spent/{book}"] = True
    label = Text("Write it: {group}", "{group}に記録").fill(group=_group(group))
    yield Apply(label, cells)


# ── is it lost ─────────────────────────────────────────────────────────────────────────


def defeat(catalogue: Catalogue) -> Tool:
    fields = coop_fields(catalogue)
    hand = Field(
        "cards_in_hand", Text("Cards in hand", "手札"), "count", Cell("number", 0, 9, open=True)
    )
    seats = tuple(
        Option(f"p{n}", Text(f"Player {n}", f"プレイヤー{n}"))
        for n in range(1, catalogue.box.players[1] + 1)
    )
    active = choice("active", Text("Whose turn", "手番"), seats)
    table = (fields["groups"], fields["cards_in_deck"], fields["empty_slots"], active)
    sheet = Sheet(
        catalogue,
        (Section("hand", Text("Hand", "手札"), (hand,)),),
        (Section("mission", Text("Groups and cards", "グループとカード"), table),),
    )

    def fill(state: State, seat: str) -> State:
        seats = {
            s: {"cards_in_hand": cells.get("cards_in_hand")} for s, cells in state["seats"].items()
        }
        about = _table_of(state, "groups", "cards_in_deck", "empty_slots")
        about["active"] = state.get("play", {}).get("first")
        return form(sheet, state, seats, about)

    def answer(state: State, rulings: Rulings) -> Answer:
        its, table = mission.of(catalogue, state, rulings), state.get("table", {})
        empty = [s for s in sheet.seats(state) if state["seats"][s].get("cards_in_hand") == 0]
        said, offers = _defeat_said(catalogue, its, table, [sheet.name(state, s) for s in empty])
        rows = tuple(_defeat_rows(catalogue, its, table, [sheet.name(state, s) for s in empty]))
        blocks = [Block(Text("Ways to lose", "敗北条件"), rows)]
        if its.outcome == "open":
            offers += _turn(sheet, state)
        if turns := _turns(state):
            blocks.append(Block(Text("Cards", "カード"), (turns,)))
        cites = tuple(entry.id for entry in catalogue.of_kind("defeat"))
        return Answer(said, tuple(blocks), tuple(offers), cites=(*cites, "coop_victory"))

    return Tool(
        Text("Won or lost? (co-op)", "勝敗の確認（協力）"),
        Text(
            "The four ways to lose, and whether every group has met its goal.",
            "4つの敗北条件と、全グループの達成を確かめます。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _turn(sheet: Sheet, state: State) -> Iterator[Apply]:
    """A turn that is over: a card into a slot, one drawn if there is any, the token passed on."""
    table, seats = state.get("table", {}), sheet.seats(state)
    active = table.get("active")
    if active not in seats:
        return
    following = seats[(seats.index(active) + 1) % len(seats)]
    cells: dict[str, Value | None] = {"play/first": following}
    if slots := table.get("empty_slots"):
        cells["table/empty_slots"] = slots - 1
    hand = state["seats"][active].get("cards_in_hand")
    if deck := table.get("cards_in_deck"):
        cells["table/cards_in_deck"] = deck - 1
    elif deck == 0 and hand:
        cells[f"{active}/cards_in_hand"] = hand - 1
    label = Text("{who} has played: on to {other}", "{who}の手番終了、次は{other}")
    yield Apply(
        label.fill(who=sheet.name(state, active), other=sheet.name(state, following)), cells
    )


def _turns(state: State) -> Row | None:
    """How many cards can still be played, as far as that is entered."""
    table = state.get("table", {})
    hands = [cells.get("cards_in_hand") for cells in state["seats"].values()]
    if "cards_in_deck" not in table or None in hands:
        return None
    cards = table["cards_in_deck"] + sum(hand for hand in hands if hand)
    slots = table.get("empty_slots")
    how = Text("deck and hands", "山札と手札")
    if slots is not None:
        how = Text("{c} in deck and hands, {s} slots", "山札と手札{c}枚、空きマス{s}").fill(
            c=cards, s=slots
        )
        cards = min(cards, slots)
    return Row(Text("Cards that can still be played", "まだ置けるカード"), plain(cards), how)


def _defeat_rows(
    catalogue: Catalogue, its: mission.Mission, table: Mapping[str, Any], empty: list[Text]
) -> Iterator[Row]:
    no, yes = Text("no", "いいえ"), Text("lost", "敗北")
    for stand, entry in LOST_STANDS.items():
        who = [_GROUP_NAMES[g] for g, where in its.stands.items() if where == stand]
        yield Row(catalogue.name(entry), yes if who else no, join(who), entry)
    entry = "coop_defeat_no_card"
    if table.get("empty_slots") == 0 and not its.home:
        yield Row(catalogue.name(entry), yes, Text("no slot is empty", "空きマスがない"), entry)
    elif empty:
        how = Text("as soon as {who} must play", "{who}が置く番になったら").fill(who=join(empty))
        yield Row(catalogue.name(entry), Text("soon", "まもなく"), how, entry)
    else:
        known = "empty_slots" in table
        how = EMPTY if known else Text("slots not entered", "空きマスが未入力")
        yield Row(catalogue.name(entry), no if known else Text("?", "？"), how, entry)
    entry = "coop_defeat_mission"
    how = Text("see the booklet", "冊子を参照")
    yield Row(catalogue.name(entry), Text("?", "？"), how, entry)


def _defeat_said(
    catalogue: Catalogue, its: mission.Mission, table: Mapping[str, Any], empty: list[Text]
) -> tuple[Text, list[Apply]]:
    found = list(its.defeats())
    if table.get("empty_slots") == 0 and not its.home:
        found.append("coop_defeat_no_card")
    offers = [
        Apply(
            Text("Record: {what}", "記録：{what}").fill(what=catalogue.name(entry)),
            {f"table/defeats/{entry}": True},
        )
        for entry in found
    ]
    if found:
        why = join(Text(catalogue.name(e).en.lower(), catalogue.name(e).ja) for e in found)
        return Text("Lost: {why}.", "敗北：{why}。").fill(why=why), offers
    if empty:
        said = Text(
            "Lost as soon as {who} must play, for the hand is empty.",
            "{who}は手札がないので、置く番が来たら敗北。",
        ).fill(who=join(empty))
        record = Apply(
            Text("Record: {what}", "記録：{what}").fill(what=catalogue.name("coop_defeat_no_card")),
            {"table/defeats/coop_defeat_no_card": True},
        )
        return said, [record]
    if not its.stands:
        said = Text("Set each group that plays.", "参加するグループの状況を選んでください。")
        return said, []
    if its.home:
        said = Text(
            "Every group has met its goal. Won, unless the booklet asks for more.",
            "全グループが達成。冊子にほかの条件がなければ勝利。",
        )
        return said, [Apply(Text("Record the victory", "勝利を記録"), {"table/mission_won": True})]
    away = [g for g, stand in its.stands.items() if stand != "goal_met"]
    return Text(
        "Not lost. {n} still to reach a goal: {who}.", "敗北ではない。あと{n}：{who}。"
    ).fill(
        n=counted(len(away), "group", "groups", "グループ"),
        who=join(_GROUP_NAMES[group] for group in away),
    ), []
