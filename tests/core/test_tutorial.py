"""Lessons as data: a slip in one is named; a game without one is told by its course of play."""

import pytest

from scoring.loading import tutorial_file
from scoring.loading.toml_declarations import Known
from scoring.text.data_error import DataError
from tests.core.pieces import piece

TOLD = piece("lesson.toml")


def load(folder, text, toy):
    (folder / "tutorial.toml").write_text(text, "utf-8")
    return tutorial_file.load(Known(toy.catalogue, folder, phases=toy.sheet.phases))


def test_parts_hold_steps_with_their_rule_and_pictures(tmp_path, toy):
    (part,) = load(tmp_path, TOLD, toy).parts
    assert (part.id, part.phases) == ("fruit", ("spring",))
    (step,) = part.steps
    assert (step.entry, step.shows, step.text.en) == (
        "gift_basket",
        ("gift_basket",),
        "We pick fruit.",
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('entry = "gift_basket"', 'entry = "gift_baskit"', "did you mean 'gift_basket'"),
        ('entry = "gift_basket"\n', "", "lacks entry"),
        ('shows = ["gift_basket"]', 'shows = ["gift_baskit"]', "did you mean 'gift_basket'"),
        ('phases = ["spring"]', 'phases = ["sprung"]', "did you mean 'spring'"),
        ('ja = "くだもの"', 'jp = "くだもの"', "ja"),
        ("[[part.step]]", '[[part.step]]\nwhen = "now"', "unknown key 'when'"),
    ],
)
def test_a_slip_is_named(tmp_path, toy, old, new, said):
    assert old in TOLD
    with pytest.raises(DataError, match=said):
        load(tmp_path, TOLD.replace(old, new, 1), toy)


def test_ids_are_there_once(tmp_path, toy):
    with pytest.raises(DataError, match="repeated part id"):
        load(tmp_path, TOLD + TOLD, toy)
    again = TOLD[TOLD.index("[[part.step]]") :]
    with pytest.raises(DataError, match="repeated step id"):
        load(tmp_path, TOLD + again, toy)


def test_without_a_lesson_the_course_tells_each_phase_once(tmp_path, toy):
    told = tutorial_file.load(Known(toy.catalogue, tmp_path, phases=toy.sheet.phases))
    assert [part.id for part in told.parts] == ["spring", "feast"]
    # spring and harvest do the same
    assert told.parts[0].phases == ("spring", "harvest")
    assert told.parts[0].steps[0].text == toy.catalogue["gift_basket"].text
    assert told.parts[1].steps[0].text.en == "Eat."


def test_without_either_there_is_nothing_to_tell(tmp_path, toy):
    assert tutorial_file.load(Known(toy.catalogue, tmp_path)).parts == ()
