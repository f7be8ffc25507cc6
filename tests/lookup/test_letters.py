"""The second opinion: letters put one entry of a box in front, and decide where it is close."""

from __future__ import annotations

import pytest

from companion.lookup import search
from companion.lookup.search import letters

CLOSE = (
    "May I repeat my own blessing with Cerberus in another player's turn?",
    "dice_forge",
    "cerberus_repeat",
)
CLEAR = ("同点のときはどうなる？", "keyflower", "tie")
DOUBTFUL = ("ボンフールで列の末尾の英雄を捨てる？", "nidavellir")


def shown(question: str, game: str) -> str:
    passage = search.answer(search.find(question, game))
    return passage.entry.id if passage else ""


@pytest.mark.parametrize(("question", "game"), [CLOSE[:2], CLEAR[:2], DOUBTFUL])
def test_letters_are_ahead_for_one_entry_of_a_box_at_most(question: str, game: str) -> None:
    ours, query = search.index(), search.find(question, game).query
    leads = [letters.ahead(ours, query, item) for item in ours.items if item.slug == game]
    assert sum(lead > 0 for lead in leads) <= 1
    assert all(-1 <= lead <= 1 for lead in leads)


def test_what_no_text_has_puts_nobody_ahead() -> None:
    ours, query = search.index(), search.find("@@@", "keyflower").query
    assert {letters.ahead(ours, query, item) for item in ours.items} == {0.0}


@pytest.mark.parametrize(("ahead", "decided"), [(1.0, True), (0.0, False), (-1.0, False)])
def test_letters_decide_where_it_is_close(
    ahead: float, decided: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "ahead", lambda *_of: ahead)
    question, game, entry = CLOSE
    assert shown(question, game) == (entry if decided else "")
    question, game, entry = CLEAR
    assert shown(question, game) == entry


def test_nothing_close_is_shown_where_another_entry_is_asked_in_these_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(letters, "ahead", lambda *_of: 1.0)
    assert shown(*DOUBTFUL) == ""
