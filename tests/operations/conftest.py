"""A real installation in a folder of its own, with faults that are really made."""

import os
import shutil
import subprocess

import pytest

from tests.operations.installation import Place, unused


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path / "var")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """The folder of an installation with an empty database, made once and then copied."""
    place = Place(tmp_path_factory.mktemp("migrated") / "var")
    place.does("migrate")
    return place.folder


@pytest.fixture
def begun(place, migrated):
    """A place with a database and nothing in it."""
    shutil.copytree(migrated, place.folder, dirs_exist_ok=True)
    return place


@pytest.fixture
def weak(place):
    """A place whose commands run as somebody whom rights of files stop: root they do not."""
    if os.name == "nt":
        pytest.skip("rights of files are another thing there")
    place.folder.mkdir()
    if os.geteuid() == 0:
        place.before = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
        try:
            subprocess.run([*place.before, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("root cannot do without its rights here")
    yield place
    place.folder.chmod(0o755)


@pytest.fixture
def small(place):
    """A place on a disk of eight megabytes."""
    place.folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "none", str(place.folder)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("this machine lets nobody make a small disk")
    yield place
    subprocess.run(["umount", "--lazy", str(place.folder)], check=True)


@pytest.fixture
def free_port():
    return str(unused())
