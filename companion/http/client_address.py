"""From where a request comes, for limits: behind a proxy that is trusted, what the proxy says.

Nobody else's ``X-Forwarded-For`` counts: anybody can write one.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

type Network = IPv4Network | IPv6Network
HOUSE = 64
"""Bits of an IPv6 address that a whole house shares; the rest one phone changes at will."""


def trusted(words: Sequence[str]) -> int | tuple[Network, ...]:
    """The proxies in front as the setting names them: their number, or their networks.

    >>> trusted(["2"])
    2
    >>> trusted(["10.0.0.0/8", "::1"])
    (IPv4Network('10.0.0.0/8'), IPv6Network('::1/128'))

    Raises ``ValueError`` for anything else.
    """
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return int(words[0])
    return tuple(ip_network(word, strict=False) for word in words)


def client(request: HttpRequest) -> str:
    """The address of whoever asks, an IPv6 one cut to its house's; empty where there is none.

    With a number, the proxies are the last so many that the request came through. With networks,
    they are those of its last stations that lie in one.
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
        while came and _within(found, proxies):
            found = came.pop()
    return _house(found) or _house(request.META.get("REMOTE_ADDR", ""))


def _within(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        there = ip_address(address)
    except ValueError:
        return False
    return any(there in network for network in networks)


def _house(address: str) -> str:
    try:
        there = ip_address(address)
    except ValueError:
        return ""
    if isinstance(there, IPv6Address):
        if there.ipv4_mapped:
            return str(there.ipv4_mapped)
        return str(ip_network((there, HOUSE), strict=False))
    return str(there)
