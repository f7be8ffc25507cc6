"""What the calculators' forms share: gems, ranks, and how numbers are said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.catalogue import Catalogue
from ....core.sheet import MOST, Field, choice, count, options
from ....core.text import Text
from ..score import Hold
from ..sheet import CLASSES

SAYS_NOTHING = Text("–", "–")

FEW, MANY = "few", "many"

SEATS = {FEW: 3, MANY: 5}
"""A number of players for each of the two treasures."""


def filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Cells without those that say nothing."""
    return {key: value for key, value in cells.items() if value not in (None, False, {}, 0, "")}


def gem_held(cells: Mapping[str, Any]) -> str | None:
    """The gem that counts in ties: the Crown Jeweler's covers the other one."""
    if "crown_jeweler" in cells.get("distinctions", {}):
        return "gem_6"
    found: str | None = cells.get("gem")
    return found


def gem_number(gem: str | None) -> int | None:
    return int(gem.removeprefix("gem_")) if gem else None


def gem_choice(catalogue: Catalogue) -> Field:
    return choice("gem", Text("Gem", "宝石"), options(catalogue.of_kind("gem")))


def lower_case(name: Text) -> Text:
    return Text(name.en.lower(), name.ja)


def plain(number: int) -> Text:
    return Text(str(number), str(number))


def signed(number: int) -> Text:
    return Text(f"+{number}", f"+{number}") if number >= 0 else Text(f"−{-number}", f"−{-number}")


def rank_fields(catalogue: Catalogue) -> tuple[Field, ...]:
    return tuple(count(f"{kind}_ranks", catalogue.name(kind)) for kind in CLASSES)


def ranks_of(cells: Mapping[str, Any]) -> dict[str, int]:
    return {kind: int(cells.get(f"{kind}_ranks", 0)) for kind in CLASSES}


def ranks_at(hold: Hold) -> dict[str, Any]:
    return {f"{kind}_ranks": min(hold.ranks_in_play(kind), MOST) for kind in CLASSES}
