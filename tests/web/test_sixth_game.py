"""A game that is one folder more is listed, drawn, looked up, printed, scored and played."""

import pytest

from companion.tables.saved_results import keep_result
from scoring import game
from tests.contract.toy_game import on_the_shelf
from tests.finished_sheets import whole
from tests.page_posts import table_at
from tests.page_text import tight
from tests.web.test_phases_and_timers import play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _toy():
    with on_the_shelf():
        yield


def says(client, *pages):
    for path, said in pages:
        assert said in tight(client.get(path, follow=True).content), path


@pytest.mark.slow
def test_every_page_to_read_has_the_new_game(client):
    says(
        client,
        ("/", "Toy Orchard"),
        ("/toy/", '<svg class="drawn'),
        ("/find?q=pie+basket", "/toy/pie_basket"),
        ("/toy/pie-basket", "<h1>Pie basket"),
        ("/toy/how", "Eat."),
        ("/toy/print", "Gift basket"),
    )


def test_it_is_scored_with_a_proof(client):
    held = {"fruit": {"apple": 3, "pear": 2}, "baskets": {"gift_basket": True}}
    result = keep_result(game("toy"), whole(game("toy"), {"seats": {"p1": held}}))
    at = f"/result/{result.key}/"
    says(client, (at, "2 bundles × 4"), (at, "Best: all ways checked"))


def test_it_is_played_at_a_table(client):
    names = {"p1/name": "Ann", "p2/name": "Ben", "table/festival": "1"}
    at = client.post("/open/toy/", names)["Location"].removesuffix("invite/")
    says(client, (f"{at}invite/", "Ben"), (at, "Spring"))
    assert play(client, table_at(at), stage="feast") == 302
    says(
        client,
        (at, "Eat."),
        (f"{at}calculators/scale/", "0 coins in all."),
        (f"{at}ask/p1/final/", "Best baskets"),
    )
