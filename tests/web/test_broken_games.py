"""A broken folder takes nothing away but itself: it is named, and the others are served."""

import importlib
import shutil
import sys

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import RequestFactory

from companion.checks import games as check
from companion.http.views.errors import GuardMiddleware
from scoring import BrokenGame, broken, games_by_slug, registry
from scoring import game as find_game
from tests.contract.toy_game import GAMES, SHELF


@pytest.fixture
def lame(tmp_path, monkeypatch):
    """A shelf with the toy, and beside it one whose code does not load and one without a lid."""
    for slug in ("toy", "lame", "shut"):
        shutil.copytree(SHELF / "toy", tmp_path / slug)
        lid = tmp_path / slug / "data" / "game.toml"
        lid.write_text(lid.read_text("utf-8").replace('"toy"', f'"{slug}"'), "utf-8")
    (tmp_path / "lame" / "score.py").write_text("def score(:\n", "utf-8")
    (tmp_path / "shut" / "data" / "game.toml").write_text("slug = 3\n", "utf-8")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(GAMES, "__path__", [str(tmp_path)])
    _forget()
    yield
    _forget()


def _forget():
    importlib.invalidate_caches()
    for slug in ("toy", "lame", "shut"):
        registry.forget(slug)


def test_the_shelf_has_the_good_and_names_the_broken(lame):
    assert list(games_by_slug()) == ["toy"]
    said = {error.slug: error.reason for error in broken().values()}
    assert said["lame"] == "score.py:1: SyntaxError: invalid syntax"
    assert said["shut"] == "game.toml: slug should be words in quotes, not 3"


def test_the_system_check_warns_of_each(lame):
    found = {message.msg.partition(":")[0]: message for message in check()}
    assert set(found) == {"lame", "shut"}
    assert "score.py:1" in found["lame"].msg
    assert "check_game lame" in found["lame"].hint
    assert not any(message.is_serious() for message in found.values())


def test_a_server_starts_beside_a_broken_game_and_a_strict_check_fails(lame):
    call_command("check", tags=["games"])
    with pytest.raises(SystemCheckError, match=r"score\.py:1"):
        call_command("check", tags=["games"], fail_level="WARNING")


def test_any_page_about_a_broken_game_says_so(lame):
    request = RequestFactory().get("/lame/")
    middleware = GuardMiddleware(lambda _: None)
    with pytest.raises(BrokenGame) as caught:
        find_game("lame")
    response = middleware.process_exception(request, caught.value)
    assert response.status_code == 503
    assert "score.py:1" in response.content.decode()
    assert middleware.process_exception(request, ValueError()) is None


def test_the_start_page_names_it_and_shows_the_others(lame, client, db):
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert "Toy Orchard" in page
    assert "score.py:1: SyntaxError" in page
