"""Pages of proofs: the seal, the certificate's file, and what it says in words."""

import re

import pytest

from companion.tables.models import Result
from scoring import check, examples, game

EXAMPLE = "/keyflower/examples/whole_village"


def test_the_file_proves_the_total_of_the_page(client):
    response = client.get(f"{EXAMPLE}/p1/proof.json")
    assert check.check(response.json()) == 153
    assert "keyflower-p1-proof.json" in response["Content-Disposition"]


def test_the_parts_of_a_proof_add_up(client):
    page = client.get(f"{EXAMPLE}/p1/proof").text
    assert sum(map(int, re.findall(r"<b>(\d+)</b>", page))) == 153


@pytest.mark.django_db
def test_a_saved_result_has_the_proof_too(client):
    state = game("keyflower").sheet.read(examples("keyflower")["whole_village"].state)
    Result.objects.create(key="kept", game="keyflower", state=state)
    result = "/result/kept/"
    assert check.check(client.get(f"{result}p1/proof.json").json()) == 153
    assert f'data-proof="{result}p1/proof.json"' in client.get(result).text
    assert "Each wood is given to one place" in client.get(f"{result}p1/proof").text
