"""Every complete game can be told: from first part to count, with pictures, in ten minutes."""

import pytest

from companion.games import game_templates
from scoring import game as find
from scoring.model.tutorial import MINUTES
from tests.contract.test_every_game import FOLDERS, wrong_texts


@pytest.fixture(params=list(FOLDERS))
def game(request):
    return find(request.param)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_told_in_ten_minutes(game, language):
    assert 1 <= game.tutorial.minutes(language) <= MINUTES


def test_every_step_has_its_words_and_its_rule(game):
    assert game.tutorial.parts or game.stage != "complete"
    for part in game.tutorial.parts:
        assert part.steps, part.id
        assert wrong_texts((part.name, [step.text for step in part.steps])) == []
        assert all(not step.entry or step.entry in game.catalogue for step in part.steps)


def test_every_step_that_was_written_has_its_pictures(game):
    if not (game.folder / "data" / "tutorial.toml").is_file():
        pytest.skip("told by its course of play")
    for part in game.tutorial.parts:
        for step in part.steps:
            drawn = [name for name in step.shows if game_templates.piece(game.slug, name)]
            assert drawn, f"{part.id}: {step.id}"
            assert drawn == list(step.shows), f"{part.id}: {step.id}"


def test_every_phase_of_the_course_is_told_of_once(game):
    told = [phase for part in game.tutorial.parts for phase in part.phases]
    assert sorted(told) == sorted(p.id for p in game.sheet.phases.phases if p.steps)
