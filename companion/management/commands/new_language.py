"""``manage.py new_language``: writes all files of another language, in English, to translate."""

import importlib
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scoring.tools import new_language

SOURCE = "ja"  # English is the language of the ids; this file has all of them


class Command(BaseCommand):
    help = "Write every file of a further language, filled with English to translate."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the language's code, such as fr or pt-br")
        parser.add_argument("--pseudo", action="store_true", help="accented English, for proofs")
        parser.add_argument("--root", type=Path, help="another copy of the project")

    def handle(self, *args: Any, code: str, pseudo: bool, **options: Any) -> None:
        root = (options["root"] or Path(settings.BASE_DIR)).resolve()
        texts = root / "scoring" / "text"
        if not new_language.CODE.match(code):
            raise CommandError(f"{code!r} is no code of a language, such as fr or pt-br")
        if (texts / "words" / f"{code}.ftl").exists():
            raise CommandError(f"{code} is there already: translate its files")
        if options["root"]:
            shelf = importlib.import_module("scoring.games")
            shelf.__path__[:] = [str(root / "scoring" / "games")]
        written, broken = new_language.write(texts, code, as_pseudo=pseudo)
        written.append(new_language.ftl(root / "companion", code, as_pseudo=pseudo))
        written.append(interface(root, code, new_language.pseudo if pseudo else str))
        for path in written:
            self.stdout.write(str(path.relative_to(root)))
        for error in broken:
            self.stderr.write(self.style.WARNING(f"left out: {error}"))
        if not pseudo:
            self.stdout.write("Translate these files, then: python manage.py translate")


def interface(root: Path, code: str, change: Callable[[str], str]) -> Path:
    """Writes the templates' texts in a further language; returns the path of ``django.po``.

    Also compiles them to ``django.mo``. ``root``: the project's folder. ``code``: the language's
    code. ``change``: makes each text from the English one.
    """
    locale = root / "companion" / "locale"
    words = polib.pofile(str(locale / SOURCE / "LC_MESSAGES" / "django.po"), wrapwidth=100)
    words.metadata |= {"Language": code, "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    for entry in words:
        entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
        if entry.msgid_plural:
            entry.msgstr_plural = {0: change(entry.msgid), 1: change(entry.msgid_plural)}
        else:
            entry.msgstr = change(entry.msgid)
    target = locale / code.replace("-", "_") / "LC_MESSAGES" / "django.po"
    target.parent.mkdir(parents=True)
    words.save(str(target))
    words.save_as_mofile(str(target.with_suffix(".mo")))
    return target
