"""Calculators of Diploma: magic, dice, mana, tools, barriers, a scoring phase, the next round.

What no public text says stays unsaid here too: a normal yield, a penalty or a bonus is never
given a number, and points that lack one are called partial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    tally,
)
from ...core.text import EMPTY, Text, counted, join
from ...core.tool import Answer, Apply, Block, Row, Tool, form
from . import counters, points
from .course import ROUND_STAGES
from .sheet import BARRIER, BARRIER_LEFT, OVER, PIPS, STONES

MOST_MANA, MOST_SETS, MOST_CIRCLES = 99, 40, 20
"""What the sheet's cells take."""


def make(catalogue: Catalogue) -> dict[str, Tool]:
    """The tools by id, in the order of a round; ids are permanent, for they stand in links."""
    return {
        "magic_now": _magic_now(catalogue),
        "die": _die(catalogue),
        "mana": _mana(catalogue),
        "tool_uses": _tool_uses(catalogue),
        "barriers": _barriers(catalogue),
        "scoring_phase": _scoring_phase(catalogue),
        "circles_left": _circles_left(catalogue),
        "next_round": _next_round(catalogue),
    }


# ── forms ──────────────────────────────────────────────────────────────────────────────


def _some(cells: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: cells.get(name) for name in names}


def _plain(value: object) -> Text:
    return Text(str(value), str(value))


def _seat_choice(catalogue: Catalogue, id_: str, label: Text) -> Field:
    seats = tuple(
        Option(f"p{n}", Text(f"Player {n}", f"プレイヤー{n}"))
        for n in range(1, catalogue.box.players[1] + 1)
    )
    return choice(id_, label, seats)


_ROUND_PLAYER = Text("Round player", "ラウンドプレイヤー")


def _clockwise(seats: Sequence[str], first: str | None) -> list[str]:
    """Seats from the round player on; as they sit where nobody is named."""
    begin = list(seats).index(first) if first and first in seats else 0
    return [*seats[begin:], *seats[:begin]]


# ── which magic now ────────────────────────────────────────────────────────────────────


def _magic_now(catalogue: Catalogue) -> Tool:
    magic = options(catalogue.of_kind("magic"))
    own = (
        choice("magic_1", Text("Magic slot", "魔法枠"), magic),
        choice("magic_2", Text("Second slot", "第2の魔法枠"), magic),
        count("mana", catalogue.name("mana"), most=MOST_MANA),
    )
    table = (
        choice("window", Text("When", "時機"), options(catalogue.of_kind("window"))),
        _seat_choice(catalogue, "first", _ROUND_PLAYER),
        flag("rabbit_used", Text("Rabbit Start was used", "ラビットスタート使用済み")),
    )
    sheet = Sheet(
        catalogue,
        (Section("magic", Text("Magic", "魔法"), own),),
        (Section("window", Text("Moment", "時機"), table),),
    )

    def fill(state: State, seat: str) -> State:
        named = ("magic_1", "magic_2", "mana")
        seats = {s: _some(cells, *named) for s, cells in state["seats"].items()}
        return form(sheet, state, seats, {"first": state.get("play", {}).get("first")})

    def answer(state: State, rulings: Rulings) -> Answer:
        table, seats = state.get("table", {}), sheet.seats(state)
        set_magic = {
            s: [c[slot] for slot in ("magic_1", "magic_2") if slot in c]
            for s, c in state["seats"].items()
        }
        cites = ("magic_order", "magic_card", "mana")
        if not any(set_magic.values()):
            said = Text("Enter the magic that is set.", "設置されている魔法を入れてください。")
            return Answer(said, cites=cites)
        mana = {s: c.get("mana", 0) for s, c in state["seats"].items()}
        order = _clockwise(seats, table.get("first"))
        windows = (
            [table["window"]]
            if "window" in table
            else [entry.id for entry in catalogue.of_kind("window")]
        )
        blocks, now = [], []
        for window in windows:
            rabbit = bool(table.get("rabbit_used"))
            found = counters.next_magic(catalogue, window, set_magic, mana, order, rabbit)
            now += found
            rows = [
                Row(
                    catalogue.name(spell),
                    sheet.name(state, seat),
                    Text("{n} mana", "マナ{n}").fill(n=mana[seat]),
                    spell,
                )
                for seat, spell in found
            ]
            rows += _not_now(catalogue, window, set_magic, found, sheet, state)
            nothing = Row(Text("Nothing", "なし"), EMPTY)
            blocks.append(Block(catalogue.name(window), tuple(rows) or (nothing,)))
        said = Text("Nobody can use magic now.", "今使える魔法はありません。")
        if now:
            said = join(
                (
                    Text("{who}: {spell}", "{who}：{spell}").fill(
                        who=sheet.name(state, seat), spell=catalogue.name(spell)
                    )
                    for seat, spell in now
                ),
                " → ",
                "→",
            )
        applies = tuple(_cast(catalogue, sheet, state, now)) if "window" in table else ()
        return Answer(said, tuple(blocks), applies, cites=cites)

    return Tool(
        Text("Which magic now?", "今使える魔法は？"),
        Text(
            "Who may use which magic at this moment, in order, as far as mana goes.",
            "この時機に誰がどの魔法を使えるかを、順番に。マナも確かめます。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


def _not_now(
    catalogue: Catalogue,
    window: str,
    set_magic: Mapping[str, Sequence[str]],
    found: Sequence[tuple[str, str]],
    sheet: Sheet,
    state: State,
) -> Iterator[Row]:
    """Magic of this moment that is set and cannot be used, and why."""
    for seat in sheet.seats(state):
        for spell in dict.fromkeys(set_magic[seat]):
            if catalogue[spell].facts["window"] == window and (seat, spell) not in found:
                enough = state["seats"][seat].get("mana", 0) >= catalogue[spell].facts["mana"]
                why = Text("not after Rabbit Start", "ラビットスタートの後は不可")
                if not enough:
                    why = Text("no mana", "マナがない")
                label = Text("({spell})", "（{spell}）").fill(spell=catalogue.name(spell))
                yield Row(label, sheet.name(state, seat), why, spell)


def _cast(
    catalogue: Catalogue, sheet: Sheet, state: State, now: Sequence[tuple[str, str]]
) -> Iterator[Apply]:
    for seat, spell in dict.fromkeys(now):
        left = state["seats"][seat]["mana"] - int(catalogue[spell].facts["mana"])
        label = Text("{who} uses {spell}", "{who}が{spell}を使う").fill(
            who=sheet.name(state, seat), spell=catalogue.name(spell)
        )
        yield Apply(label, {f"{seat}/mana": left or None})


# ── a die and its slot ─────────────────────────────────────────────────────────────────

_DICE = ("die_1", "die_2")


def _die(catalogue: Catalogue) -> Tool:
    magic = options(catalogue.of_kind("magic"))
    over = tuple(Option(id_, catalogue.name(id_)) for id_ in OVER)
    dice = (
        choice("die_1", Text("My die", "自分のダイス"), PIPS),
        choice("die_2", Text("My second die", "2個目のダイス"), PIPS),
    )
    board = (
        pick("tools", Text("Tools", "道具"), one_group(over), options(catalogue.of_kind("tool"))),
        tally("tool_uses", Text("Uses made", "使った回数"), over, most=counters.TOOL_USES),
        choice("barrier", Text("Barrier in my Under slot", "Under枠の障壁"), BARRIER),
        choice("magic_1", Text("Magic slot", "魔法枠"), magic),
        choice("magic_2", Text("Second slot", "第2の魔法枠"), magic),
        count("mana", catalogue.name("mana"), most=MOST_MANA),
    )
    sheet = Sheet(
        catalogue,
        (
            Section("dice", Text("Dice", "ダイス"), dice),
            Section("board", Text("My board", "自分のボード"), board, folded=True),
        ),
        (
            Section(
                "judgement",
                catalogue.name("judgement_die"),
                (choice("judgement", catalogue.name("judgement_die"), PIPS),),
            ),
        ),
    )

    def fill(state: State, seat: str) -> State:
        named = ("tools", "tool_uses", "barrier", "magic_1", "magic_2", "mana")
        own = _some(state["seats"][seat], *named)
        return form(sheet, state, {seat: own}, _some(state.get("table", {}), "judgement"))

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        judge, cites = state.get("table", {}).get("judgement"), ("slot_meaning", "judgement_die")
        odds = _odds(catalogue)
        dice = [(name, int(cells[name])) for name in _DICE if name in cells]
        if judge is None or not dice:
            said = Text(
                "Choose the judgement die and your die.",
                "判定ダイスと自分のダイスを選んでください。",
            )
            return Answer(said, (odds,), cites=cites)
        landed = [counters.slot(die, int(judge)) for _, die in dice]
        said = join(
            (
                Text("{die} against {judge}: {slot}.", "{judge}に対して{die}：{slot}。").fill(
                    die=die, judge=judge, slot=catalogue.name(slot)
                )
                for (_, die), slot in zip(dice, landed, strict=True)
            ),
            " ",
            "",
        )
        yields = tuple(_yield_row(catalogue, slot, cells) for slot in dict.fromkeys(landed))
        blocks = [Block(Text("What they yield", "産出"), yields)]
        if spells := tuple(_spell_rows(catalogue, dice, int(judge), cells)):
            blocks.append(Block(Text("With one use of my magic", "魔法を1回使うと"), spells))
        applies = tuple(
            _worked(catalogue, seat, slot, cells)
            for slot in dict.fromkeys(landed)
            if slot in OVER and counters.yields(*_tool_at(slot, cells)) == "tool"
        )
        judged = Apply(
            Text("Judgement die shows {n}", "判定ダイスは{n}").fill(n=judge),
            {"table/judgement": judge},
        )
        return Answer(said, (*blocks, odds), (*applies, judged), cites=cites)

    return Tool(
        Text("Which slot?", "どの枠？"),
        Text(
            "The slot of a die, what happens there, the odds, and what your magic could change.",
            "ダイスの枠、そこで起こること、確率、魔法で変えられる枠。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _tool_at(slot: str, cells: Mapping[str, Any]) -> tuple[str | None, int]:
    return cells.get("tools", {}).get(slot), cells.get("tool_uses", {}).get(slot, 0)


def _yield_row(catalogue: Catalogue, slot: str, cells: Mapping[str, Any]) -> Row:
    name = catalogue.name(slot)
    if slot == "under":
        if cells.get("barrier") == "spent":
            how = Text("your spent barrier shields you", "効果切れの障壁が罰を防ぐ")
            return Row(name, Text("no penalty", "罰なし"), how, "barrier_shield")
        how = Text("how large is not public: see your board", "大きさは非公開。ボードを見る")
        return Row(name, Text("penalty", "罰"), how, "under")
    if slot in OVER:
        tool, used = _tool_at(slot, cells)
        match counters.yields(tool, used):
            case "tool":
                assert tool
                left = counters.tool_left(used)
                how = Text("must be carried out; {n} before this one", "必ず実行。残り{n}").fill(
                    n=counted(left, "use left", "uses left", "回")
                )
                return Row(name, catalogue.name(tool), how, tool)
            case "nothing":
                how = Text("the spent tool blocks it", "使い切った道具がふさいでいる")
                return Row(name, Text("nothing", "なし"), how, "tool_blocked")
    how = Text("the amount is not public: see your board", "量は非公開。ボードを見る")
    return Row(name, Text("normal yield", "通常の産出"), how, slot)


def _odds(catalogue: Catalogue) -> Block:
    rows = []
    for slot in counters.SLOTS:
        chance = counters.odds([slot])
        percent = Text(f"{round(100 * chance)}%", f"{round(100 * chance)}%")
        how = _plain(f"{chance.numerator * 36 // chance.denominator}/36")
        rows.append(Row(catalogue.name(slot), percent, how, slot, share=chance))
    return Block(Text("Odds of a die, both fair", "1個のダイスの確率"), tuple(rows), folded=True)


_JUDGEMENT_TOO = ("upper", "downer", "control")
"""Magic for any die in play, the judgement die included."""


def _spell_rows(
    catalogue: Catalogue, dice: Sequence[tuple[str, int]], judge: int, cells: Mapping[str, Any]
) -> Iterator[Row]:
    """Where each die would land after one use of a magic that is set and can be paid."""
    if not cells.get("mana"):
        return
    set_magic = dict.fromkeys(cells[slot] for slot in ("magic_1", "magic_2") if slot in cells)
    for spell in set_magic:
        colour = Text("if the colour is that of its stone", "石と同色なら")
        how = colour if catalogue[spell].facts.get("colour_matters") else EMPTY
        if spell != "change_1":
            for _, die in dice:
                for value in counters.changed(spell, die):
                    label = Text("{spell}: {a} → {b}", "{spell}：{a}→{b}").fill(
                        spell=catalogue.name(spell), a=die, b=value
                    )
                    slot = counters.slot(value, judge)
                    yield Row(label, catalogue.name(slot), how, spell)
        if spell == "change_1" or spell in _JUDGEMENT_TOO:
            for value in counters.changed(spell, judge):
                label = Text("{spell}: judgement die {a} → {b}", "{spell}：判定ダイス{a}→{b}").fill(
                    spell=catalogue.name(spell), a=judge, b=value
                )
                slots = (catalogue.name(counters.slot(die, value)) for _, die in dice)
                yield Row(label, join(slots), how, spell)


def _worked(catalogue: Catalogue, seat: str, slot: str, cells: Mapping[str, Any]) -> Apply:
    _, used = _tool_at(slot, cells)
    label = Text("The tool in {slot} has worked", "{slot}の道具を使った")
    return Apply(label.fill(slot=catalogue.name(slot)), {f"{seat}/tool_uses/{slot}": used + 1})


# ── mana ───────────────────────────────────────────────────────────────────────────────


def _mana(catalogue: Catalogue) -> Tool:
    own = (
        count("mana", Text("Mana now", "今のマナ"), most=MOST_MANA),
        count("gain", Text("Gain", "得るマナ"), most=20),
        count("spend", Text("Then spend", "その後使うマナ"), most=20),
        flag("aptitude", catalogue.name("mages_aptitude")),
    )
    sheet = Sheet(catalogue, (Section("mana", catalogue.name("mana"), own),))

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        own_cells = {
            "mana": cells.get("mana"),
            "aptitude": cells.get("title") == "mages_aptitude",
        }
        return form(sheet, state, {seat: own_cells})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        title = "mages_aptitude" if cells.get("aptitude") else None
        limit = counters.mana_limit(catalogue, title)
        held, gain, spend = (cells.get(name, 0) for name in ("mana", "gain", "spend"))
        after = counters.gained(held, gain, limit)
        lost = held + gain - after
        cites = ("mana", "mana_overflow")
        if spend > after:
            said = Text("Not enough: {n} mana.", "マナが足りません（{n}）。").fill(n=after)
            return Answer(said, cites=cites)
        left = after - spend
        said = Text("{n} of {most} mana.", "マナ{n}/{most}。").fill(n=left, most=limit)
        if lost:
            said += Text(" {n} are lost.", "{n}は失います。").fill(n=lost)
        rows = (
            Row(Text("Uses of magic", "使える魔法"), _plain(left), EMPTY, "magic_card"),
            Row(
                Text("Or tools thrown out", "道具の廃棄"),
                _plain(left // counters.DISCARD_MANA),
                Text("in your placement phase", "自分の配置フェーズに"),
                "tool_discard",
            ),
            Row(Text("Room for more", "あと持てる数"), _plain(max(0, limit - left)), EMPTY, "mana"),
        )
        apply = Apply(
            Text("Write {n} mana", "マナ{n}を記録").fill(n=left), {f"{seat}/mana": left or None}
        )
        return Answer(said, (Block(catalogue.name("mana"), rows),), (apply,), cites=cites)

    return Tool(
        catalogue.name("mana"),
        Text("Gains up to the limit, and what is left to use.", "上限までの獲得と、使える残り。"),
        sheet,
        answer,
        "one",
        fill,
    )


# ── tools ──────────────────────────────────────────────────────────────────────────────


def _tool_uses(catalogue: Catalogue) -> Tool:
    over = tuple(Option(id_, catalogue.name(id_)) for id_ in OVER)
    own = (
        pick("tools", Text("Tools", "道具"), one_group(over), options(catalogue.of_kind("tool"))),
        tally("tool_uses", Text("Uses made", "使った回数"), over, most=counters.TOOL_USES),
        count("mana", catalogue.name("mana"), most=MOST_MANA),
    )
    sheet = Sheet(catalogue, (Section("tools", Text("Tools", "道具"), own),))

    def fill(state: State, seat: str) -> State:
        own_cells = _some(state["seats"][seat], "tools", "tool_uses", "mana")
        return form(sheet, state, {seat: own_cells})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        held, cites = cells.get("tools", {}), ("tool_uses", "tool_blocked", "tool_discard")
        if not held:
            said = Text("Which tool lies in which slot?", "どの枠にどの道具がありますか？")
            return Answer(said, cites=cites)
        rows, applies = [], []
        for slot, tool in held.items():
            left = counters.tool_left(_tool_at(slot, cells)[1])
            chance = counters.odds([slot])
            label = Text("{slot}: {tool}", "{slot}：{tool}").fill(
                slot=catalogue.name(slot), tool=catalogue.name(tool)
            )
            value = counted(left, "use left", "uses left", "回")
            how = Text("the next use turns it face down", "次に使うと裏返る")
            if left == 0:
                value, how = Text("face down", "裏向き"), Text("blocks its slot", "枠をふさぐ")
            elif left > 1:
                how = Text("{n} in 36 for each die", "ダイス1個で{n}/36").fill(n=int(chance * 36))
            rows.append(Row(label, value, how, tool, share=chance if left else None))
            if left:
                applies.append(_worked(catalogue, seat, slot, cells))
        applies += [_thrown(catalogue, seat, slot, cells) for slot in held if cells.get("mana")]
        spent = sum(counters.tool_left(_tool_at(slot, cells)[1]) == 0 for slot in held)
        said = Text("{n} at work, {m} spent.", "使える道具{n}、使い切り{m}。").fill(
            n=len(held) - spent, m=spent
        )
        return Answer(said, (Block(Text("Slots", "枠"), tuple(rows)),), tuple(applies), cites=cites)

    return Tool(
        Text("Uses of my tools", "道具の残り回数"),
        Text(
            "Three uses each, then face down; 1 mana throws one out.",
            "3回使うと裏返る。マナ1で廃棄できる。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _thrown(catalogue: Catalogue, seat: str, slot: str, cells: Mapping[str, Any]) -> Apply:
    """A tool thrown out in the own placement phase; a stone still on it is lost."""
    label = Text("Throw out the tool in {slot}, 1 mana", "マナ1で{slot}の道具を廃棄")
    mana = cells["mana"] - counters.DISCARD_MANA
    return Apply(
        label.fill(slot=catalogue.name(slot)),
        {
            f"{seat}/tools/{slot}": None,
            f"{seat}/tool_uses/{slot}": None,
            f"{seat}/mana": mana or None,
        },
    )


# ── barriers ───────────────────────────────────────────────────────────────────────────

_FACE = {left: face for face, left in BARRIER_LEFT.items()}


def _barriers(catalogue: Catalogue) -> Tool:
    own = (
        count("laid", Text("Laid in round", "置かれたラウンド"), most=99),
        flag("still", Text("Was still to act then", "その時まだ行動前")),
    )
    now = count("round", Text("Round now", "今のラウンド"), most=99)
    sheet = Sheet(
        catalogue,
        (Section("barrier", Text("Barrier", "障壁"), own),),
        (Section("round", Text("Round", "ラウンド"), (now,)),),
    )

    def fill(state: State, seat: str) -> State:
        seats = {
            s: {"laid": c.get("barrier_laid"), "still": c.get("barrier_still")}
            for s, c in state["seats"].items()
        }
        return form(sheet, state, seats, _some(state.get("table", {}), "round"))

    def answer(state: State, rulings: Rulings) -> Answer:
        now, cites = state.get("table", {}).get("round"), ("barrier_countdown", "barrier_shield")
        laid = {s: c["laid"] for s, c in sorted(state["seats"].items()) if "laid" in c}
        if now is None or not laid:
            said = Text(
                "Enter the round now, and in which round a barrier was laid.",
                "今のラウンドと、障壁が置かれたラウンドを入れてください。",
            )
            return Answer(said, cites=cites)
        rows, cells = [], dict[str, Value | None]()
        for seat, since in laid.items():
            still = bool(state["seats"][seat].get("still"))
            felt = counters.barrier_rounds(since, still)
            left = counters.barrier_left(since, now) if since <= now else counters.BARRIER_ROUNDS
            where = join((_plain(n) for n in felt), ", ", "・")
            how = Text("felt in rounds {rounds}", "効くのは{rounds}ラウンド目").fill(rounds=where)
            value = counted(left, "left", "left", "")
            if since > now:
                how = Text("laid later than now?", "今より後のラウンドです")
            elif left == 0:
                value = Text("spent: shields", "効果切れ（罰を防ぐ）")
            rows.append(Row(sheet.name(state, seat), value, how, "barrier_countdown"))
            cells[f"{seat}/barrier"] = _FACE[left]
            cells[f"{seat}/barrier_laid"] = since
            cells[f"{seat}/barrier_still"] = still or None
        bound = [
            sheet.name(state, seat)
            for seat, since in laid.items()
            if now in counters.barrier_rounds(since, bool(state["seats"][seat].get("still")))
        ]
        said = Text("Nobody feels a barrier in round {n}.", "{n}ラウンド目に効く障壁はない。")
        if bound:
            said = Text("Felt in round {n} by {who}.", "{n}ラウンド目に効くのは{who}。")
        apply = Apply(Text("Write the counters", "カウントを記録"), cells | {"table/round": now})
        return Answer(
            said.fill(n=now, who=join(bound)),
            (Block(Text("Counters", "カウント"), tuple(rows)),),
            (apply,),
            cites=cites,
        )

    return Tool(
        Text("Barriers", "障壁の残り"),
        Text(
            "Laid when, felt in which rounds, and what the counter shows.",
            "置いた時から、どのラウンドに効き、残りいくつか。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )


# ── a scoring phase ────────────────────────────────────────────────────────────────────


def _scoring_phase(catalogue: Catalogue) -> Tool:
    stones = tuple(Option(id_, catalogue.name(id_)) for id_ in STONES)
    own = (
        tally("stones", catalogue.name("stone_uses"), stones, most=60),
        flag("goal", Text("It is a circle card", "魔法陣カードの陣")),
        Field(
            "bonus",
            Text("Bonus on the card", "札のボーナス"),
            "count",
            Cell("number", 0, 99, open=True),
            when="goal",
        ),
        Field(
            "power",
            Text("Points from power", "魔力の得点"),
            "count",
            Cell("number", 0, 99, open=True),
            hint=Text("0 if there are none.", "なければ0。"),
        ),
    )
    before = (
        flag("first_phase", Text("My first scoring phase", "自分の最初の得点計算")),
        count("sets", Text("Sets scored before", "以前の組"), most=MOST_SETS),
        count("circles", Text("Circles before", "以前の魔法陣"), most=MOST_CIRCLES),
        Field(
            "bonus_before",
            Text("Bonuses before", "以前のボーナス"),
            "count",
            Cell("number", 0, 99, open=True),
        ),
        Field(
            "power_before",
            Text("Power before", "以前の魔力の得点"),
            "count",
            Cell("number", 0, 99, open=True),
        ),
    )
    sheet = Sheet(
        catalogue,
        (
            Section("now", Text("Completed now", "今の完成"), own),
            Section("before", Text("Before", "これまで"), before, folded=True),
        ),
    )

    def fill(state: State, seat: str) -> State:
        cells = state["seats"][seat]
        own_cells = _some(cells, "stones", "sets", "circles")
        own_cells |= {
            "bonus_before": cells.get("circle_bonus"),
            "power_before": cells.get("power_points"),
        }
        return form(sheet, state, {seat: own_cells})

    def answer(state: State, rulings: Rulings) -> Answer:
        ((seat, cells),) = state["seats"].items()
        return _phase(catalogue, seat, cells, rulings)

    return Tool(
        Text("A scoring phase", "得点計算フェーズ"),
        Text(
            "What a completed circle brings, as far as it is known, and the stones it takes.",
            "魔法陣の完成で入る得点（分かる範囲）と、使う魔石。",
        ),
        sheet,
        answer,
        "one",
        fill,
    )


def _phase(catalogue: Catalogue, seat: str, cells: Mapping[str, Any], rulings: Rulings) -> Answer:
    cites = ("score_phase", "sets", "circles", "sets_per_phase")
    held = [cells.get("stones", {}).get(stone, 0) for stone in STONES]
    sets = points.sets(held)
    if rulings["sets_per_phase"] == "one":
        sets = min(sets, 1)
    known = {"sets": sets * _each(catalogue, "sets")}
    rows = [_entered_row(catalogue, "sets", known["sets"])]
    if cells.get("goal"):
        known["circles"] = _each(catalogue, "circles")
        rows.append(_entered_row(catalogue, "circles", known["circles"]))
        rows.append(_entered_row(catalogue, "circle_bonus", cells.get("bonus")))
    rows.append(_entered_row(catalogue, "power_points", cells.get("power")))
    entered = [cells.get("power"), *([cells.get("bonus")] if cells.get("goal") else [])]
    total = sum(known.values()) + sum(n for n in entered if n is not None)
    said = Text("{n} points.", "{n}点。")
    if None in entered:
        said = Text(
            "Partial: {n} points, without what is not entered.",
            "未確定：{n}点（入力していない分を除く）。",
        )
    apply = Apply(
        Text("Write it and take the stones", "記録して魔石を払う"),
        dict(_phase_cells(seat, cells, held, sets)),
    )
    block = Block(Text("This scoring phase", "今回の得点"), tuple(rows))
    return Answer(said.fill(n=total), (block,), (apply,), cites=cites)


def _each(catalogue: Catalogue, entry: str) -> int:
    scores = catalogue[entry].scoring("each")
    assert scores
    return int(scores["points"])


def _entered_row(catalogue: Catalogue, entry: str, value: int | None) -> Row:
    said = Text("?", "？") if value is None else _plain(value)
    how = Text("not entered", "未入力") if value is None else EMPTY
    return Row(catalogue.name(entry), said, how, entry)


def _phase_cells(
    seat: str, cells: Mapping[str, Any], held: Sequence[int], sets: int
) -> Iterator[tuple[str, Value | None]]:
    """Cells after the phase. A sum with an unknown part becomes unknown: it stays blank."""
    for stone, number in zip(STONES, held, strict=True):
        yield f"{seat}/stones/{stone}", (number - sets) or None
    yield f"{seat}/sets", min(cells.get("sets", 0) + sets, MOST_SETS) or None
    circles = cells.get("circles", 0)
    if cells.get("goal"):
        before = 0 if not circles else cells.get("bonus_before")
        yield f"{seat}/circle_bonus", _sum(before, cells.get("bonus"))
        yield f"{seat}/circles", min(circles + 1, MOST_CIRCLES)
    before = 0 if cells.get("first_phase") else cells.get("power_before")
    yield f"{seat}/power_points", _sum(before, cells.get("power"))


def _sum(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else min(before + now, 99)


# ── the end ────────────────────────────────────────────────────────────────────────────


def _circles_left(catalogue: Catalogue) -> Tool:
    own = (count("circles", Text("Circles completed", "完成した魔法陣"), most=MOST_CIRCLES),)
    sheet = Sheet(catalogue, (Section("circles", Text("Circles", "魔法陣"), own),))

    def fill(state: State, seat: str) -> State:
        return form(sheet, state, {s: _some(c, "circles") for s, c in state["seats"].items()})

    def answer(state: State, rulings: Rulings) -> Answer:
        seats = sheet.seats(state)
        done = [state["seats"][seat].get("circles", 0) for seat in seats]
        left, cites = counters.circles_left(done), ("end_by_circles", "end_second", "end_timing")
        rows = tuple(
            Row(sheet.name(state, seat), _plain(n), EMPTY, "circles")
            for seat, n in zip(seats, done, strict=True)
        )
        said = Text(
            "{n} more, by anybody, and the game ends. A second condition is not public.",
            "誰かがあと{n}で終了。もう1つの終了条件は非公開。",
        ).fill(n=counted(left, "circle", "circles", "個"))
        if not left:
            said = Text(
                "{n} circles for {n} players: the game ends. Whether the round is finished is not "
                "public.",
                "{n}人で{n}個以上完成：ゲーム終了。ラウンドを最後まで行うかは非公開。",
            ).fill(n=len(seats))
        end = Apply(Text("On to the end", "終了へ進む"), {"play/stage": "end"})
        block = Block(Text("Circles", "魔法陣"), rows)
        return Answer(said, (block,), () if left else (end,), cites=cites)

    return Tool(
        Text("Circles until the end", "終了までの魔法陣"),
        Text("As many as players, hands and public together.", "手札と公開分を合わせて人数分。"),
        sheet,
        answer,
        "all",
        fill,
    )


# ── the next round ─────────────────────────────────────────────────────────────────────


def _next_round(catalogue: Catalogue) -> Tool:
    own = (choice("barrier", Text("Barrier", "障壁"), BARRIER),)
    table = (
        count("round", Text("Round now", "今のラウンド"), most=98),
        _seat_choice(catalogue, "first", _ROUND_PLAYER),
    )
    sheet = Sheet(
        catalogue,
        (Section("barrier", Text("Barrier", "障壁"), own),),
        (Section("round", Text("Round", "ラウンド"), table),),
    )

    def fill(state: State, seat: str) -> State:
        seats = {s: _some(c, "barrier") for s, c in state["seats"].items()}
        now = min(state.get("table", {}).get("round", 0), 98)
        about = {"round": now or None, "first": state.get("play", {}).get("first")}
        return form(sheet, state, seats, about)

    def answer(state: State, rulings: Rulings) -> Answer:
        table, seats = state.get("table", {}), sheet.seats(state)
        now, cites = table.get("round", 1), ("handover", "barrier_countdown")
        cells: dict[str, Value | None] = {"table/round": now + 1, "play/stage": "production"}
        cells["table/judgement"] = None
        said = Text("Round {n}", "{n}ラウンド目").fill(n=now + 1)
        if (first := table.get("first")) in seats:
            following = seats[(seats.index(first) + 1) % len(seats)]
            cells["play/first"] = following
            said += Text(": {who} is round player.", "：ラウンドプレイヤーは{who}。").fill(
                who=sheet.name(state, following)
            )
        else:
            said += Text(". Who is round player?", "。ラウンドプレイヤーは誰？")
        rows = []
        for seat in seats:
            if face := state["seats"][seat].get("barrier"):
                left = max(0, BARRIER_LEFT[face] - 1)
                cells[f"{seat}/barrier"] = _FACE[left]
                value = _plain(left) if left else Text("spent: shields", "効果切れ（罰を防ぐ）")
                rows.append(Row(sheet.name(state, seat), value, EMPTY, "barrier_countdown"))
        for stage in ROUND_STAGES:
            cells |= {f"play/done/{stage.id}/{step.id}": None for step in stage.steps}
        block = (Block(Text("Barriers", "障壁"), tuple(rows)),) if rows else ()
        apply = Apply(Text("Begin round {n}", "{n}ラウンド目を始める").fill(n=now + 1), cells)
        return Answer(said, block, (apply,), cites=cites)

    return Tool(
        Text("Next round", "次のラウンド"),
        Text(
            "Counts the round, moves the round player, ticks barriers, begins production.",
            "ラウンドを数え、ラウンドプレイヤーを交代し、障壁を進め、産出フェーズへ。",
        ),
        sheet,
        answer,
        "all",
        fill,
    )
