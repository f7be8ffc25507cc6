"""A new folder is a game at once; what it still lacks is said until nothing is lacking."""

import importlib
import sys
from inspect import signature

import pytest
from django.core.management import CommandError, call_command

from scoring import game, games
from scoring.core import maturity, registry
from scoring.core.drafts import NotADraft, write
from tests.contract import test_contract as contract
from tests.contract.toy import GAMES, on_the_shelf


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """An empty shelf that the registry looks at."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(GAMES, "__path__", [str(tmp_path)])
    importlib.invalidate_caches()
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


def check(capsys):
    """What ``check_game`` says and how it ends."""
    try:
        call_command("check_game", "honey")
    except SystemExit as end:
        return capsys.readouterr().out, end.code
    return capsys.readouterr().out, 0


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
    assert len(CONTRACT) >= 20


def test_a_name_that_is_no_kana_is_left_open(shelf):
    write(shelf, "honey", "Honey", "蜂蜜")
    assert "does not say how the name is read" in maturity.asked("honey", shelf)[0].what


@pytest.mark.parametrize("slug", ["Honey", "honey market", "1st", "../honey", ""])
def test_a_name_that_is_no_slug_is_refused(shelf, slug):
    with pytest.raises(NotADraft):
        write(shelf, slug, "Honey", "蜂蜜")


def test_a_game_is_never_written_over(honey):
    with pytest.raises(CommandError, match="is there already"):
        call_command("new_game", "honey", shelf=honey.parent)


EXAMPLE = """
name = { en = "Four coins", ja = "コイン4枚" }
text = { en = "1 point each.", ja = "1枚1点。" }
source = "RULES"

[state.seats.p1]
coins = 4

[expect.p1]
coin = 4
total = 4
"""


def test_each_stage_is_asked_for_what_it_lacks(honey, capsys):
    said, code = check(capsys)
    assert "no worked game (docs/adding-a-game.md, “A worked game”)" in said
    assert "Before the next stage" in said
    assert (code, "a good draft game" in said) == (0, True)

    change(honey / "data/game.toml", '"draft"', '"partial"')
    said, code = check(capsys)
    assert "Asked of a partial game" in said
    assert code == 1

    (honey / "examples").mkdir()
    (honey / "examples/four.toml").write_text(EXAMPLE, "utf-8")
    change(honey / "data/game.toml", '"partial"', '"complete"')
    said, code = check(capsys)
    assert (code, "a good complete game" in said) == (0, True), said
    assert "icons.svg: no drawings" in said


@pytest.mark.parametrize(
    ("file", "old", "new", "named"),
    [
        ("score.py", "def score", "def score)", "score.py:16: SyntaxError"),
        ("score.py", 'say("per-piece"', 'say("per-pice"', "score.py:29: per-pice"),
        ("words/en.ftl", "per-piece =", "extra = More\nper-piece =", "words/ja.ftl: extra"),
        ("data/pieces.toml", '"koin"', '"コイン"', "pieces.toml:8: coin: romaji"),
        ("examples/four.toml", "coin = 4", "coin = 5", "p1 coin: expects 5, the score is 4"),
        ("examples/four.toml", "coins = 4", "coin = 4", "examples/four.toml:7"),
    ],
)
def test_mistakes_are_named(honey, capsys, file, old, new, named):
    (honey / "examples").mkdir()
    (honey / "examples/four.toml").write_text(EXAMPLE, "utf-8")
    change(honey / file, old, new)
    said, code = check(capsys)
    assert named in said
    assert code == 1


def test_a_message_that_nobody_asks_for_is_named(honey, capsys):
    for language in ("en", "ja"):
        change(honey / f"words/{language}.ftl", "per-piece =", "extra = 1\nper-piece =")
    said, code = check(capsys)
    assert "words/en.ftl:3: extra: no code asks for it" in said
    assert code == 1


def test_a_game_that_is_not_there_is_no_game(shelf):
    with pytest.raises(CommandError, match="There is no game honey"):
        call_command("check_game", "honey")


def test_the_toy_lacks_nothing_but_what_lies_outside_its_folder():
    with on_the_shelf():
        assert maturity.mistakes("toy") == []
        asked = {ask.what for ask in maturity.asked("toy", contract.ROOT) if ask.stage}
    assert asked == {
        "tests/games/toy/ holds the plans of final against no oracle",
        "README.md has no row that links to scoring/games/toy/README.md",
    }
