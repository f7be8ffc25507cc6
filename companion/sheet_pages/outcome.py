"""The outcome of a game: winner, margin, parts; for the podium, reveal, picture and text.

The margin is that between the first two places. If totals are level or open, the headline says so.
The parts, a game's groups of lines, have the same name, order and shade on every page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import inf

from companion.messages import say
from companion.sheet_pages import plot_shapes
from scoring.evaluation import Scored
from scoring.game import Game
from scoring.model.breakdown import Breakdown, Line, TotalRange, points_range
from scoring.model.plan import State
from scoring.model.player_names_and_colours import Owner, players
from scoring.text.localised import EMPTY, Text, Verbatim, joined


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the score (gold, tiles...): a group of score lines, or one line without a group.

    ``lines``: seat to its score lines in this part. ``shade``: number of the part's colour in bars,
    0 for the part with the most points in total.
    """

    name: Text
    shade: int
    lines: Mapping[str, tuple[Line, ...]]

    def points(self, seat: str) -> int:
        """Returns a seat's known points in this part of the score; lines not yet known count 0."""
        return sum(line.points or 0 for line in self.lines.get(seat, ()))

    def share(self, seat: str) -> Share:
        """Returns a seat's points in this part of the score, with the lines that give them."""
        lines = self.lines.get(seat, ())
        lone = [line.label for line in lines] == [self.name]
        return Share(self, brief_points(lines), lone, lines)


@dataclass(frozen=True, slots=True)
class Share:
    """One seat's points in one part of the score (gold, tiles...), with the score lines in it.

    ``brief``: the points as text, such as *12* or open *12–15*. ``lone``: a single line with the
    part's name.
    """

    part: Part
    brief: str
    lone: bool
    lines: tuple[Line, ...]


def brief_points(lines: Iterable[Line]) -> str:
    """Returns the sum of score lines as text, such as *12*, *12–15* while open; *?* if unknown."""
    found = points_range(lines)
    return "?" if found.nothing and found.exact is None else found.brief


def parts(found: Scored, seats: Sequence[str]) -> list[Part]:
    """Returns the parts of the score (gold, tiles...), the one with the most points first.

    ``found``: the scores. Parts in which each of ``seats`` has exactly 0 points are left out.
    """
    named: dict[Text, dict[str, list[Line]]] = {}
    for seat in seats:
        for line in found.breakdowns[seat].lines:
            if line.points != 0:
                name = line.group if line.group.en else line.label
                named.setdefault(name, {}).setdefault(seat, []).append(line)
    listed = [
        Part(name, 0, {seat: tuple(lines) for seat, lines in each.items()})
        for name, each in named.items()
    ]
    listed.sort(key=lambda part: -sum(part.points(seat) for seat in seats))
    return [
        Part(part.name, min(n, plot_shapes.SHADES - 1), part.lines) for n, part in enumerate(listed)
    ]


def bars(listed: Sequence[Part], seats: Sequence[str]) -> dict[str, list[plot_shapes.Segment]]:
    """Returns each seat's stacked bar, with a segment for its points in each part of the score.

    ``listed``: the parts (gold, tiles...). The longest bar is 100 wide; negative points are not
    drawn.
    """
    rows = {seat: [max(0, part.points(seat)) for part in listed] for seat in seats}
    longest = max(map(sum, rows.values()), default=0)
    return {seat: plot_shapes.bar(row, longest) for seat, row in rows.items()}


SHOWN = 6
"""Number of parts of the score compared; those with the smallest differences are left out."""
NARROW = 2
"""Least width of a visible bar; the axis is 100 wide, 50 for each of the two seats."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat with its total and its place in the ranking; ``place`` is 0 while undecided.

    ``reason``: why the seat has this place. ``best``, ``worst``: best and worst place it can still
    reach.
    """

    owner: Owner
    place: int
    best: int
    worst: int
    breakdown: Breakdown
    reason: Text
    entered: bool

    @property
    def name(self) -> Text:
        return self.owner.name

    @property
    def rank(self) -> str:
        """The seat's place, or the places it can still reach, as text: *1*, *2–3*; "" for none."""
        if self.place or not self.best:
            return str(self.place or "")
        return f"{self.best}–{self.worst}"

    @property
    def total(self) -> Text:
        """The seat's total, or its range, as text; a dash before anything is entered for it."""
        if not self.entered:
            return Verbatim("–")
        return self.breakdown.range.text


@dataclass(frozen=True, slots=True)
class Difference:
    """Points by which the winner is ahead of the second in one part of the score (gold, tiles...).

    Negative if behind. ``x``, ``width``: left end and width of the bar that shows them, on an axis
    100 wide. ``colour``: that of the seat that is ahead in this part.
    """

    part: Part
    points: int
    x: int
    width: int
    colour: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: headline with the winner, ranking, parts of the score, comparison.

    ``note``: a sentence on what is still open or broke the tie, or empty. ``everybody``: the seats
    in the order of the ranking; places may be open. ``duel``: the first two, compared in
    ``differences``; both are empty without an exact margin. ``because`` names the line of the score
    that decided, if one alone did.
    """

    headline: Text
    note: Text
    everybody: tuple[Placed, ...]
    parts: tuple[Part, ...]
    duel: tuple[Owner, ...]
    differences: tuple[Difference, ...]
    because: Text

    @property
    def decided(self) -> bool:
        """True if it is known who wins, alone or shared, even if points are still open."""
        return all(each.best == each.worst for each in self.everybody[:1])

    @property
    def podium(self) -> tuple[Placed, ...]:
        """The first three seats, up to the first undecided place; each with its place and total."""
        return tuple(takewhile(lambda each: each.place, self.everybody[:3]))

    @property
    def numbered(self) -> tuple[tuple[str, Placed], ...]:
        """Pairs of a place as text, such as *1. * or *2–3. *, and a seat, in the ranking's order.

        *2–3. * for places that the seat can still reach; "" for no place.
        """
        return tuple((each.rank and f"{each.rank}. ", each) for each in self.everybody)

    @property
    def below(self) -> tuple[Placed, ...]:
        """The seats that are not on the podium (the first three), each with place and total."""
        return self.everybody[len(self.podium) :]

    @property
    def seats(self) -> tuple[str, ...]:
        """Seat ids in sorted order, which does not reveal the ranking."""
        return tuple(sorted(each.owner.seat for each in self.everybody))

    @property
    def owners(self) -> Mapping[str, Owner]:
        return {each.owner.seat: each.owner for each in self.everybody}


def outcome(game: Game, state: State, found: Scored) -> Outcome:
    """Returns a game's end: headline with the winner, ranking, parts of the score, comparison.

    ``found``: the scores of ``state``.
    """
    owners = players(game.sheet, state)
    everybody = [
        Placed(
            owners[each.seat],
            each.place,
            each.best,
            each.worst,
            found.breakdowns[each.seat],
            each.reason,
            each.seat in found.entered,
        )
        for each in found.ranking
    ]
    listed = parts(found, [each.owner.seat for each in everybody])
    headline, note, margin = _headline([each for each in everybody if each.entered])
    duel: tuple[Owner, ...] = ()
    differences: list[Difference] = []
    because = EMPTY
    if margin and len(everybody) > 1:
        first, second = everybody[:2]
        duel = (first.owner, second.owner)
        differences = _differences(listed, first.owner, second.owner)
        because = _because(first.breakdown, second.breakdown, margin)
    return Outcome(
        headline,
        note,
        tuple(everybody),
        tuple(listed),
        duel,
        tuple(differences),
        because,
    )


def _headline(everybody: Sequence[Placed]) -> tuple[Text, Text, int]:
    """Returns a game's headline, a note (may be empty), and the winner's lead in points.

    The lead is 0 unless the totals are exact. ``everybody``: the seats with any entry, in the order
    of the ranking. A seat has won once no other can pass it, despite open points. If no seat can be
    first, the whole table wins or loses, and the headline is the ranking's reason.
    """
    if not everybody:
        return say("won-nothing"), EMPTY, 0
    if len(everybody) == 1:
        alone = everybody[0]
        return alone.reason or say("won-alone", who=alone.name, points=alone.total), EMPTY, 0
    first = [each for each in everybody if each.worst == 1]
    could = [each for each in everybody if each.best == 1 and each not in first]
    if not first and not could:
        return everybody[0].reason, EMPTY, 0
    lacking = [each for each in everybody if each.breakdown.partial]
    waits = _waits(everybody, lacking)
    if not first:
        who = say.listed((each.name for each in could), last="comma-last")
        return say("won-between", who=who), _waits(everybody, lacking, could), 0
    who = say.listed(each.name for each in first)
    if could:
        others = say.listed(each.name for each in could)
        return say("won-or-shared", who=who, others=others), waits, 0
    if len(first) > 1:
        return say("won-shared", who=who), waits or first[0].reason, 0
    rivals = [each.breakdown.range for each in everybody if each is not first[0]]
    margin, exact = margin_over(first[0].breakdown.range, rivals)
    if not margin:
        won = "won-level" if exact else "won-either-way"
        return say(won, who=who), waits or first[0].reason, 0
    if not exact:
        return say("won-by-least", who=who, points=margin), waits, 0
    return say("won-by", who=who, points=margin), waits, margin


def margin_over(own: TotalRange, rivals: Sequence[TotalRange]) -> tuple[int, bool]:
    """Returns (points, exact): points by which ``own`` total is sure to be above all ``rivals``.

    ``exact``: the lead is just that. The points are 0 if a rival may be level or ahead, or unknown.
    """
    nearest = max(rivals, key=lambda found: inf if found.most is None else found.most)
    exact = own.exact is not None and nearest.exact is not None
    if own.least is None or nearest.most is None:
        return 0, exact
    return max(0, own.least - nearest.most), exact


def _waits(
    everybody: Sequence[Placed], lacking: Sequence[Placed], named: Sequence[Placed] = ()
) -> Text:
    """Returns a sentence on why places are undecided: who competes for them, whose points are open.

    ``everybody``: the seats in the order of the ranking; ``lacking``: those with open points;
    ``named``: those that the headline names already, who are not named again.
    """
    between: dict[tuple[int, int], list[Placed]] = {}
    for each in everybody:
        if each.place or not each.best:
            continue
        found = [key for key in between if key[0] <= each.worst and each.best <= key[1]]
        met = [other for key in found for other in between.pop(key)]
        met.append(each)
        between[min(e.best for e in met), max(e.worst for e in met)] = met
    told = []
    for (best, worst), met in between.items():
        missing = [each for each in lacking if each.best <= worst and best <= each.worst]
        until = say.listed((each.name for each in missing), last="comma-last")
        who = say.listed((each.name for each in met), last="comma-last")
        if {e.owner.seat for e in met} != {e.owner.seat for e in named}:
            told.append(say("places-open", places=f"{best}–{worst}", who=who, until=until))
        elif len(missing) < len(met):
            told.append(say("places-until", until=until))
    return joined(told, Verbatim(" "))


def _differences(listed: Sequence[Part], first: Owner, second: Owner) -> list[Difference]:
    made = [(part, part.points(first.seat) - part.points(second.seat)) for part in listed]
    told = [each for each in made if each[1]]
    most = max((abs(points) for _, points in told), default=0)
    kept = sorted(told, key=lambda each: -abs(each[1]))[:SHOWN]
    found = []
    for part, points in (each for each in told if each in kept):
        width = max(NARROW, round(50 * abs(points) / most))
        x, who = (50, first) if points > 0 else (50 - width, second)
        found.append(Difference(part, points, x, width, who.colour))
    return found


def _because(first: Breakdown, second: Breakdown, margin: int) -> Text:
    """Returns a sentence that names the score line that decided the game; empty if none did alone.

    One did if the winner, ``first``, has at least ``margin`` points more in it than the ``second``.
    """

    def more(line: Line) -> int:
        other = second.line(line.id)
        return (line.points or 0) - ((other.points or 0) if other else 0)

    best = max(first.lines, key=more, default=None)
    if best is None or not 0 < margin <= more(best):
        return EMPTY
    return say("won-because", what=best.label, points=more(best))
