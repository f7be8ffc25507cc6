"""The field's words: retired names do not come back, docstrings say what a thing is or does."""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

RETIRED = {
    "ALONE": "STANDALONE, INDEPENDENT",
    "About": "PlayDetails",
    "Above": "nearest_page_above",
    "Against": "Opponent",
    "Alternative": "OtherRuling",
    "Around": "Alternatives",
    "Arrival": "PendingImport",
    "Asking": "PlanRequest",
    "AtGame": "PersonFigures",
    "Control": "FieldView",
    "Copies": "caching",
    "Course": "Phases",
    "Crowd": "MultiplayerBids",
    "Duel": "TwoPlayerBids",
    "Faces": "ChoicePalette",
    "Glance": "PollState",
    "HOOKS": "functions of the sheet",
    "Heap": "OptionGroup",
    "Here": "TableContext",
    "Hold": "PlayerArea",
    "Hook": "SheetFunction",
    "Kept": "FragmentNode, PhoneData, BackTable",
    "Legible": "valid_text",
    "Lesson": "Tutorial",
    "Look": "SheetRequest",
    "Meaning": "ParsedQuery",
    "Memory": "Cache",
    "Note": "Notice, RowNote",
    "Odd": "SheetWarning",
    "OfGame": "GameFigures",
    "Panel": "SectionView",
    "Room": "TouchSearch",
    "Said": "Register, MessageUsage",
    "Shelf": "games_by_slug",
    "Stamp": "Version",
    "Taken": "SeatTaken, MergeEffects",
    "Talk": "WordStatistics",
    "There": "NotRemoved",
    "Unclear": "UnreadableDescription",
    "Undone": "UndoMessage",
    "Wish": "SeatRequest",
    "_crowd": "multiplayer",
    "_duel": "two_players",
    "_in_front": "clearly_leads",
    "_just_so": "is_asked_alike",
    "_sealed": "certified",
    "_talk": "statistics",
    "_unmixed": "fixed_bid",
    "_unspoken": "strip_filler",
    "_wishes": "requests",
    "alone": "independent, standalone_only, without_table",
    "around": "alternatives",
    "arriving": "pending_imports",
    "at_once": "append_optimistically",
    "beat": "increment_side_revision",
    "choosing": "filters",
    "copies": "caching",
    "core": "model, loading, solving, text",
    "deciding": "decision_order",
    "differing": "merge_conflicts",
    "ending": "end_of_game",
    "engines": "solvers",
    "fared": "result_cache",
    "farewell": "erase",
    "folding": "normalise",
    "glance": "poll_state",
    "heap": "OptionGroup",
    "heard": "by_sound",
    "hooks": "sheet_functions",
    "kept": "fragment",
    "legible": "valid_text",
    "lesson": "tutorial",
    "letters": "encode, text",
    "listening": "listening_port",
    "maturity": "check_game",
    "meeting": "sync",
    "merging": "aliases",
    "moving": "transfer_database",
    "odd": "sheet_warnings",
    "prepared": "conditional_updates",
    "pulse": "healthcheck",
    "readings": "kana_readings",
    "regulars": "frequent_players",
    "said": "in_language, summary",
    "settle": "solve_open_decisions",
    "shelves": "index",
    "stamp": "version, date",
    "strange": "unusual_message",
    "sure": "certain",
    "told": "has_progress, exposition",
    "unclear": "unreadable_message",
    "unspoken": "strip_filler",
    "upkeep": "operations",
    "warm": "preload",
    "web": "http, sheet_pages",
    "without_lid": "without_game_name",
    "yardstick": "evaluation",
}
"""Names of modules, packages, classes and functions that nobody finds, and what is said instead."""

RETIRED_PARAMETERS = {
    "about": "details, problem",
    "asking": "request, seat_id",
    "asks": "undecided_seat, ask_first",
    "crowd": "bids",
    "duel": "bids",
    "fault": "error, finding",
    "hold": "area",
    "it": "choices, mapped",
    "kept": "pad, recorded",
    "letters": "text",
    "meant": "terms, meaning",
    "planes": "touch_masks",
    "shares": "probabilities",
    "shelf": "scope, games",
    "spoken": "language, reserved",
    "told": "trip_list, fields",
    "tops": "last_numbers",
    "wish": "request",
}
"""Names of parameters that say nothing of what is passed, and examples of what is said instead."""

RIDDLE = re.compile(r"(What|Whether|Where|Who|Whoever|How|Which|When|Why)\b")
"""A docstring says what a thing is or does; these say only that there is something to know."""


def sources():
    for folder in ("scoring", "companion"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def definitions():
    """Every name that stands for a module, package, class or function, and where."""
    for path in sources():
        at = path.relative_to(ROOT)
        if "migrations" in at.parts:
            continue
        for part in at.with_suffix("").parts:
            yield part, str(at)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name, f"{at}:{node.lineno}"


def parameters():
    """Every name of a parameter, and where it stands."""
    for path in sources():
        at = path.relative_to(ROOT)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.arg):
                yield node.arg, f"{at}:{node.lineno}"


def docstrings(folder):
    """Every docstring of a folder, those of attributes among them, and where it stands."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        bodies = [ast.parse(path.read_text("utf-8")).body]
        for line in chain.from_iterable(bodies):  # grows while it is read
            match line:
                case ast.FunctionDef() | ast.ClassDef():
                    bodies.append(line.body)
                case ast.Expr(ast.Constant(str(text))):
                    yield text, f"{path.relative_to(ROOT)}:{line.lineno}"


def test_retired_names_do_not_come_back():
    found = {f"{at}: {name}, say {RETIRED[name]}" for name, at in definitions() if name in RETIRED}
    assert found == set()


def test_parameters_say_what_is_passed():
    found = {
        f"{at}: {name}, say {RETIRED_PARAMETERS[name]}"
        for name, at in parameters()
        if name in RETIRED_PARAMETERS
    }
    assert found == set()


@pytest.mark.parametrize("folder", ["companion", "scoring", "tests"])
def test_a_docstring_says_what_it_is_or_does(folder):
    found = list(docstrings(folder))
    assert len(found) > 500
    assert [f"{at}: {text.split('.')[0]}" for text, at in found if RIDDLE.match(text)] == []
