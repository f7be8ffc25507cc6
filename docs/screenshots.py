"""Takes the pictures of the README from worked games: one command after the looks have changed.

`.venv/bin/python docs/screenshots.py`, with Chromium on the machine and Pillow in the environment
(only here; it writes few colours). A database of its own, so nothing that anybody keeps is touched.
"""

import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
HEAVIEST = 60 * 1024
COLOURS = (128, 64, 48, 32, 24)
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "reduce",
}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Requests are nobody's news here."""


@contextmanager
def served() -> Iterator[str]:
    """The app with an empty database, at the address that this yields."""
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {
            "COMPANION_VAR": var,
            "COMPANION_DEBUG": "1",
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        }
        import django

        django.setup()
        from django.contrib.staticfiles.handlers import StaticFilesHandler
        from django.core.management import call_command

        from companion.wsgi import application

        call_command("migrate", verbosity=0)
        server = make_server(
            "127.0.0.1", 0, StaticFilesHandler(application), Server, handler_class=Quiet
        )
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def worked(game: str, example: str) -> dict[str, Any]:
    """The cells of a worked game, by path."""
    import scoring

    found = scoring.game(game)
    return dict(found.sheet.cells(found.sheet.read(scoring.examples(game)[example].state)))


# ── what is shown ───────────────────────────────────────────────────────────────────────


def home(page: Page) -> None:
    page.goto("/")


def answer(page: Page) -> None:
    page.goto("/find?q=can I use the mirror with a shield?")


def sheet(page: Page) -> None:
    """The worked village, half entered by hand."""
    page.goto("/score/keyflower/")
    page.locator("button[name=players]").first.click()
    cells = worked("keyflower", "whole_village")
    for path in [path for path in cells if path.split("/")[1] in ("resources", "skills")]:
        page.fill(f'input[name="{path}"]', str(cells[path]))
        page.keyboard.press("Enter")
        page.wait_for_selector("body[data-sheet=saved]")
    page.evaluate("document.activeElement.blur()")


def result(page: Page) -> None:
    page.goto("/keyflower/examples/whole_village")


def table(page: Page) -> None:
    """Five players whose last round is over; their phones lie on the table."""
    from companion.models import Device, Table
    from companion.tables import ledger

    names = ("アキ", "ミカ", "タロウ", "ジュン", "ナオ")
    page.goto("/open/nidavellir/")
    page.fill("#p1-name", names[0])
    page.keyboard.press("Enter")
    page.wait_for_url("**/invite/")
    for name in names[1:]:
        page.fill("#name", name)
        page.keyboard.press("Enter")
        page.locator(".around").get_by_text(name).wait_for()
    found = Table.objects.latest("made")
    cells = [*worked("nidavellir", "five_players").items()]
    stages = ("age_1_round_2", "evaluation", "age_2_round_2", "count")
    for n, stage in enumerate(stages):
        now = dict(cells[n :: len(stages)]) | {"play/stage": stage}
        found.refresh_from_db()
        ledger.write(found.key, None, "p1", now, found.revision, f"worked {n}")
    for n in range(2, len(names) + 1):
        Device.objects.create(table=found, digest=f"phone {n}", role="player", seat=f"p{n}")
    page.goto(f"/table/{found.key}/")


def calculator(page: Page) -> None:
    page.goto("/dice_forge/calculators/odds/?sent=1&p1/times=4&p1/need/gold=6&p1/need/sun=1")


SHOTS: dict[str, tuple[Callable[[Page], None], str, str, str]] = {
    "home": (home, "body", "en", "light"),
    "answer": (answer, "body", "en", "light"),
    "sheet": (sheet, "body", "en", "light"),
    "result": (result, ".line:nth-last-child(4)", "en", "light"),
    "table": (table, "body", "ja", "dark"),
    "calculator": (calculator, "#answer .pad", "en", "dark"),
}
"""What is shown, which part of the page comes to the top, in which language and scheme."""


# ── taking and keeping ──────────────────────────────────────────────────────────────────


def shot(
    browser: Browser, address: str, show: Callable[[Page], None], top: str, **phone: str
) -> bytes:
    context = browser.new_context(base_url=address, **PHONE, **phone)  # type: ignore[arg-type]
    context.set_default_timeout(10_000)
    page = context.new_page()
    show(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.locator(top).first.evaluate(
        "part => scrollTo(0, part.getBoundingClientRect().top + scrollY - 16)"
    )
    page.wait_for_timeout(300)
    taken = page.screenshot()
    context.close()
    return taken


def light(taken: bytes) -> bytes:
    """The same picture in the colours that it has most of, as many as weigh ``HEAVIEST``.

    Paper stays exactly the colour of paper, which an averaged palette would tint.
    """
    full = Image.open(io.BytesIO(taken)).convert("RGB")
    found = full.getcolors(full.width * full.height) or []
    often = [colour for _, colour in sorted(found, reverse=True)]
    for colours in COLOURS:
        palette = Image.new("P", (1, 1))
        palette.putpalette([part for colour in often[:colours] for part in colour])
        out = io.BytesIO()
        few = full.quantize(palette=palette, dither=Image.Dither.NONE)
        few.save(out, "PNG", optimize=True)
        if out.tell() <= HEAVIEST:
            return out.getvalue()
    raise SystemExit(f"{out.tell()} bytes even in {colours} colours")


def main() -> None:
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        raise SystemExit("This needs Chromium.")
    PICTURES.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or list(SHOTS)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in wanted:
            show, top, locale, scheme = SHOTS[name]
            taken = light(shot(browser, address, show, top, locale=locale, color_scheme=scheme))
            (PICTURES / f"{name}.png").write_bytes(taken)
            print(f"{name}.png: {len(taken) / 1024:.0f} KB")
        browser.close()


if __name__ == "__main__":
    main()
