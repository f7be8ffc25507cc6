"""Processor time of one request of each kind, over HTTP on kept connections.

    .venv/bin/python -m tests.load.time_of_each_request 3 TREE TREE

One process serves three tables of five phones: one cell is written, then all five look, 75 times.
*First* is the first phone that is shown a new board, *later* another one, *nothing new* a poll that
knows it already. With several checkouts they are asked in turn, so many rounds each; of what was
measured the lower fifth counts, since neighbours only ever make it longer.
"""

import http.client
import random
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from tests.real_server import ROOT, Phone, Server, opened

TABLES, PHONES, WRITES = 3, 5, 75
CELLS = ("resources/wood", "resources/stone", "resources/iron", "resources/gold")


def spent(server: int) -> float:
    """Milliseconds of processor time of all threads of a server's children."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == server:
                tasks = (path.parent / "task").glob("*/schedstat")
                total += sum(int(each.read_text().split()[0]) for each in tasks)
        except OSError:
            continue
    return total / 1e6


class Kept:
    """A phone that keeps its connection."""

    def __init__(self, phone: Phone, port: int, seat: str) -> None:
        self.seat, self.mark, self.answer = seat, "", ""
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        cookies = {cookie.name: cookie.value for cookie in phone.jar}
        self.headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": cookies["csrftoken"] or "",
            "HX-Request": "true",
        }

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self.line.request(method, path, body or None, self.headers | told)
            answer = self.line.getresponse()
        except ConnectionError:  # it was quiet for too long; a key counts once, however often sent
            self.line.close()
            self.line.request(method, path, body or None, self.headers | told)
            answer = self.line.getresponse()
        return answer.status, answer.read().decode()

    def look(self, table: str) -> int:
        status, page = self.ask("GET", f"/table/{table}/?v={self.mark}")
        if status == 200:
            found = re.search(r'data-poll="[^"]*\?v=([^"]*)"', page)
            assert found
            self.mark = found[1]
        return status

    def write(self, table: str, value: int, key: str) -> int:
        cell = f"{self.seat}/{random.choice(CELLS)}"
        sent = {cell: value, "base": self.mark.split(".")[0], "form": key}
        status, self.answer = self.ask(
            "POST",
            f"/table/{table}/sheet/{self.seat}/",
            urlencode(sent),
            HX_Trigger_Name=cell,
            Content_Type="application/x-www-form-urlencoded",
        )
        return status


def measured(tree: Path) -> dict[str, list[float]]:
    """Milliseconds of every request, by its kind."""
    found: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), tree=tree, workers=1)
        server.start()
        assert server.process
        pid = server.process.pid
        try:
            tables = []
            for _ in range(TABLES):
                key, phones = opened(server.base, PHONES)
                kept = [Kept(each, server.port, f"p{n}") for n, each in enumerate(phones, 1)]
                tables.append((key, kept))
                assert {each.look(key) for each in kept} == {200}
            for n in range(WRITES):
                key, kept = tables[n % TABLES]
                random.shuffle(kept)
                before = spent(pid)

                def took(kind: str, status: int, right: int) -> None:
                    nonlocal before
                    assert status == right, (kind, status)
                    now = spent(pid)
                    found[kind].append(now - before)
                    before = now

                took("a written cell", kept[0].write(key, n % 29 + 1, f"form-{n}"), 200)
                took("a new scoreboard, first", kept[1].look(key), 200)
                for each in (*kept[2:], kept[0]):
                    took("a new scoreboard, later", each.look(key), 200)
                for each in kept:
                    took("nothing new", each.look(key), 204)
        finally:
            server.kill()
    return found


def main(rounds: int, trees: list[Path]) -> int:
    told: dict[Path, dict[str, list[float]]] = {tree: defaultdict(list) for tree in trees}
    for _ in range(rounds):
        for tree in trees:
            for kind, times in measured(tree).items():
                told[tree][kind] += times
    for tree, found in told.items():
        print(tree.name or tree)
        for kind, times in found.items():
            fifth, _, middle, *_ = quantiles(times, n=5)
            print(f"  {kind:24} lower fifth {fifth:.2f}  upper middle {middle:.2f} ms")
    load = " ".join(Path("/proc/loadavg").read_text().split()[:3])
    print(f"load {load}")
    return 0


if __name__ == "__main__":
    asked = sys.argv[1:]
    sys.exit(main(int(asked[0]), [Path(each).resolve() for each in asked[1:]] or [ROOT]))
