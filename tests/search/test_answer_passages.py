"""A question gets the sentence that answers it, or none: never one about something else."""

from itertools import chain
from pathlib import Path

import pytest

from companion import search
from companion.rulebook.lookup_tags import related
from companion.search.query_parsing import parse
from scoring.model.catalogue import Entry
from tests.search import evaluation

PRACTICE = Path(__file__).with_name("questions_tuned_on.toml")

# Nothing in any box answers these, however many of their words are used there.
STRANGE = [
    "what is the capital of France?", "how do I cook rice?", "who won the world cup?",
    "what time is it?", "how old is the universe?", "does my dog like cheese?",
    "is there an app for chess?", "how tall is mount everest?", "when was the war of 1812?",
    "can I play with my phone?", "what is the meaning of life?", "how do castles move in chess?",
    "why is the sky blue?", "should I learn python?", "what does the fox say?",
    "can you tell me a joke?", "who designed this website?", "how do I reset my password?",
    "今日の天気はどう？", "電車は何時に来る？", "明日は何曜日？", "このゲームはどこで買える？",
    "おすすめのラーメン屋は？", "猫は何を食べる？", "日本の首都はどこ？", "富士山の高さは？",
    "麻雀の役はいくつある？", "トランプは何枚ある？", "将棋の歩はどう動く？",
    "パスワードを忘れたらどうする？", "駅までどう行けばいい？", "夕飯は何にする？",
]  # fmt: skip


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


@pytest.mark.parametrize("game", ["", *search.games_by_slug()])
def test_what_no_box_answers_gets_no_sentence(game: str) -> None:
    shown = {
        question: passage.text
        for question in STRANGE
        if (passage := search.answer(search.find(question, game)))
    }
    assert shown == {}


@pytest.mark.parametrize(
    ("question", "game", "entry"),
    [
        ("how many points does the windmill give?", "", "windmill"),
        ("what is a keyple?", "keyflower", "worker"),
        ("同点のときはどうなる？", "keyflower", "tie"),
        ("余った木は何点？", "keyflower", "faq_unused_goods"),
        ("12ゴールドで買える面は？", "dice_forge", "pool_10"),
        ("kyanpu wa itsu", "nidavellir", "camp"),
        ("keyflower douten wa doushimasu ka", "", "same_total"),
    ],
)
def test_questions_in_other_words(question: str, game: str, entry: str) -> None:
    passage = search.answer(search.find(question, game))
    assert passage is not None
    assert passage.entry.id == entry


def test_where_several_games_answer_each_does() -> None:
    found = search.find("when does the game end?")
    assert search.answer(found) is None
    answers = {each.item.slug: each.entry.id for each in search.answers(found)}
    assert answers["keyflower"] == "game_end"
    assert answers["dice_forge"] == "end_of_game"
    assert len(answers) == len(search.answers(found))


def test_a_game_that_is_named_answers_alone() -> None:
    for question, game in (
        ("when does the game end?", "keyflower"),
        ("キーフラワーはいつ終わる？", ""),
    ):
        (only,) = search.answers(search.find(question, game))
        assert only.entry.id == "game_end"


def test_a_card_comes_with_the_one_that_is_asked_beside_it() -> None:
    """Either says why: the box has both, and what one may ask next has neither."""
    (passage,) = search.answers(
        search.find("why can't I use oblivion after rabbit start", "diploma")
    )
    shown = {each.entry.id for each in passage.both}
    assert shown == {"oblivion", "rabbit_start"}
    assert shown.isdisjoint(entry.id for entry in related(passage))


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


def test_a_game_without_what_is_named_is_not_asked_for() -> None:
    (passage,) = search.answers(search.find("what happens if two of us tie for most hunters"))
    assert passage.item.slug == "nidavellir"


def test_nobody_elses_answer_stands_for_the_game_on_the_table() -> None:
    """Passing ends a turn in one game and is forgotten in another: no box may take sides."""
    found = search.find("パスしたらもう何もできない？")
    assert search.answer(found) is None


def test_a_name_is_no_question() -> None:
    for item in search.index().items:
        for name in (item.name.en, item.name.ja):
            if len(name) < 5 and not name.endswith(("?", "？")):
                assert not parse(search.index(), name).is_question


def test_what_may_follow_is_about_the_same() -> None:
    passage = search.answer(search.find("風車小屋は何点？", "keyflower"))
    assert passage is not None
    catalogue = passage.item.catalogue
    for entry in related(passage):
        near = (*passage.entry.see, *passage.entry.about)
        assert entry.id in near or passage.entry.id in catalogue[entry.id].about


def test_a_case_for_so_many_players_is_not_answered_by_the_general_rule() -> None:
    question = "{}先手がキャンプに行ったら酒場のカードはどうする"
    for said in ("", "2人プレイで"):  # what is so with two players stands there
        answer = search.answer(search.find(question.format(said), "nidavellir"))
        assert answer is not None
        assert answer.entry.id == "camp"
    assert search.answer(search.find(question.format("5人プレイで"), "nidavellir")) is None


def test_how_two_things_differ_is_not_answered_by_one_of_them() -> None:
    found = search.find("マップマスターズの新入りとイージーは何が違うの")
    assert found.hits[0].item.entry
    assert found.hits[0].item.entry.id == "easy"
    assert search.answer(found) is None


def test_what_so_many_coins_buy_is_not_answered_by_what_has_no_such_price() -> None:
    found = search.find("1コインで買えるもの", "map_masters")
    assert found.hits[0].item.entry
    assert 1 not in found.hits[0].item.entry.facts.values()
    assert search.answer(found) is None


def test_what_an_entry_says_counts_beside_what_it_is_asked() -> None:
    # Nobody asks about barriers with a stone, but the text has one.
    found = search.find("who pays the stone for a barrier", "diploma")
    passage = search.answer(found)
    assert passage is not None
    assert passage.entry.id == "barrier_card"
