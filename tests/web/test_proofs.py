"""Pages of proofs: the seal, the certificate's file, and what it says in words."""

import re

import pytest

from companion.tables.models import Result
from scoring import check, examples, game

EXAMPLE = "/keyflower/examples/whole_village"


def test_a_certified_plan_leads_to_its_proof(client):
    page = client.get(EXAMPLE).text
    assert "Proven best" in page
    assert f'data-proof="{EXAMPLE}/p1/proof.json"' in page
    assert 'data-total="153"' in page
    assert f'href="{EXAMPLE}/p1/proof"' in page


def test_the_file_proves_the_total_of_the_page(client):
    response = client.get(f"{EXAMPLE}/p1/proof.json")
    assert check.check(response.json()) == 153
    assert "keyflower-p1-proof.json" in response["Content-Disposition"]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "en",
            [
                "No way of deciding gives Aki more than 153 points",
                "Each wood is given to one place",
            ],
        ),
        ("ja", ["153点より多くなりません", "木1個を割り当てられるのは1か所だけ"]),
    ],
)
def test_the_proof_in_words(client, language, says):
    page = client.get(f"{EXAMPLE}/p1/proof", headers={"Accept-Language": language}).text
    for words in says:
        assert words in page
    assert sum(map(int, re.findall(r"<b>(\d+)</b>", page))) == 153
    assert "craftsmans_guild_points" in page  # a ruling on which it rests


@pytest.mark.django_db
def test_a_saved_result_has_the_proof_too(client):
    state = game("keyflower").sheet.read(examples("keyflower")["whole_village"].state)
    Result.objects.create(key="kept", game="keyflower", state=state)
    result = "/result/kept/"
    assert check.check(client.get(f"{result}p1/proof.json").json()) == 153
    assert f'data-proof="{result}p1/proof.json"' in client.get(result).text
    assert "Each wood is given to one place" in client.get(f"{result}p1/proof").text


@pytest.mark.parametrize(
    "address",
    [
        "/nidavellir/examples/classes/p1/proof",  # nothing was to be decided
        "/nidavellir/examples/classes/p1/proof.json",
        f"{EXAMPLE}/p9/proof",
        "/keyflower/examples/none/p1/proof",
        "/result/none/p1/proof",
        "/result/none/p1/proof.json",
    ],
)
@pytest.mark.django_db
def test_there_is_none(client, address):
    assert client.get(address).status_code == 404


def test_any_file_can_be_checked(client):
    page = client.get("/proof").text
    assert "data-proof-file" in page
    assert "check_proof" in page
