"""Loading is strict: whatever a reader would stumble over stops it, naming file and id."""

import shutil
from pathlib import Path

import pytest

from scoring.loading.catalogue_files import load, read_box
from scoring.text.data_error import DataError

TOY = Path(__file__).parents[1] / "contract" / "games" / "toy" / "data"

# A good entry, into which one fault at a time is put.
GOOD = {
    "id": '"quince"',
    "kind": '"fruit"',
    "name": '{ en = "Quince", ja = "マルメロ" }',
    "kana": '"まるめろ"',
    "romaji": '"marumero"',
    "text": '{ en = "Hard.", ja = "かたい。" }',
    "cites": '["LID"]',
    "status": '"stated"',
    "confidence": '"high"',
}
OPTIONS = (
    '[{ id = "a", name = { en = "A", ja = "あ" } }, { id = "b", name = { en = "B", ja = "い" } }]'
)
BOTH = '{ book = "a", club = "a" }'


def entry(**changes):
    """The good entry as TOML with these keys changed, or left out where ``None``."""
    lines = {**GOOD, **changes}.items()
    return "[[entry]]\n" + "".join(f"{k} = {v}\n" for k, v in lines if v is not None)


@pytest.fixture
def box(tmp_path):
    """The toy game's data, to be spoilt."""
    return Path(shutil.copytree(TOY.parent, tmp_path / "toy")) / "data"


def spoil(box, file, text, **more):
    (box / file).write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(box)
    return str(caught.value)


def change(box, file, old, new):
    """As ``spoil``, with one place of the toy's own file changed."""
    text = (box / file).read_text("utf-8")
    assert old in text
    return spoil(box, file, text.replace(old, new, 1))


def test_the_toy_loads_in_the_order_of_its_kinds(box):
    (box / "a_fruit.toml").write_text(entry(), encoding="utf-8")
    it = load(box)
    assert list(it)[:4] == ["quince", "apple", "pear", "plum"]
    assert it.of_kind("basket", "fruit")[0].id == "gift_basket"
    assert len(it) == len(it.entries)
    assert it.name("quince").ja == "マルメロ"
    assert [e.id for e in it.rulings()] == ["cat_points"]
    assert it["cat_points"].option("5").name.en == "5 points"
    with pytest.raises(KeyError):
        it["cat_points"].option("7")
    assert it["apple"].scoring("bundle") is None
    assert read_box(box) == it.box


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": '{ en = "Quince" }'}, "name lacks ja"),
        ({"text": '{ ja = "かたい。" }'}, "text lacks en"),
        ({"text": '{ en = "Hard.", ja = "" }'}, "text ja is empty"),
        ({"body": '[{ en = "More.", ja = "続き。" }, { en = "More." }]'}, r"body[1] lacks ja"),
        ({"body": '{ en = "More.", ja = "続き。" }'}, "body should be a list"),
        ({"cites": '["LID", "HEARSAY"]'}, "cites names 'HEARSAY'"),
        ({"cites": None}, "lacks cites"),
        ({"cites": '"LID"'}, "cites should be a list"),
        ({"see": '["no_such_fruit"]'}, "see names 'no_such_fruit'"),
        ({"about": '["no_such_fruit"]'}, "about names 'no_such_fruit'"),
        ({"facts": '{ bears = "nothing_known" }'}, "fact bears names 'nothing_known'"),
        ({"facts": "{ takes = { gravel = 1 } }"}, "fact takes names 'gravel'"),
        ({"facts": "{ takes = { apple = true } }"}, "is no pieces"),
        ({"facts": "{ weight = 3 }"}, "facts names 'weight'"),
        ({"facts": '{ in_box = "12" }'}, "is no number"),
        ({"facts": "{ in_box = true }"}, "is no number"),
        ({"facts": "{ sour = false }"}, "is no flag"),
        ({"facts": "{ bears = 3 }"}, "is no entry"),
        ({"kind": '"vegetable"'}, "kind names 'vegetable', which is no kind: fruit"),
        ({"kind": None}, "lacks kind"),
        ({"colour": '"yellow"'}, "unknown key 'colour'"),
        ({"kana": '"マルメロ"'}, "kana 'マルメロ' should be hiragana"),
        ({"kana": '"榲桲"'}, "should be hiragana"),
        ({"kana": '""'}, "should be hiragana"),
        ({"romaji": '"マルメロ"'}, "should be romaji"),
        ({"status": '"probably"'}, "status 'probably' is not one of stated"),
        ({"confidence": '"sure"'}, "confidence 'sure' is not one of high"),
        ({"confidence": None}, "lacks confidence"),
        ({"ours": '["fr"]'}, "'fr', which is no language"),
        ({"aliases": '{ fr = ["Coing"] }'}, "unknown key 'fr'"),
        ({"aliases": '{ en = [""] }'}, "en should be a list of words"),
        ({"scores": '[{ rule = "per_moon" }]'}, "scores names 'per_moon'"),
        ({"scores": '[{ rule = "flat" }]'}, "rule 'flat' needs exactly points"),
        ({"scores": '[{ rule = "flat", points = 1, extra = 2 }]'}, "needs exactly points"),
        ({"scores": "[{ points = 1 }]"}, "lacks rule"),
        (
            {"scores": '[{ rule = "bundle", pieces = { gravel = 1 }, points = 1 }]'},
            "scores pieces names 'gravel'",
        ),
        (
            {"scores": '[{ rule = "bundle", pieces = 3, points = 1 }]'},
            "scores pieces names 3",
        ),
        ({"presets": '{ book = "a" }'}, "a preset needs options"),
        ({"options": OPTIONS}, "presets should name exactly book, club"),
        ({"options": OPTIONS, "presets": '{ book = "a" }'}, "presets should name exactly"),
        (
            {"options": OPTIONS, "presets": '{ book = "a", club = "c" }'},
            "names 'c', which is no option",
        ),
        (
            {"options": OPTIONS, "presets": '{ book = "a", club = ["a"] }'},
            "names ['a'], which is no option",
        ),
        ({"options": OPTIONS, "default": '"a"'}, "presets should name exactly"),
        ({"options": '[{ id = "a", name = { en = "A" } }]', "presets": BOTH}, "name lacks ja"),
        ({"options": OPTIONS.replace('"b"', '"a"'), "presets": BOTH}, "repeated option id"),
        (
            {"options": OPTIONS.replace(" }]", ', cites = ["HEARSAY"] }]'), "presets": BOTH},
            "cites names 'HEARSAY'",
        ),
        ({"id": '"apple"'}, "repeated id, first used in"),
        ({"id": '"Quince"'}, "id should be snake_case"),
        ({"id": '"quince/x"'}, "id should be snake_case"),
        ({"id": "3"}, "id should be words in quotes"),
    ],
)
def test_a_wrong_entry_names_file_and_id(box, changes, problem):
    said = spoil(box, "more.toml", entry(**changes))
    assert problem in said
    assert said.startswith(("more.toml:", "pieces.toml:"))  # a repeated id: the later file
    wanted = changes.get("id", GOOD["id"]).strip('"')
    assert wanted in said or problem.startswith("id ")


def test_an_id_is_unique_in_its_file_and_across_files(box):
    assert "quince: repeated id, first used in more.toml" in spoil(box, "more.toml", entry() * 2)
    said = spoil(box, "zz.toml", entry())
    assert "quince: repeated id, first used in more.toml" in said


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[entry]]\nid = "a"\nid = "b"\n', "more.toml:3"),
        ("[[entry\n", "more.toml:1"),
        ("", None),
        ("entry = 3\n", "entry should be a list"),
        ("entry = [3]\n", "entry should hold tables"),
        ('[[card]]\nid = "a"\n', "unknown key 'card'"),
    ],
)
def test_a_file_that_is_no_list_of_entries_is_named(box, text, problem):
    if problem is None:
        (box / "more.toml").write_text(text)
        assert load(box)
        return
    said = spoil(box, "more.toml", text)
    assert said.startswith("more.toml:")
    assert problem in said


def test_a_file_in_another_encoding_is_named(box):
    (box / "more.toml").write_bytes("name = '金'".encode("shift_jis"))
    with pytest.raises(DataError, match=r"more\.toml:1: should be saved as UTF-8"):
        load(box)


def test_a_folder_without_a_lid_is_refused(box):
    (box / "game.toml").unlink()
    with pytest.raises(DataError, match=r"game\.toml: is missing"):
        read_box(box)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('slug = "toy"', 'slug = "toys"', "slug should be 'toy'"),
        ('slug = "toy"\n', "", "lacks slug"),
        ("min = 1, max = 4", "min = 5, max = 4", "players should be"),
        ("min = 1, max = 4", "min = 0, max = 4", "players should be"),
        ("min = 1, max = 4", 'min = "1", max = 4', "players should be"),
        ("min = 1, max = 4", "least = 1, max = 4", "players should be"),
        ('stage = "complete"', 'stage = "done"', "stage 'done' is not one of draft"),
        ('accent = "plum"', 'accent = "mauve"', "accent 'mauve' is not one of moss"),
        ('kana = "おもちゃのかじゅえん"', 'kana = "玩具"', "should be hiragana"),
        ('id = "LID"', 'id = "L D"', "id should be a short word"),
        ('id = "basket"', 'id = "fruit"', "fruit: repeated kind id"),
        ('id = "sour"', 'id = "in_box"', "in_box: repeated fact id"),
        ('id = "walk"', 'id = "flat"', "flat: repeated rule id"),
        ('id = "club"', 'id = "book"', "book: repeated preset id"),
        ('type = "flag"', 'type = "yes"', "sour: type 'yes' is not one of number"),
        ('type = "flag"', 'type = "word"', "sour: words go with"),
        (
            'type = "flag"',
            'type = "flag"\nwords = { a = { en = "A", ja = "あ" } }',
            "words go with",
        ),
        ('type = "flag"', 'type = "word"\nwords = { a = { en = "A" } }', "words.a lacks ja"),
        ('type = "flag"', 'type = "flag"\nwidth = 3', "sour: unknown key 'width'"),
        ('accent = "plum"', 'accent = "plum"\nprice = 30', "unknown key 'price'"),
        ('accent = "plum"', 'accent = "plum"\nyear = true', "year should be a whole number"),
    ],
)
def test_a_wrong_lid_is_named(box, old, new, problem):
    said = change(box, "game.toml", old, new)
    assert said.startswith("game.toml:")
    assert problem in said


@pytest.mark.parametrize("wrong", ['["b"]', '"a"', "[[]]", "{ a = 1 }"])
def test_words_come_from_the_closed_list(box, wrong):
    words = 'type = "words"\nwords = { a = { en = "A", ja = "あ" } }'
    lid = (box / "game.toml").read_text("utf-8")
    lid = lid.replace('id = "sour"', 'id = "taste"').replace('type = "flag"', words)
    (box / "game.toml").write_text(lid, "utf-8")
    pieces = (box / "pieces.toml").read_text("utf-8").replace("sour = true", 'taste = ["a"]')
    (box / "pieces.toml").write_text(pieces, "utf-8")
    assert load(box)["plum"].facts["taste"] == ("a",)
    said = change(box, "pieces.toml", 'taste = ["a"]', f"taste = {wrong}")
    assert "plum: fact taste" in said


def test_a_game_without_presets_has_a_default_for_each_ruling(box):
    lid = (box / "game.toml").read_text("utf-8")
    start, end = lid.index("[[preset]]"), lid.index("[[kind]]")
    (box / "game.toml").write_text(lid[:start] + lid[end:], encoding="utf-8")
    rules = (box / "rules.toml").read_text("utf-8")
    text = rules.replace('presets = { book = "1", club = "5" }', 'default = "5"')
    (box / "rules.toml").write_text(text, encoding="utf-8")
    assert load(box)["cat_points"].presets == {"": "5"}
    assert "cat_points: presets names '7'" in spoil(
        box, "rules.toml", text.replace('default = "5"', 'default = "7"')
    )


TEXT = """
[[asked]]
id = "apple"
en = ["what is an apple worth"]
ja = ["りんごは何点"]
"""


def test_what_players_ask_belongs_to_entries(box):
    (box / "player_questions.toml").write_text(TEXT, encoding="utf-8")
    assert load(box).player_questions["apple"]["ja"] == ("りんごは何点",)
    name = "player_questions.toml"
    assert "asked about twice" in spoil(box, name, TEXT * 2)
    assert "names 'appel', which is no entry" in spoil(box, name, TEXT.replace("apple", "appel", 1))
    assert "lacks ja" in spoil(box, name, TEXT.replace("ja =", "jp ="))
    assert "in each language" in spoil(box, name, TEXT.replace('["りんごは何点"]', "[]"))


def test_an_id_moves_from_what_is_gone_to_what_is_there(box):
    top = (box / "game.toml").read_text("utf-8")
    (box / "game.toml").write_text(top + '\n[moved]\nmalus = "apple"\n', encoding="utf-8")
    assert load(box).moved == {"malus": "apple"}
    for moved in ('pear = "apple"', 'malus = "quince"'):
        assert "should be no entry" in spoil(box, "game.toml", f"{top}\n[moved]\n{moved}\n")
