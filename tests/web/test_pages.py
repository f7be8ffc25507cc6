"""Pages that anybody may read: what stands on each, and what does not.

Without the `db` fixture, any query to the database fails the test.
"""

import re

import pytest

from tests.page_text import tight
from tests.rows import rows, tables


@rows(__file__, "page")
def test_a_page_shows_what_it_should(client, row):
    headers = {"accept-language": row.get("language", "en")}
    for each in row.get("each", [row]):
        page = tight(client.get(row.get("at", "/find"), each.get("asked"), headers=headers).content)
        words = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))
        assert [has for has in row.get("has", []) if not re.search(has, page)] == []
        assert [has for has in row.get("says", []) if not re.search(has, words)] == []
        assert [lacks for lacks in row.get("lacks", []) if re.search(lacks, page)] == []


@pytest.mark.django_db
def test_where_nothing_is_nothing_is_found(client):
    found = {path: client.get(path).status_code for path in tables(__file__)["absent"]}
    assert found == dict.fromkeys(found, 404)
