"""``manage.py translate``: compiles ``django.po``, which people edit, into ``django.mo``.

Django's own command needs GNU gettext on the machine; this one needs a small package.
"""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile companion/locale/*/LC_MESSAGES/*.po. Commit both files."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
                words = polib.pofile(str(path))
                words.save_as_mofile(str(path.with_suffix(".mo")))
                missing = len(words.untranslated_entries()) + len(words.fuzzy_entries())
                self.stdout.write(f"{path.relative_to(folder)}: {missing} still to translate")
