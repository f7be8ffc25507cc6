"""The two tiers of the check: what the quick one does in a browser, and what is said last."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from companion.management.commands import check_all

BROWSER = Path(__file__).parents[1] / "browser"
JOURNEYS = {
    "test_entry_speed.py": 1,  # by touch
    "test_keyflower_final_score.py": 1,  # without scripts
    "test_component_pictures.py": 1,  # each component with axe
    "test_table_of_three_phones.py": 1,  # a table by several phones
    "test_unsaved_entries.py": 1,  # through a cut network
    "test_standalone_app_in_each_browser.py": 1,  # the exported app without one
    "test_score_reveal.py": 1,
    "test_four_phones_play.py": 1,  # look-up
}
"""Eight: the check is for every change, and a browser is dear."""


def test_the_check_makes_eight_journeys_in_a_browser() -> None:
    marked = {file.name: len(re.findall(r"mark\.smoke\b", file.read_text("utf-8")))
              for file in BROWSER.glob("test_*.py")}  # fmt: skip
    assert {name: number for name, number in marked.items() if number} == JOURNEYS
    assert sum(JOURNEYS.values()) == 8


def closing(monkeypatch: pytest.MonkeyPatch, wrong: set[str], **options: bool) -> tuple[str, int]:
    """The last line of a run in which these steps fail, and how it exits."""

    def step(self: check_all.Command, name: str, *_: object, **more: object) -> bool:
        self.stdout.write(f"== {name}")
        return name not in wrong

    monkeypatch.setattr(check_all.Command, "step", step)
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_all", stdout=out, no_color=True, **options)
    return out.getvalue().splitlines()[-1], int(str(ended.value))


def test_a_run_ends_with_what_its_tests_say_and_whatever_else_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert closing(monkeypatch, set()) == ("== tests", 0)
    assert closing(monkeypatch, {"tests"}) == ("== tests", 1)
    served = "tests on PostgreSQL"
    said = "Not right beside these: types, PostgreSQL."
    assert closing(monkeypatch, {"types", served}) == (said, 1)
    assert closing(monkeypatch, {"types", served}, rest=True) == (
        "Not right beside these: PostgreSQL.", 1,
    )  # fmt: skip
