"""Every test here sees the toy game among the others."""

import pytest

from tests.contract.toy_game import on_the_shelf


@pytest.fixture(scope="module", autouse=True)
def _toy():
    with on_the_shelf():
        yield
