"""The files of docs/hosting.md are whole, and the app says whether it is well."""

import http.client
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest
import yaml
from django.db import DatabaseError

from companion.operations import doctor
from companion.operations import views as health
from companion.operations.operational_problem import OperationalProblem
from tests.operations.installation import ROOT, status, unused
from tests.real_server import Server
from tests.throwaway_database_servers import free_port

DEPLOY = ROOT / "deploy"
README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def _not_tried(monkeypatch):
    monkeypatch.setattr(health, "_worked", -health.AGAIN)


@pytest.mark.django_db
class TestHealth:
    def test_it_is_well(self, client):
        answer = client.get("/health")
        assert answer.status_code == 200
        assert answer.json() == {"well": True, "database": "well", "solver": "well"}
        assert answer.headers["Cache-Control"].startswith("max-age=0")

    def test_without_a_database_or_a_solver_it_is_not(self, client, monkeypatch):
        def away(*_, **__):
            raise DatabaseError

        monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", away)
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["database"]) == (503, "away")
        monkeypatch.undo()

        def idle():
            raise OperationalProblem(doctor.python())

        monkeypatch.setattr(doctor, "solver", idle)
        monkeypatch.setattr(health, "_worked", -health.AGAIN)
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["solver"]) == (503, "away")

    def test_the_solver_is_not_asked_each_time(self, client, monkeypatch):
        client.get("/health")
        monkeypatch.setattr(doctor, "solver", lambda: pytest.fail("asked again"))
        assert client.get("/health").status_code == 200


@pytest.mark.slow
def test_the_pulse_of_an_app_behind_a_proxy(place):
    """Under its own name and as if over HTTPS; nobody there is no pulse."""
    place.more |= {"COMPANION_HOSTS": "games.example.org", "COMPANION_HTTPS": "1"}
    port = unused()
    pulse = [sys.executable, "-m", "companion.operations.healthcheck", str(port)]

    def beats():
        return subprocess.run(pulse, cwd=ROOT, env=place.environment, timeout=60).returncode

    assert beats() == 1
    with place.playing("--port", str(port)):
        assert status(f"http://127.0.0.1:{port}/health") == 400  # by a name that is not its own
        assert beats() == 0
        _promises_to_browsers(port)


def _promises_to_browsers(port: int) -> None:
    """Behind a proxy with HTTPS every answer says how strict it is, and plain HTTP leads there."""

    def asked(path: str, scheme: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Host": "games.example.org", "X-Forwarded-Proto": scheme}
        connection.request("GET", path, headers=headers)
        return connection.getresponse()

    plain = asked("/keyflower/", "http")
    assert (plain.status, plain.headers["Location"]) == (
        301,
        "https://games.example.org/keyflower/",
    )
    for path in ("/", "/find?q=wood", "/nothing/here", "/static/none.css", "/score/keyflower/"):
        told = asked(path, "https").headers
        assert told["Strict-Transport-Security"] == "max-age=31536000", path
        assert told["Referrer-Policy"] == "same-origin", path
        assert told["X-Content-Type-Options"] == "nosniff", path
        assert told["X-Frame-Options"] == "DENY", path
        assert "camera=()" in told["Permissions-Policy"], path
        assert "default-src 'none'" in told["Content-Security-Policy"], path
        for cookie in told.get_all("Set-Cookie", ()):
            assert "; Secure" in cookie, path
            assert "SameSite=Lax" in cookie, path


def variables(text: str) -> set[str]:
    return set(re.findall(r"\b(?:COMPANION_[A-Z_]+|DATABASE_URL)\b", text))


def test_every_variable_is_known():
    """To the app, or to what the proxy is told."""
    proxy = {"COMPANION_SITE", "COMPANION_MAIL", "COMPANION_APP"}
    files = [path for path in DEPLOY.iterdir() if path.name != "requirements.txt"]
    asked = set().union(*(variables(path.read_text("utf-8")) for path in files))
    assert asked - proxy <= variables(README)
    given = variables((DEPLOY / "env.example").read_text("utf-8"))
    assert given == {"COMPANION_SITE", "COMPANION_MAIL", "COMPANION_SECRET_KEY"}


def test_only_the_proxy_is_seen_from_outside():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]
    assert services["app"]["read_only"] is True
    assert services["app"]["cap_drop"] == ["ALL"]
    wanted = {name for each in services.values() for name in each.get("depends_on", {})}
    assert wanted <= set(services)
    with_data = {v.split(":")[0] for each in services.values() for v in each.get("volumes", ())}
    kept = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["volumes"]
    assert {name for name in with_data if not name.startswith(".")} == set(kept)


def test_the_image_copies_what_is_there_and_runs_as_nobody():
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY")]
    assert [path for paths in copied for path in paths if not (ROOT / path).exists()] == []
    assert {"companion", "scoring", "static", "templates"} < {p for ps in copied for p in ps}
    assert lines.index("USER companion") < next(
        n for n, line in enumerate(lines) if line.startswith("CMD")
    )


def test_the_image_has_the_locked_versions():
    def locked(path):
        return dict(re.findall(r"^([\w.-]+)==(\S+)", path.read_text("utf-8"), re.M))

    home, hosted = locked(ROOT / "requirements.txt"), locked(DEPLOY / "requirements.txt")
    assert {name: hosted.get(name) for name in home} == home
    assert set(hosted) - set(home) <= {"prometheus-client", "psycopg", "psycopg-binary"}
    assert {"prometheus-client", "psycopg"} <= set(hosted)


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("companion*.*")))
def test_systemd_reads_its_units(unit, tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze here: units are not verified")
    for path in DEPLOY.glob("companion*.*"):
        # Its programs are not installed here; what is asked is whether every line is understood.
        text = re.sub(r"/opt/companion/.venv/bin/python", sys.executable, path.read_text("utf-8"))
        (tmp_path / path.name).write_text(text, "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    ours = [line for line in done.stderr.splitlines() if "companion" in line]
    assert [line for line in ours if "not found" not in line.lower()] == []


def test_caddy_reads_its_file():
    if not shutil.which("caddy"):
        pytest.skip("no caddy here: the Caddyfile is not validated")
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    told = {"COMPANION_SITE": "games.example.org", "COMPANION_MAIL": "you@example.org"}
    done = subprocess.run(
        command, env=os.environ | told, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_file_that_is_too_large_is_told_so_through_caddy(tmp_path):
    if not shutil.which("caddy"):
        pytest.skip("no caddy here: the Caddyfile is not tried")
    server, site = Server(tmp_path / "var", workers=1), f"http://localhost:{free_port()}"
    server.start()
    told = {"COMPANION_SITE": site, "COMPANION_MAIL": "you@example.org", "HOME": str(tmp_path)}
    told["COMPANION_APP"] = f"127.0.0.1:{server.port}"
    config = tmp_path / "Caddyfile"
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    config.write_text(text.replace("{", "{\n\tadmin off", 1), "utf-8")
    caddy = subprocess.Popen(
        ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)],
        env=os.environ | told,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert status(f"{site}/about") == 200
        for size in (3_000_000, 7_000_000, 13_000_000, 3_000_000):
            connection = http.client.HTTPConnection(site.removeprefix("http://"), timeout=30)
            connection.putrequest("POST", "/join/")
            connection.putheader("Content-Length", str(size))
            connection.endheaders()
            # The answer comes before all is sent: what is under way then meets a closed door.
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.send(b"x" * size)
            answer = connection.getresponse()
            assert answer.status == 413
            assert b"That is too large" in answer.read()
            connection.close()
    finally:
        caddy.terminate()
        caddy.wait(30)
        server.kill()
