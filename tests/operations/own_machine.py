"""A machine of its own to follow a recipe on: this one, seen from namespaces.

No network but its own, and what is written goes to memory and is gone in the end. systemd is not
there: ``Service`` starts a unit as its file says. Root only.
"""

import http.client
import json
import os
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAME, HOME = "games.local", Path("/opt/companion")
UNSHARE = ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"]
SPACE = "700m"
"""Memory for all that is written, by Linux' notation."""
LATE = 90.0
"""Seconds after which something that should happen did not."""


def missing() -> str:
    """Returns why there can be no such evening here; empty if there can."""
    tools = ("caddy", "pg_ctlcluster", "runuser", "setpriv", "unshare")
    if gone := [name for name in tools if not shutil.which(name)]:
        return f"no {', '.join(gone)} here"
    overlay = "mount -t tmpfs t /mnt && mkdir /mnt/u /mnt/w && mount -t overlay o /etc -o "
    overlay += "lowerdir=/etc,upperdir=/mnt/u,workdir=/mnt/w"
    tried = subprocess.run([*UNSHARE, "sh", "-c", overlay], capture_output=True, text=True)
    return f"no namespaces here: {tried.stderr.strip()}" if tried.returncode else ""


def prepare() -> None:
    """Puts memory above what will be written, and a name and a network in place."""
    sh(f"mount -t tmpfs -o size={SPACE} evening /mnt")
    for name in ("etc", "opt", "srv", "var", "root"):
        Path(f"/mnt/{name}/new").mkdir(parents=True)
        Path(f"/mnt/{name}/work").mkdir()
        layers = f"lowerdir=/{name},upperdir=/mnt/{name}/new,workdir=/mnt/{name}/work"
        sh(f"mount -t overlay evening -o {layers} /{name}")
    sh("mount -t tmpfs -o mode=755 run /run && mkdir /run/postgresql && ip link set lo up")
    sh("chown postgres: /run/postgresql && chmod 2775 /run/postgresql && chmod 755 /root")
    # Caddy's unit lets it open ports below 1024, by a capability; here everybody may.
    Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").write_text("80")
    Path("/etc/hosts").write_text(f"127.0.0.1 localhost {NAME}\n", "utf-8")
    python = Path(getattr(sys, "_base_executable", sys.executable)).parent
    os.environ["PATH"] = f"{python}:{os.environ['PATH']}"
    for name in [*os.environ]:
        if name.startswith(("COMPANION_", "DATABASE_", "CACHE_", "DJANGO_", "PYTHON")):
            del os.environ[name]


def sh(line: str) -> str:
    """Runs a line in the folder of the installation; returns what it wrote."""
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=HOME if HOME.exists() else "/",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}"
    return done.stdout


def eventually(what: str, holds: Callable[[], bool]) -> float:
    """Returns after how many seconds it held."""
    started, last = time.monotonic(), ""
    while time.monotonic() - started < LATE:
        try:
            if holds():
                return time.monotonic() - started
        except (OSError, http.client.HTTPException) as error:
            last = repr(error)
        time.sleep(0.1)
    raise AssertionError(f"not within {LATE} s: {what}; {last}")


class Service:
    """A unit of systemd's that is started as it says: program, user, settings, folder, output."""

    def __init__(self, name: str) -> None:
        self.name, self.log = name, Path(f"/var/log/{name}.json")
        self.process: subprocess.Popen[bytes] | None = None

    def said(self, key: str) -> list[str]:
        """Values of a key, in the unit and the files beside it."""
        folders = (Path("/etc/systemd/system"), Path("/lib/systemd/system"))
        unit = next(path for f in folders if (path := f / f"{self.name}.service").exists())
        files = [unit, *sorted((folders[0] / f"{unit.name}.d").glob("*.conf"))]
        text = "\n".join(path.read_text("utf-8") for path in files)
        return [each.replace("%%", "%") for each in re.findall(rf"^{key}=(.*)$", text, re.M)]

    def start(self, more: dict[str, str] | None = None, arguments: str = "") -> None:
        user = pwd.getpwnam(self.said("User")[0])
        pairs = [pair for line in self.said("Environment") for pair in shlex.split(line)]
        for path in self.said("EnvironmentFile"):
            pairs += Path(path).read_text("utf-8").split()
        env = {"PATH": os.environ["PATH"], "HOME": user.pw_dir}
        env |= dict(pair.split("=", 1) for pair in pairs if "=" in pair)
        for folder in " ".join(self.said("StateDirectory")).split():
            place = Path("/var/lib", folder)
            place.mkdir(0o700, parents=True, exist_ok=True)
            os.chown(place, user.pw_uid, user.pw_gid)
        as_it_says: dict[str, Any] = {
            "cwd": (self.said("WorkingDirectory") or ["/"])[0],
            "env": env | (more or {}),
            "user": user.pw_uid,
            "group": user.pw_gid,
            "extra_groups": [],
        }
        self.process = subprocess.Popen(
            shlex.split(self.said("ExecStart")[0] + arguments),
            stdout=self.log.open("ab"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **as_it_says,
        )
        for line in self.said("ExecStartPost"):
            subprocess.run(
                shlex.split(line), stdout=subprocess.DEVNULL, timeout=LATE, check=True, **as_it_says
            )
        if "oneshot" in self.said("Type"):
            assert self.process.wait() == 0, self.log.read_text("utf-8")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> float:
        """Returns after how many seconds it was gone."""
        started, process = time.monotonic(), self.process
        if process and process.poll() is None:
            (os.killpg if how == signal.SIGKILL else os.kill)(process.pid, how)
            process.wait(LATE)
        return time.monotonic() - started

    def lines(self) -> list[dict[str, Any]]:
        """Each line of its log, which is JSON."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]
