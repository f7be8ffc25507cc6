"""Signs the cookie that identifies a phone, so that no phone can choose its own secret.

Behind this middleware ``request.COOKIES`` has the plain secret, or none. An unsigned cookie, or one
signed with another key, is accepted if a table or history knows its phone, and is signed again.
"""

from collections.abc import Callable
from functools import lru_cache

from django.core import signing
from django.http import HttpRequest, HttpResponse

from companion.history.models import Play
from companion.tables import access
from companion.tables.models import Device

SIGNER = signing.Signer(salt="companion.device")


class KnownPhonesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        secret, signed = _secret(request.COOKIES.get(access.COOKIE, ""))
        if secret:
            request.COOKIES[access.COOKIE] = secret
        else:
            request.COOKIES.pop(access.COOKIE, None)
        response = self.get_response(request)
        if access.COOKIE in response.cookies:
            morsel = response.cookies[access.COOKIE]
            if morsel.value:  # empty if the response deletes the cookie
                access.set_cookie(response, SIGNER.sign(morsel.value))
        elif secret and not signed:
            access.set_cookie(response, SIGNER.sign(secret))
        return response


def _secret(cookie: str) -> tuple[str, bool]:
    """Returns the secret in a phone's cookie, and if the cookie's signature is valid.

    Without a valid one: (secret, False) if the secret has a history here, else ("", False).
    """
    if not cookie:
        return "", False
    if secret := signed(cookie):
        return secret, True
    secret = cookie.rpartition(":")[0] or cookie
    return (secret, False) if _has_history(secret) else ("", False)


@lru_cache(2048)
def signed(cookie: str) -> str:
    """Returns the secret in a phone's cookie if its signature is valid, else ""."""
    try:
        return SIGNER.unsign(cookie)
    except signing.BadSignature:
        return ""


def _has_history(secret: str) -> bool:
    owner = access.digest(secret)
    known = Device.objects.filter(phone=owner).exists()
    return known or Play.objects.filter(owner=owner).exists()
