"""A game that is one folder more is listed, drawn, looked up, told and printed."""

import pytest

from tests.contract.toy_game import on_the_shelf
from tests.page_text import tight


@pytest.mark.django_db
@pytest.mark.slow
def test_every_page_to_read_has_the_new_game(client):
    with on_the_shelf():
        for path, said in (
            ("/", "Toy Orchard"),
            ("/toy/", '<svg class="drawn'),
            ("/find?q=pie+basket", "/toy/pie_basket"),
            ("/toy/pie-basket", "<h1>Pie basket"),
            ("/toy/how", "Eat."),
            ("/toy/print", "Gift basket"),
        ):
            assert said in tight(client.get(path).content), path
