"""The second opinion: letters put one entry of a box in front, and decide where it is close."""

from collections.abc import Mapping

import pytest

from companion import search
from companion.search import answering, ranking

CLOSE = ("Does my victim pay the stone for a barrier I play?", "diploma", "barrier_card")
CLEAR = ("同点のときはどうなる？", "keyflower", "tie")


def scores(question: str, game: str) -> Mapping[int, float]:
    return ranking.ngram_scores(search.index(), search.find(question, game).query)[game]


def shown(question: str, game: str) -> str:
    passage = search.answer(search.find(question, game))
    return passage.entry.id if passage else ""


@pytest.mark.parametrize(("question", "game"), [CLOSE[:2], CLEAR[:2]])
def test_letters_are_ahead_for_one_entry_of_a_box_at_most(question: str, game: str) -> None:
    likeness, items = scores(question, game), search.index().items
    leads = [answering.lead_of(likeness, [item]) for item in items if item.slug == game]
    assert sum(lead > 0 for lead in leads) <= 1
    assert all(-1 <= lead <= 1 for lead in leads)


def test_what_no_text_has_puts_nobody_ahead() -> None:
    likeness = scores("@@@", "keyflower")
    assert {answering.lead_of(likeness, [item]) for item in search.index().items} == {0.0}


@pytest.mark.parametrize(("ahead", "decided"), [(1.0, True), (0.0, False), (-1.0, False)])
def test_letters_decide_where_it_is_close(
    ahead: float, decided: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "_ngram_lead", lambda *_of: ahead)
    question, game, entry = CLOSE
    assert shown(question, game) == (entry if decided else "")
    question, game, entry = CLEAR
    assert shown(question, game) == entry


def test_two_together_are_ahead_of_all_others_but_not_of_one_another() -> None:
    alike, items = scores(*CLEAR[:2]), search.index().items
    first, second, third = sorted(alike, key=lambda order: -alike[order])[:3]
    alone = answering.lead_of(alike, [items[first]])
    both = answering.lead_of(alike, [items[first], items[second]])
    assert alone == pytest.approx(1 - alike[second])
    assert both == pytest.approx(1 - alike[third])
