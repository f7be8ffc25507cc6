"""The app on a home screen: a name in either language, and pictures that are there."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "short"), [("en", "Companion"), ("ja", "コンパニオン")])
def test_a_page_names_the_manifest_of_its_language(client, language, short):
    page = client.get("/", headers={"accept-language": language}).content.decode()
    found = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    # Browsers fetch it without cookies, and whatever language the request prefers.
    manifest = Client().get(found[1], headers={"accept-language": "de"}).json()
    assert (manifest["lang"], manifest["short_name"]) == (language, short)
    assert Client().get(manifest["start_url"]).status_code == 200


def test_every_picture_is_there_in_its_size(client):
    icons = client.get("/manifest/en.webmanifest").json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(found, str), icon
        content = Path(found).read_bytes()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"


def test_it_may_be_kept_for_a_while_and_the_policy_lets_it_in(client):
    kept = client.get("/manifest/ja.webmanifest")
    assert "max-age=86400" in kept["Cache-Control"]
    assert "cookie" not in kept.get("Vary", "").lower()
    assert kept["Content-Type"].startswith("application/manifest+json")
    assert "manifest-src 'self'" in client.get("/")["Content-Security-Policy"]


def test_an_iphone_finds_its_picture(client):
    name = client.get("/apple-touch-icon.png")["Location"].removeprefix("/static/")
    found = finders.find(name)
    assert isinstance(found, str)
    assert Path(found).read_bytes().startswith(b"\x89PNG")


def test_the_worker_asks_for_no_preload(client):
    """Firefox shows its own page where a preload finds no network, whatever the worker answers."""
    script = client.get("/worker.js").content.decode()
    assert "preloadResponse" not in script
    assert "navigationPreload?.disable()" in script
