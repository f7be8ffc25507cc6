"""Rate limit for guessing join codes, counted in the database for all processes together.

A code is short, so guessing has to be slow. The QR code's link carries a proof that cannot be
guessed, so it never waits. Only keyed hashes are stored, for ten minutes.
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
"""Limit of different wrong codes from one address. The same code again counts once."""
PER_CODE = 30
"""Limit of addresses that try the same wrong code."""


class TooManyTries(PermissionError):
    """Too many wrong codes from this address, or too many addresses with this code."""


def proof(code: Code) -> str:
    """Returns the proof in a code's link: a keyed hash of the code and its table."""
    return _hash("proof", f"{code.code} {code.table_id}")[:32]


def proves(code: Code, given: str) -> bool:
    return constant_time_compare(proof(code), given)


def guess(request: HttpRequest, code: str) -> None:
    """Raises ``TooManyTries`` if this address may not look up this code now."""
    here, typed = _hashes(request, code)
    lately = WrongCode.objects.filter(at__gt=timezone.now() - WITHIN)
    if lately.filter(address=here).count() >= PER_ADDRESS:
        raise TooManyTries
    if lately.filter(code=typed).count() >= PER_CODE:
        raise TooManyTries


def wrong(request: HttpRequest, code: str) -> None:
    """Counts a code that belongs to no table; deletes expired counts."""
    here, typed = _hashes(request, code)
    now = timezone.now()
    WrongCode.objects.filter(at__lt=now - WITHIN).delete()
    WrongCode.objects.update_or_create(address=here, code=typed, defaults={"at": now})


def _hashes(request: HttpRequest, code: str) -> tuple[str, str]:
    return _hash("address", client_address.client(request)), _hash("code", code)


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"companion.codes.{what}", value, algorithm="sha256").hexdigest()
