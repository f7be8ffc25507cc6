"""An operator's evening by docs/hosting.md: its commands as they stand, on a machine of their own.

    .venv/bin/python -m tests.operations.hosting_evening

The machine is this one seen from namespaces: no network but its own, and what is written goes to
memory and is gone in the end. What is installed is the last commit. The program starts itself
there; it ends with 1 at the first command or check that fails. Root only.
"""

import copy
import os
import re
import secrets
import shlex
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.operations.own_machine import (
    HOME,
    NAME,
    UNSHARE,
    Service,
    eventually,
    missing,
    prepare,
    sh,
)
from tests.real_server import ROOT, Phone, opened

PAPER = ROOT / "docs" / "hosting.md"
BASE, ENV = f"https://{NAME}", Path("/etc/companion.env")
AUTHORITY = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
INSIDE = "COMPANION_EVENING"
BACK = "with the old version again"

NOT_HERE = {
    "apt install": "packages come from the network; here they are installed already",
    "git clone": "the reader knows the source's address; here it is a clone of this one",
    ".venv/bin/pip install": "packages come from the network; here they are those of this Python",
    "docker": "there is no container engine",
}
"""Beginnings of commands that cannot run here, and why."""
ELSEWHERE = {
    "python3 manage.py backup before.sqlite3": "test_backup.py",
    "python3 manage.py move": "test_transfer_database.py",
}
"""Beginnings of commands that other tests of this folder run."""
LATER = """
import django.db.models.deletion as deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("companion", "{last}")]
    operations = [
        migrations.CreateModel(
            "Later",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("event", models.ForeignKey("companion.event", deletion.CASCADE)),
            ],
        )
    ]
"""
"""A migration of a version that is still to come: one table more, which leads to another one."""


def commands() -> list[str]:
    """Returns the lines of the document's console blocks, without their remarks."""
    blocks = re.findall(r"^```console\n(.*?)^```", PAPER.read_text("utf-8"), re.M | re.S)
    lines = (
        re.split(r"\s{2,}# ", line)[0].strip() for text in blocks for line in text.splitlines()
    )
    return [line for line in lines if line]


def beginning(line: str, of: dict[str, str]) -> str:
    return next((each for each in of if line.startswith(each)), "")


# ── the evening ────────────────────────────────────────────────────────────────────────


class Evening:
    def __init__(self) -> None:
        self.services = {name: Service(name) for name in ("companion", "companion-backup", "caddy")}
        self.companion, self.caddy = self.services["companion"], self.services["caddy"]
        self.version = next(Path("/usr/lib/postgresql").glob("*")).name
        self.table, self.phones = "", list[Phone]()
        self.turn = 0

    def follow(self) -> None:
        """Runs all commands of the document, and looks at what each section promises."""
        before = {"git clone": self.publish, "git pull": self.publish_later}
        before["runuser -u postgres -- dropdb second"] = self.second_database_is_equal
        before["systemctl daemon-reload"] = self.fill_in
        after = {"deploy/manage doctor": self.play}
        moments = iter(["with the new version", BACK, "with the new version again"])
        for line in commands():
            self.once(before, line)
            if cause := beginning(line, NOT_HERE):
                self.stand_in(cause)
                print(f"not run here, {NOT_HERE[cause]}: {line}")
                continue
            if beginning(line, ELSEWHERE):
                continue
            print(f"# {line}", flush=True)
            if line.startswith("systemctl "):
                self.systemctl(shlex.split(line)[1:])
            elif not line.startswith("cd "):
                self.last = sh(line)
            self.once(after, line)
            if line in ("systemctl restart companion", "systemctl start companion"):
                self.phones_go_on(next(moments))
        self.new_secret()
        self.full_disk()

    def once(self, hooks: dict[str, Callable[[], Any]], line: str) -> None:
        if start := beginning(line, dict.fromkeys(hooks, "")):
            hooks.pop(start)()

    # what stands in for what cannot run here

    def stand_in(self, cause: str) -> None:
        if cause == "apt install":  # Debian starts what it installs
            self.postgresql()
            self.redis()
        elif cause == ".venv/bin/pip install":
            [ours] = [path for path in sys.path if path.endswith("site-packages")]
            [folder] = HOME.glob(".venv/lib/python*/site-packages")
            (folder / "ours.pth").write_text(ours, "utf-8")

    def postgresql(self) -> None:
        sh(f"pg_ctlcluster {self.version} main start")

    def redis(self) -> None:
        subprocess.Popen(
            "exec setpriv --reuid=redis --clear-groups redis-server /etc/redis/redis.conf"
            " --daemonize no --supervised no",
            shell=True,
            stdout=subprocess.DEVNULL,
        )

    def publish(self) -> None:
        sh(f"git clone -q {ROOT} /srv/source && git clone -q /srv/source {HOME}")

    def publish_later(self) -> None:
        """A version with one migration more can be fetched."""
        folder = Path("/srv/source/companion/migrations")
        last = max(folder.glob("0*.py")).stem
        (folder / "9999_later.py").write_text(LATER.replace("{last}", last), "utf-8")
        sh("cd /srv/source && git add . && git -c user.name=a -c user.email=a@b commit -qm later")

    def fill_in(self) -> None:
        text = PAPER.read_text("utf-8")
        [block] = re.findall(r"^```text\n(COMPANION_HOSTS.*?)^```", text, re.M | re.S)
        drawn = f"COMPANION_SECRET_KEY={secrets.token_urlsafe(48)}"
        block = re.sub("COMPANION_SECRET_KEY=.*", drawn, block.replace("games.example.org", NAME))
        ENV.write_text(block, "utf-8")
        path = Path("/etc/systemd/system/caddy.service.d/companion.conf")
        path.write_text(path.read_text("utf-8").replace("games.example.org", NAME), "utf-8")

    def systemctl(self, words: list[str]) -> None:
        """Does what systemd would: enables, starts, restarts, stops."""
        verb, *names = [word for word in words if not word.startswith("-")]
        for name in names:
            if verb == "enable" and name.endswith(".timer"):
                sh(f"systemd-analyze verify --man=no /etc/systemd/system/{name} 2>&1")
            elif verb == "stop":
                print(f"  stopped after {self.services[name].stop():.1f} s")
            elif service := self.services.get(name):
                service.stop()
                service.start()

    # what phones see

    def play(self) -> None:
        """Through Caddy, whose own authority is the only one that is trusted."""
        eventually("Caddy makes an authority", Path(AUTHORITY).exists)
        os.environ["SSL_CERT_FILE"] = AUTHORITY
        seconds = eventually("somebody answers", lambda: "well" in Phone(BASE).get("/health"))
        assert ssl.create_default_context().cert_store_stats()["x509"] == 1
        self.table, self.phones = opened(BASE, 3)
        self.write(12)
        print(f"  served after {seconds:.1f} s; {self.kept()} changes of 3 phones over HTTPS")

    def write(self, times: int) -> None:
        for _ in range(times):
            self.turn += 1
            n = self.turn % len(self.phones)
            cell = f"p{n + 1}/resources/{('wood', 'stone', 'iron')[self.turn % 3]}"
            form = f"evening-{self.turn}"
            self.phones[n].write(self.table, f"p{n + 1}", cell, self.turn % 30, form)

    def kept(self) -> int:
        """Returns how many acknowledged changes are there: all of them."""
        forms = re.findall(r'"form": ?"(evening-\d+)"', self.export())
        told = [form for phone in self.phones for form in phone.acknowledged]
        assert sorted(forms) == sorted(told), (len(forms), len(told))
        return len(told)

    def export(self) -> str:
        return self.phones[0].get(f"/table/{self.table}/export.json")

    def phones_go_on(self, when: str) -> None:
        seconds = eventually("the app answers", lambda: bool(self.export()))
        if when == BACK:  # what was entered since the back-up is gone, as the document says
            there = set(re.findall(r'"form": ?"(evening-\d+)"', self.export()))
            gone = sum(len(phone.acknowledged) for phone in self.phones) - len(there)
            assert gone == 3
            for phone in self.phones:
                phone.acknowledged = [form for form in phone.acknowledged if form in there]
        self.write(3)
        print(f"  {when}: answered after {seconds:.1f} s, {self.kept()} changes are there")

    def second_database_is_equal(self) -> None:
        def rows(name: str) -> str:
            """All rows of all tables, by number and content."""
            return sh(
                f"runuser -u postgres -- pg_dump --data-only --no-owner {name}"
                " | grep -v '^.restrict\\|^.unrestrict' | sort | sha256sum"
            )

        assert rows("companion") == rows("second")
        print("  every row of the back-up is in the second database")

    # what the document says of a new secret and of a full disk

    def new_secret(self) -> None:
        old = re.search("COMPANION_SECRET_KEY=(.*)", ENV.read_text())
        assert old
        new = secrets.token_urlsafe(48)
        ENV.write_text(ENV.read_text().replace(old[1], new))
        with ENV.open("a") as file:
            file.write(f"COMPANION_FORMER_SECRET_KEYS={old[1]}\n")
        phone = self.phones[0]
        phone.get("/score/keyflower/")
        phone.post("/score/keyflower/", {"players": "2"})
        late = Phone(BASE)  # does not come by until the former one is removed
        for cookie in phone.jar:
            late.jar.set_cookie(copy.copy(cookie))
        self.systemctl(["restart", "companion"])
        eventually("the app answers", lambda: bool(self.export()))
        self.write(3)
        phone.post("/score/keyflower/", {"players": "1"})  # the list is signed anew
        self.companion.stop()
        self.companion.start({"COMPANION_FORMER_SECRET_KEYS": ""})
        lists = ["Sheets without a table" in each.get("/data") for each in (phone, late)]
        assert lists == [True, False], lists
        self.write(3)
        self.systemctl(["restart", "companion"])
        print(f"a new secret: phones keep lists and seats, {self.kept()} changes are there")

    def full_disk(self) -> None:
        """Everything lies on one disk, which is full; then there is room again."""
        filling, seen = Path("/var/filling"), dict[int, str]()
        for _ in range(400):
            with suppress(OSError), filling.open("ab") as file:  # what was freed meanwhile, too
                while True:
                    file.write(b"x" * 4096)
                    file.flush()
            seen |= self.refused()
            if 503 in seen:
                break
        assert seen in ({503: "announced"}, {0: "kept", 503: "announced"}), seen
        filling.unlink()
        status = "pg_lsclusters -h | grep -q online"
        went_on = subprocess.run(["sh", "-c", status]).returncode == 0
        if not went_on:
            self.postgresql()
        seconds = eventually("written again", lambda: bool(self.export()))
        self.write(3)
        how = "went on" if went_on else "was started again"
        print(f"a full disk: announced; PostgreSQL {how}, {seconds:.1f} s, {self.kept()} changes")

    def refused(self) -> dict[int, str]:
        """Returns how a write was answered: 0 if it is kept, else its status."""
        said: dict[int, str] = {}
        try:
            self.write(1)
            said[0] = "kept"
        except urllib.error.HTTPError as error:
            said[error.code] = "announced" if error.headers["Retry-After"] else "as an error"
        return said


def main() -> int:
    if os.environ.get(INSIDE):
        prepare()
        Evening().follow()
        return 0
    if cause := missing():
        print(cause)
        return 2
    command = [*UNSHARE, sys.executable, "-m", "tests.operations.hosting_evening"]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {INSIDE: "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
