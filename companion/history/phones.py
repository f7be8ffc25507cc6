"""The cookie that a phone is known by: drawn and signed here, never chosen by a browser.

Behind this middleware ``request.COOKIES`` holds the plain secret, or none. A cookie from before
they were signed, or under another key, counts if its phone is known, and is signed anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.core import signing
from django.http import HttpRequest, HttpResponse

from companion.history.models import Play
from companion.tables import access

SIGNER = signing.Signer(salt="companion.device")


class KnownPhonesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.COOKIES.get(access.COOKIE, "")
        secret, signed = _secret(given)
        if secret:
            request.COOKIES[access.COOKIE] = secret
        else:
            request.COOKIES.pop(access.COOKIE, None)
        response = self.get_response(request)
        if access.COOKIE in response.cookies:
            morsel = response.cookies[access.COOKIE]
            if morsel.value:  # else it is taken away
                access.set_cookie(response, SIGNER.sign(morsel.value))
        elif secret and not signed:
            access.set_cookie(response, SIGNER.sign(secret))
        return response


def _secret(given: str) -> tuple[str, bool]:
    """The secret in a cookie, and whether it is signed; empty for one that nobody here drew."""
    if not given:
        return "", False
    if secret := _signed(given):
        return secret, True
    secret = given.rpartition(":")[0] or given
    return (secret, False) if _known(secret) else ("", False)


@lru_cache(2048)
def _signed(given: str) -> str:
    """The secret in a cookie that was signed here; a phone shows the same one every two seconds."""
    try:
        return SIGNER.unsign(given)
    except signing.BadSignature:
        return ""


def _known(secret: str) -> bool:
    owner = access.digest(secret)
    return access.recognised(secret) or Play.objects.filter(owner=owner).exists()
