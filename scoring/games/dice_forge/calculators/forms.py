"""What the calculators' forms share: dice, reserves, goals, and how a table fills them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ....core.catalogue import Catalogue, Option
from ....core.plan import Rulings, State
from ....core.sheet import (
    Field,
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
from ....core.text import Text
from .. import last_turn, odds
from ..dice import SIDES, Dice, House, Reserve, read_faces, starting_dice
from ..roll import Weights

RESOURCES = ("gold", "sun", "moon", "glory")

RIVALS = ("rival_1", "rival_2", "rival_3")

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


def weights_of(cells: Mapping[str, Any]) -> Weights:
    return GOALS[cells.get("goal", "balanced")][1]


def goal_field() -> Field:
    listed = [Option(id_, name) for id_, (name, _) in GOALS.items()]
    return choice("goal", Text("What counts most?", "何を重視する?"), listed, default="balanced")


def weighed(weights: Weights) -> Text:
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


OWNED = {
    "elder": "elders",
    "guardians_owl": "owls",
    "nymph": "nymphs",
    "silver_hind": "hinds",
    "great_bear": "bears",
}
"""Feats that help in a turn, and what the form calls them."""


def only(state: State) -> dict[str, Any]:
    """The cells of the one seat that the form holds."""
    cells: dict[str, Any] = next(iter(state["seats"].values()))
    return cells


def filled(box: Box, sheet: Sheet, state: State, seat: str) -> State:
    """The form of a seat from the tracker: dice, the others' too, reserve, what feats add."""
    cells = state["seats"][seat]
    kept = ("name", "colour", "die_1", "die_2", "reserve", "hammer_steps", "glory", "forged")
    taken = {name: cells[name] for name in kept if name in cells}
    owned = cells.get("feats", {})
    taken |= {"chests": owned.get("chest"), "hammers": owned.get("hammer")}
    helpers = {field: owned.get(feat) for feat, field in OWNED.items()}
    tokens = cells.get("tokens", {})
    helpers |= {"tritons": tokens.get("triton_token"), "cerberus": tokens.get("cerberus_token")}
    # a seat of which nothing is known may lie behind a screen: its dice are not guessed
    others = [
        held
        for other, held in state["seats"].items()
        if other != seat and held.keys() - {"name", "colour"}
    ]
    for rival, held in zip(RIVALS, others, strict=False):
        dice = {f"{rival}_{die}": held[die] for die in ("die_1", "die_2") if die in held}
        taken |= {rival: True} | dice
    taken["helpers"] = {name: min(n, 4) for name, n in helpers.items() if n}
    known = {"name", "colour", *sheet.fields}
    seats = {seat: {k: v for k, v in taken.items() if k in known and v}}
    blank = sheet.blank(1) | {"seats": seats}
    return blank | ({"rulings": state["rulings"]} if "rulings" in state else {})
