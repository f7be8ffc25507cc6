"""Questions of people at a table, read and answered: the rows of ``test_look_up.toml``.

A row has a ``why``, one or several to ``ask``, a ``game`` if it is asked in one, and what is told.
How good the look-up is in all is measured by other files here.
"""

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from companion import search
from companion.rulebook.lookup_tags import for_players, related
from companion.search import answering
from companion.search.query_parsing import parse
from companion.search.text_features import filler
from scoring.model.catalogue import Entry
from tests.rows import rows, tables
from tests.search import evaluation

PRACTICE = Path(__file__).with_name("questions_tuned_on.toml")


def told(query: str, game: str) -> dict[str, Any]:
    """All that is told of a question, by the keys of a row."""
    found = search.find(query, game)
    answer, boxes = search.answer(found), search.answers(found)
    ids = [hit.item.entry.id if hit.item.entry else hit.item.slug for hit in found.hits]
    kinds = [hit.item.kind_id for hit in found.hits]
    return {
        "first": ids[:1],
        "among": ids[:3],
        "answer": [answer.entry.id] if answer else [],
        "boxes": [each.entry.id for one in boxes for each in one.both],
        "games": list(dict.fromkeys(hit.item.slug for hit in found.hits)),
        "most": sorted({kind for kind in kinds if 2 * kinds.count(kind) > len(kinds)}),
        "notes": [str(note.meaning) for note in found.query.notes],
        "plain": [found.query.plain],
    }


@rows(__file__, "question")
def test_what_is_asked_is_read_and_answered_so(row: dict[str, Any]) -> None:
    """``among`` and ``boxes`` name some of it, the other keys all; ``most`` is a kind."""
    for query in row["ask"]:
        found = told(query, row.get("game", ""))
        wanted = {key: row[key] for key in found if key in row}
        assert wanted
        for key, words in wanted.items():
            if key in ("among", "boxes"):
                assert set(words) <= set(found[key]), (query, key)
            else:
                assert words == found[key], (query, key)


@pytest.mark.parametrize("game", ["", *search.games_by_slug()])
def test_what_no_box_answers_gets_no_sentence(game: str) -> None:
    shown = {
        question: passage.text
        for question in tables(__file__)["strange"]
        if (passage := search.answer(search.find(question, game)))
    }
    assert shown == {}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_question_of_the_box_is_answered_by_its_own_entry(language: str) -> None:
    asked, wrong = 0, []
    for item in search.index().items:
        question = item.name.in_language(language)
        if item.entry and question.endswith(("?", "？")):
            passage = search.answer(search.find(question, item.box.slug))
            asked += 1
            if passage is None or passage.entry is not item.entry:
                wrong.append(question)
    assert asked > 100
    assert wrong == []


@pytest.mark.slow
def test_whatever_players_ask_brings_its_entry() -> None:
    """A part of all that is asked: one question of every entry and language, in its own game."""
    asked, missed = 0, []
    for slug, game in search.games_by_slug().items():
        for id_, by in game.catalogue.player_questions.items():
            for questions in by.values():
                hits = search.find(questions[0], slug, 3).hits
                asked += 1
                if id_ not in [hit.item.entry.id for hit in hits if hit.item.entry]:
                    missed.append((slug, id_, questions[0]))
    assert asked > 1000
    assert len(missed) <= 0.01 * asked, missed


# ── what is shown together ─────────────────────────────────────────────────────────────


def leads_to(entry: Entry) -> set[str]:
    lists = [each for each in entry.facts.values() if isinstance(each, tuple)]
    return {*entry.see, *entry.about, *chain.from_iterable(lists)}


@pytest.mark.slow
def test_what_is_shown_together_belongs_together() -> None:
    questions = evaluation.load(PRACTICE)
    said = (each for q in questions for each in search.answers(search.find(q.ask, q.game)))
    pairs = [(each.entry, each.also.entry) for each in said if each.also]
    assert len(pairs) > 10
    for one, two in pairs:
        linked = two.id in leads_to(one) or one.id in leads_to(two)
        assert linked or set(one.about) & set(two.about)


def test_a_card_comes_with_the_one_that_is_asked_beside_it() -> None:
    """Either says why: the box has both, and what one may ask next has neither."""
    found = search.find("why can't I use oblivion after rabbit start", "diploma")
    (passage,) = search.answers(found)
    shown = {each.entry.id for each in passage.both}
    assert shown == {"oblivion", "rabbit_start"}
    assert shown.isdisjoint(entry.id for entry in related(passage))


def test_where_several_games_answer_each_does_once() -> None:
    answers = search.answers(search.find("when does the game end?"))
    slugs = [each.item.slug for each in answers]
    assert len(slugs) == len(set(slugs)) > 1


def test_a_rule_comes_before_the_exception_of_one_tile_that_nobody_named() -> None:
    asked = {"can green be outbid": "faq_other_colour", "can boat 4a outbid green": "boat_4a"}
    for question, first in asked.items():
        (passage, *_others) = search.answers(search.find(question, "keyflower"))
        assert passage.entry.id == first


def test_what_may_follow_is_about_the_same() -> None:
    passage = search.answer(search.find("風車小屋は何点？", "keyflower"))
    assert passage is not None
    catalogue = passage.item.catalogue
    for entry in related(passage):
        near = (*passage.entry.see, *passage.entry.about)
        assert entry.id in near or passage.entry.id in catalogue[entry.id].about


def test_so_many_players_have_a_paragraph_of_their_own() -> None:
    catalogue = search.games_by_slug()["nidavellir"].catalogue
    said = [for_players(catalogue["rounds"], n) for n in (1, 2, 3, 4, 5)]
    assert said[0] is None
    assert said[1] is said[2] is not said[3]
    assert said[3] is said[4] is not None


# ── how a query is read ────────────────────────────────────────────────────────────────


def test_a_name_is_no_question() -> None:
    for item in search.index().items:
        for name in (item.name.en, item.name.ja):
            if len(name) < 5 and not name.endswith(("?", "？")):
                assert not parse(search.index(), name).is_question


def test_a_named_game_leaves_the_query() -> None:
    note = search.find("KF windmill").query.notes[0]
    assert note.what == "game"
    assert note.typed not in note.without


@rows(__file__, "fact")
def test_a_comparison_or_an_age_chooses_by_what_things_have(row: dict[str, Any]) -> None:
    for query in row["ask"]:
        hits = search.find(query, "nidavellir", 3).hits
        assert {hit.item.entry.facts.get(row["fact"]) for hit in hits if hit.item.entry} <= {
            *row["values"]
        }


def test_the_contrary_is_not_the_same() -> None:
    assert answering.contradicts("may I use my own tile", "Another player may use it.")
    assert not answering.contradicts("may I use my own tile", "Your own tile, or another player's.")


def test_how_it_is_put_tells_things_apart_too() -> None:
    said = filler("where do I get it from")
    assert said["~from"] < 1
    assert said["it from"] < 1
    assert "~もら" in filler("どこでもらう")


def test_what_an_entry_has_is_what_it_says_or_is_asked_and_not_its_neighbours_names() -> None:
    ours = search.index()
    bid = next(i for i in ours.items if i.entry and i.entry.id == "bid")
    assert answering.has(ours, bid, "auction")
    assert not answering.has(ours, bid, "windmill")


def test_who_names_one_colour_gets_no_box_about_goods_of_any() -> None:
    found = search.find("得点計算で紫のワーカーを納屋に置ける？", "keyflower")
    said = [text for each in search.answers(found) for text in each.paragraphs]
    assert not said or "紫" in "".join(said)
