"""Messages are checked when they are loaded and when they are asked for, and said when read."""

from fractions import Fraction

import pytest

from scoring.text.data_error import DataError
from scoring.text.localised import Given
from scoring.text.messages import SHARED, Words, WordsError
from tests.core.pieces import piece

EN = piece("en.ftl")
JA = piece("ja.ftl")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "en.ftl").write_text(EN, "utf-8")
    (tmp_path / "ja.ftl").write_text(JA, "utf-8")
    return tmp_path


@pytest.fixture
def say(folder):
    return Words(folder, SHARED)


def test_numbers_choose_the_plural(say):
    assert say("sets", n=1, each=5).en == "1 set × 5"
    assert say("sets", n=2, each=5).json() == {"en": "2 sets × 5", "ja": "2組 × 5"}
    assert say("sets", n=0, each=5).en == "0 sets × 5"


def test_texts_within_texts_speak_the_same_language(say):
    windmill = Given({"en": "Windmill", "ja": "風車"})
    given = say.listed([say.counted("worker", windmill, 3), say.counted("x", windmill, 1)])
    said = say("gives", what=given, to=windmill)
    assert said.en == "3 red workers, 1 × Windmill to windmill"
    assert said.ja == "赤いキープル3人、風車1を風車へ"
    assert say("gives", what="ännchen", to="A").en == "Ännchen to a"


def test_signs_are_true_ones_and_fractions_stay(say):
    assert [say("change", n=n).en for n in (3, -3, 0)] == ["+3", "−3", "0"]
    assert say("sets", n=3, each=Fraction(1, 2)).en == "3 sets × 1/2"


def test_a_message_may_stand_in_another(say):
    assert say("both", n=1, each=2).en == "1 set × 2 and the box"


def test_what_the_game_does_not_say_the_core_says(say):
    assert say("name").ja == "名前"
    assert "name" in say
    assert "no-such" not in say


@pytest.mark.parametrize(
    ("id_", "args", "problem"),
    [
        ("no-such", {}, "no message no-such"),
        ("sets", {"n": 1}, "sets: takes each, n, was given n"),
        ("sets", {"n": 1, "each": 2, "of": 3}, "was given each, n, of"),
        ("name", {"n": 1}, "name: takes none, was given n"),
    ],
)
def test_a_slip_in_the_code_is_named_at_once(say, id_, args, problem):
    with pytest.raises(WordsError, match=problem):
        say(id_, **args)


def test_a_further_language_may_not_take_what_the_source_does_not_give(folder):
    (folder / "eo.ftl").write_text(JA.replace("{ $what }", "{ $kio }"), "utf-8")
    with pytest.raises(DataError, match=r"words/eo.ftl:\d+: gives: unknown argument \$kio"):
        Words(folder)
