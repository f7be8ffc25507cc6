"""Rate limit for guessing join codes, counted in the database for all processes together.

A join code is short, so guessing it has to be slow. The link in a QR code carries a proof that
cannot be guessed, and is not limited. Only keyed hashes of addresses and codes are stored, for ten
minutes.
"""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from companion.http import client_address
from companion.tables.models import Code, WrongCode

WITHIN = timedelta(minutes=10)
PER_ADDRESS = 8
"""Number of different wrong codes after which a client's address has to wait.

A repeated code counts once.
"""
PER_CODE = 30
"""Number of addresses with the same wrong code after which nobody may try this code for a while."""


class TooManyTries(PermissionError):
    """Too many wrong codes came from this address, or too many addresses tried this code."""


def proof(code: Code) -> str:
    """Returns the proof in a code's link: a keyed hash of the code and its table, 32 characters."""
    return _hash("proof", f"{code.code} {code.table_id}")[:32]


def proves(code: Code, attempt: str) -> bool:
    return constant_time_compare(proof(code), attempt)


def guess(request: HttpRequest, code: str) -> None:
    """Raises ``TooManyTries`` if the client's address may not look up this join code now.

    Counts nothing itself: if the code proves wrong, the caller calls ``wrong``.
    """
    here, typed = _hashes(request, code)
    lately = WrongCode.objects.filter(at__gt=timezone.now() - WITHIN)
    if lately.filter(address=here).count() >= PER_ADDRESS:
        raise TooManyTries
    if lately.filter(code=typed).count() >= PER_CODE:
        raise TooManyTries


def wrong(request: HttpRequest, code: str) -> None:
    """Counts a wrong join code for the client's address, and deletes expired counts."""
    here, typed = _hashes(request, code)
    now = timezone.now()
    WrongCode.objects.filter(at__lt=now - WITHIN).delete()
    WrongCode.objects.update_or_create(address=here, code=typed, defaults={"at": now})


def _hashes(request: HttpRequest, code: str) -> tuple[str, str]:
    return _hash("address", client_address.client(request)), _hash("code", code)


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"companion.codes.{what}", value, algorithm="sha256").hexdigest()
