"""The calculators of Diploma: what they say, what they leave unsaid, and what they write back."""

import tomllib
from pathlib import Path

from scoring import game
from scoring.model.rulings import default_preset
from tests.finished_sheets import whole

GAME = game("diploma")
EXAMPLES = Path(__file__).parents[3] / "scoring/games/diploma/examples"


# -- course and examples -------------------------------------------------------------------


def test_every_rule_word_and_ruling_is_worked():
    words, answered = set(), set()
    for path in EXAMPLES.glob("*.toml"):
        example = tomllib.loads(path.read_text("utf-8"))
        assert example["source"] in GAME.catalogue.sources
        state = whole(GAME, example["state"])
        rulings = GAME.sheet.rulings(state)
        preset = default_preset(GAME.catalogue)
        answered |= {e.id for e in GAME.catalogue.rulings() if rulings[e.id] != e.presets[preset]}
        for breakdown in GAME.score(state).values():
            for line in breakdown.lines:
                words |= {s.rule for s in GAME.catalogue[line.entry].scores}
        titles = {cells.get("title") for cells in state["seats"].values()} - {None}
        words |= {s.rule for title in titles for s in GAME.catalogue[title].scores}
    assert words == set(GAME.catalogue.rules)
    assert answered == {entry.id for entry in GAME.catalogue.rulings()}
