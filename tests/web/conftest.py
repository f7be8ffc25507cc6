"""A table of Aki and Mika: the phone that opened it, and Mika's; on it, a game that is over."""

import pytest
from django.test import Client

from scoring import evaluation, game, games
from scoring.solving.cache import Cache
from tests.web.test_access_rights import Round
from tests.web.test_history import ended
from tests.web.test_tables import joined, opened


@pytest.fixture
def nothing_remembered(monkeypatch):
    """Nobody's answer is known yet."""
    monkeypatch.setattr(evaluation, "_results", Cache(32))
    for slug in games():
        monkeypatch.setitem(vars(game(slug)), "_remembered", Cache(8))


@pytest.fixture
def phone():
    return Client()


@pytest.fixture
def _opened(db):
    return opened()


@pytest.fixture
def host(_opened):
    return _opened[0]


@pytest.fixture
def table(_opened):
    return _opened[1]


@pytest.fixture
def guest(table):
    return joined(table, "p2")


@pytest.fixture
def over(host, guest, table):
    ended(host, guest, table)


@pytest.fixture
def round(db):
    return Round()
