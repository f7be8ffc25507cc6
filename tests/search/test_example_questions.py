"""An entry is found by all that it is asked; the contrary and the next thing are not it."""

import pytest

from companion import search
from companion.rulebook import lookup_tags
from companion.search import answering
from companion.search.text_features import filler


def best(query: str, game: str) -> str:
    entry = search.find(query, game, 1).hits[0].item.entry
    assert entry
    return entry.id


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


@pytest.mark.parametrize(
    ("query", "game", "entry"),
    [
        ("what does the smelter do?", "keyflower", "smelter"),
        ("remind me how Dagda works", "nidavellir", "dagda"),
        ("オブリビオンの効果は？", "diploma", "oblivion"),
        ("けるべろすって何", "dice_forge", "cerberus"),
    ],
)
def test_who_asks_only_what_a_thing_is_gets_the_thing(query: str, game: str, entry: str) -> None:
    found = search.find(query, game)
    assert best(query, game) == entry
    passage = search.answer(found)
    assert passage is None or passage.entry.id == entry


def test_so_many_players_have_a_paragraph_of_their_own() -> None:
    catalogue = search.games_by_slug()["nidavellir"].catalogue
    said = [lookup_tags.for_players(catalogue["rounds"], n) for n in (1, 2, 3, 4, 5)]
    assert said[0] is None
    assert said[1] is said[2] is not said[3]
    assert said[3] is said[4] is not None


def test_a_question_is_no_piece_of_a_name() -> None:
    (passage,) = search.answers(search.find("who buys first", "map_masters"))
    assert "market" in {each.entry.id for each in passage.both}


def test_who_asks_which_magic_gets_one_and_not_the_thing_beside_it() -> None:
    assert best("which spell beats the monster for me", "map_masters") == "book_no_sword"


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


@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
def test_a_list_answers_for_each_of_its_members(season: str) -> None:
    found = search.find(f"how many roads does a {season} tile have", "keyflower")
    (passage,) = search.answers(found)
    assert [each.entry.id for each in passage.both] == ["roads_by_season"]


def test_who_names_one_colour_gets_no_box_about_goods_of_any() -> None:
    found = search.find("得点計算で紫のワーカーを納屋に置ける？", "keyflower")
    said = [text for each in search.answers(found) for text in each.paragraphs]
    assert not said or "紫" in "".join(said)
