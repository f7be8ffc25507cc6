"""The end of a game on several phones: they count up together, and the picture is shared."""

import struct
from pathlib import Path

import pytest
from django.utils.formats import date_format
from playwright.sync_api import expect

from companion.models import Table
from companion.tables import ledger, score_reveal
from scoring import game as find_game
from tests.browser.finish_game import finish
from tests.browser.test_scoreboard import SMALL, evening, wide

__all__ = ["evening"]

MOVING = {"reduced_motion": "no-preference"}


@pytest.fixture
def played(evening):
    """The evening with something on Mika's sheet too."""
    sheet = find_game(evening.table.game).sheet
    none = {
        p: v for p, v in sheet.rest_none(evening.table.state).items() if p[:3] in ("p1/", "p2/")
    }
    cells = none | {"p2/resources/gold": 9}
    ledger.write(evening.table.key, None, "p2", cells, evening.revision, "gold")
    return evening


def end(host):
    finish(host)


@pytest.mark.smoke
def test_all_phones_count_up_and_then_the_podium_lands(played, axe, monkeypatch):
    monkeypatch.setattr(score_reveal, "PART", 400)
    host, mika = played.phone("host", **MOVING), played.phone("mika", **(SMALL | MOVING))
    end(host)
    for page in (host, mika):
        page.locator(".count").wait_for(state="visible")
        expect(page.locator(".podium")).to_be_hidden()
        expect(page.locator(".rank__points").first).to_be_hidden()
    for page in (host, mika):
        page.locator("[data-reveal][data-shown=landed]").wait_for()
        expect(page.locator(".count")).to_be_hidden()
        expect(page.locator(".podium__name").first).to_have_text("Aki")
        expect(page.locator(".rank__points").first).to_be_visible()
        assert not wide(page)
    assert host.locator("#end").inner_text() in host.locator("[data-announcement]").inner_text()
    totals = [page.locator(".podium__points").first.inner_text() for page in (host, mika)]
    assert totals[0] == totals[1] == host.locator(".count__sum").first.inner_text()
    for page in (host, mika):
        page.wait_for_function(
            "() => !document.getAnimations().some(a => a.playState === 'running')"
        )
        assert axe(page) == ""
    # what a moment shows is said by the time since the end alone
    known = host.evaluate(
        """async () => {
            const { draw } = await import("/static/js/score_reveal.js");
            const box = document.querySelector("[data-reveal]");
            const { openingMs, each } = box.dataset;
            const points = box.querySelector("[data-points]").dataset.points.split(" ").map(Number);
            const shown = [];
            for (const n of points.keys()) {
                draw(box, Number(openingMs) + n * Number(each));
                shown.push(Number(box.querySelector(".count__sum").textContent));
            }
            return [points, shown];
        }"""
    )
    points, shown = known
    assert shown == [sum(points[:n]) for n in range(len(points))]


def test_a_phone_that_comes_late_or_whose_clock_is_wrong_joins_in_the_middle(played):
    host = played.phone("host", **MOVING)
    end(host)
    host.locator(".count__part", has_not_text="…").wait_for(state="visible")
    late = played.phone("mika", **MOVING)
    late.add_init_script(
        """
        const right = Date.now;
        Date.now = () => right() - 3_600_000;
        const value = performance.timeOrigin - 3_600_000;
        Object.defineProperty(performance, "timeOrigin", { value });
        """
    )
    late.reload()
    expect(late.locator(".count__part")).not_to_contain_text("…")
    assert late.locator(".count").is_visible()
    for page in (host, late):
        page.locator("[data-reveal][data-shown=landed]").wait_for()


def test_a_correction_and_its_undo_leave_the_podium_in_sight(played):
    """Both draw the end anew on the other phone; nothing is counted once more."""
    host, mika = played.phone("host", **MOVING), played.phone("mika")
    points = host.locator(".podium__points").last
    end(host)
    host.locator("[data-reveal][data-shown=landed]").wait_for()
    expect(points).to_have_text("9")
    mika.goto(f"{played.at}sheet/p2/?correct=1")
    mika.fill('input[name="p2/resources/gold"]', "8")
    mika.keyboard.press("Enter")
    expect(points).to_have_text("8")
    mika.keyboard.press("Escape")
    mika.locator("#undo").tap()
    expect(points).to_have_text("9")
    expect(points).to_be_visible()
    expect(host.locator(".count")).to_be_hidden()


def test_hurried_the_rest_goes_quicker_from_one_moment_on(played):
    host, mika = played.phone("host", **MOVING), played.phone("mika", **MOVING)
    end(host)
    for page in (host, mika):
        page.locator(".count").wait_for(state="visible")
    expect(mika.locator(".hurry")).to_have_count(0)
    host.locator(".hurry button").tap()
    expect(host.locator(".hurry button")).to_be_disabled()
    hurried = {page.locator("[data-hurried]").get_attribute("data-hurried") for page in (host,)}
    expect(mika.locator("[data-hurried]")).to_have_attribute("data-hurried", hurried.pop())
    shown = host.evaluate(
        """async () => {
            const { elapsed } = await import("/static/js/score_reveal.js");
            const times = { ended: 1000, hurried: 5000, speed: 6 };
            return [900, 4000, 5000, 5500].map(moment => elapsed(times, moment));
        }"""
    )
    assert shown == [-100, 3000, 4000, 7000]


def test_whoever_had_scrolled_sees_the_podium_too(played):
    host, mika = played.phone("host"), played.phone("mika", **MOVING)
    mika.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert mika.evaluate("scrollY") > 100
    end(host)
    mika.locator("[data-reveal]").wait_for()
    mika.wait_for_function("scrollY === 0")
    mika.locator("[data-reveal][data-shown=landed]").wait_for()
    # the day that the script fills in is written as on all other pages
    day = date_format(Table.objects.get().finished, "DATE_FORMAT")
    assert mika.locator("[data-day]").inner_text() == day


def test_who_prefers_less_motion_sees_the_podium_at_once(played):
    host, mika = played.phone("host"), played.phone("mika")
    end(host)
    for page in (host, mika):
        page.locator("[data-reveal][data-shown]").wait_for()
        expect(page.locator(".count")).to_be_hidden()
        expect(page.locator(".podium__name").first).to_have_text("Aki")


def test_without_script_the_podium_is_there_and_the_picture_is_a_drawing(played):
    host = played.phone("host", java_script_enabled=False)
    end(host)
    expect(host.locator(".podium__name").first).to_be_visible()
    expect(host.locator("[data-picture]")).to_be_hidden()
    with host.expect_download() as download:
        host.locator("a[download$='.svg']").tap()
    drawn = Path(download.value.path()).read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "Aki" in drawn


@pytest.mark.parametrize(
    ("name", "more"),
    [("localhost", {}), ("companion.test", SMALL)],
    ids=["en", "ja-plain-http"],
)
def test_the_picture_is_a_png_with_names_and_sections(played, settings, name, more):
    settings.HOSTS = ["*"]
    host = played.phone("host", played.url.replace("localhost", name), **more)
    end(host)
    with host.expect_download() as download:
        host.locator("[data-picture]").tap()
    file = download.value
    assert file.suggested_filename.startswith("keyflower-20")
    picture = Path(file.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) <= 250_000
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1080
    assert 900 < height < 2000
    # what is drawn: paper, the winner's red, ink for letters
    colours = host.evaluate(
        """async () => {
            const image = new Image();
            image.src = document.querySelector("[data-picture]").dataset.picture;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            const seen = new Set();
            for (let n = 0; n < data.length; n += 4) seen.add(data.slice(n, n + 3).join());
            return ["248,243,231", "184,50,42", "42,37,29"].filter(each => seen.has(each)).length;
        }"""
    )
    assert colours == 3
    expect(host.locator("[data-picture] span")).to_have_text(
        "ダウンロードに保存しました" if more else "Saved with your downloads"
    )


def test_a_phone_with_a_sheet_of_its_own_shares_the_picture_as_a_file(played):
    host = played.phone("host")
    end(host)
    host.evaluate(
        """() => {
            navigator.canShare = data => data.files.length === 1;
            navigator.share = async data => { window.sent = [data.files[0].type, data.text]; };
        }"""
    )
    host.locator("[data-picture]").tap()
    host.wait_for_function("() => window.sent")
    assert host.evaluate("window.sent") == ["image/png", host.locator("#end").inner_text()]
