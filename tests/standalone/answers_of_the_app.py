"""Asks the app a list of things as a phone's worker does, and tells what it answered.

`python -m tests.standalone.answers_of_the_app FOLDER` takes the app that Python finds first; run
with the folder of an export's pack in front, that is the phone's. Keys are drawn from a fixed
stream: two runs draw the same.
"""

import json
import os
import random
import re
import sys
from importlib import import_module
from itertools import chain, count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

BASE = "https://example.org/games/"
TOKEN = re.compile(r'"X-CSRFToken":"(\w+)"')


def drawn(seed: int = 1) -> None:
    """From here on nobody draws by chance."""
    stream = random.Random(seed)
    os.urandom = stream.randbytes
    vars(random)["_urandom"] = stream.randbytes
    numbers = count(1)
    import uuid

    uuid.uuid4 = lambda: uuid.UUID(int=next(numbers), version=4)


def kept(folder: Path) -> dict[str, bytes]:
    """Every file that a phone keeps."""
    return {path.name: path.read_bytes() for path in (folder / "var").iterdir() if path.is_file()}


def noted(bridge: Any) -> list[int]:
    """The status of each answer from now on."""
    found: list[int] = []
    answered = bridge.Bridge._answer

    def _answer(self: Any, environ: dict[str, Any]) -> Any:
        answer = answered(self, environ)
        found.append(answer.status)
        return answer

    bridge.Bridge._answer = _answer
    return found


def main(folder: Path) -> None:
    drawn()
    from companion import preload
    from companion.standalone import wsgi_bridge
    from scoring.solving import pulp_substitute

    import_module("scoring.solving.ilp")
    if "pulp" not in sys.modules:
        # There is no PuLP here, nor may there be; the solver itself is the machine's.
        sys.path += os.environ["MACHINE"].split(os.pathsep)
        from tests.standalone.highs_as_in_browser import solve

        pulp_substitute.solver = solve
    app = wsgi_bridge.start(BASE, renewed=True)
    for _piece in chain(preload.load_in_steps(), wsgi_bridge.rehearsed(BASE, "en")):
        pass
    wsgi_bridge.close_for_snapshot()
    before = kept(folder)
    answers = noted(wsgi_bridge)
    for _piece in wsgi_bridge.practised(BASE, "en"):
        pass
    assert answers, "nothing was practised"
    assert set(answers) <= {200, 302}, answers
    (folder / "practised").write_text(str(kept(folder) == before))
    wanted = json.loads(sys.stdin.read())
    places: dict[str, str] = {}
    token, told = "", []
    for method, path, data, language in wanted:
        at = "/games/" + path.format(**places)
        headers = {"accept-language": language, "referer": BASE}
        body = b""
        if method == "POST":
            headers["content-type"] = "application/x-www-form-urlencoded"
            body = urlencode(data | {"csrfmiddlewaretoken": token}).encode()
            if trigger := data.get("trigger"):
                headers |= {"hx-request": "true", "hx-trigger-name": trigger}
        answer = app.ask(method, at, headers, body)
        text = answer.body.decode("utf-8", "replace")
        if found := TOKEN.search(text):
            token = found[1]
        to = dict(answer.headers).get("Location", "")
        for name, pattern in (("pad", r"/pad/(\w+)/"), ("result", r"/result/(\w+)/")):
            if found := re.search(pattern, to):
                places[name] = found[1]
        told.append([answer.status, to, text, answer.headers])
    (folder / "told.json").write_text(json.dumps(told))
    from companion.search import index, index_dump

    shipped = index_dump.FILE.exists() and index_dump.unpacked(index().checksum) is not None
    (folder / "taken").write_text(str(shipped))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
