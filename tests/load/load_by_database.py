"""The same phones on one store after the other, in turn: what each of them takes.

    .venv/bin/python -m tests.load.load_by_database 500 50 40 3 sqlite:3 postgres:3

500 phones write 50 cells a second for 40 seconds, three rounds of each side: a store and how many
processes serve it. Says which share of all cores the server, the database and the phones took
while they were measured, and which was idle (the rest is somebody else's), and what phones waited:
each round, and their medians.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.load.load_of_500_phones import BEGUN, ENDED
from tests.real_server import ROOT, Server
from tests.throwaway_database_servers import postgres

TICKS = os.sysconf("SC_CLK_TCK")
NAMES = ("poll, nothing new", "poll", "write", "seen")


def spent(first: int) -> float:
    """Seconds of processor time of a process and its children, those that have ended included."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if first in (int(path.parent.name), int(fields[1])):
            total += sum(map(int, fields[11:15]))
    return total / TICKS


def idle() -> float:
    """Seconds that all cores together had nothing to do."""
    fields = Path("/proc/stat").read_text().splitlines()[0].split()
    return sum(map(int, fields[4:6])) / TICKS


def one(side: str, phones: int, writes: float, seconds: float) -> dict[str, float]:
    """One round: medians and p95 by what was asked, in ms, and shares of the cores in per cent."""
    store, _, workers = side.partition(":")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        env, firsts = dict[str, str](), {}
        if "postgres" in store:
            server = stack.enter_context(postgres())
            env["DATABASE_URL"] = server.create("companion")
            head = (server.folder / "data" / "postmaster.pid").read_text().splitlines()[0]
            firsts["database"] = int(head)
        app = Server(folder, env, workers=int(workers or 3))
        app.start()
        stack.callback(app.kill)
        assert app.process
        firsts["server"] = app.process.pid
        command = [sys.executable, "-m", "tests.load.load_of_500_phones", app.base]
        asked = [*command, str(phones), str(writes), str(seconds)]
        ran = subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        stack.callback(ran.kill)
        firsts["phones"] = ran.pid
        assert ran.stdout
        said, marks = "", []
        for line in ran.stdout:
            said += line
            if line.strip() in (BEGUN, ENDED):
                took = {name: spent(first) for name, first in firsts.items()}
                marks.append({"time": time.monotonic(), "idle": idle(), **took})
        ran.wait()
    begun, ended = marks
    whole = (ended["time"] - begun["time"]) * (os.cpu_count() or 1)
    found = {
        f"{name} %": round(100 * (ended[name] - begun[name]) / whole, 1)
        for name in (*firsts, "idle")
    }
    for name, rate, middle, high in re.findall(
        r"^(\S.*?) +([\d.]+)/s  median (\S+)  p95 (\S+)", said, re.M
    ):
        if name in NAMES:
            found |= {f"{name} /s": float(rate), f"{name} median": float(middle)}
            found[f"{name} p95"] = float(high)
    failed = re.search(r"(\d+) failures", said)
    found["failures"] = float(failed[1]) if failed else float("nan")
    return found


def main(phones: int, writes: float, seconds: float, rounds: int, sides: list[str]) -> int:
    told: dict[str, list[dict[str, float]]] = defaultdict(list)
    for n in range(rounds):
        for side in sides:
            told[side].append(one(side, phones, writes, seconds))
            load = " ".join(Path("/proc/loadavg").read_text().split()[:2])
            print(f"round {n + 1}, {side} (load {load}): {told[side][-1]}", flush=True)
    print(f"\n{phones} phones, {writes} writes a second, {seconds} s; medians of {rounds}")
    for side, found in told.items():
        middle = {key: median(each.get(key, float("nan")) for each in found) for key in found[0]}
        print(side, "  ".join(f"{key} {value:g}" for key, value in middle.items()))
    return 0


if __name__ == "__main__":
    asked = sys.argv[1:]
    sys.exit(main(int(asked[0]), float(asked[1]), float(asked[2]), int(asked[3]), asked[4:]))
