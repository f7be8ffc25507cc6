"""QR codes as inline SVG."""

from typing import Any

import segno
from django.utils.safestring import SafeString, mark_safe
from segno import consts


def qr_svg(link: str, text: str = "", error: str = "m") -> SafeString:
    """Returns a QR code as SVG: of ``link`` followed by ``text``, which is packed tightly.

    ``text``: capitals, digits and some signs. ``error``: level of correction, from "l" to "h".
    """
    parts: Any = [(link, consts.MODE_BYTE), (text, consts.MODE_ALPHANUMERIC)] if text else link
    code = segno.make(parts, error=error, micro=False)
    return mark_safe(code.svg_inline(omitsize=True, border=3, dark="#000", light="#fff"))
