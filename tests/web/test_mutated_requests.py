"""Real requests, spoilt: whatever arrives is answered, and never with a server error.

An honest evening is recorded as it goes over the wire; then its requests are sent again with
bytes flipped, cut, doubled or taken from each other, with parameters repeated or of nasty words,
with another content type, method or header. `COMPANION_HOSTILE=10000` sends so many.
"""

import io
import os
import random
import string
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode

import pytest
from django.test import Client

from companion.models import WrongCode
from scoring import games
from tests.rows import tables

pytestmark = pytest.mark.django_db

REQUESTS = int(os.environ.get("COMPANION_HOSTILE", "500"))
FORM = "application/x-www-form-urlencoded"
WRONG = tables(__file__)
TYPES, METHODS, HEADERS = WRONG["types"], WRONG["methods"], WRONG["headers"]
TYPES += ["multipart/form-data; boundary=" + "y" * 300]
BYTES: list[bytes] = [each.encode("latin-1") for each in WRONG["bytes"]] + [b"9" * 5000]
NASTY: list[str] = [*WRONG["words"], "🎲" * 40, "a" * 10_000, "9" * 400]
HEADERS["HTTP_ACCEPT_LANGUAGE"] += ["ja," * 400]
HEADERS["HTTP_HOST"] += ["x" * 300]
HEADERS["HTTP_COOKIE"] += ["a" * 5000]
HEADERS["QUERY_STRING"] += ["a=1&a=2&" * 300, "page=" + "9" * 5000]


@dataclass(frozen=True)
class Sent:
    """A request as it goes over the wire."""

    method: str
    path: bytes
    query: bytes
    kind: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()

    def through(self, phone):
        environ: dict[str, Any] = {
            "REQUEST_METHOD": self.method,
            "PATH_INFO": unquote_to_bytes(b"/" + self.path.lstrip(b"/")).decode("latin-1"),
            "QUERY_STRING": self.query.decode("latin-1"),
            "CONTENT_TYPE": self.kind,
            "CONTENT_LENGTH": str(len(self.body)),
            "wsgi.input": io.BytesIO(self.body),
        }
        return phone.request(**environ | dict(self.headers))


class Recorder(Client):
    """A phone whose requests are kept."""

    def __init__(self) -> None:
        super().__init__(raise_request_exception=False)
        self.kept: list[Sent] = []

    def generic(  # type: ignore[override]  # it keeps what it was given, and gives it on
        self, method: str, path: str, data: Any = "", *args: Any, **more: Any
    ) -> Any:
        headers = more.get("headers") or {}
        told = tuple((f"HTTP_{k.upper().replace('-', '_')}", v) for k, v in headers.items())
        body = data if isinstance(data, bytes) else str(data).encode()
        kind = args[0] if args else more.get("content_type", FORM)
        bare, _, asked = path.partition("?")
        query = asked or more.get("QUERY_STRING", "")
        self.kept.append(Sent(method, bare.encode(), str(query).encode(), kind, body, told))
        return super().generic(method, path, data, *args, **more)


def evening() -> tuple[Client, list[Sent]]:
    """A host's phone, and what it sent in the course of an evening, the whole way round."""
    phone, known = Recorder(), dict[str, str]()

    def filled(text: str) -> str:
        for name, value in known.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    for row in WRONG["evening"]:
        method = next(iter(row))
        headers = {"HX-Request": "true", "HX-Trigger-Name": row["cell"]} if "cell" in row else {}
        sent = row.get("sent", {})
        sent = filled(sent) if isinstance(sent, str) else {k: filled(v) for k, v in sent.items()}
        kind = ("application/json",) if isinstance(sent, str) else ()
        answer = getattr(phone, method)(filled(row[method]), sent, *kind, headers=headers)
        if "as" in row:
            came = answer.get("Location", "").removesuffix("invite/")
            known[row["as"]] = came or answer.content.decode()
    for slug, box in games().items():
        for path in (f"/{slug}/", f"/{slug}/rules", f"/score/{slug}/", f"/open/{slug}/"):
            phone.get(path)
        if box.stage != "draft":
            alone = phone.post(f"/score/{slug}/", {"players": "1"})["Location"]
            phone.get(phone.post(alone, {"go": "result"})["Location"])
    return phone, phone.kept


def spoilt(rng: random.Random, one: Sent, all_: list[Sent]) -> Sent:
    """The same with one thing wrong."""
    match rng.randrange(8):
        case 7:
            words = urlencode(
                {_word(rng)[:200] or "q": _word(rng) for _ in range(rng.randint(0, 6))}
            )
            sent = replace(one, kind=FORM, query=words.encode())
            return sent if one.method == "GET" else replace(sent, query=b"", body=words.encode())
        case 0:
            return replace(one, body=_bytes(rng, one.body, rng.choice(all_).body))
        case 1:
            return replace(one, path=_bytes(rng, one.path, rng.choice(all_).path))
        case 2:
            return replace(one, query=_bytes(rng, one.query, rng.choice(all_).query))
        case 3:
            return replace(one, kind=rng.choice(TYPES))
        case 4:
            return replace(one, method=rng.choice(METHODS))
        case 5:
            name = rng.choice(list(HEADERS))
            return replace(one, headers=(*one.headers, (name, rng.choice(HEADERS[name]))))
    pairs = one.body.split(b"&") if one.kind == FORM else one.query.split(b"&")
    twice = b"&".join([*pairs, *(pair + rng.choice(BYTES) for pair in rng.choices(pairs, k=3))])
    return replace(one, body=twice) if one.kind == FORM else replace(one, query=twice)


def _word(rng: random.Random) -> str:
    if rng.random() < 0.7:
        return rng.choice(NASTY)
    return "".join(rng.choices(string.printable, k=rng.randint(1, 30)))


def _bytes(rng: random.Random, text: bytes, other: bytes) -> bytes:
    at = rng.randint(0, len(text))
    to = min(len(text), at + rng.randint(0, 12))
    match rng.randrange(4):
        case 0:
            return text[:at] + rng.choice(BYTES) + text[to:]
        case 1:
            return text[:at]
        case 2:
            return text[:to] + text[at:]
    return text[:at] + other[rng.randint(0, len(other)) :]


@pytest.mark.slow
@pytest.mark.postgres
def test_a_spoilt_request_is_answered():
    rng = random.Random(13)
    phone, honest = evening()
    met: Counter[int] = Counter()
    for n in range(REQUESTS):
        if n % 50 == 0:
            WrongCode.objects.all().delete()  # or codes would only ever be told to wait
        sent = rng.choice(honest)
        for _ in range(rng.randint(1, 3)):
            sent = spoilt(rng, sent, honest)
        answer = sent.through(phone)
        met[answer.status_code] += 1
        announced = answer.status_code == 503 and answer.has_header("Retry-After")
        assert answer.status_code < 500 or announced, sent
    print(dict(met))
