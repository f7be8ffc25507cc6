"""Rows shared by several calculators: the twelve objectives, and the signs for typing a path."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.model.calculator import Block, Row
from scoring.model.catalogue import Catalogue
from scoring.text.localised import EMPTY, Text, Verbatim, number

from ..messages import say
from ..solvers import typed_paths
from ..solvers.average_icon_worth import WHOLE
from ..solvers.typed_paths import per_icon


def tenths(worth: int) -> Text:
    """Returns twenty-fourths of a point (``worth``) as a text in points, rounded to a tenth.

    >>> tenths(48).en, tenths(77).en
    ('2', '3.2')
    """
    points = round(Fraction(worth, WHOLE) * 10)
    return number(points // 10) if points % 10 == 0 else Verbatim(f"{points / 10:.1f}")


def of_objectives(
    catalogue: Catalogue, circled: Mapping[str, int], primary: str | None, secondary: str | None
) -> tuple[Row, ...]:
    """Returns the answer's row for each of the twelve objectives: its points by circled icons.

    The round's objectives (``primary``, ``secondary``: ids), if chosen, are marked and come first,
    then those with most points. ``circled``: icon id to number.
    """
    worth_of = typed_paths.worth(catalogue, circled)
    most = max(worth_of.values())
    paying = (("primary", primary), ("secondary", secondary))
    rows = []
    for id_ in sorted(worth_of, key=lambda e: (e not in (primary, secondary), -worth_of[e], e)):
        icon, each = per_icon(catalogue[id_])
        how = say("times", n=circled.get(icon, 0), each=each)
        if parts := [catalogue.name(part) for part, chosen in paying if chosen == id_]:
            how = say("pays-as", part=say.listed(parts), how=how)
        share = Fraction(worth_of[id_], most) if most else None
        rows.append(Row(catalogue.name(id_), number(worth_of[id_]), how, id_, share=share))
    return tuple(rows)


def of_signs(catalogue: Catalogue) -> Block:
    """Returns a block of the answer that explains each sign for typing a path."""
    rows = [
        Row(entry.name, entry.facts["token"], EMPTY, entry.id)
        for entry in catalogue.of_kind("item", "obstacle", "place", "optimizer")
        if "token" in entry.facts
    ]
    rows.append(Row(say("paid-otherwise"), Verbatim("' *"), say("paid-otherwise-how")))
    return Block(say("signs"), tuple(rows))
