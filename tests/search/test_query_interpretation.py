"""A query is read before it is looked for: its game, kinds, comparisons, spelling."""

import pytest

from companion.search import find, index
from companion.search.answering import contradicts
from companion.search.query_parsing import parse


def ids(query: str, game: str = "", most: int = 5) -> list[str]:
    return [hit.item.entry.id for hit in find(query, game, most).hits if hit.item.entry]


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("titles in diploma", "diploma"),
        ("KF windmill", "keyflower"),
        ("keyflwoer windmill", "keyflower"),
        ("ダイスフォージの鏡", "dice_forge"),
        ("keyflower no fuusha", "keyflower"),
        ("dipuroma saikoro nanko", "diploma"),
    ],
)
def test_a_named_game_narrows_and_leaves_the_query(query: str, slug: str) -> None:
    found = find(query)
    assert {hit.item.box.slug for hit in found.hits} == {slug}
    assert all(hit.item.entry for hit in found.hits)
    note = found.query.notes[0]
    assert note.what == "game"
    assert note.typed not in note.without


def test_a_game_alone_is_its_page() -> None:
    hit = find("keyflower").hits[0]
    assert hit.item.entry is None


@pytest.mark.parametrize("query", ["which heroes are there", "heros", "英雄の一覧", "eiyuu"])
def test_a_kind_lists_its_members(query: str) -> None:
    found = find(query, "nidavellir", 50)
    heroes = [hit for hit in found.hits if hit.item.kind_id == "hero"]
    assert len(heroes) > 20


@pytest.mark.parametrize(
    ("query", "game", "entry"),
    [
        ("largest coin", "nidavellir", "coin_25"),
        ("一番大きいコイン", "nidavellir", "coin_25"),
        ("hero with the most points", "nidavellir", "crovax"),
    ],
)
def test_the_most_comes_first(query: str, game: str, entry: str) -> None:
    assert ids(query, game)[0] == entry


def test_more_than_is_more_than() -> None:
    found = find("coin with value more than 20", "nidavellir", 9)
    values = [h.item.entry.facts["value"] for h in found.hits[:4] if h.item.entry]
    assert values
    assert min(values) > 20


@pytest.mark.parametrize("query", ["こうふって何？", "koufu tte nani", "koufu no kouka wa"])
def test_whole_sentences_in_kana_and_romaji(query: str) -> None:
    assert ids(query, "keyflower")[0] == "miner"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("yama kara 3mai hiite 1mai dake morau megami", "山から3枚引いて1枚だけもらう女神"),
        ("sakaba ni nokotta kaado wa", "酒場に残ったカードは"),
        ("sakabani nokotta kado ha", "酒場に残ったカードは"),
        ("oita tairu atokara ugokashite ii", "置いたタイル後から動かしていい"),
        ("さかばでなんにんもらえる", "酒場で何人もらえる"),
        ("数えるときのいろは", "数えるときの色は"),
        ("taara wa nan ten", "ターラは何点"),
        ("sufinkusu ni tsuite oshiete", "スフィンクス"),
        ("kyukuropsu no kouka", "キュクロプス"),
        ("nankinjou hitotsu nanten", "南京錠1つ何点"),
        ("thingvellir no kyanpu wa itsu", "thingvellir のキャンプはいつ"),
        ("aitenosaikoromokaerareru", "相手のダイスも替えられる"),
    ],
)
def test_japanese_is_written_as_texts_are(typed: str, written: str) -> None:
    plain = parse(index(), typed).plain  # an index in an assertion would be written out whole
    assert plain == written


@pytest.mark.parametrize("query", ["same time", "solo mode"])
def test_english_that_sounds_japanese_stays(query: str) -> None:
    assert parse(index(), query).plain == query


@pytest.mark.parametrize("query", ["no more gold to pay", "can i use a home tile", "to the end"])
def test_english_is_never_read_as_kana(query: str) -> None:
    assert parse(index(), query).plain.isascii()


def test_a_misspelt_name_in_a_sentence_is_meant() -> None:
    found = find("what does the wainwrigth do once flipped", "keyflower")
    assert [str(note.meaning) for note in found.query.notes] == ["wainwright"]
    assert "wainwright" in {hit.item.entry.id for hit in found.hits[:3] if hit.item.entry}


@pytest.mark.parametrize("query", ["do I get it at once when flipped", "who has the last leftover"])
def test_a_word_that_any_text_has_is_not_misspelt(query: str) -> None:
    notes = find(query).query.notes
    assert not notes


def test_the_contrary_is_not_the_same() -> None:
    assert contradicts("may I use my own tile", "Another player may use it.")
    assert not contradicts("may I use my own tile", "Your own tile, or another player's.")


def test_a_filler_that_is_a_name_before_one_word_is_meant() -> None:
    assert ids("well upgrade", "keyflower")[0] == "well"
    query = find("well, how many rounds are there?", "dice_forge").query
    assert query.plain.startswith("how")


def test_nothing_is_no_row_of_a_thing() -> None:
    assert ids("パスしたらもう何もできない？", "keyflower")[0] == "faq_pass_again"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("rounds in age 2", "rounds"),
        ("第2世代のラウンド数", "rounds"),
        ("世代2 戦士 首位 確定", "warrior_bonus_when"),
        ("age 2 warriors lead safe", "warrior_bonus_when"),
        ("世代2のキャンプ", "camp"),
        ("世代1の勲章", "troop_evaluation"),
    ],
)
def test_an_age_beside_other_words_is_no_number_to_look_for(query: str, first: str) -> None:
    assert ids(query, "nidavellir")[0] == first


@pytest.mark.parametrize("query", ["age 2 mercenaries", "世代2の傭兵", "世代2"])
def test_an_age_chooses_among_things_of_a_kind(query: str) -> None:
    found = find(query, "nidavellir", 3).hits
    assert {hit.item.entry.facts.get("age") for hit in found if hit.item.entry} == {2}
