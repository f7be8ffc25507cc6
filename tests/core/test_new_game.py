"""A new folder is a game at once; what it still lacks is said until nothing is lacking."""

import importlib
import sys
from inspect import signature

import pytest
from django.core.management import CommandError, call_command

from scoring import game, games, registry
from scoring.tools import check_game
from scoring.tools.new_game import NotADraft, write
from tests.contract import test_every_game as contract
from tests.contract.toy_game import GAMES, on_the_shelf
from tests.core.pieces import piece
from tests.rows import rows


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """An empty shelf that the registry looks at."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(GAMES, "__path__", [str(tmp_path)])
    importlib.invalidate_caches()
    registry.forget("honey")
    yield tmp_path
    registry.forget("honey")


@pytest.fixture
def honey(shelf, monkeypatch):
    call_command("new_game", "honey", name_en="Honey", name_ja="ハチミツ", shelf=shelf)
    monkeypatch.setattr(contract, "FOLDERS", {"honey": shelf / "honey"})
    return shelf / "honey"


def change(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    registry.forget("honey")


def check(capsys, code=None):
    """Returns the output of ``check_game``, which ends with that code, if any matters."""
    ended = 0
    try:
        call_command("check_game", "honey")
    except SystemExit as end:
        ended = end.code
    said = capsys.readouterr().out
    assert code in (None, ended), said
    return said


def test_a_draft_shows_up_and_counts(honey):
    assert games()["honey"].name.ja == "ハチミツ"
    assert games()["honey"].kana == "はちみつ"
    it = game("honey")
    scored = it.score(it.sheet.read({"seats": {"p1": {"coins": 4}}}))["p1"]
    assert (scored.total, scored.lines[0].how.ja) == (4, "4 × 1")


CONTRACT = [
    name
    for name, test in vars(contract).items()
    if name.startswith("test_") and list(signature(test).parameters) in (["game"], ["slug"])
]


@pytest.mark.parametrize("name", CONTRACT)
def test_a_draft_keeps_the_contract(honey, name):
    test = getattr(contract, name)
    (wanted,) = signature(test).parameters
    test(**{wanted: game("honey") if wanted == "game" else "honey"})


def test_the_contract_was_met():
    assert len(CONTRACT) >= 19


def test_a_name_that_is_no_kana_is_left_open(shelf):
    write(shelf, "honey", "Honey", "蜂蜜")
    assert "does not say how the name is read" in check_game.requirements("honey", shelf)[0].what


@pytest.mark.parametrize("slug", ["Honey", "honey market", "1st", "../honey", ""])
def test_a_name_that_is_no_slug_is_refused(shelf, slug):
    with pytest.raises(NotADraft):
        write(shelf, slug, "Honey", "蜂蜜")


def test_a_game_is_never_written_over(honey):
    with pytest.raises(CommandError, match="is there already"):
        call_command("new_game", "honey", shelf=honey.parent)


EXAMPLE = piece("four_coins.toml")


def test_each_stage_is_asked_for_what_it_lacks(honey, capsys, settings, tmp_path_factory):
    said = check(capsys, 0)
    assert "no worked game (docs/game-reference.md, “A worked game”)" in said
    assert "Before the next stage" in said
    assert "a good draft game" in said

    change(honey / "data/game.toml", '"draft"', '"partial"')
    assert "Asked of a partial game" in check(capsys, 1)

    (honey / "examples").mkdir()
    (honey / "examples/four.toml").write_text(EXAMPLE, "utf-8")
    change(honey / "data/game.toml", '"partial"', '"complete"')
    assert "README.md has no row that links to scoring/games/honey/README.md" in check(capsys, 1)

    settings.BASE_DIR = tmp_path_factory.mktemp("project")
    (settings.BASE_DIR / "README.md").write_text("[Honey](scoring/games/honey/README.md)", "utf-8")
    said = check(capsys, 0)
    assert "a good complete game" in said
    assert "icons.svg: no drawings" in said


MOST = """
    others = [each.count("coins") for each in position if each.id != seat.id]
    yield Line("most", coin.name, 2 * (number > 0 and number >= max(others)), coin.name)
"""


@pytest.mark.parametrize("beats", [">=", ">"])
@pytest.mark.parametrize(("second", "asks"), [(4, False), (3, True), (9, True)])
def test_a_row_that_compares_seats_needs_a_tie(honey, capsys, second, asks, beats):
    """A majority: the player with the most coins gets 2 points; tied players too, or nobody."""
    change(honey / "data/sheet.toml", 'label = "piece"', 'label = "piece"\nshared = true')
    score = honey / "score.py"
    change(score, "    if number := seat", "    number = seat")
    text = score.read_text("utf-8").replace('count("coins"):', 'count("coins")\n    if number:')
    score.write_text(text + MOST.replace(">= max", f"{beats} max"), "utf-8")
    (honey / "examples").mkdir()
    for other in (3, second):
        most = 2 * (other < 4 or (other == 4 and beats == ">="))
        (honey / f"examples/{other}.toml").write_text(
            EXAMPLE.replace(
                "[expect.p1]", f"[state.seats.p2]\ncoins = {other}\n[expect.p1]"
            ).replace("total = 4", f"most = {most}\ntotal = {4 + most}"),
            "utf-8",
        )
    registry.forget("honey")
    said = check(capsys)
    assert ("most compares seats, and no worked game has two that are level" in said) == asks, said


def test_a_decided_field_asks_for_a_planner(honey, capsys):
    change(honey / "data/game.toml", '"draft"', '"partial"')
    change(honey / "data/sheet.toml", 'kind = "count"', 'kind = "count"\ndecided = true')
    assert "sheet.toml: coins is decided, but final names no planner to decide it" in check(capsys)


@pytest.mark.parametrize(
    ("seen", "what"),
    [("if not seat.cells:", "a blank sheet"), ("if seat.cells:", "a full sheet")],
)
def test_a_scorer_is_tried_with_nothing_and_with_everything(honey, capsys, seen, what):
    begun = '    coin = position.catalogue["coin"]\n'
    change(honey / "score.py", begun, f"    {seen}\n        raise KeyError(seat.id)\n{begun}")
    assert f"score.py:24: {what}: KeyError: 'p1'" in check(capsys, 1)


FORM = piece("form.toml")
ANSWER = """
from scoring.model.calculator import Answer, Block, Row


def answer(form):
    name = form.catalogue.name("coin")
    return Answer(name, (Block(name, (Row(name, entry="coin"),)),), cites=("coin",))
"""


@rows(__file__, "form")
def test_each_form_is_answered_once_blank(honey, capsys, row):
    shelf = honey / "calculators"
    shelf.mkdir()
    (shelf / "__init__.py").write_text("", "utf-8")
    (shelf / "ask.toml").write_text(FORM, "utf-8")
    (shelf / "ask.py").write_text(ANSWER.replace(row["is"], row["then"]), "utf-8")
    importlib.invalidate_caches()
    registry.forget("honey")
    assert row["says"] in check(capsys, bool(row["says"]))


def test_symbols_that_nothing_is_called_like_are_named(honey, capsys):
    names = ("coin", "coins", "piece", "glove", "shadow")
    symbols = "".join(f'<symbol id="{name}"><path d=""/></symbol>' for name in names)
    drawing = f'<svg>{symbols}<use href="#shadow"/></svg>'
    (honey / "icons.svg").write_text(drawing, "utf-8")
    assert "icons.svg: called like no entry, kind or field (1): glove (" in check(capsys, 0)


RULING = piece("ruling.toml")
PRESET = """
[[preset]]
id = "book"
name = { en = "Book", ja = "本" }
text = { en = "As printed.", ja = "印刷どおり。" }
"""


def test_what_a_table_answers_for_itself_is_not_unknown(honey, capsys):
    options = 'options = [{ id = "no", name = { en = "no", ja = "数えない" } }]\n'
    pieces, lid = honey / "data/pieces.toml", honey / "data/game.toml"
    before = pieces.read_text("utf-8")
    pieces.write_text(before + RULING, "utf-8")
    registry.forget("honey")
    said = check(capsys)
    assert "entries that nobody knows (1): torn" in said

    lid.write_text(lid.read_text("utf-8") + PRESET, "utf-8")
    pieces.write_text(before + RULING + options + 'presets = { book = "no" }\n', "utf-8")
    registry.forget("honey")
    said = check(capsys)
    assert "a good draft game" in said
    assert "nobody knows" not in said


def test_a_message_that_nobody_asks_for_is_named(honey, capsys):
    for language in ("en", "ja"):
        change(honey / f"words/{language}.ftl", "per-piece =", "extra = 1\nper-piece =")
    assert "words/en.ftl:3: extra: no code asks for it" in check(capsys, 1)


def test_a_game_that_is_not_there_is_no_game(shelf):
    with pytest.raises(CommandError, match="There is no game honey"):
        call_command("check_game", "honey")


def test_the_toy_lacks_nothing_but_what_lies_outside_its_folder():
    with on_the_shelf():
        assert check_game.mistakes("toy") == []
        asked = {ask.what for ask in check_game.requirements("toy", contract.ROOT) if ask.stage}
    assert asked == {
        "tests/games/toy/ holds the plans of final against no oracle",
        "README.md has no row that links to scoring/games/toy/README.md",
    }
