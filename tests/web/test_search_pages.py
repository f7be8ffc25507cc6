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
from companion.search import HitReason, find, fold, in_kana
from companion.templatetags.entry_parts import drawn_fact, marked
from companion.templatetags.lookup import glossary, linked
from scoring import BrokenGame, games, registry
from scoring import game as find_game
from scoring.text.data_error import DataError
from tests.page_text import tight

HITS = {"HX-Request": "true", "HX-Target": "hits"}


def first(query: str, game: str = "keyflower") -> tuple[str, HitReason]:
    """The id of the best hit, and why it is one."""
    hit = find(query, game).hits[0]
    assert hit.item.entry is not None
    return hit.item.entry.id, hit.why


def ids(query: str, game: str = "keyflower") -> list[str]:
    return [hit.item.entry.id for hit in find(query, game).hits if hit.item.entry]


class TestFolding:
    @pytest.mark.parametrize(
        ("typed", "same"),
        [
            ("ＭＥＲＣＥＲ’Ｓ guild", "Mercer's Guild"),
            ("ﾎﾜｲﾄ･ｳｨﾝﾄﾞ", "ほわいと うぃんど"),
            ("ニダヴェリア", "ニダベリア"),
            ("ウインド", "ウィンド"),
            ("Mjöllnir", "mjollnir"),
            ("Aëgur", "aegur"),
            ("  ・-'’ \t", ""),
        ],
    )
    def test_what_is_the_same_to_a_reader(self, typed, same):
        assert fold(typed) == fold(same)

    def test_romaji_becomes_kana_where_it_is_romaji(self):
        assert in_kana("sachurosu") == "さちゅろす"
        assert in_kana("3b") == ""
        assert in_kana("to") == ""


class TestRanking:
    @pytest.mark.parametrize(
        ("query", "entry", "why"),
        [
            ("Windmill", "windmill", HitReason.NAME),
            ("風車小屋", "windmill", HitReason.NAME),
            ("ふうしゃごや", "windmill", HitReason.ALIAS),
            ("フウシャゴヤ", "windmill", HitReason.ALIAS),
            ("fuusha goya", "windmill", HitReason.ALIAS),
            ("ウィンドミル", "windmill", HitReason.ALIAS),
            ("windm", "windmill", HitReason.PREFIX),
            ("金", "gold", HitReason.NAME),
            ("wndmill", "windmill", HitReason.NEAR),
            ("fusha", "windmill", HitReason.NEAR),
        ],
    )
    def test_best_hit(self, query, entry, why):
        assert first(query) == (entry, why)

    @pytest.mark.slow
    def test_an_exact_name_comes_before_longer_ones(self):
        for item in search.index().items:
            assert find(item.name.en).hits[0].why is HitReason.NAME

    def test_hits_are_ordered_by_how_sure_they_are(self):
        whys = [hit.why for hit in find("gold").hits]
        assert whys == sorted(whys)

    def test_words_in_any_order(self):
        assert "mercers_guild" in ids("iron wood guild")

    @pytest.mark.parametrize(
        ("question", "answer"),
        [
            ("how many points does the windmill give?", "windmill"),
            ("where can gold replace another resource?", "gold"),
            ("緑キープルはジョーカー？", "green"),
        ],
    )
    def test_questions_are_answered(self, question, answer):
        assert answer in ids(question)[:3]

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
        assert ids("type:winter") == ids("種類：冬タイル") == ids('kind:"winter tile"')

    def test_facts(self):
        assert "mercers_guild" in ids("season:winter guild")
        assert set(ids("season:冬 guild")) == set(ids("season:winter guild"))
        few, more = set(ids("cost<=1 kind:spring")), set(ids("cost>1 kind:spring"))
        assert few
        assert more
        assert not few & more

    def test_without_a_word(self):
        assert "mercers_guild" in ids("guild")
        assert "mercers_guild" not in ids("guild -mercer")
        assert not {"winter"} & {hit.item.kind_id for hit in find("guild -kind:winter").hits}

    def test_a_phrase_keeps_its_order(self):
        assert "white_wind" in ids('"white wind"')
        assert ids('"wind white"') == []

    def test_an_unknown_filter_is_words(self):
        assert ids("shape:round guild") == ids("shape round guild")
        assert "windmill" in ids("windmill:")

    def test_counts_name_every_game_that_has_hits(self):
        everywhere, here = find("points"), find("points", "keyflower")
        assert everywhere.counts
        assert here.counts
        assert everywhere.counts.keys() == here.counts.keys()
        assert here.total == (here.counts or {})["keyflower"]


HOSTILE = [
    "a" * 10_000,
    "ギ" * 10_000,
    "🎲🀄👩‍👩‍👧‍👦",
    "\x00\x01\x1b[31m\u202e\u200d\ufeff",
    "(.*)+$ [^a-z] \\d{9999} ?*+",
    '"',
    '"""',
    "-",
    '- -- -" :',
    "game:",
    "game:-",
    "kind:<=",
    "cost<=99999999999999999999",
    "cost<=x",
    "cost:²",
    "season<=spring",
    "<script>alert(1)</script>",
    "%s %(n)s {} {0.__class__}",
    "' OR 1=1 --",
    "\ud800",
    "ﷺ" * 200,
    "゛゜ヴヴァ",
    "Ａ" * 200,
]


class TestHostile:
    @pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
    def test_nothing_breaks(self, client, query):
        find(query)
        for name in ("q", "game"):
            response = client.get("/find", {name: query.encode("utf-8", "replace")})
            assert response.status_code == (400 if "\0" in query else 200)
        assert client.get("/find", {"q": query.encode("utf-8", "replace")}, headers=HITS)

    @given(st.text(), st.sampled_from(["", "keyflower"]))
    def test_any_text_is_safe(self, query, game):
        find(query, game)

    @given(st.text(alphabet='ab-":<=>＜ :gameki 金ーヴ\u0301', max_size=40))
    def test_any_mix_of_filters_is_safe(self, query):
        find(query)

    @given(st.text(), st.text())
    def test_marking_changes_nothing_but_marks(self, name, term):
        plain = re.sub("</?mark>", "", marked(name, [fold(term)]))
        assert html.unescape(plain) == html.unescape(html.escape(name))

    @pytest.mark.parametrize(
        ("name", "terms", "shown"),
        [
            ("Windmill", ["mill"], "Wind<mark>mill</mark>"),
            ("Watermill tie", ["tiemill", "mill", "tie"], "Watermill <mark>tie</mark>"),
            ("風車小屋", ["小屋がいくつ", "小屋"], "風車<mark>小屋</mark>"),
        ],
    )
    def test_of_several_words_a_name_marks_where_one_begins(self, name, terms, shown):
        assert marked(name, terms) == shown

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


FORM = '<form class="find" role="search" method="get" action="/find">'
WOOD = {"q": "wood", "game": "keyflower"}
ANSWER = ['class="answer"']
SHOWN: list[tuple[dict[str, str], list[str], list[str]]] = [
    ({}, [FORM, 'hx-trigger="input changed delay:120ms, search"'], ["hx-on"]),
    ({"q": "guild"}, [FORM, 'href="/keyflower/mercers_guild"', "<mark>Guild</mark>"], []),
    ({"q": "zzkeyfzzzz"}, ['Similar names|class="hits"'], []),
    ({"q": "zzzz", "game": "keyflower"}, ['aria-current="true">Keyflower<'], []),
    ({"q": "windmill"}, [], ["the name: Windmill"]),
    ({"q": "windmill", "debug": "1"}, ["the name: Windmill"], []),
    ({"q": '"><b>zz'}, [], ["<b>zz"]),
    ({"q": "gorgn"}, ["gorgn → Gorgon"], []),
    # a filter in use, and how a query was read, can be taken away
    ({"q": "wood"}, [], ["kind%3A"]),
    (WOOD, [r"q=wood\+kind%3Aspring", r"q=wood\+cost(%3A|%3C%3D)\d+"], []),
    (
        WOOD | {"q": "wood kind:spring"},
        [r'true" href="/find\?q=wood&amp;game=keyflower">kind:spring'], [],
    ),
    ({"q": "keyflower windmill"}, [r'true" href="/find\?q=windmill[^"]*"> ?in Keyflower'], []),
    # what is no question, or of no box, gets no sentence
    (
        {"q": "may I sell my friend's tavern?"},
        ["Not sure. Closest:", "hit--open"], [*ANSWER, "hit--open.*hit--open"],
    ),
    ({"q": "Mercer's Guild"}, [], ANSWER),
    ({"q": "what is the capital of France?"}, [], ANSWER),
    ({"q": "how do I cook rice?"}, [], ANSWER),
    ({"q": "今日の天気はどう？"}, [], ANSWER),
    ({"q": "電車は何時に来る？"}, [], ANSWER),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "has", "lacks"), SHOWN)
def test_the_page_of_a_search_shows_what_it_should(client, asked, has, lacks):
    page = tight(client.get("/find", asked).content)
    assert [each for each in has if not re.search(each, page)] == []
    assert [each for each in lacks if re.search(each, page)] == []


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

    def test_japanese(self, client):
        page = client.get("/find", {"q": "ぎるど"}, headers={"accept-language": "ja"})
        assert "織物商<mark>ギルド</mark>" in page.content.decode()


class TestAnswers:
    def test_a_question_gets_its_sentence(self, client):
        page = client.get(
            "/find", {"q": "同点のときはどうなる？", "game": "keyflower"}, headers=HITS
        )
        shown = page.content.decode()
        assert "<mark>タイブレークはなく同順位。</mark>" in shown
        assert shown.index('class="answer"') < shown.index('class="hits"')

    @pytest.mark.parametrize(
        ("query", "game", "language", "word"),
        [
            ("Can I own the same winter tile twice?", "keyflower", "en", "No."),
            ("may I redraw", "map_masters", "en", "Yes."),
            ("同じ冬タイルを2枚持てる？", "keyflower", "ja", "いいえ。"),
            ("相手のダイスを変えていい？", "diploma", "ja", "はい。"),
            # Each is answered by a text that begins with the contrary, or with another's answer.
            ("is pen final", "map_masters", "en", ""),
            ("is it forbidden to touch other players' dice", "diploma", "en", ""),
            ("do I need to use a circle to score it", "map_masters", "en", ""),
            ("is using the rope optional", "map_masters", "en", ""),
            ("裏向きになった障壁はもう関係ない？", "diploma", "ja", ""),
            ("How many can play?", "keyflower", "en", ""),
        ],
    )
    def test_yes_or_no_comes_first_only_where_it_is_sure(self, client, query, game, language, word):
        page = client.get(
            "/find", {"q": query, "game": game}, headers=HITS | {"accept-language": language}
        )
        shown = page.content.decode()
        assert re.findall(r'class="answer__word">\s*(\S+)\s*<', shown) == ([word] if word else [])
        assert not re.search(r"<mark>(?:Yes|No)\b", shown) or not word

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

    def test_questions_that_may_follow_are_searches(self, client):
        page = client.get(
            "/find",
            {"q": "where can gold replace another resource?", "game": "keyflower"},
            headers=HITS,
        )
        assert re.search(
            r'class="answer".*?href="/find\?[^"]*game=keyflower', page.content.decode(), re.S
        )

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

    def test_an_entry_has_all_that_is_known(self, client):
        page = client.get("/keyflower/mercers_guild").content.decode()
        assert "<h1>Mercer&#x27;s Guild</h1>" in page
        assert '<p class="title__other" lang="ja">織物商ギルド</p>' in page
        assert "5 points for every set" in page
        assert "points for every full bundle" in page
        assert "road:bottom" in re.sub(r"<[^>]*>|\s", "", page)
        assert 'href="/keyflower/windmill"' in page
        assert "stated in the rules" in page
        assert '<link rel="canonical" href="http://testserver/keyflower/mercers_guild">' in page
        assert '<meta name="description" content="5 points for every set' in tight(page)

    def test_a_shared_link_has_a_picture_of_ours(self, client):
        page = tight(client.get("/keyflower/mercers_guild").content.decode())
        shown = "http://testserver/keyflower/mercers_guild.png"
        assert f'<meta property="og:image" content="{shown}">' in page
        assert '<meta property="og:title" content="Mercer&#x27;s Guild – Keyflower">' in page
        picture = client.get("/keyflower/mercers_guild.png")
        assert picture["content-type"] == "image/png"
        assert "public" in picture["cache-control"]
        width, height = struct.unpack(">II", picture.content[16:24])
        assert (width, height) == (link_preview_image.WIDTH, link_preview_image.HEIGHT)
        assert client.get("/keyflower/no_such.png").status_code == 404

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

    def test_rulings_come_with_the_entry_they_are_about(self, client):
        page = client.get("/keyflower/craftsmans_guild").content.decode()
        assert page.index('id="rulings"') < page.index("How much is a Craftsman")

    def test_an_open_ruling_names_who_uses_which_answer(self, client):
        page = client.get("/keyflower/boat_3b_leftover_gold").content.decode()
        text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))
        assert re.search(
            r"Every unused resource scores 1 .*?Rulebook Only real gold .*?Online edition", text
        )

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

    def test_names_in_texts_are_links(self, client):
        page = client.get("/keyflower/mercers_guild").content.decode()
        assert 'of 1 <a class="term" href="/keyflower/wood">wood</a>' in page
        in_japanese = client.get("/keyflower/mercers_guild", headers={"accept-language": "ja"})
        assert '<a class="term" href="/keyflower/wood">木</a>・' in in_japanese.content.decode()

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
