"""Address of a client, for rate limits: behind trusted proxies, from ``X-Forwarded-For``.

From any other sender that header is ignored, since anybody can set it.
"""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network

from django.conf import settings
from django.http import HttpRequest

from companion.http.hosts import parsed

type Network = IPv4Network | IPv6Network
HOUSE = 64
"""Prefix length of an IPv6 network of one household; a phone changes the other bits at will."""


def parse_trusted_proxies(words: Sequence[str]) -> int | tuple[Network, ...]:
    """Parses the setting ``COMPANION_TRUSTED_PROXIES``, split into words.

    Returns the number of proxies in front of the app, or their networks.

    >>> parse_trusted_proxies(["2"])
    2
    >>> parse_trusted_proxies(["10.0.0.0/8", "::1"])
    (IPv4Network('10.0.0.0/8'), IPv6Network('::1/128'))

    Raises ``ValueError`` for anything else.
    """
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return int(words[0])
    return tuple(ip_network(word, strict=False) for word in words)


def client(request: HttpRequest) -> str:
    """Returns the client's IP address, an IPv6 one as its /64 network; "" if there is none.

    It is read from ``X-Forwarded-For``, from the end: the proxies that ``TRUSTED_PROXIES`` counts
    or names are skipped.
    """
    stations = request.headers.get("X-Forwarded-For", "").split(",")
    came = [
        *(each.strip() for each in stations if each.strip()),
        request.META.get("REMOTE_ADDR", ""),
    ]
    proxies: int | tuple[Network, ...] = settings.TRUSTED_PROXIES
    if isinstance(proxies, int):
        found = came[max(0, len(came) - 1 - proxies)]
    else:
        found = came.pop()
        while came and (there := parsed(found)) and any(there in each for each in proxies):
            found = came.pop()
    return _house(found) or _house(request.META.get("REMOTE_ADDR", ""))


def _house(address: str) -> str:
    there = parsed(address)
    if isinstance(there, IPv6Address) and not there.ipv4_mapped:
        return str(ip_network((there, HOUSE), strict=False))
    return str(getattr(there, "ipv4_mapped", None) or there or "")
