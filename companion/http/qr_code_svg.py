"""QR codes as inline SVG."""

from typing import Any

import segno
from django.utils.safestring import SafeString, mark_safe
from segno import consts


def qr_svg(link: str, text: str = "", error: str = "m") -> SafeString:
    """Returns a QR code as SVG, which holds ``link`` followed by ``text``.

    ``text``: only A to Z, 0 to 9, space and $%*+-./: since these need less space. ``error``: level
    of error correction: "l", "m", "q" or "h" (best).
    """
    parts: Any = [(link, consts.MODE_BYTE), (text, consts.MODE_ALPHANUMERIC)] if text else link
    code = segno.make(parts, error=error, micro=False)
    return mark_safe(code.svg_inline(omitsize=True, border=3, dark="#000", light="#fff"))
