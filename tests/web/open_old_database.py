"""Opens everything that an old database holds, the way its phones would, and tells what came.

Runs in a process of its own, ``python -m tests.web.open_old_database LIST``, on the database that
the environment names; LIST says whose cookies there are and which addresses they know.
"""

import csv
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client

LANGUAGES = {"guest": "ja", "watcher": "ja"}


def phone(who: str, cookies: dict[str, str]) -> Client:
    """A phone as it was left: what it held then, and a language of its own."""
    client = Client(raise_request_exception=False)
    for name, value in (cookies | {"django_language": LANGUAGES.get(who, "en")}).items():
        client.cookies[name] = value
    return client


def stored(kind: str) -> dict[str, Any]:
    """The states that are kept, wherever the model of that name lives today; pads are tables."""
    name = {"Pad": "Table"}.get(kind, kind)
    model = next(each for each in apps.get_models() if each.__name__ == name)
    return dict(model._default_manager.values_list("pk", "state"))


def scored(client: Client, game: str, state: dict[str, Any]) -> dict[str, Any]:
    """Every seat's total and rows, and the places, as the interface reports them."""
    answer = client.post(f"/api/v1/score/{game}", json.dumps(state), "application/json")
    assert answer.status_code == 200, (game, answer.content[:500])
    report = answer.json()
    return {
        "seats": {
            seat: {
                "total": each["total"],
                "range": each["range"],
                "entered": each["entered"],
                "lines": [[line["id"], line["points"], line["status"]] for line in each["lines"]],
                "open": {line["id"]: line["bounds"] for line in each["lines"]},
            }
            for seat, each in report["seats"].items()
        },
        "places": [[each["seat"], each["place"]] for each in report["ranking"]],
    }


def played(client: Client, history: str) -> list[list[str]]:
    """A history's games as they leave for a spreadsheet, without the words of its heading."""
    text = client.get(f"{history}export.csv").content.decode("utf-8-sig")
    return sorted(csv.reader(text.splitlines()[1:]))


def undoable(host: Client, table: str) -> list[int]:
    """The events that the log still counts: those that it offers to undo."""
    page = host.get(f"/table/{table}/log/").content.decode()
    found = re.findall(rf'action="/table/{table}/log/(\d+)/undo"', page)
    return sorted(map(int, found))


def there_and_back(host: Client, table: str) -> bool:
    """True if undoing the last event that counts and undoing that gives the same state."""
    before = stored("Table")[table]
    number = undoable(host, table)[-1]
    host.post(f"/table/{table}/log/{number}/undo", {"form": "visitor 1"})
    between = stored("Table")[table]
    host.post(f"/table/{table}/log/{undoable(host, table)[-1]}/undo", {"form": "visitor 2"})
    return bool(between != before and stored("Table")[table] == before)


def visit(known: dict[str, Any]) -> dict[str, Any]:
    """The report: statuses, what is kept, what it is worth, what the logs say, the exports."""
    phones = {who: phone(who, cookies) for who, cookies in known["phones"].items()}
    host = phones["host"]
    report: dict[str, Any] = {"visits": {}, "absent": [], "scores": {}}
    for who, paths in known["visits"].items():
        pages = {path: phones[who].get(path, follow=True) for path in paths}
        report["visits"][who] = {path: page.status_code for path, page in pages.items()}
        for path, words in known["words"].get(who, {}).items():
            page = pages[path].content.decode()
            report["absent"] += [[path, word] for word in words if word not in page]
    report["played"] = [played(phones[who], path) for who, path in known["histories"]]
    report["stored"] = {kind: stored(kind) for kind in ("Table", "Pad", "Result")}
    for kind, part in (("Table", "tables"), ("Pad", "pads"), ("Result", "results")):
        for key, about in known[part].items():
            state = report["stored"][kind][key]
            report["scores"][key] = scored(host, about["game"], state)
            address = f"/{part[:-1]}/{key}/"
            page = host.get(address).content.decode()
            names = [cells["name"] for cells in state["seats"].values() if "name" in cells]
            report["absent"] += [[address, name] for name in names if name not in page]
    report["counts"] = {key: undoable(host, key) for key in known["tables"]}
    report["there_and_back"] = {key: there_and_back(host, key) for key in known["tables"]}
    for key, about in known["tables"].items():
        if about["what"] == "screened":  # a screen that is up lets nothing out
            host.post(f"/table/{key}/finish")
    report["export"] = host.get("/history/export.json").json()
    return report


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    print(json.dumps(visit(json.loads(Path(sys.argv[1]).read_text("utf-8")))))
