"""Static files under names that change with their content, so that browsers may keep them for ever.

A module that imports another must ask for it by that name too, or it would get yesterday's.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

logger = logging.getLogger(__name__)

PHONE = "/phone/"
"""The path of an exported site, if this server offers one; its page is in companion/urls.py."""

_missed: set[str] = set()
"""Names that were told already."""


def spoken(script: bytes) -> bytes:
    """A script without the lines that only say something to its readers."""
    return re.sub(rb"(?m)^[ \t]*//.*\n", b"", script)


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A file that was never collected has its plain name: a page without it, and no blank one."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.endswith(".js"):
            content.seek(0)
            content = ContentFile(spoken(content.read()))
        saved: str = super()._save(name, content)
        return saved

    def stored_name(self, name: str) -> str:
        try:
            return str(super().stored_name(name))
        except ValueError:
            if name not in _missed:
                _missed.add(name)
                logger.error(
                    "%s was not collected: manage.py collectstatic, then start again", name
                )
            return name


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise's has no types
    """Static files, and those of an exported site as they are: its worker has a policy of its own.

    They are listed once, so a site that is exported anew wants a server that starts anew.
    """

    def __init__(self, get_response: Any = None) -> None:
        super().__init__(get_response)
        if settings.PHONE:
            self.add_files(str(settings.PHONE), prefix=PHONE)
