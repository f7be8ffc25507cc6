"""Looking things up: what people type finds what they mean, in both languages, and nothing breaks.

Without the `db` fixture, any query to the database fails the test.
"""

import html
import logging
import re
import struct
from dataclasses import replace
from urllib.parse import unquote_plus

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from companion import search
from companion.rulebook import link_preview_image
from companion.rulebook.entry_parts_tags import drawn_fact, marked
from companion.rulebook.lookup_tags import glossary, linked
from companion.search import HitReason, find, fold, in_kana
from scoring import BrokenGame, games, registry
from scoring import game as find_game
from scoring.text.data_error import DataError
from tests.page_text import tight
from tests.rows import rows, tables

HITS = {"HX-Request": "true", "HX-Target": "hits"}


def first(query: str, game: str = "keyflower") -> tuple[str, HitReason]:
    """The id of the best hit, and why it is one."""
    hit = find(query, game).hits[0]
    assert hit.item.entry is not None
    return hit.item.entry.id, hit.why


def ids(query: str, game: str = "keyflower") -> list[str]:
    return [hit.item.entry.id for hit in find(query, game).hits if hit.item.entry]


class TestFolding:
    @rows(__file__, "same")
    def test_what_is_the_same_to_a_reader(self, row):
        assert fold(row[0]) == fold(row[1])

    def test_romaji_becomes_kana_where_it_is_romaji(self):
        assert in_kana("sachurosu") == "さちゅろす"
        assert in_kana("3b") == ""
        assert in_kana("to") == ""


class TestRanking:
    @rows(__file__, "best")
    def test_best_hit(self, row):
        assert first(row["q"]) == (row["hit"], HitReason[row["why"]])

    @rows(__file__, "hits")
    def test_hits(self, row):
        found = ids(row["q"])
        assert "has" not in row or row["has"] in found
        assert "lacks" not in row or (found and row["lacks"] not in found)
        assert "among_three" not in row or row["among_three"] in found[:3]
        assert "same" not in row or found == ids(row["same"]) != []
        assert "same_set" not in row or set(found) == set(ids(row["same_set"]))
        assert "nothing" not in row or found == []

    def test_hits_are_ordered_by_how_sure_they_are(self):
        whys = [hit.why for hit in find("gold").hits]
        assert whys == sorted(whys)

    def test_a_game_is_found_like_its_cards(self):
        hit = find("keyflwoer").hits[0]
        assert hit.item.entry is None
        assert hit.item.box.slug == "keyflower"

    def test_a_nickname_says_so(self):
        assert find("マーサーズギルド").hits[0].nickname == "マーサーズギルド"
        assert find("織物商ギルド").hits[0].nickname == ""

    def test_latin_letters_match_in_texts_from_the_start_of_a_word(self):
        assert all(hit.why is not HitReason.TEXT for hit in find("indmill").hits)


class TestFilters:
    def test_game_and_kind(self):
        assert {hit.item.box.slug for hit in find("game:keyflower guild").hits} == {"keyflower"}
        kinds = {hit.item.kind_id for hit in find("kind:winter", "keyflower", 500).hits}
        assert kinds == {"winter"}

    def test_facts(self):
        few, more = set(ids("cost<=1 kind:spring")), set(ids("cost>1 kind:spring"))
        assert few
        assert more
        assert not few & more

    def test_a_kind_left_out(self):
        assert not {"winter"} & {hit.item.kind_id for hit in find("guild -kind:winter").hits}

    def test_counts_name_every_game_that_has_hits(self):
        everywhere, here = find("points"), find("points", "keyflower")
        assert everywhere.counts
        assert here.counts
        assert everywhere.counts.keys() == here.counts.keys()
        assert here.total == (here.counts or {})["keyflower"]


HOSTILE = [*tables(__file__)["hostile"], *(letter * 10_000 for letter in "aギ")]
HOSTILE += ["\ud800", "ﷺ" * 200, "Ａ" * 200]


class TestHostile:
    @pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
    def test_nothing_breaks(self, client, query):
        find(query)
        for name in ("q", "game"):
            response = client.get("/find", {name: query.encode("utf-8", "replace")})
            assert response.status_code == (400 if "\0" in query else 200)
        assert client.get("/find", {"q": query.encode("utf-8", "replace")}, headers=HITS)

    @given(st.text(), st.text())
    def test_marking_changes_nothing_but_marks(self, name, term):
        plain = re.sub("</?mark>", "", marked(name, [fold(term)]))
        assert html.unescape(plain) == html.unescape(html.escape(name))

    @rows(__file__, "marks")
    def test_of_several_words_a_name_marks_where_one_begins(self, row):
        assert marked(row["name"], row["words"]) == row["shown"]

    def test_words_around_a_question_mark_nothing(self):
        assert find("do I win a tie").terms[1:] == ("win", "tie")

    def test_a_query_is_cut(self):
        assert find("windmill" + " " * 300 + "zzzz").hits[0].why is HitReason.NAME

    def test_a_game_that_does_not_load_is_left_out(self, monkeypatch, caplog):
        def broken(slug):
            raise BrokenGame(slug, DataError("__init__.py", "", "ImportError"))

        monkeypatch.setattr(registry, "game", broken)
        with caplog.at_level(logging.ERROR):
            assert registry.games_by_slug.__wrapped__() == {}
        assert "ImportError" in caplog.text


class TestFindPage:
    def test_htmx_gets_only_the_hits(self, client):
        response = client.get("/find", {"q": "guild"}, headers=HITS)
        page = response.content.decode()
        assert "<html" not in page
        assert 'href="/keyflower/mercers_guild"' in page
        assert "HX-Request" in response["Vary"]

    def test_nothing_typed_teaches(self, client):
        page = client.get("/find").content.decode()
        for slug in games():
            if slug in search.games_by_slug():
                assert f'href="/{slug}/"' in page


class TestAnswers:
    @rows(__file__, "words")
    def test_yes_or_no_comes_first_only_where_it_is_sure(self, client, row):
        language, word = row.get("language", "en"), row.get("word")
        query = {"q": row["q"], "game": row["game"]}
        page = client.get("/find", query, headers=HITS | {"accept-language": language})
        shown = page.content.decode()
        assert re.findall(r'class="answer__word">\s*(\S+)\s*<', shown) == ([word] if word else [])
        assert not re.search(r"<mark>(?:(?:Yes|No)\b|はい|いいえ)", shown)

    def test_answers_of_several_games_come_in_the_order_of_play(self, client):
        query = {"q": "how many can play?"}
        orders = [
            re.findall(
                r'<a class="recent" href="/(\w+)/',
                client.get("/find", query | {"lately": lately}, headers=HITS).content.decode(),
            )
            for lately in ("nidavellir keyflower", "keyflower nidavellir")
        ]
        assert orders[0][:2] == ["nidavellir", "keyflower"]
        assert orders[1][:2] == ["keyflower", "nidavellir"]

    def test_every_sentence_is_an_entrys_own(self):
        passage = search.answer(find("where can gold replace another resource?"))
        whole = passage.before + passage.text + passage.after
        assert whole in [text.en for text in (passage.entry.text, *passage.entry.body)]


class TestNarrowing:
    def hits(self, client: Client, query: str, game: str = "keyflower") -> str:
        return tight(client.get("/find", {"q": query, "game": game}, headers=HITS).content)

    def test_every_offered_filter_leaves_as_many_as_it_says(self, client):
        for query, game in (
            ("gold", "keyflower"),
            ("hunter", "nidavellir"),
            ("rope", "map_masters"),
        ):
            page = self.hits(client, query, game)
            links = re.findall(
                r'href="/find\?q=([^"&]*)[^"]*">[^<]*?(?:<span class="soft">\((\d+)\)| (\d+)</a>)',
                page,
            )
            offers = [(unquote_plus(q), int(n or m)) for q, n, m in links if "%3" in q]
            assert offers
            for narrowed, count in offers:
                assert find(narrowed, game).total == count, narrowed


class TestEntries:
    @pytest.mark.parametrize("language", ["en", "ja"])
    @pytest.mark.slow
    def test_every_page_of_every_game_opens(self, client, language):
        faults = []
        for slug, game in search.games_by_slug().items():
            for path in [f"/{slug}/", *(f"/{slug}/{entry}" for entry in game.catalogue)]:
                response = client.get(path, headers={"accept-language": language})
                page = response.content.decode()
                if response.status_code != 200 or page.count("<h1") != 1 or " style=" in page:
                    faults.append(path)
                ids = re.findall(r'\sid="([^"]+)"', page)
                if len(ids) != len(set(ids)):
                    faults.append(f"{path}: repeated id")
        assert faults == []

    def test_the_picture_of_a_shared_link_has_its_size(self, client):
        picture = client.get("/keyflower/mercers_guild.png")
        assert picture["content-type"] == "image/png"
        assert "public" in picture["cache-control"]
        width, height = struct.unpack(">II", picture.content[16:24])
        assert (width, height) == (link_preview_image.WIDTH, link_preview_image.HEIGHT)

    def test_two_pictures_are_not_the_same(self):
        catalogue = search.games_by_slug()["keyflower"].catalogue
        assert link_preview_image.png(catalogue, "keywood") != link_preview_image.png(
            catalogue, "key_mine"
        )

    def test_an_id_that_moved_leads_to_where_it_is(self, client, monkeypatch):
        game = search.games_by_slug()["keyflower"]
        moved = replace(game.catalogue, moved={"wind_mill": "windmill"})
        shelf = {"keyflower": replace(game, catalogue=moved)}
        monkeypatch.setattr(search, "games_by_slug", lambda: shelf)
        response = client.get("/keyflower/wind_mill")
        assert response.status_code == 301
        assert response["location"] == "/keyflower/windmill"

    def test_a_list_that_is_asked_for_stands_in_the_answer(self, client):
        asked = {"q": "面を12ゴールドで買うと何がある？", "game": "dice_forge"}
        page = client.get("/find", asked, headers={"Accept-Language": "ja"}).content.decode()
        answer = page[page.index('<section class="answer"') :].split("</section>")[0]
        pool = search.games_by_slug()["dice_forge"].catalogue["pool_10"]
        faces = [
            search.games_by_slug()["dice_forge"].catalogue.name(f).ja for f in pool.facts["faces"]
        ]
        assert len(faces) == 4
        assert all(face in answer for face in faces)

    def test_references_are_found_from_the_other_end(self, client):
        catalogue = search.games_by_slug()["keyflower"].catalogue
        named = {
            e.id
            for e in catalogue.values()
            if "wood" in (*e.facts.get("cost", ()), *e.facts.get("makes_before", ()))
        }
        page = client.get("/keyflower/wood").content.decode()
        assert named
        assert all(f'href="/keyflower/{entry}"' in page for entry in named)

    def test_a_japanese_name_within_a_longer_word_is_no_name(self):
        _names, pattern = glossary("keyflower", "ja")
        for text, names in {
            "木を1つと金・石": ["木", "金", "石"],
            "木材を払う。大木": [],
            "キーフラワーの木": ["木"],
        }.items():
            assert [found["name"] for found in pattern.finditer(text)] == names

    @pytest.mark.parametrize("language", ["en", "ja"])
    def test_links_in_texts_change_no_words(self, language):
        """Never to itself, each once, none within another, and the longest name wins."""
        with translation.override(language):
            for slug, game in search.games_by_slug().items():
                for entry in game.catalogue.values():
                    for text, words in zip(
                        linked(game.catalogue, entry), (entry.text, *entry.body), strict=True
                    ):
                        assert html.unescape(re.sub("<[^>]+>", "", text)) == words.in_language(
                            language
                        )
                        assert "<a" not in re.sub("<a [^>]+>[^<]+</a>", "", text)
                    targets = re.findall('href="([^"]+)"', "".join(linked(game.catalogue, entry)))
                    assert len(targets) == len(set(targets))
                    assert f"/{slug}/{entry.id}" not in targets

    def test_part_of_a_word_is_no_link(self):
        catalogue = search.games_by_slug()["keyflower"].catalogue
        assert not re.search(
            "<a[^>]*>木</a>材", "".join(linked(catalogue, catalogue["timber_yard"]))
        )

    @pytest.mark.parametrize("language", ["en", "ja"])
    @pytest.mark.parametrize("slug", list(games()))
    def test_a_page_to_print(self, client, slug, language):
        page = client.get(f"/{slug}/print", headers={"accept-language": language}).content.decode()
        assert len(re.findall("<dt>", page)) > 10
        assert len(re.sub("<[^>]+>", "", tight(page))) < 14_000

    def test_no_entry_hides_behind_another_page(self):
        for game in search.games_by_slug().values():
            assert not {"print", "tools", "calculators", "examples"} & set(game.catalogue)

    def test_edges_in_words(self):
        fact = find_game("keyflower").catalogue.facts["edges"]
        with translation.override("en"):
            shown = tight(re.sub("<[^>]*>", "", drawn_fact("keyflower", fact, "RFFRWF"))).strip()
        assert shown.replace(" ,", ",") == (
            "road: bottom, top water: upper right field: lower left, upper left, lower right"
            " road 2, water 1, field 3"
        )
