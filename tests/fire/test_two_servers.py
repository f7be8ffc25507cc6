"""Two servers share PostgreSQL behind one proxy, and keep what one of them promises.

They are killed and started again while phones play; a phone does what its page does: it sends the
same change again until somebody says that it is there.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.fire.test_kills_and_full_disk import Writers
from tests.real_server import ROOT, Phone, Server, opened
from tests.throwaway_database_servers import NO_PROXY, free_port

PHONES = 4


class Pair:
    """Two servers, and the address that phones know."""

    def __init__(self, servers: tuple[Server, Server], base: str) -> None:
        self.servers, self.base = servers, base

    def at(self, phone: Phone, n: int) -> Phone:
        """The same phone, talking to one of the servers past the proxy."""
        there = Phone(self.servers[n].base)
        for cookie in phone.jar:
            there.jar.set_cookie(cookie)
        return there


@pytest.fixture
def pair(postgres_server, tmp_path):
    if not (caddy := shutil.which("caddy")):
        pytest.skip(NO_PROXY)
    shared = {
        "DATABASE_URL": postgres_server.create(f"two_{tmp_path.name}"),
        "COMPANION_SECRET_KEY": "the same for both, and as long as such a key has to be here",
        "COMPANION_TRUSTED_PROXIES": "1",
    }
    servers: list[Server] = []
    proxy = None
    try:
        for n in range(2):
            servers.append(Server(tmp_path / str(n), shared, workers=2))
            servers[n].start()
        port = free_port(max(each.port for each in servers) + 1)
        proxy = subprocess.Popen(
            [caddy, "run", "--adapter", "caddyfile", "--config", ROOT / "deploy" / "Caddyfile"],
            env=os.environ
            | {
                "COMPANION_SITE": f"http://127.0.0.1:{port}",
                "COMPANION_MAIL": "you@example.org",
                "COMPANION_APP": " ".join(each.base.removeprefix("http://") for each in servers),
                "CADDY_ADMIN": f"127.0.0.1:{free_port(port + 1)}",
                "HOME": str(tmp_path),
                "XDG_DATA_HOME": str(tmp_path),
                "XDG_CONFIG_HOME": str(tmp_path),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield Pair((servers[0], servers[1]), f"http://127.0.0.1:{port}")
    finally:
        if proxy:
            proxy.kill()
            proxy.wait()
        for server in servers:
            server.kill()


class Players(Writers):
    """Phones that write through the proxy and send again what was not acknowledged."""

    def __init__(self, base: str) -> None:
        super().__init__(base, PHONES)
        self.sent: set[str] = set()

    def _write(self, n: int) -> None:
        for cell, value, form in self.changes(n):
            self.sent.add(form)
            while not self.arrived(n, cell, value, form):
                time.sleep(0.1)

    @contextmanager
    def away(self, what: str) -> Iterator[None]:
        """Says how long it took from then on until each phone had one more change acknowledged."""
        started = time.monotonic()
        yield
        counts = [len(phone.acknowledged) for phone in self.phones]
        while any(
            len(phone.acknowledged) == count
            for phone, count in zip(self.phones, counts, strict=True)
        ):
            assert time.monotonic() - started < 60, self.answers
            time.sleep(0.01)
        print(f"{what}: everybody goes on after {time.monotonic() - started:.1f} s")

    def check(self) -> None:
        """Each change is there once, and the numbers have no gap."""
        exported = json.loads(self.phones[0].get(f"/table/{self.table}/export.json"))
        events = exported["tables"][0]["events"]
        forms = Counter(each["form"] for each in events)
        print(f"\n{len(self.sent)} changes, {dict(self.answers)}")
        assert self.sent <= set(forms)
        assert set(forms.values()) == {1}
        assert [each["number"] for each in events] == list(range(1, len(events) + 1))
        # what stands between: a proxy whose server went says 502, a server that cannot store 503
        answers = {each.removesuffix(" announced") for each in self.answers}
        assert answers <= {"200", "502", "503", "no answer"}


@pytest.mark.slow
def test_a_server_that_goes_while_phones_play_loses_nothing(pair):
    with Players(pair.base) as players:
        players.wait_for("200", 8)
        pair.servers[0].kill()
        players.wait_for("200", 8)
    players.check()


@pytest.mark.fire
def test_each_part_that_is_renewed_or_killed_while_phones_play_loses_nothing(pair, postgres_server):
    with Players(pair.base) as players:
        players.wait_for("200", 8)
        for server in pair.servers:  # a deploy: one after the other
            assert server.process
            with players.away("renewed"):
                os.kill(server.process.pid, signal.SIGTERM)
                server.process.wait(60)
            server.start()
            players.wait_for("200", 8)
        with players.away("killed"):
            pair.servers[0].kill()
        pair.servers[0].start()
        with players.away("a worker killed"):
            assert pair.servers[1].process
            worker = Path(f"/proc/{pair.servers[1].process.pid}/task").glob("*/children")
            os.kill(int(next(worker).read_text().split()[0]), signal.SIGKILL)
        with players.away("PostgreSQL"):
            postgres_server.stop()
            postgres_server.start()
    players.check()


@pytest.mark.slow
def test_what_one_server_knows_the_other_knows(pair):
    table, phones = opened(pair.base, 2)
    host, guest = pair.at(phones[0], 0), pair.at(phones[1], 1)
    here = f"/table/{table}/"

    # conflicts: both wrote the same cell, and neither had seen the other
    def wrote(phone, value):
        data = {"p2/resources/wood": str(value), "base": "0", "form": f"both-{value}"}
        asked = {"HX-Request": "true", "HX-Trigger-Name": "p2/resources/wood"}
        phone.post(f"{here}sheet/p2/", data, asked)
        return "X-Conflict" in phone.answer.headers

    assert [wrote(host, 3), wrote(guest, 4)] == [False, True]

    # a poll on either finds what the other wrote, at once
    def mark(page):
        found = re.search(r'data-poll="[^"]*\?v=([^"]*)"', page)
        return found[1]

    def looks(phone, known):
        asked = urllib.request.Request(
            f"{phone.base}{here}?v={known}", headers={"HX-Request": "true"}
        )
        return str(phone.opener.open(asked, timeout=30).read().decode())

    known = mark(guest.get(here))
    assert looks(guest, known) == ""
    host.write(table, "p1", "p1/resources/gold", 5, "seen")
    known = mark(looks(guest, known))
    host.post(f"{here}timer", {"minutes": "3", "name": "Tea"})
    assert "Tea" in looks(guest, known)

    # presence: who looks at one server is seen at the other
    deadline = time.monotonic() + 30
    while True:
        guest.get(here)
        if mark(host.get(here)).endswith("p1.p2"):
            break
        assert time.monotonic() < deadline
        time.sleep(0.2)

    # wrong codes: counted together, whichever server is asked
    told = []
    for n in range(12):
        try:
            Phone(pair.servers[n % 2].base).get(f"/join/zzzz{n:02}/")
            told.append(200)
        except urllib.error.HTTPError as error:
            told.append(error.code)
    assert told[:8] == [404] * 8
    assert set(told[8:]) == {429}
