"""Calculators for the table: odds of the dice, what a roll brings, what to forge, the last turn.

Forms hold one player's dice, reserve and feats; at a table they are filled from the tracker and
answers can be written back to it. The work itself is done by ``odds``, ``roll``, ``forge`` and
``last_turn``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from ...core.catalogue import Catalogue, Option
from ...core.plan import Rulings, State
from ...core.sheet import (
    Field,
    Note,
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
from ...core.text import EMPTY, Text, join
from ...core.tool import Answer, Apply, Block, Row, Tool
from . import forge, last_turn, odds, points, roll
from .dice import (
    SIDES,
    Dice,
    Gain,
    House,
    Reserve,
    box_copies,
    read_faces,
    starting_dice,
)
from .roll import Need, Weights

RESOURCES = ("gold", "sun", "moon", "glory")
RIVALS = ("rival_1", "rival_2", "rival_3")
MOST_BLESSINGS = 12
MOST_PLAYERS = 4
ON_TRACK = 999
MOST_GLORY = 400
MOST_STEPS = 120

GOALS: Mapping[str, tuple[Text, Weights]] = {
    "balanced": (
        Text("Balanced", "バランス"),
        Weights(Fraction(1, 2), Fraction(3, 2), Fraction(3, 2)),
    ),
    "glory": (
        Text("Glory now", "点だけ"),
        Weights(Fraction(0), Fraction(0), Fraction(0)),
    ),
    "shards": (
        Text("Shards", "欠片"),
        Weights(Fraction(1, 4), Fraction(3), Fraction(3)),
    ),
    "gold": (
        Text("Gold", "ゴールド"),
        Weights(Fraction(1), Fraction(1, 2), Fraction(1, 2)),
    ),
}
"""What one of each is worth, in glory. No rule fixes these; each answer says which were used."""


class Box:
    """What every tool of this game needs of the catalogue, read once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.faces = read_faces(catalogue)
        self.feats = last_turn.read_feats(catalogue, self.faces)
        self.start = starting_dice(catalogue, self.faces)
        self.face_options = options(catalogue.of_kind("face"))
        self.resources = options([catalogue[r] for r in RESOURCES])

    def die(self, number: int, of: str = "") -> Field:
        """Six sides; a blank one is the starting face that its note names. ``of`` an opponent."""
        names = [Option(f"side_{n}", Text(f"Side {n}", f"面{n}")) for n in range(1, SIDES + 1)]
        notes: dict[str | tuple[str, str], Note] = {
            f"side_{n}": Note(face.name) for n, face in enumerate(self.start[number - 1], 1)
        }
        label = Text("Light die", "明るいダイス") if number == 1 else Text("Dark die", "暗いダイス")
        id_ = f"{of}_die_{number}" if of else f"die_{number}"
        return pick(id_, label, one_group(names), self.face_options, notes=notes, when=of)

    def rivals(self) -> tuple[Section, ...]:
        """The dice of up to three opponents, for what copies or uses them."""
        return tuple(
            Section(
                rival,
                Text("Opponent {n}'s dice", "相手{n}のダイス").fill(n=n),
                (
                    flag(rival, Text("Plays with us", "一緒に遊んでいる")),
                    self.die(1, rival),
                    self.die(2, rival),
                ),
                hint=Text(
                    "For mirrors and for feats that use the others' dice.",
                    "鏡と、他の人のダイスを使う偉業のため。",
                ),
                folded=True,
            )
            for n, rival in enumerate(RIVALS, 1)
        )

    def boars(self) -> Field:
        boars = [o for o in self.face_options if self.faces[o.id].mode == "boar"]
        return pick("boars", Text("Boar cards of mine", "自分の猪カード"), one_group(boars))

    def view(self) -> Field:
        return pick(
            "view",
            Text("Faces of others in view", "見えている他の人の面"),
            one_group(self.face_options),
            hint=Text("Only mirrors look at them.", "鏡の面だけが参照します。"),
        )

    def rivals_dice(self, cells: Mapping[str, Any]) -> tuple[Dice, ...]:
        return tuple(self.dice(cells, f"{rival}_") for rival in RIVALS if cells.get(rival))

    def others(self, cells: Mapping[str, Any]) -> odds.Others:
        """What mirrors may copy in a blessing that everybody rolls."""
        return odds.Others(dice=tuple(die for pair in self.rivals_dice(cells) for die in pair))

    def dice(self, cells: Mapping[str, Any], of: str = "") -> Dice:
        """A seat's dice as they are recorded, or an opponent's."""
        first, second = (
            tuple(
                self.faces[cells.get(f"{of}die_{die}", {}).get(f"side_{n}", face.id)]
                for n, face in enumerate(self.start[die - 1], 1)
            )
            for die in (1, 2)
        )
        return first, second

    def reserve(self, cells: Mapping[str, Any]) -> Reserve:
        held = cells.get("reserve", {})
        return Reserve(
            held.get("gold", 0),
            held.get("sun", 0),
            held.get("moon", 0),
            cells.get("glory", 0),
            chests=cells.get("chests", 0),
            hammers=cells.get("hammers", 0),
            steps=cells.get("hammer_steps", 0),
        )

    def holdings(self) -> tuple[Field, ...]:
        """Reserve, chests and hammers, as short as can be."""
        return (
            tally("reserve", Text("Reserve", "備蓄"), self.resources[:3], most=ON_TRACK),
            count("glory", Text("Glory", "点"), most=ON_TRACK),
            count("chests", Text("Chests", "宝箱"), most=4),
            count("hammers", Text("Hammers", "ハンマー"), most=4),
            count("hammer_steps", Text("Gold on hammers", "ハンマーのゴールド"), most=120),
        )


def house(rulings: Rulings) -> House:
    """The answers of a table to what print and online edition play differently."""
    return House(
        split=rulings["hammer_split"] == "yes",
        carry=rulings["hammer_carry"] == "yes",
        convert_part=rulings["convert_part"] == "yes",
    )


def _goal(cells: Mapping[str, Any]) -> Weights:
    return GOALS[cells.get("goal", "balanced")][1]


def _goal_field() -> Field:
    listed = [Option(id_, name) for id_, (name, _) in GOALS.items()]
    return choice("goal", Text("What counts most?", "何を重視する?"), listed, default="balanced")


def _weights_said(weights: Weights) -> Text:
    def of(value: Fraction) -> str:
        return str(value) if value.denominator == 1 else f"{float(value):g}"

    return Text(
        "Counted as: 1 gold = {gold}, 1 sun = {sun}, 1 moon = {moon} glory.",
        "重み:ゴールド1={gold}点、太陽1={sun}点、月1={moon}点。",
    ).fill(gold=of(weights.gold), sun=of(weights.sun), moon=of(weights.moon))


def number(value: Fraction) -> Text:
    """A fraction as people read it, with its exact value where that is short.

    >>> number(Fraction(7, 3)).en, number(Fraction(4)).en
    ('2.33 (7/3)', '4')
    """
    if value.denominator == 1:
        return Text(str(value), str(value))
    exact = f" ({value})" if value.denominator <= 216 else ""
    said = f"{float(value):.2f}{exact}"
    return Text(said, said)


def percent(value: Fraction) -> Text:
    """A chance in percent; never 0 or 100 for what is merely unlikely or likely.

    >>> percent(Fraction(1, 36)).en, percent(Fraction(9999, 10000)).en, percent(Fraction(1)).en
    ('3 %', '>99 %', '100 %')
    """
    shown = round(100 * value)
    if value not in (0, 1) and shown in (0, 100):
        said = "<1 %" if shown == 0 else ">99 %"
    else:
        said = f"{shown} %"
    return Text(said, said)


# ── odds ───────────────────────────────────────────────────────────────────────────────


def _odds(box: Box) -> Tool:
    need = tally("need", Text("What I want to have", "欲しい数"), box.resources, most=ON_TRACK)
    sheet = Sheet(
        box.catalogue,
        (
            Section(
                "plan",
                Text("Next blessings", "これからの祝福"),
                (
                    count("times", Text("Blessings to come", "祝福の回数"), most=MOST_BLESSINGS),
                    _goal_field(),
                ),
            ),
            Section(
                "target",
                Text("A target", "目標"),
                (need,),
                hint=Text(
                    "How likely is it to have at least this?", "この数以上になる確率を計算します。"
                ),
                folded=True,
            ),
            Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
            Section("stock", Text("Reserve", "備蓄"), box.holdings(), folded=True),
            *box.rivals(),
        ),
    )

    def answer(state: State, rulings: Rulings) -> Answer:
        cells = _only(state)
        dice, reserve, weights = box.dice(cells), box.reserve(cells), _goal(cells)
        others = box.others(cells)
        times = cells.get("times", 1)
        wanted = cells.get("need")
        target = Gain(**{r: wanted.get(r, 0) for r in RESOURCES}) if wanted else None
        seen = odds.outlook(dice, weights, times, reserve, target, others)
        one = [
            Row(
                box.catalogue.name(r),
                number(seen.means[r]),
                _tail(seen.tails[r]),
                entry=r,
                share=seen.tails[r].get(1, Fraction(0)),
            )
            for r in RESOURCES
        ]
        gains = tuple(
            Row(roll.say_gain(got), percent(chance), _exact(chance), share=chance)
            for got, chance in seen.gains[:14]
        )
        blocks = [
            Block(Text("One blessing, on average", "祝福1回の平均"), tuple(one)),
            Block(Text("What comes up", "出る結果"), gains),
        ]
        if times > 1 or reserve != Reserve():
            after = tuple(
                Row(
                    box.catalogue.name(r),
                    number(seen.after_means[r]),
                    _tail(seen.after_tails[r]),
                    entry=r,
                )
                for r in RESOURCES
            )
            title = Text("Reserve after {n} blessings", "祝福{n}回後の備蓄").fill(n=times)
            blocks.insert(0, Block(title, after))
        said = Text(
            "A blessing brings {gold} gold, {sun} sun, {moon} moon and {glory} glory on average.",
            "祝福1回の平均:ゴールド{gold}、太陽{sun}、月{moon}、{glory}点。",
        ).fill(**{r: f"{float(seen.means[r]):.2f}" for r in RESOURCES})
        if seen.target:
            likely, best = seen.target
            said = Text(
                "The target is reached with {likely}; choosing for nothing else, with {best}.",
                "目標に届く確率は{likely}。目標だけを考えて選べば{best}。",
            ).fill(likely=percent(likely), best=percent(best))
        if not others.dice and any(face.mode == "mirror" for die in dice for face in die):
            said += BLANK_MIRRORS
        blocks.append(_adds(box, dice, weights, others))
        policy = Block(
            Text("How it is counted", "計算の前提"),
            (Row(_weights_said(weights)), Row(seen.policy)),
            folded=True,
        )
        return Answer(said, (*blocks, policy))

    hint = Text(
        "Exact chances of a blessing and of several, and what each face would add.",
        "祝福1回・複数回の正確な確率と、各面を付けたときの増加。",
    )
    return Tool(Text("Odds", "確率"), hint, sheet, answer, "one", partial(_filled, box, sheet))


BLANK_MIRRORS = Text(
    " Mirrors count as blank until an opponent's dice are given.",
    "相手のダイスを入れるまで、鏡は空の面として計算する。",
)


def _tail(tail: Mapping[int, Fraction]) -> Text:
    """Chances of at least 1, 2, 3 ... as one line."""
    shown = [(k, chance) for k, chance in sorted(tail.items()) if k > 0 and chance > 0][:6]
    if not shown:
        return Text("never", "出ない")
    said = " · ".join(f"≥{k} {percent(chance).en}" for k, chance in shown)
    return Text(said, said)


def _exact(chance: Fraction) -> Text:
    text = str(chance) if chance.denominator <= 1296 else ""
    return Text(text, text)


def _adds(box: Box, dice: Dice, weights: Weights, others: odds.Others) -> Block:
    """The best place of every face that can be bought, by what it adds to one blessing."""
    found = []
    for face in box.faces.values():
        if face.price is None:
            continue
        places = odds.adds_anywhere(dice, face, weights, others)
        if places:
            found.append((places[0].worth, places[0]))
    found.sort(key=lambda pair: (-pair[0], pair[1].face.price or 0))
    most = max((worth for worth, _ in found), default=Fraction(0))
    rows = tuple(
        Row(
            added.face.name,
            Text(f"+{float(worth):.2f}", f"+{float(worth):.2f}"),
            Text(
                "{price} gold; die {die}, over {old}", "ゴールド{price}、ダイス{die}の{old}と交換"
            ).fill(price=added.face.price, die=added.die + 1, old=added.replaced.name),
            entry=added.face.id,
            share=worth / most if most > 0 and worth > 0 else None,
        )
        for worth, added in found
        if worth > 0
    )
    title = Text("What each face would add to a blessing", "各面が祝福1回に足す価値")
    return Block(title, rows, folded=True)


# ── a roll ─────────────────────────────────────────────────────────────────────────────


def _roll(box: Box) -> Tool:
    def made(dice: Dice) -> Sheet:
        came = [
            choice(
                f"came_{n}",
                Text("Light die shows", "明るいダイスの出目")
                if n == 1
                else Text("Dark die shows", "暗いダイスの出目"),
                [Option(f"side_{s}", face.name) for s, face in enumerate(dice[n - 1], 1)],
            )
            for n in (1, 2)
        ]
        return Sheet(
            box.catalogue,
            (
                Section("came", Text("What came up", "出た面"), (*came, _goal_field())),
                Section(
                    "more",
                    Text("Minor blessing, Minotaur, mirrors", "小祝福・ミノタウロス・鏡"),
                    (
                        flag("losing", Text("Lose it (Minotaur)", "失う(ミノタウロス)")),
                        choice(
                            "convert",
                            Text("Turn into glory", "点に変える"),
                            [
                                Option("sentinel", box.catalogue.name("sentinel")),
                                Option("cyclops", box.catalogue.name("cyclops")),
                            ],
                        ),
                        box.view(),
                        box.boars(),
                    ),
                    folded=True,
                ),
                Section(
                    "satyrs",
                    box.catalogue.name("satyrs"),
                    (
                        tally(
                            "rolled",
                            Text("Faces that the opponents rolled", "相手が振った面"),
                            box.face_options,
                            most=6,
                        ),
                    ),
                    hint=Text(
                        "Enter what they rolled: the best two are found.",
                        "相手の出目を入れると、最善の2面がわかります。",
                    ),
                    folded=True,
                ),
                Section(
                    "buying",
                    Text("I am short of", "足りない分を優先"),
                    (tally("need", Text("Price wanted", "欲しいコスト"), box.resources[:3]),),
                    folded=True,
                ),
                Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
                Section("stock", Text("Reserve", "備蓄"), box.holdings(), folded=True),
            ),
        )

    sheet = made(box.start)

    def answer(state: State, rulings: Rulings) -> Answer:
        seat = sheet.seats(state)[0]
        cells = _only(state)
        dice, reserve = box.dice(cells), box.reserve(cells)
        came = tuple(
            dice[n - 1][int(cells[f"came_{n}"][-1]) - 1] for n in (1, 2) if f"came_{n}" in cells
        )
        theirs = [box.faces[id_] for id_, n in cells.get("rolled", {}).items() for _ in range(n)]
        satyrs = len(theirs) > 1
        if not came and not satyrs:
            return Answer(
                Text("Tap the face of each die.", "それぞれのダイスの出た面を押してください。"),
                cites=("divine_blessing", "minor_blessing"),
            )
        beside = tuple(dice[n - 1][0] for n in (1, 2) if f"came_{n}" not in cells)
        owned = frozenset(cells.get("boars", ()))
        rolled = roll.Roll(
            came,
            tuple(box.faces[id_] for id_ in cells.get("view", {})),
            beside,
            owned,
            cells.get("convert", ""),
            losing=bool(cells.get("losing")) and not satyrs,
        )
        weights = _goal(cells)
        need = cells.get("need")
        cost = Gain(**{r: need.get(r, 0) for r in RESOURCES[:3]}) if need else None
        goal = Need(cost, weights) if cost else weights
        if satyrs:
            ways = roll.satyrs(theirs, reserve, goal, owned, house=house(rulings))
        else:
            ways = roll.choices(rolled, reserve, goal, house(rulings))
        after = ways[0].after
        steps = tuple(Row(step) for step in roll.say(ways[0], rolled.losing))
        others = tuple(
            Row(join(list(roll.say(other, rolled.losing)), "; ", "、")) for other in ways[1:4]
        )
        blocks = [Block(Text("Best way to take it", "最善の取り方"), steps)]
        if others:
            blocks.append(Block(Text("Other ways", "ほかの取り方"), others, folded=True))
        blocks.append(
            Block(Text("How it is counted", "計算の前提"), (Row(_weights_said(weights)),), True)
        )
        got = Gain(*(getattr(after, r) - getattr(reserve, r) for r in RESOURCES))
        kind = Text("Minor blessing: ", "小祝福:") if len(came) == 1 else EMPTY
        kind = box.catalogue.name("satyrs") + Text(": ", ":") if satyrs else kind
        if rolled.losing:
            said = Text("Afterwards: {left}.", "残り:{left}。").fill(
                left=roll.say_gain(Gain(*(getattr(after, r) for r in RESOURCES)))
            )
        else:
            said = kind + Text("{got}.", "{got}。").fill(got=roll.say_gain(got))
        cells_after = _reserve_cells(seat, after)
        apply = Apply(Text("Apply this roll", "この出目を適用"), cells_after)
        return Answer(said, tuple(blocks), (apply,))

    hint = Text(
        "Tap the faces that came up: what they bring, taken the best way.",
        "出た面を押すと、最善の取り方と結果がわかります。",
    )
    return Tool(
        Text("A roll", "出目の処理"),
        hint,
        sheet,
        answer,
        "one",
        partial(_filled, box, sheet),
        shaped=lambda state: made(box.dice(_only(state))),
    )


def _reserve_cells(seat: str, after: Reserve) -> dict[str, Value | None]:
    """The tracker's cells that a changed reserve fills."""
    cells: dict[str, Value | None] = {
        f"{seat}/reserve/{r}": getattr(after, r) or None for r in RESOURCES[:3]
    }
    steps = min(after.steps, MOST_STEPS)
    return cells | {
        f"{seat}/glory": min(after.glory, MOST_GLORY) or None,
        f"{seat}/hammer_steps": steps or None,
    }


# ── forging ────────────────────────────────────────────────────────────────────────────


def _forge(box: Box) -> Tool:
    bought = tally(
        "sold",
        Text("Faces bought so far, by anybody", "すでに買われた面"),
        [o for o in box.face_options if box.faces[o.id].price is not None],
        most=4,
    )
    sheet = Sheet(
        box.catalogue,
        (
            Section(
                "plan",
                Text("Forging", "鍛造"),
                (
                    count("gold", Text("Gold to spend", "使えるゴールド"), most=40),
                    count("times", Text("Blessings to come", "残りの祝福"), most=40),
                    _goal_field(),
                ),
            ),
            Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
            Section("sanctuary", Text("Sanctuary", "聖所"), (bought,), folded=True),
            *box.rivals(),
        ),
        table=(
            Section(
                "players",
                Text("Players", "人数"),
                (
                    choice(
                        "players",
                        Text("Players", "人数"),
                        [Option(str(n), Text(str(n), f"{n}人")) for n in (2, 3, 4)],
                        default="4",
                    ),
                ),
                folded=True,
            ),
        ),
    )

    def fill(state: State, seat: str) -> State:
        form = _filled(box, sheet, state, seat)
        cells = form["seats"][seat]
        if gold := state["seats"][seat].get("reserve", {}).get("gold"):
            cells["gold"] = min(gold, 40)
        seats = state["seats"].values()
        on_dice = Counter(
            face
            for each in seats
            for die in ("die_1", "die_2")
            for face in each.get(die, {}).values()
            if box.faces[face].price is not None
        )
        if on_dice:
            cells["sold"] = {face: min(n, 4) for face, n in on_dice.items()}
        players = max(2, len(state["seats"]))
        cells["times"] = points.blessings_to_come(players, _round(state))
        return form | {"table": {"players": str(players)}} if players <= MOST_PLAYERS else form

    def answer(state: State, rulings: Rulings) -> Answer:
        seat = sheet.seats(state)[0]
        cells = _only(state)
        gold, times = cells.get("gold", 0), cells.get("times", 0)
        if not gold or not times:
            return Answer(
                Text(
                    "Enter the gold that you can spend and the blessings to come.",
                    "使えるゴールドと、残りの祝福の回数を入れてください。",
                ),
                cites=("forging", "rounds"),
            )
        players = int(state.get("table", {}).get("players", "4"))
        copies = box_copies(box.catalogue, players)
        sold = cells.get("sold", {})
        stock = {
            box.faces[id_]: n - sold.get(id_, 0)
            for id_, n in copies.items()
            if box.faces[id_].price is not None and n > sold.get(id_, 0)
        }
        weights, dice = _goal(cells), box.dice(cells)
        found = forge.forge(dice, min(gold, 28), stock, times, weights, others=box.others(cells))
        best = found.best
        blocks = [
            Block(
                Text("Best", "最善"),
                tuple(
                    Row(step, entry=b.face.id)
                    for step, b in zip(best.steps(), best.bought or (None,), strict=True)
                    if b
                )
                or (Row(best.steps()[0]),),
            ),
            Block(
                Text("Next best", "次点"),
                tuple(
                    Row(
                        join(list(other.steps()), "; ", "、"),
                        Text(f"{float(other.worth):+.2f}", f"{float(other.worth):+.2f}"),
                    )
                    for other in found.others
                ),
                folded=True,
            ),
            Block(
                Text("How it is counted", "計算の前提"),
                (Row(_weights_said(weights)), Row(found.policy)),
                folded=True,
            ),
        ]
        said = Text(
            "Worth {worth} glory over {n} blessings, for {spent} gold.",
            "祝福{n}回で{worth}点ぶん。ゴールド{spent}を使う。",
        ).fill(worth=f"{float(best.worth):+.2f}", n=times, spent=best.spent)
        if not best.bought:
            said = Text("Better to keep the gold.", "買わずに取っておく方がよい。")
        applies: tuple[Apply, ...] = ()
        if best.bought:
            written: dict[str, Value | None] = {
                f"{seat}/die_{b.die + 1}/side_{b.side + 1}": b.face.id for b in best.bought
            }
            written[f"{seat}/reserve/gold"] = max(0, gold - best.spent) or None
            applies = (Apply(Text("Forge these", "この面を鍛造"), written),)
        return Answer(said, tuple(b for b in blocks if b.rows), applies, found.proof)

    hint = Text(
        "Which faces to buy with the gold at hand, and which sides to replace.",
        "手元のゴールドでどの面を買い、どの面と替えるか。",
    )
    return Tool(Text("What to forge", "何を鍛造する?"), hint, sheet, answer, "one", fill)


# ── the last turn ──────────────────────────────────────────────────────────────────────

OWNED = {
    "elder": "elders",
    "guardians_owl": "owls",
    "nymph": "nymphs",
    "silver_hind": "hinds",
    "great_bear": "bears",
}
"""Feats that help in a turn, and what the form calls them."""


TOO_MANY = Text(
    "Too many ways to count with rolls in time.",
    "ダイスを含めると数が多く、時間内に計算できません。",
)
SECONDS = 2.0


def _last_turn(
    box: Box, position: last_turn.Position, rules: House, rolls: bool
) -> tuple[last_turn.LastTurn, bool]:
    """The answer with rolls if it is asked for and found in time, else without them."""
    if rolls:
        try:
            return last_turn.last_turn_expected(position, box.feats, rules, 3, SECONDS), False
        except last_turn.TooMany:
            pass
    return last_turn.last_turn(position, box.feats, rules), rolls


def _last(box: Box) -> Tool:
    feats = [o for o in options(box.catalogue.of_kind("feat")) if o.id in box.feats]
    sheet = Sheet(
        box.catalogue,
        (
            Section("stock", Text("Reserve", "備蓄"), box.holdings()),
            Section(
                "mine",
                Text("What helps me", "使える効果"),
                (
                    tally(
                        "helpers",
                        Text("Usable reinforcements", "使える補強効果"),
                        [
                            Option(
                                "elders", Text("Elder (3 gold: 4 glory)", "賢者(ゴールド3で4点)")
                            ),
                            Option("owls", Text("Owl", "フクロウ")),
                            Option("nymphs", Text("Nymph", "精霊")),
                            Option("hinds", Text("Silver Hind", "銀月の雌鹿")),
                            Option("tritons", Text("Triton tokens", "トリトントークン")),
                            Option("cerberus", Text("Cerberus tokens", "ケルベロストークン")),
                            Option("bears", Text("Great Bear", "大熊")),
                        ],
                        most=4,
                    ),
                    count("forged", Text("Faces I have forged", "鍛造した面の数"), most=20),
                    flag("rolls", Text("Count rolls too", "ダイスも計算に入れる")),
                ),
            ),
            Section(
                "more",
                Text("Boars and mirrors", "猪と鏡"),
                (box.boars(), box.view()),
                folded=True,
            ),
            Section(
                "islands",
                Text("Feats still there", "残っている偉業"),
                (
                    choice(
                        "cards",
                        Text("Cards in play", "使うカード"),
                        [
                            Option("beginner", Text("Beginner", "初級")),
                            Option("advanced", Text("Advanced", "上級")),
                            Option("mixed", Text("Mixed", "混合")),
                        ],
                        default="beginner",
                    ),
                    flag("promos", Text("With promos", "プロモあり")),
                    pick(
                        "gone",
                        Text("Sold out", "売り切れ"),
                        one_group(feats),
                        hint=Text("Tick what is sold out.", "売り切れたものに印を付けます。"),
                    ),
                ),
                folded=True,
            ),
            Section("dice", Text("Dice", "ダイス"), (box.die(1), box.die(2)), folded=True),
            *box.rivals(),
        ),
    )

    def answer(state: State, rulings: Rulings) -> Answer:
        cells = _only(state)
        reserve = box.reserve(cells)
        sets = {"common", cells.get("cards", "beginner")}
        sets |= {"beginner", "advanced"} if "mixed" in sets else set()
        sets |= {"promo"} if cells.get("promos") else set()
        gone = cells.get("gone", {})
        there = {
            feat: 1
            for feat in box.feats
            if feat not in gone and box.catalogue[feat].facts["set"] in sets
        }
        position = last_turn.Position(
            reserve,
            there,
            {box.faces[id_]: n for id_, n in box_copies(box.catalogue, 4).items()},
            forged=cells.get("forged", 0),
            dice=box.dice(cells),
            visible=tuple(box.faces[id_] for id_ in cells.get("view", {})),
            opponents=box.rivals_dice(cells),
            owned=frozenset(cells.get("boars", ())),
            **{name: n for name, n in cells.get("helpers", {}).items()},
        )
        rules = house(rulings)
        found, too_many = _last_turn(box, position, rules, rolls=bool(cells.get("rolls")))
        word = (
            Text("{n} glory on average this turn.", "この手番で平均{n}点。")
            if found.rolled
            else Text("{n} glory this turn, nothing rolled.", "この手番で{n}点(ダイスなし)。")
        )
        rows = tuple(Row(step) for step in found.best.steps) or (
            Row(Text("Do nothing.", "何もしない。")),
        )
        blocks = [Block(Text("Best turn", "最善の手番"), rows)]
        if found.others:
            blocks.append(
                Block(
                    Text("Next best", "次点"),
                    tuple(
                        Row(
                            join(list(line.steps), "; ", "、") if line.steps else Text("–", "–"),
                            number(line.glory),
                        )
                        for line in found.others
                    ),
                    folded=True,
                )
            )
        notes = (Row(found.policy), *(Row(gap) for gap in found.gaps))
        if too_many:
            notes = (Row(TOO_MANY), *notes)
            word = TOO_MANY + Text(" Without rolls: ", "ダイスなしなら") + word
        blocks.append(Block(Text("How it is counted", "計算の前提"), notes, folded=True))
        return Answer(word.fill(n=number(found.best.glory)), tuple(blocks), (), found.proof)

    hint = Text(
        "Reinforcements, action, extra action: the order that yields most glory.",
        "補強効果・アクション・追加アクションの、最も点になる順番。",
    )
    return Tool(
        Text("The last turn", "最後の手番"),
        hint,
        sheet,
        answer,
        "one",
        partial(_filled, box, sheet),
    )


# ── shared ─────────────────────────────────────────────────────────────────────────────


def _round(state: State) -> int:
    """The round that the table plays, the first before and the last after all of them."""
    stage = str(state.get("play", {}).get("stage", ""))
    last = points.rounds(max(2, len(state["seats"])))
    if stage == "count":
        return last
    return min(int(stage.removeprefix("round_")), last) if stage.startswith("round_") else 1


def _only(state: State) -> dict[str, Any]:
    """The cells of the one seat that the form holds."""
    cells: dict[str, Any] = next(iter(state["seats"].values()))
    return cells


def _filled(box: Box, sheet: Sheet, state: State, seat: str) -> State:
    """The form of a seat from the tracker: dice, the others' too, reserve, what feats add."""
    cells = state["seats"][seat]
    kept = ("name", "colour", "die_1", "die_2", "reserve", "hammer_steps", "glory", "forged")
    taken = {name: cells[name] for name in kept if name in cells}
    owned = cells.get("feats", {})
    taken |= {"chests": owned.get("chest"), "hammers": owned.get("hammer")}
    helpers = {field: owned.get(feat) for feat, field in OWNED.items()}
    tokens = cells.get("tokens", {})
    helpers |= {"tritons": tokens.get("triton_token"), "cerberus": tokens.get("cerberus_token")}
    others = [held for other, held in state["seats"].items() if other != seat]
    for rival, held in zip(RIVALS, others, strict=False):
        dice = {f"{rival}_{die}": held[die] for die in ("die_1", "die_2") if die in held}
        taken |= {rival: True} | dice
    taken["helpers"] = {name: min(n, 4) for name, n in helpers.items() if n}
    known = {"name", "colour", *sheet.fields}
    seats = {seat: {k: v for k, v in taken.items() if k in known and v}}
    blank = sheet.blank(1) | {"seats": seats}
    return blank | ({"rulings": state["rulings"]} if "rulings" in state else {})


def make(catalogue: Catalogue) -> dict[str, Tool]:
    box = Box(catalogue)
    return {"roll": _roll(box), "odds": _odds(box), "forge": _forge(box), "last_turn": _last(box)}
