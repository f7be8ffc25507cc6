"""Static files as they are served on the internet: collected, under names of their content."""

import re
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

from companion import settings


def collected(tmp_path: Path, **files: str) -> Path:
    """Where the project's files lie after collecting, and with them a few of a test's own."""
    (tmp_path / "more").mkdir()
    for name, text in files.items():
        (tmp_path / "more" / f"{name}.js").write_text(text)
    served = tmp_path / "served"
    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    with override_settings(
        STATIC_ROOT=served,
        STATICFILES_DIRS=[*settings.STATICFILES_DIRS, tmp_path / "more"],
        STORAGES={**settings.STORAGES, "staticfiles": {"BACKEND": backend}},
    ):
        call_command("collectstatic", verbosity=0, interactive=False)
    return served


def test_an_import_asks_for_the_name_with_the_hash(tmp_path: Path) -> None:
    served = collected(
        tmp_path,
        sums='export const sum = typed => typed.split("+").length;\n',
        sheet='import { sum } from "./sums.js";\nsum("1+2");\n',
    )
    [sums] = served.glob("sums.*.js")
    [sheet] = served.glob("sheet.*.js")
    assert f'from "./{sums.name}"' in sheet.read_text()


def test_no_file_is_asked_for_by_a_plain_name(tmp_path: Path) -> None:
    served = collected(tmp_path)
    hashed = [
        path for path in served.rglob("*.*.*") if re.search(r"\.[0-9a-f]{12}\.(js|css)$", path.name)
    ]
    assert hashed
    for path in hashed:
        for name in re.findall(r'(?:from|import|url\()\s*"(\./[^"]+)"', path.read_text()):
            assert re.search(r"\.[0-9a-f]{12}\.", name), f"{path.name}: {name}"
