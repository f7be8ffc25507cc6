"""The answer to every tap of a whole sheet, timed in a process of its own.

    COMPANION_VAR=/tmp/cells python -m tests.bench.time_of_each_tap keyflower table

Django's test runner patches templates, settings and static files; a request then takes half as long
again as it does on a server. Every cell of a game's largest worked example is posted the way htmx
does, in the order of the sheet, on a blank pad or at a blank live table: each answer is scored
anew, written to the database and rendered, with nothing remembered of an earlier run. One line of
JSON comes out: processor time and wall time of each answer, in milliseconds.
"""

import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlencode

from scoring import examples, game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.solving.cache import Cache

FORM = "application/x-www-form-urlencoded"
HTMX = {"HX-Request": "true"}
ROUNDS = 3
"""The first one warms what any server has met within a minute."""


def example(slug: str) -> State:
    """The worked example of the most cells."""
    sheet = game(slug).sheet
    states = [sheet.known_part(dict(each.state)) for each in examples(slug).values()]
    return max(states, key=lambda state: len(sheet.cells(state)))


def posts(slug: str) -> list[tuple[str, str]]:
    """Each of its cells as the input is sent: the table's first, then seat by seat."""
    state = example(slug)
    return [
        (path, "1" if value is True else str(value))
        for path, value in game(slug).sheet.cells(state).items()
        if CellPath(path).holder in ("table", *state["seats"]) and not path.endswith("/name")
    ]


def forget() -> None:
    """Whatever was kept by what was asked: see ``Cache``."""
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, Cache):
            each._values.clear()
    gc.freeze()


def answers(slug: str, where: str) -> Iterator[tuple[float, float]]:
    from django.test import Client

    from companion.models import Table

    sent, seats = posts(slug), list(example(slug)["seats"])
    number = max(2, len(seats))
    for round_ in range(ROUNDS):
        forget()
        Table.objects.all().delete()
        client = Client(SERVER_NAME="localhost")
        if where == "pad":
            made = client.post(f"/score/{slug}/", {"players": str(number)})
            at = made["Location"].removesuffix("p1/") + "{seat}/"
        else:
            names = {f"p{n}/name": f"P{n}" for n in range(1, number + 1)}
            client.post(f"/open/{slug}/", names)
            at = f"/table/{Table.objects.get().key}/sheet/{{seat}}/"
        base = "0"
        for n, (path, value) in enumerate(sent):
            holder = path.partition("/")[0]
            address = at.format(seat=holder if holder in seats else seats[0])
            body = urlencode({path: value, "base": base, "form": f"key-{round_}-{n}"})
            headers = HTMX | {"HX-Trigger-Name": path}
            began, wall = time.process_time(), time.perf_counter()
            answer = client.post(address, body, content_type=FORM, headers=headers)
            took = time.process_time() - began, time.perf_counter() - wall
            if answer.status_code != 200:
                raise SystemExit(f"{path} = {value}: {answer.status_code}")
            page = answer.content.decode()
            if 'name="base"' in page:
                base = page.partition('name="base"')[2].partition('value="')[2].partition('"')[0]
            if round_ == ROUNDS - 1:
                yield 1000 * took[0], 1000 * took[1]


def main(slug: str, where: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from companion import preload

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    preload.load_all()  # as a server does: all is read before anybody asks, and is never garbage
    gc.collect()
    gc.freeze()
    times, walls = zip(*answers(slug, where), strict=True)
    print(json.dumps({"times": times, "walls": walls, "seats": len(example(slug)["seats"])}))


if __name__ == "__main__":
    main(*sys.argv[1:])
