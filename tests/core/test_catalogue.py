"""Loading is strict: whatever a reader would stumble over stops it, naming file and id."""

import shutil
from pathlib import Path

import pytest

from scoring.loading.catalogue_files import load, read_box
from scoring.text.data_error import DataError
from tests.core.pieces import piece

TOY = Path(__file__).parents[1] / "contract" / "games" / "toy" / "data"

QUINCE = piece("quince.toml")


@pytest.fixture
def box(tmp_path):
    """The toy game's data, to be spoilt."""
    return Path(shutil.copytree(TOY.parent, tmp_path / "toy")) / "data"


def spoil(box, file, text):
    (box / file).write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(box)
    return str(caught.value)


def test_the_toy_loads_in_the_order_of_its_kinds(box):
    (box / "a_fruit.toml").write_text(QUINCE, encoding="utf-8")
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
    ("text", "problem"), [("3", "entry should be a list"), ("[3]", "entry should hold tables")]
)
def test_a_file_that_is_no_list_of_entries_is_named(box, text, problem):
    said = spoil(box, "more.toml", f"entry = {text}\n")
    assert said.startswith("more.toml:")
    assert problem in said


def test_an_empty_file_brings_nothing(box):
    before = list(load(box))
    (box / "more.toml").write_text("")
    assert list(load(box)) == before


def test_a_file_in_another_encoding_is_named(box):
    (box / "more.toml").write_bytes("name = '金'".encode("shift_jis"))
    with pytest.raises(DataError, match=r"more\.toml:1: should be saved as UTF-8"):
        load(box)


def test_a_folder_without_a_lid_is_refused(box):
    (box / "game.toml").unlink()
    with pytest.raises(DataError, match=r"game\.toml: is missing"):
        read_box(box)


@pytest.mark.parametrize("wrong", ['["b"]', '"a"', "[[]]", "{ a = 1 }"])
def test_words_come_from_the_closed_list(box, wrong):
    words = 'type = "words"\nwords = { a = { en = "A", ja = "あ" } }'
    lid = (box / "game.toml").read_text("utf-8")
    lid = lid.replace('id = "sour"', 'id = "taste"').replace('type = "flag"', words)
    (box / "game.toml").write_text(lid, "utf-8")
    pieces = (box / "pieces.toml").read_text("utf-8").replace("sour = true", 'taste = ["a"]')
    (box / "pieces.toml").write_text(pieces, "utf-8")
    assert load(box)["plum"].facts["taste"] == ("a",)
    said = spoil(box, "pieces.toml", pieces.replace('taste = ["a"]', f"taste = {wrong}"))
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
