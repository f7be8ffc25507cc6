"""Lists of keys in a signed cookie: what this browser opened last, the newest first."""

from dataclasses import dataclass

from django.core import signing
from django.http import HttpRequest, HttpResponse

YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class SignedList:
    """A list of keys, such as those of sheets opened last, in a signed cookie called ``name``.

    It holds at most ``most`` of them, the newest first.
    """

    name: str
    most: int

    def keys(self, request: HttpRequest) -> list[str]:
        """Returns the keys listed in a signed cookie; [] without one or if its signature is bad."""
        try:
            found = signing.loads(request.COOKIES.get(self.name, ""), salt=self.name)
        except signing.BadSignature:
            return []
        return [str(key) for key in found][: self.most] if isinstance(found, list) else []

    def remember(self, request: HttpRequest, response: HttpResponse, key: str) -> None:
        """Puts ``key`` first in a list in a signed cookie, and sets the cookie in ``response``.

        If the list is full, its last key goes.
        """
        self._store(request, response, [key, *(old for old in self.keys(request) if old != key)])

    def forget(self, request: HttpRequest, response: HttpResponse, key: str) -> None:
        """Removes ``key`` from a list in a signed cookie, and sets the cookie in ``response``."""
        self._store(request, response, [old for old in self.keys(request) if old != key])

    def _store(self, request: HttpRequest, response: HttpResponse, keys: list[str]) -> None:
        response.set_cookie(
            self.name,
            signing.dumps(keys[: self.most], salt=self.name),
            YEAR,
            samesite="Lax",
            httponly=True,
            secure=request.is_secure(),
        )
