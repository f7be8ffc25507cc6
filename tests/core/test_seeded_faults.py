"""Whatever is wrong with a game's folder is named by file and id, and harms no other game.

In Python, in messages, and where a file is no TOML, the line is named, too.

Some hundred faults, each put into a copy of the toy game that lies beside the toy itself.
"""

import importlib
import re
import shutil
import sys
from pathlib import Path

import pytest

from scoring import registry
from scoring.tools import check_game
from tests.contract.toy_game import GAMES, SHELF
from tests.core.faulty_game_folders import Fault, generated, swapped

TOY = SHELF / "toy"
FILES = [
    "data/game.toml",
    "data/pieces.toml",
    "data/rules.toml",
    "data/sheet.toml",
    "data/phases.toml",
    "calculators/final.toml",
    "calculators/scale.toml",
    "examples/baskets.toml",
    "examples/cat_at_the_club.toml",
]


def s(file: str, old: str, new: str, named: str = "", **more: object) -> Fault:
    return swapped(TOY, file, old, new, named=named, **more)


def after(file: str, old: str, new: str, named: str = "", **more: object) -> Fault:
    """A line written behind another one: the new line is to blame."""
    return s(file, old, f"{old}\n{new}", named, **more)


def missing(file: str, where: str = "", line: int = 0) -> Fault:
    return Fault(f"{file} is missing", file, None, line, where=where)


GAME, PIECES, RULES = "data/game.toml", "data/pieces.toml", "data/rules.toml"
SHEET, COURSE = "data/sheet.toml", "data/phases.toml"
EN, JA, SCORE = "words/en.ftl", "words/ja.ftl", "score.py"
BASKETS, CAT = "examples/baskets.toml", "examples/cat_at_the_club.toml"
SCALE = "calculators/scale.toml"

BY_HAND = [
    # the lid
    s(GAME, 'slug = "toy"', 'slug = "toys"', "'toy'"),
    s(GAME, 'accent = "plum"', 'accent = "plumm"', "did you mean 'plum'?"),
    s(GAME, 'stage = "complete"', 'stage = "compleet"', "did you mean 'complete'?"),
    s(GAME, "{ min = 1, max = 4 }", "{ min = 4, max = 1 }", "players"),
    s(GAME, "{ min = 1, max = 4 }", "{ min = 1, max = 12 }", "from 1 to 9"),
    s(GAME, "{ min = 1, max = 4 }", "{ min = 1 }", "players"),
    s(GAME, "{ min = 1, max = 4 }", "{ min = 1, most = 4 }", "players"),
    s(GAME, "{ min = 1, max = 4 }", "{ min = 0, max = 4 }", "players"),
    s(GAME, "{ min = 1, max = 4 }", '{ min = "1", max = 4 }', "players"),
    s(GAME, 'kana = "おもちゃのかじゅえん"', 'kana = "玩具の果樹園"', "hiragana"),
    s(GAME, 'kana = "おもちゃのかじゅえん"', 'kana = "オモチャ"', "hiragana"),
    s(GAME, 'romaji = "omocha no kajuen"', 'romaji = "おもちゃ"', "romaji"),
    s(GAME, 'ja = ["果樹園"]', "ja = [3]", "aliases"),
    s(GAME, 'ja = ["果樹園"]', 'ja = "果樹園"', "aliases"),
    s(GAME, 'id = "basket"', 'id = "fruit"', "repeated kind id"),
    s(GAME, 'id = "club"', 'id = "book"', "repeated preset id"),
    s(GAME, 'id = "sour"', 'id = "in_box"', "repeated fact id"),
    s(GAME, 'id = "walk"', 'id = "flat"', "repeated rule id"),
    s(GAME, 'type = "flag"', 'type = "flags"', "did you mean 'flag'?"),
    s(GAME, 'type = "flag"', 'type = "word"', "words go with"),
    after(GAME, 'type = "flag"', 'words = { a = { en = "A", ja = "あ" } }', "words go with"),
    s(GAME, 'type = "flag"', 'type = "word"\nwords = { a = { en = "A" } }', "words.a lacks ja"),
    s(GAME, 'id = "LID"', 'id = "L D"', "short word"),
    s(GAME, 'needs = ["coins", "points"]', 'needs = ["coins", "pints"]', "key-pints"),
    s(GAME, "[[source]]", "[[sources]]", "unknown key 'sources'"),
    s(GAME, "intro = {", "intro = {,", "TOML"),
    s(GAME, 'accent = "plum"', 'accent = "plum', "TOML"),
    after(GAME, 'accent = "plum"', "year = true", "whole number"),
    after(GAME, 'accent = "plum"', 'designers = "Ann"', "list"),
    # entries
    s(PIECES, 'id = "pear"', 'id = "apple"', "first used in pieces.toml"),
    s(RULES, 'id = "walk"', 'id = "apple"', "first used in pieces.toml"),
    s(PIECES, 'id = "pie_basket"\n', 'id = "pie basket"\n', "snake_case"),
    s(PIECES, 'id = "pie_basket"\n', 'id = "Pie_basket"\n', "snake_case"),
    s(PIECES, 'id = "mayor"\nkind = "guest"', 'id = "mayor"\nkind = "gest"', "mean 'guest'?"),
    s(PIECES, 'text = { en = "3 points.", ja', "text = { ja", "text lacks en"),
    s(PIECES, 'name = { en = "Pear", ja = "なし" }', 'name = "Pear"', "pear"),
    s(PIECES, "{ in_box = 8, sour = true }", '{ in_box = "8", sour = true }', "plum"),
    s(PIECES, "{ in_box = 8, sour = true }", "{ in_box = true, sour = true }", "no number"),
    s(PIECES, "{ in_box = 8, sour = true }", "{ in_box = 8, sour = false }", "no flag"),
    s(PIECES, "{ in_box = 8, sour = true }", "{ in_box = 8, sower = true }", "mean 'sour'?"),
    s(PIECES, 'bears = "apple"', 'bears = "aple"', "did you mean 'apple'?"),
    s(PIECES, 'bears = "apple"', "bears = 3", "no entry"),
    s(PIECES, "takes = { apple = 2, plum = 1 }", "takes = { apple = 2, plumb = 1 }", "'plum'?"),
    s(PIECES, "takes = { apple = 2, plum = 1 }", 'takes = { apple = "2" }', "pieces"),
    s(PIECES, "takes = { apple = 2, plum = 1 }", "takes = { apple = true }", "no pieces"),
    s(PIECES, 'see = ["cat_points"]', 'see = ["cat_point"]', "did you mean 'cat_points'?"),
    s(PIECES, 'see = ["cat_points"]', 'see = "cat_points"', "list"),
    s(PIECES, 'rule = "printed", young = 1', 'rule = "prnted", young = 1', "mean 'printed'?"),
    s(PIECES, 'rule = "printed", young = 1', 'rule = "printed", yuong = 1', "exactly young, old"),
    s(PIECES, "young = 1, old = 4", "young = 1", "exactly young, old"),
    s(PIECES, "pieces = { apple = 2, plum = 1 }", "pieces = { aple = 2 }", "mean 'apple'?"),
    s(PIECES, "pieces = { apple = 2, plum = 1 }", "pieces = 3", "names 3"),
    s(PIECES, '"flat", points = 3', '"flat", points = 3, extra = 2', "needs exactly points"),
    s(PIECES, 'rule = "flat", points = 3', "points = 3", "lacks rule"),
    s(PIECES, 'kana = "ねこ"', 'kana = "猫"', "hiragana"),
    s(PIECES, 'kana = "ねこ"', 'kana = ""', "hiragana"),
    s(PIECES, 'romaji = "neko"', 'romaji = "ねこ"', "romaji"),
    s(PIECES, 'status = "unknown"', 'status = "unknowable"', "did you mean 'unknown'?"),
    s(PIECES, 'confidence = "low"', 'confidence = "lo"', "did you mean 'low'?"),
    s(
        PIECES,
        'cites = ["LID"]\nstatus = "unknown"',
        'cites = ["LID", "LIDD"]\nstatus = "unknown"',
        "did you mean 'LID'?",
    ),
    after(PIECES, 'kana = "ねこ"', 'ours = ["en", "jp"]', "'jp', which is no language"),
    after(PIECES, 'kana = "ねこ"', 'body = [{ en = "More." }]', "body[0] lacks ja"),
    after(PIECES, 'kana = "ねこ"', 'body = { en = "More.", ja = "続き。" }', "list"),
    after(PIECES, 'kana = "ねこ"', 'aliases = { en = ["Puss"], fr = ["Chat"] }', "'fr'"),
    after(PIECES, 'kana = "ねこ"', 'aliases = { en = [""] }', "list of words"),
    after(PIECES, 'kana = "ねこ"', 'presets = { book = "1" }', "needs options"),
    after(PIECES, 'kana = "ねこ"', 'kana = "ねこ"', "TOML"),
    s(PIECES, '[[entry]]\nid = "cat"', '[[entri]]\nid = "cat"', "mean 'entry'?"),
    s(RULES, '"箱のふたでは1点、例会では5点。"', '""', "ja is empty"),
    s(RULES, 'about = ["cat"]', 'about = ["cats"]', "did you mean 'cat'?"),
    s(RULES, 'id = "5", name', 'id = "1", name', "repeated option id"),
    s(RULES, 'id = "5", name', 'id = "fi-ve", name', "a word or a number"),
    s(RULES, 'id = "5", name', "id = 5, name", "words in quotes"),
    s(RULES, 'name = { en = "5 points", ja = "5点" }', 'name = { en = "5 points" }', "option 5"),
    s(RULES, '"1点" }, cites = ["LID"]', '"1点" }, cites = ["LIDD"]', "did you mean 'LID'?"),
    s(RULES, 'presets = { book = "1", club = "5" }', 'presets = { book = "1" }', "book, club"),
    s(RULES, 'club = "5" }', 'club = "4" }', "presets names '4'"),
    s(RULES, 'club = "5" }', 'club = ["5"] }', "presets names ['5']"),
    s(RULES, 'presets = { book = "1", club = "5" }', 'default = "1"', "book, club"),
    s(
        RULES,
        'presets = { book = "1", club = "5" }\n',
        "",
        "presets should name exactly",
    ),
    # the sheet
    s(SHEET, 'kind = "tally"', 'kind = "taly"', "did you mean 'tally'?"),
    s(SHEET, 'kind = "script"', 'kind = "text"', "is not one of count"),
    s(SHEET, 'rows = [{ kind = "fruit" }]\nmost', 'rows = [{ kind = "fruits" }]\nmost', "'fruit'?"),
    s(SHEET, 'most_in_box = "in_box"', 'most_in_box = "inbox"', "did you mean 'in_box'?"),
    s(SHEET, 'most_in_box = "in_box"', 'most_in_box = "sour"', "no number"),
    s(SHEET, 'most_in_box = "in_box"', "most_in_box = 3", "words in quotes"),
    s(SHEET, 'label = "basket"', 'label = "baskit"', "did you mean 'basket'?"),
    s(SHEET, '["mayor", "stranger"]', '["mayor", "strangr"]', "did you mean 'stranger'?"),
    s(SHEET, '["mayor", "stranger"]', '["mayor", "mayor"]', "'mayor' twice"),
    s(SHEET, '["mayor", "stranger"]', '"guests"', "'guests', which is no hook"),
    s(SHEET, '["mayor", "stranger"]', "[3]", "should be a table"),
    s(SHEET, '{ id = "old", name', '{ id = "young", name', "'young' twice"),
    s(SHEET, '{ id = "old", name', '{ id = "Old", name', "small letters"),
    s(SHEET, '{ id = "old", name = { en = "old", ja = "老木" } }', '{ id = "old" }', "lacks name"),
    s(SHEET, '{ id = "old", name', '{ id = "old", when = "table/fest", name', "'table/festival'?"),
    s(SHEET, 'id = "yard"', 'id = "orchard"', "repeated section id"),
    s(SHEET, 'id = "walk"', 'id = "coins"', "repeated field id"),
    s(SHEET, 'when = "table/festival"', 'when = "table/fest"', "mean 'table/festival'?"),
    s(SHEET, 'when = "table/festival"', 'unless = "festival"', "no cell of the table"),
    s(SHEET, "most = 60", "most = -1", "least is more than most"),
    after(SHEET, "most = 60", 'when = "cats"', "did you mean 'cat'?"),
    after(SHEET, "most = 60", 'when = "fruit/aple"', "did you mean 'fruit/apple'?"),
    after(SHEET, "most = 60", 'when = "fruit"', "has rows: name one"),
    after(SHEET, "most = 60", 'notes = "prices"', "'prices', which is no hook"),
    after(SHEET, "most = 60", 'rows = ["apple"]', "unknown key 'rows'"),
    after(SHEET, 'columns = [{ kind = "fruit" }]', 'when = "trees"', "lacks the row"),
    after(SHEET, 'columns = [{ kind = "fruit" }]', 'when = "tree"', "did you mean 'trees'?"),
    after(SHEET, 'options = ["mayor", "stranger"]', 'default = "maior"', "mean 'mayor'?"),
    s(
        SHEET,
        'columns = [{ kind = "fruit" }]',
        'columns = [{ kind = "fruit", where = { sweet = true } }]',
        "'sweet', which is no fact",
    ),
    s(
        SHEET,
        'columns = [{ kind = "fruit" }]',
        'columns = [{ kind = "fruit", without = ["aple"] }]',
        "did you mean 'apple'?",
    ),
    s(
        SHEET,
        'columns = [{ kind = "fruit" }]',
        'columns = [{ kind = "fruit", has = ["colour"] }]',
        "'colour', which is no fact",
    ),
    s(
        SHEET,
        'rows = [{ kind = "tree" }]',
        'groups = [\n{ label = "tree", rows = [{ kind = "tree" }] },\n'
        '{ label = "three", rows = [] }]',
        "mean 'tree'?",
    ),
    s(
        SHEET,
        'rows = [{ kind = "tree" }]',
        'groups = [{ label = "tree", rows = [{ kind = "tree" }], phase = "sprang" }]',
        "mean 'spring'?",
    ),
    s(
        SHEET,
        '[[table]]\nid = "table"',
        '[[tabel]]\nid = "table"',
        "each table of it under [[table]]",
    ),
    # the course
    s(COURSE, 'entry = "gift_basket"', 'entry = "gift_baskit"', "did you mean 'gift_basket'?"),
    s(COURSE, 'steps = ["eat"]', 'steps = ["eet"]', "did you mean 'eat'?"),
    s(COURSE, 'steps = ["eat"]', 'steps = ["eat", "eat"]', "'eat' twice"),
    s(COURSE, 'steps = ["eat"]\n', "", "no phase lists this step"),
    s(COURSE, 'id = "harvest"', 'id = "spring"', "repeated phase id"),
    s(COURSE, 'id = "eat"', 'id = "pick"', "repeated step id"),
    s(COURSE, 'when = "table/festival"', 'when = "table/cat"', "no cell of the table"),
    s(COURSE, 'when = "table/festival"', 'unless = "p1/cat"', "no cell of the table"),
    # words
    s(JA, "purses = さいふ\n", "", "purses", line=0),
    s(EN, "purses = Purses\n", "", "purses", line=0),
    s(EN, "purses = Purses", "pursed = Purses", "purses", line=0),
    s(EN, "purses = Purses", "purses Purses", "Fluent"),
    s(EN, "purses = Purses", "purses = { $n", "Fluent"),
    s(JA, "purses = さいふ", "purses = { さいふ }", "Fluent"),
    s(EN, "purses = Purses", "bundles = Purses", "is there twice"),
    s(EN, "purses = Purses", "purses = { LOWR($what) }", "did you mean 'LOWER'?"),
    s(EN, "purses = Purses", "purses = { purse }", "refers to purse"),
    s(EN, "purses = Purses", "purses = { -bag }", "refers to -bag"),
    s(EN, "purses = Purses", "purses = { purses }", "refers to itself"),
    s(EN, "purses = Purses", "purses = { $who }", "unknown argument $who"),
    s(JA, "{ $n }組 × { $each }", "{ $n }組 × { $eech }", "did you mean 'each'?"),
    s(EN, "{ CAPITAL($coins) }", "{ CAPITAL($coin) }", "did you mean 'coins'?"),
    s(EN, "key-old = old\n", "", "key-old", line=0),
    s(EN, "       *[other] { $n } plums\n", "", "Fluent", line=22),
    missing(EN),
    missing(JA),
    # missing files
    missing("score.py", "__init__.py", 10),
    missing("points.py", "score.py", 12),
    missing("doubts.py", "__init__.py", 10),
    missing(SHEET),
    missing("calculators/scale.py", SCALE),
    missing("calculators/final.toml", "__init__.py"),
    # Python
    s(SCORE, "def score(", "def score)(", "SyntaxError"),
    s(SCORE, "        return Line(id_, entry.name", "      return Line(id_, entry.name", "Indent"),
    s(SCORE, "from . import points", "from . import pints", "ImportError"),
    s(SCORE, "from scoring.text.localised import Text", "from scoring.text.txt import Text", "txt"),
    s(SCORE, "import Breakdown, Line", "import Brakedown, Line", "Brakedown"),
    s(SCORE, "say = messages.of(__name__)", "say = messages.off(__name__)", "off"),
    s(SCORE, 'say("not-known")', 'say("not-knwon")', "did you mean 'not-known'?"),
    s(SCORE, 'say("count-coin", n=coins)', 'say("count-coin", coins=coins)', "takes n"),
    s(SCORE, 'say("directions", n=number, each=each)', 'say("directions", n=number)', "each"),
    s(SCORE, 'say("as-guest")', 'say("as-guest", n=1)', "takes nothing"),
    s(SCORE, 'say("as-guest")', 'say(f"as-gest-{guest}")', "as-gest-…"),
    s("doubts.py", 'say("doubt-overspent")', 'say("doubt-overspend")', "doubt-overspent"),
    s("calculators/final.py", 'say("step-give", what', 'say("step-gave", what', "step-give"),
    s("calculators/final.py", "from ..score import per", "from ..scores import per", "scores"),
    s("calculators/scale.py", "def answer(", "def anser(", "neither", line=0),
    s("calculators/final.py", "def plan(", "def plans(", "neither", line=0),
    s("__init__.py", 'final="final"', 'final="finall"', "did you mean 'final'?", line=0),
    s("__init__.py", 'final="final"', 'final="scale"', "none of final", line=0),
    s("__init__.py", "doubts=doubts.doubts", "doubt=doubts.doubts", "doubt"),
    s("__init__.py", "GAME = build(", "GAMES = build(", "GAME", line=0),
    # calculators
    s(SCALE, 'scope = "all"', 'scope = "al"', "did you mean 'all'?"),
    s(SCALE, 'use = "coins"', 'use = "coin"', "did you mean 'coins'?"),
    s(SCALE, "order = 2", "order = true", "whole number"),
    after(SCALE, 'use = "coins"', 'kind = "count"', "unknown key 'kind'"),
    after(SCALE, 'use = "coins"', 'when = "cat"', "no field here"),
    after(SCALE, 'label = { en = "Purse", ja = "さいふ" }', 'when = "table/x"', "no cell"),
    # worked games
    s(BASKETS, 'source = "LID"', 'source = "LIDD"', "did you mean 'LID'?"),
    s(BASKETS, "plum = 2 }", "plumb = 2 }", "“plum”"),
    s(BASKETS, "baskets = {", "basket = {", "“baskets”"),
    s(BASKETS, 'plum_tree = "old"', 'plum_tree = "olde"', "“old”"),
    s(BASKETS, 'guest = "mayor"', 'guest = "major"', "“mayor”"),
    s(BASKETS, "coins = 11", "coins = 61", "At most 60"),
    s(BASKETS, "coins = 11", 'coins = "eleven"', "whole number"),
    s(BASKETS, "coins = 11", "coins = -1", "Less than 0"),
    s(BASKETS, "festival = true", "festval = true", "“festival”"),
    s(BASKETS, "festival = true", "festival = 1", "true or false"),
    s(BASKETS, "[state.seats.p1]", "[state.seats.p5]", "p1 to p4"),
    s(BASKETS, "[expect.p1]", "[expect.p2]", "no seat of state"),
    s(BASKETS, "pie_basket = 6", "pie_baskit = 6", "did you mean 'pie_basket'?"),
    s(BASKETS, "mayor = 3", 'mayor = "3"', "whole number"),
    s(BASKETS, "mayor = 3", "stranger = 3", "no row"),
    s(CAT, 'cat_points = "5"', 'cat_points = "4"', "“4”"),
    s(CAT, 'cat_points = "5"', 'cat_point = "5"', "“cat_points”"),
    s(CAT, "cat = true", "cat = maybe", "TOML"),
]

FAULTS = [
    *(fault for file in FILES for fault in generated(TOY, file)),
    *BY_HAND,
]


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory):
    """A shelf of two: the toy, and its copy to be spoilt."""
    shelf = tmp_path_factory.mktemp("shelf")
    for slug in ("toy", "spoilt"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(TOY, shelf / slug, ignore=ignored)
    lid = shelf / "spoilt" / GAME
    lid.write_text(lid.read_text("utf-8").replace('slug = "toy"', 'slug = "spoilt"'), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.setattr(GAMES, "__path__", [str(shelf)])
        forget()
        assert registry.check() == {}
        yield shelf / "spoilt"
    forget()


def forget():
    importlib.invalidate_caches()
    registry.forget("spoilt")
    registry.forget("toy")


def test_there_are_plenty_and_each_once():
    assert len(FAULTS) >= 300
    assert len({fault.what for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_is_named_by_file_and_id(spoilt, fault):
    path = spoilt / fault.file
    good = path.read_text("utf-8")
    if fault.text is None:
        path.unlink()
    else:
        slug = re.sub(r'^slug = "toy"$', 'slug = "spoilt"', fault.text, count=1, flags=re.M)
        path.write_text(slug, "utf-8")
    importlib.invalidate_caches()
    registry.forget("spoilt")
    try:
        found = registry.check()
        assert set(found) <= {"spoilt"}
        error, *_others = check_game.mistakes("spoilt")
        where = (fault.where or fault.file).removeprefix("data/")
        read = where.endswith(".toml") and fault.named != "TOML"
        assert (error.file, error.line) == (where, 0 if read else fault.line), str(error)
        assert fault.named.replace("'toy'", "'spoilt'") in str(error)
        toy = registry.game("toy")
        assert toy.score(toy.sheet.blank(2))["p2"].known == 0
    finally:
        path.write_text(good, "utf-8")


def test_the_folder_is_good_again_without_its_faults(spoilt):
    """The faults alone spoilt the folder, and nothing stayed behind."""
    forget()
    assert registry.check() == {}
    assert isinstance(spoilt, Path)
