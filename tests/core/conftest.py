"""The toy game serves as the example of a game; it is small and has everything."""

import pytest

from tests.contract.toy_game import on_the_shelf


@pytest.fixture(scope="session")
def toy():
    from scoring import game

    with on_the_shelf():
        yield game("toy")
