"""The Permissions-Policy header: pages may keep the screen awake, share, copy, go full screen.

All else is denied, except the camera on the page that reads codes.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

OURS = ("clipboard-write", "fullscreen", "screen-wake-lock", "web-share")
NOBODYS = (
    "accelerometer",
    "bluetooth",
    "camera",
    "clipboard-read",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
POLICY = ", ".join((*(f"{each}=(self)" for each in OURS), *(f"{each}=()" for each in NOBODYS)))

WITH_CAMERA = POLICY.replace("camera=()", "camera=(self)")
"""Permissions-Policy header of the page that reads QR codes with the camera."""


class PermissionsPolicyMiddleware:
    """Sets ``POLICY`` on responses that have no policy of their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response
