"""Whatever is sent to whatever address is answered, and never with a server error."""

from __future__ import annotations

import os
import random
import string

import pytest
from django.test import Client

from companion.models import Table, WrongCode
from scoring import games

pytestmark = pytest.mark.django_db

REQUESTS = int(os.environ.get("COMPANION_HOSTILE", "400"))
NASTY = [
    "", "\x00", "🎲" * 40, "a" * 10_000, "%00", "../../etc/passwd", "<script>", "'\"", "{{7*7}}",
    "-1", "9" * 400, "1e309", "NaN", "null", "[]", "{}", '{"seats": {}}', "\ud7ff", "‮", "ﾊﾝｶｸ",
    "(((((", "*?+[", 'game:"', "cost<=", "vp>=x", "kind:", "-", '"', "p1", "p1/resources/wood",
    "rulings/preset", "online", "result", "add", "remove", "3+6+2", "３", "true", "after",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.postgres
def test_no_request_breaks_the_server() -> None:
    rng = random.Random(6)
    phones = [Client(raise_request_exception=False) for _ in range(3)]
    places = ["/", "/about", "/find", "/language", "/scheme", "/join/", "/nothing", "/api/v1/x"]
    for slug, box in games().items():
        places += [f"/{slug}/", f"/{slug}/rules", f"/score/{slug}/", f"/open/{slug}/"]
        if box.stage == "draft":
            continue
        places.append(phones[0].post(f"/score/{slug}/", {"players": "2"})["Location"])
        sheet = phones[0].post(f"/score/{slug}/", {"players": "1"})["Location"]
        places.append(phones[0].post(sheet, {"go": "result"})["Location"])
    phones[0].post("/open/keyflower/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = f"/table/{Table.objects.get(pad=False).key}/"
    places += [table, table + "sheet/p1/", table + "log/", table + "invite/", table + "finish"]
    places += [table + "log/1/undo", table + "sheet/p9/", table + "reveal"]

    def word() -> str:
        if rng.random() < 0.7:
            return rng.choice(NASTY)
        return "".join(rng.choices(string.printable, k=rng.randint(1, 30)))

    for n in range(REQUESTS):
        if n % 50 == 0:
            WrongCode.objects.all().delete()  # or codes would only ever be told to wait
        phone, place = rng.choice(phones), rng.choice(places)
        if rng.random() < 0.1:
            place += rng.choice(["x", "/", "//", "%F0%9F%8E%B2", "?q=%FF", "?v=1", "?page=-1"])
        headers = {}
        if rng.random() < 0.4:
            headers = {"HX-Request": "true", "HX-Trigger-Name": word().encode().hex()[:20]}
            if rng.random() < 0.6:
                headers["HX-Trigger-Name"] = rng.choice(
                    ["p1/name", "p1/resources/wood", "rulings/preset", "table/x", "p1/winter/a"]
                )
        if rng.random() < 0.2:
            headers["Accept-Language"] = rng.choice(["ja", "en", "xx", "*;q=9", "ja" * 200])
        data = {word()[:200] or "q": word() for _ in range(rng.randint(0, 4))}
        data |= {key: word() for key in ("q", "code", "next", "sheet") if rng.random() < 0.3}
        if rng.random() < 0.5:
            response = phone.get(place, data, headers=headers)
        elif rng.random() < 0.9:
            response = phone.post(place, data, headers=headers)
        else:
            response = phone.generic(rng.choice(["PUT", "DELETE", "PATCH", "HEAD"]), place)
        assert response.status_code < 500, (place, data, headers)
