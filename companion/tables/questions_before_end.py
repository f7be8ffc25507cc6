"""Questions that phones ask before a game ends, the most important first, with possible answers.

Each asks for the value of an empty cell that a complete sheet needs. Each possible answer comes
with the total that the seat would then have.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from companion.messages import say
from companion.sheet_pages.outcome import margin_over
from companion.sheet_pages.page_names import RULINGS, SETTINGS
from companion.sheet_pages.section_views import owners
from companion.sheet_pages.sheet_page import SheetWarning
from scoring.evaluation import Scored, sketched, sketched_breakdown
from scoring.game import Game
from scoring.model.breakdown import Breakdown
from scoring.model.cells import CellPath, Option
from scoring.model.errors_and_warnings import Missing, Value
from scoring.model.fields import Field
from scoring.model.plan import State
from scoring.model.player_names_and_colours import Owner, players
from scoring.model.sheet_fields import NONE
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Text

MOST_ANSWERS = 16
"""Greatest number of answers to one question that are offered as buttons.

With more possible answers, the value is typed or entered on the sheet.
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible value of an empty cell, offered as a button before a game ends.

    - ``value``: what the button posts.
    - ``label``, ``piece``: text of the button, and id of the piece drawn on it.
    - ``owner``: the player who has this piece now, if any.
    - ``breakdown``: the seat's score with this answer; None if not computed.
    """

    value: str
    label: Text
    piece: str
    owner: Owner | None = None
    breakdown: Breakdown | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, before a game ends, for the value of an empty cell that a complete sheet needs.

    - ``label``, ``message``: the cell's name or its question, and a sentence on what is missing.
    - ``why``: what the answer is needed for, in a sentence.
    - ``cell``, ``section``: the cell's path, and the label of its section of the sheet.
    - ``owner``: the player whose cell it is; None for a cell of the whole table.
    - ``matters``: the answer can still change somebody's place.
    - ``answers``: offered as buttons. Without any, a number from ``least`` to ``most`` is typed if
      ``most`` is set, else the page links to the sheet, or to its settings page if ``settings``.
    - ``rest``: asks to confirm that all cells of sections that are still empty are zero.
    """

    cell: str
    label: Text
    section: Text
    message: Text
    owner: Owner | None
    matters: bool
    answers: tuple[Answer, ...] = ()
    least: int = 0
    most: int = 0
    settings: bool = False
    rest: bool = False
    why: Text = EMPTY

    @property
    def seat(self) -> str:
        return self.owner.seat if self.owner else ""

    @property
    def id(self) -> str:
        """HTML id, on the sheet's page, of the cell that the question asks for."""
        return self.cell.replace("/", "-")

    @property
    def spread(self) -> float:
        """Difference in points of the question's best and worst answer; infinite if unknown."""
        told = [each.breakdown.known for each in self.answers if each.breakdown]
        return max(told) - min(told) if told else inf


@dataclass(frozen=True, slots=True)
class Span:
    """Range of totals that a seat (``owner``) can still reach, as a bar of a chart.

    ``margin``: how many points a sure winner is ahead, in words, else empty. ``x``, ``width``: the
    bar's start and width on an axis of 0 to 100, the same for all seats.
    """

    owner: Owner
    breakdown: Breakdown
    x: int
    width: int
    margin: Text = EMPTY

    @property
    def open(self) -> bool:
        return self.breakdown.range.exact is None


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """The questions for empty cells before a game ends, and what is still undecided until then.

    - ``spans``: the range of totals that each seat can still reach, as bars.
    - ``rivals``: number of seats that can still win, 0 if unknown; ``who``: their names.
    - ``band``: start and end of the winning total's range on the axis of the bars; None unless
      several seats can win.
    - ``places``: first and last undecided place of the ranking, such as *3–4*; else "".
    """

    questions: tuple[Question, ...]
    spans: tuple[Span, ...]
    rivals: int
    who: Text
    band: tuple[int, int] | None
    places: str = ""

    @property
    def seats(self) -> frozenset[str]:
        """Ids of the seats with at least one empty cell that a complete sheet needs."""
        return frozenset(each.seat for each in self.questions if each.seat)

    @property
    def matter(self) -> int:
        return sum(each.matters for each in self.questions)


def standing(game: Game, state: State, scored: Scored, seats: Iterable[str]) -> OpenQuestions:
    """Returns the questions for empty cells of ``seats``, and the totals that they can still reach.

    ``seats``: those whose sheets the phone may see. ``scored``: the scores of ``state``.
    """
    visible = [seat for seat in game.sheet.seats(state) if seat in seats and seat in scored.entered]
    reached = {seat: reach(scored.breakdowns[seat]) for seat in visible}
    everybody = set(visible) == set(game.sheet.seats(state))
    ranked = any(each.best for each in scored.ranking)
    waits = [each for each in scored.ranking if each.best and not each.place] if everybody else []
    decided = everybody and ranked and not waits
    questions = tuple(_questions(game, state, scored, visible, {} if decided else reached))
    spans, band = _spans(game, state, scored, reached)
    can_win: list[str] = []
    if everybody and ranked and len(visible) > 1:
        floor = max(least for least, _ in reached.values())
        first = {each.seat for each in scored.ranking if each.best == 1}
        can_win = [seat for seat in visible if reached[seat][1] >= floor and seat in first]
    who = say.listed((game.sheet.name(state, seat) for seat in can_win), last="comma-last")
    places = f"{min(e.best for e in waits)}–{max(e.worst for e in waits)}" if waits else ""
    band = band if len(can_win) > 1 else None
    if len(can_win) == 1:
        spans = tuple(
            replace(each, margin=_margin(scored, each.owner.seat))
            if each.owner.seat in can_win
            else each
            for each in spans
        )
    return OpenQuestions(questions, spans, len(can_win), who, band, places)


def _margin(scored: Scored, winner: str) -> Text:
    """Returns in words how many points the ``winner``, a seat, is ahead, or at least is.

    Empty if the lead is 0 or unknown. ``scored``: the scores.
    """
    ranges = {seat: scored.breakdowns[seat].range for seat in scored.entered}
    own = ranges.pop(winner)
    points, exact = margin_over(own, list(ranges.values()))
    return say("margin" if exact else "margin-least", points=points) if points else EMPTY


def open_questions(game: Game, state: State) -> bool:
    """True if a cell is empty that the final score of a seat with something entered needs.

    So is a ruling without which a row of such a score has no points.
    """
    found = sketched(game, state)
    asked = any(_asked(found.breakdowns[seat]) for seat in found.entered)
    return asked or bool(undecided(game, state, found.entered))


def open_cells(game: Game, state: State) -> set[str]:
    """Returns the paths of the empty cells that a final score needs, and of undecided rulings."""
    found = sketched(game, state).breakdowns
    lacks = (each for breakdown in found.values() for each in breakdown.missing)
    return {each.path for each in (*lacks, *undecided(game, state, found))}


def undecided(game: Game, state: State, seats: Iterable[str]) -> list[Missing]:
    """Returns the rulings whose answer leaves a row without points that another answer would give.

    A ruling is the table's answer to an open question of the rules. ``seats``: whose rows.
    """
    scores, now = game.score(state), game.sheet.rulings(state)
    rows = [
        (seat, line)
        for seat in seats
        for line in scores[seat].lines
        if line.points is None and line.rulings
    ]
    return [
        Missing(CellPath.to(RULINGS, entry.id), entry.text, "")
        for entry in game.catalogue.rulings()
        if any(
            (told := game.score(state, {**now, entry.id: option.id})[seat].line(line.id))
            and told.points is not None
            for seat, line in rows
            if entry.id in line.rulings
            for option in entry.options
        )
    ]


def reach(found: Breakdown) -> tuple[float, float]:
    """Returns (least, greatest) total that a seat can still reach, by its score ``found``.

    Minus infinity and infinity stand for unknown ends.
    """
    least, most = found.range.least, found.range.most
    return (-inf if least is None else least), (inf if most is None else most)


def _questions(
    game: Game,
    state: State,
    scored: Scored,
    seats: Sequence[str],
    reached: Mapping[str, tuple[float, float]],
) -> list[Question]:
    lacks = [(seat, each) for seat in seats for each in _asked(scored.breakdowns[seat])]
    lacks += [(seats[0], each) for each in undecided(game, state, seats)]
    together: dict[str, dict[Missing, str]] = {}
    for seat, each in lacks:
        together.setdefault(question_key(each.path), {})[each] = seat
    once = [
        _question(game, state, next(iter(group.values())), list(group), reached)
        for group in together.values()
    ]
    timed_out = deadline.missed()  # the spreads of some are unknown then, so none counts
    return sorted(once, key=lambda each: (not each.matters, 0 if timed_out else -each.spread))


def _asked(found: Breakdown) -> list[Missing]:
    """Returns what the end of the game asks of a seat.

    Of what cannot be filled in yet, only the rest of sections: *none* says that they were not used.
    """
    return [each for each in found.missing if each.rest or not each.later]


def question_key(path: str) -> str:
    """Returns the key of the question for a cell: a seat's *the rest: none* are one question."""
    at = CellPath(path)
    return CellPath.to(at.holder, NONE) if at.field == NONE else path


def cells_of_answer(game: Game, state: State, cell: str) -> list[str]:
    """Returns the paths of all cells that an answer to the question for ``cell`` fills in."""
    asked = (m.path for found in sketched(game, state).breakdowns.values() for m in _asked(found))
    key = question_key(cell)
    return list(dict.fromkeys([cell, *(each for each in asked if question_key(each) == key)]))


def _question(
    game: Game,
    state: State,
    seat: str,
    group: Sequence[Missing],
    reached: Mapping[str, tuple[float, float]],
) -> Question:
    """Returns the question that asks for a seat's missing cell, or for ``group`` with one answer.

    ``reached``: each seat's least and greatest possible total, to see if the answer still matters;
    empty if all places in the ranking are decided.
    """
    missing = group[0]
    path, shown = CellPath(missing.path), SheetWarning(game.sheet, missing)
    field = game.sheet.fields_of(path.holder)[path.field]
    section = game.sheet.section_of(path) if path.field != NONE else None
    named = say.listed(SheetWarning(game.sheet, each).short for each in group)
    own = path.holder in state["seats"]
    owner = players(game.sheet, state)[seat] if own else None
    least, most = reached.get(seat, (0, 0))
    met = (low <= most and least <= high for s, (low, high) in reached.items() if s != seat)
    matters = bool(reached) and (not own or len(reached) == 1 or any(met))
    ruling = path.holder == RULINGS
    question = Question(
        shown.cell,
        (EMPTY if path.rows else field.question) or named,
        section.label if section else EMPTY,
        missing.message,
        owner,
        matters,
        settings=shown.page == SETTINGS or ruling,
        rest=missing.rest,
        why=missing.message if ruling else EMPTY if missing.rest else _why(game, field),
    )
    cell = game.sheet.cell(path)
    if cell is None:
        return question
    if cell.kind == "number" and cell.most - cell.least >= MOST_ANSWERS:
        return replace(question, least=cell.least, most=cell.most)
    now = game.sheet.rulings(state)[path.field] if ruling else None
    answers = [each for each in _answers(game, state, seat, path) if each.value != now]
    if not 0 < len(answers) <= MOST_ANSWERS:
        return question
    if own:
        answers = [
            replace(each, breakdown=_made(game, state, seat, group, each.value)) for each in answers
        ]
    return replace(question, answers=tuple(answers))


def _why(game: Game, field: Field) -> Text:
    """Returns a sentence on what a field's value is needed for; empty if the game's data has none.

    It is the field's hint or, for a field that belongs to a piece, the piece's effect.
    """
    piece = field.when.partition("=")[0].rpartition("/")[2]
    if field.hint or piece not in game.catalogue:
        return field.hint
    entry = game.catalogue[piece]
    return say("owner", who=entry.name, what=entry.text)


def _answers(game: Game, state: State, seat: str, path: str) -> Iterator[Answer]:
    at, cell = CellPath(path), game.sheet.cell(path)
    field = game.sheet.fields_of(at.holder)[at.field]
    assert cell is not None
    if cell.kind == "flag":
        yield Answer("on", field.label if at.rows else EMPTY, at.rows[0] if at.rows else at.field)
    elif cell.kind == "number":
        for n in range(cell.least, cell.most + 1):
            yield Answer(str(n), EMPTY, at.rows[0] if at.rows else field.piece or field.id)
    elif cell.kind == "choice":
        everybody = players(game.sheet, state)
        held = owners(game.sheet, state, seat, everybody)
        taken = {row: owner for (_, row), owner in held.items()}
        for option in cell.options:
            if name := _offered(game, state, option):
                drawn = option.piece or option.id
                whose = taken.get(option.id) if option.id in game.catalogue else None
                yield Answer(option.id, name, drawn, whose)


def _offered(game: Game, state: State, option: Option) -> Text | None:
    """Returns the name of an option of a choice; None for an option that this table does not have.

    Such as a seat that is not taken, or a piece of an expansion that is not used.
    """
    if game.sheet.is_seat(option.id):
        return game.sheet.name(state, option.id) if option.id in state["seats"] else None
    if option.when and not game.sheet.position(state).table.filled(*option.when.split("/")[1:]):
        return None
    return option.name


def _made(
    game: Game, state: State, seat: str, group: Sequence[Missing], typed: str
) -> Breakdown | None:
    """Returns a seat's score with ``typed`` in a ``group`` of cells; None if out of time."""
    if deadline.missed():
        return None
    values: Mapping[str, Value | None] = game.sheet.parse(
        state, {each.path: typed for each in group}
    )[0]
    return sketched_breakdown(game, game.sheet.put(state, values), seat)


def _spans(
    game: Game, state: State, scored: Scored, reached: Mapping[str, tuple[float, float]]
) -> tuple[tuple[Span, ...], tuple[int, int] | None]:
    """Returns all seats' ranges of totals as bars, highest first, and that of the winning total.

    The latter is a pair of start and end, on the bars' axis of 0 to 100. ``reached``: each seat's
    least and greatest total. Returns ``((), None)`` if a range has no lower bound.
    """
    if not reached or any(least == -inf for least, _ in reached.values()):
        return (), None
    ends = [end for each in reached.values() for end in each if end != inf]
    low, high = min(ends), max(ends)
    each_ = 90 / (high - low) if high > low else 0

    def at(points: float) -> int:
        return 100 if points == inf else round(3 + (points - low) * each_)

    owned = players(game.sheet, state)
    order = sorted(reached, key=lambda seat: (-reached[seat][1], -reached[seat][0]))
    spans = tuple(
        Span(owned[seat], scored.breakdowns[seat], at(least), max(4, at(most) - at(least)))
        for seat in order
        for least, most in (reached[seat],)
    )
    floor = max(least for least, _ in reached.values())
    top = max(most for _, most in reached.values())
    return spans, (at(floor), at(top))
