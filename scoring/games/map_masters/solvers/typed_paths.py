"""Checks a path typed in signs against the rules, and counts the icons that it circles.

A path is typed in the order in which the line meets the icons; no map is needed. Signs:
``c b s k r q`` coin barrel sword key rope scroll · ``M`` monster beaten · ``L`` padlock
opened · ``P`` pit crossed · ``F`` fallen down a pit · ``V`` lava crossed · ``p`` pit seen in a
room, ``f`` stepped on later · ``U`` stairs · ``x y`` scissors, recycle · ``o`` circle reached,
``O`` standing on a circled one again, ``T`` jump between two circles · ``( )`` a room, monsters
first, ``[ ]`` the same room again · ``J*`` moved by a spellbook · ``'`` paid with a fairy,
``*`` with a spellbook · ``>`` escaped, ``#`` stopped.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.model.catalogue import Catalogue, Entry

from .. import points

FOUND = {
    "c": "coin",
    "b": "barrel",
    "s": "sword",
    "k": "key",
    "r": "rope",
    "q": "scroll",
    "U": "stairs",
    "x": "scissors",
    "y": "recycle",
    "p": "hole",
    "o": "circle",
}
"""Signs that circle an icon at no cost: sign to icon id."""

PAID = {
    "M": ("monster", "sword"),
    "L": ("padlock", "key"),
    "P": ("hole", "rope"),
    "V": ("hole", "rope"),
    "T": ("", "scroll"),
}
"""Signs of obstacles and jumps: sign to the icon id that they circle, if any, and the item to pay.

A fairy or a spellbook may pay instead of the item.
"""

CIRCLED = FOUND | {sign: icon for sign, (icon, _) in PAID.items() if icon} | {"F": "hole"}
"""Every sign that circles an icon, except for a room: sign to icon id."""

ITEMS = ("sword", "key", "rope", "scroll")
ICONS = (
    *("coin", "barrel", "sword", "key", "rope", "scroll", "monster", "padlock"),
    *("hole", "room", "circle", "stairs", "recycle", "scissors"),
)
SIGNS = (
    *((sign, icon, icon) for sign, icon in FOUND.items() if sign != "p"),
    *(("M", "monster", "monster"), ("L", "padlock", "padlock"), ("P", "crossed", "pit")),
    *(("F", "fallen", "pit"), ("V", "lava", "lava"), ("p", "seen", "pit")),
    *(("f", "stepped", "pit"), ("O", "again", "circle"), ("T", "jump", "scroll")),
    *(("(", "in", "room"), (")", "out", ""), ("[", "in-again", "room"), ("]", "out-again", "")),
    *(("J", "moved", "book_any_fairy"), ("'", "by-fairy", "sword_fairy")),
    *(("*", "by-book", "book_any_fairy"), (">", "escaped", "outer_opening"), ("#", "stopped", "")),
)
"""Each sign of a path, with the last word of its message id and the id of its drawing."""

_SIGNS = frozenset([*FOUND, *PAID, *"FfOJ()[]>#"])
_IGNORED = frozenset(" \t\n,、・-")


@dataclass(frozen=True, slots=True)
class Fault:
    """The first step of a typed path that breaks a rule.

    ``at``: index of its sign in the path as normalised by ``clean``, from 0.
    ``reason``: message id that explains it, without ``fault-``.
    ``what``: the unknown sign, or the id of the missing item; empty for all other reasons.
    """

    at: int
    reason: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """Result of checking a typed path, up to its end or its first illegal step.

    ``text``: the path as normalised by ``clean``.
    ``circled``: icon id to number, icons before a ``fault`` included.
    ``unspent``: items that were circled and not struck out, item id to number.
    ``escaped``: it ends with the escape sign and has no fault.
    ``doubts``: oddities that are reported, though legal, as message ids without ``strange-``.
    """

    text: str
    circled: Mapping[str, int]
    unspent: Mapping[str, int]
    escaped: bool
    fault: Fault | None = None
    doubts: tuple[str, ...] = ()


class _Illegal(Exception):
    def __init__(self, reason: str, what: str = "") -> None:
        super().__init__(reason)
        self.reason, self.what = reason, what


@dataclass
class _Line:
    """State of the path drawn through the dungeon as a typed path is read sign by sign."""

    circled: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ICONS, 0))
    items: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ITEMS, 0))
    books: int = 0
    level: str = ""
    inside: str = ""  # "(" or "[" while in a room
    entering: bool = False  # no other sign since the room was entered, so monsters may follow
    seen_pits: int = 0  # in this room
    on_circle: bool = False
    free_circles: int = 0  # circled and not struck out
    flying: bool = False  # a jump has begun and must land next
    end: str = ""

    def pay(self, item: str, suffix: str) -> None:
        if suffix == "*":
            self.books += 1
        elif suffix != "'":
            if not self.items[item]:
                raise _Illegal("no-item", item)
            self.items[item] -= 1


def clean(text: str) -> str:
    """Returns a typed path in half-width characters, without spaces and commas.

    >>> clean("ｃｓｋ （Ｍ c）＞")
    'csk(Mc)>'
    """
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").replace("′", "'")
    return "".join(sign for sign in plain if sign not in _IGNORED)


@lru_cache(256)  # the pad, its warnings and forms check the same few paths repeatedly
def walk(text: str) -> Walk:
    """Checks a typed path sign by sign: returns what it circles, and its first illegal step.

    >>> path = walk("csk(Mcb)LqoTorP>")
    >>> path.fault, path.escaped, path.circled["circle"], path.circled["coin"]
    (None, True, 2, 2)
    >>> walk("M>").fault
    Fault(at=0, reason='no-item', what='sword')

    It knows no map, so it cannot tell if the corridors of the cards allow the path.
    """
    text = clean(text)
    line, fault, at = _Line(), None, 0
    tokens = _tokens(text)
    for n, (at, sign, suffix) in enumerate(tokens):
        try:
            _rules(line, sign, suffix)
            if sign == "(":
                _enter(line, tokens[n + 1 :])
            else:
                _step(line, sign, suffix)
        except _Illegal as error:
            fault = Fault(at, error.reason, error.what)
            break
    if line.flying and fault is None:
        fault = Fault(at, "no-landing")
    return Walk(
        text,
        line.circled,
        line.items,
        line.end == ">" and fault is None,
        fault,
        tuple(_doubts(line, bool(tokens), fault is not None)),
    )


def per_icon(objective: Entry) -> tuple[str, int]:
    """Returns the id of the icon that an objective counts, and the points for each."""
    (scores,) = objective.scores
    return str(scores["of"]), int(scores["points"])


def worth(catalogue: Catalogue, circled: Mapping[str, int]) -> dict[str, int]:
    """Returns the points that circled icons bring by each objective: objective id to points.

    ``circled``: icon id to number. Points as a secondary objective are not yet halved.
    """
    points_of = {}
    for entry in catalogue.of_kind("objective"):
        icon, each = per_icon(entry)
        points_of[entry.id] = points.objective(circled.get(icon, 0), each)
    return points_of


def _tokens(text: str) -> list[tuple[int, str, str]]:
    """Splits a typed path into its signs, each as (index, sign, suffix).

    The suffix is ``'`` if a fairy pays, ``*`` if a spellbook does, else empty.
    """
    tokens: list[tuple[int, str, str]] = []
    for at, sign in enumerate(text):
        if sign in "'*" and tokens and tokens[-1][0] == at - 1 and not tokens[-1][2]:
            tokens[-1] = (at - 1, tokens[-1][1], sign)
        else:
            tokens.append((at, sign, ""))
    return tokens


def _rules(line: _Line, sign: str, suffix: str) -> None:
    """Raises ``_Illegal`` if a sign of a typed path breaks a rule that applies to every sign.

    For example after the path's end, or with a payment where nothing is paid. ``line``: the path
    drawn so far. ``suffix``: sign of a fairy or spellbook that pays, or empty.
    """
    if line.end:
        raise _Illegal("ended")
    if sign not in _SIGNS:
        raise _Illegal("unknown-sign", sign)
    if suffix and sign not in PAID and (sign, suffix) != ("J", "*"):
        raise _Illegal("nothing-paid")
    if sign == "J" and suffix != "*":
        raise _Illegal("no-book")
    if line.flying and sign not in "oO([" and not (sign == "M" and line.entering):
        raise _Illegal("no-landing")
    if line.inside and sign in "([":
        raise _Illegal("still-inside")
    if line.inside == "[" and sign not in "OTfJ]>#":
        raise _Illegal("nothing-twice")
    if line.inside == "(" and sign == "P":
        raise _Illegal("pit-in-room")


def _enter(line: _Line, rest: list[tuple[int, str, str]]) -> None:
    """Moves the drawn path into a room. Raises ``_Illegal`` without swords for all its monsters.

    ``line``: the path drawn so far. ``rest``: the signs that follow on the path, which name the
    monsters first.
    """
    monsters = []
    for _, sign, suffix in rest:
        if sign != "M":
            break
        monsters.append(suffix)
    if sum(not suffix for suffix in monsters) > line.items["sword"]:
        raise _Illegal("few-swords")
    line.inside, line.entering, line.seen_pits, line.on_circle = "(", True, 0, False
    line.circled["room"] += 1


def _step(line: _Line, sign: str, suffix: str) -> None:
    if line.inside == "(" and sign == "M" and not line.entering:
        raise _Illegal("monsters-first")
    line.entering = line.entering and sign == "M"
    if sign in FOUND:
        _find(line, sign)
    elif sign in ("F", "f", "P"):
        _pit(line, sign, suffix)
    elif sign == "T":
        if not line.on_circle:
            raise _Illegal("no-circle")
        line.pay("scroll", suffix)
        line.free_circles -= 1
        line.flying, line.inside, line.level = True, "", ""
    elif sign in PAID:
        icon, item = PAID[sign]
        line.pay(item, suffix)
        line.circled[icon] += 1
    elif sign == "O":
        if line.free_circles < 1:
            raise _Illegal("no-free-circle")
        if line.flying:
            line.free_circles -= 1
    elif sign == "J":
        line.books += 1
        line.inside, line.level = "", ""
    elif sign in ")]":
        if line.inside + sign not in ("()", "[]"):
            raise _Illegal("no-such-room")
        line.inside = ""
    elif sign == "[":
        if not line.circled["room"]:
            raise _Illegal("no-room-before")
        line.inside = "["
    elif sign in ">#":
        line.end = sign
    landed = line.flying and sign in "oO"
    line.on_circle = sign in "oO" and not landed
    if landed:
        line.flying = False


def _find(line: _Line, sign: str) -> None:
    icon = FOUND[sign]
    line.circled[icon] += 1
    if icon in line.items:
        line.items[icon] += 1
    if sign == "p":
        if line.inside != "(":
            line.circled[icon] -= 1
            raise _Illegal("pit-in-corridor")
        line.seen_pits += 1
    if sign == "o" and not line.flying:
        line.free_circles += 1
    if sign == "U":
        other = {"main": "basement", "basement": "main"}.get(line.level, "")
        line.level = "" if line.inside else other


def _pit(line: _Line, sign: str, suffix: str) -> None:
    """Moves the drawn path to a pit, by its sign: ``P`` crossed with a rope, ``F`` fallen down.

    ``f`` is falling down a pit that was circled before. ``line``: the path drawn so far.
    ``suffix``: sign of a fairy or spellbook that pays for the rope, or empty. Raises ``_Illegal``.
    """
    if line.level == "basement":
        raise _Illegal("pit-in-basement")
    if sign == "f":
        if line.inside == "(" and not line.seen_pits:
            raise _Illegal("no-pit-seen")
        if not line.inside:
            raise _Illegal("no-room-here")
    if sign == "P":
        line.pay("rope", suffix)
    if sign != "f":
        line.circled["hole"] += 1
    line.level = "main" if sign == "P" else "basement"
    line.inside = line.inside if sign == "P" else ""


def _doubts(line: _Line, any_sign: bool, broken: bool) -> Iterator[str]:
    if any_sign and not line.end and not broken:
        yield "no-end"
    if line.books > 2:
        yield "three-books"
