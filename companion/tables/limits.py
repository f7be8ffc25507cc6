"""How often somebody may guess at join codes; counted in the database, for all processes together.

A code is short, so guessing has to be slow. The QR code's link carries a proof that nobody
guesses, so a right one never waits. What is kept are keyed hashes, for ten minutes.
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
"""Different wrong codes from one address. One that is scanned again and again counts once."""
PER_CODE = 30
"""Addresses that try one and the same wrong code."""


class TooManyTries(PermissionError):
    """This address, or everybody with this code, has guessed too often and has to wait."""


def proof(code: Code) -> str:
    """What the link of a code says beside it; made from the code and its table."""
    return _hash("proof", f"{code.code} {code.table_id}")[:32]


def proves(code: Code, given: str) -> bool:
    return constant_time_compare(proof(code), given)


def guess(request: HttpRequest, code: str) -> None:
    """Raises ``TooManyTries`` for a code that may not be looked up now."""
    here, typed = _hashes(request, code)
    lately = WrongCode.objects.filter(at__gt=timezone.now() - WITHIN)
    if lately.filter(address=here).count() >= PER_ADDRESS:
        raise TooManyTries
    if lately.filter(code=typed).count() >= PER_CODE:
        raise TooManyTries


def wrong(request: HttpRequest, code: str) -> None:
    """That code was no table's."""
    here, typed = _hashes(request, code)
    now = timezone.now()
    WrongCode.objects.filter(at__lt=now - WITHIN).delete()
    WrongCode.objects.update_or_create(address=here, code=typed, defaults={"at": now})


def _hashes(request: HttpRequest, code: str) -> tuple[str, str]:
    return _hash("address", client_address.client(request)), _hash("code", code)


def _hash(what: str, value: str) -> str:
    return salted_hmac(f"companion.codes.{what}", value, algorithm="sha256").hexdigest()
