"""Four phones and a screen count up to the same beat, one of them over a slow network.

`COMPANION_REVEALS` is how many reveals are measured; `-s` prints each one's widest step. One alone
has to show the same steps everywhere; how far apart they are is asked of several, if it is quiet.
"""

import os

import pytest
from playwright.sync_api import expect

from companion.tables import score_reveal
from tests.browser.scripts import script
from tests.browser.test_scoreboard import Evening

REVEALS = int(os.environ.get("COMPANION_REVEALS", "1"))
APART = 300
"""Milliseconds between the first phone that shows a step and the last."""
SLOW = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
STEPS = script("reveal_in_step.steps")


@pytest.fixture
def party(another, live_server):
    """Four phones at a table, one of them over a slow network, and a screen."""
    found = Evening(another, live_server, ("Aki", "ミカ", "Ben", "Chiyo"), screen=True)
    for n in range(1, 5):
        found.village(f"p{n}", **{"resources/gold": n})
    found.phones = []
    for who in found.secrets:
        page = found.phone(who, reduced_motion="no-preference")
        if who == "ben":
            page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
        page.add_init_script(f"({STEPS})()")
        page.goto(f"{found.at}screen/" if who == "screen" else found.at)
        found.phones.append(page)
    return found


def spreads(phones):
    """Each step, by how many milliseconds the phones were apart there."""
    told = [page.evaluate("window.steps") for page in phones]
    names = [[name for name, _ in each] for each in told]
    assert all(each == names[0] for each in names), names
    moments = zip(*([when for _, when in each] for each in told), strict=True)
    return {name: max(each) - min(each) for name, each in zip(names[0], moments, strict=True)}


def test_four_phones_and_a_screen_show_each_step_together(party, monkeypatch):
    monkeypatch.setattr(score_reveal, "PART", 700)
    widest = []
    for n in range(REVEALS):
        if n:
            party.end("reopen")
            for page in party.phones:
                expect(page.locator("[data-reveal]")).to_have_count(0)
                page.evaluate("window.steps.length = 0")
        party.end("finish")
        if n % 2:
            party.phones[0].locator(".count__part", has_not_text="…").wait_for(state="visible")
            party.phones[0].locator(".hurry button").tap()
        for page in party.phones:
            page.locator("[data-shown=landed]").wait_for()
        found = spreads(party.phones)
        del found["And the winner is …"]  # each as it hears of the end
        assert len(found) >= 4, found
        widest.append(max(found.values()))
        print(n, found)
    print("widest", max(widest), "of", sorted(widest))
    assert REVEALS == 1 or max(widest) <= APART
