"""The checker of proofs in a browser: on a result, for a file, and against the one in Python."""

import json
import random
from typing import Any

from playwright.sync_api import expect

from scoring import check
from tests.core.random_certificates import certificates, spoilt

EXAMPLE = "/keyflower/examples/whole_village"
VERDICTS = """async ([address, files]) => {
    const { check } = await import(address);
    return files.map(file => { try { return check(file).points; } catch { return null; } });
}"""


def verdict(file: Any) -> int | None:
    try:
        return check.check(file)
    except check.Refused:
        return None


def test_a_proof_is_checked_on_the_phone(page):
    page.goto(EXAMPLE)
    page.locator(".seal > summary").tap()
    page.locator("[data-proof]").tap()
    expect(page.locator("#checked-p1")).to_contain_text("no way gives more than 153 points")
    page.locator(".seal a").tap()
    expect(page.locator("main")).to_contain_text("Each wood is given to one place at most")
    page.locator("[data-proof]").tap()
    expect(page.locator("#checked-proof")).to_contain_text("153")


def test_another_total_is_not_proven(page):
    page.goto(EXAMPLE)
    page.locator(".seal > summary").tap()
    page.evaluate("document.querySelector('[data-proof]').dataset.total = '154'")
    page.locator("[data-proof]").tap()
    expect(page.locator("#checked-p1")).to_have_text("This does not prove it.")


def test_a_file_is_checked(page, tmp_path):
    made, points = next(certificates(seed=11, number=1))
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(made))
    bad.write_text(json.dumps(made | {"points": points - 1}))
    page.goto("/proof")
    page.set_input_files("[data-proof-file]", good)
    expect(page.locator("#checked")).to_contain_text(f"no way gives more than {points} points")
    page.set_input_files("[data-proof-file]", bad)
    expect(page.locator("#checked")).to_contain_text("This does not prove it")


def test_both_checkers_say_the_same_of_whole_and_spoilt_files(page):
    draw = random.Random(7)
    whole = [made for made, _ in certificates(seed=8, number=60)]
    files = [*whole, *(spoilt(draw, draw.choice(whole)) for _ in range(600))]
    page.goto("/proof")
    address = page.locator('script[src*="check_proof"]').get_attribute("src")
    found = page.evaluate(VERDICTS, [address, files])
    assert found == [verdict(file) for file in files]
    assert None in found
