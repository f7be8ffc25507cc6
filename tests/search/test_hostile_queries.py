"""No query breaks the look-up; `tests/bench/test_search_bench.py` tries ten thousand, timed."""

import pytest

from companion import search
from tests.search.hostile_queries import queries


@pytest.mark.parametrize("game", ["", "keyflower"])
def test_any_query_is_answered(game: str) -> None:
    for query in queries(150, seed=len(game)):
        found = search.find(query, game)
        search.answer(found)
        assert len(found.hits) <= search.MOST
        assert found.total >= len(found.hits)
