"""The Permissions-Policy header: pages may keep the screen awake, share, copy, go full screen.

All else is denied, except the camera on the page that reads codes.
"""

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
