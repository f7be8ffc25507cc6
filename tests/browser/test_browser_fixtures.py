"""The tools of this folder work: a phone opens a page, in either language."""

import pytest


@pytest.mark.parametrize(
    "phone",
    [{"locale": "en"}, {"locale": "ja", "color_scheme": "dark"}],
    indirect=True,
    ids=["en", "ja dark"],
)
def test_an_unknown_address_says_so_and_fits_the_screen(page):
    response = page.goto("/no-such-page/")
    assert response.status == 404
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
